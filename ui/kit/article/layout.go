package article

import (
	"strings"
	"unicode/utf8"

	"fyne.io/fyne/v2"

	"dossier/ui/kit"
	"dossier/ui/kit/prose"
)

// The measures of a page, in units.
const (
	// MaxWidth is the maximum width of a line, for about 78 characters.
	MaxWidth     float32 = 520
	margin               = kit.Group
	lineHeight           = kit.CodeRowHeight
	paragraphGap         = kit.Gap * 2
	itemGap              = kit.Gap
	headingGap           = kit.Group + kit.Gap // above a heading
	indentWidth          = kit.Indent + kit.Gap
	codeMargin           = kit.Inset
	cellGap              = kit.Group
	// minTable is the width below which a table that does not fit shows the cells of a row below each other.
	minTable float32 = 560
)

// headingSizes are the sizes of headings by their level.
var headingSizes = []float32{18, kit.HeadingSize, kit.TextSize}

// piece is a run of text that is drawn at once.
type piece struct {
	x, w float32
	text string
	face kit.Face
	ink  fyne.ThemeColorName
	link int // index of its link, or -1
	mono bool
}

// row is a line of the laid-out article.
type row struct {
	y, h   float32
	block  int
	pieces []piece
	code   [2]float32 // the horizontal range of the background of code; none if both are equal
	rule   bool       // whether a line is drawn below it
	image  int        // index of a picture, or -1
}

// layout arranges blocks in a width.
type layout struct {
	width  float32 // of the text
	rows   []row
	height float32
	links  []string // in reading order
	tops   []float32
	widths map[word]float32
	y      float32
	block  int
	images []picture
}

type picture struct {
	block      int
	x, y, w, h float32
}

type word struct {
	face kit.Face
	text string
}

func (l *layout) measure(f kit.Face, text string) float32 {
	key := word{f, text}
	w, ok := l.widths[key]
	if !ok {
		w = f.Width(text)
		l.widths[key] = w
	}
	return w
}

// setBlocks lays out blocks in the width of the view.
func (l *layout) setBlocks(blocks []Block, width float32) {
	if l.widths == nil {
		l.widths = map[word]float32{}
	}
	l.width = max(8*kit.Group, min(MaxWidth, width-2*margin-kit.ScrollBarWidth))
	l.rows, l.links, l.tops, l.images = l.rows[:0], l.links[:0], l.tops[:0], l.images[:0]
	l.y = margin
	for i, b := range blocks {
		l.block = i
		if i > 0 {
			l.y += gapBetween(blocks[i-1], b)
		}
		l.tops = append(l.tops, l.y)
		left := margin + float32(b.Indent)*indentWidth
		room := margin + l.width - left
		switch b.Kind {
		case Heading:
			size := headingSizes[min(max(b.Level, 1), len(headingSizes))-1]
			l.flow(b.Spans, left, room, kit.Face{Bold: true, Size: size}, size+kit.Gap*2)
			if b.Level <= 1 && len(l.rows) > 0 {
				l.rows[len(l.rows)-1].rule = true
				l.y += kit.Gap
			}
		case Code:
			l.code(b.Text, left, room)
		case Table:
			l.table(b.Rows, left, room)
		case Picture:
			l.picture(b, left, room)
		default:
			at := len(l.rows)
			l.flow(b.Spans, left, room, kit.Face{}, lineHeight)
			if b.Marker != "" && at < len(l.rows) {
				w := l.measure(kit.Face{}, b.Marker)
				l.rows[at].pieces = append(l.rows[at].pieces, piece{left - indentWidth + (kit.Indent-w)/2, w, b.Marker, kit.Face{}, kit.ColorMuted, -1, false})
			}
		}
	}
	l.height = l.y + margin
}

func gapBetween(above, below Block) float32 {
	switch {
	case below.Kind == Heading && below.Level <= 2:
		return headingGap
	case above.Kind == Heading:
		return itemGap
	case below.Marker == "" && below.Kind == Paragraph && below.Indent > above.Indent: // continues the item
		return 0
	case below.Marker != "" && above.Kind == Paragraph && above.Indent > 0:
		return itemGap
	}
	return paragraphGap
}

