package jobs

import (
	"strings"
	"testing"
	"testing/synctest"
	"time"
)

func TestALaterCallIsMadeOnceUnlessItIsStopped(t *testing.T) {
	o := newOwner(t)
	l := o.Later()
	var got []string
	call := func(name string) func() { return func() { got = append(got, name) } }
	l.Start(time.Hour, call("replaced"))
	l.Start(0, call("made"))
	if !l.Waiting() {
		t.Error("a call is to be made and does not wait")
	}
	o.turn()
	if strings.Join(got, " ") != "made" || l.Waiting() {
		t.Errorf("%v was called, waiting %t", got, l.Waiting())
	}
	l.Start(0, call("stopped on its way"))
	turn := <-o.turns
	l.Stop()
	turn()
	l.Start(0, call("replaced on its way"))
	turn = <-o.turns
	l.Start(0, call("made again"))
	turn()
	o.turn()
	if strings.Join(got, ", ") != "made, made again" || l.Waiting() {
		t.Errorf("%v was called, waiting %t", got, l.Waiting())
	}
	l.Start(0, call("after the end"))
	turn = <-o.turns
	o.Close()
	turn()
	if n := len(got); n != 2 {
		t.Errorf("%v was called", got)
	}
}

// TestALaterCallWaitsFromTheLastStart: each start begins the delay again.
func TestALaterCallWaitsFromTheLastStart(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		o := newOwner(t)
		l, began := o.Later(), time.Now()
		var after time.Duration
		call := func() { after = time.Since(began) }
		l.Start(300*time.Millisecond, call)
		time.Sleep(299 * time.Millisecond)
		l.Start(300*time.Millisecond, call)
		o.turn()
		if want := 599 * time.Millisecond; after != want {
			t.Errorf("it was called after %v, want %v", after, want)
		}
		o.Close()
	})
}
