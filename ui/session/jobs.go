package session

import (
	"context"
	"fmt"
	"runtime/debug"
	"sync"

	"dossier/aggregate/parallel"
)

// jobs starts goroutines and waits for them. Everything that a session does beside
// the window goes through here: a job gets a context that ends with the session,
// and what it returns runs on the goroutine that owns the session.
type jobs struct {
	ctx    context.Context
	end    context.CancelFunc
	do     func(func())
	failed func(error)
	group  sync.WaitGroup
}

func newJobs(do func(func()), failed func(error)) *jobs {
	ctx, end := context.WithCancel(context.Background())
	return &jobs{ctx: ctx, end: end, do: do, failed: failed}
}

// close ends all jobs and waits for them.
func (j *jobs) close() {
	j.end()
	j.group.Wait()
}

// latest is one kind of job, of which only the newest counts: starting one ends the
// one before, and what an older one returns is dropped.
type latest struct {
	*jobs
	cancel context.CancelFunc
	busy   bool
	// lost is told of a panic in the place of jobs.failed, for a kind of job that
	// something waits for; nil is fine.
	lost func(error)
}

// start runs work beside the window. What it returns, if anything, runs on the
// session's goroutine unless a newer job was started meanwhile. A panic in work is
// reported and ends this job only. Nothing starts once the jobs have ended.
func (l *latest) start(work func(context.Context) (apply func())) {
	l.stop()
	if l.ctx.Err() != nil {
		return
	}
	ctx, cancel := context.WithCancel(l.ctx)
	l.cancel, l.busy = cancel, true
	l.group.Go(func() {
		lost := l.lost
		if lost == nil {
			lost = l.failed
		}
		apply := l.guard(ctx, work, lost)
		l.do(func() {
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

// stop ends the job, if one runs.
func (l *latest) stop() {
	if l.cancel != nil {
		l.cancel()
	}
	l.busy = false
}

// guard turns a panic into an error that the person sees, or that lost is told of: the
// work of one job is lost, and nothing else.
func (j *jobs) guard(ctx context.Context, work func(context.Context) func(), lost func(error)) (apply func()) {
	defer func() {
		if p := recover(); p != nil {
			err := panicError(p)
			apply = func() { lost(err) }
		}
	}()
	return work(ctx)
}

// panicError is what a recovered panic is as an error, with the stack of the goroutine
// that it comes from. It is called by what recovers.
func panicError(p any) error {
	if from, ok := p.(*parallel.Panic); ok {
		return fmt.Errorf("something went wrong inside Dossier: %w", from)
	}
	return fmt.Errorf("something went wrong inside Dossier: %v\n%s", p, debug.Stack())
}
