package filestab

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"
	"github.com/google/go-cmp/cmp"

	"dossier/models"
	"dossier/ui/kit"
	"dossier/ui/kit/board"
	"dossier/ui/part/parttest"
	"dossier/ui/project/dependencies"
	"dossier/ui/session"
	"dossier/ui/words"
)

func TestMain(m *testing.M) { parttest.Main(m) }

// stage is a window with the tab. It has neither tree nor preview.
type stage struct {
	*parttest.Stage
	t      testing.TB
	tab    *Tab
	trees  int   // number of requests to focus the tree
	blocks []int // of the ShowBlock calls
	edited []string
	// reviewed is the file of the last ReviewSecrets call.
	reviewed string
}

func (s *stage) Allow(string)                  {}
func (s *stage) FocusTree()                    { s.trees++ }
func (s *stage) RevealInTree(string)           {}
func (s *stage) ShowBlock(block int)           { s.blocks = append(s.blocks, block) }
func (s *stage) OpenSlices(path string, _ int) { s.edited = append(s.edited, "slices of "+path) }

func (s *stage) OpenSymbols(path string)                    { s.edited = append(s.edited, "symbols of "+path) }
func (s *stage) ReviewSecrets(path string)                  { s.reviewed = path }
func (s *stage) OpenUses(dependencies.Direction, ...string) {}

// newStage is a stage for a folder; without one, for the sample.
func newStage(t *testing.T, dir string) *stage {
	t.Helper()
	s := &stage{Stage: parttest.NewStage(t, parttest.Places(t)), t: t}
	s.tab = New(s)
	if dir == "" {
		s.OpenSample()
	} else {
		s.Open(dir)
	}
	s.ShowInFront(s.tab)
	return s
}

func sample(t *testing.T) *stage {
	t.Helper()
	return newStage(t, "")
}

// chip returns the view mode cell of a file.
func (s *stage) chip(path string) board.Cell {
	s.t.Helper()
	for _, c := range s.tab.rows.Row(s.tab.rows.Find(path)).Cells {
		if c.ID == modeCell {
			return c
		}
	}
	s.t.Fatalf("%s has no view mode", path)
	return board.Cell{}
}

func TestAFileWithASecretNameSaysThatItIsWithheld(t *testing.T) {
	dir := t.TempDir()
	for name, content := range map[string]string{".env": "USER=me\n", "dossier.toml": "schema = 1\n[files]\nitems = [\".env\"]\n"} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	s := newStage(t, dir)
	s.Settle()
	if c := s.chip(".env"); c.Old != "full" || c.Text != "withheld" || !strings.Contains(c.Tip, "secrets") {
		t.Errorf("the row says %q, then %q, with %q", c.Old, c.Text, c.Tip)
	}
}

func TestAFileWithSecretsSaysHowMany(t *testing.T) {
	dir := t.TempDir()
	for name, content := range map[string]string{
		"a.yaml": "user: me\npassword: hunter22x\n", "b.sh": "T=gh" + "p_0123456789abcdefghijABCDEFGHIJ012345\n", "c.sh": "T=1\n",
		"dossier.toml": "schema = 1\n[files]\nitems = [\"a.yaml\", \"b.sh\", \"c.sh\"]\n",
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	s := newStage(t, dir)
	s.Settle()
	for path, want := range map[string]string{"a.yaml": "1 secret, 1 secret is readable, kitWarn", "b.sh": "1 secret, 1 secret is redacted, kitMuted", "c.sh": ""} {
		got := ""
		for _, c := range s.tab.rows.Row(s.tab.rows.Find(path)).Cells {
			if c.ID == secretsCell {
				got = c.Text + ", " + c.Tip + ", " + string(c.Tone)
			}
		}
		if got != want {
			t.Errorf("the row of %s says %q, want %q", path, got, want)
		}
	}
	s.tab.list.PressCell(s.tab.rows.Find("b.sh"), secretsCell)
	if s.reviewed != "b.sh" {
		t.Errorf("it led to the secrets of %q", s.reviewed)
	}
}

func TestWhatOverridesViewModesIsSaidAboveTheRowsWithTheWayBack(t *testing.T) {
	tests := []struct {
		name      string
		do        func(*session.Session)
		head      string
		was, mode string
	}{
		{
			name: "focus", do: func(s *session.Session) { s.Compose().SetFocused(true) },
			head: "Focus is on: other files show their structure", was: "full", mode: "skeleton",
		},
		{
			name: "the strategy", do: func(s *session.Session) { s.Compose().SetStrategy(models.Summarize) },
			head: "Strategy summarize: files show their summary", was: "full", mode: "summary",
		},
		{
			name: "the project", do: func(s *session.Session) { s.Compose().SetSummaryOnly(true) },
			head: "The project wants summaries only", was: "full", mode: "summary",
		},
	}
	const file = "internal/server/auth.go"
	s := sample(t)
	rest, at := s.tab.head.label.Text(), s.tab.rows.Find(file)
	place, _ := s.tab.list.RowArea(at)
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			tt.do(s.Session())
			s.Settle()
			if got := s.tab.head.label.Text(); got != tt.head {
				t.Errorf("above the rows is %q", got)
			}
			if c := s.chip(file); c.Old != tt.was || c.Text != tt.mode {
				t.Errorf("the row says %q, then %q", c.Old, c.Text)
			}
			if now, _ := s.tab.list.RowArea(s.tab.rows.Find(file)); now != place {
				t.Errorf("the row moved from %v to %v", place, now)
			}
			s.ClickOn(s.tab.head.link)
			s.Settle()
			if got := s.tab.head.label.Text(); got != rest || s.tab.head.link.Visible() {
				t.Errorf("after the way back it says %q", got)
			}
			if c := s.chip(file); c.Old != "" || c.Text != "full" {
				t.Errorf("after the way back the row says %q, then %q", c.Old, c.Text)
			}
		})
	}
}