// term is a run of text without spaces; each of its parts has one style, and they are positioned from x 0.
type term struct {
	parts []piece
	w     float32
}

// terms splits spans at spaces.
func (l *layout) terms(spans []Span, base kit.Face) []term {
	var all []term
	begins := true
	for _, s := range spans {
		face, ink, link := base, kit.ColorText, -1
		face.Bold, face.Italic, face.Mono = face.Bold || s.Bold, face.Italic || s.Italic, s.Mono
		if s.Link != "" {
			l.links = append(l.links, s.Link)
			ink, link = kit.ColorAccent, len(l.links)-1
		}
		for text := s.Text; text != ""; {
			n := strings.IndexAny(text, " \n\t")
			if n == 0 {
				text, begins = text[1:], true
				continue
			}
			if n < 0 {
				n = len(text)
			}
			if begins {
				all = append(all, term{})
			}
			t := &all[len(all)-1]
			w := l.measure(face, text[:n])
			t.parts = append(t.parts, piece{t.w, w, text[:n], face, ink, link, s.Mono})
			t.w += w
			text, begins = text[n:], false
		}
	}
	return all
}

// flow arranges spans in lines.
func (l *layout) flow(spans []Span, left, room float32, base kit.Face, height float32) {
	var line []piece
	end := func() {
		l.rows = append(l.rows, row{y: l.y, h: height, block: l.block, pieces: line, image: -1})
		l.y += height
		line = nil
	}
	space := l.measure(base, "n n") - l.measure(base, "nn")
	cell := l.measure(kit.Face{Mono: true, Bold: base.Bold, Size: base.Size}, "0")
	x := float32(0)
	for _, t := range l.terms(spans, base) {
		at := x
		joins := false // the text of the last piece continues
		if last := len(line) - 1; last >= 0 {
			p := t.parts[0]
			joins = line[last].face == p.face && line[last].link == p.link && line[last].mono == p.mono
			gap := space
			if joins && p.mono {
				gap = cell
			}
			at += gap
			if at+t.w > room {
				end()
				at, joins = 0, false
			}
		}
		for i, p := range t.parts {
			for at+p.w > room && t.w > room { // only a word that is too wide for any line is divided
				cut := l.fits(p.face, p.text, room-at)
				head := p
				head.text, head.w, head.x = p.text[:cut], l.measure(p.face, p.text[:cut]), left+at
				p.text, p.w = p.text[cut:], l.measure(p.face, p.text[cut:])
				line = append(line, head)
				end()
				at = 0
			}
			if p.text == "" {
				continue
			}
			if last := len(line) - 1; i == 0 && joins && last >= 0 {
				line[last].text += " " + p.text
				line[last].w = left + at + p.w - line[last].x
			} else {
				p.x = left + at
				line = append(line, p)
			}
			at += p.w
		}
		x = at
	}
	if len(line) > 0 {
		end()
	}
}

// fits returns how many bytes of a word fit in a width, at least one character.
func (l *layout) fits(f kit.Face, text string, room float32) int {
	_, least := utf8.DecodeRuneInString(text)
	at := least
	for next := at; next < len(text); {
		next = prose.NextChar(text, next)
		if f.Width(text[:next]) > room {
			break
		}
		at = next
	}
	return at
}

// code arranges monospaced lines on a background. Lines that are too long continue below.
func (l *layout) code(text string, left, room float32) {
	face := kit.Face{Mono: true}
	cell := l.measure(face, "0")
	columns := max(8, int((room-2*codeMargin)/cell))
	l.y += codeMargin
	for line := range strings.SplitSeq(strings.TrimRight(text, "\n"), "\n") {
		line = strings.ReplaceAll(line, "\t", "    ")
		for begin := true; begin || line != ""; begin = false {
			one := line
			if runes := []rune(line); len(runes) > columns {
				one = string(runes[:columns])
				if at := strings.LastIndexByte(one, ' '); at > len(one)/2 {
					one = one[:at+1]
				}
			}
			line = line[len(one):]
			r := row{y: l.y, h: lineHeight, block: l.block, image: -1, code: [2]float32{left, left + room}}
			if one != "" {
				r.pieces = []piece{{left + codeMargin, l.measure(face, one), one, face, kit.ColorText, -1, false}}
			}
			l.rows = append(l.rows, r)
			l.y += lineHeight
		}
	}
	l.y += codeMargin
}

