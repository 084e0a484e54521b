package anchor

import (
	"cmp"
	"math"
	"slices"
)

// target is a text in which one slice is looked for by its anchor lines.
type target struct {
	lines
	signatures []uint64 // of each line
	start, end edge
	says       float64             // the most that a line of the inside says, however often it stands in the text
	likes      map[likeKey]float64 // what align has compared
	squeezed   []byte              // a line without white space, to be compared
}

// edge is one end of a slice, with the lines of both sides, nearest to it first.
type edge struct {
	outside, inside []mark
	bounded         bool // whether the text began right before outside
}

// mark is an anchor line.
type mark struct {
	squeezed  []byte // without white space
	signature uint64
	weight    float64 // how much finding it says: 0 to 1
	places    []int   // the lines with the signature, ascending
}

func newTarget(text *Text, a anchors) *target {
	t := &target{lines: text.lines, signatures: text.signatures(), likes: map[likeKey]float64{}}
	var wanted []mark // each line once
	lists := [][]string{a.before, a.head, a.tail, a.after}
	var sieve uint64 // a bit for each anchor line: most lines need no look-up
	for _, list := range lists {
		for _, line := range list {
			sig := signature(line)
			if !slices.ContainsFunc(wanted, func(m mark) bool { return m.signature == sig }) {
				wanted = append(wanted, mark{signature: sig, squeezed: squeeze(nil, line)})
				sieve |= 1 << (sig & 63)
			}
		}
	}
	for i, sig := range t.signatures {
		if sieve>>(sig&63)&1 == 0 {
			continue
		}
		for k := range wanted {
			if wanted[k].signature == sig {
				wanted[k].places = append(wanted[k].places, i)
				break
			}
		}
	}
	marks := func(list []string) []mark {
		out := make([]mark, len(list))
		for i, line := range list {
			sig := signature(line)
			out[i] = wanted[slices.IndexFunc(wanted, func(m mark) bool { return m.signature == sig })]
			out[i].weight = information(line) / (1 + math.Log2(float64(max(1, len(out[i].places)))))
		}
		return out
	}
	t.start = edge{marks(a.before), marks(a.head), len(a.before) < a.around}
	t.end = edge{marks(a.after), marks(a.tail), len(a.after) < a.around}
	for _, line := range a.body {
		t.says = max(t.says, information(line))
	}
	return t
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
	for i := range t.start.inside {
		if t.signatures[start+i] != t.start.inside[i].signature {
			return false
		}
	}
	for i := range t.end.inside {
		if t.signatures[start+n-1-i] != t.end.inside[i].signature {
			return false
		}
	}
	return true
}

// neighbours returns how much of what stood before and after the slice stands before
// line start and after the n lines from there on.
func (t *target) neighbours(start, n int) (before, after float64) {
	for i := range t.start.outside {
		m := &t.start.outside[i]
		if at := start - 1 - i; at >= 0 && at < t.count() && t.signatures[at] == m.signature {
			before += m.weight
		}
	}
	for i := range t.end.outside {
		m := &t.end.outside[i]
		if at := start + n + i; at < t.count() && t.signatures[at] == m.signature {
			after += m.weight
		}
	}
	return before, after
}

// familiar returns how much of the old neighbours stands around the n lines from start
// on, also where up to slack lines were put in between.
func (t *target) familiar(start, n, slack int) float64 {
	sum := 0.0
	has := func(at int, m *mark) bool {
		return at >= 0 && at < t.count() && t.signatures[at] == m.signature
	}
	for i := range t.start.outside {
		for d := range 1 + slack {
			if m := &t.start.outside[i]; has(start-1-i-d, m) {
				sum += m.weight
				break
			}
		}
	}
	for i := range t.end.outside {
		for d := range 1 + slack {
			if m := &t.end.outside[i]; has(start+n+i+d, m) {
				sum += m.weight
				break
			}
		}
	}
	return sum
}

