package presets

import (
	"context"
	"fmt"
	"io/fs"
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
func (s *State) journal(dir, name string) (j Journal, ok bool) {
	root, err := s.open(journals, false)
	if err != nil {
		return j, false
	}
	defer root.Close()
	path := filepath.Join(root.Name(), name)
	j, err = decodeJournal(readWithin(ofRecords(), root, name, path), dir)
	switch {
	case err == nil:
		return j, true
	case notThere(err):
		return Journal{}, false
	}
	// Damaged: it stays to be looked at, and no longer stands in the way.
	_, _ = s.store.MoveDamagedAside(context.Background(), root, name, int64(ofRecords().Bytes), func(data []byte) error {
		_, err := decodeJournal(parseWithin(ofRecords(), path, data), dir)
		return err
	})
	return Journal{}, false
}

// decodeJournal reads what a document says of the project in dir.
func decodeJournal(doc document, dir string) (j Journal, err error) {
	project, _ := doc.values["project"].(string)
	switch {
	case !doc.exists():
		return j, fs.ErrNotExist
	case doc.refusal != nil:
		return j, doc.refusal
	case project != dir:
		return j, fmt.Errorf("it is the journal of %s", project)
	}
	j.Base, _ = doc.values["base"].(string)
	j.Discussions, err = readDiscussions(doc, doc.values, "discussions")
	return j, err
}

// keepJournal writes a journal of the project in dir.
func (s *State) keepJournal(ctx context.Context, dir, name string, j Journal) error {
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
