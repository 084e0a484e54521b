package fit

import (
	"context"

	"dossier/models"
	"dossier/ui/project"
)

// attempts is how often a proposal gives way until the built document is within the budget.
// What it is over comes from sections that tell of the files, such as the tree, and is nearly
// all gone after the first.
const attempts = 6

// Settle proposes as [Candidates.Propose] does and builds what is proposed, so that the tokens
// are those of the document and within the budget for certain. Where the budget is too small,
// Needs is what the smallest document takes. The error is the context's or says why nothing
// could be built.
func (f Fit) Settle(ctx context.Context, c *Candidates, budget int, o Options) (Proposal, error) {
	target := budget
	for range attempts {
		p := c.Propose(target, o)
		if p.Needs > 0 {
			break
		}
		if err := f.count(ctx, &p); err != nil {
			return p, err
		}
		if p.Budget = budget; p.Tokens.N <= budget {
			return p, nil
		}
		target -= p.Tokens.N - budget
	}
	return f.least(ctx, c, budget, o)
}

// least proposes the smallest document, or says what it takes.
func (f Fit) least(ctx context.Context, c *Candidates, budget int, o Options) (Proposal, error) {
	p := c.Propose(c.Propose(0, o).Needs, o)
	if err := f.count(ctx, &p); err != nil {
		return p, err
	}
	if p.Budget = budget; p.Tokens.N > budget {
		p.Rows, p.Needs = nil, p.Tokens.N
	}
	return p, nil
}

// count builds what is proposed and counts it.
func (f Fit) count(ctx context.Context, p *Proposal) error {
	n, err := f.Count(ctx, *p, p.Composition(All))
	p.Tokens = n.Count
	return err
}

// Count counts the document of a composition that was made of a proposal, in the tokens of its
// model.
func (f Fit) Count(ctx context.Context, p Proposal, c models.Composition) (project.Cost, error) {
	in := p.of.now.Input
	in.Composition = c
	doc, err := f.build(ctx, in)
	if err != nil {
		return project.Cost{}, err
	}
	return project.Cost{Count: project.Scaled(doc.Tokens, p.of.now.Model)}, nil
}
