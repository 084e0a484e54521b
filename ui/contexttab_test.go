package ui

import (
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"
	"github.com/google/go-cmp/cmp"

	"dossier/models"
	"dossier/ui/kit"
	"dossier/ui/session"
)

// chip returns the cell of the view mode of a file in the context.
func (s *stage) chip(path string) kit.Cell {
	s.t.Helper()
	for _, c := range s.context.rows.Row(s.context.rows.Find(path)).Cells {
		if c.ID == modeCell {
			return c
		}
	}
	s.t.Fatalf("%s has no view mode", path)
	return kit.Cell{}
}

// clickOn clicks in the middle of something.
func (s *stage) clickOn(o fyne.CanvasObject) {
	at, size := s.area(o)
	s.click(at.AddXY(size.Width/2, size.Height/2), desktop.MouseButtonPrimary)
	s.settle()
}

func TestWhatOverridesViewModesIsSaidAboveTheRowsWithTheWayBack(t *testing.T) {
	tests := []struct {
		name      string
		do        func(*session.Session)
		head      string
		was, mode string
	}{
		{
			name: "focus", do: func(s *session.Session) { s.SetFocused(true) },
			head: "Focus is on: other files show their structure", was: "full", mode: "skeleton",
		},
		{
			name: "the strategy", do: func(s *session.Session) { s.SetStrategy(models.Summarize) },
			head: "Strategy summarize: files show their summary", was: "full", mode: "summary",
		},
		{
			name: "the project", do: func(s *session.Session) { s.SetSummaryOnly(true) },
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
			s.settle()
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
	s.session.Clear()
	s.session.Add([]string{"web/login.html", "cmd/acme-api/main.go", "web/login.js"})
	s.settle()
	words := func() (out []string) {
		for i := range s.context.rows.Len() {
			for _, c := range s.context.rows.Row(i).Cells {
				if c.Kind == kit.CellText && c.ID == 0 {
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
	if s.session.Continued() != 1 {
		t.Error("undo does not take the grouping back")
	}
	s.key(fyne.KeyJ, ctrl|shift)
	if s.session.Continued() != 0 {
		t.Error("the key does not group")
	}
}

func TestAnEmptyWindowOffersOneWayToTheTree(t *testing.T) {
	s := newStage(t, tempPlaces(t))
	s.Start(t.TempDir(), false)
	s.until("there is a document", func() bool { return !s.session.Building() && s.preview.empty.Visible() })
	if s.preview.empty.Step().Visible() || !s.context.empty.Step().Visible() {
		t.Error("beside the context, the preview offers a step too")
	}
	s.win.Resize(fyne.NewSize(700, 600))
	s.showTab(previewID)
	if !s.preview.empty.Step().Visible() {
		t.Error("as a tab, the preview offers no step")
	}
}
