package answerstab

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"fyne.io/fyne/v2"

	"dossier/ui/features/edits"
)

const edited = "src/server.go\n```go\n<<<<<<< SEARCH\nfunc (s *Server) Login() {}\n=======\nfunc (s *Server) Login() error { return nil }\n>>>>>>> REPLACE\n```\n\nI would like to see `src/app.go` too.\n"

// An answer with edits shows them first; the files that it requests are in the other list, and the review
// over the whole window is one click away.
func TestTheEditsOfAnAnswerAreShownFirst(t *testing.T) {
	s := newStage(t)
	s.paste(edited)
	e := edits.Of(s.Session())
	s.Until("the edit is placed", func() bool { return len(e.Files()) == 1 && !e.Reading() })
	if !s.tab.showsEdits() || !s.tab.Waiting() {
		t.Fatalf("edits are shown: %t, they wait: %t", s.tab.showsEdits(), s.tab.Waiting())
	}
	list := s.tab.edits.List()
	s.Focus(list)
	list.SetCursor(1)
	s.Press(fyne.KeyReturn)
	if from, to := s.tab.editor.Selection(); !strings.Contains(edited[from:to], "<<<<<<< SEARCH") {
		t.Errorf("Enter selects %q in the answer", edited[from:to])
	}
	s.Press(fyne.KeyEscape)
	if s.Focused() != fyne.Focusable(list) {
		t.Errorf("Escape in the answer leads to a %T, not to the edits", s.Focused())
	}
	e.Apply()
	name := filepath.Join(s.Session().Dir(), "src/server.go")
	s.Until("it is applied", func() bool { return !e.Writing() && !e.Reading() })
	if data, err := os.ReadFile(name); err != nil || !strings.Contains(string(data), "Login() error") {
		t.Errorf("the file is %q, %v", data, err)
	}
	if s.tab.Waiting() {
		t.Error("an applied edit waits")
	}
	s.tab.review.Tapped(nil)
	if !slices.Contains(s.Led, "review of edits") {
		t.Errorf("the button leads to %q", s.Led)
	}
	s.tab.which.Choose(1)
	s.tab.picked = true
	s.tab.reload()
	if s.tab.showsEdits() || s.tab.rows.Len() == 0 || s.tab.review.Visible() {
		t.Error("the requested files are not shown")
	}
}
