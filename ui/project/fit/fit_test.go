package fit_test

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"dossier/aggregate/rank"
	"dossier/aggregate/tokens"
	"dossier/models"
	"dossier/ui/project"
	"dossier/ui/project/fit"
	"dossier/ui/project/projecttest"
	"dossier/ui/project/ranking"
)

// TestMain lets the test binary be one of the processes that parse.
func TestMain(m *testing.M) { projecttest.Main(m) }

// source is a Go file with n functions of some lines each.
func source(name string, n int) string {
	var b strings.Builder
	b.WriteString("package p\n")
	for i := range n {
		fmt.Fprintf(&b, "\n// %s%d does one thing.\nfunc %s%d(n int) int {\n", name, i, name, i)
		for j := range 12 {
			fmt.Fprintf(&b, "\tn += n*%d + %d\n", j, i)
		}
		b.WriteString("\treturn n\n}\n")
	}
	return b.String()
}

// ranked is a file of a ranking, with symbols that the question is about.
func ranked(path string, score float64, symbols ...string) ranking.Ranked {
	r := ranking.Ranked{Ranked: rank.Ranked{Path: path, Score: score, Reasons: []rank.Reason{{Kind: rank.Words, Text: "thing"}}}}
	for i, symbol := range symbols {
		if r.Symbols == nil {
			r.Symbols = map[string]float64{}
		}
		r.Symbols[symbol] = 1 / (1 + float64(i)/2)
	}
	return r
}

// sources are ten files of Go, and their ranking: file0 is the best.
func sources() (map[string]string, []ranking.Ranked) {
	files, list := map[string]string{}, []ranking.Ranked{}
	for i := range 10 {
		path := fmt.Sprintf("file%d.go", i)
		files[path] = source(fmt.Sprintf("F%d", i), 3+i%4)
		list = append(list, ranked(path, 10/float64(i+1)))
	}
	return files, list
}

func model(t *testing.T, id string) tokens.Model {
	t.Helper()
	if id == "" {
		return tokens.Models()[0]
	}
	m, ok := tokens.LookUp(id)
	if !ok {
		t.Fatalf("no model %q", id)
	}
	return m
}

func now(t *testing.T, p *project.Project, files ...models.FileItem) fit.Baseline {
	in := p.Input()
	in.Composition.Files = files
	return fit.Baseline{Input: in, Model: model(t, "")}
}

