package session

import (
	"errors"

	"dossier/ui/session/change"
)

// Open opens the project in a folder, in the place of the one that is open. What is
// unsaved there is kept, and what was unsaved here is found again.
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

// leave closes the project that is open. Its jobs are told to end; the folder is given
// back once they have.
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

// ErrClosed is a session that was closed before.
var ErrClosed = errors.New("the session is closed")

// Close keeps what is unsaved, ends every job and waits for them.
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

// Name is what the project is called; empty when none is open.
func (s *Session) Name() string {
	if s.project == nil {
		return ""
	}
	return s.project.Name()
}
