package discussion

import (
	"dossier/aggregate"
	"dossier/aggregate/tokens"
	"dossier/models"
	"dossier/ui/project"
)

// Cost returns the cost of the discussion's section, including the instruction.
func (p *Part) Cost() project.Cost {
	if section, ok := p.host.Document().Section(aggregate.HistorySection); ok {
		return project.Cost{Count: p.host.Cost(section.Tokens)}
	}
	return project.Cost{Count: aggregate.Count{Exact: true}, Pending: p.host.Building()}
}

// Trimmed is what remains of the active discussion in the document after trimming.
type Trimmed struct {
	In, Out int          // number of included entries, and of excluded ones
	Cost    project.Cost // of the included entries
}

// WouldTrimEntries returns what [Part.TrimEntries] would leave in the document.
func (p *Part) WouldTrimEntries(n int) Trimmed { return p.trimmed(p.Active().Trim(n)) }

// WouldTrimTokens returns what [Part.TrimTokens] would leave in the document.
func (p *Part) WouldTrimTokens(limit int) Trimmed {
	d := p.Active()
	return p.trimmed(d.TrimTokens(limit, p.entryTokens(d)))
}

func (p *Part) trimmed(next models.Discussion) Trimmed {
	out := Trimmed{Cost: project.Cost{Count: aggregate.Count{Exact: true}}}
	for i, e := range p.Active().History {
		switch {
		case e.Null || e.Exclude:
		case next.History[i].Exclude:
			out.Out++
		default:
			cost := p.EntryCost(i)
			if cost.Pending {
				cost = project.Cost{Count: p.host.Cost(estimated(e))}
			}
			out.In++
			out.Cost = out.Cost.Plus(cost)
		}
	}
	return out
}

// entryTokens returns a function that returns the cost of each entry of the active discussion,
// estimated if it is not counted yet.
func (p *Part) entryTokens(d models.Discussion) func(i int) int {
	return func(i int) int {
		if cost := p.EntryCost(i); !cost.Pending {
			return cost.N
		}
		return p.host.Cost(estimated(d.History[i])).N
	}
}

// EntryCost returns the cost of an entry of the active discussion in the document. It is pending
// while the document does not contain the entry yet; for an excluded entry it is an estimate of
// what it would add.
func (p *Part) EntryCost(i int) project.Cost {
	d := p.Active()
	if i < 0 || i >= len(d.History) || d.History[i].Null {
		return project.Cost{Count: aggregate.Count{Exact: true}}
	}
	e := d.History[i]
	if count, ok := p.countOf(e); ok {
		return project.Cost{Count: p.host.Cost(count)}
	}
	if e.Exclude {
		return project.Cost{Count: p.host.Cost(estimated(e))}
	}
	return project.Cost{Pending: true}
}

// countOf returns the cost of an entry's excerpt in the shown document.
func (p *Part) countOf(e models.Entry) (aggregate.Count, bool) {
	at, ok := p.excerpts[excerptOf(e)]
	if !ok {
		return aggregate.Count{}, false
	}
	first, end, ok := p.excerptBlocks()
	if !ok || first+at >= end {
		return aggregate.Count{}, false
	}
	return p.host.Document().Block(first + at).Tokens, true
}

// heading is the approximate cost of an excerpt's heading and the line after it.
var heading = aggregate.Count{N: 10, Off: 10}

func estimated(e models.Entry) aggregate.Count {
	return tokens.Guess(e.Excerpt()).Add(heading)
}
