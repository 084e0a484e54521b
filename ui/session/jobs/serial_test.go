package jobs

import (
	"context"
	"strings"
	"testing"
)

func TestSerialJobsRunInOrderAndNoneIsDropped(t *testing.T) {
	turns := make(chan func(), 16) // of the owner
	var failed []error
	g := NewGroup(func(f func()) { turns <- f }, func(err error) { failed = append(failed, err) })
	s := g.Serial()
	var log []string
	job := func(name string) {
		s.Start(func() func(context.Context) func() {
			log = append(log, name+" begins")
			return func(context.Context) func() {
				if name == "broken" {
					panic("in a job")
				}
				return func() { log = append(log, name+" ends") }
			}
		})
	}
	job("one")
	job("broken")
	job("two")
	for s.Busy() {
		(<-turns)()
	}
	job("three")
	job("four")
	s.Finish()
	want := "one begins, one ends, broken begins, two begins, two ends, three begins, three ends, four begins, four ends"
	if got := strings.Join(log, ", "); got != want {
		t.Errorf("it was\n%s\nwant\n%s", got, want)
	}
	if len(failed) != 1 || !strings.Contains(failed[0].Error(), "a value of type") {
		t.Errorf("failed: %v", failed)
	}
	for len(turns) > 0 { // what the finished jobs still had to bring back changes nothing
		(<-turns)()
	}
	job("five")
	g.Close()
	s.Finish() // returns, though five was never taken in
	late := g.Serial()
	s = late
	job("late")
	if late.Busy() || strings.Contains(strings.Join(log, ", "), "late") {
		t.Error("a job begins after the end")
	}
}

func TestASerialJobMayFindNothingToDo(t *testing.T) {
	o := newOwner(t)
	s := o.Serial()
	var log []string
	nothing := func(name string) func() func(context.Context) func() {
		return func() func(context.Context) func() {
			log = append(log, name)
			return nil
		}
	}
	s.Start(func() func(context.Context) func() {
		s.Start(nothing("started while another begins"))
		log = append(log, "first")
		return nil
	})
	if s.Busy() {
		t.Error("nothing runs and it is busy")
	}
	s.Start(func() func(context.Context) func() {
		return func(context.Context) func() { return func() { log = append(log, "ends") } }
	})
	s.Start(nothing("after it"))
	s.Finish()
	if got := strings.Join(log, ", "); got != "first, started while another begins, ends, after it" || s.Busy() {
		t.Errorf("it was %s; busy %t", got, s.Busy())
	}
}
