// Package proposals stores changes of a project's composition that programs propose to the user,
// and applies those that the user accepts.
//
// A proposal is data: rows of files with their current and their proposed view, and an instruction.
// It is created by [Make], listed by [List], and applied, in whole or in part, by [Accept] or, to an
// edited composition that is not saved yet, by [Apply]. Each row records how its file was shown
// when it was proposed, so that a row that no longer fits is detected and cannot be applied.
//
// Proposals are stored in the state folder, without contents of files and without secrets. All
// calls are safe for concurrent use and end with their context.
package proposals

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"

	"dossier/aggregate"
	"dossier/models"
	"dossier/presets"
	"dossier/ui/project"
	"dossier/ui/project/fit"
)

// Report is a proposal as JSON.
type Report struct {
	ID          string           `json:"id"`
	Time        time.Time        `json:"time"`
	Client      string           `json:"client"`
	Title       string           `json:"title"`
	Reason      string           `json:"reason,omitempty"`
	State       presets.Decision `json:"state"` // waiting, taken, taken in part or dropped
	Fits        bool             `json:"fits"`  // for a waiting one: every row can be accepted
	Rows        []RowReport      `json:"rows"`  // empty after the decision
	Instruction *TextReport      `json:"instruction,omitempty"`
	Before      int              `json:"before"`          // tokens of the document at the time of the proposal
	After       int              `json:"after"`           // tokens with the whole proposal accepted
	Exact       bool             `json:"exact"`           // both were counted
	Accepted    []string         `json:"taken,omitempty"` // paths of the accepted rows, if accepted in part
}

// RowReport describes the proposed change of one file.
type RowReport struct {
	Path    string          `json:"path"`
	Kind    fit.Kind        `json:"kind"`              // added, removed or changed
	Old     models.ViewMode `json:"was,omitempty"`     // empty if it was not in the composition
	New     models.ViewMode `json:"now,omitempty"`     // empty if it is to be removed
	Lines   []string        `json:"lines,omitempty"`   // shown lines, such as 10-20
	Symbols []string        `json:"symbols,omitempty"` // shown symbols
	Before  int             `json:"before"`            // tokens
	After   int             `json:"after"`
	Why     string          `json:"why,omitempty"`
	Problem string          `json:"problem,omitempty"` // why it no longer fits
}

// TextReport is a proposed replacement of a text.
type TextReport struct {
	Old     string `json:"was"` // the current text
	New     string `json:"now"`
	Problem string `json:"problem,omitempty"` // why it no longer fits
}

// List returns the proposals for a project, including recently decided ones, oldest first.
func List(ctx context.Context, p *project.Project) ([]Report, error) {
	reports := []Report{}
	now := sync.OnceValue(func() *state { return current(ctx, p, p.Input().Composition) })
	for _, one := range p.Proposals().All() {
		reports = append(reports, report(now, one))
	}
	return reports, ctx.Err()
}

// Waiting returns the waiting proposals, oldest first, compared with a composition that may be unsaved.
func Waiting(ctx context.Context, p *project.Project, c models.Composition) ([]Report, error) {
	var reports []Report
	now := sync.OnceValue(func() *state { return current(ctx, p, c) })
	for _, one := range p.Proposals().All() {
		if one.Decision == presets.ProposalWaiting {
			reports = append(reports, report(now, one))
		}
	}
	return reports, ctx.Err()
}

// Prepare returns a composition with rows of a pending proposal applied, as [Apply] does, and a
// function that stores that they were applied.
func Prepare(ctx context.Context, p *project.Project, c models.Composition, id string, paths ...string) (next models.Composition, taken func(context.Context) error, err error) {
	one, err := pending(p, id)
	if err != nil {
		return c, nil, err
	}
	next, err = Apply(ctx, p, c, one, paths...)
	return next, func(ctx context.Context) error {
		return p.Proposals().Decide(ctx, id, decision(one, paths), paths)
	}, err
}

// Find returns a proposal for a project. The error lists the waiting ones.
func Find(ctx context.Context, p *project.Project, id string) (Report, error) {
	one, err := find(p, id)
	if err != nil {
		return Report{}, err
	}
	return report(func() *state { return current(ctx, p, p.Input().Composition) }, one), ctx.Err()
}

// Pending returns nil for a proposal that is waiting for a decision. The error lists the waiting ones, or is
// [presets.ErrDecided].
func Pending(p *project.Project, id string) error {
	_, err := pending(p, id)
	return err
}

