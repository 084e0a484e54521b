package treepanel

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/test"

	"dossier/ui/features/filetree"
	"dossier/ui/features/links"
	"dossier/ui/kit"
	"dossier/ui/kit/board"
	"dossier/ui/kit/kittest"
	"dossier/ui/part/parttest"
	"dossier/ui/project/dependencies"
)

func TestMain(m *testing.M) { parttest.Main(m) }

// stage is a window with the tree.
type stage struct {
	*parttest.Stage
	t     testing.TB
	panel *Panel
	led   []string
}

func (s *stage) ShowRow(row int)               { s.led = append(s.led, fmt.Sprint("row ", row)) }
func (s *stage) RevealInTree(path string)      { s.panel.Reveal(path) }
func (s *stage) OpenSlices(path string, _ int) { s.led = append(s.led, "slices of "+path) }

func (s *stage) OpenSymbols(path string) { s.led = append(s.led, "symbols of "+path) }

func (s *stage) ReviewSecrets(path string)                  { s.led = append(s.led, "secrets of "+path) }
func (s *stage) OpenUses(dependencies.Direction, ...string) {}
func (s *stage) OpenExcludes(proposed string)               { s.led = append(s.led, "excludes with "+proposed) }

// newStage is a stage without a project.
func newStage(t *testing.T) *stage {
	t.Helper()
	s := &stage{Stage: parttest.NewStage(t, parttest.Places(t)), t: t}
	s.panel = New(s)
	s.Window.Resize(fyne.NewSize(320, 720))
	s.Show(s.panel, s.panel.Content())
	return s
}

// sample is a stage on the sample project.
func sample(t *testing.T) *stage {
	t.Helper()
	s := newStage(t)
	s.OpenSample()
	return s
}

// nameCell returns the name cell of a path.
func (s *stage) nameCell(path string) board.Cell {
	s.t.Helper()
	for _, c := range (rows{s.Session()}).Row(s.row(path)).Cells {
		if c.Fill {
			return c
		}
	}
	s.t.Fatalf("%s has no name", path)
	return board.Cell{}
}

func TestTheFilterMarksCountsAndIsCleared(t *testing.T) {
	s := sample(t)
	all := s.Session().Tree().Model().Len()
	s.Focus(s.panel.filter)
	test.Type(s.panel.filter, "srvr go")
	if got, want := s.panel.hits.Text(), kit.Count(int64(s.Session().Tree().Model().Hits())); got != want || s.Session().Tree().Model().Hits() == 0 {
		t.Errorf("it says %s files, and finds %s", got, want)
	}
	if got, want := s.nameCell("internal/server/server.go").Marks, [][2]int{{0, 1}, {2, 4}, {5, 6}, {7, 9}}; !slices.Equal(got, want) {
		t.Errorf("of the name %v is marked, want %v", got, want)
	}

	// A folder can be folded while there is a filter.
	s.panel.fold(s.row("internal/server"), false)
	if s.Session().Tree().Model().Find("internal/server/server.go") >= 0 {
		t.Error("the folder is still open")
	}

	// Down focuses the results, Escape clears, and another one removes the focus.
	s.panel.filter.TypedKey(&fyne.KeyEvent{Name: fyne.KeyDown})
	if s.Window.Canvas().Focused() != fyne.Focusable(s.panel.list) {
		t.Error("Down does not go to the tree")
	}
	s.Focus(s.panel.filter)
	s.panel.filter.TypedKey(&fyne.KeyEvent{Name: fyne.KeyEscape})
	if s.panel.filter.Text != "" || s.Session().Tree().Model().Len() != all {
		t.Errorf("after Escape the filter is %q, and there are %d rows of %d", s.panel.filter.Text, s.Session().Tree().Model().Len(), all)
	}
	s.panel.filter.TypedKey(&fyne.KeyEvent{Name: fyne.KeyEscape})
	if s.Window.Canvas().Focused() != fyne.Focusable(s.panel.list) {
		t.Error("a second Escape does not go to the tree")
	}
}

