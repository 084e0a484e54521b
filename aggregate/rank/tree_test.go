package rank

import (
	"context"
	"flag"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"testing"
	"time"

	"dossier/aggregate/disk"
	"dossier/aggregate/gosrc"
)

// treeIn is a folder of real files, as large as one likes.
var treeIn = flag.String("tree", "", "measure the index on the files of this folder; without it, on Go's own sources")

// overlay is a disk on which one file has another content, and a new one each time.
type overlay struct {
	*disk.Root
	path  string
	extra []byte
	turn  int64
}

func (o *overlay) Stats(ctx context.Context, paths []string) ([]disk.Info, error) {
	infos, err := o.Root.Stats(ctx, paths)
	if i, ok := slices.BinarySearch(paths, o.path); ok {
		infos[i].Identity.Change += o.turn
	}
	return infos, err
}

func (o *overlay) Head(ctx context.Context, path string, limit int64) (disk.File, error) {
	file, err := o.Root.Head(ctx, path, limit)
	if path == o.path {
		file.Identity.Change += o.turn
		file.Data = append(slices.Clone(file.Data), o.extra...)
	}
	return file, err
}

// realTree returns the files of the folder, in byte order, and what reads them.
func realTree(b *testing.B) (*disk.Root, []string) {
	b.Helper()
	dir := *treeIn
	if dir == "" {
		dir = gosrc.Dir(b)
	}
	root, err := disk.Open(dir)
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { root.Close() })
	var files []string
	err = filepath.WalkDir(dir, func(p string, d os.DirEntry, err error) error {
		if err == nil && d.Type().IsRegular() {
			rel, _ := filepath.Rel(dir, p)
			files = append(files, filepath.ToSlash(rel))
		}
		return err
	})
	if err != nil {
		b.Fatal(err)
	}
	slices.Sort(files)
	return root, files
}

const treeAsked = "a timeout of the http client is ignored when the connection is reused\n\nSee net/http/transport.go and persistConn: the deadline of readLoop is not set again after a redirect."

// BenchmarkTree measures the index of a folder of real files.
func BenchmarkTree(b *testing.B) {
	root, files := realTree(b)
	file := filepath.Join(b.TempDir(), "index")
	var x *Index
	update := func(b *testing.B, x *Index, d Disk) *Index {
		b.Helper()
		next, err := x.Update(b.Context(), Project{Disk: d, Files: files, Structure: parse})
		if err != nil {
			b.Fatal(err)
		}
		return next
	}
	rank := func(b *testing.B, x *Index) {
		b.Helper()
		if _, err := x.Rank(b.Context(), treeAsked, 50); err != nil {
			b.Fatal(err)
		}
	}
	b.Run("cold", func(b *testing.B) {
		for b.Loop() {
			x = update(b, &Index{}, root)
		}
		b.ReportMetric(float64(len(files)), "files")
	})
	b.Run("save", func(b *testing.B) {
		for b.Loop() {
			if err := x.Save(file); err != nil {
				b.Fatal(err)
			}
		}
		if info, err := os.Stat(file); err == nil {
			b.ReportMetric(float64(info.Size())/(1<<20), "MB-file")
		}
	})
	b.Run("load", func(b *testing.B) {
		x = nil
		before := held()
		for b.Loop() {
			x = Load(file)
		}
		b.ReportMetric(float64(held()-before)/(1<<20), "MB-held")
		start := time.Now()
		rank(b, x)
		b.ReportMetric(float64(time.Since(start).Milliseconds()), "ms-first-question")
		b.ReportMetric(float64(held()-before)/(1<<20), "MB-held-after")
		if x.Len() != len(files) {
			b.Fatal("the index is not read")
		}
	})
	b.Run("unchanged", func(b *testing.B) {
		x = update(b, x, root)
		for b.Loop() {
			if update(b, x, root) != x {
				b.Fatal("the index is another")
			}
		}
	})
	b.Run("question", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			rank(b, x)
		}
	})
	b.Run("one file changed", func(b *testing.B) {
		d := &overlay{Root: root, path: files[len(files)/2], extra: []byte("\nfunc changedJustNow(t Transport) {}\n")}
		next := update(b, x, root)
		for b.Loop() {
			d.turn++
			d.extra = append(d.extra, 'x')
			next = update(b, next, d)
			rank(b, next)
		}
	})
}

// held is the memory that is in use, in bytes.
func held() uint64 {
	runtime.GC()
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return m.HeapAlloc
}
