package ignore

import (
	"bytes"
	"strings"
)

// List is one file of patterns.
type List struct {
	source   string
	patterns []pattern
}

// pattern is a line of a list.
type pattern struct {
	text     string // without '!', and without the '/' at its end
	line     int    // counted from 1
	negated  bool
	dirOnly  bool
	nameOnly bool // no slash: compared with the base name
	suffix   bool // a star and then only literal text
	literal  int  // length of the literal text that it begins with
}

// Source returns the name of the list, as explanations print it.
func (l *List) Source() string { return l.source }

// Len returns how many patterns the list has.
func (l *List) Len() int {
	if l == nil {
		return 0
	}
	return len(l.patterns)
}

// Parse reads a list of patterns. source is what explanations call it. Every text is
// a list: a line that makes no sense as a pattern matches nothing.
func Parse(source string, data []byte) *List {
	l := &List{source: source}
	data = bytes.TrimPrefix(data, []byte("\ufeff"))
	for line := 1; len(data) > 0; line++ {
		var text []byte
		text, data, _ = bytes.Cut(data, []byte("\n"))
		if len(text) == 0 || text[0] == '#' {
			continue
		}
		// A carriage return before the newline is not part of the pattern; git sees
		// nothing behind a NUL.
		text = bytes.TrimSuffix(text, []byte("\r"))
		text, _, _ = bytes.Cut(text, []byte("\x00"))
		if p, ok := parsePattern(trimSpaces(string(text))); ok {
			p.line = line
			l.patterns = append(l.patterns, p)
		}
	}
	return l
}

// trimSpaces cuts the spaces at the end, but for one behind a backslash.
func trimSpaces(s string) string {
	end := -1
	for i := 0; i < len(s); i++ {
		switch s[i] {
		case ' ':
			if end < 0 {
				end = i
			}
			continue
		case '\\':
			if i++; i == len(s) {
				return s
			}
		}
		end = -1
	}
	if end < 0 {
		return s
	}
	return s[:end]
}

func parsePattern(s string) (pattern, bool) {
	var p pattern
	if strings.HasPrefix(s, "!") {
		p.negated, s = true, s[1:]
	}
	if s == "" {
		return p, false
	}
	whole := s
	if strings.HasSuffix(s, "/") {
		p.dirOnly, s = true, s[:len(s)-1]
	}
	p.text = s
	p.nameOnly = !strings.Contains(s, "/")
	p.literal = min(literalLength(whole), len(s))
	p.suffix = strings.HasPrefix(whole, "*") && literalLength(whole[1:]) == len(whole)-1
	return p, true
}

// literalLength returns how much of s stands for itself.
func literalLength(s string) int {
	if i := strings.IndexAny(s, `*?[\`); i >= 0 {
		return i
	}
	return len(s)
}

// String returns the pattern as git prints it.
func (p pattern) String() string {
	s := p.text
	if p.negated {
		s = "!" + s
	}
	if p.dirOnly {
		s += "/"
	}
	return s
}

// matches reports whether the pattern speaks for a path: name is its base name, path
// the way to it from the folder of the list.
func (p *pattern) matches(path, name string, dir bool) bool {
	if p.dirOnly && !dir {
		return false
	}
	if p.nameOnly {
		switch {
		case p.literal == len(p.text):
			return p.text == name
		case p.suffix:
			return strings.HasSuffix(name, p.text[1:])
		}
		return wildmatch(p.text, name, false)
	}
	text, literal := p.text, p.literal
	if text[0] == '/' {
		text, literal = text[1:], literal-1
	}
	if literal > 0 {
		if !strings.HasPrefix(path, text[:literal]) {
			return false
		}
		text, path = text[literal:], path[literal:]
		if text == "" && path == "" {
			return true
		}
	}
	return wildmatch(text, path, true)
}

// match returns the last pattern that speaks for a path, or nil.
func (l *List) match(path, name string, dir bool) *pattern {
	for i := len(l.patterns) - 1; i >= 0; i-- {
		if p := &l.patterns[i]; p.matches(path, name, dir) {
			return p
		}
	}
	return nil
}
