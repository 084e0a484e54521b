package kit

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/widget"
)

// Edge is a set of sides of a rectangle.
type Edge uint8

// The sides of a rectangle.
const (
	EdgeTop Edge = 1 << iota
	EdgeBottom
	EdgeLeft
	EdgeRight
)

// Surface is a coloured background with hairlines at some of its sides and a margin.
type Surface struct {
	widget.BaseWidget
	content          fyne.CanvasObject
	ground           fyne.ThemeColorName
	edges            Edge
	marginX, marginY float32
	height           float32 // 0 means the height of the content
}

// NewSurface returns a background for content.
func NewSurface(content fyne.CanvasObject, ground fyne.ThemeColorName, edges Edge, marginX, marginY float32) *Surface {
	s := &Surface{content: content, ground: ground, edges: edges, marginX: marginX, marginY: marginY}
	s.ExtendBaseWidget(s)
	return s
}

// Content returns the content.
func (s *Surface) Content() fyne.CanvasObject { return s.content }

// Children returns the content.
func (s *Surface) Children() []fyne.CanvasObject { return []fyne.CanvasObject{s.content} }

// NewBar returns a bar of controls across the window: 36 units high with the panel's background.
// Its minimum width is small, so that the window can be narrowed.
func NewBar(content fyne.CanvasObject, edges Edge) *Surface {
	s := NewSurface(content, ColorPanel, edges, Inset, Gap)
	s.height = BarHeight + Hairline
	return s
}

// NewHeader returns the header bar of a pane: as high as a row of tabs, so that the panes of a
// window line up.
func NewHeader(content fyne.CanvasObject, edges Edge) *Surface {
	s := NewSurface(content, ColorPanel, edges, Inset, (HeadHeight-ControlHeight)/2)
	s.height = HeadHeight + Hairline
	return s
}

// NewStatusBar returns a bar of labels, 24 units high.
func NewStatusBar(content fyne.CanvasObject, edges Edge) *Surface {
	s := NewSurface(content, ColorPanel, edges, Inset, 0)
	s.height = StatusHeight + Hairline
	return s
}

// CreateRenderer returns the renderer of the surface.
func (s *Surface) CreateRenderer() fyne.WidgetRenderer {
	r := NewRenderer(s, func() fyne.Size {
		if s.height > 0 {
			return fyne.NewSize(MinSide, s.height)
		}
		return s.content.MinSize().AddWidthHeight(2*s.marginX, 2*s.marginY)
	}, func(k *Drawing, size fyne.Size) {
		k.Box(0, 0, size.Width, size.Height, 0, s.ground, "")
		if s.edges&EdgeTop != 0 {
			k.Box(0, 0, size.Width, Hairline, 0, ColorHairline, "")
		}
		if s.edges&EdgeBottom != 0 {
			k.Box(0, size.Height-Hairline, size.Width, Hairline, 0, ColorHairline, "")
		}
		if s.edges&EdgeLeft != 0 {
			k.Box(0, 0, Hairline, size.Height, 0, ColorHairline, "")
		}
		if s.edges&EdgeRight != 0 {
			k.Box(size.Width-Hairline, 0, Hairline, size.Height, 0, ColorHairline, "")
		}
	})
	r.Above = []fyne.CanvasObject{s.content}
	r.Place = func(size fyne.Size) {
		y := s.marginY
		if s.edges&EdgeTop != 0 {
			y += Hairline
		}
		bottom := s.marginY
		if s.edges&EdgeBottom != 0 {
			bottom += Hairline
		}
		s.content.Move(fyne.NewPos(s.marginX, y))
		s.content.Resize(fyne.NewSize(max(0, size.Width-2*s.marginX), max(0, size.Height-y-bottom)))
	}
	return r
}
