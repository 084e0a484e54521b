package kit

import (
	"fyne.io/fyne/v2"
)

// cardEditing is an [Editor] in the place of a card's text.
type cardEditing struct {
	editor *Editor
	key    string // of the card
	hint   string // under the editor: what the keys do
	frame  sketch
	done   func()
}

func (e *cardEditing) height() float32 {
	h := e.editor.height()
	if e.hint != "" {
		h += lineHeight
	}
	return h
}

// Edit puts an editor in the place of the text of card i, and gives it the focus. The
// list follows it as it grows; done is told when it is gone. The text of the card has to
// follow the editor: what the card holds at a reload is what the editor shows.
func (l *CardList) Edit(i int, e *Editor, hint string, done func()) {
	l.EndEdit()
	if i < 0 || i >= len(l.sizes) {
		return
	}
	hideTip(l)
	edit := &cardEditing{editor: e, key: l.sizes[i].key, hint: hint, done: done}
	l.edit = edit
	e.resized = func() {
		if at := l.Editing(); l.edit == edit && at >= 0 {
			l.tower.set(at, l.heightOf(at))
			l.scrolled()
		}
	}
	e.revealed = func(top, bottom float32) {
		if at := l.Editing(); l.edit == edit && at >= 0 && l.Size().Height > 0 {
			bottom += editTop + Gap
			if h := float32(l.tower.height(at)); h-bottom < 2*lineHeight {
				bottom = h // the last line, and with it the hint
			}
			if l.revealPart(at, editTop+top-Gap, bottom) {
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
	e.layIn(l.editWidth())
	l.tower.set(i, l.heightOf(i))
	l.Refresh()
	if c := canvasOf(l); c != nil {
		c.Focus(e)
	}
	e.show()
}

// editTop is where the editor begins, below the top of its card.
const editTop = bodyTop - editorPad

// editWidth is that of the card's text, so that nothing moves when writing begins.
func (l *CardList) editWidth() float32 { return l.width }

// Editing returns the card that is being written, or -1.
func (l *CardList) Editing() int {
	if l.edit == nil {
		return -1
	}
	return l.cards.Find(l.edit.key)
}

// EndEdit takes the editor away, if there is one. The focus goes back to the list when
// the editor had it.
func (l *CardList) EndEdit() {
	e := l.edit
	if e == nil {
		return
	}
	l.edit = nil
	if c := canvasOf(l); c != nil && c.Focused() == fyne.Focusable(e.editor) {
		c.Focus(l)
	}
	if i := l.cards.Find(e.key); i >= 0 && i < len(l.sizes) {
		l.sizes[i].exact = false
		l.sizes[i].lines = l.estimate(l.sizes[i].text, l.whole[e.key])
		l.tower.set(i, l.heightOf(i))
	}
	l.Refresh()
	if e.done != nil {
		e.done()
	}
}

// endEditElsewhere ends an edit of another card than i.
func (l *CardList) endEditElsewhere(i int) {
	if at := l.Editing(); at != i {
		l.EndEdit()
	}
}

// followEdit keeps an edit with its card after the cards have changed.
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

// above puts the editor over its card, when that is in view.
func (l *CardList) above(objects []fyne.CanvasObject) []fyne.CanvasObject {
	e := l.edit
	if e == nil {
		return objects
	}
	for _, v := range l.pool.shown {
		if v.key != e.key {
			continue
		}
		x, y := cardMargin+cardSide-editorPad, l.top(v.index)+editTop
		size := fyne.NewSize(l.width+2*editorPad, e.editor.height())
		e.frame.begin(l)
		edge, width := ColorOutline, Hairline
		if e.editor.HasFocus() {
			edge, width = ColorAccent, focusWidth
		}
		e.frame.outlined(x, y, size.Width, size.Height, Radius, width, ColorGround, edge)
		small := face{size: SmallSize}
		e.frame.text(fitEnd(e.hint, size.Width, small), x+editorPad, y+size.Height, lineHeight, small, ColorMuted)
		e.editor.Resize(size)
		e.editor.Move(fyne.NewPos(x, y))
		e.editor.window(-y, l.Size().Height-y)
		return append(append(objects, e.frame.end()...), e.editor)
	}
	return objects
}
