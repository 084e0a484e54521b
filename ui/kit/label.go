package kit

import (
	"slices"

	"fyne.io/fyne/v2"
)

// LabelKind says how a [Label] is written.
type LabelKind int

// The kinds of a [Label].
const (
	Body    LabelKind = iota
	Heading           // bold and larger
	Strong            // bold
	Number            // monospaced, muted
	Small             // muted, 11
)

// Label is a line of text with a tooltip. It takes the focus only when it has
// something to say: a tooltip, or a click that does something. Text that does not
// fit is shortened at its end.
type Label struct {
	control
	text     string
	kind     LabelKind
	tone     fyne.ThemeColorName
	minWidth float32
	trailing bool
	middle   bool // shortened in the middle
	shorter  []string
}

// NewLabel returns a label.
func NewLabel(text string, kind LabelKind) *Label {
	l := &Label{text: text, kind: kind}
	l.extend(l)
	return l
}

// NewFigure returns a label for a number: monospaced, at the right of a room of
// at least the given width, which is kept while the number is not yet known. The
// tooltip says what the number counts and how exactly.
func NewFigure(width float32, tip string) *Label {
	l := NewLabel(Pending, Number)
	l.minWidth, l.trailing, l.tip = width, true, tip
	return l
}

// NewPath returns a label for a path: it takes the width that it is given, is shortened
// in its middle, and shows the whole as its tooltip.
func NewPath(path string) *Label {
	l := NewLabel(path, Body)
	l.minWidth, l.middle, l.tip = LeastSide, true, path
	return l
}

// NewLink returns a label that does something when it is clicked.
func NewLink(text string, pressed func()) *Label {
	l := NewLabel(text, Body)
	l.press = pressed
	return l
}

// SetText changes the text.
func (l *Label) SetText(text string) { set(l, &l.text, text) }

// Text returns the text, whole.
func (l *Label) Text() string { return l.text }

// SetShorter gives texts to show in the place of the label's own where that does not fit:
// the first that does. What the label asks for is its least width.
func (l *Label) SetShorter(texts ...string) {
	if !slices.Equal(l.shorter, texts) {
		l.shorter = texts
		l.Refresh()
	}
}

// fitting returns the text to show within a width, before it is cut.
func (l *Label) fitting(width float32) string {
	text := l.text
	for _, shorter := range l.shorter {
		if l.face().Width(text) <= width {
			break
		}
		text = shorter
	}
	return text
}

// SetTone sets the colour; "" is that of the kind.
func (l *Label) SetTone(tone fyne.ThemeColorName) { set(l, &l.tone, tone) }

// SetMinWidth keeps room for the given width, and shortens the text to it: a
// label without one is as wide as its text.
func (l *Label) SetMinWidth(width float32) {
	l.minWidth = width
	l.Refresh()
}

// Disabled reports that a label takes no focus when there is nothing to see or to say.
func (l *Label) Disabled() bool {
	return l.disabled || l.text == "" || l.tip == "" && l.press == nil
}

func (l *Label) face() Face {
	switch l.kind {
	case Heading:
		return Face{Bold: true, Size: HeadingSize}
	case Strong:
		return Face{Bold: true}
	case Number:
		return Face{Mono: true}
	case Small:
		return Face{Size: SmallSize}
	}
	return Face{}
}

// CreateRenderer links the label to its renderer.
func (l *Label) CreateRenderer() fyne.WidgetRenderer {
	return NewRenderer(l, func() fyne.Size {
		w := l.minWidth
		if w == 0 {
			w = l.face().Width(l.text) + 2*Gap
		}
		return fyne.NewSize(w, RowHeight)
	}, func(s *Drawing, size fyne.Size) {
		ink := l.tone
		switch {
		case l.disabled:
			ink = ColorFaint
		case ink == "" && (l.kind == Number || l.kind == Small):
			ink = ColorMuted
		case ink == "":
			ink = ColorText
		}
		f := l.face()
		shorten := FitEnd
		if l.middle {
			shorten = FitMiddle
		}
		room := size.Width - 2*Gap + 0.5
		text := shorten(l.fitting(room), room, f)
		w := f.Width(text)
		x := Gap
		if l.trailing {
			x = size.Width - Gap - w
		}
		s.Write(text, x, 0, w, size.Height, f, ink)
		if l.press != nil && l.hovered && !l.disabled {
			s.Line(x, size.Height/2+8, x+w, size.Height/2+8, Hairline, ink)
		}
		if l.focused {
			s.Outlined(0, (size.Height-RowHeight)/2, size.Width, RowHeight, Radius, FocusWidth, "", ColorAccent)
		}
	})
}
