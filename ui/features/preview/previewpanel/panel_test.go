package previewpanel

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"fyne.io/fyne/v2"

	"dossier/models"
	"dossier/presets"
	"dossier/ui/features/notes"
	"dossier/ui/kit"
	"dossier/ui/kit/kittest"
	"dossier/ui/part/parttest"
	"dossier/ui/words"
)

func TestMain(m *testing.M) { parttest.Main(m) }

// stage is a window with the preview, which records navigation.
type stage struct {
	*parttest.Stage
	t     testing.TB
	panel *Panel
	rule  int // the line of the document that ends the prefix sent before; 0 for none
}

func (s *stage) FocusPreview()                { s.panel.Focus() }
func (s *stage) ChangesItems() []kit.MenuItem { return nil }

// Modes returns menu items that set the modes.
func (s *stage) Modes(rows []int) []kit.MenuItem {
	var items []kit.MenuItem
	for _, mode := range models.ViewModes() {
		items = append(items, kit.MenuItem{Text: words.Mode(mode), Action: func() { s.Session().Compose().SetMode(rows, mode) }})
	}
	return items
}

// PrefixRule ends the prefix at the line selected by a test.
func (s *stage) PrefixRule(line int) string {
	if line == s.rule && line > 0 {
		return "sent before"
	}
	return ""
}

func (s *stage) Priced(*kit.Menu, int, []int) {}

// newStage is a stage for a folder; without one, for the sample.
func newStage(t *testing.T, dir string) *stage {
	t.Helper()
	s := &stage{Stage: parttest.NewStage(t, parttest.Places(t)), t: t}
	s.panel = New(s)
	if dir == "" {
		s.OpenSample()
	} else {
		s.Open(dir)
	}
	s.ShowInFront(s.panel)
	return s
}

func sample(t *testing.T) *stage {
	t.Helper()
	return newStage(t, "")
}

// lineOf returns the first line of the preview that contains a text.
func (s *stage) lineOf(text string) int {
	s.t.Helper()
	preview := s.Session().Preview()
	for i := range preview.Len() {
		if strings.Contains(preview.Text(i), text) {
			return i
		}
	}
	s.t.Fatalf("the preview does not show %q", text)
	return -1
}

// chooseText selects a text of the preview, which is on one line.
func (s *stage) chooseText(text string) {
	s.t.Helper()
	i := s.lineOf(text)
	at := strings.Index(s.Session().Preview().Text(i), text)
	s.panel.view.SelectText(i, at, i, at+len(text))
	s.panel.keepSelection()
}

// chosenText returns the selection in the preview.
func (s *stage) chosenText() string {
	if from, fromAt, to, toAt, ok := s.panel.view.SelectedText(); ok {
		text, _ := s.panel.chosenText(from, fromAt, to, toAt)
		return text
	}
	return ""
}

func TestTextOfThePreviewIsCopied(t *testing.T) {
	tests := []struct {
		name   string
		choose func(s *stage)
		want   string
		toast  string
	}{
		{name: "characters", choose: func(s *stage) { s.chooseText("600_000") }, want: "600_000", toast: "Copied 7 characters"},
		{name: "the line when nothing is selected", choose: func(s *stage) {
			s.panel.view.SetCursor(s.lineOf("600_000"))
			s.panel.keepSelection()
		}, want: "const rounds = 600_000", toast: "Copied 1 line"},
		{name: "lines", choose: func(s *stage) {
			i := s.lineOf("package server")
			s.panel.view.Select(i, i+3)
		}, want: "package server\n\nimport (", toast: "Copied 3 lines"},
		{name: "what is folded away between them too", choose: func(s *stage) {
			s.panel.fold(s.lineOf("### `internal/server/auth.go`"))
			i := s.lineOf("### `internal/server/auth.go`")
			s.panel.view.Select(i, i+2)
		}, want: "const rounds = 600_000", toast: "Copied "},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			s := sample(t)
			tt.choose(s)
			s.panel.view.TypedShortcut(&fyne.ShortcutCopy{})
			s.Until("it is copied", func() bool { return s.Clip != "" })
			if s.Clip != tt.want && !(strings.HasSuffix(tt.name, "too") && strings.Contains(s.Clip, tt.want)) {
				t.Errorf("copied %q, want %q", s.Clip, tt.want)
			}
			s.Until("it says so", func() bool { return strings.HasPrefix(s.Overlay.ToastText(), tt.toast) })
		})
	}
}

