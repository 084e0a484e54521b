package requests

import (
	"context"
	"fmt"
	"maps"
	"slices"

	"dossier/aggregate"
	"dossier/aggregate/anchor"
	"dossier/models"
	"dossier/ui/project"
)

// Pick is a file to add, with the requested parts.
type Pick struct {
	Path    string
	Whole   bool           // the whole file, regardless of other parts
	Slices  []models.Slice // in text order
	Symbols []string
}

// Plan returns the picks of accepted requests: one for each file, in text order. A request for a whole file
// includes its parts. If both lines and symbols of a file are requested, or one of them while items show
// the other, symbols become lines. It returns the context's error, or which part is not available.
func (r Requests) Plan(ctx context.Context, items []aggregate.Item, found []Found) ([]Pick, error) {
	var picks []Pick
	at := map[string]int{}
	for _, f := range found {
		switch f.Verdict {
		case Ambiguous, Missing, NeverShown, Broad, Elsewhere, Undefined:
			return nil, fmt.Errorf("%s cannot be added: it is %s", project.Shown(f.Path), f.Verdict)
		}
		i, ok := at[f.Path]
		if !ok {
			i = len(picks)
			at[f.Path] = i
			picks = append(picks, Pick{Path: f.Path})
		}
		if f.Whole() || f.Verdict == Outside { // nothing else is known of files that may not be read
			picks[i].Whole = true
		}
	}
	for i := range picks {
		if picks[i].Whole {
			continue
		}
		of := slices.DeleteFunc(slices.Clone(found), func(f Found) bool { return f.Path != picks[i].Path })
		lines := slices.ContainsFunc(of, func(f Found) bool { return f.Start > 0 })
		if row := slices.IndexFunc(items, func(it aggregate.Item) bool { return it.Path == picks[i].Path }); row >= 0 {
			switch item := items[row]; {
			case item.ViewMode == models.Custom && len(item.CustomSlices) > 0:
				lines = true
			case item.ViewMode == models.Masked && lines:
				of = append(masked(item), of...)
			}
		}
		if err := r.parts(ctx, &picks[i], of, lines); err != nil {
			return nil, err
		}
	}
	return picks, nil
}

// masked returns the symbols that a file shows with their definitions, in byte order.
func masked(item aggregate.Item) []Found {
	var out []Found
	for _, symbol := range slices.Sorted(maps.Keys(item.AstMask)) {
		if item.AstMask[symbol] == models.MaskDef {
			out = append(out, Found{Path: item.Path, Symbol: symbol})
		}
	}
	return out
}

// parts sets the slices of a pick, or its symbols if lines is false.
func (r Requests) parts(ctx context.Context, p *Pick, found []Found, lines bool) error {
	if !lines {
		for _, f := range found {
			p.Symbols = append(p.Symbols, f.Symbol)
		}
		return nil
	}
	view, err := r.p.Builder.View(ctx, r.p.Input(), models.NewFileItem(p.Path))
	if err != nil {
		return err
	}
	text := anchor.NewText(view.Text)
	for _, f := range found {
		start, end := f.Start, f.End
		if f.Symbol != "" {
			if start, end, err = r.linesOf(ctx, f); err != nil {
				return err
			}
		}
		s, err := text.Make(start, end)
		if err != nil {
			return fmt.Errorf("%s: %w", project.Shown(p.Path), err)
		}
		p.Slices = append(p.Slices, s)
	}
	return nil
}

// linesOf returns the lines of a symbol.
func (r Requests) linesOf(ctx context.Context, f Found) (start, end int, err error) {
	list, err := r.p.Symbols(ctx, models.NewFileItem(f.Path))
	if err != nil {
		return 0, 0, err
	}
	for _, s := range list {
		if s.Path == f.Symbol {
			return s.StartLine, s.EndLine, nil
		}
	}
	return 0, 0, fmt.Errorf("%s has no %s any more", project.Shown(f.Path), project.Shown(f.Symbol))
}

// Shows reports whether a file, as shown in the document, includes everything that was requested of it.
func Shows(item aggregate.Item, f Found) bool {
	switch {
	case !item.AutoAggregate:
		return false
	case item.ForceFull, item.ViewMode == models.Full, item.ViewMode == "":
		return true
	case f.Symbol != "" && item.ViewMode == models.Masked:
		return item.AstMask[f.Symbol] == models.MaskDef
	case f.Symbol != "":
		return f.First > 0 && sliceContains(item, f.First, f.Last)
	case f.Start > 0:
		return sliceContains(item, f.Start, f.End)
	}
	return false
}

// sliceContains reports whether a slice of a file contains lines of it.
func sliceContains(item aggregate.Item, start, end int) bool {
	return item.ViewMode == models.Custom && slices.ContainsFunc(item.CustomSlices, func(s models.Slice) bool { return s.StartLine <= start && s.EndLine >= end })
}

// Apply adds picks to a composition, and returns the number of changed files. What a file
// already shows is preserved.
func Apply(e *project.Edit, picks []Pick) int {
	changed := 0
	for _, p := range picks {
		row, known := e.Row(p.Path)
		if known && !missesPick(e.Items[row], p) {
			continue
		}
		changed++
		e.ChangeFile(p.Path, func(it *models.FileItem) { p.apply(it, !known) })
	}
	return changed
}

// missesPick reports whether a file does not show a part of a pick.
func missesPick(item aggregate.Item, p Pick) bool {
	if p.Whole {
		return !Shows(item, Found{})
	}
	for _, s := range p.Slices {
		if !Shows(item, Found{Start: s.StartLine, End: s.EndLine}) {
			return true
		}
	}
	return slices.ContainsFunc(p.Symbols, func(symbol string) bool { return !Shows(item, Found{Symbol: symbol}) })
}

// apply changes the entry of a file.
func (p Pick) apply(it *models.FileItem, added bool) {
	it.AutoAggregate = true
	switch {
	case p.Whole:
		it.ViewMode = models.Full
	case p.Slices != nil:
		if added || it.ViewMode != models.Custom {
			it.ViewMode = models.Custom
		}
		for _, s := range p.Slices {
			same := func(old models.Slice) bool { return old.StartLine == s.StartLine && old.EndLine == s.EndLine }
			if !slices.ContainsFunc(it.CustomSlices, same) {
				it.CustomSlices = append(slices.Clone(it.CustomSlices), s)
			}
		}
	default:
		it.ViewMode = models.Masked
		mask := map[string]models.MaskMode{}
		for symbol, mode := range it.AstMask {
			mask[symbol] = mode
		}
		for _, symbol := range p.Symbols {
			mask[symbol] = models.MaskDef
		}
		it.AstMask = mask
	}
}

// Acceptable reports whether a request can be added. An external file becomes a row that needs
// permission, like any other.
func (f Found) Acceptable() bool {
	switch f.Verdict {
	case Allowed, TooMany, Filtered, TooLarge, Unlisted, Outside:
		return true
	}
	return false
}

// Cost counts the file if only this part is shown, in the project's vocabulary. It returns an
// error if the file cannot be shown.
func (r Requests) Cost(ctx context.Context, in aggregate.Input, f Found) (aggregate.Count, error) {
	view, err := r.p.Builder.View(ctx, in, f.Item())
	if err != nil {
		return aggregate.Count{}, err
	}
	return r.p.CountText(ctx, view.Text)
}
