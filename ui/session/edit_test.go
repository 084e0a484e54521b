package session

import (
	"fmt"
	"math"
	"path"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/bmatcuk/doublestar/v4"
	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"dossier/aggregate"
	"dossier/models"
	"dossier/ui/features/ordering"
	"dossier/ui/project"
	"dossier/ui/project/sorting"
	"dossier/ui/session/message"
	"dossier/ui/session/undo"
)

// world is a project's files, as the tree lists them.
type world []string

func (w world) Folder(dir string) ([]string, bool) {
	var out []string
	for _, f := range w {
		if dir == "." || strings.HasPrefix(f, dir+"/") {
			out = append(out, f)
		}
	}
	return out, len(out) > 0
}

func (w world) Glob(pattern string) ([]string, error) {
	var out []string
	for _, f := range w {
		if ok, _ := doublestar.Match(pattern, f); ok {
			out = append(out, f)
		}
	}
	return out, nil
}

func (w world) status(p string) aggregate.Status {
	if slices.Contains(w, p) {
		return aggregate.File
	}
	if _, ok := w.Folder(p); ok {
		return aggregate.Folder
	}
	return aggregate.Missing
}

func (w world) rows(base string, entries []models.FileItem) aggregate.Rows {
	return aggregate.Resolver{
		Base: aggregate.Base{Dir: base}, Status: w.status,
		Listing: func() (aggregate.Listing, error) { return w, nil },
	}.Rows(entries)
}

// shownRow is a row as the user sees it: which file, and how it is shown.
type shownRow struct {
	path string
	item models.FileItem // without the path
}

func shownRows(rows aggregate.Rows) []shownRow {
	out := []shownRow{}
	for _, item := range rows.Items {
		one := item.FileItem.Clone()
		one.Path = ""
		out = append(out, shownRow{item.Path, one})
	}
	return out
}

// compositionEdits is the state of the property below: what the product holds, and the list of rows
// that the user would expect.
type compositionEdits struct {
	world world
	base  string
	comp  models.Composition
	want  []shownRow
	undo  undo.Stack
	past  []models.Composition
}

// edited is the composition at one time.
type edited struct {
	s    *compositionEdits
	comp models.Composition
}

func (e edited) Current() undo.State { return edited{e.s, e.s.comp} }
func (e edited) Restore()            { e.s.comp = e.comp }

func (s *compositionEdits) rows() aggregate.Rows { return s.world.rows(s.base, s.comp.Files) }

// edit makes a step, and checks that the previous composition is unchanged.
func (s *compositionEdits) edit(t *rapid.T, fn func(*project.Edit)) {
	rows := s.rows()
	before := fmt.Sprintf("%#v", s.comp.Fields())
	e := project.NewEdit(s.comp, aggregate.Base{Dir: s.base}, rows)
	fn(e)
	if after := fmt.Sprintf("%#v", s.comp.Fields()); after != before {
		t.Fatalf("the composition before was changed from\n%s to\n%s", before, after)
	}
	s.undo.Push(undo.Step{Label: message.New("step", nil), Old: edited{s, s.comp}})
	s.past = append(s.past, s.comp)
	s.comp = e.Composition
}

func (s *compositionEdits) has(p string) bool {
	return slices.ContainsFunc(s.want, func(r shownRow) bool { return r.path == p })
}

func (s *compositionEdits) some(t *rapid.T, what string) []int {
	if len(s.want) == 0 {
		return nil
	}
	rows := rapid.SliceOfNDistinct(rapid.IntRange(0, len(s.want)-1), 0, len(s.want), rapid.ID[int]).Draw(t, what)
	slices.Sort(rows)
	return rows
}

