package fit

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"dossier/aggregate/rank"
	"dossier/models"
	"dossier/presets"
	"dossier/ui/project/fit"
	"dossier/ui/project/projecttest"
	"dossier/ui/project/ranking"
	"dossier/ui/session/sessiontest"
)

func TestMain(m *testing.M) { projecttest.Main(m) }

// fake is a session with nothing but what proposals ask of it.
type fake struct {
	*sessiontest.Desk
	part   *Part
	ranked []ranking.Ranked
	unread int
	fails  error
	asked  []string // questions
}

// newFake has four files of Go, of which a.go is about the question most.
func newFake(t *testing.T) *fake {
	files := map[string]string{}
	f := &fake{}
	for i, name := range []string{"a", "b", "c", "d"} {
		files[name+".go"] = "package p\n" + strings.Repeat(fmt.Sprintf("\nfunc F%s() {\n\tprintln(1)\n\tprintln(2)\n\tprintln(3)\n\tprintln(4)\n}\n", name), 8)
		f.ranked = append(f.ranked, ranking.Ranked{Ranked: rank.Ranked{Path: name + ".go", Score: float64(8 - 2*i)}})
	}
	f.Desk = sessiontest.New(t, files)
	f.part = New(f, f.Work)
	f.part.ranker = func() ranker { return f }
	return f
}

func (f *fake) Rank(_ context.Context, search fit.Search, _ func(done, all int)) ([]ranking.Ranked, error) {
	f.Do(func() { f.asked = append(f.asked, search.Question) })
	return f.ranked, f.fails
}

func (f *fake) Unread() int { return f.unread }

// rows formats the proposal.
func (f *fake) rows() []string {
	var out []string
	for _, r := range f.part.Proposal().Rows {
		out = append(out, fmt.Sprintf("%s %s %s", r.Kind, r.Path, r.New))
	}
	return out
}

// files lists the files of the composition.
func (f *fake) files() []string {
	var out []string
	for _, it := range f.Comp.Files {
		out = append(out, it.Path+" "+string(it.ViewMode))
	}
	return out
}

// settled waits for the exact figures.
func (f *fake) settled() {
	f.Until("the proposal is built", func() bool { return !f.part.Busy() && f.part.Total().Exact })
}

func (f *fake) ask(question string, budget int) {
	f.part.SetBudget(budget)
	f.part.SetQuestion(fit.Question{Text: question})
	f.settled()
}

