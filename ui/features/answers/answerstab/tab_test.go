package answerstab

import (
	"strings"
	"testing"

	"fyne.io/fyne/v2"

	"dossier/models"
	"dossier/presets"
	"dossier/ui/features/answers"
	"dossier/ui/kit"
	"dossier/ui/kit/board"
	"dossier/ui/kit/kittest"
	"dossier/ui/part/parttest"
)

func TestMain(m *testing.M) { parttest.Main(m) }

// stage is a window with the tab.
type stage struct {
	*parttest.Stage
	t   testing.TB
	tab *Tab
}

func newStage(t *testing.T) *stage {
	t.Helper()
	s := &stage{Stage: parttest.NewStage(t, parttest.Places(t)), t: t}
	s.tab = New(s)
	s.Open(parttest.Folder(t, map[string]string{
		"a/main.go": "package main\n\nfunc main() {}\n", "b/main.go": "package main\n",
		"src/server.go": "package src\n\ntype Server struct{}\n\nfunc (s *Server) Login() {}\n\nfunc (s *Server) Logout() {}\n",
		"src/app.go":    strings.Repeat("// a line\n", 40) + "package src\n",
	}))
	s.ShowInFront(s.tab)
	return s
}

const modelAnswer = "Send me `src/app.go:3-9`, `main.go`, `src/gone.go` and `Server.Login`."

// paste puts an answer on the clipboard and presses Paste.
func (s *stage) paste(text string) {
	s.t.Helper()
	fyne.CurrentApp().Clipboard().SetContent(text)
	s.tab.paste()
	s.settle()
}

func (s *stage) settle() {
	s.t.Helper()
	r := answers.Of(s.Session())
	s.Until("the answer is looked through", func() bool {
		for _, row := range r.Rows() {
			if row.Cost.Pending {
				return false
			}
		}
		return !r.Busy()
	})
}

// lines returns the visible rows, without glyphs and figures.
func (s *stage) lines() []string {
	var out []string
	for i := range s.tab.rows.Len() {
		var cells []string
		for _, c := range s.tab.rows.Row(i).Cells {
			if c.ID == checkCell && c.State == kit.On {
				cells = append(cells, "✓")
			}
			if c.Text != "" && c.Kind != board.CellNumber {
				cells = append(cells, c.Text)
			}
		}
		out = append(out, strings.Join(cells, " | "))
	}
	return out
}

func (s *stage) want(lines ...string) {
	s.t.Helper()
	if got := strings.Join(s.lines(), "\n"); got != strings.Join(lines, "\n") {
		s.t.Errorf("the list shows\n%s\nwant\n%s", got, strings.Join(lines, "\n"))
	}
}

func TestAnAnswerIsPastedAndAdded(t *testing.T) {
	s := newStage(t)
	if why, step, _ := s.tab.nothing(); !strings.HasPrefix(why, "Paste what a model") || step != "Paste" {
		t.Errorf("without an answer there is %q, %q", why, step)
	}
	s.paste(modelAnswer)
	s.want(
		"✓ | src/app.go | lines 3–9",
		"main.go | which of 2 | ambiguous",
		"src/gone.go | missing",
		"✓ | src/server.go | Server.Login",
	)
	if !strings.HasPrefix(s.tab.total.Text(), "Selected: 2 files · ") || s.tab.add.Disabled() {
		t.Errorf("below the list is %q", s.tab.total.Text())
	}
	s.tab.candidates(1)[1].Action()
	s.settle()
	s.want(
		"✓ | src/app.go | lines 3–9",
		"✓ | b/main.go | chosen",
		"src/gone.go | missing",
		"✓ | src/server.go | Server.Login",
	)
	s.tab.Focus()
	if s.Focused() != fyne.Focusable(s.tab.list) {
		t.Fatalf("the keyboard went to %T", s.Focused())
	}
	s.tab.list.SetCursor(1)
	kittest.Key(s.tab.list, fyne.KeySpace)
	s.tab.requests().Add()
	s.Until("they are in the dossier", func() bool { return len(s.Session().Composition().Files) == 2 })
	s.Settle()
	files := s.Session().Composition().Files
	if files[0].Path != "src/app.go" || files[0].ViewMode != models.Custom || files[1].ViewMode != models.Masked || files[1].AstMask["Server.Login"] != models.MaskDef {
		t.Errorf("the dossier has %+v", files)
	}
	if text := s.Session().Document().Text(); !strings.Contains(text, "Login") || strings.Contains(text, "Logout") {
		t.Errorf("the document is\n%s", text)
	}
	s.want(
		"src/app.go | lines 3–9 | in the dossier",
		"b/main.go | chosen",
		"src/gone.go | missing",
		"src/server.go | Server.Login | in the dossier",
	)
	s.Undo()
	s.Settle()
	if n := len(s.Session().Composition().Files); n != 0 {
		t.Errorf("after undo there are %d files", n)
	}
	s.want(
		"✓ | src/app.go | lines 3–9",
		"b/main.go | chosen",
		"src/gone.go | missing",
		"✓ | src/server.go | Server.Login",
	)
}

