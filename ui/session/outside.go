package session

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
	"dossier/ui/session/change"
	"dossier/ui/session/message"
)

// Inside reports whether a path lies in the project that is open.
func (s *Session) Inside(abs string) bool {
	_, ok := s.within(abs)
	return ok
}

// within returns an absolute path as seen from the project, when it lies in it.
func (s *Session) within(abs string) (string, bool) {
	if s.project == nil {
		return "", false
	}
	return s.project.Local(abs)
}

// AddFiles adds files by their absolute paths, images as screenshots. The person chose
// them, so those outside the project are allowed.
func (s *Session) AddFiles(paths []string) {
	if s.project == nil {
		s.fail(project.ErrNone)
		return
	}
	var names, outside []string
	for _, p := range paths {
		name, ok := s.within(p)
		if !ok {
			name = filepath.ToSlash(filepath.Clean(p))
			outside = append(outside, p)
		}
		names = append(names, name)
	}
	s.allow(outside)
	shots := slices.DeleteFunc(slices.Clone(names), func(name string) bool { return !images.Named(name) })
	names = slices.DeleteFunc(names, images.Named)
	all := slices.Concat(names, shots)
	s.change(message.Several("add {{.N}} files", len(all), project.FirstName(all)), "", func(e *project.Edit) {
		e.Add(names)
		e.Screenshots(s.shots.NewEdit(), func(shot *project.ScreenshotEdit) { shot.Add(shots) })
	})
}

// Allow lets the project read a path outside of it from now on, and write dossiers to it
// when its file names it for them.
func (s *Session) Allow(target string) {
	if s.project != nil {
		s.allow([]string{target})
		s.resolve()
		s.notify(change.Composition)
		s.rebuild()
	}
}

// allow lets paths be read at once, and keeps that beside the window: another window may
// hold the lock.
func (s *Session) allow(targets []string) {
	if len(targets) == 0 {
		return
	}
	s.project.Access().AllowNow(targets...)
	dir := s.project.Dir
	s.keep(func(ctx context.Context) {
		if err := s.store.Allow(ctx, dir, targets...); err != nil && ctx.Err() == nil {
			s.Do(func() { s.fail(err) })
		}
	})
}

// OutsideTarget returns where a path of the composition leads to.
func (s *Session) OutsideTarget(p string) (string, error) {
	var outside *disk.OutsideError
	for _, item := range s.document.Doc().Items {
		if item.Path == p && errors.As(item.Err, &outside) && outside.Target != "" {
			return outside.Target, nil
		}
	}
	return "", fmt.Errorf("%s leads out of the project, but not to a place that could be allowed", text.Escape(p))
}
