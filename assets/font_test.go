package assets

import (
	"os"
	"strings"
	"testing"

	"golang.org/x/image/font/sfnt"
	"golang.org/x/image/math/fixed"
)

// A column of numbers or of code is straight only if every glyph has the same width, in both
// weights.
func TestFontsAreMonospacedAndComplete(t *testing.T) {
	const needed = "abcxyzABCXYZ0123456789_-:=<>(){}[]`~!@#$%^&*+/\\|\"'.,;?" +
		"äöüßéèñçøłžабвЖЯ\u2009\u202f–—…«»“”→✓"
	width := fixed.Int26_6(0)
	for name, data := range map[string][]byte{"IBM Plex Mono": MonoRegular(), "IBM Plex Mono Bold": MonoBold()} {
		t.Run(name, func(t *testing.T) {
			font, err := sfnt.Parse(data)
			if err != nil {
				t.Fatal(err)
			}
			var buf sfnt.Buffer
			if full, err := font.Name(&buf, sfnt.NameIDFull); err != nil || full != name {
				t.Errorf("the font calls itself %q (%v), want %q", full, err, name)
			}
			for _, r := range needed {
				glyph, err := font.GlyphIndex(&buf, r)
				if err != nil || glyph == 0 {
					t.Errorf("no glyph for %q (%U): %v", r, r, err)
					continue
				}
				advance, err := font.GlyphAdvance(&buf, glyph, fixed.I(1000), 0)
				if err != nil {
					t.Fatal(err)
				}
				if width == 0 {
					width = advance
				}
				if advance != width {
					t.Errorf("%q is %v wide, want %v", r, advance, width)
				}
			}
		})
	}
}

func TestFontLicenceTravelsWithTheFonts(t *testing.T) {
	licence, err := os.ReadFile("fonts/OFL.txt")
	if err != nil || !strings.Contains(string(licence), "SIL OPEN FONT LICENSE Version 1.1") {
		t.Errorf("no licence of the fonts, but %.60q (%v)", licence, err)
	}
}