func TestAFolderThatContinuesIsGroupedByOneClick(t *testing.T) {
	s := sample(t)
	rest := s.tab.head.label.Text()
	s.Session().Compose().Clear()
	s.Session().Compose().Add([]string{"web/login.html", "cmd/acme-api/main.go", "web/login.js"})
	s.Settle()
	if got := s.tab.head.label.Text(); s.Session().Files().Continued() != 0 || got != rest {
		t.Errorf("what is ticked takes folders apart: %q", got)
	}
	s.Session().Compose().Move([]int{1}, 3)
	s.Settle()
	words := func() (out []string) {
		for i := range s.tab.rows.Len() {
			for _, c := range s.tab.rows.Row(i).Cells {
				if c.Kind == board.CellText && c.ID == 0 {
					out = append(out, c.Text)
				}
			}
		}
		return out
	}
	if diff := cmp.Diff([]string{"web/", "login.html", "cmd/acme-api/", "main.go", "web/", "continued", "login.js"}, words()); diff != "" {
		t.Errorf("rows (-want +got):\n%s", diff)
	}
	if got := s.tab.head.label.Text(); got != "1 folder continues further down" {
		t.Errorf("above the rows is %q", got)
	}
	s.ClickOn(s.tab.head.link)
	s.Settle()
	if diff := cmp.Diff([]string{"web/", "login.html", "login.js", "cmd/acme-api/", "main.go"}, words()); diff != "" {
		t.Errorf("grouped (-want +got):\n%s", diff)
	}
	if got := s.tab.head.label.Text(); got != rest {
		t.Errorf("then it says %q", got)
	}
	if item := s.tab.groupItem(); item.Reason == "" {
		t.Error("the menu offers to group what is together")
	}
	s.Key(fyne.KeyZ, kit.Ctrl)
	if s.Session().Files().Continued() != 1 {
		t.Error("undo does not take the grouping back")
	}
	s.tab.GroupByFolder()
	if s.Session().Files().Continued() != 0 {
		t.Error("the key does not group")
	}
}

func TestTheMenuOfSeveralFilesTicksWhatHoldsOfAll(t *testing.T) {
	s := sample(t)
	full, other, skeleton := s.tab.rows.Find("internal/server/auth.go"), s.tab.rows.Find("internal/store/postgres.go"), s.tab.rows.Find("internal/store/store.go")
	s.Session().Compose().SetForceFull(s.tab.files([]int{full}), true)
	s.Session().Compose().SetFocusRows(s.tab.files([]int{full, other}), true)
	s.Settle()
	tests := []struct {
		name string
		rows []int
		want []string
	}{
		{name: "one", rows: []int{full}, want: []string{"full", "In focus", "Force full"}},
		{name: "two of one mode", rows: []int{full, other}, want: []string{"full", "In focus"}},
		{name: "two of different modes", rows: []int{other, skeleton}, want: nil},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			s.tab.list.Select(tt.rows...)
			var ticked []string
			for _, item := range s.tab.menu(tt.rows[0]) {
				if item.Checked {
					ticked = append(ticked, item.Text)
				}
			}
			if diff := cmp.Diff(tt.want, ticked); diff != "" {
				t.Errorf("ticked (-want +got):\n%s", diff)
			}
		})
	}
	// A setting that does not apply to all is applied to all.
	for _, item := range s.tab.menu(skeleton) {
		if item.Text == "In focus" {
			item.Action()
		}
	}
	if !s.Session().Files().InFocus(s.tab.rows.rows[skeleton].Row) || !s.Session().Files().InFocus(s.tab.rows.rows[other].Row) {
		t.Error("not all are in focus")
	}
}

