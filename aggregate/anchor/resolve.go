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
	here := same(t.lines, first, n, s.ContentHash)
	a, anchored := anchorsOf(s)
	if here && (!anchored || t.settled(a, first, n)) {
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

// same reports whether the n lines from first on have the hash.
func same(l lines, first, n int, hash string) bool {
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
		return same(t.lines, start, n, hash)
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

// settled reports whether the lines around the n lines from first on match the old neighbours
// well enough that no other position needs to be checked.
func (t *Text) settled(a anchors, first, n int) bool {
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
// measured in marks: 1 is a distinctive line that occurs nowhere else.
const (
	nearer  = 0.35 // share of the evidence of all neighbours that makes a position better than a nearer one
	kin     = 0.35 // share of it below which a position has the wrong neighbours
	kinMark = 1    // the same in marks, if the same lines occur at several positions
	slack   = 3    // lines that may have been inserted between an unmoved slice and its neighbours, unless they are a copy of it
	plain   = 1.5  // evidence of the inside below which a slice is not distinctive
	wordy   = 0.1  // weight of the most distinctive line below which a slice is boilerplate
	intact  = 0.45 // share of the evidence of the inside that identifies an edited slice
	sound   = 0.6  // the same without neighbours
	nest    = 0.8  // share of the evidence of the neighbours between which any content is the slice
)

// resolve locates a slice whose lines are not at the old position among the old neighbours.
func (t *target) resolve(first, n int, hash string) Resolution {
	twins := t.twins(first, n, hash)
	if len(twins) == 0 {
		if a, ok := t.changed(first, n); ok {
			return Resolution{a.start + 1, a.end, Changed}
		}
		return Resolution{Health: Lost}
	}
	best := twins[0]
	answer := Resolution{best.start + 1, best.start + n, Moved}
	known := best.familiar
	if best.start == first {
		answer.Health = Exact
		known = t.familiar(first, n, max(slack, n))
	}
	outer := total(t.start.outside) + total(t.end.outside)
	common := total(t.start.inside)+total(t.end.inside) < plain
	anywhere := common && len(twins) > 2
	if known >= kin*outer && (known >= kinMark || answer.Health == Exact || !anywhere) {
		return answer
	}
	// The same lines with other neighbours: either the slice moved, or these are other lines with the same content
	// and the slice was edited or deleted.
	if len(twins) > 1 || answer.Health == Moved {
		a, ok := t.changed(first, n)
		part := func(w twin) bool { return w.start < a.end && a.start < w.start+n }
		if ok && a.beside && !slices.ContainsFunc(twins, part) && t.edited(a, len(twins) > 1, common) {
			return Resolution{a.start + 1, a.end, Changed}
		}
	}
	if answer.Health == Moved && (anywhere || t.says < wordy) {
		return Resolution{Health: Lost}
	}
	return answer
}

// edited reports whether a position with old neighbours is the edited slice rather than other
// lines with the old content; repeated is set if there are several of those, common if they are
// not distinctive.
func (t *target) edited(a answer, repeated, common bool) bool {
	switch {
	case a.sure >= max(1, sound*a.whole):
		return true
	case a.inner >= intact*a.whole:
		return repeated || a.between
	}
	outer := total(t.start.outside) + total(t.end.outside)
	return repeated && common && a.between && a.outer >= nest*outer
}

// twin is a position of unchanged lines of a slice.
type twin struct {
	start    int
	familiar float64 // evidence of the neighbours
}

// twins returns the positions that match the hash and may be the slice, best first: the nearest
// of those with about the most old neighbours.
func (t *target) twins(first, n int, hash string) []twin {
	var rarest *mark // of the inside
	offset := 0
	choose := func(marks []mark, at func(i int) int) {
		for i := range marks {
			if rarest == nil || len(marks[i].places) < len(rarest.places) {
				rarest, offset = &marks[i], at(i)
			}
		}
	}
	choose(t.start.inside, func(i int) int { return i })
	choose(t.end.inside, func(i int) int { return n - 1 - i })
	var list []twin
	for _, place := range rarest.places {
		if start := place - offset; start >= 0 && start+n <= t.count() && t.mayStart(start, n) {
			list = append(list, twin{start, t.familiar(start, n, 0)})
		}
	}
	nearest := func(a, b twin) int {
		return cmp.Or(cmp.Compare(abs(a.start-first), abs(b.start-first)), cmp.Compare(a.start, b.start))
	}
	slices.SortFunc(list, func(a, b twin) int { return cmp.Or(cmp.Compare(b.familiar, a.familiar), nearest(a, b)) })
	hashed := 0
	list = slices.DeleteFunc(list, func(w twin) bool {
		hashed += t.size(w.start, w.start+n)
		return hashed > maxHashed || !same(t.lines, w.start, n, hash)
	})
	if len(list) == 0 {
		return nil
	}
	outer := total(t.start.outside) + total(t.end.outside)
	most := list[0].familiar
	near := func(w twin) bool {
		return w.familiar >= most-nearer*outer || w.start == first && t.familiar(first, n, max(slack, n)) >= kin*outer
	}
	slices.SortStableFunc(list, func(a, b twin) int {
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
