package graph

import (
	"math"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"

	"dossier/ui/kit"
)

// hitAt returns the node at a position of the widget, or ground.
func (g *Graph) hitAt(at fyne.Position) int {
	found, nearest := ground, float32(math.Inf(1))
	for i := range g.nodes {
		far := distance(g.placeOf(i), at)
		if far < nearest && far <= max(hitRadius, g.radius(i)+2) {
			found, nearest = i, far
		}
	}
	return found
}

func distance(a, b fyne.Position) float32 {
	return float32(math.Hypot(float64(a.X-b.X), float64(a.Y-b.Y)))
}

// MouseDown selects a node, or begins a drag of the picture.
func (g *Graph) MouseDown(ev *desktop.MouseEvent) {
	kit.HideTip(g)
	if c := kit.CanvasOf(g); c != nil && !g.focused {
		c.Focus(g)
	}
	hit := g.hitAt(ev.Position)
	if ev.Button == desktop.MouseButtonSecondary && hit >= 0 {
		g.choose(hit)
	}
	if ev.Button != desktop.MouseButtonPrimary {
		return
	}
	again := hit == g.lastOn && g.now().Sub(g.lastPress) < fyne.CurrentApp().Driver().DoubleTapDelay()
	g.pressed, g.lastPress, g.lastOn = hit, g.now(), hit
	switch {
	case again && hit == ground:
		g.lastOn = nothing
		g.Fit()
	case again:
		g.lastOn = nothing
		g.open(hit)
	case hit >= 0:
		g.choose(hit)
	}
}

// MouseUp ends a press. A click on the background clears the selection.
func (g *Graph) MouseUp(ev *desktop.MouseEvent) {
	if g.pressed == ground && !g.dragging && ev.Button == desktop.MouseButtonPrimary && g.lastOn == ground {
		g.choose(nothing)
	}
	if !g.dragging {
		g.pressed = nothing
	}
}

// Dragged moves a node, or the picture.
func (g *Graph) Dragged(ev *fyne.DragEvent) {
	switch {
	case g.pressed >= 0:
		n := &g.nodes[g.pressed]
		n.X, n.Y = g.camera.fromView(ev.Position, g.Size())
		g.fitting = false // nothing must move under the pointer
		g.labels.scale = 0
	case g.pressed == ground:
		g.fitting = false
		g.camera.pan(ev.Dragged.DX, ev.Dragged.DY)
	default:
		return
	}
	g.dragging = true
	g.lastOn = nothing
	g.Refresh()
}

// DragEnd reports the new position of a dragged node.
func (g *Graph) DragEnd() {
	old := g.pressed
	moved := g.dragging
	g.pressed, g.dragging = nothing, false
	g.Refresh()
	if moved && old >= 0 && g.OnMove != nil {
		n := g.nodes[old]
		g.OnMove(n.Key, n.X, n.Y)
	}
}

// Scrolled zooms with the wheel at the pointer.
func (g *Graph) Scrolled(ev *fyne.ScrollEvent) {
	kit.HideTip(g)
	g.zoomAt(float32(math.Exp(float64(ev.Scrolled.DY)/200)), ev.Position)
}

// TappedSecondary opens the context menu.
func (g *Graph) TappedSecondary(ev *fyne.PointEvent) {
	g.menu(g.hitAt(ev.Position), ev.AbsolutePosition)
}

func (g *Graph) menu(i int, at fyne.Position) {
	if g.OnMenu != nil {
		kit.HideTip(g)
		g.OnMenu(g.keyOf(i), at)
	}
}

func (g *Graph) open(i int) {
	if g.OnOpen != nil && i >= 0 {
		g.OnOpen(g.nodes[i].Key)
	}
}

// MouseIn begins hovering.
func (g *Graph) MouseIn(ev *desktop.MouseEvent) { g.MouseMoved(ev) }