func TestWhatIsSelectedFollowsTheDocument(t *testing.T) {
	s := sample(t)
	const text = "600_000"
	s.chooseText(text)
	line := s.panel.view.CursorLine()

	s.panel.fold(s.lineOf("### `README.md`"))
	if s.chosenText() != text || s.panel.view.CursorLine() == line {
		t.Errorf("after a fold above it %q is selected, on line %d", s.chosenText(), s.panel.view.CursorLine())
	}
	s.Session().Compose().Add([]string{"CHANGELOG.md"})
	s.Settle()
	if s.chosenText() != text {
		t.Errorf("after a file came %q is selected", s.chosenText())
	}
	path := filepath.Join(s.Session().Dir(), "internal", "server", "auth.go")
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	change := func(content, shows string) {
		if err := os.WriteFile(path, []byte(content), 0o644); err != nil {
			t.Fatal(err)
		}
		s.Session().Tree().Rescan()
		s.Until("the preview follows", func() bool { return strings.Contains(s.Session().Document().Text(), shows) })
		s.Settle()
	}
	change("// new line\n"+string(data), "// new line")
	if s.chosenText() != text {
		t.Errorf("after a line came above it %q is selected", s.chosenText())
	}
	change(strings.Replace(string(data), text, "700_000", 1), "700_000")
	if got := s.chosenText(); got != "" || s.panel.view.CursorLine() >= 0 {
		t.Errorf("after it changed %q is selected, and the cursor is on line %d", got, s.panel.view.CursorLine())
	}
}

func TestTheMenuOfAFilesLines(t *testing.T) {
	s := sample(t)
	line := func() int { return s.lineOf("600_000") }
	path := "internal/server/auth.go"
	row, _ := s.Session().Files().RowOf(path)

	s.panel.view.Select(line(), line()+3)
	s.panel.keepSelection()
	parttest.MenuItem(t, s.panel.menu(line()), "Make a slice of these 3 lines").Action()
	s.Until("there is a slice", func() bool { return s.Session().Files().Items()[row].ViewMode == models.Custom })
	s.Until("it is told", func() bool { return s.Overlay.ToastText() == "Made a slice of 3 lines of internal/server/auth.go" })
	s.Settle()
	s.Session().Undo()
	s.Settle()

	s.panel.view.Select(line(), line()+3)
	s.panel.keepSelection()
	parttest.MenuItem(t, s.panel.menu(line()), "Make a note of these 3 lines").Action()
	s.Until("there is a note", func() bool { return len(notes.Of(s.Session()).Rows()) == 1 })
	if n := notes.Of(s.Session()).Rows()[0]; n.Metadata.Filename != path || n.Metadata.EndLine-n.Metadata.StartLine != 2 || !strings.Contains(n.Content, "600_000") {
		t.Errorf("the note is %+v", n)
	}
	s.Session().Undo()
	s.Settle()

	parttest.MenuItem(t, s.panel.menu(line()), "skeleton").Action()
	if mode := s.Session().Files().Items()[row].ViewMode; mode != models.Skeleton {
		t.Errorf("the view mode is %s", mode)
	}
	s.Settle()
	heading := s.lineOf("### `" + path)
	if it := parttest.MenuItem(t, s.panel.menu(s.lineOf("package server")), "Make a slice"); it.Reason == "" {
		t.Errorf("a slice of a skeleton can be made: %+v", it)
	}
	if it := parttest.MenuItem(t, s.panel.menu(s.lineOf("package server")), "Make a note of these lines"); it.Reason == "" {
		t.Errorf("a note of a skeleton can be made: %+v", it)
	}
	parttest.MenuItem(t, s.panel.menu(heading), "Show in tree").Action()
	if !slices.Equal(s.Led, []string{"tree " + path}) {
		t.Errorf("it leads to %q", s.Led)
	}
	parttest.MenuItem(t, s.panel.menu(heading), "Remove").Action()
	if _, ok := s.Session().Files().RowOf(path); ok {
		t.Error("the file is in the dossier still")
	}
}

