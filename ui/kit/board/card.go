package board

import (
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"

	"dossier/ui/kit"
	"dossier/ui/kit/prose"
	"dossier/ui/kit/scroll"
)

// cardView is the drawing of the visible part of a card.
type cardView struct {
	scroll.Tile
	head      *rowView
	card      Card
	more      string // label of the expand or collapse link; "" if there is none
	moreWidth float32
	from, to  int // range of drawn lines
}

func newCardView() *cardView { return &cardView{Tile: scroll.NewTile(), head: newRowView()} }

// cover redraws a card with an existing tile only if other lines of it became visible.
func (l *CardList) cover(size fyne.Size, all bool) (first, last int) {
	if size.Width <= 0 {
		return l.seen[0], l.seen[1]
	}
	if l.atEnd && size.Height < l.framed { // a list scrolled to its end stays there
		l.past += int64(l.framed - size.Height)
	}
	l.framed = size.Height
	l.fit(size)
	end := l.settle()
	y := -float32(l.past)
	l.pool.Cover(l.at, end, func(v *cardView, i int, fresh bool) {
		from, to := l.linesInView(i, y)
		if fresh || all || v.Node.Size().Width != size.Width || from < v.from || to > v.to {
			l.drawCard(v, i)
		}
		v.Node.Move(fyne.NewPos(0, y))
		y += float32(l.heights.height(i))
	})
	for key := range l.laid { // invisible texts are laid out again when they reappear
		if i := l.cards.Find(key); i < l.at || i >= end {
			delete(l.laid, key)
		}
	}
	return l.at, end
}

func (l *CardList) draw(i int) {
	if v, ok := l.pool.At(i); ok {
		l.drawCard(v, i)
	}
}

// linesInView returns the visible lines of card i at position y.
func (l *CardList) linesInView(i int, y float32) (from, to int) {
	n := l.linesOf(i)
	body := y + bodyTop
	from = max(0, min(int(-body/prose.LineHeight), n))
	to = max(from, min(int((l.Size().Height-body)/prose.LineHeight)+1, n))
	return from, to
}

// linesOf returns the number of lines shown of card i's text.
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

// drawCard draws the visible part of card i, and a little more.
func (l *CardList) drawCard(v *cardView, i int) {
	s := l.sizes[i]
	v.Key, v.card = s.key, l.cards.Card(i)
	writing := l.edit != nil && l.edit.key == s.key
	var p *prose.Layout
	if !writing {
		p = l.lay(i)
	}
	size := fyne.NewSize(l.Size().Width, float32(l.heights.height(i)))
	box := fyne.NewSize(size.Width-cardMargin-kit.ScrollBarWidth, size.Height-cardGap)

	v.Begin(l)
	_, selected := l.selected[s.key]
	fill, edge, width := kit.ColorRaised, kit.ColorHairline, kit.Hairline
	switch {
	case selected:
		fill = kit.ColorSelection
	case v.card.Muted:
		fill = kit.ColorPanel
	}
	switch cursor := l.focused && s.key == l.cursor; {
	case cursor:
		edge, width = kit.ColorAccent, kit.FocusWidth
	case l.hover.i == i:
		edge = kit.ColorOutline
	}
	v.Outlined(cardMargin, cardGap, box.Width, box.Height, kit.Radius, width, fill, edge)

	look := rowState{under: -1}
	if l.hover.i == i && l.hover.live && l.hover.part == cardHead {
		look.under = l.hover.cell
	}
	v.head.draw(l, Row{Cells: v.card.Head}, look, fyne.NewSize(box.Width+kit.ScrollBarWidth-kit.Gap, kit.RowHeight))
	v.head.Node.Move(fyne.NewPos(cardMargin, headTop))

	v.from, v.to, v.more, v.moreWidth = 0, 0, "", 0
	if !writing {
		l.drawText(v, i, p)
	}
	v.Node.Objects = append(v.End(), v.head.Node)
	v.Node.Resize(size)
	canvas.Refresh(v.Node)
}

// drawText draws the visible lines of a text.
func (l *CardList) drawText(v *cardView, i int, p *prose.Layout) {
	ink := kit.ColorText
	if v.card.Muted {
		ink = kit.ColorMuted
	}
	x := cardMargin + cardSide
	if strings.TrimSpace(p.Text) == "" {
		v.Text(kit.FitEnd(v.card.Empty, l.width, kit.Face{Italic: true}), x, bodyTop, prose.LineHeight, kit.Face{Italic: true}, kit.ColorMuted)
		return
	}
	n := l.linesOf(i)
	from, to := l.linesInView(i, l.top(i))
	v.from, v.to = max(0, from-aheadLines), min(n, to+aheadLines)
	found := v.card.Found
	for k := v.from; k < v.to; k++ {
		line, y := p.Lines[k], bodyTop+float32(k)*prose.LineHeight
		for len(found) > 0 && found[0].End <= line.Start {
			found = found[1:]
		}
		for m := 0; m < len(found) && found[m].Start < line.End; m++ {
			x1, x2 := p.X(k, found[m].Start), p.X(k, found[m].End)
			edge := fyne.ThemeColorName("")
			if at := len(v.card.Found) - len(found) + m; at == v.card.Shown {
				edge = kit.ColorAccent
			}
			v.Outlined(x+x1-1, y+1, x2-x1+2, prose.LineHeight-2, 2, kit.FocusWidth, kit.ColorMatch, edge)
		}
		shown := p.Shown(k)
		if strings.TrimSpace(shown) != "" {
			v.Write(shown, x, y, l.width, prose.LineHeight, line.Face(), ink)
		}
	}
	folded, can := l.foldOf(l.sizes[i])
	if !can {
		return
	}
	glyph, link := kit.GlyphDown, kit.ColorAccent
	if _, selected := l.selected[v.Key]; selected { // the accent colour is hard to read on it
		link = kit.ColorText
	}
	if v.more = l.LessText; folded {
		v.more = l.MoreText(int(l.sizes[i].lines))
	} else {
		glyph = kit.GlyphUp
	}
	y := bodyTop + float32(n)*prose.LineHeight
	v.Glyph(glyph, x-kit.Gap/2, y+(kit.RowHeight-kit.GlyphSize)/2, kit.GlyphSize, link)
	w := v.Text(v.more, x+kit.GlyphSize, y, kit.RowHeight, kit.Face{}, link)
	if l.hover.i == i && l.hover.part == cardMore {
		v.Line(x+kit.GlyphSize, y+kit.RowHeight-4.5, x+kit.GlyphSize+w, y+kit.RowHeight-4.5, kit.Hairline, link)
	}
	v.moreWidth = kit.GlyphSize + w
}
