package session

import (
	"context"
	"errors"
	"fmt"
	"time"

	"dossier/aggregate/text"
	"dossier/models"
	"dossier/presets"
	"dossier/ui/session/change"
	"dossier/ui/session/jobs"
	"dossier/ui/session/message"
	"dossier/ui/session/undo"
)

// Discussions are stored about a second after each change: first as a journal in the
// person's state folder, where nothing can be in the way, then in the project's file, where
// they are merged with what another program has changed, after which the journal goes. Where
// the file is not to be written, or cannot be, the journal stays.

// storing is one save of the discussions.
type storing struct {
	mine    models.Discussions    // what is saved
	left    []presets.LeftJournal // what mine holds of other windows
	next    *presets.History      // the file as it was known, and after a save as it is
	err     error                 // why the file was not written
	journal error                 // why the journal was not kept
	done    chan struct{}         // closed once all this is known
}

// restoreDiscussions begins with the discussions of the project, and with what was not
// stored when the program ended.
func (s *Session) restoreDiscussions() {
	history := s.project.Kept().History
	s.talk.file = history
	s.talk.now, s.talk.left = history.Discussions, s.slot.LeftJournals()
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
	if own, ok := s.slot.Journal(); ok {
		take(own)
	}
	for _, left := range s.talk.left {
		take(left.Journal)
	}
	if next.Equal(s.talk.now) {
		if err := s.slot.ForgetJournals(s.talk.left); err != nil {
			s.fail(err)
		}
		s.talk.left = nil
		return
	}
	s.talk.now, s.talk.journalled = next, true
	s.tell(message.New("What was not saved of the discussions is here again", nil))
	s.tellForks(forks)
}

// tellForks says which discussions are there twice.
func (s *Session) tellForks(forks []models.Fork) {
	for _, f := range forks {
		s.tell(message.New("{{.Name}} was changed elsewhere too: what you had is kept as {{.As}}", map[string]any{"Name": text.Escape(f.Name), "As": text.Escape(f.As)}))
	}
}

// reloadDiscussions takes in the discussions after they changed on disk. Steps that rest
// on others than are shown then cannot be taken back any more.
func (s *Session) reloadDiscussions() {
	if s.talk.storing != nil {
		s.talk.missed = true // most likely it is what is being stored
		return
	}
	before := s.talk.file
	s.project.LoadHistory()
	after := s.project.Kept().History
	s.talk.file = after
	if after == before || after.Digest() == before.Digest() && after.Path() == before.Path() {
		return
	}
	base := before.Discussions
	if errors.Is(before.ReadOnly(), presets.ErrForeign) && !after.Exists() {
		base = models.Discussions{} // what the other program's file holds goes into one of ours
	}
	s.takeDiscussions(base, after.Discussions)
	s.storeSoon()
}

// takeDiscussions joins what is shown, which was made of base, with what the file holds.
func (s *Session) takeDiscussions(base, theirs models.Discussions) {
	next, forks := models.MergeDiscussions(base, s.talk.now, theirs)
	if next.Equal(s.talk.now) {
		return
	}
	s.talk.now = next
	s.undo.Forget(func(state undo.State) bool { _, is := state.(said); return is }) // they rest on others
	s.tellForks(forks)
	s.notify(change.Discussion)
}

// storeSoon stores the discussions within a second, when they are not what the file holds.
func (s *Session) storeSoon() {
	if s.talk.timer == nil && s.project != nil {
		s.talk.timer = time.AfterFunc(s.storeDelay, func() { s.Do(s.storeDiscussions) })
	}
}

// storeDiscussions stores the discussions beside the window, one save after the other.
func (s *Session) storeDiscussions() {
	s.stopStoring()
	if s.project == nil || s.talk.storing != nil {
		return // stored looks again
	}
	run := s.newStoring()
	if run == nil {
		return
	}
	s.talk.storing = run
	store := s.storer(run)
	s.work.Go(func() {
		defer func() {
			if p := recover(); p != nil {
				run.err = jobs.PanicError(p)
			}
			close(run.done)
			s.Do(func() { s.stored(run) })
		}()
		store()
	})
}

func (s *Session) stopStoring() {
	if s.talk.timer != nil {
		s.talk.timer.Stop()
		s.talk.timer = nil
	}
}

// newStoring returns what is to be stored; nil when the file holds it all.
func (s *Session) newStoring() *storing {
	if s.talk.now.Equal(s.talk.file.Discussions) && !s.talk.journalled {
		return nil
	}
	return &storing{mine: s.talk.now, left: s.talk.left, next: s.talk.file, done: make(chan struct{})}
}

// storer returns what does a save. It cannot be cancelled: a text that was typed is worth
// a few milliseconds at the end.
func (s *Session) storer(run *storing) func() {
	slot := s.slot
	return func() {
		ctx := context.Background()
		history := run.next
		if !run.mine.Equal(history.Discussions) {
			run.journal = slot.KeepJournal(ctx, presets.Journal{Base: history.Digest(), Discussions: run.mine})
			run.next, run.err = history.Save(ctx, func(d *models.Discussions) { *d = run.mine })
		}
		if run.err == nil {
			run.journal = slot.ForgetJournal()
		}
		if run.err == nil || run.journal == nil {
			run.journal = errors.Join(run.journal, slot.ForgetJournals(run.left))
		}
	}
}

// stored takes in what came of a save.
func (s *Session) stored(run *storing) {
	if s.talk.storing != run {
		return // taken in already, or of a project that was closed
	}
	s.talk.storing, s.talk.left = nil, nil
	s.talk.journalled = run.err != nil || run.journal != nil
	if run.err != nil {
		s.sayUnsaved(run)
	} else {
		s.talk.said = ""
		s.talk.file = run.next
		s.project.SetHistory(run.next)
		s.tellForks(run.next.Forks)
		if s.talk.now.Equal(run.mine) && run.next.Discussions.Equal(run.mine) {
			s.talk.now = run.next.Discussions // in the order of the file
		} else {
			s.takeDiscussions(run.mine, run.next.Discussions)
			s.rebuild()
		}
	}
	if s.talk.missed {
		s.talk.missed = false
		s.reloadDiscussions()
	}
	if !s.talk.now.Equal(run.mine) {
		s.storeSoon()
	}
}

// sayUnsaved says once why the discussions are not in their file.
func (s *Session) sayUnsaved(run *storing) {
	m := message.New("The discussion is kept on this computer only: {{.Problem}}", map[string]any{"Problem": run.err.Error()})
	if run.journal != nil {
		m = message.New("The discussion is not saved: {{.Problem}}", map[string]any{"Problem": run.journal.Error()})
	}
	if said := fmt.Sprint(m.Text, m.Fields); said != s.talk.said {
		s.talk.said = said
		s.tell(m)
	}
}

// storeNow stores the discussions before it returns.
func (s *Session) storeNow() error {
	s.stopStoring()
	if run := s.talk.storing; run != nil {
		<-run.done
		s.stored(run)
		s.stopStoring()
	}
	if s.project == nil {
		return nil
	}
	run := s.newStoring()
	if run == nil {
		return nil
	}
	s.talk.storing = run
	s.storer(run)()
	close(run.done)
	s.stored(run)
	s.stopStoring()
	return run.journal
}
