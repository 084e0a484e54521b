package fitview

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/test"

	"dossier/aggregate"
	"dossier/aggregate/rank"
	"dossier/models"
	"dossier/ui/features/fit"
	"dossier/ui/kit"
	"dossier/ui/kit/board"
	"dossier/ui/kit/kittest"
	"dossier/ui/part/parttest"
	kept "dossier/ui/project/fit"
)

func TestMain(m *testing.M) { parttest.Main(m) }

// stage is a window for the view.
type stage struct {
	*parttest.Stage
	t       testing.TB
	view    *View
	symbols []string // of these files were opened
}

func (s *stage) OpenProposedSymbols(path string) { s.symbols = append(s.symbols, path) }

// newStage shows the view for a project in which login.go is relevant for a question about a
// login.
func newStage(t *testing.T) *stage {
	t.Helper()
	s := &stage{Stage: parttest.NewStage(t, parttest.Places(t)), t: t}
	body := strings.Repeat("\tprintln(\"one\", \"two\", \"three\")\n", 30)
	files := map[string]string{
		"auth/login.go": "package auth\n\n// Login checks the password of a login.\nfunc Login(name, password string) bool {\n" + body + "\treturn checkPassword(name, password)\n}\n",
		"auth/check.go": "package auth\n\n// checkPassword says whether a login is right.\nfunc checkPassword(name, password string) bool {\n" + body + "\treturn name == password\n}\n",
	}
	for i := range 4 {
		files[fmt.Sprintf("mail/letter%d.go", i)] = fmt.Sprintf("package mail\n\n// Letter%d is one.\nfunc Letter%d() {\n%s}\n", i, i, body)
	}
	s.Open(parttest.Folder(t, files))
	return s
}

func (s *stage) open() {
	s.view = New(s)
	s.Edit(s.view)
}

// ask types a question, with a budget.
func (s *stage) ask(question string, budget int) {
	s.t.Helper()
	s.budget(fmt.Sprint(budget))
	for _, r := range question {
		s.view.editor.TypedRune(r)
	}
	s.settle()
}

// budget types a budget.
func (s *stage) budget(text string) { s.view.budget.entry.SetText(text) }

func (s *stage) settle() {
	s.t.Helper()
	s.Until("something is proposed, and built", func() bool {
		f := fit.Of(s.Session())
		return !f.Busy() && (f.Total().Exact || f.Proposal().Needs > 0 || f.Err() != nil)
	})
}

// lines returns the visible rows, without figures and reasons.
func (s *stage) lines() string {
	var out []string
	for i := range s.view.rows.Len() {
		var cells []string
		for _, c := range s.view.rows.Row(i).Cells {
			switch {
			case c.ID == checkCell && c.State == kit.On:
				cells = append(cells, "✓")
			case c.Text == "" || c.Kind == board.CellNumber || c.Small:
			case c.Old != "":
				cells = append(cells, c.Old+" → "+c.Text)
			default:
				cells = append(cells, c.Text)
			}
		}
		out = append(out, strings.Join(cells, " "))
	}
	return strings.Join(out, "\n")
}

func (s *stage) want(lines ...string) {
	s.t.Helper()
	if got := s.lines(); got != strings.Join(lines, "\n") {
		s.t.Errorf("the list shows\n%s\nwant\n%s", got, strings.Join(lines, "\n"))
	}
}

// files returns those of the composition.
func (s *stage) files() string {
	var out []string
	for _, it := range s.Session().Composition().Files {
		out = append(out, it.Path+" "+string(it.ViewMode))
	}
	return strings.Join(out, ", ")
}

