package presets

import (
	"context"

	"dossier/presets/store"
)

// Mark tells a file again when it has gone elsewhere.
type Mark struct {
	Hash        string `json:"hash"`             // hex SHA-256
	Size        int64  `json:"size"`             // bytes
	Fingerprint string `json:"sketch,omitempty"` // by which an edited text is known, at most 258 bytes; empty: not made yet
}

// MaxMarks is how many files of a project are remembered.
const MaxMarks = 50_000

// Marks returns the files of the project in dir as they were when a dossier last held
// them, by path.
func (s *State) Marks(dir string) map[string]Mark {
	marks, _ := read[map[string]Mark](s, "marks", store.Key(realFolder(dir)))
	return marks
}

// SetMarks keeps them beside those that another window keeps, at most [MaxMarks].
func (s *State) SetMarks(ctx context.Context, dir string, marks map[string]Mark) error {
	return update(ctx, s, "marks", store.Key(realFolder(dir)), func(theirs map[string]Mark) map[string]Mark {
		kept := make(map[string]Mark, min(len(marks), MaxMarks))
		for _, some := range []map[string]Mark{marks, theirs} {
			for path, mark := range some {
				if _, ok := kept[path]; !ok && len(kept) < MaxMarks {
					kept[path] = mark
				}
			}
		}
		return kept
	})
}
