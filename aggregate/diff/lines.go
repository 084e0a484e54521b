package diff

import (
	"slices"
	"strings"

	"dossier/models/order"
)

// Range is a half-open interval.
type Range struct{ Start, End int }

// Len returns the length of the interval.
func (r Range) Len() int { return r.End - r.Start }

// Change is a range of the first list and the range of the second that replaces it. At most one
// of them is empty.
type Change struct{ Old, New Range }

// Split returns the lines of a text, including their newlines. Only the last may lack one, and an
// empty text has no lines.
func Split(text string) []string {
	lines := make([]string, 0, strings.Count(text, "\n")+1)
	for line := range strings.Lines(text) {
		lines = append(lines, line)
	}
	return lines
}

// Lines returns the differences between two lists, in order. Changes are separated by at least
// one common line.
//
// Lines that occur once in each list, in the same order, are anchors (Bram Cohen's patience
// diff), so that a moved function does not end up as a tangle of closing brackets; a minimal diff
// is computed between them (Eugene Myers, An O(ND) Difference Algorithm, 1986).
func Lines(old, new []string) []Change {
	// The common beginning and end, usually almost everything, are removed before lines are numbered.
	head, tail := 0, 0
	for head < min(len(old), len(new)) && old[head] == new[head] {
		head++
	}
	for tail < min(len(old), len(new))-head && old[len(old)-1-tail] == new[len(new)-1-tail] {
		tail++
	}
	a, b := old[head:len(old)-tail], new[head:len(new)-tail]
	ids := make(map[string]int32, max(len(a), len(b))) // most lines are in both
	number := func(list []string) []int32 {
		out := make([]int32, len(list))
		for i, s := range list {
			id, ok := ids[s]
			if !ok {
				id = int32(len(ids))
				ids[s] = id
			}
			out[i] = id
		}
		return out
	}
	s := search{old: number(a), new: number(b)}
	s.counts = make([]occurrences, len(ids))
	s.diffRanges(Range{0, len(a)}, Range{0, len(b)})
	changes := changesOf(s.pairs, len(a), len(b))
	for i, c := range changes {
		changes[i] = Change{Range{c.Old.Start + head, c.Old.End + head}, Range{c.New.Start + head, c.New.End + head}}
	}
	return slide(changes, old, new)
}

// pair is a pair of equal lines of both lists.
type pair struct{ old, new int }

// search finds pairs that ascend in both lists.
type search struct {
	old, new []int32 // lines by number
	pairs    []pair  // found so far
	counts   []occurrences
	depth    int // nesting of anchor searches
	trace    [][]int32
}

// occurrences is the number of occurrences of a line in both ranges, and its positions.
type occurrences struct {
	old, new     int32
	oldAt, newAt int
}

// maxDepth is the max nesting of anchor searches. Each level is a pass over the lines, and lines
// that become unique only one after the other, as in 2 1 3 2 4 3 5 4, would otherwise need as
// many passes as there are lines.
const maxDepth = 60

// diffRanges finds the pairs within two ranges.
func (s *search) diffRanges(a, b Range) {
	for a.Len() > 0 && b.Len() > 0 && s.old[a.Start] == s.new[b.Start] {
		s.pairs = append(s.pairs, pair{a.Start, b.Start})
		a.Start++
		b.Start++
	}
	tail := 0
	for a.Len() > 0 && b.Len() > 0 && s.old[a.End-1] == s.new[b.End-1] {
		a.End--
		b.End--
		tail++
	}
	if a.Len() > 0 && b.Len() > 0 {
		if anchors := s.anchors(a, b); len(anchors) > 0 {
			s.depth++
			for _, p := range anchors {
				s.diffRanges(Range{a.Start, p.old}, Range{b.Start, p.new})
				s.pairs = append(s.pairs, p)
				a.Start, b.Start = p.old+1, p.new+1
			}
			s.diffRanges(a, b)
			s.depth--
		} else {
			s.minimalDiff(a, b)
		}
	}
	for i := range tail {
		s.pairs = append(s.pairs, pair{a.End + i, b.End + i})
	}
}

// anchors returns the longest ascending sequence of the lines that are unique in both ranges;
// none beyond maxDepth.
func (s *search) anchors(a, b Range) []pair {
	if s.depth == maxDepth {
		return nil
	}
	for i := a.Start; i < a.End; i++ {
		c := &s.counts[s.old[i]]
		c.old++
		c.oldAt = i
	}
	for i := b.Start; i < b.End; i++ {
		c := &s.counts[s.new[i]]
		c.new++
		c.newAt = i
	}
	var once []pair // in the order of the second list
	for i := b.Start; i < b.End; i++ {
		if c := s.counts[s.new[i]]; c.old == 1 && c.new == 1 {
			once = append(once, pair{c.oldAt, i})
		}
	}
	for i := a.Start; i < a.End; i++ {
		s.counts[s.old[i]] = occurrences{}
	}
	for i := b.Start; i < b.End; i++ {
		s.counts[s.new[i]] = occurrences{}
	}
	return longestAscending(once)
}

// longestAscending returns a longest subsequence of list whose first numbers ascend.
func longestAscending(list []pair) []pair {
	lines := make([]int, len(list))
	for i, p := range list {
		lines[i] = p.old
	}
	run := order.Rising(lines)
	out := make([]pair, len(run))
	for n, i := range run {
		out[n] = list[i]
	}
	return out
}

// maxChanges is the max number of differing lines between two ranges for which a minimal diff is
// computed; time and memory grow with its square.
const maxChanges = 1000

