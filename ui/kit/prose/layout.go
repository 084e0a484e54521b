package prose

import (
	"sort"
	"strings"
	"unicode"
	"unicode/utf8"

	"dossier/ui/kit"
)

// proseTab replaces a tab in prose, which has no tab stops.
const proseTab = "    "

// Span is the bytes [Start, End) of a text.
type Span struct{ Start, End int }

// LineHeight is the height of a line of prose.
const LineHeight = kit.CodeRowHeight

// MaxRunes is the maximum number of characters drawn per line: Fyne draws each text as a bitmap
// (fyne-io/fyne#678), and longer lines are not readable anyway.
const MaxRunes = 500

// Line is a laid-out line of prose: the bytes [start, end) of its text, without the line ending
// and the blanks at a wrap.
type Line struct {
	Start, End int
	Mono       bool // within a fence, or the fence itself
	Wrapped    bool // the paragraph continues on the next line
}

// Layout is a text laid out in a width. Lines break at white space, between ideographs, and
// within a word only if the word alone is too wide. Text between Markdown fences is monospaced.
// No line is longer than MaxRunes characters.
type Layout struct {
	Text  string
	Width float32
	Lines []Line
	Mono  bool // all of it is monospaced, as in a fence
}

// Rulers hold the widths of single characters, so that a text is measured without shaping: lines
// are wrapped by the sum of widths. Kerning and ligatures only leave a little space at the right.
type Rulers struct{ Plain, Mono Ruler }

type Ruler struct {
	face  kit.Face
	ascii [utf8.RuneSelf]float32 // 0 if not measured yet
	wide  map[rune]float32       // of characters, and from blockRunes on of blocks of 256
}

// blockRunes is the start of the scripts with very many characters of mostly equal width. One of
// a block is measured for all: Fyne takes 8 ms to search the system's fonts for a character that
// none contains.
const blockRunes = 0x1100

// NewRulers returns rulers without measured widths.
func NewRulers() *Rulers {
	return &Rulers{
		Plain: Ruler{wide: map[rune]float32{}},
		Mono:  Ruler{face: kit.Face{Mono: true}, wide: map[rune]float32{}},
	}
}

func (r *Rulers) of(mono bool) *Ruler {
	if mono {
		return &r.Mono
	}
	return &r.Plain
}

// asMany is the number of copies of a character that are measured at once, to reduce rounding
// errors.
const asMany = 8

// Width returns the advance of a character.
func (r *Ruler) Width(c rune) float32 {
	if c >= 0 && c < utf8.RuneSelf {
		w := r.ascii[c]
		if w == 0 {
			w = r.measure(c)
			r.ascii[c] = w
		}
		return w
	}
	if joins(c) {
		return 0
	}
	key := c
	if c >= blockRunes {
		key |= 0xFF
	}
	w, ok := r.wide[key]
	if !ok {
		w = r.measure(c)
		r.wide[key] = w
	}
	return w
}

func (r *Ruler) measure(c rune) float32 {
	return r.face.Width(strings.Repeat(readable(string(c)), asMany)) / asMany
}

// readable returns text as shown in prose: control characters, and those that would reorder or
// hide text, as symbols.
func readable(text string) string {
	plain := true
	for i := 0; i < len(text) && plain; i++ {
		plain = Printable(text[i])
	}
	if plain {
		return text
	}
	var b strings.Builder
	b.Grow(len(text) + 8)
	for _, r := range strings.ToValidUTF8(text, "\uFFFD") {
		switch {
		case r == '\t':
			b.WriteString(proseTab)
		case r < ' ' || r == 0x7F:
			b.WriteRune('·')
		default:
			b.WriteRune(Visible(r))
		}
	}
	return b.String()
}