func pending(p *project.Project, id string) (presets.Proposal, error) {
	one, err := find(p, id)
	if err == nil && one.Decision != presets.ProposalWaiting {
		err = fmt.Errorf("%s was %s: %w", id, one.Decision, presets.ErrDecided)
	}
	return one, err
}

func find(p *project.Project, id string) (presets.Proposal, error) {
	var waiting []string
	for _, one := range p.Proposals().All() {
		if one.ID == id {
			return one, nil
		}
		if one.Decision == presets.ProposalWaiting {
			waiting = append(waiting, one.ID)
		}
	}
	if waiting == nil {
		return presets.Proposal{}, fmt.Errorf("there is no proposal %q, and no other", id)
	}
	return presets.Proposal{}, fmt.Errorf("there is no proposal %q; the pending ones are %s", id, strings.Join(waiting, ", "))
}

// report describes a stored proposal, and, while it is waiting, whether it fits a state.
func report(of func() *state, one presets.Proposal) Report {
	r := Report{
		ID: one.ID, Time: one.Time, Client: one.Client, Title: one.Title, Reason: one.Reason, State: one.Decision, Rows: []RowReport{},
		Before: one.Before, After: one.After, Exact: one.Exact, Accepted: one.AcceptedRows, Fits: one.Decision == presets.ProposalWaiting,
	}
	if one.Decision != presets.ProposalWaiting {
		return r
	}
	now := of()
	for _, row := range one.Rows {
		said := reportRow(row)
		if _, err := now.fit(row); err != nil {
			said.Problem, r.Fits = err.Error(), false
		}
		r.Rows = append(r.Rows, said)
	}
	if i := one.Instruction; i != nil {
		r.Instruction = &TextReport{Old: now.comp.Instruction, New: i.New}
		if err := now.fitInstruction(*i); err != nil {
			r.Instruction.Problem, r.Fits = err.Error(), false
		}
	}
	return r
}

func reportRow(row presets.ProposedRow) RowReport {
	r := RowReport{Path: row.Path, Before: row.Before, After: row.After, Why: row.Why, Kind: fit.KindChanged}
	if row.Old != nil {
		r.Old = row.Old.ViewMode
	} else {
		r.Kind = fit.KindAdded
	}
	if row.New == nil {
		r.Kind = fit.KindRemoved
		return r
	}
	r.New = row.New.ViewMode
	for _, s := range row.New.CustomSlices {
		r.Lines = append(r.Lines, fmt.Sprintf("%d-%d", s.StartLine, s.EndLine))
	}
	for symbol, mode := range row.New.AstMask {
		if mode != models.MaskHide {
			r.Symbols = append(r.Symbols, symbol)
		}
	}
	slices.Sort(r.Symbols)
	return r
}

// state is a composition that rows are compared with.
type state struct {
	ctx   context.Context
	p     *project.Project
	comp  models.Composition
	rows  aggregate.Rows
	items map[string]models.FileItem // by path

	readable func() *project.Readables
}

func current(ctx context.Context, p *project.Project, c models.Composition) *state {
	s := &state{ctx: ctx, p: p, comp: c, items: map[string]models.FileItem{}}
	s.readable = sync.OnceValue(func() *project.Readables { return p.Readables(ctx) })
	s.rows = p.Resolver(ctx, p.StoredState().FilesBase()).Rows(c.Files)
	for _, item := range s.rows.Items {
		s.items[item.Path] = item.FileItem
	}
	return s
}

// fit returns the proposed entry of a row, with slices anchored in the current text; nil if the
// file is to be removed. It returns an error if the row no longer fits.
func (s *state) fit(row presets.ProposedRow) (*models.FileItem, error) {
	now, there := s.items[row.Path]
	switch {
	case row.Old == nil && there:
		return nil, errors.New("it is now in the composition")
	case row.Old != nil && !there:
		return nil, errors.New("it is no longer in the composition")
	case row.Old != nil && !same(now, *row.Old):
		return nil, errors.New("it is now shown in another way")
	case row.New == nil:
		return nil, nil
	}
	item := row.New.Clone()
	if len(item.CustomSlices) == 0 {
		return &item, nil
	}
	file, err := s.readable().Slices(s.ctx, row.Path)
	if err != nil { // for example, disallowed by the user since
		return nil, err
	}
	for i, old := range item.CustomSlices {
		slice, err := file.Make(old.StartLine, old.EndLine)
		if err != nil || slice.ContentHash != old.ContentHash {
			return nil, fmt.Errorf("lines %d-%d have changed", old.StartLine, old.EndLine)
		}
		slice.Tag, slice.Comment = old.Tag, old.Comment
		item.CustomSlices[i] = slice
	}
	return &item, nil
}

