package fit

import (
	"context"
	"fmt"
	"maps"
	"slices"

	"dossier/aggregate"
	"dossier/aggregate/code"
	"dossier/aggregate/fit"
	"dossier/aggregate/text"
	"dossier/models"
	"dossier/ui/project"
)

// shows reports whether a view shows the symbols of a mask.
func (w way) shows(mask code.Mask) bool {
	return w.mode == models.Masked && maps.Equal(w.item.AstMask, mask)
}

// asNow reports whether a view is the current one of the file, or keeps a file excluded.
func (c *candidate) asNow(w way) bool {
	if w.mode != models.Masked {
		return w.mode == c.current.mode
	}
	return c.current.shows(w.item.AstMask)
}

// modes returns the distinct view modes of the file, in order.
func (c *candidate) modes() []models.ViewMode {
	var out []models.ViewMode
	for _, w := range c.ways {
		if !slices.Contains(out, w.mode) {
			out = append(out, w.mode)
		}
	}
	return out
}

// best returns the view of a mode with the highest value under the options; of masks added by
// the user, only the one in effect. The mode must have a view.
func (c *candidate) best(mode models.ViewMode, o Options) int {
	best := -1
	for j, w := range c.ways {
		mask, chosen := o.Masks[c.Path]
		if w.mode != mode || w.added && !(chosen && w.shows(mask)) {
			continue
		}
		if best < 0 || w.worth.of(o) > c.ways[best].worth.of(o) {
			best = j
		}
	}
	if best < 0 { // there are only masks that were chosen previously
		return slices.IndexFunc(c.ways, func(w way) bool { return w.mode == mode })
	}
	return best
}

// nearest returns the view in which a row of an earlier proposal showed the file, or else other.
func (c *candidate) nearest(shown Way, other int) int {
	at := slices.IndexFunc(c.ways, func(w way) bool {
		return w.mode == shown.Mode && (w.mode != models.Masked || w.shows(shown.Mask))
	})
	if at < 0 {
		return other
	}
	return at
}

// WithMask returns candidates that can show a file by a mask that the user selected, with its
// cost; nothing else is recomputed. The receiver is not modified. It returns the context's
// error, or why the file cannot be shown that way.
func (f Fit) WithMask(ctx context.Context, c *Candidates, path string, mask code.Mask) (*Candidates, error) {
	i := slices.IndexFunc(c.files, func(one candidate) bool { return one.Path == path })
	if i < 0 {
		return nil, fmt.Errorf("%s is no longer proposed", text.Escape(path))
	}
	if slices.ContainsFunc(c.files[i].ways, func(w way) bool { return w.shows(mask) }) {
		return c, nil
	}
	item := c.itemOf(i)
	parsed, err := f.p.Builder.Parse(ctx, c.baseline.Input, item)
	if err != nil {
		return nil, project.ParseError(err)
	}
	of := fit.Chosen(parsed.Structure, c.files[i].Symbols, mask)
	w := way{mode: models.Masked, item: plain(item, models.Masked), added: true, shown: fit.Shown{
		Mode: models.Masked, Covered: of.Covered, Part: float64(of.Bytes) / float64(max(1, len(parsed.Text))), Signatures: of.Rest != nil,
	}}
	w.item.AstMask = maps.Clone(mask)
	costs, err := f.p.Builder.Costs(ctx, c.baseline.Input, w.item)
	if err != nil {
		return nil, err
	}
	cost, ok := costs[models.Masked]
	if !ok { // without symbols the document shows the summary
		cost = costs[models.Summary]
	}
	w.tokens = cost.N
	next := c.copy()
	one := &next.files[i]
	one.ways = append(slices.Clone(one.ways), w)
	next.valueOf(one)
	return next, nil
}

// itemOf returns the current entry of a file, or a new one.
func (c *Candidates) itemOf(i int) models.FileItem {
	if row, ok := c.row[c.files[i].Path]; ok {
		return c.rows.Items[row].FileItem.Clone()
	}
	return models.NewFileItem(c.files[i].Path)
}

// copy returns a copy of the candidates whose files can be modified.
func (c *Candidates) copy() *Candidates {
	return &Candidates{
		baseline: c.baseline, base: c.base, rows: c.rows, row: c.row, documentTokens: c.documentTokens, fixed: c.fixed,
		own: c.own, less: c.less, ranked: c.ranked, languages: c.languages, files: slices.Clone(c.files),
	}
}

// Item returns the entry that shows the file of a row as proposed; for a removed or excluded one,
// an entry that shows no symbol.
func (p Proposal) Item(r Row) models.FileItem {
	it := p.of.files[r.file].ways[r.way].item.Clone()
	if r.New == "" {
		it = plain(p.of.itemOf(r.file), models.Masked)
		it.AstMask = code.Mask{}
	}
	return it
}

// View returns the file of a row in its proposed view, redacted. It returns the context's
// error, or why the file cannot be shown.
func (f Fit) View(ctx context.Context, p Proposal, r Row) (aggregate.FileView, error) {
	v, _, err := f.p.Builder.Redacted(ctx, p.of.baseline.Input, p.Item(r))
	return v, err
}
