package ui

import (
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"

	"dossier/ui/kit"
	"dossier/ui/kit/kittest"
	"dossier/ui/part/parttest"
)

// asking is a project that asks for two files outside, which lie beside it, and a folder.
func asking(t *testing.T) (dir string) {
	t.Helper()
	dir = filepath.Join(t.TempDir(), "project")
	for name, content := range map[string]string{
		"dossier.toml": "[project]\nnamespace = \"acme\"\n[files]\nitems = [\"a.txt\", \"../b.txt\", \"../c.txt\"]\n[output]\ndir = \".github\"\n",
		"a.txt":        "a\n", "../b.txt": "what b says\n", "../c.txt": "what c says\n",
	} {
		parttest.Write(t, filepath.Join(dir, filepath.FromSlash(name)), content)
	}
	return dir
}

// What a project asks for outside is one question, which waits in the status bar: Escape and
// Enter allow nothing, one box allows that path alone, and what comes later is asked again.
func TestOneQuestionForAllThatLiesOutside(t *testing.T) {
	dir := asking(t)
	s := newStage(t, parttest.Places(t))
	s.Start(dir, false)
	s.Until("it is asked", func() bool { return strings.Contains(s.status.notices.Text(), "permission") })
	s.Settle()
	if got := s.status.notices.Text(); got != "3 permission requests" || s.overlay.ToastText() != got || s.dialogs.Front() != nil {
		t.Errorf("the bar says %q, the toast %q; a dialog is open: %t", got, s.overlay.ToastText(), s.dialogs.Front() != nil)
	}
	before := s.win.Canvas().Size()
	s.win.Resize(fyne.NewSize(900, 600))
	s.session.Compose().Add([]string{"gone.txt"})
	s.Settle()
	if got := kittest.Texts(s.status.notices.Button); !slices.Contains(got, "3 permission requests · 1 more") {
		t.Errorf("in a narrow window the bar says %q", got)
	}
	s.session.Undo()
	s.win.Resize(before)
	s.Settle()
	text := func() string { return s.session.Document().Text() }
	if !strings.Contains(text(), "### `a.txt`") || strings.Contains(text(), "what b says") {
		t.Errorf("the document is:\n%s", text())
	}
	for _, key := range []fyne.KeyName{fyne.KeyReturn, fyne.KeyEscape} {
		s.key(fyne.KeyX, ctrl|shift)
		if s.dialogs.Front() == nil {
			t.Fatal("there is no question")
		}
		s.key(key, 0)
		if s.dialogs.Front() != nil || len(s.session.Access().Consent().Question().Permissions) != 3 || !s.status.notices.Visible() {
			t.Fatalf("%s answers", key)
		}
	}

	s.reviewProblems()
	review, ok := s.editor.Actions()[0].(*kit.Button)
	if !ok || review.Text() != "Permission requests…" {
		t.Fatalf("the list of problems offers %v", s.editor.Actions())
	}
	test.Tap(review)
	if s.dialogs.Front() == nil {
		t.Fatal("the list of problems does not lead to the question")
	}
	s.key(fyne.KeyEscape, 0)
	s.closeEditor()

	s.key(fyne.KeyX, ctrl|shift)
	var boxes []*kit.Check
	s.WalkFront(func(d kittest.Drawn) {
		if box, ok := d.Object.(*kit.Check); ok && strings.HasSuffix(strings.Join(kittest.Texts(box), ""), "b.txt") {
			boxes = append(boxes, box)
		}
	})
	if len(boxes) != 1 {
		t.Fatalf("%d boxes for b.txt", len(boxes))
	}
	test.Tap(boxes[0])
	test.Tap(s.Button("Allow ticked paths, exclude the rest"))
	s.Until("what was ticked is read", func() bool { return strings.Contains(text(), "what b says") })
	s.WaitIdle()
	if strings.Contains(text(), "what c says") || s.session.Access().Consent().Question().Open() {
		t.Errorf("the rest is read, or asked again:\n%s", text())
	}
	s.Until("the rest is left out", func() bool { return !strings.Contains(text(), "c.txt") })
	s.Until("the rest is excluded in an undo step", func() bool {
		undo, _ := s.session.UndoLabels()
		return undo.Text == "exclude {{.N}} entries outside the project" && undo.N == 1
	})
	s.session.Undo()
	s.Until("undo brings it back", func() bool { return strings.Contains(text(), "c.txt") })

	parttest.Write(t, filepath.Join(dir, "dossier.toml"), "[files]\nitems = [\"a.txt\", \"../b.txt\", \"../c.txt\", \"../d.txt\"]\n")
	s.Until("it is asked again", func() bool { return s.session.Access().Consent().Question().Open() })
	if got := s.status.notices.Text(); !strings.HasPrefix(got, "2 permission requests") {
		t.Errorf("the bar says %q", got)
	}
	s.key(fyne.KeyX, ctrl|shift)
	if !s.Readable("(does not exist)") {
		t.Error("the question does not say that d.txt is not there")
	}
	test.Tap(s.Button("Allow all"))
	s.Until("all of it is read", func() bool { return strings.Contains(text(), "what c says") })
	s.Until("nothing is asked", func() bool { return len(s.session.Access().Consent().Question().Permissions) == 0 })
	s.key(fyne.KeyX, ctrl|shift)
	if s.dialogs.Front() != nil {
		t.Error("there is a question of nothing")
	}
}
