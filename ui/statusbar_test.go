package ui

import (
	"testing"

	"fyne.io/fyne/v2"

	"dossier/ui/session"
)

// What runs is said in the place of the figures, and nothing that can be clicked moves.
func TestProgressStandsInThePlaceOfTheFigures(t *testing.T) {
	s := sample(t)
	tests := []struct {
		name         string
		progress     session.Progress
		text, button string
	}{
		{"the folder is listed", session.Progress{Work: session.Listing, Done: 3204}, "Listing the folder 3\u2009204 files", "Cancel"},
		{"files are read, not known how many", session.Progress{Work: session.Reading}, "Reading files …", "Cancel"},
		{"some of them are read", session.Progress{Work: session.Reading, Done: 12, Total: 11465}, "Reading files 12 of 11\u2009465", "Cancel"},
		{"reading was stopped", session.Progress{Work: session.Reading, Stopped: true}, "The files were not read ", "Go on"},
		{"listing was stopped", session.Progress{Work: session.Listing, Stopped: true}, "The folder is not listed ", "Go on"},
	}
	for _, width := range []float32{700, 1280} {
		s.win.Resize(fyne.NewSize(width, 600))
		before := s.places()
		for _, tt := range tests {
			s.status.showProgress(tt.progress, true)
			relayout(s.status.row)
			if got := s.status.progress.Text(); got != tt.text || s.status.progress.Button().Text() != tt.button {
				t.Errorf("%s: it says %q, and the button %q", tt.name, got, s.status.progress.Button().Text())
			}
			s.moved(tt.name, before)
		}
		s.status.showProgress(session.Progress{}, false)
	}
}

func TestWhatOpensIsPendingAndNotEmpty(t *testing.T) {
	s := newStage(t, tempPlaces(t))
	s.Start(t.TempDir(), false)
	if got := s.status.figures.Text(); got != "… of 400\u2009000 tokens · … files" {
		t.Errorf("while the project opens, the bar says %q", got)
	}
	if got := s.context.stack.Objects[0]; got != fyne.CanvasObject(s.context.pending) {
		t.Error("while the project opens, the context is said to be empty")
	}
	if s.preview.empty.Visible() || s.preview.tokens.Text() != "… tokens" {
		t.Errorf("while the project opens, the preview is said to be empty: %t, of %q", s.preview.empty.Visible(), s.preview.tokens.Text())
	}
	s.until("it is known to be empty", func() bool { return s.status.figures.Text() == "0 of 400\u2009000 tokens · 0 files" })
	if s.context.stack.Objects[0] != fyne.CanvasObject(s.context.empty) || !s.preview.empty.Visible() {
		t.Error("an empty project does not say what to do")
	}
}

// places returns where the rows and controls of the window are.
func (s *stage) places() map[fyne.CanvasObject]drawn {
	all := map[fyne.CanvasObject]drawn{}
	for _, d := range s.layers() {
		if takesClicks(d.object) {
			all[d.object] = d
		}
	}
	return all
}

// moved fails for each row or control that is not where it was.
func (s *stage) moved(what string, before map[fyne.CanvasObject]drawn) {
	s.t.Helper()
	now := s.places()
	for o, was := range before {
		if is, ok := now[o]; !ok || is.at != was.at || is.size != was.size {
			s.t.Errorf("%s: %s at %v, %v is now at %v, %v", what, kindOf(o), was.at, was.size, is.at, is.size)
		}
	}
}
