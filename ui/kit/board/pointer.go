package board

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"

	"dossier/ui/kit"
)

// MouseDown selects, or begins a drag of the scroll bar or of items.
func (b *Board) MouseDown(ev *desktop.MouseEvent) {
	kit.HideTip(b.self)
	if c := kit.CanvasOf(b.self); c != nil && !b.focused {
		c.Focus(b.self.(fyne.Focusable))
	}
	b.pressed, b.collapse = nowhere, false
	if ev.Button == desktop.MouseButtonPrimary && b.pressBar(ev.Position) {
		return
	}
	h := b.shape.hitAt(ev.Position)
	if h.i < 0 {
		return
	}
	b.shape.press(h.i)
	switch ev.Button {
	case desktop.MouseButtonPrimary:
		b.pressItem(h, ev)
	case desktop.MouseButtonSecondary:
		b.selectFor(h.i)
	}
}

// pressItem handles a press of the primary button on an item.
func (b *Board) pressItem(h hit, ev *desktop.MouseEvent) {
	again := h.i == b.Cursor() && b.now().Sub(b.lastPress) < fyne.CurrentApp().Driver().DoubleTapDelay()
	b.lastPress = b.now()
	b.pressed, b.pressedKey = h, b.items.Key(h.i)
	switch {
	case h.live:
		b.selectFor(h.i)
	case !selects(ev.Modifier) && b.IsSelected(h.i) && len(b.selected) > 1:
		b.collapse = true // on release, so that the items can be dragged
	default:
		b.moveCursor(h.i, ev.Modifier)
	}
	if again && !h.live && ev.Modifier == 0 && b.shape.openAt(h, ev.Position) {
		b.pressed = nowhere
	}
}

// selects reports whether a click with the given modifiers extends or changes the selection.
func selects(mods fyne.KeyModifier) bool {
	return mods&(fyne.KeyModifierShift|fyne.KeyModifierShortcutDefault) != 0
}

// MouseUp ends a press. The click is handled by [Board.Tapped] or [Board.DragEnd], one of which
// follows: between them the toolkit removes the focus from whatever is not under the pointer,
// such as a dialog opened by the click.
func (b *Board) MouseUp(ev *desktop.MouseEvent) {
	b.released = nowhere
	if b.letGoOfBar() {
		return
	}
	old := b.pressed
	b.pressed = nowhere
	if ev.Button != desktop.MouseButtonPrimary || old.i < 0 || old.i >= b.shape.count() || b.dragged != nil || b.shape.hitAt(ev.Position) != old {
		return
	}
	b.released, b.releasedMods = old, ev.Modifier
}

// Tapped handles the click.
func (b *Board) Tapped(*fyne.PointEvent) { b.clickReleased() }

// clickReleased handles the click on the released item, once.
func (b *Board) clickReleased() {
	old, mods := b.released, b.releasedMods
	b.released = nowhere
	if old.i < 0 || old.i >= b.shape.count() {
		return
	}
	if old.live {
		b.shape.click(old)
		return
	}
	if b.collapse {
		b.moveCursor(old.i, 0)
	}
	if b.OnClick != nil && !selects(mods) {
		b.OnClick(old.i)
	}
}

// MouseIn begins hovering.
func (b *Board) MouseIn(ev *desktop.MouseEvent) { b.MouseMoved(ev) }

// MouseMoved highlights the part under the pointer.
func (b *Board) MouseMoved(ev *desktop.MouseEvent) {
	x, _, width, _ := b.upright(ev.Position)
	if on := b.bar.Over(b.shape.scale(), x, width); on != b.bar.Hovered {
		b.bar.Hovered = on
		b.self.Refresh()
	}
	b.hoverAt(ev.Position)
}

func (b *Board) hoverAt(pos fyne.Position) {
	h := nowhere
	if !b.bar.Hovered {
		h = b.shape.hitAt(pos)
	}
	b.light(h)
	if h.i < 0 {
		kit.HideTip(b.self)
		return
	}
	text, at, size := b.shape.tip(h)
	kit.ShowTip(b.self, text, at, size)
}

