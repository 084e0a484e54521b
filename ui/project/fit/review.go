package fit

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"dossier/aggregate/code"
	"dossier/aggregate/diff"
	"dossier/aggregate/git/change"
	"dossier/aggregate/rank"
	"dossier/models"
	"dossier/ui/project"
	"dossier/ui/project/ranking"
	"dossier/ui/project/repository"
)

// Search is what files are ranked by: a question, a change in the repository, or both.
type Search struct {
	Question string
	Range    string // in the syntax of [change.ParseRange]; empty means no change
}

// Empty reports whether there is nothing to rank files by.
func (s Search) Empty() bool { return strings.TrimSpace(s.Question) == "" && s.Range == "" }

// ErrNoChange reports a range in which nothing differs.
var ErrNoChange = errors.New("the range has no changes: choose another one, such as branch, HEAD~3 or main...feature")

// Rank returns at most n files for a search, the best first. With a range these are the files related
// to its change, and the changed files themselves, with the symbols around the changed lines.
func (f Fit) Rank(ctx context.Context, ranker *ranking.Ranker, s Search, n int, progress func(done, all int)) ([]ranking.Ranked, error) {
	if s.Range == "" {
		return ranker.Rank(ctx, s.Question, n, progress)
	}
	c, err := f.change(ctx, s.Range)
	if err != nil {
		return nil, err
	}
	c.Question = s.Question
	beside, err := ranker.Related(ctx, c.Change, n, progress)
	if err != nil {
		return nil, err
	}
	beside = slices.DeleteFunc(beside, func(r ranking.Ranked) bool { return len(r.Reasons) == 0 }) // files without a reason are not proposed
	all := append(c.itself(beside), beside...)
	slices.SortStableFunc(all, func(a, b ranking.Ranked) int { return cmp.Compare(b.Score, a.Score) })
	return all[:min(n, len(all))], nil
}

// Related returns at most n files related to the change of a range, the best first, without the
// changed files themselves.
func (f Fit) Related(ctx context.Context, ranker *ranking.Ranker, s Search, n int) ([]rank.Ranked, error) {
	c, err := f.change(ctx, s.Range)
	if err != nil {
		return nil, err
	}
	c.Question = s.Question
	found, err := ranker.Related(ctx, c.Change, n, nil)
	out := make([]rank.Ranked, len(found))
	for i, r := range found {
		out[i] = r.Ranked
	}
	return out, err
}

// changed is a change with the current contents of its files.
type changed struct {
	rank.Change
	rng     change.Range
	symbols []map[string]bool // of each file, around changed lines; nil if unknown
	there   []bool            // whether each file exists and can be shown
	lines   []int             // number of changed lines of each file
}

// change reads a change.
func (f Fit) change(ctx context.Context, said string) (changed, error) {
	rng, err := change.ParseRange(said)
	if err != nil {
		return changed{}, err
	}
	repo, err := repository.Of(f.p).Open(ctx)
	if err != nil {
		return changed{}, err
	}
	defer repo.Close()
	set, err := repo.Changes(ctx, rng)
	if err != nil {
		return changed{}, err
	}
	set.Files = slices.DeleteFunc(set.Files, func(file change.File) bool { return project.IsDossierFile(file.Path) })
	if len(set.Files) == 0 {
		return changed{}, ErrNoChange
	}
	c := changed{rng: rng}
	if c.Change, err = ranking.ChangeOf(ctx, set); err != nil {
		return changed{}, err
	}
	for _, file := range set.Files {
		c.there = append(c.there, file.State != change.Deleted && file.Content == change.Text)
		c.lines = append(c.lines, file.Added+file.Removed)
		c.symbols = append(c.symbols, f.around(ctx, set, file))
	}
	return c, ctx.Err()
}

// around returns the innermost symbols around the changed lines of a file: none if there are
// none, or if the file has changed since.
func (f Fit) around(ctx context.Context, set *change.Set, file change.File) map[string]bool {
	if file.State == change.Deleted || file.Content != change.Text {
		return nil
	}
	_, now, err := set.Texts(ctx, file)
	if err != nil {
		return nil
	}
	changes, err := set.Lines(ctx, file)
	if err != nil {
		return nil
	}
	parsed, err := f.p.Builder.Parse(ctx, f.p.Input(), models.NewFileItem(file.Path))
	if err != nil || parsed.Text != now {
		return nil
	}
	return symbolsAround(parsed.Structure, parsed.Text, changes)
}

// symbolsAround returns the innermost symbols of a source around changed lines.
func symbolsAround(s *code.Structure, src string, changes []diff.Change) map[string]bool {
	lines, found := code.NewLines(src), map[string]bool{}
	type span struct{ first, last int }
	spans := make([]span, len(s.Symbols))
	for i, sym := range s.Symbols {
		spans[i].first, spans[i].last = lines.Of(sym.Node)
	}
	at := func(line int) {
		best := -1
		for i, s := range spans {
			if s.first <= line && line <= s.last && (best < 0 || s.last-s.first <= spans[best].last-spans[best].first) {
				best = i
			}
		}
		if best >= 0 {
			found[s.Symbols[best].Path] = true
		}
	}
	for _, c := range changes {
		at(max(1, c.New.Start)) // the line before removed lines
		for n := c.New.Start + 1; n <= c.New.End; n++ {
			at(n)
		}
	}
	return found
}

// changedShare is the score of a changed file relative to the best related file: its changed lines
// are already in the diff. The score is at least leastChanged, so that after a change with few
// clues, such as that of a comment, no related file scores higher than the changed file.
const (
	changedShare = 0.6
	minChanged   = 1.0
)

// itself returns the changed files in the form of ranked files.
func (c changed) itself(beside []ranking.Ranked) []ranking.Ranked {
	top, symbol := minChanged, 1.0
	if len(beside) > 0 {
		top = max(top, changedShare*beside[0].Score)
	}
	for _, r := range beside {
		for _, score := range r.Symbols {
			symbol = max(symbol, score)
		}
	}
	var out []ranking.Ranked
	for i, f := range c.Files {
		if !c.there[i] {
			continue
		}
		r := ranking.Ranked{Ranked: rank.Ranked{Path: f.Path, Score: top, Reasons: []rank.Reason{{Kind: rank.Changed, Text: counted(c.lines[i])}}}}
		for path := range c.symbols[i] {
			if r.Symbols == nil {
				r.Symbols = map[string]float64{}
			}
			r.Symbols[path] = symbol
		}
		out = append(out, r)
	}
	return out
}

// counted describes the number of changed lines of a file; 0 if the file is new and empty, or only its mode has changed.
func counted(lines int) string {
	switch lines {
	case 0:
		return "no line"
	case 1:
		return "1 line"
	}
	return fmt.Sprintf("%d lines", lines)
}
