package scroll

import (
	"slices"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"
)

func TestABarIsTakenAndDragged(t *testing.T) {
	const width, height = 200, 100
	tests := []struct {
		name   string
		x, y   float32
		drag   float32 // where the pointer moves then
		taken  bool
		offset float64 // at the end
	}{
		{name: "beside it", x: 150, y: 5, drag: 90},
		{name: "by its handle", x: 195, y: 5, drag: 500, taken: true, offset: 900},
		{name: "by its track", x: 195, y: 99, drag: 99, taken: true, offset: 900},
		{name: "and back", x: 195, y: 5, drag: -50, taken: true},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			v, b := View{Rows: 100, Row: 10, Height: height}, Bar{}
			if taken := b.Press(&v, tt.x, tt.y, width, height); taken != tt.taken || b.Dragging != taken || b.Over(&v, tt.x, width) != taken {
				t.Fatalf("taken: %t, and dragging: %t; want %t", taken, b.Dragging, tt.taken)
			}
			if b.Dragging {
				b.Drag(&v, tt.drag, height)
			}
			if v.Offset != tt.offset {
				t.Errorf("scrolled to %v, want %v", v.Offset, tt.offset)
			}
		})
	}
}

func TestTilesStayWithTheirItems(t *testing.T) {
	made := 0
	tiles := Tiles[*Tile]{Create: func() *Tile {
		made++
		tile := NewTile()
		return &tile
	}}
	cover := func(first, last int) (fresh []int) {
		tiles.Cover(first, last, func(_ *Tile, i int, isFresh bool) {
			if isFresh {
				fresh = append(fresh, i)
			}
		})
		return fresh
	}
	for _, step := range []struct {
		first, last int
		fresh       []int
		made        int
	}{
		{0, 4, []int{0, 1, 2, 3}, 4},
		{2, 6, []int{4, 5}, 4}, // those that became invisible are reused
		{1, 6, []int{1}, 5},
		{3, 3, nil, 5},
		{90, 92, []int{90, 91}, 5},
	} {
		if fresh := cover(step.first, step.last); !slices.Equal(fresh, step.fresh) || made != step.made {
			t.Errorf("[%d, %d): %v are fresh of %d, want %v of %d", step.first, step.last, fresh, made, step.fresh, step.made)
		}
		for k, tile := range tiles.All() {
			if at, ok := tiles.At(step.first + k); !ok || at != tile || tile.Base().Index != step.first+k {
				t.Errorf("[%d, %d): tile %d is of item %d", step.first, step.last, k, tile.Index)
			}
		}
		if _, ok := tiles.At(step.last); ok {
			t.Errorf("[%d, %d): there is a tile behind the last", step.first, step.last)
		}
	}
}

func TestADragAtAnEdgeScrolls(t *testing.T) {
	test.NewTempApp(t)
	for _, tt := range []struct {
		name string
		y    float32
		want int // the sign of the scroll distance
	}{
		{"above", -10, -1},
		{"below", 110, 1},
		{"between", 50, 0},
	} {
		t.Run(tt.name, func(t *testing.T) {
			var e Edge
			got := 0.0
			e.Pull(tt.y, 100, 20, func(by float64) { got = by }) // the test driver ticks once
			if got < 0 != (tt.want < 0) || got > 0 != (tt.want > 0) {
				t.Errorf("scrolls by %v", got)
			}
			e.Stop()
			if e.by != 0 || e.anim != nil {
				t.Error("goes on once it is stopped")
			}
		})
	}
}

func TestABarIsDrawnAtItsEdge(t *testing.T) {
	test.NewTempApp(t)
	v, b := View{Rows: 100, Row: 10, Height: 100}, Bar{}
	for _, tt := range []struct {
		name     string
		sideways bool
		rows     int
		want     int
	}{
		{"at the right", false, 100, 1},
		{"at the bottom", true, 100, 1},
		{"not where all is in view", false, 5, 0},
	} {
		t.Run(tt.name, func(t *testing.T) {
			v.Rows = tt.rows
			tile := NewTile()
			tile.Begin(nil)
			size := fyne.NewSize(200, 100)
			b.Draw(&tile.Drawing, &v, size, tt.sideways)
			drawn := tile.End()
			if len(drawn) != tt.want {
				t.Fatalf("%d objects, want %d", len(drawn), tt.want)
			}
			for _, o := range drawn {
				end := o.Position().Add(o.Size())
				if across := map[bool]float32{false: size.Width - end.X, true: size.Height - end.Y}[tt.sideways]; across != 1 {
					t.Errorf("%v from the edge, want 1", across)
				}
			}
		})
	}
}
