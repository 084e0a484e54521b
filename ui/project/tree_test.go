package project

import (
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

func TestAPanicWhileTheFolderIsListedIsAnErrorForWhoWaits(t *testing.T) {
	base := t.TempDir()
	p, err := Open(base, presets.Places{Config: filepath.Join(base, "config"), State: filepath.Join(base, "state"), Cache: filepath.Join(base, "cache")})
	if err != nil {
		t.Fatal(err)
	}
	root := p.root
	p.update(func(k *Kept) { k.root = nil }) // whatever asks it a question panics
	panics(t, func() { _, _ = p.Tree(t.Context()) })
	if _, err := p.Tree(t.Context()); err == nil || !strings.Contains(err.Error(), "list the folder") {
		t.Errorf("who asks next is told %v", err)
	}
	p.update(func(k *Kept) { k.root = root })
	if err := p.Close(); err != nil {
		t.Error(err)
	}
}
