package tree

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"dossier/aggregate/disk"
	"dossier/aggregate/ignore"
)

// mounted opens a project with a folder lib beside it, one that needs permission and one that is
// gone.
func mounted(t *testing.T) (opts Options, dir, lib string) {
	t.Helper()
	top := tempDir(t)
	dir, lib = filepath.Join(top, "project"), filepath.Join(top, "library")
	write(t, dir, ".gitignore", "*.log\n")
	write(t, dir, "a.go", "")
	write(t, dir, "m.log", "")
	write(t, dir, "z/z.go", "")
	write(t, lib, ".gitignore", "*.tmp\n")
	write(t, lib, ".git/HEAD", "ref: refs/heads/main\n")
	write(t, lib, "a.log", "")
	write(t, lib, "a.tmp", "")
	write(t, lib, "gen/x.go", "")
	write(t, lib, "node_modules/x.js", "")
	write(t, lib, "src/.gitignore", "!keep.tmp\n")
	write(t, lib, "src/keep.tmp", "")
	write(t, lib, "src/b.go", "")
	opts = options(t, dir)
	opts.Exclude = []string{"/lib:/gen", "*.bak"}
	opts.Junk = ignore.Parse("default list", []byte("node_modules/\n"))
	write(t, lib, "src/b.bak", "")
	opts.Root.SetMounts([]disk.Mount{
		{Label: "ask", Err: &disk.OutsideError{Path: "ask:", Target: "/elsewhere"}},
		{Label: "gone", Err: &disk.AccessError{Path: "gone:", Reason: disk.ErrNotFound}},
		{Label: "lib", Root: options(t, lib).Root},
	})
	return opts, dir, lib
}

const mountedTree = `.gitignore
a.go
ask:/ [outside the project]
gone:/ [missing]
lib:/
lib:/.gitignore
lib:/a.log
lib:/a.tmp [ignored] lib:/.gitignore:1:*.tmp
lib:/gen/ [ignored] files.exclude:1:/lib:/gen
lib:/node_modules/ [default list] default list:1:node_modules/
lib:/src/
lib:/src/.gitignore
lib:/src/b.bak [ignored] files.exclude:2:*.bak
lib:/src/b.go
lib:/src/keep.tmp lib:/src/.gitignore:1:!keep.tmp
m.log [ignored] .gitignore:1:*.log
z/
z/z.go
`

// A mounted folder has its own rules, not the project's, except the project's excludes.
func TestMountedFolders(t *testing.T) {
	opts, _, _ := mounted(t)
	tree := mustScan(t, opts)
	if diff := cmp.Diff(mountedTree, dump(tree)); diff != "" {
		t.Errorf("wrong tree (-want +got):\n%s", diff)
	}
	if !slices.IsSorted(tree.Files()) {
		t.Errorf("files are not sorted: %q", tree.Files())
	}
	for pattern, want := range map[string][]string{
		"lib:":          {"lib:/.gitignore", "lib:/a.log", "lib:/src/.gitignore", "lib:/src/b.go", "lib:/src/keep.tmp"},
		"lib:/**/*.go":  {"lib:/src/b.go"},
		"lib:/src/*.go": {"lib:/src/b.go"},
		"*.go":          {"a.go"},
		"ask:/*":        nil,
	} {
		if got, err := tree.Glob(pattern); err != nil || !slices.Equal(got, want) {
			t.Errorf("%s: %q, %v", pattern, got, err)
		}
	}
	for path, want := range map[string]Explanation{
		"lib:/a.tmp":       {Ignored: true, Source: "lib:/.gitignore", Line: 1, Pattern: "*.tmp", Reason: "ignored"},
		"lib:/src/b.go":    {Listed: true},
		"lib:/none":        {Reason: "missing"},
		"lib:/.git/HEAD":   {Reason: "belongs to git"},
		"ask:":             {Reason: "outside the project"},
		"lib:/src/../a.go": {Reason: "missing"},
	} {
		want.Path = path
		if diff := cmp.Diff(want, tree.Explain(path)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", path, diff)
		}
	}
	for _, label := range []string{"ask:", "gone:", "lib:"} {
		id, ok := tree.Find(label)
		if e := tree.Entry(id); !ok || !e.Mounted || e.Known != (label == "lib:") {
			t.Errorf("%s is %+v", label, e)
		}
	}
	opts.NamesOnly = true
	measured, err := Measure(t.Context(), mustScan(t, opts))
	if err != nil || dump(measured) != mountedTree {
		t.Errorf("measured: %v\n%s", err, dump(measured))
	}
}

func TestRescanMountedFolders(t *testing.T) {
	opts, dir, lib := mounted(t)
	tree := mustScan(t, opts)
	write(t, lib, "src/new.go", "")
	write(t, dir, "new.go", "")
	write(t, lib, ".gitignore", "*.log\n")
	tree, err := Rescan(t.Context(), tree, []string{"lib:", "lib:/src", "."})
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(dump(mustScan(t, opts)), dump(tree)); diff != "" {
		t.Errorf("a rescan differs from a scan (-scan +rescan):\n%s", diff)
	}
	if _, ok := tree.Find("lib:/src/new.go"); !ok || !tree.Explain("lib:/a.log").Ignored {
		t.Errorf("wrong tree:\n%s", dump(tree))
	}
	if tree, err = List(t.Context(), tree, "lib:/node_modules"); err != nil {
		t.Fatal(err)
	}
	if _, ok := tree.Find("lib:/node_modules/x.js"); !ok {
		t.Errorf("an ignored folder is not listed:\n%s", dump(tree))
	}
}

// A mounted folder that cannot be read stays what it is when it is opened.
func TestListAFolderThatIsNotMounted(t *testing.T) {
	opts, _, _ := mounted(t)
	tree := mustScan(t, opts)
	for _, label := range []string{"ask:", "gone:"} {
		var err error
		if tree, err = List(t.Context(), tree, label); err != nil {
			t.Fatal(err)
		}
	}
	if diff := cmp.Diff(mountedTree, dump(tree)); diff != "" {
		t.Errorf("wrong tree (-want +got):\n%s", diff)
	}
}

// A large mounted folder takes no room from the project.
func TestMountedFoldersComeLast(t *testing.T) {
	opts, _, lib := mounted(t)
	for i := range 50 {
		write(t, lib, fmt.Sprintf("%02d", i), "")
	}
	opts.MaxFiles = 12
	tree := mustScan(t, opts)
	if _, ok := tree.Find("z/z.go"); !ok || !strings.Contains(strings.Join(tree.Notes(), ""), "the tree ends at 12 names") {
		t.Errorf("notes %q:\n%s", tree.Notes(), dump(tree))
	}
}

// A mounted folder of a repository has the rules of the folders above it.
func TestMountedFolderBelowARoot(t *testing.T) {
	opts, _, lib := mounted(t)
	write(t, lib, "src/inner/c.tmp", "")
	write(t, lib, "src/inner/c.go", "")
	opts.Root.SetMounts([]disk.Mount{{Label: "inner", Root: options(t, filepath.Join(lib, "src/inner")).Root}})
	tree := mustScan(t, opts)
	if files, _ := tree.Folder("inner:"); !slices.Equal(files, []string{"inner:/c.go"}) {
		t.Errorf("wrong tree:\n%s", dump(tree))
	}
}
