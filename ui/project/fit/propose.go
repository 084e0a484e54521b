package fit

import (
	"context"
	"fmt"

	"dossier/aggregate/text"
	"dossier/aggregate/tokens"
	"dossier/ui/project/ranking"
)

// DefaultBudget is the budget in tokens of a question without one.
const DefaultBudget = 32_000

// MaxRanked is the max number of ranked files that are considered.
const MaxRanked = 5000

// Request is a question with the bounds of its proposal.
type Request struct {
	Question string
	Range    string // of a change to review; see [Search]
	Preset   string // asks the question stored with the preset of this name, within its budget
	Budget   int    // in tokens of the model; 0 means that of the preset, else [DefaultBudget]
	Model    tokens.Model
	Less     bool // reduce the files of the composition, and exclude none
	Filter   Filter
	Options  Options
}

// TooSmallError reports a budget that is too small for any proposal.
type TooSmallError struct{ Budget, Needs int }

func (e *TooSmallError) Error() string {
	are := "are"
	if e.Budget == 1 {
		are = "is"
	}
	return fmt.Sprintf("%s %s too few: the smallest document takes %d", text.Counted(e.Budget, "token"), are, e.Needs)
}

// Propose ranks the files for a question and proposes their views. It builds and counts the proposal,
// so that it is within the budget. If the budget is too small, it returns a [*TooSmallError].
func (f Fit) Propose(ctx context.Context, ranker *ranking.Ranker, r Request, progress func(done, all int)) (Proposal, error) {
	r, err := f.recall(r)
	if err != nil {
		return Proposal{}, err
	}
	now := Baseline{Input: f.p.Input(), Model: r.Model, Range: r.Range}
	var ranked []ranking.Ranked
	if s := (Search{r.Question, r.Range}); !s.Empty() {
		if ranked, err = f.Rank(ctx, ranker, s, MaxRanked, progress); err != nil {
			return Proposal{}, err
		}
	}
	var candidates *Candidates
	if r.Less {
		candidates, err = f.Degrade(ctx, now, ranked, nil)
	} else {
		candidates, err = f.Gather(ctx, now, ranked, r.Filter, nil)
	}
	if err != nil {
		return Proposal{}, err
	}
	proposal, err := f.Settle(ctx, candidates, r.Budget, r.Options)
	if err == nil && proposal.Needs > 0 {
		err = &TooSmallError{r.Budget, proposal.Needs}
	}
	return proposal, err
}

// recall adds the question and the budget stored in a preset, or the default budget.
func (f Fit) recall(r Request) (Request, error) {
	budget := DefaultBudget
	if r.Preset != "" {
		preset, err := f.p.Presets().Find("", r.Preset)
		if err != nil {
			return r, err
		}
		q := QuestionOf(preset.Question)
		if q.Empty() {
			return r, fmt.Errorf("the preset %q has no question: save one in the window, or as fit = { question = \"…\" } in its table", preset.Name)
		}
		if preset.Question.MaxTokens > 0 {
			budget = preset.Question.MaxTokens
		}
		r.Range = q.Range
		r.Question = q.FullText(f.p.Input(), f.p.Beads().Tracker().Result.Beads)
	}
	if r.Budget <= 0 {
		r.Budget = budget
	}
	return r, nil
}
