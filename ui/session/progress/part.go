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

// Delay is how long work usually may take before it is spoken of.
const Delay = 200 * time.Millisecond

// Host is the subset of the session that the progress depends on.
type Host interface {
	// Delay is how long work may take before it is spoken of.
	Delay() time.Duration
	// Scanning is the scan of the folder that runs, NamesKnown reports whether there are names
	// of an earlier one, and StopScan and Rescan end one and begin one.
	Scanning() (filetree.Scan, bool)
	NamesKnown() bool
	StopScan()
	Rescan()
	// Reading is since when a build runs that the user waits for, and how far it is. Building
	// reports whether any build runs; CancelBuild and Rebuild end one and begin one.
	Reading() (began time.Time, read aggregate.Progress, ok bool)
	Building() bool
	CancelBuild() (document.Cancelled, models.Composition)
	Rebuild()
	// GoBack restores the composition of the document.
	GoBack(models.Composition)
	// Outdated is the time since when the shown document differs from the composition, and whether
	// it does. HasFigures reports whether there is a document nevertheless.
	Outdated() (since time.Time, ok bool)
	HasFigures() bool
	// Changed is called after the progress has changed; ScanStopped and BuildStopped also if there
	// will be no tree or no document.
	Changed()
	ScanStopped()
	BuildStopped()
	Tell(message.Message)
}

// Work is the subject of a [Status].
type Work int

// The kinds of work that take time in a large project.
const (
	Listing Work = iota + 1 // the names of the project's folder
	Reading                 // the files of the dossier
)

// Status is background work that has run long enough to be shown, or that was cancelled.
type Status struct {
	Work        Work
	Done, Total int  // files; a Total of 0 is not known
	Stopped     bool // by [Part.Cancel]; [Part.Restart] begins again
}

// Part is the progress of the work of one project. It belongs to the session's goroutine.
type Part struct {
	host    Host
	speak   *jobs.Later
	stopped Work // 0 unless work was cancelled and not restarted
}

// New returns the controller for a newly opened project.
func New(host Host, work *jobs.Group) *Part { return &Part{host: host, speak: work.Later()} }

// Now returns the work that the user should see; false when there is none.
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

// Begins marks the start of work, which is shown after it has run for a while. again reports that
// it continues the same work.
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

// Pending reports whether the document is older than the composition and its counts are not close,
// so that none are known.
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
