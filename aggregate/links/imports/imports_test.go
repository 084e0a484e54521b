package imports

import (
	"context"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"github.com/rogpeppe/go-internal/txtar"
	"pgregory.net/rapid"

	"dossier/aggregate/code"
	"dossier/aggregate/code/languages"
	"dossier/aggregate/disk"
)

// memory is an in-memory disk.
type memory map[string]string

func (m memory) Stat(p string) (disk.Info, error) {
	s, ok := m[p]
	if !ok {
		return disk.Info{}, fs.ErrNotExist
	}
	sum := sha256.Sum256([]byte(s))
	return disk.Info{Identity: disk.Identity{Size: int64(len(s)), Inode: binary.BigEndian.Uint64(sum[:])}}, nil
}

func (m memory) Read(ctx context.Context, p string, limit int64) (disk.File, error) {
	info, err := m.Stat(p)
	if err == nil && info.Identity.Size > limit {
		err = disk.ErrTooLarge
	}
	return disk.File{Info: info, Data: []byte(m[p])}, errors.Join(err, ctx.Err())
}

func (m memory) files() []string {
	var out []string
	for p := range m {
		out = append(out, p)
	}
	slices.Sort(out)
	return out
}

func (m memory) reader() Reader {
	return Reader{Disk: m, Structure: languages.InProcess{}.Parse}
}

func read(t testing.TB, text string) memory {
	t.Helper()
	m := memory{}
	for _, f := range txtar.Parse([]byte(text)).Files {
		m[f.Name] = string(f.Data)
	}
	return m
}

func build(t testing.TB, m memory) *Graph {
	t.Helper()
	g, err := (&Graph{}).Update(t.Context(), m.reader(), m.files())
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// described formats the graph's knowledge of a file: its imports, outside:, ambiguous: and missing:.
func described(g *Graph, p string) string {
	var out []string
	for _, u := range g.Uses(1, p) {
		out = append(out, u.Path)
	}
	for _, name := range g.Outside(p) {
		out = append(out, "outside:"+name)
	}
	for _, lost := range g.Lost(p) {
		word := "missing:"
		if len(lost.Files) > 0 {
			word = "ambiguous:"
		}
		out = append(out, word+lost.Import)
	}
	return strings.Join(out, " ")
}

// Each archive of testdata is a project. Its comment has lines "path: imports".
func TestResolve(t *testing.T) {
	archives, err := filepath.Glob("testdata/*.txtar")
	if err != nil || len(archives) == 0 {
		t.Fatalf("no archives: %v", err)
	}
	for _, name := range archives {
		data, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		t.Run(strings.TrimSuffix(filepath.Base(name), ".txtar"), func(t *testing.T) {
			g := build(t, read(t, string(data)))
			for line := range strings.Lines(string(txtar.Parse(data).Comment)) {
				p, want, ok := strings.Cut(strings.TrimSpace(line), ": ")
				if !ok || strings.HasPrefix(line, "#") {
					continue
				}
				if diff := cmp.Diff(strings.Fields(want), strings.Fields(described(g, p))); diff != "" {
					t.Errorf("%s (-want +got):\n%s", p, diff)
				}
			}
		})
	}
}

func TestDepth(t *testing.T) {
	g := build(t, read(t, `-- a.py --
import b, c
-- b.py --
import c, d
-- c.py --
import a
-- d.py --
import e
-- e.py --
`))
	want := []Use{{"b.py", 1, "a.py", "b"}, {"c.py", 1, "a.py", "c"}, {"d.py", 2, "b.py", "d"}}
	if diff := cmp.Diff(want, g.Uses(2, "a.py")); diff != "" {
		t.Errorf("uses (-want +got):\n%s", diff)
	}
	want = []Use{{"b.py", 1, "d.py", "d"}, {"a.py", 2, "b.py", "b"}, {"c.py", 3, "a.py", "a"}}
	if diff := cmp.Diff([]Use{want[0], want[1], {"c.py", 3, "a.py", "a"}}, g.UsedBy(5, "d.py")); diff != "" {
		t.Errorf("used by (-want +got):\n%s", diff)
	}
	if got := g.Uses(1, "a.py", "b.py"); len(got) != 2 {
		t.Errorf("of two files: %v", got)
	}
}

// A file that cannot be read or parsed is a problem, and the others are unaffected.
func TestProblems(t *testing.T) {
	m := memory{"a.py": "import b", "b.py": "", "big.py": strings.Repeat("#", 1<<20+1), "bin.py": "\x00\x01"}
	g := build(t, m)
	var got []string
	for _, p := range g.Problems() {
		got = append(got, p.Path)
	}
	if diff := cmp.Diff([]string{"big.py", "bin.py"}, got); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
	if described(g, "a.py") != "b.py" {
		t.Errorf("a.py uses %s", described(g, "a.py"))
	}
	broken := m.reader()
	broken.Structure = func(context.Context, string, string) (*code.Structure, error) { return nil, passing{} }
	g, err := (&Graph{}).Update(t.Context(), broken, m.files())
	if err != nil || len(g.Problems()) != 4 {
		t.Fatalf("%v, %v", g.Problems(), err)
	}
	if g, err = g.Update(t.Context(), m.reader(), m.files()); err != nil || described(g, "a.py") != "b.py" {
		t.Errorf("after what passes: %s, %v", described(g, "a.py"), err)
	}
}

type passing struct{}

func (passing) Error() string   { return "the parser is away" }
func (passing) Temporary() bool { return true }

func TestUpdateEndsWithItsContext(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	m := memory{"a.py": ""}
	if _, err := (&Graph{}).Update(ctx, m.reader(), m.files()); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v", err)
	}
}

