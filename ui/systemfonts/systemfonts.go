// Package systemfonts finds fonts of the system, as the toolkit does for characters missing in
// its own fonts. It uses the toolkit's font index in the user's cache folder.
package systemfonts

import (
	"github.com/go-text/typesetting/fontscan"
	"github.com/go-text/typesetting/language"
)

// Fonts are the fonts of the system. They are not safe for concurrent use.
type Fonts struct {
	fonts *fontscan.FontMap // nil if there are none
}

type silent struct{}

func (silent) Printf(string, ...any) {}

// Installed returns the fonts of the system. It reads new ones, which takes some milliseconds each.
func Installed() *Fonts {
	m := fontscan.NewFontMap(silent{})
	if m.UseSystemFonts("") != nil {
		m = nil
	}
	return &Fonts{m}
}

// Family returns the first installed family; "" if none is.
func (f *Fonts) Family(names []string) string {
	if f.fonts == nil {
		return ""
	}
	for _, name := range names {
		if _, ok := f.fonts.FindSystemFont(name); ok {
			return name
		}
	}
	return ""
}

// Draw reports whether every character of a text is in at least one font.
func (f *Fonts) Draw(text string) bool {
	if f.fonts == nil {
		return text == ""
	}
	f.fonts.SetQuery(fontscan.Query{Families: []string{fontscan.SansSerif}})
	for _, r := range text {
		f.fonts.SetScript(language.LookupScript(r))
		face := f.fonts.ResolveFace(r)
		if face == nil {
			return false
		}
		if _, ok := face.NominalGlyph(r); !ok {
			return false
		}
	}
	return true
}
