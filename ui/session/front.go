package session

import (
	"dossier/ui/project/statewatch"
	"dossier/ui/session/jobs"
)

// front brings the window to the foreground when another process requests it: a second `dossier
// DIR` does so if a window has the folder open.
type front struct {
	host  host
	work  *jobs.Group
	watch *statewatch.Watch
}

// Opened accepts requests until [front.Close]. Without a state folder there are none.
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
		if state.AcceptFrontRequest(opened.Dir) {
			f.work.Do(f.work.Context(), f.host.ToFront)
		}
	})
}

// Close stops watching for requests. It may be called more than once.
func (f *front) Close() { f.watch.Close() }
