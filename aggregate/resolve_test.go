package aggregate

import (
	"errors"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"dossier/aggregate/disk"
	"dossier/models"
)

// resolverOf returns a resolver for files that exist and are listed, in byte order.
func resolverOf(files ...string) Resolver {
	slices.Sort(files)
	return Resolver{
		Status: func(p string) Status {
			switch {
			case outside(p):
				return Outside
			case slices.Contains(files, p):
				return File
			case p == "." || slices.ContainsFunc(files, func(f string) bool { return strings.HasPrefix(f, p+"/") }):
				return Folder
			}
			return Missing
		},
		Listing:  func() (Listing, error) { return plainListing(files), nil },
		IsOutput: func(p string) bool { return path.Dir(p) == ".dossier/out" },
	}
}

func TestRows(t *testing.T) {
	files := []string{
		"README.md", "app/[id]/page.tsx", "app/i/page.tsx", "src/a.go", "src/b.go", "src/one/c.go",
		".dossier/out/x_001.md", "history.toml", "dossier_notes.toml", "src/old_history.toml",
	}
	tests := []struct {
		name    string
		base    string
		entries []string
		want    []string // path, with the error, and with the given path if it differs
	}{
		{name: "a file", entries: []string{"src/a.go"}, want: []string{"src/a.go"}},
		{name: "a folder, in byte order", entries: []string{"src"}, want: []string{"src/a.go", "src/b.go", "src/one/c.go"}},
		{name: "a folder with a slash", entries: []string{"src/one/"}, want: []string{"src/one/c.go"}},
		{name: "the project, without what is ours and without discussions", entries: []string{"."}, want: []string{
			"README.md", "app/[id]/page.tsx", "app/i/page.tsx", "src/a.go", "src/b.go", "src/one/c.go",
		}},
		{name: "a glob", entries: []string{"src/*.go"}, want: []string{"src/a.go", "src/b.go"}},
		{name: "a file whose name reads as a glob is that file", entries: []string{"app/[id]/page.tsx"}, want: []string{"app/[id]/page.tsx"}},
		{name: "a glob without matches", entries: []string{"*.rs"}, want: []string{"*.rs: no file matches *.rs"}},
		{name: "a broken glob", entries: []string{"src/[a"}, want: []string{"src/[a: pattern src/[a: syntax error in pattern"}},
		{name: "a missing file is left to the reader", entries: []string{"./gone.go"}, want: []string{"gone.go, given as ./gone.go"}},
		{name: "an empty entry", entries: []string{""}, want: []string{": entry 1 names no file"}},
		{name: "a file of ours that is named is shown", entries: []string{".dossier/out/x_001.md"}, want: []string{".dossier/out/x_001.md"}},
		{name: "a discussion's file never is", entries: []string{"history.toml", "src/*.toml", "src"}, want: []string{
			"src/*.toml: no file matches src/*.toml", "src/a.go", "src/b.go", "src/one/c.go",
		}},
		{name: "the base folder", base: "src", entries: []string{"a.go", "one/*.go", "../README.md", "."}, want: []string{
			"src/a.go, given as a.go", "src/one/c.go", "README.md, given as ../README.md", "src/b.go",
		}},
		{name: "out of the project and back is a file of the project", entries: []string{"src/../README.md"}, want: []string{"README.md, given as src/../README.md"}},
		{name: "out of the project is left to the reader", entries: []string{"../x", "/etc/*", "src/../../y"}, want: []string{
			"../x", "/etc/*", "../y, given as src/../../y",
		}},
		{name: "each file once, where it was first named", entries: []string{"src/b.go", "src", "src/*.go"}, want: []string{"src/b.go", "src/a.go", "src/one/c.go"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			r := resolverOf(files...)
			r.Base.Dir = tt.base
			var got []string
			for _, item := range r.Rows(inputOf(tt.entries...).Composition.Files).Items {
				row := item.Path
				if item.Err != nil {
					row += ": " + item.Err.Error()
				}
				if item.EntryPath != item.Path {
					row += ", given as " + item.EntryPath
				}
				got = append(got, row)
			}
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("rows (-want +got):\n%s", diff)
			}
		})
	}
}

