// Package jobs runs work in the background and delivers the results to the goroutine that owns the
// state. A [Group] owns every goroutine that it starts: closing it cancels them and waits for them.
package jobs

import (
	"context"
	"sync"
	"sync/atomic"

	"dossier/ui/crash"
)

// Group starts goroutines and waits for them. A job gets a context that is cancelled when the group
// ends, and the function that the job returns runs on the goroutine that owns the group's state.
type Group struct {
	// Reports is the folder for reports of panics in jobs. With the zero value no report is written.
	Reports crash.Folder

	ctx    context.Context
	end    context.CancelFunc
	do     func(func())
	failed func(error)
	wait   sync.WaitGroup

	running atomic.Int32 // jobs whose results have not been passed to do

	mu     sync.Mutex
	urgent int           // number of running urgent jobs
	calm   chan struct{} // closed when no urgent job runs any more; nil while none runs
}

// NewGroup returns a group. do queues a function on the owning goroutine; failed is called there
// with the panic of a job.
func NewGroup(do func(func()), failed func(error)) *Group {
	ctx, end := context.WithCancel(context.Background())
	return &Group{ctx: ctx, end: end, do: do, failed: failed}
}

// Context returns a context that is cancelled when the group ends.
func (g *Group) Context() context.Context { return g.ctx }

// Ended reports whether the group has ended: no job starts any more.
func (g *Group) Ended() bool { return g.ctx.Err() != nil }

// Do queues a function on the owning goroutine. The function is skipped if ctx has been cancelled
// by then. With the group's own context it runs unless the group has ended.
func (g *Group) Do(ctx context.Context, f func()) {
	g.do(func() {
		if ctx.Err() == nil {
			f()
		}
	})
}

// Go runs work in the background. It must end soon after the group's context is cancelled. A panic
// in it is reported and ends only this work.
func (g *Group) Go(work func()) {
	g.wait.Go(func() {
		if err := g.run(work); err != nil {
			g.do(func() { g.failed(err) })
		}
	})
}

// Busy reports whether a job of a [Latest] or a [Serial] runs, except those that wait for an
// external change. After it returns false, all their results have been delivered to the owning
// goroutine.
func (g *Group) Busy() bool { return g.running.Load() > 0 }

// End cancels all jobs without waiting for them.
func (g *Group) End() { g.end() }

// Wait waits until all jobs have ended.
func (g *Group) Wait() { g.wait.Wait() }

// Close cancels all jobs and waits for them.
func (g *Group) Close() {
	g.End()
	g.Wait()
}

// hurry registers a running urgent job until the returned function is called.
func (g *Group) hurry() (end func()) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.urgent++; g.urgent == 1 {
		g.calm = make(chan struct{})
	}
	return func() {
		g.mu.Lock()
		defer g.mu.Unlock()
		if g.urgent--; g.urgent == 0 {
			close(g.calm)
			g.calm = nil
		}
	}
}

// Yield waits while urgent jobs run, or until ctx is cancelled. Work that no one waits for calls it
// between its steps. An urgent job must not call it.
func (g *Group) Yield(ctx context.Context) {
	for ctx.Err() == nil {
		g.mu.Lock()
		calm := g.calm
		g.mu.Unlock()
		if calm == nil {
			return
		}
		select {
		case <-calm:
		case <-ctx.Done():
		}
	}
}

// Latest is a kind of job of which only the newest matters: starting one cancels the previous one
// and drops its result. It must only be used by the owning goroutine.
type Latest struct {
	// Lost is called with a panic instead of the group's failed, for jobs with waiting callers; it
	// may be nil.
	Lost func(error)
	// Urgent marks jobs that the user waits for: work that calls [Group.Yield] pauses for them.
	Urgent bool
	// Waits marks jobs that wait for an external event: the group is not busy with them.
	Waits bool

	group  *Group
	cancel context.CancelFunc
	busy   bool
}

// Latest returns a kind of job of the group.
func (g *Group) Latest() *Latest { return &Latest{group: g} }

// Start runs work in the background. The function that work returns, if any, runs on the owning
// goroutine unless a newer job was started in the meantime. A panic in work is reported and ends
// only this job. Nothing starts after the group has ended.
func (l *Latest) Start(work func(context.Context) (apply func())) {
	l.Stop()
	if l.group.Ended() {
		return
	}
	ctx, cancel := context.WithCancel(l.group.ctx)
	l.cancel, l.busy = cancel, true
	end := func() {}
	if l.Urgent {
		end = l.group.hurry()
	}
	if !l.Waits {
		l.group.running.Add(1)
	}
	l.group.Go(func() {
		if !l.Waits {
			defer l.group.running.Add(-1)
		}
		defer end()
		lost := l.Lost
		if lost == nil {
			lost = l.group.failed
		}
		apply := l.group.guard(ctx, work, lost)
		l.group.do(func() {
			if ctx.Err() != nil {
				return
			}
			l.busy = false
			cancel()
			if apply != nil {
				apply()
			}
		})
	})
}

// InBatches works on a list in the background, up to size elements at a time: the function that work
// returns for a batch runs before the next one is begun. A newer list, even an empty one, cancels an
// older one. Without a function from work, the rest of the list is dropped.
func InBatches[T any](l *Latest, list []T, size int, work func(ctx context.Context, batch []T) (apply func())) {
	if len(list) == 0 {
		l.Stop()
		return
	}
	n := min(len(list), size)
	l.Start(func(ctx context.Context) func() {
		apply := work(ctx, list[:n])
		if apply == nil {
			return nil
		}
		return func() {
			apply()
			InBatches(l, list[n:], size, work)
		}
	})
}

// Stop cancels the job, if one runs.
func (l *Latest) Stop() {
	if l.cancel != nil {
		l.cancel()
	}
	l.busy = false
}

// Busy reports whether a job runs that has not been cancelled.
func (l *Latest) Busy() bool { return l.busy }

// guard converts a panic to an error and passes it to lost: only the work of one job is lost.
func (g *Group) guard(ctx context.Context, work func(context.Context) func(), lost func(error)) (apply func()) {
	if err := g.run(func() { apply = work(ctx) }); err != nil {
		return func() { lost(err) }
	}
	return apply
}

// run calls work. A panic in it leaves a crash report and becomes an error.
func (g *Group) run(work func()) error {
	return g.Reports.Run("a job of the window", func() error {
		work()
		return nil
	})
}
