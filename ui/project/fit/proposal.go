package fit

import (
	"cmp"
	"maps"
	"math"
	"reflect"
	"slices"

	"dossier/aggregate"
	"dossier/aggregate/code"
	"dossier/aggregate/fit"
	"dossier/aggregate/rank"
	"dossier/aggregate/tokens"
	"dossier/models"
	"dossier/ui/project"
)

// Kind is the kind of change of a file.
type Kind string

// Kinds of changes.
const (
	KindAdded     Kind = "added"
	KindRemoved   Kind = "removed"
	KindChanged   Kind = "changed" // gets another view
	KindUnchanged Kind = "unchanged"
)

// Options restrict a proposal in addition to the budget. The zero value has no restrictions.
type Options struct {
	MaxFull  *int    // max number of files shown in full, except required ones; nil means no limit
	MinScore float64 // relative to the best file's score; files below it are excluded
	KeepAll  bool    // no file of the composition is removed; views may change
	Released bool    // choices by hand count no more than files from a folder
	// Chosen are the view modes that the user has chosen for files, by path; an empty mode
	// excludes the file. A mode that is not available for a file is ignored.
	Chosen map[string]models.ViewMode
	// Masks are the symbols to show of files with the chosen mode masked. A mask that does not result from
	// the question comes from [Fit.WithMask]; without an entry, one of the question's masks is selected.
	Masks map[string]code.Mask
	// Refill are rows that the user does not accept, by path: their files keep their current
	// view, and their tokens are available to other files.
	Refill map[string]Way
}

// Row is a file of a proposal.
type Row struct {
	Path     string
	Kind     Kind
	Old      models.ViewMode // empty if it was not in the composition
	New      models.ViewMode // empty if it is to be removed
	Before   aggregate.Count // previous and proposed tokens
	Tokens   aggregate.Count
	Score    float64 // relative to the best file, from 0 to 1
	Reasons  []rank.Reason
	Ways     []Way // available views, the most expensive first
	Fixed    bool  // it cannot be removed: in focus, or always in full
	Chosen   bool  // the user has chosen the view
	ByHand   bool  // chosen by the user: removed only if the budget requires it
	Refilled bool  // it is in [Options.Refill]: the tokens of the proposal do not include it

	file int // index in the candidates
	way  int // index in their ways
}

// Way is a view of a file and its cost; without a mode the file is excluded.
type Way struct {
	Mode   models.ViewMode
	Tokens aggregate.Count
	Mask   code.Mask // with the mode masked
}

// Way returns the view in which the row shows its file.
func (r Row) Way() Way {
	for _, w := range r.Ways {
		if w.Mode == r.New {
			return w
		}
	}
	return Way{}
}

// Proposal is a proposal for a budget. Tokens are the model's.
type Proposal struct {
	Rows   []Row // by score; without files that are neither in the composition nor proposed
	Budget int
	Tokens aggregate.Count // of the document; an estimate until it is built
	Before aggregate.Count // of the current document
	// Needs is the smallest budget for a proposal with a file, if the budget is too small; then
	// there are no rows. It is 0 if no file is worth its tokens.
	Needs int

	of    *Candidates
	value float64 // of the plan
}

// Differs reports whether the proposal adds, removes or changes a file.
func (p Proposal) Differs() bool {
	return slices.ContainsFunc(p.Rows, func(r Row) bool { return r.Kind != KindUnchanged })
}

// Propose selects the views of the files within a budget in tokens of the model. It reads no
// files. The composition is unchanged if no change is worthwhile. A larger budget does not
// reduce the value, except with [Options.MaxFull].
func (c *Candidates) Propose(budget int, o Options) Proposal {
	p := Proposal{Budget: budget, Before: project.ForModel(c.documentTokens, c.baseline.Model), of: c}
	room := unscaled(budget, c.baseline.Model) - c.fixed
	q := c.problem(o)
	plan, ok := q.Fit(room)
	if !ok || c.empty(q, plan) {
		if least := c.minTotal(q); room < least {
			p.Needs = c.baseline.Model.Scale(c.fixed + least)
			return p
		}
	}
	if full := c.fullest(q, plan, o); full != nil {
		q = c.pose(o, full)
		plan, _ = q.Fit(room) // it fits, because it contains the cheapest ways as before
	}
	if now, ok := c.asItIs(q, room); ok {
		if full := q.Complete(now, room); fit.CloseEnough(now.Value, plan.Value) || full.Value > plan.Value {
			plan = full
		}
	}
	p.value = plan.Value
	p.Tokens = project.ForModel(aggregate.Count{N: c.fixed + plan.Tokens, Vocabulary: c.documentTokens.Vocabulary}, c.baseline.Model)
	for i, chosen := range plan.Chosen {
		w := q.ways[i][chosen]
		shown, off := o.Refill[c.files[i].Path]
		if off {
			w = c.files[i].nearest(shown, w)
		}
		if c.files[i].current.mode != "" || c.files[i].ways[w].mode != "" {
			row := c.rowOf(i, w, o)
			row.Refilled = off && row.Kind != KindUnchanged
			_, row.Chosen = o.Chosen[row.Path]
			row.ByHand = row.ByHand && !o.Released
			p.Rows = append(p.Rows, row)
		}
	}
	slices.SortStableFunc(p.Rows, func(a, b Row) int { return cmp.Compare(b.Score, a.Score) })
	return p
}

