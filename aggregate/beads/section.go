package beads

import (
	"strings"

	"dossier/aggregate/content"
	"dossier/aggregate/format/markdown"
	"dossier/aggregate/text"
	"dossier/models"
)

// Title is the heading of the section.
const Title = "Beads Mode: Progress Track"

// Lists returns the section's content for beads except those whose ids are in exclude: the titles
// of the completed ones, then the active ones, in the order given. It is empty if there is
// nothing to show.
//
// Titles are flattened to one line each. Descriptions keep their lines, without leading and
// trailing blank ones.
func Lists(beads []models.Bead, exclude []string) content.Lists {
	completed := content.List{Label: CompletedLabel, Inline: true}
	active := content.List{Label: "Active"}
	left := Excluded(exclude)
	active.Items = make([]content.Item, 0, max(0, len(beads)-len(left)))
	for _, b := range beads {
		if left[b.ID] {
			continue
		}
		switch b.Class() {
		case models.BeadCompleted:
			completed.Items = append(completed.Items, item(b))
		case models.BeadActive:
			active.Items = append(active.Items, item(b))
		}
	}
	var lists content.Lists
	for _, list := range []content.List{completed, active} {
		if len(list.Items) > 0 {
			lists = append(lists, list)
		}
	}
	return lists
}

// CompletedLabel is the label of the completed beads.
const CompletedLabel = "Completed"

func item(b models.Bead) content.Item {
	i := content.Item{ID: b.ID, Title: title(b)}
	if b.Class() == models.BeadActive {
		i.Text = description(b.Description)
		if b.Status != "open" {
			i.State = b.Status
		}
	}
	return i
}

// Excluded returns a list of ids as a set.
func Excluded(ids []string) map[string]bool {
	set := make(map[string]bool, len(ids))
	for _, id := range ids {
		set[id] = true
	}
	return set
}

// Entry returns the section's text for a single bead: the item of an active one without a
// newline, the title of a completed one, and nothing for a deleted one.
func Entry(b models.Bead) string {
	switch b.Class() {
	case models.BeadCompleted:
		return title(b)
	case models.BeadActive:
		return markdown.Item(item(b))
	}
	return ""
}

// title returns the title, or the id of a bead without one.
func title(b models.Bead) string {
	if t := text.OneLine(b.Title); t != "" {
		return t
	}
	return text.OneLine(b.ID)
}

// description returns the lines of a description without leading and trailing blank ones; none if
// it is empty. It splits at every line ending that Markdown knows, so that none can break the
// text out of the indentation.
func description(s string) []string {
	if strings.Contains(s, "\r") {
		s = strings.ReplaceAll(strings.ReplaceAll(s, "\r\n", "\n"), "\r", "\n")
	}
	s = strings.TrimSpace(s)
	if s == "" {
		return nil
	}
	lines := strings.Split(s, "\n")
	for i, line := range lines {
		if strings.TrimSpace(line) == "" {
			lines[i] = ""
		}
	}
	return lines
}
