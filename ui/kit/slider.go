package kit

import (
	"fyne.io/fyne/v2"
)

const sliderWidth float32 = 96

// tickRoom is the minimum distance between ticks: closer ones are not drawn.
const tickRoom float32 = 6

// Slider selects an integer from 0 to a limit: by a click or a drag on its line, or by Left,
// Right, Page Up, Page Down, Home and End while it is focused.
type Slider struct {
	control
	value, limit int
	changed      func(value int)
}

// NewSlider returns a slider at 0. changed, which may be nil, is called when the user moves
// it, but not by [Slider.SetValue].
func NewSlider(limit int, changed func(value int)) *Slider {
	s := &Slider{limit: limit, changed: changed}
	s.extend(s)
	return s
}

// Value returns the number.
func (s *Slider) Value() int { return s.value }

// SetValue sets the number, at most limit.
func (s *Slider) SetValue(value, limit int) {
	set(s, &s.limit, limit)
	set(s, &s.value, min(max(value, 0), limit))
}

// pick is SetValue on behalf of the user.
func (s *Slider) pick(value int) {
	value = min(max(value, 0), s.limit)
	if s.disabled || value == s.value {
		return
	}
	s.SetValue(value, s.limit)
	if s.changed != nil {
		s.changed(value)
	}
}

// ends returns the positions of the handle at 0 and at the limit.
func (s *Slider) ends() (from, to float32) { return BoxSize / 2, s.Size().Width - BoxSize/2 }

// at returns the number nearest to a position.
func (s *Slider) at(x float32) int {
	from, to := s.ends()
	return int((x-from)/(to-from)*float32(s.limit) + 0.5)
}

// Tapped moves the handle to the pointer.
func (s *Slider) Tapped(ev *fyne.PointEvent) { s.pick(s.at(ev.Position.X)) }

// Dragged moves the handle along with the pointer.
func (s *Slider) Dragged(ev *fyne.DragEvent) { s.pick(s.at(ev.Position.X)) }

// DragEnd does nothing: each step was reported.
func (s *Slider) DragEnd() {}

// TypedKey moves the handle.
func (s *Slider) TypedKey(ev *fyne.KeyEvent) {
	switch ev.Name {
	case fyne.KeyLeft, fyne.KeyDown:
		s.pick(s.value - 1)
	case fyne.KeyRight, fyne.KeyUp:
		s.pick(s.value + 1)
	case fyne.KeyPageDown:
		s.pick(s.value - s.page())
	case fyne.KeyPageUp:
		s.pick(s.value + s.page())
	case fyne.KeyHome:
		s.pick(0)
	case fyne.KeyEnd:
		s.pick(s.limit)
	default:
		HandOnKey(s, ev)
	}
}

// page returns the step of Page Up and Page Down.
func (s *Slider) page() int { return max(1, s.limit/10) }

// CreateRenderer returns the renderer of the slider.
func (s *Slider) CreateRenderer() fyne.WidgetRenderer {
	return NewRenderer(s, func() fyne.Size { return fyne.NewSize(sliderWidth, ControlHeight) }, func(d *Drawing, size fyne.Size) {
		from, to := s.ends()
		middle := size.Height / 2
		d.Box(from, middle-1, to-from, 2, 1, ColorOutline, "")
		step := (to - from) / float32(max(1, s.limit))
		if step >= tickRoom {
			for i := range s.limit + 1 {
				d.Box(from+step*float32(i)-1, middle-3, 2, 6, 1, ColorOutline, "")
			}
		}
		x := from + step*float32(s.value)
		tone := ColorAccent
		if s.disabled {
			tone = ColorFaint
		}
		if s.hovered && !s.disabled {
			d.Box(x-BoxSize/2-3, middle-BoxSize/2-3, BoxSize+6, BoxSize+6, BoxSize/2+3, ColorChipHover, "")
		}
		d.Box(from, middle-1, x-from, 2, 1, tone, "")
		d.Box(x-BoxSize/2, middle-BoxSize/2, BoxSize, BoxSize, BoxSize/2, tone, "")
		if s.focused {
			d.FocusRing(size, Radius)
		}
	})
}
