package kit

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/widget"
)

// Progress is a strip for a job that takes more than a moment: what is done, how
// far it is, and a button that stops it.
type Progress struct {
	widget.BaseWidget
	label    string
	count    string
	fraction float32 // below 0: not known
	cancel   *Button
}

// NewProgress returns a strip whose button has the given text.
func NewProgress(label, cancel string, cancelled func()) *Progress {
	p := &Progress{label: label, fraction: -1, cancel: NewButton(cancel, cancelled)}
	p.ExtendBaseWidget(p)
	return p
}

// Set shows how far the job is: a count to read («3 204 files») and the part that
// is done, from 0 to 1. A part below 0 is not known, and draws no bar.
func (p *Progress) Set(label, count string, fraction float32) {
	fraction = min(fraction, 1)
	if p.label == label && p.count == count && p.fraction == fraction {
		return
	}
	p.label, p.count, p.fraction = label, count, fraction
	p.Refresh()
}

// CreateRenderer links the strip to its renderer.
func (p *Progress) CreateRenderer() fyne.WidgetRenderer {
	button := func() float32 { return p.cancel.MinSize().Width }
	r := newDrawn(p, func() fyne.Size {
		return fyne.NewSize(3*minimum+button(), BarHeight)
	}, func(s *sketch, size fyne.Size) {
		right := size.Width - button() - Group
		s.box(0, 0, size.Width, size.Height, 0, ColorPanel, "")
		count := s.textRight(p.count, right, 0, size.Height-Gap, face{mono: true}, ColorMuted)
		s.text(fitEnd(p.label, max(0, right-count-Group-Inset), face{}), Inset, 0, size.Height-Gap, face{}, ColorText)
		if p.fraction >= 0 {
			s.box(Inset, size.Height-Gap-underline, right-Inset, underline, underline/2, ColorTrack, "")
			s.box(Inset, size.Height-Gap-underline, (right-Inset)*p.fraction, underline, underline/2, ColorAccent, "")
		}
	})
	r.above = []fyne.CanvasObject{p.cancel}
	r.place = func(size fyne.Size) {
		p.cancel.Resize(fyne.NewSize(button(), ControlHeight))
		p.cancel.Move(fyne.NewPos(size.Width-button()-Gap, (size.Height-ControlHeight)/2))
	}
	return r
}
