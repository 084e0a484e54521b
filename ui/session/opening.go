package session

import (
	"errors"

	"dossier/ui/session/change"
	"dossier/ui/session/feature"
)

// Open opens the project in a folder instead of the current one. It saves the unsaved work of the
// current project, unless that fails (see [Session.Keep]), and restores that of the new one.
func (s *Session) Open(dir string) error {
	_, _ = s.user.Reload() // another window may have changed it
	p, err := s.user.Open(dir)
	if err != nil {
		return err
	}
	if s.project != nil {
		if err := s.finish(); err != nil {
			s.fail(err)
		}
	}
	release := s.deferChanges()
	s.leave()
	s.workspace = s.newWorkspace(p)
	s.restore()
	feature.Each(s.states, feature.Loader.Load)
	s.resolve()
	s.projects.Opened(p.Dir)
	release(change.All)
	s.work.Go(p.Sweep)
	s.tree.Rescan()
	s.rebuild()
	feature.Each(s.states, feature.Opener.Opened)
	return nil
}

// leave closes the current project. Its jobs are cancelled; the folder is released after they have
// ended.
func (s *Session) leave() {
	p, work, states, cleanup := s.project, s.work, s.states, s.snapshots.Cleanup()
	s.autosave.Release()
	s.project = nil
	work.End()
	s.jobs.Go(func() {
		work.Wait()
		feature.Each(states, feature.Closer.Close)
		if p != nil {
			p.Close()
		}
		cleanup()
	})
}

// ErrClosed is the error of a closed session.
var ErrClosed = errors.New("the session is closed")

// Close saves unsaved work, cancels all jobs and waits for them.
func (s *Session) Close() error {
	if s.jobs.Ended() {
		return ErrClosed
	}
	err := s.finish()
	s.leave()
	s.settings.Close()
	s.jobs.Close()
	return err
}

// Dir returns the project's folder; empty when none is open.
func (s *Session) Dir() string {
	if s.project == nil {
		return ""
	}
	return s.project.Dir
}

// Name returns the name of the project; empty if none is open.
func (s *Session) Name() string {
	if s.project == nil {
		return ""
	}
	return s.project.Name()
}
