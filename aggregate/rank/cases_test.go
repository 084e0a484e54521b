package rank

import (
	"context"
	"flag"
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"testing"

	"dossier/aggregate/parallel"
)

// The measure of a ranking: questions with known answers. A folder of them holds cases.jsonl,
// a line for each, and for each repository a git bundle with a tag for each case, or a bare
// clone. What a tag's commit has for ancestors is the history of the case; one without any
// has no history.
var (
	casesIn  = flag.String("cases", "", "measure the ranking on the questions in this folder")
	heldOut  = flag.String("heldout", "", "and on those in this folder, which nothing is learned from")
	analyzed = flag.String("analyzed", "", "keep what is found in the files in this folder, for the next time")
	learn    = flag.Bool("learn", false, "learn the weights from the questions in -cases")
)

// question with its answer, and the project that it was asked of.
type asking struct {
	Repo, Tag, Query string
	Files            []string

	index   *Index
	q       *question
	matches *matches
	history *History           // nil when there is none
	simple  map[string]figures // of other rankings
}

// figures are recall at 5, 10 and 20 files and the mean reciprocal rank.
type figures [4]float64

// TestCases prints how well questions with known answers are ranked, and what each
// ingredient adds. It needs git.
func TestCases(t *testing.T) {
	if *casesIn == "" {
		t.Skip("no -cases")
	}
	all := readCases(t, *casesIn)
	var held []*asking
	if *heldOut != "" {
		held = readCases(t, *heldOut)
	}
	fmt.Printf("%-36s %4s %6s %6s %6s %6s\n", "", "", "R@5", "R@10", "R@20", "MRR")
	if *learn {
		w := learned(t, all)
		t.Logf("%+v", w)
		printFigures("learned from", all, w)
		if held != nil {
			printFigures("held out", held, w)
		}
		return
	}
	printSet("of "+filepath.Base(*casesIn), all)
	if held != nil {
		printSet("held out", held)
	}
	for _, l := range ablations {
		w := Defaults()
		l.change(&w)
		printFigures("without "+l.name, all, w)
		if held != nil {
			printFigures("without "+l.name+", held out", held, w)
		}
	}
}

var ablations = []struct {
	name   string
	change func(*Weights)
}{
	{"roles", func(w *Weights) {
		for r := range w.Role {
			w.Role[r], w.RoleFloor[r] = 1, 1
		}
	}},
	{"asking for roles", func(w *Weights) { w.RoleFloor = w.Role }},
	{"comments", func(w *Weights) { w.Field[proseField] = 0 }},
	{"strings", func(w *Weights) { w.Field[stringField] = 0 }},
	{"names of files", func(w *Weights) { w.Name, w.Field[nameField] = 0, w.Field[pathField] }},
	{"identifiers", func(w *Weights) { w.Def, w.Use = 0, 0 }},
	{"pairs of words", func(w *Weights) { w.Pair = 0 }},
	{"the first line", func(w *Weights) { w.LaterLines = 1 }},
	{"repeated words", func(w *Weights) { w.Repeat = 0 }},
	{"links", func(w *Weights) { w.Graph = 0 }},
	{"tests as evidence", func(w *Weights) { w.Evidence = 0 }},
	{"what changes together", func(w *Weights) { w.CoChange = 0 }},
	{"messages of commits", func(w *Weights) { w.Message = 0 }},
	{"what is recent", func(w *Weights) { w.Recent = 0 }},
	{"the learned order", func(w *Weights) { w.Learned = false }},
	{"history", func(w *Weights) { *w = withoutHistory(*w) }},
}

func byRepo(all []*asking) map[string][]*asking {
	out := map[string][]*asking{}
	for _, a := range all {
		out[a.Repo] = append(out[a.Repo], a)
	}
	return out
}

func printFigures(name string, all []*asking, w Weights) { printRow(name, len(all), measured(all, w)) }

func printRow(name string, n int, f figures) {
	fmt.Printf("%-36s %4d %6.3f %6.3f %6.3f %6.3f\n", name, n, f[0], f[1], f[2], f[3])
}

// printSet prints a row for each repository and for all, of each ranking.
func printSet(name string, all []*asking) {
	rows := func(name string, list []*asking) {
		for _, r := range rankings {
			var of []figures
			for _, a := range list {
				of = append(of, a.simple[r])
			}
			printRow(name+", "+r, len(list), meanOf(of))
		}
		if slices.ContainsFunc(list, func(a *asking) bool { return a.history != nil }) {
			printFigures(name+", without history", list, withoutHistory(Defaults()))
		}
		printFigures(name, list, Defaults())
	}
	for _, repo := range slices.Sorted(maps.Keys(byRepo(all))) {
		rows(repo, byRepo(all)[repo])
	}
	rows("all "+name, all)
}

func withoutHistory(w Weights) Weights {
	w.CoChange, w.Message, w.Recent, w.Learned = 0, 0, 0, false
	return w
}

// measured is the mean of all cases.
func measured(all []*asking, w Weights) figures {
	list := make([]figures, len(all))
	_ = parallel.Each(context.Background(), len(all), func(i int) error {
		list[i] = all[i].measured(w)
		return nil
	})
	return meanOf(list)
}

func meanOf(list []figures) (mean figures) {
	for _, f := range list {
		for k, v := range f {
			mean[k] += v / float64(len(list))
		}
	}
	return mean
}

func (a *asking) measured(w Weights) figures {
	var paths []string
	for _, i := range a.index.score(a.q, a.matches, &With{w, a.history}).best(measuredFiles) {
		paths = append(paths, a.index.files[i].path)
	}
	return a.figures(paths)
}

// measuredFiles is how many files of a ranking are looked at.
const measuredFiles = 50

// figures says how good a ranking is, of which the best files are given.
func (a *asking) figures(paths []string) (f figures) {
	for place, p := range paths {
		if !slices.Contains(a.Files, p) {
			continue
		}
		for k, n := range []int{5, 10, 20} {
			if place < n {
				f[k] += 1 / float64(len(a.Files))
			}
		}
		if f[3] == 0 {
			f[3] = 1 / float64(place+1)
		}
	}
	return f
}

// learned climbs from the weights in use: one after the other is made smaller and larger, and
// what is better for the mean of the repositories stays.
func learned(t *testing.T, all []*asking) Weights {
	worth := func(w Weights) (sum float64) {
		for _, list := range byRepo(all) {
			f := measured(list, w)
			sum += (f[0] + f[1] + f[3]) / 3
		}
		return sum
	}
	w := unlearned() // the learned order comes after the score, and is learned of it
	best := worth(w)
	for range 3 {
		before := best
		for k := range knobs(&w) {
			for _, factor := range []float64{0, 0.5, 0.75, 1.33, 2} {
				try := w
				*knobs(&try)[k] *= factor
				if v := worth(try); v > best+1e-4 {
					best, w = v, try
					t.Logf("weight %d is %.3f: %.4f", k, *knobs(&w)[k], best)
				}
			}
		}
		if best-before < 1e-3 {
			break
		}
	}
	return w
}

// knobs are the weights that are learned.
func knobs(w *Weights) []*float64 {
	out := []*float64{&w.K1, &w.Repeat, &w.LaterLines, &w.Pair, &w.Plain, &w.Def, &w.Use, &w.Name, &w.Graph, &w.Backlink, &w.Evidence, &w.CoChange, &w.Message, &w.Recent}
	for f := range fields {
		out = append(out, &w.Field[f], &w.B[f])
	}
	for r := Source + 1; r < Roles; r++ {
		out = append(out, &w.Role[r])
	}
	return out
}
