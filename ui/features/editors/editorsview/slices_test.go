package editorsview

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/test"
	"github.com/google/go-cmp/cmp"

	"dossier/models"
	"dossier/ui/kit"
	"dossier/ui/kit/board"
	"dossier/ui/kit/kittest"
	"dossier/ui/part/parttest"
	"dossier/ui/words"
)

// bench is a stage with the slices editor of one file.
type bench struct {
	*stage
	*slicesEditor
	dir string
}

// newBench opens the slices of a.go, which is in the dossier, in a project of the given files.
func newBench(t *testing.T, files map[string]string) *bench {
	t.Helper()
	s := &stage{parttest.NewStage(t, parttest.Places(t)), t}
	s.Window.Resize(fyne.NewSize(1000, 760))
	dir := parttest.Folder(t, files)
	s.Open(dir)
	s.Session().Compose().Add([]string{"a.go"})
	s.Settle()
	e := New(s).Slices("a.go", 0).(*slicesEditor)
	s.Edit(e)
	b := &bench{s, e, dir}
	b.ready()
	return b
}

func TestMain(m *testing.M) { parttest.Main(m) }

const handlers = `package web

// Login opens a session.
func Login(name string) error {
	if name == "" {
		return errNoName
	}
	return open(name)
}

// Logout ends it.
func Logout() error {
	return close()
}
`

func (b *bench) ready() {
	b.t.Helper()
	b.Until("the text and its symbols are there", func() bool {
		return (b.model.Loaded() && b.model.Outline().Known() || b.model.Err() != nil) && !b.Session().Building() && b.model.Cost().Exact
	})
}

// shape formats the slices of the list.
func (b *bench) shape() string {
	var out []string
	for _, p := range b.rows.list {
		out = append(out, strings.TrimSpace(fmt.Sprintf("%s %s %s", words.Lines(p.Start, p.End), p.Tag, p.Comment)))
	}
	return strings.Join(out, ", ")
}

func (b *bench) wants(what, want string) {
	b.t.Helper()
	if got := b.shape(); got != want {
		b.t.Errorf("%s: the slices are %q, want %q", what, got, want)
	}
}

// stroke types a key with modifiers, which the driver sends as a shortcut.
func (b *bench) stroke(name fyne.KeyName, mods fyne.KeyModifier) {
	b.Focused().(fyne.Shortcutable).TypedShortcut(&desktop.CustomShortcut{KeyName: name, Modifier: mods})
}

func (b *bench) typed(words string) { test.Type(b.Focused(), words) }

func TestSlicesByKeyboard(t *testing.T) {
	b := newBench(t, map[string]string{"a.go": handlers})
	if b.Focused() != fyne.Focusable(b.code) || b.code.CursorLine() != 0 {
		t.Fatal("the text has not the keyboard")
	}
	b.code.Select(3, 9)
	b.Press(fyne.KeyReturn)
	b.typed("login")
	b.Press(fyne.KeyTab)
	b.typed("the  bug")
	b.Press(fyne.KeyReturn)
	b.wants("made, with tag and comment", "4–9 login the bug")
	if b.Focused() != fyne.Focusable(b.code) {
		t.Fatalf("after typing, %T has the keyboard", b.Focused())
	}
	if item := b.Session().Files().Items()[0]; item.ViewMode != models.Custom {
		t.Errorf("the view mode is %s", item.ViewMode)
	}

	b.stroke(fyne.KeyUp, kit.Ctrl|kit.Shift)
	b.wants("its start is moved", "3–9 login the bug")
	b.stroke(fyne.KeyDown, kit.Ctrl)
	b.wants("its end is moved", "3–10 login the bug")
	b.code.SetCursor(6)
	b.stroke(fyne.KeyD, kit.Ctrl)
	b.wants("split at line 7", "3–6 login the bug, 7–10 login")
	b.stroke(fyne.KeyUp, kit.Alt)
	b.wants("moved up", "7–10 login, 3–6 login the bug")
	b.stroke(fyne.KeyJ, kit.Ctrl)
	b.wants("joined with the next", "3–10 login the bug")
	b.code.Select(10, 14)
	b.stroke(fyne.KeyReturn, kit.Ctrl)
	b.wants("given the selected lines", "11–14 login the bug")

	b.Focus(b.list)
	b.Press(fyne.KeyF2)
	b.Press(fyne.KeyEscape)
	b.wants("Escape leaves the tag as it was", "11–14 login the bug")
	if !b.Editing() || b.Focused() != fyne.Focusable(b.list) {
		t.Fatal("Escape in a cell did more than leave the cell")
	}
	b.Press(fyne.KeyDelete)
	b.wants("deleted", "")
	for range 10 { // each of them was one undo step
		b.windowKey(fyne.KeyZ, kit.Ctrl)
	}
	b.wants("all undone", "")
	if item := b.Session().Files().Items()[0]; item.ViewMode != models.Full {
		t.Errorf("undone, the view mode is %s", item.ViewMode)
	}
	b.Press(fyne.KeyEscape)
	if b.Editing() {
		t.Error("the editor is open")
	}
}