func TestAProposalIsTaken(t *testing.T) {
	f := newFake(t)
	f.Comp.Files = []models.FileItem{models.NewFileItem("d.go")}
	f.ask("where is it", 500)
	if diff := cmp.Diff([]string{"added a.go full", "added b.go full", "added c.go skeleton", "removed d.go "}, f.rows()); diff != "" {
		t.Errorf("wrong proposal (-want +got):\n%s", diff)
	}
	if n := f.part.Total().N; n > 500 || n < 300 {
		t.Errorf("the total is %d", n)
	}
	if diff := cmp.Diff([]string{"where is it"}, f.asked); diff != "" {
		t.Errorf("what was asked (-want +got):\n%s", diff)
	}
	if !f.part.Apply() {
		t.Error("there is nothing to take")
	}
	if diff := cmp.Diff([]string{"a.go full", "b.go full", "c.go skeleton"}, f.files()); diff != "" {
		t.Errorf("the composition is (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff([]string{"fit the files to the question", "{{.N}} added"}, f.Log); diff != "" {
		t.Errorf("what was done (-want +got):\n%s", diff)
	}
	f.part.Follow()
	f.settled()
	if f.part.Proposal().Differs() || f.part.Apply() {
		t.Errorf("once it is taken, the proposal is %v", f.rows())
	}
}

// That a ranking lacks files is reported once, and again if the number changes.
func TestUnreadFilesAreReported(t *testing.T) {
	f := newFake(t)
	for _, f.unread = range []int{0, 7, 7, 8} {
		f.ask("where is it", 500)
		f.part.Propose()
		f.settled()
	}
	const notified = "{{.N}} files are not read, because there are too many: they are ranked by their paths alone"
	if diff := cmp.Diff([]string{notified, notified}, f.Log); diff != "" {
		t.Errorf("what was told (-want +got):\n%s", diff)
	}
}

func TestRowsThatAreNotTicked(t *testing.T) {
	f := newFake(t)
	f.ask("where is it", 500)
	whole := f.part.Total().N
	rows := f.part.Proposal().Rows
	f.part.Tick(rows[:1], false)
	if f.part.Ticked(rows[0]) || !f.part.Ticked(rows[1]) {
		t.Error("the wrong row is ticked")
	}
	f.settled()
	if n := f.part.Total().N; n > whole-rows[0].Tokens.N+5 || n < whole-rows[0].Tokens.N-5 {
		t.Errorf("without %d tokens, %d are %d", rows[0].Tokens.N, whole, n)
	}
	f.part.Tick(rows, false)
	if f.part.Apply() {
		t.Error("something is taken, and nothing is ticked")
	}
	f.part.Tick(rows[1:2], true)
	f.part.Apply()
	if diff := cmp.Diff([]string{"b.go full"}, f.files()); diff != "" {
		t.Errorf("the composition is (-want +got):\n%s", diff)
	}
}

func TestAModeThatIsChosenStays(t *testing.T) {
	f := newFake(t)
	f.ask("where is it", 900)
	f.part.Choose("a.go", fit.Way{Mode: models.Outline})
	f.part.SetBudget(5000)
	f.settled()
	if got := f.rows()[0]; got != "added a.go outline" || !f.part.Chosen("a.go") {
		t.Errorf("the first row is %q", got)
	}
	f.part.Release("a.go")
	if got := f.rows()[0]; got != "added a.go full" {
		t.Errorf("the first row is %q", got)
	}
}

func TestABudgetIsMoved(t *testing.T) {
	f := newFake(t)
	f.ask("where is it", 5000)
	all := f.rows()
	f.part.SetBudget(400)
	if diff := cmp.Diff(all, f.rows()); diff == "" {
		t.Error("a smaller budget proposes the same at once")
	}
	f.part.SetBudget(1)
	f.Until("it says what it takes", func() bool { return f.part.Proposal().Needs > 1 || len(f.part.Proposal().Rows) == 0 })
	f.part.SetBudget(5000)
	if diff := cmp.Diff(all, f.rows()); diff != "" {
		t.Errorf("the first budget again (-want +got):\n%s", diff)
	}
}

// TestWhatTakesLongIsShown says that a slow count is shown while it runs, and not only its result.
func TestWhatTakesLongIsShown(t *testing.T) {
	f := newFake(t)
	f.ask("where is it", 5000)
	end := make(chan struct{})
	defer close(end)
	f.part.settling.Start(func(context.Context) func() {
		<-end
		return nil
	})
	before := f.Changes
	f.part.settles()
	f.Until("it is shown", func() bool { return f.Changes > before })
	if !f.part.Settling() {
		t.Error("nothing is counted when it is shown")
	}
}

func TestMakeItFit(t *testing.T) {
	f := newFake(t)
	for _, r := range f.ranked {
		f.Comp.Files = append(f.Comp.Files, models.NewFileItem(r.Path))
	}
	f.part.Degrade(800)
	f.part.Propose()
	f.settled()
	if len(f.asked) > 0 {
		t.Errorf("nothing was asked, and ranked for is %q", f.asked)
	}
	come, gone, changed := f.part.Counts()
	if come+gone > 0 || changed == 0 || f.part.Total().N > 800 {
		t.Errorf("%d come, %d go, %d change, in all %d tokens", come, gone, changed, f.part.Total().N)
	}
	f.part.Apply()
	if len(f.Comp.Files) != len(f.ranked) || f.Log[0] != "make it fit" {
		t.Errorf("%q leaves %v", f.Log, f.files())
	}
}

// TestTwoBudgets says that neither the budget of the question nor that of what is shown less takes
// the other's place, and that a preset keeps that of its question.
func TestTwoBudgets(t *testing.T) {
	f := newFake(t)
	f.Applied.Name = "login"
	f.part.SetBudget(4000)
	f.part.SetQuestion(fit.Question{Text: "where is it"})
	f.part.Degrade(200_000)
	if got := f.part.Budget(); got != 200_000 {
		t.Errorf("made to fit is into %d tokens", got)
	}
	f.part.SetBudget(90_000)
	f.part.SaveInPreset(true)
	if got := f.Applied.Question.MaxTokens; got != 4000 || f.part.Budget() != 90_000 {
		t.Errorf("the preset keeps a budget of %d, and made to fit is into %d tokens", got, f.part.Budget())
	}
	f.part.Ask()
	if got := f.part.Budget(); got != 4000 {
		t.Errorf("the question has a budget of %d", got)
	}
	f.part.Degrade(200_000)
	if got := f.part.Budget(); got != 200_000 {
		t.Errorf("made to fit once more is into %d tokens", got)
	}
}

// TestEachPurposeHasItsQuestion checks that a review starts from the change alone, and that neither it nor
// Make it fit changes the question of Fit; all but that of Make it fit are there after a restart.
func TestEachPurposeHasItsQuestion(t *testing.T) {
	f := newFake(t)
	asked := fit.Question{Text: "where is it", Notes: true}
	f.part.SetQuestion(asked)
	f.part.Review()
	if got := f.part.Question(); got != (fit.Question{Range: "uncommitted"}) {
		t.Errorf("a review starts with %+v", got)
	}
	f.part.SetQuestion(fit.Question{Range: "uncommitted", Text: "and why"})
	f.part.Degrade(800)
	if got := f.part.Question(); got != asked {
		t.Errorf("made to fit is for %+v", got)
	}
	f.part.SetQuestion(fit.Question{Text: "something else"})
	if !f.part.Degrading() {
		t.Error("another question ends Make it fit")
	}
	var u presets.Unsaved
	f.part.CollectUnsaved(&u)
	restarted := New(f, f.Work)
	restarted.RestoreUnsaved(u)
	for name, p := range map[string]*Part{"later": f.part, "after a restart": restarted} {
		p.Ask()
		if got := p.Question(); got != asked {
			t.Errorf("%s, Fit has the question %+v", name, got)
		}
		if p.Review(); p.Question().Text != "and why" || p.Question().Range != "uncommitted" {
			t.Errorf("%s, Review has the question %+v", name, p.Question())
		}
	}
}

// TestAQuestionIsKeptWithAPreset says that it can be asked again another day.
func TestAQuestionIsKeptWithAPreset(t *testing.T) {
	f := newFake(t)
	f.part.SaveInPreset(true) // there is none
	f.Applied.Name = "login"
	f.part.SetBudget(4000)
	f.part.SetQuestion(fit.Question{Text: "where is it", Notes: true})
	if f.part.SavedInPreset() {
		t.Error("it is kept already")
	}
	f.part.SaveInPreset(true)
	want := models.Question{Question: "where is it", MaxTokens: 4000, Also: []models.QuestionPart{models.QuestionNotes}}
	if diff := cmp.Diff(want, f.Applied.Question); diff != "" || !f.part.SavedInPreset() {
		t.Errorf("kept is (-want +got):\n%s", diff)
	}
	other := New(f, f.Work)
	other.UseSaved()
	if other.Question() != f.part.Question() || other.Budget() != 4000 {
		t.Errorf("asked again is %+v within %d tokens", other.Question(), other.Budget())
	}
	other.SetQuestion(fit.Question{Text: "something else"})
	if other.UseSaved(); other.Question().Text != "something else" || other.SavedInPreset() {
		t.Error("what is kept takes the place of what was asked since")
	}
	f.part.SaveInPreset(false)
	if !f.Applied.Question.IsZero() {
		t.Errorf("kept is still %+v", f.Applied.Question)
	}
}

func TestWhatGoesWrongIsSaid(t *testing.T) {
	f := newFake(t)
	f.fails = errors.New("the index is broken")
	f.part.SetQuestion(fit.Question{Text: "where"})
	f.Until("it is said", func() bool { return f.part.Err() != nil && !f.part.Busy() })
	f.fails = nil
	f.part.SetQuestion(fit.Question{Text: "where is it"})
	f.settled()
	if f.part.Err() != nil || len(f.rows()) == 0 {
		t.Errorf("%v stays, and proposed is %v", f.part.Err(), f.rows())
	}
	f.part.SetQuestion(fit.Question{})
	f.Until("nothing is asked", func() bool { return !f.part.Busy() })
	if len(f.rows()) > 0 {
		t.Errorf("nothing is asked, and proposed is %v", f.rows())
	}
}

// TestAMaskIsKeptWhileFilesAreRanked says that symbols which are chosen while the question is answered again are in
// the answer, whether there was one before or not.
func TestAMaskIsKeptWhileFilesAreRanked(t *testing.T) {
	mask := map[string]models.MaskMode{"Fa": models.MaskDef}
	for name, before := range map[string]func(f *fake){
		"with an answer before": func(f *fake) { f.ask("where is it", 5000) },
		"with none":             func(f *fake) { f.part.questions[asking], f.part.budget = fit.Question{Text: "where is it"}, 5000 },
	} {
		t.Run(name, func(t *testing.T) {
			f := newFake(t)
			before(f)
			f.part.Propose()
			f.part.ChooseMask("a.go", mask)
			f.Until("the mask is counted", func() bool { return !f.part.Busy() && !f.part.masking.Busy() && f.part.Total().Exact })
			if r, _ := f.part.Row("a.go"); r.New != models.Masked || cmp.Diff(mask, f.part.Proposal().Item(r).AstMask) != "" {
				t.Errorf("it is shown as %s: %v", r.New, f.rows())
			}
		})
	}
}

// The question, its kinds and a budget that was set are there after a restart; without a question nothing is kept.
func TestTheQuestionIsKept(t *testing.T) {
	f := newFake(t)
	var none, kept presets.Unsaved
	f.part.CollectUnsaved(&none)
	if !none.Question.IsZero() {
		t.Errorf("without a question %+v is kept", none.Question)
	}
	again := New(f, f.Work)
	again.SetBudget(456)
	again.CollectUnsaved(&none)
	again = New(f, f.Work)
	if again.RestoreUnsaved(none); again.Budget() != 456 || again.HasQuestion() {
		t.Errorf("the budget without a question is %d", again.Budget())
	}
	f.part.SetQuestion(fit.Question{Text: "where is it", Notes: true})
	f.part.CollectUnsaved(&kept)
	again = New(f, f.Work)
	again.RestoreUnsaved(kept)
	if again.Question() != f.part.Question() || again.Budget() != f.part.Budget() || kept.Question.MaxTokens != 0 {
		t.Errorf("%+v is kept, and %+v with %d is there", kept.Question, again.Question(), again.Budget())
	}
	f.part.SetBudget(123)
	f.part.CollectUnsaved(&kept)
	again.RestoreUnsaved(kept)
	if again.Budget() != 123 || again.PreviewHidden() {
		t.Errorf("the budget is %d, and the preview hidden %t", again.Budget(), again.PreviewHidden())
	}
	f.part.HidePreview(true)
	f.part.CollectUnsaved(&kept)
	if again.RestoreUnsaved(kept); !again.PreviewHidden() {
		t.Error("the preview is not hidden any more")
	}
}
