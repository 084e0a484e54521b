// Package storage keeps a part of what the user does in a file of the project, without being
// asked: the discussions, the notes.
//
// What is changed is stored about a second later: first as a journal in the user's state
// folder, where nothing can be in the way, then in the project's file, where it is joined
// with what another program has changed, after which the journal goes. Where the file is not
// to be written, or cannot be, the journal stays. Saves run in the background, as jobs of the
// project; one is finished even when the project is left.
package storage

import (
	"context"
	"errors"
	"fmt"
	"time"

	"dossier/models"
	"dossier/presets"
	"dossier/ui/project"
	"dossier/ui/session/jobs"
	"dossier/ui/session/message"
	"dossier/ui/session/undo"
)

// Host is what a store needs of the session.
type Host interface {
	// Project is the one that is open; nil when none is.
	Project() *project.Project
	// Slot is where what is unsaved of the project is kept.
	Slot() *presets.Slot
	// Push records a step that undo takes back, Retract drops the last one where it leads
	// nowhere, and Forget drops those that rest on what is no more.
	Push(undo.Step)
	Retract(topic string, back func(undo.State) bool) bool
	Forget(which func(undo.State) bool)
	// Rebuild makes the document again, Changed is told that there is something else to be
	// shown.
	Rebuild()
	Changed()
	Tell(message.Message)
	Fail(error)
}

// File is the project's file as it was read or written.
type File[T any] interface {
	Holds() T
	Digest() string // two files of one digest hold the same
	Path() string
	// Save returns the file once it holds mine too, and what it had to keep twice.
	Save(ctx context.Context, mine T) (File[T], []models.Fork, error)
}

// Kind is one kind of thing that is stored. Values are never changed in place.
type Kind[T any] struct {
	Equal func(a, b T) bool
	// Merge joins what mine and theirs have each made of base, Join where that is not known.
	Merge func(base, mine, theirs T) (T, []models.Fork)
	Join  func(mine, theirs T) (T, []models.Fork)
	// Weight is what a undo step holds on to; see [undo.Weighty].
	Weight func(T) int

	Journals func(*presets.Slot) presets.Journals[T]
	// Kept is the file as the project knows it, Read reads it again, and Take has the project
	// know it as it was saved.
	Kept func(*project.Project) File[T]
	Read func(*project.Project) File[T]
	Take func(*project.Project, File[T])
	// Apart reports whether what one file holds is no base of what another does, which stands
	// in its place; nil: it always is.
	Apart func(before, after File[T]) bool

	// What the user is told: that something unsaved is here again, that something is there
	// twice, and that the file was not written, while there is a journal and where there is not
	// even that.
	Restored func() message.Message
	Forked   func(models.Fork) message.Message
	Local    func(problem string) message.Message
	Unsaved  func(problem string) message.Message
}

// delay is how long a change may be in memory only: long enough to join the letters of a
// word into one write.
const delay = time.Second

// Store is what is stored of one kind in one project. It belongs to the session's goroutine.
type Store[T any] struct {
	// Delay is how long a change may be in memory only.
	Delay time.Duration

	host Host
	kind Kind[T]
	now  T       // as it is shown, saved or not
	file File[T] // as it was when now was made of it; nil until there is a project

	waiting    *jobs.Later // for a change to be stored
	saving     *jobs.Serial
	left       []presets.LeftJournal[T] // that other windows left, until now holds them on the disk
	journalled bool                     // whether there is a journal that says something else than the file
	said       string                   // why the file was not written, as the user was told
	lost       error                    // why what was saved last is nowhere
}

// New returns the store of a project that was just opened, or of none.
func New[T any](host Host, work *jobs.Group, kind Kind[T]) *Store[T] {
	return &Store[T]{Delay: delay, host: host, kind: kind, waiting: work.Later(), saving: work.Serial()}
}

// Value is what there is now, saved or not. It must not be changed.
func (s *Store[T]) Value() T { return s.now }

// File is the file that the value was made of last.
func (s *Store[T]) File() File[T] { return s.file }

// state is what is stored at one time, which undo goes back to.
type state[T any] struct {
	s     *Store[T]
	value T
}

// Now returns the state as it is now.
func (t state[T]) Now() undo.State { return state[T]{t.s, t.s.now} }

// Restore shows what was.
func (t state[T]) Restore() { t.s.set(t.value) }

// Weight is what the state holds on to.
func (t state[T]) Weight() int { return t.s.kind.Weight(t.value) }

// Change makes one step, which undo takes back; what changes nothing is no step. topic joins
// steps that follow each other; see [undo.Step].
func (s *Store[T]) Change(label message.Message, topic string, fn func(T) (T, error)) error {
	if s.host.Project() == nil {
		return project.ErrNone
	}
	next, err := fn(s.now)
	if err != nil || s.kind.Equal(next, s.now) {
		return err
	}
	back := func(was undo.State) bool {
		before, is := was.(state[T])
		return is && s.kind.Equal(before.value, next)
	}
	if !s.host.Retract(topic, back) {
		s.host.Push(undo.Step{Label: label, Topic: topic, Was: state[T]{s, s.now}})
	}
	s.set(next)
	return nil
}

// set puts another value in the place of the one before.
func (s *Store[T]) set(next T) {
	s.now = next
	s.host.Changed()
	s.host.Rebuild()
	s.storeSoon()
}