// What the search for changed lines asks for. The figures were set by the score that
// TestScore prints: they find what they can while hardly anything is found wrongly.
const (
	seedsPerMark = 24   // places tried for one anchor line, nearest first
	edgesKept    = 8    // candidates for each end that are looked at closely
	boundary     = 0.4  // what the beginning or end of the text says where there was one
	seam         = 0.3  // what it says that the lines of both sides still touch
	reach        = 8    // lines on each side of an end in which its anchors are looked for
	astray       = 0.06 // what a line loses of its weight for each line it is off
	likeness     = 0.6  // of two lines, from which one may be the other edited
	minEdge      = 0.15 // evidence for one end, in marks
	minInside    = 0.15 // of the evidence that an unchanged inside would give
	minGone      = 0.6  // of the evidence of the neighbours, for a slice that was taken out
	telling      = 0.3  // of the neighbours on one side, below which they say nothing
	minExact     = 0.2  // of lines that are not only alike
	minShare     = 0.3  // of the evidence that an unchanged slice would give
	stretch      = 0.5  // what it costs that a slice has become twice as long, or half
	margin       = 0.1  // by which the best answer must lead one that agrees on an end
	shareMargin  = 0.09 // and any other, as a share of its score
)

// answer is a range of lines, from start up to end, that may be the slice.
type answer struct {
	start, end int
	score      float64
	inner      float64 // evidence of its inside
	sure       float64 // evidence of unedited lines of its inside
	whole      float64 // what inner is for an unchanged slice
	outer      float64 // evidence of its neighbours
	beside     bool    // whether it stands at old neighbours
	between    bool    // and at those of both sides
}

// changed returns the range that the anchor lines lead to.
func (t *target) changed(first, n int) (answer, bool) {
	if t.count() == 0 {
		return answer{}, false
	}
	starts := newSearch(t, t.start, false, first)
	ends := newSearch(t, t.end, true, t.count()-first-n)
	// Lines such as "}" are everywhere: where one end is known, the other is looked for
	// at the old distance from it, too.
	starts.look(nil)
	ends.look(opposite(starts.best, t.count()-n))
	starts.look(opposite(ends.best, t.count()-n))

	var answers []answer
	inner := total(t.start.inside) + total(t.end.inside)
	full := inner + total(t.start.outside) + total(t.end.outside)
	for _, s := range starts.best {
		for _, e := range ends.best {
			a := answer{start: s.at, end: t.count() - e.at, inner: s.inner + e.inner, outer: s.score - s.inner + e.score - e.inner, sure: s.sure + e.sure, whole: inner}
			length := a.end - a.start
			if length < 1 {
				continue
			}
			a.beside = a.outer > kin*(full-inner)
			a.between = s.score-s.inner > 0.5*total(t.start.outside) && e.score-e.inner > 0.5*total(t.end.outside)
			// As many other lines between the same neighbours are an edit too.
			swapped := length == n && s.score-s.inner > 0.5 && e.score-e.inner > 0.5
			if a.inner < minInside*inner && !swapped {
				continue
			}
			evidence := s.score + e.score
			if evidence < minShare*full || s.exact+e.exact < minExact {
				continue
			}
			// An edit changes a length by little and moves a slice by any distance; the
			// further off, the more evidence it takes.
			a.score = evidence - farther(length-n, 0.2) - scaled(length, n) - farther(a.start-first, 0.02)
			answers = append(answers, a)
		}
	}
	if len(answers) == 0 {
		return answer{}, false
	}
	slices.SortStableFunc(answers, func(a, b answer) int { return cmp.Compare(b.score, a.score) })
	best := answers[0]
	// Where the old neighbours have met, the slice was taken out. Only an inside that
	// is unmistakable says that it stands elsewhere.
	switch t.removed() {
	case certain:
		if best.sure < max(1, 0.6*inner) {
			return answer{}, false
		}
	case likely:
		if best.inner < 0.5*inner || best.sure < 0.3*inner {
			return answer{}, false
		}
	}
	for _, other := range answers[1:] {
		need := shareMargin * best.score
		if other.start == best.start || other.end == best.end {
			need = margin
		}
		if best.score-other.score < need {
			return answer{}, false
		}
	}
	return best, true
}

// farther returns what being off by so many lines costs.
func farther(off int, rate float64) float64 { return rate * math.Log2(1+float64(abs(off))) }

// scaled returns what it costs that n lines have become so many. A few lines come and go
// without stretching a slice.
func scaled(length, n int) float64 {
	return stretch * math.Abs(math.Log2(float64(length+6)/float64(n+6)))
}

// gone says whether a slice was taken out.
type gone int

const (
	unlikely gone = iota
	likely        // the one side says so little that it may be chance
	certain
)

