package session

import (
	"context"
	"strings"
	"testing"
)

func TestSerialJobsRunInOrderAndNoneIsDropped(t *testing.T) {
	q := &queue{wake: make(chan struct{}, 1)}
	var failed []error
	j := newJobs(q.do, func(err error) { failed = append(failed, err) })
	s := &serial{jobs: j}
	var log []string
	job := func(name string) {
		s.start(func() func(context.Context) func() {
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
	for s.busy {
		<-q.wake
		for q.step() {
		}
	}
	job("three")
	job("four")
	s.finish()
	want := "one begins, one ends, broken begins, two begins, two ends, three begins, three ends, four begins, four ends"
	if got := strings.Join(log, ", "); got != want {
		t.Errorf("it was\n%s\nwant\n%s", got, want)
	}
	if len(failed) != 1 || !strings.Contains(failed[0].Error(), "in a job") {
		t.Errorf("failed: %v", failed)
	}
	for q.step() { // what the finished jobs still had to bring back changes nothing
	}
	job("five")
	j.close()
	s.finish() // returns, though five was never taken in
	late := &serial{jobs: j}
	s = late
	job("late")
	if late.busy || strings.Contains(strings.Join(log, ", "), "late") {
		t.Error("a job begins after the end")
	}
}
