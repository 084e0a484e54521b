// Package storage automatically saves data of the user in files of the project: the discussions and
// the notes.
//
// A change is stored about a second later: first as a journal in the user's state folder, where
// nothing can interfere, then in the project's file, merged with changes of other programs, after
// which the journal is deleted. If the file must not or cannot be written, the journal stays. Saves
// run in the background, as jobs of the project; a save is completed even if the project is closed.
package storage

import (
	"context"
	"errors"
	"fmt"
	"time"

	"dossier/aggregate/text"
	"dossier/models"
	"dossier/presets"
	"dossier/ui/project"
	"dossier/ui/session/feature"
	"dossier/ui/session/jobs"
	"dossier/ui/session/message"
	"dossier/ui/session/undo"
)

// Host is the subset of the session that a store depends on.
type Host interface {
	feature.Source
	feature.Document
	feature.Undo
	feature.Reporter
	feature.Storage
}

// File is the project's file as it was read or written.
type File[T any] interface {
	Content() T
	Digest() string // files with equal digests have equal contents
	Path() string
	// Save returns the file after mine was merged into it, and what it contains twice because of
	// conflicts.
	Save(ctx context.Context, mine T) (File[T], []models.Fork, error)
}

// Kind describes one kind of stored data. Values are immutable.
type Kind[T any] struct {
	Equal func(a, b T) bool
	// Merge merges mine and theirs, both changed from base; Join merges them without a known base.
	Merge func(base, mine, theirs T) (T, []models.Fork)
	Join  func(mine, theirs T) (T, []models.Fork)
	// Revert returns the value to which undo and redo go back from now: old, except for what never goes back,
	// such as the last number given to an id. If it is nil, that is old.
	Revert func(now, old T) T
	// Weight returns the memory of an undo step; see [undo.Weighty].
	Weight func(T) int

	Journals func(*presets.Slot) presets.Journals[T]
	// Current returns the file as the project knows it. Read reads it again. Set sets it after a save.
	Current func(*project.Project) File[T]
	Read    func(*project.Project) File[T]
	Set     func(*project.Project, File[T])
	// Apart reports whether a file is unrelated to the one that replaced it, so that its contents
	// are no base for a merge. If it is nil, files are always related.
	Apart func(before, after File[T]) bool

	// Messages to the user: that unsaved data was restored, that something exists twice (with its Name,
	// and the name of the other As), and that the file was not written, with and without a journal
	// (with the Problem).
	Restored, Forked, Local, Unsaved string
}

// delay is the maximum time for which a change is only in memory: long enough to join the letters
// of a word into one write.
const delay = time.Second

// Store is the stored data of one kind in one project. It belongs to the session's goroutine.
type Store[T any] struct {
	// Delay is the maximum time for which a change is only in memory.
	Delay time.Duration

	host  Host
	kind  Kind[T]
	value T       // the current value, saved or not
	file  File[T] // the file that value is based on; nil without a project

	waiting    *jobs.Later // pending while a change is to be stored
	saving     *jobs.Serial
	abandoned  []presets.AbandonedJournal[T] // journals of other windows, until value is stored
	journalled bool                          // whether there is a journal that differs from the file
	reported   string                        // the last reported problem with the file
	lost       error                         // why the last save failed entirely
}

// New returns the store of a newly opened project, or without a project.
func New[T any](host Host, work *jobs.Group, kind Kind[T]) *Store[T] {
	return &Store[T]{Delay: delay, host: host, kind: kind, waiting: work.Later(), saving: work.Serial()}
}

// Value returns the current data, saved or not. It must not be modified.
func (s *Store[T]) Value() T { return s.value }

// File returns the file that the value is based on.
func (s *Store[T]) File() File[T] { return s.file }

// state is the data at one time, for undo.
type state[T any] struct {
	s     *Store[T]
	value T
}

// Current returns the current state.
func (t state[T]) Current() undo.State { return state[T]{t.s, t.s.value} }

// Restore restores the data.
func (t state[T]) Restore() {
	next := t.value
	if revert := t.s.kind.Revert; revert != nil {
		next = revert(t.s.value, next)
	}
	t.s.set(next)
}

// Weight returns the memory of the state.
func (t state[T]) Weight() int { return t.s.kind.Weight(t.value) }

// Change changes the value in one undo step. If nothing changes, there is no step. Consecutive
// steps of one topic are joined; see [undo.Step].
func (s *Store[T]) Change(label message.Message, topic string, fn func(T) (T, error)) error {
	if s.host.Project() == nil {
		return project.ErrNone
	}
	next, err := fn(s.value)
	if err != nil || s.kind.Equal(next, s.value) {
		return err
	}
	back := func(old undo.State) bool {
		before, is := old.(state[T])
		return is && s.kind.Equal(before.value, next)
	}
	if !s.host.Retract(topic, back) {
		s.host.Push(undo.Step{Label: label, Topic: topic, Old: state[T]{s, s.value}})
	}
	s.set(next)
	return nil
}

// set replaces the value.
func (s *Store[T]) set(next T) {
	s.value = next
	s.host.Changed()
	s.host.Rebuild()
	s.storeSoon()
}

