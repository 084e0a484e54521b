package board

import "math/bits"

// heights is a column of items of different heights, in integers. Changing a height, finding the
// position of an item and finding the item at a position take logarithmic time (a Fenwick tree).
type heights struct {
	each []int32
	sums []int64 // sums[i] is the sum of heights ending at i, as many as the lowest set bit of i
}

// build sets the heights of n items.
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

// top returns the position of item i; for i = n, the end of the last one.
func (t *heights) top(i int) int64 {
	sum := int64(0)
	for k := i; k > 0; k -= k & -k {
		sum += t.sums[k]
	}
	return sum
}

func (t *heights) total() int64 { return t.top(t.len()) }

// at returns the item at a position, and the distance into it; the first or the last item for
// positions outside.
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