// minimalDiff finds the pairs of a minimal diff. Lines that occur in only one of the ranges are
// removed first. Beyond maxChanges there are no pairs.
func (s *search) minimalDiff(a, b Range) {
	for i := a.Start; i < a.End; i++ {
		s.counts[s.old[i]].old++
	}
	for i := b.Start; i < b.End; i++ {
		s.counts[s.new[i]].new++
	}
	var left, right []int // indices of lines that occur in both ranges
	for i := a.Start; i < a.End; i++ {
		if s.counts[s.old[i]].new > 0 {
			left = append(left, i)
		}
	}
	for i := b.Start; i < b.End; i++ {
		if s.counts[s.new[i]].old > 0 {
			right = append(right, i)
		}
	}
	for i := a.Start; i < a.End; i++ {
		s.counts[s.old[i]] = occurrences{}
	}
	for i := b.Start; i < b.End; i++ {
		s.counts[s.new[i]] = occurrences{}
	}
	s.greedySearch(left, right)
}

// greedySearch is the greedy search: reach[k] is the furthest point of a path with d changes on diagonal
// k; the values for every d are stored for backtracking.
func (s *search) greedySearch(left, right []int) {
	n, m := len(left), len(right)
	limit := min(n+m, maxChanges)
	reach := make([]int32, 2*limit+3)
	at := func(k int) *int32 { return &reach[k+limit+1] }
	s.trace = s.trace[:0]
	for d := 0; d <= limit; d++ {
		for k := -d; k <= d; k += 2 {
			var x int
			if k == -d || k != d && *at(k - 1) < *at(k + 1) {
				x = int(*at(k + 1))
			} else {
				x = int(*at(k - 1)) + 1
			}
			for x < n && x-k < m && s.old[left[x]] == s.new[right[x-k]] {
				x++
			}
			*at(k) = int32(x)
			if x >= n && x-k >= m {
				s.backtrack(left, right, d)
				return
			}
		}
		s.trace = append(s.trace, slices.Clone(reach[limit+1-d:limit+2+d]))
	}
}

// backtrack follows the path of d changes from its end and adds its pairs in order.
func (s *search) backtrack(left, right []int, d int) {
	from := len(s.pairs)
	x, y := len(left), len(right)
	for ; d > 0; d-- {
		last := s.trace[d-1] // of diagonals -(d-1) to d-1
		at := func(k int) int { return int(last[k+d-1]) }
		k := x - y
		down := k == -d || k != d && at(k-1) < at(k+1)
		px := 0
		if down {
			px = at(k + 1)
		} else {
			px = at(k-1) + 1
		}
		for x > px {
			x--
			y--
			s.pairs = append(s.pairs, pair{left[x], right[y]})
		}
		if down {
			y--
		} else {
			x--
		}
	}
	for x > 0 {
		x--
		y--
		s.pairs = append(s.pairs, pair{left[x], right[y]})
	}
	slices.Reverse(s.pairs[from:])
}

// changesOf returns the ranges between pairs.
func changesOf(pairs []pair, old, new int) []Change {
	var out []Change
	at := pair{}
	for _, p := range append(pairs, pair{old, new}) {
		if p.old > at.old || p.new > at.new {
			out = append(out, Change{Range{at.old, p.old}, Range{at.new, p.new}})
		}
		at = pair{p.old + 1, p.new + 1}
	}
	return out
}

// slide moves pure insertions and deletions to where a reader expects them: often the same lines
// could be taken a little earlier or later, and the best position follows a blank line or an
// outdent.
func slide(changes []Change, old, new []string) []Change {
	for i, c := range changes {
		var lines []string
		var at Range
		switch {
		case c.Old.Len() == 0:
			lines, at = new, c.New
		case c.New.Len() == 0:
			lines, at = old, c.Old
		default:
			continue
		}
		up, down := at.Start, len(lines)-at.End // room up to the adjacent changes
		if i > 0 {
			up = min(c.Old.Start-changes[i-1].Old.End, c.New.Start-changes[i-1].New.End) - 1
		}
		if i+1 < len(changes) {
			down = min(changes[i+1].Old.Start-c.Old.End, changes[i+1].New.Start-c.New.End) - 1
		}
		best, by := badness(lines, at), 0
		for n := 1; n <= min(up, maxSlide) && lines[at.Start-n] == lines[at.End-n]; n++ {
			if bad := badness(lines, Range{at.Start - n, at.End - n}); bad < best {
				best, by = bad, -n
			}
		}
		for n := 1; n <= min(down, maxSlide) && lines[at.Start+n-1] == lines[at.End+n-1]; n++ {
			if bad := badness(lines, Range{at.Start + n, at.End + n}); bad <= best {
				best, by = bad, n
			}
		}
		changes[i] = Change{Range{c.Old.Start + by, c.Old.End + by}, Range{c.New.Start + by, c.New.End + by}}
	}
	return changes
}

// maxSlide is the max number of positions tried for a change.
const maxSlide = 100

// badness returns how unlikely it is that lines at a position were written as a unit: high if the
// following code is deeply indented or no blank line separates it.
func badness(lines []string, at Range) int {
	bad := 2 * indentOf(lines[at.Start])
	if at.End < len(lines) {
		bad += 2 * indentOf(lines[at.End])
	}
	if last := lines[at.End-1]; strings.TrimSpace(last) != "" && (at.Start == 0 || strings.TrimSpace(lines[at.Start-1]) != "") {
		bad++
	}
	return bad
}

// indentOf counts a tab as four columns; a blank line has no indentation.
func indentOf(line string) int {
	columns := 0
	for i := range len(line) {
		switch line[i] {
		case ' ':
			columns++
		case '\t':
			columns += 4
		case '\r', '\n':
			return 0
		default:
			return min(columns, maxIndent)
		}
	}
	return 0
}

// maxIndent prevents a single line from dominating.
const maxIndent = 200
