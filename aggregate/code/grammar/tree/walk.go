package tree

import (
	"slices"
	"sort"
)

// Walk goes through a tree from its root, the outer nodes before the inner ones, and finds
// what matches.
type Walk struct {
	set      *Set
	src      []byte
	tree     *Tree
	from, to uint32     // only what meets these bytes
	skipped  []span     // in the order of their beginnings
	open     []siblings // from the root to where the walk is
	inside   bool       // it goes into the node that was looked at last, and has not yet
	found    []Match
	next     int       // of found
	captures []Capture // of found
	fits     fit
}

// span is a range of bytes.
type span struct{ start, end uint32 }

// siblings are nodes that follow each other.
type siblings struct{ at, to uint32 }

// Walk begins a walk through the tree of src.
func (s *Set) Walk(t *Tree, src []byte) *Walk {
	w := &Walk{set: s, src: src, tree: t, to: noLimits}
	w.open = append(w.open, siblings{to: 1}) // the root alone
	w.fits = fit{walk: w}
	return w
}

// Within begins the walk anew, through the nodes that meet a range of bytes. Nothing is to
// be skipped then.
func (w *Walk) Within(start, end int) {
	w.from, w.to = uint32(start), uint32(end)
	w.skipped, w.found, w.next, w.inside = nil, nil, 0, false
	w.open = append(w.open[:0], siblings{to: 1})
}

// Skip tells the walk not to look at what lies in a range of bytes. A node that fills it
// is looked at, but not what it holds.
func (w *Walk) Skip(start, end int) {
	s := span{uint32(start), uint32(end)}
	i := len(w.skipped)
	for i > 0 && w.skipped[i-1].start > s.start {
		i--
	}
	w.skipped = slices.Insert(w.skipped, i, s)
}

// Next returns the next match. Its captures hold until the next call.
func (w *Walk) Next() (Match, bool) {
	for w.next == len(w.found) {
		if !w.step() {
			return Match{}, false
		}
	}
	w.next++
	return w.found[w.next-1], true
}

// step goes to the next node and finds what matches there; false at the end.
func (w *Walk) step() bool {
	w.found, w.captures, w.next = w.found[:0], w.captures[:0], 0
	if w.inside {
		w.inside = false
		w.descend()
	}
	for len(w.open) > 0 {
		list := &w.open[len(w.open)-1]
		if list.at == list.to || uint32(w.tree.list[list.at].start) >= w.to {
			w.open = w.open[:len(w.open)-1]
			continue
		}
		n := &w.tree.list[list.at]
		start, end := uint32(n.start), uint32(n.end)
		if end <= w.from {
			list.at++
			continue
		}
		if within, _ := w.skips(start, end); within {
			list.at++
			continue
		}
		w.match(*list)
		if list.at++; len(w.found) > 0 {
			w.inside = true // what is found may say that it is to be skipped
			return true
		}
		w.descend()
	}
	return false
}

// descend goes into the node that was looked at last, unless it is to be skipped.
func (w *Walk) descend() {
	at := w.open[len(w.open)-1].at - 1
	n := &w.tree.list[at]
	if n.count == 0 {
		return
	}
	if within, fills := w.skips(uint32(n.start), uint32(n.end)); within || fills {
		return
	}
	from, to := w.tree.children(at)
	first := from
	if w.from > 0 {
		first += uint32(sort.Search(int(to-from), func(i int) bool { return uint32(w.tree.list[from+uint32(i)].end) > w.from }))
	}
	w.open = append(w.open, siblings{first, to})
}

// skips reports whether a range lies within one that is to be skipped, or is one.
func (w *Walk) skips(start, end uint32) (within, fills bool) {
	for i := 0; i < len(w.skipped) && w.skipped[i].start <= start; i++ {
		switch s := w.skipped[i]; {
		case s.end <= start && s.start < start: // nodes come in the order of their beginnings
			w.skipped = slices.Delete(w.skipped, i, i+1)
			i--
		case s.start == start && s.end == end:
			fills = true
		case s.start <= start && end <= s.end:
			within = true
		}
	}
	return within, fills
}

// match finds what begins with a node, which is the one at list.at.
func (w *Walk) match(list siblings) {
	symbol := w.set.grammar.standing(uint16(w.tree.list[list.at].symbol))
	if symbol == errorID {
		for _, r := range w.set.broken {
			w.try(r, list)
		}
	} else {
		for _, r := range w.set.roots[symbol] {
			w.try(r, list)
		}
		for _, r := range w.set.any {
			w.try(r, list)
		}
	}
	if len(w.found) > 1 {
		slices.SortStableFunc(w.found, func(a, b Match) int { return a.end - b.end })
	}
}

// try finds the matches of one pattern.
func (w *Walk) try(r root, list siblings) {
	if len(r.steps) > 1 && w.tree.list[w.tree.list[list.at].parent].symbol == errorID {
		return // siblings in what could not be parsed are none
	}
	first := len(w.found)
	f := &w.fits
	f.root, f.captures, f.last = r, f.captures[:0], 0
	f.run(r.steps, list.at, list, true, nil)
	w.found = longest(w.found, first)
}

// longest leaves out the matches from first on whose captures are all another's, and all but
// the first of those with the same.
func longest(found []Match, first int) []Match {
	list := found[first:]
	if len(list) < 2 {
		return found
	}
	shorter, others := make([]bool, len(list)), holding(list)
	for i, m := range list {
		shorter[i] = slices.ContainsFunc(others(m), func(j int) bool {
			return m.isPartOf(list[j]) && (j < i || len(list[j].Captures) > len(m.Captures))
		})
	}
	kept := found[:first]
	for i, m := range list {
		if !shorter[i] {
			kept = append(kept, m)
		}
	}
	return kept
}

// holding returns what tells which of the matches may have all captures of one.
func holding(list []Match) func(Match) []int {
	if all := [...]int{0, 1, 2, 3, 4, 5, 6, 7}; len(list) <= len(all) {
		return func(Match) []int { return all[:len(list)] } // few: to compare them takes less
	}
	holders := map[Capture][]int{} // which matches have it
	for i, m := range list {
		for _, c := range m.Captures {
			holders[c] = append(holders[c], i)
		}
	}
	return func(m Match) (others []int) {
		for n, c := range m.Captures { // whatever has all captures has the rarest one
			if have := holders[c]; n == 0 || len(have) < len(others) {
				others = have
			}
		}
		return others
	}
}

// isPartOf reports whether all captures of m are captures of other.
func (m Match) isPartOf(other Match) bool {
	if len(m.Captures) > len(other.Captures) {
		return false
	}
	for _, c := range m.Captures {
		if !slices.Contains(other.Captures, c) {
			return false
		}
	}
	return true
}