func (s *state) fitInstruction(i presets.Proposed) error {
	if hashOf(s.comp.Instruction) != i.Old {
		return errors.New("the instruction has changed")
	}
	return nil
}

func hashOf(text string) string {
	sum := sha256.Sum256([]byte(text))
	return hex.EncodeToString(sum[:])
}

// same reports whether two entries show a file in the same way. Stored rows have no anchor lines.
func same(a, b models.FileItem) bool {
	a, b = stripped(a), stripped(b)
	a.Path, b.Path = "", ""
	a.Proposed, b.Proposed = false, false
	return project.SameFiles([]models.FileItem{a}, []models.FileItem{b})
}

// stripped returns an entry without the anchor lines of its slices, which are contents of the file.
func stripped(it models.FileItem) models.FileItem {
	it = it.Clone()
	for i := range it.CustomSlices {
		it.CustomSlices[i].AnchorLines = nil
	}
	return it
}

// InstructionRow denotes the instruction of a proposal among the paths of rows.
const InstructionRow = "instruction"

// Apply returns a composition with rows of a proposal applied: those in paths, and the
// instruction for [InstructionRow]; without paths, the whole proposal. New files are appended.
// The error names a row that does not fit; then nothing is applied.
func Apply(ctx context.Context, p *project.Project, c models.Composition, one presets.Proposal, paths ...string) (models.Composition, error) {
	for _, name := range paths {
		if (name != InstructionRow || one.Instruction == nil) && !slices.ContainsFunc(one.Rows, func(r presets.ProposedRow) bool { return r.Path == name }) {
			return c, fmt.Errorf("%s has no row %s", one.ID, project.Shown(name))
		}
	}
	wanted := func(name string) bool { return len(paths) == 0 || slices.Contains(paths, name) }
	s := current(ctx, p, c)
	e := project.NewEdit(c, p.StoredState().FilesBase(), s.rows)
	var goes []string
	for _, row := range one.Rows {
		if !wanted(row.Path) {
			continue
		}
		to, err := s.fit(row)
		if err != nil {
			return c, fmt.Errorf("%s: %w; the others can be taken by their paths", project.Shown(row.Path), err)
		}
		if to == nil {
			goes = append(goes, row.Path)
			continue
		}
		e.ChangeFile(row.Path, func(it *models.FileItem) {
			path, extra := it.Path, it.Extra
			*it = *to
			it.Path, it.Extra, it.Proposed = path, extra, true
		})
	}
	e.Remove(goes)
	if i := one.Instruction; i != nil && wanted(InstructionRow) {
		if err := s.fitInstruction(*i); err != nil {
			return c, err
		}
		e.Composition.Instruction = i.New
	}
	return e.Composition, ctx.Err()
}

// Accept saves rows of a pending proposal, selected as by [Apply], to the project file, and stores that it was
// applied. A previous composition that is in no preset is stored as a draft; kept reports whether it was.
func Accept(ctx context.Context, p *project.Project, id string, paths ...string) (kept bool, err error) {
	one, err := pending(p, id)
	if err != nil {
		return false, err
	}
	if err := p.StoredState().Understood(); err != nil {
		return false, err
	}
	c, err := Apply(ctx, p, p.Input().Composition, one, paths...)
	if err != nil {
		return false, err
	}
	if kept, err = fit.To(p).Save(ctx, c); err != nil {
		return kept, err
	}
	return kept, p.Proposals().Decide(ctx, id, decision(one, paths), paths)
}

// decision returns the decision that accepting rows of a proposal means.
func decision(one presets.Proposal, paths []string) presets.Decision {
	all := len(one.Rows)
	if one.Instruction != nil {
		all++
	}
	if len(paths) == 0 || len(paths) >= all {
		return presets.ProposalAccepted
	}
	return presets.ProposalPartlyAccepted
}

// Drop stores that a pending proposal was rejected.
func Drop(ctx context.Context, p *project.Project, id string) error {
	if _, err := find(p, id); err != nil {
		return err
	}
	return p.Proposals().Decide(ctx, id, presets.ProposalDropped, nil)
}
