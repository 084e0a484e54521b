// Package preview shows a document as lines that can be folded, searched and selected. Of the
// session it uses only the jobs.
package preview

import (
	"context"
	"maps"
	"slices"
	"sort"

	"dossier/aggregate"
	"dossier/ui/project"
)

// Line is one visible line of the preview.
type Line struct {
	Number   int // in the document, from 0
	Text     string
	Kind     aggregate.LineKind
	Block    int // index into the document's blocks
	BodyLine int // for [aggregate.CodeLine]: which line of the block's body, from 0
	Foldable bool
	Folded   bool
	Hidden   int // number of lines hidden below a folded heading
}

// Lines is the document as lines that can be folded and searched. Its methods take time
// proportional to the requested part, not to the document, except where stated. It belongs to the
// UI goroutine.
type Lines struct {
	doc    *aggregate.Document
	folded map[string]bool
	spans  []span // visible spans in order
	total  int
}

// span is a run of document lines that are all visible.
type span struct {
	doc     aggregate.Range
	visible int // index of its first line among the visible lines
}

// New returns a preview without a document.
func New() *Lines { return &Lines{doc: &aggregate.Document{}, folded: map[string]bool{}} }

// Document returns the shown document.
func (p *Lines) Document() *aggregate.Document { return p.doc }

// SetDocument shows another document. Folded sections and blocks stay folded.
func (p *Lines) SetDocument(doc *aggregate.Document) {
	p.doc = doc
	p.layout()
}

// Len returns the number of visible lines.
func (p *Lines) Len() int { return p.total }

// Line returns a visible line.
func (p *Lines) Line(i int) Line {
	n := p.DocumentLine(i)
	block := p.doc.BlockAt(n)
	if block < 0 {
		return Line{Number: n}
	}
	b := p.doc.Block(block)
	line := Line{Number: n, Text: p.doc.Line(n), Block: block}
	line.Kind, line.BodyLine = p.doc.LineKind(block, n-b.Lines.Start)
	if line.Kind == aggregate.SectionLine || line.Kind == aggregate.BlockLine {
		line.Foldable = true
		line.Folded = p.folded[p.key(block)]
		if line.Folded {
			line.Hidden = p.blockSpan(block).Len() - 1
		}
	}
	return line
}

// Text returns the text of a visible line.
func (p *Lines) Text(i int) string { return p.doc.Line(p.DocumentLine(i)) }

// Heading returns the visible line with the heading of line i: that of its block, or of its section
// if blocks have no headings. It is -1 in an empty document.
func (p *Lines) Heading(i int) int {
	block := p.doc.BlockAt(p.DocumentLine(i))
	if block < 0 {
		return -1
	}
	section := p.doc.Sections[p.section(block)]
	if section.Bare {
		block = section.Blocks.Start
	}
	return p.VisibleLine(p.doc.Block(block).Lines.Start)
}

// DocumentLine returns the line of the document at visible line i.
func (p *Lines) DocumentLine(i int) int {
	if i < 0 || i >= p.total {
		return -1
	}
	at := sort.Search(len(p.spans), func(j int) bool { return p.spans[j].visible > i }) - 1
	return p.spans[at].doc.Start + i - p.spans[at].visible
}

// VisibleLine returns the visible line of line n of the document; for a hidden line, the heading
// that hides it.
func (p *Lines) VisibleLine(n int) int {
	at := sort.Search(len(p.spans), func(j int) bool { return p.spans[j].doc.Start > n }) - 1
	if at < 0 {
		return 0
	}
	s := p.spans[at]
	return s.visible + min(n, s.doc.End-1) - s.doc.Start
}

// Toggle folds or unfolds the section or block that begins at visible line i.
func (p *Lines) Toggle(i int) {
	n := p.DocumentLine(i)
	block := p.doc.BlockAt(n)
	if block < 0 {
		return
	}
	if key := p.key(block); p.folded[key] {
		delete(p.folded, key)
	} else {
		p.folded[key] = true
	}
	p.layout()
}

// FoldAll folds every section, or every file and excerpt, or unfolds everything.
func (p *Lines) FoldAll(blocks, fold bool) {
	if !fold {
		clear(p.folded)
		p.layout()
		return
	}
	for _, s := range p.doc.Sections {
		switch {
		case !blocks:
			p.folded[p.key(s.Blocks.Start)] = true
		case !s.Bare:
			for b := s.Blocks.Start + 1; b < s.Blocks.End; b++ {
				p.folded[p.key(b)] = true
			}
		}
	}
	p.layout()
}