// windowKey is a key of the window: the editor has a method of this name too.
func (b *bench) windowKey(name fyne.KeyName, mods fyne.KeyModifier) { b.stage.Key(name, mods) }

func TestSlicesByPointing(t *testing.T) {
	b := newBench(t, map[string]string{"a.go": handlers})
	line := func(n int) float32 { return (float32(n) - 0.5) * kit.CodeRowHeight }
	drag := func(x float32, from, to int) {
		ev := &desktop.MouseEvent{Button: desktop.MouseButtonPrimary}
		ev.Position = fyne.NewPos(x, line(from))
		b.code.MouseDown(ev)
		b.code.Dragged(&fyne.DragEvent{PointEvent: fyne.PointEvent{Position: fyne.NewPos(x, line(to))}})
		b.code.MouseUp(ev)
		b.code.DragEnd()
	}
	drag(200, 4, 8)
	if got := b.selected.Text(); !strings.HasPrefix(got, "Lines 4–8 · 5 lines · ~") {
		t.Errorf("the selection is said to be %q", got)
	}
	b.makeOne.Tapped(nil)
	b.Press(fyne.KeyEscape)
	b.wants("made with the button", "4–8")

	drag(4, 8, 9) // its end, in the margin
	b.wants("resized by its end", "4–9")

	// A symbol is added with one click, and then marked as added.
	i := b.outline.Find(b.outline.Key(1))
	if got := b.outline.outline().Entry(i).Title; got != "Logout" {
		t.Fatalf("the symbol is %s", got)
	}
	b.outline.cell(i, board.Cell{ID: outlineTakeCell}, fyne.Position{}, fyne.Size{})
	b.wants("a symbol is taken", "4–9, 11–14 Logout")
	if !b.rows.hasSlice(b.outline.outline().Entry(i)) {
		t.Error("the symbol is not marked as taken")
	}

	b.list.OnMove([]int{1}, 0)
	b.wants("dragged in the list", "11–14 Logout, 4–9")
	b.choose(0)
	for _, item := range b.menu(0) {
		if item.Text == "Delete" {
			item.Action()
		}
	}
	b.wants("deleted by its menu", "4–9")
}

func TestGoToInTheSlicesEditor(t *testing.T) {
	b := newBench(t, map[string]string{"a.go": handlers})
	b.stroke(fyne.KeyF, kit.Ctrl)
	if b.Focused() != fyne.Focusable(b.goTo) {
		t.Fatalf("%T has the keyboard", b.Focused())
	}
	lines := func() string { first, last := b.lines(); return words.Lines(first, last) }
	tests := []struct{ query, lines, found string }{
		{"8", "8", "1 / 1"},
		{"4-9", "4–9", "1 / 1"},
		{"@logout", "11–14", "1 / 1"},
		{"return", "6", "1 / 3"},
		{"nowhere", "6", "not found"},
	}
	for _, tt := range tests {
		b.code.SetTop(0, 0)
		b.goTo.SetText(tt.query)
		b.Until(tt.query+" is found", func() bool { return b.found.Text() == tt.found })
		if got := lines(); got != tt.lines {
			t.Errorf("%s leads to %s, want %s", tt.query, got, tt.lines)
		}
	}
	b.goTo.SetText("return")
	b.Until("it is found", func() bool { return b.found.Text() == "1 / 3" })
	b.windowKey(fyne.KeyF3, 0)
	if got := lines(); got != "8" {
		t.Errorf("F3 leads to %s", got)
	}
	b.windowKey(fyne.KeyF3, kit.Shift)
	b.windowKey(fyne.KeyF3, kit.Shift)
	if got := lines(); got != "13" {
		t.Errorf("Shift+F3 twice leads to %s", got)
	}
	b.goTo.SetText("12")
	b.Press(fyne.KeyReturn)
	if b.Focused() != fyne.Focusable(b.code) || lines() != "12" {
		t.Errorf("Enter leads to line %s, and %T has the keyboard", lines(), b.Focused())
	}
}

