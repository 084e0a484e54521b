package answerstab

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"fyne.io/fyne/v2"

	"dossier/ui/features/edits"
	"dossier/ui/part/parttest"
)

const edited = "src/server.go\n```go\n<<<<<<< SEARCH\nfunc (s *Server) Login() {}\n=======\nfunc (s *Server) Login() error { return nil }\n>>>>>>> REPLACE\n```\n\nI would like to see `src/app.go` too.\n"

// An answer with edits shows them first, with what each changes; they are applied by a button that says
// how many, and the files that it requests are in the other list.
func TestTheEditsOfAnAnswerAreApplied(t *testing.T) {
	s := newStage(t)
	s.paste(edited)
	e := edits.Of(s.Session())
	s.Until("the edit is placed", func() bool { return len(e.Rows()) == 1 && !e.Reading() })
	if !s.tab.showsEdits() || !s.tab.Waiting() || s.tab.edits.apply.Text() != "Apply 1 edit" || s.tab.edits.apply.Disabled() {
		t.Fatalf("the button says %q, edits are shown: %t", s.tab.edits.apply.Text(), s.tab.showsEdits())
	}
	var cells []string
	for _, c := range s.tab.edits.Row(0).Cells {
		if c.Text != "" {
			cells = append(cells, c.Text)
		}
	}
	if got := strings.Join(cells, " | "); got != "src/server.go | line 5 | certain" {
		t.Errorf("the row is %q", got)
	}
	var lines []string
	for _, line := range s.tab.edits.lines {
		lines = append(lines, line.Text)
	}
	if got, want := strings.Join(lines, "\n"), "- func (s *Server) Login() {}\n+ func (s *Server) Login() error { return nil }"; got != want {
		t.Errorf("the difference is\n%s\nwant\n%s", got, want)
	}
	s.Focus(s.tab.edits.list)
	s.tab.edits.list.SetCursor(0)
	s.Press(fyne.KeyReturn)
	if from, to := s.tab.editor.Selection(); !strings.Contains(edited[from:to], "<<<<<<< SEARCH") {
		t.Errorf("Enter selects %q in the answer", edited[from:to])
	}
	s.Press(fyne.KeyEscape)
	if s.Focused() != fyne.Focusable(s.tab.edits.list) {
		t.Errorf("Escape in the answer leads to a %T, not to the edits", s.Focused())
	}
	s.tab.edits.apply.Tapped(nil)
	name := filepath.Join(s.Session().Dir(), "src/server.go")
	s.Until("it is applied", func() bool { return !e.Writing() && e.Rows()[0].Applied })
	if data, err := os.ReadFile(name); err != nil || !strings.Contains(string(data), "Login() error") {
		t.Errorf("the file is %q, %v", data, err)
	}
	if s.tab.Waiting() {
		t.Error("an applied edit waits")
	}
	s.Undo()
	s.Until("it is undone", func() bool { return !e.Writing() && !e.Reading() && !e.Rows()[0].Applied })
	if data, _ := os.ReadFile(name); strings.Contains(string(data), "error") {
		t.Error("undo leaves the edit in the file")
	}
	s.tab.which.Choose(1)
	s.tab.picked = true
	s.tab.reload()
	if s.tab.showsEdits() || s.tab.rows.Len() == 0 {
		t.Error("the requested files are not shown")
	}
	menu := s.tab.edits.menu(0)
	if item := parttest.MenuItem(t, menu, "Change its text…"); item.Reason != "" {
		t.Errorf("its text cannot be changed: %s", item.Reason)
	}
}
