package presets

import (
	"context"
	"time"

	"dossier/presets/store"
)

// fronts is the folder of requests to raise a window, one empty file per project. The window
// that removes the file raises itself.
const fronts = "front"

// frontPoll is the interval at which a process checks whether its request was handled.
const frontPoll = 10 * time.Millisecond

// RequestFront asks a window with the project in dir to raise itself, and reports whether one
// has handled the request before ctx ends. Without such a window it returns immediately.
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
	// Neither locked nor durable: a window may remove it as soon as it exists.
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
			return !s.AcceptFrontRequest(dir) // a window may just have handled it
		case <-tick.C:
		}
	}
}

// AcceptFrontRequest removes the request for the project in dir, and reports whether there was one. If
// several windows call it, only one receives the request.
func (s *State) AcceptFrontRequest(dir string) bool {
	root, err := s.open(fronts, false)
	if err != nil {
		return false
	}
	defer root.Close()
	return root.Remove(store.Key(realFolder(dir))) == nil
}

// FrontFolder returns the folder of all projects' requests for watching, and creates it if
// necessary. It returns an error if there is none.
func (s *State) FrontFolder() (string, error) { return s.folder(fronts) }
