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

// Limits say what a worker may take. A zero field means the default given with it.
//
// A request is measured by the work that is done for it and not by a clock on the wall: on
// a machine with much else to do a worker may get a hundredth of a processor, and to kill
// it then would throw away what it has prepared, so that the next one comes no further.
type Limits struct {
	Start    time.Duration // processor time of a start, after which the worker is killed; 30 s: it loads the program and what an instrumented build adds
	Timeout  time.Duration // processor time of one request, after which the worker is killed; 5 s
	Stall    time.Duration // wall time in which a worker that has something to do does nothing, after which it is killed; 10 s
	Requests int           // after which a worker is replaced; none on Linux, where Memory is known, else 500
	Memory   int64         // resident bytes after a request above which it is replaced (Linux); 200 MiB
	Idle     time.Duration // after which a worker without a request is ended; 60 s
}

// orDefault returns the limits without zeros.
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
	// retryStart is how long a failure to start is the answer to every request, before
	// starting is tried again: a build with thousands of files shall not try thousands
	// of times.
	retryStart = 2 * time.Second
	// A request whose starts fail for a reason that passes gives up when maxStarts of its
	// own have failed and no start of any request has succeeded for startPatience. The first
	// is tried again after firstPause, and each pause is twice the previous one, up to
	// longestPause.
	maxStarts     = 8
	startPatience = 3 * time.Second
	firstPause    = 5 * time.Millisecond
	longestPause  = 320 * time.Millisecond
	// maxKilled is how many workers may be killed from outside while they serve one
	// request, before that is its answer.
	maxKilled = 4
)

// maxKept bounds the buffer that is kept for later questions.
const maxKept = 1 << 20

// Pool answers requests in worker processes, each of which serves one at a time. Its
// fields are not to be changed after the first request. Its methods may be called from
// any goroutine. [Pool.Close] has to be called in the end.
//
// Processes are started when requests need them. One that has served enough, has grown
// too large, or crashed, is replaced when the next request needs it.
//
// A process that dies costs no request but the one that it died of. A request whose
// process was killed from outside, or crashed after it had served others, which may have
// harmed it, is asked again in another; so what a request does must be harmless to do
// twice. A process that is killed before it greets is started again; a request gives up when
// that happened to it again and again and no process has started for seconds, and the next
// request tries for itself.
type Pool struct {
	// Command makes the command of a new worker, as [exec.Command] does; nil stands for
	// this executable and [Flag]. The pool sets its standard streams, its environment
	// unless it has one, which is then next to nothing, and its SysProcAttr likewise.
	Command func() *exec.Cmd
	// Size is how many processes there are at most; 0 stands for [runtime.GOMAXPROCS].
	Size   int
	Limits Limits

	buffers  sync.Pool      // of *[]byte: questions
	requests sync.WaitGroup // goroutines that have a question answered, or end an idle process
	reapers  sync.WaitGroup // goroutines that wait for processes

	mu        sync.Mutex
	closed    bool
	closing   chan struct{} // closed when the pool is; nil until somebody waits for it
	number    uint32        // of the last question
	busy      int           // requests that have their turn
	waiting   list.List     // of chan struct{}: requests that wait for theirs, in order of arrival; closed when it comes
	idle      []*process
	live      map[*process]struct{} // all processes
	refused   *StartError           // the failure that is the answer to every request for [retryStart]
	refusedAt time.Time
	startedAt time.Time // when a start succeeded last
	gaveUp    bool      // a request has given up since, so that others try once

	now func() time.Time // the clock of the starts; nil stands for [time.Now]
}

// outcome is what becomes of a request.
type outcome struct {
	answer []byte
	err    error
}

// Do returns the answer to a request, which it neither changes nor keeps. It waits for
// its turn, for a process, and then as long as that may work within its [Limits]. When
// ctx ends it returns the error of ctx at once; a request that is running may then go on
// for a little before its process is killed.
func (p *Pool) Do(ctx context.Context, request []byte) ([]byte, error) {
	if len(request) > MaxFrame {
		return nil, fmt.Errorf("a request of %d bytes to a worker process, the limit is %d", len(request), MaxFrame)
	}
	number, err := p.enter(ctx)
	if err != nil {
		return nil, err
	}
	buf, _ := p.buffers.Get().(*[]byte)
	if buf == nil {
		buf = new([]byte)
	}
	*buf = appendFrame((*buf)[:0], frame{kind: question, number: number, body: request})
	late := new(watchdog)
	done := make(chan outcome, 1)
	go func() {
		defer p.requests.Done()
		answer, err := p.serve(ctx, *buf, number, late)
		if cap(*buf) <= maxKept {
			p.buffers.Put(buf)
		}
		p.leave()
		done <- outcome{answer, err}
	}()
	select {
	case o := <-done:
		return o.answer, o.err
	case <-ctx.Done():
		late.hurry()
		return nil, ctx.Err()
	}
}

