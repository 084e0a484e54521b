package session

import (
	"slices"

	"dossier/models"
	"dossier/ui/project"
	"dossier/ui/session/message"
)

// moment is all that steps change.
type moment struct {
	comp    models.Composition
	talk    models.Discussions
	presets presetMoment
	settled []string // of what other windows left
}

// step is one change of the composition, or of the discussions, that undo takes back.
type step struct {
	label message.Message // what was done, for menus and toasts
	// topic joins changes of one kind that follow each other, such as the letters
	// typed into the instruction; empty: never joined.
	topic string
	talks bool      // whether the discussions were changed, and not the composition
	deed  *doneDeed // what was done to the files of presets, and not to the composition
	files *fileMove // the snapshots that were deleted, when nothing else was changed
	was   moment    // before; only what was changed counts
}

// undoStack keeps every composition of the session, without a limit: an entry shares all
// that did not change with its neighbours. Of discussions it keeps as many as
// [maxTalkEntries] allows.
type undoStack struct {
	past, future []step
	turn         int // changes with whatever undo would do
}

// push records a change. What could be redone is forgotten.
func (u *undoStack) push(s step) {
	u.future = nil
	u.turn++
	if n := len(u.past); n > 0 && s.topic != "" && u.past[n-1].topic == s.topic {
		return
	}
	u.past = append(u.past, s)
	if s.talks {
		u.trimTalk()
	}
}

// maxTalkEntries bounds the entries that steps of discussions hold on to, at about 72
// bytes each beside their texts, which steps share: a hundred steps in a discussion of ten
// thousand entries, and ten thousand in one of a hundred.
const maxTalkEntries = 1_000_000

// trimTalk drops the oldest steps of discussions when they hold too much.
func (u *undoStack) trimTalk() {
	held := 0
	for i, s := range slices.Backward(u.past) {
		if !s.talks {
			continue
		}
		d, _ := s.was.talk.Current()
		if held += len(d.History); held > maxTalkEntries {
			older := slices.DeleteFunc(u.past[:i+1], func(s step) bool { return s.talks })
			u.past = slices.Concat(older, u.past[i+1:])
			return
		}
	}
}

// retract drops the last step where what is typed on in it leads back to the discussions
// before it, so that there is nothing left to undo. It reports whether it did.
func (u *undoStack) retract(topic string, next models.Discussions) bool {
	n := len(u.past)
	if n == 0 || topic == "" || u.past[n-1].topic != topic || !u.past[n-1].was.talk.Equal(next) {
		return false
	}
	u.past, u.future = u.past[:n-1], nil
	u.turn++
	return true
}

// undo returns how it was before the last change, and what was changed; now is kept for
// redo.
func (u *undoStack) undo(now moment) (moment, step, bool) {
	u.turn++
	return shift(&u.past, &u.future, now)
}

// redo returns what undo left.
func (u *undoStack) redo(now moment) (moment, step, bool) {
	u.turn++
	return shift(&u.future, &u.past, now)
}

func shift(from, to *[]step, now moment) (moment, step, bool) {
	n := len(*from)
	if n == 0 {
		return now, step{}, false
	}
	s := (*from)[n-1]
	*from = (*from)[:n-1]
	*to = append(*to, step{label: s.label, talks: s.talks, deed: s.deed, files: s.files, was: now})
	if n > 1 {
		(*from)[n-2].topic = "" // what follows now is a change of its own
	}
	switch {
	case s.files != nil:
	case s.talks:
		now.talk = s.was.talk
	case s.deed != nil:
		now.presets = s.was.presets
	default:
		now.comp, now.presets, now.settled = s.was.comp, s.was.presets, s.was.settled
	}
	return now, s, true
}

// forgetTalk drops the steps of the discussions, which rest on others than there are
// now.
func (u *undoStack) forgetTalk() {
	ofTalk := func(s step) bool { return s.talks }
	u.turn++
	u.past, u.future = slices.DeleteFunc(u.past, ofTalk), slices.DeleteFunc(u.future, ofTalk)
}

// forget drops the step of a deed that could not be taken back.
func (u *undoStack) forget(d *doneDeed) {
	ofDeed := func(s step) bool { return s.deed == d }
	u.turn++
	u.past, u.future = slices.DeleteFunc(u.past, ofDeed), slices.DeleteFunc(u.future, ofDeed)
}

// renamePreset gives a preset its new name in every step.
func (u *undoStack) renamePreset(from, to project.PresetRef) {
	for _, list := range [][]step{u.past, u.future} {
		for i := range list {
			list[i].was.presets = list[i].was.presets.renamed(from, to)
		}
	}
}

// addDraft puts a draft that came from elsewhere into every step, so that none takes it
// away.
func (u *undoStack) addDraft(of project.PresetRef, content models.Preset) {
	for _, list := range [][]step{u.past, u.future} {
		for i := range list {
			list[i].was.presets = list[i].was.presets.beside(of, content)
		}
	}
}

// next names what undo and redo would do; without a text when there is nothing.
func (u *undoStack) next() (undo, redo message.Message) {
	if n := len(u.past); n > 0 {
		undo = u.past[n-1].label
	}
	if n := len(u.future); n > 0 {
		redo = u.future[n-1].label
	}
	return undo, redo
}