// joins reports whether a character is combined with the previous one.
func joins(r rune) bool {
	switch {
	case r < 0x300:
		return false
	case r == 0x200C, r == 0x200D, r >= 0xFE00 && r <= 0xFE0F, r >= 0x1F3FB && r <= 0x1F3FF:
		return true
	}
	return unicode.In(r, unicode.Mn, unicode.Me)
}

// Wrap lays out text. It takes linear time, about 5 ns per byte of English.
func (p *Layout) Wrap(text string, width float32, r *Rulers) {
	p.Text, p.Width = text, width
	p.Lines = p.Lines[:0]
	var f fence
	for start := 0; ; {
		end, next := len(text), -1
		if n := strings.IndexByte(text[start:], '\n'); n >= 0 {
			end, next = start+n, start+n+1
		}
		shown := end
		if next >= 0 && shown > start && text[shown-1] == '\r' {
			shown--
		}
		fenced := f.line(text[start:shown])
		p.paragraph(start, shown, fenced || p.Mono, width, r)
		if next < 0 {
			return
		}
		start = next
	}
}

// paragraph lays out the bytes [start, end) of the text, which contain no line ending.
func (p *Layout) paragraph(start, end int, mono bool, width float32, r *Rulers) {
	rule := r.of(mono)
	from, x := start, float32(0) // of the current line
	brk, brkEnd := -1, -1        // the last possible break, and the end of the line before it
	var brkX float32             // the width up to there
	runes := 0
	for at := from; at < end; {
		c, n := rune(p.Text[at]), 1
		if c >= utf8.RuneSelf {
			c, n = utf8.DecodeRuneInString(p.Text[at:end])
		}
		w := rule.Width(c)
		if blank := c == ' ' || c == '\t'; blank && !mono {
			if brk != at { // the first of several
				brkEnd = at
			}
			at += n
			x += w
			runes++
			brk, brkX = at, x // blanks extend beyond the edge
			continue
		}
		if c > 0x2E7F && at > from && kit.BreaksAnywhere(c) && brk != at {
			brk, brkEnd, brkX = at, at, x
		}
		if (x+w > width || runes >= MaxRunes) && at > from && w > 0 {
			to := brk
			if brk <= from {
				brkEnd, to, brkX = at, at, x
			}
			p.Lines = append(p.Lines, Line{from, brkEnd, mono, true})
			from, x, brk = to, x-brkX, -1
			runes = utf8.RuneCountInString(p.Text[from:at])
			if to != at {
				continue // the deferred text is on the new line; this character may not fit there either
			}
		}
		at += n
		x += w
		runes++
		if c > 0x2E7F && kit.BreaksAnywhere(c) {
			brk, brkEnd, brkX = at, at, x
		}
	}
	p.Lines = append(p.Lines, Line{from, end, mono, false})
}

// fence tracks Markdown fences line by line.
type fence struct {
	char byte
	size int // 0 outside a fence
}

// line processes the next line and reports whether it belongs to a fenced block.
func (f *fence) line(line string) bool {
	at := 0
	for at < len(line) && at < 3 && line[at] == ' ' {
		at++
	}
	if at == len(line) || line[at] != '`' && line[at] != '~' {
		return f.size > 0
	}
	n := at
	for n < len(line) && line[n] == line[at] {
		n++
	}
	size, rest := n-at, line[n:]
	switch {
	case f.size == 0 && size >= 3 && (line[at] == '~' || strings.IndexByte(rest, '`') < 0):
		f.char, f.size = line[at], size
		return true
	case f.size > 0 && line[at] == f.char && size >= f.size && strings.TrimSpace(rest) == "":
		f.size = 0
		return true
	}
	return f.size > 0
}

// LineOf returns the line that shows byte at of the text. An offset between two lines of a
// paragraph belongs to the second.
func (p *Layout) LineOf(at int) int {
	i := sort.Search(len(p.Lines), func(i int) bool { return p.Lines[i].Start > at })
	return max(0, i-1)
}

// Shown returns line i as drawn.
func (p *Layout) Shown(i int) string {
	l := p.Lines[i]
	return readable(p.Text[l.Start:l.End])
}

