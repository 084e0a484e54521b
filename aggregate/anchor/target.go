package anchor

import (
	"cmp"
	"maps"
	"math"
	"slices"
	"strings"
)

// target is a text in which a slice is looked for.
type target struct {
	lines
	signatures []uint64 // of each line; nil without anchors
	places     map[uint64][]int
	anchored   bool
	anchors
	start, end edge
}

// edge is one end of a slice, with the lines of both sides, nearest to it first.
type edge struct {
	outside, inside []mark
	bounded         bool // whether the text began right before outside
}

// mark is an anchor line.
type mark struct {
	text      string
	signature uint64
	weight    float64 // how much finding it says: 0 to 1
}

func newTarget(text *Text, a anchors, anchored bool) *target {
	t := &target{lines: text.lines, anchors: a, anchored: anchored}
	if !anchored {
		return t
	}
	t.places = map[uint64][]int{}
	for _, list := range [][]string{a.before, a.body, a.after} {
		for _, line := range list {
			t.places[signature(line)] = nil
		}
	}
	var sieve uint64 // a bit for each anchor line: most lines need no look-up
	for sig := range t.places {
		sieve |= 1 << (sig & 63)
	}
	t.signatures = text.signatures()
	for i, sig := range t.signatures {
		if sieve>>(sig&63)&1 == 0 {
			continue
		}
		if places, ok := t.places[sig]; ok {
			t.places[sig] = append(places, i)
		}
	}
	t.start = edge{t.marks(a.before), t.marks(a.head), len(a.before) < a.around}
	t.end = edge{t.marks(a.after), t.marks(a.tail), len(a.after) < a.around}
	return t
}

func (t *target) marks(list []string) []mark {
	marks := make([]mark, len(list))
	for i, line := range list {
		sig := signature(line)
		weight := information(line) / (1 + math.Log2(float64(max(1, len(t.places[sig])))))
		marks[i] = mark{line, sig, weight}
	}
	return marks
}

// information returns how much a line says by itself: "}" hardly anything.
func information(line string) float64 {
	word := 0
	for i := range len(line) {
		if b := line[i]; b >= 0x80 || b >= 'a' && b <= 'z' || b >= 'A' && b <= 'Z' || b >= '0' && b <= '9' {
			word++
		}
	}
	return max(0.05, min(1, float64(word)/8))
}

// mayStart reports whether the anchor lines allow the unchanged slice at start.
func (t *target) mayStart(start, n int) bool {
	if !t.anchored {
		return true
	}
	for i, m := range t.start.inside {
		if t.signatures[start+i] != m.signature {
			return false
		}
	}
	for i, m := range t.end.inside {
		if t.signatures[start+n-1-i] != m.signature {
			return false
		}
	}
	return true
}

// neighbours returns how much of what stood before and after the slice stands before
// line start and after the n lines from there on.
func (t *target) neighbours(start, n int) (before, after float64) {
	for i, m := range t.start.outside {
		if at := start - 1 - i; at >= 0 && at < t.count() && t.signatures[at] == m.signature {
			before += m.weight
		}
	}
	for i, m := range t.end.outside {
		if at := start + n + i; at < t.count() && t.signatures[at] == m.signature {
			after += m.weight
		}
	}
	return before, after
}

func (t *target) familiar(start, n int) float64 {
	before, after := t.neighbours(start, n)
	return before + after
}

// What the search for changed lines asks for. The figures were set by the score that
// TestScore prints: they find what they can while hardly anything is found wrongly.
const (
	seedsPerMark = 24   // places tried for one anchor line, nearest first
	edgesKept    = 8    // candidates for each end that are looked at closely
	boundary     = 0.4  // what the beginning or end of the text says where there was one
	reach        = 8    // lines on each side of an end in which its anchors are looked for
	astray       = 0.06 // what a line loses of its weight for each line it is off
	likeness     = 0.6  // of two lines, from which one may be the other edited
	minEdge      = 0.15 // evidence for one end, in marks
	minInside    = 0.15 // of the evidence that an unchanged inside would give
	minGone      = 0.6  // of the evidence of all neighbours, for a slice that was taken out
	minShare     = 0.3  // of the evidence that an unchanged slice would give
	margin       = 0.08 // by which the best answer must lead one that agrees on an end
	shareMargin  = 0.12 // and any other, as a share of its score
)

