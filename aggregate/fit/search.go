package fit

import (
	"cmp"
	"slices"
)

// How good a plan is good enough, as parts of its value, and how far the search for a better one
// goes. Steps taken in their order are followed while they come within plain of what is
// possible: then a budget that is a little larger gives the same plan and something more, and
// a person who moves it sees no needless change. The rest keeps a search below 50 ms.
const (
	plain      = 0.01  // a plan this near to the bound is not searched for
	near       = 0.004 // what could be better by less is not looked at
	mostStates = 2048  // kept after each file
	mostFiles  = 160   // whose options are tried
)

// state is a plan that differs from the broken one in the files tried so far.
type state struct {
	tokens int
	value  float64
	loss   float64 // how much less than the bound any plan from here has at least
	made   int     // index of the change that made it; 0: none
}

// change is one option in the place of that of the broken plan, and the changes before it.
type change struct{ file, to, before int }

// core is a search over the files whose options are nearly as good as those of the broken
// plan: it tries them file by file and keeps, of plans with the same tokens, the best.
//
// Against the rate of the broken plan, an option loses what its value is below that of the
// one taken, less what its tokens are worth. Losses add up, and no plan that loses more
// than the bound is above the best one can be better: so most options, and most plans on
// the way, are never looked at.
type core struct {
	*Solver
	broken
	best    taking
	made    []change
	winner  int // the change that made the best, -1: it came from elsewhere
	options [][]alternative
}

// alternative is an option in the place of another.
type alternative struct {
	to     int
	tokens int
	value  float64
	loss   float64
}

// search returns a plan that is at least as good as best.
func search(s *Solver, b broken, best taking) taking {
	c := &core{Solver: s, broken: b, best: best, winner: -1, made: []change{{}}}
	states := []state{{tokens: b.tokens, value: b.value}}
	for _, file := range c.nearest() {
		states = c.try(states, file)
		if c.enough(0) || len(states) == 0 {
			break
		}
	}
	return c.taken()
}

// enough reports whether a plan that loses that much is not worth a look.
func (c *core) enough(loss float64) bool {
	return c.bound-loss <= c.best.value*(1+near)
}

// nearest returns the files that have something to try, those that lose least first.
func (c *core) nearest() []int {
	var order []int
	c.options = make([][]alternative, len(c.files))
	least := make([]float64, len(c.files))
	for i, f := range c.files {
		for to := range f {
			if to == c.at[i] {
				continue
			}
			a := c.alternative(i, to)
			if c.enough(a.loss) {
				continue
			}
			if len(c.options[i]) == 0 || a.loss < least[i] {
				least[i] = a.loss
			}
			c.options[i] = append(c.options[i], a)
		}
		if len(c.options[i]) > 0 {
			order = append(order, i)
		}
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(least[a], least[b]) })
	return order[:min(len(order), mostFiles)]
}

func (c *core) alternative(i, to int) alternative {
	was, now := c.files[i][c.at[i]], c.files[i][to]
	a := alternative{to: to, tokens: now.Tokens - was.Tokens, value: now.Value - was.Value}
	a.loss = max(0, c.rate*float64(a.tokens)-a.value)
	return a
}

// try adds the options of a file to the plans so far.
func (c *core) try(states []state, file int) []state {
	next := states
	for _, a := range c.options[file] {
		next = c.merge(next, c.shifted(states, file, a))
	}
	return thinned(next)
}

// shifted returns the plans in which a file has another option, as far as they may lead to
// something better, in the order of their tokens.
func (c *core) shifted(states []state, file int, a alternative) []state {
	var out []state
	for _, s := range states {
		if c.enough(s.loss + a.loss) {
			continue
		}
		c.made = append(c.made, change{file, a.to, s.made})
		s = state{s.tokens + a.tokens, s.value + a.value, s.loss + a.loss, len(c.made) - 1}
		if s.tokens <= c.budget && s.value > c.best.value {
			c.best.value, c.best.tokens, c.winner = s.value, s.tokens, s.made
		}
		out = append(out, s)
	}
	return out
}

// merge joins two lists in the order of their tokens, without the plans that another beats.
func (c *core) merge(a, b []state) []state {
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

// thinned keeps at most mostStates plans: of those with nearly the same tokens the one that
// loses least.
func thinned(states []state) []state {
	if len(states) <= mostStates {
		return states
	}
	from := states[0].tokens
	width := (states[len(states)-1].tokens-from)/mostStates + 1
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

// taken spells the best plan.
func (c *core) taken() taking {
	if c.winner < 0 {
		return c.best
	}
	t := taking{slices.Clone(c.at), c.tokens, c.value}
	for i := c.winner; i > 0; i = c.made[i].before {
		t.move(c.Solver, c.made[i].file, c.made[i].to)
	}
	return t
}
