package cli

import (
	"errors"
	"fmt"
	"path"
	"path/filepath"
	"strings"

	"dossier/aggregate/disk"
	"dossier/aggregate/git/change"
	"dossier/aggregate/rank/classic"
	"dossier/aggregate/text"
	"dossier/models"
	"dossier/ui/cli/command"
	"dossier/ui/project"
	"dossier/ui/project/fit"
	"dossier/ui/project/ranking"
)

// Scorers of the command.
const (
	bestScorer    = "best"
	classicScorer = "classic"
)

// fitFlags are the flags of the command.
type fitFlags struct {
	query, scorer   string
	git             string // range of a change
	model, preset   string
	rank            string // a number of files; empty if no files are to be ranked
	tokens, maxFull int
	minScore        float64
	keep, less      bool
	apply           bool
	asInstruction   bool
	noTests         bool
	under           string
	languages       []string
}

func fitCommand() command.Command {
	f := fitFlags{}
	return command.Command{
		Name:  "fit",
		About: "propose files for a question or a change, each in as much detail as a token budget allows",
		Details: "The default scorer shows the best files in full, related ones as skeletons, the rest as outlines or names.\n" +
			"--git reviews a change: it proposes the difference, the symbols around the changed lines, their dependencies\n" +
			"and dependents, tests, and files that changed together with them; the question is then optional.\n" +
			"--less needs no question: it shows the files of the document in less detail until they fit, and removes none.\n\n",
		Flags: func(c *command.Call) {
			c.Flags.StringVarP(&f.query, "query", "q", "", "the `QUESTION`")
			c.Flags.StringVar(&f.git, "git", "", "review the change of a git `RANGE`: "+change.Ranges)
			c.Flags.StringVar(&f.preset, "preset", "", "ask the question of the preset `NAME`, within its budget")
			command.NumberVar(c, &f.tokens, "max-tokens", 0, 0, fmt.Sprintf("use at most `N` tokens for the document, default %d; with classic, for the full files, default %d", fit.DefaultBudget, classic.Defaults().MaxTokens))
			rankFlag(c, &f.rank)
			f.scorer = bestScorer
			command.WordVar(c, &f.scorer, "scorer", []string{bestScorer, classicScorer}, "the `SCORER`")
			command.NumberVar(c, &f.maxFull, "max-full-files", noLimit, 0, fmt.Sprintf("show at most `N` files in full; with classic, default %d", classic.Defaults().MaxFullFiles))
			c.Flags.Float64Var(&f.minScore, "min-score", 0, fmt.Sprintf("exclude files whose score is below `S`, where the best has 1; with classic, default %v", classic.Defaults().MinScore))
			c.Flags.StringVar(&f.model, "model", "", "count the tokens for the model `ID`")
			c.Flags.BoolVar(&f.keep, "keep", false, "remove no file of the document")
			c.Flags.BoolVar(&f.less, "less", false, "show the files of the document in less detail until they fit")
			c.Flags.BoolVar(&f.noTests, "no-tests", false, "propose no tests")
			c.Flags.StringVar(&f.under, "under", "", "propose only files of the folder `DIR`, relative to the project")
			c.Flags.StringSliceVar(&f.languages, "lang", nil, "propose only files of the language `NAME`, such as go or python; may be repeated")
			c.Flags.BoolVar(&f.asInstruction, "as-instruction", false, "with --apply: also make the question the instruction")
			c.Flags.BoolVar(&f.apply, "apply", false, "apply the proposal to dossier.toml; unsaved work that it replaces is stored as a draft")
		},
		Run: command.Checked(f.check, command.OnProject(0, 1, func(c *command.Call, p *project.Project) error { return f.run(c, p) })),
	}
}

// check rejects an argument that is not the number of --rank.
func (f *fitFlags) check(c *command.Call) error {
	if len(c.Args) > 0 && !c.Flags.Changed("rank") {
		return command.Usagef("fit takes no arguments; pass the question with --query")
	}
	return nil
}

func (f *fitFlags) run(c *command.Call, p *project.Project) error {
	if f.git != "" {
		if _, err := change.ParseRange(f.git); err != nil {
			return command.Usagef("--git: %v", err)
		}
	}
	switch {
	case f.git != "" && (f.less || f.preset != "" || f.scorer == classicScorer):
		return command.Usagef("--git cannot be combined with --less, --preset or the classic scorer")
	case f.preset != "" && (f.query != "" || f.less || f.scorer == classicScorer):
		return command.Usagef("--preset cannot be combined with --query, --less or the classic scorer")
	case strings.TrimSpace(f.query) == "" && !f.less && f.preset == "" && f.git == "":
		return command.Usagef("fit needs a question: --query \"where is a login checked\"")
	case !(f.minScore >= 0 && f.minScore <= 1): // also rejects NaN
		return command.Usagef("--min-score must be a number from 0 to 1, not %v", f.minScore)
	case f.rank != "" && strings.TrimSpace(f.query) == "" && f.git == "":
		return command.Usagef("--rank needs a question: --query \"where is a login checked\"")
	case f.rank != "" && (f.apply || f.asInstruction):
		return command.Usagef("--rank cannot be combined with --apply or --as-instruction, because it proposes nothing")
	case f.rank != "":
		return f.ranking(c, p)
	case f.asInstruction && (!f.apply || f.query == ""):
		return command.Usagef("--as-instruction needs --apply and --query")
	case f.less && (f.noTests || f.under != "" || len(f.languages) > 0):
		return command.Usagef("--less cannot be combined with --no-tests, --under or --lang")
	case f.scorer == classicScorer && (f.keep || f.less || f.asInstruction || f.noTests || f.under != "" || len(f.languages) > 0):
		return command.Usagef("the classic scorer cannot be combined with --keep, --less, --no-tests, --under, --lang or --as-instruction")
	case f.scorer == classicScorer:
		return f.classic(c, p)
	}
	return f.best(c, p)
}