// Until another answer is searched, nothing of the previous one can be added or copied.
func TestAnotherAnswerIsRead(t *testing.T) {
	s := newStage(t)
	s.paste(modelAnswer)
	fyne.CurrentApp().Clipboard().SetContent("a/main.go")
	s.tab.paste()
	s.tab.reload()
	if why, _, _ := s.tab.nothing(); why != "Reading the answer…" || s.tab.rows.Len() != 0 {
		t.Errorf("it says %q, with %d rows", why, s.tab.rows.Len())
	}
	if !s.tab.add.Disabled() || !s.tab.copy.Disabled() {
		t.Error("the former answer can be added or copied")
	}
	s.settle()
	s.want("✓ | a/main.go")
	if s.tab.add.Disabled() || s.tab.copy.Disabled() {
		t.Error("what was found can be neither added nor copied")
	}
}

// Requested files that are not in the project are reported, and nothing is added in their place.
func TestWhatIsNotThereIsSaid(t *testing.T) {
	s := newStage(t)
	s.paste("I need the definition of `Gone` in a/main.go, src/lost/, `src/*.rs`, https://github.com/x/y/blob/main/z.go#L3, /etc/passwd, `Server.Lost` and `main()`.")
	s.want(
		"a/main.go | no symbol Gone",
		"src/lost/ | missing",
		"src/*.rs | missing",
		"github.com/x/y/blob/main/z.go | line 3 | another repository",
		"/etc/passwd | needs permission",
		"Server.Lost | not defined",
	)
	for i, want := range []string{"The file does not define Gone", "There is no such folder", "No file of the project matches", "It is in another repository", "It is outside the project", "No file of the project defines"} {
		if got := reasonOf(s.tab.rows.list()[i]); !strings.HasPrefix(got, want) {
			t.Errorf("row %d says %q", i, got)
		}
	}
	if !s.tab.add.Disabled() {
		t.Error("something can be added")
	}
}

// A single line selects its symbol, until the user selects another extent.
func TestALineAloneIsExtended(t *testing.T) {
	s := newStage(t)
	s.paste("src/server.go:5 and a/main.go:1-3")
	s.want("✓ | src/server.go | Server.Login", "✓ | a/main.go | lines 1–3")
	if !s.tab.alone.Visible() {
		t.Error("nothing says what a line means")
	}
	for _, tt := range []struct{ choice, want string }{
		{"that line", "line 5"}, {"±10 lines", "lines 1–7"}, {"its file", "whole file"}, {"its symbol", "Server.Login"},
	} {
		for _, item := range s.tab.extents() {
			if item.Text == tt.choice {
				item.Action()
			}
		}
		s.settle()
		s.want("✓ | src/server.go | "+tt.want, "✓ | a/main.go | lines 1–3")
		if s.tab.lines.Text() != tt.choice {
			t.Errorf("the button says %q", s.tab.lines.Text())
		}
	}
	s.paste("a/main.go:1-3")
	if s.tab.alone.Visible() {
		t.Error("without a line alone there is a choice of what it means")
	}
}

// The menu of a row says how much its line means, and changes no other.
func TestTheLineOfARowIsExtended(t *testing.T) {
	s := newStage(t)
	s.paste("src/server.go:5 and a/main.go:1")
	before := s.tab.lines.Text()
	for _, item := range s.tab.menu(0) {
		if item.Text == "±10 lines" {
			item.Action()
		}
	}
	s.settle()
	s.want("✓ | src/server.go | lines 1–7", "✓ | a/main.go | lines 1–3")
	if got := s.tab.requests().ExtentOf(1); got != "" {
		t.Errorf("the other row's line means %q", got)
	}
	if got := s.tab.lines.Text(); got != before {
		t.Errorf("the button for all says %q", got)
	}
	for _, item := range s.tab.menu(0) {
		if item.Checked && item.Text == "its symbol" || item.Text == "±10 lines" && !item.Checked {
			t.Errorf("%q is checked: %t", item.Text, item.Checked)
		}
	}
}

// Of several definitions the one with a body is chosen, and the others are offered.
func TestDefinitionsAreCandidates(t *testing.T) {
	s := newStage(t)
	s.Open(parttest.Folder(t, map[string]string{
		"i.go": "package p\n\ntype I interface{ Fetch() int }\n", "m.go": "package p\n\ntype M struct{}\n\nfunc (M) Fetch() int { return 1 }\n",
		"n.go": "package p\n\ntype N struct{}\n\nfunc (N) Fetch() int { return 2 }\n\nfunc (N) Put() {}\n", "j.go": "package p\n\ntype J interface{ Put() }\n",
	}))
	s.paste("`Fetch()` and `Put()`")
	s.want("Fetch | which of 3 | 3 definitions", "✓ | n.go | which of 2 | N.Put")
	s.tab.candidates(0)[1].Action()
	s.settle()
	s.want("✓ | m.go | chosen | M.Fetch", "✓ | n.go | which of 2 | N.Put")
}

