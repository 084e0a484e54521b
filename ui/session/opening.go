package session

import (
	"context"
	"errors"
	"os"
	"time"

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
		if err := s.flushNow(); err != nil {
			s.fail(err)
		}
	}
	release := s.hold()
	s.leave()
	s.workspace = s.newWorkspace(p)
	s.slot, s.sample = s.store.Claim(p.Dir), s.isSample(p.Dir)
	s.restore()
	s.discussion.Restore()
	s.resolve()
	s.keep(func(ctx context.Context) {
		if err := s.store.Opened(ctx, p.Dir, time.Now()); err != nil && ctx.Err() == nil {
			s.Do(func() { s.fail(err) })
		}
	})
	release(change.Project | change.Tree | change.Composition | change.Document | change.Settings | change.Presets | change.Discussion | change.Left)
	s.tree.Rescan()
	s.rebuild()
	s.snapshots.Refresh()
	return nil
}

// leave closes the project that is open. Its jobs are told to end; the folder is given
// back once they have.
func (s *Session) leave() {
	p, work, files, cleanup := s.project, s.work, s.tree, s.snapshots.Cleanup()
	if s.slot != nil {
		s.slot.Release(s.hasUnsaved())
		s.slot = nil
	}
	s.project = nil
	work.End()
	s.jobs.Go(func() {
		work.Wait()
		files.Close()
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
	err := s.flushNow()
	s.leave()
	s.settings.Close()
	s.jobs.Close()
	return err
}

// OpenLast opens the project that was open last; false when there is none to open.
func (s *Session) OpenLast() bool {
	for _, recent := range s.store.Recents() {
		if info, err := os.Stat(recent.Path); err == nil && info.IsDir() {
			return s.Open(recent.Path) == nil
		}
	}
	return false
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