// classicOptions are the limits and the weights of the classic scorer.
func (f *fitFlags) classicOptions(c *command.Call) classic.Options {
	o := classic.Defaults()
	o.BareFence = true
	if f.tokens > 0 { // 0 means the default, as with every scorer
		o.MaxTokens = f.tokens
	}
	if f.maxFull != noLimit {
		o.MaxFullFiles = f.maxFull
	}
	if c.Flags.Changed("min-score") {
		o.MinScore = f.minScore
	}
	return o
}

// classic prints the context that results from the classic scores.
func (f *fitFlags) classic(c *command.Call, p *project.Project) error {
	found, err := fit.To(p).Classic(c.Ctx, f.query, f.classicOptions(c))
	if err != nil {
		return err
	}
	c.Warn(p.Warnings())
	if f.apply {
		if err := f.save(c, p, fit.To(p).ClassicComposition(found)); err != nil {
			return err
		}
	}
	if c.JSON {
		return c.PrintJSON(fit.ReportClassic(found))
	}
	for _, s := range found.Full {
		if _, err := fmt.Fprintf(c.Stdout, "%s\t%d\t%.2f\t%s\t\n", models.Full, s.Tokens, s.Score, text.Escape(s.Path)); err != nil {
			return err
		}
	}
	for _, s := range found.Summaries {
		if _, err := fmt.Fprintf(c.Stdout, "%s\t-\t%.2f\t%s\t%s\n", models.Summary, s.Score, text.Escape(s.Path), s.Purpose); err != nil {
			return err
		}
	}
	return nil
}

// best prints the proposal of the default scorer.
func (f *fitFlags) best(c *command.Call, p *project.Project) error {
	proposal, err := f.propose(c, p)
	if small := new(fit.TooSmallError); errors.As(err, &small) {
		c.Warn(p.Warnings())
		return fmt.Errorf("%w (--max-tokens %d)", err, small.Needs)
	}
	if err != nil {
		return err
	}
	c.Warn(p.Warnings())
	if f.apply {
		comp := proposal.Composition(fit.All)
		if f.asInstruction {
			comp.Instruction = strings.TrimSpace(f.query)
		}
		if err := f.save(c, p, comp); err != nil {
			return err
		}
	}
	if c.JSON {
		report, err := fit.To(p).Report(c.Ctx, proposal)
		if err != nil {
			return err
		}
		return c.PrintJSON(report)
	}
	return f.print(c, proposal)
}

// propose creates a proposal.
func (f *fitFlags) propose(c *command.Call, p *project.Project) (fit.Proposal, error) {
	model, err := c.Model(p, f.model)
	if err != nil {
		return fit.Proposal{}, err
	}
	r := fit.Request{Question: f.query, Range: f.git, Preset: f.preset, Budget: f.tokens, Model: model, Less: f.less, Options: fit.Options{MinScore: f.minScore, KeepAll: f.keep}}
	if r.Filter, err = f.filter(c, p); err != nil {
		return fit.Proposal{}, err
	}
	if f.maxFull != noLimit {
		r.Options.MaxFull = &f.maxFull
	}
	ranker := ranking.Of(p)
	proposal, err := fit.To(p).Propose(c.Ctx, ranker, r, nil)
	c.Warn(ranker.Warnings())
	return proposal, err
}

// filter returns which files may be proposed.
func (f *fitFlags) filter(c *command.Call, p *project.Project) (fit.Filter, error) {
	filter := fit.Filter{NoTests: f.noTests, Under: filepath.ToSlash(f.under)}
	if f.under != "" {
		t, err := p.Tree(c.Ctx)
		if err != nil {
			return filter, err
		}
		if id, ok := t.Find(path.Clean(strings.Trim(filter.Under, "/"))); !ok || t.Entry(id).Kind != disk.Folder {
			return filter, fmt.Errorf("--under names no folder of the project: %q", f.under)
		}
	}
	languages, err := text.FindLanguages(f.languages)
	if err != nil {
		return filter, command.Usagef("--lang: %v", err)
	}
	filter.Languages = languages
	return filter, nil
}

// print prints a line for each file: view mode, tokens, score, path and reasons. A removed file
// has no view mode.
func (f *fitFlags) print(c *command.Call, proposal fit.Proposal) error {
	for _, row := range proposal.Rows {
		mode, why := string(row.New), make([]string, len(row.Reasons))
		if mode == "" {
			mode = "-"
		}
		for i, r := range row.Reasons {
			why[i] = r.Kind + ": " + text.Escape(r.Text)
		}
		if _, err := fmt.Fprintf(c.Stdout, "%s\t%d\t%.2f\t%s\t%s\n", mode, row.Tokens.N, row.Score, text.Escape(row.Path), strings.Join(why, "; ")); err != nil {
			return err
		}
	}
	if len(proposal.Rows) == 0 {
		c.Infof("no file matches the question; use a name from the code: a function, a type or a word of the user interface")
		return nil
	}
	c.Infof("%d of %d tokens", proposal.Tokens.N, proposal.Budget)
	return nil
}

// save writes the proposal to the project file.
func (f *fitFlags) save(c *command.Call, p *project.Project, comp models.Composition) error {
	if err := p.StoredState().Understood(); err != nil {
		return err
	}
	kept, err := fit.To(p).Save(c.Ctx, comp)
	if err != nil {
		return err
	}
	return reportApplied(c, p, kept)
}
