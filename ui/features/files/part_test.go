package files

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"dossier/aggregate"
	"dossier/aggregate/tree"
	"dossier/models"
	"dossier/ui/session/sessiontest"
)

// fake is a session with nothing but what the files ask of it.
type fake struct {
	*sessiontest.Desk
	from  models.Composition // of the built document
	built map[string]aggregate.Item
}

func newFake(t *testing.T, files ...string) (*fake, *Part) {
	t.Helper()
	contents := map[string]string{}
	for _, name := range files {
		contents[name] = "text\n"
	}
	f := &fake{Desk: sessiontest.New(t, contents), built: map[string]aggregate.Item{}}
	return f, New(f)
}

func (f *fake) TreeStatus(string) (aggregate.Status, bool) { return 0, false }
func (f *fake) Listed() bool                               { return f.Desk.Listed != nil }
func (f *fake) BuiltFrom() models.Composition              { return f.from }
func (f *fake) Cost(c aggregate.Count) aggregate.Count {
	return aggregate.Count{N: 2 * c.N, Exact: c.Exact}
}

func (f *fake) Built(path string) (item aggregate.Item, ok bool) {
	item, ok = f.built[path]
	return item, ok
}

// put puts entries together.
func (f *fake) put(entries ...string) {
	f.Comp.Files = nil
	for _, e := range entries {
		f.Comp.Files = append(f.Comp.Files, models.NewFileItem(e))
	}
}

// build says that files were built, with as many tokens as their names have letters.
func (f *fake) build(p *Part) {
	for _, item := range p.Items() {
		item.Tokens, item.Shown = aggregate.Count{N: len(item.Path), Exact: true}, models.Full
		f.built[item.Path] = item
	}
}

// list lists the folder of the project.
func (f *fake) list() {
	f.TB.Helper()
	names, err := tree.Scan(f.TB.Context(), f.Opened.StoredState().ScanOptions(), nil)
	if err != nil {
		f.TB.Fatal(err)
	}
	f.Desk.Listed = names
}

// lines are the lines as text.
func lines(p *Part) []string {
	var out []string
	for _, l := range p.Lines() {
		cost := fmt.Sprint(l.Count.N)
		if l.Count.Pending {
			cost = "?"
		}
		if l.Row >= 0 {
			out = append(out, fmt.Sprintf("  %s %s", p.Items()[l.Row].Path, cost))
			continue
		}
		line := fmt.Sprintf("%s (%d) %s", l.Dir, l.Files, cost)
		if l.Continued {
			line += " continued"
		}
		out = append(out, line)
	}
	return out
}

func TestEachRunOfFilesOfAFolderHasALine(t *testing.T) {
	f, p := newFake(t, "a.txt", "src/b.txt", "src/c.txt", "doc/d.txt")
	tests := []struct {
		name      string
		put       []string
		want      []string
		continued int
	}{
		{"nothing", nil, nil, 0},
		{"in order", []string{"a.txt", "src/b.txt", "src/c.txt"}, []string{". (1) 10", "  a.txt 10", "src (2) 36", "  src/b.txt 18", "  src/c.txt 18"}, 0},
		{
			"others between",
			[]string{"src/b.txt", "doc/d.txt", "src/c.txt", "a.txt"},
			[]string{"src (1) 18", "  src/b.txt 18", "doc (1) 18", "  doc/d.txt 18", "src (1) 18 continued", "  src/c.txt 18", ". (1) 10", "  a.txt 10"},
			1,
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			f.put(tt.put...)
			p.Resolve()
			f.build(p)
			if diff := cmp.Diff(tt.want, lines(p)); diff != "" {
				t.Errorf("wrong lines (-want +got):\n%s", diff)
			}
			if n := p.Continued(); n != tt.continued {
				t.Errorf("%d folders go on", n)
			}
		})
	}
}

func TestWhatAFileCostsIsKnownOnceItIsBuilt(t *testing.T) {
	f, p := newFake(t, "a.txt", "b.txt")
	f.put("a.txt", "b.txt")
	f.Comp.Files[1].AutoAggregate = false
	p.Resolve()
	want := []string{". (2) ?", "  a.txt ?", "  b.txt 0"}
	if diff := cmp.Diff(want, lines(p)); diff != "" || p.InDocument() != 1 {
		t.Errorf("%d are for the document (-want +got):\n%s", p.InDocument(), diff)
	}
	f.build(p)
	if diff := cmp.Diff(want, lines(p)); diff != "" {
		t.Errorf("the lines changed by themselves (-want +got):\n%s", diff)
	}
	p.Recount()
	if diff := cmp.Diff([]string{". (2) 10", "  a.txt 10", "  b.txt 0"}, lines(p)); diff != "" {
		t.Errorf("wrong lines (-want +got):\n%s", diff)
	}
}