// baseIn returns a base in a project whose real folder is top/project, and which was opened as
// top/alias.
func baseIn(t *testing.T, dir string) (base Base, top string) {
	t.Helper()
	top, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Mkdir(filepath.Join(top, "project"), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink("project", filepath.Join(top, "alias")); err != nil {
		t.Fatal(err)
	}
	root, err := disk.Open(filepath.Join(top, "alias"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { root.Close() })
	return Base{Dir: strings.ReplaceAll(dir, "%s", top), Root: root}, top
}

// %s is the parent folder of the project.
func TestBasePath(t *testing.T) {
	tests := []struct{ name, base, entry, want string }{
		{"a path of the project", "", "x/a.go", "x/a.go"},
		{"not clean", "x", "./y//../a.go", "x/a.go"},
		{"above the base", "x", "../a.go", "a.go"},
		{"an absolute path inside", "", "%s/project/x/a.go", "x/a.go"},
		{"the base says nothing of it", "x", "%s/project/a.go", "a.go"},
		{"by the name the project was opened by", "", "%s/alias/a.go", "a.go"},
		{"with a slash at the end", "", "%s/project/x/", "x"},
		{"the project itself", "", "%s/project", "."},
		{"a pattern", "", "%s/project/x/*.go", "x/*.go"},
		{"a pattern of everything", "", "%s/alias/**", "**"},
		{"out of the project and back", "", "../project/a.go", "a.go"},
		{"an absolute base inside", "%s/project/x", "a.go", "x/a.go"},
		{"above it", "%s/project/x", "../a.go", "a.go"},
		{"a base outside, which an entry leads back from", "../beside", "../project/a.go", "a.go"},
		{"outside", "", "%s/a.go", "%s/a.go"},
		{"outside by a relative path", "x", "../../a.go", "../a.go"},
		{"a folder whose name begins alike", "", "%s/project-evil/a.go", "%s/project-evil/a.go"},
		{"through the project and out", "", "%s/project/../a.go", "%s/a.go"},
		{"a pattern through the project and out", "", "%s/project/**/../../*.go", "%s/*.go"},
		{"a pattern of which the project is a match", "", "%s/p*/a.go", "%s/p*/a.go"},
		{"a path of a root, whatever the base", "x", "lib:/src/a.go", "lib:/src/a.go"},
		{"a path of a root that goes up", "", "lib:/../../a.go", "lib:/a.go"},
		{"a root itself", "", "lib:/", "lib:"},
		{"a root as the base", "lib:/src", "x/a.go", "lib:/src/x/a.go"},
		{"above a root as the base", "lib:/src", "../a.go", "lib:/a.go"},
		{"a folder that is only named like one", "x", "./lib:/a.go", "x/lib:/a.go"},
		{"a name with a letter, as on Windows", "", `C:\project\a.go`, `C:\project\a.go`},
		{"a name on another machine, as on Windows", "", `\\host\project\a.go`, `\\host\project\a.go`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			base, top := baseIn(t, tt.base)
			want := strings.ReplaceAll(tt.want, "%s", top)
			if got := base.Path(strings.ReplaceAll(tt.entry, "%s", top)); got != want {
				t.Errorf("%q, want %q", got, want)
			}
		})
	}
}

func TestBaseEntry(t *testing.T) {
	tests := []struct{ name, base, target, want string }{
		{"the project itself", ".", "x/a.go", "x/a.go"},
		{"no base", "", "x/a.go", "x/a.go"},
		{"below the folder", "x", "x/a.go", "a.go"},
		{"deep below the folder", "x", "x/y/a.go", "y/a.go"},
		{"beside the folder", "x", "z/a.go", "../z/a.go"},
		{"above a deep folder", "x/y", "x/a.go", "../a.go"},
		{"a name that begins alike", "x", "xx/a.go", "../xx/a.go"},
		{"the folder itself", "x/y", "x/y", "../y"},
		{"a path of a root", "x/y", "lib:/a.go", "lib:/a.go"},
		{"the project with a root as the base", "lib:/src", "a.go", "../../a.go"},
		{"an absolute path", "x", "/etc/hosts", "/etc/hosts"},
		{"a base with a slash behind it", "x/", "x/a.go", "a.go"},
		{"an absolute base inside", "%s/alias/x", "x/a.go", "a.go"},
		{"the project as an absolute base", "%s/alias/", "x/a.go", "x/a.go"},
		{"a base outside", "../beside", "x/a.go", "%s/project/x/a.go"},
		{"an absolute base outside", "/etc", "x/a.go", "%s/project/x/a.go"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			base, top := baseIn(t, tt.base)
			got := base.Entry(tt.target)
			if want := strings.ReplaceAll(tt.want, "%s", top); got != want {
				t.Errorf("%q, want %q", got, want)
			}
			if back := base.Path(got); back != tt.target {
				t.Errorf("%q leads back to %q, not to %q", got, back, tt.target)
			}
		})
	}
}

