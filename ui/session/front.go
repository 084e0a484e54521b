package session

import (
	"dossier/ui/project/statewatch"
	"dossier/ui/session/jobs"
)

// front brings the window to the front when another process asks for it: a second `dossier DIR` does so
// where a window has the folder open.
type front struct {
	host  host
	work  *jobs.Group
	watch *statewatch.Watch
}

// Opened takes requests until [front.Close]. Without a state folder there are none.
func (f *front) Opened() {
	opened, state := f.host.Project(), f.host.State()
	if opened == nil || f.watch != nil {
		return
	}
	dir, err := state.FrontFolder()
	if err != nil {
		return
	}
	f.watch, _ = statewatch.Start(dir, func() {
		if state.TakeFront(opened.Dir) {
			f.work.Do(f.work.Context(), f.host.ToFront)
		}
	})
}

// Close ends the watching. It may be called more than once.
func (f *front) Close() { f.watch.Close() }
