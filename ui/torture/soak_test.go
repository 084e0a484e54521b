package torture

import (
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"runtime/pprof"
	"strings"
	"testing"

	"dossier/models"
	"dossier/presets"
	"dossier/ui/features/notes"
	"dossier/ui/session/sessiontest"
)

// figures are what a program holds.
type figures struct {
	heap        uint64 // bytes that are in use, after a collection
	resident    int    // KiB of memory; 0 where the system does not tell
	goroutines  int
	descriptors int
	processes   int // children
}

func (f figures) String() string {
	return fmt.Sprintf("heap %.1f MiB, resident %d MiB, %d goroutines, %d descriptors, %d processes", float64(f.heap)/(1<<20), f.resident/1024, f.goroutines, f.descriptors, f.processes)
}

func measure() figures {
	runtime.GC()
	runtime.GC() // finalizers close unreferenced files
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	f := figures{heap: m.HeapAlloc, goroutines: runtime.NumGoroutine()}
	if open, err := os.ReadDir("/proc/self/fd"); err == nil {
		f.descriptors = len(open) - 1 // that of the listing
	}
	tasks, _ := filepath.Glob("/proc/self/task/*/children")
	for _, name := range tasks {
		children, _ := os.ReadFile(name)
		f.processes += len(strings.Fields(string(children)))
	}
	status, _ := os.ReadFile("/proc/self/status")
	for line := range strings.Lines(string(status)) {
		_, _ = fmt.Sscanf(line, "VmRSS: %d kB", &f.resident)
	}
	return f
}

// A program opens projects, one after the other and again, ticks files, changes views, writes
// notes, copies, undoes, and sees files change on the disk. After the last window is closed it
// holds as much as after the first ones: no memory, goroutine, descriptor or process of a window is
// left.
func TestSoak(t *testing.T) {
	d := layDesk(t, memory(t))
	for i := range 40 {
		if err := os.WriteFile(filepath.Join(d.dir(), fmt.Sprintf("f%d.go", i)), fmt.Appendf(nil, "package p\n\nfunc F%d() int { return %d }\n", i, i), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.WriteFile(filepath.Join(d.dir(), "kept.kt"), []byte("class Kept {\n    fun f(): Int {\n        return 1\n    }\n}\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	const warm = 3 // windows until everything that is made once has been made
	var first, middle, last figures
	clicks := 0
	for i := range warm + *windowsOpened {
		clicks += work(t, d, i)
		switch i {
		case warm - 1:
			first = measure()
		case warm + *windowsOpened/2:
			middle = measure()
		}
	}
	last = measure()
	t.Logf("%d windows opened and closed, %d clicks and changes of files", warm+*windowsOpened, clicks)
	t.Logf("start:  %v", first)
	t.Logf("middle: %v", middle)
	t.Logf("end:    %v", last)
	if last.goroutines > first.goroutines {
		var stacks strings.Builder
		_ = pprof.Lookup("goroutine").WriteTo(&stacks, 1)
		t.Errorf("goroutines are left:\n%s", &stacks)
	}
	if last.descriptors > first.descriptors || last.processes > first.processes {
		t.Errorf("descriptors or processes are left: %v, then %v", first, last)
	}
	// Data that is created once, such as the vocabularies, may be created late on a slow machine: a
	// leak continues in the second half.
	if last.heap > middle.heap+middle.heap/10+4<<20 {
		t.Errorf("memory is left: %v, then %v", middle, last)
	}
}

// work is one window: it is opened, used and closed. It returns how much was done in it.
func work(t *testing.T, d desk, i int) (clicks int) {
	t.Helper()
	q := sessiontest.NewQueue()
	s, err := openSession(d, q)
	if err != nil {
		t.Fatal(err)
	}
	// Kotlin is parsed in a process of its own.
	parsed := func() bool { return s.Document() != nil && strings.Contains(s.Document().Text(), "class Kept") }
	for k := range 20 {
		path := fmt.Sprintf("f%d.go", (i+k)%40)
		s.Compose().Add([]string{path})
		s.Compose().SetMode([]int{0}, []models.ViewMode{models.Full, models.Skeleton, models.Outline}[k%3])
		if err := os.WriteFile(filepath.Join(d.dir(), path), fmt.Appendf(nil, "package p\n\nfunc G%d() int { return %d }\n", k, i), 0o644); err != nil {
			t.Fatal(err)
		}
		notes.Of(s).Insert(0, models.Note{Type: models.NoteText, Content: "soak"})
		q.Drain()
		s.Undo()
		clicks += 5
	}
	s.Compose().Clear()
	s.Compose().Add([]string{"kept.kt"})
	s.Compose().SetMode([]int{0}, models.Skeleton)
	if err := q.Until("the document is built", parsed); err != nil {
		t.Fatal(err)
	}
	s.Compose().Clear()
	notes.Of(s).Delete([]int{0})
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	q.Drain()
	_ = os.Remove(filepath.Join(d.dir(), presets.NotesName)) // else it grows
	return clicks + 5
}
