//go:build unix

package git

import (
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// Opening a pipe that no one writes to would wait for ever.
func TestPipes(t *testing.T) {
	dir := tempDir(t)
	repo := Repository{Root: dir, GitDir: dir, CommonDir: dir}
	kept := filepath.Join(dir, "worktrees", "x")
	write(t, filepath.Join(dir, "HEAD"), "")
	write(t, filepath.Join(kept, "HEAD"), "")
	write(t, filepath.Join(dir, "linked", ".git"), "gitdir: "+kept)
	for _, name := range []string{"index", "config", ".git", "worktrees/x/gitdir"} {
		if err := syscall.Mkfifo(filepath.Join(dir, name), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := repo.ReadIndex(); err == nil || !strings.Contains(err.Error(), "not a regular file") {
		t.Errorf("index: %v", err)
	}
	if named := repo.ConfiguredExcludes(); named != "" {
		t.Errorf("config names %q", named)
	}
	if got, ok := Discover(dir); ok {
		t.Errorf(".git is %+v", got)
	}
	if got, ok := Discover(filepath.Join(dir, "linked")); !ok || got.Refused != kept {
		t.Errorf("a work tree with a pipe is %+v", got)
	}
}
