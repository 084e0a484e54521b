package ui

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"github.com/google/go-cmp/cmp"

	"dossier/models"
	"dossier/ui/kit"
	"dossier/ui/kit/kittest"
	"dossier/ui/part"
	"dossier/ui/part/parttest"
	"dossier/ui/session"
)

// What runs is said in the place of the figures, and nothing that can be clicked moves.
func TestProgressReplacesTheFigures(t *testing.T) {
	s := sample(t)
	tests := []struct {
		name         string
		progress     session.WorkStatus
		text, button string
	}{
		{"the folder is listed", session.WorkStatus{Work: session.Listing, Done: 3204}, "Listing the folder 3\u2009204 files", "Cancel"},
		{"files are read, not known how many", session.WorkStatus{Work: session.Reading}, "Reading files …", "Cancel"},
		{"some of them are read", session.WorkStatus{Work: session.Reading, Done: 12, Total: 11465}, "Reading files 12 of 11\u2009465", "Cancel"},
		{"reading was stopped", session.WorkStatus{Work: session.Reading, Stopped: true}, "The files were not read ", "Continue"},
		{"listing was stopped", session.WorkStatus{Work: session.Listing, Stopped: true}, "The folder is not listed ", "Continue"},
	}
	for _, width := range []float32{700, 1280} {
		s.win.Resize(fyne.NewSize(width, 600))
		before := s.places()
		for _, tt := range tests {
			s.status.showProgress(tt.progress, true)
			kit.Relayout(s.status.row)
			if got := s.status.progress.Text(); got != tt.text || s.status.progress.Button().Text() != tt.button {
				t.Errorf("%s: it says %q, and the button %q", tt.name, got, s.status.progress.Button().Text())
			}
			s.moved(tt.name, before)
		}
		s.status.showProgress(session.WorkStatus{}, false)
	}
}

func TestWhatOpensIsPendingAndNotEmpty(t *testing.T) {
	s := newStage(t, parttest.Places(t))
	s.Start(t.TempDir(), false)
	if got := s.status.figures.Text(); got != "… of 400\u2009000 tokens · … files" {
		t.Errorf("while the project opens, the bar says %q", got)
	}
	if s.Readable("The context is what") {
		t.Error("while the project opens, the context is said to be empty")
	}
	if s.Readable("The dossier appears here") || !s.Readable("… tokens") {
		t.Error("while the project opens, the preview is said to be empty")
	}
	s.Until("it is known to be empty", func() bool { return s.status.figures.Text() == "0 of 400\u2009000 tokens · 0 files" })
	s.WaitIdle()
	if !s.Readable("The context is what") || !s.Readable("The dossier appears here") {
		t.Error("an empty project does not say what to do")
	}
}

// places returns where the controls and lists of the window are, but for what says
// something for a while.
func (s *stage) places() map[fyne.CanvasObject]kittest.Drawn {
	passing := map[fyne.CanvasObject]bool{s.status.notices.Button: true, s.status.warnings: true, s.status.progress.Button(): true}
	all := map[fyne.CanvasObject]kittest.Drawn{}
	for _, d := range s.Layers() {
		if kittest.Kind(d.Object) == "kit.toast" {
			break // it is drawn last, with its button
		}
		if kittest.Kind(d.Object) != "kit.Label" && kittest.IsClickable(d.Object) && !passing[d.Object] {
			all[d.Object] = d
		}
	}
	return all
}

// moved fails for each control or list that is not where it was.
func (s *stage) moved(what string, before map[fyne.CanvasObject]kittest.Drawn) {
	s.t.Helper()
	now := s.places()
	for o, old := range before {
		if is, ok := now[o]; !ok || is.At != old.At || is.Size != old.Size {
			s.t.Errorf("%s: %s at %v, %v is now at %v, %v", what, kittest.Kind(o), old.At, old.Size, is.At, is.Size)
		}
	}
}

// rowPlaces lists what the tree and the context show, with their places.
func (s *stage) rowPlaces() map[string]fyne.Position {
	all := map[string]fyne.Position{}
	for i := range s.session.Tree().Model().Len() {
		all["tree "+s.session.Tree().Model().Path(i)], _ = s.treeList().RowArea(i)
	}
	for i, line := range s.session.Files().Lines() {
		all[fmt.Sprint("context ", line.Dir, line.Row)], _ = s.files().RowArea(i)
	}
	return all
}

