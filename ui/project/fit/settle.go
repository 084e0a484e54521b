package fit

import (
	"context"
	"math"

	"dossier/aggregate"
	"dossier/ui/project"
)

// attempts is the max number of builds of a proposal until the document is within the budget and
// uses most of it. The first one is inaccurate because of sections that list files, such as the
// tree.
const attempts = 6

// Settle proposes as [Candidates.Propose] does and builds the proposal, so that the tokens are
// those of the document and certainly within the budget. If the budget is too small, Needs is the
// size of the smallest document. It returns the context's error, or why nothing could be built.
func (f Fit) Settle(ctx context.Context, c *Candidates, budget int, o Options) (Proposal, error) {
	var best *Proposal
	said, target, tooMuch := -1, budget, math.MaxInt
	for range attempts {
		p := c.Propose(target, o)
		if p.Needs > 0 || p.Tokens.N == said {
			break
		}
		said = p.Tokens.N
		if err := f.count(ctx, &p); err != nil {
			return p, err
		}
		p.Budget = budget
		if p.Tokens.N > budget {
			tooMuch = min(tooMuch, target)
		} else if best == nil || p.value >= best.value {
			best = &p
		}
		old := target
		if target = said + budget - p.Tokens.N; target >= tooMuch {
			target = (old + tooMuch) / 2
		}
	}
	if best != nil {
		return *best, nil
	}
	return f.minBudget(ctx, c, budget, o)
}

// minBudget proposes the smallest document, or returns its size.
func (f Fit) minBudget(ctx context.Context, c *Candidates, budget int, o Options) (Proposal, error) {
	p := c.Propose(c.Propose(0, o).Needs, o)
	if err := f.count(ctx, &p); err != nil {
		return p, err
	}
	if p.Budget = budget; p.Tokens.N > budget {
		p.Rows, p.Needs = nil, p.Tokens.N
	}
	return p, nil
}

// count builds and counts the proposal.
func (f Fit) count(ctx context.Context, p *Proposal) (err error) {
	p.Tokens, err = f.Count(ctx, *p, All)
	return err
}

// Count builds the document with the rows accepted for which take returns true, and counts it
// in tokens of the model.
func (f Fit) Count(ctx context.Context, p Proposal, take func(Row) bool) (aggregate.Count, error) {
	in := p.of.baseline.Input
	in.Composition = p.Composition(take)
	doc, err := f.build(ctx, in)
	if err != nil {
		return aggregate.Count{}, err
	}
	return project.ForModel(doc.Tokens, p.of.baseline.Model), nil
}
