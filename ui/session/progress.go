package session

import (
	"time"

	"dossier/models"
	"dossier/ui/project"
	"dossier/ui/session/change"
	"dossier/ui/session/document"
	"dossier/ui/session/message"
	"dossier/ui/session/undo"
)

// Work is what a [Progress] is about.
type Work int

// The kinds of work that take time in a large project.
const (
	Listing Work = iota + 1 // the names of the project's folder
	Reading                 // the files of the dossier
)

// Progress is work beside the window that has run for long enough to be spoken of, or that
// was stopped before its end.
type Progress struct {
	Work        Work
	Done, Total int  // files; a Total of 0 is not known
	Stopped     bool // by [Session.CancelProgress]; [Session.GoOn] begins again
}

// progressDelay is how long something may take before it is spoken of.
const progressDelay = 200 * time.Millisecond

// progressState is what is known of the work that runs.
type progressState struct {
	stopped Work // 0 unless work was stopped, and nothing has begun it again
	speak   *time.Timer
}

// Progress returns the work that a person should see; false when there is none.
func (s *Session) Progress() (Progress, bool) {
	p := &s.progress
	scan, scans := s.tree.Scanning()
	began, read, builds := s.document.Progress()
	switch {
	case scans && s.spoken(scan.Began):
		return Progress{Work: Listing, Done: scan.Files}, true
	case builds && s.spoken(began):
		return Progress{Work: Reading, Done: read.Done, Total: read.Total}, true
	case p.stopped != 0:
		return Progress{Work: p.stopped, Stopped: true}, true
	}
	return Progress{}, false
}

func (s *Session) spoken(began time.Time) bool { return time.Since(began) >= s.speakAfter }

// speakSoon tells the window once work that begins now has run for long enough.
func (s *Session) speakSoon() {
	p, work := &s.progress, s.work
	if p.speak != nil {
		p.speak.Stop()
	}
	p.speak = time.AfterFunc(s.speakAfter, func() {
		s.Do(func() {
			if _, scans := s.tree.Scanning(); s.work == work && (scans || s.document.Building()) {
				s.notify(change.Activity)
			}
		})
	})
}

// Pending reports whether the document is not yet the one of what is put together, and it
// is not near: its figures are not known then.
func (s *Session) Pending() bool {
	began, outdated := s.document.Outdated()
	if _, replaying := s.snapshots.Replayed(); s.project == nil || replaying || !outdated {
		return false
	}
	return !s.document.Known() || s.document.Doc().Bytes == 0 || s.spoken(began)
}

// Listed reports whether the names of the project are known, so that its folders and
// patterns say which files they stand for.
func (s *Session) Listed() bool {
	return s.project == nil || s.tree.Names() != nil || s.progress.stopped == Listing
}

// CancelProgress ends the work that runs. The tree stays as it is, and what is put
// together is again what the document shows.
func (s *Session) CancelProgress() {
	scan, scans := s.tree.Scanning()
	switch {
	case s.project == nil:
	case scans && s.spoken(scan.Began):
		s.cancelScan()
	case s.document.Building():
		s.cancelBuild()
	}
}

// cancelScan ends a scan; the tree stays as it is.
func (s *Session) cancelScan() {
	s.tree.Stop()
	s.progress.stopped = Listing
	s.notify(change.Activity | change.Composition)
}

// cancelBuild ends a build. Where it is for a composition that the document does not show,
// that one is taken back; the first one of a project has nothing to go back to, and stays
// without a document.
func (s *Session) cancelBuild() {
	switch what, of := s.document.Cancel(); what {
	case document.NothingShown:
		s.progress.stopped = Reading
		s.notify(change.Activity | change.Document)
		return
	case document.TakeBack:
		s.goBack(of)
		s.document.BringsBack()
		s.tell(message.New("Stopped: what is put together is again as it was", nil))
	case document.StillShown:
		s.tell(message.New("Stopped", nil))
	}
	s.notify(change.Activity)
}

// goBack puts together again what the document shows: by undo or redo where these lead
// there, and by a step of its own otherwise.
func (s *Session) goBack(shown models.Composition) {
	of := func(state undo.State) bool { _, is := state.(together); return is }
	leads := func(state undo.State) bool {
		was, is := state.(together)
		return is && project.SameComposition(was.comp, shown)
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
}

// GoOn begins again what was stopped.
func (s *Session) GoOn() {
	switch s.progress.stopped {
	case Listing:
		s.tree.Rescan()
		s.rebuild()
	case Reading:
		s.rebuild()
	}
}
