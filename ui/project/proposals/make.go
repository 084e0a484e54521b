package proposals

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"dossier/aggregate"
	"dossier/models"
	"dossier/presets"
	"dossier/ui/project"
)

// Limits of a proposal.
const (
	MaxRows        = 500
	maxTitle       = 200       // bytes
	maxReason      = 4 << 10   // bytes, also for each row
	maxInstruction = 256 << 10 // bytes
	maxClient      = 100       // bytes
)

// Request is a proposal of a program.
type Request struct {
	Client string // name that the program has given
	Title  string
	Reason string
	Show   []Wanted // files to add, or to show in another view
	Remove []string // paths of files
	// Instruction replaces the instruction; nil leaves it unchanged.
	Instruction *string
}

// Wanted is a file and its proposed view.
type Wanted struct {
	project.Part
	Why string
}

// Make stores a proposal and returns its report. It builds and counts the proposal, so that its
// tokens are those of the documents before and after. It returns an error that states which
// part of the request is impossible, and what to do.
func Make(ctx context.Context, p *project.Project, r Request) (Report, error) {
	if err := p.StoredState().Understood(); err != nil {
		return Report{}, err
	}
	if err := check(r); err != nil {
		return Report{}, err
	}
	in := p.Input()
	one := presets.Proposal{Time: time.Now().UTC().Truncate(time.Second), Client: r.Client, Title: r.Title, Reason: r.Reason}
	now := current(ctx, p, in.Composition)
	named := func(path string) bool {
		return slices.ContainsFunc(one.Rows, func(row presets.ProposedRow) bool { return row.Path == path })
	}
	for _, wanted := range r.Show {
		row, err := now.shown(wanted)
		if err != nil {
			return Report{}, err
		}
		if named(row.Path) {
			return Report{}, fmt.Errorf("%s is named twice; give each file once, with all its lines or symbols", project.Shown(row.Path))
		}
		if row.Old == nil || !same(*row.Old, *row.New) {
			one.Rows = append(one.Rows, row)
		}
	}
	for _, name := range r.Remove {
		row, err := now.removed(name)
		if err != nil {
			return Report{}, err
		}
		if named(row.Path) {
			return Report{}, fmt.Errorf("%s is named twice; show it or remove it", project.Shown(row.Path))
		}
		one.Rows = append(one.Rows, row)
	}
	if r.Instruction != nil && *r.Instruction != in.Composition.Instruction {
		one.Instruction = &presets.Proposed{Old: hashOf(in.Composition.Instruction), New: *r.Instruction}
	}
	if len(one.Rows) == 0 && one.Instruction == nil {
		return Report{}, errors.New("the proposal changes nothing: the composition already matches it")
	}
	if err := count(ctx, p, in, &one); err != nil {
		return Report{}, err
	}
	if err := redact(ctx, p, &one); err != nil {
		return Report{}, err
	}
	stored, err := p.Proposals().Add(ctx, one)
	if err != nil {
		return Report{}, err
	}
	return report(func() *state { return now }, stored), nil
}

// check rejects requests that cannot be a proposal for any project.
func check(r Request) error {
	switch {
	case strings.TrimSpace(r.Title) == "":
		return errors.New("a proposal needs a title that describes its purpose, such as \"files of the login\"")
	case len(r.Title) > maxTitle || strings.ContainsAny(r.Title, "\r\n"):
		return fmt.Errorf("the title of a proposal is one line of at most %d bytes; say more in the reason", maxTitle)
	case len(r.Reason) > maxReason:
		return fmt.Errorf("the reason of a proposal has at most %d bytes, not %d", maxReason, len(r.Reason))
	case len(r.Client) > maxClient:
		return fmt.Errorf("the name of a client has at most %d bytes", maxClient)
	case len(r.Show)+len(r.Remove) > MaxRows:
		return fmt.Errorf("a proposal has at most %d files, not %d: propose the ones that matter most", MaxRows, len(r.Show)+len(r.Remove))
	case len(r.Show)+len(r.Remove) == 0 && r.Instruction == nil:
		return errors.New("the proposal is empty: name files to show or remove, or an instruction")
	case r.Instruction != nil && len(*r.Instruction) > maxInstruction:
		return fmt.Errorf("an instruction has at most %d bytes", maxInstruction)
	}
	for _, w := range r.Show {
		if len(w.Why) > maxReason {
			return fmt.Errorf("%s: the reason has at most %d bytes", project.Shown(w.Path), maxReason)
		}
	}
	return nil
}