func TestTheSlicesEditorFollowsTheDisk(t *testing.T) {
	b := newBench(t, map[string]string{"a.go": handlers})
	b.code.Select(3, 9)
	b.make()
	b.Press(fyne.KeyEscape)
	b.code.Select(12, 13)
	b.make()
	b.Press(fyne.KeyEscape)
	if b.noticeBar.Visible() || b.update.Visible() {
		t.Error("there is something to say of a file that nobody touched")
	}
	content := strings.Replace("// The web.\n"+handlers, "return close()\n", "return nil\n", 1)
	if err := os.WriteFile(filepath.Join(b.dir, "a.go"), []byte(content), 0o600); err != nil {
		t.Fatal(err)
	}
	b.Until("it says so", func() bool { return b.noticeBar.Visible() })
	if got := b.notice.Text(); !strings.HasPrefix(got, "The file changed on the disk") {
		t.Errorf("it says %q", got)
	}
	if b.model.Line(1) != "// The web." {
		t.Errorf("the first line is %q", b.model.Line(1))
	}
	words := map[string]bool{}
	for i := range b.rows.Len() {
		words[b.rows.Row(i).Cells[2].Text] = true
	}
	if !words["moved"] {
		t.Errorf("the slices are %v", words)
	}
	b.update.Tapped(nil)
	b.Until("the lines are up to date", func() bool { return len(b.model.Outdated()) == 0 })
	if b.noticeBar.Visible() {
		t.Errorf("it still says %q", b.notice.Text())
	}

	if err := os.Remove(filepath.Join(b.dir, "a.go")); err != nil {
		t.Fatal(err)
	}
	b.Until("it says that the file is gone", func() bool { return strings.Contains(b.notice.Text(), "no longer exists") })
	if !b.makeOne.Disabled() || b.code.MinSize().IsZero() || !b.code.Visible() {
		t.Error("a slice can be made of a file that is gone, or its text is hidden")
	}
}

func TestSelectedLinesOfAFileThatChangesMoveOrAreDropped(t *testing.T) {
	tests := []struct {
		name        string
		first, last int
		backwards   bool
		content     string
		want        [2]int // lines, from 1; 0 for none
		cursor      int
	}{
		{name: "lines came above", first: 4, last: 9, content: "// one\n// two\n" + handlers, want: [2]int{6, 11}, cursor: 11},
		{name: "selected upwards", first: 4, last: 9, backwards: true, content: "// one\n" + handlers, want: [2]int{5, 10}, cursor: 5},
		{name: "the cursor alone", first: 13, last: 13, content: strings.Replace(handlers, "package web\n", "", 1), want: [2]int{12, 12}, cursor: 12},
		{name: "a change elsewhere", first: 12, last: 14, content: strings.Replace(handlers, "errNoName", "errName", 1), want: [2]int{12, 14}, cursor: 14},
		{name: "a change within", first: 4, last: 9, content: strings.Replace(handlers, "errNoName", "errName", 1)},
		{name: "they are gone", first: 12, last: 14, content: strings.Split(handlers, "// Logout")[0]},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			b := newBench(t, map[string]string{"a.go": handlers})
			b.code.Select(tt.first-1, tt.last)
			if tt.backwards {
				b.code.SelectText(tt.last-1, 0, tt.first-1, 0)
			}
			version := b.model.Version()
			if err := os.WriteFile(filepath.Join(b.dir, "a.go"), []byte(tt.content), 0o600); err != nil {
				t.Fatal(err)
			}
			b.Until("the text is the new one", func() bool { return b.model.Version() > version })
			first, last := b.lines()
			if got := [2]int{first, last}; got != tt.want || b.cursorLine() != tt.cursor {
				t.Errorf("lines %v are selected, the cursor on %d, want %v and %d", got, b.cursorLine(), tt.want, tt.cursor)
			}
			if none := tt.want[0] == 0; b.makeOne.Disabled() != none {
				t.Errorf("a slice can be made: %t", none)
			}
		})
	}
}

func TestAFileThatIsTooLargeIsOpenedOnRequest(t *testing.T) {
	b := newBench(t, map[string]string{"a.go": strings.Repeat("// "+strings.Repeat("x", 96)+"\n", 20_000)})
	if b.code.Visible() || !b.nothing.Visible() {
		t.Fatal("nothing says that the file is too large")
	}
	b.model.RaiseLimit()
	b.Until("it is shown", func() bool { return b.code.Visible() })
	if b.model.Lines() != 20_000 {
		t.Errorf("%d lines are shown", b.model.Lines())
	}
}