// Reveal unfolds what hides line n of the document.
func (p *Lines) Reveal(n int) {
	block := p.doc.BlockAt(n)
	if block < 0 {
		return
	}
	for _, b := range []int{p.doc.Sections[p.section(block)].Blocks.Start, block} {
		if lines := p.blockSpan(b); n > lines.Start && n < lines.End {
			delete(p.folded, p.key(b))
		}
	}
	p.layout()
}

// Folded returns the keys of folded blocks for [Lines.SetFolded].
func (p *Lines) Folded() []string {
	return slices.Sorted(maps.Keys(p.folded))
}

// SetFolded folds the blocks with some keys.
func (p *Lines) SetFolded(keys []string) {
	clear(p.folded)
	for _, key := range keys {
		p.folded[key] = true
	}
	p.layout()
}

// key identifies a block across documents.
func (p *Lines) key(block int) string { return blockKey(p.doc, block) }

func blockKey(doc *aggregate.Document, block int) string {
	s := doc.Sections[sectionOf(doc, block)]
	if block == s.Blocks.Start {
		return string(s.Kind)
	}
	return string(s.Kind) + "/" + doc.Block(block).Title
}

func (p *Lines) section(block int) int { return sectionOf(p.doc, block) }

func sectionOf(doc *aggregate.Document, block int) int {
	return sort.Search(len(doc.Sections), func(i int) bool { return doc.Sections[i].Blocks.End > block })
}

// blockSpan returns the lines that a heading folds: a section up to its last line, a block up to
// the separator.
func (p *Lines) blockSpan(block int) aggregate.Range {
	s := p.doc.Sections[p.section(block)]
	if block == s.Blocks.Start {
		return s.Lines
	}
	return p.doc.Block(block).Lines
}

// layout computes the visible spans. Its cost is proportional to the number of blocks if something
// is folded, and constant otherwise.
func (p *Lines) layout() {
	p.spans = p.spans[:0]
	p.total = 0
	add := func(r aggregate.Range) {
		if r.Len() > 0 {
			p.spans = append(p.spans, span{r, p.total})
			p.total += r.Len()
		}
	}
	next := 0 // first line that no span contains yet
	if len(p.folded) > 0 {
		for i := range p.doc.Sections {
			s := p.doc.Sections[i]
			if p.folded[string(s.Kind)] {
				add(aggregate.Range{Start: next, End: s.Lines.Start + 1})
				next = s.Lines.End
				continue
			}
			for b := s.Blocks.Start + 1; b < s.Blocks.End; b++ {
				if p.folded[p.key(b)] {
					lines := p.doc.Block(b).Lines
					add(aggregate.Range{Start: next, End: lines.Start + 1})
					next = lines.End
				}
			}
		}
	}
	add(aggregate.Range{Start: next, End: p.doc.Lines})
}

// Place is a position of the preview: a line of a block, so that it can be found in the next
// document.
type Place struct {
	Key  string `json:"key"`
	Line int    `json:"line"` // within the block
}

// PlaceOf returns the position of visible line i.
func (p *Lines) PlaceOf(i int) Place {
	n := p.DocumentLine(i)
	block := p.doc.BlockAt(n)
	if block < 0 {
		return Place{}
	}
	return Place{p.key(block), n - p.doc.Block(block).Lines.Start}
}

// Find returns the visible line of a position, or false if its block is gone. In a block that has
// become shorter it is the last line before the next block. The cost is proportional to the number
// of blocks.
func (p *Lines) Find(place Place) (int, bool) {
	for b := range p.doc.Blocks() {
		if p.key(b) == place.Key {
			end := p.doc.Lines // a position of PlaceOf includes the separator after the block
			if b+1 < p.doc.Blocks() {
				end = p.doc.Block(b + 1).Lines.Start
			}
			return p.VisibleLine(min(p.doc.Block(b).Lines.Start+place.Line, end-1)), true
		}
	}
	return 0, false
}

// Search returns the occurrences of query in doc, at most 10 000; more reports that there are
// others. A query without capitals ignores case. It takes time proportional to the document, so
// call it in the background.
func Search(ctx context.Context, doc *aggregate.Document, query string) (matches []project.Match, more bool, err error) {
	return project.SearchLines(ctx, doc.Lines, doc.Line, query)
}