// TestEditsDoWhatAListOfRowsWould makes any sequence of compositionEdits on any project, with
// patterns and folders among the entries: the rows are those of a plain list to which the
// same was done, and undo and redo go through every step.
func TestEditsDoWhatAListOfRowsWould(t *testing.T) {
	files := world{"a.go", "b.go", "[b].go", "x/a.go", "x/b.md", "x/y/a.go", "x/y/c.md", "z/only.go", "z.go"}
	patterns := []string{"x", "x/y", "z", ".", "*.go", "**/*.md", "x/*.go", "[a-b].go", "none/*.go", "?.rs"}
	slices.Sort(files)
	plain := models.NewFileItem("")
	rapid.Check(t, func(t *rapid.T) {
		s := &compositionEdits{world: files, base: rapid.SampledFrom([]string{".", "x", "x/y", "other"}).Draw(t, "base"), want: []shownRow{}}
		add := func(p string) {
			if !s.has(p) {
				s.want = append(s.want, shownRow{p, plain})
			}
		}
		t.Repeat(map[string]func(*rapid.T){
			"add": func(t *rapid.T) {
				paths := rapid.SliceOfN(rapid.SampledFrom(append(slices.Clone(files), "gone.go", "x/gone.go")), 0, 4).Draw(t, "paths")
				before := s.rows().Items
				s.edit(t, func(e *project.Edit) { e.Add(paths) })
				s.want = addedTo(s.want, before, paths)
			},
			"add pattern": func(t *rapid.T) {
				pattern := rapid.SampledFrom(patterns).Draw(t, "pattern")
				s.edit(t, func(e *project.Edit) {
					entry := models.NewFileItem(e.EntryPath(pattern))
					e.AddPattern(entry, s.world.rows(s.base, []models.FileItem{entry}).Items)
				})
				matches, _ := s.world.Glob(pattern)
				if below, ok := s.world.Folder(pattern); ok {
					matches = below
				}
				for _, p := range matches {
					add(p)
				}
				if len(matches) == 0 {
					// A row says that nothing matches; another one for the same would say nothing new.
					s.want = append(s.want, shownRow{aggregate.Base{Dir: s.base}.Entry(pattern), plain})
				}
			},
			"remove": func(t *rapid.T) {
				gone := map[string]bool{}
				var paths []string
				for _, i := range s.some(t, "rows") {
					paths = append(paths, s.want[i].path)
					gone[s.want[i].path] = true
				}
				s.edit(t, func(e *project.Edit) { e.Remove(paths) })
				s.want = slices.DeleteFunc(s.want, func(r shownRow) bool { return gone[r.path] })
			},
			"change": func(t *rapid.T) {
				mode := rapid.SampledFrom([]models.ViewMode{models.Full, models.Summary, models.None}).Draw(t, "mode")
				rows := s.some(t, "rows")
				s.edit(t, func(e *project.Edit) { e.Change(rows, func(it *models.FileItem) { it.ViewMode = mode }) })
				for _, i := range rows {
					s.want[i].item.ViewMode = mode
				}
			},
			"move": func(t *rapid.T) {
				rows := s.some(t, "rows")
				at := rapid.IntRange(0, len(s.want)).Draw(t, "at")
				s.edit(t, func(e *project.Edit) { e.Move(rows, at) })
				var before, moved, after []shownRow
				for i, r := range s.want {
					switch {
					case slices.Contains(rows, i):
						moved = append(moved, r)
					case i < at:
						before = append(before, r)
					default:
						after = append(after, r)
					}
				}
				s.want = append([]shownRow{}, slices.Concat(before, moved, after)...)
			},
			"": func(t *rapid.T) {
				if diff := cmp.Diff(s.want, shownRows(s.rows()), cmp.AllowUnexported(shownRow{})); diff != "" {
					t.Fatalf("wrong rows of %v (-want +got):\n%s", paths(s.comp.Files), diff)
				}
			},
		})
		final := s.comp
		for i := len(s.past) - 1; i >= 0; i-- {
			s.undo.Undo()
			if !reflect.DeepEqual(s.comp, s.past[i]) {
				t.Fatalf("undo to step %d gives %v, want %v", i, s.comp, s.past[i])
			}
		}
		for range s.past {
			s.undo.Redo()
		}
		if !reflect.DeepEqual(s.comp, final) {
			t.Fatalf("redo gives %v, want %v", s.comp, final)
		}
	})
}