// problem contains the choices for each file under options; ways maps them to indices of its views.
type problem struct {
	*fit.Solver
	options Options
	groups  []fit.Group
	ways    [][]int
}

// minTotal returns the cost of the smallest plan that shows a file; if no file is worth its tokens,
// that of the smallest plan.
func (c *Candidates) minTotal(q *problem) int {
	n := q.MinTotal()
	if plan, _ := q.Fit(n); !c.empty(q, plan) {
		return n
	}
	cheapest := math.MaxInt
	for _, group := range q.groups {
		for _, choice := range group {
			if choice.Value > 0 {
				cheapest = min(cheapest, choice.Tokens)
			}
		}
	}
	if cheapest == math.MaxInt {
		return n
	}
	return n + cheapest
}

// empty reports whether a plan has no row: it shows no file, and the composition has none.
func (c *Candidates) empty(q *problem, plan fit.Plan) bool {
	for i, chosen := range plan.Chosen {
		if f := &c.files[i]; f.current.mode != "" || f.ways[q.ways[i][chosen]].mode != "" {
			return false
		}
	}
	return true
}

// problem returns the choices under options. The last result is cached, because moving the budget
// requests the same again.
func (c *Candidates) problem(o Options) *problem {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.posed == nil || !reflect.DeepEqual(c.posed.options, o) {
		c.posed = c.pose(o, nil)
		c.posed.options.Chosen, c.posed.options.Masks, c.posed.options.Refill = maps.Clone(o.Chosen), maps.Clone(o.Masks), maps.Clone(o.Refill)
	}
	return c.posed
}

// pose creates a problem. full contains the files that may be shown in full; nil means all.
func (c *Candidates) pose(o Options, full map[int]bool) *problem {
	q := &problem{options: o, groups: make([]fit.Group, len(c.files)), ways: make([][]int, len(c.files))}
	for i := range c.files {
		for _, j := range c.files[i].allowed(o, full == nil || full[i]) {
			w := c.files[i].ways[j]
			q.groups[i] = append(q.groups[i], fit.Choice{Tokens: w.tokens, Value: w.worth.of(o)})
			q.ways[i] = append(q.ways[i], j)
		}
	}
	q.Solver = fit.NewSolver(q.groups)
	return q
}

// asItIs returns the plan that changes nothing; false if it exceeds the budget or contradicts the options.
func (c *Candidates) asItIs(q *problem, room int) (fit.Plan, bool) {
	p := fit.Plan{Chosen: make([]int, len(c.files))}
	for i := range c.files {
		f := &c.files[i]
		at := slices.IndexFunc(q.ways[i], func(j int) bool { return f.ways[j].mode == f.current.mode && f.ways[j].tokens == f.current.tokens })
		if at < 0 {
			return p, false
		}
		p.Chosen[i] = at
		p.Tokens += q.groups[i][at].Tokens
		p.Value += q.groups[i][at].Value
	}
	return p, p.Tokens <= room
}

// allowed returns the indices of the views that options allow for a file, at least one.
func (c *candidate) allowed(o Options, full bool) []int {
	chosen, ok := o.Chosen[c.Path]
	ok = ok && slices.ContainsFunc(c.ways, func(w way) bool { return w.mode == chosen })
	mask, masked := o.Masks[c.Path]
	masked = masked && ok && chosen == models.Masked && slices.ContainsFunc(c.ways, func(w way) bool { return w.shows(mask) })
	_, off := o.Refill[c.Path]
	own := c.own && !o.Released
	var out []int
	for j, w := range c.ways {
		switch {
		case off:
			if c.asNow(w) {
				out = append(out, j)
			}
		case ok && w.mode != chosen:
		case masked && !w.shows(mask), !masked && w.added:
		case ok:
			out = append(out, j)
		case w.mode == "" && o.KeepAll && c.current.mode != "":
		case w.mode != "" && c.share < o.MinScore && !c.stays(o):
		case w.mode != "" && c.other && !c.stays(o) && !own:
		case w.mode == models.Full && !full && !c.fixed:
		default:
			out = append(out, j)
		}
	}
	if out == nil { // no view is allowed: the first one is the current one, or none
		return []int{0}
	}
	return out
}

