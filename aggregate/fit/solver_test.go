package fit_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"dossier/aggregate/fit"
)

// kinds are ways to make groups of files: the last ones are what greedy plans are bad at.
var kinds = []struct {
	name string
	make func(r *rand.Rand) []fit.Group
}{
	{"files as they are", func(r *rand.Rand) []fit.Group { return groups(r, 2+r.IntN(20), likeAFile) }},
	{"anything", func(r *rand.Rand) []fit.Group { return groups(r, 1+r.IntN(12), anything) }},
	{"all tokens are worth the same", func(r *rand.Rand) []fit.Group {
		return groups(r, 1+r.IntN(14), func(r *rand.Rand) fit.Group {
			n := 1 + r.IntN(900)
			return fit.Group{{}, {n, float64(n)}}
		})
	}},
	{"tokens and a fixed gain", func(r *rand.Rand) []fit.Group {
		return groups(r, 1+r.IntN(14), func(r *rand.Rand) fit.Group {
			n := 100 + r.IntN(900)
			return fit.Group{{}, {n, float64(n + 100)}, {2 * n, float64(2*n + 100)}}
		})
	}},
	{"one that is worth all others", func(r *rand.Rand) []fit.Group {
		list := groups(r, 1+r.IntN(12), func(r *rand.Rand) fit.Group { return fit.Group{{}, {1 + r.IntN(5), 2 + r.Float64()}} })
		return append(list, fit.Group{{}, {700 + r.IntN(300), 100 * r.Float64()}})
	}},
	{"richer options below the hull", func(r *rand.Rand) []fit.Group {
		return groups(r, 1+r.IntN(10), func(r *rand.Rand) fit.Group {
			n := 100 + r.IntN(400)
			return fit.Group{{}, {n / 2, 1 + r.Float64()}, {n * 9 / 10, 2 + r.Float64()}, {n, 8 + r.Float64()}}
		})
	}},
	{"some must stay", func(r *rand.Rand) []fit.Group {
		list := groups(r, 1+r.IntN(10), likeAFile)
		for i := range list {
			if r.IntN(3) == 0 {
				list[i] = list[i][1:]
			}
		}
		return list
	}},
}

func groups(r *rand.Rand, n int, one func(*rand.Rand) fit.Group) []fit.Group {
	list := make([]fit.Group, n)
	for i := range list {
		list[i] = one(r)
	}
	return list
}

func anything(r *rand.Rand) fit.Group {
	g := fit.Group{{}}
	for range 1 + r.IntN(5) {
		g = append(g, fit.Choice{Tokens: r.IntN(600), Value: r.Float64() * float64(r.IntN(20))})
	}
	return g
}

// likeAFile has the modes name, summary, outline, skeleton and full.
func likeAFile(r *rand.Rand) fit.Group {
	n, score := 40+r.IntN(1200), r.Float64()*r.Float64()
	return fit.Group{{}, {9, score * 0.1}, {15 + n/20, score * 0.3}, {20 + n/8, score * 0.5}, {25 + n/4, score * (0.6 + score*0.2)}, {n + 30, score * (0.7 + score)}}
}

// best is the highest value of any plan, found by looking at every number of tokens.
func best(groups []fit.Group, budget int) (float64, bool) {
	at := make([]float64, budget+1)
	for _, g := range groups {
		next := make([]float64, budget+1)
		for b := range next {
			next[b] = -1
			for _, c := range g {
				if c.Tokens <= b && at[b-c.Tokens] >= 0 {
					next[b] = max(next[b], at[b-c.Tokens]+c.Value)
				}
			}
		}
		at = next
	}
	return at[budget], at[budget] >= 0
}

