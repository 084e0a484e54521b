// Package progress is what the user sees of the work of a session that takes long in a large
// project: listing the folder and reading the files of the dossier. It is spoken of once it has
// run for a while, and can be stopped and begun again.
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

// Host is what the progress needs of the session whose work it shows.
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
	// GoBack puts together again what the document was made of.
	GoBack(models.Composition)
	// Outdated is since when the document that is shown is of another composition than what is
	// put together; false when it is not. HasFigures reports whether there is one all the same.
	Outdated() (since time.Time, ok bool)
	HasFigures() bool
	// Changed is told that there is other progress, ScanStopped and BuildStopped that besides
	// there will be no tree or no document.
	Changed()
	ScanStopped()
	BuildStopped()
	Tell(message.Message)
}

// Work is what a [Status] is about.
type Work int

// The kinds of work that take time in a large project.
const (
	Listing Work = iota + 1 // the names of the project's folder
	Reading                 // the files of the dossier
)

// Status is work in the background that has run for long enough to be spoken of, or that
// was stopped before its end.
type Status struct {
	Work        Work
	Done, Total int  // files; a Total of 0 is not known
	Stopped     bool // by [Part.Cancel]; [Part.GoOn] begins again
}

// Part is the progress of the work of one project. It belongs to the session's goroutine.
type Part struct {
	host    Host
	speak   *jobs.Later
	stopped Work // 0 unless work was stopped, and nothing has begun it again
}

// New returns the progress of a project that was just opened.
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

// Begins takes in that work begins now, of which the user is told once it has run for long
// enough. again reports that it goes on with the same work that was begun before.
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

// Pending reports whether the document is not yet the one of what is put together, and it
// is not near: its figures are not known then.
func (p *Part) Pending() bool {
	since, outdated := p.host.Outdated()
	return outdated && (!p.host.HasFigures() || p.spoken(since))
}

// AwaitsNames reports whether the first names of the project are still to come, so that its
// folders and patterns do not say yet which files they stand for. Nobody waits for them once
// the listing was stopped.
func (p *Part) AwaitsNames() bool { return !p.host.NamesKnown() && p.stopped != Listing }

// Cancel ends the work that runs. The tree stays as it is, and what is put together is again
// what the document shows; the first document of a project has nothing to go back to, and the
// project stays without one.
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
	case document.TakeBack:
		p.host.GoBack(of)
		p.host.Tell(message.New("Stopped: the dossier is as it was before", nil))
	case document.StillShown:
		p.host.Tell(message.New("Stopped", nil))
	}
	p.host.Changed()
}

// GoOn begins again what was stopped.
func (p *Part) GoOn() {
	switch p.stopped {
	case Listing:
		p.host.Rescan()
		p.host.Rebuild()
	case Reading:
		p.host.Rebuild()
	}
}
