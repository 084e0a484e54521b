package disk

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"testing"
)

func TestHead(t *testing.T) {
	root, dir := project(t)
	write(t, dir, "five", "12345")
	cancelled, cancel := context.WithCancel(t.Context())
	cancel()
	for _, tt := range []struct {
		name  string
		ctx   context.Context
		path  string
		limit int64
		want  string
		err   error
	}{
		{"less than there is", t.Context(), "five", 4, "1234", nil},
		{"as much as there is", t.Context(), "five", 5, "12345", nil},
		{"more than there is", t.Context(), "five", 6, "12345", nil},
		{"nothing", t.Context(), "five", 0, "", nil},
		{"a folder", t.Context(), ".", 4, "", ErrIrregular},
		{"no file", t.Context(), "gone", 4, "", ErrNotFound},
		{"a file outside", t.Context(), "../canary", 4, "", ErrOutside},
		{"all callers cancelled", cancelled, "five", 4, "", context.Canceled},
	} {
		file, err := root.Head(tt.ctx, tt.path, tt.limit)
		if !errors.Is(err, tt.err) || string(file.Data) != tt.want || err == nil && file.Size != 5 {
			t.Errorf("%s: %q of %d bytes, %v; want %q, %v", tt.name, file.Data, file.Size, err, tt.want, tt.err)
		}
	}
}

// A file of the tracker is read up to a limit; reading something other than a file does not
// block.
func TestBeadsAreRegularAndBounded(t *testing.T) {
	dir := t.TempDir()
	write(t, dir, ".beads/issues.jsonl", "")
	repo, err := OpenRepository(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer repo.Close()
	name := filepath.Join(dir, ".beads", "issues.jsonl")
	for size, want := range map[int64]error{BeadsLimit: nil, BeadsLimit + 1: ErrTooLarge} {
		if err := os.Truncate(name, size); err != nil {
			t.Skip(err) // a file system that ignores O_TRUNC
		}
		f, err := repo.Beads().Open(".beads/issues.jsonl")
		if !errors.Is(err, want) {
			t.Errorf("%d bytes: %v, want %v", size, err, want)
		}
		if err == nil {
			f.Close()
		}
	}
}
