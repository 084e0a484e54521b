package kit

import "fyne.io/fyne/v2"

// CheckState is the state of a box.
type CheckState int

// The states of a box. Mixed is for a group whose members differ.
const (
	Off CheckState = iota
	On
	Mixed
)

// Next returns the state after a click: a mixed box is ticked first.
func (s CheckState) Next() CheckState {
	if s == On {
		return Off
	}
	return On
}

// Ticked returns the state for a boolean.
func Ticked(on bool) CheckState {
	if on {
		return On
	}
	return Off
}

// TickedOf returns the state for a number of ticked rows of all that can be ticked.
func TickedOf(ticked, all int) CheckState {
	switch ticked {
	case 0:
		return Off
	case all:
		return On
	}
	return Mixed
}

// Check is a check box with two or three states and a label.
type Check struct {
	control
	text     string
	minWidth float32 // width to which the text is shortened in the middle; 0 means that of the text
	state    CheckState
	changed  func(CheckState)
}

// NewCheck returns a box that is off. changed, which may be nil, is called when the user clicks,
// which never results in [Mixed], but not by [Check.SetState].
func NewCheck(text string, changed func(CheckState)) *Check {
	c := &Check{text: text, changed: changed}
	c.press = func() {
		c.SetState(c.state.Next())
		if c.changed != nil {
			c.changed(c.state)
		}
	}
	c.extend(c)
	return c
}

// NewPathCheck returns a box whose text ends with a path: it is shortened in the middle to the
// available width. Its tooltip is the whole text.
func NewPathCheck(text string, changed func(CheckState)) *Check {
	c := NewCheck(text, changed)
	c.minWidth, c.tip = MinSide, text
	return c
}

// State returns the state.
func (c *Check) State() CheckState { return c.state }

// SetState sets the state.
func (c *Check) SetState(s CheckState) { set(c, &c.state, s) }

// TypedKey treats Space as a click, and Enter too unless the window handles it.
func (c *Check) TypedKey(ev *fyne.KeyEvent) { c.typedKeyOfState(ev) }

// CreateRenderer returns the renderer of the box.
func (c *Check) CreateRenderer() fyne.WidgetRenderer {
	return NewRenderer(c, func() fyne.Size {
		w := max(BoxSize+2*Gap, MinTarget)
		if c.text != "" {
			w = BoxSize + 3*Gap + Face{}.Width(c.text)
		}
		if c.minWidth > 0 {
			w = min(w, c.minWidth)
		}
		return fyne.NewSize(w, ControlHeight)
	}, func(s *Drawing, size fyne.Size) {
		if c.focused {
			s.FocusRing(size, Radius)
		}
		if c.hovered && !c.disabled {
			s.Box(1, (size.Height-BoxSize)/2-3, BoxSize+6, BoxSize+6, Radius, ColorHover, "")
		}
		s.CheckBox(Gap, (size.Height-BoxSize)/2, c.state, c.disabled)
		shorten := FitEnd
		if c.minWidth > 0 {
			shorten = FitMiddle
		}
		s.Text(shorten(c.text, size.Width-BoxSize-3*Gap+1, Face{}), BoxSize+2*Gap, 0, size.Height, Face{}, c.ink())
	})
}

// Choice is a row of radio buttons.
type Choice struct {
	oneOf
	options []string
}

// NewChoice returns a choice with the first option chosen. changed, which may be nil, is
// called when the user chooses, but not by [Choice.Choose].
func NewChoice(options []string, changed func(int)) *Choice {
	c := &Choice{options: options, oneOf: oneOf{count: len(options), chosen: changed}}
	c.extend(c)
	return c
}

// Chosen returns the index of the chosen option.
func (c *Choice) Chosen() int { return c.current }

// Choose chooses option i. An index out of range is ignored.
func (c *Choice) Choose(i int) { c.use(i) }

// Tapped chooses the option under the pointer.
func (c *Choice) Tapped(ev *fyne.PointEvent) {
	HideTip(c)
	c.pick(c.at(ev.Position.X))
}

// TypedKey moves between options with the arrow keys. Space cycles through them, and so
// does Enter unless the window handles it.
func (c *Choice) TypedKey(ev *fyne.KeyEvent) {
	switch ev.Name {
	case fyne.KeyLeft, fyne.KeyUp:
		c.pick(c.current - 1)
	case fyne.KeyRight, fyne.KeyDown:
		c.pick(c.current + 1)
	case fyne.KeySpace:
		c.pick((c.current + 1) % len(c.options))
	case fyne.KeyReturn, fyne.KeyEnter:
		if !HandOnKey(c, ev) {
			c.pick((c.current + 1) % len(c.options))
		}
	default:
		HandOnKey(c, ev)
	}
}

func (c *Choice) optionWidth(i int) float32 {
	return Gap + BoxSize + Inset + Face{}.Width(c.options[i]) + Inset
}

func (c *Choice) at(x float32) int {
	for i := range c.options {
		if w := c.optionWidth(i); x < w {
			return i
		} else {
			x -= w
		}
	}
	return -1
}

// CreateRenderer returns the renderer of the choice.
func (c *Choice) CreateRenderer() fyne.WidgetRenderer {
	return NewRenderer(c, func() fyne.Size {
		w := float32(0)
		for i := range c.options {
			w += c.optionWidth(i)
		}
		return fyne.NewSize(w, ControlHeight)
	}, func(s *Drawing, size fyne.Size) {
		if c.focused {
			s.FocusRing(size, Radius)
		}
		x, y := float32(0), (size.Height-BoxSize)/2
		for i, text := range c.options {
			edge, dot := ColorOutline, ColorAccent
			if c.disabled {
				edge, dot = ColorFaint, ColorFaint
			}
			if i == c.current && !c.disabled {
				edge = ColorAccent
			}
			s.Outlined(x+Gap, y, BoxSize, BoxSize, BoxSize/2, FocusWidth, ColorGround, edge)
			if i == c.current {
				s.Box(x+Gap+4, y+4, BoxSize-8, BoxSize-8, (BoxSize-8)/2, dot, "")
			}
			s.Text(text, x+Gap+BoxSize+Inset, 0, size.Height, Face{}, c.ink())
			x += c.optionWidth(i)
		}
	})
}
