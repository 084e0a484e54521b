package jobs

import (
	"context"
	"errors"
	"os"
	"strings"
	"testing"

	"dossier/aggregate/parallel"
	"dossier/ui/crash"
)

// owner is a goroutine in a test: it runs the results of jobs on request.
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

func TestAPanicEndsOneJobAndIsReported(t *testing.T) {
	o := newOwner(t)
	l := o.Latest()
	o.Reports = crash.In(t.TempDir(), "0.0.1")
	reported := func(err error) {
		t.Helper()
		var p *crash.Panic
		if !errors.As(err, &p) || strings.Contains(err.Error(), "some content") || !strings.Contains(err.Error(), "a value of type") {
			t.Fatalf("failed: %v", err)
		}
		data, err := os.ReadFile(p.Report)
		if err != nil || strings.Contains(string(data), "some content") || !strings.Contains(string(data), "TestAPanicEndsOneJobAndIsReported") {
			t.Errorf("%v, the report says\n%s", err, data)
		}
	}
	l.Start(func(context.Context) func() { panic("some content") })
	o.turn()
	if len(o.failed) != 1 || l.Busy() {
		t.Fatalf("failed: %v", o.failed)
	}
	reported(o.failed[0])
	o.Go(func() { panic("some content") })
	o.turn()
	if len(o.failed) != 2 {
		t.Fatalf("failed: %v", o.failed)
	}
	reported(o.failed[1])
	var lost error
	l.Lost = func(err error) { lost = err }
	l.Start(func(ctx context.Context) func() {
		_ = parallel.Each(ctx, 2, func(int) error { panic(errors.New("some content")) })
		return nil
	})
	o.turn()
	if len(o.failed) != 2 {
		t.Errorf("failed: %v", o.failed)
	}
	reported(lost)
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

func TestAListIsWorkedOnInBatches(t *testing.T) {
	o := newOwner(t)
	l := o.Latest()
	var got []string
	count := func(_ context.Context, batch []string) func() {
		return func() { got = append(got, strings.Join(batch, "+")) }
	}
	InBatches(l, strings.Fields("a b c d e"), 2, count)
	for range 3 {
		o.turn()
	}
	if l.Busy() {
		t.Error("it is busy after the last batch")
	}
	InBatches(l, strings.Fields("f g h"), 2, count)
	o.turn()
	InBatches(l, strings.Fields("i"), 2, count) // instead of h
	for range 2 {
		o.turn()
	}
	InBatches(l, strings.Fields("j"), 2, count)
	InBatches(l, nil, 2, count) // instead of j
	o.turn()
	InBatches(l, strings.Fields("k l"), 1, func(_ context.Context, batch []string) func() { return nil })
	o.turn()
	if want := "a+b c+d e f+g i"; strings.Join(got, " ") != want || l.Busy() {
		t.Errorf("it did %q, want %s; busy: %t", got, want, l.Busy())
	}
}

// Work that yields waits while urgent jobs run, and continues when they or it have ended.
func TestWorkYieldsToUrgentJobs(t *testing.T) {
	o := newOwner(t)
	o.Yield(t.Context()) // nothing is urgent
	urgent := o.Latest()
	urgent.Urgent = true
	finish := make(chan struct{})
	work := func(context.Context) func() {
		<-finish
		return nil
	}
	urgent.Start(work)
	urgent.Start(work) // the one before runs on as long as it likes
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	o.Yield(ended)
	passed := make(chan struct{})
	o.Go(func() {
		o.Yield(context.Background())
		close(passed)
	})
	finish <- struct{}{}
	select {
	case <-passed:
		t.Error("the work went on while an urgent job ran")
	default:
	}
	finish <- struct{}{}
	<-passed
	for range 2 {
		o.turn()
	}
}
