package sessiontest

import (
	"fmt"
	"sync"
	"time"
)

// Queue plays the goroutine that owns a session: it holds what is to run there, in order. [Queue.Do] may
// be called on any goroutine, the other methods on the one that plays.
type Queue struct {
	mu   sync.Mutex
	todo []func()
	wake chan struct{} // holds at most one signal that the queue has grown
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

// Grown receives when the queue has grown.
func (q *Queue) Grown() <-chan struct{} { return q.wake }

// Idle reports whether nothing is to run.
func (q *Queue) Idle() bool {
	q.mu.Lock()
	defer q.mu.Unlock()
	return len(q.todo) == 0
}

// RunOne runs the next function; false if there is none.
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

// Drain runs all functions, and those that they add.
func (q *Queue) Drain() {
	for q.RunOne() {
	}
}

// Until runs what is added until a condition holds. It returns an error that names it with what if that
// did not happen within [Patience].
func (q *Queue) Until(what string, holds func() bool) error {
	for late := time.After(Patience); !holds(); {
		if q.RunOne() {
			continue
		}
		select {
		case <-q.wake:
		case <-time.After(20 * time.Millisecond): // for what is only to be seen on the disk
		case <-late:
			return fmt.Errorf("it never came that %s", what)
		}
	}
	return nil
}
