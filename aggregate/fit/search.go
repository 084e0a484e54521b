package fit

import (
	"cmp"
	"slices"
	"sort"
)

// The tolerances of plans, as shares of their value, and the limits of the search for better ones. Steps in their order
// are used if they are within orderedTolerance of the bound: then a slightly larger budget gives the same plan with an
// addition, so that a user who moves the budget sees no needless changes. The other limits keep a search among a few
// thousand files below 50 ms.
const (
	orderedTolerance = 0.01  // plans this near to the bound are not improved
	searchTolerance  = 0.004 // improvements smaller than this are not searched for
	filledBudgets    = 16    // budgets of a range for which steps are taken in their order
	maxStates        = 2048  // max states after each file
	maxFiles         = 160   // max files whose options are tried
)

// budgetRange holds the plans for the budgets that allow the same steps in full, but not the next one. Every plan is
// the base with some changes.
type budgetRange struct {
	*Solver
	fullSteps   int // number of steps
	base        sum
	baseOptions []int   // the selected option of each file in the base
	maxTokens   int     // tokens of the largest budget
	rate        float64 // value per token of the step that exceeds the budget; 0 if there is none
	changes     []change
	plans       []state // ascending in tokens and in value; the first is the base
}

// state is a plan, as a difference from the base.
type state struct {
	sum
	loss   float64 // minimum distance from the bound of all plans derived from this one
	change int     // index of the last change; 0 for none
}

// change replaces one option of the base, in addition to the changes before it.
type change struct{ file, to, previous int }

// newBudgetRange computes the plans of a budget range: the base with those later steps that still fit; if they leave a
// gap, better ones found by a search; and between these, further plans for the remaining room.
func newBudgetRange(s *Solver, fullSteps int) *budgetRange {
	t := &budgetRange{Solver: s, fullSteps: fullSteps, base: s.after[fullSteps], baseOptions: make([]int, len(s.files)), changes: []change{{}}}
	for _, step := range s.steps[:fullSteps] {
		t.baseOptions[step.file] = step.to
	}
	t.maxTokens = t.base.tokens
	if fullSteps < len(s.steps) {
		t.maxTokens += s.steps[fullSteps].tokens - 1
		t.rate = s.steps[fullSteps].rate()
	}
	plans := t.paretoOptimal(t.filledPlans())
	if most := t.maxGap(plans); most > orderedTolerance*t.base.value {
		plans = t.paretoOptimal(append(plans, t.search(most-searchTolerance*t.base.value)...))
	}
	t.refine(plans)
	return t
}

// plan returns the best plan within a budget of the range.
func (t *budgetRange) plan(budget int) Plan {
	best := t.plans[sort.Search(len(t.plans), func(i int) bool { return t.plans[i].tokens > budget })-1]
	at := t.options(best)
	p := Plan{Chosen: make([]int, len(t.files)), Tokens: best.tokens, Value: best.value, Bound: max(t.bound(budget), best.value)}
	if t.fullSteps < len(t.steps) {
		p.Value = min(p.Value, t.after[t.fullSteps+1].value) // the optimum of a larger budget; any excess is a rounding error
	}
	for i, f := range t.files {
		p.Chosen[i] = -1
		if len(f) > 0 {
			p.Chosen[i] = f[at[i]].index
		}
	}
	return p
}

// bound returns an upper bound of the value of plans within a budget of the range: with a part of the next step.
func (t *budgetRange) bound(budget int) float64 {
	return t.base.value + t.rate*float64(budget-t.base.tokens)
}

// options returns the option of each file in a plan.
func (t *budgetRange) options(p state) []int {
	var changes []change
	for i := p.change; i > 0; i = t.changes[i].previous {
		changes = append(changes, t.changes[i])
	}
	at := slices.Clone(t.baseOptions)
	for _, c := range slices.Backward(changes) {
		at[c.file] = c.to
	}
	return at
}

// with returns a plan in which the option of a file changes from from to to.
func (t *budgetRange) with(p state, file, from, to int) state {
	f := t.files[file]
	t.changes = append(t.changes, change{file, to, p.change})
	p.tokens += f[to].Tokens - f[from].Tokens
	p.value += f[to].Value - f[from].Value
	p.change = len(t.changes) - 1
	return p
}

// filledPlans returns the base, and for some budgets of it the base with those later steps that fit.
func (t *budgetRange) filledPlans() []state {
	plans := []state{{sum: t.base}}
	for i := 1; i <= filledBudgets && t.fullSteps < len(t.steps); i++ {
		budget := t.base.tokens + (t.maxTokens-t.base.tokens)*i/filledBudgets
		p, at := plans[0], slices.Clone(t.baseOptions)
		for _, step := range t.steps[t.fullSteps+1:] {
			if at[step.file] == step.from && p.tokens+step.tokens <= budget {
				p, at[step.file] = t.with(p, step.file, step.from, step.to), step.to
			}
		}
		plans = append(plans, p)
	}
	return plans
}

// paretoOptimal returns the plans that are better than all cheaper ones, sorted by tokens.
func (t *budgetRange) paretoOptimal(plans []state) []state {
	slices.SortStableFunc(plans, func(a, b state) int {
		return cmp.Or(cmp.Compare(a.tokens, b.tokens), cmp.Compare(b.value, a.value))
	})
	out := plans[:0]
	for _, p := range plans {
		if p.tokens <= t.maxTokens && (len(out) == 0 || p.value > out[len(out)-1].value) {
			out = append(out, p)
		}
	}
	return out
}