// table arranges rows of cells in columns or, if these would be too narrow, the cells of a row below each other.
func (l *layout) table(rows [][]Cell, left, room float32) {
	if len(rows) == 0 {
		return
	}
	widths := make([]float32, len(rows[0]))
	total := cellGap * float32(len(widths)-1)
	for i := range widths {
		for k, r := range rows {
			if i < len(r) {
				widths[i] = max(widths[i], l.natural(r[i], k == 0))
			}
		}
		total += widths[i]
	}
	if total > room && room < minTable && len(widths) > 1 && !l.shrink(widths, room) {
		for k, r := range rows {
			if k == 0 {
				continue
			}
			if k > 1 {
				l.y += itemGap
			}
			for i, cell := range r {
				if i == 0 {
					l.flow(cell, left, room, kit.Face{Bold: true}, lineHeight)
					continue
				}
				l.flow(cell, left+indentWidth, room-indentWidth, kit.Face{}, lineHeight)
			}
		}
		return
	}
	if total > room && !l.shrink(widths, room) {
		share := (room - cellGap*float32(len(widths)-1)) / float32(len(widths))
		for i := range widths {
			widths[i] = share
		}
	}
	for k, r := range rows {
		top, bottom, first := l.y, l.y, len(l.rows)
		x := left
		for i, cell := range r {
			l.y = top
			l.flow(cell, x, widths[i]+0.5, kit.Face{Bold: k == 0}, lineHeight)
			bottom = max(bottom, l.y)
			x += widths[i] + cellGap
		}
		l.y = bottom + itemGap
		l.merge(first)
		if k == 0 && len(l.rows) > first {
			l.rows[len(l.rows)-1].rule = true
			l.y += kit.Gap
		}
	}
}

// natural returns the width of a cell in one line.
func (l *layout) natural(cell Cell, bold bool) float32 {
	w := float32(0)
	for _, s := range cell {
		w += l.measure(kit.Face{Bold: bold || s.Bold, Mono: s.Mono, Italic: s.Italic}, s.Text)
	}
	return w + 1
}

// shrink gives the widest column the remaining width, and reports whether that is enough for it.
func (l *layout) shrink(widths []float32, room float32) bool {
	widest, rest := 0, room-cellGap*float32(len(widths)-1)
	for i, w := range widths {
		if w > widths[widest] {
			widest = i
		}
	}
	for i, w := range widths {
		if i != widest {
			rest -= w
		}
	}
	if rest < room*0.4 {
		return false
	}
	widths[widest] = rest
	return true
}

// merge joins the rows from an index on that are at the same height.
func (l *layout) merge(first int) {
	rows := l.rows[first:]
	out := rows[:0]
	for _, r := range rows {
		joined := false
		for i := range out {
			if out[i].y == r.y {
				out[i].pieces = append(out[i].pieces, r.pieces...)
				joined = true
			}
		}
		if !joined {
			out = append(out, r)
		}
	}
	for i := range out { // sorted by height
		for k := i; k > 0 && out[k].y < out[k-1].y; k-- {
			out[k], out[k-1] = out[k-1], out[k]
		}
	}
	l.rows = l.rows[:first+len(out)]
}

// picture arranges an image in its own size, but at most as wide as the line.
func (l *layout) picture(b Block, left, room float32) {
	if b.Image == nil {
		return
	}
	size := b.Image.Bounds().Size()
	w, h := float32(size.X), float32(size.Y)
	if w > room {
		w, h = room, h*room/w
	}
	l.images = append(l.images, picture{l.block, left, l.y, w, h})
	l.rows = append(l.rows, row{y: l.y, h: h, block: l.block, image: len(l.images) - 1})
	l.y += h
	if b.About != "" {
		l.flow([]Span{{Text: b.About}}, left, room, kit.Face{Size: kit.SmallSize}, lineHeight)
	}
}
