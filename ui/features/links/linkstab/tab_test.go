package linkstab

import (
	"slices"
	"strings"
	"testing"

	"fyne.io/fyne/v2"

	"dossier/models"
	"dossier/ui/features/links"
	"dossier/ui/kit"
	"dossier/ui/kit/board"
	"dossier/ui/kit/kittest"
	"dossier/ui/part"
	"dossier/ui/part/parttest"
)

func TestMain(m *testing.M) { parttest.Main(m) }

// stage is a window with the tab.
type stage struct {
	*parttest.Stage
	t    testing.TB
	tab  *Tab
	tree []string // paths shown in the tree
}

func (s *stage) RevealInTree(path string) { s.tree = append(s.tree, path) }

// project has a smart context of a garden.
func project(more string) map[string]string {
	return map[string]string{
		"home.md":  "# Home\n\n[[soil]], [[water]] and [gone](gone.md)\n\n## Private\n\nkeys\n",
		"soil.md":  "# Soil\n\n[[deep/worms]] live in [[water]]\n",
		"water.md": "# Water\n", "deep/worms.md": "# Worms\n", "visitor.md": "[[home]]\n",
		"dossier.toml": "schema = 1\n" + more,
	}
}

const garden = "[links.contexts.garden]\ncontext_items = [\"home.md\"]\ncontext_opts = { link_depth = 1 }\n"

func newStage(t *testing.T, files map[string]string) *stage {
	t.Helper()
	s := &stage{Stage: parttest.NewStage(t, parttest.Places(t)), t: t}
	s.tab = New(s)
	s.Open(parttest.Folder(t, files))
	s.ShowInFront(s.tab)
	s.settle()
	return s
}

func (s *stage) settle() {
	s.t.Helper()
	s.Until("the links are followed", func() bool { return !s.tab.part().Busy() })
}

// lines returns the visible rows, without figures.
func (s *stage) lines() []string {
	var out []string
	for i := range s.tab.rows.Len() {
		row := s.tab.rows.Row(i)
		var cells []string
		for _, c := range row.Cells {
			if c.ID == inCell && c.State == kit.On {
				cells = append(cells, "✓")
			}
			if c.Text != "" && (c.Kind != board.CellNumber || row.Strong) {
				cells = append(cells, c.Text)
			}
		}
		out = append(out, strings.Join(cells, " | "))
	}
	return out
}

func (s *stage) want(lines ...string) {
	s.t.Helper()
	if got := strings.Join(s.lines(), "\n"); got != strings.Join(lines, "\n") {
		s.t.Errorf("the list shows\n%s\nwant\n%s", got, strings.Join(lines, "\n"))
	}
}

// do calls f, and waits for the results.
func (s *stage) do(f func()) {
	s.t.Helper()
	f()
	s.settle()
	s.Settle()
}

func TestListSaysWhyEachIsThere(t *testing.T) {
	s := newStage(t, project(garden))
	s.want(
		"Starts from | 1", "✓ | home.md | named",
		"1 link away | 2", "✓ | soil.md | linked from home.md", "✓ | water.md | linked from home.md",
		"Missing | 1", "gone.md | linked from home.md")
	s.do(func() { kittest.Key(s.tab.depth, fyne.KeyRight) })
	s.do(func() { kittest.Key(s.tab.inlinks, fyne.KeySpace) })
	s.want(
		"Starts from | 1", "✓ | home.md | named",
		"1 link away | 3", "✓ | visitor.md | links to home.md", "✓ | soil.md | linked from home.md", "✓ | water.md | linked from home.md",
		"2 links away | 1", "✓ | deep/worms.md | linked from soil.md",
		"Missing | 1", "gone.md | linked from home.md")
	_, tokens, _ := strings.Cut(s.tab.total.Text(), " · ")
	for _, width := range []float32{600, 330, 300} {
		s.Window.Resize(fyne.NewSize(width, 500))
		if shown := strings.Join(kittest.Texts(s.tab.total), ""); !strings.Contains(shown, strings.TrimSuffix(tokens, " tokens")) || strings.Contains(shown, "…") {
			t.Errorf("%v wide, it says %q of %q", width, shown, s.tab.total.Text())
		}
	}
	if got := s.tab.total.Text(); !strings.HasPrefix(got, "5 files · ") {
		t.Errorf("below the list is %q", got)
	}
	s.Undo()
	s.settle()
	if s.tab.inlinks.State() != kit.Off || s.tab.rows.Find("visitor.md") >= 0 {
		t.Error("undo does not take the inlinks back")
	}
}

