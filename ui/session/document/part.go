// Package document maintains the document of the composition: it is built in the background after
// each change, then counted exactly, and passed to callers that wait for a document built from the
// current files. All work runs in jobs of the project.
package document

import (
	"context"
	"sync/atomic"
	"time"

	"dossier/aggregate"
	"dossier/models"
	"dossier/ui/project"
	"dossier/ui/session/jobs"
)

// interval is the time between two updates of the figures during a count: short enough for visible
// progress, long enough to cost nothing.
const interval = 100 * time.Millisecond

// Host is the subset of the session that the document depends on.
type Host interface {
	// Project returns the open project; nil if none is open.
	Project() *project.Project
	// Input returns the input of a build.
	Input() aggregate.Input
	// Do queues a function on the session's goroutine.
	Do(func())
	// BuildBegins is called when a build begins; again is set if it continues the work of the previous
	// build, which it cancels.
	BuildBegins(again bool)
	// Progressed is called after more files have been read, and at the end of a build that failed; Fail
	// before it, with the reason.
	Progressed()
	Fail(error)
	// DuringBuild returns a function that runs with a build, in the background; the function that it returns is
	// called just before the document of the input is available.
	DuringBuild() func(in aggregate.Input) (then func())
	// Built is called with a new document, before its waiting callers; Counted with the same
	// document and more exact counts.
	Built()
	Counted()
}

// Part is the controller of one project's document. It belongs to the session's goroutine.
type Part struct {
	host               Host
	building, counting *jobs.Latest

	doc     *aggregate.Document
	items   map[string]int // index of doc's items by path
	err     error          // why the last build failed
	stale   bool           // whether doc is older than the composition
	waiting []func(*aggregate.Document)

	began    time.Time
	read     aggregate.Progress
	back     bool               // whether the build restores the state before a cancelled one; the user does not wait for it
	outdated bool               // whether doc is of another composition
	known    bool               // whether this project had a document
	of       models.Composition // the input of doc
}

// New returns the controller for a newly opened project, or for none.
func New(host Host, work *jobs.Group) *Part {
	p := &Part{host: host, building: work.Latest(), counting: work.Latest(), doc: &aggregate.Document{}}
	p.building.Urgent, p.counting.Urgent = true, true
	p.building.Lost = func(err error) { p.show(nil, aggregate.Input{}, err) }
	return p
}

// Doc returns the most recently built document. It may be older than the composition; see
// [Part.Stale].
func (p *Part) Doc() *aggregate.Document { return p.doc }

// Item returns a file of the most recently built document, and whether it has the file.
func (p *Part) Item(path string) (aggregate.Item, bool) {
	at, ok := p.items[path]
	if !ok || at >= len(p.doc.Items) {
		return aggregate.Item{}, false
	}
	return p.doc.Items[at], true
}

// BuiltFrom returns the composition that the document was built from.
func (p *Part) BuiltFrom() models.Composition { return p.of }

// Stale reports whether the document is older than the composition.
func (p *Part) Stale() bool { return p.stale }

// Err returns why there is no newer document; nil if there is one.
func (p *Part) Err() error { return p.err }

// Building reports whether a build runs.
func (p *Part) Building() bool { return p.building.Busy() }

// Counting reports whether the tokens of the document are being counted.
func (p *Part) Counting() bool { return p.counting.Busy() }

// Progress returns the start and progress of a build that the user waits for; false if there is
// none.
func (p *Part) Progress() (began time.Time, read aggregate.Progress, ok bool) {
	return p.began, p.read, p.building.Busy() && !p.back
}

// Outdated returns since when the document has differed from the composition, and whether it
// differs.
func (p *Part) Outdated() (since time.Time, ok bool) { return p.began, p.outdated }

// Known reports whether this project had a document.
func (p *Part) Known() bool { return p.known }

// Rebuild builds the document again in the background, after pending changes are drawn, because a
// build of many files uses every processor. A newer call cancels an older one and takes over its
// waiting callers.
func (p *Part) Rebuild() {
	opened := p.host.Project()
	if opened == nil {
		return
	}
	in := p.host.Input()
	p.begin(in)
	builder, refresh, alongside := opened.Builder, len(p.waiting) > 0, p.host.DuringBuild()
	turn := make(chan struct{}) // the next turn of the session's goroutine
	p.host.Do(func() { close(turn) })
	p.building.Start(func(ctx context.Context) func() {
		select {
		case <-turn:
		case <-ctx.Done():
			return nil
		}
		if refresh {
			if _, err := builder.Refresh(ctx); err != nil {
				return func() { p.show(nil, in, err) }
			}
		}
		beat := newPace(interval)
		doc, err := builder.Build(ctx, in, func(read aggregate.Progress) {
			if beat.due() {
				p.host.Do(func() {
					if ctx.Err() == nil {
						p.read = read
						p.host.Progressed()
					}
				})
			}
		})
		then := alongside(in)
		return func() {
			then()
			p.show(doc, in, err)
		}
	})
}

