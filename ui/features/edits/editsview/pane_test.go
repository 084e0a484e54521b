package editsview

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"github.com/google/go-cmp/cmp"

	"dossier/aggregate/answer"
	"dossier/ui/features/difference"
	"dossier/ui/features/edits"
	"dossier/ui/kit"
	"dossier/ui/kit/board"
	"dossier/ui/part/parttest"
	"dossier/ui/project/answers"
)

func TestMain(m *testing.M) { parttest.Main(m) }

// stage is a window with the review.
type stage struct {
	*parttest.Stage
	t testing.TB
	v *View
	p *Pane
}

const (
	letters = "a\nb\nc\nd\ne\nf\ng\nh\ni\nj\nk\nl\nm\nn\no\np\nq\nr\ns\nt\nu\nv\nw\nx\ny\nz\n"
	server  = "package src\n\nfunc a() int {\n\treturn 1\n}\n\nfunc b() int {\n\treturn 1\n}\n"
)

// pasted has three hunks of one file, an ambiguous edit, one that is not found, and a new file.
const pasted = "letters.txt\n```\na\nB\nc\nd\ne\nf\ng\nh\ni\nj\nk\nL\nl2\nm\nn\no\np\nq\nr\ns\nt\nu\nv\nw\nY\nz\n```\n\n" +
	"src/server.go\n```go\n<<<<<<< SEARCH\n\treturn 1\n=======\n\treturn 2\n>>>>>>> REPLACE\n```\n\n" +
	"src/server.go\n```go\n<<<<<<< SEARCH\nnot there\n=======\nat all\n>>>>>>> REPLACE\n```\n\n" +
	"new.txt\n```\nnew\n```\n"

func newStage(t *testing.T, text string) *stage {
	t.Helper()
	s := &stage{Stage: parttest.NewStage(t, parttest.Places(t)), t: t}
	s.Window.Resize(fyne.NewSize(1280, 700))
	s.Open(parttest.Folder(t, map[string]string{"letters.txt": letters, "src/server.go": server}))
	s.v = New(s)
	s.p = s.v.pane
	s.Edit(s.v)
	edits.Of(s.Session()).SetText(text)
	s.settle()
	s.Focus(s.p.list)
	return s
}

func (s *stage) part() *edits.Part { return edits.Of(s.Session()) }

func (s *stage) settle() {
	s.t.Helper()
	s.Until("everything is placed", func() bool {
		return len(s.part().Files()) > 0 && !s.part().Reading() && !s.part().Writing() && !s.part().Checking()
	})
}

// list returns the rows as they are drawn, without glyphs.
func (s *stage) list() []string {
	var out []string
	for i := range s.p.rows.Len() {
		var cells []string
		row := s.p.rows.Row(i)
		for _, c := range row.Cells {
			switch {
			case c.Kind == board.CellCheck:
				cells = append(cells, map[kit.CheckState]string{kit.On: "[x]", kit.Off: "[ ]", kit.Mixed: "[-]"}[c.State])
			case c.Text != "":
				cells = append(cells, c.Text)
			}
		}
		out = append(out, strings.Repeat("  ", row.Indent)+strings.Join(cells, " | "))
	}
	return out
}

func (s *stage) lists(want ...string) {
	s.t.Helper()
	if diff := cmp.Diff(want, s.list()); diff != "" {
		s.t.Errorf("wrong rows (-want +got):\n%s", diff)
	}
}

// drawn returns the lines of the difference as they are drawn in the view that is in front.
func (s *stage) drawn() []string {
	var out []string
	for i := range s.p.lines.Len() {
		out = append(out, s.p.texts.Drawn(i).Text)
	}
	return out
}

func (s *stage) file(name string) string {
	data, err := os.ReadFile(filepath.Join(s.Session().Dir(), name))
	if err != nil {
		s.t.Fatal(err)
	}
	return string(data)
}

// goTo moves the cursor to the first row that has a text in it.
func (s *stage) goTo(text string) {
	s.t.Helper()
	for i, row := range s.list() {
		if strings.Contains(row, text) {
			s.p.setCursor(i)
			return
		}
	}
	s.t.Fatalf("no row has %q: %q", text, s.list())
}

func (s *stage) typeRune(r rune) { s.p.list.TypedRune(r) }

