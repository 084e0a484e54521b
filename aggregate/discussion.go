package aggregate

import (
	"context"
	"fmt"

	"dossier/aggregate/content"
	"dossier/aggregate/format"
	"dossier/models"
)

// discussionSection shows the discussion, one excerpt for each entry. Entries that are null or
// excluded are skipped; the others are numbered from 1. It caches the excerpts that it made last,
// in order.
type discussionSection struct {
	entries []models.Entry
	blocks  []SectionBlock
}

// Kind implements [SectionBuilder].
func (*discussionSection) Kind() SectionKind { return HistorySection }

// Build implements [SectionBuilder].
func (s *discussionSection) Build(_ context.Context, b *Building) (Content, error) {
	c := Content{Title: content.DiscussionTitle, About: "the conversation so far", Numbered: true}
	if b.Input.NoHistory {
		return c, nil
	}
	next := discussionSection{make([]models.Entry, 0, len(b.Input.History)+1), make([]SectionBlock, 0, len(b.Input.History)+1)}
	add := func(e models.Entry) {
		n := len(next.blocks)
		var block SectionBlock
		if n < len(s.entries) && s.entries[n].Role == e.Role && s.entries[n].Content == e.Content && s.entries[n].Plain == e.Plain && b.CanReuse(s.blocks[n]) {
			block = s.blocks[n]
		} else {
			block = b.Block(excerpt(e, n+1))
		}
		next.entries, next.blocks = append(next.entries, e), append(next.blocks, block)
	}
	for i, e := range b.Input.History {
		switch {
		case e.Null:
			c.Warnings = append(c.Warnings, Warning{Message: fmt.Sprintf("entry %d of the discussion is empty and was skipped", i+1)})
		case !e.Exclude:
			add(e)
		}
	}
	*s = next
	c.Blocks = next.blocks
	return c, nil
}

// excerpt returns an entry as the n-th excerpt of the discussion, counting from 1.
func excerpt(e models.Entry, n int) content.Block {
	return content.Block{Title: content.ExcerptTitle(n), Headed: true, Body: content.Prose(e.Excerpt())}
}

// ExcerptText returns the text that an entry adds to a document in a format: its excerpt and the
// separator after it.
func ExcerptText(f format.Format, e models.Entry) string {
	t := f.Block(excerpt(e, 1))
	return t.Head + t.Body + t.Tail + f.Separators().Blocks
}