func TestRowsAreFoundByTheirPaths(t *testing.T) {
	f, p := newFake(t, "a.txt", "b.txt")
	f.put("b.txt", "a.txt")
	f.Comp.Focus = []string{"a.txt"}
	p.Resolve()
	if row, ok := p.RowOf("a.txt"); row != 1 || !ok || !p.Has("a.txt") {
		t.Errorf("a.txt is row %d, %t", row, ok)
	}
	if _, ok := p.RowOf("c.txt"); ok || p.Has("c.txt") {
		t.Error("there is a row of a file that is not put together")
	}
	if p.InFocus(0) || !p.InFocus(1) || p.InFocus(2) {
		t.Error("the wrong rows are in focus")
	}
	for _, row := range []int{-1, 0, 2} {
		if _, ok := p.Shown(row); ok {
			t.Errorf("row %d was built", row)
		}
	}
	f.build(p)
	if item, ok := p.Shown(1); !ok || item.Path != "a.txt" {
		t.Errorf("as it was built: %+v, %t", item, ok)
	}
}

func TestPatternsWaitForTheFolderToBeListed(t *testing.T) {
	f, p := newFake(t, "src/a.txt", "src/b.txt")
	f.put("*.go", "src", "gone.txt")
	p.Resolve()
	problems := func() string {
		var got []string
		for _, item := range p.Items() {
			if item.Err != nil {
				got = append(got, item.Path)
			}
		}
		return strings.Join(got, " ")
	}
	if got := problems(); got != "" {
		t.Errorf("before the folder is listed these are problems: %s", got)
	}
	f.list()
	p.Resolve()
	if got := problems(); got != "*.go" {
		t.Errorf("once the folder is listed these are problems: %s", got)
	}
	if !p.Has("src/a.txt") || !p.Has("src/b.txt") {
		t.Error("the folder is not resolved to its files")
	}
}

func TestShownAs(t *testing.T) {
	broken := fmt.Errorf("cannot be read")
	tests := []struct {
		name   string
		change func(f *fake)
		want   models.ViewMode
	}{
		{"as it is asked for", func(f *fake) {}, models.Skeleton},
		{"as it was built", func(f *fake) { f.built["a.txt"] = aggregate.Item{Shown: models.Summary} }, models.Summary},
		{"before the build that follows a change", func(f *fake) {
			f.built["a.txt"], f.Builds = aggregate.Item{Shown: models.Summary}, true
		}, models.Skeleton},
		{"while something else is built again", func(f *fake) {
			f.built["a.txt"], f.Builds = aggregate.Item{FileItem: f.Comp.Files[0], Shown: models.Summary}, true
		}, models.Summary},
		{"before the build that ends a strategy", func(f *fake) {
			f.built["a.txt"], f.Builds = aggregate.Item{FileItem: f.Comp.Files[0], Shown: models.Summary}, true
			f.from.Strategy = models.Summarize
		}, models.Skeleton},
		{"before the build that follows a change of the strategy", func(f *fake) {
			f.Comp.Strategy, f.Builds = models.Summarize, true
		}, models.Summary},
		{"one that could not be built", func(f *fake) { f.built["a.txt"] = aggregate.Item{Err: broken, Shown: models.Full} }, models.Skeleton},
		{"one that is listed only", func(f *fake) {
			f.Comp.Files[0].AutoAggregate = false
			f.built["a.txt"] = aggregate.Item{Shown: models.Summary}
		}, models.Skeleton},
		{"one without a view mode of its own", func(f *fake) { f.Comp.Files[0].ViewMode = "" }, models.Full},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			f, p := newFake(t, "a.txt")
			f.put("a.txt")
			f.Comp.Files[0].ViewMode = models.Skeleton
			tt.change(f)
			p.Resolve()
			if got := p.ShownAs(0); got != tt.want {
				t.Errorf("shown as %q, want %q", got, tt.want)
			}
		})
	}
}
