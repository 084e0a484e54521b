package chat

import (
	"fmt"
	"strings"

	"dossier/models"
)

const (
	section = "## Discussion History"
	excerpt = "### Discussion Excerpt "
)

// maxRole bounds what is taken for the role of an excerpt, in bytes.
const maxRole = 60

// parseExcerpts reads the discussion of one of this program's own documents. Excerpts are
// known by their numbers, which count on: another number is text.
func parseExcerpts(text string, n names) ([]models.Entry, bool) {
	before, rest, ok := cutHeading(text, excerpt+"1")
	if !ok {
		return nil, false
	}
	before = strings.TrimSuffix(strings.TrimSpace(before), section)
	var out []models.Entry
	if before = strings.TrimSuffix(strings.TrimSpace(before), "---"); strings.TrimSpace(before) != "" {
		out = append(out, models.Entry{Role: user, Content: trimLines(before)})
	}
	for next := 2; ok; next++ {
		var content string
		content, rest, ok = cutHeading(rest, fmt.Sprint(excerpt, next))
		content = strings.TrimSpace(content)
		if ok {
			content = strings.TrimSpace(strings.TrimSuffix(content, "---"))
		}
		out = append(out, readExcerpt(content, n))
	}
	return out, true
}

// cutHeading cuts text at the first line that is heading.
func cutHeading(text, heading string) (before, after string, found bool) {
	for from := 0; ; {
		i := strings.Index(text[from:], heading)
		if i < 0 {
			return text, "", false
		}
		i += from
		end := i + len(heading)
		line, rest, _ := strings.Cut(text[end:], "\n")
		if (i == 0 || text[i-1] == '\n') && strings.TrimSpace(line) == "" {
			return text[:i], rest, true
		}
		from = end
	}
}

// readExcerpt reads what [models.Entry.Excerpt] writes.
func readExcerpt(content string, n names) models.Entry {
	role, rest, ok := strings.Cut(content, ":")
	if !ok || role == "" || len(role) > maxRole || strings.ContainsAny(role, "\n`") {
		return models.Entry{Content: content, Plain: true}
	}
	if known, ok := n.roles[strings.ToLower(role)]; ok {
		role = known
	}
	return models.Entry{Role: role, Content: strings.TrimPrefix(rest, " ")}
}
