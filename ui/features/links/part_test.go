package links

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"dossier/aggregate/watch"
	"dossier/models"
	"dossier/ui/session/sessiontest"
)

// fake is a session with nothing but what the links ask of it.
type fake struct {
	*sessiontest.Desk
}

func newFake(tb testing.TB, files map[string]string) (*fake, *Part) {
	tb.Helper()
	base := tb.TempDir()
	f := &fake{Desk: sessiontest.Open(tb, filepath.Join(base, "garden"), sessiontest.Places(base), files)}
	p := New(f, f.Work)
	p.SetVisible(true)
	return f, p
}

// undo takes the last step back.
func (f *fake) undo(p *Part) {
	f.Undo()
	p.Follow()
}

// settle runs what the jobs bring back until all is gathered.
func (f *fake) settle(p *Part) {
	f.TB.Helper()
	p.Follow()
	f.Until("all is gathered", func() bool { return !p.Busy() })
	if p.Err() != nil {
		f.TB.Fatal(p.Err())
	}
}

// garden is a folder of notes.
var garden = map[string]string{
	"home.md":       "# Home\n\n[[soil]] and [[water|the water]], [gone](gone.md)\n\n## Private\n\nkeys\n",
	"soil.md":       "# Soil\n\n[[worms]] live in [[water]]\n\n## private thoughts\n\nloam\n",
	"water.md":      "# Water\n",
	"worms.md":      "# Worms\n\n[[home]]\n",
	"visitor.md":    "# Visitor\n\nsaw [[soil]]\n",
	"beds/a.md":     "# A\n\n[[soil]]\n",
	"beds/b.md":     "# B\n",
	"beds/deep/.md": "hidden",
}

// say prints rows, one on a line.
func say(p *Part) string {
	states := []string{"in", "cut", "too long", "unread", "missing", "off"}
	var b strings.Builder
	for _, r := range p.Rows() {
		fmt.Fprintf(&b, "%d %s: %s, %s %s\n", r.Depth, r.Path, states[r.State], r.Reason.Kind, r.Reason.From)
	}
	return b.String()
}

