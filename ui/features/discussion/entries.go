package discussion

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"dossier/models"
	"dossier/ui/project"
	"dossier/ui/session/message"
)

// InsertEntries inserts entries into the active discussion before the one at, or at the end.
// Missing times are set to the current time.
func (p *Part) InsertEntries(at int, entries []models.Entry) {
	entries = slices.Clone(entries)
	for i := range entries {
		entries[i] = project.NewEntry(entries[i], time.Now())
	}
	p.changeActive(message.Count("add {{.N}} entries", len(entries), nil), "", func(d models.Discussion) models.Discussion {
		return d.Insert(at, entries...)
	})
}

// SetEntry replaces entry i of the active discussion. Consecutive changes of one entry are one undo
// step.
func (p *Part) SetEntry(i int, e models.Entry) {
	e = project.Storable(e)
	label, topic := message.New("edit an entry", nil), ""
	if d := p.Active(); i >= 0 && i < len(d.History) {
		if old := d.History[i]; old.Content != e.Content && old.Role == e.Role && old.Exclude == e.Exclude {
			topic = fmt.Sprintf("entry %d of %s", i, d.Name)
		}
	}
	p.changeActive(label, topic, func(d models.Discussion) models.Discussion { return d.Set(i, e) })
}

// DeleteEntries deletes entries of the active discussion.
func (p *Part) DeleteEntries(rows []int) {
	label := message.Count("delete {{.N}} entries", len(rows), nil)
	p.changeActive(label, "", func(d models.Discussion) models.Discussion { return d.Delete(rows) })
}

// MoveEntries moves entries before the one at, which may be the number of entries.
func (p *Part) MoveEntries(rows []int, at int) {
	label := message.Count("move {{.N}} entries", len(rows), nil)
	p.changeActive(label, "", func(d models.Discussion) models.Discussion { return d.Move(rows, at) })
}

// SplitEntry splits the content of an entry at a byte offset.
func (p *Part) SplitEntry(i, offset int) {
	p.changeActive(message.New("split an entry", nil), "", func(d models.Discussion) models.Discussion { return d.Split(i, offset) })
}

// MergeEntry joins an entry with the next one.
func (p *Part) MergeEntry(i int) {
	p.changeActive(message.New("merge two entries", nil), "", func(d models.Discussion) models.Discussion { return d.Merge(i) })
}

// IncludeEntries includes entries in the dossier, or excludes them.
func (p *Part) IncludeEntries(rows []int, in bool) {
	label := message.New("exclude entries", nil)
	if in {
		label = message.New("include entries", nil)
	}
	p.changeActive(label, "", func(d models.Discussion) models.Discussion { return d.Include(rows, in) })
}

// SetRole sets the role of entries.
func (p *Part) SetRole(rows []int, role string) {
	role = strings.ToValidUTF8(role, "\ufffd")
	p.changeActive(message.New("change a role", nil), "", func(d models.Discussion) models.Discussion { return d.WithRole(rows, role) })
}

// TrimEntries excludes all but the last n entries from the dossier.
func (p *Part) TrimEntries(n int) {
	p.changeActive(message.Count("keep the last {{.N}} entries", n, nil), "", func(d models.Discussion) models.Discussion { return d.Trim(n) })
}

// TrimTokens excludes the older entries from the document, so that the others cost at most limit
// tokens of the model. Entries that are not counted yet are estimated.
func (p *Part) TrimTokens(limit int) {
	p.changeActive(message.Count("trim to {{.N}} tokens", limit, nil), "", func(d models.Discussion) models.Discussion {
		return d.TrimTokens(limit, p.entryTokens(d))
	})
}
