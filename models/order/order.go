// Package order is about lists whose elements change places: which can stay where they
// are, and how others go elsewhere. Its functions change nothing that they are given.
package order

import (
	"slices"
	"sort"
)

// Rising returns the indexes, in order, of a longest strictly rising run of list: what can
// keep its place when list says where its elements stood before. Elements below 0 stood
// nowhere and are in no run; of several that are the same, at most one is. Its time grows
// as n log n.
func Rising(list []int) []int {
	var ends []int                   // at n, where the run of n+1 elements with the least end ends
	before := make([]int, len(list)) // in the run that ends there; -1: none
	for i, v := range list {
		if v < 0 {
			continue
		}
		n := sort.Search(len(ends), func(n int) bool { return list[ends[n]] >= v })
		before[i] = -1
		if n > 0 {
			before[i] = ends[n-1]
		}
		if n == len(ends) {
			ends = append(ends, i)
		} else {
			ends[n] = i
		}
	}
	run := make([]int, len(ends))
	for n := len(ends) - 1; n >= 0; n-- {
		run[n] = ends[len(ends)-1]
		if n+1 < len(ends) {
			run[n] = before[run[n+1]]
		}
	}
	return run
}

// Move returns list with the elements at rows before the one at index at, or at the end
// when there is none. What moves keeps its order, and so does what stays. Rows that are
// not in list, and rows named twice, do no harm.
func Move[T any](list []T, rows []int, at int) []T {
	moves := make(map[int]bool, len(rows))
	for _, row := range rows {
		moves[row] = true
	}
	var before, middle, after []T
	for i, v := range list {
		switch {
		case moves[i]:
			middle = append(middle, v)
		case i < at:
			before = append(before, v)
		default:
			after = append(after, v)
		}
	}
	return slices.Concat(before, middle, after)
}

// Step returns before which index of a list of n elements [Move] puts rows, which are in
// order, to take them one place down when by is above 0, or else one place up. It is false
// where they cannot go there, and for no rows.
func Step(rows []int, by, n int) (at int, ok bool) {
	if len(rows) == 0 {
		return 0, false
	}
	at = rows[0] - 1
	if by > 0 {
		at = rows[len(rows)-1] + 2
	}
	return at, at >= 0 && at <= n
}

// Without returns list without the elements at rows; nil when none is left. Rows that are
// not in list, and rows named twice, do no harm.
func Without[T any](list []T, rows []int) []T {
	gone := make(map[int]bool, len(rows))
	for _, row := range rows {
		gone[row] = true
	}
	var kept []T
	for i, v := range list {
		if !gone[i] {
			kept = append(kept, v)
		}
	}
	return kept
}

// First returns list with the elements that a test accepts before all others. Both keep
// their order.
func First[T any](list []T, accepts func(T) bool) []T {
	var accepted, others []T
	for _, v := range list {
		if accepts(v) {
			accepted = append(accepted, v)
		} else {
			others = append(others, v)
		}
	}
	return slices.Concat(accepted, others)
}
