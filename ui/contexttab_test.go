package ui

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"github.com/google/go-cmp/cmp"

	"dossier/models"
	"dossier/ui/kit"
	"dossier/ui/kit/board"
	"dossier/ui/part/parttest"
	"dossier/ui/session"
	"dossier/ui/words"
)

// chip returns the cell of the view mode of a file in the context.
func (s *stage) chip(path string) board.Cell {
	s.t.Helper()
	for _, c := range s.context.rows.Row(s.context.rows.Find(path)).Cells {
		if c.ID == modeCell {
			return c
		}
	}
	s.t.Fatalf("%s has no view mode", path)
	return board.Cell{}
}

// clickOn clicks in the middle of something.
func (s *stage) clickOn(o fyne.CanvasObject) {
	s.ClickOn(o)
	s.Settle()
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
	rest, at := s.context.head.label.Text(), s.context.rows.Find(file)
	place, _ := s.context.list.RowArea(at)
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			tt.do(s.session)
			s.Settle()
			if got := s.context.head.label.Text(); got != tt.head {
				t.Errorf("above the rows stands %q", got)
			}
			if c := s.chip(file); c.Was != tt.was || c.Text != tt.mode {
				t.Errorf("the row says %q, then %q", c.Was, c.Text)
			}
			if now, _ := s.context.list.RowArea(s.context.rows.Find(file)); now != place {
				t.Errorf("the row moved from %v to %v", place, now)
			}
			s.clickOn(s.context.head.link)
			if got := s.context.head.label.Text(); got != rest || s.context.head.link.Visible() {
				t.Errorf("after the way back it says %q", got)
			}
			if c := s.chip(file); c.Was != "" || c.Text != "full" {
				t.Errorf("after the way back the row says %q, then %q", c.Was, c.Text)
			}
		})
	}
}

func TestAFolderThatGoesOnSaysSoAndIsGroupedByOneClick(t *testing.T) {
	s := sample(t)
	rest := s.context.head.label.Text()
	s.session.Compose().Clear()
	s.session.Compose().Add([]string{"web/login.html", "cmd/acme-api/main.go", "web/login.js"})
	s.Settle()
	words := func() (out []string) {
		for i := range s.context.rows.Len() {
			for _, c := range s.context.rows.Row(i).Cells {
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
	if got := s.context.head.label.Text(); got != "1 folder goes on further down" {
		t.Errorf("above the rows stands %q", got)
	}
	s.clickOn(s.context.head.link)
	if diff := cmp.Diff([]string{"web/", "login.html", "login.js", "cmd/acme-api/", "main.go"}, words()); diff != "" {
		t.Errorf("grouped (-want +got):\n%s", diff)
	}
	if got := s.context.head.label.Text(); got != rest {
		t.Errorf("then it says %q", got)
	}
	if item := s.context.groupItem(); item.Reason == "" {
		t.Error("the menu offers to group what is together")
	}
	s.key(fyne.KeyZ, ctrl)
	if s.session.Files().Continued() != 1 {
		t.Error("undo does not take the grouping back")
	}
	s.key(fyne.KeyJ, ctrl|shift)
	if s.session.Files().Continued() != 0 {
		t.Error("the key does not group")
	}
}

func TestAnEmptyWindowOffersOneWayToTheTree(t *testing.T) {
	s := newStage(t, parttest.Places(t))
	s.Start(t.TempDir(), false)
	s.Until("there is a document", func() bool { return !s.session.Building() && s.preview.empty.Visible() })
	if s.preview.empty.Step().Visible() || !s.context.empty.Step().Visible() {
		t.Error("beside the context, the preview offers a step too")
	}
	s.win.Resize(fyne.NewSize(700, 600))
	s.showTab(previewID)
	if !s.preview.empty.Step().Visible() {
		t.Error("as a tab, the preview offers no step")
	}
}

func TestTheMenuOfSeveralFilesTicksWhatHoldsOfAll(t *testing.T) {
	s := sample(t)
	full, other, skeleton := s.context.rows.Find("internal/server/auth.go"), s.context.rows.Find("internal/store/postgres.go"), s.context.rows.Find("internal/store/store.go")
	s.session.Compose().SetForceFull(s.context.files([]int{full}), true)
	s.session.Compose().SetFocusRows(s.context.files([]int{full, other}), true)
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
			s.context.list.Select(tt.rows...)
			var ticked []string
			for _, item := range s.context.menu(tt.rows[0]) {
				if item.Checked {
					ticked = append(ticked, item.Text)
				}
			}
			if diff := cmp.Diff(tt.want, ticked); diff != "" {
				t.Errorf("ticked (-want +got):\n%s", diff)
			}
		})
	}
	// What does not hold of all is made to.
	for _, item := range s.context.menu(skeleton) {
		if item.Text == "In focus" {
			item.Action()
		}
	}
	if !s.session.Files().InFocus(s.context.rows.rows[skeleton].Row) || !s.session.Files().InFocus(s.context.rows.rows[other].Row) {
		t.Error("not all are in focus")
	}
}

