package fuzzy

import (
	"cmp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Span is the part [Start, End) of a path, in bytes.
type Span struct{ Start, End int }

// Hit is how a query fits a path.
type Hit struct {
	Score int    // the higher the better; of use only between hits of one query
	Spans []Span // what fitted: in order, apart from each other, and never within a character
}

// Found is a path with how the query fits it.
type Found struct {
	Path string
	Hit
}

// Query is a parsed query. The zero Query is empty, and finds every path. It keeps room
// that it works in, so one goroutine at a time may use it.
type Query struct {
	terms []term
	room
}

// room is what finding works in, from one path to the next.
type room struct {
	letters letters
	cells   []cell
	at      []int // where the characters of a word were found
}

// term is what one word of a query asks for.
type term interface {
	// may rules out most of what does not fit, at little cost.
	may(path string) bool
	// fits reports whether the term fits a path that it may fit.
	fits(path string, r *room) bool
	// find adds what fits to spans, in any order, and returns what that is worth. Spans
	// that are nil stay so.
	find(path string, spans []Span, r *room) (int, []Span, bool)
}

// Parse reads a query. There is no wrong one.
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

// Empty reports whether nothing is asked for.
func (q *Query) Empty() bool { return len(q.terms) == 0 }

// Fits reports whether the query finds a path. It costs less than [Query.Match].
func (q *Query) Fits(path string) bool {
	if !q.may(path) {
		return false
	}
	for _, t := range q.terms {
		if !t.fits(path, &q.room) {
			return false
		}
	}
	return true
}

func (q *Query) may(path string) bool {
	for _, t := range q.terms {
		if !t.may(path) {
			return false
		}
	}
	return true
}

// Match returns how the query fits a slash-separated path, and whether it does.
func (q *Query) Match(path string) (Hit, bool) {
	score, spans, ok := q.find(path, []Span{})
	if !ok {
		return Hit{}, false
	}
	return Hit{score, join(spans)}, true
}

func (q *Query) find(path string, spans []Span) (score int, _ []Span, ok bool) {
	if !q.may(path) {
		return 0, nil, false
	}
	for _, t := range q.terms {
		var worth int
		if worth, spans, ok = t.find(path, spans, &q.room); !ok {
			return 0, nil, false
		}
		score += worth
	}
	return score, spans, true
}

// Spans returns what of a path fits the terms that fit it at all, as in [Hit]. It marks
// what is only a part of a path that was found, such as a folder.
func (q *Query) Spans(path string) []Span {
	var spans []Span
	for _, t := range q.terms {
		if !t.may(path) {
			continue
		}
		if _, more, ok := t.find(path, []Span{}, &q.room); ok {
			spans = append(spans, more...)
		}
	}
	return join(spans)
}

// Find returns the paths that a query finds, the best first: of equals the shorter, then
// in byte order. An empty query finds all of them as they come. A limit of 0 is none.
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
		if len(found) > 2*limit+1000 { // so that a limit bounds the room, and what is sorted at once
			found = q.best(found, limit)
		}
	}
	found = slices.Clip(q.best(found, limit))
	for i, f := range found {
		found[i].Hit, _ = q.Match(f.Path)
	}
	return found
}

// best puts what was found in order and keeps as much as the limit allows.
func (q *Query) best(found []Found, limit int) []Found {
	if !q.Empty() {
		slices.SortFunc(found, func(a, b Found) int {
			return cmp.Or(cmp.Compare(b.Score, a.Score), cmp.Compare(len(a.Path), len(b.Path)), cmp.Compare(a.Path, b.Path))
		})
	}
	return found[:min(len(found), limit)]
}

// join puts spans in order and makes one of those that touch.
func join(spans []Span) []Span {
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

// hasCapital reports whether a word asks for its own case.
func hasCapital(s string) bool { return strings.ContainsFunc(s, unicode.IsUpper) }

// fold is a character in lower case.
func fold(r rune) rune {
	if r < utf8.RuneSelf {
		if 'A' <= r && r <= 'Z' {
			r += 'a' - 'A'
		}
		return r
	}
	return unicode.ToLower(r)
}
