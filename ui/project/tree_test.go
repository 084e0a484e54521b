package project

import (
	"context"
	"errors"
	"path/filepath"
	"strings"
	"testing"

	"dossier/presets"
)

// panics calls fn, which must panic.
func panics(t *testing.T, fn func()) {
	t.Helper()
	defer func() {
		if recover() == nil {
			t.Fatal("it did not panic")
		}
	}()
	fn()
}

func TestAPanicWhileTheFolderIsListedIsAnErrorForWaitingCallers(t *testing.T) {
	base := t.TempDir()
	p, err := Open(base, presets.Places{Config: filepath.Join(base, "config"), State: filepath.Join(base, "state"), Cache: filepath.Join(base, "cache")})
	if err != nil {
		t.Fatal(err)
	}
	root := p.root
	p.update(func(k *StoredState) { k.root = nil }) // whatever asks it a question panics
	panics(t, func() { _, _ = p.Tree(t.Context()) })
	if _, err := p.Tree(t.Context()); err == nil || !strings.Contains(err.Error(), "list the folder") {
		t.Errorf("who asks next is told %v", err)
	}
	p.update(func(k *StoredState) { k.root = root })
	if err := p.Close(); err != nil {
		t.Error(err)
	}
}

func TestTreeAfterAScanThatWasGivenUp(t *testing.T) {
	p := openNotes(t, nil)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := p.Tree(ctx); !errors.Is(err, context.Canceled) {
		t.Errorf("a scan that was given up ends with %v", err)
	}
	if tree, err := p.Tree(t.Context()); err != nil || tree == nil {
		t.Errorf("the scan after it finds %v, %v", tree, err)
	}
}
