package session

import (
	"slices"
	"strings"
	"time"

	"dossier/models"
	"dossier/presets"
	"dossier/ui/project"
	"dossier/ui/session/change"
	"dossier/ui/session/message"
)

// Windows that have one project open keep what is unsaved apart from each other. What a
// window leaves when it is closed, or killed, is taken up by the next one that opens the
// project; what others left besides is offered there, until it is taken up or discarded.

// maxLeft is how many sessions are offered at most. Beyond it those saved longest ago are
// removed, which is said.
const maxLeft = 8

// leftState is what a session holds of what other windows left of the project.
type leftState struct {
	list    []presets.Left // the one saved last first
	beside  bool           // another window has the project open, and the person was not told yet
	settled []string       // by [presets.Left.ID]: taken up or discarded, which undo takes back
}

// LeftSession is what another window has left unsaved of the project.
type LeftSession struct {
	ID     string
	Saved  time.Time
	Preset project.PresetRef // that it rests on; its name is empty when there is none
	Files  []string          // the entries that were put together; none where they were saved
	Edited bool              // whether what was put together was not saved
	// Instruction is the one that was put together, where it is another one than here.
	Instruction string
	Drafts      int
	Writing     bool // whether an entry of the discussion was being written
}

// LeftSessions lists what other windows have left unsaved, the one saved last first.
func (s *Session) LeftSessions() []LeftSession {
	var out []LeftSession
	for _, left := range s.left.list {
		if slices.Contains(s.left.settled, left.ID) {
			continue
		}
		kept := left.Unsaved
		one := LeftSession{ID: left.ID, Saved: left.Saved, Edited: kept.Edited, Drafts: len(kept.Drafts), Writing: kept.Unsent != ""}
		if kept.Edited {
			one.Preset = project.PresetRef{Scope: kept.Scope, Name: kept.Preset}
			if kept.Composition.Instruction != s.comp.Instruction {
				one.Instruction = kept.Composition.Instruction
			}
			for _, item := range kept.Composition.Files {
				one.Files = append(one.Files, item.Path)
			}
		}
		out = append(out, one)
	}
	return out
}

// findLeft looks for what other windows have left, once what was unsaved here is found
// again. What holds nothing that is not here is removed.
func (s *Session) findLeft(settled []string) {
	var gone []presets.Left
	forgotten := 0
	for _, left := range s.slot.Left() {
		switch {
		case slices.Contains(settled, left.ID) || !s.wouldLose(left.Unsaved):
			gone = append(gone, left)
		case len(s.left.list) == maxLeft:
			gone = append(gone, left)
			forgotten++
		default:
			s.left.list = append(s.left.list, left)
		}
	}
	if err := s.slot.Remove(gone...); err != nil {
		s.fail(err)
	}
	if forgotten > 0 {
		s.tell(message.Count("{{.N}} unsaved sessions of long ago were removed: the newest {{.Kept}} are kept", forgotten, map[string]any{"Kept": maxLeft}))
	}
	s.left.beside = s.slot.Others() > 0
}

// BesideAnother reports whether another window had the project open when this one opened
// it, until [Session.SeenAnother].
func (s *Session) BesideAnother() bool { return s.left.beside }

// SeenAnother says that the person knows of the other window.
func (s *Session) SeenAnother() {
	s.left.beside = false
	s.notify(change.Left)
}

// wouldLose reports whether something is lost when a session that was left is removed.
func (s *Session) wouldLose(kept presets.Unsaved) bool {
	if kept.Edited && !project.SameComposition(kept.Composition, s.comp) && !project.SameComposition(kept.Composition, s.project.Kept().Project.Composition().ForMessage(kept.Composition)) {
		return true
	}
	if !strings.Contains(s.discussion.Unsent().Content, kept.Unsent) {
		return true
	}
	return slices.ContainsFunc(kept.Drafts, func(d presets.Draft) bool {
		return !s.presets.State().HasContent(models.PresetOf(d.Content, ""))
	})
}

// leftSession returns what was left, while nobody else has taken it up.
func (s *Session) leftSession(id string) (presets.Left, bool) {
	i := slices.IndexFunc(s.left.list, func(l presets.Left) bool { return l.ID == id })
	if s.project == nil || i < 0 || slices.Contains(s.left.settled, id) {
		return presets.Left{}, false
	}
	left := s.left.list[i]
	if !s.slot.StillLeft(left) {
		s.left.list = slices.Delete(slices.Clone(s.left.list), i, i+1)
		s.tell(message.New("Another window has taken it up", nil))
		s.notify(change.Left)
		return presets.Left{}, false
	}
	return left, true
}

// TakeUp puts what another window left in the place of what is put together: one step,
// which undo takes back. What was not saved here stays as a draft, and drafts that were
// left join those that there are.
func (s *Session) TakeUp(id string) {
	left, ok := s.leftSession(id)
	if !ok {
		return
	}
	kept := left.Unsaved
	s.push(message.New("take up what another window left", nil), "")
	s.presets.TakeUp(kept)
	s.settle(id)
	s.takeUnsent(kept)
	if kept.Edited {
		s.compose(kept.Composition)
	}
	s.notify(change.Presets | change.Project | change.Discussion)
	s.tellPutTogether(message.New("Took up what another window left unsaved", nil), "")
}

// takeUnsent joins an entry that was being written with the one that is being written here.
func (s *Session) takeUnsent(kept presets.Unsaved) {
	switch now := s.discussion.Unsent(); {
	case strings.Contains(now.Content, kept.Unsent):
	case now.Content == "":
		s.discussion.SetUnsent(kept.UnsentRole, kept.Unsent)
	default:
		s.discussion.SetUnsent(now.Role, now.Content+"\n\n"+kept.Unsent)
	}
}

// DiscardLeft forgets what another window left: one step, which undo takes back until the
// project is left.
func (s *Session) DiscardLeft(id string) {
	if _, ok := s.leftSession(id); !ok {
		return
	}
	s.push(message.New("discard what another window left", nil), "")
	s.settle(id)
	m := message.New("Discarded what another window left unsaved", nil)
	m.Undo = true
	s.tell(m)
}

// settle takes what was left from those that are offered.
func (s *Session) settle(id string) {
	s.setSettled(append(slices.Clone(s.left.settled), id))
}

func (s *Session) setSettled(ids []string) {
	if slices.Equal(ids, s.left.settled) {
		return
	}
	s.left.settled = ids
	s.notify(change.Left)
	s.saveSoon()
}

// removeSettled removes what was taken up, which is kept here now, and what was discarded.
func (s *Session) removeSettled() error {
	if len(s.left.settled) == 0 {
		return nil
	}
	return s.slot.Remove(slices.DeleteFunc(slices.Clone(s.left.list), func(l presets.Left) bool {
		return !slices.Contains(s.left.settled, l.ID)
	})...)
}