// Load loads the project's data, including data that was not stored when the program ended.
func (s *Store[T]) Load() {
	journals := s.kind.Journals(s.host.Slot())
	s.file = s.kind.Current(s.host.Project())
	s.value, s.abandoned = s.file.Content(), journals.Abandoned()
	next := s.value
	var forks []models.Fork
	take := func(j presets.Journal[T]) {
		switch {
		case s.kind.Equal(j.Value, next):
		case j.Base == s.file.Digest() && s.kind.Equal(next, s.value):
			next = j.Value
		default:
			var forked []models.Fork
			next, forked = s.kind.Join(j.Value, next)
			forks = append(forks, forked...)
		}
	}
	if own, ok := journals.Load(); ok {
		take(own)
	}
	for _, left := range s.abandoned {
		take(left.Journal)
	}
	if s.kind.Equal(next, s.value) {
		if err := journals.ForgetAbandoned(s.abandoned); err != nil {
			s.host.Fail(err)
		}
		s.abandoned = nil
		return
	}
	s.value, s.journalled = next, true
	s.host.Notify(message.New(s.kind.Restored, nil))
	s.notifyForks(forks)
}

// notifyForks reports data that exists twice.
func (s *Store[T]) notifyForks(forks []models.Fork) {
	for _, f := range forks {
		s.host.Notify(message.New(s.kind.Forked, map[string]any{"Name": text.Escape(f.Name), "As": text.Escape(f.As)}))
	}
}

// Reload handles changes of the file on disk, after the running save. Undo steps that are based on
// other data are dropped.
func (s *Store[T]) Reload() {
	s.saving.Start(func() func(context.Context) func() {
		s.reload()
		return nil
	})
}

func (s *Store[T]) reload() {
	before := s.file
	after := s.kind.Read(s.host.Project())
	if after.Digest() == before.Digest() && after.Path() == before.Path() {
		return // unlike after, before records whether this program wrote all of it
	}
	s.file = after
	base := before.Content()
	if s.kind.Apart != nil && s.kind.Apart(before, after) {
		var none T
		base = none
	}
	s.join(base, after.Content())
	s.storeSoon()
}

// join merges the current value, which is based on base, with the contents of the file.
func (s *Store[T]) join(base, theirs T) {
	next, forks := s.kind.Merge(base, s.value, theirs)
	if s.kind.Equal(next, s.value) {
		return
	}
	s.value = next
	s.host.Forget(func(old undo.State) bool { _, is := old.(state[T]); return is }) // they are based on other data
	s.notifyForks(forks)
	s.host.Changed()
}

// storeSoon stores the value within a second if it differs from the file.
func (s *Store[T]) storeSoon() {
	if !s.waiting.Waiting() && s.host.Project() != nil {
		s.waiting.Start(s.Delay, s.StoreNow)
	}
}

// save is one save.
type save[T any] struct {
	mine      T // the data to save
	equal     func(a, b T) bool
	abandoned []presets.AbandonedJournal[T] // journals of other windows that mine contains
	journals  presets.Journals[T]
	next      File[T] // the known file; after a save the written one
	forks     []models.Fork
	err       error // why the file was not written
	journal   error // why the journal was not written
}

// StoreNow stores the value now, in the background, one save after another.
func (s *Store[T]) StoreNow() {
	s.waiting.Stop()
	s.saving.Start(func() func(context.Context) func() {
		if s.kind.Equal(s.value, s.file.Content()) && !s.journalled {
			return nil // the file already contains it
		}
		this := &save[T]{mine: s.value, equal: s.kind.Equal, abandoned: s.abandoned, journals: s.kind.Journals(s.host.Slot()), next: s.file}
		s.journalled = true // until a save shows that there is none
		return func(context.Context) func() {
			this.run()
			return func() { s.saved(this) }
		}
	})
}

// Storing reports whether a change is being stored, or is about to be.
func (s *Store[T]) Storing() bool { return s.waiting.Waiting() || s.Saving() }

// Saving reports whether a change is being stored.
func (s *Store[T]) Saving() bool { return s.saving.Busy() }

// Finish stores the value and waits. The error says why the value is stored nowhere.
func (s *Store[T]) Finish() error {
	if s.host.Project() == nil {
		return nil
	}
	s.lost = nil
	s.StoreNow()
	s.saving.Finish()
	s.waiting.Stop()
	return s.lost
}

// run performs the save. It cannot be cancelled: the user's text is worth a few milliseconds at the end.
func (s *save[T]) run() {
	ctx := context.Background()
	file := s.next
	if !s.equal(s.mine, file.Content()) {
		s.journal = s.journals.Save(ctx, presets.Journal[T]{Base: file.Digest(), Value: s.mine})
		s.next, s.forks, s.err = file.Save(ctx, s.mine)
	}
	if s.err == nil {
		s.journal = s.journals.Forget()
	}
	if s.err == nil || s.journal == nil {
		s.journal = errors.Join(s.journal, s.journals.ForgetAbandoned(s.abandoned))
	}
}

// saved applies the result of a save.
func (s *Store[T]) saved(this *save[T]) {
	s.abandoned, s.lost = nil, this.journal
	s.journalled = this.err != nil || this.journal != nil
	if this.err != nil {
		s.notifyUnsaved(this)
	} else {
		s.reported = ""
		s.file = this.next
		s.kind.Set(s.host.Project(), this.next)
		s.notifyForks(this.forks)
		if s.kind.Equal(s.value, this.mine) && s.kind.Equal(s.file.Content(), this.mine) {
			s.value = s.file.Content() // in the order of the file
		} else {
			s.join(this.mine, s.file.Content())
			s.host.Rebuild()
		}
	}
	if !s.kind.Equal(s.value, this.mine) {
		s.storeSoon()
	}
}

// notifyUnsaved reports once why the value is not in its file.
func (s *Store[T]) notifyUnsaved(this *save[T]) {
	m := message.New(s.kind.Local, map[string]any{"Problem": this.err.Error()})
	if this.journal != nil {
		m = message.New(s.kind.Unsaved, map[string]any{"Problem": this.journal.Error()})
	}
	if said := fmt.Sprint(m.Text, m.Fields); said != s.reported {
		s.reported = said
		s.host.Notify(m)
	}
}
