package filetree

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"dossier/aggregate"
	"dossier/aggregate/tokens"
	"dossier/models"
)

// endedBy is a context that ends once something holds.
type endedBy struct {
	context.Context
	holds func() bool
}

func (c endedBy) Err() error {
	if c.holds() {
		return context.Canceled
	}
	return nil
}

func TestWhatWasCountedBeforeACountIsCalledOffIsShown(t *testing.T) {
	f, p := newFake(t, map[string]string{"a.go": "package a\n", "b.go": "package b\n"})
	p.Rescan()
	f.settle()

	p.counts = newCounts(tokens.O200k, p.limits()) // as at the start, with nothing known
	p.model.hierarchy = newHierarchy(p.entries, nil)
	p.Tick()
	a, b := f.row("a.go").Entry, f.row("b.go").Entry
	ctx := endedBy{t.Context(), func() bool { _, known := p.counts.of(a); return known }}
	if then := p.count(ctx, p.counter(), []*Entry{&a, &b}, p.work.Yield); then != nil {
		t.Fatal("the count was not called off")
	}
	f.Until("it is counted", func() bool { return f.row("a.go").Cost.Exact })
	if f.row("b.go").Cost.Exact {
		t.Error("b.go was counted as well")
	}
}

func TestFilesInViewAreCounted(t *testing.T) {
	f, p := newFake(t, map[string]string{"a.go": "package a\n", "b.go": "package b\n", "empty": "", "sub/c.go": "package c\n"})
	p.Rescan()
	f.settle()
	p.counts = newCounts(tokens.O200k, p.limits())
	p.model.hierarchy = newHierarchy(p.entries, nil)
	p.Tick()
	p.SetInView(0, 2) // the folder, and a.go
	f.settle()
	for path, want := range map[string]bool{"a.go": true, "b.go": false} {
		if got := f.row(path).Cost.Exact; got != want {
			t.Errorf("%s is counted: %t", path, got)
		}
	}
	p.SetInView(-5, 2)
	if p.Counting() {
		t.Error("what is known is counted again")
	}
	f.Opened = nil
	p.SetInView(0, 99)
	if p.Counting() {
		t.Error("something is counted without a project")
	}
}

// Binary files have no tokens, which is something else than 0.
func TestBinaryFilesHaveNoTokens(t *testing.T) {
	const binary = "\x89PNG\r\n\x1a\n\x00\x00"
	f, p := newFake(t, map[string]string{"shots/a.png": binary, "both/b.png": binary, "both/b.txt": "text\n", "empty/e.txt": ""})
	p.Rescan()
	f.settle()
	p.OpenAll(true)
	for path, want := range map[string]bool{"shots": true, "shots/a.png": true, "both": false, "both/b.png": true, "both/b.txt": false, "empty": false, "empty/e.txt": false} {
		if f.row(path).Bare != want {
			t.Errorf("%s: bare is %t", path, !want)
		}
	}
	cost := p.Model().CostOf([]string{"both/b.png", "both/b.txt", "nowhere"})
	if want := f.row("both/b.txt").Cost; cost != want || !cost.Exact || cost.N == 0 {
		t.Errorf("both cost %+v, want %+v", cost, want)
	}
}

// BenchmarkNewTree shows a new tree of 20 000 files, all of them open.
func BenchmarkNewTree(b *testing.B) {
	files := map[string]string{}
	for i := range 20_000 {
		files[fmt.Sprintf("p%d/d%03d/f%05d.go", i%10, i/100, i)] = ""
	}
	f, p := newFake(b, files)
	p.Rescan()
	f.settle()
	p.OpenAll(true)
	l := newListing(p.tree, p.counts, f.Opened.StoredState().Output())
	b.ReportAllocs()
	for b.Loop() {
		p.showListing(l)
	}
}

// What can never be inlined has no tokens, so that a folder's sum becomes exact; the limit of the
// composition holds for the files that it names.
func TestFilesBeyondTheirLimitHaveNoTokens(t *testing.T) {
	large := strings.Repeat("package a\n", aggregate.DefaultMaxBytes/10+1)
	f, p := newFake(t, map[string]string{"src/a.go": large, "src/b.go": large, "src/c.go": "package c\n"})
	f.Comp.Files = []models.FileItem{{Path: "src/b.go", MaxBytes: 2 << 20}}
	p.Rescan()
	f.settle()
	p.OpenAll(true)
	a, b, c, folder := f.row("src/a.go"), f.row("src/b.go"), f.row("src/c.go"), f.row("src")
	if !a.Bare || a.Cost.N != 0 || !a.Cost.Exact {
		t.Errorf("what is too large costs %+v", a.Cost)
	}
	if b.Bare || !b.Cost.Exact || b.Cost.N == 0 {
		t.Errorf("what has a limit of its own costs %+v", b.Cost)
	}
	if sum := b.Cost.Plus(c.Cost); folder.Cost != sum {
		t.Errorf("the folder costs %+v, want %+v", folder.Cost, sum)
	}
	f.Comp.Files = nil
	p.Tick()
	f.settle()
	if row := f.row("src/b.go"); !row.Bare || f.row("src").Cost != c.Cost {
		t.Errorf("without its limit it costs %+v", row.Cost)
	}
}

// Whatever has been counted, a folder's estimate is as far off as it says at most.
func TestAFoldersEstimateStatesItsError(t *testing.T) {
	files := map[string]string{"d/data.bin": "\x00\x01", "d/signs.txt": strings.Repeat("}{)(%$", 200), "d/wide.txt": strings.Repeat("文字", 300)}
	for i := range 9 {
		files[fmt.Sprintf("d/f%d.go", i)] = strings.Repeat("func names(of int) error { return nil }\n", 1+i*i)
	}
	f, p := newFake(t, files)
	p.Rescan()
	f.settle()
	p.OpenAll(true)
	exact := f.row("d").Cost
	if !exact.Exact || exact.Off != 0 {
		t.Fatalf("what is counted costs %+v", exact)
	}
	counted := p.counts
	p.counts = newCounts(tokens.O200k, p.limits())
	p.model.hierarchy = newHierarchy(p.entries, nil)
	p.Tick()
	for _, e := range p.entries {
		got := f.row("d").Cost
		if off := max(got.N-exact.N, exact.N-got.N); off > got.Off {
			t.Errorf("the folder is said to cost %+v, and costs %d", got, exact.N)
		}
		if count, ok := counted.of(e); ok {
			p.model.setCount(e, count)
		}
	}
	if got := f.row("d").Cost; got != exact {
		t.Errorf("all counted, the folder costs %+v, want %+v", got, exact)
	}
}