// light sets the part under the pointer and redraws.
func (b *Board) light(h hit) {
	if !h.live {
		h = hit{i: h.i, cell: -1}
	}
	if h == b.hover {
		return
	}
	before := b.hover.i
	b.hover = h
	b.Update(before)
	if h.i != before {
		b.Update(h.i)
	}
}

// MouseOut ends hovering.
func (b *Board) MouseOut() {
	b.light(nowhere)
	if b.bar.Hovered {
		b.bar.Hovered = false
		b.self.Refresh()
	}
	kit.HideTip(b.self)
}

// Scrolled scrolls with the wheel.
func (b *Board) Scrolled(ev *fyne.ScrollEvent) {
	if b.shape.scrollBy(-float64(ev.Scrolled.DY)) {
		kit.HideTip(b.self)
		b.scrolled()
		b.hoverAt(ev.Position)
	}
}

// pressBar begins a drag of the scroll bar, and reports whether the press was on it.
func (b *Board) pressBar(pos fyne.Position) bool {
	x, y, width, height := b.upright(pos)
	if !b.bar.Press(b.shape.scale(), x, y, width, height) {
		return false
	}
	b.shape.scaled()
	b.self.Refresh()
	return true
}

// letGoOfBar ends a drag of the scroll bar, and reports whether there was one.
func (b *Board) letGoOfBar() bool {
	if !b.bar.Dragging {
		return false
	}
	b.bar.Dragging = false
	b.self.Refresh()
	return true
}

// Dragged moves the scroll bar, or the dragged items.
func (b *Board) Dragged(ev *fyne.DragEvent) {
	_, y, _, height := b.upright(ev.Position)
	if b.bar.Dragging {
		b.bar.Drag(b.shape.scale(), y, height)
		b.shape.scaled()
		b.scrolled()
		return
	}
	if b.dragged == nil && !b.beginDrag() {
		return
	}
	b.pointer = ev.Position
	b.aim()
	b.edge.Pull(y, height, b.band, func(by float64) {
		if b.shape.scrollBy(by) {
			b.aim()
		}
	})
}

// beginDrag begins a drag of the pressed item, or of the selection if it contains that.
func (b *Board) beginDrag() bool {
	i := b.pressed.i
	if b.OnMove == nil || i < 0 || i >= b.shape.count() || !b.pressed.grip {
		return false
	}
	taken := []int{i}
	if b.IsSelected(i) {
		taken = b.Selected()
	}
	for _, i := range taken {
		b.dragged = append(b.dragged, b.items.Key(i))
	}
	kit.HideTip(b.self)
	return true
}

// moving returns the dragged items.
func (b *Board) moving() []int {
	var moving []int
	for _, key := range b.dragged {
		if i := b.items.Find(key); i >= 0 {
			moving = append(moving, i)
		}
	}
	return moving
}

// aim finds the gap between items nearest to the pointer.
func (b *Board) aim() {
	b.dropAt = b.shape.gapAt(b.along(b.pointer))
	if b.CanMove != nil && !b.CanMove(b.moving(), b.dropAt) {
		b.dropAt = -1
	}
	b.self.Refresh()
}

// DragEnd drops the items. Without dragged items, when the pointer moved only slightly, it is a
// click.
func (b *Board) DragEnd() {
	if b.letGoOfBar() {
		return
	}
	if b.dragged == nil {
		b.clickReleased()
		return
	}
	moved, before := b.moving(), b.dropAt
	b.endDrag()
	if len(moved) > 0 && before >= 0 && b.OnMove != nil {
		b.OnMove(moved, before)
	}
}

func (b *Board) endDrag() {
	b.edge.Stop()
	b.dragged, b.dropAt, b.pressed = nil, -1, nowhere
	b.self.Refresh()
}
