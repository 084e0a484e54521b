package session

import (
	"sync/atomic"
	"time"

	"dossier/aggregate"
	"dossier/models"
	"dossier/ui/project"
	"dossier/ui/session/change"
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
	buildBegan time.Time
	read       aggregate.Progress
	stopped    Work // 0 unless work was stopped, and nothing has begun it again
	speak      *time.Timer
	back       bool               // whether the build only brings back what was before a stop: nobody waits for it
	outdated   bool               // whether the document is of another composition
	known      bool               // whether shown is known: a document was made in this project
	shown      models.Composition // that the document was made of
}

// Progress returns the work that a person should see; false when there is none.
func (s *Session) Progress() (Progress, bool) {
	p := &s.progress
	scan, scans := s.files.Scanning()
	switch {
	case scans && s.spoken(scan.Began):
		return Progress{Work: Listing, Done: scan.Files}, true
	case s.building.Busy() && !p.back && s.spoken(p.buildBegan):
		return Progress{Work: Reading, Done: p.read.Done, Total: p.read.Total}, true
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
			if _, scans := s.files.Scanning(); s.work == work && (scans || s.building.Busy()) {
				s.notify(change.Activity)
			}
		})
	})
}

// Pending reports whether the document is not yet the one of what is put together, and it
// is not near: its figures are not known then.
func (s *Session) Pending() bool {
	p := &s.progress
	if _, replaying := s.snapshots.Replayed(); s.project == nil || replaying || !p.outdated {
		return false
	}
	return !p.known || s.doc.Bytes == 0 || s.spoken(p.buildBegan)
}

// Listed reports whether the names of the project are known, so that its folders and
// patterns say which files they stand for.
func (s *Session) Listed() bool {
	return s.project == nil || s.files.Names() != nil || s.progress.stopped == Listing
}

// CancelProgress ends the work that runs. The tree stays as it is, and what is put
// together is again what the document shows.
func (s *Session) CancelProgress() {
	scan, scans := s.files.Scanning()
	switch {
	case s.project == nil:
	case scans && s.spoken(scan.Began):
		s.cancelScan()
	case s.building.Busy():
		s.cancelBuild()
	}
}

// cancelScan ends a scan; the tree stays as it is.
func (s *Session) cancelScan() {
	s.files.Stop()
	s.progress.stopped = Listing
	s.notify(change.Activity | change.Composition)
}

// cancelBuild ends a build. Where it is for a composition that the document does not show,
// that one is taken back; the first one of a project has nothing to go back to, and stays
// without a document.
func (s *Session) cancelBuild() {
	p := &s.progress
	s.building.Stop()
	s.waiting = nil
	switch {
	case !p.known:
		p.stopped = Reading
		s.notify(change.Activity | change.Document)
		return
	case p.outdated:
		s.goBack(p.shown)
		p.back = true
		s.tell(message.New("Stopped: what is put together is again as it was", nil))
	default:
		s.stale = false
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
		s.files.Rescan()
		s.rebuild()
	case Reading:
		s.rebuild()
	}
}

// pace says when there is something new to show. It may be asked from any goroutine.
type pace struct {
	every time.Duration
	next  atomic.Int64
}

// newPace returns a pace of which the first beat is one interval from now.
func newPace(every time.Duration) *pace {
	p := &pace{every: every}
	p.next.Store(time.Now().Add(every).UnixNano())
	return p
}

// due reports whether an interval has passed since it last did.
func (p *pace) due() bool {
	at, now := p.next.Load(), time.Now()
	return now.UnixNano() >= at && p.next.CompareAndSwap(at, now.Add(p.every).UnixNano())
}
