package code

import (
	"cmp"
	"strings"
	"unicode"
	"unicode/utf8"

	"dossier/ui/kit"
	"dossier/ui/kit/prose"
)

// spot is a position in a document: before byte at of a line's text. A line of -1 is none.
type spot struct{ line, at int }

func (s spot) compare(t spot) int {
	return cmp.Or(cmp.Compare(s.line, t.line), cmp.Compare(s.at, t.at))
}

// grain is the unit by which a selection grows.
type grain int

const (
	byChar grain = 1 + iota // values are the number of clicks
	byWord
	byLine
)

// around returns the byte range of the unit at a position in a line: empty, a word, or the line.
func (g grain) around(text string, at int) (from, to int) {
	switch g {
	case byWord:
		return wordAround(text, at)
	case byLine:
		return 0, len(text)
	}
	return at, at
}

// wordAround returns the word at or next to a position; otherwise the blanks, or the punctuation.
func wordAround(text string, at int) (from, to int) {
	if at == len(text) || at > 0 && kindAt(text, at) != wordKind && kindBefore(text, at) == wordKind {
		if at == 0 {
			return 0, 0
		}
		at = prose.PrevChar(text, at)
	}
	kind := kindAt(text, at)
	for from, to = at, at; to < len(text) && kindAt(text, to) == kind; {
		to = prose.NextChar(text, to)
	}
	for from > 0 && kindBefore(text, from) == kind {
		from = prose.PrevChar(text, from)
	}
	return from, to
}

const (
	wordKind = iota
	blankKind
	signKind
)

func kindOf(r rune) int {
	switch {
	case prose.InWord(r) || unicode.Is(unicode.M, r):
		return wordKind
	case unicode.IsSpace(r):
		return blankKind
	}
	return signKind
}

func kindAt(text string, at int) int {
	r, _ := utf8.DecodeRuneInString(text[at:])
	return kindOf(r)
}

func kindBefore(text string, at int) int {
	r, _ := utf8.DecodeLastRuneInString(text[:at])
	return kindOf(r)
}

// nextWord returns the next end of a word in a line or, with back, the start of the previous one.
func nextWord(text string, at int, back bool) int {
	inside := false
	for {
		next := prose.NextChar(text, at)
		if back {
			next = prose.PrevChar(text, at)
		}
		if next == at {
			return at
		}
		if kindAt(text, min(at, next)) == wordKind {
			inside = true
		} else if inside {
			return at
		}
		at = next
	}
}

// byteNear returns the boundary between two characters that is nearest to x, as a byte
// offset into text, which is the whole line that the pieces belong to.
func byteNear(ps []piece, text string, x, cell float32) int {
	at := byteInPiece(ps, text, x, cell)
	if at == 0 {
		return 0
	}
	from := prose.PrevChar(text, at)
	to := prose.NextChar(text, from)
	switch { // an accent and its letter are in different pieces
	case to <= at:
		return at
	case x-xAt(ps, text, from, cell) < xAt(ps, text, to, cell)-x:
		return from
	}
	return to
}

// byteInPiece is byteNear, but may return an offset within a character whose runes are in
// two pieces.
func byteInPiece(ps []piece, text string, x, cell float32) int {
	for i, p := range ps {
		switch {
		case x >= p.x+p.w && i+1 < len(ps):
			continue
		case p.cells:
			return p.start + max(0, min(int((x-p.x)/cell+0.5), p.end-p.start))
		case p.end-p.start == 1 || p.text == kit.Ellipsis:
			if x < p.x+p.w/2 {
				return p.start
			}
			return p.end
		}
		left := p.x
		for at := p.start; at < p.end; {
			next := min(prose.NextChar(text, at), p.end)
			right := p.x + p.style.face().Width(shownAs(text[p.start:next]))
			if x < (left+right)/2 {
				return at
			}
			left, at = right, next
		}
		return p.end
	}
	return 0
}

// shownAs returns text beyond ASCII as it is drawn.
func shownAs(text string) string {
	return strings.Map(prose.Visible, strings.ToValidUTF8(text, "\uFFFD"))
}