// enter waits for the turn of a request, counts it and returns its number. Unless
// there is an error, [Pool.leave] has to follow and then the end of the count.
func (p *Pool) enter(ctx context.Context) (uint32, error) {
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
		place := p.waiting.PushBack(turn)
		p.mu.Unlock()
		select {
		case <-turn:
			p.mu.Lock()
		case <-ctx.Done():
			p.mu.Lock()
			select {
			case <-turn: // it came all the same
				p.pass()
			default:
				p.waiting.Remove(place)
			}
			return 0, ctx.Err()
		}
		if p.closed {
			p.pass()
			return 0, ErrClosed
		}
	}
	p.requests.Add(1)
	p.number++
	return p.number, nil
}

// leave ends the turn of a request.
func (p *Pool) leave() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.pass()
}

// pass gives the turn of one request to the one that waits longest. The caller holds
// the lock.
func (p *Pool) pass() {
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

// serve has a question answered by a process, and by another one if the first dies of
// something else.
func (p *Pool) serve(ctx context.Context, question []byte, number uint32, late *watchdog) ([]byte, error) {
	limits := p.Limits.orDefault()
	take := p.take
	for killed := 1; ; {
		w, err := take(ctx, limits)
		if err != nil {
			return nil, err
		}
		if ctx.Err() != nil {
			p.put(w, limits)
			return nil, ctx.Err()
		}
		others := w.served > 0
		f, err := w.ask(question, number, late, limits)
		switch {
		case err != nil || f.kind == panicked || late.bitten != nil:
			p.drop(w)
		default:
			p.put(w, limits)
		}
		if err == nil {
			if f.kind != answer {
				return nil, &RemoteError{Text: string(f.body), Panic: f.kind == panicked}
			}
			return f.body, nil
		}
		var crash *CrashError
		switch {
		case !errors.As(err, &crash) || ctx.Err() != nil || p.isClosed():
			return nil, p.orClosed(err)
		case crash.Killed && killed < maxKilled:
			killed++
		case !crash.Killed && others:
			take = p.start // one that nothing has harmed yet
		default:
			return nil, err
		}
	}
}

// orClosed returns err unless the pool was closed, which is then why.
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

// take returns a process that waits for a request: the one that was used last, or a
// new one.
func (p *Pool) take(ctx context.Context, limits Limits) (*process, error) {
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
		p.drop(w) // it died while nobody asked it anything
	}
}

// put lets a process wait for another request, if it is fit for one.
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

// start returns a new process that has greeted. A start that fails for a reason that
// passes is tried again.
func (p *Pool) start(ctx context.Context, limits Limits) (*process, error) {
	var failed failures
	for {
		if err := p.mayStart(); err != nil {
			return nil, err
		}
		w, failure := p.startOne(limits)
		pause, err := p.started(&failed, failure)
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
	count int
	since time.Time // of the first
	other bool      // one at least was not killed from outside
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
	return nil, &StartError{Path: cmd.Args[0], Err: err, passes: killed || scarce(err), killed: killed}
}

// mayStart returns why no process is to be started now.
func (p *Pool) mayStart() error {
	p.mu.Lock()
	defer p.mu.Unlock()
	switch {
	case p.closed:
		return ErrClosed
	case p.refused != nil && p.time().Sub(p.refusedAt) < retryStart:
		return p.refused
	}
	return nil
}

// started records a start of a request, and why it failed if it did. It returns the pause
// before another, or the error that ends the request. That error is the answer to every
// request for a while, unless all that happened is that processes were killed: whatever
// kills them says nothing of the next.
func (p *Pool) started(failed *failures, failure *StartError) (pause time.Duration, err error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	switch {
	case p.closed:
		return 0, ErrClosed
	case failure == nil:
		p.refused, p.startedAt, p.gaveUp = nil, p.time(), false
		return 0, nil
	}
	now := p.time()
	if failed.count++; failed.count == 1 {
		failed.since = now
	}
	failed.other = failed.other || !failure.killed
	if failure.passes && !p.gaveUp && (failed.count < maxStarts || now.Sub(later(failed.since, p.startedAt)) < startPatience) {
		return min(firstPause<<min(failed.count-1, maxStarts), longestPause), nil
	}
	if p.gaveUp = true; failed.other {
		p.refused, p.refusedAt = failure, now
	}
	return 0, failure
}

// time returns the time on the clock of the starts.
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

// whenClosed is closed when the pool is.
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
	cmd.Args[0] = os.Args[0]                                         // the path may be one that says nothing to a person
	cmd.Dir = filepath.VolumeName(path) + string(filepath.Separator) // no folder is held because a worker stands in it
	return cmd, nil
}

// Close ends all processes, whatever they do, and returns when nothing is left of them
// and of the pool's goroutines. Requests that run or wait end with [ErrClosed]. It may
// be called more than once and always returns nil.
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
