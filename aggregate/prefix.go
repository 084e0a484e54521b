package aggregate

import (
	"slices"
	"strings"

	"dossier/aggregate/text"
)

// Prefix is the common prefix of a document and one that was sent: the part that a provider's
// prompt cache can reuse.
type Prefix struct {
	Bytes  int
	Line   int // from 0; the first line of the document that is not entirely in the prefix
	Tokens Count

	// Block is the first block of the document that differs, or -1 if one document is a prefix of
	// the other. Title and Why describe the difference.
	Block int
	Title string
	Why   State // Changed, Added (or moved here) or Removed (or moved away)

	// Row is the item of that block, or -1. Late are the tokens after it that were also sent, in
	// the same order: if the item moved to before row To, they would become part of the prefix.
	// If the item is new or moved, this applies to this document; if it changed, to later ones.
	Row, To int
	Late    Count
}

// PrefixOf compares a document with the one that was sent before it. count returns the tokens of
// the common part of a block. It runs in time proportional to the number of blocks and the length
// of the common prefix.
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
		common := text.CommonStart(doc.blockText(i)+b.sep, sent.blockText(i)+sent.blocks[i].sep)
		p.Bytes += len(common)
		p.Line += strings.Count(common, "\n")
		if common != "" {
			p.Tokens = p.Tokens.Add(count(common))
		}
	}
	continues := i == len(sent.blocks) || (i == len(sent.blocks)-1 || i == len(doc.blocks)-1) && doc.sameBlock(i, sent, i)
	if continues || doc.isUnstructured() || sent.isUnstructured() {
		return p
	}
	p.explain(doc, sent, i)
	return p
}

// Sharing returns d with shared texts for the blocks that are also in other. Shared texts compare
// in constant time, which pays off for a document that is compared with many others.
func (d *Document) Sharing(other *Document) *Document {
	next := *d
	next.blocks = slices.Clone(d.blocks)
	index := other.indexFrom(0)
	for i := range next.blocks {
		if j, ok := index[d.blockName(i)]; ok && d.sameBlock(i, other, j) {
			next.blocks[i].rendered = other.blocks[j].rendered
		}
	}
	return &next
}

// explain describes the first block that differs.
func (p *Prefix) explain(doc, sent *Document, at int) {
	docIndex, sentIndex := doc.indexFrom(at), sent.indexFrom(at)
	p.Block = at
	docName, sentName := doc.blockName(at), sent.blockName(at)
	switch _, isInDoc := docIndex[sentName]; {
	case docName == sentName:
		p.Title, p.Why, p.Row = doc.blocks[at].block.Title, Changed, doc.blocks[at].row
	case !isInDoc:
		p.Title, p.Why = sent.blocks[at].block.Title, Removed
	default:
		p.Title, p.Why, p.Row = doc.blocks[at].block.Title, Added, doc.blocks[at].row
	}
	if !doc.showsFile(at) {
		p.Row = -1
	}
	if p.Row < 0 {
		return
	}
	// The following blocks of the section could precede the item, as far as they were sent in
	// this order.
	next := at // index in sent
	if p.Why == Changed {
		next++
	}
	p.Late = Count{Exact: true}
	i := at + 1
	matches := func(i int) bool {
		j, ok := sentIndex[doc.blockName(i)]
		return ok && j == next && doc.blocks[i].section == doc.blocks[at].section && doc.sameBlock(i, sent, j)
	}
	for ; i < len(doc.blocks) && matches(i); i++ {
		next++
		p.Late = p.Late.Add(doc.blocks[i].tokens)
	}
	if i == at+1 {
		return
	}
	p.To = doc.blocks[i-1].row + 1
	if j, ok := sentIndex[docName]; ok && j == next && p.Why == Added && doc.sameBlock(at, sent, j) { // it was sent at this position
		p.Late = p.Late.Add(doc.blocks[at].tokens)
		for next++; i < len(doc.blocks) && matches(i); i++ {
			next++
			p.Late = p.Late.Add(doc.blocks[i].tokens)
		}
	}
}

// blockName returns a name that identifies a block across documents.
func (d *Document) blockName(i int) string {
	section := d.Sections[d.blocks[i].section]
	if i == section.Blocks.Start {
		return string(section.Kind)
	}
	return string(section.Kind) + "/" + d.blocks[i].block.Title
}

// indexFrom returns the indices of the blocks from at on, by their names.
func (d *Document) indexFrom(at int) map[string]int {
	index := make(map[string]int, len(d.blocks)-at)
	for i := at; i < len(d.blocks); i++ {
		index[d.blockName(i)] = i
	}
	return index
}
