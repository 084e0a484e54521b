package beads

import (
	"strings"

	"dossier/aggregate/markdown"
	"dossier/aggregate/text"
	"dossier/models"
)

// Title is the heading of the section, without its hashes.
const Title = "Beads Mode: Progress Track"

// Section returns the body of the section that shows beads, but for those whose ids are
// in exclude: the titles of the completed ones, then a list of the active ones, in the
// order given. It is empty when there is nothing to show, and ends without a newline.
//
// Titles, ids and states are flattened to one line each. A description keeps its lines,
// which are indented into its list item, so that nothing in it can end the section.
func Section(beads []models.Bead, exclude []string) string {
	var completed []string
	var active strings.Builder
	left := Excluded(exclude)
	for _, b := range beads {
		if left[b.ID] {
			continue
		}
		switch b.Class() {
		case models.BeadCompleted:
			completed = append(completed, title(b))
		case models.BeadActive:
			if active.Len() > 0 {
				active.WriteByte('\n')
			}
			bullet(&active, b)
		}
	}
	var parts []string
	if len(completed) > 0 {
		parts = append(parts, completedLine+strings.Join(completed, ", "))
	}
	if active.Len() > 0 {
		parts = append(parts, "**Active:**", active.String())
	}
	return strings.Join(parts, "\n\n")
}

// Excluded returns the ids of a list as a set.
func Excluded(ids []string) map[string]bool {
	set := make(map[string]bool, len(ids))
	for _, id := range ids {
		set[id] = true
	}
	return set
}

// Entry returns what the section says of a bead alone: the item of an active one without
// a newline, the title of a completed one, and nothing of one that was deleted.
func Entry(b models.Bead) string {
	switch b.Class() {
	case models.BeadCompleted:
		return title(b)
	case models.BeadActive:
		var w strings.Builder
		bullet(&w, b)
		return w.String()
	}
	return ""
}

// Opening returns how the line of the section begins that shows a bead, so that it can
// be found there and told from all others: only an item begins at the start of a line,
// and no two beads have the same id. It is empty for a bead that was deleted.
func Opening(b models.Bead) string {
	switch b.Class() {
	case models.BeadCompleted:
		return completedLine
	case models.BeadActive:
		return "- **" + title(b) + "** (" + markdown.CodeSpan(text.OneLine(b.ID)) + ")"
	}
	return ""
}

// Opens reports whether a line of the section begins what it says of a bead, or of the
// completed ones.
func Opens(line string) bool {
	return strings.HasPrefix(line, "- **") || strings.HasPrefix(line, completedLine)
}

// completedLine begins the line of all completed beads.
const completedLine = "**Completed:** "

func bullet(w *strings.Builder, b models.Bead) {
	w.WriteString(Opening(b))
	if b.Status != "open" {
		w.WriteString(" [" + text.OneLine(b.Status) + "]")
	}
	for i, line := range description(b.Description) {
		switch {
		case i == 0:
			w.WriteString(": " + line)
		case line == "":
			w.WriteString("\n")
		default:
			w.WriteString("\n  " + line)
		}
	}
}

// title returns the title, or the id of a bead without one.
func title(b models.Bead) string {
	if t := text.OneLine(b.Title); t != "" {
		return t
	}
	return text.OneLine(b.ID)
}

// description returns the lines of a description without the blank ones at its ends;
// none when there is nothing to say. Each of the ends of a line that Markdown knows
// ends one, so that none can carry text out of the indent.
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
