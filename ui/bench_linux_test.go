package ui

import (
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"fyne.io/fyne/v2"
	"golang.org/x/sys/unix"

	"dossier/ui/part/parttest"
	"dossier/ui/project"
)

// figures are what parts of a benchmark took: by the clock, and of the processor on the
// window's goroutine alone, which what else the machine does changes less.
type figures struct {
	b     *testing.B
	names []string
	taken map[string][]took
}

type took struct{ clock, processor time.Duration }

func newFigures(b *testing.B) *figures {
	runtime.LockOSThread() // so that the thread's time is the goroutine's
	b.Cleanup(runtime.UnlockOSThread)
	return &figures{b: b, taken: map[string][]took{}}
}

func threadTime() time.Duration {
	var t unix.Timespec
	_ = unix.ClockGettime(unix.CLOCK_THREAD_CPUTIME_ID, &t)
	return time.Duration(t.Nano())
}

// time measures do as a part.
func (f *figures) time(name string, do func()) {
	clock, processor := time.Now(), threadTime()
	do()
	if f.taken[name] == nil {
		f.names = append(f.names, name)
	}
	f.taken[name] = append(f.taken[name], took{time.Since(clock), threadTime() - processor})
}

// report gives the median and the worst by the clock and the median of the processor, in
// milliseconds.
func (f *figures) report() {
	ms := func(d time.Duration) float64 { return float64(d.Microseconds()) / 1000 }
	for _, name := range f.names {
		all := f.taken[name]
		slices.SortFunc(all, func(x, y took) int { return int(x.clock - y.clock) })
		f.b.ReportMetric(ms(all[len(all)/2].clock), "ms/"+name)
		f.b.ReportMetric(ms(all[len(all)-1].clock), "ms/"+name+"-worst")
		slices.SortFunc(all, func(x, y took) int { return int(x.processor - y.processor) })
		f.b.ReportMetric(ms(all[len(all)/2].processor), "cpu-ms/"+name)
	}
}

// goFiles writes files of Go of about size bytes, a hundred in each folder.
func goFiles(tb testing.TB, dir string, files, size int) {
	tb.Helper()
	line := "\tif err := step(%d); err != nil {\n\t\treturn fmt.Errorf(\"read %%s: %%w\", path, err)\n\t}\n"
	for i := range files {
		folder := filepath.Join(dir, fmt.Sprintf("d%03d", i/100))
		if i%100 == 0 {
			if err := os.MkdirAll(folder, 0o755); err != nil {
				tb.Fatal(err)
			}
		}
		var source strings.Builder
		fmt.Fprintf(&source, "package d%03d\n\n// F%d is one of %s.\nfunc F%d(path string) error {\n", i/100, i, filepath.Base(dir), i)
		for n := 0; source.Len() < size; n++ {
			fmt.Fprintf(&source, line, i*n)
		}
		source.WriteString("\treturn nil\n}\n")
		if err := os.WriteFile(filepath.Join(folder, fmt.Sprintf("f%05d.go", i)), []byte(source.String()), 0o644); err != nil {
			tb.Fatal(err)
		}
	}
}

// soon does what is queued until something holds, and looks far more often than
// [parttest.World.Until].
func (s *stage) soon(what string, holds func() bool) {
	s.t.Helper()
	for began := time.Now(); time.Since(began) < 2*time.Minute; time.Sleep(100 * time.Microsecond) {
		if s.Drain(); holds() {
			return
		}
	}
	s.t.Fatalf("it never came that %s", what)
}

// idle waits until nothing is at work any more.
func (s *stage) idle() {
	s.t.Helper()
	s.soon("all is counted", func() bool {
		_, scanning := s.session.Tree().Scanning()
		return !scanning && !s.session.Building() && s.session.Document().Tokens.Exact && !s.session.Tree().Counting()
	})
}

// BenchmarkHundredThousandFiles works in a folder of 100 000 files, 20 000 of them in one
// folder: from the start to the first rows and to all names, a letter of the filter, the tick
// of that folder and its undo until the rows show it, and a step of the wheel. Painting is
// not part of it: there is no screen.
func BenchmarkHundredThousandFiles(b *testing.B) {
	dir, f := b.TempDir(), newFigures(b)
	goFiles(b, filepath.Join(dir, "big"), 20_000, 200)
	for p := range 8 {
		goFiles(b, filepath.Join(dir, fmt.Sprintf("p%d", p)), 10_000, 200)
	}
	places := parttest.Places(b)
	if err := os.MkdirAll(places.Config, 0o755); err != nil {
		b.Fatal(err)
	}
	parttest.Write(b, filepath.Join(places.Config, "dossier.toml"), "[settings]\nconfirm_folder_files = 1000000\n")
	for b.Loop() {
		var s *stage
		f.time("first-rows", func() {
			s = newStage(b, places)
			s.Start(dir, false)
			s.soon("there are rows", func() bool { return s.session.Tree().Model().Len() > 0 })
		})
		f.time("names", func() { s.soon("there are all names", func() bool { return s.session.Tree().Listed() }) })
		s.idle()
		tick := func() project.Tick { return s.session.Tree().Model().Row(s.row("big")).Tick }
		f.time("tick-20000", func() {
			s.tick("big")
			s.soon("the folder is ticked", func() bool { return tick() == project.Ticked })
		})
		f.time("document-20000", func() {
			s.soon("there is a document", func() bool { return !s.session.Building() })
		})
		s.idle()
		f.time("undo-20000", func() {
			s.key(fyne.KeyZ, ctrl)
			s.soon("the folder is not ticked", func() bool { return tick() == project.Unticked })
		})
		s.idle()
		filter := s.tree.Uncovered()[0].(fyne.Focusable)
		s.focus(filter)
		for _, letter := range "p5 f05123" {
			f.time("keystroke", func() { filter.TypedRune(letter) })
		}
		for range "p5 f05123" {
			f.time("keystroke", func() { filter.TypedKey(&fyne.KeyEvent{Name: fyne.KeyBackspace}) })
		}
		f.time("open-all", func() { s.session.Tree().OpenAll(true) })
		list := s.treeList()
		for range 200 {
			f.time("wheel", func() {
				list.Scrolled(&fyne.ScrollEvent{Scrolled: fyne.NewDelta(0, -75)})
				s.Drain()
			})
		}
		s.idle()
		s.session.Tree().OpenAll(false)
		s.leave()
	}
	f.report()
}

// BenchmarkAddManyFiles adds 3 335 files of 12 KB to the dossier, nothing of which was read
// before: until the first document is shown, and until that is exact.
func BenchmarkAddManyFiles(b *testing.B) {
	dir, f := b.TempDir(), newFigures(b)
	goFiles(b, filepath.Join(dir, "pkg"), 3335, 12_000)
	for b.Loop() {
		s := newStage(b, parttest.Places(b))
		s.Start(dir, false)
		s.soon("there are all names", func() bool { return s.session.Tree().Listed() && !s.session.Building() })
		f.time("click", func() {
			s.session.Compose().Add(s.session.Tree().Model().Under("pkg"))
			s.Drain()
		})
		f.time("first-document", func() {
			s.soon("there is a document", func() bool { return len(s.session.Document().Items) == 3335 && !s.session.Building() })
		})
		f.time("exact", s.idle)
		s.leave()
	}
	f.report()
}