// An edit of lines that another one changes has a box, which takes it instead.
func TestAnAlternativeHasABox(t *testing.T) {
	s := newStage(t, "letters.txt\n```\n<<<<<<< SEARCH\nb\nc\n=======\nB\nc\n>>>>>>> REPLACE\n```\n\n"+
		"letters.txt\n```\n<<<<<<< SEARCH\nb\n=======\nbee\n>>>>>>> REPLACE\n```\n")
	s.lists("[x] | letters.txt | 1 of 1 hunk | −1 +1", "  [x] | line 2 | B | certain | −1 +1", "  [ ] | line 2 | bee | alternative")
	s.goTo("alternative")
	s.Press(fyne.KeySpace)
	s.settle()
	s.lists("[x] | letters.txt | 1 of 1 hunk | −1 +1", "  [x] | line 2 | bee | certain | −1 +1", "  [ ] | lines 2-3 | B | alternative")
}

func TestTheListShowsFilesHunksAndPlaces(t *testing.T) {
	s := newStage(t, pasted)
	s.lists(
		"[x] | letters.txt | 3 of 3 hunks | −4 +4",
		"  [x] | line 2 | B | certain | −1 +1",
		"  [x] | line 12 | L | certain | −1 +2",
		"  [x] | lines 24-25 | Y | certain | −2 +1",
		"[ ] | src/server.go",
		"  ambiguous | the text to replace is in the file 2 times | which of 2",
		"  ○ line 4 | return 1",
		"  ○ line 8 | return 1",
		"  the text to replace is not in the file | not found",
		"[x] | new.txt | new file | 1 of 1 hunk | −0 +1",
		"  [x] | new file | new | certain | −0 +1",
	)
	if got := s.p.apply.Text(); got != "Apply 4 hunks" || s.p.total.Text() != "2 files change" {
		t.Errorf("the button says %q, and the bar %q", got, s.p.total.Text())
	}
	s.goTo("line 12")
	s.Press(fyne.KeySpace)
	s.goTo("new.txt")
	s.Press(fyne.KeySpace)
	s.goTo("○ line 8")
	s.Press(fyne.KeyReturn)
	s.settle()
	s.lists(
		"[-] | letters.txt | 2 of 3 hunks | −4 +4",
		"  [x] | line 2 | B | certain | −1 +1",
		"  [ ] | line 12 | L | certain | −1 +2",
		"  [x] | lines 24-25 | Y | certain | −2 +1",
		"[x] | src/server.go | 1 of 1 hunk | −1 +1",
		"  [x] | line 8 | return 2 | chosen | −1 +1",
		"  ambiguous | the text to replace is in the file 2 times | line 8",
		"  ○ line 4 | return 1",
		"  ◉ line 8 | return 1",
		"  the text to replace is not in the file | not found",
		"[ ] | new.txt | new file | 0 of 1 hunk | −0 +1",
		"  [ ] | new file | new | certain | −0 +1",
	)
	s.goTo("letters.txt")
	s.Press(fyne.KeyLeft)
	if got := s.list()[1]; !strings.Contains(got, "src/server.go") {
		t.Errorf("the hunks of a folded file are shown: %q", got)
	}
	s.Press(fyne.KeyRight)
	if got := s.list()[1]; !strings.Contains(got, "line 2") {
		t.Errorf("the hunks of a file that is unfolded are not shown: %q", got)
	}
}

// What is written is what the difference shows: the lines that are the same, those that come with ticked
// hunks, and those that would go with the others.
func TestWhatTheDifferenceShowsIsWritten(t *testing.T) {
	s := newStage(t, pasted)
	s.goTo("line 12")
	s.Press(fyne.KeySpace)
	s.goTo("line 2 ")
	mine := "bee\nbeetle\n"
	s.part().Rewrite(edits.Ref{File: 0, Hunk: 0}, &mine)
	if diff := cmp.Diff([]string{
		"    a", "☑   line 2 · edited", "-   b", "+   bee", "+   beetle", "    c", "    d", "    e",
		"⋯ 3 unchanged lines", "    i", "    j", "    k", "☐   line 12 · certain", "-   l", "+   L", "+   l2", "    m", "    n", "    o",
		"⋯ 5 unchanged lines", "    u", "    v", "    w", "☑   lines 24-25 · certain", "-   x", "-   y", "+   Y", "    z",
	}, s.unified()); diff != "" {
		t.Fatalf("the difference is (-want +got):\n%s", diff)
	}
	for i := 0; i < s.p.lines.Len(); i++ {
		if s.p.lines.Line(i).Kind == difference.Gap {
			s.p.texts.OnUnfold(i)
		}
	}
	var want strings.Builder
	number := 0
	for i := range s.p.lines.Len() {
		line := s.p.lines.Line(i)
		taken := line.Change >= 0 && s.p.shown.ticked[s.p.shown.hunks[line.Change]]
		switch {
		case line.Kind == difference.Same, line.Kind == difference.Added && taken:
			number++
			want.WriteString(s.p.lines.Text(true, line.New) + "\n")
			if got := s.p.lines.Number(true, line.New); got != number {
				t.Errorf("line %q has the number %d, and becomes line %d", s.p.lines.Text(true, line.New), got, number)
			}
		case line.Kind == difference.Removed && !taken:
			number++
			want.WriteString(s.p.lines.Text(false, line.Old) + "\n")
		}
	}
	s.Press(fyne.KeyEscape)
	s.p.apply.Tapped(nil)
	s.settle()
	if diff := cmp.Diff(want.String(), s.file("letters.txt")); diff != "" {
		t.Errorf("something else was written (-shown +written):\n%s", diff)
	}
	if s.file("new.txt") != "new\n" || s.file("src/server.go") != server {
		t.Error("the other files are not as they were shown")
	}
	s.Undo()
	s.settle()
	if s.file("letters.txt") != letters {
		t.Error("undo does not restore the file")
	}
}

