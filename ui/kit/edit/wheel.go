package edit

import (
	"slices"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/widget"

	"dossier/ui/kit"
)

// wheel covers a one-line entry and receives the events of the mouse wheel, which Fyne's entry
// would consume: a page would stop scrolling as soon as an entry is under the pointer. It receives
// no other events, because it implements nothing else.
type wheel struct {
	widget.BaseWidget
	over fyne.Widget
	text *container.Scroll // scroll container of the entry's text, used if it is on no page
}

// withWheel adds a wheel to the renderer of an entry.
func withWheel(over fyne.Widget, r fyne.WidgetRenderer) fyne.WidgetRenderer {
	w := &wheel{over: over}
	for _, o := range r.Objects() {
		if text, ok := o.(*container.Scroll); ok {
			w.text = text
		}
	}
	w.ExtendBaseWidget(w)
	return &wheelRenderer{r, w}
}

// Scrolled scrolls the page of the entry, or else the text of the entry.
func (w *wheel) Scrolled(ev *fyne.ScrollEvent) {
	if !kit.ScrollPage(w.over, ev) && w.text != nil {
		w.text.Scrolled(ev)
	}
}

// CreateRenderer returns an empty renderer.
func (w *wheel) CreateRenderer() fyne.WidgetRenderer {
	return widget.NewSimpleRenderer(container.NewWithoutLayout())
}

type wheelRenderer struct {
	fyne.WidgetRenderer
	wheel *wheel
}

func (r *wheelRenderer) Layout(size fyne.Size) {
	r.WidgetRenderer.Layout(size)
	r.wheel.Resize(size)
}

func (r *wheelRenderer) Objects() []fyne.CanvasObject {
	return append(slices.Clip(r.WidgetRenderer.Objects()), r.wheel)
}
