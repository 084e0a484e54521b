package presets

import (
	"context"

	"dossier/presets/store"
)

// Mark identifies a file that has been moved.
type Mark struct {
	Hash        string `json:"hash"`             // hex SHA-256
	Size        int64  `json:"size"`             // bytes
	Fingerprint string `json:"sketch,omitempty"` // identifies an edited text, at most 258 bytes; empty if not computed yet
}

// MaxMarks is the max number of marks per project.
const MaxMarks = 50_000

// Marks returns the files of the project in dir when a document last contained them, by path.
func (s *State) Marks(dir string) map[string]Mark {
	marks, _ := read[map[string]Mark](s, "marks", store.Key(realFolder(dir)))
	return marks
}

// SetMarks adds marks to those stored by other windows, at most [MaxMarks].
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
