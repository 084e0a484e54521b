package board

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"

	"dossier/ui/kit"
	"dossier/ui/kit/edit"
)

// EditTurn is how an edit of a cell ended.
type EditTurn int

// Ways to end an edit.
const (
	EditDone EditTurn = iota // Enter, or a click elsewhere
	EditNext                 // Tab: to the next cell
	EditBack                 // Shift+Tab: to the previous cell
	EditOff                  // Escape, or the row was removed: the text is discarded
)

// editWidth is the minimum width of an entry over a cell.
const editWidth float32 = 240

// cellEdit is an entry over a cell of a [List].
type cellEdit struct {
	entry *editEntry
	key   string // of the row
	id    int    // of the cell
	done  func(text string, turn EditTurn)
}

// EditCell opens an entry over the first active cell of row i with the given ID, and calls done
// with the text. The entry moves with its row; the edit ends when the row is scrolled out of
// view, and is cancelled if the row is removed.
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
	entry.OnKey = func(ev *fyne.KeyEvent, _ fyne.KeyModifier) bool { // Up and Down do not move to other rows
		return ev.Name != fyne.KeyReturn && ev.Name != fyne.KeyEnter
	}
	entry.turn = func(turn EditTurn) { l.endEdit(turn) }
	entry.OnShortcut = func(s fyne.Shortcut) bool {
		if _, command := s.(*desktop.CustomShortcut); !command || l.OnShortcut == nil {
			return false // undo is that of the text
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

// Editing reports whether a cell is being edited.
func (l *List) Editing() bool { return l.edit != nil }

// endEdit removes the entry. The focus returns to the list if the entry had it, before done is
// called, which may start the next edit.
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

// followEdit keeps the entry on its row after the rows have changed or moved.
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

// placeEdit positions the entry over its cell, and returns it if the cell is visible.
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

// editEntry is the entry over a cell, which handles Tab itself.
type editEntry struct {
	edit.Entry
	turn func(EditTurn)
	mods func() fyne.KeyModifier
}

// AcceptsTab returns true: Tab moves to the next cell of the row.
func (e *editEntry) AcceptsTab() bool { return true }

// TypedKey handles Tab.
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

// FocusLost accepts the text, so that a click elsewhere does not lose it.
func (e *editEntry) FocusLost() {
	e.Entry.FocusLost()
	e.turn(EditDone)
}
