// Package access adds files to a session by their absolute paths, and decides what the project may
// read outside its folder: only what the user has selected or allowed.
package access

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"

	"dossier/aggregate/disk"
	"dossier/aggregate/images"
	"dossier/aggregate/text"
	"dossier/ui/project"
	"dossier/ui/session/consent"
	"dossier/ui/session/feature"
	"dossier/ui/session/message"
)

// Host is the subset of the session that the access controller depends on.
type Host interface {
	feature.Source
	feature.Document
	feature.Editor
	feature.Reporter
	feature.Storage

	// NewScreenshots begins an edit of the composition's screenshots.
	NewScreenshots() *project.ScreenshotEdit
	// Allowed is called after more may be read than before.
	Allowed()
}

// Part is the access controller of one project. It belongs to the session's goroutine.
type Part struct {
	host Host
	asks *consent.Part
}

// New returns the controller for a newly opened project, or for none. asked is the controller of
// the permissions that the project file requests.
func New(host Host, asked *consent.Part) *Part { return &Part{host, asked} }

// Asks returns the controller of the permissions that the project file requests.
func (p *Part) Asks() *consent.Part { return p.asks }

// Inside reports whether an absolute path is in the project.
func (p *Part) Inside(abs string) bool {
	opened := p.host.Project()
	if opened == nil {
		return false
	}
	_, ok := opened.Local(abs)
	return ok
}

// AddFiles adds files by their absolute paths, images as screenshots. The user chose
// them, so those outside the project are allowed.
func (p *Part) AddFiles(paths []string) {
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
		e.Screenshots(p.host.NewScreenshots(), func(shot *project.ScreenshotEdit) { shot.Add(shots) })
	})
}

// Allow lets the project read a path outside of it from now on, and write dossiers to it if the
// project file names it for that.
func (p *Part) Allow(target string) {
	if p.host.Project() != nil {
		p.allow([]string{target})
		p.host.Allowed()
	}
}

// allow allows paths immediately, and stores the permission.
func (p *Part) allow(targets []string) {
	if len(targets) == 0 {
		return
	}
	opened, state := p.host.Project(), p.host.State()
	opened.Access().AllowNow(targets...)
	p.host.Keep(func(ctx context.Context) error { return state.Allow(ctx, opened.Dir, targets...) })
}

// Exclude removes from the composition the files and screenshots that lead to one of some external
// targets, in one undo step, because they would only be shown as errors. It returns their number.
func (p *Part) Exclude(targets []string) int {
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
	shots, reader := p.host.NewScreenshots(), opened.Reader()
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
func (p *Part) Target(path string) (string, error) {
	var outside *disk.OutsideError
	for _, item := range p.host.Document().Items {
		if item.Path == path && errors.As(item.Err, &outside) && outside.Target != "" {
			return outside.Target, nil
		}
	}
	return "", fmt.Errorf("%s leads out of the project, but not to a place that could be allowed", text.Escape(path))
}