// A stored answer is searched when the tab is viewed, and not before.
func TestAKeptAnswerIsRead(t *testing.T) {
	s := newStage(t)
	s.tab.Shown(false)
	r := s.tab.requests()
	r.RestoreUnsaved(presets.Unsaved{Answer: "a/main.go"})
	s.Settle()
	if r.Busy() || len(r.Rows()) != 0 {
		t.Errorf("it was searched: %+v", r.Rows())
	}
	s.tab.Shown(true)
	s.settle()
	s.tab.reload()
	s.want("✓ | a/main.go")
	if s.tab.editor.Text() != "a/main.go" {
		t.Errorf("the box holds %q", s.tab.editor.Text())
	}
}

func TestAssignsAreCopied(t *testing.T) {
	s := newStage(t)
	s.paste(modelAnswer)
	s.tab.copyAssigns()
	s.Until("the assigns are copied", func() bool { return strings.Contains(s.Clip, "@spec_app assign") })
	if !strings.Contains(s.Clip, `@spec_server assign "src/server.go"`) || strings.Contains(s.Clip, "gone") {
		t.Errorf("copied:\n%s", s.Clip)
	}
}

func TestGuardsAreTyped(t *testing.T) {
	s := newStage(t)
	s.paste("a/main.go src/app.go")
	s.tab.guards.filter.SetText("*.c")
	s.settle()
	s.want("a/main.go | other name", "src/app.go | other name")
	s.tab.guards.filter.SetText("")
	s.tab.guards.files.SetText("1")
	s.settle()
	s.want("✓ | a/main.go", "src/app.go | over the file limit")
	s.tab.guards.files.SetText("x")
	s.settle()
	s.want("✓ | a/main.go", "✓ | src/app.go")
	if got := s.tab.total.Text(); got != `"x" is not a number` {
		t.Errorf("below the list is %q", got)
	}
	s.tab.guards.files.SetText("")
	s.tab.guards.bytes.SetText("0.1k")
	s.settle()
	if got := s.tab.total.Text(); got != `"0.1k" is not a number` {
		t.Errorf("below the list is %q", got)
	}
	s.tab.guards.bytes.SetText("100")
	s.settle()
	s.want("✓ | a/main.go", "src/app.go | too large")
}

func TestNumbers(t *testing.T) {
	for text, want := range map[string]int64{"0": 0, "12": 12, "200k": 200_000, "2M": 2_000_000, " 1 000 ": 1000} {
		if n, ok := parseNumber(text); !ok || n != want {
			t.Errorf("%q is %d, %t", text, n, ok)
		}
	}
	for _, text := range []string{"", "k", "-1", "1.5", "9999999999999999999", "x"} {
		if n, ok := parseNumber(text); ok {
			t.Errorf("%q is %d", text, n)
		}
	}
}

func TestARowLeadsIntoTheAnswer(t *testing.T) {
	s := newStage(t)
	s.paste(modelAnswer)
	s.tab.reveal(2)
	from, to := s.tab.editor.Selection()
	if got := modelAnswer[from:to]; !strings.HasPrefix(got, "src/gone.go") || s.Focused() != fyne.Focusable(s.tab.editor) {
		t.Errorf("selected is %q, the keyboard is in %T", got, s.Focused())
	}
	if menu := s.tab.menu(2); menu[0].Reason == "" {
		t.Error("what is missing can be ticked")
	}
	s.tab.tickAll(kit.Off)
	if rows, _, _ := s.tab.requests().Ticked(); rows != 0 {
		t.Errorf("%d rows are still ticked", rows)
	}
	s.tab.tickAll(kit.On)
	if rows, _, _ := s.tab.requests().Ticked(); rows != 2 {
		t.Errorf("%d rows are ticked", rows)
	}
	s.tab.clearText()
	if why, _, _ := s.tab.nothing(); !strings.HasPrefix(why, "Paste what a model") || s.tab.requests().Text() != "" {
		t.Errorf("cleared, it says %q", why)
	}
}

// The limits that are shown are those that apply, in another project too.
func TestGuardsApplyToAnotherProject(t *testing.T) {
	s := newStage(t)
	s.paste("a/main.go")
	s.tab.guards.filter.SetText("*.c")
	s.Open(parttest.Folder(t, map[string]string{"a/main.go": "package a\n"}))
	s.paste("a/main.go")
	s.settle()
	s.want("a/main.go | other name")
}
