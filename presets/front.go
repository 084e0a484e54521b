package presets

import (
	"context"
	"time"

	"dossier/presets/store"
)

// fronts is the folder of requests to come to the front, one empty file per project. The window
// that removes the file comes to the front.
const fronts = "front"

// frontPoll is how often a process looks whether its request was taken.
const frontPoll = 10 * time.Millisecond

// RequestFront asks a window that has the project in dir open to come to the front, and reports
// whether one took the request before ctx ended. Without such a window it returns at once.
func (s *State) RequestFront(ctx context.Context, dir string) bool {
	dir = realFolder(dir)
	if (&Slot{store: s, dir: dir}).Others() == 0 {
		return false
	}
	root, err := s.open(fronts, true)
	if err != nil {
		return false
	}
	defer root.Close()
	// No lock and nothing durable: a window may take it as soon as it is there.
	if err := root.WriteFile(store.Key(dir), nil, 0o600); err != nil {
		return false
	}
	tick := time.NewTicker(frontPoll)
	defer tick.Stop()
	for {
		if _, err := root.Lstat(store.Key(dir)); err != nil {
			return notThere(err)
		}
		select {
		case <-ctx.Done():
			return !s.TakeFront(dir) // a window may have taken it just now
		case <-tick.C:
		}
	}
}

// TakeFront removes the request for the project in dir, and reports whether there was one. Of
// several windows, one takes it.
func (s *State) TakeFront(dir string) bool {
	root, err := s.open(fronts, false)
	if err != nil {
		return false
	}
	defer root.Close()
	return root.Remove(store.Key(realFolder(dir))) == nil
}

// FrontFolder returns the folder in which requests of all projects are stored, to be watched; it
// is created if needed. The error says why there is none.
func (s *State) FrontFolder() (string, error) { return s.folder(fronts) }
