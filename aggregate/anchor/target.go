package anchor

import (
	"cmp"
	"math"
	"slices"
)

// target is a text in which one slice is located by its anchor lines.
type target struct {
	lines
	signatures   []uint64 // of each line
	start, end   edge
	information  float64                   // the weight of the most distinctive inside line, regardless of its number of occurrences in the text
	similarities map[similarityKey]float64 // cache of comparisons in align
	squeezed     []byte                    // a line without white space, for comparison
}

// edge is one end of a slice with the lines on both sides, nearest first.
type edge struct {
	outside, inside []anchorLine
	bounded         bool // the text began or ended right outside
}

// anchorLine is an anchor line.
type anchorLine struct {
	squeezed  []byte // without white space
	signature uint64
	weight    float64 // how distinctive it is, 0 to 1
	places    []int   // the lines with its signature, ascending
}

func newTarget(text *Text, a anchors) *target {
	t := &target{lines: text.lines, signatures: text.signatures(), similarities: map[similarityKey]float64{}}
	var distinct []anchorLine // distinct lines
	lists := [][]string{a.before, a.head, a.tail, a.after}
	var sieve uint64 // a bit per anchor line: most lines need no lookup
	for _, list := range lists {
		for _, line := range list {
			sig := signature(line)
			if !slices.ContainsFunc(distinct, func(m anchorLine) bool { return m.signature == sig }) {
				distinct = append(distinct, anchorLine{signature: sig, squeezed: squeeze(nil, line)})
				sieve |= 1 << (sig & 63)
			}
		}
	}
	for i, sig := range t.signatures {
		if sieve>>(sig&63)&1 == 0 {
			continue
		}
		for k := range distinct {
			if distinct[k].signature == sig {
				distinct[k].places = append(distinct[k].places, i)
				break
			}
		}
	}
	anchorLines := func(list []string) []anchorLine {
		out := make([]anchorLine, len(list))
		for i, line := range list {
			sig := signature(line)
			out[i] = distinct[slices.IndexFunc(distinct, func(m anchorLine) bool { return m.signature == sig })]
			out[i].weight = information(line) / (1 + math.Log2(float64(max(1, len(out[i].places)))))
		}
		return out
	}
	t.start = edge{anchorLines(a.before), anchorLines(a.head), len(a.before) < a.around}
	t.end = edge{anchorLines(a.after), anchorLines(a.tail), len(a.after) < a.around}
	for _, line := range a.body {
		t.information = max(t.information, information(line))
	}
	return t
}

// information returns how distinctive a line is by itself; "}" has almost no weight.
func information(line string) float64 {
	word := 0
	for i := range len(line) {
		if b := line[i]; b >= 0x80 || b >= 'a' && b <= 'z' || b >= 'A' && b <= 'Z' || b >= '0' && b <= '9' {
			word++
		}
	}
	return max(0.05, min(1, float64(word)/8))
}

// mayStart reports whether the anchor lines allow the unchanged slice to begin at start.
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

// neighbours returns the evidence of the old neighbours before line start and after the n lines
// from there on.
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

// neighbourEvidence returns the evidence of the old neighbours around the n lines from start on, allowing
// up to maxInserted inserted lines.
func (t *target) neighbourEvidence(start, n, maxInserted int) float64 {
	sum := 0.0
	has := func(at int, m *anchorLine) bool {
		return at >= 0 && at < t.count() && t.signatures[at] == m.signature
	}
	for i := range t.start.outside {
		for d := range 1 + maxInserted {
			if m := &t.start.outside[i]; has(start-1-i-d, m) {
				sum += m.weight
				break
			}
		}
	}
	for i := range t.end.outside {
		for d := range 1 + maxInserted {
			if m := &t.end.outside[i]; has(start+n+i+d, m) {
				sum += m.weight
				break
			}
		}
	}
	return sum
}

