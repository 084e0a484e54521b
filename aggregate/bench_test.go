package aggregate

import (
	"context"
	"fmt"
	"io"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"dossier/aggregate/disk"
	"dossier/aggregate/gosrc"
	"dossier/aggregate/tokens"
	"dossier/models"
)

// goSources returns the folder of Go's own sources and the files in it: about ten thousand, of
// typical size.
func goSources(tb testing.TB) (dir string, paths []string) {
	tb.Helper()
	dir = gosrc.Dir(tb)
	return dir, filesBelow(tb, dir)
}

func filesBelow(tb testing.TB, dir string) []string {
	tb.Helper()
	var paths []string
	err := filepath.WalkDir(dir, func(full string, d fs.DirEntry, err error) error {
		if err == nil && d.Type().IsRegular() {
			rel, _ := filepath.Rel(dir, full)
			paths = append(paths, filepath.ToSlash(rel))
		}
		return err
	})
	if err != nil {
		tb.Fatal(err)
	}
	slices.Sort(paths)
	return paths
}

// newBuilder returns a builder with empty caches for a folder that lists paths.
func newBuilder(tb testing.TB, dir string, paths []string) *Builder {
	tb.Helper()
	root, err := disk.Open(dir)
	if err != nil {
		tb.Fatal(err)
	}
	tb.Cleanup(func() { root.Close() })
	return &Builder{
		Root:    root,
		Listing: func(context.Context) (Listing, error) { return plainListing(paths), nil },
		Tokens:  &tokens.Counter{},
		Cache:   tokens.OpenCache("", 100_000),
	}
}

// inputOf returns a composition of entries.
func inputOf(entries ...string) Input {
	var in Input
	for _, e := range entries {
		in.Composition.Files = append(in.Composition.Files, models.NewFileItem(e))
	}
	return in
}

// cat reads files like the cat command: one after the other, through one buffer.
func cat(tb testing.TB, dir string, paths []string) {
	tb.Helper()
	buffer := make([]byte, 128<<10)
	for _, p := range paths {
		f, err := os.Open(filepath.Join(dir, p))
		if err != nil {
			tb.Fatal(err)
		}
		for err == nil {
			_, err = f.Read(buffer)
		}
		if f.Close(); err != io.EOF {
			tb.Fatal(err)
		}
	}
}

// BenchmarkFullBuild reads and builds Go's own sources, every file in full, with estimated
// tokens, and reports the time as a multiple of reading the same files one after the other in
// this process. The goal is 2 times the cat command.
func BenchmarkFullBuild(b *testing.B) {
	dir, paths := goSources(b)
	var reading, building time.Duration
	b.ReportAllocs()
	for b.Loop() {
		start := time.Now()
		cat(b, dir, paths)
		reading += time.Since(start)

		start = time.Now()
		doc, err := newBuilder(b, dir, paths).Build(b.Context(), inputOf("."), nil)
		if err != nil {
			b.Fatal(err)
		}
		if n, err := doc.WriteTo(io.Discard); err != nil || n != int64(doc.Bytes) {
			b.Fatalf("%d of %d bytes written: %v", n, doc.Bytes, err)
		}
		building += time.Since(start)
		b.SetBytes(int64(doc.Bytes))
	}
	b.ReportMetric(float64(building)/float64(reading), "×cat")
}

// BenchmarkGrowth builds 1 000, 10 000 and 100 000 files. The slope is the exponent by which the
// time grows with the number of files: 1 is linear.
func BenchmarkGrowth(b *testing.B) {
	const (
		smallest = 1000
		largest  = 100_000
		text     = "package p\n\nfunc f(err error) error {\n\tif err != nil {\n\t\treturn err\n\t}\n\treturn nil\n}\n"
	)
	dir := b.TempDir()
	paths := make([]string, largest)
	for i := range paths {
		paths[i] = fmt.Sprintf("d%03d/f%02d.go", i/100, i%100)
		full := filepath.Join(dir, paths[i])
		if i%100 == 0 {
			if err := os.MkdirAll(filepath.Dir(full), 0o755); err != nil {
				b.Fatal(err)
			}
		}
		if err := os.WriteFile(full, []byte(text), 0o644); err != nil {
			b.Fatal(err)
		}
	}
	took := map[int]time.Duration{}
	for b.Loop() {
		for n := smallest; n <= largest; n *= 10 {
			start := time.Now()
			if _, err := newBuilder(b, dir, paths[:n]).Build(b.Context(), inputOf("."), nil); err != nil {
				b.Fatal(err)
			}
			took[n] += time.Since(start)
		}
	}
	for n, d := range took {
		b.ReportMetric(float64(d.Microseconds())/float64(n*b.N), fmt.Sprintf("µs/file@%d", n))
	}
	b.ReportMetric(math.Log10(float64(took[largest])/float64(took[smallest]))/2, "slope")
}

// BenchmarkOneClick changes the view mode of one of 1 000 files of 10 KB, and builds the new
// document with its totals. The goal is a median of 16 ms and a maximum of 50 ms.
func BenchmarkOneClick(b *testing.B) {
	const files = 1000
	dir := b.TempDir()
	var entries []string
	for i := range files {
		name := fmt.Sprintf("f%03d.go", i)
		content := fmt.Sprintf("package p%d\n", i) + strings.Repeat("// ten kilobytes of words that a person may have written here\n", 160)
		if err := os.WriteFile(filepath.Join(dir, name), []byte(content), 0o644); err != nil {
			b.Fatal(err)
		}
		entries = append(entries, name)
	}
	builder := newBuilder(b, dir, entries)
	in := inputOf(entries...)
	build := func() {
		if _, err := builder.Build(b.Context(), in, nil); err != nil {
			b.Fatal(err)
		}
	}
	build()
	var took []time.Duration
	modes := []models.ViewMode{models.Summary, models.None, models.Full}
	b.ReportAllocs()
	for b.Loop() {
		n := len(took)
		in.Composition.Files[n%files].ViewMode = modes[n%len(modes)]
		start := time.Now()
		build()
		took = append(took, time.Since(start))
	}
	slices.Sort(took)
	milliseconds := func(d time.Duration) float64 { return float64(d.Microseconds()) / 1000 }
	b.ReportMetric(milliseconds(took[len(took)/2]), "ms/median")
	b.ReportMetric(milliseconds(took[len(took)-1]), "ms/worst")
}

// BenchmarkCount counts a document exactly for the first time.
func BenchmarkCount(b *testing.B) {
	dir, paths := goSources(b)
	in := inputOf()
	for _, p := range paths {
		if strings.HasPrefix(p, "net/") && strings.HasSuffix(p, ".go") {
			in.Composition.Files = append(in.Composition.Files, models.NewFileItem(p))
		}
	}
	for b.Loop() {
		builder := newBuilder(b, dir, paths)
		doc, err := builder.Build(b.Context(), in, nil)
		if err != nil {
			b.Fatal(err)
		}
		if doc, err = builder.Count(b.Context(), doc, nil); err != nil || !doc.Tokens.Exact {
			b.Fatalf("%+v: %v", doc.Tokens, err)
		}
		b.SetBytes(int64(doc.Bytes))
	}
}
