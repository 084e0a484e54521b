package tree

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode/utf8"
	"unsafe"

	"github.com/bmatcuk/doublestar/v4"
	"github.com/google/go-cmp/cmp"
	"github.com/rogpeppe/go-internal/txtar"
	"pgregory.net/rapid"

	"dossier/aggregate/disk"
	"dossier/aggregate/ignore"
	"dossier/aggregate/systemtest"
)

var update = flag.Bool("update", false, "update the wanted trees of testdata")

func write(t testing.TB, dir, name, content string) {
	t.Helper()
	p := filepath.Join(dir, filepath.FromSlash(name))
	if err := os.MkdirAll(filepath.Dir(p), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(p, []byte(content), 0o644); err != nil {
		t.Fatal(err)
	}
}

func tempDir(t testing.TB) string {
	t.Helper()
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	return dir
}

// options opens a folder, for a user without git settings.
func options(t testing.TB, dir string) Options {
	t.Helper()
	root, err := disk.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { root.Close() })
	return Options{Root: root, Environ: func(string) string { return "" }}
}

func mustScan(t testing.TB, opts Options) *Tree {
	t.Helper()
	tree, err := Scan(context.Background(), opts, nil)
	if err != nil {
		t.Fatal(err)
	}
	return tree
}

// dump formats every entry of a tree, in path order.
func dump(t *Tree) string {
	var b strings.Builder
	var walk func(ID)
	walk = func(id ID) {
		for c := range t.Children(id) {
			e := t.Entry(c)
			b.WriteString(e.Path)
			if e.Kind == disk.Folder {
				b.WriteByte('/')
			}
			if e.Nested {
				b.WriteString(" (repository)")
			}
			if e.Cut > 0 {
				fmt.Fprintf(&b, " (%d cut)", e.Cut)
			}
			if e.Reason != Listed {
				fmt.Fprintf(&b, " [%s]", e.Reason)
			}
			if e.Verdict.Matched() {
				fmt.Fprintf(&b, " %s:%d:%s", e.Verdict.Source, e.Verdict.Line, e.Verdict.Pattern)
			}
			b.WriteByte('\n')
			walk(c)
		}
	}
	walk(Top)
	return b.String()
}

// The archives of testdata contain a project: the comment ends with lines of a small script
// (link, mkdir, pipe, project, exclude, output, list), want.txt is its tree.
func TestScan(t *testing.T) {
	archives, err := filepath.Glob("testdata/*.txtar")
	if err != nil || len(archives) == 0 {
		t.Fatal("no archives", err)
	}
	for _, name := range archives {
		t.Run(strings.TrimSuffix(filepath.Base(name), ".txtar"), func(t *testing.T) {
			archive, err := txtar.ParseFile(name)
			if err != nil {
				t.Fatal(err)
			}
			got := scanArchive(t, archive)
			for i, f := range archive.Files {
				if f.Name != "want.txt" {
					continue
				}
				if *update {
					archive.Files[i].Data = []byte(got)
					if err := os.WriteFile(name, txtar.Format(archive), 0o644); err != nil {
						t.Fatal(err)
					}
				} else if diff := cmp.Diff(withoutTwins(t, string(f.Data)), got); diff != "" {
					t.Errorf("wrong tree (-want +got):\n%s", diff)
				}
				return
			}
			t.Error("there is no want.txt")
		})
	}
}

// withoutTwins omits each line of a tree that differs from another by case alone, if the disk ignores case:
// those of the second file of an archive.
func withoutTwins(t *testing.T, want string) string {
	if systemtest.CaseSensitive(t) {
		return want
	}
	return strings.Replace(want, "History.toml\n", "", 1)
}

