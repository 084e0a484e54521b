package aggregate

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"dossier/aggregate/disk"
	"dossier/models"
)

// made returns the blocks of a document's files by path: equal pointers are the same rendering.
func made(doc *Document) map[string]*rendered {
	blocks := map[string]*rendered{}
	for _, b := range doc.blocks {
		if b.row >= 0 {
			blocks[doc.Items[b.row].Path] = b.rendered
		}
	}
	return blocks
}

// changed returns the paths whose blocks were rendered again, in byte order.
func changed(before, after *Document) []string {
	old := made(before)
	var paths []string
	for p, block := range made(after) {
		if old[p] != block {
			paths = append(paths, p)
		}
	}
	slices.Sort(paths)
	return paths
}

func TestOnlyChangesAreRenderedAgain(t *testing.T) {
	p := newProject(t, map[string]string{"a.go": "package a\n", "b.go": "package b\n", "c.txt": "c\n"})
	in := inputOf("a.go", "b.go", "c.txt")
	first := p.build(in)
	tests := []struct {
		name   string
		change func(in *Input)
		want   []string
	}{
		{"nothing", func(*Input) {}, nil},
		{"a view mode", func(in *Input) { in.Composition.Files[1].ViewMode = models.Summary }, []string{"b.go"}},
		{"a file forced to be full is what it was", func(in *Input) { in.Composition.Files[1].ForceFull = true }, nil},
		{"the strategy", func(in *Input) { in.Composition.Strategy = models.Summarize }, []string{"a.go", "b.go", "c.txt"}},
		{"the order", func(in *Input) { slices.Reverse(in.Composition.Files) }, nil},
		{"the instruction", func(in *Input) { in.Composition.Instruction = "why?" }, nil},
		{"slices", func(in *Input) {
			in.Composition.Files[2].ViewMode = models.Custom
			in.Composition.Files[2].CustomSlices = []models.Slice{{StartLine: 1, EndLine: 1}}
		}, []string{"c.txt"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			next := in
			next.Composition = in.Composition.Clone()
			tt.change(&next)
			if diff := cmp.Diff(tt.want, changed(first, p.build(next))); diff != "" {
				t.Errorf("rendered again (-want +got):\n%s", diff)
			}
			if diff := cmp.Diff([]string(nil), changed(first, p.build(in))); diff != "" {
				t.Errorf("rendered again after switching back (-want +got):\n%s", diff)
			}
		})
	}
}

func TestSlicesThatKeepChangingAreNotAllKept(t *testing.T) {
	p := newProject(t, map[string]string{"a.txt": strings.Repeat("line\n", 200)})
	in := inputOf("a.txt")
	in.Composition.Files[0].ViewMode = models.Custom
	for line := 1; line <= 100; line++ {
		in.Composition.Files[0].CustomSlices = []models.Slice{{StartLine: line, EndLine: line}}
		if got := p.build(in).Text(); !strings.Contains(got, fmt.Sprintf("Lines %d-%d:", line, line)) {
			t.Fatalf("slice of line %d shows %q", line, got)
		}
	}
	if n := len(p.files.source("a.txt").views); n > maxViews {
		t.Errorf("%d renderings of one file are cached, want at most %d", n, maxViews)
	}
}

