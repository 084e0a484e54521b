package code

import (
	"sort"
	"strings"
)

// Lines converts offsets in a text to lines.
type Lines struct{ starts []int }

// NewLines returns the lines of src.
func NewLines(src string) Lines {
	starts := make([]int, 1, 1+strings.Count(src, "\n"))
	for at := 0; ; {
		next := strings.IndexByte(src[at:], '\n')
		if next < 0 {
			return Lines{starts}
		}
		at += next + 1
		starts = append(starts, at)
	}
}

// At returns the line that contains an offset, from 1.
func (l Lines) At(offset int) int {
	return sort.Search(len(l.starts), func(i int) bool { return l.starts[i] > offset })
}

// Of returns the first and the last line of a span, from 1.
func (l Lines) Of(s Span) (first, last int) {
	return l.At(s.Start), l.At(max(s.Start, s.End-1))
}
