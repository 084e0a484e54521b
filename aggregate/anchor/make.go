package anchor

import (
	"fmt"

	"dossier/models"
)

// around is how many lines Make keeps on each side of each end. One would do in prose;
// code is full of lines such as "}" and "", and three reach past them.
const around = 3

// Make returns the slice of the text from line start to line end. Lines count from 1, both
// ends belong to it, and an end beyond the text is moved to its last line. A start
// below 1, beyond the text or behind the end is an error.
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
	first, last := start-1, end // from first up to last, counted from 0
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

// plan says how a slice's anchor lines are laid out: lines before it, its first lines,
// its last lines that are not among those, and lines after it: as many as are left.
type plan struct{ before, head, tail int }

func planFor(around, start, end int) plan {
	n := end - start + 1
	head := min(around, n)
	return plan{min(around, start-1), head, min(around, n-head)}
}

// anchors are the lines that a slice keeps, apart by place and nearest to the end of
// the slice first.
type anchors struct {
	before, head []string // at the start: outside and inside
	after, tail  []string // at the end: outside and inside
	body         []string // all that is known of the inside, in order
	around       int      // how many there are of each where the text had as many
}

// anchorsOf reads the anchor lines of a slice. Lists with one line for each place, as a
// person might write them, are understood too; any other list is no help.
func anchorsOf(s models.Slice) (anchors, bool) {
	for _, around := range []int{around, 1} {
		p := planFor(around, s.StartLine, s.EndLine)
		after := len(s.AnchorLines) - p.before - p.head - p.tail
		if after < 0 || after > around {
			continue
		}
		a := anchors{around: around}
		rest := s.AnchorLines
		a.before, rest = reversed(rest[:p.before]), rest[p.before:]
		a.head = rest[:p.head]
		a.body, a.after = rest[:p.head+p.tail], rest[p.head+p.tail:]
		a.tail = reversed(a.body[max(0, len(a.body)-around):])
		return a, true
	}
	return anchors{}, false
}

func reversed(list []string) []string {
	out := make([]string, len(list))
	for i, s := range list {
		out[len(list)-1-i] = s
	}
	return out
}