func TestTheKeyToAnEmptyContextGoesToWhatItOffers(t *testing.T) {
	s := sample(t)
	s.session.Compose().Clear()
	s.Settle()
	s.focus(s.tree.list)
	s.key(fyne.Key2, alt)
	if s.win.Canvas().Focused() != fyne.Focusable(s.context.empty.Step()) {
		t.Errorf("the keyboard is in %T", s.win.Canvas().Focused())
	}
	s.context.empty.Step().TypedKey(&fyne.KeyEvent{Name: fyne.KeyReturn})
	if s.win.Canvas().Focused() != fyne.Focusable(s.tree.list) {
		t.Error("the step does not lead to the tree")
	}
}

func TestComparedFilesKeepTheirNamesInANarrowWindow(t *testing.T) {
	s := sample(t)
	s.win.Resize(fyne.NewSize(700, 600))
	const file = "internal/server/auth.go"
	s.session.Compose().SetFocusRows(s.context.files([]int{s.context.rows.Find(file)}), true)
	s.session.ModeCosts().SetComparing(true)
	s.Settle()
	row := s.context.rows.Row(s.context.rows.Find(file))
	for _, c := range row.Cells {
		if c.Glyph == kit.GlyphCode || c.Text == "focus" && !c.Yields {
			t.Errorf("%+v keeps its room beside the columns", c)
		}
	}
}

// A file that is shown in another way because it has no other is marked quietly; where
// something is wrong, the mark warns.
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
	s := newStage(t, parttest.Places(t))
	s.Start(dir, false)
	s.Settle()
	for i, tt := range tests {
		s.session.Compose().Add([]string{tt.file})
		s.session.Compose().SetMode([]int{i}, tt.mode)
	}
	s.Settle()
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var word string
			var tone fyne.ThemeColorName
			for _, c := range s.context.rows.Row(s.context.rows.Find(tt.file)).Cells {
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

func TestTheMenuSaysWhatModesCost(t *testing.T) {
	s := sample(t)
	i := s.context.rows.Find("internal/server/auth.go")
	rows := s.context.target(i)
	menu := kit.ShowMenu(s.win.Canvas(), fyne.NewPos(10, 10), fyne.NewSize(10, 10), s.context.modes(rows))
	s.context.priced(menu, 0, rows)
	shown, _ := s.session.Files().Shown(rows[0])
	want := words.Tokens(s.session.Cost(shown.Tokens))
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
	s.session.ModeCosts().SetComparing(true)
	s.Until("the sums are there", func() bool {
		s.context.reload()
		return s.context.rows.head == comparisonHeads && !strings.Contains(s.context.rows.Row(1).Cells[1].Text, "…")
	})
	var titles, saved []string
	for i, cell := range s.context.rows.Row(0).Cells[1:5] {
		titles = append(titles, cell.Text)
		saved = append(saved, s.context.rows.Row(2).Cells[1+i].Text)
	}
	if diff := cmp.Diff([]string{"full", "skeleton", "outline", "summary"}, titles); diff != "" {
		t.Errorf("wrong columns (-want +got):\n%s", diff)
	}
	if saved[0] != "–" || !strings.HasPrefix(saved[1], "−") || !strings.HasPrefix(saved[3], "−") {
		t.Errorf("against full: %q", saved)
	}
	if got := s.context.target(1); len(got) != 0 {
		t.Errorf("a head stands for the files %v", got)
	}
	s.session.ModeCosts().SetComparing(false)
	s.Drain()
	if s.context.rows.head != 0 {
		t.Error("the heads are still there")
	}
}
