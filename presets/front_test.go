package presets

import (
	"context"
	"os"
	"path/filepath"
	"sync"
	"sync/atomic"
	"testing"

	"dossier/aggregate/systemtest"
	"dossier/presets/store"
)

func TestAWindowTakesTheRequestToComeToTheFront(t *testing.T) {
	systemtest.NeedRemovesOnce(t) // one looks for the request while another takes it
	s := NewState(Places{State: t.TempDir()})
	dir, other := t.TempDir(), t.TempDir()
	if s.RequestFront(t.Context(), dir) {
		t.Error("a request is taken where no window is open")
	}
	one, two := s.Claim(dir), s.Claim(dir)
	defer one.Release(false)
	defer two.Release(false)
	if s.RequestFront(t.Context(), other) {
		t.Error("a window of another project takes the request")
	}

	var taken atomic.Int32
	done := make(chan struct{})
	var windows sync.WaitGroup
	for range 2 {
		windows.Go(func() {
			for {
				select {
				case <-done:
					return
				default:
					if s.AcceptFrontRequest(dir) {
						taken.Add(1)
					}
				}
			}
		})
	}
	for range 20 {
		if !s.RequestFront(t.Context(), dir) {
			t.Error("the request is not taken")
		}
	}
	close(done)
	windows.Wait()
	if n := taken.Load(); n != 20 {
		t.Errorf("20 requests were taken %d times", n)
	}
}

// A window that does not answer takes nothing, and no request remains for later.
func TestARequestThatNoWindowTakesIsWithdrawn(t *testing.T) {
	s := NewState(Places{State: t.TempDir()})
	dir := t.TempDir()
	defer s.Claim(dir).Release(false)
	ctx, cancel := context.WithCancel(t.Context())
	answer := make(chan bool, 1)
	go func() { answer <- s.RequestFront(ctx, dir) }()
	for there := false; !there; {
		_, err := os.Stat(filepath.Join(s.places.State, fronts, store.Key(realFolder(dir))))
		there = err == nil
		if len(answer) > 0 && !there {
			t.Fatal("the request was not made")
		}
	}
	cancel()
	if <-answer {
		t.Error("no window took the request, but it says so")
	}
	if s.AcceptFrontRequest(dir) {
		t.Error("the request is still there")
	}
}

// Without a state folder, and where it cannot be written to, the caller opens a window of its own.
func TestWithoutAStateFolderNoWindowIsAsked(t *testing.T) {
	s := NewState(Places{})
	if s.RequestFront(t.Context(), t.TempDir()) || s.AcceptFrontRequest(t.TempDir()) {
		t.Error("a request is taken")
	}
	if _, err := s.FrontFolder(); err == nil {
		t.Error("there is a folder")
	}
}
