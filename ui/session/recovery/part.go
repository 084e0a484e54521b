// Package recovery is what other windows have left unsaved of a project. Windows that have one
// project open keep what is unsaved apart from each other. What a window leaves when it is
// closed, or killed, is taken up by the next one that opens the project; what others left
// besides is offered there, until it is taken up or discarded.
package recovery

import (
	"slices"
	"strings"
	"time"

	"dossier/models"
	"dossier/presets"
	"dossier/ui/project"
	"dossier/ui/session/message"
)

// Max is how many are offered at most. Beyond it those saved longest ago are removed, which
// is said.
const Max = 8

// Host is what a part needs of the session that it is of.
type Host interface {
	// Project is the one that is open; nil when none is.
	Project() *project.Project
	// Slot is where what is unsaved here is kept, beside what others left.
	Slot() *presets.Slot
	// Composition is what is put together, and HasDraft reports whether a draft of presets
	// holds just this.
	Composition() models.Composition
	HasDraft(content models.Preset) bool
	// Unsent is the entry that the user is writing, and SetUnsent puts another in its place.
	Unsent() models.Entry
	SetUnsent(role, content string)
	// Record begins a undo step, and TakeUp puts a composition that was left in the place
	// of the one here, and its drafts beside those here.
	Record(label message.Message)
	TakeUp(presets.Unsaved)
	// SaveSoon keeps what is unsaved within a second.
	SaveSoon()
	// Changed is told that something else is offered.
	Changed()
	Tell(message.Message)
	// TellComposed shows the message done about another composition, given its number of files,
	// or which of them are missing.
	TellComposed(done func(files int) message.Message, name string)
	Fail(error)
}

// Part is what other windows have left of one project. It belongs to the session's goroutine.
type Part struct {
	host    Host
	list    []presets.Left // the one saved last first
	others  int            // how many other windows have the project open
	seen    bool           // whether the user knows of them
	settled []string       // by [presets.Left.ID]: taken up or discarded, which undo takes back
}

// New returns the part of a project that was just opened, or of none. It offers nothing until
// [Part.Find].
func New(host Host) *Part { return &Part{host: host} }

// Work is what another window has left unsaved.
type Work struct {
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

// List returns what other windows have left unsaved, the one saved last first.
func (p *Part) List() []Work {
	var out []Work
	for _, left := range p.list {
		if slices.Contains(p.settled, left.ID) {
			continue
		}
		kept := left.Unsaved
		one := Work{ID: left.ID, Saved: left.Saved, Edited: kept.Edited, Drafts: len(kept.Drafts), Writing: kept.Unsent != ""}
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

// Find looks for what other windows have left, once what was unsaved here is found again.
// What holds nothing that is not here is removed, and so is what was settled here before.
func (p *Part) Find(settled []string) {
	var gone []presets.Left
	forgotten := 0
	for _, left := range p.host.Slot().Left() {
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
		p.host.Tell(message.Count("{{.N}} unsaved sessions of long ago were removed: the newest {{.Kept}} are kept", forgotten, map[string]any{"Kept": Max}))
	}
	p.others = p.host.Slot().Others()
}

// wouldLose reports whether something is lost when what was left is removed.
func (p *Part) wouldLose(kept presets.Unsaved) bool {
	saved := p.host.Project().Kept().Composition()
	if kept.Edited && !project.SameComposition(kept.Composition, p.host.Composition()) && !project.SameComposition(kept.Composition, saved.ForMessage(kept.Composition)) {
		return true
	}
	if !strings.Contains(p.host.Unsent().Content, kept.Unsent) {
		return true
	}
	return slices.ContainsFunc(kept.Drafts, func(d presets.Draft) bool {
		return !p.host.HasDraft(models.PresetOf(d.Content, ""))
	})
}

// Beside reports whether another window has the project open that the user does not know of; see
// [Part.Seen].
func (p *Part) Beside() bool { return p.others > 0 && !p.seen }

// SetOthers sets how many other windows have the project open now. The user does not know of one
// that has opened it since.
func (p *Part) SetOthers(n int) {
	if n == p.others {
		return
	}
	p.seen = p.seen && n < p.others
	p.others = n
	p.host.Changed()
}

// Seen says that the user knows of the other windows.
func (p *Part) Seen() {
	p.seen = true
	p.host.Changed()
}

// find returns what was left, while nobody else has taken it up.
func (p *Part) find(id string) (presets.Left, bool) {
	i := slices.IndexFunc(p.list, func(l presets.Left) bool { return l.ID == id })
	if i < 0 || slices.Contains(p.settled, id) {
		return presets.Left{}, false
	}
	left := p.list[i]
	if !p.host.Slot().StillLeft(left) {
		p.list = slices.Delete(slices.Clone(p.list), i, i+1)
		p.host.Tell(message.New("Another window has taken it up", nil))
		p.host.Changed()
		return presets.Left{}, false
	}
	return left, true
}

// TakeUp puts what another window left in the place of what is put together: one step,
// which undo takes back. What was not saved here stays as a draft, and drafts that were
// left join those that there are.
func (p *Part) TakeUp(id string) {
	left, ok := p.find(id)
	if !ok {
		return
	}
	p.host.Record(message.New("take up what another window left", nil))
	p.settle(id)
	p.joinUnsent(left.Unsaved)
	p.host.TakeUp(left.Unsaved)
	p.host.TellComposed(func(int) message.Message {
		return message.New("Took up what another window left unsaved", nil)
	}, "")
}

// joinUnsent joins an entry that was being written with the one that is being written here.
func (p *Part) joinUnsent(kept presets.Unsaved) {
	switch now := p.host.Unsent(); {
	case strings.Contains(now.Content, kept.Unsent):
	case now.Content == "":
		p.host.SetUnsent(kept.UnsentRole, kept.Unsent)
	default:
		p.host.SetUnsent(now.Role, now.Content+"\n\n"+kept.Unsent)
	}
}

// Discard forgets what another window left: one step, which undo takes back until the
// project is closed.
func (p *Part) Discard(id string) {
	if _, ok := p.find(id); !ok {
		return
	}
	p.host.Record(message.New("discard what another window left", nil))
	p.settle(id)
	m := message.New("Discarded what another window left unsaved", nil)
	m.Undo = true
	p.host.Tell(m)
}

// settle takes what was left from those that are offered.
func (p *Part) settle(id string) { p.SetSettled(append(slices.Clone(p.settled), id)) }

// Settled lists what was taken up or discarded, by [presets.Left.ID]. The caller must not
// change the slice.
func (p *Part) Settled() []string { return p.settled }

// SetSettled takes back, or makes again, what was taken up or discarded.
func (p *Part) SetSettled(ids []string) {
	if slices.Equal(ids, p.settled) {
		return
	}
	p.settled = ids
	p.host.Changed()
	p.host.SaveSoon()
}

// RemoveSettled removes what was taken up, which is kept here now, and what was discarded.
func (p *Part) RemoveSettled() error {
	if len(p.settled) == 0 {
		return nil
	}
	return p.host.Slot().Remove(slices.DeleteFunc(slices.Clone(p.list), func(l presets.Left) bool {
		return !slices.Contains(p.settled, l.ID)
	})...)
}
