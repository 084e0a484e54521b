package ui

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"fyne.io/fyne/v2"

	"dossier/models"
	"dossier/ui/kit"
	"dossier/ui/kit/board"
	"dossier/ui/part/parttest"
)

// lineOf returns the line of the preview that holds a text first.
func (s *stage) lineOf(text string) int {
	s.t.Helper()
	preview := s.session.Preview()
	for i := range preview.Len() {
		if strings.Contains(preview.Text(i), text) {
			return i
		}
	}
	s.t.Fatalf("the preview does not show %q", text)
	return -1
}

// chooseText selects a text of the preview, which stands on one line.
func (s *stage) chooseText(text string) {
	s.t.Helper()
	i := s.lineOf(text)
	at := strings.Index(s.session.Preview().Text(i), text)
	s.preview.view.SelectText(i, at, i, at+len(text))
	s.preview.keepSelection()
}

// chosenText is what is selected in the preview.
func (s *stage) chosenText() string {
	if from, fromAt, to, toAt, ok := s.preview.view.SelectedText(); ok {
		text, _ := s.preview.chosenText(from, fromAt, to, toAt)
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
			s.preview.view.SetCursor(s.lineOf("600_000"))
			s.preview.keepSelection()
		}, want: "const rounds = 600_000", toast: "Copied 1 line"},
		{name: "lines", choose: func(s *stage) {
			i := s.lineOf("package server")
			s.preview.view.Select(i, i+3)
		}, want: "package server\n\nimport (", toast: "Copied 3 lines"},
		{name: "what is folded away between them too", choose: func(s *stage) {
			s.preview.fold(s.lineOf("### `internal/server/auth.go`"))
			i := s.lineOf("### `internal/server/auth.go`")
			s.preview.view.Select(i, i+2)
		}, want: "const rounds = 600_000", toast: "Copied "},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			s := sample(t)
			tt.choose(s)
			s.preview.view.TypedShortcut(&fyne.ShortcutCopy{})
			s.Until("it is copied", func() bool { return s.Clip != "" })
			if s.Clip != tt.want && !(strings.HasSuffix(tt.name, "too") && strings.Contains(s.Clip, tt.want)) {
				t.Errorf("copied %q, want %q", s.Clip, tt.want)
			}
			s.Until("it says so", func() bool { return strings.HasPrefix(s.overlay.ToastText(), tt.toast) })
		})
	}
}

func TestWhatIsSelectedFollowsTheDocument(t *testing.T) {
	s := sample(t)
	const text = "600_000"
	s.chooseText(text)
	line := s.preview.view.CursorLine()

	s.preview.fold(s.lineOf("### `README.md`"))
	if s.chosenText() != text || s.preview.view.CursorLine() == line {
		t.Errorf("after a fold above it %q is selected, on line %d", s.chosenText(), s.preview.view.CursorLine())
	}
	s.tree.toggle(s.row("CHANGELOG.md"))
	s.Settle()
	if s.chosenText() != text {
		t.Errorf("after a file went %q is selected", s.chosenText())
	}
	path := filepath.Join(s.session.Dir(), "internal", "server", "auth.go")
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	change := func(content, shows string) {
		if err := os.WriteFile(path, []byte(content), 0o644); err != nil {
			t.Fatal(err)
		}
		s.session.Tree().Rescan()
		s.Until("the preview follows", func() bool { return strings.Contains(s.session.Document().Text(), shows) })
		s.Settle()
	}
	change("// new line\n"+string(data), "// new line")
	if s.chosenText() != text {
		t.Errorf("after a line came above it %q is selected", s.chosenText())
	}
	change(strings.Replace(string(data), text, "700_000", 1), "700_000")
	if got := s.chosenText(); got != "" || s.preview.view.CursorLine() >= 0 {
		t.Errorf("after it changed %q is selected, and the cursor is on line %d", got, s.preview.view.CursorLine())
	}
}

func TestTheMenuOfAFilesLines(t *testing.T) {
	s := sample(t)
	line := func() int { return s.lineOf("600_000") }
	path := "internal/server/auth.go"
	row, _ := s.session.Files().RowOf(path)

	s.preview.view.Select(line(), line()+3)
	s.preview.keepSelection()
	parttest.MenuItem(t, s.preview.menu(line()), "Make a slice of these 3 lines").Action()
	s.Until("there is a slice", func() bool { return s.session.Files().Items()[row].ViewMode == models.Custom })
	s.Until("it is told", func() bool { return s.overlay.ToastText() == "Made a slice of 3 lines of internal/server/auth.go" })
	s.Settle()
	s.session.Undo()
	s.Settle()

	parttest.MenuItem(t, s.preview.menu(line()), "skeleton").Action()
	if mode := s.session.Files().Items()[row].ViewMode; mode != models.Skeleton {
		t.Errorf("the view mode is %s", mode)
	}
	s.Settle()
	heading := s.lineOf("### `" + path)
	if it := parttest.MenuItem(t, s.preview.menu(s.lineOf("package server")), "Make a slice"); it.Reason == "" {
		t.Errorf("a slice of a skeleton can be made: %+v", it)
	}
	parttest.MenuItem(t, s.preview.menu(heading), "Show in tree").Action()
	if i := s.tree.list.Cursor(); i < 0 || s.session.Tree().Model().Row(i).Path != path {
		t.Errorf("the tree is at row %d", i)
	}
	parttest.MenuItem(t, s.preview.menu(heading), "Remove").Action()
	if _, ok := s.session.Files().RowOf(path); ok {
		t.Error("the file is in the dossier still")
	}
}

