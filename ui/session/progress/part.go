// Package progress reports the slow work of a session in a large project: listing the folder and
// reading the files of the document. It is shown after it has run for a while, and can be cancelled
// and restarted.
package progress

import (
	"time"

	"dossier/aggregate"
	"dossier/models"
	"dossier/ui/features/filetree"
	"dossier/ui/session/document"
	"dossier/ui/session/jobs"
	"dossier/ui/session/message"
)

// Delay is how long work may usually take before its progress is shown.
const Delay = 200 * time.Millisecond

// Host is the subset of the session that the progress depends on.
type Host interface {
	// Delay returns how long work may take before its progress is shown.
	Delay() time.Duration
	// Scanning returns the running scan of the folder. NamesKnown reports whether names of an
	// earlier scan are known. StopScan cancels a scan and Rescan starts one.
	Scanning() (filetree.Scan, bool)
	NamesKnown() bool
	StopScan()
	Rescan()
	// Reading returns the start and progress of a build that the user waits for. Building reports
	// whether any build runs; CancelBuild cancels a build and Rebuild starts one.
	Reading() (began time.Time, read aggregate.Progress, ok bool)
	Building() bool
	CancelBuild() (document.Cancelled, models.Composition)
	Rebuild()
	// GoBack restores the composition of the document.
	GoBack(models.Composition)
	// Outdated returns since when the shown document has differed from the composition, and whether
	// it differs. HasFigures reports whether there is a document nevertheless.
	Outdated() (since time.Time, ok bool)
	HasFigures() bool
	// Changed is called after the progress has changed; ScanStopped and BuildStopped also report
	// that there will be no tree or no document.
	Changed()
	ScanStopped()
	BuildStopped()
	Tell(message.Message)
}

// Work is the subject of a [Status].
type Work int

// The kinds of work that take long in a large project.
const (
	Listing Work = iota + 1 // the names of the project's folder
	Reading                 // the files of the dossier
)

// Status is background work that has run long enough to be shown, or that was cancelled.
type Status struct {
	Work        Work
	Done, Total int  // number of files; a Total of 0 is unknown
	Stopped     bool // by [Part.Cancel]; [Part.Restart] restarts it
}

// Part is the controller of the progress in one project. It belongs to the session's goroutine.
type Part struct {
	host    Host
	speak   *jobs.Later
	stopped Work // 0 unless work was cancelled and not restarted
}

// New returns the controller for a newly opened project.
func New(host Host, work *jobs.Group) *Part { return &Part{host: host, speak: work.Later()} }

// Now returns the work to show to the user; false if there is none.
func (p *Part) Now() (Status, bool) {
	scan, scans := p.host.Scanning()
	began, read, builds := p.host.Reading()
	switch {
	case scans && p.spoken(scan.Began):
		return Status{Work: Listing, Done: scan.Files}, true
	case builds && p.spoken(began):
		return Status{Work: Reading, Done: read.Done, Total: read.Total}, true
	case p.stopped != 0:
		return Status{Work: p.stopped, Stopped: true}, true
	}
	return Status{}, false
}

func (p *Part) spoken(began time.Time) bool { return time.Since(began) >= p.host.Delay() }

// Begins marks the start of work, which is shown after it has run for a while. again is set if it
// continues the same work.
func (p *Part) Begins(work Work, again bool) {
	if p.stopped == work {
		p.stopped = 0
	}
	if again {
		return
	}
	p.speak.Start(p.host.Delay(), func() {
		if _, scans := p.host.Scanning(); scans || p.host.Building() {
			p.host.Changed()
		}
	})
}

// Pending reports whether the composition's counts are unknown: the document is older, and either
// empty or outdated for longer than the delay.
func (p *Part) Pending() bool {
	since, outdated := p.host.Outdated()
	return outdated && (!p.host.HasFigures() || p.spoken(since))
}

// AwaitsNames reports whether the first files of the project are still unknown, so that its folders
// and patterns cannot be resolved. It returns false after the listing was cancelled.
func (p *Part) AwaitsNames() bool { return !p.host.NamesKnown() && p.stopped != Listing }

// Cancel cancels the running work. The tree stays unchanged, and the composition returns to that of
// the document; without a previous document the project has none.
func (p *Part) Cancel() {
	scan, scans := p.host.Scanning()
	switch {
	case scans && p.spoken(scan.Began):
		p.host.StopScan()
		p.stopped = Listing
		p.host.ScanStopped()
	case p.host.Building():
		p.cancelBuild()
	}
}

func (p *Part) cancelBuild() {
	switch what, of := p.host.CancelBuild(); what {
	case document.NothingShown:
		p.stopped = Reading
		p.host.BuildStopped()
		return
	case document.GoBack:
		p.host.GoBack(of)
		p.host.Tell(message.New("Stopped: the dossier is as it was before", nil))
	case document.StillShown:
		p.host.Tell(message.New("Stopped", nil))
	}
	p.host.Changed()
}

// Restart restarts the cancelled work.
func (p *Part) Restart() {
	switch p.stopped {
	case Listing:
		p.host.Rescan()
		p.host.Rebuild()
	case Reading:
		p.host.Rebuild()
	}
}