// Parameters of the search for changed lines. They were tuned by the score that TestScore prints
// to find as much as possible with hardly any wrong results.
const (
	seedsPerLine     = 24   // positions tried per anchor line, nearest first
	maxEdges         = 8    // candidates per end that are aligned in detail
	boundaryBonus    = 0.4  // evidence of the beginning or end of the text
	adjacencyBonus   = 0.3  // evidence of adjacent lines on both sides
	alignRadius      = 8    // lines on each side of an end in which its anchors may occur
	displacementCost = 0.06 // loss of a line's weight per line of displacement
	minSimilarity    = 0.6  // of two lines, from which one may be an edit of the other
	minEdge          = 0.15 // evidence for one end, in anchor lines
	minInside        = 0.15 // share of the evidence of an unchanged inside
	minDeletedShare  = 0.6  // share of the evidence of the neighbours, for a deleted slice
	minSideEvidence  = 0.3  // share of the neighbours on one side, below which they are ignored
	minExact         = 0.2  // evidence of lines that match exactly
	minShare         = 0.3  // share of the evidence of an unchanged slice
	resizeCost       = 0.5  // cost of doubling or halving the length of a slice
	sharedEndMargin  = 0.1  // lead of the best result over one that shares an end with it
	shareMargin      = 0.09 // lead over any other, as a share of its score
)

// candidate is a candidate for the slice: the lines [start, end).
type candidate struct {
	start, end        int
	score             float64
	inside            float64 // evidence of the inside
	uneditedInside    float64 // evidence of unedited inside lines
	maxInside         float64 // value of inside for an unchanged slice
	outside           float64 // evidence of the neighbours
	hasNeighbour      bool    // old neighbours match on at least one side
	hasBothNeighbours bool    // and on both sides
}

// findChanged returns the candidate that the anchor lines lead to.
func (t *target) findChanged(first, n int) (candidate, bool) {
	if t.count() == 0 {
		return candidate{}, false
	}
	starts := newSearch(t, t.start, false, first)
	ends := newSearch(t, t.end, true, t.count()-first-n)
	// Lines such as "}" are everywhere, so given one end, also try the other one at the old
	// distance.
	starts.alignAt(nil)
	ends.alignAt(opposite(starts.best, t.count()-n))
	starts.alignAt(opposite(ends.best, t.count()-n))

	var answers []candidate
	inner := total(t.start.inside) + total(t.end.inside)
	full := inner + total(t.start.outside) + total(t.end.outside)
	for _, s := range starts.best {
		for _, e := range ends.best {
			a := candidate{start: s.at, end: t.count() - e.at, inside: s.inside + e.inside, outside: s.score - s.inside + e.score - e.inside, uneditedInside: s.uneditedInside + e.uneditedInside, maxInside: inner}
			length := a.end - a.start
			if length < 1 {
				continue
			}
			a.hasNeighbour = a.outside > minNeighbourShare*(full-inner)
			a.hasBothNeighbours = s.score-s.inside > 0.5*total(t.start.outside) && e.score-e.inside > 0.5*total(t.end.outside)
			// The same number of other lines between the same neighbours is also an edit.
			swapped := length == n && s.score-s.inside > 0.5 && e.score-e.inside > 0.5
			if a.inside < minInside*inner && !swapped {
				continue
			}
			evidence := s.score + e.score
			if evidence < minShare*full || s.unedited+e.unedited < minExact {
				continue
			}
			// An edit changes the length by little and moves a slice by any distance; larger
			// distances need more evidence.
			a.score = evidence - moveCost(length-n, 0.2) - lengthCost(length, n) - moveCost(a.start-first, 0.02)
			answers = append(answers, a)
		}
	}
	if len(answers) == 0 {
		return candidate{}, false
	}
	slices.SortStableFunc(answers, func(a, b candidate) int { return cmp.Compare(b.score, a.score) })
	best := answers[0]
	// If the old neighbours are adjacent, the slice was deleted, unless its inside is
	// unmistakably somewhere else.
	switch t.deletedSlice() {
	case certain:
		if best.uneditedInside < max(1, 0.6*inner) {
			return candidate{}, false
		}
	case likely:
		if best.inside < 0.5*inner || best.uneditedInside < 0.3*inner {
			return candidate{}, false
		}
	}
	for _, other := range answers[1:] {
		need := shareMargin * best.score
		if other.start == best.start || other.end == best.end {
			need = sharedEndMargin
		}
		if best.score-other.score < need {
			return candidate{}, false
		}
	}
	return best, true
}

// moveCost returns the cost of a displacement.
func moveCost(off int, rate float64) float64 { return rate * math.Log2(1+float64(abs(off))) }

