package fit

import (
	"context"
	"fmt"
	"sync/atomic"

	"dossier/aggregate"
	"dossier/aggregate/code"
	"dossier/aggregate/fit"
	"dossier/aggregate/text"
	"dossier/models"
)

// longFile is from how many tokens on a file may be shown by its symbols: below it, what is
// left out saves too little to be worth the reading of half a file.
const longFile = 800

// offered are the view modes that every file is offered in, as far as it can have them.
func offered() []models.ViewMode {
	return []models.ViewMode{models.Full, models.Skeleton, models.Outline, models.Summary, models.None}
}

// waysOf fills in the ways to show a file. The error says why it cannot be shown. Of a file
// that is put together and that the question has nothing to do with, nothing has to be known:
// it goes, unless it is held.
func (f Fit) waysOf(ctx context.Context, c *Candidates, one *candidate, read *atomic.Int64) error {
	item := models.NewFileItem(one.Path)
	row, shown := c.row[one.Path]
	if shown {
		at := c.rows.Items[row]
		item = at.Clone()
		one.held = at.ForceFull || aggregate.InFocus(at.Path, c.now.Input.Composition.Focus)
		one.now = way{mode: at.Shown, shown: asItIs(at), item: item, tokens: at.Tokens.N}
		one.ways = append(one.ways, one.now)
	} else if info, err := f.p.Reader().Stat(one.Path); err != nil || read.Add(info.Size) > maxBytes {
		return fmt.Errorf("%s is not looked at: %w", text.Escape(one.Path), err)
	}
	if item.ForceFull {
		return nil
	}
	if !one.held {
		one.ways = append(one.ways, way{})
	}
	if one.Score == 0 {
		return nil
	}
	costs, err := f.p.Builder.Costs(ctx, c.now.Input, plain(item, models.Full))
	if err != nil {
		return err
	}
	for _, mode := range offered() {
		if cost, ok := costs[mode]; ok && !(shown && mode == one.now.mode) {
			one.ways = append(one.ways, way{mode: mode, shown: fit.Shown{Mode: mode}, item: plain(item, mode), tokens: cost.N})
		}
	}
	if len(one.Symbols) > 0 && len(item.AstMask) == 0 && costs[models.Full].N >= longFile {
		return f.masks(ctx, c, one, item)
	}
	return nil
}

// asItIs is how a file is shown now. What a person has chosen of it by hand is taken for
// most of what matters.
func asItIs(item aggregate.Item) fit.Shown {
	switch item.Shown {
	case models.Masked, models.Custom:
		return fit.Shown{Mode: item.Shown, Covered: 0.9, Signatures: true}
	}
	return fit.Shown{Mode: item.Shown}
}

// plain returns an entry that shows its file in a view mode, whatever else it says.
func plain(item models.FileItem, mode models.ViewMode) models.FileItem {
	item = item.Clone()
	item.ViewMode, item.AstSignatures, item.AstDefinitions = mode, false, false
	return item
}

// masks adds the ways to show the symbols of a file that the question is about: more of them or
// fewer, beside the signatures of the rest and alone.
func (f Fit) masks(ctx context.Context, c *Candidates, one *candidate, item models.FileItem) error {
	parsed, err := f.p.Builder.Parse(ctx, c.now.Input, item)
	if err != nil {
		return ctx.Err() // a file without symbols is shown in other ways
	}
	about := func(least float64) fit.Focus { return fit.About(parsed.Structure, one.Symbols, least) }
	wide, narrow, best := about(1.0/3), about(2.0/3), about(1)
	for _, mask := range []struct {
		code.Mask
		covered float64
		rest    bool
	}{{wide.Rest, wide.Covered, true}, {wide.Mask, wide.Covered, false}, {narrow.Rest, narrow.Covered, true}, {narrow.Mask, narrow.Covered, false}, {best.Mask, best.Covered, false}} {
		if len(mask.Mask) == 0 {
			continue
		}
		masked := plain(item, models.Masked)
		masked.AstMask = mask.Mask
		costs, err := f.p.Builder.Costs(ctx, c.now.Input, masked)
		if err != nil {
			return err
		}
		if cost, ok := costs[models.Masked]; ok {
			shown := fit.Shown{Mode: models.Masked, Covered: mask.covered, Signatures: mask.rest}
			one.ways = append(one.ways, way{mode: models.Masked, shown: shown, item: masked, tokens: cost.N})
		}
	}
	return nil
}