// A file is one row, however its path is written.
func TestAbsoluteEntriesInside(t *testing.T) {
	base, top := baseIn(t, "src")
	r := resolverOf("README.md", "src/a.go", "src/b.go", "src/one/c.go", ".dossier/out/x_001.md")
	r.Base = base
	entries := inputOf("a.go", top+"/project/src/*.go", top+"/alias/src/one/", top+"/project", top+"/project/gone.go", top+"/project/*.rs", top+"/project-evil/*.go").Composition.Files
	rows := r.Rows(entries)
	var got []string
	for _, item := range rows.Items {
		row := item.Path
		if item.Err != nil {
			row += ": " + item.Err.Error()
		}
		if item.EntryPath != item.Path {
			row += ", given as " + item.EntryPath
		}
		got = append(got, strings.ReplaceAll(row, top, "%s"))
	}
	want := []string{
		"src/a.go, given as a.go", "src/b.go", "src/one/c.go", "README.md", "gone.go, given as %s/project/gone.go",
		"%s/project/*.rs: no file matches %s/project/*.rs", "%s/project-evil/*.go",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("rows (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff([][]string{{"src/a.go"}, {"src/a.go", "src/b.go"}, {"src/one/c.go"}}, rows.Matches[:3]); diff != "" {
		t.Errorf("matches (-want +got):\n%s", diff)
	}
	shots := r.Shots([]models.Screenshot{{Path: top + "/project/src/a.go"}, {Path: top + "/alias/src/*.go"}})
	if len(shots.List) != 2 || shots.List[0].Path != "src/a.go" || shots.List[1].Path != "src/b.go" {
		t.Errorf("screenshots %+v", shots.List)
	}
}

// The path of the project may contain characters that are special in patterns.
func TestThePathToTheProjectIsNoPattern(t *testing.T) {
	top := t.TempDir()
	dir := filepath.Join(top, "[a]{b,c}*")
	if err := os.Mkdir(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	root, err := disk.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer root.Close()
	r := resolverOf("a.go", "b.go")
	r.Base.Root = root
	rows := r.Rows(inputOf(dir+"/*.go", dir+"/gone.go").Composition.Files)
	if len(rows.Items) != 3 || rows.Items[2].Path != "gone.go" || rows.Items[2].Err != nil {
		t.Errorf("rows %+v", rows.Items)
	}
}

// TestRowsByTheirRules checks the invariants of rows for any entries: one row per file, at its
// first occurrence, shown by the last entry that matches it.
func TestRowsByTheirRules(t *testing.T) {
	files := []string{"a.go", "b.md", "d/c.go", "d/e/f.go", "d/g.md"}
	r := resolverOf(files...)
	rapid.Check(t, func(t *rapid.T) {
		named := rapid.SliceOfN(rapid.SampledFrom([]string{
			"a.go", "./a.go", "b.md", "d", "d/", "d/e", "*.go", "*.md", "d/*.go", "d/*/*", ".", "gone", "*.rs",
		}), 0, 8).Draw(t, "entries")
		entries := inputOf(named...).Composition.Files
		for i := range entries {
			entries[i].ViewMode = rapid.SampledFrom(models.ViewModes()).Draw(t, "mode")
		}
		rows := r.Rows(entries)

		first, last := map[string]int{}, map[string]int{}
		for i, entry := range entries {
			alone := r.Rows([]models.FileItem{entry})
			if diff := cmp.Diff(alone.Matches[0], rows.Matches[i]); diff != "" {
				t.Fatalf("entry %q matches other files among others (-alone +here):\n%s", entry.Path, diff)
			}
			for _, p := range rows.Matches[i] {
				if _, ok := first[p]; !ok {
					first[p] = i
				}
				last[p] = i
			}
		}
		failed, previous := 0, -1
		for _, item := range rows.Items {
			if item.Named < previous {
				t.Fatalf("%s is after a file that was named later", item.Path)
			}
			previous = item.Named
			if item.Err != nil {
				failed++
				continue
			}
			if item.Named != first[item.Path] || item.Entry != last[item.Path] {
				t.Fatalf("%s: named by %d and shown by %d, want %d and %d", item.Path, item.Named, item.Entry, first[item.Path], last[item.Path])
			}
			if item.ViewMode != entries[item.Entry].ViewMode {
				t.Fatalf("%s is shown as %s, its entry says %s", item.Path, item.ViewMode, entries[item.Entry].ViewMode)
			}
			delete(first, item.Path)
		}
		if len(first) > 0 {
			t.Fatalf("no row for %v", first)
		}
		unmatched := 0
		for _, m := range rows.Matches {
			if len(m) == 0 {
				unmatched++
			}
		}
		if failed != unmatched {
			t.Fatalf("%d rows with an error for %d entries without a match", failed, unmatched)
		}
	})
}

func TestTheListingIsAskedOnlyWhenNeeded(t *testing.T) {
	r := resolverOf("a.go")
	broken := errors.New("the disk is gone")
	r.Listing = func() (Listing, error) { return nil, broken }
	for _, row := range r.Rows(inputOf("a.go", "gone.go", "../*.go").Composition.Files).Items {
		if row.Err != nil {
			t.Errorf("%s: %v", row.Path, row.Err)
		}
	}
	for _, row := range r.Rows(inputOf("*.go", ".").Composition.Files).Items {
		if !errors.Is(row.Err, broken) {
			t.Errorf("%s: error %v, want that of the listing", row.Path, row.Err)
		}
	}
}
