package tokens

import (
	"context"
	"fmt"
	"sync"
	"time"
)

// Request asks for the count of one text.
type Request struct {
	// ID is the caller's name for it. A request replaces an earlier one of its ID that
	// has not been delivered.
	ID string
	// Load returns the text, on a worker's goroutine.
	Load func(context.Context) (string, error)
}

// Result is the answer to a request.
type Result struct {
	ID     string
	Tokens int
	Err    error // of Load; Tokens is then 0
}

// Interval is the least time between two deliveries: often enough to look live, rarely
// enough that a thousand counts cost the window a few redraws.
const Interval = 60 * time.Millisecond

// Queue counts texts on goroutines of its own, the newest request first, so that what
// the person did last shows first. Goroutines exist only while there is work; Close
// ends them.
type Queue struct {
	counter *Counter
	cache   *Cache
	deliver func([]Result)
	limit   int

	stop   context.CancelFunc
	ctx    context.Context
	active sync.WaitGroup // workers and the deliverer

	mu         sync.Mutex
	closed     bool
	waiting    []job // a stack
	newest     map[string]int64
	serial     int64
	workers    int
	results    []answer
	delivering bool
}

type job struct {
	Request
	ctx    context.Context
	serial int64
}

type answer struct {
	Result
	ctx    context.Context
	serial int64
}

// NewQueue returns a queue of at most workers goroutines, at least one. cache may be
// nil. deliver is called with one batch at a time, never empty, on a goroutine of the
// queue: hop to the window's from there.
func NewQueue(counter *Counter, cache *Cache, workers int, deliver func([]Result)) *Queue {
	q := &Queue{counter: counter, cache: cache, deliver: deliver, limit: max(1, workers), newest: map[string]int64{}}
	q.ctx, q.stop = context.WithCancel(context.Background())
	return q
}

// Ask adds requests; the last of them is served first. When ctx ends, those that are not
// delivered yet never are. Asking a closed queue does nothing.
func (q *Queue) Ask(ctx context.Context, requests ...Request) {
	q.mu.Lock()
	defer q.mu.Unlock()
	if q.closed {
		return
	}
	for _, r := range requests {
		q.serial++
		q.newest[r.ID] = q.serial
		q.waiting = append(q.waiting, job{r, ctx, q.serial})
	}
	for q.workers < min(q.limit, len(q.waiting)) {
		q.workers++
		q.active.Go(q.work)
	}
}

// Close drops what waits, stops what runs and returns when the queue's goroutines have
// ended. Nothing is delivered afterwards. It must not be called from deliver.
func (q *Queue) Close() {
	q.mu.Lock()
	q.closed = true
	q.waiting, q.results = nil, nil
	clear(q.newest)
	q.mu.Unlock()
	q.stop()
	q.active.Wait()
}

// work serves requests until none waits.
func (q *Queue) work() {
	for {
		q.mu.Lock()
		j, ok := q.next()
		if !ok {
			q.workers--
			q.mu.Unlock()
			return
		}
		q.mu.Unlock()

		ctx, cancel := context.WithCancel(j.ctx)
		detach := context.AfterFunc(q.ctx, cancel)
		tokens, err := q.count(ctx, j.Load)
		detach()
		cancel()
		q.finish(answer{Result{j.ID, tokens, err}, j.ctx, j.serial})
	}
}

// next takes the newest request that is still wanted. q.mu is held.
func (q *Queue) next() (job, bool) {
	for len(q.waiting) > 0 {
		last := len(q.waiting) - 1
		j := q.waiting[last]
		q.waiting[last] = job{}
		q.waiting = q.waiting[:last]
		if q.wanted(j.ctx, j.ID, j.serial) {
			return j, true
		}
	}
	return job{}, false
}

// wanted reports whether a request is neither replaced nor cancelled, and forgets it if
// it was cancelled. q.mu is held.
func (q *Queue) wanted(ctx context.Context, id string, serial int64) bool {
	if q.newest[id] != serial {
		return false
	}
	if ctx.Err() != nil {
		delete(q.newest, id)
		return false
	}
	return true
}

// count turns a panic in Load into an error, so that one bad file is one bad row.
func (q *Queue) count(ctx context.Context, load func(context.Context) (string, error)) (tokens int, err error) {
	defer func() {
		if p := recover(); p != nil {
			tokens, err = 0, fmt.Errorf("count tokens: %v", p)
		}
	}()
	text, err := load(ctx)
	if err != nil {
		return 0, err
	}
	if q.cache == nil {
		return q.counter.CountContext(ctx, text)
	}
	key := KeyOf(text)
	if n, ok := q.cache.Get(key); ok {
		return n, nil
	}
	tokens, err = q.counter.CountContext(ctx, text)
	if err == nil {
		q.cache.Put(key, tokens)
	}
	return tokens, err
}

func (q *Queue) finish(a answer) {
	q.mu.Lock()
	defer q.mu.Unlock()
	if q.closed || !q.wanted(a.ctx, a.ID, a.serial) {
		return
	}
	q.results = append(q.results, a)
	if !q.delivering {
		q.delivering = true
		q.active.Go(q.deliverAll)
	}
}

// deliverAll hands over batches, one an interval, until there is nothing to hand over.
func (q *Queue) deliverAll() {
	tick := time.NewTicker(Interval)
	defer tick.Stop()
	for {
		select {
		case <-tick.C:
		case <-q.ctx.Done():
			return
		}
		q.mu.Lock()
		var batch []Result
		for _, a := range q.results {
			if q.wanted(a.ctx, a.ID, a.serial) {
				delete(q.newest, a.ID)
				batch = append(batch, a.Result)
			}
		}
		q.results = nil
		if len(batch) == 0 {
			q.delivering = false
			q.mu.Unlock()
			return
		}
		q.mu.Unlock()
		q.deliver(batch)
	}
}

// Text returns a Load for a text that is at hand.
func Text(text string) func(context.Context) (string, error) {
	return func(context.Context) (string, error) { return text, nil }
}
