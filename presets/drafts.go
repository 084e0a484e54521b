package presets

import (
	"context"
	"encoding/json"
	"slices"

	"dossier/presets/store"
)

// drafts is the folder of what the command line has replaced in project files, until a
// window takes it in.
const drafts = "drafts"

// maxDrafts is how many of them are kept of one project: of more, the newest.
const maxDrafts = 50

// Drafts lists what the command line has replaced in the file of the project in dir, the
// newest first.
func (s *State) Drafts(dir string) []Draft {
	list, _ := read[[]Draft](s, drafts, store.Key(realFolder(dir)))
	return list
}

// AddDraft keeps a draft for the next window that opens the project in dir, at the head of
// those that there are.
func (s *State) AddDraft(ctx context.Context, dir string, d Draft) error {
	return s.changeDrafts(ctx, dir, func(list []Draft) []Draft {
		list = slices.Insert(without(list, d), 0, d)
		return list[:min(len(list), maxDrafts)]
	})
}

// DropDrafts removes drafts that a window has taken in, or that were applied.
func (s *State) DropDrafts(ctx context.Context, dir string, list ...Draft) error {
	return s.changeDrafts(ctx, dir, func(now []Draft) []Draft { return without(now, list...) })
}

func (s *State) changeDrafts(ctx context.Context, dir string, change func([]Draft) []Draft) error {
	return update(ctx, s, drafts, store.Key(realFolder(dir)), change)
}

// without returns the drafts that are none of some.
func without(list []Draft, some ...Draft) []Draft {
	forms := map[string]bool{}
	for _, d := range some {
		forms[d.form()] = true
	}
	return slices.DeleteFunc(slices.Clone(list), func(d Draft) bool { return forms[d.form()] })
}

// form is a draft as it is stored.
func (d Draft) form() string {
	data, err := json.Marshal(d)
	if err != nil {
		return d.Of // of a value that no file can hold
	}
	return string(data)
}
