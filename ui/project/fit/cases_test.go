package fit

import (
	"cmp"
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
	"dossier/ui/project/ranking"
)

// The measure of a proposal: questions with known answers. A folder of them has a file cases.jsonl with a line for
// each, in one of two forms:
//
//   - {"repo", "tag", "query", "files"}, as those that measure the ranking, with a git bundle (repo.bundle) or a clone
//     (repo.git) of each repository. It may say which lines of its files the answer is about, from 1, as
//     "lines": {"path": [[from, to], …]}, as those of .ci/rank/cases.py do.
//   - {"tree", "query", "symbols": {"path": ["Type.Method", …]}}: a folder of code that the go command has, and the
//     symbols that answer the question. A tree is a module with its version, or GOROOT/src.
var (
	casesIn  = flag.String("cases", "", "measure what is proposed on the questions in this folder")
	analyzed = flag.String("analyzed", "", "cache the indexes of the files in this folder, for the next time")
)

// asking is a question with its answer, and what the files of the project cost.
type asking struct {
	Repo, Tag, Query string
	Files            []string
	Lines            map[string][][2]int

	Tree    string
	Symbols map[string][]string

	found  *Candidates
	answer map[string][]shownOf // of the files, for each of their ways
}

// shownOf is what a way to show a file shows of an answer.
type shownOf struct {
	part   float64  // of the file's part of the answer, from 0 to 1
	missed []string // the symbols that are not shown whole
}

// figures are parts from 0 to 1 of the answer, and tokens.
type figures struct{ answer, files, named, elsewhere, tokens float64 }

// TestCases prints how much of the answers of questions is proposed within each budget, and for questions with
// symbols which of them are not. It needs git, or the go command.
func TestCases(t *testing.T) {
	if *casesIn == "" {
		t.Skip("no -cases")
	}
	all := readCases(t, *casesIn)
	budgets, what := []int{8000, 16_000, 32_000}, "lines"
	if all[0].Tree != "" {
		budgets, what = []int{16_000, 32_000, 64_000}, "symbols"
	}
	fmt.Printf("%-28s %6s %6s %7s %6s %6s %9s %6s\n", "", "budget", "cases", what, "files", "named", "elsewhere", "tokens")
	for _, of := range slices.Sorted(maps.Keys(byProject(all))) {
		printFigures(of, byProject(all)[of], budgets)
	}
	printFigures("all", all, budgets)
	for _, a := range all {
		if a.Symbols != nil {
			a.printMissed(32_000)
		}
	}
}

func byProject(all []*asking) map[string][]*asking {
	out := map[string][]*asking{}
	for _, a := range all {
		out[a.Repo+a.Tree] = append(out[a.Repo+a.Tree], a)
	}
	return out
}

func printFigures(name string, all []*asking, budgets []int) {
	for _, budget := range budgets {
		f := measured(all, budget)
		fmt.Printf("%-28s %6d %6d %7.3f %6.3f %6.3f %9.0f %6.0f\n", name, budget, len(all), f.answer, f.files, f.named, f.elsewhere, f.tokens)
	}
}

// measured is the mean of cases.
func measured(all []*asking, budget int) (mean figures) {
	for _, a := range all {
		f, n := a.measured(budget), float64(len(all))
		mean.answer += f.answer / n
		mean.files += f.files / n
		mean.named += f.named / n
		mean.elsewhere += f.elsewhere / n
		mean.tokens += f.tokens / n
	}
	return mean
}

// measured says of what is proposed how much of the lines or symbols of the answer it shows whole; which part of the
// answer's files it shows in full or by symbols, and at all; and how many tokens it spends on other files, and in all.
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
		f.answer += shown[r.way].part * a.weight(r.Path)
		if r.New == models.Full || r.New == models.Masked {
			f.files += 1 / n
		}
	}
	return f
}

// weight is which part of the answer a file has: each symbol counts the same, or each file.
func (a *asking) weight(path string) float64 {
	if a.Tree == "" {
		return 1 / float64(len(a.Files))
	}
	all := 0
	for _, symbols := range a.Symbols {
		all += len(symbols)
	}
	return float64(len(a.Symbols[path])) / float64(all)
}

// printMissed prints the symbols of the answer that are not shown whole, with the files where they are.
func (a *asking) printMissed(budget int) {
	missed := maps.Clone(a.Symbols)
	as := map[string]string{}
	for _, r := range a.found.Propose(budget, Options{}).Rows {
		if shown, ok := a.answer[r.Path]; ok {
			missed[r.Path] = shown[r.way].missed
			as[r.Path] = fmt.Sprintf(" (%s, %d tokens)", r.New, r.Tokens.N)
		}
	}
	maps.DeleteFunc(missed, func(_ string, symbols []string) bool { return len(symbols) == 0 })
	if len(missed) == 0 {
		return
	}
	fmt.Printf("\n%s: not shown whole within %d tokens:\n", a.Query, budget)
	for _, path := range slices.Sorted(maps.Keys(missed)) {
		fmt.Printf("  %s%s: %s\n", path, as[path], strings.Join(missed[path], ", "))
	}
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
		if a.Tree != "" {
			a.Files = slices.Sorted(maps.Keys(a.Symbols))
		}
		all = append(all, a)
	}
	base := t.TempDir()
	places := presets.Places{Config: filepath.Join(base, "config"), State: filepath.Join(base, "state"), Cache: cmp.Or(*analyzed, filepath.Join(base, "cache"))}
	for _, list := range byProject(all) {
		if list[0].Tree != "" {
			tree := goTree(t, list[0].Tree)
			for _, a := range list {
				a.gather(t, tree, places)
			}
			continue
		}
		tree := clone(t, dir, list[0].Repo, base)
		for _, a := range list {
			git(t, "-C", tree, "checkout", "-q", "-f", a.Tag)
			a.gather(t, tree, places)
		}
	}
	return all
}