func TestExclude(t *testing.T) {
	s := newStage(t, project(garden))
	row := func(path string) int { return s.tab.rows.Find(path) }
	s.do(func() { s.tab.list.PressCell(row("soil.md"), inCell) })
	s.want(
		"Starts from | 1", "✓ | home.md | named",
		"1 link away | 1", "✓ | water.md | linked from home.md",
		"Missing | 1", "gone.md | linked from home.md",
		"Excluded | 1", "soil.md | linked from home.md")
	s.tab.list.SetCursor(row("soil.md"))
	s.do(func() { kittest.Key(s.tab.list, fyne.KeySpace) })
	if i := row("soil.md"); s.tab.rows.lines[i].Depth != 1 {
		t.Errorf("included again: %q", s.lines())
	}
	s.tab.list.SetCursor(row("home.md"))
	s.do(func() { kittest.Key(s.tab.list, fyne.KeyDelete) })
	if len(s.tab.part().Starts()) != 0 {
		t.Errorf("deleted, it still starts from %v", s.tab.part().Starts())
	}
	if why, step, _ := s.tab.nothing(); !strings.Contains(why, "nothing yet") || step == "" {
		t.Errorf("of nothing it says %q, and offers %q", why, step)
	}
}

func TestListAndDrawingSelectTheSame(t *testing.T) {
	s := newStage(t, project(garden))
	s.tab.list.SetCursor(s.tab.rows.Find("soil.md"))
	if got := s.tab.graph.Selected(); got != "soil.md" {
		t.Errorf("with soil.md in the list, %q is selected in the drawing", got)
	}
	s.tab.graph.Select("")
	kittest.Key(s.tab.graph, fyne.KeyDown) // the nearest to the centre
	at := s.tab.list.Cursor()
	if got := s.tab.graph.Selected(); got == "" || s.tab.rows.lines[at].Path != got {
		t.Errorf("with %q in the drawing, the list is at %d", got, at)
	}
	s.tab.graph.Select("soil.md")
	s.do(func() { kittest.Key(s.tab.graph, fyne.KeySpace) })
	if !slices.Contains(s.lines(), "soil.md | linked from home.md") || s.tab.graph.Selected() != "soil.md" {
		t.Errorf("excluded in the drawing: %q", s.lines())
	}
	s.tab.graph.OnOpen("water.md")
	if !slices.Equal(s.tree, []string{"water.md"}) {
		t.Errorf("opened in the drawing, the tree shows %q", s.tree)
	}
	s.tab.graph.OnMove("water.md", 27, -3)
	s.do(func() { s.tab.part().SetDepth(2) })
	for _, n := range s.tab.drawn {
		if n.Path == "water.md" && (n.X != 20 || n.Y != -3) {
			t.Errorf("put at 20, -3, water.md is at %g, %g", n.X, n.Y)
		}
	}
}

func TestHeadings(t *testing.T) {
	s := newStage(t, project(garden))
	s.tab.headingsDialog()
	entry := s.Focused().(interface{ SetText(string) })
	entry.SetText("priv*")
	s.do(func() { s.ClickOn(s.Button("Exclude")) })
	if !s.Readable("1 section") || !s.Readable("priv*") {
		t.Error("the dialog does not say what the heading removes")
	}
	if got := s.tab.headings.Text(); got == "Headings" || strings.Contains(got, kit.Pending) {
		t.Errorf("the button says %q", got)
	}
	s.do(func() { s.ClickOn(s.Button("Done")) })
	if s.Dialogs().Front() != nil {
		t.Error("the dialog stays")
	}
	s.tab.headingsDialog()
	s.do(func() { s.tab.dropHeading("priv*") })
	if s.Readable("priv*") || s.tab.headings.Text() != "Headings" {
		t.Error("a heading that is no longer excluded is still there")
	}
}

