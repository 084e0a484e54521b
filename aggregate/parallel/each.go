// Package parallel runs a function for many inputs on all processors.
//
// No goroutine is left running when a call returns. A panic in one of the goroutines is
// propagated to the caller, where it can be recovered: a program that reads untrusted files must
// not crash because of one of them.
package parallel

import (
	"context"
	"fmt"
	"runtime"
	"runtime/debug"
	"sync"
	"sync/atomic"
)

// Each calls fn for 0 … n-1, started in this order, on as many goroutines as there are
// processors, including the caller's, and waits for all of them. After an error, a panic or the
// end of ctx it starts no more calls. It returns the first error, else that of ctx. It re-panics
// with a [*Panic].
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

// Panic is the panic value of [Each]: the original value and the stack of its goroutine.
type Panic struct {
	Value any
	Stack []byte
}

func (p *Panic) Error() string { return fmt.Sprintf("%v\n%s", p.Value, p.Stack) }

// Unwrap returns the value if it is an error.
func (p *Panic) Unwrap() error {
	err, _ := p.Value.(error)
	return err
}