// clone makes a work tree in the folder base of a repository of the cases in dir.
func clone(t *testing.T, dir, repo, base string) string {
	t.Helper()
	of, err := filepath.Abs(filepath.Join(dir, repo))
	if err != nil {
		t.Fatal(err)
	}
	tree := filepath.Join(base, repo)
	if _, err := os.Stat(of + ".git"); err == nil {
		git(t, "clone", "-q", "--shared", "--no-checkout", of+".git", tree)
		return tree
	}
	git(t, "init", "-q", tree)
	git(t, "-C", tree, "fetch", "-q", of+".bundle", "refs/tags/*:refs/tags/*")
	return tree
}

// goTree returns the folder of GOROOT/src, or of a module with its version, which is downloaded where it is missing.
func goTree(t *testing.T, name string) string {
	t.Helper()
	if name == "GOROOT/src" {
		return filepath.Join(strings.TrimSpace(string(run(t, "go", "env", "GOROOT"))), "src")
	}
	var module struct{ Dir string }
	if err := json.Unmarshal(run(t, "go", "mod", "download", "-json", name), &module); err != nil {
		t.Fatal(err)
	}
	return module.Dir
}

func git(t *testing.T, args ...string) { run(t, "git", args...) }

func run(t *testing.T, program string, args ...string) []byte {
	t.Helper()
	out, err := exec.Command(program, args...).Output()
	if err != nil {
		t.Fatalf("%s %s: %v", program, strings.Join(args, " "), err)
	}
	return out
}

func (a *asking) gather(t *testing.T, tree string, places presets.Places) {
	t.Helper()
	p, err := project.Open(tree, places)
	if err != nil {
		t.Fatal(err)
	}
	defer p.Close()
	ranked, err := ranking.Of(p).Rank(t.Context(), a.Query, MaxCandidates, nil)
	if err != nil {
		t.Fatal(err)
	}
	in := p.Input()
	in.Composition = models.Composition{}
	if a.found, err = To(p).Gather(t.Context(), Baseline{Input: in, Model: tokens.Models()[0]}, ranked, Filter{}, nil); err != nil {
		t.Fatal(err)
	}
	for path, symbols := range a.Symbols {
		parsed, err := p.Builder.Parse(t.Context(), in, models.NewFileItem(path))
		if err != nil {
			t.Fatal(err)
		}
		missedBy(t, parsed.Structure, nil, symbols) // each is there
	}
	a.answer = map[string][]shownOf{}
	for _, c := range a.found.files {
		if slices.Contains(a.Files, c.Path) {
			a.answer[c.Path] = a.shown(t, p, c)
		}
	}
}

// shown says of each way to show a file what it shows whole of the answer. Without lines or symbols, any symbols that
// are shown whole count as all.
func (a *asking) shown(t *testing.T, p *project.Project, c candidate) []shownOf {
	out := make([]shownOf, len(c.ways))
	symbols, lines := a.Symbols[c.Path], a.Lines[c.Path]
	for i, w := range c.ways {
		out[i].missed = symbols
		switch {
		case w.mode == models.Full, w.mode == models.Masked && len(lines)+len(symbols) == 0:
			out[i] = shownOf{part: 1}
		case w.mode == models.Masked:
			parsed, err := p.Builder.Parse(t.Context(), a.found.baseline.Input, w.item)
			if err != nil {
				t.Fatal(err)
			}
			if len(symbols) == 0 {
				out[i].part = linesIn(parsed, w.item.AstMask, lines)
				continue
			}
			out[i].missed = missedBy(t, parsed.Structure, w.item.AstMask, symbols)
			out[i].part = 1 - float64(len(out[i].missed))/float64(len(symbols))
		}
	}
	return out
}

// missedBy returns which symbols a mask does not show whole.
func missedBy(t *testing.T, s *code.Structure, mask code.Mask, symbols []string) (missed []string) {
	t.Helper()
	whole := map[string]bool{}
	modes := s.Shown(mask)
	for i, sym := range s.Symbols {
		whole[sym.Path] = modes[i] == models.MaskDef || sym.Parent >= 0 && whole[s.Symbols[sym.Parent].Path]
	}
	for _, path := range symbols {
		shown, known := whole[path]
		if !known {
			t.Fatalf("there is no symbol %s", path)
		}
		if !shown {
			missed = append(missed, path)
		}
	}
	return missed
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
