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
	Comes   Kind = "comes"
	Goes    Kind = "goes"
	Changes Kind = "changes" // is shown in another way
	Stays   Kind = "stays"
)

// Options restrict a proposal in addition to the budget. The zero value has no restrictions.
type Options struct {
	MaxFull  *int    // files that are shown whole, without those that must be; nil: any number
	MinScore float64 // relative to the best file's score; files below it are excluded
	Keep     bool    // all files of the composition stay, however they are shown
	Released bool    // choices by hand count no more than files from a folder
	// Chosen are view modes that the user has chosen for files, by their paths; empty
	// leaves one out. One that a file cannot have counts for nothing.
	Chosen map[string]models.ViewMode
	// Masks are the symbols to show of files that are chosen to be masked. A mask that the question did not
	// give comes from [Fit.WithMask]; without one here the question chooses among its own.
	Masks map[string]code.Mask
	// Refill are rows that are not to be taken, by their paths: their files stay as they are now, and their
	// tokens go to others.
	Refill map[string]Way
}

// Row is a file of a proposal.
type Row struct {
	Path    string
	Kind    Kind
	Was     models.ViewMode // empty if it was not in the composition
	Now     models.ViewMode // empty: it goes
	Before  aggregate.Count // tokens that it had, and has
	Tokens  aggregate.Count
	Score   float64 // from 0 to 1, which the best file has
	Reasons []rank.Reason
	Ways    []Way // to show it, the one that costs most first
	Held    bool  // it stays because the user says so: in focus, or always in full
	Chosen  bool  // the user chose how it is shown
	ByHand  bool  // the user chose it by hand: it goes only when the budget needs its place
	Off     bool  // [Options.Refill] has it: the tokens of the proposal are without it

	file int // among the candidates
	way  int // among its ways
}

// Way is a view of a file and its cost; without a mode the file is excluded.
type Way struct {
	Mode   models.ViewMode
	Tokens aggregate.Count
	Mask   code.Mask // with the mode masked
}