// removed tells whether what stood before the slice and what stood after it have met.
func (t *target) removed() gone {
	allBefore, allAfter := total(t.start.outside), total(t.end.outside)
	found := unlikely
	for i := range t.start.outside {
		for _, place := range t.start.outside[i].places {
			before, after := t.neighbours(place+1+i, 0)
			switch {
			case before == 0 || after == 0 || before+after < minGone*(allBefore+allAfter):
			case min(before, after) < telling:
				found = max(found, likely)
			case before >= minGone*allBefore && after >= minGone*allAfter:
				return certain
			}
		}
	}
	return found
}

func total(marks []mark) float64 {
	sum := 0.0
	for i := range marks {
		sum += marks[i].weight
	}
	return sum
}

// found is a place where an edge may stand: before line at of the search's direction.
type found struct {
	at    int
	score float64 // evidence of both sides
	inner float64 // evidence of the inside alone
	sure  float64 // evidence of unedited lines of the inside
	exact float64 // evidence of unedited lines of both sides
}

// opposite returns where the other end would be, in the other direction, if the slice
// had its old length: sum is the number of lines outside it.
func opposite(edges []found, sum int) []int {
	var at []int
	for _, f := range edges[:min(len(edges), 3)] {
		at = append(at, sum-f.at)
	}
	return at
}

// search looks for one edge, forwards, or backwards with the last line first: the end of
// a slice is then found as its start is.
type search struct {
	*target
	edge
	backward bool
	near     int     // where the edge stood
	marks    []mark  // of both sides, from the outermost on
	looked   []int   // places that were aligned closely
	best     []found // places where the edge may stand, the best first
}

func newSearch(t *target, e edge, backward bool, near int) *search {
	s := &search{target: t, edge: e, backward: backward, near: near}
	for i := range e.outside {
		s.marks = append(s.marks, e.outside[len(e.outside)-1-i])
	}
	s.marks = append(s.marks, e.inside...)
	return s
}

func (s *search) index(i int) int {
	if s.backward {
		return s.count() - 1 - i
	}
	return i
}

// look looks closely at places, and the first time at those that the anchor lines lead
// to.
func (s *search) look(places []int) {
	if s.looked == nil {
		var rough []found
		for _, at := range s.seeds() {
			rough = s.align(at, false, rough)
		}
		sortFound(rough)
		// Only the best are compared line by line for what was edited and not replaced.
		for _, f := range rough[:min(len(rough), edgesKept)] {
			places = append(places, f.at)
		}
		places = append(places, s.near)
	}
	for _, at := range places {
		if !slices.Contains(s.looked, at) {
			s.looked = append(s.looked, at)
			s.best = s.align(at, true, s.best)
		}
	}
	sortFound(s.best)
}

// seeds returns the places for the edge that single anchor lines lead to, nearest first
// for each line.
func (s *search) seeds() []int {
	var seeds []int
	outs := len(s.outside)
	for i := range s.marks {
		places := s.marks[i].places
		hi, _ := slices.BinarySearch(places, s.index(s.near+i-outs))
		lo := hi - 1
		for range min(len(places), seedsPerMark) {
			// Two places at one distance: the one that comes first in this direction.
			want := s.index(s.near + i - outs)
			up, down := math.MaxInt, math.MaxInt
			if lo >= 0 {
				down = want - places[lo]
			}
			if hi < len(places) {
				up = places[hi] - want
			}
			var place int
			if down < up || down == up && !s.backward {
				place, lo = places[lo], lo-1
			} else {
				place, hi = places[hi], hi+1
			}
			seeds = append(seeds, s.index(place)-(i-outs))
		}
	}
	if s.bounded {
		seeds = append(seeds, outs)
	}
	slices.Sort(seeds)
	return slices.Compact(seeds)
}

func sortFound(list []found) {
	slices.SortFunc(list, func(a, b found) int {
		return cmp.Or(cmp.Compare(b.score, a.score), cmp.Compare(a.at, b.at))
	})
}

// keep puts f into the list unless a better one for the same place is there.
func keep(list []found, f found) []found {
	for i := range list {
		if list[i].at == f.at {
			if f.score > list[i].score {
				list[i] = f
			}
			return list
		}
	}
	return append(list, f)
}

// Bounds of an alignment.
const (
	maxMarks = 2 * around
	maxWidth = 2*reach + 1
)

