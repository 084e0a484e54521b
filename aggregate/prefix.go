package aggregate

import (
	"strings"

	"dossier/aggregate/tokens"
)

// Prefix is how far a document is byte for byte the beginning of one that was sent: what
// a provider that caches the beginnings of prompts has not to read again.
type Prefix struct {
	Bytes  int
	Line   int   // of the document, from 0: the first that is not in it whole
	Tokens Count // estimated where it ends within a block

	// What breaks it: Block is the first block of the document that differs, -1 when it
	// ends where the document ends. Title and Why say what happened there.
	Block int
	Title string
	Why   State // Changed, Added (or moved here), Removed (or moved away)
	// Row is the item that stands there, -1 where it is none. Behind it the document
	// holds Late tokens that the one before held too, in the same order: with the item
	// behind them they would be part of the prefix.
	Row  int
	Late Count
}

// PrefixOf compares a document with the one that was sent before it. Its work grows with
// the number of blocks, and with the bytes that are the same.
func PrefixOf(doc, sent *Document) Prefix {
	p := Prefix{Block: -1, Row: -1, Tokens: Count{Exact: true}}
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
		within := commonPrefix(doc.blockText(i)+b.sep, sent.blockText(i)+sent.blocks[i].sep)
		p.Bytes += len(within)
		p.Line += strings.Count(within, "\n")
		if within != "" {
			p.Tokens = p.Tokens.Add(Count{N: tokens.Estimate(within)})
		}
	}
	goesOn := i == len(sent.blocks) || (i == len(sent.blocks)-1 || i == len(doc.blocks)-1) && doc.sameBlock(i, sent, i)
	if goesOn || doc.whole() || sent.whole() {
		return p
	}
	p.explain(doc, sent, i)
	return p
}

// explain says what happened at the first block that differs.
func (p *Prefix) explain(doc, sent *Document, at int) {
	name := func(d *Document, i int) string {
		section := d.Sections[d.blocks[i].section]
		if i == section.Blocks.Start {
			return string(section.Kind)
		}
		return string(section.Kind) + "/" + d.blocks[i].title
	}
	now := map[string]int{}
	for i := at; i < len(doc.blocks); i++ {
		now[name(doc, i)] = i
	}
	was := map[string]int{}
	for i := at; i < len(sent.blocks); i++ {
		was[name(sent, i)] = i
	}
	p.Block = at
	switch _, stays := now[name(sent, at)]; {
	case name(doc, at) == name(sent, at):
		p.Title, p.Why, p.Row = doc.blocks[at].title, Changed, doc.blocks[at].row
	case !stays:
		p.Title, p.Why = sent.blocks[at].title, Removed
	default:
		p.Title, p.Why, p.Row = doc.blocks[at].title, Added, doc.blocks[at].row
	}
	if doc.Sections[doc.blocks[at].section].Kind != FilesSection {
		p.Row = -1
	}
	if p.Row < 0 {
		return
	}
	// Of the blocks that follow, those of the same section can be put before the row.
	next := at
	if p.Why == Added {
		next = at - 1
	}
	p.Late = Count{Exact: true}
	for i := at + 1; i < len(doc.blocks) && doc.blocks[i].section == doc.blocks[at].section; i++ {
		j, ok := was[name(doc, i)]
		if !ok || j != next+1 || !doc.sameBlock(i, sent, j) {
			return
		}
		next = j
		p.Late = p.Late.Add(doc.blocks[i].tokens)
	}
}

func commonPrefix(a, b string) string {
	n := min(len(a), len(b))
	for i := range n {
		if a[i] != b[i] {
			n = i
			break
		}
	}
	for n > 0 && n < len(a) && a[n]&0xC0 == 0x80 {
		n-- // not within a character
	}
	return a[:n]
}
