package jobs

import (
	"context"
	"errors"
	"strings"
	"testing"

	"dossier/aggregate/parallel"
)

// owner is a goroutine in a test: it runs what the jobs bring back when it is told to.
type owner struct {
	turns  chan func()
	failed []error
	*Group
}

func newOwner(t *testing.T) *owner {
	o := &owner{turns: make(chan func(), 16)}
	o.Group = NewGroup(func(f func()) { o.turns <- f }, func(err error) { o.failed = append(o.failed, err) })
	t.Cleanup(o.Close)
	return o
}

func (o *owner) turn() { (<-o.turns)() }

func TestOnlyTheLatestJobCounts(t *testing.T) {
	o := newOwner(t)
	l := o.Latest()
	var got []string
	waits := func(name string) func(context.Context) func() {
		return func(ctx context.Context) func() {
			<-ctx.Done()
			return func() { got = append(got, name) }
		}
	}
	l.Start(waits("older"))
	l.Start(func(context.Context) func() { return func() { got = append(got, "newer") } })
	for range 2 {
		o.turn()
	}
	if strings.Join(got, " ") != "newer" || l.Busy() {
		t.Errorf("%v was brought back, busy %t", got, l.Busy())
	}
	l.Start(waits("stopped"))
	if !l.Busy() {
		t.Error("a job runs and is not busy")
	}
	l.Stop()
	o.turn()
	if strings.Join(got, " ") != "newer" || l.Busy() {
		t.Errorf("after a stop: %v, busy %t", got, l.Busy())
	}
	o.Close()
	l.Start(func(context.Context) func() { t.Error("a job began after the end"); return nil })
	if !o.Ended() || l.Busy() {
		t.Error("the group has not ended")
	}
}

func TestAPanicEndsOneJobAndIsTold(t *testing.T) {
	o := newOwner(t)
	l := o.Latest()
	l.Start(func(context.Context) func() { panic("in a job") })
	o.turn()
	if len(o.failed) != 1 || !strings.Contains(o.failed[0].Error(), "in a job") || l.Busy() {
		t.Errorf("failed: %v", o.failed)
	}
	var lost error
	cause := errors.New("a cause")
	l.Lost = func(err error) { lost = err }
	l.Start(func(ctx context.Context) func() {
		_ = parallel.Each(ctx, 2, func(int) error { panic(cause) })
		return nil
	})
	o.turn()
	if len(o.failed) != 1 || lost == nil || !strings.Contains(lost.Error(), cause.Error()) {
		t.Errorf("lost: %v", lost)
	}
}

func TestAJobShowsWhatItHasDoneSoFar(t *testing.T) {
	o := newOwner(t)
	l := o.Latest()
	var got []string
	works := func(name string) func(context.Context) func() {
		return func(ctx context.Context) func() {
			o.Do(ctx, func() { got = append(got, name+" so far") })
			return func() { got = append(got, name) }
		}
	}
	l.Start(works("one"))
	for range 2 {
		o.turn()
	}
	l.Start(works("two"))
	l.Stop()
	o.Do(o.Context(), func() { got = append(got, "the group itself") })
	for range 3 {
		o.turn()
	}
	o.End()
	o.Do(o.Context(), func() { got = append(got, "the group after its end") })
	o.turn()
	if want := "one so far, one, the group itself"; strings.Join(got, ", ") != want {
		t.Errorf("it did %q, want %s", got, want)
	}
}
