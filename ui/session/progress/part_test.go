package progress

import (
	"strings"
	"testing"
	"time"

	"dossier/aggregate"
	"dossier/models"
	"dossier/ui/features/filetree"
	"dossier/ui/session/document"
	"dossier/ui/session/message"
	"dossier/ui/session/sessiontest"
)

// long and short are since when work runs that is spoken of, and that is not yet.
var (
	long  = time.Now().Add(-2 * time.Hour)
	short = time.Now().Add(time.Hour)
)

// fake is a session whose work is what the test says.
type fake struct {
	delay              time.Duration
	scan               filetree.Scan
	scans, names       bool
	began              time.Time
	read               aggregate.Progress
	reads, builds      bool
	cancelled          document.Cancelled
	outdated           time.Time
	isOutdated, figure bool
	log                []string
}

func (f *fake) does(what string) { f.log = append(f.log, what) }

func (f *fake) Delay() time.Duration                 { return f.delay }
func (f *fake) Scanning() (filetree.Scan, bool)      { return f.scan, f.scans }
func (f *fake) NamesKnown() bool                     { return f.names }
func (f *fake) StopScan()                            { f.scans = false; f.does("stop the scan") }
func (f *fake) Rescan()                              { f.does("scan") }
func (f *fake) Building() bool                       { return f.builds }
func (f *fake) Rebuild()                             { f.does("build") }
func (f *fake) GoBack(comp models.Composition)       { f.does("go back to " + comp.Instruction) }
func (f *fake) Outdated() (since time.Time, ok bool) { return f.outdated, f.isOutdated }
func (f *fake) HasFigures() bool                     { return f.figure }
func (f *fake) Changed()                             { f.does("changed") }
func (f *fake) ScanStopped()                         { f.does("no tree") }
func (f *fake) BuildStopped()                        { f.does("no document") }
func (f *fake) Tell(m message.Message)               { f.does("say: " + m.Text) }

func (f *fake) Reading() (began time.Time, read aggregate.Progress, ok bool) {
	return f.began, f.read, f.reads
}

func (f *fake) CancelBuild() (document.Cancelled, models.Composition) {
	f.builds, f.reads = false, false
	f.does("stop the build")
	return f.cancelled, models.Composition{Instruction: "what was"}
}

// newPart returns the progress of a session that speaks of work after an hour.
func newPart(t *testing.T) (*fake, *Part, *sessiontest.Desk) {
	t.Helper()
	f, d := &fake{delay: time.Hour}, sessiontest.New(t, nil)
	return f, New(f, d.Work), d
}

func TestWorkIsShownOnceItHasRunForLong(t *testing.T) {
	read := aggregate.Progress{Done: 3, Total: 9}
	tests := []struct {
		name string
		fake fake
		want Status
		ok   bool
	}{
		{"nothing runs", fake{}, Status{}, false},
		{"a scan that has just begun", fake{scans: true, scan: filetree.Scan{Files: 7, Began: short}}, Status{}, false},
		{"a scan", fake{scans: true, scan: filetree.Scan{Files: 7, Began: long}}, Status{Work: Listing, Done: 7}, true},
		{"a build that has just begun", fake{reads: true, began: short, read: read}, Status{}, false},
		{"a build", fake{reads: true, began: long, read: read}, Status{Work: Reading, Done: 3, Total: 9}, true},
		{
			"both: names come first",
			fake{scans: true, scan: filetree.Scan{Files: 7, Began: long}, reads: true, began: long, read: read},
			Status{Work: Listing, Done: 7},
			true,
		},
		{
			"a build while a scan has just begun",
			fake{scans: true, scan: filetree.Scan{Files: 7, Began: short}, reads: true, began: long, read: read},
			Status{Work: Reading, Done: 3, Total: 9},
			true,
		},
	}
	for _, tt := range tests {
		tt.fake.delay = time.Hour
		if got, ok := New(&tt.fake, sessiontest.New(t, nil).Work).Now(); got != tt.want || ok != tt.ok {
			t.Errorf("%s: %+v, %t", tt.name, got, ok)
		}
	}
}

