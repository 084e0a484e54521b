package board

import (
	"fyne.io/fyne/v2"

	"dossier/ui/kit"
	"dossier/ui/kit/edit"
)

// EditTurn says where a person goes after typing into a cell.
type EditTurn int

// The turns after an edit.
const (
	EditDone EditTurn = iota // Enter, or a click elsewhere
	EditNext                 // Tab: to the next cell
	EditBack                 // Shift+Tab: to the cell before
	EditOff                  // Escape, or the row is gone: what was typed does not count
)

// editWidth is the least width of an entry over a cell.
const editWidth float32 = 240

// cellEdit is an entry that stands over a cell of a [List].
type cellEdit struct {
	entry *editEntry
	key   string // of the row
	id    int    // of the cell
	done  func(text string, turn EditTurn)
}

// EditCell has a person type a text in the place of the first active cell of row i with
// the given ID, and tells done the text. The entry goes with its row; the edit is done when
// the row is scrolled out of view, and called off when the row is gone.
func (l *List) EditCell(i, id int, text, placeholder string, done func(text string, turn EditTurn)) {
	l.endEdit(EditDone)
	if i < 0 || i >= l.view.Rows {
		return
	}
	l.view.Reveal(i)
	kit.HideTip(l)
	entry := &editEntry{mods: kit.Modifiers}
	entry.Extend(entry, placeholder, nil)
	entry.Text, entry.Closes = text, true
	entry.OnEscape = func() { l.endEdit(EditOff) }
	entry.OnSubmitted = func(string) { l.endEdit(EditDone) }
	entry.OnKey = func(ev *fyne.KeyEvent, _ fyne.KeyModifier) bool { // a row up or down is no place to go to
		return ev.Name != fyne.KeyReturn && ev.Name != fyne.KeyEnter
	}
	entry.turn = func(turn EditTurn) { l.endEdit(turn) }
	entry.OnShortcut = func(s fyne.Shortcut) bool {
		if l.OnShortcut == nil {
			return false
		}
		l.OnShortcut(s)
		return true
	}
	l.edit = &cellEdit{entry, l.rows.Key(i), id, done}
	l.Refresh()
	if c := kit.CanvasOf(l); c != nil {
		c.Focus(entry)
		entry.TypedShortcut(&fyne.ShortcutSelectAll{})
	}
}

// Editing reports whether a person types into a cell.
func (l *List) Editing() bool { return l.edit != nil }

// endEdit takes the entry away. The focus goes back to the list when the entry had it,
// before done is told, which may start the next edit.
func (l *List) endEdit(turn EditTurn) {
	e := l.edit
	if e == nil {
		return
	}
	l.edit = nil
	if c := kit.CanvasOf(l); c != nil && c.Focused() == fyne.Focusable(e.entry) {
		c.Focus(l)
	}
	l.Refresh()
	if e.done != nil {
		e.done(e.entry.Text, turn)
	}
}

// followEdit keeps an edit with its row after the rows have changed or moved.
func (l *List) followEdit() {
	if l.edit == nil {
		return
	}
	i := l.rows.Find(l.edit.key)
	switch first, last := l.view.Span(); {
	case i < 0:
		l.endEdit(EditOff)
	case i < first || i >= last:
		l.endEdit(EditDone)
	}
}

// placeEdit puts the entry over its cell, and returns it when the cell is in view.
func (l *List) placeEdit() (entry *editEntry, ok bool) {
	if l.edit == nil {
		return nil, false
	}
	for _, v := range l.pool.Shown {
		if v.Key != l.edit.key {
			continue
		}
		for k, c := range v.cells {
			if c.ID != l.edit.id || !c.active() {
				continue
			}
			right := l.Size().Width - kit.ScrollBarWidth
			width := max(v.edges[k+1]-kit.Gap-v.edges[k]+2*kit.Inset, min(editWidth, right-kit.Gap))
			x := max(kit.Gap, min(v.edges[k]-kit.Inset, right-width))
			y := l.view.Y(v.Index) + (l.view.Row-kit.ControlHeight)/2
			l.edit.entry.Resize(fyne.NewSize(width, kit.ControlHeight))
			l.edit.entry.Move(fyne.NewPos(x, max(0, min(y, l.Size().Height-kit.ControlHeight))))
			return l.edit.entry, true
		}
	}
	return nil, false
}

// editEntry is the entry over a cell: Tab is its own.
type editEntry struct {
	edit.Entry
	turn func(EditTurn)
	mods func() fyne.KeyModifier
}

// AcceptsTab is true: Tab goes to the next cell of the row.
func (e *editEntry) AcceptsTab() bool { return true }

// TypedKey takes Tab.
func (e *editEntry) TypedKey(ev *fyne.KeyEvent) {
	if ev.Name != fyne.KeyTab {
		e.Entry.TypedKey(ev)
		return
	}
	if e.mods()&fyne.KeyModifierShift != 0 {
		e.turn(EditBack)
	} else {
		e.turn(EditNext)
	}
}

// FocusLost keeps what was typed: a click elsewhere is no reason to lose it.
func (e *editEntry) FocusLost() {
	e.Entry.FocusLost()
	e.turn(EditDone)
}
