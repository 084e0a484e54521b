package project

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"dossier/aggregate/tree"
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

func TestFilesOfAChosenFolderAreNotInspected(t *testing.T) {
	p := openSliced(t, "")
	if err := os.Mkdir(filepath.Join(p.Dir, "sub"), 0o755); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"a.go", "b.go"} {
		if err := os.WriteFile(filepath.Join(p.Dir, "sub", name), nil, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	must[*tree.Tree](t)(p.Tree(t.Context()))
	if err := os.Remove(filepath.Join(p.Dir, "sub", "b.go")); err != nil {
		t.Fatal(err)
	}
	tests := []struct{ path, want string }{
		{"sub", "<nil>"},
		{"sub/*.go", "<nil>"},
		{"sub/a.go", "<nil>"},
		{"sub/b.go", "there is no sub/b.go"},
		{"sub/*.txt", "no file matches sub/*.txt"},
		{"other", "there is no other"},
	}
	for _, tt := range tests {
		if _, err := p.Choose(t.Context(), Choice{Paths: []string{tt.path}}); fmt.Sprint(err) != tt.want {
			t.Errorf("%s: error %v, want %s", tt.path, err, tt.want)
		}
	}
}
