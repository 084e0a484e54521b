package session

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"

	"dossier/aggregate/beads/bd"
	"dossier/aggregate/disk"
	"dossier/aggregate/images"
	"dossier/aggregate/text"
	"dossier/ui/project"
	"dossier/ui/session/change"
	"dossier/ui/session/feature"
	"dossier/ui/session/jobs"
	"dossier/ui/session/message"
)

// Access adds files by their absolute paths, and decides what one project may read outside its folder:
// only what the user has selected or allowed. It belongs to the session's goroutine.
type Access struct {
	host    host
	consent *Consent
}

// Access adds files by their absolute paths, and decides what may be read outside the project.
func (s *Session) Access() *Access { return s.access }

// newAccess returns the controller for a newly opened project, or for none.
func newAccess(s *Session, work *jobs.Group) *Access {
	return &Access{host{Session: s}, newConsent(host{s, change.Consent}, work)}
}

// Consent returns the controller of the permissions that the project file requests.
func (p *Access) Consent() *Consent { return p.consent }

// Inside reports whether an absolute path is in the project.
func (p *Access) Inside(abs string) bool {
	opened := p.host.Project()
	if opened == nil {
		return false
	}
	_, ok := opened.Local(abs)
	return ok
}

// AddFiles adds files by their absolute paths, images as screenshots. The user chose
// them, so those outside the project are allowed.
func (p *Access) AddFiles(paths []string) {
	opened := p.host.Project()
	if opened == nil {
		p.host.Fail(project.ErrNone)
		return
	}
	var files, shots, outside []string
	for _, abs := range paths {
		name, ok := opened.Local(abs)
		if !ok {
			name = filepath.ToSlash(filepath.Clean(abs))
			outside = append(outside, abs)
		}
		if images.Named(name) {
			shots = append(shots, name)
		} else {
			files = append(files, name)
		}
	}
	p.allow(outside)
	all := slices.Concat(files, shots)
	p.host.Edit(message.Several("add {{.N}} files", len(all), project.FirstName(all)), func(e *project.Edit) {
		e.Add(files)
		e.Screenshots(p.host.shots.NewEdit(), func(shot *project.ScreenshotEdit) { shot.Add(shots) })
	})
}

// Allow lets the project read a path outside of it from now on, and write dossiers to it if the
// project file names it for that.
func (p *Access) Allow(target string) {
	if p.host.Project() != nil {
		p.allow([]string{target})
		p.host.allowed()
	}
}

// allow allows paths immediately, and stores the permission.
func (p *Access) allow(targets []string) {
	if len(targets) == 0 {
		return
	}
	opened, state := p.host.Project(), p.host.State()
	opened.Access().AllowNow(targets...)
	p.host.WriteState(func(ctx context.Context) error { return state.Allow(ctx, opened.Dir, targets...) })
}

// Exclude removes from the composition the files and screenshots that lead to one of some external
// targets, in one undo step, because they would only be shown as errors. It returns their number.
func (p *Access) Exclude(targets []string) int {
	opened := p.host.Project()
	if opened == nil || len(targets) == 0 {
		return 0
	}
	leads := func(err error) bool {
		var outside *disk.OutsideError
		return errors.As(err, &outside) && slices.Contains(targets, outside.Target)
	}
	var files []string
	for _, item := range p.host.Document().Items {
		if leads(item.Err) {
			files = append(files, item.Path)
		}
	}
	shots, reader := p.host.shots.NewEdit(), opened.Reader()
	var rows []int
	for i, path := range shots.Paths() {
		if _, err := reader.Stat(path); leads(err) {
			rows = append(rows, i)
		}
	}
	n := len(files) + len(rows)
	if n > 0 {
		p.host.Edit(message.Count("exclude {{.N}} entries outside the project", n, nil), func(e *project.Edit) {
			e.Remove(files)
			e.Screenshots(shots, func(s *project.ScreenshotEdit) { s.Remove(rows) })
		})
	}
	return n
}

// Target returns the target of a path of the composition that was not read because it is outside
// the project.
func (p *Access) Target(path string) (string, error) {
	var outside *disk.OutsideError
	for _, item := range p.host.Document().Items {
		if item.Path == path && errors.As(item.Err, &outside) && outside.Target != "" {
			return outside.Target, nil
		}
	}
	return "", fmt.Errorf("%s leads out of the project, but not to a place that could be allowed", text.Escape(path))
}

// Opened and Reload look for what the project file asks permission for.
func (p *Access) Opened() { p.consent.Update() }
func (p *Access) Reload() { p.consent.Update() }

// allowed rebuilds the document with the files that may be read now, and looks for what else needs
// permission.
func (s *Session) allowed() {
	s.access.Consent().Update()
	s.resolve()
	s.notify(change.Composition)
	s.rebuild()
	s.tree.RootsChanged()
}

// mayRun is called after the user has agreed to run bd.
func (s *Session) mayRun(request bd.Request) {
	feature.Each(s.states, func(p feature.RunFollower) { p.MayRun(request) })
}

// AddFiles adds files by their absolute paths, and Allow lets the project read a path outside
// of it.
func (h host) AddFiles(paths []string) { h.access.AddFiles(paths) }
func (h host) Allow(target string)     { h.access.Allow(target) }