// Untrusted paths resolve to files of the project, and resolving terminates.
func FuzzResolve(f *testing.F) {
	for _, p := range []string{"/", "//", "..", "../../x", "", ".", "a//b", "\\", "::", "super::super", "@/", "#x", "*", "a/*", "<a>", `"../a"`, "a.", ".a.", "mod x"} {
		f.Add(p)
	}
	m := memory{
		"go.mod": "module a", "a.go": "package a", "b.py": "", "c/d.ts": "", "package.json": `{"name": "x", "exports": {"./*": "./*"}}`,
		"tsconfig.json": `{"compilerOptions": {"baseUrl": ".", "paths": {"*": ["*"]}}}`, "composer.json": `{"autoload": {"psr-4": {"": ""}}}`,
		"Cargo.toml": "[package]\nname = \"a\"", "src/lib.rs": "", "E.java": "class E {}", "e.h": "", "f.rb": "", "g.php": "<?php", "h.cs": "class H {}",
	}
	g := build(f, m)
	f.Fuzz(func(t *testing.T, p string) {
		for from := range m {
			s := g.source(from)
			if s == nil {
				continue
			}
			a := families[s.Language].resolve(g.project, from, Import{Path: p, Names: []string{p}})
			for _, file := range a.files {
				if _, ok := m[file]; !ok {
					t.Errorf("%q in %s leads to %q", p, from, file)
				}
			}
			Read(s.Language, p, nil)
		}
	})
}

// An unparsable file that is replaced by another one is missing from the graph, as in a newly
// built one.
func TestUnreadableFilesAreExcluded(t *testing.T) {
	m := memory{"A.java": "package x\nimport \"m/y\"\nvar A = y.B"}
	g := build(t, m)
	m["A.java"] += " "
	g, err := g.Update(t.Context(), m.reader(), m.files())
	if err != nil || len(g.uses) != 0 {
		t.Errorf("%v, %v", g.uses, err)
	}
}