// stays reports whether a file of the composition cannot be removed.
func (c *candidate) stays(o Options) bool { return c.current.mode != "" && (c.fixed || o.KeepAll) }

// fullest returns the best of the files that a plan shows in full, as many as options allow;
// nil if the plan is within the limit.
func (c *Candidates) fullest(q *problem, plan fit.Plan, o Options) map[int]bool {
	var whole []int
	for i, chosen := range plan.Chosen {
		if f := &c.files[i]; f.ways[q.ways[i][chosen]].mode == models.Full && !f.fixed {
			whole = append(whole, i)
		}
	}
	if o.MaxFull == nil || len(whole) <= *o.MaxFull {
		return nil
	}
	slices.SortStableFunc(whole, func(a, b int) int { return cmp.Compare(c.files[b].share, c.files[a].share) })
	full := map[int]bool{}
	for _, i := range whole[:*o.MaxFull] {
		full[i] = true
	}
	return full
}

// rowOf returns the row of a file of a plan, in which one of its ways was selected.
func (c *Candidates) rowOf(i, chosen int, o Options) Row {
	f := &c.files[i]
	w := f.ways[chosen]
	r := Row{
		Path: f.Path, Old: f.current.mode, New: w.mode, Score: f.share, Reasons: f.Reasons, Fixed: f.fixed, ByHand: f.own,
		Before: c.scaled(f.current.tokens), Tokens: c.scaled(w.tokens), file: i, way: chosen,
	}
	switch {
	case r.Old == "":
		r.Kind = KindAdded
	case r.New == "":
		r.Kind = KindRemoved
	case !f.asNow(w):
		r.Kind = KindChanged
	default:
		r.Kind = KindUnchanged
	}
	for _, mode := range f.modes() {
		w := w
		if mode != w.mode {
			w = f.ways[f.best(mode, o)]
		}
		r.Ways = append(r.Ways, Way{mode, c.scaled(w.tokens), w.item.AstMask})
	}
	slices.SortStableFunc(r.Ways, func(a, b Way) int { return cmp.Compare(b.Tokens.N, a.Tokens.N) })
	return r
}

func (c *Candidates) scaled(n int) aggregate.Count {
	return project.ForModel(aggregate.Count{N: n, Exact: true, Vocabulary: c.documentTokens.Vocabulary}, c.baseline.Model)
}

// unscaled returns the max number of tokens of the model's vocabulary that fit into a budget of
// the model's tokens.
func unscaled(budget int, m tokens.Model) int {
	n := max(0, int(float64(budget)/m.Factor)+1) // an upper bound, because Scale rounds up and the division is inexact
	for n > 0 && m.Scale(n) > budget {
		n--
	}
	return n
}

// Composition returns the composition with the rows accepted for which take returns true.
func (p Proposal) Composition(take func(Row) bool) models.Composition {
	e := project.NewEdit(p.of.baseline.Input.Composition, p.of.base, p.of.rows)
	p.Apply(e, take)
	return e.Composition
}

// Apply applies the rows for which take returns true to a composition. New files are appended, the best
// first. The result shows each file in its own view mode, regardless of the previous strategy or focus.
func (p Proposal) Apply(e *project.Edit, take func(Row) bool) {
	e.Composition = byItsModes(e.Composition)
	e.Composition.Git = p.of.baseline.review(e.Composition.Git)
	var goes []string
	for _, row := range p.Rows {
		switch {
		case row.Kind == KindUnchanged || !take(row):
		case row.Kind == KindRemoved:
			goes = append(goes, row.Path)
		default:
			f := &p.of.files[row.file]
			to := f.ways[row.way].item
			e.ChangeFile(row.Path, func(it *models.FileItem) {
				it.ViewMode, it.AstMask, it.AstSignatures, it.AstDefinitions = to.ViewMode, to.AstMask, to.AstSignatures, to.AstDefinitions
				it.Proposed = !f.own && !row.Chosen
			})
		}
	}
	e.Remove(goes)
}

// All accepts all rows except those of [Options.Refill].
func All(r Row) bool { return !r.Refilled }
