package tree

import (
	"math/rand/v2"
	"testing"
)

// Positions in the rest map to the positions of the same bytes in the source, and what fills the
// place of a gap covers the gap.
func TestGaps(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 2000 {
		src := make([]byte, r.IntN(60))
		for i := range src {
			src[i] = byte('a' + i%26)
		}
		var gaps Gaps
		for at := r.IntN(8); at < len(src); {
			end := min(at+1+r.IntN(9), len(src))
			gaps = append(gaps, Gap{Start: at, End: end})
			at = end + 1 + r.IntN(9)
		}
		rest := gaps.Cut(src, '-')
		for at, c := range rest {
			start, end := int(gaps.start(uint32(at))), int(gaps.end(uint32(at+1)))
			switch {
			case c != '-' && (end != start+1 || src[start] != c):
				t.Fatalf("%q without %v: byte %d is %d to %d", src, gaps, at, start, end)
			case c == '-':
				found := false
				for _, gap := range gaps {
					found = found || gap.Start == start && gap.End == end
				}
				if !found {
					t.Fatalf("%q without %v: byte %d is %d to %d, which is no gap", src, gaps, at, start, end)
				}
			}
		}
		if got := int(gaps.end(uint32(len(rest)))); got != len(src) {
			t.Fatalf("%q without %v ends at %d", src, gaps, got)
		}
	}
}
