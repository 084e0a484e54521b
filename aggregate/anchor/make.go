package anchor

import (
	"fmt"

	"dossier/models"
)

// around is the number of lines that Make stores on each side of each end. One would be enough in
// prose; code has many lines such as "}" and "", and three reach past them.
const around = 3

// Make returns the slice of the text from line start to line end, inclusive, counted from 1. An
// end beyond the text is moved to its last line. It returns an error if start is below 1, beyond
// the text or after end.
func (t *Text) Make(start, end int) (models.Slice, error) {
	l := t.lines
	switch {
	case start < 1:
		return models.Slice{}, fmt.Errorf("line %d cannot start a slice: lines count from 1", start)
	case end < start:
		return models.Slice{}, fmt.Errorf("a slice cannot end at line %d, before its start at line %d", end, start)
	case start > l.count():
		return models.Slice{}, fmt.Errorf("line %d cannot start a slice: the text has %d lines", start, l.count())
	}
	end = min(end, l.count())
	s := models.Slice{StartLine: start, EndLine: end, ContentHash: l.hash(start-1, end)}
	p := planFor(around, start, end)
	first, last := start-1, end // half-open, from 0
	for _, part := range [][2]int{
		{first - p.before, first},
		{first, first + p.head},
		{last - p.tail, last},
		{last, min(last+around, l.count())},
	} {
		for i := part[0]; i < part[1]; i++ {
			s.AnchorLines = append(s.AnchorLines, cut(l.line(i)))
		}
	}
	return s, nil
}

// plan is the layout of a slice's anchor lines: lines before it, its first lines, its last lines
// that are not among those, and the remaining ones after it.
type plan struct{ before, head, tail int }

func planFor(around, start, end int) plan {
	n := end - start + 1
	head := min(around, n)
	return plan{min(around, start-1), head, min(around, n-head)}
}

// anchors are the anchor lines of a slice by position, those nearest to the end of the slice
// first.
type anchors struct {
	before, head []string // outside and inside the start
	after, tail  []string // outside and inside the end
	body         []string // all known inside lines, in order
	around       int      // the number of lines of each kind, if the text had as many
}

// anchorsOf parses the anchor lines of a slice. It also accepts hand-written lists with one line
// per position, and returns false for any other list.
func anchorsOf(s models.Slice) (anchors, bool) {
	for _, around := range []int{around, 1} {
		p := planFor(around, s.StartLine, s.EndLine)
		after := len(s.AnchorLines) - p.before - p.head - p.tail
		if after < 0 || after > around {
			continue
		}
		a := anchors{around: around}
		rest := s.AnchorLines
		a.before, rest = reverse(rest[:p.before]), rest[p.before:]
		a.head = rest[:p.head]
		a.body, a.after = rest[:p.head+p.tail], rest[p.head+p.tail:]
		a.tail = reverse(a.body[max(0, len(a.body)-around):])
		return a, true
	}
	return anchors{}, false
}

func reverse(list []string) []string {
	out := make([]string, len(list))
	for i, s := range list {
		out[len(list)-1-i] = s
	}
	return out
}