func TestWhatWasFoundIsInViewOnceTheFilterIsCleared(t *testing.T) {
	s := sample(t)
	all := s.Session().Tree().Model().Len()
	s.Focus(s.panel.filter)
	test.Type(s.panel.filter, "orders.html")
	s.panel.list.SetCursor(s.row("web/orders.html"))
	s.panel.filter.SetText("")
	if i := s.Session().Tree().Model().Find("web/orders.html"); i < 0 || s.panel.list.Cursor() != i {
		t.Errorf("the file found is row %d, and the cursor at %d", i, s.panel.list.Cursor())
	}
	if s.Session().Tree().Model().Len() <= all {
		t.Error("its folder is folded")
	}

	// The cursor on a filtered row does nothing.
	s.panel.filter.SetText("go.mod")
	s.panel.filter.SetText("")
	if s.Session().Tree().Model().Find("cmd/acme-api/main.go") >= 0 {
		t.Error("another folder is open")
	}
}

func TestAFilterThatFindsNothingSaysSoAndOffersTheWayBack(t *testing.T) {
	s := sample(t)
	s.Focus(s.panel.filter)
	test.Type(s.panel.filter, "no such file")
	if s.panel.stack.Objects[0] != fyne.CanvasObject(s.panel.none) {
		t.Fatal("nothing is said")
	}
	s.panel.filter.TypedKey(&fyne.KeyEvent{Name: fyne.KeyDown})
	if s.Window.Canvas().Focused() != fyne.Focusable(s.panel.filter) {
		t.Error("Down goes to a tree that is not there")
	}
	s.ClickOn(s.panel.none.Step())
	if s.panel.filter.Text != "" || s.panel.stack.Objects[0] != fyne.CanvasObject(s.panel.list) {
		t.Error("the filter is not cleared")
	}
}

func TestRowsShowWhatTheyAre(t *testing.T) {
	s := sample(t)
	s.Session().Tree().Open("internal", true)
	tests := map[string]kit.Glyph{
		"internal": kit.GlyphFolderOpen, "docs": kit.GlyphFolder, "go.mod": kit.GlyphData, "README.md": kit.GlyphProse, "Makefile": kit.GlyphCode,
	}
	for path, want := range tests {
		t.Run(path, func(t *testing.T) {
			row := (rows{s.Session()}).Row(s.row(path))
			if !slices.ContainsFunc(row.Cells, func(c board.Cell) bool { return c.Kind == board.CellGlyph && c.Glyph == want && c.ID == 0 }) {
				t.Errorf("the row has not the sign %d: %+v", want, row.Cells)
			}
		})
	}
}

// As narrow as the tree can be, a long name is shortened, and its figure stays.
func TestANarrowTreeShowsTheFigures(t *testing.T) {
	s := sample(t)
	s.Settle()
	s.Window.Resize(fyne.NewSize(200, 720))
	s.panel.list.Refresh()
	drawn := map[string]int{}
	for _, o := range test.LaidOutObjects(s.panel.list) {
		if text, ok := o.(*canvas.Text); ok {
			drawn[text.Text]++
		}
	}
	shown := rows{s.Session()}
	for i := range shown.Len() {
		for _, c := range shown.Row(i).Cells {
			if c.Kind != board.CellNumber {
				continue
			}
			for group := range strings.SplitSeq(c.Text, "\u2009") { // which are drawn one by one
				if drawn[group]--; drawn[group] < 0 {
					t.Errorf("%s is shown without its figure %s", shown.Key(i), c.Text)
				}
			}
		}
	}
}

func TestAFileThatIsMissingKeepsItsSign(t *testing.T) {
	for _, row := range []filetree.Row{
		{Entry: filetree.Entry{Path: "gone.go", Missing: true}, Bare: true},
		{Entry: filetree.Entry{Path: "pipe.go", Barred: true}, Bare: true},
	} {
		if got := sign(row).Glyph; got != kit.GlyphCode {
			t.Errorf("%s has the sign %d", row.Path, got)
		}
	}
	if got := sign(filetree.Row{Entry: filetree.Entry{Path: "code.go"}, Bare: true}).Glyph; got != kit.GlyphFile {
		t.Errorf("a file that is binary has the sign %d", got)
	}
}