// unified returns the lines of the difference as one text.
func (s *stage) unified() []string {
	s.p.choice.Choose(0)
	s.p.side()
	s.p.texts.Reload()
	return s.drawn()
}

func TestPlacesAreShownBeforeOneIsChosen(t *testing.T) {
	s := newStage(t, pasted)
	s.goTo("○ line 8")
	if diff := cmp.Diff([]string{"⋯ 4 unchanged lines", "    }", "    ", "    func b() int {", "○   line 8 · Apply it here", "-   \treturn 1", "+   \treturn 2", "    }"}, s.unified()); diff != "" {
		t.Errorf("the difference is (-want +got):\n%s", diff)
	}
	s.p.texts.OnHeading(4)
	s.settle()
	if got := s.unified()[4]; got != "◉   line 8 · chosen" {
		t.Errorf("the heading is %q", got)
	}
	s.goTo("not found")
	if s.p.lower.Objects[0] != fyne.CanvasObject(s.p.notes) || s.p.title.Text() != "src/server.go" {
		t.Errorf("the edit that is not found shows %q", s.p.title.Text())
	}
}

// Letters move and act, as they do in reviews elsewhere.
func TestKeysOfTheReview(t *testing.T) {
	s := newStage(t, pasted)
	s.p.setCursor(0)
	s.typeRune('j')
	if s.p.list.Cursor() != 1 {
		t.Errorf("j leads to row %d", s.p.list.Cursor())
	}
	s.typeRune('j')
	s.typeRune('k')
	s.Press(fyne.KeySpace)
	if s.part().Files()[0].Hunks[0].Ticked {
		t.Error("Space does not untick the hunk")
	}
	s.Key(fyne.KeyF7, 0)
	s.Key(fyne.KeyF7, 0)
	if got := s.list()[s.p.list.Cursor()]; !strings.Contains(got, "lines 24-25") {
		t.Errorf("F7 leads to %q", got)
	}
	s.Key(fyne.KeyF7, kit.Shift)
	if got := s.list()[s.p.list.Cursor()]; !strings.Contains(got, "line 12") {
		t.Errorf("Shift+F7 leads to %q", got)
	}
	s.Press(fyne.KeyRight)
	front := s.p.texts.Front()
	if s.Focused() != fyne.Focusable(front) {
		t.Fatalf("Right leads to a %T", s.Focused())
	}
	s.Press(fyne.KeySpace)
	if s.part().Files()[0].Hunks[1].Ticked {
		t.Error("Space in the difference does not untick its hunk")
	}
	s.Press(fyne.KeyJ)
	s.Press(fyne.KeySpace)
	if s.part().Files()[0].Hunks[2].Ticked {
		t.Error("J in the difference does not lead to the next hunk")
	}
	s.Press(fyne.KeyEscape)
	if s.Focused() != fyne.Focusable(s.p.list) {
		t.Errorf("Escape leads to a %T", s.Focused())
	}
}

