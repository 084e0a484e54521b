package notes

import (
	"slices"

	"dossier/aggregate"
	"dossier/aggregate/tokens"
	"dossier/ui/project"
)

// Cost returns the cost of the notes' section.
func (p *Part) Cost() project.Cost {
	if section, ok := p.host.Document().Section(aggregate.NotesSection); ok {
		return project.Cost{Count: p.host.Cost(section.Tokens)}
	}
	return project.Cost{Count: aggregate.Count{Exact: true}, Pending: p.host.Building()}
}

// NoteCost returns the cost of a note in the document. It is pending while a newer document is
// being built; for an excluded note it is an estimate of what it would add.
func (p *Part) NoteCost(i int) project.Cost {
	list := p.Value().List
	if i < 0 || i >= len(list) {
		return project.Cost{Count: aggregate.Count{Exact: true}}
	}
	if block, ok := p.BlockOf(list[i].ID); ok && !p.host.Building() {
		return project.Cost{Count: p.host.Cost(p.host.Document().Block(block).Tokens)}
	}
	if !slices.Contains(p.host.Composition().NotesExclude, list[i].ID) && p.host.Building() {
		return project.Cost{Pending: true}
	}
	return project.Cost{Count: p.host.Cost(tokens.Guess(list[i].Content).Add(headings))}
}

// headings is the approximate cost of a note's headings and fence.
var headings = aggregate.Count{N: 15, Off: 15}

// BlockOf returns the block of the document that shows the note with an id; false if there is none.
func (p *Part) BlockOf(id string) (block int, ok bool) {
	first, end, ok := p.blocks()
	at := slices.Index(p.shown(), id)
	return first + at, ok && at >= 0 && first+at < end
}

// NoteOf returns the id of the note that a block of the document shows; false for blocks of
// other sections.
func (p *Part) NoteOf(block int) (id string, ok bool) {
	first, end, ok := p.blocks()
	shown := p.shown()
	if !ok || block < first || block >= end || block-first >= len(shown) {
		return "", false
	}
	return shown[block-first], true
}

// shown returns the ids of the notes in the dossier, in order.
func (p *Part) shown() []string {
	var ids []string
	for _, n := range p.host.Composition().NotesIn(p.Value().List) {
		ids = append(ids, n.ID)
	}
	return ids
}

// blocks returns the blocks [first, end) of the document that are notes.
func (p *Part) blocks() (first, end int, ok bool) {
	section, ok := p.host.Document().Section(aggregate.NotesSection)
	return section.Blocks.Start + 1, section.Blocks.End, ok
}
