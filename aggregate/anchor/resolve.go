package anchor

import (
	"strings"

	"dossier/models"
)

// Health says how a slice was found.
type Health string

// The answers of Resolve.
const (
	Exact     Health = "exact"     // the same lines at the same place
	Moved     Health = "moved"     // the same lines elsewhere
	Changed   Health = "changed"   // the place, with other content
	Lost      Health = "lost"      // not found
	Unchecked Health = "unchecked" // taken by its numbers: the slice has no hash
)

// Resolution is where a slice stands today. Lines count from 1 and both ends belong to
// it; both are 0 when Health is [Lost].
type Resolution struct {
	Start, End int
	Health     Health
}

// Resolve finds s in the text. Numbers below 1 read as 1, an end before the start reads as
// the start, and ends beyond the text are moved to its last line.
func (t *Text) Resolve(s models.Slice) Resolution {
	s.StartLine = max(1, s.StartLine)
	s.EndLine = max(s.StartLine, s.EndLine)
	l := t.lines
	if s.ContentHash == "" {
		if s.StartLine > l.count() {
			return Resolution{Health: Lost}
		}
		return Resolution{s.StartLine, min(s.EndLine, l.count()), Unchecked}
	}
	first, n := s.StartLine-1, s.EndLine-s.StartLine+1
	if same(l, first, n, s.ContentHash) {
		return Resolution{s.StartLine, s.EndLine, Exact}
	}
	a, anchored := anchorsOf(s)
	in := newTarget(t, a, anchored)
	if start, ok := in.moved(first, n, s.ContentHash); ok {
		return Resolution{start + 1, start + n, Moved}
	}
	if start, end, ok := in.changed(first, n); ok {
		return Resolution{start + 1, end, Changed}
	}
	return Resolution{Health: Lost}
}

// same reports whether the n lines from first on have the hash.
func same(l lines, first, n int, hash string) bool {
	return n <= l.count()-first && strings.EqualFold(l.hash(first, first+n), hash)
}

// maxHashed bounds what a search for moved lines hashes, in bytes. The anchor lines
// leave few places to try; without any, every place is one.
const maxHashed = 16 << 20

// moved returns where the hash stands elsewhere than at first, nearest first. Of two
// places at the same distance the one with more of the old neighbours wins, then the
// earlier.
func (t *target) moved(first, n int, hash string) (int, bool) {
	last := t.count() - n
	if last < 0 {
		return 0, false
	}
	from := min(first, last) // the nearest place that there can be
	hashed := 0
	try := func(start int) bool {
		if start < 0 || start > last || start == first || !t.mayStart(start, n) {
			return false
		}
		hashed += t.size(start, start+n)
		return same(t.lines, start, n, hash)
	}
	for d := 0; d <= max(from, last-from) && hashed < maxHashed; d++ {
		up, down := try(from-d), try(from+d)
		switch {
		case up && down && t.familiar(from+d, n) > t.familiar(from-d, n):
			return from + d, true
		case up:
			return from - d, true
		case down:
			return from + d, true
		}
	}
	return 0, false
}
