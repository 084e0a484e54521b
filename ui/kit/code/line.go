package code

import (
	"strings"
	"unicode/utf8"

	"fyne.io/fyne/v2"

	"dossier/ui/kit"
	"dossier/ui/kit/prose"
)

// tabCells is the distance of tab stops in columns.
const tabCells = 4

// Style is the style of a part of a line.
type Style uint8

// Styles.
const (
	StylePlain Style = iota
	StyleMuted
	StyleHeading
	StyleStrong
	StyleLink
	StyleKeyword
	StyleString
	StyleComment
	StyleNumber
	StyleType
	StyleFunction
	StyleGood
	StyleWarn
	StyleBad
)

func (s Style) ink() fyne.ThemeColorName {
	switch s {
	case StyleMuted:
		return kit.ColorMuted
	case StyleLink:
		return kit.ColorKeyword
	case StyleKeyword:
		return kit.ColorKeyword
	case StyleString:
		return kit.ColorString
	case StyleComment:
		return kit.ColorComment
	case StyleNumber:
		return kit.ColorNumber
	case StyleType:
		return kit.ColorTypeName
	case StyleFunction:
		return kit.ColorFunction
	case StyleGood:
		return kit.ColorGood
	case StyleWarn:
		return kit.ColorWarn
	case StyleBad:
		return kit.ColorBad
	}
	return kit.ColorText
}

// smallFace is the font of line numbers and of labels at the right edge.
var smallFace = kit.Face{Mono: true, Size: kit.SmallSize}

func (s Style) face() kit.Face {
	return kit.Face{Mono: true, Bold: s == StyleHeading || s == StyleStrong}
}

// Run is a part of a line in one style: the bytes [Start, End) of its text.
type Run struct {
	Start, End int
	Style      Style
}

// Line is a line in a [View]. It is requested each time that the line is drawn.
type Line struct {
	Text   string // without its line ending
	Runs   []Run  // sorted and disjoint; the rest is plain
	Number int    // in the gutter; 0 for none
	Fold   FoldState
	Jump   bool                // the line is a link
	Tint   fyne.ThemeColorName // background; "" for the default
	Detail string              // shown at the right edge: the tokens of a section
	// DetailTone is the colour of Detail; "" means muted.
	DetailTone fyne.ThemeColorName
	// Marks are parts of the text with the background MarkTint, in order.
	Marks    []prose.Span
	MarkTint fyne.ThemeColorName
	// Rule, if not empty, is the label of a rule: at the line's upper edge, or through the middle
	// of an empty line.
	Rule string
}

// FoldState is whether a line has lines below it that can be collapsed.
type FoldState uint8

// States of a fold icon.
const (
	NoFold FoldState = iota
	FoldOpen
	FoldClosed
)

// piece is a part of a line that is drawn as one text.
type piece struct {
	text       string // as drawn; may be empty
	start, end int    // byte range in the line's text
	x, w       float32
	cells      bool // every byte is one cell wide
	style      Style
}

// pieces lays out a line from x 0. ASCII is positioned by cells, so that columns line up exactly;
// everything else is measured, so that text after wide characters is positioned correctly. Tab
// stops are at multiples of four cells. Control and bidirectional characters are shown as
// symbols.
func pieces(line Line, cell float32, into []piece) []piece {
	text := line.Text
	cut := len(text)
	if len(text) > prose.MaxRunes {
		n := 0
		for i := range text {
			if n == prose.MaxRunes {
				cut = i
				break
			}
			n++
		}
	}
	out := into[:0]
	x := float32(0)
	add := func(shown string, start, end int, w float32, cells bool, s Style) {
		out = append(out, piece{shown, start, end, x, w, cells, s})
		x += w
	}
	run := 0
	for pos := 0; pos < cut; {
		for run < len(line.Runs) && line.Runs[run].End <= pos {
			run++
		}
		style, end := StylePlain, cut
		if run < len(line.Runs) {
			if r := line.Runs[run]; r.Start <= pos {
				style, end = r.Style, min(cut, r.End)
			} else {
				end = min(cut, r.Start)
			}
		}
		for pos < end {
			switch b := text[pos]; {
			case b == '\t':
				add("", pos, pos+1, toTab(x, cell), false, style)
				pos++
			case prose.Printable(b):
				from := pos
				for pos < end && prose.Printable(text[pos]) {
					pos++
				}
				add(text[from:pos], from, pos, float32(pos-from)*cell, true, style)
			case b < utf8.RuneSelf:
				add("·", pos, pos+1, cell, false, StyleMuted)
				pos++
			default:
				from := pos
				for pos < end && text[pos] >= utf8.RuneSelf {
					pos++
				}
				shown := shownAs(text[from:pos])
				add(shown, from, pos, style.face().Width(shown), false, style)
			}
		}
	}
	if cut < len(text) {
		add(kit.Ellipsis, cut, len(text), cell, false, StyleMuted)
	}
	return out
}

// Width returns the width of a number of monospaced characters.
func Width(n int) float32 {
	return kit.Face{Mono: true}.Width(strings.Repeat("0", n))
}

// xAt returns the start of a byte of the line with that text, or the end of the line.
func xAt(ps []piece, text string, at int, cell float32) float32 {
	x := float32(0)
	for _, p := range ps {
		if at <= p.start {
			return p.x
		}
		if at < p.end {
			if p.cells {
				return p.x + float32(at-p.start)*cell
			}
			if p.text == kit.Ellipsis && p.end-p.start > utf8.UTFMax { // characters that are not drawn
				return p.x
			}
			return p.x + p.style.face().Width(shownAs(text[p.start:at]))
		}
		x = p.x + p.w
	}
	return x
}

// within returns the part of a piece between left and right, and its position.
func (p piece) within(left, right, cell float32) (text string, x float32) {
	if p.text == "" || p.x >= right || p.x+p.w <= left {
		return "", 0
	}
	text, x = p.text, p.x
	if p.cells {
		if x < left {
			n := min(len(text), int((left-x)/cell+0.999))
			text, x = text[n:], x+float32(n)*cell
		}
		if n := int((right-x)/cell) + 1; n < len(text) {
			text = text[:max(0, n)]
		}
		trimmed := strings.TrimLeft(text, " ")
		x += float32(len(text)-len(trimmed)) * cell
		return strings.TrimRight(trimmed, " "), x
	}
	for x < left && text != "" { // whole characters until the rest is visible
		_, n := utf8.DecodeRuneInString(text)
		text = text[n:]
		x = p.x + p.w - p.style.face().Width(text)
	}
	return text, x
}
