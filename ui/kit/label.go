package kit

import (
	"slices"

	"fyne.io/fyne/v2"
)

// LabelKind is the style of a [Label].
type LabelKind int

// The kinds of a [Label].
const (
	Body    LabelKind = iota
	Heading           // bold and larger
	Strong            // bold
	Number            // monospaced, muted
	Small             // muted, 11
)

// Label is a line of text. It takes the focus only if it has a tooltip or an action. Text that does
// not fit is shortened at its end.
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

// NewFigure returns a label for a number: monospaced and right-aligned in at least the given width,
// even while the number is unknown. The tooltip says what is counted, and how exactly.
func NewFigure(width float32, tip string) *Label {
	l := NewLabel(Pending, Number)
	l.minWidth, l.trailing, l.tip = width, true, tip
	return l
}

// NewPath returns a label for a path, which is shortened in its middle to the available width. Its
// tooltip is the whole path.
func NewPath(path string) *Label {
	l := NewLabel(path, Body)
	l.minWidth, l.middle, l.tip = MinSide, true, path
	return l
}

// NewLink returns a label with an action for clicks.
func NewLink(text string, pressed func()) *Label {
	l := NewLabel(text, Body)
	l.press = pressed
	return l
}

// SetText changes the text.
func (l *Label) SetText(text string) { set(l, &l.text, text) }

// Text returns the whole text.
func (l *Label) Text() string { return l.text }

// SetShorter sets texts to show if the label's own does not fit, in order of preference.
// The minimum width is still that of the label's own text, unless [Label.SetMinWidth] set
// another.
func (l *Label) SetShorter(texts ...string) {
	if !slices.Equal(l.shorter, texts) {
		l.shorter = texts
		l.Refresh()
	}
}

// fitting returns the text to show in a width, before it is shortened.
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

// SetTone sets the colour; "" is the usual one of the kind.
func (l *Label) SetTone(tone fyne.ThemeColorName) { set(l, &l.tone, tone) }

// SetMinWidth sets the minimum width, to which the text may be shortened. Without one, or
// with 0, it is the width of the text.
func (l *Label) SetMinWidth(width float32) {
	l.minWidth = width
	l.Refresh()
}

// Disabled reports whether the label refuses the focus: it does when it is empty, and when
// it has neither a tooltip nor an action.
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

// CreateRenderer returns the renderer of the label.
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
