package project

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"dossier/aggregate/anchor"
	"dossier/models"
	"dossier/presets"
)

const poem = `one
two
three
four
five
six
seven
eight
nine
ten
`

// openSliced opens a project with a.txt, a poem.
func openSliced(tb testing.TB, toml string) *Project {
	tb.Helper()
	dir, home := tb.TempDir(), tb.TempDir()
	write := func(name, content string) {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(content), 0o644); err != nil {
			tb.Fatal(err)
		}
	}
	write("a.txt", poem)
	if toml != "" {
		write(presets.ProjectName, toml)
	}
	return reopen(tb, dir, home)
}

func reopen(tb testing.TB, dir, home string) *Project {
	tb.Helper()
	places := presets.Places{Config: filepath.Join(home, "config"), State: filepath.Join(home, "state"), Cache: filepath.Join(home, "cache")}
	p := must[*Project](tb)(Open(dir, places))
	tb.Cleanup(func() { p.Close() })
	return p
}

func must[T any](tb testing.TB) func(v T, err error) T {
	return func(v T, err error) T {
		tb.Helper()
		if err != nil {
			tb.Fatal(err)
		}
		return v
	}
}

// lines are the places of slices.
func lines(list []models.Slice) string {
	var out []string
	for _, s := range list {
		out = append(out, fmt.Sprintf("%d-%d%s", s.StartLine, s.EndLine, s.Tag))
	}
	return strings.Join(out, " ")
}

func TestAddSlice(t *testing.T) {
	tests := []struct {
		name, toml string
		add        string // START-END and a tag
		mode       models.ViewMode
		want       string
	}{
		{"a file that is not in the dossier", "", "3-4", models.Custom, "3-4"},
		{"an entry shown in full", "files.items = ['a.txt']", "3-4", models.Custom, "3-4"},
		{"the first of an entry shown otherwise", "files.items = [{ path = 'a.txt', view_mode = 'summary' }]", "3-4", models.Custom, "3-4"},
		{"the first of an entry whose text is left out", "files.items = [{ path = 'a.txt', view_mode = 'none' }]", "3-4", models.None, "3-4"},
		{"another one of an entry shown otherwise", "files.items = [{ path = 'a.txt', custom_slices = [{ start_line = 1, end_line = 2 }] }]", "3-4", models.Full, "1-2 3-4"},
		{"a pattern shown otherwise", "files.items = [{ path = '*.txt', view_mode = 'summary' }]", "3-4", models.Custom, "3-4"},
		{"among others", "files.items = [{ path = 'a.txt', view_mode = 'custom', custom_slices = [{ start_line = 1, end_line = 2 }, { start_line = 8, end_line = 9 }] }]", "3-4", models.Custom, "1-2 3-4 8-9"},
		{"behind a list in another order", "files.items = [{ path = 'a.txt', view_mode = 'custom', custom_slices = [{ start_line = 8, end_line = 9 }, { start_line = 1, end_line = 2 }] }]", "3-4", models.Custom, "8-9 1-2 3-4"},
		{"lines that are one already", "files.items = [{ path = 'a.txt', view_mode = 'custom', custom_slices = [{ start_line = 3, end_line = 4, tag = 'x' }] }]", "3-4", models.Custom, "3-4x 3-4"},
		{"lines that are one with this tag", "files.items = [{ path = 'a.txt', view_mode = 'custom', custom_slices = [{ start_line = 3, end_line = 4, tag = 'x', by = 'hand' }] }]", "3-4x", models.Custom, "3-4x"},
		{"lines that are one with another tag", "files.items = [{ path = 'a.txt', view_mode = 'custom', custom_slices = [{ start_line = 3, end_line = 4, tag = 'x' }] }]", "3-4y", models.Custom, "3-4x 3-4y"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			p := openSliced(t, tt.toml)
			f := must[*FileSlices](t)(p.FileSlices(t.Context(), "a.txt"))
			var start, end int
			var tag string
			fmt.Sscanf(tt.add, "%d-%d%s", &start, &end, &tag)
			s := must[models.Slice](t)(f.Make(start, end))
			s.Tag = tag
			item, added, err := f.Add(t.Context(), s)
			if err != nil {
				t.Fatal(err)
			}
			if before := strings.Count(tt.toml, "start_line"); added != (len(item.CustomSlices) == before+1) {
				t.Errorf("of %d slices there are %d now; added: %t", before, len(item.CustomSlices), added)
			}
			if got := lines(item.CustomSlices); got != tt.want || item.ViewMode != tt.mode || item.Path != "a.txt" {
				t.Errorf("%s is shown %s by %s, want a.txt %s by %s", item.Path, item.ViewMode, got, tt.mode, tt.want)
			}
			kept := must[models.FileItem](t)(reopen(t, p.Dir, t.TempDir()).Item(t.Context(), "a.txt"))
			if diff := cmp.Diff(item, kept); diff != "" {
				t.Errorf("another item is on the disk (-returned +kept):\n%s", diff)
			}
		})
	}
}