func TestRefreshSeesWhatChanged(t *testing.T) {
	old := time.Now().Add(-time.Hour)
	settle := func(t *testing.T, p *project, names ...string) {
		for _, name := range names {
			if err := os.Chtimes(filepath.Join(p.dir, name), old, old); err != nil {
				t.Fatal(err)
			}
		}
	}
	tests := []struct {
		name   string
		change func(t *testing.T, p *project)
		want   []string
	}{
		{"nothing", func(*testing.T, *project) {}, nil},
		{"the same size and time", func(t *testing.T, p *project) {
			p.write("a.txt", "two\n")
			settle(t, p, "a.txt")
		}, []string{"a.txt"}},
		{"another file under the name", func(t *testing.T, p *project) {
			p.write("new", "one\n")
			settle(t, p, "new")
			if err := os.Rename(filepath.Join(p.dir, "new"), filepath.Join(p.dir, "a.txt")); err != nil {
				t.Fatal(err)
			}
		}, []string{"a.txt"}},
		{"a file that went", func(t *testing.T, p *project) {
			if err := os.Remove(filepath.Join(p.dir, "a.txt")); err != nil {
				t.Fatal(err)
			}
		}, []string{"a.txt"}},
		{"a file that came", func(_ *testing.T, p *project) { p.write("gone.txt", "back\n") }, []string{"gone.txt"}},
		{"a binary file that became text", func(_ *testing.T, p *project) { p.write("data.bin", "text\n") }, []string{"data.bin"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			p := newProject(t, map[string]string{"a.txt": "one\n", "data.bin": "a\x00b", "big.txt": "too large\n"})
			settle(t, p, "a.txt", "data.bin", "big.txt")
			in := inputOf("a.txt", "data.bin", "big.txt", "gone.txt", "../outside")
			in.Composition.Files[2].MaxBytes = 3
			refresh := func() []string {
				got, err := p.Refresh(t.Context())
				if err != nil {
					t.Fatal(err)
				}
				return got
			}
			// A file that changed just before it was read is read again, until it is older than
			// the coarsest timestamps of file systems.
			for p.build(in); len(refresh()) > 0; {
				p.build(in)
			}
			tt.change(t, p)
			got := refresh()
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("changed (-want +got):\n%s", diff)
			}
			kept := p.build(in).Text()
			p.Invalidate()
			if diff := cmp.Diff(p.build(in).Text(), kept); diff != "" {
				t.Errorf("the cache differs from the disk (-disk +cache):\n%s", diff)
			}
		})
	}
}

func TestInvalidate(t *testing.T) {
	tests := []struct {
		name  string
		paths []string
		want  []string // the files that are read again
	}{
		{"everything", nil, []string{"a/b/c.txt", "a/d.txt", "ab.txt", "e.txt"}},
		{"a file", []string{"a/d.txt"}, []string{"a/d.txt"}},
		{"a folder, and no name that begins like it", []string{"a"}, []string{"a/b/c.txt", "a/d.txt"}},
		{"a folder with a slash", []string{"a/b/"}, []string{"a/b/c.txt"}},
		{"the project", []string{"."}, []string{"a/b/c.txt", "a/d.txt", "ab.txt", "e.txt"}},
		{"what was never read", []string{"x", "a/b/c.txt/x"}, nil},
		{"several", []string{"e.txt", "a/b"}, []string{"a/b/c.txt", "e.txt"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			p := newProject(t, map[string]string{"a/b/c.txt": "c\n", "a/d.txt": "d\n", "ab.txt": "ab\n", "e.txt": "e\n"})
			in := inputOf(".")
			before := p.build(in)
			p.Invalidate(tt.paths...)
			if diff := cmp.Diff(tt.want, changed(before, p.build(in))); diff != "" {
				t.Errorf("read again (-want +got):\n%s", diff)
			}
		})
	}
}

// meddling is a context that does something whenever it is asked for its error, which
// is before, while and after a file is read.
type meddling struct {
	context.Context
	meddle func()
}

func (m meddling) Err() error {
	m.meddle()
	return m.Context.Err()
}

// TestWhatWasReadBeforeAChangeIsNotKept changes a file once during a build, at each
// moment that there is. The next build shows the change, whatever the first had read.
func TestWhatWasReadBeforeAChangeIsNotKept(t *testing.T) {
	p := newProject(t, nil)
	in := inputOf("a.txt")
	for moment := 1; ; moment++ {
		p.write("a.txt", "before\n")
		p.Invalidate()
		var asked atomic.Int64
		_, err := p.Build(meddling{t.Context(), func() {
			if asked.Add(1) == int64(moment) {
				p.write("a.txt", "after\n")
				p.Invalidate("a.txt")
			}
		}}, in, nil)
		if err != nil {
			t.Fatal(err)
		}
		if asked.Load() < int64(moment) {
			if moment < 4 {
				t.Fatalf("a build has %d moments: too few to mean anything", moment-1)
			}
			return
		}
		if got, want := p.build(in).BlockText(1), "### `a.txt`\n\n```text\nafter\n```\n"; got != want {
			t.Errorf("changed at moment %d: %q, want %q", moment, got, want)
		}
	}
}