// lengthCost returns the cost of a change in length from n. Adding or removing a few lines does not
// count.
func lengthCost(length, n int) float64 {
	return resizeCost * math.Abs(math.Log2(float64(length+6)/float64(n+6)))
}

// deletion is whether a slice was deleted.
type deletion int

const (
	unlikely deletion = iota
	likely            // one side has so little evidence that it may be chance
	certain
)

// deletedSlice reports whether the old neighbours before and after the slice are now adjacent.
func (t *target) deletedSlice() deletion {
	allBefore, allAfter := total(t.start.outside), total(t.end.outside)
	found := unlikely
	for i := range t.start.outside {
		for _, place := range t.start.outside[i].places {
			before, after := t.neighbours(place+1+i, 0)
			switch {
			case before == 0 || after == 0 || before+after < minDeletedShare*(allBefore+allAfter):
			case min(before, after) < minSideEvidence:
				found = max(found, likely)
			case before >= minDeletedShare*allBefore && after >= minDeletedShare*allAfter:
				return certain
			}
		}
	}
	return found
}

func total(anchorLines []anchorLine) float64 {
	sum := 0.0
	for i := range anchorLines {
		sum += anchorLines[i].weight
	}
	return sum
}

// edgeCandidate is a candidate for an edge: before line at in the direction of the search.
type edgeCandidate struct {
	at             int
	score          float64 // evidence of both sides
	inside         float64 // evidence of the inside
	uneditedInside float64 // evidence of unedited inside lines
	unedited       float64 // evidence of unedited lines on both sides
}

// opposite returns the positions of the other end, in the other direction, for the old length;
// sum is the number of lines outside the slice.
func opposite(edges []edgeCandidate, sum int) []int {
	var at []int
	for _, f := range edges[:min(len(edges), 3)] {
		at = append(at, sum-f.at)
	}
	return at
}

// edgeSearch locates one edge, either forwards, or backwards from the last line so that both ends
// share the code.
type edgeSearch struct {
	*target
	edge
	backward    bool
	near        int             // old position of the edge
	anchorLines []anchorLine    // of both sides, outermost first
	aligned     []int           // positions that have been aligned
	best        []edgeCandidate // candidates for the edge, best first
}

func newSearch(t *target, e edge, backward bool, near int) *edgeSearch {
	s := &edgeSearch{target: t, edge: e, backward: backward, near: near}
	for i := range e.outside {
		s.anchorLines = append(s.anchorLines, e.outside[len(e.outside)-1-i])
	}
	s.anchorLines = append(s.anchorLines, e.inside...)
	return s
}

func (s *edgeSearch) index(i int) int {
	if s.backward {
		return s.count() - 1 - i
	}
	return i
}

// alignAt aligns the anchor lines at positions; the first call uses those that the anchor lines lead to.
func (s *edgeSearch) alignAt(places []int) {
	if s.aligned == nil {
		var rough []edgeCandidate
		for _, at := range s.seeds() {
			rough = s.align(at, false, rough)
		}
		sortCandidates(rough)
		// Only the best are compared line by line for edited lines.
		for _, f := range rough[:min(len(rough), maxEdges)] {
			places = append(places, f.at)
		}
		places = append(places, s.near)
	}
	for _, at := range places {
		if !slices.Contains(s.aligned, at) {
			s.aligned = append(s.aligned, at)
			s.best = s.align(at, true, s.best)
		}
	}
	sortCandidates(s.best)
}