func TestTheKeyToAnEmptyContextGoesToWhatItOffers(t *testing.T) {
	s := sample(t)
	s.Session().Compose().Clear()
	s.Settle()
	s.tab.Focus()
	if s.Focused() != fyne.Focusable(s.tab.empty.Step()) {
		t.Errorf("the keyboard is in %T", s.Focused())
	}
	if s.Press(fyne.KeyReturn); s.trees != 1 {
		t.Error("the step does not lead to the tree")
	}
}

func TestComparedFilesKeepTheirNamesInANarrowWindow(t *testing.T) {
	s := sample(t)
	s.Window.Resize(fyne.NewSize(700, 600))
	const file = "internal/server/auth.go"
	s.Session().Compose().SetFocusRows(s.tab.files([]int{s.tab.rows.Find(file)}), true)
	s.Session().ModeCosts().SetComparing(true)
	s.Settle()
	row := s.tab.rows.Row(s.tab.rows.Find(file))
	for _, c := range row.Cells {
		if c.Glyph == kit.GlyphCode || c.Text == "focus" && !c.Yields {
			t.Errorf("%+v keeps its room beside the columns", c)
		}
	}
}

// At the width of the pane in a window of 1 000 units, the names are complete and the current
// view mode is shown by the colour of its column.
func TestComparedFilesAreNamedBesideAllColumns(t *testing.T) {
	s := sample(t)
	const file = "internal/server/auth.go"
	s.Session().ModeCosts().SetComparing(true)
	s.Settle()
	for _, width := range []float32{430, 900} {
		s.Window.Resize(fyne.NewSize(width, 600))
		if !s.Readable("auth.go") || !s.Readable("Tokens as") {
			t.Errorf("%v wide, names are cut", width)
		}
		row := s.tab.rows.Row(s.tab.rows.Find(file))
		chip := slices.ContainsFunc(row.Cells, func(c board.Cell) bool { return c.ID == modeCell })
		if chip != (width == 900) {
			t.Errorf("%v wide, the view mode is shown: %t", width, chip)
		}
		if row.Cells[len(row.Cells)-1].ID != moreCell {
			t.Errorf("%v wide, the row has no menu", width)
		}
	}
	s.Session().Compose().SetMode(s.tab.files([]int{s.tab.rows.Find(file)}), models.Outline)
	s.Until("it is an outline", func() bool {
		for i, mode := range session.ComparedModes() {
			if c := s.tab.rows.Row(s.tab.rows.Find(file)).Cells[1+i]; (c.Tone == kit.ColorAccent) != (mode == models.Outline) {
				return false
			}
		}
		return true
	})
}

// The columns appear with their names, although the focused row keeps its position otherwise.
func TestTheNamesOfTheComparedModesAreInView(t *testing.T) {
	s := sample(t)
	s.tab.Focus()
	s.Window.Resize(fyne.NewSize(700, 400))
	s.tab.list.SetCursor(2)
	s.Session().ModeCosts().SetComparing(true)
	s.Settle()
	if !s.tab.list.AtStart() || !s.Readable("Tokens as") {
		t.Error("the names of the columns are out of view")
	}
	s.Session().ModeCosts().SetComparing(false)
	s.tab.list.ScrollTo(s.tab.rows.Len() - 1)
	s.Session().ModeCosts().SetComparing(true)
	s.Settle()
	if s.tab.list.AtStart() {
		t.Error("the list has left the place that it was scrolled to")
	}
}