func TestATreeWithoutRowsSaysWhyAndOffersTheFirstStep(t *testing.T) {
	tests := []struct {
		name  string
		files map[string]string
		step  string
		then  func(*stage) bool
	}{
		{name: "an empty folder", step: "Open a folder", then: func(s *stage) bool { return s.Folders == 1 }},
		{
			name: "everything is excluded", files: map[string]string{".gitignore": "*\n", "a.txt": "a\n"}, step: "Show ignored files",
			then: func(s *stage) bool {
				return s.Session().Tree().Model().Find("a.txt") >= 0 && s.Focused() == fyne.Focusable(s.panel.list)
			},
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			s := newStage(t)
			if err := s.Session().Open(parttest.Folder(t, tt.files)); err != nil {
				t.Fatal(err)
			}
			s.Until("something is said", func() bool { return s.panel.stack.Objects[0] == fyne.CanvasObject(s.panel.none) })
			if got := s.panel.none.Step().Text(); got != tt.step {
				t.Errorf("it offers %q, want %q", got, tt.step)
			}
			s.panel.Focus()
			if s.Focused() != fyne.Focusable(s.panel.none.Step()) {
				t.Fatalf("the key of the tree goes to %T", s.Focused())
			}
			s.panel.none.Step().TypedKey(&fyne.KeyEvent{Name: fyne.KeyReturn})
			s.Until("the step is made", func() bool { return tt.then(s) })
		})
	}
}

func TestATreeThatIsNotKnownYetIsNotSaidToBeEmpty(t *testing.T) {
	s := newStage(t)
	if got := s.panel.none.Step().Text(); s.panel.stack.Objects[0] != fyne.CanvasObject(s.panel.none) || got != "Open a folder" {
		t.Errorf("without a project it offers %q", got)
	}
	if err := s.Session().Projects().OpenSample(); err != nil {
		t.Fatal(err)
	}
	if s.Session().Tree().Listed() {
		t.Fatal("the tree is known at once")
	}
	if s.panel.stack.Objects[0] != fyne.CanvasObject(s.panel.list) {
		t.Error("a tree that is still read is said to be empty")
	}
	s.Settle()
}

func (s *stage) row(path string) int {
	s.t.Helper()
	i := s.Session().Tree().Model().Find(path)
	if i < 0 {
		s.t.Fatalf("%s is not in the tree", path)
	}
	return i
}

func TestManyFilesAreAskedForWithTheirTokens(t *testing.T) {
	s := sample(t)
	paths := s.Session().Tree().Model().Under("internal")
	s.Until("they are counted", func() bool { return s.Session().Tree().Model().CostOf(paths).Exact })
	s.panel.confirmFiles("internal", paths, func() {})
	var texts []string
	kittest.Walk(s.Window.Canvas().Overlays().Top(), fyne.Position{}, s.Whole(), func(d kittest.Drawn) {
		if text, ok := d.Object.(*canvas.Text); ok {
			texts = append(texts, text.Text)
		}
	})
	if got := strings.Join(texts, " "); !strings.Contains(got, "about 4.6k tokens in full: 1 % of the window of GPT-5") {
		t.Errorf("it asks %q", got)
	}
}

func TestARowLeadsToWhatIsDoneWithIt(t *testing.T) {
	s := sample(t)
	i := s.row("README.md")
	s.panel.list.SetCursor(i)
	s.panel.Focus()
	if path, is := s.panel.CurrentFile(); path != "README.md" || !is {
		t.Errorf("the current file is %q, %t", path, is)
	}
	for _, text := range []string{"Show in preview", "Slices", "Symbols"} {
		parttest.MenuItem(t, s.panel.menu(i), text).Action()
	}
	row, _ := s.Session().Files().RowOf("README.md")
	if want := []string{fmt.Sprint("row ", row), "slices of README.md", "symbols of README.md"}; !slices.Equal(s.led, want) {
		t.Errorf("it leads to %q, want %q", s.led, want)
	}
	s.panel.list.SetCursor(s.row("internal"))
	if path, is := s.panel.CurrentFile(); path != "" || !is {
		t.Errorf("on a folder the current file is %q, %t", path, is)
	}
}

