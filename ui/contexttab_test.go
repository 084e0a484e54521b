package ui

import (
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"

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
			s.clickOn(s.context.head.back)
			if got := s.context.head.label.Text(); got != rest || s.context.head.back.Visible() {
				t.Errorf("after the way back it says %q", got)
			}
			if c := s.chip(file); c.Was != "" || c.Text != "full" {
				t.Errorf("after the way back the row says %q, then %q", c.Was, c.Text)
			}
		})
	}
}