// After any sequence of changes to files, the graph equals a newly built one.
func TestUpdatesEqualABuild(t *testing.T) {
	files := []string{"a.py", "p/__init__.py", "p/b.py", "go.mod", "x/x.go", "x/y.go", "y/z.go", "A.java", "q/B.java"}
	contents := rapid.SampledFrom([]string{
		"import p.b", "from p import b, c", "from . import b", "module m", "module n", "package x\nimport \"m/y\"\nvar A = y.B",
		"package x\nvar B = A", "package y\nimport \"n/x\"\nvar C = x.A", "package q;\nclass B { A a; }", "class A { B b; }", "import q.*;\nclass A { B b; }", "",
	})
	rapid.Check(t, func(t *rapid.T) {
		m, g := memory{}, &Graph{}
		for range rapid.IntRange(1, 5).Draw(t, "steps") {
			for range rapid.IntRange(1, 5).Draw(t, "changes") {
				p := rapid.SampledFrom(files).Draw(t, "file")
				if rapid.IntRange(0, 3).Draw(t, "kind") == 0 {
					delete(m, p)
				} else {
					m[p] = contents.Draw(t, "content") + strings.Repeat(" ", rapid.IntRange(0, 3).Draw(t, "space"))
				}
			}
			next, err := g.Update(t.Context(), m.reader(), m.files())
			if err != nil {
				t.Fatal(err)
			}
			g = next
			fresh, err := (&Graph{}).Update(t.Context(), m.reader(), m.files())
			if err != nil {
				t.Fatal(err)
			}
			for _, got := range []struct{ a, b any }{{fresh.uses, g.uses}, {fresh.usedBy, g.usedBy}, {fresh.edges, g.edges}} {
				if diff := cmp.Diff(got.a, got.b, cmp.AllowUnexported(fileImports{}, importEdge{}), cmpopts.EquateEmpty()); diff != "" {
					t.Fatalf("-new +updated:\n%s", diff)
				}
			}
		}
	})
}

// An older graph does not change.
func TestGraphsDoNotChange(t *testing.T) {
	m := memory{"a.py": "import b", "b.py": "", "c.py": ""}
	old := build(t, m)
	m["a.py"] = "import c   "
	next, err := old.Update(t.Context(), m.reader(), m.files())
	if err != nil || described(old, "a.py") != "b.py" || described(next, "a.py") != "c.py" || len(old.UsedBy(1, "b.py")) != 1 {
		t.Errorf("before %s, after %s, %v", described(old, "a.py"), described(next, "a.py"), err)
	}
	if same, err := next.Update(t.Context(), m.reader(), m.files()); err != nil || same != next {
		t.Errorf("another graph of what has not changed, %v", err)
	}
}

// touched is a disk on which every file was written again with the same contents.
type touched struct {
	memory
	reads atomic.Int64
}

func (d *touched) Stat(p string) (disk.Info, error) {
	info, err := d.memory.Stat(p)
	info.Identity.Inode++
	return info, err
}

func (d *touched) Read(ctx context.Context, p string, limit int64) (disk.File, error) {
	d.reads.Add(1)
	file, err := d.memory.Read(ctx, p, limit)
	file.Identity.Inode++
	return file, err
}

// A file that was written again with the same contents, as by a change of branch and back, is read once.
func TestTouchedFilesAreReadOnce(t *testing.T) {
	m := memory{"a.py": "import b", "b.py": ""}
	g, d := build(t, m), &touched{memory: m}
	for range 3 {
		next, err := g.Update(t.Context(), Reader{Disk: d, Structure: m.reader().Structure}, m.files())
		if err != nil || described(next, "a.py") != "b.py" {
			t.Fatalf("%s, %v", described(next, "a.py"), err)
		}
		g = next
	}
	if n := d.reads.Load(); n != 2 {
		t.Errorf("%d reads of two files", n)
	}
}

// The results are loaded from a file without reading the sources.
func TestLoad(t *testing.T) {
	m := memory{"a.py": "import b", "b.py": "", "package.json": "{}", "bin.py": "\x00"}
	g := build(t, m)
	file := filepath.Join(t.TempDir(), "kept")
	if err := g.Save(file); err != nil {
		t.Fatal(err)
	}
	r := m.reader()
	r.Structure = func(context.Context, string, string) (*code.Structure, error) {
		t.Error("a source is parsed again")
		return nil, nil
	}
	again, err := Load(file).Update(t.Context(), r, m.files())
	if err != nil || described(again, "a.py") != "b.py" || len(again.Problems()) != 1 {
		t.Errorf("%s, %v, %v", described(again, "a.py"), again.Problems(), err)
	}
	if err := os.WriteFile(file, []byte("x"), 0o644); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{file, "", file + "x"} {
		if g := Load(name); len(g.pages) > 0 {
			t.Errorf("of %q there is %v", name, g.pages)
		}
	}
}