func TestThePlaceWithinALongLineIsKept(t *testing.T) {
	dir := t.TempDir()
	for name, content := range map[string]string{"a.txt": strings.Repeat("word ", 10_000) + "\n", "b.txt": "b\n"} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	s := newStage(t, parttest.Places(t))
	s.Start(dir, false)
	s.Settle()
	s.session.Compose().Add([]string{"a.txt"})
	s.session.Settings().SetWrapLines(true)
	s.Settle()
	line := s.lineOf("word word")
	s.preview.view.SetTop(line, 50*kit.CodeRowHeight)
	s.preview.view.Scrolled(&fyne.ScrollEvent{Scrolled: fyne.NewDelta(0, -10*kit.CodeRowHeight)})
	before := s.session.Document()
	s.session.Compose().Add([]string{"b.txt"})
	s.Until("the document is another", func() bool { return s.session.Document() != before })
	s.Settle()
	if at, past := s.preview.view.Top(); at != line || past != 60*kit.CodeRowHeight {
		t.Errorf("the preview stands at line %d less %v, want %d less %v", at, past, line, 60*kit.CodeRowHeight)
	}
}

func TestTheFindBoxHasRoom(t *testing.T) {
	s := sample(t)
	for _, width := range []float32{700, 1000, 1280} {
		s.win.Resize(fyne.NewSize(width, 700))
		s.focusPreview()
		if got := s.preview.find.Size().Width; got < findLeast {
			t.Errorf("%v wide: the find box is %v wide", width, got)
		}
	}
	if !s.preview.tokens.Visible() {
		t.Error("in a wide window the tokens are not shown")
	}
}

func TestWrappingIsKept(t *testing.T) {
	places := parttest.Places(t)
	for _, want := range []bool{false, true} {
		s := newStage(t, places)
		s.Start("", true)
		s.Settle()
		if s.preview.wrap.On() != want {
			t.Errorf("lines are wrapped: %t, want %t", s.preview.wrap.On(), want)
		}
		before := s.preview.wrap.On()
		s.key(fyne.KeyZ, alt)
		if s.preview.wrap.On() == before {
			t.Error("the key does not change it")
		}
		s.leave()
	}
}

func TestThePreviewStandsWhereItWasAfterTheSlices(t *testing.T) {
	for _, width := range []float32{1280, 700} {
		s := sample(t)
		s.win.Resize(fyne.NewSize(width, 600))
		s.focusPreview()
		top := s.lineOf("600_000")
		s.preview.view.SetTop(top, 5)

		s.openSlices("internal/server/auth.go")
		row, _ := s.session.Files().RowOf("internal/server/auth.go")
		s.session.Compose().SetMode([]int{row}, models.None)
		s.Settle()
		s.session.Undo()
		s.Settle()
		s.closeEditor()
		s.Settle()
		if line, past := s.preview.view.Top(); line != top || past != 5 {
			t.Errorf("%v wide: the preview stands at line %d less %v, want %d less 5", width, line, past, top)
		}
	}
}

// A document of before says so over the preview, and Escape leads back to now.
func TestTheReplayOfASnapshotSaysSo(t *testing.T) {
	s := sample(t)
	s.session.Snapshots().Write()
	s.Until("it is written", func() bool { _, ok := s.session.Snapshots().LastSent(); return ok })
	sent := s.session.Document().Text()
	s.session.Compose().SetMode([]int{0}, models.None)
	s.Settle()
	last, _ := s.session.Snapshots().LastSent()
	s.session.Snapshots().Replay(last.ID, false)
	s.Until("the preview shows what was sent", func() bool { return s.session.Document().Text() == sent })
	if bar := s.preview.replay; !bar.content.Visible() || !strings.Contains(bar.label.Text(), "acme_api_001, verified") {
		t.Errorf("the preview says %q", bar.label.Text())
	}
	if !s.key(fyne.KeyEscape, 0) || s.session.Document().Text() == sent || s.preview.replay.content.Visible() {
		t.Error("Escape does not lead back to what is put together now")
	}
}

func TestABeadOfThePreviewLeadsToItsRow(t *testing.T) {
	s := newStage(t, parttest.Places(t))
	s.Start(parttest.Folder(t, map[string]string{
		".beads/issues.jsonl": `{"id":"x-1","title":"First","status":"open"}`, "a.txt": "a",
		"dossier.toml": "[project]\nexecution_mode = \"beads\"\n[files]\nitems = [\"a.txt\"]\n",
	}), false)
	s.Settle()
	s.preview.jump(s.lineOf("- **First**"))
	if s.tab != beadsID {
		t.Fatalf("it leads to the tab %s", s.tab)
	}
	if list, ok := s.Focused().(*board.List); !ok || list.Cursor() != 1 { // below its heading
		t.Errorf("the keyboard is in %T", s.Focused())
	}
}
