package aggregate

import (
	"slices"
	"strings"

	"dossier/aggregate/text"
)

// Prefix is how far a document is byte for byte the beginning of one that was sent: what
// a provider that caches the beginnings of prompts has not to read again.
type Prefix struct {
	Bytes  int
	Line   int // of the document, from 0: the first that is not in it whole
	Tokens Count

	// What breaks it: Block is the first block of the document that differs, -1 when
	// nothing breaks it, because one of the two ends there or only goes on. Title and Why
	// say what happened.
	Block int
	Title string
	Why   State // Changed, Added (or moved here), Removed (or moved away)

	// Row is the item that stands there, -1 where it is none. Late are the tokens behind it
	// that were sent too, in the same order: with the item before row To, they would be part
	// of the prefix. Of an item that is new or was moved, that holds for this document; of
	// one that has changed, for those that come after it.
	Row, To int
	Late    Count
}

// PrefixOf compares a document with the one that was sent before it. count returns the
// tokens of the part of a block that is the same. Its work grows with the number of
// blocks, and with the bytes that are the same.
func PrefixOf(doc, sent *Document, count func(string) Count) Prefix {
	p := Prefix{Block: -1, Row: -1, To: -1, Tokens: Count{Exact: true}}
	i := 0
	for ; i < len(doc.blocks) && i < len(sent.blocks); i++ {
		if !doc.sameBlock(i, sent, i) || doc.blocks[i].sep != sent.blocks[i].sep {
			break
		}
		p.Tokens = p.Tokens.Add(doc.blocks[i].tokens)
	}
	p.Bytes, p.Line = doc.Bytes, doc.Lines
	if i == len(doc.blocks) {
		return p
	}
	b := doc.blocks[i]
	p.Bytes, p.Line = b.byteAt, b.lineAt
	if i < len(sent.blocks) {
		within := text.CommonStart(doc.blockText(i)+b.sep, sent.blockText(i)+sent.blocks[i].sep)
		p.Bytes += len(within)
		p.Line += strings.Count(within, "\n")
		if within != "" {
			p.Tokens = p.Tokens.Add(count(within))
		}
	}
	goesOn := i == len(sent.blocks) || (i == len(sent.blocks)-1 || i == len(doc.blocks)-1) && doc.sameBlock(i, sent, i)
	if goesOn || doc.whole() || sent.whole() {
		return p
	}
	p.explain(doc, sent, i)
	return p
}

// Sharing returns d with the text of each block that another document has too taken from
// there. What shares its text is compared without being looked at, so that it is worth its
// cost for a document that many are compared with.
func (d *Document) Sharing(other *Document) *Document {
	next := *d
	next.blocks = slices.Clone(d.blocks)
	places := other.placesFrom(0)
	for i := range next.blocks {
		if j, ok := places[d.placeName(i)]; ok && d.sameBlock(i, other, j) {
			next.blocks[i].rendered = other.blocks[j].rendered
		}
	}
	return &next
}

// explain says what happened at the first block that differs.
func (p *Prefix) explain(doc, sent *Document, at int) {
	now, was := doc.placesFrom(at), sent.placesFrom(at)
	p.Block = at
	here, there := doc.placeName(at), sent.placeName(at)
	switch _, stays := now[there]; {
	case here == there:
		p.Title, p.Why, p.Row = doc.blocks[at].says.Title, Changed, doc.blocks[at].row
	case !stays:
		p.Title, p.Why = sent.blocks[at].says.Title, Removed
	default:
		p.Title, p.Why, p.Row = doc.blocks[at].says.Title, Added, doc.blocks[at].row
	}
	if !doc.showsFile(at) {
		p.Row = -1
	}
	if p.Row < 0 {
		return
	}
	// What follows in the section could stand before the item, as far as it was sent so.
	next := at // in sent
	if p.Why == Changed {
		next++
	}
	p.Late = Count{Exact: true}
	i := at + 1
	same := func(i int) bool {
		j, ok := was[doc.placeName(i)]
		return ok && j == next && doc.blocks[i].section == doc.blocks[at].section && doc.sameBlock(i, sent, j)
	}
	for ; i < len(doc.blocks) && same(i); i++ {
		next++
		p.Late = p.Late.Add(doc.blocks[i].tokens)
	}
	if i == at+1 {
		return
	}
	p.To = doc.blocks[i-1].row + 1
	if j, ok := was[here]; ok && j == next && p.Why == Added && doc.sameBlock(at, sent, j) { // it stood there before
		p.Late = p.Late.Add(doc.blocks[at].tokens)
		for next++; i < len(doc.blocks) && same(i); i++ {
			next++
			p.Late = p.Late.Add(doc.blocks[i].tokens)
		}
	}
}

// placeName names a block across documents.
func (d *Document) placeName(i int) string {
	section := d.Sections[d.blocks[i].section]
	if i == section.Blocks.Start {
		return string(section.Kind)
	}
	return string(section.Kind) + "/" + d.blocks[i].says.Title
}

// placesFrom returns where the blocks from at on stand, by their names.
func (d *Document) placesFrom(at int) map[string]int {
	places := make(map[string]int, len(d.blocks)-at)
	for i := at; i < len(d.blocks); i++ {
		places[d.placeName(i)] = i
	}
	return places
}
