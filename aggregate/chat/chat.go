// Package chat reads conversations that people copy from elsewhere. Nothing of the
// text is lost: what is not understood is one entry of a person who writes.
package chat

import (
	"strings"

	"dossier/models"
)

// Parse returns the entries of a chat. Lines of a role, such as "User:", begin them.
func Parse(pasted string) []models.Entry {
	if strings.TrimSpace(pasted) == "" {
		return nil
	}
	var out []models.Entry
	current := models.Entry{Role: "User"}
	end := func() {
		if strings.TrimSpace(current.Content) != "" {
			out = append(out, current)
		}
	}
	for line := range strings.Lines(pasted) {
		role, rest, ok := strings.Cut(line, ":")
		if known, named := roles[strings.ToLower(role)]; ok && named {
			end()
			current = models.Entry{Role: known}
			line = strings.TrimPrefix(rest, " ")
		}
		current.Content += line
	}
	end()
	return out
}

var roles = map[string]string{
	"user": "User", "human": "User", "you": "User", "me": "User",
	"ai": "AI", "assistant": "AI", "chatgpt": "AI", "claude": "AI", "gemini": "AI", "copilot": "AI",
	"system": "System", "tool": "Tool",
}
