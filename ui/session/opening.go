package session

import (
	"errors"

	"dossier/ui/session/change"
)

// Open opens the project in a folder instead of the current one. Unsaved work of the current one is
// saved, and that of the new one is restored.
func (s *Session) Open(dir string) error {
	_, _ = s.user.Reload() // another window may have changed it
	p, err := s.user.Open(dir)
	if err != nil {
		return err
	}
	if s.project != nil {
		s.saves.Finish()
		s.snapshots.Finish()
		if err := s.keepUnsaved(); err != nil {
			s.fail(err)
		}
	}
	release := s.hold()
	s.leave()
	s.workspace = s.newWorkspace(p)
	s.restore()
	s.discussion.Restore()
	s.notes.Restore()
	s.resolve()
	s.projects.Opened(p.Dir)
	release(change.Project | change.Tree | change.Composition | change.Document | change.Settings | change.Presets | change.Discussion | change.Left)
	s.work.Go(p.Sweep)
	s.edits.Recover()
	s.tree.Rescan()
	s.rebuild()
	s.snapshots.Refresh()
	s.access.Asks().Look()
	s.agents.Watch()
	s.front.Watch()
	return nil
}

// leave closes the current project. Its jobs are ended; the folder is released after they have
// ended.
func (s *Session) leave() {
	p, work, files, proposed, front, cleanup := s.project, s.work, s.tree, s.agents, s.front, s.snapshots.Cleanup()
	s.autosave.Release()
	s.project = nil
	work.End()
	s.jobs.Go(func() {
		work.Wait()
		files.Close()
		proposed.Close()
		front.Close()
		if p != nil {
			p.Close()
		}
		cleanup()
	})
}

// ErrClosed is the error of a closed session.
var ErrClosed = errors.New("the session is closed")

// Close saves unsaved work, ends every job and waits for them.
func (s *Session) Close() error {
	if s.jobs.Ended() {
		return ErrClosed
	}
	s.saves.Finish()
	s.snapshots.Finish()
	err := s.keepUnsaved()
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

// Name is the name of the project; empty if none is open.
func (s *Session) Name() string {
	if s.project == nil {
		return ""
	}
	return s.project.Name()
}
