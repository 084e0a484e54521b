package worker

import (
	"container/list"
	"context"
	"errors"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"sync"
	"time"
)

// Limits are the resource limits of a worker. A zero field means the default given with it.
//
// A request is limited by processor time rather than wall time: on a busy machine a worker may
// get a hundredth of a processor, and killing it then would discard its work, so that the next
// one would get no further.
type Limits struct {
	Start    time.Duration // processor time of a start, after which the worker is killed; 30 s, for loading the program and instrumentation
	Timeout  time.Duration // processor time of one request, after which the worker is killed; 5 s
	Stall    time.Duration // wall time without progress during a request, after which the worker is killed; 10 s
	Requests int           // number after which a worker is replaced; unlimited on Linux, where Memory is known, else 500
	Memory   int64         // resident bytes after a request above which it is replaced (Linux); 200 MiB
	Idle     time.Duration // idle time after which a worker is ended; 60 s
}

// orDefault returns the limits with defaults in place of zeros.
func (l Limits) orDefault() Limits {
	set(&l.Start, 30*time.Second)
	set(&l.Timeout, 5*time.Second)
	set(&l.Stall, 10*time.Second)
	set(&l.Requests, maxRequests)
	set(&l.Memory, 200<<20)
	set(&l.Idle, time.Minute)
	return l
}

func set[T comparable](field *T, value T) {
	if *field == *new(T) {
		*field = value
	}
}

const (
	// retryStart is how long a start failure is returned for every request before the next
	// attempt: a build with thousands of files must not cause thousands of attempts.
	retryStart = 2 * time.Second
	// A request whose starts fail for a transient reason gives up after maxStarts failures of its
	// own if no start of any request has succeeded for startPatience. The first retry is after
	// firstPause, and each pause is twice the previous one, up to longestPause.
	maxStarts     = 8
	startPatience = 3 * time.Second
	firstPause    = 5 * time.Millisecond
	longestPause  = 320 * time.Millisecond
	// maxKilled is how many workers may be killed by other processes during one request before it
	// fails.
	maxKilled = 4
)

// maxReusedBuffer is the max size of a buffer that is reused.
const maxReusedBuffer = 1 << 20

// Pool serves requests in worker processes, each of which handles one at a time. Its fields must
// not be changed after the first request. It is safe for concurrent use. [Pool.Close] must be
// called in the end.
//
// Processes are started on demand. One that has reached a limit, has grown too large, or crashed,
// is replaced on demand.
//
// A process that dies affects only its current request. A request whose process was killed by
// another process, or crashed after serving other requests, which may have corrupted it, is
// retried in another one; so requests must be idempotent. A process killed before its greeting is
// started again; a request gives up if that has happened repeatedly and no process has started
// for seconds, and the next request tries again.
type Pool struct {
	// Command creates the command of a new worker, like [exec.Command]; nil means this
	// executable with [Flag]. The pool sets its standard streams and, unless set, an almost empty
	// environment and SysProcAttr.
	Command func() *exec.Cmd
	// Size is the max number of processes; 0 means [runtime.GOMAXPROCS].
	Size   int
	Limits Limits

	buffers  sync.Pool      // *[]byte, for requests
	requests sync.WaitGroup // goroutines that serve a request, or end an idle process
	reapers  sync.WaitGroup // goroutines that wait for processes

	mu            sync.Mutex
	closed        bool
	closing       chan struct{} // closed with the pool; nil until needed
	number        uint32        // of the last request
	busy          int           // number of active requests
	waiting       list.List     // of chan struct{}: queued requests in order of arrival; closed when it is their turn
	idle          []*process
	live          map[*process]struct{} // all processes
	startFailure  *StartError           // the failure returned for every request for [retryStart]
	startFailedAt time.Time
	startedAt     time.Time // time of the last successful start
	gaveUp        bool      // a request has given up since then, so that others try only once

	now func() time.Time // clock for starts; nil means [time.Now]
}

// outcome is the result of a request.
type outcome struct {
	answer []byte
	err    error
}

// Do returns the answer to a request. It neither modifies nor retains the request. It waits for
// its turn, for a process, and then as long as [Limits] allow. If ctx ends, it immediately
// returns its error; a request in progress may then continue for a short time before its process
// is killed.
func (p *Pool) Do(ctx context.Context, request []byte) ([]byte, error) {
	if len(request) > MaxFrame {
		return nil, fmt.Errorf("a request of %d bytes to a worker process, the limit is %d", len(request), MaxFrame)
	}
	number, err := p.acquire(ctx)
	if err != nil {
		return nil, err
	}
	buf, _ := p.buffers.Get().(*[]byte)
	if buf == nil {
		buf = new([]byte)
	}
	*buf = appendFrame((*buf)[:0], frame{kind: requestKind, number: number, body: request})
	wd := new(watchdog)
	done := make(chan outcome, 1)
	go func() {
		defer p.requests.Done()
		answer, err := p.serve(ctx, *buf, number, wd)
		if cap(*buf) <= maxReusedBuffer {
			p.buffers.Put(buf)
		}
		p.release()
		done <- outcome{answer, err}
	}()
	select {
	case o := <-done:
		return o.answer, o.err
	case <-ctx.Done():
		wd.hurry()
		return nil, ctx.Err()
	}
}