// changed returns the range, from start up to end, that the anchor lines lead to.
func (t *target) changed(first, n int) (start, end int, ok bool) {
	if !t.anchored || t.count() == 0 {
		return 0, 0, false
	}
	forward := view{t, false}
	backward := view{t, true}
	starts := forward.edges(t.start, first, nil)
	// Lines such as "}" are everywhere: where one end is known, the other is looked for
	// at the old distance from it, too.
	ends := backward.edges(t.end, t.count()-first-n, opposite(starts, t.count()-n))
	starts = forward.edges(t.start, first, opposite(ends, t.count()-n))

	type answer struct {
		start, end int
		score      float64
		sure       float64
	}
	var answers []answer
	inner := total(t.start.inside) + total(t.end.inside)
	full := inner + total(t.start.outside) + total(t.end.outside)
	for _, s := range starts {
		for _, e := range ends {
			a := answer{start: s.at, end: t.count() - e.at, sure: s.sure + e.sure}
			length := a.end - a.start
			if length < 1 {
				continue
			}
			// As many other lines between the same neighbours are an edit too.
			framed := length == n && s.score-s.inner > 0.5 && e.score-e.inner > 0.5
			if s.inner+e.inner < minInside*inner && !framed {
				continue
			}
			evidence := s.score + e.score
			if evidence < minShare*full {
				continue
			}
			// An edit changes a length by little and moves a slice by any distance; the
			// further off, the more evidence it takes.
			a.score = evidence - farther(length-n, 0.2) - farther(a.start-first, 0.02)
			answers = append(answers, a)
		}
	}
	if len(answers) == 0 {
		return 0, 0, false
	}
	slices.SortStableFunc(answers, func(a, b answer) int { return cmp.Compare(b.score, a.score) })
	best := answers[0]
	// Where the old neighbours have met, the slice was taken out. Only an inside that
	// is unmistakable says that it stands elsewhere.
	outer := full - inner
	if gone := t.removed(); gone > minGone*outer && best.sure < max(1, 0.6*inner) {
		return 0, 0, false
	}
	for _, other := range answers[1:] {
		need := shareMargin * best.score
		if other.start == best.start || other.end == best.end {
			need = margin
		}
		if best.score-other.score < need {
			return 0, 0, false
		}
	}
	return best.start, best.end, true
}

// farther returns what being off by so many lines costs.
func farther(off int, rate float64) float64 { return rate * math.Log2(1+float64(abs(off))) }

// removed returns the evidence that the slice is gone: that what stood before it and
// what stood after it have met.
func (t *target) removed() float64 {
	best := 0.0
	for i, m := range t.start.outside {
		for _, place := range t.places[m.signature] {
			if before, after := t.neighbours(place+1+i, 0); before > 0 && after > 0 {
				best = max(best, before+after)
			}
		}
	}
	return best
}

func total(marks []mark) float64 {
	sum := 0.0
	for _, m := range marks {
		sum += m.weight
	}
	return sum
}

// view looks at a target forwards, or backwards with the last line first: the end of a
// slice is then found as its start is.
type view struct {
	*target
	backward bool
}

func (v view) index(i int) int {
	if v.backward {
		return v.count() - 1 - i
	}
	return i
}

// found is a place where an edge may stand: before line at of the view.
type found struct {
	at    int
	score float64 // evidence of both sides
	inner float64 // evidence of the inside alone
	sure  float64 // evidence of unedited lines of the inside
}

// opposite returns where the other end would be, in the other view, if the slice had
// its old length: sum is the number of lines outside it.
func opposite(edges []found, sum int) []int {
	var at []int
	for _, f := range edges[:min(len(edges), 3)] {
		at = append(at, sum-f.at)
	}
	return at
}

// edges returns the likely places of e, the best first. near is where it stood, and
// more are places to look at besides those that the anchor lines lead to.
func (v view) edges(e edge, near int, more []int) []found {
	seeds := map[int]bool{}
	seed := func(marks []mark, offset func(i int) int) {
		for i, m := range marks {
			places := slices.Clone(v.places[m.signature])
			for j, place := range places {
				places[j] = v.index(place) - offset(i)
			}
			slices.SortFunc(places, func(a, b int) int {
				return cmp.Or(cmp.Compare(abs(a-near), abs(b-near)), cmp.Compare(a, b))
			})
			for _, place := range places[:min(len(places), seedsPerMark)] {
				seeds[place] = true
			}
		}
	}
	seed(e.inside, func(i int) int { return i })
	seed(e.outside, func(i int) int { return -1 - i })
	if e.bounded {
		seeds[len(e.outside)] = true
	}
	for _, at := range more {
		seeds[at] = true
	}

	rough := map[int]found{}
	for _, at := range slices.Sorted(maps.Keys(seeds)) {
		v.align(e, at, false, rough)
	}
	// Only the best are compared line by line for what was edited and not replaced.
	best := sortFound(rough)
	for _, f := range best[:min(len(best), edgesKept)] {
		more = append(more, f.at)
	}
	exact := map[int]found{}
	for _, at := range more {
		v.align(e, at, true, exact)
	}
	return sortFound(exact)
}

func sortFound(m map[int]found) []found {
	list := make([]found, 0, len(m))
	for _, f := range m {
		list = append(list, f)
	}
	slices.SortFunc(list, func(a, b found) int {
		return cmp.Or(cmp.Compare(b.score, a.score), cmp.Compare(a.at, b.at))
	})
	return list
}

