package kit

import (
	"sync"
	"unicode"
	"unicode/utf8"

	"fyne.io/fyne/v2"
	"golang.org/x/image/font/sfnt"
)

// soleFont is a font of the theme that is used alone for texts that it covers. Otherwise Fyne
// searches a list of fonts: the theme's, its own, an emoji font and a system font, each of which
// it loads for each text style. That takes some 8 MB per style, for rare characters.
type soleFont struct {
	resource fyne.Resource
	font     *sfnt.Font // nil if it cannot be parsed
	// The same font under the family name of the fallback: for characters that a font lacks, the toolkit
	// searches the system, and first for a family of that font's name. Nil without a fallback.
	eastAsian fyne.Resource

	mu    sync.Mutex
	buf   sfnt.Buffer
	ascii [utf8.RuneSelf]bool
	pages map[rune]*[256]bool // existing characters, by upper bits
}

func newSoleFont(resource fyne.Resource, fallback string) *soleFont {
	f := &soleFont{resource: resource, pages: map[rune]*[256]bool{}}
	if fallback != "" {
		f.eastAsian = fyne.NewStaticResource(fallback, resource.Content())
	}
	font, err := sfnt.Parse(resource.Content())
	if err != nil {
		return f
	}
	f.font = font
	for r := range f.ascii {
		f.ascii[r] = f.find(rune(r))
	}
	f.ascii['\t'] = true // tabs are not drawn
	return f
}

func (f *soleFont) find(r rune) bool {
	glyph, err := f.font.GlyphIndex(&f.buf, r)
	return err == nil && glyph != 0
}

// source returns the font for a text; nil if Fyne has to search several.
func (f *soleFont) source(text string) fyne.Resource {
	if f.font == nil {
		return nil
	}
	font := f.resource
	for _, r := range text {
		if r < utf8.RuneSelf && f.ascii[r] || r >= utf8.RuneSelf && f.has(r) {
			continue
		}
		if f.eastAsian == nil || !unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana) && !eastAsianMark(r) {
			return nil
		}
		font = f.eastAsian
	}
	return font
}

// eastAsianMark reports whether a character is East Asian punctuation, between those of its scripts, or has full width.
func eastAsianMark(r rune) bool { return 0x3000 <= r && r <= 0x30FF || 0xFF00 <= r && r <= 0xFFEF }

// has reports whether the font has a non-ASCII character.
func (f *soleFont) has(r rune) bool {
	f.mu.Lock()
	defer f.mu.Unlock()
	page := f.pages[r>>8]
	if page == nil {
		page = new([256]bool)
		for i := range page {
			page[i] = f.find(r&^0xFF + rune(i))
		}
		f.pages[r>>8] = page
	}
	return page[r&0xFF]
}

// fontOf returns the theme's font for a text: one that covers it, or one with the name of the
// family that the rest is searched in; nil if the text needs several.
func (t *Theme) fontOf(style fyne.TextStyle, text string) fyne.Resource {
	t.mu.Lock()
	font := t.sole[style]
	if font == nil {
		fallback := t.fallback
		if style.Bold && t.boldElsewhere {
			fallback = ""
		}
		font = newSoleFont(t.Font(style), fallback)
		if t.sole == nil {
			t.sole = map[fyne.TextStyle]*soleFont{}
		}
		t.sole[style] = font
	}
	t.mu.Unlock()
	return font.source(text)
}

// source returns the font for a text; nil if Fyne has to search several.
func (f Face) source(text string) fyne.Resource {
	if t, ok := fyne.CurrentApp().Settings().Theme().(*Theme); ok {
		return t.fontOf(f.style(), text)
	}
	return nil
}

// measure returns the size of a text.
func (f Face) measure(text string) fyne.Size {
	size, _ := f.metrics(text)
	return size
}

// metrics returns the size of a text, and the distance of the baseline from its top.
func (f Face) metrics(text string) (size fyne.Size, baseline float32) {
	return fyne.CurrentApp().Driver().RenderedTextSize(text, f.points(), f.style(), f.source(text))
}