// What is typed is stored with each key, so that nothing is lost when another row is shown.
func TestATextIsEdited(t *testing.T) {
	s := newStage(t, pasted)
	s.goTo("line 12")
	s.typeRune('e')
	if s.Focused() != fyne.Focusable(s.p.writer.editor) || s.p.writer.editor.Text() != "L\nl2\n" {
		t.Fatalf("the box has %q, and the keyboard is at a %T", s.p.writer.editor.Text(), s.Focused())
	}
	s.p.writer.editor.Insert("X")
	s.goTo("line 2 ")
	s.settle()
	if got := s.list()[2]; !strings.Contains(got, "XL | edited") {
		t.Errorf("the row is %q", got)
	}
	if s.p.writer.writes() {
		t.Error("another row still shows the text of the hunk")
	}
	s.goTo("edited")
	s.goTo("line 12")
	s.typeRune('e')
	if s.p.writer.editor.Text() != "XL\nl2\n" {
		t.Errorf("the box has %q", s.p.writer.editor.Text())
	}
	s.p.writer.restore.Tapped(nil)
	if got := s.list()[2]; !strings.Contains(got, "L | certain") {
		t.Errorf("the row is %q", got)
	}
	s.goTo("letters.txt")
	s.typeRune('e')
	s.p.writer.editor.Insert("0\n")
	s.settle()
	if got := s.list()[0]; !strings.Contains(got, "edited") || !s.p.writer.writes() {
		t.Errorf("the row of the file is %q", got)
	}
	s.p.writer.done.Tapped(nil)
	if diff := cmp.Diff([]string{"[x] | letters.txt | 3 of 3 hunks | edited | −4 +5", "  [x] | lines 1-2 | 0 | certain | −1 +2"}, s.list()[:2]); diff != "" {
		t.Errorf("wrong rows (-want +got):\n%s", diff)
	}
	parttest.MenuItem(t, s.p.menu(0), "Restore the answer's text").Action()
	if got := s.list()[0]; strings.Contains(got, "edited") {
		t.Errorf("the row of the file is %q", got)
	}
}

// Both texts are side by side only where there is room.
func TestSideBySideNeedsRoom(t *testing.T) {
	s := newStage(t, pasted)
	s.goTo("line 12")
	if !s.p.lines.SideBySide() || !s.p.choice.Visible() {
		t.Error("in a wide window the texts are not side by side")
	}
	s.Window.Resize(fyne.NewSize(900, 700))
	if s.p.lines.SideBySide() || s.p.choice.Visible() {
		t.Error("in a narrow window the texts are side by side")
	}
	s.Window.Resize(fyne.NewSize(1280, 700))
	if !s.p.lines.SideBySide() {
		t.Error("what was chosen is forgotten")
	}
}

// A syntax error that the ticked hunks bring in is on the row of the file.
func TestASyntaxErrorIsShown(t *testing.T) {
	s := newStage(t, "src/server.go\n```go\n<<<<<<< SEARCH\nfunc a() int {\n=======\nfunc a() int {{\n>>>>>>> REPLACE\n```\n")
	if got := s.list()[0]; got != "[x] | src/server.go | 1 of 1 hunk | syntax error | −1 +1" {
		t.Errorf("the row is %q", got)
	}
	s.goTo("line 3")
	s.Press(fyne.KeySpace)
	s.settle()
	if got := s.list()[0]; strings.Contains(got, "syntax error") {
		t.Errorf("the row is %q", got)
	}
}

// After applying, what has changed since the last document is one click from the next one.
func TestFollowUp(t *testing.T) {
	s := newStage(t, pasted)
	if s.p.follow.Visible() {
		t.Error("there is nothing to follow up")
	}
	s.Session().Compose().Add([]string{"letters.txt"})
	s.Settle()
	s.Session().Snapshots().Write()
	s.Until("it was written", func() bool { _, ok := s.Session().Snapshots().LastSent(); return ok })
	s.p.apply.Tapped(nil)
	s.settle()
	s.Until("a follow-up is offered", func() bool { s.p.Reload(); return s.p.follow.Visible() })
	s.p.follow.Tapped(nil)
	if _, ok := s.Session().Snapshots().ChangesSince(); !ok {
		t.Error("the dossier does not show what has changed since")
	}
}

// An edit that was applied has no place any more because of that, which is no warning.
func TestWhatWasAppliedDoesNotWarn(t *testing.T) {
	e := edits.Row{EditReport: answers.EditReport{
		Certainty: string(answer.NotFound), Reason: "lines that it changes were changed since they were sent", Old: "a\n", New: "b\n",
	}}
	if got := remarks(e)[0].Text; got != e.Reason {
		t.Fatalf("without a place it says %q", got)
	}
	e.Applied = true
	for _, line := range remarks(e) {
		if line.Text == e.Reason {
			t.Errorf("after it was applied it says %q", line.Text)
		}
	}
}
