package fit

import (
	"slices"
	"strings"

	"dossier/aggregate"
	"dossier/models"
)

// maxFullText is the max length of a question in bytes; only the beginning of longer texts is used.
const maxFullText = 64 << 10

// lastEntries is the number of discussion entries that count as the question: earlier ones are
// usually settled.
const lastEntries = 3

// Question is what files are ranked by.
type Question struct {
	Text string
	// Further texts that count as the question, if they are in the document.
	Instruction bool
	Focus       bool // the files in focus
	Beads       bool // those in the given list of beads
	Notes       bool
	Discussion  bool // the last entries
	// Range is a change in the repository that the files belong to; empty means none.
	Range string
}

// Empty reports whether the question has no parts.
func (q Question) Empty() bool {
	return q.Range == "" && strings.TrimSpace(q.Text) == "" && !q.Instruction && !q.Focus && !q.Beads && !q.Notes && !q.Discussion
}

// FullText returns all texts of the question, the typed one first.
func (q Question) FullText(in aggregate.Input, beads []models.Bead) string {
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
	return strings.ToValidUTF8(said[:min(len(said), maxFullText)], "")
}

// QuestionOf returns a stored question, without its budget.
func QuestionOf(a models.Question) Question {
	q := Question{Text: a.Question, Range: a.Range}
	for _, one := range q.also() {
		*one.on = slices.Contains(a.Also, one.word)
	}
	return q
}

// Stored returns the question in its stored form, with a budget.
func (q Question) Stored(budget int) models.Question {
	a := models.Question{Question: q.Text, MaxTokens: budget, Range: q.Range}
	for _, one := range q.also() {
		if *one.on {
			a.Also = append(a.Also, one.word)
		}
	}
	return a
}

// counting is a possible additional part of the question.
type counting struct {
	word models.QuestionPart
	on   *bool
}

func (q *Question) also() []counting {
	return []counting{
		{models.QuestionInstruction, &q.Instruction},
		{models.QuestionFocus, &q.Focus},
		{models.QuestionBeads, &q.Beads},
		{models.QuestionNotes, &q.Notes},
		{models.QuestionDiscussion, &q.Discussion},
	}
}
