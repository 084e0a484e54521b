package jobs

import "context"

// Serial is one kind of job, of which each counts: they run one after the other, in the
// order in which they were started, and none is dropped. It is used by the owning goroutine.
type Serial struct {
	group *Group
	busy  bool
	queue []func() func(context.Context) func()
	done  chan func() // what the job that runs brings back, once
}

// Serial returns a kind of job of the group.
func (g *Group) Serial() *Serial { return &Serial{group: g} }

// Start runs work beside the owner once all that was started before has been taken in. It
// is made on the owning goroutine at its turn, so that it begins with what those have
// left, and is nil where there is nothing to be done then; what it returns runs on the
// owning goroutine too. A panic in it is reported.
func (s *Serial) Start(prepare func() (work func(context.Context) func())) {
	s.queue = append(s.queue, prepare)
	if !s.busy {
		s.next()
	}
}

// Busy reports whether a job runs or waits.
func (s *Serial) Busy() bool { return s.busy }

// next runs the next job, if there is one.
func (s *Serial) next() {
	work := s.prepare()
	if s.busy = work != nil; !s.busy {
		return
	}
	done := make(chan func(), 1)
	s.done = done
	s.group.running.Add(1)
	s.group.Go(func() {
		defer s.group.running.Add(-1)
		done <- s.group.guard(s.group.ctx, work, s.group.failed)
		s.group.do(func() { s.take(done) })
	})
}

// prepare returns the next work there is; nil when there is none.
func (s *Serial) prepare() (work func(context.Context) func()) {
	s.busy = true // what is started meanwhile waits
	for work == nil && len(s.queue) > 0 && !s.group.Ended() {
		next := s.queue[0]
		s.queue = s.queue[1:]
		work = next()
	}
	if work == nil {
		s.queue = nil
	}
	return work
}

// take takes in what a job brought back, unless that was done already.
func (s *Serial) take(done chan func()) {
	if s.done != done || s.group.Ended() {
		return
	}
	apply := <-done
	s.done = nil
	if apply != nil {
		apply()
	}
	s.next()
}

// Finish waits for all that was started, and takes it in. Once the group has ended there
// is nothing to wait for.
func (s *Serial) Finish() {
	for s.busy && !s.group.Ended() {
		s.take(s.done)
	}
}
