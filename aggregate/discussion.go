package aggregate

import (
	"fmt"

	"dossier/models"
)

// excerpts are those of a discussion as they were rendered last, in order.
type excerpts struct {
	entries []models.Entry
	blocks  []*rendered
}

// section makes the section of the discussion of the excerpts that are the same and of new
// ones, and returns all that are in it.
func (x excerpts) section(history []models.Entry, instruction string) (section, excerpts) {
	s := section{kind: HistorySection, title: "Discussion History", joint: separator}
	next := excerpts{make([]models.Entry, 0, len(history)+1), make([]*rendered, 0, len(history)+1)}
	add := func(e models.Entry) {
		n := len(next.blocks)
		var block *rendered
		if n < len(x.entries) && x.entries[n].Role == e.Role && x.entries[n].Content == e.Content && x.entries[n].Plain == e.Plain {
			block = x.blocks[n]
		} else {
			title := fmt.Sprintf("Discussion Excerpt %d", n+1)
			block = newRendered(title, "### "+title+"\n\n", e.Excerpt(), "")
		}
		next.entries, next.blocks = append(next.entries, e), append(next.blocks, block)
		s.blocks = append(s.blocks, sectionBlock{block, -1})
	}
	for _, e := range history {
		if !e.Null && !e.Exclude {
			add(e)
		}
	}
	if instruction != "" {
		add(models.Entry{Role: "User", Content: instruction})
	}
	return s, next
}

// historyWarnings names the entries that cannot be shown.
func historyWarnings(history []models.Entry) []Warning {
	var out []Warning
	for i, e := range history {
		if e.Null {
			out = append(out, Warning{Message: fmt.Sprintf("entry %d of the discussion is empty and was skipped", i+1)})
		}
	}
	return out
}

func uncounted(*rendered, string) Count { return Count{} }
