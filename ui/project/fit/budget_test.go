package fit

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"dossier/aggregate/fit"
	"dossier/aggregate/tokens"
	"dossier/models"
	"dossier/ui/project/ranking"
)

// randomCandidates are files with the ways that they can be shown in, some of which are in the composition.
func randomCandidates(r *rand.Rand) *Candidates {
	c := &Candidates{baseline: Baseline{Model: tokens.Models()[0]}, fixed: r.IntN(200)}
	for place := range 1 + r.IntN(40) {
		f := candidate{Ranked: ranking.Ranked{}, share: 1 / (1 + r.Float64()*float64(place)), place: place}
		f.Path = fmt.Sprintf("file%d.go", place)
		size := 20 + r.IntN(1+r.IntN(9000))
		f.ways = []way{{}}
		for _, mode := range offered() {
			part := map[models.ViewMode]int{models.Full: 100, models.Skeleton: 30, models.Outline: 10, models.Summary: 4}[mode]
			f.ways = append(f.ways, way{mode: mode, shown: fit.Shown{Mode: mode}, tokens: 12 + size*part/100})
		}
		for range r.IntN(4) {
			part := r.Float64()
			f.ways = append(f.ways, way{mode: models.Masked, tokens: 15 + int(part*float64(size)), shown: fit.Shown{Mode: models.Masked, Covered: r.Float64(), Part: part, Signatures: r.IntN(2) == 0}})
		}
		if r.IntN(4) == 0 {
			f.current = f.ways[1+r.IntN(len(f.ways)-1)]
			f.own = r.IntN(2) == 0
		}
		c.files = append(c.files, f)
	}
	c.value()
	return c
}

// TestRoomIsUsed says that no file with a view that the budget has room for stays out, unless it is worth less than its
// tokens; that a larger budget never has less value; and that one that is too small for any file is said to be.
func TestRoomIsUsed(t *testing.T) {
	r := rand.New(rand.NewPCG(11, 12))
	for range 25 {
		c := randomCandidates(r)
		old := 0.0
		for budget := 0; budget < 30_000; budget += 1 + r.IntN(20+budget/4) {
			p := c.Propose(budget, Options{})
			if p.Needs > 0 {
				if p.Needs <= budget || len(p.Rows) > 0 {
					t.Fatalf("a budget of %d is too small, needed are %d, and there are %d rows", budget, p.Needs, len(p.Rows))
				}
				if q := c.Propose(p.Needs, Options{}); q.Needs > 0 || len(q.Rows) == 0 {
					t.Fatalf("%d tokens were said to be enough, and there are %d rows", p.Needs, len(q.Rows))
				}
				continue
			}
			if p.Tokens.N > budget {
				t.Fatalf("%d tokens in a budget of %d", p.Tokens.N, budget)
			}
			if p.value < old {
				t.Fatalf("the value is %v for %d tokens, and %v for fewer", p.value, budget, old)
			}
			old = p.value
			shown := map[string]bool{}
			for _, row := range p.Rows {
				shown[row.Path] = row.New != ""
			}
			for _, f := range c.files {
				for _, w := range f.ways {
					if !shown[f.Path] && w.worth.byHand > 0 && w.tokens <= budget-p.Tokens.N {
						t.Fatalf("%s is out, and %s for %d tokens fits into %d that are left", f.Path, w.mode, w.tokens, budget-p.Tokens.N)
					}
				}
			}
		}
	}
}
