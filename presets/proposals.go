package presets

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"dossier/models"
	"dossier/presets/store"
)

// MaxProposals is how many proposals of one project wait at most.
const MaxProposals = 50

// maxDecided is how many decided proposals are remembered, so that the client learns the decision.
const maxDecided = 50

// Decision is what the user did with a proposal.
type Decision string

// The decisions.
const (
	ProposalWaiting     Decision = "waiting"
	ProposalTaken       Decision = "taken"
	ProposalTakenInPart Decision = "taken in part"
	ProposalDropped     Decision = "dropped"
)

// Proposal is a change of the composition that a program has proposed to the user. It holds no
// contents of files.
type Proposal struct {
	ID          string        `json:"id"` // p1, p2 and so on, never given twice in a project
	Time        time.Time     `json:"time"`
	Client      string        `json:"client"` // as the program calls itself
	Title       string        `json:"title"`
	Reason      string        `json:"reason,omitempty"`
	Rows        []ProposedRow `json:"rows,omitempty"`
	Instruction *Proposed     `json:"instruction,omitempty"`
	Before      int           `json:"before"` // tokens of the document, then
	After       int           `json:"after"`  // tokens of the document with all of it taken
	Exact       bool          `json:"exact"`  // whether both were counted, and not estimated

	Decision Decision  `json:"decision"`
	Decided  time.Time `json:"decided,omitzero"`
	TakenOf  []string  `json:"taken,omitempty"` // paths of the rows that were taken, of [ProposalTakenInPart]
}

// ProposedRow is what a proposal does with one file.
type ProposedRow struct {
	Path   string           `json:"path"`          // as seen from the project
	Was    *models.FileItem `json:"was,omitempty"` // nil: it was not in the composition
	Now    *models.FileItem `json:"now,omitempty"` // nil: it goes. Slices have no anchor lines
	Before int              `json:"before"`        // tokens
	After  int              `json:"after"`
	Why    string           `json:"why,omitempty"`
}

// Proposed is a text that a proposal replaces.
type Proposed struct {
	Was string `json:"was"` // the hex SHA-256 of the text that is replaced, which may hold a secret
	Now string `json:"now"`
}

// proposalFile is how the proposals of a project are stored.
type proposalFile struct {
	Last int        `json:"last"` // the number of the newest
	List []Proposal `json:"list"` // the oldest first
}

const proposals = "proposals"

// ErrProposals is a proposal that was not stored because [MaxProposals] wait already.
var ErrProposals = fmt.Errorf("%d proposals of this project wait already: the user takes or drops some first (dossier proposals list)", MaxProposals)

// Proposals lists the proposals for the project in dir, the oldest first, with those that were
// decided lately.
func (s *State) Proposals(dir string) []Proposal {
	file, _ := read[proposalFile](s, proposals, store.Key(realFolder(dir)))
	return file.List
}

// ProposalsFolder returns the folder in which proposals of all projects are stored, to be watched; it is made if needed.
// The error says why there is none.
func (s *State) ProposalsFolder() (string, error) { return s.folder(proposals) }

// AddProposal stores a proposal for the project in dir and returns it with its id.
func (s *State) AddProposal(ctx context.Context, dir string, p Proposal) (Proposal, error) {
	full := false
	err := update(ctx, s, proposals, store.Key(realFolder(dir)), func(file proposalFile) proposalFile {
		waiting := 0
		for _, one := range file.List {
			if one.Decision == ProposalWaiting {
				waiting++
			}
		}
		if full = waiting >= MaxProposals; full {
			return file
		}
		file.Last++
		p.ID, p.Decision = fmt.Sprintf("p%d", file.Last), ProposalWaiting
		file.List = append(slices.Clone(file.List), p)
		return file
	})
	if err == nil && full {
		err = ErrProposals
	}
	return p, err
}

// ErrDecided is a proposal that is decided already.
var ErrDecided = errors.New("it is decided already")

// DecideProposal stores what the user did with a waiting proposal for the project in dir. taken
// names the rows of [ProposalTakenInPart]. A proposal that does not wait gives an error that wraps [ErrDecided].
func (s *State) DecideProposal(ctx context.Context, dir, id string, d Decision, taken []string, at time.Time) error {
	var problem error
	err := update(ctx, s, proposals, store.Key(realFolder(dir)), func(file proposalFile) proposalFile {
		file.List = slices.Clone(file.List)
		i := slices.IndexFunc(file.List, func(p Proposal) bool { return p.ID == id })
		switch {
		case i < 0:
			problem = fmt.Errorf("there is no proposal %q", id)
			return file
		case file.List[i].Decision != ProposalWaiting:
			problem = fmt.Errorf("%s was %s: %w", id, file.List[i].Decision, ErrDecided)
			return file
		}
		problem = nil
		p := &file.List[i]
		p.Decision, p.Decided, p.TakenOf = d, at.UTC(), taken
		p.Rows, p.Instruction = nil, nil
		file.List = forgetDecided(file.List)
		return file
	})
	return errors.Join(err, problem)
}

// forgetDecided drops the oldest decided proposals beyond [maxDecided].
func forgetDecided(list []Proposal) []Proposal {
	decided := 0
	for _, p := range list {
		if p.Decision != ProposalWaiting {
			decided++
		}
	}
	return slices.DeleteFunc(list, func(p Proposal) bool {
		if p.Decision == ProposalWaiting || decided <= maxDecided {
			return false
		}
		decided--
		return true
	})
}
