package kit

import (
	"sync"
	"unicode/utf8"

	"fyne.io/fyne/v2"
	"golang.org/x/image/font/sfnt"
)

// soleFont is a font of the theme that texts are drawn in by itself. Fyne looks a text up in
// a list of fonts otherwise: the theme's, its own, the one with emoji and one of the
// system's, each of which it reads and keeps for each style of text. That is some 8 MB for a
// style, for characters that are seldom seen.
type soleFont struct {
	resource fyne.Resource
	font     *sfnt.Font // nil where it cannot be read

	mu    sync.Mutex
	buf   sfnt.Buffer
	ascii [utf8.RuneSelf]bool
	pages map[rune]*[256]bool // by the upper bits: which characters there are
}

func newSoleFont(resource fyne.Resource) *soleFont {
	f := &soleFont{resource: resource, pages: map[rune]*[256]bool{}}
	font, err := sfnt.Parse(resource.Content())
	if err != nil {
		return f
	}
	f.font = font
	for r := range f.ascii {
		f.ascii[r] = f.find(rune(r))
	}
	f.ascii['\t'] = true // it is not drawn
	return f
}

func (f *soleFont) find(r rune) bool {
	glyph, err := f.font.GlyphIndex(&f.buf, r)
	return err == nil && glyph != 0
}

// draws reports whether the font has all characters of a text.
func (f *soleFont) draws(text string) bool {
	if f.font == nil {
		return false
	}
	for _, r := range text {
		if r < utf8.RuneSelf && !f.ascii[r] || r >= utf8.RuneSelf && !f.has(r) {
			return false
		}
	}
	return true
}

// has reports whether the font has a character beyond ASCII.
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

// fontOf returns the font of the theme that draws a text by itself; nil where it takes
// several.
func (t *Theme) fontOf(style fyne.TextStyle, text string) fyne.Resource {
	t.mu.Lock()
	font := t.sole[style]
	if font == nil {
		font = newSoleFont(t.Font(style))
		if t.sole == nil {
			t.sole = map[fyne.TextStyle]*soleFont{}
		}
		t.sole[style] = font
	}
	t.mu.Unlock()
	if !font.draws(text) {
		return nil
	}
	return font.resource
}

// source is the font that draws a text by itself; nil where Fyne has to look its characters
// up in several.
func (f Face) source(text string) fyne.Resource {
	if t, ok := fyne.CurrentApp().Settings().Theme().(*Theme); ok {
		return t.fontOf(f.style(), text)
	}
	return nil
}

// measure returns how large a text is.
func (f Face) measure(text string) fyne.Size {
	size, _ := f.metrics(text)
	return size
}

// metrics returns how large a text is, and how far below its top the line is that it stands on.
func (f Face) metrics(text string) (size fyne.Size, baseline float32) {
	return fyne.CurrentApp().Driver().RenderedTextSize(text, f.points(), f.style(), f.source(text))
}
