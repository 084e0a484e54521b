package board

import (
	"fyne.io/fyne/v2"

	"dossier/ui/kit"
	"dossier/ui/kit/edit"
	"dossier/ui/kit/prose"
)

// cardEditing is an [edit.Editor] in place of a card's text.
type cardEditing struct {
	editor *edit.Editor
	key    string // of the card
	hint   string // keyboard help shown below the editor
	frame  kit.Drawing
	done   func()
}

func (e *cardEditing) height() float32 {
	h := e.editor.Height()
	if e.hint != "" {
		h += prose.LineHeight
	}
	return h
}

// Edit replaces the text of card i by an editor and gives it the focus. The list follows it as it
// grows; done is called when it is removed. The card's text must follow the editor: on reload,
// the editor shows the card's text.
func (l *CardList) Edit(i int, e *edit.Editor, hint string, done func()) {
	l.EndEdit()
	if i < 0 || i >= len(l.sizes) {
		return
	}
	kit.HideTip(l)
	edit := &cardEditing{editor: e, key: l.sizes[i].key, hint: hint, done: done}
	l.edit = edit
	e.List = l
	e.OnResize = func() {
		if at := l.Editing(); l.edit == edit && at >= 0 {
			l.heights.set(at, l.heightOf(at))
			l.scrolled()
		}
	}
	e.OnReveal = func(top, bottom float32) {
		if at := l.Editing(); l.edit == edit && at >= 0 && l.Size().Height > 0 {
			bottom += editTop + kit.Gap
			if h := float32(l.heights.height(at)); h-bottom < 2*prose.LineHeight {
				bottom = h // the last line, and therefore the hint
			}
			if l.revealPart(at, editTop+top-kit.Gap, bottom) {
				l.scrolled()
			}
		}
	}
	focus := e.OnFocus
	e.OnFocus = func(on bool) {
		if l.edit == edit {
			l.scrolled()
		}
		if focus != nil {
			focus(on)
		}
	}
	e.LayOut(l.editWidth())
	l.heights.set(i, l.heightOf(i))
	l.Refresh()
	if c := kit.CanvasOf(l); c != nil {
		c.Focus(e)
	}
	e.ShowCaret()
}

// editTop is the distance of the editor from the top of its card.
const editTop = bodyTop - edit.Padding

// editWidth returns the width of the card's text, so that nothing moves when editing begins.
func (l *CardList) editWidth() float32 { return l.width }

// Editing returns the card being edited, or -1.
func (l *CardList) Editing() int {
	if l.edit == nil {
		return -1
	}
	return l.cards.Find(l.edit.key)
}

// EndEdit removes the editor, if there is one. The focus returns to the list if the editor had
// it.
func (l *CardList) EndEdit() {
	e := l.edit
	if e == nil {
		return
	}
	l.edit = nil
	if c := kit.CanvasOf(l); c != nil && c.Focused() == fyne.Focusable(e.editor) {
		c.Focus(l)
	}
	if i := l.cards.Find(e.key); i >= 0 && i < len(l.sizes) {
		l.sizes[i].exact = false
		l.sizes[i].lines = l.estimate(l.sizes[i].text, l.whole[e.key])
		l.heights.set(i, l.heightOf(i))
	}
	l.Refresh()
	if e.done != nil {
		e.done()
	}
}

// endEditElsewhere ends the edit of any card but i.
func (l *CardList) endEditElsewhere(i int) {
	if at := l.Editing(); at != i {
		l.EndEdit()
	}
}

// followEdit keeps the editor on its card after the cards have changed.
func (l *CardList) followEdit() {
	if l.edit == nil {
		return
	}
	i := l.Editing()
	if i < 0 {
		l.EndEdit()
		return
	}
	if l.sizes[i].text != l.edit.editor.Text() { // undone, or changed elsewhere
		l.edit.editor.SetText(l.sizes[i].text)
	}
}

// above adds the editor in front of its card if that is visible.
func (l *CardList) above(objects []fyne.CanvasObject) []fyne.CanvasObject {
	e := l.edit
	if e == nil {
		return objects
	}
	for _, v := range l.pool.Shown {
		if v.Key != e.key {
			continue
		}
		x, y := cardMargin+cardSide-edit.Padding, l.top(v.Index)+editTop
		size := fyne.NewSize(l.width+2*edit.Padding, e.editor.Height())
		e.frame.Begin(l)
		edge, width := kit.ColorOutline, kit.Hairline
		if e.editor.HasFocus() {
			edge, width = kit.ColorAccent, kit.FocusWidth
		}
		e.frame.Outlined(x, y, size.Width, size.Height, kit.Radius, width, kit.ColorGround, edge)
		small := kit.Face{Size: kit.SmallSize}
		e.frame.Text(kit.FitEnd(e.hint, size.Width, small), x+edit.Padding, y+size.Height, prose.LineHeight, small, kit.ColorMuted)
		e.editor.Resize(size)
		e.editor.Move(fyne.NewPos(x, y))
		e.editor.SetView(-y, l.Size().Height-y)
		return append(append(objects, e.frame.End()...), e.editor)
	}
	return objects
}