func TestAQuestionIsAskedAndTaken(t *testing.T) {
	s := newStage(t)
	s.open()
	if why, _, _ := s.view.nothing(); !strings.HasPrefix(why, "Ask a question and set the budget") {
		t.Errorf("before anything is asked there is %q", why)
	}
	s.ask("where is the password of a login checked", 3000)
	s.want("✓ + auth/login.go full", "✓ + auth/check.go full")
	if got := s.view.total.Text(); !strings.HasPrefix(got, "2 added · ") || !strings.HasSuffix(got, " of "+kit.Count(3000)+" tokens, now 0") {
		t.Errorf("below the list is %q", got)
	}
	if why := s.view.rows.Row(0).Cells[3].Text; !strings.Contains(why, "login") {
		t.Errorf("the best file comes because of %q", why)
	}
	s.Key(fyne.KeyReturn, kit.Ctrl)
	if s.Editing() || s.files() != "auth/login.go full, auth/check.go full" {
		t.Errorf("the composition is %q", s.files())
	}
	s.open()
	s.settle()
	if got := s.view.total.Text(); !strings.HasPrefix(got, "The dossier is as proposed · ") {
		t.Errorf("once it is taken, below the list stands %q", got)
	}
	s.Undo()
	if s.files() != "" {
		t.Errorf("one step does not take back %q", s.files())
	}
}

func TestTheBudgetIsMoved(t *testing.T) {
	s := newStage(t)
	s.open()
	s.ask("where is the password of a login checked", 3000)
	full := fit.Of(s.Session()).Total().N
	kittest.Key(s.view.budget.slider, fyne.KeyHome)
	if got := fit.Of(s.Session()).Budget(); got != minBudget {
		t.Errorf("at its left the slider gives %d tokens", got)
	}
	s.budget(fmt.Sprint(full - 100))
	if got := s.lines(); got == "✓ + auth/login.go full\n✓ + auth/check.go full" {
		t.Error("a smaller budget proposes the same")
	}
	s.settle()
	if n := fit.Of(s.Session()).Total().N; n > full-100 {
		t.Errorf("%d tokens in a budget of %d", n, full-100)
	}
	for _, n := range []int{1000, 2500, 32_000, 400_000} {
		if got := s.view.budget.tokens(s.view.budget.place(n)); got < n*96/100 || got > n*104/100 {
			t.Errorf("%d tokens stand on the slider at %d", n, got)
		}
	}
}

// TestABudgetIsTyped checks units, and that an invalid number of tokens is an error at the field,
// which keeps the previous budget.
func TestABudgetIsTyped(t *testing.T) {
	s := newStage(t)
	s.open()
	window := s.Session().Settings().Model().Window
	for _, tt := range []struct {
		typed string
		want  int
		wrong bool
	}{
		{"16k", 16_000, false}, {"lots", 16_000, true}, {"1.5M", 1_500_000, false}, {"", 1_500_000, true}, {"50%", window / 2, false},
	} {
		s.budget(tt.typed)
		if got := fit.Of(s.Session()).Budget(); got != tt.want || s.view.budget.wrong.Visible() != tt.wrong {
			t.Errorf("%q gives %d tokens, and an error: %t", tt.typed, got, s.view.budget.wrong.Visible())
		}
	}
}

// TestTheButtonSaysThatFilesGo checks the button when only rows that remove files are checked.
func TestTheButtonSaysThatFilesGo(t *testing.T) {
	s := newStage(t)
	s.Session().Compose().Add([]string{"mail/letter0.go", "mail/letter1.go"})
	s.Settle()
	s.open()
	s.ask("where is the password of a login checked", 900)
	if s.view.apply.Text() != "Apply" {
		t.Errorf("with files that come and go the button says %q", s.view.apply.Text())
	}
	part := fit.Of(s.Session())
	part.Choose("mail/letter0.go", kept.Way{})
	part.Choose("mail/letter1.go", kept.Way{})
	for _, r := range part.Proposal().Rows {
		if r.Kind != kept.KindRemoved {
			part.Tick([]kept.Row{r}, false)
		}
	}
	if s.view.apply.Text() != "Remove 2 files" || !strings.HasPrefix(s.view.total.Text(), "2 removed") {
		t.Errorf("with files that go alone the button says %q below %q\n%s", s.view.apply.Text(), s.view.total.Text(), s.lines())
	}
}

