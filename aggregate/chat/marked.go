package chat

import (
	"strings"

	"dossier/models"
)

// style is how the names of those who speak are set. The first line of a chat that names
// one decides: names that are set otherwise are text.
type style struct {
	hashes int  // of a heading; 0: none
	bold   bool // between asterisks or underscores
}

func (s style) headed() bool { return s.hashes > 0 || s.bold }

// mark is a line that names who speaks.
type mark struct {
	style
	role string
	rest string // of the line, with its newline
}

// parseMarked reads a chat in which lines name who speaks.
func parseMarked(text string, n names) ([]models.Entry, bool) {
	var f fence
	var how style
	found, first, blank := 0, false, true
	for line := range strings.Lines(text) {
		if !f.inside(line) {
			m, ok := readMark(line, n)
			switch {
			case ok && found == 0:
				how, first = m.style, blank
				found++
			case ok && m.style == how:
				found++
			}
		}
		blank = blank && strings.TrimSpace(line) == ""
	}
	// One name somewhere inside a text is no chat.
	if found == 0 || found == 1 && !first {
		return nil, false
	}
	entries := split(text, func(line string) (role, rest string, ok bool) {
		m, ok := readMark(line, n)
		return m.role, m.rest, ok && m.style == how
	})
	if how.headed() {
		entries = dropSeparators(entries)
	}
	return entries, true
}

// maxName bounds the part of a line that may be a name, in bytes.
const maxName = 120

// readMark reads a line that names who speaks: a name with a colon; one in bold or in a
// heading needs none when it stands alone.
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
		return m.inBold(body, newline, open, n)
	}
	head := body[:min(len(body), maxName)]
	for i := range len(head) { // a time beside the name has a colon too
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

// inBold reads a name between open and its counterpart, with the colon inside or outside.
func (m mark) inBold(body, newline, open string, n names) (mark, bool) {
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

// emphasis returns the run of asterisks and underscores that sets s in bold.
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

// bareName cuts what some exports set beside a name: a picture before it, a time in
// brackets behind it.
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
