package object

import (
	"container/heap"
	"slices"
)

// Queue is a priority queue of commits, or of values that represent them: the newest
// is first, and among commits of the same time the one with the lowest order. The zero
// value is empty. It is not safe for concurrent use.
type Queue[T any] struct{ heap queueHeap[T] }

// Len returns the number of queued commits.
func (q *Queue[T]) Len() int { return len(q.heap) }

// Push adds a commit with its time in Unix seconds.
func (q *Queue[T]) Push(commit T, time int64, order int) {
	heap.Push(&q.heap, &queued[T]{commit, time, order})
}

// Pop removes and returns the first commit. It panics if the queue is empty.
func (q *Queue[T]) Pop() T { return heap.Pop(&q.heap).(*queued[T]).commit }

// Contains reports whether f returns true for a queued commit.
func (q *Queue[T]) Contains(f func(T) bool) bool {
	return slices.ContainsFunc(q.heap, func(c *queued[T]) bool { return f(c.commit) })
}

type queued[T any] struct {
	commit T
	time   int64
	order  int
}

type queueHeap[T any] []*queued[T]

func (h queueHeap[T]) Len() int { return len(h) }

func (h queueHeap[T]) Less(i, j int) bool {
	return h[i].time > h[j].time || h[i].time == h[j].time && h[i].order < h[j].order
}

func (h queueHeap[T]) Swap(i, j int) { h[i], h[j] = h[j], h[i] }

// Push implements [heap.Interface].
func (h *queueHeap[T]) Push(c any) { *h = append(*h, c.(*queued[T])) }

// Pop implements [heap.Interface].
func (h *queueHeap[T]) Pop() any {
	last := len(*h) - 1
	c := (*h)[last]
	(*h)[last] = nil // release the commit
	*h = (*h)[:last]
	return c
}