func TestRowsAreTakenOneByOne(t *testing.T) {
	s := newStage(t)
	s.open()
	s.ask("where is the password of a login checked", 3000)
	s.view.cell(0, board.Cell{ID: checkCell}, fyne.Position{}, fyne.Size{})
	s.want("+ auth/login.go full", "✓ + auth/check.go full")
	if s.view.all.State() != kit.Mixed || s.view.apply.Text() != "Apply" {
		t.Errorf("of two rows, the button says %q", s.view.apply.Text())
	}
	parttest.MenuItem(t, s.view.modes(1), "skeleton").Action()
	s.want("+ auth/login.go full", "✓ + auth/check.go skeleton")
	parttest.MenuItem(t, s.view.modes(1), "Let the question decide").Action()
	parttest.MenuItem(t, s.view.modes(0), "excluded").Action()
	s.want("✓ + auth/check.go full")
	s.view.applyOne(0)
	if s.files() != "auth/check.go full" || !s.Editing() {
		t.Errorf("the composition is %q", s.files())
	}
	parttest.MenuItem(t, s.view.menu(0), "Choose symbols…").Action()
	if len(s.symbols) != 1 {
		t.Error("the symbols were not opened")
	}
}

func TestWhatElseCountsAsTheQuestion(t *testing.T) {
	s := newStage(t)
	s.Session().Compose().SetInstruction("Who sends Letter2?")
	s.open()
	toggle := s.view.sources.toggles[0]
	toggle.Tapped(&fyne.PointEvent{})
	s.settle()
	if !strings.HasPrefix(s.lines(), "✓ + mail/letter2.go full") {
		t.Errorf("for the instruction there is\n%s", s.lines())
	}
}

// TestAllOfItCanBeClicked checks that all controls of the proposal are reachable with the
// pointer, and that clicks work.
func TestAllOfItCanBeClicked(t *testing.T) {
	s := newStage(t)
	s.open()
	s.ask("where is the password of a login checked", 3000)
	part := fit.Of(s.Session())
	click := func(o fyne.CanvasObject) {
		t.Helper()
		at := s.drawn(o).Middle()
		if top, ok := s.Under(at); !ok || top.Object != o {
			t.Fatalf("over a %T lies a %T", o, top.Object)
		}
		s.Click(at, desktop.MouseButtonPrimary)
	}
	for i, one := range allSources() {
		q := part.Question()
		*one.field(&q) = true
		if click(s.view.sources.toggles[i]); part.Question() != q {
			t.Errorf("%s leaves the question %+v", one.word, part.Question())
		}
		click(s.view.sources.toggles[i])
	}
	if click(s.view.sources.keep); !part.KeepAll() {
		t.Error("the files of the dossier may be excluded")
	}
	if click(s.view.budget.slider); part.Budget() == 3000 {
		t.Error("the slider does not move the budget")
	}
	s.settle()
	first := s.view.rows.rows[0]
	box := s.drawn(s.view.list).At.AddXY(kit.RowHeight/2, kit.RowHeight/2) // of the first row
	if s.Click(box, desktop.MouseButtonPrimary); part.Ticked(first) {
		t.Error("the tick of the first row stays")
	}
	s.settle()
	if click(s.view.all); !part.Ticked(first) {
		t.Error("the box of all rows does not tick them")
	}
	s.settle()
	if click(s.view.apply); s.Editing() || s.files() == "" {
		t.Errorf("taken is %q", s.files())
	}
}

// drawn returns the visible position of an object that takes clicks.
func (s *stage) drawn(o fyne.CanvasObject) kittest.Drawn {
	s.t.Helper()
	for _, d := range s.Layers() {
		if d.Object == o {
			return d
		}
	}
	s.t.Fatalf("no %T is in view that takes clicks", o)
	return kittest.Drawn{}
}

func TestATooSmallBudgetSaysWhatItTakes(t *testing.T) {
	s := newStage(t)
	s.Session().Compose().SetInstruction(strings.Repeat("Do it well. ", 100))
	s.Settle()
	s.open()
	s.ask("where is the password of a login checked", 50)
	s.Until("it says what it takes", func() bool { return fit.Of(s.Session()).Proposal().Needs > 50 })
	why, step, do := s.view.nothing()
	if !strings.Contains(why, "too small") || !strings.HasPrefix(step, "Set it to ") {
		t.Errorf("it says %q and offers %q", why, step)
	}
	do()
	s.settle()
	if fit.Of(s.Session()).Proposal().Needs > 0 {
		t.Error("what was said to be enough is not")
	}
}

