package fuzzy

import (
	"strings"
	"unicode/utf8"

	"github.com/bmatcuk/doublestar/v4"
)

// Limits of a pattern: each choice in braces multiplies the number of alternatives.
const (
	maxPattern = 256 // bytes
	maxBraces  = 4   // pairs of braces
	maxCommas  = 16
)

// pattern is a term with wildcards.
type pattern struct {
	glob     string
	anchored bool // anchored to the beginning of the path
	fold     bool
	// head and tail are the literal text at both ends of the pattern.
	head, tail string
}

func parsePattern(word string) (pattern, bool) {
	open := strings.IndexByte(word, '{')
	braces := open >= 0 && strings.Contains(word[open:], ",") && strings.Contains(word[open:], "}")
	if !braces && !strings.ContainsAny(word, "*?") {
		return pattern{}, false
	}
	p := pattern{glob: word, fold: !hasCapital(word)}
	if p.glob, p.anchored = strings.CutPrefix(p.glob, "/"); strings.HasSuffix(p.glob, "/") {
		p.glob += "**"
	}
	if len(p.glob) > maxPattern || strings.Count(p.glob, "{") > maxBraces || strings.Count(p.glob, ",") > maxCommas ||
		!doublestar.ValidatePattern(p.glob) {
		return pattern{}, false
	}
	p.head = p.glob[:strings.IndexAny(p.glob, `*?[]{}\`)]
	if !strings.Contains(p.glob, `\`) {
		p.tail = p.glob[strings.LastIndexAny(p.glob, "*?[]{}")+1:]
	}
	return p, true
}

// mayMatch compares the tails, which rules out most paths.
func (p pattern) mayMatch(path string) bool {
	return len(path) >= len(p.tail) && strings.EqualFold(path[len(path)-len(p.tail):], p.tail)
}

func (p pattern) matches(path string, _ *buffers) bool {
	_, ok := p.at(p.folded(path))
	return ok
}

func (p pattern) folded(path string) string {
	if p.fold {
		return foldKeepingOffsets(path)
	}
	return path
}

// at returns the offset in the path at which the pattern matches.
func (p pattern) at(path string) (int, bool) {
	for at := 0; ; {
		if doublestar.MatchUnvalidated(p.glob, path[at:]) {
			return at, true
		}
		slash := strings.IndexByte(path[at:], '/')
		if slash < 0 || p.anchored {
			return 0, false
		}
		at += slash + 1
	}
}

// find marks the literal beginning and end of the pattern. All matches of a pattern have the same
// score.
func (p pattern) find(path string, spans []Span, _ *buffers) (int, []Span, bool) {
	path = p.folded(path)
	at, ok := p.at(path)
	if !ok || spans == nil {
		return 0, nil, ok
	}
	if strings.HasPrefix(path[at:], p.head) {
		spans = append(spans, Span{at, at + len(p.head)})
	}
	if strings.HasSuffix(path, p.tail) {
		spans = append(spans, Span{len(path) - len(p.tail), len(path)})
	}
	return 0, spans, true
}

// foldKeepingOffsets returns s in lower case, except for characters whose length would change, so that
// offsets are the same in both.
func foldKeepingOffsets(s string) string {
	if !utf8.ValidString(s) {
		return s
	}
	return strings.Map(func(r rune) rune {
		if f := fold(r); utf8.RuneLen(f) == utf8.RuneLen(r) {
			return f
		}
		return r
	}, s)
}