func TestCancelAndRestart(t *testing.T) {
	tests := []struct {
		name     string
		fake     fake
		cancel   string
		stopped  Work // what can be gone on with
		restarts string
		awaiting bool // names, after it was stopped
	}{
		{"nothing runs", fake{}, "", 0, "", true},
		{"a scan", fake{scans: true, scan: filetree.Scan{Began: long}}, "stop the scan, no tree", Listing, "scan, build", false},
		{
			"a scan that nobody sees yet, and a build",
			fake{scans: true, scan: filetree.Scan{Began: short}, builds: true, cancelled: document.NothingShown},
			"stop the build, no document", Reading, "build", true,
		},
		{"the first build of a project", fake{names: true, builds: true, cancelled: document.NothingShown}, "stop the build, no document", Reading, "build", false},
		{
			"a build of something else",
			fake{names: true, builds: true, cancelled: document.GoBack},
			"stop the build, go back to what was, say: Stopped: the dossier is as it was before, changed", 0, "", false,
		},
		{"a build of the same", fake{names: true, builds: true, cancelled: document.StillShown}, "stop the build, say: Stopped, changed", 0, "", false},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			f := &tt.fake
			f.delay = time.Hour
			p := New(f, sessiontest.New(t, nil).Work)
			p.Cancel()
			if got := strings.Join(f.log, ", "); got != tt.cancel {
				t.Errorf("it did: %s", got)
			}
			if got, ok := p.Now(); ok != (tt.stopped != 0) || got.Work != tt.stopped || got.Stopped != ok {
				t.Errorf("afterwards: %+v, %t", got, ok)
			}
			if got := p.AwaitsNames(); got != tt.awaiting {
				t.Errorf("names are awaited: %t", got)
			}
			f.log = nil
			p.Restart()
			if got := strings.Join(f.log, ", "); got != tt.restarts {
				t.Errorf("it went on with: %s", got)
			}
			p.Begins(tt.stopped, true)
			if got, ok := p.Now(); ok {
				t.Errorf("it was begun again, and there is still %+v", got)
			}
		})
	}
}

func TestSlowWorkIsShownAfterTheDelay(t *testing.T) {
	f, p, d := newPart(t)
	f.delay = 0
	f.builds = true
	p.Begins(Reading, false)
	d.Until("it is told", func() bool { return len(f.log) > 0 })
	f.builds, f.scans = false, true
	p.Begins(Listing, false)
	d.Until("it is told of a scan", func() bool { return len(f.log) > 1 })
	if got := strings.Join(f.log, ", "); got != "changed, changed" {
		t.Errorf("it was told: %s", got)
	}
	f.scans = false
	p.Begins(Reading, false)
	d.Until("the delay is over", func() bool { return !p.speak.Waiting() })
	p.Begins(Reading, true)
	if p.speak.Waiting() || len(f.log) != 2 {
		t.Errorf("of work that is done, or goes on, it was told: %s", f.log[2:])
	}
}

func TestFiguresArePendingUntilTheyAreNear(t *testing.T) {
	tests := []struct {
		name string
		fake fake
		want bool
	}{
		{"of what is put together", fake{figure: true}, false},
		{"of something else, for a moment", fake{isOutdated: true, outdated: short, figure: true}, false},
		{"of something else, for long", fake{isOutdated: true, outdated: long, figure: true}, true},
		{"there are none", fake{isOutdated: true, outdated: short}, true},
	}
	for _, tt := range tests {
		tt.fake.delay = time.Hour
		if got := New(&tt.fake, sessiontest.New(t, nil).Work).Pending(); got != tt.want {
			t.Errorf("%s: pending %t", tt.name, got)
		}
	}
}