// TestTheWindowDoesNotWaitForABuild calls all functions that run on a click while a build is
// blocked halfway.
func TestTheWindowDoesNotWaitForABuild(t *testing.T) {
	p := newProject(t, map[string]string{"a.txt": "a\n", "b.txt": "b\n"})
	running, resume := make(chan struct{}), make(chan struct{})
	built := make(chan error)
	var once sync.Once
	go func() {
		_, err := p.Build(t.Context(), inputOf("a.txt", "b.txt"), func(Progress) {
			once.Do(func() { close(running) })
			<-resume
		})
		built <- err
	}()
	<-running
	p.Invalidate("a.txt")
	p.Invalidate()
	p.SetRoot(p.Root)
	if got := p.Status("a.txt"); got != File {
		t.Errorf("status %d, want %d", got, File)
	}
	if _, err := p.View(t.Context(), Input{}, models.NewFileItem("a.txt")); err != nil {
		t.Error(err)
	}
	if _, err := p.Refresh(t.Context()); err != nil {
		t.Error(err)
	}
	close(resume)
	if err := <-built; err != nil {
		t.Error(err)
	}
}

func TestABuildThatEndsEarlyKeepsWhatItRead(t *testing.T) {
	files := map[string]string{}
	for i := range 100 {
		files[fmt.Sprintf("f%02d.txt", i)] = "text\n"
	}
	p := newProject(t, files)
	ctx, cancel := context.WithCancel(t.Context())
	_, err := p.Build(ctx, inputOf("."), func(done Progress) {
		if done.Done == 10 {
			cancel()
		}
	})
	if !errors.Is(err, context.Canceled) {
		t.Fatalf("error %v, want that of the context", err)
	}
	if n := len(p.files.sources); n < 10 || n == 100 {
		t.Errorf("%d of 100 files are cached, want those that were read", n)
	}
	if _, err := p.Build(ctx, inputOf("."), nil); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v, want that of the context", err)
	}
	if _, err := p.Count(ctx, p.build(inputOf(".")), nil); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v, want that of the context", err)
	}
}