func TestMakeItFit(t *testing.T) {
	s := newStage(t)
	s.Session().Compose().Add([]string{"mail/letter0.go", "mail/letter1.go", "mail/letter2.go", "mail/letter3.go"})
	s.Settle()
	fit.Of(s.Session()).Degrade(800)
	s.open()
	s.settle()
	if s.view.First() != fyne.Focusable(s.view.list) {
		t.Errorf("the keyboard is for a %T", s.view.First())
	}
	if s.view.Title() != "Make it fit" || s.view.sources.keep.Visible() || s.view.sources.changes.Visible() {
		t.Error("it offers what is for questions alone")
	}
	if got := s.view.about.Text(); !s.view.aboutBar.Visible() || got != "No question: the most expensive files are cut first" {
		t.Errorf("of the question it says %q", got)
	}
	if got := s.lines(); strings.Count(got, "≠") == 0 || strings.Contains(got, "excluded") {
		t.Errorf("proposed is\n%s", got)
	}
	s.budget("100000")
	s.settle()
	if got := s.lines(); strings.Count(got, "= mail/letter") != 4 || strings.Contains(got, "✓") {
		t.Errorf("when it fits, proposed is\n%s", got)
	}
	if got := s.view.total.Text(); !strings.HasPrefix(got, "It fits: ") || s.view.apply.Text() != "Apply" || !s.view.apply.Disabled() {
		t.Errorf("when it fits, below the list stands %q beside %q", got, s.view.apply.Text())
	}
	s.budget("800")
	s.settle()
	s.Key(fyne.KeyReturn, kit.Ctrl)
	s.Settle()
	if n := s.Session().Document().Tokens.N; n > 800 || len(s.Session().Composition().Files) != 4 {
		t.Errorf("%d tokens: %s", n, s.files())
	}
}

// TestMakeItFitShowsTheQuestion checks that a question determines what is reduced, that it is shown as it was typed, and that
// another one can be asked, which is not that of Fit.
func TestMakeItFitShowsTheQuestion(t *testing.T) {
	s := newStage(t)
	s.Session().Compose().Add([]string{"auth/login.go", "mail/letter1.go", "mail/letter2.go", "mail/letter3.go"})
	s.Settle()
	s.open()
	s.ask("where is the password of a login checked?\nExplain how", 3000)
	asked := fit.Of(s.Session()).Question()
	if s.view.aboutBar.Visible() {
		t.Error("it says what is cut")
	}
	fit.Of(s.Session()).Degrade(900)
	s.open()
	s.settle()
	if got := s.view.about.Text(); !s.view.aboutBar.Visible() || got != "The least relevant files are cut first; the list begins with the most relevant" {
		t.Errorf("of the order it says %q", got)
	}
	if got := s.view.editor.Text(); got != asked.Text {
		t.Errorf("the question is %q", got)
	}
	if got := s.lines(); !strings.HasPrefix(got, "= auth/login.go full") {
		t.Errorf("proposed is\n%s", got)
	}
	s.view.editor.Select(0, len(s.view.editor.Text()))
	s.ask("what does Letter3 do", 900)
	if got := s.lines(); !strings.HasPrefix(got, "= mail/letter3.go full") || !fit.Of(s.Session()).Degrading() {
		t.Errorf("for another question, proposed is\n%s", got)
	}
	fit.Of(s.Session()).Ask()
	if got := fit.Of(s.Session()).Question(); got != asked {
		t.Errorf("Fit has the question %+v", got)
	}
}

// TestTheQuestionKeepsItsHeight checks that the rows do not move while a question is typed.
func TestTheQuestionKeepsItsHeight(t *testing.T) {
	s := newStage(t)
	s.open()
	old := s.view.box.MinSize().Height
	s.view.editor.SetText(strings.Repeat("where is it\n", 12))
	if now := s.view.box.MinSize().Height; now != old {
		t.Errorf("the box is %v high, and was %v", now, old)
	}
}