// acquire waits for the turn of a request, counts it and returns its number. Unless it returns an
// error, the caller must call [Pool.release] and then decrement the count.
func (p *Pool) acquire(ctx context.Context) (uint32, error) {
	if err := ctx.Err(); err != nil {
		return 0, err
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.closed {
		return 0, ErrClosed
	}
	if p.busy < p.size() {
		p.busy++
	} else {
		turn := make(chan struct{})
		element := p.waiting.PushBack(turn)
		p.mu.Unlock()
		select {
		case <-turn:
			p.mu.Lock()
		case <-ctx.Done():
			p.mu.Lock()
			select {
			case <-turn: // it was granted concurrently
				p.releaseLocked()
			default:
				p.waiting.Remove(element)
			}
			return 0, ctx.Err()
		}
		if p.closed {
			p.releaseLocked()
			return 0, ErrClosed
		}
	}
	p.requests.Add(1)
	p.number++
	return p.number, nil
}

// release ends the turn of a request.
func (p *Pool) release() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.releaseLocked()
}

// releaseLocked passes a turn to the request that has waited longest. p.mu must be held.
func (p *Pool) releaseLocked() {
	if first := p.waiting.Front(); first != nil {
		close(p.waiting.Remove(first).(chan struct{}))
		return
	}
	p.busy--
}

func (p *Pool) size() int {
	if p.Size > 0 {
		return p.Size
	}
	return runtime.GOMAXPROCS(0)
}

// serve sends a request to a process, and to another one if the first dies for an unrelated
// reason.
func (p *Pool) serve(ctx context.Context, question []byte, number uint32, wd *watchdog) ([]byte, error) {
	limits := p.Limits.orDefault()
	get := p.get
	for killed := 1; ; {
		w, err := get(ctx, limits)
		if err != nil {
			return nil, err
		}
		if ctx.Err() != nil {
			p.put(w, limits)
			return nil, ctx.Err()
		}
		reused := w.served > 0
		f, err := w.ask(question, number, wd, limits)
		switch {
		case err != nil || f.kind == panicKind || wd.timeout != nil:
			p.drop(w)
		default:
			p.put(w, limits)
		}
		if err == nil {
			if f.kind != answerKind {
				return nil, &RemoteError{Text: string(f.body), Panic: f.kind == panicKind}
			}
			return f.body, nil
		}
		var crash *CrashError
		switch {
		case !errors.As(err, &crash) || ctx.Err() != nil || p.isClosed():
			return nil, p.orClosed(err)
		case crash.Killed && killed < maxKilled:
			killed++
		case !crash.Killed && reused:
			get = p.start // a new one, which cannot be corrupted
		default:
			return nil, err
		}
	}
}

// orClosed returns err, or ErrClosed if the pool is closed.
func (p *Pool) orClosed(err error) error {
	if p.isClosed() {
		return ErrClosed
	}
	return err
}

func (p *Pool) isClosed() bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.closed
}

// get returns an idle process, most recently used first, or a new one.
func (p *Pool) get(ctx context.Context, limits Limits) (*process, error) {
	for {
		p.mu.Lock()
		n := len(p.idle)
		if n == 0 {
			p.mu.Unlock()
			return p.start(ctx, limits)
		}
		w := p.idle[n-1]
		p.idle[n-1] = nil
		p.idle = p.idle[:n-1]
		p.mu.Unlock()
		w.idle.Stop()
		if !w.dead() {
			return w, nil
		}
		p.drop(w) // it died while idle
	}
}