func scanArchive(t *testing.T, archive *txtar.Archive) string {
	dir := tempDir(t)
	sensitive := systemtest.CaseSensitive(t)
	written := map[string]bool{}
	for _, f := range archive.Files {
		if folded := strings.ToLower(f.Name); f.Name != "want.txt" && !written[folded] {
			write(t, dir, f.Name, string(f.Data))
			written[folded] = !sensitive
		}
	}
	var (
		project = "."
		opts    Options
		opened  []string
	)
	for line := range strings.Lines(string(archive.Comment)) {
		words := strings.Fields(line)
		if len(words) == 0 {
			continue
		}
		var err error
		switch words[0] {
		case "link":
			systemtest.NeedLinks(t)
			err = os.Symlink(words[2], filepath.Join(dir, words[1]))
		case "mkdir":
			err = os.MkdirAll(filepath.Join(dir, words[1]), 0o755)
		case "pipe":
			makePipe(t, filepath.Join(dir, words[1]))
		case "project":
			project = words[1]
		case "exclude":
			opts.Exclude = append(opts.Exclude, strings.Join(words[1:], " "))
		case "output":
			opts.Output = Output{words[1], words[2], []string{".md"}}
		case "list":
			opened = append(opened, words[1])
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	base := options(t, filepath.Join(dir, project))
	opts.Root, opts.Environ = base.Root, base.Environ
	tree := mustScan(t, opts)
	for _, d := range opened {
		var err error
		if tree, err = List(t.Context(), tree, d); err != nil {
			t.Fatal(err)
		}
	}
	// An explanation of a path agrees with the listing.
	for i := range tree.Len() {
		e := tree.Entry(ID(i))
		x := tree.Explain(e.Path)
		want := Explanation{
			Path: e.Path, Ignored: e.Verdict.Ignored && !e.Verdict.Default, Listed: e.Reason == Listed,
			Source: e.Verdict.Source, Line: e.Verdict.Line, Pattern: e.Verdict.Pattern, Reason: e.Reason.String(),
		}
		if diff := cmp.Diff(want, x); diff != "" {
			t.Errorf("%s is explained differently (-tree +explanation):\n%s", e.Path, diff)
		}
	}
	return dump(tree)
}

// names are those that sort differently as files and as folders, and unusual ones.
func names(t testing.TB) []string {
	all := []string{"a", "a-b", "a.txt", "a0", "b", "B", "a b", "é", "e\u0301", "\xff", "-", "[x]", "*", "{a,b}", "a\nb", "🎉", "zz", ".h"}
	sensitive := systemtest.CaseSensitive(t)
	return slices.DeleteFunc(all, func(name string) bool { return !systemtest.Nameable(t, name) || name == "B" && !sensitive })
}

// grow creates random files in a folder and returns their paths.
func grow(t *rapid.T, dir string, names []string) []string {
	var files []string
	n := rapid.IntRange(1, 40).Draw(t, "files")
	for range n {
		parts := rapid.SliceOfN(rapid.SampledFrom(names), 1, 4).Draw(t, "path")
		p := filepath.Join(append([]string{dir}, parts...)...)
		if os.MkdirAll(filepath.Dir(p), 0o755) != nil {
			continue // there is a file in place of a folder
		}
		if info, err := os.Lstat(p); err == nil && info.IsDir() {
			continue
		}
		if err := os.WriteFile(p, []byte("x"), 0o644); err != nil {
			t.Fatal(err)
		}
		files = append(files, path.Join(parts...))
	}
	slices.Sort(files)
	return slices.Compact(files)
}

// A tree without rules lists all files in byte order, finds each, and returns the files of each
// folder.
func TestTreeOfRandomNames(t *testing.T) {
	names := names(t)
	rapid.Check(t, func(rt *rapid.T) {
		dir, err := os.MkdirTemp(t.TempDir(), "")
		if err != nil {
			rt.Fatal(err)
		}
		want := grow(rt, dir, names)
		opts := options(t, dir)
		defer opts.Root.Close() // thousands of rounds would exceed the limit of open files
		opts.Junk = &ignore.List{}
		tree := mustScan(t, opts)
		if diff := cmp.Diff(want, tree.Files()); diff != "" {
			rt.Fatalf("wrong files (-want +got):\n%s", diff)
		}
		last := ""
		var walk func(ID)
		walk = func(id ID) {
			for c := range tree.Children(id) {
				e := tree.Entry(c)
				key := e.Path
				if e.Kind == disk.Folder {
					key += "/"
				}
				if key <= last {
					rt.Fatalf("%q is after %q", key, last)
				}
				last = key
				if found, ok := tree.Find(e.Path); !ok || found != c || tree.Parent(c) != id {
					rt.Fatalf("%q is found as %d (%t), not as %d", e.Path, found, ok, c)
				}
				if _, ok := tree.Find(e.Path + "/none"); ok {
					rt.Fatalf("something is found below %q", e.Path)
				}
				walk(c)
			}
		}
		walk(Top)
		for i := range tree.Len() {
			e := tree.Entry(ID(i))
			if e.Kind != disk.Folder {
				continue
			}
			var in []string
			for _, f := range want {
				if e.Path == "." || strings.HasPrefix(f, e.Path+"/") {
					in = append(in, f)
				}
			}
			got, ok := tree.Folder(e.Path)
			if !ok || !slices.Equal(in, got) {
				rt.Fatalf("folder %q holds %q (%t), want %q", e.Path, got, ok, in)
			}
		}
		if c := tree.Counts(); c.Files != len(want) || c.Bytes != int64(len(want)) || c.Ignored+c.Junk+c.Other+c.Cut != 0 {
			rt.Fatalf("counts %+v for %d files", c, len(want))
		}
	})
}

func TestFolder(t *testing.T) {
	dir := tempDir(t)
	write(t, dir, "a/x", "")
	write(t, dir, "a.b/x", "")
	tree := mustScan(t, options(t, dir))
	for dir, want := range map[string][]string{"a": {"a/x"}, "./a/": {"a/x"}, ".": {"a.b/x", "a/x"}, "": {"a.b/x", "a/x"}, "a/x": nil, "none": nil, "..": nil, "../a": nil} {
		if got, ok := tree.Folder(dir); !slices.Equal(got, want) || ok != (want != nil) {
			t.Errorf("folder %q holds %q (%t), want %q", dir, got, ok, want)
		}
	}
}

func TestGlob(t *testing.T) {
	dir := tempDir(t)
	for _, name := range []string{
		"app/[id]/page.tsx", "app/i/page.tsx", "app/d/page.tsx", "main.go", "a/main.go", "a/b/main.go", "a/b/x.py",
		"ignored.go", "ignored/deep.go", ".hidden/x.go", "a*b", "{x,y}", "x", "docs/one.md",
	} {
		if systemtest.Nameable(t, path.Base(name)) {
			write(t, dir, name, "")
		}
	}
	write(t, dir, ".gitignore", "/ignored*\n")
	tree := mustScan(t, options(t, dir))
	tests := []struct {
		name, pattern string
		want          []string
	}{
		{"a file", "main.go", []string{"main.go"}},
		{"a path that is not clean", "./a//main.go", []string{"a/main.go"}},
		{"the path of a file is no pattern", "app/[id]/page.tsx", []string{"app/[id]/page.tsx"}},
		{"nor is a name with a star", "a*b", []string{"a*b"}},
		{"nor one with braces", "{x,y}", []string{"{x,y}"}},
		{"an ignored file that is named", "ignored.go", []string{"ignored.go"}},
		{"ignored files do not match", "ignored*", nil},
		{"nor what lies in an ignored folder", "**/deep.go", nil},
		{"a folder", "a/b", []string{"a/b/main.go", "a/b/x.py"}},
		{"a folder with a slash", "a/b/", []string{"a/b/main.go", "a/b/x.py"}},
		{"an ignored folder has no listed files", "ignored", nil},
		{"a star stays in its folder", "*.go", []string{"main.go"}},
		{"two stars match any depth, and none", "**/*.go", []string{".hidden/x.go", "a/b/main.go", "a/main.go", "main.go"}},
		{"two stars inside", "a/**/main.go", []string{"a/b/main.go", "a/main.go"}},
		{"two stars at the end", "a/**", []string{"a/b/main.go", "a/b/x.py", "a/main.go"}},
		{"a class", "app/[a-i]/*", []string{"app/d/page.tsx", "app/i/page.tsx"}},
		{"a class of others", "app/[!d[]/*", []string{"app/i/page.tsx"}},
		{"alternatives", "{a,app}/*/*.{py,tsx}", []string{"a/b/x.py", "app/[id]/page.tsx", "app/d/page.tsx", "app/i/page.tsx"}},
		{"an escaped star", `a\**`, []string{"a*b"}},
		{"one character", "?", []string{"x"}},
		{"folders that match, with a slash", "a*/*/", []string{"a/b/main.go", "a/b/x.py", "app/[id]/page.tsx", "app/d/page.tsx", "app/i/page.tsx"}},
		{"a folder does not match a star", "doc*", nil},
		{"nothing", "*.rs", nil},
		{"out of the project", "../*", nil},
		{"an absolute one", "/etc/*", nil},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if len(tt.want) > 0 {
				systemtest.NeedName(t, path.Base(tt.want[0]))
			}
			got, err := tree.Glob(tt.pattern)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("%s (-want +got):\n%s", tt.pattern, diff)
			}
		})
	}
	for _, bad := range []string{"[", "a[", "{a", "[]", `a\`} {
		if got, err := tree.Glob(bad); !errors.Is(err, ErrBadPattern) {
			t.Errorf("%s: %q, error %v", bad, got, err)
		}
	}
	for _, long := range []string{strings.Repeat("*", maxPattern+1), strings.Repeat("{a,b}", 40), "{" + strings.Repeat(",", 100) + "}"} {
		if got, err := tree.Glob(long); !errors.Is(err, ErrLongPattern) {
			t.Errorf("%.20s…: %q, error %v", long, got, err)
		}
	}
}

// Without rules, a glob over the tree gives the same result as one over the disk.
func TestGlobAgreesWithTheDisk(t *testing.T) {
	names := names(t)
	rapid.Check(t, func(rt *rapid.T) {
		dir, err := os.MkdirTemp(t.TempDir(), "")
		if err != nil {
			rt.Fatal(err)
		}
		for _, p := range grow(rt, dir, names) {
			if !utf8.ValidString(p) {
				os.RemoveAll(filepath.Join(dir, p)) // io/fs rejects such names
			}
		}
		opts := options(t, dir)
		defer opts.Root.Close() // thousands of rounds would exceed the limit of open files
		opts.Junk = &ignore.List{}
		tree := mustScan(t, opts)
		part := rapid.SampledFrom([]string{"*", "**", "a*", "?", "[a-z]", "[!a]*", "{a,b}", "a", "b", "*.txt", "a.txt", "é", `\*`, "*b"})
		pattern := strings.Join(rapid.SliceOfN(part, 1, 4).Draw(rt, "pattern"), "/")
		if _, ok := tree.Find(pattern); ok {
			return // an existing path is not a pattern
		}
		want, err := doublestar.Glob(os.DirFS(dir), pattern, doublestar.WithFilesOnly())
		if err != nil {
			rt.Fatal(err)
		}
		slices.Sort(want)
		got, err := tree.Glob(pattern)
		if err != nil || !slices.Equal(slices.Compact(want), got) {
			rt.Fatalf("%s gives %q (error %v), on disk %q", pattern, got, err, want)
		}
	})
}

func FuzzGlob(f *testing.F) {
	dir := tempDir(f)
	for _, name := range names(f) {
		write(f, dir, path.Join("d", name), "")
		write(f, dir, name+".x", "")
	}
	tree := mustScan(f, options(f, dir))
	for _, seed := range []string{"**/*", "[", "{a,{b,c}}", `\`, "**/**/**/x", "a*a*a*a*b", "../x", "d/"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, pattern string) {
		got, err := tree.Glob(pattern)
		if err != nil && !errors.Is(err, ErrBadPattern) && !errors.Is(err, ErrLongPattern) {
			t.Fatalf("%q: %v", pattern, err)
		}
		if !slices.IsSorted(got) {
			t.Fatalf("%q gives %q", pattern, got)
		}
		for _, p := range got {
			if _, ok := tree.Find(p); !ok {
				t.Fatalf("%q gives %q, which is not in the tree", pattern, p)
			}
		}
	})
}

func TestExplain(t *testing.T) {
	top := tempDir(t)
	dir := filepath.Join(top, "project")
	write(t, top, "outer", "")
	write(t, dir, ".gitignore", "*.o\n\nbuild/\n!keep.o\n")
	write(t, dir, "sub/.ignore", "secret*\n")
	write(t, dir, "sub/a.go", "")
	write(t, dir, "a.o", "")
	write(t, dir, "keep.o", "")
	write(t, dir, "build/x/y.go", "")
	write(t, dir, ".git/config", "")
	write(t, dir, "chat_history.toml", "")
	opts := options(t, dir)
	opts.Junk = ignore.Parse("default list", []byte("node_modules/\n"))
	write(t, dir, "node_modules/a/b.js", "")
	if err := os.Symlink("../outer", filepath.Join(dir, "link")); err != nil {
		t.Fatal(err)
	}
	tree := mustScan(t, opts)
	tests := []struct {
		name string
		want Explanation
	}{
		{"a listed file", Explanation{Path: "sub/a.go", Listed: true}},
		{"a path that is not clean", Explanation{Path: "./sub/../sub//a.go", Listed: true}},
		{"an absolute path in the project", Explanation{Path: dir + "/sub/a.go", Listed: true}},
		{"an ignored file", Explanation{Path: "a.o", Ignored: true, Source: ".gitignore", Line: 1, Pattern: "*.o", Reason: "ignored"}},
		{"a file that is kept", Explanation{Path: "keep.o", Listed: true, Source: ".gitignore", Line: 4, Pattern: "!keep.o"}},
		{"an ignored folder", Explanation{Path: "build", Ignored: true, Source: ".gitignore", Line: 3, Pattern: "build/", Reason: "ignored"}},
		{"a file in an ignored folder", Explanation{Path: "build/x/y.go", Ignored: true, Source: ".gitignore", Line: 3, Pattern: "build/", Reason: "ignored"}},
		{"a missing file in an ignored folder", Explanation{Path: "build/none", Ignored: true, Source: ".gitignore", Line: 3, Pattern: "build/", Reason: "missing"}},
		{"a missing file that would be ignored", Explanation{Path: "sub/secret.go", Ignored: true, Source: "sub/.ignore", Line: 1, Pattern: "secret*", Reason: "missing"}},
		{"a missing file in a missing folder", Explanation{Path: "sub/none/deeper/x.o", Ignored: true, Source: ".gitignore", Line: 1, Pattern: "*.o", Reason: "missing"}},
		{"a missing file", Explanation{Path: "sub/none.go", Reason: "missing"}},
		{"a missing folder", Explanation{Path: "sub/build/", Ignored: true, Source: ".gitignore", Line: 3, Pattern: "build/", Reason: "missing"}},
		{"a missing file of its name", Explanation{Path: "sub/build", Reason: "missing"}},
		{"a path below a file", Explanation{Path: "sub/a.go/x", Reason: "missing"}},
		{"what the default list hides", Explanation{Path: "node_modules", Source: "default list", Line: 1, Pattern: "node_modules/", Reason: "default list"}},
		{"what lies in it", Explanation{Path: "node_modules/a/b.js", Source: "default list", Line: 1, Pattern: "node_modules/", Reason: "default list"}},
		{"git's own", Explanation{Path: ".git/config", Reason: "belongs to git"}},
		{"a discussion", Explanation{Path: "chat_history.toml", Reason: "discussion or notes file"}},
		{"a link that leads out", Explanation{Path: "link", Reason: "link that leads outside the project"}},
		{"a path that leads out", Explanation{Path: "../outer", Reason: "outside the project"}},
		{"an absolute path that leads out", Explanation{Path: top + "/outer", Reason: "outside the project"}},
		{"a folder whose name begins as the project's", Explanation{Path: dir + "-evil/x", Reason: "outside the project"}},
		{"the project", Explanation{Path: ".", Listed: true}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if tt.want.Path == "link" {
				systemtest.NeedLinks(t)
			}
			if diff := cmp.Diff(tt.want, tree.Explain(tt.want.Path)); diff != "" {
				t.Errorf("wrong explanation (-want +got):\n%s", diff)
			}
		})
	}
}

// A hundred thousand entries take less than ten megabytes with their names.
func TestNodesAreSmall(t *testing.T) {
	if size := unsafe.Sizeof(node{}); size > 64 {
		t.Errorf("a node takes %d bytes, want at most 64", size)
	}
}

func TestOutput(t *testing.T) {
	o := Output{Dir: "./out/", Namespace: "api.v1", Exts: []string{".md", ".xml"}}
	for p, want := range map[string]bool{
		"out/api.v1_001.md": true, "out/api.v1_001.toml": true, "out/api.v1_123456789.md": true,
		"out/api.v1_01.md": false, "out/api.v1_1234567890.md": false, "out/api.v1_0x1.md": false, "out/api.v1_٠٠١.md": false,
		"out/apixv1_001.md": false, "out/api.v1_001.txt": false, "out/api.v1_001.md.bak": false, "out/sub/api.v1_001.md": false,
		"api.v1_001.md": false, "out/notes.md": false, "out/api.v1_.md": false, "out/api.v1.md": false,
		"out/.api.v1_001.md.0123456789ab.tmp": true, "out/..gitignore.0123456789ab.tmp": true, "out/.x.tmp": false, "out/x.0123456789ab.tmp": false, ".api.v1.md.0123456789ab.tmp": false,
	} {
		if got := o.Has(p); got != want {
			t.Errorf("%s is our own: %t", p, got)
		}
	}
	if (Output{Namespace: "x", Exts: []string{".md", ".xml"}}).Has("x_001.md") {
		t.Error("without a folder nothing is our own")
	}
}

// The same files give the same tree on one processor and on many, including truncation.
func TestSameTreeOnAnyMachine(t *testing.T) {
	dir := tempDir(t)
	for i := range 400 {
		write(t, dir, fmt.Sprintf("d%d/e%d/f%d", i%7, i%31, i), "")
	}
	write(t, dir, "d3/.gitignore", "*1\n")
	for _, limit := range []int{0, 1, 100, 300} {
		opts := options(t, dir)
		opts.MaxFiles = limit
		var want string
		for _, procs := range []int{1, 2, 8} {
			before := runtime.GOMAXPROCS(procs)
			got := dump(mustScan(t, opts))
			runtime.GOMAXPROCS(before)
			if want == "" {
				want = got
			}
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("limit %d on %d processors (-one +many):\n%s", limit, procs, diff)
			}
		}
	}
}

func TestMaxFiles(t *testing.T) {
	dir := tempDir(t)
	for i := range 20 {
		write(t, dir, fmt.Sprintf("a%02d", i), "")
		write(t, dir, fmt.Sprintf("z/b%02d", i), "")
	}
	opts := options(t, dir)
	for _, tt := range []struct {
		limit, files, cut int
		note              bool
	}{{5, 5, 16, true}, {21, 20, 0, true}, {30, 29, 11, true}, {41, 40, 0, false}, {100, 40, 0, false}} {
		opts.MaxFiles = tt.limit
		tree := mustScan(t, opts)
		if c := tree.Counts(); c.Files != tt.files || c.Cut != tt.cut || (len(tree.Notes()) > 0) != tt.note {
			t.Errorf("limit %d: %+v, notes %q", tt.limit, c, tree.Notes())
		}
	}
}

func TestMaxDepth(t *testing.T) {
	dir := tempDir(t)
	deep := strings.Repeat("d/", 200)
	write(t, dir, deep+"x", "")
	write(t, dir, strings.Repeat("d/", MaxDepth)+"last", "")
	tree := mustScan(t, options(t, dir))
	want := []string{strings.Repeat("d/", MaxDepth) + "last"}
	if diff := cmp.Diff(want, tree.Files()); diff != "" {
		t.Errorf("wrong files (-want +got):\n%s", diff)
	}
	tooDeep := strings.TrimSuffix(strings.Repeat("d/", MaxDepth+1), "/")
	if e := tree.Explain(tooDeep); e.Reason != TooDeep.String() {
		t.Errorf("the folder below is explained as %+v", e)
	}
	if e := tree.Explain(deep + "x"); e.Listed || e.Reason != TooDeep.String() {
		t.Errorf("the file at the end is explained as %+v", e)
	}
	if len(tree.Notes()) != 1 {
		t.Errorf("notes: %q", tree.Notes())
	}
	opened, err := List(t.Context(), tree, tooDeep)
	if err != nil {
		t.Fatal(err)
	}
	if id, ok := opened.Find(tooDeep + "/d"); !ok || opened.Entry(id).Reason != TooDeep {
		t.Error("a folder that is too deep cannot be listed by itself")
	}
}

func TestScanErrors(t *testing.T) {
	dir := tempDir(t)
	write(t, dir, "a/b", "")
	opts := options(t, dir)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := Scan(ctx, opts, nil); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v after the context ended", err)
	}
	ctx, cancel = context.WithCancel(t.Context())
	if _, err := Scan(ctx, opts, func(Progress) { cancel() }); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v when the context ended in between", err)
	}
	tree := mustScan(t, opts)
	if _, err := List(t.Context(), tree, "none"); err == nil {
		t.Error("a missing folder was listed")
	}
	if _, err := List(t.Context(), tree, "a/b"); err == nil {
		t.Error("a file was listed")
	}
	opts.Root.Close()
	if _, err := Scan(t.Context(), opts, nil); err == nil {
		t.Error("a closed project was scanned")
	}
}

// The first report shows the project's own folder before the rest.
func TestProgress(t *testing.T) {
	dir := tempDir(t)
	write(t, dir, "a/b/c", "")
	write(t, dir, "x.o", "")
	write(t, dir, ".gitignore", "*.o\n")
	var reports []Progress
	tree, err := Scan(t.Context(), options(t, dir), func(p Progress) { reports = append(reports, p) })
	if err != nil {
		t.Fatal(err)
	}
	if len(reports) == 0 || reports[0].Tree == nil {
		t.Fatalf("reports: %+v", reports)
	}
	want := ".gitignore\na/\nx.o [ignored] .gitignore:1:*.o\n"
	if diff := cmp.Diff(want, dump(reports[0].Tree)); diff != "" {
		t.Errorf("wrong first report (-want +got):\n%s", diff)
	}
	for _, p := range reports[1:] {
		if p.Tree != nil {
			t.Error("a later report holds a tree")
		}
	}
	if diff := cmp.Diff([]string{".gitignore", "a/b/c"}, tree.Files()); diff != "" {
		t.Errorf("wrong files (-want +got):\n%s", diff)
	}
}

// After any changes to a project, a rescan of the changes gives the same tree as a scan.
func TestRescanIsScan(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		dir, err := os.MkdirTemp(t.TempDir(), "")
		if err != nil {
			rt.Fatal(err)
		}
		opts := options(t, dir)
		defer opts.Root.Close()
		opts.Output = Output{"a", "b", []string{".md"}}
		opts.NamesOnly = rapid.Bool().Draw(rt, "names only")
		tree := mustScan(t, opts)
		name := rapid.SampledFrom([]string{"a", "b", "c", "a.b", "x.o", "b_001.md", "node_modules", ".git", "history.toml"})
		list := rapid.SampledFrom(disk.IgnoreFileNames())
		rule := rapid.SampledFrom([]string{"*.o\n", "/a\n", "b/\n", "!x.o\n", "*\n!*/\n!a\n", "a/b\n", "c\n"})
		for range rapid.IntRange(1, 6).Draw(rt, "rounds") {
			var changed []string
			for range rapid.IntRange(1, 4).Draw(rt, "changes") {
				p := path.Join(rapid.SliceOfN(name, 1, 4).Draw(rt, "path")...)
				full := filepath.Join(dir, p)
				switch rapid.IntRange(0, 5).Draw(rt, "change") {
				case 0, 1:
					if os.MkdirAll(filepath.Dir(full), 0o755) == nil {
						os.WriteFile(full, []byte(strings.Repeat("x", rapid.IntRange(0, 9).Draw(rt, "size"))), 0o644)
					}
				case 2:
					os.RemoveAll(full)
				case 3:
					os.MkdirAll(full, 0o755)
				case 4:
					p = path.Join(path.Dir(p), list.Draw(rt, "list"))
					full = filepath.Join(dir, p)
					if os.MkdirAll(filepath.Dir(full), 0o755) == nil {
						os.WriteFile(full, []byte(rule.Draw(rt, "rule")), 0o644)
					}
				case 5:
					to := path.Join(rapid.SliceOfN(name, 1, 3).Draw(rt, "to")...)
					os.Rename(full, filepath.Join(dir, to))
					changed = append(changed, to, path.Dir(to))
				}
				// A watcher reports the name and each new parent folder.
				for ; p != "."; p = path.Dir(p) {
					changed = append(changed, p)
				}
			}
			if tree, err = Rescan(t.Context(), tree, changed); err != nil {
				rt.Fatal(err)
			}
			fresh := mustScan(t, opts)
			if diff := cmp.Diff(dump(fresh), dump(tree)); diff != "" {
				rt.Fatalf("after changes at %q (-scan +rescan):\n%s", changed, diff)
			}
			if diff := cmp.Diff(fresh.Counts(), tree.Counts()); diff != "" {
				rt.Fatalf("counts (-scan +rescan):\n%s", diff)
			}
			for i := range fresh.Len() {
				a, b := fresh.Entry(ID(i)), tree.Entry(ID(i))
				if a.Size != b.Size || !a.ModTime.Equal(b.ModTime) {
					rt.Fatalf("%s: %d bytes of %v by a scan, %d bytes of %v by a rescan", a.Path, a.Size, a.ModTime, b.Size, b.ModTime)
				}
			}
		}
	})
}

// Listing names first and sizes later gives the same result as a complete scan.
func TestMeasure(t *testing.T) {
	dir := tempDir(t)
	write(t, dir, ".gitignore", "*.o\n")
	write(t, dir, "a/b.go", "12345")
	write(t, dir, "a/b.o", "123")
	write(t, dir, "a/gone", "1")
	if err := os.Symlink("a/b.go", filepath.Join(dir, "link")); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink("none", filepath.Join(dir, "broken")); err != nil {
		t.Fatal(err)
	}
	opts := options(t, dir)
	opts.NamesOnly = true
	names := mustScan(t, opts)
	opts.NamesOnly = false
	whole := mustScan(t, opts)
	if names.Measured() || !whole.Measured() {
		t.Error("a tree does not know whether it is measured")
	}
	if diff := cmp.Diff(dump(whole), dump(names)); diff != "" {
		t.Errorf("wrong names (-whole +names):\n%s", diff)
	}
	sized, err := Measure(t.Context(), names)
	if err != nil {
		t.Fatal(err)
	}
	same := func(a, b *Tree) {
		t.Helper()
		for i := range a.Len() {
			a, b := a.Entry(ID(i)), b.Entry(ID(i))
			if a.Path != b.Path || a.Size != b.Size || !a.ModTime.Equal(b.ModTime) {
				t.Errorf("%s: %d bytes of %v by a scan, %d bytes of %v measured", a.Path, a.Size, a.ModTime, b.Size, b.ModTime)
			}
		}
		if diff := cmp.Diff(a.Counts(), b.Counts()); diff != "" {
			t.Errorf("counts (-scan +measured):\n%s", diff)
		}
	}
	same(whole, sized)
	write(t, dir, "a/new", "123456789")
	if sized, err = Rescan(t.Context(), sized, []string{"a"}); err != nil {
		t.Fatal(err)
	}
	same(mustScan(t, opts), sized)

	if err := os.RemoveAll(filepath.Join(dir, "a")); err != nil {
		t.Fatal(err)
	}
	if sized, err = Measure(t.Context(), names); err != nil || sized.Counts().Files != names.Counts().Files {
		t.Errorf("measuring what is gone: %v", err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := Measure(ctx, names); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v after the context ended", err)
	}
}

// A folder whose names changed before it is measured has the time at which they were read, by which a watcher
// recognizes that the list is outdated.
func TestMeasureKeepsTheTimesOfReadFolders(t *testing.T) {
	dir := tempDir(t)
	write(t, dir, ".gitignore", "/out/\n")
	write(t, dir, "src/a.go", "")
	write(t, dir, "out/x", "")
	past := time.Unix(1_600_000_000, 0)
	for _, name := range []string{".", "src", "out"} {
		if err := os.Chtimes(filepath.Join(dir, name), past, past); err != nil {
			t.Fatal(err)
		}
	}
	opts := options(t, dir)
	opts.NamesOnly = true
	names := mustScan(t, opts)
	for _, name := range []string{"new", "src/new.go", "out/y"} {
		write(t, dir, name, "")
	}
	sized, err := Measure(t.Context(), names)
	if err != nil {
		t.Fatal(err)
	}
	for name, known := range map[string]bool{".": true, "src": true, "out": false} {
		id, ok := sized.Find(name)
		if e := sized.Entry(id); !ok || e.Known != known || e.ModTime.Equal(past) != known {
			t.Errorf("%s was read: %t, and has the time %v", name, e.Known, e.ModTime)
		}
	}
}

// A folder opened by the user stays open, and up to date, after a rescan.
func TestRescanKeepsWhatWasOpened(t *testing.T) {
	dir := tempDir(t)
	write(t, dir, ".gitignore", "build/\n")
	write(t, dir, "build/sub/x", "")
	write(t, dir, "build/y", "")
	tree := mustScan(t, options(t, dir))
	tree, err := List(t.Context(), tree, "build")
	if err != nil {
		t.Fatal(err)
	}
	if tree, err = List(t.Context(), tree, "build/sub"); err != nil {
		t.Fatal(err)
	}
	write(t, dir, "build/sub/new", "")
	write(t, dir, "other", "")
	if tree, err = Rescan(t.Context(), tree, []string{"build/sub", "."}); err != nil {
		t.Fatal(err)
	}
	const by = " [ignored] .gitignore:1:build/\n"
	want := ".gitignore\nbuild/" + by + "build/sub/" + by + "build/sub/new" + by + "build/sub/x" + by + "build/y" + by + "other\n"
	if diff := cmp.Diff(want, dump(tree)); diff != "" {
		t.Errorf("wrong tree (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff([]string{".gitignore", "other"}, tree.Files()); diff != "" {
		t.Errorf("opening a folder does not list its files (-want +got):\n%s", diff)
	}
}
