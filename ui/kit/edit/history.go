package edit

import (
	"unicode/utf8"

	"fyne.io/fyne/v2"

	"dossier/ui/kit"
)

// change is an undo step: at an offset, old was replaced by new.
type change struct {
	at            int
	old, new      string
	caret, anchor int // before the change
}

// history holds the steps to undo and redo. It stores changes rather than whole texts, so it has
// no limit.
type history struct {
	past, future []change
	sealed       bool // the next letter begins a new step
}

// push records a change. A letter typed or erased next to the previous one is merged into its
// step.
func (h *history) push(c change, typed bool) {
	h.future = nil
	if n := len(h.past); typed && !h.sealed && n > 0 {
		switch last := &h.past[n-1]; {
		case c.old == "" && last.new != "" && c.at == last.at+len(last.new): // continued typing
			last.new += c.new
			return
		case c.new == "" && last.new == "" && c.at+len(c.old) == last.at: // continued erasing to the left
			last.at, last.old = c.at, c.old+last.old
			return
		case c.new == "" && last.new == "" && c.at == last.at && utf8.RuneCountInString(c.old) == 1: // erasing to the right
			last.old += c.old
			return
		}
	}
	h.past = append(h.past, c)
	h.sealed = !typed
}

// pause makes the next letter begin a new step.
func (h *history) pause() { h.sealed = true }

func (h *history) undo() (change, bool) {
	h.sealed = true
	return pass(&h.past, &h.future)
}

func (h *history) redo() (change, bool) {
	h.sealed = true
	return pass(&h.future, &h.past)
}

func pass(from, to *[]change) (change, bool) {
	n := len(*from)
	if n == 0 {
		return change{}, false
	}
	c := (*from)[n-1]
	*from = (*from)[:n-1]
	*to = append(*to, c)
	return c, true
}

// lastEdit is the [kit.UndoVersion] after the last change of a text by its widget. Undo and redo in a text are for what
// was done last: if something else was done in the window since, they are passed on to the window.
type lastEdit struct{ version int }

// made records a change.
func (l *lastEdit) made(w fyne.CanvasObject) { l.version = kit.UndoVersion(w) }

// isLast reports whether nothing else was done in the window since the last change.
func (l *lastEdit) isLast(w fyne.CanvasObject) bool { return l.version == kit.UndoVersion(w) }
