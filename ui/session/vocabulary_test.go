package session

import (
	"testing"

	"dossier/aggregate"
	"dossier/aggregate/tokens"
)

// A model that reads another vocabulary has everything counted again in it, exactly; so has the
// one that is chosen when a project is opened.
func TestModelsOfAnotherVocabularyAreCountedExactly(t *testing.T) {
	const text = "Привет, мир!\n"
	d := newDesk(t, map[string]string{"a.txt": text, "b.txt": text, "c.txt": "x\n"})
	d.Add([]string{"a.txt", "c.txt"})
	d.ModeCosts().SetComparing(true)
	d.settle()
	var c tokens.Counter
	check := func(v tokens.Vocabulary) {
		t.Helper()
		d.until("everything is counted", func() bool {
			return !d.document.Counting() && !d.Tree().Counting() && !d.ModeCosts().Busy()
		})
		exact := func(what string, got aggregate.Count, want int) {
			t.Helper()
			if want := (aggregate.Count{N: want, Exact: true, Vocabulary: v}); got != want {
				t.Errorf("%s costs %+v, want %+v", what, got, want)
			}
		}
		exact("the document", d.Budget().Tokens, c.Count(v, d.Document().Text()))
		exact("a file of the tree", d.Tree().Model().CostOf([]string{"b.txt"}).Count, c.Count(v, text))
		exact("two files", d.Tree().Model().CostOf([]string{"a.txt", "b.txt"}).Count, 2*c.Count(v, text))
		if _, now := d.ModeCosts().Total(); !now.Exact || now.Vocabulary != v {
			t.Errorf("the compared files cost %+v", now)
		}
		for mode, cost := range d.comparedModes() {
			if cost.N > 0 && (!cost.Exact || cost.Vocabulary != v) {
				t.Errorf("the files cost %+v as %s", cost, mode)
			}
		}
	}
	check(tokens.O200k)
	d.Settings().SetModel("gpt-4-turbo")
	if n := d.Budget().Tokens; n.Exact {
		t.Errorf("%+v is exact before anything was counted", n)
	}
	d.settle()
	check(tokens.Cl100k)
	if err := d.Open(d.dir); err != nil {
		t.Fatal(err)
	}
	d.Add([]string{"a.txt", "c.txt"})
	d.ModeCosts().SetComparing(true)
	d.settle()
	check(tokens.Cl100k)
	d.Settings().SetModel("gpt-4o")
	d.settle()
	check(tokens.O200k)
}
