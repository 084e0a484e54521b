package tokens

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"
)

// sink collects deliveries.
type sink struct {
	mu      sync.Mutex
	batches [][]Result
}

func (s *sink) deliver(batch []Result) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.batches = append(s.batches, batch)
}

func (s *sink) tokens() map[string]int {
	s.mu.Lock()
	defer s.mu.Unlock()
	all := map[string]int{}
	for _, batch := range s.batches {
		for _, r := range batch {
			if _, twice := all[r.ID]; twice {
				panic(r.ID + " was delivered twice")
			}
			all[r.ID] = r.Tokens
		}
	}
	return all
}

// inBubble runs f with a queue on a clock that moves only when all goroutines wait.
func inBubble(t *testing.T, workers int, f func(t *testing.T, q *Queue, s *sink)) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		var s sink
		q := NewQueue(&Counter{}, OpenCache("", 100), workers, s.deliver)
		f(t, q, &s)
		q.Close()
	})
}

// settle lets two intervals pass and waits for what they set off.
func settle() {
	time.Sleep(2 * Interval)
	synctest.Wait()
}

func TestQueueDeliversInBatches(t *testing.T) {
	inBubble(t, 2, func(t *testing.T, q *Queue, s *sink) {
		want := map[string]int{}
		for i := range 500 {
			id := fmt.Sprint(i)
			want[id] = 2
			q.Ask(t.Context(), Request{id, Text("two words")})
		}
		settle()
		if diff := cmp.Diff(want, s.tokens()); diff != "" {
			t.Errorf("wrong counts (-want +got):\n%s", diff)
		}
		if n := len(s.batches); n != 1 {
			t.Errorf("%d deliveries for requests of one moment, want 1", n)
		}
	})
}

func TestQueueServesTheNewestFirst(t *testing.T) {
	inBubble(t, 1, func(t *testing.T, q *Queue, s *sink) {
		var order []string
		gate := make(chan struct{})
		q.Ask(t.Context(), Request{"blocks", func(context.Context) (string, error) { <-gate; return "", nil }})
		synctest.Wait() // the only worker is busy
		for _, id := range []string{"a", "b", "c"} {
			q.Ask(t.Context(), Request{id, func(context.Context) (string, error) {
				order = append(order, id)
				return id, nil
			}})
		}
		close(gate)
		settle()
		if diff := cmp.Diff([]string{"c", "b", "a"}, order); diff != "" {
			t.Errorf("wrong order (-want +got):\n%s", diff)
		}
	})
}

func TestQueueDropsWhatIsReplacedOrCancelled(t *testing.T) {
	inBubble(t, 1, func(t *testing.T, q *Queue, s *sink) {
		gate := make(chan struct{})
		slow := func(context.Context) (string, error) { <-gate; return "old old old", nil }
		q.Ask(t.Context(), Request{"replaced while it runs", slow})
		synctest.Wait()
		ctx, cancel := context.WithCancel(t.Context())
		q.Ask(ctx, Request{"cancelled while it waits", Text("x")})
		q.Ask(t.Context(),
			Request{"replaced while it runs", Text("new")},
			Request{"replaced while it waits", Text("old old")},
			Request{"replaced while it waits", Text("new")})
		cancel()
		close(gate)
		settle()
		want := map[string]int{"replaced while it runs": 1, "replaced while it waits": 1}
		if diff := cmp.Diff(want, s.tokens()); diff != "" {
			t.Errorf("wrong results (-want +got):\n%s", diff)
		}
	})
}

func TestQueueReportsErrors(t *testing.T) {
	inBubble(t, 1, func(t *testing.T, q *Queue, s *sink) {
		gone := errors.New("gone")
		q.Ask(t.Context(),
			Request{"fails", func(context.Context) (string, error) { return "", gone }},
			Request{"panics", func(context.Context) (string, error) { panic("boom") }},
			Request{"works", Text("x")})
		settle()
		got := map[string]string{}
		for _, r := range slices.Concat(s.batches...) {
			got[r.ID] = fmt.Sprint(r.Tokens, r.Err)
		}
		want := map[string]string{"fails": "0 gone", "panics": "0 count tokens: boom", "works": "1 <nil>"}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("wrong results (-want +got):\n%s", diff)
		}
	})
}

func TestQueueCloseEndsEverything(t *testing.T) {
	// A goroutine left behind would make synctest.Test fail.
	inBubble(t, 3, func(t *testing.T, q *Queue, s *sink) {
		stopped := make(chan error, 1)
		q.Ask(t.Context(), Request{"waits for the end", func(ctx context.Context) (string, error) {
			<-ctx.Done()
			stopped <- ctx.Err()
			return "", ctx.Err()
		}})
		synctest.Wait()
		q.Close()
		if err := <-stopped; !errors.Is(err, context.Canceled) {
			t.Errorf("the load ended with %v, want it cancelled", err)
		}
		q.Ask(t.Context(), Request{"too late", Text("x")})
		settle()
		if got := s.tokens(); len(got) > 0 {
			t.Errorf("delivered after Close: %v", got)
		}
	})
}

func TestCountContextStops(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	var c Counter
	if _, err := c.CountContext(ctx, "text"); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v, want it cancelled", err)
	}
}

func TestCounterIsSafeForConcurrentUse(t *testing.T) {
	var c Counter
	texts := sources(t)[:4]
	want := make([]int, len(texts))
	for i, text := range texts {
		want[i] = c.Count(text)
	}
	var group sync.WaitGroup
	for range 4 {
		group.Go(func() {
			for i, text := range texts {
				if got := c.Count(text); got != want[i] {
					t.Errorf("text %d: %d tokens, want %d", i, got, want[i])
				}
			}
		})
	}
	group.Wait()
}
