package cli

import (
	"fmt"
	"strconv"
	"strings"

	"dossier/aggregate/rank"
	"dossier/aggregate/text"
	"dossier/ui/cli/command"
	"dossier/ui/project"
	"dossier/ui/project/fit"
	"dossier/ui/project/ranking"
)

// defaultRanked is the number of files that --rank prints by default.
const defaultRanked = 20

// rankFlag adds --rank, whose number may follow as a separate argument.
func rankFlag(c *command.Call, to *string) {
	c.Flags.StringVar(to, "rank", "", fmt.Sprintf("propose nothing: print the best `N` files for the question or the change, with the reasons; default %d", defaultRanked))
	c.Flags.Lookup("rank").NoOptDefVal = strconv.Itoa(defaultRanked)
}

// rankNumber returns the number of files that --rank requests.
func (f *fitFlags) rankNumber(c *command.Call) (int, error) {
	said := f.rank
	if len(c.Args) > 0 {
		said = c.Args[0]
	}
	n, err := strconv.Atoi(said)
	if err != nil || n < 1 {
		return 0, command.Usagef("--rank must be a number of files from 1, not %q", said)
	}
	return n, nil
}

// ranking prints the files that are relevant to a question.
func (f *fitFlags) ranking(c *command.Call, p *project.Project) error {
	n, err := f.rankNumber(c)
	if err != nil {
		return err
	}
	list, err := f.ranked(c, p, n)
	if err != nil {
		return err
	}
	c.Warn(p.Warnings())
	if c.JSON {
		return c.PrintJSON(list)
	}
	for _, r := range list {
		why := make([]string, len(r.Reasons))
		for i, reason := range r.Reasons {
			why[i] = reason.Kind + ": " + text.Escape(reason.Text)
		}
		if _, err := fmt.Fprintf(c.Stdout, "%.2f\t%s\t%s\n", r.Score, text.Escape(r.Path), strings.Join(why, "; ")); err != nil {
			return err
		}
	}
	return nil
}

// ranked returns the n best files of the scorer.
func (f *fitFlags) ranked(c *command.Call, p *project.Project, n int) ([]rank.Ranked, error) {
	if f.scorer == classicScorer {
		return f.classicRanked(c, p, n)
	}
	ranker := ranking.Of(p)
	if f.git != "" {
		list, err := fit.To(p).Related(c.Ctx, ranker, fit.Search{Question: f.query, Range: f.git}, n)
		c.Warn(ranker.Warnings())
		return list, err
	}
	r, err := ranker.Ranking(c.Ctx, f.query, n, nil)
	if err != nil {
		return nil, err
	}
	c.Warn(ranker.Warnings())
	return append([]rank.Ranked{}, r.Files...), nil
}

func (f *fitFlags) classicRanked(c *command.Call, p *project.Project, n int) ([]rank.Ranked, error) {
	o := f.classicOptions(c)
	o.MaxFullFiles = 0 // a ranking has no budget, and files with equal scores preserve their order
	scored, err := fit.To(p).Classic(c.Ctx, f.query, o)
	if err != nil {
		return nil, err
	}
	all := scored.Summaries
	list := []rank.Ranked{}
	for _, s := range all[:min(n, len(all))] {
		list = append(list, rank.Ranked{Path: s.Path, Score: s.Score, Reasons: []rank.Reason{}})
	}
	return list, nil
}
