package presets

import (
	"context"
	"path/filepath"

	"dossier/models"
	"dossier/presets/tomledit"
)

// Journal is what of a project's discussions may not be in its file.
type Journal struct {
	Base        string // [History.Digest] of the file that Discussions rests on
	Discussions models.Discussions
}

// journals is the folder of journals. They have the form of a history file, so that a person
// can read them too.
const journals = "discussions"

// journal reads a journal of the project in dir; ok is false when there is none that can be
// used.
func (s *SessionStore) journal(dir, name string) (j Journal, ok bool) {
	root, err := s.open(journals, false)
	if err != nil {
		return j, false
	}
	defer root.Close()
	doc := readWithin(ofRecords(), root, name, filepath.Join(root.Name(), name))
	if !doc.exists() {
		return j, false
	}
	project, _ := doc.values["project"].(string)
	if doc.refusal == nil && project == dir {
		j.Base, _ = doc.values["base"].(string)
		if j.Discussions, err = readDiscussions(doc, doc.values, "discussions"); err == nil {
			return j, true
		}
	}
	// Damaged: it stays to be looked at, and no longer stands in the way.
	_, _ = s.store.MoveAside(context.Background(), root, name)
	return Journal{}, false
}

// keepJournal writes a journal of the project in dir.
func (s *SessionStore) keepJournal(ctx context.Context, dir, name string, j Journal) error {
	data, err := j.encode(dir)
	if err != nil {
		return err
	}
	root, err := s.open(journals, true)
	if err != nil {
		return err
	}
	defer root.Close()
	return s.store.Update(ctx, root, name, int64(ofRecords().Bytes), 0o600, func([]byte) ([]byte, error) { return data, nil })
}

func (j Journal) encode(dir string) ([]byte, error) {
	var all tomledit.Block
	for _, one := range j.Discussions.List {
		list := make([]any, len(one.History))
		blocks := make(tomledit.Blocks, 0, len(list))
		for i, e := range one.History {
			list[i] = e.Value()
			if fields, ok := list[i].(models.Fields); ok {
				blocks = append(blocks, tomledit.Block(fields))
			}
		}
		var history any = list
		if len(blocks) == len(list) && len(list) > 0 {
			history = blocks
		}
		all = append(all, models.Field{Key: one.Name, Value: tomledit.Block{{Key: "history", Value: history}}})
	}
	edits := []tomledit.Edit{tomledit.Set(dir, "project"), tomledit.Set(j.Base, "base"), tomledit.Set(j.Discussions.Active, "active")}
	if len(all) > 0 {
		edits = append(edits, tomledit.Set(all, "discussions"))
	}
	doc, err := parseWithin(ofRecords(), "the copy of the discussions of "+dir, nil).applied(edits)
	return doc.data, err
}