// Way returns how the row shows its file.
func (r Row) Way() Way {
	for _, w := range r.Ways {
		if w.Mode == r.Now {
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
	Before aggregate.Count // of the document that there is
	// Needs is the least budget that any proposal with a file fits into, when this one is too small; then
	// there are no rows. It is 0 where no file is worth its tokens.
	Needs int

	of    *Candidates
	value float64 // of the plan
}

// Differs reports whether anything comes, goes or changes.
func (p Proposal) Differs() bool {
	return slices.ContainsFunc(p.Rows, func(r Row) bool { return r.Kind != Stays })
}

// Propose chooses how to show the files within a budget in tokens of the model. It reads
// nothing. The composition stays as it is where nothing is worth a change. A larger budget gives no less value,
// but with [Options.MaxFull].
func (c *Candidates) Propose(budget int, o Options) Proposal {
	p := Proposal{Budget: budget, Before: project.Scaled(c.before, c.now.Model), of: c}
	room := unscaled(budget, c.now.Model) - c.fixed
	q := c.problem(o)
	plan, ok := q.Fit(room)
	if !ok || c.empty(q, plan) {
		if least := c.least(q); room < least {
			p.Needs = c.now.Model.Scale(c.fixed + least)
			return p
		}
	}
	if full := c.fullest(q, plan, o); full != nil {
		q = c.pose(o, full)
		plan, _ = q.Fit(room) // the cheapest ways are in it as before
	}
	if now, ok := c.asItIs(q, room); ok {
		if full := q.Complete(now, room); fit.Enough(now.Value, plan.Value) || full.Value > plan.Value {
			plan = full
		}
	}
	p.value = plan.Value
	p.Tokens = project.Scaled(aggregate.Count{N: c.fixed + plan.Tokens, Vocabulary: c.before.Vocabulary}, c.now.Model)
	for i, chosen := range plan.Chosen {
		w := q.ways[i][chosen]
		shown, off := o.Refill[c.files[i].Path]
		if off {
			w = c.files[i].nearest(shown, w)
		}
		if c.files[i].now.mode != "" || c.files[i].ways[w].mode != "" {
			row := c.rowOf(i, w, o)
			row.Off = off && row.Kind != Stays
			_, row.Chosen = o.Chosen[row.Path]
			row.ByHand = row.ByHand && !o.Released
			p.Rows = append(p.Rows, row)
		}
	}
	slices.SortStableFunc(p.Rows, func(a, b Row) int { return cmp.Compare(b.Score, a.Score) })
	return p
}

// problem are the choices of each file under options, and which of its ways each of them is.
type problem struct {
	*fit.Solver
	options Options
	groups  []fit.Group
	ways    [][]int
}

// least returns the cost of the smallest plan that shows a file; if no file is worth its tokens,
// that of the smallest plan.
func (c *Candidates) least(q *problem) int {
	n := q.Least()
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
		if f := &c.files[i]; f.now.mode != "" || f.ways[q.ways[i][chosen]].mode != "" {
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

// pose makes a problem. full says which files may be shown whole; nil: all of them.
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

// asItIs is the plan that changes nothing; false where that is too much, or options forbid it.
func (c *Candidates) asItIs(q *problem, room int) (fit.Plan, bool) {
	p := fit.Plan{Chosen: make([]int, len(c.files))}
	for i := range c.files {
		f := &c.files[i]
		at := slices.IndexFunc(q.ways[i], func(j int) bool { return f.ways[j].mode == f.now.mode && f.ways[j].tokens == f.now.tokens })
		if at < 0 {
			return p, false
		}
		p.Chosen[i] = at
		p.Tokens += q.groups[i][at].Tokens
		p.Value += q.groups[i][at].Value
	}
	return p, p.Tokens <= room
}

// allowed returns the ways that options leave a file, at least one.
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
		case w.mode == "" && o.Keep && c.now.mode != "":
		case w.mode != "" && c.share < o.MinScore && !c.stays(o):
		case w.mode != "" && c.other && !c.stays(o) && !own:
		case w.mode == models.Full && !full && !c.held:
		default:
			out = append(out, j)
		}
	}
	if out == nil { // whole or not at all
		return []int{0}
	}
	return out
}

// stays reports whether a file of the composition cannot be removed.
func (c *candidate) stays(o Options) bool { return c.now.mode != "" && (c.held || o.Keep) }

// fullest returns the best of the files that a plan shows whole, as many as options bear; nil
// when it shows no more.
func (c *Candidates) fullest(q *problem, plan fit.Plan, o Options) map[int]bool {
	var whole []int
	for i, chosen := range plan.Chosen {
		if f := &c.files[i]; f.ways[q.ways[i][chosen]].mode == models.Full && !f.held {
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

// rowOf returns the row of one file of a plan, which chose one of its ways.
func (c *Candidates) rowOf(i, chosen int, o Options) Row {
	f := &c.files[i]
	w := f.ways[chosen]
	r := Row{
		Path: f.Path, Was: f.now.mode, Now: w.mode, Score: f.share, Reasons: f.Reasons, Held: f.held, ByHand: f.own,
		Before: c.scaled(f.now.tokens), Tokens: c.scaled(w.tokens), file: i, way: chosen,
	}
	switch {
	case r.Was == "":
		r.Kind = Comes
	case r.Now == "":
		r.Kind = Goes
	case !f.asNow(w):
		r.Kind = Changes
	default:
		r.Kind = Stays
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
	return project.Scaled(aggregate.Count{N: n, Exact: true, Vocabulary: c.before.Vocabulary}, c.now.Model)
}

// unscaled returns the number of tokens of the model's vocabulary that are within a budget of the
// model's tokens.
func unscaled(budget int, m tokens.Model) int {
	n := max(0, int(float64(budget)/m.Factor)+1) // as Scale rounds up, and division does as it likes
	for n > 0 && m.Scale(n) > budget {
		n--
	}
	return n
}

// Composition returns the composition once the rows of the proposal that take names are
// taken.
func (p Proposal) Composition(take func(Row) bool) models.Composition {
	e := project.NewEdit(p.of.now.Input.Composition, p.of.base, p.of.rows)
	p.Apply(e, take)
	return e.Composition
}

// Apply changes a composition by the rows that take names. New files are added after the existing
// ones, the best first. The result shows each file in its own view mode, whatever the strategy or
// focus was.
func (p Proposal) Apply(e *project.Edit, take func(Row) bool) {
	e.Composition = byItsModes(e.Composition)
	e.Composition.Git = p.of.now.review(e.Composition.Git)
	var goes []string
	for _, row := range p.Rows {
		switch {
		case row.Kind == Stays || !take(row):
		case row.Kind == Goes:
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

// All takes every row but those of [Options.Refill].
func All(r Row) bool { return !r.Off }
