package grammar

import (
	"bytes"
	"cmp"
	"slices"
	"sort"

	"dossier/aggregate/code"
	"dossier/aggregate/code/grammar/tree"
)

// maxDataLines is the max number of lines of a literal that is shown in a skeleton. Longer ones
// are tables, whose purpose is clear from their surroundings.
const maxDataLines = 20

// isLongData reports whether a literal exceeds the limit.
func (l *Language) isLongData(src []byte, c tree.Capture) bool {
	lines := bytes.Count(src[c.Start:c.End], []byte("\n")) + 1
	return lines > maxDataLines && (l.Data == nil || l.Data(src, c.Node()))
}

// dataCuts elides the contents of long literals between their brackets. A literal that contains a
// definition or a body is not data, but literals in it may be. closed are bodies and values that
// are elided as a whole.
func dataCuts(src []byte, literals, closed []code.Span, list []match) []code.Cut {
	if len(literals) == 0 {
		return nil
	}
	var nonData []code.Span // literals that contain more than data
	for i := range list {
		if m := &list[i]; !m.Body.Empty() || m.isDefinition && !m.Scope {
			nonData = append(nonData, m.span())
		}
	}
	slices.SortFunc(nonData, func(a, b code.Span) int { return cmp.Compare(a.Start, b.Start) })
	var cuts []code.Cut
	end := 0
	slices.SortStableFunc(literals, func(a, b code.Span) int {
		return cmp.Or(cmp.Compare(a.Start, b.Start), cmp.Compare(b.End, a.End))
	})
	for _, s := range literals {
		if s.Start < end || isInside(closed, s) || contains(closed, s) || containsAny(s, nonData) {
			continue
		}
		if cut, ok := betweenBrackets(src, s); ok {
			cuts, end = append(cuts, cut), s.End
		}
	}
	return cuts
}

// containsAny reports whether s contains one of the spans, which are sorted.
func containsAny(s code.Span, spans []code.Span) bool {
	at := sort.Search(len(spans), func(i int) bool { return spans[i].Start >= s.Start })
	for _, t := range spans[at:] {
		if t.Start >= s.End {
			return false
		}
		if s.Contains(t) && s != t {
			return true
		}
	}
	return false
}

// betweenBrackets returns the cut that keeps only the brackets of a literal: [...], array(...), {
// ... }. It returns false for a literal that does not end with its opening bracket's counterpart.
func betweenBrackets(src []byte, s code.Span) (code.Cut, bool) {
	closing := map[byte]byte{'[': ']', '(': ')', '{': '}'}
	last := s.End - 1
	for at := s.Start; at < last; at++ {
		if c, ok := closing[src[at]]; ok {
			text := "..."
			if src[at] == '{' {
				text = " ... "
			}
			return code.Cut{Span: code.Span{Start: at + 1, End: last}, Text: text}, src[last] == c
		}
	}
	return code.Cut{}, false
}