// What comes by itself moves nothing: neither a control nor a row.
func TestNothingMovesUnderThePointer(t *testing.T) {
	for _, width := range []float32{700, 1280} {
		s := sample(t)
		s.win.Resize(fyne.NewSize(width, 800))
		s.session.Compose().SetTree(models.TreeNone) // what was restored may be drawn again once
		s.Settle()
		file := filepath.Join(s.session.Dir(), "dossier.toml")
		content, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		write := func(content string) {
			t.Helper()
			if err := os.WriteFile(file, []byte(content), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		steps := []struct {
			name  string
			do    func()
			holds func() bool
		}{
			{"a notice comes", func() { write("[oops\n") }, s.status.notices.Visible},
			{"a notice goes", func() { write(string(content)) }, func() bool { return !s.status.notices.Visible() }},
			{"a toast", func() { s.overlay.Toast("Copied 14 files, 31 204 tokens", "Undo", func() {}) }, func() bool { return true }},
			{"progress", func() { s.status.showProgress(session.WorkStatus{Work: session.Reading, Done: 3, Total: 14}, true) }, func() bool { return true }},
			{"the first dossier is written", s.session.Snapshots().Write, func() bool { return s.session.Snapshots().Written() != "" }},
			{"it is seen on the disk", s.session.Tree().Rescan, func() bool { return true }},
		}
		for _, step := range steps {
			places, rows := s.places(), s.rowPlaces()
			step.do()
			s.Until(step.name, step.holds)
			s.Settle()
			s.quiet()
			s.moved(step.name, places)
			if diff := cmp.Diff(rows, s.rowPlaces()); diff != "" {
				t.Errorf("%s: rows have moved (-before +after):\n%s", step.name, diff)
			}
		}
		s.leave()
	}
}

// Every text box of the window is found here by itself, so that none can be forgotten.
func TestToastsCoverNoTextBox(t *testing.T) {
	s := sample(t)
	editors := []func(){func() { s.openSlices("internal/server/auth.go", 0) }, func() { s.openSymbols("internal/server/auth.go") }}
	check := func(where string) {
		t.Helper()
		s.overlay.Toast("Unsaved changes were stored as a draft; applied the preset of a rather long name", "Undo", func() {})
		s.quiet()
		var box kittest.Drawn
		var boxes []kittest.Drawn
		kittest.Walk(s.win.Canvas().Content(), fyne.Position{}, s.Whole(), func(d kittest.Drawn) {
			switch kittest.Kind(d.Object) {
			case "kit.toast":
				box = d
			case "edit.Entry", "edit.TextBox", "edit.Box":
				boxes = append(boxes, d)
			}
		})
		if box.Object == nil || len(boxes) == 0 {
			t.Fatalf("%s: there is no toast, or no text box", where)
		}
		for _, d := range boxes {
			if d.At.X < box.At.X+box.Size.Width && box.At.X < d.At.X+d.Size.Width && d.At.Y < box.At.Y+box.Size.Height && box.At.Y < d.At.Y+d.Size.Height {
				t.Errorf("%s: the toast at %v, %v covers a %s at %v, %v", where, box.At, box.Size, kittest.Kind(d.Object), d.At, d.Size)
			}
		}
	}
	for _, size := range []fyne.Size{fyne.NewSize(700, 600), fyne.NewSize(1280, 800)} {
		s.win.Resize(size)
		for _, tab := range s.inRail() {
			s.showTab(tab.ID)
			check(fmt.Sprint(tab.ID, " at ", size))
		}
		for i, open := range editors {
			open()
			check(fmt.Sprint("editor ", i, " at ", size))
			s.closeEditor()
		}
	}
}

func TestProblemsAndNotesLeadToTheirFiles(t *testing.T) {
	s := sample(t)
	if s.status.warnings.Visible() {
		t.Fatalf("nothing is wrong, and the bar says %q", s.status.warnings.Text())
	}
	plain := filepath.Join(s.session.Dir(), "plain.txt")
	if err := os.WriteFile(plain, []byte("plain\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	s.session.Compose().Add([]string{"plain.txt", "gone.txt", "gone_too.txt"})
	row, _ := s.session.Files().RowOf("plain.txt")
	s.session.Compose().SetMode([]int{row}, models.Outline)
	s.Settle()
	s.Until("both are counted", func() bool { return s.status.warnings.Text() == "2 problems · 1 note" })
	s.status.warnings.Tapped(&fyne.PointEvent{})
	v := s.editor.Editor.(*problemsView)
	var shown []string
	for i := range v.rows {
		cells := problemRows{v}.Row(i).Cells
		shown = append(shown, cells[0].Text+"|"+cells[1].Text)
	}
	want := []string{"problem|does not exist", "|gone.txt", "|gone_too.txt", "note|Plain text has no outline; the summary is shown", "|plain.txt"}
	if diff := cmp.Diff(want, shown); diff != "" {
		t.Errorf("wrong rows (-want +got):\n%s", diff)
	}
	v.open(len(v.rows) - 1)
	if s.editor != nil || s.tab != part.Files || s.Focused() != fyne.Focusable(s.files()) {
		t.Error("the row does not lead to the context")
	}
	if got := s.paths(s.context.Current()); len(got) != 1 || got[0] != "plain.txt" {
		t.Errorf("the row led to %v", got)
	}
	s.reviewProblems()
	if v := s.editor.Editor.(*problemsView); v.list.Cursor() != len(v.rows)-1 {
		t.Errorf("the list begins at row %d again", v.list.Cursor())
	}
	if err := os.Remove(plain); err != nil {
		t.Fatal(err)
	}
	s.session.Tree().Rescan()
	s.Until("the list follows", func() bool { return s.status.warnings.Text() == "3 problems" })
}

// The images are those of the dossier, not of a snapshot in view.
func TestASnapshotHasNoImagesOfTheDossier(t *testing.T) {
	s := sample(t)
	s.session.Snapshots().Write()
	s.Until("it is written", func() bool { _, ok := s.session.Snapshots().LastSent(); return ok })
	s.Until("the images are counted", func() bool { return strings.Contains(s.status.figures.Text(), "for images") })
	last, _ := s.session.Snapshots().LastSent()
	s.session.Snapshots().Replay(last.ID, false)
	s.Until("the snapshot is shown", func() bool { return strings.HasPrefix(s.status.figures.Text(), "snapshot ") })
	if got := s.status.figures.Text(); strings.Contains(got, "images") {
		t.Errorf("the bar says %q", got)
	}
}
