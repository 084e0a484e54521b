package anchor

import (
	"cmp"
	"slices"
	"strings"

	"dossier/models"
)

// Health is the result of resolving a slice.
type Health string

// Results of Resolve.
const (
	Exact     Health = "exact"     // the same lines at the same place
	Moved     Health = "moved"     // the same lines elsewhere
	Changed   Health = "changed"   // the place, with other content
	Lost      Health = "lost"      // not found
	Unchecked Health = "unchecked" // located by line numbers: the slice has no hash
)

// Resolution is the current position of a slice, in lines from 1, inclusive. Both are 0 if Health
// is [Lost].
type Resolution struct {
	Start, End int
	Health     Health
}

// Resolve locates s in the text. Numbers below 1 count as 1, an end before the start counts as
// the start, and ends beyond the text are moved to its last line.
//
// If the same lines occur at several places, it returns the one nearest to the old position,
// unless another one has significantly more of the old neighbours.
func (t *Text) Resolve(s models.Slice) Resolution {
	if s.Problem != "" {
		return Resolution{Health: Lost}
	}
	s.StartLine = max(1, s.StartLine)
	s.EndLine = max(s.StartLine, s.EndLine)
	if s.ContentHash == "" {
		if s.StartLine > t.count() {
			return Resolution{Health: Lost}
		}
		return Resolution{s.StartLine, min(s.EndLine, t.count()), Unchecked}
	}
	first, n := s.StartLine-1, s.EndLine-s.StartLine+1
	inPlace := hasHash(t.lines, first, n, s.ContentHash)
	a, anchored := anchorsOf(s)
	if inPlace && (!anchored || t.neighboursMatch(a, first, n)) {
		return Resolution{s.StartLine, s.EndLine, Exact}
	}
	if !anchored {
		if start, ok := t.nearest(first, n, s.ContentHash); ok {
			return Resolution{start + 1, start + n, Moved}
		}
		return Resolution{Health: Lost}
	}
	return newTarget(t, a).resolve(first, n, s.ContentHash)
}

// hasHash reports whether the n lines from first on have the hash.
func hasHash(l lines, first, n int, hash string) bool {
	return n <= l.count()-first && strings.EqualFold(l.hash(first, first+n), hash)
}

// maxHashed is the max number of bytes that a search for moved lines hashes. Anchor lines leave
// few candidates; without any, every line is one.
const maxHashed = 16 << 20

// nearest returns the position other than first whose lines have the hash and that is nearest to
// first; the earlier one if two have the same distance.
func (t *Text) nearest(first, n int, hash string) (int, bool) {
	last := t.count() - n
	from := min(first, last) // the nearest possible position
	hashed := 0
	try := func(start int) bool {
		if start < 0 || start > last || start == first {
			return false
		}
		hashed += t.size(start, start+n)
		return hasHash(t.lines, start, n, hash)
	}
	for d := 0; d <= max(from, last-from) && hashed < maxHashed; d++ {
		if try(from - d) {
			return from - d, true
		}
		if try(from + d) {
			return from + d, true
		}
	}
	return 0, false
}

// neighboursMatch reports whether the lines around the n lines from first on match the old neighbours
// well enough that no other position needs to be checked.
func (t *Text) neighboursMatch(a anchors, first, n int) bool {
	had, has := 0.0, 0.0
	side := func(list []string, at func(i int) int) {
		for i, line := range list {
			worth := information(line)
			had += worth
			if k := at(i); k >= 0 && k < t.count() && cut(t.line(k)) == line {
				has += worth
			}
		}
	}
	side(a.before, func(i int) int { return first - 1 - i })
	side(a.after, func(i int) int { return first + n + i })
	return has >= 0.6*had
}

// Thresholds for preferring another result to the nearest copy of the same lines. Evidence is
// measured in anchor lines: 1 is a distinctive line that occurs nowhere else.
const (
	neighbourLead        = 0.35 // share of the evidence of all neighbours that makes a position better than a nearer one
	minNeighbourShare    = 0.35 // share of it below which a position has the wrong neighbours
	minNeighbourEvidence = 1    // the same in anchor lines, if the same lines occur at several positions
	maxInserted          = 3    // lines that may have been inserted between an unmoved slice and its neighbours, unless they are a copy of it
	minDistinctEvidence  = 1.5  // evidence of the inside below which a slice is not distinctive
	minInformation       = 0.1  // weight of the most distinctive line below which a slice is boilerplate
	minEditedShare       = 0.45 // share of the evidence of the inside that identifies an edited slice
	minEditedAlone       = 0.6  // the same without neighbours
	minEnclosingShare    = 0.8  // share of the evidence of the neighbours between which any content is the slice
)

