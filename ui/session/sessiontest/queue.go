package sessiontest

import (
	"fmt"
	"sync"
	"time"
)

// Queue replaces the goroutine that owns a session: it holds the functions that are to run there, in order.
// [Queue.Do] is safe for concurrent use; the other methods belong to the goroutine that runs the functions.
type Queue struct {
	mu   sync.Mutex
	todo []func()
	wake chan struct{} // signals that the queue has grown; capacity 1
}

// NewQueue returns an empty queue.
func NewQueue() *Queue { return &Queue{wake: make(chan struct{}, 1)} }

// Do adds a function.
func (q *Queue) Do(f func()) {
	q.mu.Lock()
	q.todo = append(q.todo, f)
	q.mu.Unlock()
	select {
	case q.wake <- struct{}{}:
	default:
	}
}

// Grown returns a channel that receives when the queue has grown.
func (q *Queue) Grown() <-chan struct{} { return q.wake }

// Idle reports whether the queue is empty.
func (q *Queue) Idle() bool {
	q.mu.Lock()
	defer q.mu.Unlock()
	return len(q.todo) == 0
}

// RunOne runs the next function. It returns false if there is none.
func (q *Queue) RunOne() bool {
	q.mu.Lock()
	if len(q.todo) == 0 {
		q.mu.Unlock()
		return false
	}
	f := q.todo[0]
	q.todo = q.todo[1:]
	q.mu.Unlock()
	f()
	return true
}

// Drain runs all queued functions, including those that they add.
func (q *Queue) Drain() {
	for q.RunOne() {
	}
}

// Until runs queued functions until holds returns true. It returns an error that names what if that
// does not happen within [Patience].
func (q *Queue) Until(what string, holds func() bool) error {
	for late := time.After(Patience); !holds(); {
		if q.RunOne() {
			continue
		}
		select {
		case <-q.wake:
		case <-time.After(20 * time.Millisecond): // for conditions that only the disk shows
		case <-late:
			return fmt.Errorf("it never came that %s", what)
		}
	}
	return nil
}