// TestPinsAreReleased checks that an individually selected file is pinned, and no longer once it
// is released.
func TestPinsAreReleased(t *testing.T) {
	s := newStage(t)
	s.Session().Compose().Add([]string{"mail/letter0.go"})
	s.Settle()
	s.open()
	s.ask("where is the password of a login checked", 3000)
	pins := func() (n int) {
		for i := range s.view.rows.Len() {
			for _, c := range s.view.rows.Row(i).Cells {
				if c.Kind == board.CellGlyph && c.Glyph == kit.GlyphPin {
					n++
				}
			}
		}
		return n
	}
	if pins() != 1 || !s.view.sources.release.Visible() {
		t.Errorf("%d pins:\n%s", pins(), s.lines())
	}
	s.view.sources.release.Tapped(&fyne.PointEvent{})
	s.settle()
	if pins() != 0 || !s.view.sources.release.Visible() || !s.view.sources.release.On() {
		t.Errorf("once they are released, %d pins:\n%s", pins(), s.lines())
	}
}

// TestTheQuestionIsKeptWithThePreset checks that the toggle is visible while a preset is applied,
// and saves and removes the question.
func TestTheQuestionIsKeptWithThePreset(t *testing.T) {
	s := &stage{Stage: parttest.NewStage(t, parttest.Places(t)), t: t}
	s.Open(parttest.Folder(t, map[string]string{"a.go": "package a\n\n// Login logs in.\nfunc Login() {}\n", "dossier.toml": "schema = 1\n[presets.api]\nfiles = [\"a.go\"]\n"}))
	s.open()
	if s.view.saved.Visible() {
		t.Error("there is no preset to keep it with, and it can be kept")
	}
	s.Session().Presets().Apply(s.Session().Presets().In(models.ProjectScope)[0])
	s.Until("the preset is applied", func() bool { _, ok := fit.Of(s.Session()).Preset(); return ok })
	s.ask("where is a login", 3000)
	s.Until("it can be kept", func() bool { return s.view.saved.Visible() && s.view.saved.Text() == "Save question in “api”" })
	if s.view.saved.On() {
		t.Error("it is kept already")
	}
	s.view.saved.Tapped(&fyne.PointEvent{})
	s.Until("it is kept", func() bool {
		preset, _ := fit.Of(s.Session()).Preset()
		return preset.Question.Question == "where is a login" && preset.Question.MaxTokens == 3000
	})
	s.Until("that is shown", func() bool { return s.view.saved.On() })
	s.view.saved.Tapped(&fyne.PointEvent{})
	s.Until("it is taken out", func() bool {
		preset, _ := fit.Of(s.Session()).Preset()
		return preset.Question.IsZero() && !s.view.saved.On()
	})
}

// TestReasonsInWords checks that each kind of reason has a text, including those from histories,
// and that an unknown one is shown unchanged.
func TestReasonsInWords(t *testing.T) {
	for kind, want := range map[string]string{
		rank.Named: "named in the question: x", rank.LinkedFrom: "linked from: x", rank.CoChange: "changes together with: x", rank.TestsChange: "tests what has changed: x",
		rank.ChangedIn: "changed in: x", rank.ChangedBy: "changed by commits that say: x", rank.Recent: "changed recently: x", "smells of it": "smells of it: x",
	} {
		if got := reasonText(rank.Reason{Kind: kind, Text: "x"}); got != want {
			t.Errorf("%q reads %q, want %q", kind, got, want)
		}
	}
}

// TestARowHasNoPlaces checks that the positions of the words are only in the tooltip.
func TestARowHasNoPlaces(t *testing.T) {
	r := kept.Row{Reasons: []rank.Reason{
		{Kind: rank.Words, Text: "login (name, strings), check (code)"}, {Kind: rank.ChangedIn, Text: "Check logins (2025-01-02)"},
	}}
	if got, want := whyOf(r), "words: login, check · changed in: Check logins (2025-01-02)"; got != want {
		t.Errorf("the row says %q, want %q", got, want)
	}
	if got := whyTip(r); !strings.Contains(got, "words: login (name, strings), check (code)") {
		t.Errorf("the tip says %q", got)
	}
}

// TestStagesInWords checks that each stage has its own sentence, with figures if there are any.
func TestStagesInWords(t *testing.T) {
	s := newStage(t)
	s.open()
	seen := map[string]bool{}
	for _, stage := range []fit.Stage{"", fit.Reading, fit.Ranking, fit.Counting, fit.Choosing} {
		for _, total := range []int{0, 7} {
			said := s.view.saying(fit.Progress{Stage: stage, Progress: aggregate.Progress{Done: 3, Total: total}})
			if strings.Contains(said, "{{") || said == "" {
				t.Errorf("%q reads %q", stage, said)
			}
			seen[said] = true
		}
	}
	if len(seen) != 7 {
		t.Errorf("there are the sentences %v", seen)
	}
}