// A file shown in a fallback mode is marked with a muted colour; for an error, the badge is a
// warning.
func TestNotesAreQuietAndProblemsWarn(t *testing.T) {
	tests := []struct {
		name, file, content string
		mode                models.ViewMode
		word                string
		tone                fyne.ThemeColorName
	}{
		{"it has no outline", "a.txt", "plain\n", models.Outline, "note", kit.ColorMuted},
		{"it cannot be parsed", "b.go", "not go at all (((\n", models.Skeleton, "problem", kit.ColorWarn},
		{"nothing is to be said", "c.go", "package c\n\nfunc C() {}\n", models.Skeleton, "", ""},
	}
	dir := t.TempDir()
	for _, tt := range tests {
		if err := os.WriteFile(filepath.Join(dir, tt.file), []byte(tt.content), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	s := newStage(t, dir)
	for i, tt := range tests {
		s.Session().Compose().Add([]string{tt.file})
		s.Session().Compose().SetMode([]int{i}, tt.mode)
	}
	s.Settle()
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var word string
			var tone fyne.ThemeColorName
			for _, c := range s.tab.rows.Row(s.tab.rows.Find(tt.file)).Cells {
				if c.Text == "note" || c.Text == "problem" {
					word, tone = c.Text, c.Tone
				}
			}
			if word != tt.word || tone != tt.tone {
				t.Errorf("marked %q in %q, want %q in %q", word, tone, tt.word, tt.tone)
			}
		})
	}
}

// An image among the files says that it is one, and a click makes it a screenshot.
func TestAnImageBecomesAScreenshotByAClick(t *testing.T) {
	dir := t.TempDir()
	for name, content := range map[string]string{"a.png": "\x89PNG\r\n\x1a\n\x00", "b.bin": "\x00"} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	s := newStage(t, dir)
	s.Session().Compose().Add([]string{"a.png", "b.bin"})
	s.Settle()
	for file, want := range map[string]string{"a.png": "image", "b.bin": "binary"} {
		if !slices.ContainsFunc(s.tab.rows.Row(s.tab.rows.Find(file)).Cells, func(c board.Cell) bool { return c.Text == want }) {
			t.Errorf("%s is not marked %q", file, want)
		}
	}
	s.tab.list.PressCell(s.tab.rows.Find("a.png"), imageCell)
	s.Settle()
	if comp := s.Session().Composition(); len(comp.Files) != 1 || comp.Files[0].Path != "b.bin" || len(comp.Screenshots) != 1 || comp.Screenshots[0].Path != "a.png" {
		t.Errorf("the files are %v, and the screenshots %v", comp.Files, comp.Screenshots)
	}
}

func TestTheMenuSaysWhatModesCost(t *testing.T) {
	s := sample(t)
	i := s.tab.rows.Find("internal/server/auth.go")
	rows := s.tab.target(i)
	menu := kit.ShowMenu(s.Window.Canvas(), fyne.NewPos(10, 10), fyne.NewSize(10, 10), s.tab.Modes(rows))
	s.tab.Priced(menu, 0, rows)
	shown, _ := s.Session().Files().Shown(rows[0])
	want := words.Tokens(s.Session().Cost(shown.Tokens))
	s.Until("the cost of full is there", func() bool { return menu.Detail(0) == want })
	for j, mode := range models.ViewModes() {
		has := menu.Detail(j) != ""
		if chosen := mode != models.Masked && mode != models.Custom; has != chosen {
			t.Errorf("%s costs %q", mode, menu.Detail(j))
		}
	}
	menu.Close()
}

func TestTheContextComparesModes(t *testing.T) {
	s := sample(t)
	s.Session().ModeCosts().SetComparing(true)
	s.Until("the sums are there", func() bool {
		s.tab.reload()
		return s.tab.rows.head == comparisonHeads && !strings.Contains(s.tab.rows.Row(1).Cells[1].Text, "…")
	})
	var titles, saved []string
	for i, cell := range s.tab.rows.Row(0).Cells[1:5] {
		titles = append(titles, cell.Text)
		saved = append(saved, s.tab.rows.Row(2).Cells[1+i].Text)
	}
	if diff := cmp.Diff([]string{"full", "skeleton", "outline", "summary"}, titles); diff != "" {
		t.Errorf("wrong columns (-want +got):\n%s", diff)
	}
	if saved[0] != "–" || !strings.HasPrefix(saved[1], "−") || !strings.HasPrefix(saved[3], "−") {
		t.Errorf("against full: %q", saved)
	}
	if got := s.tab.target(1); len(got) != 0 {
		t.Errorf("a heading represents the files %v", got)
	}
	s.Session().ModeCosts().SetComparing(false)
	s.Drain()
	if s.tab.rows.head != 0 {
		t.Error("the heads are still there")
	}
}

