package filetree

import (
	"context"
	"fmt"
	"testing"
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

	p.counts = newCounts() // as at the start, with nothing known
	p.model.hierarchy = newHierarchy(p.entries, nil)
	p.Tick()
	a, b := f.row("a.go").Entry, f.row("b.go").Entry
	ctx := endedBy{t.Context(), func() bool { _, known := p.counts.of(a); return known }}
	if then := p.count(ctx, p.counter(), []Entry{a, b}); then != nil {
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
	p.counts = newCounts()
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
	output := f.opened.Kept().Output()
	b.ReportAllocs()
	for b.Loop() {
		b.StopTimer()
		l := newListing(p.tree, p.counts, output)
		b.StartTimer()
		p.take(l)
	}
}
