package worker

import (
	"container/list"
	"context"
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
type Limits struct {
	Timeout  time.Duration // wall time of one request, after which its worker is killed; 5 s
	Start    time.Duration // until a new worker greets; 10 s
	Requests int           // after which a worker is replaced; 500
	Memory   int64         // resident bytes after a request above which it is replaced (Linux); 200 MiB
	Idle     time.Duration // after which a worker without a request is ended; 60 s
}

// orDefault returns the limits without zeros.
func (l Limits) orDefault() Limits {
	set(&l.Timeout, 5*time.Second)
	set(&l.Start, 10*time.Second)
	set(&l.Requests, 500)
	set(&l.Memory, 200<<20)
	set(&l.Idle, time.Minute)
	return l
}

func set[T comparable](field *T, value T) {
	if *field == *new(T) {
		*field = value
	}
}

// retryStart is how long a failure to start is the answer to every request, before
// starting is tried again: a build with thousands of files shall not try thousands of
// times.
const retryStart = 10 * time.Second

// maxKept bounds the buffer that is kept for later questions.
const maxKept = 1 << 20

// Pool answers requests in worker processes, each of which serves one at a time. Its
// fields are not to be changed after the first request. Its methods may be called from
// any goroutine. [Pool.Close] has to be called in the end.
//
// Processes are started when requests need them. One that has served enough, has grown
// too large, or crashed, is replaced when the next request needs it.
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
	number    uint32    // of the last question
	busy      int       // requests that have their turn
	waiting   list.List // of chan struct{}: requests that wait for theirs, in order of arrival; closed when it comes
	idle      []*process
	live      map[*process]struct{} // all processes
	refused   *StartError           // the last failure to start
	refusedAt time.Time
}

// outcome is what becomes of a request.
type outcome struct {
	answer []byte
	err    error
}

// Do returns the answer to a request, which it neither changes nor keeps. It waits for
// its turn and then for at most [Limits.Timeout], not counting the start of a process.
// When ctx ends it returns the error of ctx at once; a request that is running is then
// given a moment to end before its process is killed.
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

// serve has a question answered by a process.
func (p *Pool) serve(ctx context.Context, question []byte, number uint32, late *watchdog) ([]byte, error) {
	limits := p.Limits.orDefault()
	w, err := p.take(limits)
	if err != nil {
		return nil, err
	}
	if ctx.Err() != nil {
		p.put(w, limits)
		return nil, ctx.Err()
	}
	f, err := w.ask(question, number, late, limits.Timeout)
	switch {
	case err != nil:
		p.drop(w)
		return nil, p.orClosed(err)
	case f.kind == panicked, late.bitten:
		p.drop(w)
	default:
		p.put(w, limits)
	}
	if f.kind != answer {
		return nil, &RemoteError{Text: string(f.body), Panic: f.kind == panicked}
	}
	return f.body, nil
}

// orClosed returns err unless the pool was closed, which is then why.
func (p *Pool) orClosed(err error) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.closed {
		return ErrClosed
	}
	return err
}

// take returns a process that waits for a request: the one that was used last, or a
// new one.
func (p *Pool) take(limits Limits) (*process, error) {
	for {
		p.mu.Lock()
		n := len(p.idle)
		if n == 0 {
			p.mu.Unlock()
			return p.start(limits)
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

// start returns a new process that has greeted.
func (p *Pool) start(limits Limits) (*process, error) {
	if err := p.mayStart(); err != nil {
		return nil, err
	}
	cmd, err := p.command()
	if err != nil {
		return nil, p.refuse(&StartError{Path: os.Args[0], Err: err})
	}
	p.mu.Lock()
	if p.closed {
		p.mu.Unlock()
		return nil, ErrClosed
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
	if err == nil {
		if err = w.ready(limits.Start); err == nil {
			return w, nil
		}
		p.drop(w)
	}
	return nil, p.orClosed(p.refuse(&StartError{Path: cmd.Args[0], Err: err}))
}

// mayStart returns why no process is to be started now.
func (p *Pool) mayStart() error {
	p.mu.Lock()
	defer p.mu.Unlock()
	switch {
	case p.closed:
		return ErrClosed
	case p.refused != nil && time.Since(p.refusedAt) < retryStart:
		return p.refused
	}
	return nil
}

// refuse keeps err as the answer to requests for a while.
func (p *Pool) refuse(err *StartError) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.refused, p.refusedAt = err, time.Now()
	return err
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
