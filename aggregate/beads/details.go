package beads

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"dossier/models"
)

// Details are all data of one bead, in display order. Labels are English.
type Details struct {
	Bead      models.Bead
	Facts     []Fact
	Relations []Relation
	Texts     []Text
}

// Fact is a short labelled text.
type Fact struct{ Label, Text string }

// Text is a labelled text of any length.
type Text struct {
	Label string
	By    string    // author of a comment
	At    time.Time // time of a comment, else zero
	Text  string
}

// Relation is a bead that this one depends on, or that depends on this one.
type Relation struct {
	Label  string // blocked by, child of, …
	Kind   string // a kind without a label of its own, else empty
	ID     string
	Title  string
	Status string
	Known  bool // the tracker contains it
	Active bool // one of the two blocks the other now
}

// relationLabels returns the labels of both ends of the common kinds of dependencies.
func relationLabels() map[string][2]string {
	return map[string][2]string{
		models.BeadBlocks:            {"blocked by", "blocks"},
		models.BeadConditionalBlocks: {"blocked by", "blocks"},
		models.BeadWaitsFor:          {"waits for", "waited for by"},
		models.BeadParentChild:       {"child of", "parent of"},
		"related":                    {"related to", "related to"},
		"relates-to":                 {"related to", "related to"},
		"discovered-from":            {"discovered from", "led to"},
		"duplicates":                 {"duplicate of", "duplicated by"},
		"supersedes":                 {"supersedes", "superseded by"},
	}
}

// Details returns the details of bead i.
func (c *Catalog) Details(i int) Details {
	b := c.Beads[i]
	d := Details{Bead: b}
	d.facts(b)
	d.relations(c, i)
	for _, t := range []Text{
		{Label: "Full description", Text: b.Description},
		{Label: "Design", Text: b.Design},
		{Label: "Acceptance criteria", Text: b.AcceptanceCriteria},
		{Label: "Notes", Text: b.Notes},
	} {
		d.text(t)
	}
	for _, comment := range b.Comments {
		d.text(Text{Label: "Comment", By: comment.Author, At: comment.CreatedAt, Text: comment.Text})
	}
	var more []string
	for _, name := range slices.Sorted(maps.Keys(b.Other)) {
		more = append(more, name+": "+string(b.Other[name]))
	}
	d.text(Text{Label: "More fields", Text: strings.Join(more, "\n")})
	return d
}

func (d *Details) facts(b models.Bead) {
	add := func(label, text string) {
		if text != "" {
			d.Facts = append(d.Facts, Fact{label, text})
		}
	}
	at := func(when time.Time, by string) string {
		if when.IsZero() {
			return by
		}
		return strings.TrimSpace(when.Local().Format("2006-01-02 15:04") + " " + by)
	}
	add("status", b.Status)
	add("priority", fmt.Sprint("P", b.Priority))
	add("type", b.Type)
	add("labels", strings.Join(b.Labels, ", "))
	add("assignee", b.Assignee)
	add("owner", b.Owner)
	if b.EstimatedMinutes > 0 {
		add("estimate", (time.Duration(b.EstimatedMinutes) * time.Minute).String())
	}
	add("external reference", b.ExternalRef)
	add("specification", b.SpecID)
	add("created", at(b.CreatedAt, b.CreatedBy))
	add("updated", at(b.UpdatedAt, ""))
	add("started", at(b.StartedAt, ""))
	add("due", at(b.DueAt, ""))
	add("put off until", at(b.DeferUntil, ""))
	add("closed", at(b.ClosedAt, ""))
	add("why", b.CloseReason)
	var flags []string
	for _, flag := range []struct {
		on   bool
		word string
	}{{b.Pinned, "pinned"}, {b.Ephemeral, "ephemeral"}, {b.Template, "template"}} {
		if flag.on {
			flags = append(flags, flag.word)
		}
	}
	add("marks", strings.Join(flags, ", "))
	if n := b.DependencyCount - len(b.Dependencies); n > 0 {
		add("more dependencies", fmt.Sprint(n))
	}
	if n := b.CommentCount - len(b.Comments); n > 0 {
		add("more comments", fmt.Sprint(n))
	}
}

func (d *Details) relations(c *Catalog, i int) {
	names := relationLabels()
	add := func(l Link, end int, other string, blockers []Link) {
		label, kind := other, l.Kind
		if words, ok := names[l.Kind]; ok {
			label, kind = words[end], ""
		}
		link := Relation{Label: label, Kind: kind, ID: l.ID, Active: slices.ContainsFunc(blockers, func(h Link) bool { return h.ID == l.ID && h.Kind == l.Kind })}
		if l.Bead >= 0 {
			link.Known, link.Title, link.Status = true, c.Beads[l.Bead].Title, c.Beads[l.Bead].Status
		}
		d.Relations = append(d.Relations, link)
	}
	for _, l := range c.DependsOn(i) {
		add(l, 0, "depends on", c.BlockedBy(i))
	}
	blocks := c.Blocks(i)
	for _, l := range c.Dependents(i) {
		add(l, 1, "depended on by", blocks)
	}
}

func (d *Details) text(t Text) {
	if strings.TrimSpace(t.Text) != "" || t.Label == "Comment" {
		d.Texts = append(d.Texts, t)
	}
}