// shown returns the row of a file to show.
func (s *state) shown(w Wanted) (presets.ProposedRow, error) {
	item, err := s.readable().Part(s.ctx, w.Part)
	if err != nil {
		return presets.ProposedRow{}, err
	}
	item = stripped(item)
	row := presets.ProposedRow{Path: item.Path, Why: strings.ToValidUTF8(w.Why, "\ufffd"), New: &item}
	if models.StoresText(row.Path) {
		return row, fmt.Errorf("%s is a discussion's own file, which is never part of the document", project.Shown(row.Path))
	}
	if old, ok := s.items[row.Path]; ok {
		old = stripped(old)
		row.Old = &old
	}
	return row, nil
}

// removed returns the row of a file to remove.
func (s *state) removed(name string) (presets.ProposedRow, error) {
	path, ok := s.p.Local(name)
	if !ok {
		path = name
	}
	old, ok := s.items[path]
	if !ok {
		return presets.ProposedRow{}, fmt.Errorf("%s is not in the composition, so it cannot be removed; read the context to see what is", project.Shown(name))
	}
	old = stripped(old)
	return presets.ProposedRow{Path: path, Old: &old}, nil
}

// count sets the tokens of a proposal and its rows.
func count(ctx context.Context, p *project.Project, in aggregate.Input, one *presets.Proposal) error {
	tokens := func(in aggregate.Input) (*aggregate.Document, map[string]int, error) {
		doc, err := p.Builder.Build(ctx, in, nil)
		if err != nil {
			return nil, nil, err
		}
		if doc, err = p.Builder.Count(ctx, doc, nil); err != nil {
			return nil, nil, err
		}
		of := make(map[string]int, len(doc.Items))
		for _, item := range doc.Items {
			of[item.Path] = item.Tokens.N
		}
		return doc, of, nil
	}
	before, old, err := tokens(in)
	if err != nil {
		return err
	}
	if in.Composition, err = Apply(ctx, p, in.Composition, *one); err != nil {
		return err
	}
	after, new, err := tokens(in)
	if err != nil {
		return err
	}
	for i := range one.Rows {
		row := &one.Rows[i]
		row.Before, row.After = old[row.Path], new[row.Path]
	}
	one.Before, one.After, one.Exact = before.Tokens.N, after.Tokens.N, before.Tokens.Exact && after.Tokens.Exact
	return nil
}

// redact redacts the texts of a proposal, which are stored. It rejects an instruction with a
// secret, because redaction would change it.
func redact(ctx context.Context, p *project.Project, one *presets.Proposal) error {
	as := p.Redacting(ctx)
	texts := []*string{&one.Client, &one.Title, &one.Reason}
	for i := range one.Rows {
		texts = append(texts, &one.Rows[i].Why)
	}
	for _, text := range texts {
		clean, err := as.Text(ctx, "", strings.ToValidUTF8(*text, "\ufffd"))
		if err != nil {
			return err
		}
		*text = clean
	}
	if i := one.Instruction; i != nil {
		clean, err := as.Text(ctx, "", i.New)
		if err != nil {
			return err
		}
		if clean != i.New {
			return errors.New("the instruction contains a possible secret; propose it without the secret")
		}
		i.New = strings.ToValidUTF8(i.New, "\ufffd")
	}
	return nil
}
