package fit

import (
	"cmp"
	"slices"
	"sort"
	"sync"
)

// Choice is one way to show a file.
type Choice struct {
	Tokens int     // that it adds to the document; not negative
	Value  float64 // how much it tells; not negative
}

// Group are the ways to show one file, of which a plan takes exactly one. A file that may
// be left out has a choice of no tokens and no value.
type Group []Choice

// Plan says which choice of each group is taken.
type Plan struct {
	Chosen []int // for each group, the index of a choice; -1 for a group without choices
	Tokens int
	Value  float64
	Bound  float64 // no plan of the budget has a higher value
}

// Solver chooses for the same groups within one budget after the other. It is safe for concurrent use.
type Solver struct {
	groups []Group
	files  []file
	steps  []step
	after  []sum // what the first steps come to: none of them, one, two and so on

	mu   sync.Mutex
	last *stretch
}

// sum is what some options come to.
type sum struct {
	tokens int
	value  float64
}

// option is a choice that no other of its group beats in both tokens and value.
type option struct {
	Choice
	index int // in the group
}

// file are the options of a group, rising in tokens and in value.
type file []option

// step goes from one option of a group to a richer one. The steps of a group follow the
// upper hull of its options, so each gives less for its tokens than the one before.
type step struct {
	file, from, to int
	tokens         int
	value          float64
}

func (s step) rate() float64 { return s.value / float64(s.tokens) }

// NewSolver prepares groups. Its work grows with the number of choices, and with the
// logarithm of it.
func NewSolver(groups []Group) *Solver {
	s := &Solver{groups: groups, files: make([]file, len(groups))}
	least := sum{}
	for i, group := range groups {
		f := options(group)
		s.files[i] = f
		if len(f) > 0 {
			least = sum{least.tokens + f[0].Tokens, least.value + f[0].Value}
		}
		s.steps = append(s.steps, hull(f, i)...)
	}
	slices.SortStableFunc(s.steps, func(a, b step) int { return cmp.Compare(b.rate(), a.rate()) })
	s.after = append(make([]sum, 0, len(s.steps)+1), least)
	for i, step := range s.steps {
		s.after = append(s.after, sum{s.after[i].tokens + step.tokens, s.after[i].value + step.value})
	}
	return s
}

// Complete returns a plan with what else the budget has room for, in the way of [Solver.Fit]: no group has less
// than before, and a larger budget gives no less value. The plan is within the budget.
func (s *Solver) Complete(p Plan, budget int) Plan {
	groups, from := make([]Group, len(s.groups)), make([][]int, len(s.groups))
	for i, chosen := range p.Chosen {
		for j, c := range s.groups[i] {
			if was := s.groups[i][chosen]; j == chosen || c.Tokens > was.Tokens && c.Value > was.Value {
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

// Least returns what the cheapest choices of all groups cost together: there is no plan for
// a smaller budget.
func (s *Solver) Least() int { return s.after[0].tokens }

// Enough reports whether the value of what is there is so near to that of a plan that the plan is not worth a change:
// what it has more is what the solver may miss, or little more than it. A budget of more value than one for which it is
// not enough finds it not enough either.
func Enough(value, other float64) bool { return value >= other*(1-2*plain) }

// options returns the choices of a group that are worth a look.
func options(group Group) file {
	var f file
	for i, c := range group {
		f = append(f, option{c, i})
	}
	slices.SortStableFunc(f, func(a, b option) int {
		return cmp.Or(cmp.Compare(a.Tokens, b.Tokens), cmp.Compare(b.Value, a.Value))
	})
	kept := f[:0]
	for _, o := range f {
		if len(kept) == 0 || o.Value > kept[len(kept)-1].Value {
			kept = append(kept, o)
		}
	}
	return kept
}

// hull returns the steps along the upper hull of the options of a group.
func hull(f file, group int) []step {
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

// Fit returns a plan within a budget, and false when there is none. The plan for a larger budget has no less value,
// and no group has a choice of more value that the budget still has room for.
func (s *Solver) Fit(budget int) (Plan, bool) {
	if budget < s.Least() {
		return Plan{}, false
	}
	whole := sort.Search(len(s.steps), func(i int) bool { return s.after[i+1].tokens > budget })
	return s.stretch(whole).plan(budget), true
}

// stretch returns the plans for the budgets that bear so many steps whole and no more. The last one is cached:
// a budget that is moved asks for it again and again.
func (s *Solver) stretch(whole int) *stretch {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.last == nil || s.last.whole != whole {
		s.last = newStretch(s, whole)
	}
	return s.last
}
