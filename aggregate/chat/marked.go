package chat

import (
	"strings"

	"dossier/models"
)

// style is the markup of speaker names. The first line of a chat with a name determines it; names
// with other markup are text.
type style struct {
	hashes int  // heading level; 0 for none
	bold   bool // between asterisks or underscores
}

func (s style) headed() bool { return s.hashes > 0 || s.bold }

// mark is a line that names a speaker.
type mark struct {
	style
	role string
	rest string // rest of the line, with its newline
}

// parseMarked parses a chat in which lines name the speakers.
func parseMarked(text string, n names) ([]models.Entry, bool) {
	var f fence
	var markup style
	found, first, blank := 0, false, true
	for line := range strings.Lines(text) {
		if !f.inside(line) {
			m, ok := readMark(line, n)
			switch {
			case ok && found == 0:
				markup, first = m.style, blank
				found++
			case ok && m.style == markup:
				found++
			}
		}
		blank = blank && strings.TrimSpace(line) == ""
	}
	// A single name within a text is not a chat.
	if found == 0 || found == 1 && !first {
		return nil, false
	}
	entries := split(text, func(line string) (role, rest string, ok bool) {
		m, ok := readMark(line, n)
		return m.role, m.rest, ok && m.style == markup
	})
	if markup.headed() {
		entries = dropSeparators(entries)
	}
	return entries, true
}

// maxName is the max length of a name, in bytes.
const maxName = 120

// readMark parses a line that names a speaker: a name with a colon; a name in bold or in a
// heading needs no colon if it is alone on the line.
func readMark(line string, n names) (m mark, ok bool) {
	body := strings.TrimRight(line, "\r\n")
	newline := line[len(body):]
	if len(body)-len(strings.TrimLeft(body, " ")) > 3 || strings.HasPrefix(body, "\t") {
		return m, false
	}
	body = strings.TrimLeft(body, " ")
	if hashes := len(body) - len(strings.TrimLeft(body, "#")); hashes > 0 {
		if hashes > 6 || !strings.HasPrefix(body[hashes:], " ") {
			return m, false
		}
		m.hashes = hashes
		body = strings.TrimLeft(body[hashes:], " ")
		if closed := strings.TrimRight(body, "# "); strings.HasSuffix(body, "#") && strings.HasPrefix(body[len(closed):], " ") {
			body = closed
		}
	}
	if open := emphasis(body); open != "" {
		m.bold = true
		return m.parseBold(body, newline, open, n)
	}
	head := body[:min(len(body), maxName)]
	for i := range len(head) { // a time after the name also contains a colon
		if head[i] != ':' {
			continue
		}
		if m.role, ok = n.roleOf(bareName(head[:i]), m.headed()); ok {
			m.rest = strings.TrimPrefix(body[i+1:], " ") + newline
			return m, true
		}
	}
	if !m.headed() || len(body) > maxName {
		return m, false
	}
	m.role, ok = n.roleOf(bareName(body), true)
	m.rest = newline
	return m, ok
}

// parseBold parses a name between open and its counterpart, with the colon inside or outside.
func (m mark) parseBold(body, newline, open string, n names) (mark, bool) {
	inner := body[len(open):]
	end := strings.Index(inner[:min(len(inner), maxName)], reversed(open))
	if end < 0 {
		return m, false
	}
	name, rest := strings.TrimRight(inner[:end], " "), inner[end+len(open):]
	name, colon := strings.CutSuffix(name, ":")
	if !colon {
		rest, colon = strings.CutPrefix(rest, ":")
	}
	if !colon && strings.TrimSpace(rest) != "" {
		return m, false
	}
	var ok bool
	m.role, ok = n.roleOf(bareName(name), true)
	m.rest = strings.TrimPrefix(rest, " ") + newline
	return m, ok
}

// emphasis returns the run of asterisks and underscores that begins bold text in s.
func emphasis(s string) string {
	run := s[:len(s)-len(strings.TrimLeft(s, "*_"))]
	if len(run) < 2 || len(run) > 3 || !strings.Contains(run, "**") && !strings.Contains(run, "__") {
		return ""
	}
	return run
}

func reversed(s string) string {
	b := []byte(s)
	for i, j := 0, len(b)-1; i < j; i, j = i+1, j-1 {
		b[i], b[j] = b[j], b[i]
	}
	return string(b)
}

// bareName removes what some exports add to a name: an image before it, a time in brackets after
// it.
func bareName(name string) string {
	name = strings.TrimSpace(name)
	if i := strings.LastIndexAny(name, "(["); i > 0 && strings.ContainsAny(name[i:], "0123456789") && strings.HasSuffix(name, map[byte]string{'(': ")", '[': "]"}[name[i]]) {
		name = strings.TrimSpace(name[:i])
	}
	first, rest, ok := strings.Cut(name, " ")
	if ok && first != "" && strings.IndexFunc(first, func(r rune) bool { return r < 0x2000 }) < 0 {
		name = strings.TrimSpace(rest)
	}
	return name
}
