package graph

import (
	"context"
	"errors"
	"fmt"
	"hash/fnv"
	"io/fs"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"pgregory.net/rapid"

	"dossier/aggregate/disk"
	"dossier/aggregate/links/note"
	"dossier/aggregate/links/reread"
	"dossier/aggregate/systemtest"
)

// memory is an in-memory disk.
type memory map[string]string

func (m memory) Stat(p string) (disk.Info, error) {
	content, ok := m[p]
	if !ok {
		return disk.Info{}, fmt.Errorf("%s: %w", p, fs.ErrNotExist)
	}
	sum := fnv.New64a()
	sum.Write([]byte(content))
	return disk.Info{Identity: disk.Identity{Size: int64(len(content)), Inode: sum.Sum64()}}, nil
}

func (m memory) Read(_ context.Context, p string, limit int64) (disk.File, error) {
	info, err := m.Stat(p)
	if err == nil && int64(len(m[p])) > limit {
		err = errors.New("too large")
	}
	return disk.File{Info: info, Data: []byte(m[p])}, err
}

func (m memory) files() []string { return slices.Sorted(maps.Keys(m)) }

func build(t testing.TB, d reread.Disk, files []string) *Graph {
	t.Helper()
	g, err := (&Graph{}).Update(t.Context(), d, files, nil)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

func TestResolve(t *testing.T) {
	tests := []struct {
		name        string
		files, from string
		link        string // a wikilink has = as a prefix
		want        string
	}{
		{name: "the same folder is nearest", files: "a/n.md a/b/n.md n.md", from: "a/b/x.md", link: "=n", want: "a/b/n.md"},
		{name: "then what takes the fewest steps", files: "a/n.md c/d/n.md", from: "a/b/x.md", link: "=n", want: "a/n.md"},
		{name: "down as well as up", files: "a/b/c/n.md n.md", from: "a/b/x.md", link: "=n", want: "a/b/c/n.md"},
		{name: "equal steps go by byte order", files: "b/n.md c/n.md", from: "a/x.md", link: "=n", want: "b/n.md"},
		{name: "up to the project's folder is near", files: "n.md a/b/c/n.md", from: "a/x.md", link: "=n", want: "n.md"},
		{name: "nearer than beside it", files: "n.md b/n.md", from: "a/x.md", link: "=n", want: "n.md"},
		{name: "the extension may be given", files: "n.md n.markdown", from: "x.md", link: "=n.markdown", want: "n.markdown"},
		{name: "of one folder .md counts before others", files: "n.markdown n.md", from: "x.md", link: "=n", want: "n.md"},
		{name: "another kind of file by its whole name", files: "d/n.pdf n.pdf.md", from: "d/x.md", link: "=n.pdf", want: "d/n.pdf"},
		{name: "a name with points", files: "v1.2.md", from: "x.md", link: "=v1.2", want: "v1.2.md"},
		{name: "another case when nothing else fits", files: "a/Note.md note2.md", from: "x.md", link: "=note", want: "a/Note.md"},
		{name: "its own case however far", files: "note.md a/b/Note.md", from: "x.md", link: "=Note", want: "a/b/Note.md"},
		{name: "with a folder from the project's", files: "a/n.md b/a/n.md", from: "b/x.md", link: "=a/n", want: "a/n.md"},
		{name: "else the end of a path, the nearest", files: "c/a/n.md b/a/n.md", from: "c/x.md", link: "=a/n", want: "c/a/n.md"},
		{name: "not the end of a name", files: "b/aa/n.md", from: "x.md", link: "=a/n"},
		{name: "with points from the note's folder", files: "a/n.md n.md", from: "a/b/x.md", link: "=../n", want: "a/n.md"},
		{name: "a Markdown link is relative to the note", files: "a/n.md n.md", from: "a/x.md", link: "n.md", want: "a/n.md"},
		{name: "and to nothing else", files: "n.md b/n.md", from: "a/x.md", link: "n.md"},
		{name: "its extension may be omitted", files: "a/n.md", from: "a/x.md", link: "n", want: "a/n.md"},
		{name: "its case may not differ", files: "a/n.md", from: "a/x.md", link: "N.md"},
		{name: "a slash in front is the project", files: "n.md", from: "a/x.md", link: "/n.md", want: "n.md"},
		{name: "out of the project is nothing", files: "n.md", from: "a/x.md", link: "../../n.md"},
		{name: "by an absolute path is nothing", files: "etc.md", from: "a/x.md", link: "/etc/passwd"},
		{name: "a wikilink out of the project is nothing", files: "n.md", from: "a/x.md", link: "=../../n"},
		{name: "a folder is nothing", files: "a/b/n.md", from: "a/x.md", link: "b/"},
		{name: "nor is what leads to one, though a note has its name", files: "a.md a/b/n.md", from: "a/x.md", link: "b/.."},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			files := strings.Fields(tt.files)
			slices.Sort(files)
			target, wiki := strings.CutPrefix(tt.link, "=")
			got, ok := NewNames(files).Resolve(tt.from, note.Link{Path: target, Wiki: wiki})
			if got != tt.want || ok != (tt.want != "") {
				t.Errorf("%q, %t", got, ok)
			}
		})
	}
}