// Face returns the font of the line.
func (l Line) Face() kit.Face { return kit.Face{Mono: l.Mono} }

// X returns the x of byte at in line i, relative to the line's start.
func (p *Layout) X(i, at int) float32 {
	l := p.Lines[i]
	at = max(l.Start, min(at, l.End))
	return l.Face().Width(readable(p.Text[l.Start:at]))
}

// ByteAt returns the boundary between two characters of line i that is nearest to x, as a
// byte offset into the text. It measures the line as it is drawn, because a sum of
// [Ruler] widths ignores kerning, and is wrong where the characters of a block differ in
// width.
func (p *Layout) ByteAt(i int, x float32) int {
	l := p.Lines[i]
	var places []int
	for at := l.Start; at < l.End; at = NextChar(p.Text, at) {
		places = append(places, at)
	}
	places = append(places, l.End)
	k := sort.Search(len(places), func(k int) bool { return p.X(i, places[k]) > x })
	switch {
	case k == 0:
		return l.Start
	case k == len(places):
		return l.End
	case x-p.X(i, places[k-1]) < p.X(i, places[k])-x:
		return places[k-1]
	}
	return places[k]
}

// LastIn returns the last byte offset at which a caret is shown on line i: the end of the
// line, or, if the line wraps without a blank, so that its end is shown as the start of the
// next line, the start of its last character.
func (p *Layout) LastIn(i int) int {
	l := p.Lines[i]
	if l.Wrapped && i+1 < len(p.Lines) && p.Lines[i+1].Start == l.End {
		return max(l.Start, PrevChar(p.Text, l.End))
	}
	return l.End
}

// NextChar returns the end of the character at an offset; combined characters count as one.
func NextChar(text string, at int) int {
	if at >= len(text) {
		return len(text)
	}
	if strings.HasPrefix(text[at:], "\r\n") {
		return at + 2
	}
	last, n := utf8.DecodeRuneInString(text[at:])
	at += n
	for at < len(text) {
		r, n := utf8.DecodeRuneInString(text[at:])
		if !joins(r) && last != 0x200D {
			break
		}
		last = r
		at += n
	}
	return at
}

// PrevChar returns the start of the character before an offset.
func PrevChar(text string, at int) int {
	if at <= 0 {
		return 0
	}
	if strings.HasSuffix(text[:at], "\r\n") {
		return at - 2
	}
	for at > 0 {
		r, n := utf8.DecodeLastRuneInString(text[:at])
		at -= n
		before, _ := utf8.DecodeLastRuneInString(text[:at])
		if !joins(r) && before != 0x200D {
			break
		}
	}
	return at
}

// Whole returns the character boundary at or before an offset.
func Whole(text string, at int) int {
	at = max(0, min(at, len(text)))
	for at > 0 && at < len(text) && !utf8.RuneStart(text[at]) {
		at--
	}
	return at
}

// InWord reports whether a character is part of a word.
func InWord(r rune) bool { return r == '_' || unicode.IsLetter(r) || unicode.IsNumber(r) }

// Printable reports whether a byte is a printable ASCII character.
func Printable(b byte) bool { return b >= ' ' && b < 0x7F }

// Visible replaces characters that would reorder or hide text, and those that no font contains,
// for each of which Fyne would search all system fonts.
func Visible(r rune) rune {
	switch {
	case r >= 0x202A && r <= 0x202E, r >= 0x2066 && r <= 0x2069, r == 0x200E, r == 0x200F, r == 0x061C,
		r >= 0x80 && r < 0xA0, r == 0xFEFF, r >= 0xE0000 && r <= 0xE007F:
		return '\uFFFD'
	case r >= utf8.RuneSelf && !unicode.IsGraphic(r) && !unicode.Is(unicode.Cf, r): // private or unassigned
		return '\uFFFD'
	}
	return r
}