func TestProgressReachesItsEnd(t *testing.T) {
	p := newProject(t, map[string]string{"a.txt": "a\n", "b.txt": "b\n"})
	var mu sync.Mutex
	seen := map[Progress]int{}
	for range 2 { // read again, and cached
		_, err := p.Build(t.Context(), inputOf("a.txt", "b.txt", "*.go"), func(done Progress) {
			mu.Lock()
			defer mu.Unlock()
			seen[done]++
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	if diff := cmp.Diff(map[Progress]int{{1, 3}: 2, {2, 3}: 2, {3, 3}: 2}, seen); diff != "" {
		t.Errorf("progress (-want +got):\n%s", diff)
	}
}

// TestEverythingAtOnce is for the race detector; each document is checked nevertheless.
func TestEverythingAtOnce(t *testing.T) {
	p := newProject(t, map[string]string{"a.go": "package a\n", "b.go": "package b\n", "c.md": "# c\n"})
	inputs := []Input{inputOf("."), inputOf("a.go", "c.md"), inputOf("*.go", "gone")}
	inputs[1].Composition.Strategy = models.Summarize
	var want []string
	for _, in := range inputs {
		want = append(want, p.build(in).Text())
	}
	var group sync.WaitGroup
	for i, in := range inputs {
		group.Go(func() {
			for range 30 {
				doc, err := p.Build(t.Context(), in, nil)
				if err != nil {
					t.Error(err)
					return
				}
				if doc.Text() != want[i] {
					t.Errorf("document %d is %q, want %q", i, doc.Text(), want[i])
				}
				counted, err := p.Count(t.Context(), doc, func() { p.Recount(doc) })
				if err != nil || !counted.Tokens.Exact {
					t.Errorf("%+v: %v", counted.Tokens, err)
				}
			}
		})
	}
	group.Go(func() {
		for range 100 {
			p.Invalidate("a.go")
			p.SetRoot(p.root())
			p.Status("b.go")
			if _, err := p.Refresh(t.Context()); err != nil {
				t.Error(err)
			}
		}
	})
	group.Wait()
}

func TestALargerLimitReadsAgain(t *testing.T) {
	p := newProject(t, map[string]string{"a.txt": "four\n"})
	in := inputOf("a.txt")
	for _, step := range []struct {
		limit int64 // of the item; 0 is the project's
		large bool
	}{{4, true}, {5, false}, {4, true}, {0, false}, {4, true}} {
		in.Composition.Files[0].MaxBytes = step.limit
		item := p.build(in).Items[0]
		if large := errors.Is(item.Err, disk.ErrTooLarge); large != step.large || item.Size != 5 {
			t.Errorf("limit %d: size %d, error %v", step.limit, item.Size, item.Err)
		}
	}
	in.MaxBytes = 4
	in.Composition.Files[0].MaxBytes = 0
	if err := p.build(in).Items[0].Err; !errors.Is(err, disk.ErrTooLarge) {
		t.Errorf("error %v with the project's limit of 4", err)
	}
}

// TestAllowingAPathReadsIt checks that an external path is read only after it is allowed.
func TestAllowingAPathReadsIt(t *testing.T) {
	secret := filepath.Join(t.TempDir(), "secret.txt")
	if err := os.WriteFile(secret, []byte("canary\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	p := newProject(t, map[string]string{"a.txt": "a\n"})
	in := inputOf(secret, "a.txt")
	in.Composition.Screenshots = []models.Screenshot{{Path: secret}}
	in.Composition.Tree = models.TreeSelected
	doc := p.build(in)
	if strings.Contains(doc.Text(), "canary") || !errors.Is(doc.Items[0].Err, disk.ErrOutside) {
		t.Fatalf("error %v; %s", doc.Items[0].Err, doc.Text())
	}
	p.SetRoot(p.Root.Allowing(disk.Allow(secret)))
	doc = p.build(in)
	if doc.Items[0].Err != nil || !strings.Contains(doc.Text(), "canary") {
		t.Errorf("error %v; %s", doc.Items[0].Err, doc.Text())
	}
	if len(doc.Warnings) > 0 {
		t.Errorf("warnings %v", doc.Warnings)
	}
	if got, want := doc.SectionText(0), "## Tree\n\n```text\na.txt\n```\n"; got != want {
		t.Errorf("tree %q, want %q: it is the project's", got, want)
	}
}

func TestWarningsNameThePathOnce(t *testing.T) {
	p := newProject(t, map[string]string{
		"latin.txt": "caf\xe9\n", "data.bin": "a\x00b", "big.txt": "too large\n", "new\nline.txt": "\xff\n", "history.toml": "",
	})
	in := inputOf("latin.txt", "data.bin", "big.txt", "gone.txt", "*.rs", "new\nline.txt", "history.toml", "", "../x")
	in.Composition.Files[2].MaxBytes = 3
	var got []string
	for _, w := range p.build(in).Warnings {
		got = append(got, w.String())
	}
	want := []string{
		"history.toml: a discussion's own file is never included",
		"latin.txt: 1 invalid byte was replaced by U+FFFD (first in line 1)",
		"data.bin: not text: there is a NUL byte at 0x1",
		"big.txt: is too large (10 bytes, the limit is 3); raise its limit to include it",
		"gone.txt: does not exist",
		"*.rs: no file matches",
		`new\nline.txt: 1 invalid byte was replaced by U+FFFD (first in line 1)`,
		"../x: leads outside the project, to " + filepath.Join(filepath.Dir(p.Root.Dir()), "x") + "; allow that path to include it (dossier allow, or the menu of its row)",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("warnings (-want +got):\n%s", diff)
	}
}

// Large texts that a document does not show are discarded, and read again when needed.
func TestKeepOnly(t *testing.T) {
	const large = 900_000 // bytes
	files, items := map[string]string{"small.txt": "small\n"}, []models.FileItem{}
	for i := range 20 {
		name := fmt.Sprintf("%02d.txt", i)
		files[name] = strings.Repeat("0123456789abcde\n", large/16)
		items = append(items, models.NewFileItem(name))
	}
	p := newProject(t, files)
	build := func(items []models.FileItem) *Document {
		doc, err := p.Build(t.Context(), Input{Composition: models.Composition{Files: items}}, nil)
		if err != nil {
			t.Fatal(err)
		}
		return doc
	}
	all := build(items)
	if p.EvictUnused(build(items[:10])); len(p.files.sources) != 20 {
		t.Errorf("of what is little only %d files are kept", len(p.files.sources))
	}
	if p.EvictUnused(build([]models.FileItem{models.NewFileItem("small.txt")})); len(p.files.sources) != 1 {
		t.Errorf("of what is not shown %d files are kept", len(p.files.sources)-1)
	}
	if again := build(items); again.Text() != all.Text() {
		t.Error("the document is another after its files were forgotten")
	}
}
