package board

import (
	"testing"

	"pgregory.net/rapid"
)

func TestHeightsAddUp(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		list := rapid.SliceOfN(rapid.Int32Range(1, 1000), 1, 70).Draw(t, "heights")
		var w heights
		w.build(len(list), func(i int) int32 { return list[i] })
		for range rapid.IntRange(0, 10).Draw(t, "changes") {
			i := rapid.IntRange(0, len(list)-1).Draw(t, "which")
			list[i] = rapid.Int32Range(1, 1000).Draw(t, "height")
			w.set(i, list[i])
		}
		top := int64(0)
		for i, h := range list {
			if got := w.top(i); got != top {
				t.Fatalf("thing %d begins at %d, want %d", i, got, top)
			}
			for _, past := range []int64{0, int64(h) - 1} {
				if at, p := w.at(top + past); at != i || p != past {
					t.Fatalf("at %d stands %d+%d, want %d+%d", top+past, at, p, i, past)
				}
			}
			top += int64(h)
		}
		if w.total() != top {
			t.Fatalf("%d high, want %d", w.total(), top)
		}
		if i, past := w.at(top + 5); i != len(list)-1 || past != int64(list[i])+5 {
			t.Fatalf("behind the end stands %d+%d", i, past)
		}
	})
}