// check returns how far a plan is below the best, as a part of it.
func check(groups []fit.Group, budget int) (float64, error) {
	want, possible := best(groups, budget)
	plan, ok := fit.NewSolver(groups).Fit(budget)
	if ok != possible {
		return 0, fmt.Errorf("there is a plan: %t, want %t", ok, possible)
	}
	if !ok {
		return 0, nil
	}
	tokens, value := 0, 0.0
	for i, c := range plan.Chosen {
		tokens += groups[i][c].Tokens
		value += groups[i][c].Value
	}
	const rounding = 1e-9
	switch {
	case tokens > budget:
		return 0, fmt.Errorf("%d tokens in a budget of %d", tokens, budget)
	case tokens != plan.Tokens || value < plan.Value-rounding || value > plan.Value+rounding:
		return 0, fmt.Errorf("the plan says %d tokens and %v, and its choices %d and %v", plan.Tokens, plan.Value, tokens, value)
	case plan.Bound < want-rounding:
		return 0, fmt.Errorf("the bound is %v, and there is a plan of %v", plan.Bound, want)
	case want == 0:
		return 0, nil
	}
	return (want - plan.Value) / want, nil
}

// TestNearTheOptimum holds plans to those of a search of everything.
func TestNearTheOptimum(t *testing.T) {
	for _, kind := range kinds {
		t.Run(kind.name, func(t *testing.T) {
			r, worst := rand.New(rand.NewPCG(1, 2)), 0.0
			for range 400 {
				list := kind.make(r)
				gap, err := check(list, r.IntN(3000))
				if err != nil {
					t.Fatalf("%v: %v", list, err)
				}
				worst = max(worst, gap)
			}
			t.Logf("at most %.2f %% below the optimum", 100*worst)
			if worst > 0.02 {
				t.Errorf("a plan is %.2f %% below the optimum, want at most 2 %%", 100*worst)
			}
		})
	}
}

// FuzzFit holds plans of any groups to the optimum.
func FuzzFit(f *testing.F) {
	f.Add([]byte{3, 1, 9, 200, 20, 0, 7, 30, 40}, uint16(50))
	f.Fuzz(func(t *testing.T, data []byte, budget uint16) {
		var list []fit.Group
		for len(data) >= 4 && len(list) < 20 {
			g := fit.Group{}
			for range 1 + data[0]%6 {
				if len(data) >= 4 {
					g = append(g, fit.Choice{Tokens: int(data[1]) * (1 + int(data[2]%4)), Value: float64(data[3])})
					data = data[3:]
				}
			}
			list = append(list, g)
		}
		gap, err := check(list, int(budget%4000))
		if err != nil || gap > 0.02 {
			t.Fatalf("%v: a plan %.2f %% below the optimum: %v", list, 100*gap, err)
		}
	})
}

// TestRoomIsUsed says that in no plan a group has a choice of more value that there is still room for, and
// that completing a poor plan makes one like that without taking anything away.
func TestRoomIsUsed(t *testing.T) {
	for _, kind := range kinds {
		t.Run(kind.name, func(t *testing.T) {
			r := rand.New(rand.NewPCG(7, 8))
			for range 400 {
				list := kind.make(r)
				s := fit.NewSolver(list)
				budget := s.MinTotal() + r.IntN(3000)
				least, _ := s.Fit(s.MinTotal())
				plan, ok := s.Fit(budget)
				if !ok {
					t.Fatalf("no plan within %d tokens", budget)
				}
				for name, p := range map[string]fit.Plan{"a plan": plan, "the least plan, completed,": s.Complete(least, budget)} {
					tokens, value := 0, 0.0
					for i, c := range p.Chosen {
						tokens, value = tokens+list[i][c].Tokens, value+list[i][c].Value
						if list[i][c].Value < list[i][least.Chosen[i]].Value {
							t.Fatalf("%v: %s shows file %d less than the least plan", list, name, i)
						}
					}
					if tokens != p.Tokens || tokens > budget || value < p.Value-1e-9 || value > p.Value+1e-9 {
						t.Fatalf("%v: %s has %d tokens and %v, its choices %d and %v, of %d", list, name, p.Tokens, p.Value, tokens, value, budget)
					}
					for i, c := range p.Chosen {
						for _, other := range list[i] {
							if other.Value > list[i][c].Value && tokens-list[i][c].Tokens+other.Tokens <= budget {
								t.Fatalf("%v: in %s of %d tokens of %d, %v of file %d could be %v", list, name, tokens, budget, list[i][c], i, other)
							}
						}
					}
				}
			}
		})
	}
}