func TestThePlaceWithinALongLineIsKept(t *testing.T) {
	s := newStage(t, parttest.Folder(t, map[string]string{"a.txt": strings.Repeat("word ", 10_000) + "\n", "b.txt": "b\n"}))
	s.Session().Compose().Add([]string{"a.txt"})
	s.Session().Settings().SetWrapLines(true)
	s.Settle()
	line := s.lineOf("word word")
	s.panel.view.SetTop(line, 50*kit.CodeRowHeight)
	s.panel.view.Scrolled(&fyne.ScrollEvent{Scrolled: fyne.NewDelta(0, -10*kit.CodeRowHeight)})
	before := s.Session().Document()
	s.Session().Compose().Add([]string{"b.txt"})
	s.Until("the document is another", func() bool { return s.Session().Document() != before })
	s.Settle()
	if at, past := s.panel.view.Top(); at != line || past != 60*kit.CodeRowHeight {
		t.Errorf("the preview stands at line %d less %v, want %d less %v", at, past, line, 60*kit.CodeRowHeight)
	}
}

// The preview shows a snapshot as it was sent, until the replay ends.
func TestTheReplayOfASnapshotIsShown(t *testing.T) {
	s := sample(t)
	s.Session().Snapshots().Write()
	s.Until("it is written", func() bool { _, ok := s.Session().Snapshots().LastSent(); return ok })
	sent := s.Session().Document().Text()
	s.Session().Compose().SetMode([]int{0}, models.None)
	s.Settle()
	last, _ := s.Session().Snapshots().LastSent()
	s.Session().Snapshots().Replay(last.ID, false)
	s.Until("the preview shows what was sent", func() bool { return s.Session().Document().Text() == sent })
	s.Session().Snapshots().LeaveReplay()
	if s.Session().Document().Text() == sent {
		t.Error("the way back does not lead to what is put together now")
	}
}

func TestFindGoesThroughTheMatches(t *testing.T) {
	s := sample(t)
	s.panel.find.SetText("login")
	s.Until("something is found", func() bool { return len(s.panel.matches) > 1 })
	first := s.panel.current
	s.panel.Next(1)
	if s.panel.current != first+1 {
		t.Errorf("the next match is %d after %d", s.panel.current, first)
	}
	s.panel.Next(-1)
	if s.panel.current != first {
		t.Errorf("the match before is %d, want %d", s.panel.current, first)
	}
	s.panel.find.SetText("no such words anywhere")
	s.Until("it says that nothing is found", func() bool { return s.panel.found.Text() == "not found" })
}

func TestTheMatchStaysWhenTheDocumentIsAnother(t *testing.T) {
	s := sample(t)
	s.panel.find.SetText("login")
	s.Until("something is found", func() bool { return len(s.panel.matches) > 2 })
	s.panel.Next(1)
	s.panel.Next(1)
	line := func() string {
		m := s.panel.matches[s.panel.current]
		return fmt.Sprint(s.Session().Document().Line(m.Line), " ", m.Start)
	}
	current, want := s.panel.current, line()
	s.panel.view.SetTop(0, 0)
	s.panel.keepPlace()

	s.Session().Copy().Dossier()
	s.Until("it is copied", func() bool { return s.Clip != "" })
	s.Settle()
	if s.panel.current != current || line() != want {
		t.Errorf("after a copy the match is %d, %q, want %d, %q", s.panel.current, line(), current, want)
	}
	if top, _ := s.panel.view.Top(); top != 0 {
		t.Errorf("a copy scrolled the preview to line %d", top)
	}

	before := s.panel.doc
	s.Session().Compose().SetTree(models.TreeNone)
	s.Session().Compose().SetTree(models.TreeFull)
	s.Until("the tree stands before the files", func() bool { return s.panel.doc != before && len(s.panel.doc.Sections) > 1 })
	s.Settle()
	s.Until("the matches are found again", func() bool {
		m := s.panel.matches[min(s.panel.current, len(s.panel.matches)-1)]
		return m.Line < s.panel.doc.Lines && line() == want
	})
}

func TestTheHeadGivesWay(t *testing.T) {
	s := sample(t)
	for _, tt := range []struct {
		width        float32
		find, tokens bool
	}{{700, true, true}, {360, true, false}, {120, false, false}} {
		s.Window.Resize(fyne.NewSize(tt.width, 600))
		kittest.InOneRow(t, s.panel.head, tt.width)
		if got := s.panel.find.Size().Width >= minFind; got != tt.find {
			t.Errorf("%v wide: the find box is %v wide", tt.width, s.panel.find.Size().Width)
		}
		if got := s.panel.tokens.Visible(); got != tt.tokens {
			t.Errorf("%v wide: the tokens are shown: %t", tt.width, got)
		}
	}
}