// MouseMoved highlights the node under the pointer, and shows its tooltip.
func (g *Graph) MouseMoved(ev *desktop.MouseEvent) {
	g.light(max(g.hitAt(ev.Position), nothing))
}

// MouseOut ends hovering.
func (g *Graph) MouseOut() { g.light(nothing) }

func (g *Graph) light(i int) {
	if i == g.hover {
		return
	}
	g.hover = i
	g.Refresh()
	if i < 0 {
		kit.HideTip(g)
		return
	}
	at, r := g.placeOf(i), g.radius(i)
	kit.ShowTip(g, g.nodes[i].Tip, at.SubtractXY(r, r), fyne.NewSize(2*r, 2*r+labelGap+labelHeight))
}

// Cursor returns a hand over a node.
func (g *Graph) Cursor() desktop.Cursor {
	if g.hover >= 0 {
		return desktop.PointerCursor
	}
	return desktop.DefaultCursor
}

// FocusGained shows the focus ring.
func (g *Graph) FocusGained() {
	g.focused = true
	g.Refresh()
}

// FocusLost hides the focus ring.
func (g *Graph) FocusLost() {
	g.focused = false
	g.Refresh()
}

// Zoom factor of the zoom keys.
const zoomStep float32 = 1.25

// TypedRune zooms: + in, - out, 0 to fit.
func (g *Graph) TypedRune(r rune) {
	switch r {
	case '+', '=':
		g.Zoom(zoomStep)
	case '-':
		g.Zoom(1 / zoomStep)
	case '0':
		g.Fit()
	}
}

// TypedShortcut passes on shortcuts that the graph does not handle.
func (g *Graph) TypedShortcut(s fyne.Shortcut) {
	if g.OnShortcut != nil {
		g.OnShortcut(s)
	}
}

// TypedKey moves to the next node in a direction, opens the node, or opens its menu.
func (g *Graph) TypedKey(ev *fyne.KeyEvent) {
	mods := g.mods()
	ev = kit.MenuKey(ev, mods)
	at := g.find(g.cursor)
	switch ev.Name {
	case fyne.KeyLeft, fyne.KeyRight, fyne.KeyUp, fyne.KeyDown:
		g.step(ev.Name)
	case fyne.KeyReturn, fyne.KeyEnter:
		g.open(at)
	case desktop.KeyMenu:
		place := g.middle()
		if at >= 0 {
			place = g.placeOf(at)
		}
		g.menu(at, kit.PlaceOf(g).Add(place))
	default:
		if g.OnKey == nil || !g.OnKey(ev, mods) {
			kit.HandOnKey(g, ev)
		}
	}
}

// step selects the nearest node in a direction; sideways distance counts more. Without a
// selection it selects the node nearest to the centre of the view.
func (g *Graph) step(key fyne.KeyName) {
	at, from := g.find(g.cursor), g.middle()
	if at >= 0 {
		from = g.placeOf(at)
	}
	best, least := nothing, float32(math.Inf(1))
	for i := range g.nodes {
		if i == at {
			continue
		}
		if cost, ok := toward(key, g.placeOf(i).Subtract(from), at >= 0); ok && cost < least {
			best, least = i, cost
		}
	}
	if best >= 0 {
		g.choose(best)
		g.reveal(best)
		g.Refresh()
	}
}

// toward returns the cost of moving in the direction of a key; ok is false if a position is more
// sideways than ahead. If directed is false, it is the distance.
func toward(key fyne.KeyName, by fyne.Position, directed bool) (cost float32, ok bool) {
	if !directed {
		return distance(by, fyne.Position{}), true
	}
	ahead, aside := by.X, by.Y
	switch key {
	case fyne.KeyLeft:
		ahead = -by.X
	case fyne.KeyUp:
		ahead, aside = -by.Y, by.X
	case fyne.KeyDown:
		ahead, aside = by.Y, by.X
	}
	aside = max(aside, -aside)
	return ahead + 2*aside, ahead > 0 && ahead >= aside
}