// TestTheFilterMenu checks that the menu changes which files are proposed, and that the button
// shows it.
func TestTheFilterMenu(t *testing.T) {
	s := newStage(t)
	parttest.Write(t, filepath.Join(s.Session().Dir(), "auth", "login_test.go"), "package auth\n\n// TestLogin checks the password of a login.\nfunc TestLogin() {}\n")
	parttest.Write(t, filepath.Join(s.Session().Dir(), "web", "login.py"), "def login(password):\n    return password == \"x\"\n")
	s.Session().Tree().Rescan()
	s.Settle()
	s.open()
	s.ask("where is the password of a login checked", 5000)
	part := func() *fit.Part { return fit.Of(s.Session()) }
	paths := func() string {
		var out []string
		for _, r := range s.view.rows.rows {
			out = append(out, r.Path)
		}
		slices.Sort(out)
		return strings.Join(out, " ")
	}
	want := func(button, rows string) {
		t.Helper()
		s.settle()
		if got := s.view.sources.filters.Text(); got != button || paths() != rows {
			t.Errorf("below %q, not %q, stand %s", got, button, paths())
		}
	}
	pick := func(item string) { t.Helper(); parttest.MenuItem(t, s.view.filterItems(), item).Action() }
	want("Filter", "auth/check.go auth/login.go auth/login_test.go web/login.py")
	if clear := parttest.MenuItem(t, s.view.filterItems(), "No filter"); clear.Reason == "" {
		t.Error("there is no filter, and it can be cleared")
	}
	pick("No tests")
	want("Filter: no tests", "auth/check.go auth/login.go web/login.py")
	pick("Python")
	want("Filter: no tests +1", "web/login.py")
	pick("Go")
	want("Filter: no tests +2", "auth/check.go auth/login.go web/login.py")
	if tip := s.view.filterWhat(); strings.Join(tip, ", ") != "no tests, Python, Go" {
		t.Errorf("the filter is said to be %q", tip)
	}
	if item := parttest.MenuItem(t, s.view.filterItems(), "Go"); !item.Checked {
		t.Error("Go has no tick in the menu")
	}
	pick("No filter")
	want("Filter", "auth/check.go auth/login.go auth/login_test.go web/login.py")
	pick("Only a folder…")
	test.Type(s.Focused(), "web")
	s.Press(fyne.KeyReturn)
	s.Until("the folder is taken", func() bool { return part().Filter().Under != "" })
	want("Filter: web/", "web/login.py")
}

// TestALongFilterKeepsTheRowNarrow checks that the controls fit into a narrow window with any
// filter.
func TestALongFilterKeepsTheRowNarrow(t *testing.T) {
	s := newStage(t)
	s.open()
	s.ask("where is the password of a login checked", 5000)
	fit.Of(s.Session()).SetFilter(kept.Filter{NoTests: true, Under: "a/very/long/path/of/folders/in/a/project", Languages: []string{"go", "python", "javascript", "typescript"}})
	s.settle()
	fit.Of(s.Session()).SetFilter(kept.Filter{Under: "a/very/long/path/of/folders/in/a/project", Languages: []string{"go", "python"}})
	s.settle()
	if got := s.view.column.MinSize().Width; got > 700 {
		t.Errorf("it takes a width of %v: %q", got, s.view.sources.filters.Text())
	}
}