func TestTemplatesOfferPlaceholders(t *testing.T) {
	s := newStage(t, project(garden))
	s.tab.templatesDialog()
	s.ClickOn(s.Button("ITEM_PATH"))
	s.do(func() { s.ClickOn(s.Button("Save")) })
	if got := s.tab.part().Options().Templates[0]; got != (models.LinkTemplate{Before: "{{ITEM_PATH}}"}) {
		t.Errorf("the template is %+v", got)
	}
	if got := s.tab.part().Text(); !strings.HasPrefix(got, "home.md# Home") {
		t.Errorf("the text begins with %.30q", got)
	}
}

func TestLengths(t *testing.T) {
	s := newStage(t, project(garden))
	s.tab.limitsDialog()
	entry := s.Focused().(interface{ SetText(string) })
	entry.SetText("many")
	s.ClickOn(s.Button("Save"))
	if s.Dialogs().Front() == nil {
		t.Fatal("a length of many is taken")
	}
	entry.SetText("12")
	s.do(func() { s.ClickOn(s.Button("Save")) })
	s.want(
		"Starts from | 1", "✓ | home.md | cut | named",
		"1 link away | 2", "✓ | soil.md | cut | linked from home.md", "✓ | water.md | linked from home.md",
		"Missing | 1", "gone.md | linked from home.md")
}

func TestWithoutAContext(t *testing.T) {
	s := newStage(t, project(""))
	if why, step, _ := s.tab.nothing(); !strings.HasPrefix(why, "A smart context starts from") || step != "Add files…" {
		t.Errorf("without a context there is %q, %q", why, step)
	}
	if !s.tab.depth.Disabled() || !s.tab.document.Disabled() {
		t.Error("without a context there is a depth to choose")
	}
	s.tab.Focus()
	if s.Focused() != fyne.Focusable(s.tab.empty.Step()) {
		t.Errorf("the keyboard is on %T", s.Focused())
	}
	s.do(func() {
		s.tab.Drop(kit.PlaceOf(s.tab.Content()).AddXY(5, 5), []string{s.Session().Dir() + "/water.md"})
	})
	s.want("Starts from | 1", "✓ | water.md | named")
	if got := s.tab.name.Text(); got != "water" {
		t.Errorf("the context of water.md is called %q", got)
	}
}

// A starting point is completed while its path is typed, and must exist.
func TestAddByPath(t *testing.T) {
	s := newStage(t, project(""))
	s.tab.addDialog()
	field := s.Focused().(*board.Suggest)
	field.SetText("gone.md")
	s.Press(fyne.KeyReturn)
	if s.Dialogs().Front() == nil || !s.Readable("There is no file or folder gone.md") {
		t.Fatal("a missing file is taken, or nothing is said")
	}
	field.SetText("so")
	s.Until("it is listed", func() bool { return len(field.Offered()) == 1 && field.Offered()[0].Text == "soil.md" })
	s.do(func() { s.Press(fyne.KeyDown, fyne.KeyReturn) })
	if s.Dialogs().Front() != nil {
		t.Error("the dialog stays")
	}
	s.want("Starts from | 1", "✓ | soil.md | named")
	s.tab.addDialog()
	s.Focused().(*board.Suggest).SetText("deep/*.md")
	s.do(func() { s.Press(fyne.KeyReturn) })
	if starts := s.tab.part().Starts(); len(starts) != 2 || starts[1].Path != "deep/*.md" {
		t.Errorf("it starts from %v", starts)
	}
}

func TestIntoTheDossier(t *testing.T) {
	s := newStage(t, project(garden))
	s.do(func() { kittest.Key(s.tab.document, fyne.KeySpace) })
	if c, _ := s.tab.part().Context(); !c.Document {
		t.Fatal("it is not in the dossier")
	}
	s.do(s.tab.addRows)
	var files []string
	for _, f := range s.Session().Composition().Files {
		files = append(files, f.Path)
	}
	if !slices.Equal(files, []string{"home.md", "soil.md", "water.md"}) {
		t.Errorf("as rows: %q", files)
	}
	s.tab.copy()
	s.Until("it is copied", func() bool { return s.Clip != "" })
	if !strings.HasPrefix(s.Clip, "# Home") || !strings.Contains(s.Clip, "# Water") {
		t.Errorf("copied: %q", s.Clip)
	}
}

