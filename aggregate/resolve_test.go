package aggregate

import (
	"errors"
	"path"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"dossier/models"
)

// resolverOf returns a resolver over files that are there and listed, in byte order.
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
		Listing: func() (Listing, error) { return plainListing(files), nil },
		Ours:    func(p string) bool { return path.Dir(p) == ".dossier/out" },
	}
}

func TestRows(t *testing.T) {
	files := []string{
		"README.md", "app/[id]/page.tsx", "app/i/page.tsx", "src/a.go", "src/b.go", "src/one/c.go",
		".dossier/out/x_001.md", "history.toml", "src/old_history.toml",
	}
	tests := []struct {
		name    string
		base    string
		entries []string
		want    []string // path, with the error and the path as given where they differ from it
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
		{name: "an empty entry", entries: []string{""}, want: []string{": an entry without a path"}},
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
			r.Base = tt.base
			var got []string
			for _, item := range r.Rows(inputOf(tt.entries...).Composition.Files).Items {
				row := item.Path
				if item.Err != nil {
					row += ": " + item.Err.Error()
				}
				if item.Given != item.Path {
					row += ", given as " + item.Given
				}
				got = append(got, row)
			}
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("rows (-want +got):\n%s", diff)
			}
		})
	}
}

// TestRowsByTheirRules holds rows to what is promised of them, whatever the entries: one
// for each file, where it was first named, shown by the last entry that matches it.
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
				t.Fatalf("%s stands after a file that was named later", item.Path)
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