// addedTo is a list of rows with some more, the files of one folder together: behind the entry that names the
// last file of their folder, else at the end. Folders come in the order in which their first new file was given;
// a file that is already in the list says nothing about it.
func addedTo(rows []shownRow, are []aggregate.Item, add []string) []shownRow {
	type place struct {
		shownRow
		named int
	}
	var all []place
	last, have := map[string]int{}, map[string]bool{}
	for i, r := range rows {
		all = append(all, place{r, are[i].Named})
		last[path.Dir(r.path)], have[r.path] = are[i].Named, true
	}
	var dirs []string
	for _, p := range add {
		if !have[p] && !slices.Contains(dirs, path.Dir(p)) {
			dirs = append(dirs, path.Dir(p))
		}
	}
	for _, dir := range dirs {
		at, ok := last[dir]
		if !ok {
			at = math.MaxInt
		}
		for _, p := range add {
			if path.Dir(p) == dir && !have[p] {
				all, have[p] = append(all, place{shownRow{p, models.NewFileItem("")}, at}), true
			}
		}
	}
	slices.SortStableFunc(all, func(a, b place) int { return a.named - b.named })
	out := []shownRow{}
	for _, r := range all {
		out = append(out, r.shownRow)
	}
	return out
}

func paths(items []models.FileItem) []string {
	var out []string
	for _, it := range items {
		out = append(out, it.Path)
	}
	return out
}

func TestFilesAreAddedBesideTheirFolder(t *testing.T) {
	files := world{"a.go", "x/a.go", "x/b.md", "z.go"}
	tests := []struct {
		name    string
		entries []string
		add     []string
		want    []string // the entries
	}{
		{"of a folder that is there", []string{"x/a.go", "z.go"}, []string{"x/b.md"}, []string{"x/a.go", "x/b.md", "z.go"}},
		{"of one that is not", []string{"z.go"}, []string{"x/b.md"}, []string{"z.go", "x/b.md"}},
		{"of two folders, in the order given", []string{"."}, []string{"x/gone.go", "gone.go"}, []string{".", "x/gone.go", "gone.go"}},
		{"a file that is there does not bring its folder forward", []string{"."}, []string{"z.go", "x/gone.go", "gone.go"}, []string{".", "x/gone.go", "gone.go"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var comp models.Composition
			for _, p := range tt.entries {
				comp.Files = append(comp.Files, models.NewFileItem(p))
			}
			s := &compositionEdits{world: files, base: ".", comp: comp}
			before := s.rows()
			e := project.NewEdit(comp, aggregate.Base{Dir: "."}, before)
			e.Add(tt.add)
			if diff := cmp.Diff(tt.want, paths(e.Composition.Files)); diff != "" {
				t.Errorf("wrong entries (-want +got):\n%s", diff)
			}
			// The list of rows that the property compares with says the same.
			s.comp = e.Composition
			if diff := cmp.Diff(addedTo(shownRows(before), before.Items, tt.add), shownRows(s.rows()), cmp.AllowUnexported(shownRow{})); diff != "" {
				t.Errorf("wrong rows (-want +got):\n%s", diff)
			}
		})
	}
}

