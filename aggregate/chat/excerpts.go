package chat

import (
	"strings"

	"dossier/aggregate/format/markdown"
	"dossier/models"
)

// maxRole is the max length of an excerpt's role, in bytes.
const maxRole = 60

// parseExcerpts parses the discussion in one of this program's documents.
func parseExcerpts(text string, n names) ([]models.Entry, bool) {
	before, excerpts, ok := markdown.Excerpts(text)
	if !ok {
		return nil, false
	}
	var out []models.Entry
	if strings.TrimSpace(before) != "" {
		out = append(out, models.Entry{Role: user, Content: trimLines(before)})
	}
	for _, excerpt := range excerpts {
		out = append(out, readExcerpt(excerpt, n))
	}
	return out, true
}

// readExcerpt parses the output of [models.Entry.Excerpt].
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
