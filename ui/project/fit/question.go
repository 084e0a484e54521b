package fit

import (
	"slices"
	"strings"

	"dossier/aggregate"
	"dossier/models"
)

// maxAsked bounds what a question says, in bytes: who pastes more means the beginning.
const maxAsked = 64 << 10

// lastEntries is how many entries of the discussion count as the question: what came before
// them is settled as a rule.
const lastEntries = 3

// Question is what files are looked for.
type Question struct {
	Text string
	// What else counts as the question, as far as it is in the dossier.
	Instruction bool
	Focus       bool // the files in focus
	Beads       bool // those in the given list of beads
	Notes       bool
	Discussion  bool // the last entries
	// Range is a change of the repository, which the files go with; empty: none.
	Range string
}

// Empty reports whether nothing is asked.
func (q Question) Empty() bool {
	return q.Range == "" && strings.TrimSpace(q.Text) == "" && !q.Instruction && !q.Focus && !q.Beads && !q.Notes && !q.Discussion
}

// Said returns all that counts as the question, what was typed first.
func (q Question) Said(in aggregate.Input, beads []models.Bead) string {
	parts := []string{q.Text}
	if q.Instruction {
		parts = append(parts, in.Composition.Instruction)
	}
	if q.Focus {
		parts = append(parts, strings.Join(in.Composition.Focus, "\n"))
	}
	if q.Beads {
		for _, b := range beads {
			if b.Class() == models.BeadActive && !slices.Contains(in.Composition.BeadsExclude, b.ID) {
				parts = append(parts, b.Title, b.Description)
			}
		}
	}
	if q.Notes {
		for _, n := range in.Composition.NotesIn(in.Notes) {
			parts = append(parts, n.Content)
		}
	}
	if q.Discussion {
		in := slices.DeleteFunc(slices.Clone(in.History), func(e models.Entry) bool { return e.Exclude })
		for _, e := range in[max(0, len(in)-lastEntries):] {
			parts = append(parts, e.Content)
		}
	}
	parts = slices.DeleteFunc(parts, func(s string) bool { return strings.TrimSpace(s) == "" })
	said := strings.Join(parts, "\n")
	return strings.ToValidUTF8(said[:min(len(said), maxAsked)], "")
}

// QuestionOf returns a question that was kept, without its budget.
func QuestionOf(a models.Asked) Question {
	q := Question{Text: a.Question, Range: a.Range}
	for _, one := range q.also() {
		*one.on = slices.Contains(a.Also, one.word)
	}
	return q
}

// Asked returns the question in the form that is kept, with a budget.
func (q Question) Asked(budget int) models.Asked {
	a := models.Asked{Question: q.Text, MaxTokens: budget, Range: q.Range}
	for _, one := range q.also() {
		if *one.on {
			a.Also = append(a.Also, one.word)
		}
	}
	return a
}

// counting is something that may count as the question.
type counting struct {
	word models.AskedOf
	on   *bool
}

func (q *Question) also() []counting {
	return []counting{
		{models.AskedInstruction, &q.Instruction},
		{models.AskedFocus, &q.Focus},
		{models.AskedBeads, &q.Beads},
		{models.AskedNotes, &q.Notes},
		{models.AskedDiscussion, &q.Discussion},
	}
}
