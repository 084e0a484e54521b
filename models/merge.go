package models

import (
	"hash/maphash"
	"slices"

	"dossier/models/order"
)

// Fork is a discussion with conflicting concurrent changes: both versions are kept.
type Fork struct {
	Name string // name of their version
	As   string // name of my version
}

// MergeDiscussions merges the changes that mine and theirs have made to base: added, changed,
// moved and deleted entries. If both have added entries at the same position, theirs come first.
// If both have changed the same entry, or one has changed what the other has deleted, theirs
// keeps the name and mine becomes a new discussion, which is active if the other was. A
// discussion deleted on one side and changed on the other is kept.
func MergeDiscussions(base, mine, theirs Discussions) (Discussions, []Fork) {
	for old, name := range Renamed(base, mine) {
		if theirs.index(old) < 0 || theirs.index(name) >= 0 {
			continue
		}
		base.List, theirs.List = slices.Clone(base.List), slices.Clone(theirs.List)
		base.List[base.index(old)].Name = name
		theirs.List[theirs.index(old)].Name = name
		if theirs.Active == old {
			theirs.Active = name
		}
		if base.Active == old {
			base.Active = name
		}
	}
	var forks []Fork
	merged := Discussions{Active: theirs.Active}
	if mine.Active != base.Active {
		merged.Active = mine.Active
	}
	type fork struct {
		Discussion
		of string
	}
	var parted []fork
	for _, t := range theirs.List {
		b, had := base.Find(t.Name)
		m, kept := mine.Find(t.Name)
		switch {
		case !kept && had && sameEntries(b.History, t.History):
			continue // deleted in mine
		case kept:
			history, ok := mergeEntries(b.History, m.History, t.History)
			if ok {
				t.History = history
			} else {
				parted = append(parted, fork{m, t.Name})
			}
		}
		merged.List = append(merged.List, t)
	}
	for _, m := range mine.List {
		b, had := base.Find(m.Name)
		if merged.index(m.Name) < 0 && (!had || !sameEntries(b.History, m.History)) {
			merged.List = append(merged.List, m)
		}
	}
	for _, one := range parted {
		one.Name = merged.FreeName(one.of)
		merged.List = append(merged.List, one.Discussion)
		forks = append(forks, Fork{one.of, one.Name})
		if mine.Active == one.of {
			merged.Active = one.Name
		}
	}
	if merged.index(merged.Active) < 0 {
		for _, name := range []string{mine.Active, theirs.Active} {
			if merged.index(name) >= 0 {
				merged.Active = name
				break
			}
		}
	}
	return merged, forks
}

// JoinDiscussions merges two sets of discussions without a common base: all entries of both are
// kept, and where they differ theirs come first.
func JoinDiscussions(mine, theirs Discussions) (Discussions, []Fork) {
	base := Discussions{Active: theirs.Active}
	for _, m := range mine.List {
		t, _ := theirs.Find(m.Name)
		var both []Entry
		for j, from := range Origins(t.History, m.History) {
			if from >= 0 {
				both = append(both, m.History[j])
			}
		}
		base.List = append(base.List, Discussion{m.Name, both})
	}
	return MergeDiscussions(base, mine, theirs)
}

// Renamed returns the discussions of before that have another name in after, by their old names:
// those at the same position that share an entry, or are equal.
func Renamed(before, after Discussions) map[string]string {
	out := map[string]string{}
	for i := range min(len(before.List), len(after.List)) {
		b, a := before.List[i], after.List[i]
		if a.Name != b.Name && after.index(b.Name) < 0 && before.index(a.Name) < 0 && related(b.History, a.History) {
			out[b.Name] = a.Name
		}
	}
	return out
}

func related(a, b []Entry) bool {
	return len(a) == 0 && len(b) == 0 || slices.ContainsFunc(Origins(a, b), func(i int) bool { return i >= 0 })
}

