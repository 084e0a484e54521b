package fit

import (
	"cmp"
	"slices"
	"sort"
	"sync"
)

// Choice is one view of a file.
type Choice struct {
	Tokens int     // added to the document; not negative
	Value  float64 // not negative
}

// Group is the possible views of one file, of which a plan selects exactly one. A file that may be excluded has a
// choice without tokens and value.
type Group []Choice

// Plan is the selected choice of each group.
type Plan struct {
	Chosen []int // for each group, the index of a choice; -1 for a group without choices
	Tokens int
	Value  float64
	Bound  float64 // no plan within the budget has a higher value
}

// Solver selects choices from the same groups for any number of budgets. It is safe for concurrent use.
type Solver struct {
	groups []Group
	files  []file
	steps  []step
	after  []sum // cumulative sums after 0, 1, 2 … steps

	mu   sync.Mutex
	last *budgetRange
}

// sum is the total of some options.
type sum struct {
	tokens int
	value  float64
}

// option is a choice that no other one of its group dominates.
type option struct {
	Choice
	index int // in the group
}

// file is the options of a group, ascending in tokens and in value.
type file []option

// step replaces one option of a group by a richer one. The steps of a group follow the upper convex hull of its
// options, so each has less value per token than the one before.
type step struct {
	file, from, to int
	tokens         int
	value          float64
}

func (s step) rate() float64 { return s.value / float64(s.tokens) }

// NewSolver prepares groups. It takes O(n log n) time for n choices.
func NewSolver(groups []Group) *Solver {
	s := &Solver{groups: groups, files: make([]file, len(groups))}
	least := sum{}
	for i, group := range groups {
		f := options(group)
		s.files[i] = f
		if len(f) > 0 {
			least = sum{least.tokens + f[0].Tokens, least.value + f[0].Value}
		}
		s.steps = append(s.steps, convexHull(f, i)...)
	}
	slices.SortStableFunc(s.steps, func(a, b step) int { return cmp.Compare(b.rate(), a.rate()) })
	s.after = append(make([]sum, 0, len(s.steps)+1), least)
	for i, step := range s.steps {
		s.after = append(s.after, sum{s.after[i].tokens + step.tokens, s.after[i].value + step.value})
	}
	return s
}

// Complete returns a plan extended by what the remaining budget allows, with the properties of [Solver.Fit]: no group
// gets less than before, and a larger budget gives no less value. The plan is within the budget.
func (s *Solver) Complete(p Plan, budget int) Plan {
	groups, from := make([]Group, len(s.groups)), make([][]int, len(s.groups))
	for i, chosen := range p.Chosen {
		for j, c := range s.groups[i] {
			if old := s.groups[i][chosen]; j == chosen || c.Tokens > old.Tokens && c.Value > old.Value {
				groups[i], from[i] = append(groups[i], c), append(from[i], j)
			}
		}
	}
	full, ok := NewSolver(groups).Fit(budget)
	if !ok {
		return p
	}
	for i, chosen := range full.Chosen {
		if chosen >= 0 {
			full.Chosen[i] = from[i][chosen]
		}
	}
	return full
}

// MinTotal returns the total of the cheapest choices of all groups. There is no plan for a smaller budget.
func (s *Solver) MinTotal() int { return s.after[0].tokens }

// CloseEnough reports whether value is so close to other, that of a plan, that the plan is not worth a change: the
// difference is within the solver's tolerance, or little more. If it is not enough for some budget, it is not enough
// for one of more value either.
func CloseEnough(value, other float64) bool { return value >= other*(1-2*orderedTolerance) }

// options returns the choices of a group that are not dominated.
func options(group Group) file {
	var f file
	for i, c := range group {
		f = append(f, option{c, i})
	}
	slices.SortStableFunc(f, func(a, b option) int {
		return cmp.Or(cmp.Compare(a.Tokens, b.Tokens), cmp.Compare(b.Value, a.Value))
	})
	out := f[:0]
	for _, o := range f {
		if len(out) == 0 || o.Value > out[len(out)-1].Value {
			out = append(out, o)
		}
	}
	return out
}

// convexHull returns the steps along the upper hull of the options of a group.
func convexHull(f file, group int) []step {
	var steps []step
	for to := 1; to < len(f); to++ {
		s := between(f, group, to-1, to)
		for len(steps) > 0 && steps[len(steps)-1].rate() <= s.rate() {
			s = between(f, group, steps[len(steps)-1].from, to)
			steps = steps[:len(steps)-1]
		}
		steps = append(steps, s)
	}
	return steps
}

func between(f file, group, from, to int) step {
	return step{group, from, to, f[to].Tokens - f[from].Tokens, f[to].Value - f[from].Value}
}

// Fit returns a plan within a budget, or false if there is none. A larger budget never gives less value, and no group
// has a choice of more value that would fit into the remaining budget.
func (s *Solver) Fit(budget int) (Plan, bool) {
	if budget < s.MinTotal() {
		return Plan{}, false
	}
	fullSteps := sort.Search(len(s.steps), func(i int) bool { return s.after[i+1].tokens > budget })
	return s.budgetRange(fullSteps).plan(budget), true
}

// budgetRange returns the plans for the budgets that allow the first fullSteps steps in full and no more. It caches the
// last one for repeated calls with similar budgets.
func (s *Solver) budgetRange(fullSteps int) *budgetRange {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.last == nil || s.last.fullSteps != fullSteps {
		s.last = newBudgetRange(s, fullSteps)
	}
	return s.last
}