// put returns a process to the pool if it is reusable.
func (p *Pool) put(w *process, limits Limits) {
	if !w.reusable(limits) {
		p.drop(w)
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.closed {
		return // which ends it
	}
	w.idle = time.AfterFunc(limits.Idle, func() { p.retire(w) })
	p.idle = append(p.idle, w)
}

// retire ends a process if it is idle.
func (p *Pool) retire(w *process) {
	p.mu.Lock()
	i := slices.Index(p.idle, w)
	if i < 0 {
		p.mu.Unlock()
		return
	}
	p.idle = slices.Delete(p.idle, i, i+1)
	p.requests.Add(1)
	p.mu.Unlock()
	defer p.requests.Done()
	p.drop(w)
}

// drop ends a process that no other goroutine uses.
func (p *Pool) drop(w *process) {
	w.discard()
	p.mu.Lock()
	defer p.mu.Unlock()
	delete(p.live, w)
}

// start returns a new process that has sent its greeting. It retries after transient failures.
func (p *Pool) start(ctx context.Context, limits Limits) (*process, error) {
	var failed failures
	for {
		if err := p.mayStart(); err != nil {
			return nil, err
		}
		w, failure := p.startOne(limits)
		pause, err := p.recordStart(&failed, failure)
		switch {
		case failure == nil:
			return w, nil
		case err != nil:
			return nil, err
		}
		select {
		case <-time.After(pause):
		case <-ctx.Done():
			return nil, ctx.Err()
		case <-p.whenClosed():
		}
	}
}

// failures are the failed starts of one request.
type failures struct {
	count     int
	since     time.Time // time of the first
	notKilled bool      // at least one was not killed by another process
}

// startOne starts one process and waits for its greeting.
func (p *Pool) startOne(limits Limits) (*process, *StartError) {
	cmd, err := p.command()
	if err != nil {
		return nil, &StartError{Path: os.Args[0], Err: err}
	}
	p.mu.Lock()
	if p.closed {
		p.mu.Unlock()
		return nil, &StartError{Path: cmd.Args[0], Err: ErrClosed}
	}
	w, err := newProcess(cmd)
	if err == nil {
		if p.live == nil {
			p.live = map[*process]struct{}{}
		}
		p.live[w] = struct{}{}
		p.reapers.Go(w.run)
	}
	p.mu.Unlock()
	killed := false
	if err == nil {
		if killed, err = w.ready(limits); err == nil {
			return w, nil
		}
		p.drop(w)
	}
	return nil, &StartError{Path: cmd.Args[0], Err: err, transient: killed || isResourceError(err), killed: killed}
}

// mayStart returns an error if no process may be started now.
func (p *Pool) mayStart() error {
	p.mu.Lock()
	defer p.mu.Unlock()
	switch {
	case p.closed:
		return ErrClosed
	case p.startFailure != nil && p.time().Sub(p.startFailedAt) < retryStart:
		return p.startFailure
	}
	return nil
}

// recordStart records the result of a start for a request. It returns the pause before the next
// attempt, or the error that ends the request. That error is returned for every request for a
// while, unless processes were only killed, which does not predict the next attempt.
func (p *Pool) recordStart(failed *failures, failure *StartError) (pause time.Duration, err error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	switch {
	case p.closed:
		return 0, ErrClosed
	case failure == nil:
		p.startFailure, p.startedAt, p.gaveUp = nil, p.time(), false
		return 0, nil
	}
	now := p.time()
	if failed.count++; failed.count == 1 {
		failed.since = now
	}
	failed.notKilled = failed.notKilled || !failure.killed
	if failure.transient && !p.gaveUp && (failed.count < maxStarts || now.Sub(later(failed.since, p.startedAt)) < startPatience) {
		return min(firstPause<<min(failed.count-1, maxStarts), longestPause), nil
	}
	if p.gaveUp = true; failed.notKilled {
		p.startFailure, p.startFailedAt = failure, now
	}
	return 0, failure
}

// time returns the time of the clock for starts.
func (p *Pool) time() time.Time {
	if p.now != nil {
		return p.now()
	}
	return time.Now()
}

func later(a, b time.Time) time.Time {
	if b.After(a) {
		return b
	}
	return a
}

// whenClosed returns a channel that is closed with the pool.
func (p *Pool) whenClosed() <-chan struct{} {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.closing == nil {
		p.closing = make(chan struct{})
		if p.closed {
			close(p.closing)
		}
	}
	return p.closing
}

// command returns the command of a new worker.
func (p *Pool) command() (*exec.Cmd, error) {
	if p.Command != nil {
		return p.Command(), nil
	}
	path, err := executable()
	if err != nil {
		return nil, err
	}
	cmd := exec.Command(path, Flag)
	cmd.Args[0] = os.Args[0]                                         // the path may be meaningless to the user
	cmd.Dir = filepath.VolumeName(path) + string(filepath.Separator) // so that the worker does not keep a folder in use
	return cmd, nil
}

// Close kills all processes and returns when they and the pool's goroutines have ended. Active
// and queued requests fail with [ErrClosed]. It may be called more than once and always returns
// nil.
func (p *Pool) Close() error {
	p.mu.Lock()
	if p.closing != nil && !p.closed {
		close(p.closing)
	}
	p.closed = true
	for e := p.waiting.Front(); e != nil; e = p.waiting.Front() {
		p.busy++
		close(p.waiting.Remove(e).(chan struct{}))
	}
	live := slices.Collect(maps.Keys(p.live))
	for _, w := range p.idle {
		w.idle.Stop()
	}
	p.idle = nil
	p.mu.Unlock()
	for _, w := range live {
		w.kill()
	}
	for _, w := range live {
		p.drop(w)
	}
	p.reapers.Wait()
	p.requests.Wait()
	return nil
}