func TestSlicesThatAreNotShownSaySo(t *testing.T) {
	b := newBench(t, map[string]string{"a.go": handlers})
	b.code.Select(3, 9)
	b.make()
	b.Press(fyne.KeyEscape)
	b.Session().Compose().SetMode([]int{0}, models.Full)
	if got := b.notice.Text(); !b.noticeBar.Visible() || !strings.Contains(got, "shown as full") {
		t.Errorf("shown: %t: %q", b.noticeBar.Visible(), got)
	}
	b.noticeDo.Tapped(nil)
	if b.noticeBar.Visible() || b.Session().Files().Items()[0].ViewMode != models.Custom {
		t.Error("the slices are still not shown")
	}
}

func TestTheMarginAndTheListAgree(t *testing.T) {
	b := newBench(t, map[string]string{"a.go": handlers})
	for _, ends := range [][2]int{{10, 14}, {3, 9}} {
		b.code.Select(ends[0], ends[1])
		b.make()
		b.Press(fyne.KeyEscape)
	}
	b.choose(1)
	type mark struct {
		First, Last int
		Strong      bool
	}
	var got []mark
	for _, m := range b.rows.marks {
		got = append(got, mark{m.First, m.Last, m.Strong})
	}
	if diff := cmp.Diff([]mark{{3, 8, false}, {10, 13, true}}, got); diff != "" {
		t.Errorf("wrong marks (-want +got):\n%s", diff)
	}
	if got := (sliceLines{b.slicesEditor}).Line(3).Detail; got != "slice 1 · exact" {
		t.Errorf("beside line 4 stands %q", got)
	}
	b.code.OnMark(0)
	if b.list.Cursor() != 0 || b.rows.current != 0 {
		t.Errorf("a press on the first mark leads to row %d", b.list.Cursor())
	}
}

// A lost slice is attached to lines that were selected before it was.
func TestALostSliceIsAttachedToTheSelectedLines(t *testing.T) {
	b := newBench(t, map[string]string{"a.go": handlers})
	b.code.Select(3, 9)
	b.make()
	b.typed("login")
	b.Press(fyne.KeyReturn)
	if err := os.WriteFile(filepath.Join(b.dir, "a.go"), []byte("package web\n\nvar x = 1\nvar y = 2\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	b.Until("the slice is lost", func() bool { return b.rows.Len() == 1 && b.rows.list[0].Lost() })
	if len(b.rows.marks) != 0 || b.update.Visible() {
		t.Error("a lost slice stands in the margin, or is said to be updated")
	}
	b.code.Select(2, 4)
	b.Focus(b.list)
	ev := &desktop.MouseEvent{Button: desktop.MouseButtonPrimary}
	ev.Position = fyne.NewPos(60, 10)
	b.list.MouseDown(ev)
	kittest.Release(b.list, ev)
	if first, last := b.lines(); first != 3 || last != 4 {
		t.Fatalf("a click on the slice selects lines %d to %d", first, last)
	}
	b.stroke(fyne.KeyReturn, kit.Ctrl)
	b.wants("attached", "3–4 login")
}

// Everything can be reached with Tab alone.
func TestTabGoesThroughTheSlicesEditor(t *testing.T) {
	b := newBench(t, map[string]string{"a.go": handlers})
	b.code.Select(3, 9)
	b.make()
	b.Press(fyne.KeyEscape)
	want := map[fyne.Focusable]string{b.goTo: "the box", b.code: "the text", b.makeOne: "the button", b.list: "the slices", b.outline.list: "the symbols"}
	b.Focus(b.code)
	for range 60 {
		delete(want, b.Focused())
		b.Window.Canvas().FocusNext()
	}
	for _, name := range want {
		t.Errorf("Tab never comes to %s", name)
	}
}

// A search result opens the text at its line.
func TestSlicesOpenAtALine(t *testing.T) {
	b := newBench(t, map[string]string{"a.go": handlers})
	e := New(b.stage).Slices("a.go", 12).(*slicesEditor)
	b.Edit(e)
	b.Until("the text is there", e.model.Loaded)
	if first, last := e.lines(); first != 12 || last != 12 {
		t.Errorf("lines %d to %d are selected, want line 12", first, last)
	}
	e.reload()
	if first, last := e.lines(); first != 12 || last != 12 {
		t.Errorf("after a change elsewhere lines %d to %d are selected, want line 12", first, last)
	}
}
