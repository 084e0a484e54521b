// Package parallel does the same for many things on all processors.
//
// Nothing runs any more when a call returns. A panic in one of the goroutines goes on in
// the one that called, where it can be recovered: a program that reads files of strangers
// must not end because of one of them.
package parallel

import (
	"context"
	"fmt"
	"runtime"
	"runtime/debug"
	"sync"
	"sync/atomic"
)

// Each calls fn for 0 … n-1, in this order but side by side, on as many goroutines as
// there are processors, the caller's included, and waits for all of them. After an
// error, a panic or the end of ctx nothing new is begun; the first error is returned,
// else that of ctx. A panic is raised again as a [*Panic].
func Each(ctx context.Context, n int, fn func(int) error) error {
	var (
		next  atomic.Int64
		first atomic.Pointer[error]
		group sync.WaitGroup
	)
	work := func() {
		defer func() {
			if p := recover(); p != nil {
				var err error = &Panic{p, debug.Stack()}
				first.CompareAndSwap(nil, &err)
			}
		}()
		for first.Load() == nil {
			i := int(next.Add(1)) - 1
			if i >= n {
				return
			}
			err := ctx.Err()
			if err == nil {
				err = fn(i)
			}
			if err != nil {
				first.CompareAndSwap(nil, &err)
			}
		}
	}
	for range min(runtime.GOMAXPROCS(0), n) - 1 {
		group.Go(work)
	}
	work()
	group.Wait()
	if err := first.Load(); err != nil {
		if p, ok := (*err).(*Panic); ok {
			panic(p)
		}
		return *err
	}
	return ctx.Err()
}

// Panic is what [Each] raises again: the value, and the stack of the goroutine that it
// comes from.
type Panic struct {
	Value any
	Stack []byte
}

func (p *Panic) Error() string { return fmt.Sprintf("%v\n%s", p.Value, p.Stack) }

// Unwrap returns the value when it is an error.
func (p *Panic) Unwrap() error {
	err, _ := p.Value.(error)
	return err
}
