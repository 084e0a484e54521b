package links_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"dossier/aggregate"
	"dossier/aggregate/smartcontext"
	"dossier/models"
	"dossier/ui/project"
	"dossier/ui/project/links"
	"dossier/ui/project/projecttest"
)

func said[T any](v T) *T { return &v }

// found are the paths of a snapshot, with a bar between depths.
func found(s smartcontext.Snapshot) string {
	var depths []string
	for _, d := range s.Depths {
		var paths []string
		for _, item := range d.Items {
			paths = append(paths, item.Path)
		}
		depths = append(depths, strings.Join(paths, " "))
	}
	return strings.Join(depths, "|")
}

func TestGather(t *testing.T) {
	p := projecttest.Open(t, map[string]string{
		"../outside/secret.md": "secret",
		"a.md":                 "[[b]] [[hidden]] [up](../outside/secret.md) [[link]] ![[pic.png]] [[history]]",
		"b.md":                 "",
		"pic.png":              "\x89PNG\x00\x00",
		"history.toml":         "",
		"docs/x.md":            "[[a]]",
		"docs/hidden.md":       "",
		"docs/draft/y.md":      "",
		".scignore":            "hidden.md\n",
		"docs/.gitignore":      "draft/\n",
		"huge.md":              strings.Repeat("[[a]]\n", 1<<18),
		"block.md":             "```smart-context\n../outside/secret.md\n/etc/passwd\nlink.md\ndocs\ndocs/draft\nhistory.toml\n```\n",
	})
	if err := os.Symlink("../outside/secret.md", filepath.Join(p.Dir, "link.md")); err != nil {
		t.Fatal(err)
	}
	outside := filepath.Join(filepath.Dir(p.Dir), "outside", "secret.md")
	tests := []struct {
		name     string
		items    []string
		opts     models.LinkOptions
		want     string
		warnings []string // each holds this
	}{
		{
			name: "links lead to what the tree lists", items: []string{"a.md"}, opts: models.LinkOptions{LinkDepth: said(1)}, want: "a.md|b.md",
			warnings: []string{"pic.png: not text", "hidden: not found", "../outside/secret.md: not found", "link: not found", "history: not found"},
		},
		{
			name: "blocks read nothing outside, and folders obey the ignore rules", items: []string{"block.md"}, want: "block.md docs/x.md",
			warnings: []string{"secret.md leads outside the project", "/etc/passwd is outside the project", "link.md leads outside the project", "docs/draft: not found", "history.toml: not found"},
		},
		{name: "the whole project has no hidden files", items: []string{"."}, want: "a.md b.md block.md docs/x.md", warnings: []string{"huge.md", "secret.md", "/etc/passwd", "link.md", "docs/draft", "history.toml", "pic.png"}},
		{name: "a hidden file that is named is there", items: []string{"docs/.gitignore"}, want: "docs/.gitignore"},
		{name: "an ignored file that is named is there", items: []string{"docs/hidden.md"}, want: "docs/hidden.md"},
		{
			name: "what links to an item", items: []string{"a.md"}, opts: models.LinkOptions{LinkDepth: said(1), IncludeInlinks: said(true)}, want: "a.md|docs/x.md b.md",
			warnings: []string{"huge.md", "pic.png", "hidden", "../outside", "link", "history"},
		},
		{name: "too large is skipped", items: []string{"huge.md"}, want: "", warnings: []string{"huge.md is too large"}},
		{name: "a pattern is the files that it fits", items: []string{"**/[ax].md", "*.nothing", "["}, want: "a.md docs/x.md", warnings: []string{"*.nothing: not found", "[: not found"}},
		{name: "a pattern leaves out what it fits", items: []string{"docs", "-docs/?.md"}, want: "", warnings: nil},
		{name: "a pattern fits hidden files when it says so", items: []string{"docs/*", "docs/.g*"}, want: "docs/x.md docs/.gitignore"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			l := p.Links()
			var items []models.ContextItem
			for _, name := range tt.items {
				name, off := strings.CutPrefix(name, "-")
				items = append(items, models.ContextItem{Path: l.Chosen(name)[0].Path, Off: off})
			}
			s, warnings, err := l.Gather(t.Context(), items, tt.opts)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(tt.want, found(s)); diff != "" {
				t.Errorf("-want +got:\n%s", diff)
			}
			var said []string
			for _, w := range warnings {
				said = append(said, w.String())
			}
			if len(said) != len(tt.warnings) {
				t.Errorf("%d warnings: %q", len(said), said)
			}
			for _, w := range tt.warnings {
				if !slices.ContainsFunc(said, func(s string) bool { return strings.Contains(s, w) }) {
					t.Errorf("nothing of %q in %q", w, said)
				}
			}
		})
	}
	t.Run("a person may name a file outside", func(t *testing.T) {
		l := p.Links()
		s, _, err := l.Gather(t.Context(), l.Chosen("../outside/secret.md", outside), models.LinkOptions{})
		if err != nil || found(s) != outside {
			t.Errorf("%s, %v", found(s), err)
		}
	})
}

