// Command changes measures how well files that go with a change are found: one file of a real change was excluded from
// it, and has its place in the ranking.
//
//	go run ./.ci/changes [-repo NAME,…] [-parts] [-tests] CASES
//
// CASES has cases.jsonl with a line {"id", "repo", "base", "work", "changed", "answer"} for each change, and for each
// repository a git bundle with the tags. -parts prints the same with each feature omitted. -tests finds a test in the place of
// the answer: the first that the change touched, as it was before, which is excluded from the change. It needs git.
package main

import (
	"bufio"
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"dossier/aggregate/code/parser"
	"dossier/aggregate/code/worker"
	"dossier/aggregate/git/change"
	"dossier/aggregate/rank"
	"dossier/presets"
	"dossier/ui/project"
	"dossier/ui/project/ranking"
	"dossier/ui/project/repository"
)

type testCase struct {
	ID      string   `json:"id"`
	Repo    string   `json:"repo"`
	Base    string   `json:"base"`
	Work    string   `json:"work"`
	Changed []string `json:"changed"`
	Answer  string   `json:"answer"`
	restore bool     // the answer is to be as it was before the change
}

func main() {
	if worker.Requested(os.Args[1:]) {
		if err := parser.Serve(os.Stdin, os.Stdout); err != nil {
			os.Exit(1)
		}
		return
	}
	repos := flag.String("repo", "", "only these repositories, separated by commas")
	parts := flag.Bool("parts", false, "print the figures with each feature omitted, too")
	tests := flag.Bool("tests", false, "exclude a test from each change as well, and find that")
	flag.Parse()
	if err := run(flag.Arg(0), *repos, *parts, *tests); err != nil {
		fmt.Fprintln(os.Stderr, "changes:", err)
		os.Exit(1)
	}
}

func run(dir, repos string, parts, tests bool) error {
	file, err := os.Open(filepath.Join(dir, "cases.jsonl"))
	if err != nil {
		return err
	}
	defer file.Close()
	by := map[string][]testCase{}
	var order []string
	for lines := bufio.NewScanner(file); lines.Scan(); {
		var c testCase
		if err := json.Unmarshal(lines.Bytes(), &c); err != nil {
			return err
		}
		if repos != "" && !slices.Contains(strings.Split(repos, ","), c.Repo) {
			continue
		}
		if tests {
			at := slices.IndexFunc(c.Changed, rank.IsTest)
			if at < 0 {
				continue
			}
			c.Answer, c.restore = c.Changed[at], true
		}
		if by[c.Repo] == nil {
			order = append(order, c.Repo)
		}
		by[c.Repo] = append(by[c.Repo], c)
	}
	names := []string{"all features"}
	weights := []rank.ChangeWeights{rank.DefaultChangeWeights()}
	if parts {
		for k, name := range rank.ChangeFeatures() {
			w := rank.DefaultChangeWeights()
			w[k] = 0
			names, weights = append(names, "without "+name), append(weights, w)
		}
	}
	fmt.Printf("%-24s %5s %6s %6s %6s %6s\n", "", "cases", "R@1", "R@5", "R@10", "MRR")
	all := make([][]int, len(weights))
	for _, repo := range order {
		var places []int
		for _, c := range by[repo] {
			found, err := place(dir, c, weights)
			if err != nil {
				return fmt.Errorf("%s: %w", c.ID, err)
			}
			if len(found) == 0 {
				continue
			}
			places = append(places, found[0])
			for k, at := range found {
				all[k] = append(all[k], at)
			}
		}
		report(repo, places)
	}
	for k, name := range names {
		report(name, all[k])
	}
	return nil
}

func report(name string, places []int) {
	var r1, r5, r10, mrr float64
	for _, at := range places {
		if at < 0 {
			continue
		}
		mrr += 1 / float64(at+1)
		for limit, sum := range map[int]*float64{1: &r1, 5: &r5, 10: &r10} {
			if at < limit {
				*sum++
			}
		}
	}
	n := float64(max(1, len(places)))
	fmt.Printf("%-24s %5d %6.3f %6.3f %6.3f %6.3f\n", name, len(places), r1/n, r5/n, r10/n, mrr/n)
}

// place makes the work tree of a case and returns the place of the answer with each of some weights, from 0; -1 is none.
func place(cases string, c testCase, weights []rank.ChangeWeights) ([]int, error) {
	base, err := os.MkdirTemp("", "change-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(base)
	dir := filepath.Join(base, c.Repo)
	git := func(args ...string) error {
		cmd := exec.Command("git", append([]string{"-C", dir}, args...)...)
		if out, err := cmd.CombinedOutput(); err != nil {
			return fmt.Errorf("git %s: %w: %s", args[0], err, out)
		}
		return nil
	}
	bundle, err := filepath.Abs(filepath.Join(cases, c.Repo+".bundle"))
	if err != nil {
		return nil, err
	}
	if err := os.Mkdir(dir, 0o755); err != nil {
		return nil, err
	}
	for _, args := range [][]string{
		{"init", "-q"},
		{"fetch", "-q", bundle, "refs/tags/" + c.Base},
		{"checkout", "-q", "-f", "FETCH_HEAD"},
		{"fetch", "-q", bundle, "refs/tags/" + c.Work},
		{"read-tree", "-u", "--reset", "FETCH_HEAD"},
		{"reset", "-q", "--mixed", "HEAD"},
	} {
		if err := git(args...); err != nil {
			return nil, err
		}
	}
	if c.restore && git("checkout", "-q", "HEAD", "--", c.Answer) != nil {
		return nil, nil // the change has made it
	}
	os.Remove(filepath.Join(dir, ".git", "FETCH_HEAD"))
	ctx := context.Background()
	p, err := project.Open(dir, presets.Places{Config: filepath.Join(base, "config"), State: filepath.Join(base, "state"), Cache: filepath.Join(base, "cache")})
	if err != nil {
		return nil, err
	}
	defer p.Close()
	repo, err := repository.Of(p).Open(ctx)
	if err != nil {
		return nil, err
	}
	defer repo.Close()
	rng, err := change.ParseRange("uncommitted")
	if err != nil {
		return nil, err
	}
	set, err := repo.Changes(ctx, rng)
	if err != nil {
		return nil, err
	}
	changed, err := ranking.ChangeOf(ctx, set)
	if err != nil {
		return nil, err
	}
	ranker := ranking.Of(p)
	x, err := ranker.Index(ctx, nil)
	if err != nil {
		return nil, err
	}
	h, err := ranker.History(ctx)
	if err != nil {
		return nil, err
	}
	var out []int
	for _, w := range weights {
		r, err := x.RankChange(ctx, changed, 1<<30, h, w)
		if err != nil {
			return nil, err
		}
		out = append(out, slices.IndexFunc(r.Files, func(f rank.Ranked) bool { return f.Path == c.Answer }))
	}
	return out, nil
}
