package project

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"dossier/aggregate"
	"dossier/models"
)

// Part selects a part of a file: a view mode, lines, or symbols.
type Part struct {
	Path    string
	View    models.ViewMode // empty means that of the composition, or full
	Lines   []string        // such as 10-20, or 7 for one line
	Symbols []string        // such as Server or Server.Close
}

// MaxPieces is the max number of lines and symbols in one part.
const MaxPieces = 200

// Part returns the entry for a part of a file that a program may read; see [Readables.Item].
// If the file lacks a line or symbol, the error names it and lists what the file contains.
func (r *Readables) Part(ctx context.Context, part Part) (models.FileItem, error) {
	item, err := r.Item(ctx, part.Path)
	if err != nil {
		return item, err
	}
	name := Shown(part.Path)
	switch {
	case len(part.Lines) > MaxPieces || len(part.Symbols) > MaxPieces:
		return item, fmt.Errorf("%s: at most %d lines and symbols of a file are shown at once; view the whole file", name, MaxPieces)
	case len(part.Lines) > 0 && len(part.Symbols) > 0:
		return item, fmt.Errorf("%s: name lines or symbols, not both", name)
	case part.View == models.Custom && len(part.Lines)+len(item.CustomSlices) == 0:
		return item, fmt.Errorf("%s: the view custom needs lines, such as 10-20", name)
	case part.View == models.Masked && len(part.Symbols)+len(item.AstMask) == 0:
		return item, fmt.Errorf("%s: the view masked needs symbols; list those of the file first", name)
	case part.View != "" && !slices.Contains(models.ViewModes(), part.View):
		return item, fmt.Errorf("%s: there is no view %q; the views are %s", name, part.View, views())
	}
	if part.View != "" {
		item.ViewMode, item.ForceFull, item.AutoAggregate = part.View, false, true
		item.AstSignatures, item.AstDefinitions = false, false
	}
	if len(part.Lines) > 0 {
		return r.p.lines(ctx, item, part.Lines)
	}
	if len(part.Symbols) > 0 {
		return r.p.mask(ctx, item, part.Symbols)
	}
	return item, nil
}

func views() string {
	var names []string
	for _, v := range models.ViewModes() {
		names = append(names, string(v))
	}
	return strings.Join(names, ", ")
}

// lines returns an entry that shows lines of a file.
func (p *Project) lines(ctx context.Context, item models.FileItem, ranges []string) (models.FileItem, error) {
	name := Shown(item.Path)
	file, err := p.fileSlices(ctx, item)
	if err != nil {
		return item, err
	}
	item.ViewMode, item.ForceFull, item.AutoAggregate, item.CustomSlices = models.Custom, false, true, nil
	for _, r := range ranges {
		start, end, err := LineRange(r)
		if err != nil {
			return item, fmt.Errorf("%s: %w", name, err)
		}
		slice, err := file.Make(start, end)
		if err != nil {
			return item, fmt.Errorf("%s has %d lines: %w", name, file.Lines(), err)
		}
		item.CustomSlices = append(item.CustomSlices, slice)
	}
	return item, nil
}

// ErrReversed reports a range of lines with its end before its start.
var ErrReversed = errors.New("end before they begin")

// LineRange parses a range of lines such as 10-20, or 7 for one line. Lines are counted from 1.
func LineRange(s string) (start, end int, err error) {
	first, last, ranged := strings.Cut(s, "-")
	if !ranged {
		last = first
	}
	start, wrong := strconv.Atoi(strings.TrimSpace(first))
	end, wrongEnd := strconv.Atoi(strings.TrimSpace(last))
	switch {
	case wrong != nil || wrongEnd != nil || start < 1:
		return 0, 0, fmt.Errorf("%q is not a range of lines, such as 10-20; the first line is 1", s)
	case end < start:
		return 0, 0, fmt.Errorf("lines %s %w", s, ErrReversed)
	}
	return start, end, nil
}

// mask returns an entry that shows symbols of a file.
func (p *Project) mask(ctx context.Context, item models.FileItem, symbols []string) (models.FileItem, error) {
	parsed, err := p.Builder.Parse(ctx, p.Input(), item)
	if err != nil {
		return item, fmt.Errorf("%s has no symbols (%w); give lines of it instead", Shown(item.Path), ParseError(err))
	}
	item.ViewMode, item.ForceFull, item.AutoAggregate = models.Masked, false, true
	item.AstMask = map[string]models.MaskMode{}
	for _, symbol := range symbols {
		if len(parsed.Structure.Find(symbol)) == 0 {
			near := parsed.Structure.Nearest(symbol, 5)
			if len(near) == 0 {
				return item, fmt.Errorf("%s has no symbol %q; list its symbols first", Shown(item.Path), symbol)
			}
			return item, fmt.Errorf("%s has no symbol %q; is it %s?", Shown(item.Path), symbol, strings.Join(near, ", "))
		}
		item.AstMask[symbol] = models.MaskDef
	}
	return item, nil
}

// Show is [Readables.Show] for a single file.
func (p *Project) Show(ctx context.Context, part Part) (FileView, error) {
	return p.Readables(ctx).Show(ctx, part)
}

// Show shows a part of a file after redaction; see [Readables.Part] and [Project.View].
func (r *Readables) Show(ctx context.Context, part Part) (FileView, error) {
	item, err := r.Part(ctx, part)
	if err != nil {
		return FileView{}, err
	}
	p := r.p
	got, found, err := p.Builder.Redacted(ctx, p.Input(), item)
	if err != nil && !errors.As(err, new(*aggregate.WithheldError)) {
		err = fmt.Errorf("read %s: %w", Shown(item.Path), err)
	}
	return FileView{got, found}, err
}
