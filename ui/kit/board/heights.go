package board

import "math/bits"

// heights is a column of things of different heights, in whole units. Changing a height,
// finding where a thing stands and finding what stands at a place all take a time that
// grows with the logarithm of their number (a Fenwick tree).
type heights struct {
	each []int32
	sums []int64 // sums[i] is the sum of the heights that end at i, as many as i's lowest bit says
}

// build takes the heights of n things.
func (t *heights) build(n int, height func(i int) int32) {
	t.each = resized(t.each, n)
	t.sums = resized(t.sums, n+1)
	clear(t.sums)
	for i := range n {
		t.each[i] = height(i)
		k := i + 1
		t.sums[k] += int64(t.each[i])
		if up := k + k&-k; up <= n {
			t.sums[up] += t.sums[k]
		}
	}
}

func resized[T any](s []T, n int) []T {
	if cap(s) < n {
		return make([]T, n)
	}
	return s[:n]
}

func (t *heights) len() int { return len(t.each) }

func (t *heights) height(i int) int32 { return t.each[i] }

func (t *heights) set(i int, height int32) {
	by := int64(height - t.each[i])
	if by == 0 {
		return
	}
	t.each[i] = height
	for k := i + 1; k < len(t.sums); k += k & -k {
		t.sums[k] += by
	}
}

// top returns where thing i begins; for their number, where the last one ends.
func (t *heights) top(i int) int64 {
	sum := int64(0)
	for k := i; k > 0; k -= k & -k {
		sum += t.sums[k]
	}
	return sum
}

func (t *heights) total() int64 { return t.top(t.len()) }

// at returns the thing at a place, and how far into it the place is. Before the first it
// is the first, behind the last it is the last.
func (t *heights) at(y int64) (i int, past int64) {
	n := t.len()
	if n == 0 || y < 0 {
		return 0, y
	}
	k := 0
	for step := 1 << (bits.Len(uint(n)) - 1); step > 0; step >>= 1 {
		if next := k + step; next <= n && t.sums[next] <= y {
			k, y = next, y-t.sums[next]
		}
	}
	if k == n {
		return n - 1, y + int64(t.each[n-1])
	}
	return k, y
}