// A change on the disk is in the next graph once it is reported.
func TestGraphFollowsTheDisk(t *testing.T) {
	p := projecttest.Open(t, map[string]string{"a.md": "[[b]]", "b.md": "", "c.md": ""})
	l := p.Links()
	out := func() []string {
		t.Helper()
		g, err := l.Graph(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		return g.Outlinks("a.md")
	}
	if diff := cmp.Diff([]string{"b.md"}, out()); diff != "" {
		t.Fatalf("-want +got:\n%s", diff)
	}
	projecttest.Write(t, filepath.Join(p.Dir, "a.md"), "[[c]] and [[b]]")
	l.Changed("a.md")
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := l.Graph(ctx); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v", err)
	}
	if diff := cmp.Diff([]string{"c.md", "b.md"}, out()); diff != "" {
		t.Errorf("after it was called off once (-want +got):\n%s", diff)
	}
	projecttest.Write(t, filepath.Join(p.Dir, "a.md"), "")
	for range 10_001 { // more than are remembered one by one
		l.Changed("b.md")
	}
	if got := out(); got != nil {
		t.Errorf("after many changes it links to %v", got)
	}
}

// Calls side by side see one whole graph.
func TestGraphSideBySide(t *testing.T) {
	p := projecttest.Open(t, map[string]string{"a.md": "[[b]]", "b.md": "[[a]]"})
	l := p.Links()
	var group sync.WaitGroup
	for range 4 {
		group.Go(func() {
			l.Changed(".")
			if g, err := l.Graph(t.Context()); err != nil || len(g.Inlinks("a.md")) != 1 {
				t.Errorf("links to a.md: %v, %v", g, err)
			}
		})
	}
	group.Wait()
}

func TestOptionsAndContexts(t *testing.T) {
	p := projecttest.Open(t, map[string]string{"dossier.toml": `[links]
link_depth = 3
max_len = 10
[links.contexts.one]
context_items = ["a.md"]
[links.contexts.one.context_opts]
link_depth = 0
`})
	l := p.Links()
	c, err := l.Context("one")
	if err != nil {
		t.Fatal(err)
	}
	got := l.Options(c.Options, models.LinkOptions{TotalMaxLen: said(5)})
	if each, total := got.Limits(); got.Depth() != 0 || each != 10 || total != 5 {
		t.Errorf("depth %d, limits %d and %d", got.Depth(), each, total)
	}
	if _, err := l.Context("two"); err == nil || err.Error() != `there is no smart context "two"; the project has "one"` {
		t.Errorf("error %v", err)
	}
	if _, err := projecttest.Open(t, nil).Links().Context("two"); err == nil || err.Error() != `there is no smart context "two"; dossier.toml has none in [links.contexts]` {
		t.Errorf("error %v", err)
	}
}