// align lays the anchor lines of e along the lines around at, in order and with gaps
// allowed on both sides, so that the most is matched; and keeps in into the places for
// the edge that follow, the best of each. With fuzzy, lines that are alike count in part.
func (v view) align(e edge, at int, fuzzy bool, into map[int]found) {
	lo, hi := max(0, at-reach), min(v.count(), at+reach)
	if lo >= hi {
		return
	}
	outs := len(e.outside)
	marks := make([]mark, 0, outs+len(e.inside))
	for i := range e.outside {
		marks = append(marks, e.outside[outs-1-i])
	}
	marks = append(marks, e.inside...)

	// sum[i][j] is the best match of marks[i:] with the lines from lo+j on.
	width := hi - lo + 1
	sum := make([]float64, (len(marks)+1)*width)
	gain := make([]float64, len(marks)*width)
	for i := len(marks) - 1; i >= 0; i-- {
		for j := width - 2; j >= 0; j-- {
			g := v.gain(marks[i], lo+j, fuzzy)
			if g > 0 {
				// A line where it is expected is worth a little more than the same
				// line elsewhere in reach.
				g *= 1 - astray*float64(min(abs(lo+j-(at+i-outs)), 8))
			}
			gain[i*width+j] = g
			best := max(sum[(i+1)*width+j], sum[i*width+j+1])
			if g > 0 {
				best = max(best, g+sum[(i+1)*width+j+1])
			}
			sum[i*width+j] = best
		}
	}
	matched := make([]int, len(marks)) // the line of each mark, or -1
	score, inner, sure := sum[0], 0.0, 0.0
	if score < minEdge && !(e.bounded && at == outs) {
		return
	}
	for i, j := 0, 0; i < len(marks); i++ {
		matched[i] = -1
		for ; j < width-1; j++ {
			g := gain[i*width+j]
			if g > 0 && sum[i*width+j] == g+sum[(i+1)*width+j+1] {
				matched[i] = lo + j
				if i >= outs {
					inner += g
					if v.signatures[v.index(lo+j)] == marks[i].signature {
						sure += g
					}
				}
				j++
				break
			}
			if sum[i*width+j] != sum[i*width+j+1] {
				break // the mark is left out
			}
		}
	}
	for _, at := range places(matched, outs) {
		f := found{at, score, inner, sure}
		if e.bounded && at == outs {
			f.score += boundary
		}
		if old, seen := into[f.at]; f.at >= 0 && f.at <= v.count() && (!seen || f.score > old.score) {
			into[f.at] = f
		}
	}
}

// places returns where the edge may be for marks of which the first outs stand outside:
// by the inside, and by the outside where that says another thing. Lines put in between
// make the inside right, lines taken from the inside make the outside right.
func places(matched []int, outs int) []int {
	inside, insideAt := -1, 0 // the first line that is known to be inside, and where it puts the edge
	for i := outs; i < len(matched) && inside < 0; i++ {
		if matched[i] >= 0 {
			inside, insideAt = matched[i], matched[i]-(i-outs)
		}
	}
	for i := outs - 1; i >= 0; i-- {
		if matched[i] < 0 {
			continue
		}
		// As far behind the nearest neighbour as it was then.
		behind := matched[i] + outs - i
		if inside < 0 {
			return []int{behind}
		}
		behind = min(behind, inside)
		insideAt = max(insideAt, matched[i]+1)
		if behind == insideAt {
			break
		}
		return []int{insideAt, behind}
	}
	if inside < 0 {
		return nil
	}
	return []int{insideAt}
}

// gain returns what matching m with line i of the view is worth, 0 for no match.
func (v view) gain(m mark, i int, fuzzy bool) float64 {
	i = v.index(i)
	if v.signatures[i] == m.signature {
		return m.weight
	}
	if !fuzzy || m.weight < 0.2 {
		return 0
	}
	if like := alike(m.text, cut(v.line(i))); like >= likeness {
		return m.weight * like * 0.7
	}
	return 0
}

// alike returns how much two lines have in common, 0 to 1: the share of their pairs of
// neighbouring bytes, white space left out, that both have.
func alike(a, b string) float64 {
	if len(a) > 3*len(b)+8 || len(b) > 3*len(a)+8 {
		return 0
	}
	a, b = squeeze(a), squeeze(b)
	if len(a) < 4 || len(b) < 4 {
		return 0
	}
	var pairs [1024]int8 // by a hash: a clash only adds a little likeness
	slot := func(s string, i int) int { return (int(s[i])*31 + int(s[i+1])) & (len(pairs) - 1) }
	for i := range len(a) - 1 {
		if k := slot(a, i); pairs[k] < math.MaxInt8 {
			pairs[k]++
		}
	}
	common := 0
	for i := range len(b) - 1 {
		if k := slot(b, i); pairs[k] > 0 {
			pairs[k]--
			common++
		}
	}
	return 2 * float64(common) / float64(len(a)+len(b)-2)
}

func squeeze(line string) string {
	return strings.Map(func(r rune) rune {
		if r == ' ' || r == '\t' || r == '\r' {
			return -1
		}
		return r
	}, line)
}

func abs(n int) int {
	if n < 0 {
		return -n
	}
	return n
}