// seeds returns the positions of the edge that single anchor lines lead to, nearest first for
// each line.
func (s *edgeSearch) seeds() []int {
	var seeds []int
	outs := len(s.outside)
	for i := range s.anchorLines {
		places := s.anchorLines[i].places
		hi, _ := slices.BinarySearch(places, s.index(s.near+i-outs))
		lo := hi - 1
		for range min(len(places), seedsPerLine) {
			// At the same distance, the first one in this direction.
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

func sortCandidates(list []edgeCandidate) {
	slices.SortFunc(list, func(a, b edgeCandidate) int {
		return cmp.Or(cmp.Compare(b.score, a.score), cmp.Compare(a.at, b.at))
	})
}

// addBest adds f to the list unless a better candidate for the same position is in it.
func addBest(list []edgeCandidate, f edgeCandidate) []edgeCandidate {
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
	maxAnchorLines = 2 * around
	maxWidth       = 2*alignRadius + 1
)

// align finds the best alignment of the anchor lines with the lines around at, in order, with
// gaps on both sides, and adds the resulting candidates for the edge to the list. If fuzzy is
// set, similar lines match in part.
func (s *edgeSearch) align(at int, fuzzy bool, list []edgeCandidate) []edgeCandidate {
	lo, hi := max(0, at-alignRadius), min(s.count(), at+alignRadius)
	if lo >= hi {
		return list
	}
	outs := len(s.outside)
	// sum[i][j] is the score of the best alignment of anchorLines[i:] with the lines from lo+j on.
	var sum [maxAnchorLines + 1][maxWidth]float64
	var gain [maxAnchorLines][maxWidth]float64
	width := hi - lo
	for i := len(s.anchorLines) - 1; i >= 0; i-- {
		m := &s.anchorLines[i]
		for j := width - 1; j >= 0; j-- {
			best := max(sum[i+1][j], sum[i][j+1])
			if g := s.gain(m, lo+j, fuzzy); g > 0 {
				// A line at its expected position counts a little more than the same line
				// elsewhere.
				g *= 1 - displacementCost*float64(min(abs(lo+j-(at+i-outs)), 8))
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
	var lined [maxAnchorLines]int // the line matched by each anchor line, or -1
	matched := lined[:len(s.anchorLines)]
	for i, j := 0, 0; i < len(matched); i++ {
		matched[i] = -1
		for ; j < width; j++ {
			g := gain[i][j]
			if g > 0 && sum[i][j] == g+sum[i+1][j+1] {
				matched[i] = lo + j
				unedited := s.signatures[s.index(lo+j)] == s.anchorLines[i].signature
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
				break // the anchor line is unmatched
			}
		}
	}
	into := func(at int) {
		f := edgeCandidate{at, score, inner, sure, exact}
		if outs > 0 && outs < len(matched) && matched[outs-1] == at-1 && matched[outs] == at {
			f.score += adjacencyBonus
		}
		if s.bounded && at == outs {
			f.score += boundaryBonus
		}
		if at >= 0 && at <= s.count() {
			list = addBest(list, f)
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

// edgePlaces returns the possible positions of the edge for anchor lines of which the first outs are
// outside: one from the inside and, if it differs, one from the outside. Inserted lines make the
// former right, deleted lines the latter. Unmatched ones are -1.
func edgePlaces(matched []int, outs int) (first, second int, two bool) {
	inside, insideAt := -1, -1 // the first matched inside line and the edge it implies
	for i := outs; i < len(matched) && inside < 0; i++ {
		if matched[i] >= 0 {
			inside, insideAt = matched[i], matched[i]-(i-outs)
		}
	}
	for i := outs - 1; i >= 0; i-- {
		if matched[i] < 0 {
			continue
		}
		// At the old distance after the nearest neighbour.
		outsideAt := matched[i] + outs - i
		if inside < 0 {
			return outsideAt, 0, false
		}
		outsideAt = min(outsideAt, inside)
		insideAt = max(insideAt, matched[i]+1)
		return insideAt, outsideAt, outsideAt != insideAt
	}
	return insideAt, 0, false
}

// similarityKey is a pair of an anchor line and a line of the text.
type similarityKey struct {
	signature uint64
	line      int
}

// gain returns the value of matching m with line i of the search; 0 if they do not match.
func (s *edgeSearch) gain(m *anchorLine, i int, fuzzy bool) float64 {
	i = s.index(i)
	if s.signatures[i] == m.signature {
		return m.weight
	}
	if !fuzzy || m.weight < 0.2 {
		return 0
	}
	key := similarityKey{m.signature, i}
	like, known := s.similarities[key]
	if !known {
		s.squeezed = squeeze(s.squeezed[:0], cut(s.line(i)))
		like = similarity(m.squeezed, s.squeezed)
		s.similarities[key] = like
	}
	if like < minSimilarity {
		return 0
	}
	return m.weight * like * 0.7
}

// similarity returns the similarity of two lines without white space, 0 to 1: the share of common byte
// pairs.
func similarity(a, b []byte) float64 {
	if len(a) < 4 || len(b) < 4 || 2*float64(min(len(a), len(b))-1) < minSimilarity*float64(len(a)+len(b)-2) {
		return 0
	}
	var pairs [1024]int8 // hashed: a collision only adds a little similarity
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