// TestMoreBudget says what happens to a plan when the budget grows a little: its value does not decrease, and of hundreds of
// files one or two at most make room for another.
func TestMoreBudget(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	list := groups(r, 400, likeAFile)
	s := fit.NewSolver(list)
	poorer, moves := 0, 0
	old, _ := s.Fit(2000)
	for budget := 2200; budget < 60_000; budget += 200 {
		now, ok := s.Fit(budget)
		if !ok || now.Value < old.Value {
			t.Fatalf("a plan of value %v for %d tokens, after one of %v for fewer", now.Value, budget, old.Value)
		}
		for i, c := range old.Chosen {
			if now.Chosen[i] < c {
				poorer++
			}
		}
		old, moves = now, moves+1
	}
	if poorer > 2*moves {
		t.Errorf("%d times the budget grew, and %d times a file is shown less", moves, poorer)
	}
}

// TestNoValueIsLost asks for every budget, one token after the other: none gives less value than a smaller one,
// whether the plan is a new one or completes another.
func TestNoValueIsLost(t *testing.T) {
	for _, kind := range kinds {
		t.Run(kind.name, func(t *testing.T) {
			r := rand.New(rand.NewPCG(9, 10))
			for range 10 {
				list := kind.make(r)
				s := fit.NewSolver(list)
				some, _ := s.Fit(s.MinTotal() + r.IntN(600))
				old, completed := fit.Plan{}, fit.Plan{}
				for budget := some.Tokens; budget < some.Tokens+1500; budget++ {
					now, _ := s.Fit(budget)
					full := completed
					if budget%11 == 0 {
						full = s.Complete(some, budget)
					}
					if now.Value < old.Value || full.Value < completed.Value {
						t.Fatalf("%v: value %v, completed %v for %d tokens, and %v, %v for fewer", list, now.Value, full.Value, budget, old.Value, completed.Value)
					}
					old, completed = now, full
				}
			}
		})
	}
}

// TestSameGroups says that a plan depends on the groups and the budget alone.
func TestSameGroups(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	list := groups(r, 60, anything)
	one, other := fit.NewSolver(list), fit.NewSolver(list)
	for _, budget := range []int{9000, 100, 3000} {
		a, _ := one.Fit(budget)
		b, _ := other.Fit(budget)
		if !slices.Equal(a.Chosen, b.Chosen) {
			t.Errorf("two plans for %d tokens", budget)
		}
	}
}

func TestLeast(t *testing.T) {
	s := fit.NewSolver([]fit.Group{{{Tokens: 9, Value: 3}, {Tokens: 5, Value: 1}}, {}, {{Tokens: 7, Value: 1}}})
	if s.MinTotal() != 12 {
		t.Errorf("at least %d tokens, want 12", s.MinTotal())
	}
	if _, ok := s.Fit(11); ok {
		t.Error("there is a plan for less than the least")
	}
	if p, ok := s.Fit(12); !ok || !slices.Equal(p.Chosen, []int{1, -1, 0}) {
		t.Errorf("the plan for the least is %v", p.Chosen)
	}
}

// BenchmarkFit asks for plans as a slider that is moved does.
func BenchmarkFit(b *testing.B) {
	for _, n := range []int{400, 10_000, 100_000} {
		s := fit.NewSolver(groups(rand.New(rand.NewPCG(1, 1)), n, likeAFile))
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			b.ReportAllocs()
			for i := 0; b.Loop(); i++ {
				s.Fit(4000 + i%100*997)
			}
		})
	}
}

// BenchmarkSearch asks for plans that the steps in their order are bad at.
func BenchmarkSearch(b *testing.B) {
	for _, kind := range kinds {
		b.Run(kind.name, func(b *testing.B) {
			r := rand.New(rand.NewPCG(1, 1))
			var list []fit.Group
			for len(list) < 10_000 {
				list = append(list, kind.make(r)...)
			}
			s := fit.NewSolver(list)
			for i := 0; b.Loop(); i++ {
				s.Fit(s.MinTotal() + 300 + i%100*97)
			}
		})
	}
}