// Restore begins with what the project holds, and with what was not stored when the program
// ended.
func (s *Store[T]) Restore() {
	journals := s.kind.Journals(s.host.Slot())
	s.file = s.kind.Kept(s.host.Project())
	s.now, s.left = s.file.Holds(), journals.Left()
	next := s.now
	var forks []models.Fork
	take := func(j presets.Journal[T]) {
		switch {
		case s.kind.Equal(j.Value, next):
		case j.Base == s.file.Digest() && s.kind.Equal(next, s.now):
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
	for _, left := range s.left {
		take(left.Journal)
	}
	if s.kind.Equal(next, s.now) {
		if err := journals.ForgetLeft(s.left); err != nil {
			s.host.Fail(err)
		}
		s.left = nil
		return
	}
	s.now, s.journalled = next, true
	s.host.Tell(s.kind.Restored())
	s.tellForks(forks)
}

// tellForks says what is there twice.
func (s *Store[T]) tellForks(forks []models.Fork) {
	for _, f := range forks {
		s.host.Tell(s.kind.Forked(f))
	}
}

// Reload takes in the file after it changed on disk, once what is being stored is. Steps that
// rest on something else than is shown then cannot be taken back any more.
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
		return // before still knows whether every byte of it was written here
	}
	s.file = after
	base := before.Holds()
	if s.kind.Apart != nil && s.kind.Apart(before, after) {
		var none T
		base = none
	}
	s.join(base, after.Holds())
	s.storeSoon()
}

// join joins what is shown, which was made of base, with what the file holds.
func (s *Store[T]) join(base, theirs T) {
	next, forks := s.kind.Merge(base, s.now, theirs)
	if s.kind.Equal(next, s.now) {
		return
	}
	s.now = next
	s.host.Forget(func(was undo.State) bool { _, is := was.(state[T]); return is }) // they rest on others
	s.tellForks(forks)
	s.host.Changed()
}

// storeSoon stores the value within a second, when it is not what the file holds.
func (s *Store[T]) storeSoon() {
	if !s.waiting.Waiting() && s.host.Project() != nil {
		s.waiting.Start(s.Delay, s.StoreNow)
	}
}

// save is one save.
type save[T any] struct {
	mine     T // what is saved
	equal    func(a, b T) bool
	left     []presets.LeftJournal[T] // what mine holds of other windows
	journals presets.Journals[T]
	next     File[T] // the file as it was known, and after a save as it is
	forks    []models.Fork
	err      error // why the file was not written
	journal  error // why the journal was not kept
}

// StoreNow stores the value now, in the background, one save after the other.
func (s *Store[T]) StoreNow() {
	s.waiting.Stop()
	s.saving.Start(func() func(context.Context) func() {
		if s.kind.Equal(s.now, s.file.Holds()) && !s.journalled {
			return nil // the file holds it all
		}
		this := &save[T]{mine: s.now, equal: s.kind.Equal, left: s.left, journals: s.kind.Journals(s.host.Slot()), next: s.file}
		s.journalled = true // until it is known that there is none
		return func(context.Context) func() {
			this.run()
			return func() { s.saved(this) }
		}
	})
}

// Storing reports whether a change is still to be stored, or is being stored.
func (s *Store[T]) Storing() bool { return s.waiting.Waiting() || s.Saving() }

// Saving reports whether a change is being stored.
func (s *Store[T]) Saving() bool { return s.saving.Busy() }

// Finish stores the value before it returns. The error says why it is nowhere.
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

// run saves. It cannot be cancelled: a text that was typed is worth a few milliseconds at
// the end.
func (s *save[T]) run() {
	ctx := context.Background()
	file := s.next
	if !s.equal(s.mine, file.Holds()) {
		s.journal = s.journals.Keep(ctx, presets.Journal[T]{Base: file.Digest(), Value: s.mine})
		s.next, s.forks, s.err = file.Save(ctx, s.mine)
	}
	if s.err == nil {
		s.journal = s.journals.Forget()
	}
	if s.err == nil || s.journal == nil {
		s.journal = errors.Join(s.journal, s.journals.ForgetLeft(s.left))
	}
}

// saved takes in what came of a save.
func (s *Store[T]) saved(this *save[T]) {
	s.left, s.lost = nil, this.journal
	s.journalled = this.err != nil || this.journal != nil
	if this.err != nil {
		s.sayUnsaved(this)
	} else {
		s.said = ""
		s.file = this.next
		s.kind.Take(s.host.Project(), this.next)
		s.tellForks(this.forks)
		if s.kind.Equal(s.now, this.mine) && s.kind.Equal(s.file.Holds(), this.mine) {
			s.now = s.file.Holds() // in the order of the file
		} else {
			s.join(this.mine, s.file.Holds())
			s.host.Rebuild()
		}
	}
	if !s.kind.Equal(s.now, this.mine) {
		s.storeSoon()
	}
}

// sayUnsaved says once why the value is not in its file.
func (s *Store[T]) sayUnsaved(this *save[T]) {
	m := s.kind.Local(this.err.Error())
	if this.journal != nil {
		m = s.kind.Unsaved(this.journal.Error())
	}
	if said := fmt.Sprint(m.Text, m.Fields); said != s.said {
		s.said = said
		s.host.Tell(m)
	}
}
