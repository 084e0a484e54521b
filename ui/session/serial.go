package session

import "context"

// serial is one kind of job, of which each counts: they run one after the other, in the
// order in which they were started, and none is dropped.
type serial struct {
	*jobs
	busy  bool
	queue []func() func(context.Context) func()
	done  chan func() // what the job that runs brings back, once
}

// start runs work beside the window once all that was started before has been taken in.
// It is made on the session's goroutine at its turn, so that it begins with what those
// have left; what it returns runs there too. A panic in it is reported.
func (q *serial) start(prepare func() (work func(context.Context) func())) {
	q.queue = append(q.queue, prepare)
	if !q.busy {
		q.next()
	}
}

// next runs the next job, if there is one.
func (q *serial) next() {
	q.busy = len(q.queue) > 0 && q.ctx.Err() == nil
	if !q.busy {
		q.queue = nil
		return
	}
	work := q.queue[0]()
	q.queue = q.queue[1:]
	done := make(chan func(), 1)
	q.done = done
	q.group.Go(func() {
		done <- q.guard(q.ctx, work, q.failed)
		q.do(func() { q.take(done) })
	})
}

// take takes in what a job brought back, unless that was done already.
func (q *serial) take(done chan func()) {
	if q.done != done || q.ctx.Err() != nil {
		return
	}
	apply := <-done
	q.done = nil
	if apply != nil {
		apply()
	}
	q.next()
}

// finish waits for all that was started, and takes it in. Once the jobs have ended there
// is nothing to wait for.
func (q *serial) finish() {
	for q.busy && q.ctx.Err() == nil {
		q.take(q.done)
	}
}
