package mcp

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"dossier/ui/project/projecttest"
)

// TestHistory says which files changed together with one, and that a large commit does not name them all.
func TestHistory(t *testing.T) {
	files := map[string]string{}
	for i := range 20 {
		files[fmt.Sprintf("n%02d.go", i)] = "package n\n"
	}
	s, c := serve(t, files, Options{})
	projecttest.Git(t, s.p.Dir, "init", "-q")
	projecttest.Git(t, s.p.Dir, "add", ".")
	projecttest.Git(t, s.p.Dir, "commit", "-q", "-m", "all")
	for _, name := range []string{"n00.go", "n19.go"} {
		projecttest.Write(t, filepath.Join(s.p.Dir, name), "package n\n\nconst N = 1\n")
	}
	projecttest.Git(t, s.p.Dir, "commit", "-q", "-a", "-m", "two")
	got := c.ok("related", m{"path": "n00.go", "kinds": []string{"history"}})
	if !strings.HasPrefix(got, "history:\n  n19.go (2 commits)\n  ") || strings.Count(got, "(1 commit)\n") != maxOnce-1 {
		t.Error(got)
	}
}
