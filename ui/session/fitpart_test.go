package session

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"dossier/models"
	model "dossier/ui/features/fit"
	"dossier/ui/project/fit"
)

// TestAnAppliedProposalIsUndone says that undo restores the composition byte for byte, and its
// document, whatever the proposal has changed: files that are added, removed and shown differently,
// and the strategy and the focus that it resets.
func TestAnAppliedProposalIsUndone(t *testing.T) {
	t.Parallel()
	code := func(name string) string {
		return "package shop\n" + strings.Repeat("\n// "+name+" checks a login.\nfunc "+name+"() {\n\tprintln(\"one\", \"two\", \"three\")\n\tprintln(\"four\", \"five\")\n}\n", 20)
	}
	files := map[string]string{
		"login.go": code("CheckLogin"), "session.go": code("Session"), "letter.go": strings.ReplaceAll(code("Letter"), "login", "letter"), "cart.go": code("Cart"),
		"dossier.toml": "[files]\nitems = [{ path = \"session.go\", view_mode = \"outline\" }, { path = \"cart.go\", view_mode = \"custom\", custom_slices = [{ start_line = 3, end_line = 9 }] }, { path = \"letter.go\", ast_mask = { Letter = \"def\" }, view_mode = \"masked\" }, \"gone.go\"]\n",
	}
	for name, ask := range map[string]func(*desk){
		"a question": func(d *desk) {
			model.Of(d).SetBudget(2000)
			model.Of(d).SetQuestion(fit.Question{Text: "where does CheckLogin check a login"})
		},
		"less": func(d *desk) {
			model.Of(d).Degrade(d.Document().Tokens.N * 2 / 3)
			model.Of(d).Propose()
		},
	} {
		t.Run(name, func(t *testing.T) {
			d := newDesk(t, files)
			d.SetStrategy(models.Summarize)
			d.SetFocusRows([]int{1}, true)
			d.settle()
			before, document := d.Composition().Clone(), d.Document().Text()
			ask(d)
			d.until("something is proposed and built", func() bool {
				return !model.Of(d).Busy() && model.Of(d).Proposal().Differs() && model.Of(d).Total().Exact
			})
			if !model.Of(d).Apply() {
				t.Fatal("there is nothing to take")
			}
			d.settle()
			if cmp.Equal(before, d.Composition()) || d.Document().Text() == document {
				t.Fatal("what was taken has changed nothing")
			}
			taken := d.Document().Text()
			d.Undo()
			d.settle()
			if diff := cmp.Diff(before, d.Composition()); diff != "" {
				t.Errorf("put together is (-before +after):\n%s", diff)
			}
			if diff := cmp.Diff(document, d.Document().Text()); diff != "" {
				t.Errorf("the document is (-before +after):\n%s", diff)
			}
			d.Redo()
			d.settle()
			if diff := cmp.Diff(taken, d.Document().Text()); diff != "" {
				t.Errorf("the document that was taken is (-before +after):\n%s", diff)
			}
		})
	}
}

// A question knows what has changed on the disk, although files are only inspected after a change.
func TestAQuestionKnowsWhatHasChanged(t *testing.T) {
	t.Parallel()
	d := newDesk(t, map[string]string{"login.go": "package shop\n"})
	treeHost{host{Session: d.Session}}.WatchComplete(true)
	found := func() bool {
		ranked, err := d.ranker.Rank(t.Context(), "coupon", 10, nil)
		if err != nil {
			t.Fatal(err)
		}
		return len(ranked) > 0
	}
	if found() {
		t.Fatal("found is what nothing says yet")
	}
	d.write("login.go", "package shop\n\nvar coupon int\n")
	d.until("the change is known", found)
}