// resolve locates a slice whose lines are not at the old position among the old neighbours.
func (t *target) resolve(first, n int, hash string) Resolution {
	matches := t.exactMatches(first, n, hash)
	if len(matches) == 0 {
		if a, ok := t.findChanged(first, n); ok {
			return Resolution{a.start + 1, a.end, Changed}
		}
		return Resolution{Health: Lost}
	}
	best := matches[0]
	answer := Resolution{best.start + 1, best.start + n, Moved}
	known := best.neighbourEvidence
	if best.start == first {
		answer.Health = Exact
		known = t.neighbourEvidence(first, n, max(maxInserted, n))
	}
	outer := total(t.start.outside) + total(t.end.outside)
	common := total(t.start.inside)+total(t.end.inside) < minDistinctEvidence
	anywhere := common && len(matches) > 2
	if known >= minNeighbourShare*outer && (known >= minNeighbourEvidence || answer.Health == Exact || !anywhere) {
		return answer
	}
	// The same lines with other neighbours: either the slice moved, or these are other lines with the same content
	// and the slice was edited or deleted.
	if len(matches) > 1 || answer.Health == Moved {
		a, ok := t.findChanged(first, n)
		part := func(w exactMatch) bool { return w.start < a.end && a.start < w.start+n }
		if ok && a.hasNeighbour && !slices.ContainsFunc(matches, part) && t.isEdited(a, len(matches) > 1, common) {
			return Resolution{a.start + 1, a.end, Changed}
		}
	}
	if answer.Health == Moved && (anywhere || t.information < minInformation) {
		return Resolution{Health: Lost}
	}
	return answer
}

// isEdited reports whether a position with old neighbours is the edited slice rather than other
// lines with the old content; repeated is set if there are several of those, common if they are
// not distinctive.
func (t *target) isEdited(a candidate, repeated, common bool) bool {
	switch {
	case a.uneditedInside >= max(1, minEditedAlone*a.maxInside):
		return true
	case a.inside >= minEditedShare*a.maxInside:
		return repeated || a.hasBothNeighbours
	}
	outer := total(t.start.outside) + total(t.end.outside)
	return repeated && common && a.hasBothNeighbours && a.outside >= minEnclosingShare*outer
}

// exactMatch is a position of unchanged lines of a slice.
type exactMatch struct {
	start             int
	neighbourEvidence float64 // evidence of the neighbours
}

// exactMatches returns the positions that match the hash and may be the slice, best first: the nearest
// of those with about the most old neighbours.
func (t *target) exactMatches(first, n int, hash string) []exactMatch {
	var rarest *anchorLine // of the inside
	offset := 0
	choose := func(anchorLines []anchorLine, at func(i int) int) {
		for i := range anchorLines {
			if rarest == nil || len(anchorLines[i].places) < len(rarest.places) {
				rarest, offset = &anchorLines[i], at(i)
			}
		}
	}
	choose(t.start.inside, func(i int) int { return i })
	choose(t.end.inside, func(i int) int { return n - 1 - i })
	var list []exactMatch
	for _, place := range rarest.places {
		if start := place - offset; start >= 0 && start+n <= t.count() && t.mayStart(start, n) {
			list = append(list, exactMatch{start, t.neighbourEvidence(start, n, 0)})
		}
	}
	nearest := func(a, b exactMatch) int {
		return cmp.Or(cmp.Compare(abs(a.start-first), abs(b.start-first)), cmp.Compare(a.start, b.start))
	}
	slices.SortFunc(list, func(a, b exactMatch) int {
		return cmp.Or(cmp.Compare(b.neighbourEvidence, a.neighbourEvidence), nearest(a, b))
	})
	hashed := 0
	list = slices.DeleteFunc(list, func(w exactMatch) bool {
		hashed += t.size(w.start, w.start+n)
		return hashed > maxHashed || !hasHash(t.lines, w.start, n, hash)
	})
	if len(list) == 0 {
		return nil
	}
	outer := total(t.start.outside) + total(t.end.outside)
	most := list[0].neighbourEvidence
	near := func(w exactMatch) bool {
		return w.neighbourEvidence >= most-neighbourLead*outer || w.start == first && t.neighbourEvidence(first, n, max(maxInserted, n)) >= minNeighbourShare*outer
	}
	slices.SortStableFunc(list, func(a, b exactMatch) int {
		switch x, y := near(a), near(b); {
		case x && !y:
			return -1
		case y && !x:
			return 1
		case x && y:
			return nearest(a, b)
		}
		return 0
	})
	return list
}
