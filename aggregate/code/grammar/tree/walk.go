package tree

import (
	"slices"
	"sort"
)

// Walk traverses a tree in preorder from its root and finds matches.
type Walk struct {
	set        *Set
	src        []byte
	tree       *Tree
	from, to   uint32     // only nodes that overlap this range
	skipped    []span     // sorted by start
	open       []siblings // from the root to the current node
	mayDescend bool       // the current node's children are next
	found      []Match
	next       int       // index in found
	captures   []Capture // of found
	fits       fit
}

// span is a range of bytes.
type span struct{ start, end uint32 }

// siblings are nodes that follow each other.
type siblings struct{ at, to uint32 }

// Walk returns a new walk through the tree of src.
func (s *Set) Walk(t *Tree, src []byte) *Walk {
	w := &Walk{set: s, src: src, tree: t, to: noLimits}
	w.open = append(w.open, siblings{to: 1}) // only the root
	w.fits = fit{walk: w}
	return w
}

// Within restarts the walk, restricted to the nodes that overlap a byte range, without skipped
// ranges.
func (w *Walk) Within(start, end int) {
	w.from, w.to = uint32(start), uint32(end)
	w.skipped, w.found, w.next, w.mayDescend = nil, nil, 0, false
	w.open = append(w.open[:0], siblings{to: 1})
}

// Skip makes the walk ignore what is inside a byte range. A node with exactly that range is
// visited, but not its contents.
func (w *Walk) Skip(start, end int) {
	s := span{uint32(start), uint32(end)}
	i := len(w.skipped)
	for i > 0 && w.skipped[i-1].start > s.start {
		i--
	}
	w.skipped = slices.Insert(w.skipped, i, s)
}

// Next returns the next match. Its captures are valid until the next call.
func (w *Walk) Next() (Match, bool) {
	for w.next == len(w.found) {
		if !w.step() {
			return Match{}, false
		}
	}
	w.next++
	return w.found[w.next-1], true
}

// step moves to the next node and finds the matches there; false at the end.
func (w *Walk) step() bool {
	w.found, w.captures, w.next = w.found[:0], w.captures[:0], 0
	if w.mayDescend {
		w.mayDescend = false
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
		if within, _ := w.isSkipped(start, end); within {
			list.at++
			continue
		}
		w.match(*list)
		if list.at++; len(w.found) > 0 {
			w.mayDescend = true // a match may lead to a call of Skip
			return true
		}
		w.descend()
	}
	return false
}

// descend enters the current node, unless it is skipped.
func (w *Walk) descend() {
	at := w.open[len(w.open)-1].at - 1
	n := &w.tree.list[at]
	if n.count == 0 {
		return
	}
	if within, equals := w.isSkipped(uint32(n.start), uint32(n.end)); within || equals {
		return
	}
	from, to := w.tree.children(at)
	first := from
	if w.from > 0 {
		first += uint32(sort.Search(int(to-from), func(i int) bool { return uint32(w.tree.list[from+uint32(i)].end) > w.from }))
	}
	w.open = append(w.open, siblings{first, to})
}

// isSkipped reports whether a range is inside a skipped one, and whether it equals one.
func (w *Walk) isSkipped(start, end uint32) (within, equals bool) {
	for i := 0; i < len(w.skipped) && w.skipped[i].start <= start; i++ {
		switch s := w.skipped[i]; {
		case s.end <= start && s.start < start: // nodes are visited in order of their start
			w.skipped = slices.Delete(w.skipped, i, i+1)
			i--
		case s.start == start && s.end == end:
			equals = true
		case s.start <= start && end <= s.end:
			within = true
		}
	}
	return within, equals
}

// match finds the matches that begin with the node at list.at.
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
		return // the pieces of an error are not siblings
	}
	first := len(w.found)
	f := &w.fits
	f.root, f.captures, f.last = r, f.captures[:0], 0
	f.matchSteps(r.steps, list.at, list, true, nil)
	w.found = dropSubsets(w.found, first)
}

// dropSubsets drops, from first on, matches whose captures are a subset of another's, and duplicates.
func dropSubsets(found []Match, first int) []Match {
	list := found[first:]
	if len(list) < 2 {
		return found
	}
	isSubset, others := make([]bool, len(list)), supersetIndex(list)
	for i, m := range list {
		isSubset[i] = slices.ContainsFunc(others(m), func(j int) bool {
			return m.isPartOf(list[j]) && (j < i || len(list[j].Captures) > len(m.Captures))
		})
	}
	result := found[:first]
	for i, m := range list {
		if !isSubset[i] {
			result = append(result, m)
		}
	}
	return result
}

// supersetIndex returns a function that gives the indices of matches which may have all captures of a
// match.
func supersetIndex(list []Match) func(Match) []int {
	if all := [...]int{0, 1, 2, 3, 4, 5, 6, 7}; len(list) <= len(all) {
		return func(Match) []int { return all[:len(list)] } // few: comparing all is faster
	}
	holders := map[Capture][]int{} // indices of the matches with a capture
	for i, m := range list {
		for _, c := range m.Captures {
			holders[c] = append(holders[c], i)
		}
	}
	return func(m Match) (others []int) {
		for n, c := range m.Captures { // a match with all captures also has the rarest one
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
