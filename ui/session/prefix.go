package session

import (
	"context"
	"path"

	"dossier/aggregate"
	"dossier/aggregate/text"
	"dossier/ui/project"
	"dossier/ui/session/change"
	"dossier/ui/session/jobs"
	"dossier/ui/session/message"
)

// Prefix is how much of the dossier a provider has read already, because it is byte for
// byte the beginning of what was sent last.
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

// prefixState is what is known of the prefix.
type prefixState struct {
	finding   *jobs.Latest
	doc, sent *aggregate.Document // that it was found for; nil: it is not known
	found     aggregate.Prefix
	shared    *aggregate.Document // sent, with the text of doc where it is the same
}

// Prefix returns what is cached of the dossier as it is shown; false while that is not
// known, when nothing was sent, and when a snapshot is shown in its place.
func (s *Session) Prefix() (Prefix, bool) {
	sent, ok := s.LastSent()
	if p := &s.prefix; !ok || p.doc == nil || p.doc != s.doc || p.sent != sent.Document || s.snaps.replay != nil {
		return Prefix{}, false
	}
	p := Prefix{Prefix: s.prefix.found, Sent: sent.ID.Name, Whole: s.prefix.found.Bytes >= s.doc.Bytes}
	p.Tokens, p.Late = s.Cost(p.Tokens), s.Cost(p.Late)
	return p, true
}

// findPrefix compares the document with the one that was sent last, beside the window.
func (s *Session) findPrefix() {
	sent, ok := s.LastSent()
	if !ok || s.project == nil || s.doc.Bytes == 0 {
		s.prefix.finding.Stop()
		return
	}
	doc, p, shared := s.doc, s.project, s.prefix.shared
	if s.prefix.sent != sent.Document {
		shared = nil
	}
	s.prefix.finding.Start(func(ctx context.Context) func() {
		if shared == nil {
			shared = sent.Document.Sharing(doc)
		}
		found := aggregate.PrefixOf(doc, shared, func(part string) aggregate.Count {
			count, err := p.CountText(ctx, part)
			if err != nil {
				return aggregate.Count{} // the context has ended
			}
			return count
		})
		if ctx.Err() != nil {
			return nil
		}
		return func() {
			s.prefix.doc, s.prefix.sent, s.prefix.found, s.prefix.shared = doc, sent.Document, found, shared
			s.notify(change.Counts)
		}
	})
}

// MoveLater moves the row that breaks the prefix behind what could be cached without it:
// one step, which undo takes back.
func (s *Session) MoveLater() {
	p, ok := s.Prefix()
	if !ok || p.Breaker() == "" {
		s.tell(message.New("Nothing breaks the cache that could be moved later", nil))
		return
	}
	row, ok := s.RowOf(p.Breaker())
	if !ok {
		return
	}
	to := len(s.rows.Items)
	if p.To < len(s.doc.Items) {
		if to, ok = s.RowOf(s.doc.Items[p.To].Path); !ok {
			return // the composition has changed meanwhile
		}
	}
	s.change(message.Named("move {{.Name}} later", path.Base(p.Breaker())), "", func(e *project.Edit) { e.Move([]int{row}, to) })
	fields := map[string]any{"Name": text.Escape(path.Base(p.Breaker())), "Tokens": p.Late}
	m := message.New("{{.Name}} stands later: {{.Tokens}} more tokens cost less, as they were sent before", fields)
	if p.Why == aggregate.Changed {
		m = message.New("{{.Name}} stands later: when it changes again, {{.Tokens}} more tokens cost less", fields)
	}
	m.Undo = true
	s.tell(m)
}
