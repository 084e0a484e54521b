package ranking

import (
	"context"
	"strings"

	"dossier/aggregate/diff"
	"dossier/aggregate/git/change"
	"dossier/aggregate/rank"
)

// ChangeOf returns the files of a change with their changed lines, as input for a ranking.
// Files without a text diff, such as binary ones, have none.
func ChangeOf(ctx context.Context, set *change.Set) (rank.Change, error) {
	var out rank.Change
	for _, f := range set.Files {
		one := rank.ChangedFile{Path: f.Path, OldPath: f.OldPath}
		if f.Content == change.Text {
			old, new, err := set.Texts(ctx, f)
			if err != nil {
				return rank.Change{}, err
			}
			changes, err := set.Lines(ctx, f)
			if err != nil {
				return rank.Change{}, err
			}
			a, b := diff.Split(old), diff.Split(new)
			var removed, added strings.Builder
			for _, c := range changes {
				for _, line := range a[c.Old.Start:c.Old.End] {
					removed.WriteString(line)
				}
				for _, line := range b[c.New.Start:c.New.End] {
					added.WriteString(line)
				}
			}
			one.Added, one.Removed = added.String(), removed.String()
		}
		out.Files = append(out.Files, one)
	}
	return out, nil
}

// Related ranks at most n files that a change does not modify by the probability that they are
// related to it. The best ones include their symbols, as in [Ranker.Rank].
func (r *Ranker) Related(ctx context.Context, c rank.Change, n int, progress func(done, all int)) ([]Ranked, error) {
	x, err := r.Index(ctx, progress)
	if err != nil {
		return nil, err
	}
	h, err := r.History(ctx)
	if err != nil {
		return nil, err
	}
	ranking, err := x.RankChange(ctx, c, n, h, rank.DefaultChangeWeights())
	if err != nil {
		return nil, err
	}
	return r.withSymbols(ctx, ranking)
}
