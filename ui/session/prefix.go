package session

import (
	"context"
	"path"

	"dossier/aggregate"
	"dossier/aggregate/text"
	"dossier/ui/project"
	"dossier/ui/session/jobs"
	"dossier/ui/session/message"
)

// Prefix is the part of the dossier that a provider has already read.
type Prefix struct {
	aggregate.Prefix        // its counts are in the model's tokens
	Sent             string // the name of the snapshot
	Whole            bool   // whether the whole document is cached
}

// Breaker returns the path of the row that ends the prefix although enough of what follows was sent
// too; empty if there is none.
func (p Prefix) Breaker() string {
	if p.Row < 0 || p.To < 0 || p.Late.N == 0 {
		return ""
	}
	return p.Title
}

// PrefixFinder determines how much of the document a provider has cached, because it is byte for byte the
// beginning of the document sent last, and which row breaks that. It works in the background, in jobs of
// the project. It belongs to the session's goroutine.
type PrefixFinder struct {
	host      host
	finding   *jobs.Latest
	doc, sent *aggregate.Document // the documents of the result; nil if it is unknown
	prefix    aggregate.Prefix
	shared    *aggregate.Document // sent, sharing the text of doc where both are equal
}

// Prefix is the part of the document that was sent before.
func (s *Session) Prefix() *PrefixFinder { return s.prefix }

// newPrefixFinder returns the controller for a newly opened project, or for none.
func newPrefixFinder(host host, work *jobs.Group) *PrefixFinder {
	return &PrefixFinder{host: host, finding: work.Latest()}
}

// Current returns the prefix of the shown document that was sent before. It returns false while the
// prefix is unknown, if nothing was sent, and while a snapshot is replayed.
func (p *PrefixFinder) Current() (Prefix, bool) {
	sent, ok := p.host.LastSent()
	if !ok || p.doc == nil || p.doc != p.host.Document() || p.sent != sent.Document || p.host.Replaying() {
		return Prefix{}, false
	}
	now := Prefix{Prefix: p.prefix, Sent: sent.ID.Name, Whole: p.prefix.Bytes >= p.doc.Bytes}
	now.Tokens, now.Late = p.host.Cost(now.Tokens), p.host.Cost(now.Late)
	return now, true
}

// Find compares the document with the most recently sent one, in the background, after either has changed.
func (p *PrefixFinder) Find() {
	sent, ok := p.host.LastSent()
	doc, opened := p.host.Document(), p.host.Project()
	if !ok || opened == nil || doc.Bytes == 0 {
		p.finding.Stop()
		p.doc, p.sent, p.shared, p.prefix = nil, nil, nil, aggregate.Prefix{} // release the hidden data
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
			p.doc, p.sent, p.prefix, p.shared = doc, sent.Document, found, shared
			p.host.Changed()
		}
	})
}

// MoveLater moves the row that breaks the prefix after the rows that could be cached without it, in
// one undo step.
func (p *PrefixFinder) MoveLater() {
	now, ok := p.Current()
	if !ok || now.Breaker() == "" {
		p.host.Notify(message.New("No entry that breaks the cache can be moved down", nil))
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
	p.host.Edit(message.Named("move {{.Name}} down", name), func(e *project.Edit) { e.Move([]int{row}, to) })
	fields := map[string]any{"Name": text.Escape(name), "Tokens": now.Late}
	m := message.New("{{.Name}} moved down: {{.Tokens}} more tokens cost less, as they were sent before", fields)
	if now.Why == aggregate.Changed {
		m = message.New("{{.Name}} moved down: when it changes again, {{.Tokens}} more tokens cost less", fields)
	}
	m.Undo = true
	p.host.Notify(m)
}

// DocumentBuilt and DocumentCounted find the part of the document that was sent before.
func (p *PrefixFinder) DocumentBuilt()   { p.Find() }
func (p *PrefixFinder) DocumentCounted() { p.Find() }
