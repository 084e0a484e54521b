package kit

import (
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
)

// cardView is the drawing of one card, as far as it is in view.
type cardView struct {
	slot
	head      *rowView
	card      Card
	more      string // what folds or unfolds the text; "" where nothing does
	moreWidth float32
	from, to  int // the lines that are drawn
}

func newCardView() *cardView { return &cardView{slot: newSlot(), head: newRowView()} }

// cover draws a card that had a tile only when other lines of it came into view.
func (l *CardList) cover(size fyne.Size, all bool) (first, last int) {
	if size.Width <= 0 {
		return l.seen[0], l.seen[1]
	}
	if l.atEnd && size.Height < l.framed { // what stands at its end stays there
		l.past += int64(l.framed - size.Height)
	}
	l.framed = size.Height
	l.fit(size)
	end := l.settle()
	y := -float32(l.past)
	l.pool.cover(l.at, end, func(v *cardView, i int, fresh bool) {
		from, to := l.linesInView(i, y)
		if fresh || all || v.node.Size().Width != size.Width || from < v.from || to > v.to {
			l.drawCard(v, i)
		}
		v.node.Move(fyne.NewPos(0, y))
		y += float32(l.tower.height(i))
	})
	for key := range l.laid { // what is out of view is laid out again when it comes back
		if i := l.cards.Find(key); i < l.at || i >= end {
			delete(l.laid, key)
		}
	}
	return l.at, end
}

func (l *CardList) draw(i int) {
	if v, ok := l.pool.at(i); ok {
		l.drawCard(v, i)
	}
}

// linesInView returns the lines of card i, which stands at y, that are in view.
func (l *CardList) linesInView(i int, y float32) (from, to int) {
	n := l.linesOf(i)
	body := y + bodyTop
	from = max(0, min(int(-body/lineHeight), n))
	to = max(from, min(int((l.Size().Height-body)/lineHeight)+1, n))
	return from, to
}

// linesOf returns how many lines of the text of card i there are to draw.
func (l *CardList) linesOf(i int) int {
	s := l.sizes[i]
	if l.edit != nil && l.edit.key == s.key {
		return 0
	}
	if folded, _ := l.foldOf(s); folded {
		return foldedLines
	}
	return int(s.lines)
}

// drawCard draws what is in view of card i, and a little more.
func (l *CardList) drawCard(v *cardView, i int) {
	s := l.sizes[i]
	v.key, v.card = s.key, l.cards.Card(i)
	writing := l.edit != nil && l.edit.key == s.key
	var p *prose
	if !writing {
		p = l.lay(i)
	}
	size := fyne.NewSize(l.Size().Width, float32(l.tower.height(i)))
	box := fyne.NewSize(size.Width-cardMargin-barWidth, size.Height-cardGap)

	v.begin(l)
	_, selected := l.selected[s.key]
	fill, edge, width := ColorRaised, ColorHairline, Hairline
	switch {
	case selected:
		fill = ColorSelection
	case v.card.Muted:
		fill = ColorPanel
	}
	switch cursor := l.focused && s.key == l.cursor; {
	case cursor:
		edge, width = ColorAccent, focusWidth
	case l.hover.i == i:
		edge = ColorOutline
	}
	v.outlined(cardMargin, cardGap, box.Width, box.Height, Radius, width, fill, edge)

	look := rowLook{under: -1}
	if l.hover.i == i && l.hover.live && l.hover.part == cardHead {
		look.under = l.hover.cell
	}
	v.head.draw(l, Row{Cells: v.card.Head}, look, fyne.NewSize(box.Width+barWidth-Gap, RowHeight))
	v.head.node.Move(fyne.NewPos(cardMargin, headTop))

	v.from, v.to, v.more, v.moreWidth = 0, 0, "", 0
	if !writing {
		l.drawText(v, i, p)
	}
	v.node.Objects = append(v.end(), v.head.node)
	v.node.Resize(size)
	canvas.Refresh(v.node)
}

// drawText draws the lines of a text that are in view.
func (l *CardList) drawText(v *cardView, i int, p *prose) {
	ink := ColorText
	if v.card.Muted {
		ink = ColorMuted
	}
	x := cardMargin + cardSide
	if strings.TrimSpace(p.text) == "" {
		v.text(fitEnd(v.card.Empty, l.width, face{italic: true}), x, bodyTop, lineHeight, face{italic: true}, ColorMuted)
		return
	}
	n := l.linesOf(i)
	from, to := l.linesInView(i, l.top(i))
	v.from, v.to = max(0, from-aheadLines), min(n, to+aheadLines)
	found := v.card.Found
	for k := v.from; k < v.to; k++ {
		line, y := p.lines[k], bodyTop+float32(k)*lineHeight
		for len(found) > 0 && found[0].End <= line.start {
			found = found[1:]
		}
		for m := 0; m < len(found) && found[m].Start < line.end; m++ {
			x1, x2 := p.x(k, found[m].Start), p.x(k, found[m].End)
			edge := fyne.ThemeColorName("")
			if at := len(v.card.Found) - len(found) + m; at == v.card.Shown {
				edge = ColorAccent
			}
			v.outlined(x+x1-1, y+1, x2-x1+2, lineHeight-2, 2, focusWidth, ColorMatch, edge)
		}
		shown := p.shown(k)
		if strings.TrimSpace(shown) != "" {
			v.write(shown, x, y, l.width, lineHeight, line.face(), ink)
		}
	}
	folded, can := l.foldOf(l.sizes[i])
	if !can {
		return
	}
	glyph, link := GlyphDown, ColorAccent
	if _, selected := l.selected[v.key]; selected { // on which the accent is hard to read
		link = ColorText
	}
	if v.more = l.LessText; folded {
		v.more = l.MoreText(int(l.sizes[i].lines))
	} else {
		glyph = GlyphUp
	}
	y := bodyTop + float32(n)*lineHeight
	v.glyph(glyph, x-Gap/2, y+(RowHeight-glyphSize)/2, glyphSize, link)
	w := v.text(v.more, x+glyphSize, y, RowHeight, face{}, link)
	if l.hover.i == i && l.hover.part == cardMore {
		v.line(x+glyphSize, y+RowHeight-4.5, x+glyphSize+w, y+RowHeight-4.5, Hairline, link)
	}
	v.moreWidth = glyphSize + w
}
