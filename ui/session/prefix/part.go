// Package prefix tells how much of the dossier a provider has read already, because it is
// byte for byte the beginning of what was sent last, and what breaks that. It is found beside
// the window; the jobs of the project own that.
package prefix

import (
	"context"
	"path"

	"dossier/aggregate"
	"dossier/aggregate/text"
	"dossier/ui/project"
	"dossier/ui/session/jobs"
	"dossier/ui/session/message"
)

// Prefix is how much of the dossier a provider has read already.
type Prefix struct {
	aggregate.Prefix        // its counts are in tokens of the model
	Sent             string // the name of the snapshot
	Whole            bool   // nothing of it has to be read again
}

// Breaker is the path of the row that breaks the prefix although as much behind it was
// sent too; empty when there is none.
func (p Prefix) Breaker() string {
	if p.Row < 0 || p.To < 0 || p.Late.N == 0 {
		return ""
	}
	return p.Title
}

// Host is what the prefix needs of the session that it is a part of.
type Host interface {
	// Project is the one that is open; nil when none is.
	Project() *project.Project
	// Document is the one that is put together, and LastSent what was sent last; Replaying
	// reports whether a snapshot is shown in place of what is put together.
	Document() *aggregate.Document
	LastSent() (project.Sent, bool)
	Replaying() bool
	// Items are the files of the composition, and RowOf is the place of one among them.
	Items() []aggregate.Item
	RowOf(path string) (int, bool)
	// Edit changes the composition in one undo step.
	Edit(label message.Message, fn func(*project.Edit))
	// Cost is a count in tokens of the language model.
	Cost(aggregate.Count) aggregate.Count
	// Changed is told that there is something else to be shown.
	Changed()
	Tell(message.Message)
}

// Part is the prefix of one project's dossier. It belongs to the session's goroutine.
type Part struct {
	host      Host
	finding   *jobs.Latest
	doc, sent *aggregate.Document // that it was found for; nil: it is not known
	found     aggregate.Prefix
	shared    *aggregate.Document // sent, with the text of doc where it is the same
}

// New returns the prefix of a project that was just opened, or of none.
func New(host Host, work *jobs.Group) *Part { return &Part{host: host, finding: work.Latest()} }

// Now returns what was sent before of the dossier as it is shown; false while that is not
// known, when nothing was sent, and when a snapshot is shown in its place.
func (p *Part) Now() (Prefix, bool) {
	sent, ok := p.host.LastSent()
	if !ok || p.doc == nil || p.doc != p.host.Document() || p.sent != sent.Document || p.host.Replaying() {
		return Prefix{}, false
	}
	now := Prefix{Prefix: p.found, Sent: sent.ID.Name, Whole: p.found.Bytes >= p.doc.Bytes}
	now.Tokens, now.Late = p.host.Cost(now.Tokens), p.host.Cost(now.Late)
	return now, true
}

// Find compares the document with the one that was sent last, in the background, after one
// of the two has changed.
func (p *Part) Find() {
	sent, ok := p.host.LastSent()
	doc, opened := p.host.Document(), p.host.Project()
	if !ok || opened == nil || doc.Bytes == 0 {
		p.finding.Stop()
		p.doc, p.found = nil, aggregate.Prefix{} // what is not shown is not held
		return
	}
	shared := p.shared
	if p.sent != sent.Document {
		shared = nil
	}
	p.finding.Start(func(ctx context.Context) func() {
		if shared == nil {
			shared = sent.Document.Sharing(doc)
		}
		found := aggregate.PrefixOf(doc, shared, func(part string) aggregate.Count {
			count, err := opened.CountText(ctx, part)
			if err != nil {
				return aggregate.Count{} // the context has ended
			}
			return count
		})
		if ctx.Err() != nil {
			return nil
		}
		return func() {
			p.doc, p.sent, p.found, p.shared = doc, sent.Document, found, shared
			p.host.Changed()
		}
	})
}

// MoveLater moves the row that breaks the prefix behind what could be cached without it:
// one step, which undo takes back.
func (p *Part) MoveLater() {
	now, ok := p.Now()
	if !ok || now.Breaker() == "" {
		p.host.Tell(message.New("Nothing breaks the cache that could be moved later", nil))
		return
	}
	row, ok := p.host.RowOf(now.Breaker())
	if !ok {
		return
	}
	to := len(p.host.Items())
	if built := p.host.Document().Items; now.To < len(built) {
		if to, ok = p.host.RowOf(built[now.To].Path); !ok {
			return // the composition has changed meanwhile
		}
	}
	name := path.Base(now.Breaker())
	p.host.Edit(message.Named("move {{.Name}} later", name), func(e *project.Edit) { e.Move([]int{row}, to) })
	fields := map[string]any{"Name": text.Escape(name), "Tokens": now.Late}
	m := message.New("{{.Name}} stands later: {{.Tokens}} more tokens cost less, as they were sent before", fields)
	if now.Why == aggregate.Changed {
		m = message.New("{{.Name}} stands later: when it changes again, {{.Tokens}} more tokens cost less", fields)
	}
	m.Undo = true
	p.host.Tell(m)
}
