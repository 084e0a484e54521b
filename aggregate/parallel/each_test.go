package parallel

import (
	"context"
	"errors"
	"runtime"
	"strings"
	"sync/atomic"
	"testing"
)

// width returns the number of concurrent calls.
func width() int64 { return int64(runtime.GOMAXPROCS(0)) }

func TestEachIsCalledOnce(t *testing.T) {
	for _, n := range []int{0, 1, 2, 1000} {
		calls := make([]atomic.Int32, n)
		if err := Each(t.Context(), n, func(i int) error { calls[i].Add(1); return nil }); err != nil {
			t.Fatal(err)
		}
		for i := range calls {
			if got := calls[i].Load(); got != 1 {
				t.Errorf("of %d, %d was called %d times", n, i, got)
			}
		}
	}
}

func TestWhatEndsEach(t *testing.T) {
	broken := errors.New("broken")
	tests := []struct {
		name string
		fn   func(cancel func()) error
		want error
	}{
		{"an error is returned", func(func()) error { return broken }, broken},
		{"the context's end is returned", func(cancel func()) error { cancel(); return nil }, context.Canceled},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			ctx, cancel := context.WithCancel(t.Context())
			defer cancel()
			var calls atomic.Int64
			err := Each(ctx, 10_000, func(int) error { calls.Add(1); return tt.fn(cancel) })
			if !errors.Is(err, tt.want) {
				t.Errorf("error %v, want %v", err, tt.want)
			}
			if n := calls.Load(); n > width() {
				t.Errorf("%d calls after the first one ended it, on %d processors", n, width())
			}
		})
	}
	t.Run("nothing begins in a context that has ended", func(t *testing.T) {
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		err := Each(ctx, 3, func(int) error { t.Error("called"); return nil })
		if !errors.Is(err, context.Canceled) {
			t.Errorf("error %v", err)
		}
	})
}

func TestAPanicContinuesInTheCaller(t *testing.T) {
	broken := errors.New("broken")
	var running atomic.Int64
	defer func() {
		p, ok := recover().(*Panic)
		if !ok || !errors.Is(p, broken) {
			t.Fatalf("recovered %v", p)
		}
		if !strings.Contains(p.Error(), "broken") || !strings.Contains(p.Error(), "each_test.go") {
			t.Errorf("it does not say where it comes from: %v", p)
		}
		if n := running.Load(); n != 0 {
			t.Errorf("%d calls still run", n)
		}
	}()
	_ = Each(t.Context(), 1000, func(i int) error {
		running.Add(1)
		defer running.Add(-1)
		if i == 17 {
			panic(broken)
		}
		return nil
	})
	t.Error("nothing was raised")
}