func TestKeysOfTheContext(t *testing.T) {
	s := sample(t)
	at := s.tab.rows.Find("README.md")
	s.tab.list.SetCursor(at)
	s.tab.list.Select(at)
	first := s.Session().Files().Items()[0].Path
	if first != "README.md" {
		t.Fatalf("the sample begins with %s", first)
	}
	// The driver sends a key with Alt as a shortcut.
	s.tab.list.TypedShortcut(&desktop.CustomShortcut{KeyName: fyne.KeyDown, Modifier: fyne.KeyModifierAlt})
	if got := s.Session().Files().Items()[1].Path; got != "README.md" {
		t.Errorf("Alt+Down: %s is second", got)
	}
	s.tab.list.TypedShortcut(&desktop.CustomShortcut{KeyName: fyne.KeyUp, Modifier: fyne.KeyModifierAlt})
	if got := s.Session().Files().Items()[0].Path; got != "README.md" {
		t.Errorf("Alt+Up: %s is first", got)
	}
	s.tab.list.TypedKey(&fyne.KeyEvent{Name: fyne.KeyDelete})
	if s.Session().Files().Has("README.md") {
		t.Error("Delete left the file in the dossier")
	}
}

func TestModesOfOtherLanguagesSaySo(t *testing.T) {
	s := sample(t)
	tests := []struct {
		path string
		want []string
	}{
		{"internal/server/auth.go", nil},
		{"README.md", []string{"skeleton"}}, // headings form an outline, and have no bodies
	}
	for _, tt := range tests {
		var missing []string
		for _, item := range s.tab.Modes(s.tab.target(s.tab.rows.Find(tt.path))) {
			if item.Reason != "" {
				missing = append(missing, item.Text)
			}
		}
		if diff := cmp.Diff(tt.want, missing); diff != "" {
			t.Errorf("%s: wrong modes are not available (-want +got):\n%s", tt.path, diff)
		}
	}
}

func TestARowLeadsToItsBlockAndItsEditors(t *testing.T) {
	s := sample(t)
	i := s.tab.rows.Find("internal/server/auth.go")
	s.tab.list.SetCursor(i)
	s.tab.Focus()
	s.Press(fyne.KeyReturn)
	if len(s.blocks) != 1 || s.Session().Document().Block(s.blocks[0]).Title != "internal/server/auth.go" {
		t.Errorf("it leads to the blocks %v", s.blocks)
	}
	parttest.MenuItem(t, s.tab.menu(i), "Slices").Action()
	parttest.MenuItem(t, s.tab.menu(i), "Symbols").Action()
	if diff := cmp.Diff([]string{"slices of internal/server/auth.go", "symbols of internal/server/auth.go"}, s.edited); diff != "" {
		t.Errorf("wrong editors (-want +got):\n%s", diff)
	}
}

// A view mode that shows what the user chooses leads to the choice as long as there is none. Afterwards the
// tip does not say that the file cannot be shown so.
func TestAModeThatNeedsAChoiceOpensIt(t *testing.T) {
	s := sample(t)
	const path = "internal/server/auth.go"
	row := func() int { return s.tab.rows.Find(path) }
	for _, item := range s.tab.Modes(s.tab.target(row())) {
		if strings.HasSuffix(item.Text, "…") {
			item.Action()
		}
	}
	if diff := cmp.Diff([]string{"symbols of " + path, "slices of " + path}, s.edited); diff != "" {
		t.Fatalf("wrong editors (-want +got):\n%s", diff)
	}
	if item := s.Session().Files().Items()[s.tab.target(row())[0]]; item.ViewMode == models.Masked || item.ViewMode == models.Custom {
		t.Errorf("the view mode is %s before there is a choice", item.ViewMode)
	}
	for mode, want := range map[models.ViewMode]string{models.Masked: "no symbol chosen", models.Custom: "no slice"} {
		s.Session().Compose().SetMode(s.tab.target(row()), mode)
		s.Settle()
		tips := ""
		for _, c := range s.tab.rows.Row(row()).Cells {
			tips += c.Tip + "\n"
		}
		if !strings.Contains(tips, want) || strings.Contains(tips, "cannot have") {
			t.Errorf("%s: the tips are\n%s", mode, tips)
		}
	}
}
