package discussion

import (
	"dossier/aggregate"
	"dossier/models"
)

// BlockOfEntry returns the block of the document that shows an entry of the active discussion;
// false if there is none.
func (p *Part) BlockOfEntry(i int) (block int, ok bool) {
	history := p.Active().History
	if i < 0 || i >= len(history) || history[i].Null || history[i].Exclude {
		return 0, false
	}
	n := 0
	for _, e := range history[:i] {
		if !e.Null && !e.Exclude {
			n++
		}
	}
	first, end, ok := p.excerptBlocks()
	return first + n, ok && first+n < end
}

// EntryOfBlock returns the entry of the active discussion that a block of the document
// shows; false for the blocks of other sections and for the instruction.
func (p *Part) EntryOfBlock(block int) (i int, ok bool) {
	first, end, ok := p.excerptBlocks()
	if !ok || block < first || block >= end {
		return 0, false
	}
	n := block - first
	for i, e := range p.Active().History {
		switch {
		case e.Null || e.Exclude:
		case n == 0:
			return i, true
		default:
			n--
		}
	}
	return 0, false
}

// excerptBlocks returns the blocks [first, end) of the document that are excerpts of the
// discussion.
func (p *Part) excerptBlocks() (first, end int, ok bool) {
	section, ok := p.host.Document().Section(aggregate.HistorySection)
	return section.Blocks.Start + 1, section.Blocks.End, ok
}

// Excerpts maps the visible content of each entry to the index of its excerpt in a document, from 0.
type Excerpts map[excerpt]int

// excerpt is the visible content of an entry.
type excerpt struct {
	role, content string
	plain         bool
}

func excerptOf(e models.Entry) excerpt { return excerpt{e.Role, e.Content, e.Plain} }

// ExcerptsOf returns the excerpts of a document built from a discussion.
func ExcerptsOf(history []models.Entry) Excerpts {
	places := make(Excerpts, len(history))
	n := 0
	for _, e := range history {
		if !e.Null && !e.Exclude {
			places[excerptOf(e)] = n
			n++
		}
	}
	return places
}

// SetExcerpts sets the excerpts of the shown document.
func (p *Part) SetExcerpts(e Excerpts) { p.excerpts = e }
