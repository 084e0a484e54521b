package filetree

import (
	"context"
	"fmt"
	"testing"

	"dossier/aggregate/tokens"
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

	p.counts = newCounts(tokens.O200k) // as at the start, with nothing known
	p.model.hierarchy = newHierarchy(p.entries, nil)
	p.Tick()
	a, b := f.row("a.go").Entry, f.row("b.go").Entry
	ctx := endedBy{t.Context(), func() bool { _, known := p.counts.of(a); return known }}
	if then := p.count(ctx, p.counter(), []*Entry{&a, &b}, p.work.Yield); then != nil {
		t.Fatal("the count was not called off")
	}
	f.until(func() bool { return f.row("a.go").Cost.Exact })
	if f.row("b.go").Cost.Exact {
		t.Error("b.go was counted as well")
	}
}

func TestFilesInViewAreCounted(t *testing.T) {
	f, p := newFake(t, map[string]string{"a.go": "package a\n", "b.go": "package b\n", "empty": "", "sub/c.go": "package c\n"})
	p.Rescan()
	f.settle()
	p.counts = newCounts(tokens.O200k)
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
	f.opened = nil
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
		if f.row(path).Binary != want {
			t.Errorf("%s: binary is %t", path, !want)
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
	l := newListing(p.tree, p.counts, f.opened.Kept().Output())
	b.ReportAllocs()
	for b.Loop() {
		p.take(l)
	}
}