func gather(t *testing.T, p *project.Project, at fit.Baseline, ranked []ranking.Ranked) *fit.Candidates {
	t.Helper()
	c, err := fit.To(p).Gather(t.Context(), at, ranked, fit.Filter{}, nil)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// count builds a composition and counts it.
func count(t *testing.T, p *project.Project, at fit.Baseline, c models.Composition) int {
	t.Helper()
	at.Input.Composition = c
	doc, err := p.Builder.Build(t.Context(), at.Input, nil)
	if err != nil {
		t.Fatal(err)
	}
	if doc, err = p.Builder.Count(t.Context(), doc, nil); err != nil {
		t.Fatal(err)
	}
	return project.ForModel(doc.Tokens, at.Model).N
}

// lines formats a proposal.
func lines(p fit.Proposal) []string {
	var out []string
	for _, r := range p.Rows {
		out = append(out, fmt.Sprintf("%s %s %s>%s", r.Kind, r.Path, r.Old, r.New))
	}
	return out
}

func item(path string, mode models.ViewMode) models.FileItem {
	it := models.NewFileItem(path)
	it.ViewMode = mode
	return it
}

func TestShapeOfAProposal(t *testing.T) {
	files, list := sources()
	p := projecttest.Open(t, files)
	at := now(t, p, item("file9.go", models.Full), item("README.md", models.Full))
	c := gather(t, p, at, list)
	got := c.Propose(1200, fit.Options{})
	want := []string{
		"added file0.go >full", "added file1.go >full", "added file2.go >skeleton", "added file3.go >skeleton", "changed file9.go full>summary",
	}
	if diff := cmp.Diff(want, lines(got)); diff != "" {
		t.Errorf("wrong proposal (-want +got):\n%s", diff)
	}
}

// TestVariants says that of files that say the same for several systems one comes in full, and then a file of other
// symbols first.
func TestVariants(t *testing.T) {
	p := projecttest.Open(t, map[string]string{
		"mount_linux.go": source("Mount", 3), "mount_windows.go": source("Mount", 3) + "\n// Windows has links.\n", "volume.go": source("Volume", 3),
	})
	list := []ranking.Ranked{ranked("mount_linux.go", 1, "Mount0"), ranked("mount_windows.go", 1, "Mount0"), ranked("volume.go", 0.9, "Volume0")}
	c := gather(t, p, now(t, p), list)
	full := 0
	for _, w := range c.Propose(100_000, fit.Options{}).Rows[0].Ways {
		full = max(full, w.Tokens.N)
	}
	got := map[string]models.ViewMode{}
	for _, r := range c.Propose(2*full+full/2, fit.Options{}).Rows {
		got[r.Path] = r.New
	}
	if got["mount_linux.go"] != models.Full || got["volume.go"] != models.Full || got["mount_windows.go"] == models.Full {
		t.Errorf("with room for two in full, shown are %v", got)
	}
}

// TestNamedFile says that a file which the question names leaves the others the scores that they have without it.
func TestNamedFile(t *testing.T) {
	files, list := sources()
	p := projecttest.Open(t, files)
	list[0].Score, list[0].Reasons = 3*list[0].Score, []rank.Reason{{Kind: rank.Named, Text: list[0].Path}}
	rows := gather(t, p, now(t, p), list).Propose(3000, fit.Options{}).Rows
	if len(rows) < 2 || rows[0].Path != list[0].Path || rows[0].Score != 1 || rows[1].Score != 1 {
		t.Errorf("proposed are %+v, want the named file and then the best one of the others, each with the score 1", rows)
	}
}

// TestWithinTheBudget says that the proposed document is within the budget, whatever else is in it
// and whatever model counts it.
func TestWithinTheBudget(t *testing.T) {
	files, list := sources()
	files["notes/a.md"] = "# Notes\n"
	p := projecttest.Open(t, files)
	r := rand.New(rand.NewPCG(1, 2))
	for range 25 {
		at := now(t, p)
		at.Model = tokens.Models()[r.IntN(len(tokens.Models()))]
		at.Input.Composition.Instruction = strings.Repeat("Do it. ", r.IntN(60))
		at.Input.Composition.Tree = models.TreeModes()[r.IntN(len(models.TreeModes()))]
		for i := range 10 {
			if r.IntN(3) == 0 {
				at.Input.Composition.Files = append(at.Input.Composition.Files, item(fmt.Sprintf("file%d.go", i), models.ViewModes()[r.IntN(4)]))
			}
		}
		c := gather(t, p, at, list)
		budget := r.IntN(6000)
		got, err := fit.To(p).Settle(t.Context(), c, budget, fit.Options{})
		if err != nil {
			t.Fatal(err)
		}
		if got.Needs > 0 {
			if got.Needs <= budget {
				t.Errorf("a budget of %d is too small, and %d is needed", budget, got.Needs)
			}
			continue
		}
		if n := count(t, p, at, got.Composition(fit.All)); n > budget || n != got.Tokens.N {
			t.Errorf("%d tokens, said to be %d, in a budget of %d", n, got.Tokens.N, budget)
		}
	}
}

func TestOptions(t *testing.T) {
	files, list := sources()
	p := projecttest.Open(t, files)
	focused := now(t, p, item("file9.go", models.Full), item("file8.go", models.Full))
	focused.Input.Composition.Focus = []string{"file9.go"}
	one := 1
	always := item("file7.go", models.Full)
	always.ForceFull = true
	tests := []struct {
		name   string
		at     fit.Baseline
		budget int
		o      fit.Options
		want   []string // of the rows, these are looked for
	}{
		{"files in focus stay", focused, 500, fit.Options{}, []string{"changed file9.go full>none", "removed file8.go full>"}},
		{"what is always in full stays so", now(t, p, always), 800, fit.Options{}, []string{"unchanged file7.go full>full"}},
		{"the files of the composition stay if that is wanted", focused, 500, fit.Options{KeepAll: true}, []string{"changed file9.go full>none", "changed file8.go full>none"}},
		{"so many in full", now(t, p), 3000, fit.Options{MaxFull: &one}, []string{"added file0.go >full", "added file1.go >skeleton"}},
		{"a score that is too low", now(t, p, item("file9.go", models.Full)), 3000, fit.Options{MinScore: 0.3}, []string{"added file2.go >full", "removed file9.go full>"}},
		{"a mode that is chosen", now(t, p), 3000, fit.Options{Chosen: map[string]models.ViewMode{"file0.go": models.Outline, "file1.go": ""}}, []string{"added file0.go >outline"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got := gather(t, p, tt.at, list).Propose(tt.budget, tt.o)
			have := "\n" + strings.Join(lines(got), "\n") + "\n"
			for _, line := range tt.want {
				if !strings.Contains(have, "\n"+line+"\n") {
					t.Errorf("%q is not proposed:%s", line, have)
				}
			}
			if strings.Contains(tt.name, "in full") && strings.Count(have, ">full") != 1 {
				t.Errorf("more than one in full:%s", have)
			}
		})
	}
}

func TestSomeRowsAreTaken(t *testing.T) {
	files, list := sources()
	p := projecttest.Open(t, files)
	at := now(t, p, models.NewFileItem("file[89].go"), item("file0.go", models.Outline))
	got := gather(t, p, at, list[:8]).Propose(1500, fit.Options{})
	c := got.Composition(func(r fit.Row) bool { return r.Path == "file9.go" || r.Path == "file0.go" })
	var have []string
	for _, it := range c.Files {
		have = append(have, it.Path+" "+string(it.ViewMode))
	}
	if diff := cmp.Diff([]string{"file8.go full", "file0.go full"}, have); diff != "" {
		t.Errorf("wrong composition (-want +got):\n%s", diff)
	}
}

// TestALongFileByItsSymbols says that of a long file the symbols that the question is about
// come whole.
func TestALongFileByItsSymbols(t *testing.T) {
	p := projecttest.Open(t, map[string]string{"long.go": source("Long", 40), "other.go": source("Other", 3)})
	list := []ranking.Ranked{ranked("long.go", 3, "Long7", "Long8"), ranked("other.go", 1)}
	got := gather(t, p, now(t, p), list).Propose(2500, fit.Options{})
	c := got.Composition(fit.All)
	if len(c.Files) == 0 || c.Files[0].ViewMode != models.Masked {
		t.Fatalf("proposed is %v", lines(got))
	}
	mask := c.Files[0].AstMask
	if mask["Long7"] != models.MaskDef || mask["Long8"] != models.MaskDef || mask["Long9"] != models.MaskSig {
		t.Errorf("the mask is %v", mask)
	}
}

func TestDegrade(t *testing.T) {
	files, _ := sources()
	p := projecttest.Open(t, files)
	at := now(t, p)
	for path := range files {
		at.Input.Composition.Files = append(at.Input.Composition.Files, item(path, models.Full))
	}
	old := count(t, p, at, at.Input.Composition)
	c, err := fit.To(p).Degrade(t.Context(), at, nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, budget := range []int{old, old * 2 / 3, old / 3} {
		got, err := fit.To(p).Settle(t.Context(), c, budget, fit.Options{})
		if err != nil {
			t.Fatal(err)
		}
		next := got.Composition(fit.All)
		if len(next.Files) != len(files) {
			t.Errorf("%d files are left of %d", len(next.Files), len(files))
		}
		if n := count(t, p, at, next); n > budget || n < budget/2 {
			t.Errorf("%d tokens for a budget of %d", n, budget)
		}
		if budget == old && !project.SameComposition(next, at.Input.Composition) {
			t.Error("what fits was changed")
		}
	}
	got, err := fit.To(p).Settle(t.Context(), c, 20, fit.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if got.Rows != nil || got.Needs < 50 {
		t.Errorf("for 20 tokens there are %d rows, and needed are %d", len(got.Rows), got.Needs)
	}
	if again, _ := fit.To(p).Settle(t.Context(), c, got.Needs, fit.Options{}); again.Needs != 0 {
		t.Errorf("%d tokens were said to be enough, and now %d are", got.Needs, again.Needs)
	}
}

// TestDegradeCutsTheLeastRelevantFirst says that with a question what has nothing to do with it is shown less
// before the best file is.
func TestDegradeCutsTheLeastRelevantFirst(t *testing.T) {
	files, list := sources()
	for i := range 12 {
		files[fmt.Sprintf("test%d.go", i)] = source(fmt.Sprintf("Test%d", i), 2)
	}
	files["file0.go"] = source("F0", 30)
	list[0] = ranked("file0.go", 10, "F03")
	p := projecttest.Open(t, files)
	at := now(t, p)
	for _, path := range slices.Sorted(maps.Keys(files)) {
		at.Input.Composition.Files = append(at.Input.Composition.Files, item(path, models.Full))
	}
	c, err := fit.To(p).Degrade(t.Context(), at, list[:3], nil)
	if err != nil {
		t.Fatal(err)
	}
	old := count(t, p, at, at.Input.Composition)
	for _, part := range []int{90, 75, 65} {
		shown := map[string]models.ViewMode{}
		for _, r := range c.Propose(old*part/100, fit.Options{}).Rows {
			shown[r.Path] = r.New
		}
		if shown["file0.go"] != models.Full {
			t.Errorf("within %d of a hundred tokens the best file is shown as %s: %v", part, shown["file0.go"], shown)
		}
	}
}

func TestUnreadable(t *testing.T) {
	p := projecttest.Open(t, map[string]string{"a.go": source("A", 3), "b.bin": "\x00\x01\x02"})
	at := now(t, p, item("gone.go", models.Full), item("b.bin", models.Full))
	got := gather(t, p, at, []ranking.Ranked{ranked("a.go", 1), ranked("b.bin", 1), ranked("never.go", 1)}).Propose(4000, fit.Options{})
	if diff := cmp.Diff([]string{"added a.go >full"}, lines(got)); diff != "" {
		t.Errorf("wrong proposal (-want +got):\n%s", diff)
	}
	if c := got.Composition(fit.All); len(c.Files) != 3 {
		t.Errorf("what cannot be read is no longer in the composition: %v", c.Files)
	}
}

// TestWhatIsThereStaysWhileThereIsRoom says that what the user has put in goes only when the
// budget needs its place.
func TestWhatIsThereStaysWhileThereIsRoom(t *testing.T) {
	files, list := sources()
	files["other.go"] = source("Other", 4)
	p := projecttest.Open(t, files)
	at := now(t, p, item("other.go", models.Full), item("file9.go", models.Skeleton))
	c := gather(t, p, at, list)
	have := strings.Join(lines(c.Propose(30_000, fit.Options{})), "\n")
	for _, want := range []string{"added file0.go >full", "unchanged other.go full>full"} {
		if !strings.Contains(have, want) {
			t.Errorf("with room for all, %q is not proposed:\n%s", want, have)
		}
	}
	if strings.Contains(have, "removed") {
		t.Errorf("something is removed, although there is room for all:\n%s", have)
	}
	if have = strings.Join(lines(c.Propose(500, fit.Options{})), "\n"); !strings.Contains(have, "added file0.go") || strings.Contains(have, "unchanged other.go full") {
		t.Errorf("with room for little, proposed is:\n%s", have)
	}
}

// TestOnlyWhatWasChosenByHandIsHeld says that files which came with a folder, with a pattern or with an earlier
// proposal have no claim of their own: the proposal is the one of an empty dossier. One that was chosen by
// hand has one, until all of them are released.
func TestOnlyWhatWasChosenByHandIsHeld(t *testing.T) {
	files, list := sources()
	var folder, proposal []models.FileItem
	for i := range 8 {
		name := fmt.Sprintf("old/owners%d.go", i)
		files[name] = source(fmt.Sprintf("Owner%d", i), 1)
		folder = append(folder, models.NewFileItem(name))
		one := item(name, models.Full)
		one.Proposed = true
		proposal = append(proposal, one)
	}
	p := projecttest.Open(t, files)
	shown := func(budget int, files []models.FileItem, o fit.Options) []string {
		t.Helper()
		var out []string
		for _, r := range gather(t, p, now(t, p, files...), list).Propose(budget, o).Rows {
			if r.New != "" {
				out = append(out, fmt.Sprintf("%s %s %t", r.Path, r.New, r.ByHand))
			}
		}
		return out
	}
	want := shown(1200, nil, fit.Options{})
	for name, files := range map[string][]models.FileItem{
		"a folder": folder, "a pattern": {models.NewFileItem("old/owners[0-5].go")}, "a folder as one entry": {models.NewFileItem("old")}, "a proposal": proposal[:5],
	} {
		if diff := cmp.Diff(want, shown(1200, files, fit.Options{})); diff != "" {
			t.Errorf("after %s, shown is (-from an empty dossier +got):\n%s", name, diff)
		}
	}
	hand := append([]models.FileItem{}, folder[:5]...)
	if got := strings.Join(shown(3000, hand, fit.Options{}), "\n"); strings.Count(got, "old/owners") != len(hand) {
		t.Errorf("after five files of eight, shown is\n%s", got)
	}
	if diff := cmp.Diff(want, shown(1200, hand, fit.Options{Released: true})); diff != "" {
		t.Errorf("once they are released, shown is (-from an empty dossier +got):\n%s", diff)
	}
	masked := folder[0].Clone()
	masked.AstMask = map[string]models.MaskMode{"Owner00": models.MaskDef}
	masked.ViewMode = models.Masked
	if got := strings.Join(shown(3000, append([]models.FileItem{masked}, folder[1:]...), fit.Options{}), "\n"); !strings.Contains(got, "old/owners0.go masked true") {
		t.Errorf("with a mask in a folder, shown is\n%s", got)
	}
}

// TestAProposalIsMarked says which entries know that a proposal made them: not those that the user chose how
// to show, nor those that were there by hand, nor those that were changed since.
func TestAProposalIsMarked(t *testing.T) {
	files, list := sources()
	p := projecttest.Open(t, files)
	at := now(t, p, item("file0.go", models.Outline))
	got := gather(t, p, at, list).Propose(3000, fit.Options{Chosen: map[string]models.ViewMode{"file2.go": models.Outline}})
	c := got.Composition(fit.All)
	marked := map[string]bool{}
	for _, it := range c.Files {
		marked[it.Path] = it.Proposed
	}
	for path, want := range map[string]bool{"file0.go": false, "file1.go": true, "file2.go": false} {
		if have, ok := marked[path]; !ok || have != want {
			t.Errorf("%s is there: %t, marked: %t", path, ok, have)
		}
	}
	e := project.NewEdit(c, p.StoredState().FilesBase(), p.Resolver(t.Context(), p.StoredState().FilesBase()).Rows(c.Files))
	row := slices.IndexFunc(c.Files, func(it models.FileItem) bool { return it.Path == "file1.go" })
	e.Change([]int{row}, func(it *models.FileItem) { it.ViewMode = models.Skeleton })
	if e.Composition.Files[row].Proposed {
		t.Error("an entry that the user changed is still a proposal's")
	}
}

// TestTakenAndAskedAgain says that what was proposed and taken is proposed as it is, whatever the
// project, the budget and what was there before. A budget of a few hundred tokens is another
// matter: there the lines of the tree count as much as the files.
func TestTakenAndAskedAgain(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 8))
	for range 12 {
		files, list := randomProject(r)
		p := projecttest.Open(t, files)
		at := randomNow(t, r, p, files)
		budget := 1500 + r.IntN(9000)
		got, err := fit.To(p).Settle(t.Context(), gather(t, p, at, list), budget, fit.Options{})
		if err != nil {
			t.Fatal(err)
		}
		if got.Needs > 0 {
			continue
		}
		at.Input.Composition = got.Composition(fit.All)
		again, err := fit.To(p).Settle(t.Context(), gather(t, p, at, list), budget, fit.Options{})
		if err != nil {
			t.Fatal(err)
		}
		if again.Differs() {
			t.Errorf("for %d tokens the tree %q, and taken was\n%s\nproposed then is\n%s", budget, at.Input.Composition.Tree, strings.Join(lines(got), "\n"), strings.Join(lines(again), "\n"))
		}
	}
}

// TestRandomProjects holds proposals to what must be true of all: the document is within the
// budget, a file is shown in one way, and what must stay stays.
func TestRandomProjects(t *testing.T) {
	r := rand.New(rand.NewPCG(9, 10))
	for range 12 {
		files, list := randomProject(r)
		p := projecttest.Open(t, files)
		at := randomNow(t, r, p, files)
		if fs := at.Input.Composition.Files; len(fs) > 1 {
			fs[0].ForceFull, fs[0].ViewMode = true, models.Full
			at.Input.Composition.Focus = []string{fs[1].Path}
		}
		c := gather(t, p, at, list)
		for range 4 {
			budget := r.IntN(12_000)
			got, err := fit.To(p).Settle(t.Context(), c, budget, fit.Options{})
			if err != nil {
				t.Fatal(err)
			}
			if got.Needs > 0 {
				if got.Needs <= budget || len(got.Rows) > 0 {
					t.Errorf("a budget of %d is too small, needed are %d, and there are %d rows", budget, got.Needs, len(got.Rows))
				}
				continue
			}
			next := got.Composition(fit.All)
			if n := count(t, p, at, next); n > budget || n != got.Tokens.N {
				t.Errorf("%d tokens, said to be %d, in a budget of %d", n, got.Tokens.N, budget)
			}
			shown := map[string]models.FileItem{}
			for _, it := range next.Files {
				if _, twice := shown[it.Path]; twice {
					t.Errorf("%s is shown twice", it.Path)
				}
				shown[it.Path] = it
			}
			for i, it := range at.Input.Composition.Files[:min(2, len(at.Input.Composition.Files))] {
				if now, ok := shown[it.Path]; len(at.Input.Composition.Files) > 1 && (!ok || i == 0 && now.ViewMode != models.Full) {
					t.Errorf("%s has to stay, and is shown as %q", it.Path, now.ViewMode)
				}
			}
		}
	}
}

// randomProject is some files of Go of any length, with a ranking of most of them.
func randomProject(r *rand.Rand) (map[string]string, []ranking.Ranked) {
	files, list := map[string]string{}, []ranking.Ranked{}
	score := 10.0
	for i := range 3 + r.IntN(25) {
		path := fmt.Sprintf("d%d/file%d.go", i%3, i)
		n := 1 + r.IntN(30)
		files[path] = source(fmt.Sprintf("F%d", i), n)
		if score *= 0.5 + r.Float64()/2; r.IntN(5) > 0 {
			list = append(list, ranked(path, score, fmt.Sprintf("F%d%d", i, r.IntN(n)), fmt.Sprintf("F%d%d", i, r.IntN(n))))
		}
	}
	return files, list
}

// randomNow puts some of the files together in some ways, below an instruction and a tree.
func randomNow(t *testing.T, r *rand.Rand, p *project.Project, files map[string]string) fit.Baseline {
	at := now(t, p)
	at.Model = tokens.Models()[r.IntN(len(tokens.Models()))]
	at.Input.Composition.Instruction = strings.Repeat("Do it. ", r.IntN(60))
	at.Input.Composition.Tree = models.TreeModes()[r.IntN(len(models.TreeModes()))]
	for _, path := range slices.Sorted(maps.Keys(files)) {
		if r.IntN(4) == 0 {
			at.Input.Composition.Files = append(at.Input.Composition.Files, item(path, models.ViewModes()[r.IntN(4)]))
		}
	}
	return at
}

// TestAMaskThatTheUserChose is counted without anything else, shown as chosen, and gone once it is released.
func TestAMaskThatTheUserChose(t *testing.T) {
	files, list := sources()
	p := projecttest.Open(t, files)
	c := gather(t, p, now(t, p), list)
	mask := map[string]models.MaskMode{"F00": models.MaskDef, "F01": models.MaskSig}
	with, err := fit.To(p).WithMask(t.Context(), c, "file0.go", mask)
	if err != nil {
		t.Fatal(err)
	}
	chosen := fit.Options{Chosen: map[string]models.ViewMode{"file0.go": models.Masked}, Masks: map[string]map[string]models.MaskMode{"file0.go": mask}}
	got := with.Propose(5000, chosen)
	row := got.Rows[0]
	if diff := cmp.Diff(mask, got.Item(row).AstMask); diff != "" || row.New != models.Masked {
		t.Errorf("%s is shown as %s (-want +got):\n%s", row.Path, row.New, diff)
	}
	if way := row.Way(); way.Tokens != row.Tokens {
		t.Errorf("the menu says %v tokens, the row %v", way.Tokens, row.Tokens)
	}
	view, err := fit.To(p).View(t.Context(), got, row)
	if err != nil || !strings.Contains(view.Text, "func F00") || strings.Contains(view.Text, "func F02") {
		t.Errorf("the preview is %q: %v", view.Text, err)
	}
	if diff := cmp.Diff(lines(c.Propose(5000, fit.Options{})), lines(with.Propose(5000, fit.Options{}))); diff != "" {
		t.Errorf("once it is released, another proposal (-want +got):\n%s", diff)
	}
}

// TestRefill gives the tokens of an unticked row to others, and keeps the row.
func TestRefill(t *testing.T) {
	files, list := sources()
	p := projecttest.Open(t, files)
	c := gather(t, p, now(t, p), list)
	before := c.Propose(1200, fit.Options{})
	first := before.Rows[0]
	after := c.Propose(1200, fit.Options{Refill: map[string]fit.Way{first.Path: first.Way()}})
	if r := after.Rows[0]; r.Path != first.Path || !r.Refilled || r.New != first.New || r.Kind != fit.KindAdded {
		t.Errorf("the unticked row is %+v", r)
	}
	if got := after.Composition(fit.All); slices.ContainsFunc(got.Files, func(it models.FileItem) bool { return it.Path == first.Path }) {
		t.Error("the unticked file is in the composition")
	}
	other := func(p fit.Proposal) (n int) {
		for _, r := range p.Rows[1:] {
			n += r.Tokens.N
		}
		return n
	}
	if other(after) <= other(before) || after.Tokens.N > 1200 {
		t.Errorf("others have %d tokens, and %d before; the document %d", other(after), other(before), after.Tokens.N)
	}
}

func TestFilter(t *testing.T) {
	tests := []struct {
		name   string
		filter fit.Filter
		want   []string
	}{
		{"none", fit.Filter{}, []string{"a/x.go", "a/x_test.go", "ab/y.py"}},
		{"no tests", fit.Filter{NoTests: true}, []string{"a/x.go", "ab/y.py"}},
		{"a folder, and none whose name begins like it", fit.Filter{Under: "a/"}, []string{"a/x.go", "a/x_test.go"}},
		{"the project's folder", fit.Filter{Under: "."}, []string{"a/x.go", "a/x_test.go", "ab/y.py"}},
		{"languages", fit.Filter{Languages: []string{"python"}}, []string{"ab/y.py"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			p := projecttest.Open(t, map[string]string{"a/x.go": source("X", 2), "a/x_test.go": source("T", 2), "ab/y.py": "def y():\n    return 1\n"})
			c, err := fit.To(p).Gather(t.Context(), now(t, p), []ranking.Ranked{ranked("a/x.go", 3), ranked("a/x_test.go", 2), ranked("ab/y.py", 1)}, tt.filter, nil)
			if err != nil {
				t.Fatal(err)
			}
			var got []string
			for _, r := range c.Propose(5000, fit.Options{}).Rows {
				got = append(got, r.Path)
			}
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("wrong files (-want +got):\n%s", diff)
			}
		})
	}
}
