package kit

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/widget"
)

const emptyColumns = 48 // a comfortable line

// Empty is an empty state: a sentence that explains what the view is for, and a button for the
// first step.
type Empty struct {
	widget.BaseWidget
	text   string
	button *Button
	more   *Label // nil for none
}

// NewEmpty returns an empty state. If step is empty there is no button.
func NewEmpty(text, step string, pressed func()) *Empty {
	e := &Empty{text: text}
	if step != "" {
		e.button = NewButton(step, pressed)
	}
	e.ExtendBaseWidget(e)
	return e
}

// Step returns the button, or nil.
func (e *Empty) Step() *Button { return e.button }

// SetMore adds a link to further information, below everything else.
func (e *Empty) SetMore(text string, pressed func()) {
	e.more = NewLink(text, pressed)
	e.more.SetTone(ColorAccent)
	e.Refresh()
}

// SetText changes the sentence.
func (e *Empty) SetText(text string) { set(e, &e.text, text) }

// SetStep changes the text of the button.
func (e *Empty) SetStep(step string) {
	if e.button != nil && e.button.Text() != step {
		e.button.SetText(step)
		e.Refresh()
	}
}

// ShowStep shows or hides the button.
func (e *Empty) ShowStep(show bool) {
	if e.button != nil && e.button.Visible() != show {
		if show {
			e.button.Show()
		} else {
			e.button.Hide()
		}
		e.Refresh()
	}
}

// CreateRenderer returns the renderer of the empty state.
func (e *Empty) CreateRenderer() fyne.WidgetRenderer {
	lineHeight := CodeRowHeight
	block := func(lines int) float32 {
		h := float32(lines) * lineHeight
		if e.button != nil {
			h += Group + ControlHeight
		}
		if e.more != nil {
			h += Gap + RowHeight
		}
		return h
	}
	lines := func(width float32) []string {
		columns := min(emptyColumns, int((width-2*Group)/Face{}.Width("n")))
		return wrapLines(e.text, max(8, columns))
	}
	r := NewRenderer(e, func() fyne.Size {
		return fyne.NewSize(MinSide, MinSide)
	}, func(s *Drawing, size fyne.Size) {
		text := lines(size.Width)
		y := max(0, (size.Height-block(len(text)))/2)
		for i, l := range text {
			l = FitEnd(l, size.Width-2*Group, Face{})
			s.Text(l, (size.Width-Face{}.Width(l))/2, y+float32(i)*lineHeight, lineHeight, Face{}, ColorMuted)
		}
	})
	if e.button != nil {
		r.Above = append(r.Above, e.button)
	}
	if e.more != nil {
		r.Above = append(r.Above, e.more)
	}
	r.Place = func(size fyne.Size) {
		n := len(lines(size.Width))
		y := max(0, (size.Height-block(n))/2) + float32(n)*lineHeight
		place := func(o fyne.CanvasObject, gap float32) {
			m := o.MinSize()
			o.Resize(m)
			o.Move(fyne.NewPos((size.Width-m.Width)/2, y+gap))
		}
		if e.button != nil {
			place(e.button, Group)
			y += Group + ControlHeight
		}
		if e.more != nil {
			place(e.more, Gap)
		}
	}
	return r
}