func TestASmartContextStartsFromTheTree(t *testing.T) {
	s := sample(t)
	row := func(path string) int {
		for i := range s.Session().Tree().Model().Len() {
			if s.panel.row(i).Path == path {
				return i
			}
		}
		t.Fatalf("%s is not in the tree", path)
		return -1
	}
	parttest.MenuItem(t, s.panel.menu(row("Makefile")), "Add to the smart context overview").Action()
	parttest.MenuItem(t, s.panel.menu(row("docs")), "Add to the smart context overview").Action()
	var starts []string
	for _, item := range links.Of(s.Session()).Starts() {
		starts = append(starts, item.Path)
	}
	if !slices.Equal(starts, []string{"README.md", "Makefile", "docs"}) || !slices.Equal(s.Tabs, []string{"links", "links"}) {
		t.Errorf("the context starts from %q, and %q were shown", starts, s.Tabs)
	}
	links.Of(s.Session()).Delete()
	parttest.MenuItem(t, s.panel.menu(row("Makefile")), "Start a smart context from it").Action()
	if c, ok := links.Of(s.Session()).Context(); !ok || c.Name != "Makefile" {
		t.Errorf("a new one is called %q", c.Name)
	}
}

// TestRowsShowWhatIsSecret checks that the findings of the last build are marked on the row of
// their file, and of a collapsed folder, and open the list.
func TestRowsShowWhatIsSecret(t *testing.T) {
	s := newStage(t)
	s.Open(parttest.Folder(t, map[string]string{
		"ops/deploy.sh": "T=gh" + "p_0123456789abcdefghijABCDEFGHIJ012345\n", "ops/app.yaml": "password: hunter22x\n",
		".env": "A=1\n", "README.md": "# Service\n", "other.yaml": "password: hunter22x\n",
	}))
	s.Session().Compose().Add([]string{"ops/deploy.sh", "ops/app.yaml", ".env", "README.md"})
	s.Settle()
	marks := func() map[string]string {
		out := map[string]string{}
		for i := range s.Session().Tree().Model().Len() {
			for _, c := range (rows{s.Session()}).Row(i).Cells {
				if c.ID == secretsCell {
					sign := "closed "
					if c.Glyph == kit.GlyphUnlocked {
						sign = "open "
					}
					out[s.Session().Tree().Model().Path(i)] = sign + c.Tip
				}
			}
		}
		return out
	}
	want := map[string]string{"ops": "open 1 secret is redacted\n1 secret is readable", ".env": "closed 1 file is withheld, because files of this name hold secrets"}
	if got := marks(); !maps.Equal(got, want) {
		t.Errorf("marked are %q, want %q", got, want)
	}
	for _, c := range (rows{s.Session()}).Row(s.row("ops")).Cells {
		for _, widest := range []string{"~10.7M", "~99\u2009999"} {
			if c.Kind == board.CellNumber && kit.FitEnd(widest, c.Width, kit.Face{Mono: true}) != widest {
				t.Errorf("%s is cut off behind a mark", widest)
			}
		}
	}
	s.Session().Tree().Open("ops", true)
	want = map[string]string{"ops/deploy.sh": "closed 1 secret is redacted", "ops/app.yaml": "open 1 secret is readable", ".env": want[".env"]}
	if got := marks(); !maps.Equal(got, want) {
		t.Errorf("with the folder open marked are %q, want %q", got, want)
	}
	s.panel.list.PressCell(s.row("ops/deploy.sh"), secretsCell)
	if want := []string{"secrets of ops/deploy.sh"}; !slices.Equal(s.led, want) {
		t.Errorf("it led to %q, want %q", s.led, want)
	}
	s.Session().Compose().Remove([]string{"ops/deploy.sh"})
	s.Settle()
	if _, ok := marks()["ops/deploy.sh"]; ok {
		t.Error("a file that is no longer included is marked")
	}
}

// The filter is that of the tree that is shown.
func TestAnotherProjectIsNotFiltered(t *testing.T) {
	s := sample(t)
	s.panel.filter.SetText("orders.html")
	s.Open(parttest.Folder(t, map[string]string{"a.txt": "a", "b.txt": "b"}))
	s.Settle()
	if got, rows := s.panel.filter.Text, s.Session().Tree().Model().Len(); got != "" || rows != 2 {
		t.Errorf("the filter is %q over %d rows, want none over 2", got, rows)
	}
}