// Of many files with the same name not all are inspected, and the one next to the note is found.
func TestResolveAmongMany(t *testing.T) {
	var files []string
	for n := range 3 * maxNearby {
		files = append(files, fmt.Sprintf("d/%05d/README.md", n))
	}
	files = append(files, "d/README.md")
	slices.Sort(files)
	names := NewNames(files)
	for from, want := range map[string]string{
		"d/02000/x.md":   "d/02000/README.md",
		"d/02000/e/x.md": "d/02000/README.md",
		"d/x.md":         "d/README.md",
	} {
		if got, _ := names.Resolve(from, note.Link{Path: "README", Wiki: true}); got != want {
			t.Errorf("from %s: %s, want %s", from, got, want)
		}
	}
}

func TestUpdate(t *testing.T) {
	m := memory{
		"a.md":        "[[b]] [[gone]] [x](pic.png) [[b]]",
		"b.md":        "[[a]] [[b]]",
		"pic.png":     "[[a]]",
		"big.md":      strings.Repeat("[[a]]", 1<<20),
		"bin.md":      "\x00[[a]]\x01",
		"log.txt":     "[[a]]",
		"code/x.go":   "// [[a]]",
		"code/y.adoc": "[[a]]",
	}
	g := build(t, m, m.files())
	type state struct {
		Out, Missing, In []string
	}
	got := map[string]state{}
	for _, p := range m.files() {
		got[p] = state{g.Outlinks(p), g.Missing(p), g.Inlinks(p)}
	}
	want := map[string]state{
		"a.md":        {Out: []string{"b.md", "pic.png"}, Missing: []string{"gone"}, In: []string{"b.md", "log.txt"}},
		"b.md":        {Out: []string{"a.md"}, In: []string{"a.md"}},
		"pic.png":     {In: []string{"a.md"}},
		"log.txt":     {Out: []string{"a.md"}},
		"big.md":      {},
		"bin.md":      {},
		"code/x.go":   {},
		"code/y.adoc": {},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
	var problems []string
	for _, p := range g.Problems() {
		problems = append(problems, p.Path+": "+p.Err.Error())
	}
	if diff := cmp.Diff([]string{"big.md: too large", "bin.md: bin.md is not text: there is a NUL byte at 0x0"}, problems); diff != "" {
		t.Errorf("problems (-want +got):\n%s", diff)
	}
}

// An update without changes returns the same graph.
func TestUpdateOfNothing(t *testing.T) {
	m := memory{"a.md": "[[b]]", "b.md": ""}
	g := build(t, m, m.files())
	for _, changed := range [][]string{nil, {"."}, {"a.md", "gone.md"}} {
		if again, err := g.Update(t.Context(), m, m.files(), changed); err != nil || again != g {
			t.Errorf("after %v: another graph, %v", changed, err)
		}
	}
}

// counting counts the reads of a disk.
type counting struct {
	memory
	reads *atomic.Int32
}

func (c counting) Read(ctx context.Context, p string, limit int64) (disk.File, error) {
	c.reads.Add(1)
	return c.memory.Read(ctx, p, limit)
}

// Only files with new information on the disk are read again.
func TestUpdateReadsLittle(t *testing.T) {
	c := counting{memory{"a.md": "[[b]]", "b.md": "", "d/c.md": "", "d/x.png": ""}, new(atomic.Int32)}
	g := build(t, c, c.files())
	for _, tt := range []struct {
		touch   string
		changed []string
		reads   int32
	}{
		{changed: []string{"."}},
		{touch: "a.md", changed: []string{"."}, reads: 1},
		{touch: "d/c.md", changed: []string{"d"}, reads: 1},
		{touch: "d/x.png", changed: []string{"d", "d/x.png"}},
		{touch: "b.md", changed: []string{"a.md"}},
	} {
		if tt.touch != "" {
			c.memory[tt.touch] += " "
		}
		c.reads.Store(0)
		next, err := g.Update(t.Context(), c, c.files(), tt.changed)
		if err != nil || c.reads.Load() != tt.reads {
			t.Errorf("after %s, with the changes %v: %d are read, %v", tt.touch, tt.changed, c.reads.Load(), err)
		}
		g = next
	}
}

func TestTooManyLinks(t *testing.T) {
	m := memory{"a.md": "[[b]] [[c]]"}
	for links, want := range map[int]error{MaxLinks - 2: nil, MaxLinks - 1: ErrTooMany} {
		if _, err := (&Graph{links: links}).Update(t.Context(), m, m.files(), nil); !errors.Is(err, want) {
			t.Errorf("beside %d links: %v", links, err)
		}
	}
}

func TestUpdateEndsWithItsContext(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	m := memory{"a.md": ""}
	if _, err := (&Graph{}).Update(ctx, m, m.files(), nil); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v", err)
	}
}