// begin marks the start of a build. Builds of consecutive clicks count as one for waiting callers.
func (p *Part) begin(in aggregate.Input) {
	again := p.building.Busy() && !p.back
	if !again {
		p.read, p.began, p.back = aggregate.Progress{}, time.Now(), false
	}
	p.stale = true
	p.outdated = !p.known || !project.SameComposition(p.of, in.Composition)
	p.host.BuildBegins(again)
}

// show replaces the document.
func (p *Part) show(doc *aggregate.Document, in aggregate.Input, err error) {
	waiting := p.waiting
	p.stale, p.waiting = false, nil
	if p.err = err; err != nil {
		p.host.Fail(err)
		p.host.Progressed()
		return
	}
	p.known, p.outdated, p.of = true, false, in.Composition
	p.doc = doc
	p.items = make(map[string]int, len(doc.Items))
	for i, item := range doc.Items {
		p.items[item.Path] = i
	}
	p.host.Built()
	p.count()
	for _, then := range waiting {
		then(doc)
	}
}

// Recount counts the document again after the vocabulary has changed.
func (p *Part) Recount() {
	if opened := p.host.Project(); opened != nil && p.known {
		p.counted(opened.Builder.Recount(p.doc))
		p.count()
	}
}

// count replaces the document's estimates by exact counts in the background.
func (p *Part) count() {
	opened := p.host.Project()
	if opened.Counted(p.doc.Tokens) {
		p.counting.Stop()
		return
	}
	doc, builder := p.doc, opened.Builder
	p.counting.Start(func(ctx context.Context) func() {
		beat := newPace(interval)
		done := func() {
			if !beat.due() {
				return
			}
			counted := builder.Recount(doc)
			p.host.Do(func() {
				if ctx.Err() == nil {
					p.counted(counted)
				}
			})
		}
		counted, err := builder.Count(ctx, doc, done)
		if err != nil {
			return nil
		}
		return func() { p.counted(counted) }
	})
}

// counted shows the same text with more exact counts.
func (p *Part) counted(doc *aggregate.Document) {
	p.doc = doc
	p.host.Counted()
}

// FreshDocument calls then with the composition's document, built from the files as they are on disk now,
// and with the number of files that had changed since the shown document.
func (p *Part) FreshDocument(then func(doc *aggregate.Document, changed int)) {
	shown := p.doc
	p.waiting = append(p.waiting, func(doc *aggregate.Document) { then(doc, aggregate.ChangedFiles(shown, doc)) })
	p.Rebuild()
}

// Next calls then with the document of the composition, immediately if it is available.
func (p *Part) Next(then func(*aggregate.Document)) {
	if p.stale {
		p.waiting = append(p.waiting, then)
		return
	}
	then(p.doc)
}

// Waiting returns the number of callers that wait for a document.
func (p *Part) Waiting() int { return len(p.waiting) }

// Cancelled is what the caller must do after a cancelled build.
type Cancelled int

// Values of Cancelled.
const (
	NothingShown       Cancelled = iota // this project had no document yet
	RestoreComposition                  // the composition must return to that of the document
	StillShown                          // the document matches the composition
)

// Cancel cancels a build and drops its waiting callers. If the composition must be restored, of is the input
// of the document; the user does not wait for the build that follows, if [Part.MarkRestoring] is called.
func (p *Part) Cancel() (what Cancelled, of models.Composition) {
	p.building.Stop()
	p.waiting = nil
	switch {
	case !p.known:
		return NothingShown, of
	case p.outdated:
		return RestoreComposition, p.of
	}
	p.stale = false
	return StillShown, of
}

// MarkRestoring marks the running build as one that only restores the previous state.
func (p *Part) MarkRestoring() { p.back = true }

// pace limits how often new figures are shown. It is safe for concurrent use.
type pace struct {
	every time.Duration
	next  atomic.Int64
}

// newPace returns a pace that is first due one interval from now.
func newPace(every time.Duration) *pace {
	p := &pace{every: every}
	p.next.Store(time.Now().Add(every).UnixNano())
	return p
}

// due reports whether an interval has passed since it last returned true.
func (p *pace) due() bool {
	at, now := p.next.Load(), time.Now()
	return now.UnixNano() >= at && p.next.CompareAndSwap(at, now.Add(p.every).UnixNano())
}
