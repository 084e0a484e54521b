package fit

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"sync/atomic"

	"dossier/aggregate"
	"dossier/aggregate/code"
	"dossier/aggregate/fit"
	"dossier/aggregate/text"
	"dossier/models"
)

// longFile is the number of tokens from which a file may be shown by its symbols: below it, the
// saving does not justify showing half a file.
const longFile = 800

// offered returns the view modes that are considered for every file that supports them.
func offered() []models.ViewMode {
	return []models.ViewMode{models.Full, models.Skeleton, models.Outline, models.Summary, models.None}
}

// waysOf determines the views of a file. It returns an error if it cannot be shown.
func (f Fit) waysOf(ctx context.Context, c *Candidates, one *candidate, read *atomic.Int64) error {
	item := models.NewFileItem(one.Path)
	row, shown := c.row[one.Path]
	if shown {
		at := c.rows.Items[row]
		item = at.Clone()
		one.fixed = at.ForceFull || models.InFocus(at.Path, c.baseline.Input.Composition.Focus)
		one.own = c.own[one.Path]
		one.current = way{mode: at.Shown, shown: asItIs(at), item: item, tokens: at.Tokens.N}
		one.ways = append(one.ways, one.current)
	} else if info, err := f.p.Reader().Stat(one.Path); err != nil {
		return fmt.Errorf("%s cannot be read: %w", text.Escape(one.Path), err)
	} else if read.Add(info.Size) > maxBytes {
		return fmt.Errorf("%s was not read: the candidates have more than %d bytes", text.Escape(one.Path), maxBytes)
	}
	if item.ForceFull {
		return nil
	}
	if !one.fixed {
		one.ways = append(one.ways, way{})
	}
	costs, err := f.p.Builder.Costs(ctx, c.baseline.Input, plain(item, models.Full))
	if err != nil {
		return err
	}
	for _, mode := range offered() {
		if cost, ok := costs[mode]; ok && !(shown && mode == one.current.mode) {
			one.ways = append(one.ways, way{mode: mode, shown: fit.Shown{Mode: mode}, item: plain(item, mode), tokens: cost.N})
		}
	}
	if len(one.Symbols) == 0 {
		return nil
	}
	parsed, err := f.p.Builder.Parse(ctx, c.baseline.Input, item)
	if err != nil {
		return ctx.Err() // a file without symbols has other views
	}
	for _, s := range parsed.Structure.Symbols {
		one.symbols = append(one.symbols, s.Path)
	}
	slices.Sort(one.symbols)
	if len(item.AstMask) == 0 && costs[models.Full].N >= longFile {
		return f.masks(ctx, c, one, item, parsed)
	}
	return nil
}

// asItIs returns the current view of a file. Parts selected by the user count as all that is relevant.
func asItIs(item aggregate.Item) fit.Shown {
	switch item.Shown {
	case models.Masked, models.Custom:
		return fit.Shown{Mode: item.Shown, Covered: 1, Part: 1, Signatures: true}
	}
	return fit.Shown{Mode: item.Shown}
}

// plain returns an entry that shows its file in a view mode, ignoring other settings.
func plain(item models.FileItem, mode models.ViewMode) models.FileItem {
	item = item.Clone()
	item.ViewMode, item.AstSignatures, item.AstDefinitions = mode, false, false
	return item
}

// leasts returns the thresholds for the masks of a file: with its best symbol, its two best,
// four and so on. Each threshold is the min score of a symbol relative to the highest one.
func leasts(scores map[string]float64) []float64 {
	sorted := slices.Sorted(maps.Values(scores))
	slices.Reverse(sorted)
	var out []float64
	for n := 1; n <= len(sorted); n *= 2 {
		if least := sorted[n-1] / sorted[0]; least >= minScore {
			out = append(out, least)
		}
	}
	if last := sorted[len(sorted)-1] / sorted[0]; len(out) > 0 {
		out = append(out, max(last, minScore))
	}
	return out
}

// minScore is the score, relative to the highest one, below which a symbol is irrelevant to a question.
const minScore = 1.0 / 12

// masks adds views with the symbols of a file that are relevant to the question: more or fewer of
// them, with the signatures of the others and without.
func (f Fit) masks(ctx context.Context, c *Candidates, one *candidate, item models.FileItem, parsed aggregate.Parsed) error {
	var masks []way
	for _, least := range leasts(one.Symbols) {
		focus := fit.About(parsed.Structure, one.Symbols, least)
		if n := len(masks); len(focus.Mask) == 0 || n > 0 && maps.Equal(masks[n-1].item.AstMask, focus.Mask) {
			continue // the same symbols as before
		}
		shown := fit.Shown{Mode: models.Masked, Covered: focus.Covered, Part: float64(focus.Bytes) / float64(max(1, len(parsed.Text)))}
		for _, mask := range []code.Mask{focus.Rest, focus.Mask} {
			w := way{mode: models.Masked, shown: shown, item: plain(item, models.Masked)}
			w.item.AstMask, w.shown.Signatures = mask, len(mask) > len(focus.Mask)
			masks = append(masks, w)
		}
	}
	for _, w := range masks {
		costs, err := f.p.Builder.Costs(ctx, c.baseline.Input, w.item)
		if err != nil {
			return err
		}
		if cost, ok := costs[models.Masked]; ok {
			w.tokens = cost.N
			one.ways = append(one.ways, w)
		}
	}
	return nil
}
