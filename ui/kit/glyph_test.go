package kit

import (
	"fmt"
	"testing"
)

func TestGlyphsAreApartAndInTheirSquare(t *testing.T) {
	seen := map[string]Glyph{}
	for g := NoGlyph + 1; g <= GlyphFile; g++ {
		if len(g.strokes()) == 0 && len(g.areas()) == 0 {
			t.Errorf("glyph %d draws nothing", g)
		}
		shape := fmt.Sprint(g.strokes(), g.areas())
		if other, twice := seen[shape]; twice {
			t.Errorf("glyphs %d and %d look the same", other, g)
		}
		seen[shape] = g
		inside := func(x, y float32) {
			if x < 1 || y < 1 || x > GlyphSize-1 || y > GlyphSize-1 {
				t.Errorf("glyph %d: (%g, %g) lies outside", g, x, y)
			}
		}
		for _, stroke := range g.strokes() {
			for _, p := range stroke {
				inside(p.x, p.y)
			}
		}
		for _, a := range g.areas() {
			inside(a.x, a.y)
			inside(a.x+a.w, a.y+a.h)
		}
	}
}