// TestTheQuestionBecomesTheInstruction checks that the button works in one undo step, and its
// reasons when disabled.
func TestTheQuestionBecomesTheInstruction(t *testing.T) {
	s := newStage(t)
	s.Session().Compose().SetInstruction("Be brief.")
	s.Settle()
	s.open()
	use := s.view.sources.use
	if !use.Disabled() {
		t.Error("nothing is asked, and it can be used")
	}
	s.ask("where is the password of a login checked", 3000)
	if use.Disabled() {
		t.Fatal("the question cannot be used")
	}
	use.Tapped(&fyne.PointEvent{})
	s.Settle()
	if got := s.Session().Composition().Instruction; got != "where is the password of a login checked" {
		t.Errorf("the instruction is %q", got)
	}
	if !use.Disabled() || !s.Editing() || s.view.rows.Len() == 0 {
		t.Error("it can be used again, or the proposal is gone")
	}
	s.Undo()
	s.Settle()
	if got := s.Session().Composition().Instruction; got != "Be brief." || use.Disabled() {
		t.Errorf("undone, the instruction is %q", got)
	}
}

// TestRefillAndPreview checks that the tokens of an unchecked row go to other files, and that the
// preview follows the cursor.
func TestRefillAndPreview(t *testing.T) {
	s := newStage(t)
	s.open()
	s.ask("where is the password of a login checked", 450)
	before := s.lines()
	s.view.sources.refill.Tapped(&fyne.PointEvent{})
	s.view.cell(0, board.Cell{ID: checkCell}, fyne.Position{}, fyne.Size{})
	s.settle()
	if got := s.lines(); !strings.HasPrefix(got, "+ auth/login.go") || !strings.Contains(got, "✓ + auth/check.go full") {
		t.Errorf("refilled, the list shows\n%s\nand before\n%s", got, before)
	}
	s.view.list.SetCursor(1)
	s.Until("the file is previewed", func() bool { return fit.Of(s.Session()).Preview().Path == "auth/check.go" })
	if got := s.view.preview.title.Text(); got != "auth/check.go · full" {
		t.Errorf("above the preview is %q", got)
	}
	s.view.preview.toggle.Tapped(&fyne.PointEvent{})
	if !s.view.preview.panes.Hidden(previewPane) {
		t.Error("the preview is still there")
	}
}

// TestAnOldQuestionIsReplaced checks that typing replaces the question of the last time, as long as nothing else was done in it.
func TestAnOldQuestionIsReplaced(t *testing.T) {
	s := newStage(t)
	s.open()
	s.ask("where is the password", 3000)
	s.Key(fyne.KeyEscape, 0)
	s.open()
	if got := s.view.editor.Text(); got != "where is the password" {
		t.Errorf("the question is %q", got)
	}
	s.ask("who sends Letter2", 3000)
	if got := s.view.editor.Text(); got != "who sends Letter2" {
		t.Errorf("with another one typed, the question is %q", got)
	}
}

// TestAHiddenPreviewStaysHidden opens the proposals again.
func TestAHiddenPreviewStaysHidden(t *testing.T) {
	s := newStage(t)
	s.open()
	for _, hidden := range []bool{true, false} {
		s.view.preview.toggle.Tapped(&fyne.PointEvent{})
		s.open()
		if s.view.preview.toggle.On() == hidden || s.view.preview.panes.Hidden(previewPane) != hidden {
			t.Errorf("hidden %t, it is not when it is opened again", hidden)
		}
	}
}

// TestAnInvisibleListLosesTheFocus checks that the list loses the focus when something else
// replaces it.
func TestAnInvisibleListLosesTheFocus(t *testing.T) {
	s := newStage(t)
	s.Session().Compose().SetInstruction(strings.Repeat("Do it well. ", 100))
	s.Settle()
	s.open()
	s.ask("where is the password of a login checked", 3000)
	s.Focus(s.view.list)
	s.budget("50")
	s.Until("it says what it takes", func() bool { _, step, _ := s.view.nothing(); return step != "" })
	if s.Focused() != fyne.Focusable(s.view.empty.Step()) {
		t.Errorf("the keyboard is in a %T", s.Focused())
	}
	s.budget("3000")
	s.settle()
	if s.Focused() != fyne.Focusable(s.view.list) {
		t.Errorf("with rows again, the keyboard is in a %T", s.Focused())
	}
}