func TestALineLeadsToWhatItWasMadeOf(t *testing.T) {
	s := newStage(t, parttest.Folder(t, map[string]string{
		".beads/issues.jsonl": `{"id":"x-1","title":"First","status":"open"}`, "a.txt": "a", "b.png": "no image",
		"dossier.toml":      "[project]\nexecution_mode = \"beads\"\ninstruction = \"Explain it.\"\n[files]\nitems = [\"a.txt\"]\n[screenshots]\npaths = [\"b.png\"]\n",
		presets.HistoryName: "active = \"main\"\n[[discussions.main.history]]\nrole = \"User\"\ncontent = \"why?\"\n",
	}))
	for text, want := range map[string]string{
		"### `a.txt`": "reveal context a.txt", "### `b.png`": "reveal screenshots b.png", "- **First**": "reveal beads x-1", "### Discussion Excerpt 1": "reveal discussion 0", "Explain it.": "instruction",
	} {
		s.Led = nil
		s.panel.view.SetCursor(s.lineOf(text))
		s.panel.Focus()
		s.Press(fyne.KeyReturn)
		if !slices.Equal(s.Led, []string{want}) {
			t.Errorf("%s leads to %q, want %q", text, s.Led, want)
		}
	}
}

func TestWrappingFollowsTheSettings(t *testing.T) {
	s := sample(t)
	if s.panel.wrap.On() {
		t.Error("lines are wrapped at first")
	}
	s.panel.wrap.Tapped(&fyne.PointEvent{})
	if !s.Session().Settings().WrapLines() || !s.panel.wrap.On() {
		t.Error("the button does not wrap lines")
	}
}

func TestTheRuleIsAboveTheEndOfThePrefix(t *testing.T) {
	s := sample(t)
	preview := s.Session().Preview()
	for _, tt := range []struct {
		name     string
		at, want int // visible lines: the number above, and the position
	}{
		{"on the empty line before a heading", s.lineOf("### "), s.lineOf("### ") - 1},
		{"at the edge of a line without one", s.lineOf("### ") + 3, s.lineOf("### ") + 3},
		{"on the empty line before another", s.lineOf("### ") + 2, s.lineOf("### ") + 1},
	} {
		s.rule = preview.DocumentLine(tt.at)
		for i := range tt.at + 3 {
			if got := (lines{s.panel}).Line(i).Rule; (got != "") != (i == tt.want) {
				t.Errorf("%s: line %d has the rule %q", tt.name, i, got)
			}
		}
	}
}

func TestALinkedNoteLeadsToItsContext(t *testing.T) {
	s := newStage(t, parttest.Folder(t, map[string]string{
		"home.md": "# Home\n\n[[soil]]\n", "soil.md": "# Soil\n",
		"dossier.toml": "schema = 1\n[links.contexts.garden]\ncontext_items = [\"home.md\"]\ncontext_opts = { link_depth = 1 }\ndocument = true\n",
	}))
	s.panel.jump(s.lineOf("### `soil.md`"))
	if !slices.Equal(s.Led, []string{"reveal links garden soil.md"}) {
		t.Errorf("the heading of a linked note leads to %q", s.Led)
	}
}

// Visible lines are highlighted after their file has changed on the disk, without scrolling.
func TestAChangedFileIsColouredInPlace(t *testing.T) {
	dir := parttest.Folder(t, map[string]string{"a.go": "package a\n\nfunc old() {}\n"})
	s := newStage(t, dir)
	s.Session().Compose().Add([]string{"a.go"})
	s.Settle()
	coloured := func(text string) func() bool {
		return func() bool {
			preview := s.Session().Preview()
			for i := range preview.Len() {
				if line := preview.Line(i); strings.Contains(preview.Text(i), text) {
					return len(preview.Runs(line.Block, line.BodyLine)) > 0
				}
			}
			return false
		}
	}
	s.Until("it is coloured", coloured("func old"))
	parttest.Write(t, filepath.Join(dir, "a.go"), "package a\n\nfunc fresh() {}\n")
	s.Until("it is coloured again", coloured("func fresh"))
}
