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

// MaxProposals is the max number of waiting proposals per project.
const MaxProposals = 50

// maxDecided is the max number of decided proposals that are stored, so that the client learns the decision.
const maxDecided = 50

// Decision is the user's decision on a proposal.
type Decision string

// Decisions.
const (
	ProposalWaiting        Decision = "waiting"
	ProposalAccepted       Decision = "taken"
	ProposalPartlyAccepted Decision = "taken in part"
	ProposalDropped        Decision = "dropped"
)

// Proposal is a change of the composition that a program has proposed to the user. It contains
// no file contents.
type Proposal struct {
	ID          string        `json:"id"` // p1, p2 and so on, never reused in a project
	Time        time.Time     `json:"time"`
	Client      string        `json:"client"` // name that the program has given
	Title       string        `json:"title"`
	Reason      string        `json:"reason,omitempty"`
	Rows        []ProposedRow `json:"rows,omitempty"`
	Instruction *Proposed     `json:"instruction,omitempty"`
	Before      int           `json:"before"` // tokens of the document at that time
	After       int           `json:"after"`  // tokens of the document with the whole proposal accepted
	Exact       bool          `json:"exact"`  // both were counted, not estimated

	Decision     Decision  `json:"decision"`
	Decided      time.Time `json:"decided,omitzero"`
	AcceptedRows []string  `json:"taken,omitempty"` // paths of the accepted rows, for [ProposalPartlyAccepted]
}

// ProposedRow is the proposed change of one file.
type ProposedRow struct {
	Path   string           `json:"path"`          // relative to the project
	Old    *models.FileItem `json:"was,omitempty"` // nil if the file was not in the composition
	New    *models.FileItem `json:"now,omitempty"` // nil if the file is to be removed; slices have no anchor lines
	Before int              `json:"before"`        // tokens
	After  int              `json:"after"`
	Why    string           `json:"why,omitempty"`
}

// Proposed is a proposed replacement of a text.
type Proposed struct {
	Old string `json:"was"` // hex SHA-256 of the replaced text, which may contain a secret
	New string `json:"now"`
}

// proposalFile is the stored form of a project's proposals.
type proposalFile struct {
	Last int        `json:"last"` // number of the newest proposal
	List []Proposal `json:"list"` // oldest first
}

const proposals = "proposals"

// ErrProposals reports that a proposal was not stored because [MaxProposals] are already waiting.
var ErrProposals = fmt.Errorf("%d proposals of this project are waiting already: the user accepts or drops some first (dossier proposals list)", MaxProposals)

// Proposals returns the proposals for the project in dir, including recently decided ones, oldest first.
func (s *State) Proposals(dir string) []Proposal {
	file, _ := read[proposalFile](s, proposals, store.Key(realFolder(dir)))
	return file.List
}

// ProposalsFolder returns the folder of all projects' proposals for watching, and creates it if
// necessary. It returns an error if there is none.
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

// ErrDecided reports that a proposal has already been decided.
var ErrDecided = errors.New("it is decided already")

// DecideProposal stores the user's decision on a waiting proposal for the project in dir. taken contains the paths
// of the accepted rows for [ProposalPartlyAccepted]. If the proposal is not waiting, the error wraps [ErrDecided].
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
		p.Decision, p.Decided, p.AcceptedRows = d, at.UTC(), taken
		p.Rows, p.Instruction = nil, nil
		file.List = forgetDecided(file.List)
		return file
	})
	return errors.Join(err, problem)
}

// forgetDecided removes the oldest decided proposals beyond [maxDecided].
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