// TestAChangeIsReviewed says that what goes with a change is proposed beside the change itself, and that taking it makes
// the difference a section of the document.
func TestAChangeIsReviewed(t *testing.T) {
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("there is no git here")
	}
	s := newStage(t)
	dir := s.Session().Dir()
	for _, args := range [][]string{{"init", "-q", "-b", "main"}, {"add", "."}, {"-c", "user.name=Ada", "-c", "user.email=ada@example.com", "commit", "-q", "-m", "First"}} {
		cmd := exec.Command("git", args...)
		cmd.Dir = dir
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("git %v: %v\n%s", args, err, out)
		}
	}
	path := filepath.Join(dir, "auth", "check.go")
	source, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(strings.ReplaceAll(string(source), "checkPassword", "verifyPassword")), 0o644); err != nil {
		t.Fatal(err)
	}
	for _, own := range []string{"dossier.toml", "dossier_notes.toml"} { // no question is about them
		if err := os.WriteFile(filepath.Join(dir, own), []byte("schema = 1\n"), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	s.Settle()
	f := fit.Of(s.Session())
	f.Review()
	f.SetBudget(20_000)
	s.open()
	s.settle()
	if got := s.view.Title(); got != "Review a change: uncommitted" {
		t.Errorf("the title is %q", got)
	}
	rows := s.lines()
	if lines := strings.Split(rows, "\n"); len(lines) < 2 || !strings.Contains(lines[0], "auth/login.go") || !strings.Contains(lines[1], "auth/check.go") {
		t.Fatalf("the rows are\n%s", rows)
	}
	if strings.Contains(rows, ".toml") {
		t.Errorf("files of Dossier are proposed:\n%s", rows)
	}
	login, _ := f.Row("auth/login.go")
	if why := whyOf(login); !strings.Contains(why, "has names that are removed: checkPassword") {
		t.Errorf("the reason is %q", why)
	}
	s.view.applyTicked()
	s.Settle()
	if got := s.Session().Composition().Git.Range; got != "uncommitted" {
		t.Errorf("the range of the document is %q", got)
	}
	text := s.Session().Document().Text()
	for _, want := range []string{"## Git Changes", "+func verifyPassword", "func Login("} {
		if !strings.Contains(text, want) {
			t.Errorf("the document lacks %q:\n%s", want, text)
		}
	}
	if err := f.SetRange(""); err != nil {
		t.Fatal(err)
	}
	if f.Review(); f.Question().Range != "uncommitted" {
		t.Errorf("the range that is reviewed is %q, want that of the document", f.Question().Range)
	}
	s.Undo()
	s.Settle()
	if c := s.Session().Composition(); c.Git.Range != "" || len(c.Files) != 0 {
		t.Errorf("after undo there are %v of %q", c.Files, c.Git.Range)
	}

	// The menu leads back to a question alone; a range that there is not is said.
	s.open()
	parttest.MenuItem(t, s.view.sources.ranges(), "none").Action()
	if f.Question().Range != "" || s.view.Title() != "Fit files to a question" {
		t.Errorf("the range is %q, and the title %q", f.Question().Range, s.view.Title())
	}
	if err := f.SetRange("HEAD~7"); err != nil {
		t.Fatal(err)
	}
	s.settle()
	if why, _, _ := s.view.nothing(); f.Err() == nil || !strings.Contains(why, "HEAD~7") {
		t.Errorf("a commit that there is not has the error %q", why)
	}
	if err := f.SetRange("staged"); err != nil { // nothing is
		t.Fatal(err)
	}
	s.settle()
	why, step, do := s.view.nothing()
	if why != "Nothing has changed: staged" || step != "Review the last commit" {
		t.Fatalf("of an empty change it says %q, and offers %q", why, step)
	}
	do()
	s.settle()
	if got := f.Question().Range; got != "HEAD^!" || s.view.Title() != "Review a change: last commit" {
		t.Errorf("the range is %q, and the title %q", got, s.view.Title())
	}
	if err := f.SetRange(".."); err == nil {
		t.Error("no range is one")
	}
}

// Why there is no proposal is a sentence of its own.
func TestAReviewWithoutARepositorySaysSo(t *testing.T) {
	s := newStage(t)
	s.open()
	if err := s.view.fit().SetRange("uncommitted"); err != nil {
		t.Fatal(err)
	}
	s.settle()
	if why, _, _ := s.view.nothing(); !strings.HasPrefix(why, "The folder ") || !strings.Contains(why, "no git repository") {
		t.Errorf("it says %q", why)
	}
}