// maxGap returns the maximum distance of Pareto-optimal plans from the bound.
func (t *budgetRange) maxGap(plans []state) float64 {
	most := 0.0
	for i, p := range plans {
		end := t.maxTokens
		if i+1 < len(plans) {
			end = plans[i+1].tokens - 1
		}
		most = max(most, t.bound(end)-p.value)
	}
	return most
}

// refine sets the plans of the budget range: the Pareto-optimal ones, and between them each plan extended by options
// that fit, cheapest first. So the room in a budget is always used, and more tokens always bring more value.
func (t *budgetRange) refine(optimal []state) {
	t.plans = append(t.plans, optimal[0])
	for rest := optimal[1:]; ; {
		last := t.plans[len(t.plans)-1]
		for len(rest) > 0 && rest[0].value <= last.value {
			rest = rest[1:]
		}
		end := t.maxTokens
		if len(rest) > 0 {
			end = rest[0].tokens - 1
		}
		if t.upgrade(last, end) {
			continue // it may now be better than the next one
		}
		if len(rest) == 0 {
			return
		}
		t.plans = append(t.plans, rest[0])
	}
}

// upgrade adds the plans obtained from p with the next options of files while these fit, and reports whether there
// are any.
func (t *budgetRange) upgrade(p state, end int) bool {
	at := t.options(p)
	cost := func(i int) (int, bool) {
		f, to := t.files[i], at[i]+1
		if to >= len(f) {
			return 0, false
		}
		tokens := f[to].Tokens - f[at[i]].Tokens
		return tokens, p.tokens+tokens <= end
	}
	var files []int
	for i := range t.files {
		if _, ok := cost(i); ok {
			files = append(files, i)
		}
	}
	for {
		cheapest, least := -1, 0
		for _, i := range files {
			if tokens, ok := cost(i); ok && (cheapest < 0 || tokens < least) {
				cheapest, least = i, tokens
			}
		}
		if cheapest < 0 {
			return len(files) > 0
		}
		p = t.with(p, cheapest, at[cheapest], at[cheapest]+1)
		at[cheapest]++
		t.plans = append(t.plans, p)
	}
}

// search returns plans whose loss against the bound does not exceed most. It tries the files whose options are nearly
// as good as those of the base, one after another, and retains the best of the plans with equal tokens.
//
// The loss of an option is the value by which it is below the current one, less the value of the saved tokens at the
// rate of the budget range. Losses add up, and a plan that loses more than the distance of the existing plans from the
// bound cannot be better, so that most options and intermediate plans are never inspected.
func (t *budgetRange) search(most float64) []state {
	states := []state{{sum: t.base}}
	files, options := t.nearest(most)
	for _, file := range files {
		next := states
		for _, a := range options[file] {
			next = merge(next, t.shifted(states, file, a, most))
		}
		states = thinStates(next)
	}
	return slices.DeleteFunc(states, func(s state) bool { return s.tokens < t.base.tokens || s.tokens > t.maxTokens })
}

// alternative is an option that could replace that of the base.
type alternative struct {
	to   int
	loss float64
}

// nearest returns the files with alternatives, least loss first, and their alternatives.
func (t *budgetRange) nearest(most float64) (order []int, options map[int][]alternative) {
	options = map[int][]alternative{}
	least := map[int]float64{}
	for i, f := range t.files {
		for to := range f {
			old := f[t.baseOptions[i]]
			a := alternative{to, max(0, t.rate*float64(f[to].Tokens-old.Tokens)-f[to].Value+old.Value)}
			if to == t.baseOptions[i] || a.loss > most {
				continue
			}
			if len(options[i]) == 0 || a.loss < least[i] {
				least[i] = a.loss
			}
			options[i] = append(options[i], a)
		}
		if len(options[i]) > 0 {
			order = append(order, i)
		}
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(least[a], least[b]) })
	return order[:min(len(order), maxFiles)], options
}

// shifted returns the plans with another option of a file that may lead to an improvement, sorted by tokens.
func (t *budgetRange) shifted(states []state, file int, a alternative, most float64) []state {
	var out []state
	for _, s := range states {
		if s.loss+a.loss <= most {
			s = t.with(s, file, t.baseOptions[file], a.to)
			s.loss += a.loss
			out = append(out, s)
		}
	}
	return out
}

// merge merges two lists sorted by tokens, without the plans that another one dominates.
func merge(a, b []state) []state {
	out := make([]state, 0, len(a)+len(b))
	for len(a)+len(b) > 0 {
		var s state
		if len(b) == 0 || len(a) > 0 && (a[0].tokens < b[0].tokens || a[0].tokens == b[0].tokens && a[0].value >= b[0].value) {
			s, a = a[0], a[1:]
		} else {
			s, b = b[0], b[1:]
		}
		if len(out) == 0 || s.value > out[len(out)-1].value {
			out = append(out, s)
		}
	}
	return out
}

// thinStates returns at most maxStates plans: of those with nearly the same tokens, the one with the least loss.
func thinStates(states []state) []state {
	if len(states) <= maxStates {
		return states
	}
	from := states[0].tokens
	width := (states[len(states)-1].tokens-from)/maxStates + 1
	out := states[:0]
	for _, s := range states {
		if n := len(out); n > 0 && (out[n-1].tokens-from)/width == (s.tokens-from)/width {
			if s.loss < out[n-1].loss {
				out[n-1] = s
			}
			continue
		}
		out = append(out, s)
	}
	return out
}
