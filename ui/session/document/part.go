// Package document holds the document of what is put together: it is built in the background
// after each change, counted exactly once it is there, and handed to those who wait for one
// that is fresh from the disk. The jobs of the project own what runs.
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

// interval is how often new figures are shown while more are being made: often enough to be
// seen to move, seldom enough to cost nothing.
const interval = 100 * time.Millisecond

// Host is what the document needs of the session that it is a part of.
type Host interface {
	// Project is the one that is open; nil when none is.
	Project() *project.Project
	// Input is what a build is made of.
	Input() aggregate.Input
	// Do runs a function on the session's goroutine, later.
	Do(func())
	// Begins is told that a build begins; again reports that it goes on with the work of
	// the one before, which it ends.
	Begins(again bool)
	// Progressed is told that more of the files are read, and Failed that there will be no
	// document.
	Progressed()
	Failed(error)
	// Alongside runs with each build, in the background; what it returns is called just
	// before the document that was made of the input is there.
	Alongside(in aggregate.Input) (then func())
	// Built is told of a new document, before those who wait for it, and Counted of the same
	// one with better figures.
	Built()
	Counted()
}

// Part is the document of one project. It belongs to the session's goroutine.
type Part struct {
	host               Host
	building, counting *jobs.Latest

	doc     *aggregate.Document
	items   map[string]int // doc's items by path
	err     error          // why the last build failed
	stale   bool           // whether doc is older than what is put together
	waiting []func(*aggregate.Document)

	began    time.Time
	read     aggregate.Progress
	back     bool               // whether the build only brings back what was before it was cancelled: nobody waits for it
	outdated bool               // whether doc is of another composition
	known    bool               // whether a document was made in this project
	of       models.Composition // that doc was made of
}

// New returns the document of a project that was just opened, or of none.
func New(host Host, work *jobs.Group) *Part {
	p := &Part{host: host, building: work.Latest(), counting: work.Latest(), doc: &aggregate.Document{}}
	p.building.Urgent, p.counting.Urgent = true, true
	p.building.Lost = func(err error) { p.show(nil, aggregate.Input{}, err) }
	return p
}

// Doc returns the document that was built last. It may be older than what is put together;
// [Part.Stale] says so.
func (p *Part) Doc() *aggregate.Document { return p.doc }

// Item returns a file as it was built last; false when it is in no document.
func (p *Part) Item(path string) (aggregate.Item, bool) {
	at, ok := p.items[path]
	if !ok || at >= len(p.doc.Items) {
		return aggregate.Item{}, false
	}
	return p.doc.Items[at], true
}

// Stale reports whether the document is older than what is put together.
func (p *Part) Stale() bool { return p.stale }

// Err returns why there is no newer document; nil when there is one.
func (p *Part) Err() error { return p.err }

// Building reports whether a build runs, and Counting whether its tokens are being counted.
func (p *Part) Building() bool { return p.building.Busy() }

// Counting reports whether the tokens of the document are being counted.
func (p *Part) Counting() bool { return p.counting.Busy() }

// Progress returns since when a build runs that the user waits for, and how far it is; false
// when none does.
func (p *Part) Progress() (began time.Time, read aggregate.Progress, ok bool) {
	return p.began, p.read, p.building.Busy() && !p.back
}

// Outdated returns since when the document is of another composition than what is put
// together; false when it is not. Known reports whether there was one in this project.
func (p *Part) Outdated() (since time.Time, ok bool) { return p.began, p.outdated }

// Known reports whether a document was made in this project.
func (p *Part) Known() bool { return p.known }

// Rebuild makes the document again in the background, which draws first what has changed: a
// build of many files needs every processor. A newer call ends an older one and takes over who
// waits for a document that is fresh from the disk.
func (p *Part) Rebuild() {
	opened := p.host.Project()
	if opened == nil {
		return
	}
	in := p.host.Input()
	p.begin(in)
	builder, refresh := opened.Builder, len(p.waiting) > 0
	turn := make(chan struct{}) // the next one of the session's goroutine
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
		then := p.host.Alongside(in)
		return func() {
			then()
			p.show(doc, in, err)
		}
	})
}

// begin notes that the document is made from now on. Clicks that follow each other are one
// piece of work to who waits for it.
func (p *Part) begin(in aggregate.Input) {
	again := p.building.Busy() && !p.back
	if !again {
		p.read, p.began, p.back = aggregate.Progress{}, time.Now(), false
	}
	p.stale = true
	p.outdated = !p.known || !project.SameComposition(p.of, in.Composition)
	p.host.Begins(again)
}

// show puts a new document in the place of the old one.
func (p *Part) show(doc *aggregate.Document, in aggregate.Input, err error) {
	waiting := p.waiting
	p.stale, p.waiting = false, nil
	if p.err = err; err != nil {
		p.host.Failed(err)
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

// Recount counts the document again, because it is to be counted in another vocabulary.
func (p *Part) Recount() {
	if opened := p.host.Project(); opened != nil && p.known {
		p.counted(opened.Builder.Recount(p.doc))
		p.count()
	}
}

// count makes the estimates of the document exact in the background.
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

// counted shows the same text with better figures.
func (p *Part) counted(doc *aggregate.Document) {
	p.doc = doc
	p.host.Counted()
}

// Fresh calls then with the document of what is put together over the files as they are on
// the disk now, and with how many files had changed since the one that is shown.
func (p *Part) Fresh(then func(doc *aggregate.Document, changed int)) {
	shown := p.doc
	p.waiting = append(p.waiting, func(doc *aggregate.Document) { then(doc, ChangedFiles(shown, doc)) })
	p.Rebuild()
}

// Next calls then with the document of what is put together: at once when it is there.
func (p *Part) Next(then func(*aggregate.Document)) {
	if p.stale {
		p.waiting = append(p.waiting, then)
		return
	}
	then(p.doc)
}

// Waiting returns how many wait for a document.
func (p *Part) Waiting() int { return len(p.waiting) }

// ChangedFiles counts the files whose bytes differ between two documents that both hold
// them.
func ChangedFiles(before, after *aggregate.Document) int {
	hashes := make(map[string]string, len(before.Items))
	for _, item := range before.Items {
		hashes[item.Path] = item.Hash()
	}
	changed := 0
	for _, item := range after.Items {
		if hash, ok := hashes[item.Path]; ok && hash != item.Hash() {
			changed++
		}
	}
	return changed
}

// Cancelled says what is to be done after a build was cancelled.
type Cancelled int

// After a cancelled build.
const (
	NothingShown Cancelled = iota // there was no document in this project yet
	TakeBack                      // what is put together goes back to what the document was made of
	StillShown                    // the document is of what is put together
)

// Cancel ends a build, and forgets who waits for it. Where what is put together has to go
// back, of is what the document was made of; the build that this brings is one that nobody
// waits for, once [Part.BringsBack] was told.
func (p *Part) Cancel() (what Cancelled, of models.Composition) {
	p.building.Stop()
	p.waiting = nil
	switch {
	case !p.known:
		return NothingShown, of
	case p.outdated:
		return TakeBack, p.of
	}
	p.stale = false
	return StillShown, of
}

// BringsBack says that the build that runs only brings back what was.
func (p *Part) BringsBack() { p.back = true }

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
