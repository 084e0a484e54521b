package tree

// #include "tree.h"
import "C"

import "sort"

// Gap is a part of a source that is not parsed. A single byte replaces it.
type Gap struct {
	Start, End int // byte range in the source
	at         uint32
}

// Gaps are the gaps of a source, sorted and not adjacent.
type Gaps []Gap

// Cut returns the source with each gap replaced by a byte.
func (g Gaps) Cut(src []byte, instead byte) []byte {
	size := len(src)
	for _, gap := range g {
		size -= gap.End - gap.Start - 1
	}
	cut, past := make([]byte, 0, size), 0
	for i, gap := range g {
		cut = append(cut, src[past:gap.Start]...)
		g[i].at = uint32(len(cut))
		cut, past = append(cut, instead), gap.End
	}
	return append(cut, src[past:]...)
}

// start converts the start of a range in the remaining text to an offset in the source.
func (g Gaps) start(at uint32) uint32 {
	i := sort.Search(len(g), func(i int) bool { return g[i].at >= at })
	if i < len(g) && g[i].at == at {
		return uint32(g[i].Start)
	}
	return g.behind(i, at)
}

// end converts the end of a range in the remaining text to an offset in the source.
func (g Gaps) end(at uint32) uint32 {
	return g.behind(sort.Search(len(g), func(i int) bool { return g[i].at >= at }), at)
}

// behind returns the source offset of a byte after i gaps.
func (g Gaps) behind(i int, at uint32) uint32 {
	if i == 0 {
		return at
	}
	return at - g[i-1].at - 1 + uint32(g[i-1].End)
}

// place sets the source offsets of the nodes in a part of the list.
func (t *Tree) place(from, to int) {
	if len(t.gaps) == 0 {
		return
	}
	for i := from; i < to; i++ {
		n := &t.list[i]
		start, end := uint32(n.start), uint32(n.end)
		n.start, n.end = C.uint32_t(t.gaps.start(start)), C.uint32_t(t.gaps.end(end))
		if start == end {
			n.end = n.start
		}
	}
}