// What follows an addition in one edit finds the entries at their new positions.
func TestAChangeFollowsAnAddition(t *testing.T) {
	files := world{"a.go", "b.go", "x/a.go", "x/b.md"}
	s := &compositionEdits{world: files, base: ".", comp: models.Composition{Files: []models.FileItem{models.NewFileItem("a.go"), models.NewFileItem("x"), models.NewFileItem("z/gone.go")}}}
	e := project.NewEdit(s.comp, aggregate.Base{Dir: s.base}, s.rows())
	e.Add([]string{"b.go"})
	e.Change([]int{1}, func(it *models.FileItem) { it.ViewMode = models.Summary }) // x/a.go
	e.Remove([]string{"x/b.md"})
	s.comp = e.Composition
	summary := models.NewFileItem("")
	summary.ViewMode = models.Summary
	want := []shownRow{{"a.go", models.NewFileItem("")}, {"b.go", models.NewFileItem("")}, {"x/a.go", summary}, {"z/gone.go", models.NewFileItem("")}}
	if diff := cmp.Diff(want, shownRows(s.rows()), cmp.AllowUnexported(shownRow{})); diff != "" {
		t.Errorf("wrong rows of %v (-want +got):\n%s", paths(s.comp.Files), diff)
	}
}

func TestGroupingByFolderIsOneStep(t *testing.T) {
	tests := []struct {
		name      string
		items     string
		continued int
		moved     int
		before    []string
		after     []string
	}{
		{
			name: "subfolders come between", items: `["src"]`, continued: 1,
			before: []string{"src/a.go", "src/m/x.go", "src/z.go"},
			after:  []string{"src/a.go", "src/z.go", "src/m/x.go"},
		},
		{
			name: "in the order in which they were added", items: `["src/m/x.go", "b.go", "src/z.go", "a.go", "src/a.go"]`, continued: 2, moved: 2,
			before: []string{"src/m/x.go", "b.go", "src/z.go", "a.go", "src/a.go"},
			after:  []string{"src/m/x.go", "b.go", "a.go", "src/z.go", "src/a.go"},
		},
		{
			name: "they are together", items: `["b.go", "a.go", "src/m"]`,
			before: []string{"b.go", "a.go", "src/m/x.go"}, after: []string{"b.go", "a.go", "src/m/x.go"},
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			d := newDesk(t, map[string]string{
				"a.go": "a", "b.go": "b", "src/a.go": "a", "src/z.go": "z", "src/m/x.go": "x", "dossier.toml": "[files]\nitems = " + tt.items + "\n",
			})
			d.want(tt.before...)
			if n := d.Files().Continued(); n != tt.continued {
				t.Errorf("%d folders go on further down, want %d", n, tt.continued)
			}
			if n := d.Files().Moved(); n != tt.moved {
				t.Errorf("%d folders were taken apart, want %d", n, tt.moved)
			}
			d.GroupByFolder()
			d.want(tt.after...)
			if n := d.Files().Continued(); n != 0 {
				t.Errorf("%d folders still go on further down", n)
			}
			if undone := d.Undo(); undone != (tt.continued > 0) {
				t.Errorf("there is a step to undo: %t", undone)
			}
			d.want(tt.before...)
		})
	}
}

func TestOrderingByImportsIsOneStep(t *testing.T) {
	d := newDesk(t, map[string]string{
		"a.py": "import b\n", "b.py": "import c\n", "c.py": "X = 1\n", "dossier.toml": "[files]\nitems = [\"*.py\"]\n",
	})
	d.want("a.py", "b.py", "c.py")
	turn := d.undo.UndoVersion()
	ordering.Of(d).Order(sorting.ByImports)
	d.until("the files are ordered", func() bool { return d.undo.UndoVersion() != turn })
	d.want("c.py", "b.py", "a.py")
	steps := d.undo.UndoVersion()
	d.messages = nil
	ordering.Of(d).Order(sorting.ByImports)
	d.until("it answers", func() bool { return len(d.messages) > 0 })
	if d.undo.UndoVersion() != steps || d.messages[0].Text != "The files are in the order of their imports already" {
		t.Errorf("once more: there is a step, or it says %v", d.messages)
	}
	if !d.Undo() {
		t.Error("there is nothing to undo")
	}
	d.want("a.py", "b.py", "c.py")
	if d.comp.Files[0].Path != "*.py" {
		t.Errorf("undo does not bring the pattern back: %v", d.comp.Files)
	}
}
