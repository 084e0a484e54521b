// Package recovery offers the unsaved work of other windows on a project. Windows with the same
// project save their unsaved work separately. When a window is closed or killed, the next one that
// opens the project restores its work; the work of further windows is offered there until it is
// restored or discarded.
package recovery

import (
	"slices"
	"time"

	"dossier/presets"
	"dossier/ui/project"
	"dossier/ui/session/feature"
	"dossier/ui/session/message"
)

// Max is the maximum number of offers. Beyond it, the oldest work is removed and the user is
// notified.
const Max = 8

// Host is the subset of the session that recovery depends on.
type Host interface {
	feature.Source
	feature.Undo
	feature.Reporter
	feature.Storage

	// IsMissing reports whether the unsaved work contains something besides the composition that this window lacks.
	IsMissing(presets.Unsaved) bool
	// Recover replaces the composition by that of another window, and
	// adds its drafts.
	Recover(presets.Unsaved)
}

// Part offers the unsaved work of other windows on one project. It belongs to the session's
// goroutine.
type Part struct {
	host    Host
	list    []presets.AbandonedState // most recently saved first
	others  int                      // how many other windows have the project open
	seen    bool                     // whether the user has been notified of them
	settled []string                 // restored or discarded work by [presets.AbandonedState.ID]; undo reverts it
}

// New returns the controller for a newly opened project, or for none. It offers nothing until
// [Part.Find].
func New(host Host) *Part { return &Part{host: host} }

// Work is the unsaved work of another window.
type Work struct {
	ID     string
	Saved  time.Time
	Preset project.PresetRef // the applied preset; without a name if there is none
	Files  []string          // entries of the composition; none if they were saved
	Edited bool              // whether the composition was not saved
	// Instruction is the instruction of the composition if it differs from the current one.
	Instruction string
	Drafts      int
	Writing     bool // whether it contains the draft of a discussion entry
	Answer      bool // whether it contains a pasted answer, or texts for its edits
}

// List returns the unsaved work of other windows, most recent first.
func (p *Part) List() []Work {
	var out []Work
	for _, left := range p.list {
		if slices.Contains(p.settled, left.ID) {
			continue
		}
		kept := left.Unsaved
		one := Work{ID: left.ID, Saved: left.Saved, Edited: kept.Edited, Drafts: len(kept.Drafts), Writing: kept.Unsent != "", Answer: kept.Answer != "" || len(kept.AnswerWork.Texts)+len(kept.AnswerWork.Files) > 0}
		if kept.Edited {
			one.Preset = project.PresetRef{Scope: kept.Scope, Name: kept.Preset}
			if kept.Composition.Instruction != p.host.Composition().Instruction {
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

// Find finds the unsaved work of other windows, after that of this window is restored. It removes
// work that this window has too, and work that was restored or discarded before.
func (p *Part) Find(settled []string) {
	var gone []presets.AbandonedState
	forgotten := 0
	for _, left := range p.host.Slot().Abandoned() {
		switch {
		case slices.Contains(settled, left.ID) || !p.wouldLose(left.Unsaved):
			gone = append(gone, left)
		case len(p.list) == Max:
			gone = append(gone, left)
			forgotten++
		default:
			p.list = append(p.list, left)
		}
	}
	if err := p.host.Slot().Remove(gone...); err != nil {
		p.host.Fail(err)
	}
	if forgotten > 0 {
		p.host.Notify(message.Count("{{.N}} old unsaved sessions were removed; the newest {{.Kept}} stay", forgotten, map[string]any{"Kept": Max}))
	}
	p.others = p.host.Slot().Others()
}

// wouldLose reports whether removing unsaved work would lose something.
func (p *Part) wouldLose(kept presets.Unsaved) bool {
	saved := p.host.Project().StoredState().Composition()
	if kept.Edited && !project.SameComposition(kept.Composition, p.host.Composition()) && !project.SameComposition(kept.Composition, saved.ForMessage(kept.Composition)) {
		return true
	}
	return p.host.IsMissing(kept)
}

// OpenElsewhere reports whether the project is open in another window that the user has not been notified
// of; see [Part.MarkSeen].
func (p *Part) OpenElsewhere() bool { return p.others > 0 && !p.seen }

// SetOthers sets how many other windows have the project open now. The user has yet to be notified
// of newly opened ones.
func (p *Part) SetOthers(n int) {
	if n == p.others {
		return
	}
	p.seen = p.seen && n < p.others
	p.others = n
	p.host.Changed()
}

// MarkSeen records that the user has been notified of the other windows.
func (p *Part) MarkSeen() {
	p.seen = true
	p.host.Changed()
}

// find returns unsaved work, unless another window has restored it.
func (p *Part) find(id string) (presets.AbandonedState, bool) {
	i := slices.IndexFunc(p.list, func(l presets.AbandonedState) bool { return l.ID == id })
	if i < 0 || slices.Contains(p.settled, id) {
		return presets.AbandonedState{}, false
	}
	left := p.list[i]
	if !p.host.Slot().IsAbandoned(left) {
		p.list = slices.Delete(slices.Clone(p.list), i, i+1)
		p.host.Notify(message.New("Another window has resumed it", nil))
		p.host.Changed()
		return presets.AbandonedState{}, false
	}
	return left, true
}

// Recover replaces the composition by the unsaved work of another window, in one undo step. Unsaved
// work of this window becomes a draft, and drafts are added to the existing ones.
func (p *Part) Recover(id string) {
	left, ok := p.find(id)
	if !ok {
		return
	}
	p.host.Record(message.New("take over the unsaved work of another window", nil))
	p.settle(id)
	p.host.Recover(left.Unsaved)
	p.host.NotifyComposed(func(int) message.Message {
		return message.New("Resumed the unsaved work of another window", nil)
	}, "")
}

// Discard discards the unsaved work of another window, in one undo step, which can be undone until
// the project is closed.
func (p *Part) Discard(id string) {
	if _, ok := p.find(id); !ok {
		return
	}
	p.host.Record(message.New("discard the unsaved work of another window", nil))
	p.settle(id)
	m := message.New("Discarded the unsaved work of another window", nil)
	m.Undo = true
	p.host.Notify(m)
}

// settle removes unsaved work from the offers.
func (p *Part) settle(id string) { p.SetSettled(append(slices.Clone(p.settled), id)) }

// Settled returns the restored and discarded work by [presets.AbandonedState.ID]. The caller must not modify
// the slice.
func (p *Part) Settled() []string { return p.settled }

// SetSettled sets the restored and discarded work, for undo and redo.
func (p *Part) SetSettled(ids []string) {
	if slices.Equal(ids, p.settled) {
		return
	}
	p.settled = ids
	p.host.Changed()
	p.host.SaveSoon()
}

// RemoveSettled deletes the restored work, which is now saved here, and the discarded work.
func (p *Part) RemoveSettled() error {
	if len(p.settled) == 0 {
		return nil
	}
	return p.host.Slot().Remove(slices.DeleteFunc(slices.Clone(p.list), func(l presets.AbandonedState) bool {
		return !slices.Contains(p.settled, l.ID)
	})...)
}