// align lays the anchor lines along the lines around at, in order and with gaps allowed
// on both sides, so that the most is matched; and keeps in the list the places for the
// edge that follow. With fuzzy, lines that are alike count in part.
func (s *search) align(at int, fuzzy bool, list []found) []found {
	lo, hi := max(0, at-reach), min(s.count(), at+reach)
	if lo >= hi {
		return list
	}
	outs := len(s.outside)
	// sum[i][j] is the best match of marks[i:] with the lines from lo+j on.
	var sum [maxMarks + 1][maxWidth]float64
	var gain [maxMarks][maxWidth]float64
	width := hi - lo
	for i := len(s.marks) - 1; i >= 0; i-- {
		m := &s.marks[i]
		for j := width - 1; j >= 0; j-- {
			best := max(sum[i+1][j], sum[i][j+1])
			if g := s.gain(m, lo+j, fuzzy); g > 0 {
				// A line where it is expected is worth a little more than the same
				// line elsewhere in reach.
				g *= 1 - astray*float64(min(abs(lo+j-(at+i-outs)), 8))
				gain[i][j] = g
				best = max(best, g+sum[i+1][j+1])
			}
			sum[i][j] = best
		}
	}
	score, inner, sure, exact := sum[0][0], 0.0, 0.0, 0.0
	if score < minEdge && !(s.bounded && at == outs) {
		return list
	}
	var lined [maxMarks]int // the line of each mark, or -1
	matched := lined[:len(s.marks)]
	for i, j := 0, 0; i < len(matched); i++ {
		matched[i] = -1
		for ; j < width; j++ {
			g := gain[i][j]
			if g > 0 && sum[i][j] == g+sum[i+1][j+1] {
				matched[i] = lo + j
				unedited := s.signatures[s.index(lo+j)] == s.marks[i].signature
				if unedited {
					exact += g
				}
				if i >= outs {
					inner += g
					if unedited {
						sure += g
					}
				}
				j++
				break
			}
			if sum[i][j] != sum[i][j+1] {
				break // the mark is left out
			}
		}
	}
	into := func(at int) {
		f := found{at, score, inner, sure, exact}
		if outs > 0 && outs < len(matched) && matched[outs-1] == at-1 && matched[outs] == at {
			f.score += seam
		}
		if s.bounded && at == outs {
			f.score += boundary
		}
		if at >= 0 && at <= s.count() {
			list = keep(list, f)
		}
	}
	if first, second, two := edgePlaces(matched, outs); two {
		into(first)
		into(second)
	} else if first >= 0 {
		into(first)
	}
	return list
}

// edgePlaces returns where the edge may be for marks of which the first outs stand
// outside: by the inside, and by the outside where that says another thing. Lines put in
// between make the inside right, lines taken from the inside make the outside right.
// Nothing matched is -1.
func edgePlaces(matched []int, outs int) (first, second int, two bool) {
	inside, insideAt := -1, -1 // the first line that is known to be inside, and where it puts the edge
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
			return behind, 0, false
		}
		behind = min(behind, inside)
		insideAt = max(insideAt, matched[i]+1)
		return insideAt, behind, behind != insideAt
	}
	return insideAt, 0, false
}

// likeKey names an anchor line and a line of the text.
type likeKey struct {
	signature uint64
	line      int
}

// gain returns what matching m with line i of the search is worth, 0 for no match.
func (s *search) gain(m *mark, i int, fuzzy bool) float64 {
	i = s.index(i)
	if s.signatures[i] == m.signature {
		return m.weight
	}
	if !fuzzy || m.weight < 0.2 {
		return 0
	}
	key := likeKey{m.signature, i}
	like, known := s.likes[key]
	if !known {
		s.squeezed = squeeze(s.squeezed[:0], cut(s.line(i)))
		like = alike(m.squeezed, s.squeezed)
		s.likes[key] = like
	}
	if like < likeness {
		return 0
	}
	return m.weight * like * 0.7
}

// alike returns how much two lines without white space have in common, 0 to 1: the share
// of their pairs of neighbouring bytes that both have.
func alike(a, b []byte) float64 {
	if len(a) < 4 || len(b) < 4 || 2*float64(min(len(a), len(b))-1) < likeness*float64(len(a)+len(b)-2) {
		return 0
	}
	var pairs [1024]int8 // by a hash: a clash only adds a little likeness
	slot := func(s []byte, i int) int { return (int(s[i])*31 + int(s[i+1])) & (len(pairs) - 1) }
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

// squeeze appends the line without its white space.
func squeeze(to []byte, line string) []byte {
	for i := range len(line) {
		if !isBlank(line[i]) {
			to = append(to, line[i])
		}
	}
	return to
}

func abs(n int) int {
	if n < 0 {
		return -n
	}
	return n
}