// A file that is linked to but outside the project because of a symbolic link is not read.
func TestALinkOutsideIsNotRead(t *testing.T) {
	systemtest.NeedLinks(t)
	dir := t.TempDir()
	outside := filepath.Join(t.TempDir(), "secret.md")
	for name, content := range map[string]string{outside: "[[a]]", filepath.Join(dir, "a.md"): "[[secret]]"} {
		if err := os.WriteFile(name, []byte(content), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Symlink(outside, filepath.Join(dir, "secret.md")); err != nil {
		t.Fatal(err)
	}
	root, err := disk.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer root.Close()
	g := build(t, root, []string{"a.md", "secret.md"})
	if in := g.Inlinks("a.md"); in != nil {
		t.Errorf("links from %v", in)
	}
	if len(g.Problems()) != 1 || !errors.Is(g.Problems()[0].Err, disk.ErrOutside) {
		t.Errorf("problems: %v", g.Problems())
	}
}

// After any sequence of changes to files, the graph equals a newly built one.
func TestUpdatesEqualABuild(t *testing.T) {
	file := rapid.StringMatching(`(a/|b/|a/b/)?[nmNo](\.md|\.markdown|\.txt|\.png|)`)
	link := rapid.StringMatching(`\[\[(a/|\.\./|b/)?[nmNo](\.md|\.png|)\]\]|\[x\]\((\.\./|/|b/|a/)?[nmNo](\.md|\.txt|)\)|\[x\]\(\.\.\)`)
	rapid.Check(t, func(t *rapid.T) {
		m := memory{}
		g := &Graph{}
		for range rapid.IntRange(1, 6).Draw(t, "steps") {
			var changed []string
			for range rapid.IntRange(1, 6).Draw(t, "changes") {
				p := file.Draw(t, "file")
				if rapid.IntRange(0, 2).Draw(t, "kind") == 0 {
					delete(m, p)
				} else {
					m[p] = strings.Join(rapid.SliceOfN(link, 0, 4).Draw(t, "links"), " ")
				}
				if rapid.Bool().Draw(t, "folder") {
					p = path.Dir(p)
				}
				changed = append(changed, p)
			}
			next, err := g.Update(t.Context(), m, m.files(), changed)
			if err != nil {
				t.Fatal(err)
			}
			if g = next; len(m) == 0 {
				if len(g.pages)+len(g.inlinks)+len(g.notesByKey)+g.links > 0 {
					t.Fatalf("of no files there is left %v", g)
				}
				continue
			}
			fresh, err := (&Graph{}).Update(t.Context(), m, m.files(), nil)
			if err != nil {
				t.Fatal(err)
			}
			opts := cmp.Options{cmp.AllowUnexported(Graph{}, Names{}, page{}, found{}, note.Link{}), cmpopts.EquateEmpty()}
			if diff := cmp.Diff(fresh, g, opts); diff != "" {
				t.Fatalf("-new +updated:\n%s", diff)
			}
		}
		for _, p := range m.files() {
			for _, to := range g.Outlinks(p) {
				if !slices.Contains(g.Inlinks(to), p) {
					t.Fatalf("%s links to %s, which does not know of it", p, to)
				}
			}
		}
	})
}

// notes writes n notes of about two kilobytes in folders of a hundred, with ten links each.
func notes(t testing.TB, dir string, n int) []string {
	var files []string
	body := strings.Repeat("Some words of a note, as people write them down.\n", 36)
	for i := range n {
		var text strings.Builder
		fmt.Fprintf(&text, "---\ntags: [x]\n---\n# Note %d\n\n", i)
		for k := range 10 {
			fmt.Fprintf(&text, "- see [[note-%05d|another]] and `code`\n", (i*7+k*k*131)%n)
		}
		text.WriteString(body)
		name := fmt.Sprintf("folder-%03d/note-%05d.md", i/100, i)
		full := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(full), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(full, []byte(text.String()), 0o644); err != nil {
			t.Fatal(err)
		}
		files = append(files, name)
	}
	slices.Sort(files)
	return files
}

func benchmarkRoot(b *testing.B) (*disk.Root, []string) {
	dir := b.TempDir()
	files := notes(b, dir, 20_000)
	root, err := disk.Open(dir)
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { root.Close() })
	return root, files
}

// Twenty thousand notes are read and linked.
func BenchmarkBuild(b *testing.B) {
	root, files := benchmarkRoot(b)
	b.ReportAllocs()
	for b.Loop() {
		build(b, root, files)
	}
}

// One of twenty thousand notes changes, or comes and goes.
func BenchmarkUpdate(b *testing.B) {
	root, files := benchmarkRoot(b)
	g := build(b, root, files)
	changed := filepath.Join(root.Dir(), files[777])
	b.Run("changed", func(b *testing.B) {
		for i := 0; b.Loop(); i++ {
			if err := os.WriteFile(changed, fmt.Appendf(nil, "[[note-%05d]] %d", i%20_000, i), 0o644); err != nil {
				b.Fatal(err)
			}
			if _, err := g.Update(b.Context(), root, files, files[777:778]); err != nil {
				b.Fatal(err)
			}
		}
	})
	without := slices.Delete(slices.Clone(files), 777, 778)
	less, err := g.Update(b.Context(), root, without, nil)
	if err != nil {
		b.Fatal(err)
	}
	b.Run("new", func(b *testing.B) {
		for b.Loop() {
			if _, err := less.Update(b.Context(), root, files, nil); err != nil {
				b.Fatal(err)
			}
		}
	})
	b.Run("removed", func(b *testing.B) {
		for b.Loop() {
			if _, err := g.Update(b.Context(), root, without, nil); err != nil {
				b.Fatal(err)
			}
		}
	})
	b.Run("everything", func(b *testing.B) {
		for b.Loop() {
			if _, err := g.Update(b.Context(), root, files, []string{"."}); err != nil {
				b.Fatal(err)
			}
		}
	})
}
