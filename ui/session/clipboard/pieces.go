package clipboard

import (
	"dossier/aggregate"
	"dossier/ui/session/message"
)

// Pieces is a document that is copied in several parts, one after another. It counts as sent, and is stored as a
// snapshot, when all of its parts have been copied.
type Pieces struct {
	p      *Part
	doc    *aggregate.Document
	in     aggregate.Input
	pieces *pieces
}

// pieces are the parts of one split.
type pieces struct {
	parts  []aggregate.Part
	copied []bool
	left   int // number of parts that were not copied
}

// Prepare builds the whole document from the current files, asks about possible secrets in it as
// [Part.Dossier] does, and calls then with the document, which is not split yet.
func (p *Part) Prepare(then func(*Pieces)) {
	if p.host.RefuseInReplay() {
		return
	}
	p.host.FreshDocument(func(doc *aggregate.Document, _ int) {
		s := &Pieces{p: p, doc: doc, in: p.host.Input(), pieces: &pieces{}}
		p.host.ConfirmReadable(doc, func() { then(s) }, func() { p.Prepare(then) })
	})
}

// Split splits the document as [aggregate.Document.Parts] does. No part of it counts as copied then. If the document
// cannot be split, it has no parts.
func (s *Pieces) Split(fits func(bytes int, tokens aggregate.Count) bool) error {
	parts, err := s.doc.Parts(fits)
	s.pieces = &pieces{parts, make([]bool, len(parts)), len(parts)}
	return err
}

// Clear removes all parts.
func (s *Pieces) Clear() { s.pieces = &pieces{} }

// Parts returns the parts. The caller must not modify them.
func (s *Pieces) Parts() []aggregate.Part { return s.pieces.parts }

// Copied reports whether part i was copied.
func (s *Pieces) Copied(i int) bool { return s.pieces.copied[i] }

// Left returns the number of parts that were not copied.
func (s *Pieces) Left() int { return s.pieces.left }

// Copy copies part i, from 0, and calls done unless the document was split again meanwhile.
func (s *Pieces) Copy(i int, done func()) {
	now, of := s.pieces, len(s.pieces.parts)
	part := now.parts[i]
	said := message.New("Copied part {{.Part}} of {{.Of}}, {{.Tokens}} tokens", map[string]any{"Part": i + 1, "Of": of, "Tokens": s.p.host.Cost(part.Tokens)})
	s.p.CopyThen(part.Text, said, func() {
		if !now.copied[i] {
			now.copied[i] = true
			if now.left--; now.left == 0 {
				s.p.sent(s.doc, s.in)
			}
		}
		if s.pieces == now {
			done()
		}
	})
}