// The list has the focus immediately, although its rows are still loading.
func TestFocusBeforeTheRows(t *testing.T) {
	s := newStage(t, project(garden))
	s.tab.Shown(false)
	links.Of(s.Session()).Choose("none")
	s.tab.Shown(true)
	s.tab.Focus()
	if s.Focused() != fyne.Focusable(s.tab.list) {
		t.Errorf("the keyboard is on %T", s.Focused())
	}
	s.settle()
	s.Settle()
	kittest.Key(s.tab.list, fyne.KeyDown, fyne.KeyDown)
	if i := s.tab.list.Cursor(); i < 1 {
		t.Errorf("the keys lead to row %d", i)
	}
}

func TestReveal(t *testing.T) {
	s := newStage(t, project(garden+"[links.contexts.other]\ncontext_items = [\"visitor.md\"]\ncontext_opts = { link_depth = 2 }\n"))
	s.do(func() { s.tab.Reveal("other", "water.md") })
	if i := s.tab.list.Cursor(); i < 0 || s.tab.rows.lines[i].Path != "water.md" || !slices.Equal(s.Tabs, []string{part.Links}) {
		t.Errorf("row %d of %q, in %q", i, s.lines(), s.Tabs)
	}
}

func TestContexts(t *testing.T) {
	s := newStage(t, project(garden))
	s.do(func() { parttest.MenuItem(t, s.tab.contextsMenu(), "Delete").Action() })
	if _, some := s.tab.part().Context(); some {
		t.Error("it was deleted, and is there")
	}
	s.do(s.Undo)
	if c, _ := s.tab.part().Context(); c.Name != "garden" || len(s.lines()) < 5 {
		t.Errorf("undone, there is %q with %q", c.Name, s.lines())
	}
}

func TestMenus(t *testing.T) {
	s := newStage(t, project(garden+"[links.contexts.deep]\ncontext_items = [\"deep/worms.md\"]\n"))
	at := func(path string) []string { return parttest.MenuTexts(s.tab.menu(s.tab.rows.Find(path))) }
	s.do(func() { s.tab.part().Choose("deep") })
	if got := at("deep/worms.md"); !slices.Contains(got, "Remove from the starting points") || !slices.Contains(got, "Exclude deep") {
		t.Errorf("the menu of what it starts from: %q", got)
	}
	s.do(func() { s.tab.part().Choose("garden") })
	if got := at("soil.md"); !slices.Contains(got, "Add to the starting points") {
		t.Errorf("the menu of a linked note: %q", got)
	}
	if got := s.tab.menu(0); got != nil {
		t.Errorf("a heading has the menu %q", parttest.MenuTexts(got))
	}
	s.do(func() {
		parttest.MenuItem(t, s.tab.menu(s.tab.rows.Find("soil.md")), "Add to the starting points").Action()
	})
	if got := s.lines()[:3]; !slices.Equal(got, []string{"Starts from | 2", "✓ | home.md | named", "✓ | soil.md | named"}) {
		t.Errorf("started from soil.md too: %q", got)
	}
}

func TestNothingIsFollowedInTheBack(t *testing.T) {
	s := newStage(t, project(garden))
	s.tab.Shown(false)
	s.do(func() { s.tab.part().SetDepth(2) })
	if s.tab.part().Find("deep/worms.md") >= 0 {
		t.Error("links are followed while the tab is not in front")
	}
	s.do(func() { s.tab.Shown(true) })
	if s.tab.rows.Find("deep/worms.md") < 0 {
		t.Error("in front again, the list is as it was")
	}
}

// In a window of the usual size the bars say everything: how much text the excluded headings remove, too.
func TestTheBarsAreCompleteAtTheUsualSize(t *testing.T) {
	s := newStage(t, project(garden))
	s.tab.part().SetHeadings([]string{"Private"})
	s.settle()
	s.Window.Resize(fyne.NewSize(450, 700))
	for _, want := range []string{"Item format", "Headings −"} {
		if !slices.ContainsFunc(kittest.Texts(s.tab.whole), func(text string) bool {
			return strings.HasPrefix(text, want) && !strings.HasSuffix(text, "…")
		}) {
			t.Errorf("no text says %s: %q", want, kittest.Texts(s.tab.whole))
		}
	}
}
