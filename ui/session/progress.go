package session

import (
	"time"

	"dossier/models"
	"dossier/ui/project"
	"dossier/ui/session/change"
	"dossier/ui/session/document"
	"dossier/ui/session/jobs"
	"dossier/ui/session/message"
	"dossier/ui/session/undo"
)

// Work is the subject of a [WorkStatus].
type Work int

// The kinds of work that take time in a large project.
const (
	Listing Work = iota + 1 // the names of the project's folder
	Reading                 // the files of the dossier
)

// WorkStatus is background work that has run long enough to be shown, or that was cancelled.
type WorkStatus struct {
	Work        Work
	Done, Total int  // files; a Total of 0 is not known
	Stopped     bool // by [Progress.Cancel]; [Progress.Restart] begins again
}

// Progress reports the slow work of one project: listing the folder and reading the files of the
// document. It is shown after it has run for a while, and can be cancelled and restarted. It belongs to
// the session's goroutine.
type Progress struct {
	s       *Session
	speak   *jobs.Later
	stopped Work // 0 unless work was cancelled and not restarted
}

// Progress is the progress of slow work.
func (s *Session) Progress() *Progress { return s.progress }

// Current returns the work that the user should see; false when there is none.
func (p *Progress) Current() (WorkStatus, bool) {
	scan, scans := p.s.tree.Scanning()
	began, read, builds := p.s.document.Progress()
	switch {
	case scans && p.spoken(scan.Began):
		return WorkStatus{Work: Listing, Done: scan.Files}, true
	case builds && p.spoken(began):
		return WorkStatus{Work: Reading, Done: read.Done, Total: read.Total}, true
	case p.stopped != 0:
		return WorkStatus{Work: p.stopped, Stopped: true}, true
	}
	return WorkStatus{}, false
}

func (p *Progress) spoken(began time.Time) bool { return time.Since(began) >= p.s.speakAfter }

// begins marks the start of work, which is shown after it has run for a while. again reports that
// it continues the same work.
func (p *Progress) begins(work Work, again bool) {
	if p.stopped == work {
		p.stopped = 0
	}
	if again {
		return
	}
	p.speak.Start(p.s.speakAfter, func() {
		if _, scans := p.s.tree.Scanning(); scans || p.s.document.Building() {
			p.s.notify(change.Activity)
		}
	})
}

// Pending reports whether the document is older than the composition and its counts are not close,
// so that none are known. A replayed snapshot is never older.
func (p *Progress) Pending() bool {
	since, outdated := p.s.document.Outdated()
	if _, replays := p.s.snapshots.Replayed(); !outdated || replays || p.s.project == nil {
		return false
	}
	near := p.s.document.Known() && p.s.document.Doc().Bytes > 0
	return !near || p.spoken(since)
}

// AwaitsNames reports whether the first files of the project are still unknown, so that its folders
// and patterns cannot be resolved. It returns false after the listing was cancelled.
func (p *Progress) AwaitsNames() bool {
	return p.s.project != nil && p.s.tree.Names() == nil && p.stopped != Listing
}

// Cancel cancels the running work. The tree stays unchanged, and the composition returns to that of
// the document; without a previous document the project has none.
func (p *Progress) Cancel() {
	scan, scans := p.s.tree.Scanning()
	switch {
	case scans && p.spoken(scan.Began):
		p.s.tree.Stop()
		p.stopped = Listing
		p.s.notify(change.Activity | change.Composition)
	case p.s.document.Building():
		p.cancelBuild()
	}
}

func (p *Progress) cancelBuild() {
	switch what, of := p.s.document.Cancel(); what {
	case document.NothingShown:
		p.stopped = Reading
		p.s.notify(change.Activity | change.Document)
		return
	case document.RestoreComposition:
		p.s.restoreShown(of)
		p.s.notifyUser(message.New("Stopped: the dossier is as it was before", nil))
	case document.StillShown:
		p.s.notifyUser(message.New("Stopped", nil))
	}
	p.s.notify(change.Activity)
}

// Restart restarts the cancelled work.
func (p *Progress) Restart() {
	switch p.stopped {
	case Listing:
		p.s.tree.Rescan()
		p.s.rebuild()
	case Reading:
		p.s.rebuild()
	}
}

// restoreShown restores the composition of the document: by undo or redo if they lead to it, otherwise by
// a new undo step. The build that follows has no waiters.
func (s *Session) restoreShown(shown models.Composition) {
	of := func(state undo.State) bool { _, is := state.(compositionState); return is }
	leads := func(state undo.State) bool {
		old, is := state.(compositionState)
		return is && project.SameComposition(old.comp, shown)
	}
	switch steps := s.undo.StepsBack(of, leads); {
	case s.undo.LeadsForward(leads):
		s.Redo()
	case steps > 0:
		for range steps {
			s.Undo()
		}
	default:
		s.push(message.New("stop", nil), "")
		s.compose(shown)
	}
	s.document.MarkRestoring()
}
