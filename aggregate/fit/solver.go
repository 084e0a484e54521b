package fit

import (
	"cmp"
	"slices"
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

// Solver chooses for the same groups within one budget after the other. It may be asked
// from several goroutines.
type Solver struct {
	groups []Group
	files  []file
	steps  []step
	least  int     // tokens of the cheapest choices
	first  float64 // and their value
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
	for i, group := range groups {
		f := options(group)
		s.files[i] = f
		if len(f) > 0 {
			s.least += f[0].Tokens
			s.first += f[0].Value
		}
		s.steps = append(s.steps, hull(f, i)...)
	}
	slices.SortStableFunc(s.steps, func(a, b step) int { return cmp.Compare(b.rate(), a.rate()) })
	return s
}

// Complete returns a plan with what else the budget has room for, the most value for a token first:
// then no group has a choice of more value that still fits. It does not take away from any group.
func (s *Solver) Complete(p Plan, budget int) Plan {
	t := taking{at: make([]int, len(s.files)), tokens: p.Tokens, value: p.Value}
	for i, chosen := range p.Chosen {
		// A choice that another one beats is no option: the one that beats it counts in its place.
		t.at[i] = slices.IndexFunc(s.files[i], func(o option) bool {
			return o.index == chosen || o.Tokens <= s.groups[i][chosen].Tokens && o.Value >= s.groups[i][chosen].Value
		})
	}
	was := slices.Clone(t.at)
	t.complete(s, budget)
	full := Plan{Chosen: slices.Clone(p.Chosen), Bound: p.Bound}
	for i, at := range t.at {
		if at != was[i] {
			full.Chosen[i] = s.files[i][at].index
		}
		if chosen := full.Chosen[i]; chosen >= 0 {
			full.Tokens += s.groups[i][chosen].Tokens
			full.Value += s.groups[i][chosen].Value
		}
	}
	full.Bound = max(full.Bound, full.Value)
	return full
}

// Least returns what the cheapest choices of all groups cost together: there is no plan for
// a smaller budget.
func (s *Solver) Least() int { return s.least }

// Enough reports whether a plan that is there is so good that another one is not worth a change:
// what that has more is what the solver may miss, or little more than it.
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

// Fit returns a plan within a budget, and false when there is none.
func (s *Solver) Fit(budget int) (Plan, bool) {
	if budget < s.least {
		return Plan{}, false
	}
	t := s.take(budget)
	best := t.filled(s)
	if best.value < t.bound*(1-plain) {
		best = search(s, t, best)
	}
	best.complete(s, budget)
	return s.plan(best, t.bound), true
}

// taking is which option of each file is taken, and what that comes to.
type taking struct {
	at     []int
	tokens int
	value  float64
}

func (t *taking) move(s *Solver, i, to int) {
	f := s.files[i]
	t.tokens += f[to].Tokens - f[t.at[i]].Tokens
	t.value += f[to].Value - f[t.at[i]].Value
	t.at[i] = to
}

// upgrade is an option of more value than the one that is taken.
type upgrade struct {
	file, to int
	rate     float64 // value for a token
}

// complete takes what there is still room for, those that are below the hulls too. What is too much for
// the room stays so: it shrinks as much as the options of a file come nearer.
func (t *taking) complete(s *Solver, budget int) {
	var found []upgrade
	for i, f := range s.files {
		for to := t.at[i] + 1; to < len(f); to++ {
			tokens := f[to].Tokens - f[t.at[i]].Tokens
			if t.tokens+tokens > budget {
				break
			}
			found = append(found, upgrade{i, to, (f[to].Value - f[t.at[i]].Value) / float64(tokens)})
		}
	}
	slices.SortStableFunc(found, func(a, b upgrade) int { return cmp.Compare(b.rate, a.rate) })
	for _, u := range found {
		f, at := s.files[u.file], t.at[u.file]
		if u.to > at && t.tokens+f[u.to].Tokens-f[at].Tokens <= budget {
			t.move(s, u.file, u.to)
		}
	}
}

// broken is what the steps give in their order, up to the first that is too much.
type broken struct {
	taking
	budget int
	next   int     // the step that is too much
	rate   float64 // its value for a token; 0 when there is none
	bound  float64 // the value if a part of it could be taken
}

// take takes the steps in their order, as far as the budget bears.
func (s *Solver) take(budget int) broken {
	b := broken{taking: taking{make([]int, len(s.files)), s.least, s.first}, budget: budget}
	for ; b.next < len(s.steps); b.next++ {
		step := s.steps[b.next]
		if b.tokens+step.tokens > budget {
			b.rate = step.rate()
			break
		}
		b.move(s, step.file, step.to)
	}
	b.bound = b.value + b.rate*float64(budget-b.tokens)
	return b
}

// filled takes of the steps that come later what there is still room for.
func (b broken) filled(s *Solver) taking {
	t := taking{slices.Clone(b.at), b.tokens, b.value}
	for _, step := range s.steps[b.next:] {
		if t.at[step.file] == step.from && t.tokens+step.tokens <= b.budget {
			t.move(s, step.file, step.to)
		}
	}
	return t
}

// plan spells a taking in the choices that the solver was given.
func (s *Solver) plan(t taking, bound float64) Plan {
	p := Plan{Chosen: make([]int, len(s.files)), Tokens: t.tokens, Value: t.value, Bound: max(bound, t.value)}
	for i, f := range s.files {
		p.Chosen[i] = -1
		if len(f) > 0 {
			p.Chosen[i] = f[t.at[i]].index
		}
	}
	return p
}
