package session

import (
	"context"

	"dossier/aggregate"
	"dossier/models"
	"dossier/ui/project"
)

// BlockOfEntry returns the block of the document that shows an entry of the active
// discussion; false when none does.
func (s *Session) BlockOfEntry(i int) (block int, ok bool) {
	history := s.Discussion().History
	if i < 0 || i >= len(history) || history[i].Null || history[i].Exclude {
		return 0, false
	}
	n := 0
	for _, e := range history[:i] {
		if !e.Null && !e.Exclude {
			n++
		}
	}
	first, end, ok := s.excerpts()
	return first + n, ok && first+n < end
}

// EntryOfBlock returns the entry of the active discussion that a block of the document
// shows; false for the blocks of other sections and for the instruction.
func (s *Session) EntryOfBlock(block int) (i int, ok bool) {
	first, end, ok := s.excerpts()
	if !ok || block < first || block >= end {
		return 0, false
	}
	n := block - first
	for i, e := range s.Discussion().History {
		switch {
		case e.Null || e.Exclude:
		case n == 0:
			return i, true
		default:
			n--
		}
	}
	return 0, false
}

// excerpts returns the blocks [first, end) of the document that are excerpts of the
// discussion.
func (s *Session) excerpts() (first, end int, ok bool) {
	for _, section := range s.doc.Sections {
		if section.Kind == aggregate.HistorySection {
			return section.Blocks.Start + 1, section.Blocks.End, true
		}
	}
	return 0, 0, false
}

// DiscussionCost returns what the section of the discussion costs, the instruction
// included.
func (s *Session) DiscussionCost() project.Cost {
	for _, section := range s.doc.Sections {
		if section.Kind == aggregate.HistorySection {
			return project.Cost{Count: s.Cost(section.Tokens)}
		}
	}
	return project.Cost{Count: aggregate.Count{Exact: true}, Pending: s.stale}
}

// Trimmed is what a trim of the active discussion leaves in the dossier.
type Trimmed struct {
	In, Out int          // entries that stay, and that are switched out
	Cost    project.Cost // of those that stay
}

// WouldTrimEntries returns what [Session.TrimEntries] would leave.
func (s *Session) WouldTrimEntries(n int) Trimmed { return s.trimmed(s.Discussion().Trim(n)) }

// WouldTrimTokens returns what [Session.TrimTokens] would leave.
func (s *Session) WouldTrimTokens(limit int) Trimmed {
	d := s.Discussion()
	return s.trimmed(d.TrimTokens(limit, s.entryTokens(d)))
}

func (s *Session) trimmed(next models.Discussion) Trimmed {
	out := Trimmed{Cost: project.Cost{Count: aggregate.Count{Exact: true}}}
	for i, e := range s.Discussion().History {
		switch {
		case e.Null || e.Exclude:
		case next.History[i].Exclude:
			out.Out++
		default:
			cost := s.EntryCost(i)
			if cost.Pending {
				cost = project.Cost{Count: s.Cost(estimated(e))}
			}
			out.In++
			out.Cost.N += cost.N
			out.Cost.Exact = out.Cost.Exact && cost.Exact
		}
	}
	return out
}

// FindEntries looks for a text in all discussions, beside the window, and stops after ten
// thousand places. A newer search ends an older one.
func (s *Session) FindEntries(query string, found func([]project.EntryMatch)) {
	all := s.talk.now
	s.talk.finding.Start(func(ctx context.Context) func() {
		matches, err := project.SearchEntries(ctx, all, query)
		if err != nil {
			return nil
		}
		return func() { found(matches) }
	})
}
