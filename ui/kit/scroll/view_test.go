package scroll

import (
	"testing"

	"pgregory.net/rapid"

	"dossier/ui/kit"
)

func TestViewportSpan(t *testing.T) {
	tests := []struct {
		name        string
		view        View
		first, last int
	}{
		{"nothing in an empty list", View{Rows: 0, Row: 24, Height: 100}, 0, 0},
		{"nothing in a view without height", View{Rows: 9, Row: 24}, 0, 0},
		{"a part of a row counts", View{Rows: 9, Row: 24, Height: 100}, 0, 5},
		{"at the start of a row", View{Rows: 9, Row: 24, Height: 96, Offset: 24}, 1, 5},
		{"a part at both ends", View{Rows: 9, Row: 24, Height: 96, Offset: 12}, 0, 5},
		{"fewer rows than room", View{Rows: 2, Row: 24, Height: 96}, 0, 2},
		{"far beyond what a float32 holds", View{Rows: 1 << 40, Row: 24, Height: 48, Offset: 24 * (1 << 39)}, 1 << 39, 1<<39 + 2},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if first, last := tt.view.Span(); first != tt.first || last != tt.last {
				t.Errorf("rows [%d, %d), want [%d, %d)", first, last, tt.first, tt.last)
			}
		})
	}
}

func drawViewport(t *rapid.T) View {
	v := View{
		Rows:   rapid.IntRange(1, 1<<33).Draw(t, "rows"),
		Row:    float32(rapid.SampledFrom([]int{18, 24}).Draw(t, "row")),
		Height: float32(rapid.IntRange(30, 2000).Draw(t, "height")),
	}
	v.ScrollTo(rapid.Float64Range(-100, v.Limit()+100).Draw(t, "offset"))
	return v
}

func TestViewportRevealShowsTheWholeRow(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		v := drawViewport(t)
		i := rapid.IntRange(0, v.Rows-1).Draw(t, "row")
		v.Reveal(i)
		if y := v.Y(i); y < 0 || y+v.Row > v.Height {
			t.Fatalf("row %d at %v to %v of %v", i, y, y+v.Row, v.Height)
		}
		before := v.Offset
		if v.Reveal(i) || v.Offset != before {
			t.Fatalf("a row in view scrolled from %v to %v", before, v.Offset)
		}
	})
}

func TestViewportAtFindsTheRowThatIsDrawnThere(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		v := drawViewport(t)
		y := float32(rapid.IntRange(0, int(v.Height)-1).Draw(t, "y"))
		i := v.At(y)
		first, last := v.Span()
		switch {
		case i < 0:
			if y < v.Y(last-1)+v.Row {
				t.Fatalf("no row at %v, where row %d is drawn", y, last-1)
			}
		case i < first || i >= last || y < v.Y(i) || y >= v.Y(i)+v.Row:
			t.Fatalf("row %d at %v, which is drawn from %v", i, y, v.Y(i))
		}
	})
}

func TestViewportThumbStaysOnItsTrack(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		v := drawViewport(t)
		start, length, ok := v.Thumb(v.Height)
		if ok != (v.Limit() > 0) {
			t.Fatalf("thumb shown %t with %v to scroll", ok, v.Limit())
		}
		if ok && (start < 0 || start+length > v.Height+0.01 || length < min(kit.ThumbMin, v.Height)) {
			t.Fatalf("thumb from %v, %v long, on a track of %v", start, length, v.Height)
		}
	})
}

func TestViewportDragToBothEnds(t *testing.T) {
	v := View{Rows: 1000, Row: 24, Height: 240}
	v.DragThumb(240, 240)
	if v.Offset != v.Limit() {
		t.Errorf("at %v after a drag to the end, want %v", v.Offset, v.Limit())
	}
	v.DragThumb(0, 240)
	if v.Offset != 0 {
		t.Errorf("at %v after a drag to the start, want 0", v.Offset)
	}
}
