package session

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"dossier/models"
)

// fill writes files of a size, a hundred in each folder.
func fill(tb testing.TB, dir string, files, size int) {
	tb.Helper()
	line := "if err != nil { return fmt.Errorf(\"read %s: %w\", path, err) }\n"
	content := []byte(strings.Repeat(line, size/len(line)))
	for i := range files {
		name := filepath.Join(dir, fmt.Sprintf("d%03d", i/100), fmt.Sprintf("f%05d.go", i))
		if i%100 == 0 {
			if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
				tb.Fatal(err)
			}
		}
		if err := os.WriteFile(name, append([]byte(fmt.Sprintf("// file %d\n", i)), content...), 0o644); err != nil {
			tb.Fatal(err)
		}
	}
}

// samples are durations of one kind.
type samples []time.Duration

func (s *samples) since(began time.Time) { *s = append(*s, time.Since(began)) }

// report gives the median and the worst in milliseconds.
func (s samples) report(b *testing.B, unit string) {
	ms := func(d time.Duration) float64 { return float64(d.Microseconds()) / 1000 }
	slices.Sort(s)
	b.ReportMetric(ms(s[len(s)/2]), "ms/"+unit)
	b.ReportMetric(ms(s[len(s)-1]), "ms/"+unit+"-worst")
}

// BenchmarkOneClick toggles the view mode of one file of 1 000 files of 10 KB: from the click to
// the new document with its token totals, in milliseconds. The goal is 16 at the median and 50 at
// worst. Click is the time for which the window is blocked.
func BenchmarkOneClick(b *testing.B) {
	d := layDesk(b, nil)
	fill(b, d.dir, 1000, 10_000)
	d.start()
	d.Add(d.Tree().Names().Files())
	d.until("all is counted", func() bool {
		return !d.Building() && len(d.Document().Items) == 1000 && d.Document().Tokens.Exact && !d.Tree().Counting()
	})
	var whole, click samples
	for i := 0; b.Loop(); i++ {
		mode := []models.ViewMode{models.Summary, models.Full}[i/1000%2]
		began := time.Now()
		d.SetMode([]int{i % 1000}, mode)
		click.since(began)
		d.until("it is shown", func() bool { return !d.Building() && d.Document().Tokens.Exact })
		whole.since(began)
	}
	whole.report(b, "document")
	click.report(b, "click")
}

// BenchmarkFirstRows opens a folder of 100 000 files: until the first rows of the tree are
// there, and until all of them are. The goal for the first is 300 ms.
func BenchmarkFirstRows(b *testing.B) {
	d := layDesk(b, nil)
	fill(b, d.dir, 100_000, 0)
	var first, all samples
	for b.Loop() {
		began := time.Now()
		d.launch()
		if err := d.Open(d.dir); err != nil {
			b.Fatal(err)
		}
		d.until("there are rows", func() bool { return d.Tree().Model().Len() > 0 })
		first.since(began)
		d.until("there are all", func() bool { return len(d.Tree().Names().Files()) == 100_000 })
		all.since(began)
		d.stop()
	}
	first.report(b, "first-rows")
	all.report(b, "all-names")
}

// BenchmarkLargeTree works in a tree of 100 000 files, all of them in open folders: what
// the tick of one, of a folder of 10 000, a filter, a scroll and a change on the disk
// take of the window's time.
func BenchmarkLargeTree(b *testing.B) {
	d := layDesk(b, nil)
	for part := range 10 {
		fill(b, filepath.Join(d.dir, fmt.Sprintf("p%d", part)), 10_000, 0)
	}
	d.start()
	d.Tree().OpenAll(true)
	many := d.Tree().Model().Under("p3")
	if len(many) != 10_000 {
		b.Fatalf("%d files in a folder of 10 000", len(many))
	}
	var folder, file, filter, shown samples
	timed := func(s *samples, do func()) {
		began := time.Now()
		do()
		s.since(began)
	}
	for b.Loop() {
		timed(&file, func() { d.Add([]string{"p5/d001/f00100.go"}) })
		timed(&file, func() { d.Remove([]string{"p5/d001/f00100.go"}) })
		timed(&folder, func() { d.Add(many) })
		timed(&folder, func() { d.Remove(many) })
		timed(&filter, func() { d.Tree().SetFilter("p5 f001") })
		d.Tree().SetFilter("")
		timed(&shown, func() { d.Tree().SetInView(50_000, 50_050) })
		d.settle()
	}
	folder.report(b, "tick-10000")
	file.report(b, "tick-1")
	filter.report(b, "filter")
	shown.report(b, "scroll")
}
