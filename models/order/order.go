// Package order provides operations on the order of lists. Its functions do not modify their
// arguments.
package order

import (
	"slices"
	"sort"
)

// Rising returns the indices, in order, of a longest strictly increasing subsequence of list: the
// elements that can keep their position if list contains their previous positions. Negative
// elements, without a previous position, are not included, and of equal ones at most one is. It
// takes O(n log n) time.
func Rising(list []int) []int {
	var ends []int                   // at n: index of the smallest last element of a subsequence of length n+1
	before := make([]int, len(list)) // predecessor in the subsequence; -1 for none
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

// Move returns list with the elements at rows moved before index at, or to the end. Both groups
// preserve their order. Invalid and duplicate rows are ignored.
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

// Step returns the index before which [Move] puts the elements at rows, which must be sorted, to
// move them down by one if by is positive, else up by one, in a list of n elements. It returns
// false if that is not possible, or rows is empty.
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

// Without returns list without the elements at rows; nil if it is then empty. Invalid and
// duplicate rows are ignored.
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

// First returns list with the elements that accepts selects moved to the front. Both groups
// preserve their order.
func First[T any](list []T, accepts func(T) bool) []T {
	accepted, others := Split(list, accepts)
	return append(accepted, others...)
}

// Split returns the elements of list that accepts selects, and the others, both in their order.
func Split[T any](list []T, accepts func(T) bool) (accepted, others []T) {
	for _, v := range list {
		if accepts(v) {
			accepted = append(accepted, v)
		} else {
			others = append(others, v)
		}
	}
	return accepted, others
}
