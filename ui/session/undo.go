package session

import "dossier/models"

// step is one change of the composition that undo takes back.
type step struct {
	label string // what was done, for menus and toasts
	was   models.Composition
	// topic joins changes of one kind that follow each other, such as the letters
	// typed into the instruction; empty: never joined.
	topic string
}

// undoStack keeps every composition of the session. It has no limit: an entry
// shares all that did not change with its neighbours.
type undoStack struct {
	past, future []step
}

// push records that now was changed by label. What could be redone is forgotten.
func (u *undoStack) push(label, topic string, was models.Composition) {
	u.future = nil
	if n := len(u.past); n > 0 && topic != "" && u.past[n-1].topic == topic {
		return
	}
	u.past = append(u.past, step{label, was, topic})
}

// undo returns the composition before the last change; now is kept for redo.
func (u *undoStack) undo(now models.Composition) (models.Composition, string, bool) {
	return shift(&u.past, &u.future, now)
}

// redo returns the composition that undo left.
func (u *undoStack) redo(now models.Composition) (models.Composition, string, bool) {
	return shift(&u.future, &u.past, now)
}

func shift(from, to *[]step, now models.Composition) (models.Composition, string, bool) {
	n := len(*from)
	if n == 0 {
		return now, "", false
	}
	s := (*from)[n-1]
	*from = (*from)[:n-1]
	*to = append(*to, step{s.label, now, ""})
	if n > 1 {
		(*from)[n-2].topic = "" // what follows now is a change of its own
	}
	return s.was, s.label, true
}

// next names what undo and redo would do; empty when there is nothing.
func (u *undoStack) next() (undo, redo string) {
	if n := len(u.past); n > 0 {
		undo = u.past[n-1].label
	}
	if n := len(u.future); n > 0 {
		redo = u.future[n-1].label
	}
	return undo, redo
}