func wantRows(t *testing.T, p *Part, want string) {
	t.Helper()
	lines := ""
	for line := range strings.Lines(want) {
		lines += strings.TrimSpace(line) + "\n"
	}
	got := ""
	for line := range strings.Lines(say(p)) {
		got += strings.TrimSpace(line) + "\n"
	}
	if diff := cmp.Diff(strings.TrimSpace(lines), strings.TrimSpace(got)); diff != "" {
		t.Errorf("rows (-want +got):\n%s", diff)
	}
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func TestRowsSayWhyTheyAreThere(t *testing.T) {
	f, p := newFake(t, garden)
	must(t, p.Create("garden", "home.md", "beds"))
	f.settle(p)
	wantRows(t, p, `0 home.md: in, named
		0 beds/a.md: in, in folder beds
		0 beds/b.md: in, in folder beds`)
	p.SetDepth(1)
	f.settle(p)
	wantRows(t, p, `0 home.md: in, named
		0 beds/a.md: in, in folder beds
		0 beds/b.md: in, in folder beds
		1 soil.md: in, linked from home.md
		1 water.md: in, linked from home.md
		-1 gone.md: missing, linked from home.md`)
	p.SetInlinks(true)
	f.settle(p)
	wantRows(t, p, `0 home.md: in, named
		0 beds/a.md: in, in folder beds
		0 beds/b.md: in, in folder beds
		1 worms.md: in, links to home.md
		1 soil.md: in, linked from home.md
		1 water.md: in, linked from home.md
		-1 gone.md: missing, linked from home.md`)
	if diff := cmp.Diff([]string{"home.md", "beds/a.md", "beds/b.md", "worms.md", "soil.md", "water.md"}, p.Files()); diff != "" {
		t.Errorf("files (-want +got):\n%s", diff)
	}
}

func TestExcludeAndInclude(t *testing.T) {
	f, p := newFake(t, garden)
	must(t, p.Create("garden", "home.md", "beds"))
	p.SetDepth(1)
	p.SetInlinks(true) // worms.md leads to home.md, so that it would come in by itself
	f.settle(p)
	whole := say(p)
	for _, tt := range []struct {
		what   []string
		why    string
		starts []string // once it is taken in again
	}{
		{[]string{"soil.md"}, "linked from home.md", []string{"home.md", "beds"}},
		{[]string{"beds/a.md"}, "links to soil.md", []string{"home.md", "beds"}},
		{[]string{"beds/*.md"}, "links to soil.md", []string{"home.md", "beds"}},
		{[]string{"home.md"}, "links to soil.md", []string{"home.md", "beds"}},
		{[]string{"beds"}, "links to soil.md", []string{"home.md", "beds"}},
	} {
		p.Exclude(tt.what, true)
		f.settle(p)
		last := p.Rows()[len(p.Rows())-1]
		if last.Path != tt.what[0] || last.State != Off || fmt.Sprint(last.Reason.Kind, " ", last.Reason.From) != tt.why {
			t.Errorf("without %s the last row is %+v, want off, %s", tt.what, last, tt.why)
		}
		for _, file := range p.Files() {
			if within(file, tt.what[0]) {
				t.Errorf("without %s, %s is in the text", tt.what, file)
			}
		}
		p.Exclude(tt.what, false)
		f.settle(p)
		if diff := cmp.Diff(whole, say(p)); diff != "" {
			t.Errorf("%s out and in again (-before +after):\n%s", tt.what, diff)
		}
		var starts []string
		for _, item := range p.Starts() {
			starts = append(starts, item.Path)
		}
		if diff := cmp.Diff(tt.starts, starts); diff != "" {
			t.Errorf("starts after %s (-want +got):\n%s", tt.what, diff)
		}
	}
}

func TestAround(t *testing.T) {
	for path, want := range map[string][]string{
		"a.md":        {"**/*.md"},
		"docs/in/a.b": {"docs/in", "docs", "**/*.b"},
		"/else/where": {"/else"},
		"Makefile":    nil,
	} {
		if diff := cmp.Diff(want, Around(path)); diff != "" {
			t.Errorf("around %s (-want +got):\n%s", path, diff)
		}
	}
}

func TestHeadingsSayWhatTheyRemove(t *testing.T) {
	f, p := newFake(t, garden)
	must(t, p.Create("garden", "home.md"))
	p.SetDepth(1)
	p.SetHeadings([]string{" private* ", "nothing", "", "nothing"})
	if _, _, known := p.Headings(); known {
		t.Error("what is removed is known before it was gathered")
	}
	f.settle(p)
	list, removed, known := p.Headings()
	if diff := cmp.Diff([]Heading{{"private*", 2}, {"nothing", 0}}, list); diff != "" || !known {
		t.Errorf("headings, known %t (-want +got):\n%s", known, diff)
	}
	sum := 0
	for _, r := range p.Rows() {
		sum += r.Removed
	}
	if removed != sum || removed == 0 {
		t.Errorf("%d code points are removed, and of the rows %d", removed, sum)
	}
	if strings.Contains(p.Text(), "loam") {
		t.Errorf("the text has what is left out:\n%s", p.Text())
	}
}

func TestLimits(t *testing.T) {
	f, p := newFake(t, garden)
	must(t, p.Create("garden", "home.md", "water.md", "soil.md"))
	p.SetLimits(20, 30)
	f.settle(p)
	var states []State
	for _, r := range p.Rows() {
		states = append(states, r.State)
	}
	if diff := cmp.Diff([]State{Shortened, In, Shortened}, states); diff != "" || p.Chars() != 30 {
		t.Errorf("%d code points; states (-want +got):\n%s", p.Chars(), diff)
	}
	p.SetTemplate(0, models.LinkTemplate{Before: "a template of thirty characters"})
	f.settle(p)
	if len(p.Files()) != 0 || p.Rows()[0].State != TooLong {
		t.Errorf("no room for any, and %v are in", p.Files())
	}
}

func TestEveryChangeIsOneStep(t *testing.T) {
	f, p := newFake(t, garden)
	must(t, p.Create("garden", "home.md"))
	for name, change := range map[string]func(){
		"add":      func() { p.Add("soil.md", "beds") },
		"remove":   func() { p.Remove("home.md") },
		"exclude":  func() { p.Exclude([]string{"soil.md", "water.md"}, true) },
		"depth":    func() { p.SetDepth(1); p.SetDepth(2); p.SetDepth(3) }, // as a slider is dragged
		"inlinks":  func() { p.SetInlinks(true) },
		"headings": func() { p.SetHeadings([]string{"x"}) },
		"limits":   func() { p.SetLimits(10, 0) },
		"template": func() { p.SetTemplate(1, models.LinkTemplate{After: "\n"}) },
		"document": func() { p.SetDocument(true) },
		"rename":   func() { must(t, p.Rename("plot")) },
		"delete":   func() { p.Delete() },
		"another":  func() { must(t, p.Create("other", "soil.md")) },
	} {
		before := f.Comp.Fields()
		change()
		if cmp.Equal(before, f.Comp.Fields()) {
			t.Errorf("%s changes nothing", name)
		}
		f.undo(p)
		if diff := cmp.Diff(before, f.Comp.Fields()); diff != "" {
			t.Errorf("%s, undone (-before +after):\n%s", name, diff)
		}
	}
}

func TestNames(t *testing.T) {
	f, p := newFake(t, garden)
	must(t, p.Create("garden", "home.md"))
	for _, name := range []string{"", "garden", "two\nlines"} {
		if err := p.Create(name, "soil.md"); err == nil {
			t.Errorf("a context is named %q", name)
		}
		if err := p.Rename(name); err == nil && name != "garden" {
			t.Errorf("the context is renamed to %q", name)
		}
	}
	f.settle(p)
	places := len(p.places)
	must(t, p.Rename("plot"))
	if c, _ := p.Context(); c.Name != "plot" || len(p.places) != places {
		t.Errorf("%q is worked on, with %d places of %d", c.Name, len(p.places), places)
	}
	f.settle(p)
	if len(p.Rows()) != 1 {
		t.Errorf("rows after renaming: %v", p.Rows())
	}
}

func TestNothingIsGatheredWhileInvisible(t *testing.T) {
	f, p := newFake(t, garden)
	p.SetVisible(false)
	must(t, p.Create("garden", "home.md"))
	p.SetDepth(2)
	p.DiskChanged(watch.Batch{})
	if p.Busy() || len(p.Rows()) > 0 {
		t.Fatal("a context is gathered that nobody looks at")
	}
	p.SetVisible(true)
	f.settle(p)
	before := say(p)
	p.SetVisible(false)
	f.Write("home.md", "[[water]] alone")
	f.Opened.Links().Changed("home.md")
	f.Opened.Builder.Invalidate("home.md")
	p.DiskChanged(watch.Batch{})
	if say(p) != before || p.Busy() {
		t.Error("the change of a file shows while nobody looks")
	}
	p.SetVisible(true)
	f.settle(p)
	wantRows(t, p, "0 home.md: in, named\n1 water.md: in, linked from home.md")
}

func TestTheNewestWins(t *testing.T) {
	f, p := newFake(t, garden)
	must(t, p.Create("garden", "home.md"))
	for depth := range 4 {
		p.SetDepth(depth)
		p.Follow()
	}
	f.settle(p)
	if got := p.Find("worms.md"); got < 0 {
		t.Errorf("three links away, worms.md is not there:\n%s", say(p))
	}
	changes := f.Changes
	p.Follow()
	if p.Busy() || f.Changes != changes {
		t.Error("nothing has changed, and it is gathered anew")
	}
}

// graph prints the drawing without its places.
func graph(p *Part) string {
	nodes, edges, _ := p.Drawing()
	var lines []string
	for _, e := range edges {
		lines = append(lines, nodes[e.From].Path+" > "+nodes[e.To].Path)
	}
	slices.Sort(lines)
	return strings.Join(lines, "\n")
}

func TestDrawing(t *testing.T) {
	f, p := newFake(t, garden)
	must(t, p.Create("garden", "home.md"))
	p.SetDepth(1)
	p.SetInlinks(true)
	p.Exclude([]string{"worms.md", "beds"}, true)
	f.settle(p)
	want := strings.Join([]string{"beds > soil.md", "home.md > gone.md", "home.md > soil.md", "home.md > water.md", "soil.md > water.md", "soil.md > worms.md", "worms.md > home.md"}, "\n")
	if diff := cmp.Diff(want, graph(p)); diff != "" {
		t.Errorf("links (-want +got):\n%s", diff)
	}
	nodes, _, more := p.Drawing()
	if len(nodes) != 6 || more != 0 {
		t.Errorf("%d nodes, and %d more", len(nodes), more)
	}
	for i, n := range nodes {
		for _, other := range nodes[:i] {
			if n.X == other.X && n.Y == other.Y {
				t.Errorf("%s and %s stand at one place", n.Path, other.Path)
			}
		}
	}
}

func TestDrawingStays(t *testing.T) {
	f, p := newFake(t, garden)
	must(t, p.Create("garden", "home.md"))
	p.SetDepth(1)
	f.settle(p)
	at := func() map[string][2]float64 {
		nodes, _, _ := p.Drawing()
		out := map[string][2]float64{}
		for _, n := range nodes {
			out[n.Path] = [2]float64{n.X, n.Y}
		}
		return out
	}
	before := at()
	p.SetDepth(3)
	f.settle(p)
	after := at()
	for path, place := range before {
		if after[path] != place {
			t.Errorf("%s went from %v to %v", path, place, after[path])
		}
	}
	p.Exclude([]string{"soil.md"}, true)
	f.settle(p)
	p.Exclude([]string{"soil.md"}, false)
	f.settle(p)
	if diff := cmp.Diff(after, at()); diff != "" {
		t.Errorf("one left out and taken in again (-before +after):\n%s", diff)
	}
	p.Pin("soil.md", 40, -7)
	p.SetDepth(2)
	f.settle(p)
	if at()["soil.md"] != [2]float64{40, -7} {
		t.Errorf("put at 40, -7, soil.md is at %v", at()["soil.md"])
	}
	p.Arrange()
	f.settle(p)
	if at()["soil.md"] == [2]float64{40, -7} {
		t.Error("arranged anew, soil.md stays where it was put")
	}
}

func TestDrawingIsBounded(t *testing.T) {
	files := map[string]string{}
	for i := range MaxNodes + 20 {
		files[fmt.Sprintf("all/%04d.md", i)] = "[[0000]]"
	}
	f, p := newFake(t, files)
	must(t, p.Create("all", "all"))
	f.settle(p)
	if nodes, _, more := p.Drawing(); len(nodes) != MaxNodes || more != 20 {
		t.Errorf("%d nodes, and %d more", len(nodes), more)
	}
}

func TestWithoutContexts(t *testing.T) {
	f, p := newFake(t, garden)
	p.Follow()
	p.SetDepth(3)
	p.Delete()
	if len(p.Rows()) > 0 || p.Text() != "" || p.Busy() || f.Comp.Fields() != nil && len(f.Comp.Links.Contexts) > 0 {
		t.Errorf("rows %v, text %q", p.Rows(), p.Text())
	}
	if diff := cmp.Diff([]string{errNoContext.Error()}, f.Log); diff != "" {
		t.Errorf("told (-want +got):\n%s", diff)
	}
}

func TestChooseAnother(t *testing.T) {
	f, p := newFake(t, garden)
	must(t, p.Create("one", "home.md"))
	must(t, p.Create("two", "soil.md"))
	f.settle(p)
	wantRows(t, p, "0 soil.md: in, named")
	p.Choose("one")
	f.settle(p)
	wantRows(t, p, "0 home.md: in, named")
	p.Delete()
	f.settle(p)
	wantRows(t, p, "0 soil.md: in, named")
}

func TestCosts(t *testing.T) {
	f, p := newFake(t, garden)
	must(t, p.Create("garden", "home.md", "water.md"))
	p.SetTemplate(0, models.LinkTemplate{Before: "=== {{ITEM_PATH}}\n"})
	f.settle(p)
	sum := 0
	for _, r := range p.Rows() {
		c := p.CostOf(r)
		if c.Pending || c.N == 0 {
			t.Errorf("%s costs %+v", r.Path, c)
		}
		sum += int(c.N)
	}
	heading := f.Opened.Counting()("## Linked Notes\n\n")
	if all := p.Cost(); all.Pending || !all.Exact || int(all.N) != sum+heading.N {
		t.Errorf("all cost %+v, the rows together %d, and the heading %d", all, sum, heading.N)
	}
	if !strings.HasPrefix(p.Text(), "=== home.md\n# Home") {
		t.Errorf("the text begins with %.40q", p.Text())
	}
}

// Linked files that become rows keep their excluded sections, and are in the document only as rows;
// one undo step reverts all of it.
func TestRowsKeepExcludedSections(t *testing.T) {
	f, p := newFake(t, map[string]string{
		"home.md":   "# Home\n\n[[secret]] [[all]]\n\n## Private\n\nhidden\n\n## Plan\n\nopen\n",
		"secret.md": "# Private\n\nhidden\n", "all.md": "# All\n",
	})
	must(t, p.Create("home", "home.md"))
	p.SetDepth(1)
	p.SetHeadings([]string{"Private"})
	f.settle(p)
	if got := p.Files(); len(got) != 3 {
		t.Fatalf("linked are %v", got)
	}
	p.AddRows(p.Files())
	f.settle(p)
	rows := map[string]models.FileItem{}
	for _, item := range f.Comp.Files {
		rows[item.Path] = item
	}
	home := rows["home.md"]
	if len(rows) != 2 || home.ViewMode != models.Custom || len(home.CustomSlices) != 2 || home.CustomSlices[1].StartLine != 9 || rows["all.md"].CustomSlices != nil {
		t.Errorf("the rows are %+v", f.Comp.Files)
	}
	if got := p.Files(); len(got) != 1 || got[0] != "secret.md" || p.Rows()[p.Find("home.md")].State != InRow {
		t.Errorf("linked are still %v", got)
	}
	f.undo(p)
	if len(f.Comp.Files) != 0 || len(p.Files()) != 3 {
		t.Errorf("after undo there are rows %v", f.Comp.Files)
	}
	p.AddRows([]string{"home.md"})
	p.AddRows([]string{"all.md"}) // before the others are read
	f.settle(p)
	if len(f.Comp.Files) != 2 {
		t.Errorf("added one after the other are %v", f.Comp.Files)
	}
}
