package fuzzy

import (
	"cmp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Span is the byte range [Start, End) of a path.
type Span struct{ Start, End int }

// Hit is how a query matches a path.
type Hit struct {
	Score int    // higher is better; comparable only between hits of one query
	Spans []Span // matched ranges: sorted, disjoint, and on character boundaries
}

// Found is a path and how the query matches it.
type Found struct {
	Path string
	Hit
}

// Query is a parsed query. The zero Query is empty and matches every path. It reuses buffers, so
// it is not safe for concurrent use.
type Query struct {
	terms []term
	buffers
}

// buffers holds the buffers that are reused from one path to the next.
type buffers struct {
	letters   letters
	cells     []cell
	positions []int // offsets of the matched characters of a word
}

// term is a parsed word of a query.
type term interface {
	// mayMatch cheaply rules out most paths that do not match.
	mayMatch(path string) bool
	// matches reports whether the term matches a path for which mayMatch returned true.
	matches(path string, r *buffers) bool
	// find appends the matched ranges to spans, in any order, and returns the score. It leaves
	// nil spans nil.
	find(path string, spans []Span, r *buffers) (int, []Span, bool)
}

// Parse parses a query. Every text is a valid query.
func Parse(text string) *Query {
	q := &Query{}
	for _, field := range strings.Fields(strings.ToValidUTF8(text, "\uFFFD")) {
		if g, ok := parsePattern(field); ok {
			q.terms = append(q.terms, g)
		} else {
			q.terms = append(q.terms, parseWord(field))
		}
	}
	return q
}

// Empty reports whether the query has no terms.
func (q *Query) Empty() bool { return len(q.terms) == 0 }

// Fits reports whether the query matches a path. It is faster than [Query.Match].
func (q *Query) Fits(path string) bool {
	if !q.mayMatch(path) {
		return false
	}
	for _, t := range q.terms {
		if !t.matches(path, &q.buffers) {
			return false
		}
	}
	return true
}

func (q *Query) mayMatch(path string) bool {
	for _, t := range q.terms {
		if !t.mayMatch(path) {
			return false
		}
	}
	return true
}

// Match returns how the query matches a slash-separated path, and whether it does.
func (q *Query) Match(path string) (Hit, bool) {
	score, spans, ok := q.find(path, []Span{})
	if !ok {
		return Hit{}, false
	}
	return Hit{score, mergeSpans(spans)}, true
}

func (q *Query) find(path string, spans []Span) (score int, _ []Span, ok bool) {
	if !q.mayMatch(path) {
		return 0, nil, false
	}
	for _, t := range q.terms {
		var termScore int
		if termScore, spans, ok = t.find(path, spans, &q.buffers); !ok {
			return 0, nil, false
		}
		score += termScore
	}
	return score, spans, true
}

// Spans returns the ranges of a path that match any of the terms, as in [Hit]. It highlights
// matches in part of a path, such as a folder.
func (q *Query) Spans(path string) []Span {
	var spans []Span
	for _, t := range q.terms {
		if !t.mayMatch(path) {
			continue
		}
		if _, more, ok := t.find(path, []Span{}, &q.buffers); ok {
			spans = append(spans, more...)
		}
	}
	return mergeSpans(spans)
}

// Find returns the paths that match a query, best first, then shortest first, then sorted. An
// empty query matches all of them in the given order. A limit of 0 is no limit.
func Find(query string, paths []string, limit int) []Found {
	q := Parse(query)
	if limit <= 0 {
		limit = len(paths)
	}
	var found []Found
	for _, p := range paths {
		if len(found) == limit && q.Empty() {
			break
		}
		if score, _, ok := q.find(p, nil); ok {
			found = append(found, Found{p, Hit{Score: score}})
		}
		if len(found) > 2*limit+1000 { // bounds memory and the cost of sorting if there is a limit
			found = q.best(found, limit)
		}
	}
	found = slices.Clip(q.best(found, limit))
	for i, f := range found {
		found[i].Hit, _ = q.Match(f.Path)
	}
	return found
}

// best sorts the matches and returns the first limit ones.
func (q *Query) best(found []Found, limit int) []Found {
	if !q.Empty() {
		slices.SortFunc(found, func(a, b Found) int {
			return cmp.Or(cmp.Compare(b.Score, a.Score), cmp.Compare(len(a.Path), len(b.Path)), cmp.Compare(a.Path, b.Path))
		})
	}
	return found[:min(len(found), limit)]
}

// mergeSpans sorts spans and merges adjacent ones.
func mergeSpans(spans []Span) []Span {
	slices.SortFunc(spans, func(a, b Span) int { return cmp.Or(cmp.Compare(a.Start, b.Start), cmp.Compare(a.End, b.End)) })
	out := spans[:0]
	for _, s := range spans {
		if n := len(out); n > 0 && s.Start <= out[n-1].End {
			out[n-1].End = max(out[n-1].End, s.End)
		} else if s.Start < s.End {
			out = append(out, s)
		}
	}
	return out
}

// hasCapital reports whether a word is case-sensitive.
func hasCapital(s string) bool { return strings.ContainsFunc(s, unicode.IsUpper) }

// fold returns a character in lower case.
func fold(r rune) rune {
	if r < utf8.RuneSelf {
		if 'A' <= r && r <= 'Z' {
			r += 'a' - 'A'
		}
		return r
	}
	return unicode.ToLower(r)
}
