package discussion

import (
	"context"
	"errors"
	"fmt"
	"time"

	"dossier/aggregate/text"
	"dossier/models"
	"dossier/presets"
	"dossier/ui/session/message"
	"dossier/ui/session/undo"
)

// Discussions are stored about a second after each change: first as a journal in the
// person's state folder, where nothing can be in the way, then in the project's file, where
// they are merged with what another program has changed, after which the journal goes. Where
// the file is not to be written, or cannot be, the journal stays.

// delay is how long a change may be in memory only: long enough to join the letters of a
// word into one write.
const delay = time.Second

// save is one save of the discussions.
type save struct {
	mine    models.Discussions    // what is saved
	left    []presets.LeftJournal // what mine holds of other windows
	slot    *presets.Slot
	next    *presets.History // the file as it was known, and after a save as it is
	err     error            // why the file was not written
	journal error            // why the journal was not kept
}

// Restore begins with the discussions of the project, and with what was not
// stored when the program ended.
func (p *Part) Restore() {
	history := p.host.Project().Kept().History
	p.file = history
	p.now, p.left = history.Discussions, p.host.Slot().LeftJournals()
	next := history.Discussions
	var forks []models.Fork
	take := func(j presets.Journal) {
		switch {
		case j.Discussions.Equal(next):
		case j.Base == history.Digest() && next.Equal(history.Discussions):
			next = j.Discussions
		default:
			var forked []models.Fork
			next, forked = models.JoinDiscussions(j.Discussions, next)
			forks = append(forks, forked...)
		}
	}
	if own, ok := p.host.Slot().Journal(); ok {
		take(own)
	}
	for _, left := range p.left {
		take(left.Journal)
	}
	if next.Equal(p.now) {
		if err := p.host.Slot().ForgetJournals(p.left); err != nil {
			p.host.Fail(err)
		}
		p.left = nil
		return
	}
	p.now, p.journalled = next, true
	p.host.Tell(message.New("What was not saved of the discussions is here again", nil))
	p.tellForks(forks)
}

// tellForks says which discussions are there twice.
func (p *Part) tellForks(forks []models.Fork) {
	for _, f := range forks {
		p.host.Tell(message.New("{{.Name}} was changed elsewhere too: what you had is kept as {{.As}}", map[string]any{"Name": text.Escape(f.Name), "As": text.Escape(f.As)}))
	}
}

// Reload takes in the discussions after they changed on disk, once what is being stored is.
// Steps that rest on others than are shown then cannot be taken back any more.
func (p *Part) Reload() {
	p.saving.Start(func() func(context.Context) func() {
		p.reload()
		return nil
	})
}

func (p *Part) reload() {
	before, opened := p.file, p.host.Project()
	opened.LoadHistory()
	after := opened.Kept().History
	p.file = after
	if after == before || after.Digest() == before.Digest() && after.Path() == before.Path() {
		return
	}
	base := before.Discussions
	if errors.Is(before.ReadOnly(), presets.ErrForeign) && !after.Exists() {
		base = models.Discussions{} // what the other program's file holds goes into one of ours
	}
	p.join(base, after.Discussions)
	p.storeSoon()
}

// join joins what is shown, which was made of base, with what the file holds.
func (p *Part) join(base, theirs models.Discussions) {
	next, forks := models.MergeDiscussions(base, p.now, theirs)
	if next.Equal(p.now) {
		return
	}
	p.now = next
	p.host.Forget(func(s undo.State) bool { _, is := s.(state); return is }) // they rest on others
	p.tellForks(forks)
	p.host.Changed()
}

// storeSoon stores the discussions within a second, when they are not what the file holds.
func (p *Part) storeSoon() {
	if !p.waiting.Waiting() && p.host.Project() != nil {
		p.waiting.Start(p.Delay, p.store)
	}
}

// store stores the discussions beside the window, one save after the other.
func (p *Part) store() {
	p.waiting.Stop()
	p.saving.Start(func() func(context.Context) func() {
		if p.now.Equal(p.file.Discussions) && !p.journalled {
			return nil // the file holds it all
		}
		this := &save{mine: p.now, left: p.left, slot: p.host.Slot(), next: p.file}
		p.journalled = true // until it is known that there is none
		return func(context.Context) func() {
			this.run()
			return func() { p.saved(this) }
		}
	})
}

// Storing reports whether a change is still to be stored, or is being stored.
func (p *Part) Storing() bool { return p.waiting.Waiting() || p.saving.Busy() }

// Finish stores the discussions before it returns. The error says why they are nowhere.
func (p *Part) Finish() error {
	if p.host.Project() == nil {
		return nil
	}
	p.lost = nil
	p.store()
	p.saving.Finish()
	p.waiting.Stop()
	return p.lost
}

// run saves. It cannot be cancelled: a text that was typed is worth a few milliseconds at
// the end.
func (s *save) run() {
	ctx := context.Background()
	history := s.next
	if !s.mine.Equal(history.Discussions) {
		s.journal = s.slot.KeepJournal(ctx, presets.Journal{Base: history.Digest(), Discussions: s.mine})
		s.next, s.err = history.Save(ctx, func(d *models.Discussions) { *d = s.mine })
	}
	if s.err == nil {
		s.journal = s.slot.ForgetJournal()
	}
	if s.err == nil || s.journal == nil {
		s.journal = errors.Join(s.journal, s.slot.ForgetJournals(s.left))
	}
}

// saved takes in what came of a save.
func (p *Part) saved(s *save) {
	p.left, p.lost = nil, s.journal
	p.journalled = s.err != nil || s.journal != nil
	if s.err != nil {
		p.sayUnsaved(s)
	} else {
		p.said = ""
		p.file = s.next
		p.host.Project().SetHistory(s.next)
		p.tellForks(s.next.Forks)
		if p.now.Equal(s.mine) && s.next.Discussions.Equal(s.mine) {
			p.now = s.next.Discussions // in the order of the file
		} else {
			p.join(s.mine, s.next.Discussions)
			p.host.Rebuild()
		}
	}
	if !p.now.Equal(s.mine) {
		p.storeSoon()
	}
}

// sayUnsaved says once why the discussions are not in their file.
func (p *Part) sayUnsaved(s *save) {
	m := message.New("The discussion is kept on this computer only: {{.Problem}}", map[string]any{"Problem": s.err.Error()})
	if s.journal != nil {
		m = message.New("The discussion is not saved: {{.Problem}}", map[string]any{"Problem": s.journal.Error()})
	}
	if said := fmt.Sprint(m.Text, m.Fields); said != p.said {
		p.said = said
		p.host.Tell(m)
	}
}
