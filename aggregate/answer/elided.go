package answer

import (
	"cmp"
	"fmt"
	"slices"
)

// region is a stretch of the file that a segment of an elided file takes the place of.
type region struct {
	start, end int
	head, tail int // how many lines at its ends are those of the segment
}

// elided places a file that has lines in the place of what stays: each segment between them begins
// and ends with lines of the file, and takes the place of what is between these.
func (f *File) elided(lines []string) Placement {
	list, before, behind := segments(lines)
	if len(list) == 0 {
		return Placement{Level: NotFound, Reason: "it changes nothing"}
	}
	p := Placement{Level: Certain, Note: "the answer leaves lines out"}
	after := 0
	for i, segment := range list {
		r, several, ok := f.region(segment, after, i == 0 && !before, i == len(list)-1 && !behind)
		if !ok {
			return Placement{Level: NotFound, Reason: fmt.Sprintf("the lines beside what is left out, “%s” and “%s”, are not both in the file", shortened(core(segment[0])), shortened(core(segment[len(segment)-1])))}
		}
		if several {
			p.Level, p.Reason = Ambiguous, fmt.Sprintf("the lines around “%s” are in the file several times", shortened(core(segment[0])))
		}
		p.Changes = append(p.Changes, f.between(r.start, r.end, segment)...)
		if p.Lines.Start == 0 {
			p.Lines.Start = r.start + 1
		}
		p.Lines.End, after = r.end, r.end
	}
	if p.Level == Ambiguous {
		p.Choices = []Choice{{p.Lines, p.Changes}}
	}
	if len(p.Changes) == 0 {
		return Placement{Level: NotFound, Reason: "the file has the new text already", Lines: p.Lines}
	}
	return p
}

// region returns the stretch of the file behind a line that a segment stands for, and whether
// another one would do as well. top and bottom say that it begins, or ends, with the file.
func (f *File) region(segment []string, after int, top, bottom bool) (found region, several, ok bool) {
	heads, tails := f.heads(segment, after), f.tails(segment, after)
	if top {
		heads = []region{{start: 0, head: f.run(segment, 0)}}
	}
	if bottom {
		tails = []region{{end: len(f.lines), tail: f.runBack(segment, len(f.lines))}}
	}
	type costed struct {
		region
		same, differ int // lines at the ends that are the segment's, and all others of both
	}
	var list []costed
	for _, h := range heads {
		for _, t := range tails {
			r := region{h.start, t.end, h.head, t.tail}
			length := r.end - r.start
			if length <= 0 || length > 4*len(segment)+40 && !top && !bottom {
				continue
			}
			same := min(r.head+r.tail, len(segment), length)
			list = append(list, costed{r, same, len(segment) + length - 2*same})
		}
	}
	if len(list) == 0 {
		return region{}, false, false
	}
	best := slices.MinFunc(list, func(a, b costed) int {
		return cmp.Or(cmp.Compare(b.same, a.same), cmp.Compare(a.differ, b.differ))
	})
	for _, other := range list {
		apart := other.start >= best.end || best.start >= other.end
		if other.region != best.region && other.same == best.same && (other.differ == best.differ || apart) {
			several = true
		}
	}
	return best.region, several, true
}

// maxEnds is how many places of the first and of the last line of a segment are compared: those with
// most lines of it.
const maxEnds = 60

// heads returns where a segment may begin.
func (f *File) heads(segment []string, after int) []region {
	var out []region
	for _, at := range f.byCore[core(segment[0])] {
		if at >= after {
			out = append(out, region{start: at, head: f.run(segment, at)})
		}
	}
	return longest(out)
}

// tails returns where it may end.
func (f *File) tails(segment []string, after int) []region {
	var out []region
	for _, at := range f.byCore[core(segment[len(segment)-1])] {
		if at >= after {
			out = append(out, region{end: at + 1, tail: f.runBack(segment, at+1)})
		}
	}
	return longest(out)
}

func longest(list []region) []region {
	slices.SortStableFunc(list, func(a, b region) int { return cmp.Compare(b.head+b.tail, a.head+a.tail) })
	return list[:min(len(list), maxEnds)]
}

// run returns how many lines of a segment stand in the file from a line on.
func (f *File) run(segment []string, at int) int {
	n := 0
	for n < len(segment) && at+n < len(f.lines) && f.cores[at+n] == core(segment[n]) {
		n++
	}
	return n
}

// runBack returns how many of its last lines stand before a line.
func (f *File) runBack(segment []string, end int) int {
	n := 0
	for n < len(segment) && n < end && f.cores[end-1-n] == core(segment[len(segment)-1-n]) {
		n++
	}
	return n
}
