package fit

import (
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"dossier/aggregate"
	"dossier/aggregate/code"
	"dossier/aggregate/tokens"
	"dossier/models"
	"dossier/presets"
	"dossier/ui/project"
	"dossier/ui/project/rank"
)

// The measure of a proposal: questions with known answers, in the form of those that measure the
// ranking. A case may say which lines of its files the answer is about, from 1, as
// "lines": {"path": [[from, to], …]}.
var casesIn = flag.String("cases", "", "measure what is proposed on the questions in this folder")

// budgets are those that are measured, in tokens.
var budgets = []int{8000, 16_000, 32_000}

// asking is a question with its answer, and what the files of the project cost.
type asking struct {
	Repo, Tag, Query string
	Files            []string
	Lines            map[string][][2]int

	found  *Candidates
	answer map[string][]float64 // of the files: how much of the answer each of their ways shows whole
}

// figures are parts from 0 to 1 of the answer, and tokens.
type figures struct{ lines, files, named, elsewhere, tokens float64 }

// TestCases prints how much of the answers of questions is proposed, within each budget. It needs
// git.
func TestCases(t *testing.T) {
	if *casesIn == "" {
		t.Skip("no -cases")
	}
	all := readCases(t, *casesIn)
	fmt.Printf("%-14s %6s %6s %6s %6s %6s %9s %6s\n", "", "budget", "cases", "lines", "files", "named", "elsewhere", "tokens")
	for _, repo := range slices.Sorted(maps.Keys(byRepo(all))) {
		printFigures(repo, byRepo(all)[repo])
	}
	printFigures("all", all)
}

func byRepo(all []*asking) map[string][]*asking {
	out := map[string][]*asking{}
	for _, a := range all {
		out[a.Repo] = append(out[a.Repo], a)
	}
	return out
}

func printFigures(name string, all []*asking) {
	for _, budget := range budgets {
		f := measured(all, budget)
		fmt.Printf("%-14s %6d %6d %6.3f %6.3f %6.3f %9.0f %6.0f\n", name, budget, len(all), f.lines, f.files, f.named, f.elsewhere, f.tokens)
	}
}

// measured is the mean of cases.
func measured(all []*asking, budget int) (mean figures) {
	for _, a := range all {
		f, n := a.measured(budget), float64(len(all))
		mean.lines += f.lines / n
		mean.files += f.files / n
		mean.named += f.named / n
		mean.elsewhere += f.elsewhere / n
		mean.tokens += f.tokens / n
	}
	return mean
}

// measured says of what is proposed how much of the lines that the answer is about it shows whole;
// which part of the answer's files it shows in full or by symbols, and at all; and how many tokens
// it spends on other files, and in all.
func (a *asking) measured(budget int) (f figures) {
	n := float64(len(a.Files))
	for _, r := range a.found.Propose(budget, Options{}).Rows {
		f.tokens += float64(r.Tokens.N)
		shown, ok := a.answer[r.Path]
		if !ok {
			f.elsewhere += float64(r.Tokens.N)
			continue
		}
		f.named += 1 / n
		f.lines += shown[r.way] / n
		if r.Now == models.Full || r.Now == models.Masked {
			f.files += 1 / n
		}
	}
	return f
}

// readCases reads the questions of a folder, and gathers the files for each.
func readCases(t *testing.T, dir string) []*asking {
	t.Helper()
	f, err := os.Open(filepath.Join(dir, "cases.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	var all []*asking
	for d := json.NewDecoder(f); ; {
		a := &asking{}
		if err := d.Decode(a); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			t.Fatal(err)
		}
		all = append(all, a)
	}
	base := t.TempDir()
	for repo, list := range byRepo(all) {
		bundle, err := filepath.Abs(filepath.Join(dir, repo+".bundle"))
		if err != nil {
			t.Fatal(err)
		}
		tree := filepath.Join(base, repo)
		git(t, "init", "-q", tree)
		git(t, "-C", tree, "fetch", "-q", bundle, "refs/tags/*:refs/tags/*")
		for _, a := range list {
			git(t, "-C", tree, "checkout", "-q", "-f", a.Tag)
			a.gather(t, tree, presets.Places{Config: filepath.Join(base, "config"), State: filepath.Join(base, "state"), Cache: filepath.Join(base, "cache")})
		}
	}
	return all
}

func git(t *testing.T, args ...string) {
	t.Helper()
	if out, err := exec.Command("git", args...).CombinedOutput(); err != nil {
		t.Fatalf("git %s: %v: %s", strings.Join(args, " "), err, out)
	}
}

func (a *asking) gather(t *testing.T, tree string, places presets.Places) {
	t.Helper()
	p, err := project.Open(tree, places)
	if err != nil {
		t.Fatal(err)
	}
	defer p.Close()
	ranked, err := rank.Of(p).Rank(t.Context(), a.Query, MaxCandidates, nil)
	if err != nil {
		t.Fatal(err)
	}
	in := p.Input()
	in.Composition = models.Composition{}
	if a.found, err = To(p).Gather(t.Context(), Now{Input: in, Model: tokens.Models()[0]}, ranked, Filter{}, nil); err != nil {
		t.Fatal(err)
	}
	a.answer = map[string][]float64{}
	for _, c := range a.found.files {
		if slices.Contains(a.Files, c.Path) {
			a.answer[c.Path] = a.shown(t, p, c)
		}
	}
}

// shown says of each way to show a file which part of the lines of the answer it shows whole.
// Without lines, any symbols that are shown whole count as all.
func (a *asking) shown(t *testing.T, p *project.Project, c candidate) []float64 {
	out := make([]float64, len(c.ways))
	for i, w := range c.ways {
		switch {
		case w.mode == models.Full || w.mode == models.Masked && len(a.Lines[c.Path]) == 0:
			out[i] = 1
		case w.mode == models.Masked:
			parsed, err := p.Builder.Parse(t.Context(), a.found.now.Input, w.item)
			if err != nil {
				t.Fatal(err)
			}
			out[i] = linesIn(parsed, w.item.AstMask, a.Lines[c.Path])
		}
	}
	return out
}

// linesIn returns which part of lines lies in the symbols that a mask shows whole.
func linesIn(parsed aggregate.Parsed, mask code.Mask, ranges [][2]int) float64 {
	var whole []code.Span
	for _, s := range parsed.Structure.Symbols {
		if mask[s.Path] == models.MaskDef {
			whole = append(whole, s.Whole)
		}
	}
	seen, all, at := 0.0, 0.0, 0
	for n, line := range strings.SplitAfter(parsed.Text, "\n") {
		for _, r := range ranges {
			if n+1 >= r[0] && n+1 <= r[1] {
				all++
				if slices.ContainsFunc(whole, func(s code.Span) bool { return s.Start < at+len(line) && at < s.End }) {
					seen++
				}
			}
		}
		at += len(line)
	}
	return seen / max(1, all)
}
