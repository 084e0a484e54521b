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
	"dossier/presets"
)

// benchDesk opens a session on a folder, for benchmarks.
func benchDesk(b *testing.B, dir string) *desk {
	b.Helper()
	base := b.TempDir()
	d := &desk{dir: dir, places: presets.Places{
		Config: filepath.Join(base, "config"), State: filepath.Join(base, "state"), Cache: filepath.Join(base, "cache"),
	}, wake: make(chan struct{}, 1), clip: &clip{}}
	s, err := New(Options{Do: d.do, Places: d.places, Clipboard: d.clip, Tell: func(Message) {}})
	if err != nil {
		b.Fatal(err)
	}
	d.Session = s
	b.Cleanup(func() { s.Close() })
	return d
}

// wait runs what the jobs bring back until a condition holds.
func (d *desk) wait(holds func() bool) {
	for d.drain(); !holds(); d.drain() {
		<-d.wake
	}
}

func fill(b *testing.B, dir string, files, size int) {
	b.Helper()
	line := "if err != nil { return fmt.Errorf(\"read %s: %w\", path, err) }\n"
	content := []byte(strings.Repeat(line, size/len(line)))
	for i := range files {
		name := filepath.Join(dir, fmt.Sprintf("d%03d", i/100), fmt.Sprintf("f%05d.go", i))
		if i%100 == 0 {
			if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
				b.Fatal(err)
			}
		}
		if err := os.WriteFile(name, append([]byte(fmt.Sprintf("// file %d\n", i)), content...), 0o644); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkOneClick toggles the view mode of one file of 1 000 files of 10 KB: from the
// click to the new document with its token totals, in milliseconds. The goal is 16 at
// the median and 50 at worst.
func BenchmarkOneClick(b *testing.B) {
	dir := b.TempDir()
	fill(b, dir, 1000, 10_000)
	d := benchDesk(b, dir)
	if err := d.Open(dir); err != nil {
		b.Fatal(err)
	}
	d.wait(func() bool { return d.tree != nil && d.tree.Measured() })
	d.Add(d.Tree().Under("d000"))
	for i := 1; i < 10; i++ {
		d.Add(d.Tree().Under(fmt.Sprintf("d%03d", i)))
	}
	d.wait(func() bool {
		return !d.Building() && len(d.Document().Items) == 1000 && d.Document().Tokens.Exact && !d.census.busy
	})
	var took []time.Duration
	for i := 0; b.Loop(); i++ {
		mode := []models.ViewMode{models.Summary, models.Full}[i/1000%2]
		began := time.Now()
		d.SetMode([]int{i % 1000}, mode)
		d.wait(func() bool { return !d.Building() && d.Document().Tokens.Exact })
		took = append(took, time.Since(began))
	}
	slices.Sort(took)
	b.ReportMetric(ms(took[len(took)/2]), "ms/median")
	b.ReportMetric(ms(took[len(took)-1]), "ms/worst")
}

// BenchmarkFirstRows opens a folder of 100 000 files: until the first rows of the tree are
// there, and until all of them are.
func BenchmarkFirstRows(b *testing.B) {
	dir := b.TempDir()
	fill(b, dir, 100_000, 0)
	var first, all []time.Duration
	for b.Loop() {
		d := benchDesk(b, dir)
		began := time.Now()
		if err := d.Open(dir); err != nil {
			b.Fatal(err)
		}
		d.wait(func() bool { return d.Tree().Len() > 0 })
		first = append(first, time.Since(began))
		d.wait(func() bool { return d.tree != nil && len(d.tree.Files()) == 100_000 })
		all = append(all, time.Since(began))
		d.Close()
	}
	slices.Sort(first)
	slices.Sort(all)
	b.ReportMetric(ms(first[len(first)/2]), "ms/first-rows")
	b.ReportMetric(ms(all[len(all)/2]), "ms/all-names")
}

func ms(d time.Duration) float64 { return float64(d.Microseconds()) / 1000 }
