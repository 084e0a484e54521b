package ui

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"go.uber.org/goleak"

	"dossier/models"
	"dossier/presets/killtest"
	"dossier/ui/part/parttest"
)

// held is what this process has open of a kind, and how many processes it has started that run.
func held(t *testing.T, kind string) (open, processes int) {
	t.Helper()
	names, err := filepath.Glob("/proc/self/fd/*")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range names {
		if to, err := os.Readlink(name); err == nil && strings.Contains(to, kind) {
			open++
		}
	}
	tasks, err := filepath.Glob("/proc/self/task/*/children")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range tasks {
		children, _ := os.ReadFile(name)
		processes += len(strings.Fields(string(children)))
	}
	return open, processes
}

// A window that is closed leaves no goroutine, no worker process and no watch.
func TestAClosedWindowLeavesNothing(t *testing.T) {
	dir := parttest.Folder(t, map[string]string{"kept.kt": "class Kept {\n    fun f(): Int {\n        return 1\n    }\n}\n", "sub/a.txt": "a\n"})
	before := goleak.IgnoreCurrent()
	watches, processes := held(t, "inotify")
	s := newStage(t, parttest.Places(t))
	s.Start(dir, false)
	s.session.Compose().Add([]string{"kept.kt"})
	s.session.Compose().SetMode([]int{0}, models.Skeleton)
	s.Until("it is parsed", func() bool {
		return s.session.Document() != nil && strings.Contains(s.session.Document().Text(), "class Kept")
	})
	s.Settle()
	if w, p := held(t, "inotify"); w <= watches || p <= processes {
		t.Fatalf("an open window has %d watches and %d processes: nothing is to be seen of them", w-watches, p-processes)
	}
	s.leave()
	if err := goleak.Find(before, killtest.Clock); err != nil {
		t.Error(err)
	}
	if w, p := held(t, "inotify"); w > watches || p > processes {
		t.Errorf("left are %d watches and %d processes", w-watches, p-processes)
	}
}
