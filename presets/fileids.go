package presets

import (
	"context"

	"dossier/presets/store"
)

// FileID identifies a file that has been moved.
type FileID struct {
	Hash        string `json:"hash"`             // hex SHA-256
	Size        int64  `json:"size"`             // bytes
	Fingerprint string `json:"sketch,omitempty"` // identifies an edited text, at most 258 bytes; empty if not computed yet
}

// MaxFileIDs is the max number of file ids per project.
const MaxFileIDs = 50_000

// FileIDs returns the files of the project in dir when a document last contained them, by path.
func (s *State) FileIDs(dir string) map[string]FileID {
	marks, _ := read[map[string]FileID](s, "marks", store.Key(realFolder(dir)))
	return marks
}

// SetFileIDs adds ids to those stored by other windows, at most [MaxFileIDs].
func (s *State) SetFileIDs(ctx context.Context, dir string, marks map[string]FileID) error {
	return update(ctx, s, "marks", store.Key(realFolder(dir)), func(theirs map[string]FileID) map[string]FileID {
		kept := make(map[string]FileID, min(len(marks), MaxFileIDs))
		for _, some := range []map[string]FileID{marks, theirs} {
			for path, mark := range some {
				if _, ok := kept[path]; !ok && len(kept) < MaxFileIDs {
					kept[path] = mark
				}
			}
		}
		return kept
	})
}
