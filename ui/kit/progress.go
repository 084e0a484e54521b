package kit

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/widget"
)

// progressWidth is the maximum width used for the text and the button, so that in a wide strip the
// button stays near the text.
const progressWidth = 420

// Progress is a strip of the status bar for a longer job: its name, its progress, and a button
// that cancels it. It covers what is below it.
type Progress struct {
	widget.BaseWidget
	label    string
	count    string
	fraction float32 // negative if unknown
	button   *Button
}

// NewProgress returns a strip. pressed is called on a click on its button.
func NewProgress(pressed func()) *Progress {
	p := &Progress{fraction: -1, button: NewButton("", pressed)}
	p.ExtendBaseWidget(p)
	return p
}

// Set sets the state of the job: a count («3 204 files»), the fraction that is done, from 0 to 1,
// and the text of the button. A negative fraction is unknown, and draws no bar.
func (p *Progress) Set(label, count string, fraction float32, button string) {
	fraction = min(fraction, 1)
	p.button.SetText(button)
	if p.label == label && p.count == count && p.fraction == fraction {
		return
	}
	p.label, p.count, p.fraction = label, count, fraction
	p.Refresh()
}

// Text returns the text of the strip.
func (p *Progress) Text() string { return p.label + " " + p.count }

// Button returns the button of the strip.
func (p *Progress) Button() *Button { return p.button }

// CreateRenderer returns the renderer of the strip.
func (p *Progress) CreateRenderer() fyne.WidgetRenderer {
	const gap = 1 // above and below the button
	button := func() float32 { return p.button.MinSize().Width }
	room := func(size fyne.Size) float32 { return min(size.Width, progressWidth) - button() }
	r := NewRenderer(p, func() fyne.Size {
		return fyne.NewSize(MinSide+button(), StatusHeight)
	}, func(s *Drawing, size fyne.Size) {
		right := room(size) - Inset
		s.Box(0, 0, size.Width, size.Height, 0, ColorPanel, "")
		count := s.TextRight(p.count, right, 0, size.Height, Face{Mono: true}, ColorMuted)
		s.Text(FitEnd(p.label, max(0, right-count-Inset-Gap), Face{}), Gap, 0, size.Height, Face{}, ColorText)
		if p.fraction >= 0 {
			s.Box(Gap, size.Height-Underline, right-Gap, Underline, Underline/2, ColorTrack, "")
			s.Box(Gap, size.Height-Underline, (right-Gap)*p.fraction, Underline, Underline/2, ColorAccent, "")
		}
	})
	r.Above = []fyne.CanvasObject{p.button}
	r.Place = func(size fyne.Size) {
		p.button.Resize(fyne.NewSize(button(), size.Height-2*gap))
		p.button.Move(fyne.NewPos(room(size), gap))
	}
	return r
}
