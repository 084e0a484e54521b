package ignore

import (
	"bytes"
	"slices"
	"strings"
)

// List is one file of patterns. A nil list is empty.
type List struct {
	source   string
	patterns []pattern
	// Most patterns are a name or an extension and are looked up in maps; only the others are
	// tried one by one.
	names      map[string]lastMatch
	extensions map[string]lastMatch // including the dot
	unindexed  []int                // indices into patterns
}

// lastMatch is the last pattern for a name, from 1; 0 for none.
type lastMatch struct{ file, dir int }

// maxLinear is the number of patterns up to which a linear scan beats a lookup.
const maxLinear = 8

// pattern is a line of a list.
type pattern struct {
	source   string // as git prints it: the line without trailing spaces
	line     int    // from 1
	negated  bool
	dirOnly  bool
	nameOnly bool // no slash: matches the base name
	form     form
	fixed    string // literal suffix of a name, or prefix of a path
	glob     *glob  // the pattern after fixed; the whole pattern for a name
}

// form is how a pattern is matched: most patterns in practice need no glob.
type form uint8

const (
	literalForm form = iota // fixed is the whole pattern
	suffixForm              // a star followed by fixed
	globForm
)

// Source returns the name of the list for explanations.
func (l *List) Source() string { return l.source }

// Len returns the number of patterns in the list.
func (l *List) Len() int {
	if l == nil {
		return 0
	}
	return len(l.patterns)
}

// Parse parses a list of patterns. source is its name in explanations. Every text is a valid
// list: a line that is not a valid pattern matches nothing.
func Parse(source string, data []byte) *List {
	l := &List{source: source}
	data = bytes.TrimPrefix(data, []byte("\ufeff"))
	for line := 1; len(data) > 0; line++ {
		var text []byte
		text, data, _ = bytes.Cut(data, []byte("\n"))
		if len(text) == 0 || text[0] == '#' {
			continue
		}
		// A carriage return before the newline is not part of the pattern; git ignores everything
		// after a NUL.
		text = bytes.TrimSuffix(text, []byte("\r"))
		text, _, _ = bytes.Cut(text, []byte("\x00"))
		if p, ok := parsePattern(trimSpaces(string(text)), false); ok {
			p.line = line
			l.patterns = append(l.patterns, p)
		}
	}
	l.sort()
	return l
}

// sort determines which patterns can be looked up.
func (l *List) sort() {
	for i := range l.patterns {
		p := &l.patterns[i]
		switch {
		case len(l.patterns) <= maxLinear || !p.nameOnly:
			l.unindexed = append(l.unindexed, i)
		case p.form == literalForm:
			p.index(&l.names, i)
		case p.form == suffixForm && strings.LastIndexByte(p.fixed, '.') == 0:
			p.index(&l.extensions, i)
		default:
			l.unindexed = append(l.unindexed, i)
		}
	}
}

// index stores a pattern as the last one for its fixed text.
func (p *pattern) index(in *map[string]lastMatch, i int) {
	if *in == nil {
		*in = map[string]lastMatch{}
	}
	found := (*in)[p.fixed]
	found.dir = i + 1
	if !p.dirOnly {
		found.file = i + 1
	}
	(*in)[p.fixed] = found
}

// trimSpaces removes trailing spaces, but not an escaped space.
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

// parsePattern parses a pattern; if fold is set, for texts in lower case.
func parsePattern(source string, fold bool) (pattern, bool) {
	p := pattern{source: source}
	text, negated := strings.CutPrefix(source, "!")
	text, dirOnly := strings.CutSuffix(text, "/")
	if text == "" {
		return p, false // also for "/": no name is empty
	}
	p.negated, p.dirOnly = negated, dirOnly
	p.nameOnly = !strings.Contains(text, "/")
	if p.nameOnly {
		p.prepareName(text, fold)
	} else {
		p.preparePath(strings.TrimPrefix(text, "/"), fold)
	}
	if fold {
		p.fixed = lower(p.fixed)
	}
	return p, true
}

func (p *pattern) prepareName(text string, fold bool) {
	if literalLength(text) == len(text) {
		p.form, p.fixed = literalForm, text
		return
	}
	if rest, ok := strings.CutPrefix(text, "*"); ok && literalLength(rest) == len(rest) {
		p.form, p.fixed = suffixForm, rest
		return
	}
	g := compile(text, fold)
	p.form, p.glob = globForm, &g
}

// preparePath splits off the literal prefix, as git does: stars right after it are at the
// beginning of the remainder, where a double star matches slashes.
func (p *pattern) preparePath(text string, fold bool) {
	n := literalLength(text)
	p.form, p.fixed = literalForm, text[:n]
	if n < len(text) {
		g := compile(text[n:], fold)
		p.form, p.glob = globForm, &g
	}
}

// literalLength returns the length of the literal prefix of s.
func literalLength(s string) int {
	if i := strings.IndexAny(s, `*?[\`); i >= 0 {
		return i
	}
	return len(s)
}

// matches reports whether the pattern matches a path: name is its base name, path is relative to
// the list's folder.
func (p *pattern) matches(path, name string, dir bool) bool {
	if p.dirOnly && !dir {
		return false
	}
	text := path
	if p.nameOnly {
		text = name
	}
	switch p.form {
	case literalForm:
		return text == p.fixed
	case suffixForm:
		return strings.HasSuffix(text, p.fixed)
	}
	rest, ok := strings.CutPrefix(text, p.fixed)
	return ok && p.glob.match(rest)
}

// match returns the last pattern that matches a path, or nil.
func (l *List) match(path, name string, dir bool) *pattern {
	best := l.names[name].of(dir)
	if dot := strings.LastIndexByte(name, '.'); dot >= 0 {
		best = max(best, l.extensions[name[dot:]].of(dir))
	}
	for _, i := range slices.Backward(l.unindexed) {
		if i < best {
			break
		}
		if l.patterns[i].matches(path, name, dir) {
			return &l.patterns[i]
		}
	}
	if best < 0 {
		return nil
	}
	return &l.patterns[best]
}

// of returns the index of the pattern for a file or a folder; -1 if there is none.
func (l lastMatch) of(dir bool) int {
	if dir {
		return l.dir - 1
	}
	return l.file - 1
}
