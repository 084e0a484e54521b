package presets

import (
	"context"
	"encoding/json"
	"slices"

	"dossier/presets/store"
)

// drafts is the folder of selections that the command line has replaced in project files, until a
// window picks them up.
const drafts = "drafts"

// maxDrafts is the max number of drafts stored per project; the newest are kept.
const maxDrafts = 50

// Drafts returns the selections that the command line has replaced in the file of the project in
// dir, newest first.
func (s *State) Drafts(dir string) []Draft {
	list, _ := read[[]Draft](s, drafts, store.Key(realFolder(dir)))
	return list
}

// AddDraft stores a draft for the next window that opens the project in dir, in front of the
// existing ones.
func (s *State) AddDraft(ctx context.Context, dir string, d Draft) error {
	return s.changeDrafts(ctx, dir, func(list []Draft) []Draft {
		list = slices.Insert(without(list, d), 0, d)
		return list[:min(len(list), maxDrafts)]
	})
}

// DropDrafts removes drafts that were picked up by a window or applied.
func (s *State) DropDrafts(ctx context.Context, dir string, list ...Draft) error {
	return s.changeDrafts(ctx, dir, func(now []Draft) []Draft { return without(now, list...) })
}

func (s *State) changeDrafts(ctx context.Context, dir string, change func([]Draft) []Draft) error {
	return update(ctx, s, drafts, store.Key(realFolder(dir)), change)
}

// without returns the drafts in list that are not in some.
func without(list []Draft, some ...Draft) []Draft {
	forms := map[string]bool{}
	for _, d := range some {
		forms[d.form()] = true
	}
	return slices.DeleteFunc(slices.Clone(list), func(d Draft) bool { return forms[d.form()] })
}

// form returns the stored form of a draft.
func (d Draft) form() string {
	data, err := json.Marshal(d)
	if err != nil {
		return d.Of // contains a value that no file can store
	}
	return string(data)
}