// vault opens a project of twenty thousand notes of about a kilobyte, each of which links to
// four others. Smart contexts name some of their folders.
func vault(b *testing.B) (p *project.Project, in aggregate.Input) {
	b.Helper()
	const notes = 20_000
	files := map[string]string{}
	for n := range notes {
		links := fmt.Sprintf("[[note-%05d]], [[note-%05d]], [[note-%05d]], [[note-%05d]]", (n+1)%notes, n*7%notes, (n*7+31)%notes, (n*7+62)%notes)
		files[fmt.Sprintf("f%02d/note-%05d.md", n%100, n)] = fmt.Sprintf("# Note %d\n\nSee %s.\n\n", n, links) + strings.Repeat("Some words of a note, one after the other.\n", 20)
	}
	p = projecttest.Open(b, files)
	in = p.Input()
	c := models.SmartContext{Name: "c", Document: true, Options: models.LinkOptions{LinkDepth: said(1), Inlinks: said(true)}}
	for n := range 5 {
		c.Items = append(c.Items, models.ContextItem{Path: fmt.Sprintf("f%02d", n)})
	}
	in.Composition.Links = models.SmartContexts{}.With(c)
	return p, in
}

// held returns the bytes that fn leaves in use.
func held(fn func()) float64 {
	var before, after runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&before)
	fn()
	runtime.GC()
	runtime.ReadMemStats(&after)
	return float64(after.HeapAlloc) - float64(before.HeapAlloc)
}

// The smart context of the document is five folders of a thousand notes, with what they link
// to and what links to them: see the metric.
func BenchmarkVault(b *testing.B) {
	p, in := vault(b)
	build := func(in aggregate.Input) *aggregate.Document {
		doc, err := p.Builder.Build(b.Context(), in, nil)
		if err != nil {
			b.Fatal(err)
		}
		return doc
	}
	without := in
	without.Composition.Links = models.SmartContexts{}
	if _, err := p.Tree(b.Context()); err != nil {
		b.Fatal(err)
	}
	b.Run("a graph", func(b *testing.B) {
		for b.Loop() {
			l := links.Of(p)
			b.ReportMetric(held(func() {
				if _, err := l.Graph(b.Context()); err != nil {
					b.Fatal(err)
				}
			}), "B-held")
			runtime.KeepAlive(l)
		}
	})
	turn := 0
	change := func() {
		turn++
		projecttest.Write(b, filepath.Join(p.Dir, "f00", "note-00100.md"), fmt.Sprintf("[[note-%05d]]\n", turn))
		p.Builder.Invalidate("f00/note-00100.md")
		p.Links().Changed("f00/note-00100.md")
	}
	b.Run("a change in the graph", func(b *testing.B) {
		if _, err := p.Links().Graph(b.Context()); err != nil {
			b.Fatal(err)
		}
		for b.Loop() {
			change()
			if _, err := p.Links().Graph(b.Context()); err != nil {
				b.Fatal(err)
			}
		}
	})
	b.Run("the first document", func(b *testing.B) {
		for b.Loop() {
			p.Builder.Invalidate()
			build(without)
			var doc *aggregate.Document
			b.ReportMetric(held(func() { doc = build(in) }), "B-held")
			b.ReportMetric(float64(doc.Blocks()-1), "notes")
			b.ReportMetric(float64(doc.Bytes), "B-text")
		}
	})
	b.Run("a document after a change", func(b *testing.B) {
		for b.Loop() {
			change()
			build(in)
		}
	})
	b.Run("another click", func(b *testing.B) {
		if _, err := p.Builder.Count(b.Context(), build(in), nil); err != nil {
			b.Fatal(err)
		}
		for b.Loop() {
			turn++
			in.Composition.Instruction = fmt.Sprint(turn)
			build(in)
		}
	})
	b.Run("a click without smart contexts", func(b *testing.B) {
		for b.Loop() {
			turn++
			without.Composition.Instruction = fmt.Sprint(turn)
			build(without)
		}
	})
}
