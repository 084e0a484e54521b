package kit

import (
	"testing"

	"pgregory.net/rapid"
)

func TestViewportSpan(t *testing.T) {
	tests := []struct {
		name        string
		view        viewport
		first, last int
	}{
		{"nothing in an empty list", viewport{rows: 0, row: 24, height: 100}, 0, 0},
		{"nothing in a view without height", viewport{rows: 9, row: 24}, 0, 0},
		{"a part of a row counts", viewport{rows: 9, row: 24, height: 100}, 0, 5},
		{"at the start of a row", viewport{rows: 9, row: 24, height: 96, offset: 24}, 1, 5},
		{"a part at both ends", viewport{rows: 9, row: 24, height: 96, offset: 12}, 0, 5},
		{"fewer rows than room", viewport{rows: 2, row: 24, height: 96}, 0, 2},
		{"far beyond what a float32 holds", viewport{rows: 1 << 40, row: 24, height: 48, offset: 24 * (1 << 39)}, 1 << 39, 1<<39 + 2},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if first, last := tt.view.span(); first != tt.first || last != tt.last {
				t.Errorf("rows [%d, %d), want [%d, %d)", first, last, tt.first, tt.last)
			}
		})
	}
}

func drawViewport(t *rapid.T) viewport {
	v := viewport{
		rows:   rapid.IntRange(1, 1<<33).Draw(t, "rows"),
		row:    float32(rapid.SampledFrom([]int{18, 24}).Draw(t, "row")),
		height: float32(rapid.IntRange(30, 2000).Draw(t, "height")),
	}
	v.scrollTo(rapid.Float64Range(-100, v.limit()+100).Draw(t, "offset"))
	return v
}

func TestViewportRevealShowsTheWholeRow(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		v := drawViewport(t)
		i := rapid.IntRange(0, v.rows-1).Draw(t, "row")
		v.reveal(i)
		if y := v.y(i); y < 0 || y+v.row > v.height {
			t.Fatalf("row %d at %v to %v of %v", i, y, y+v.row, v.height)
		}
		before := v.offset
		if v.reveal(i) || v.offset != before {
			t.Fatalf("a row in view scrolled from %v to %v", before, v.offset)
		}
	})
}

func TestViewportAtFindsTheRowThatIsDrawnThere(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		v := drawViewport(t)
		y := float32(rapid.IntRange(0, int(v.height)-1).Draw(t, "y"))
		i := v.at(y)
		first, last := v.span()
		switch {
		case i < 0:
			if y < v.y(last-1)+v.row {
				t.Fatalf("no row at %v, where row %d is drawn", y, last-1)
			}
		case i < first || i >= last || y < v.y(i) || y >= v.y(i)+v.row:
			t.Fatalf("row %d at %v, which is drawn from %v", i, y, v.y(i))
		}
	})
}

func TestViewportThumbStaysOnItsTrack(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		v := drawViewport(t)
		start, length, ok := v.thumb(v.height)
		if ok != (v.limit() > 0) {
			t.Fatalf("thumb shown %t with %v to scroll", ok, v.limit())
		}
		if ok && (start < 0 || start+length > v.height+0.01 || length < min(thumbMin, v.height)) {
			t.Fatalf("thumb from %v, %v long, on a track of %v", start, length, v.height)
		}
	})
}

func TestViewportDragToBothEnds(t *testing.T) {
	v := viewport{rows: 1000, row: 24, height: 240}
	v.dragThumb(240, 240)
	if v.offset != v.limit() {
		t.Errorf("at %v after a drag to the end, want %v", v.offset, v.limit())
	}
	v.dragThumb(0, 240)
	if v.offset != 0 {
		t.Errorf("at %v after a drag to the start, want 0", v.offset)
	}
}
