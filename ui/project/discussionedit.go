package project

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"dossier/aggregate/tokens"
	"dossier/models"
)

// TrimTokens excludes older entries of a discussion, so that the included ones cost at most n
// tokens of a model in total. The forks are those of [Discussions.Change].
func (d Discussions) TrimTokens(ctx context.Context, name string, n int, model tokens.Model) ([]models.Fork, error) {
	chosen, err := d.Find(name)
	if err != nil {
		return nil, err
	}
	costs := make([]int, len(chosen.History))
	sum := 0
	for i, e := range slices.Backward(chosen.History) {
		if e.Exclude || e.Null {
			continue
		}
		count, err := d.Count(ctx, e, model)
		if err != nil {
			return nil, err
		}
		costs[i] = count.N
		if sum += count.N; sum > n {
			break // excludes all earlier entries
		}
	}
	return d.ChangeEntries(ctx, name, func(d models.Discussion) models.Discussion {
		return d.TrimTokens(n, func(i int) int { return costs[i] })
	})
}

// LineError reports a line before which an entry cannot be split.
type LineError struct{ Entry, Lines int }

func (e *LineError) Error() string {
	lines := "1 line"
	if e.Lines != 1 {
		lines = fmt.Sprintf("%d lines", e.Lines)
	}
	return fmt.Sprintf("give with --at the line before which to split entry %d, which has %s", e.Entry, lines)
}

// SplitAt splits the entry in a row of a discussion before one of its lines, counted from 1. It
// returns a [*LineError] for the first line and for lines that do not exist.
func (d Discussions) SplitAt(ctx context.Context, name string, row, line int) ([]models.Fork, error) {
	chosen, err := d.Find(name)
	if err != nil {
		return nil, err
	}
	lines := slices.Collect(strings.Lines(chosen.History[row].Content))
	if line < 2 || line > len(lines) {
		return nil, &LineError{Entry: row + 1, Lines: len(lines)}
	}
	offset := 0
	for _, text := range lines[:line-1] {
		offset += len(text)
	}
	return d.ChangeEntries(ctx, name, func(d models.Discussion) models.Discussion { return d.Split(row, offset) })
}

// ChangeEntries saves a change of the entries of a discussion; an empty name means the active one.
func (d Discussions) ChangeEntries(ctx context.Context, name string, change func(models.Discussion) models.Discussion) ([]models.Fork, error) {
	return d.Change(ctx, func(all models.Discussions) (models.Discussions, error) { return all.Change(name, change), nil })
}