// hunk is the replacement of a half-open range of base entries.
type hunk struct {
	start, end int
	with       []Entry
}

// mergeEntries merges two sets of changes to a list; false if they conflict.
func mergeEntries(base, mine, theirs []Entry) ([]Entry, bool) {
	switch {
	case sameEntries(base, mine):
		return theirs, true
	case sameEntries(base, theirs), sameEntries(mine, theirs):
		return mine, true
	}
	ours, others := hunks(base, mine), hunks(base, theirs)
	var out []Entry
	at := 0
	take := func(h hunk) {
		if h.start > at {
			out = append(out, base[at:h.start]...)
		}
		out = append(out, h.with...)
		at = max(at, h.end)
	}
	for len(ours) > 0 || len(others) > 0 {
		switch {
		case len(ours) == 0:
			take(others[0])
			others = others[1:]
		case len(others) == 0:
			take(ours[0])
			ours = ours[1:]
		default:
			m, t := ours[0], others[0]
			same := m.start == t.start && m.end == t.end && slices.EqualFunc(m.with, t.with, Entry.Equal)
			overlap := m.start < t.end && t.start < m.end
			switch {
			case same:
				take(t)
				ours, others = ours[1:], others[1:]
			case overlap && len(m.with)+len(t.with) == 0: // both delete: the longer hunk continues
				both := hunk{start: min(m.start, t.start), end: max(m.end, t.end)}
				if m.end >= t.end {
					ours[0], others = both, others[1:]
				} else {
					ours, others[0] = ours[1:], both
				}
			case overlap:
				return nil, false
			case t.start < m.start || t.start == m.start && t.end <= m.end:
				take(t)
				others = others[1:]
			default:
				take(m)
				ours = ours[1:]
			}
		}
	}
	return append(out, base[at:]...), true
}

// hunks returns the changes from one list to another, in order.
func hunks(from, to []Entry) []hunk {
	var out []hunk
	origins := Origins(from, to)
	at, begin := 0, 0 // ends of the previous common entries in from and to
	flush := func(i, j int) {
		if at < i || begin < j {
			out = append(out, hunk{at, i, to[begin:j]})
		}
	}
	for j, i := range origins {
		if i >= 0 {
			flush(i, j)
			at, begin = i+1, j+1
		}
	}
	flush(len(from), len(to))
	return out
}

// Origins returns, for each entry of to, the index of the same entry in from, or -1: an alignment
// that preserves order. It takes O(n log n) steps.
func Origins(from, to []Entry) []int {
	origins := make([]int, len(to))
	for j := range origins {
		origins[j] = -1
	}
	first := 0
	for first < min(len(from), len(to)) && from[first].Equal(to[first]) {
		origins[first] = first
		first++
	}
	i, j := len(from), len(to)
	for i > first && j > first && from[i-1].Equal(to[j-1]) {
		i, j = i-1, j-1
		origins[j] = i
	}
	// Between common prefix and suffix: pair each entry with the first equal unpaired one, and
	// keep the longest subsequence in order.
	seed := maphash.MakeSeed()
	left := map[uint64][]int{}
	for k := first; k < i; k++ {
		key := from[k].fingerprint(seed)
		left[key] = append(left[key], k)
	}
	var pairs [][2]int
	for k := first; k < j; k++ {
		key := to[k].fingerprint(seed)
		if list := left[key]; len(list) > 0 && from[list[0]].Equal(to[k]) {
			pairs = append(pairs, [2]int{list[0], k})
			left[key] = list[1:]
		}
	}
	positions := make([]int, len(pairs))
	for k, p := range pairs {
		positions[k] = p[0]
	}
	for _, k := range order.Rising(positions) {
		origins[pairs[k][1]] = pairs[k][0]
	}
	return origins
}

// fingerprint returns the same number for equal entries.
func (e Entry) fingerprint(seed maphash.Seed) uint64 {
	return maphash.String(seed, e.Content) ^ 3*maphash.String(seed, e.Role)
}