// Commands that run side by side take nothing from each other.
func TestAddSlicesSideBySide(t *testing.T) {
	p := openSliced(t, "")
	home := t.TempDir()
	var wg sync.WaitGroup
	for line := 1; line <= 6; line++ {
		one := reopen(t, p.Dir, home)
		wg.Go(func() {
			f, err := one.FileSlices(t.Context(), "a.txt")
			if err != nil {
				t.Error(err)
				return
			}
			s, err := f.Make(line, line)
			if err == nil {
				_, _, err = f.Add(t.Context(), s)
			}
			if err != nil {
				t.Error(err)
			}
		})
	}
	wg.Wait()
	item := must[models.FileItem](t)(reopen(t, p.Dir, home).Item(t.Context(), "a.txt"))
	if got, want := lines(item.CustomSlices), "1-1 2-2 3-3 4-4 5-5 6-6"; got != want {
		t.Errorf("%s are kept, want %s", got, want)
	}
}

func TestUpdateSlices(t *testing.T) {
	p := openSliced(t, "")
	f := must[*FileSlices](t)(p.FileSlices(t.Context(), "a.txt"))
	for _, place := range [][2]int{{1, 2}, {5, 6}, {8, 8}} {
		s := must[models.Slice](t)(f.Make(place[0], place[1]))
		s.Tag, s.Comment, s.Extra = "tag", "comment", map[string]any{"own": "key"}
		if _, _, err := f.Add(t.Context(), s); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.WriteFile(filepath.Join(p.Dir, "a.txt"), []byte("zero\n"+strings.ReplaceAll(poem, "eight\n", "")), 0o644); err != nil {
		t.Fatal(err)
	}
	p = reopen(t, p.Dir, t.TempDir())
	f = must[*FileSlices](t)(p.FileSlices(t.Context(), "a.txt"))
	if n := must[int](t)(f.Update(t.Context())); n != 2 {
		t.Errorf("%d slices were updated, want 2", n)
	}
	f = must[*FileSlices](t)(reopen(t, p.Dir, t.TempDir()).FileSlices(t.Context(), "a.txt"))
	if got, want := lines(f.Item.CustomSlices), "2-3tag 6-7tag 8-8tag"; got != want {
		t.Errorf("%s are kept, want %s", got, want)
	}
	for i, want := range []anchor.Health{anchor.Exact, anchor.Exact, anchor.Lost} {
		if s := f.List[i]; s.Health != want || s.Comment != "comment" || s.Extra["own"] != "key" {
			t.Errorf("slice %d is %+v, want it %s with what was written on it", i, s, want)
		}
	}
}

// The anchor lines of a printed slice are redacted if they are redacted lines of the file, and not
// if they only begin as one.
func TestSlicesAreRedacted(t *testing.T) {
	p := openSliced(t, "")
	key := "gh" + "p_cR4x8Zq1Lw7Tn2Vb5Ys9Kd3Mf6Hj0Pa4GeQ1"
	if err := os.WriteFile(filepath.Join(p.Dir, "a.txt"), []byte("one\n  \n  key = '"+key+"'\n  \nlast\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	f := must[*FileSlices](t)(p.FileSlices(t.Context(), "a.txt"))
	s := must[models.Slice](t)(f.Redacted(t.Context(), must[models.Slice](t)(f.Make(2, 4))))
	if diff := cmp.Diff([]string{"one", "  ", "  key = '[REDACTED:github-pat#1]'", "  ", "last"}, s.AnchorLines); diff != "" {
		t.Errorf("wrong anchor lines (-want +got):\n%s", diff)
	}
}

// A project file that is loaded again while its composition is edited does not move the change to another entry.
func TestAnEditUsesOneStoredState(t *testing.T) {
	p := openSliced(t, "files.items = ['a.txt', 'b.txt']")
	state := p.StoredState()
	if err := os.WriteFile(filepath.Join(p.Dir, presets.ProjectName), []byte("files.items = ['b.txt', 'c.txt', 'a.txt']"), 0o644); err != nil {
		t.Fatal(err)
	}
	if changed := must[bool](t)(p.Reload()); !changed {
		t.Fatal("the project file was not loaded again")
	}
	e := p.edit(t.Context(), state)
	e.ChangeFile("a.txt", func(it *models.FileItem) { it.ViewMode = models.Summary })
	want := []models.FileItem{models.NewFileItem("a.txt"), models.NewFileItem("b.txt")}
	want[0].ViewMode = models.Summary
	if diff := cmp.Diff(want, e.Composition.Files); diff != "" {
		t.Errorf("wrong entries (-want +got):\n%s", diff)
	}
}
