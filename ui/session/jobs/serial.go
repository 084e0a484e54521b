package jobs

import "context"

// Serial is a kind of job that runs one at a time, in the order in which the jobs were started;
// none is dropped. It must only be used by the owning goroutine.
type Serial struct {
	group *Group
	busy  bool
	queue []func() func(context.Context) func()
	done  chan func() // delivers the result of the running job, once
}

// Serial returns a kind of job of the group.
func (g *Group) Serial() *Serial { return &Serial{group: g} }

// Start runs work in the background after the results of all previous jobs have been delivered.
// prepare is called on the owning goroutine at that point, so that the work sees their results; it
// returns nil if there is nothing to do. The function that the work returns runs on the owning
// goroutine too. A panic is reported.
func (s *Serial) Start(prepare func() (work func(context.Context) func())) {
	s.queue = append(s.queue, prepare)
	if !s.busy {
		s.next()
	}
}

// Run is [Serial.Start] for work that needs nothing of the results of previous jobs.
func (s *Serial) Run(work func(context.Context) func()) {
	s.Start(func() func(context.Context) func() { return work })
}

// Busy reports whether a job is running or queued.
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
		s.group.do(func() { s.deliver(done) })
	})
}

// prepare returns the next queued work; nil if there is none.
func (s *Serial) prepare() (work func(context.Context) func()) {
	s.busy = true // later jobs wait
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

// deliver delivers the result of a job, once.
func (s *Serial) deliver(done chan func()) {
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

// Finish waits for all jobs and delivers their results. It returns immediately after the group has
// ended.
func (s *Serial) Finish() {
	for s.busy && !s.group.Ended() {
		s.deliver(s.done)
	}
}
