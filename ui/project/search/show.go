package search

import (
	"context"
	"fmt"
	"slices"

	"dossier/aggregate/code"
	"dossier/models"
	"dossier/ui/project"
)

// Place contains the matching lines of a file, from 1.
type Place struct {
	Path  string
	Lines []int
}

// AsSlices adds each matching line with context of around lines to its file's slices; adjacent
// ones are joined. Existing slices of an entry are preserved. Lines that no longer exist are
// skipped. It returns an error for the first file that cannot be read, or the context's error.
func AsSlices(ctx context.Context, p *project.Project, places []Place, around int) ([]project.EntryChange, error) {
	out := make([]project.EntryChange, 0, len(places))
	for _, place := range places {
		file, err := p.FileSlices(ctx, place.Path)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", project.Shown(place.Path), err)
		}
		var made []models.Slice
		for _, r := range ranges(place.Lines, around, file.Lines()) {
			s, err := file.Make(r[0], r[1])
			if err != nil {
				return nil, fmt.Errorf("%s: %w", project.Shown(place.Path), err)
			}
			made = append(made, s)
		}
		if len(made) == 0 {
			continue
		}
		out = append(out, project.EntryChange{Path: place.Path, Change: func(it *models.FileItem) {
			file.AddAll(it, made)
			if it.ViewMode != models.None {
				it.ViewMode = models.Custom
			}
		}})
	}
	return out, nil
}

// ranges returns the first and last line of the range around each line, in order; overlapping
// and adjacent ranges are merged.
func ranges(lines []int, around, last int) [][2]int {
	lines = slices.Clone(lines)
	slices.Sort(lines)
	var out [][2]int
	for _, line := range lines {
		if line < 1 || line > last {
			continue
		}
		from, to := max(1, line-around), min(last, line+around)
		if n := len(out); n > 0 && from <= out[n-1][1]+1 {
			out[n-1][1] = max(out[n-1][1], to)
			continue
		}
		out = append(out, [2]int{from, to})
	}
	return out
}

// around is the number of context lines of a line outside all symbols.
const around = 3

// AsSymbols adds the definition of the innermost symbol around each matching line to a mask. Symbols in an
// existing mask are preserved. A file without symbols, or with a line outside all symbols, is shown by
// slices, with the lines of the symbols and the other lines with context. Its errors are those of [AsSlices].
func AsSymbols(ctx context.Context, p *project.Project, places []Place) ([]project.EntryChange, error) {
	out := make([]project.EntryChange, 0, len(places))
	for _, place := range places {
		symbols, outside := enclosing(ctx, p, place)
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		if len(outside) > 0 {
			shown, err := asSlices(ctx, p, place.Path, outside, symbols)
			if err != nil {
				return nil, err
			}
			out = append(out, shown...)
			continue
		}
		out = append(out, project.EntryChange{Path: place.Path, Change: func(it *models.FileItem) {
			mask := map[string]models.MaskMode{}
			if it.ViewMode == models.Masked {
				for path, mode := range it.AstMask {
					mask[path] = mode
				}
			}
			for _, s := range symbols {
				mask[s.path] = models.MaskDef
			}
			it.AstMask, it.ViewMode = mask, models.Masked
		}})
	}
	return out, nil
}

// asSlices adds symbols, and lines with context, as slices.
func asSlices(ctx context.Context, p *project.Project, path string, lines []int, symbols []symbol) ([]project.EntryChange, error) {
	var all []int
	for _, line := range lines {
		for n := line - around; n <= line+around; n++ {
			all = append(all, n)
		}
	}
	for _, s := range symbols {
		for n := s.first; n <= s.last; n++ {
			all = append(all, n)
		}
	}
	return AsSlices(ctx, p, []Place{{path, all}}, 0)
}

// symbol is a symbol with its lines, including those of its doc comment.
type symbol struct {
	path        string
	first, last int
}

// enclosing returns the distinct innermost symbols around the lines of a place, and the lines
// outside all symbols: all lines if the file has none.
func enclosing(ctx context.Context, p *project.Project, place Place) (found []symbol, outside []int) {
	parsed, err := p.Builder.Parse(ctx, p.Input(), models.NewFileItem(place.Path))
	if err != nil {
		return nil, place.Lines
	}
	lines := code.NewLines(parsed.Text)
	all := make([]symbol, len(parsed.Structure.Symbols))
	for i, s := range parsed.Structure.Symbols {
		all[i].path = s.Path
		all[i].first, all[i].last = lines.Of(s.Node)
		if !s.Doc.Empty() {
			first, _ := lines.Of(s.Doc)
			all[i].first = min(all[i].first, first)
		}
	}
	for _, line := range place.Lines {
		best := -1
		for i, s := range all {
			inside := s.first <= line && line <= s.last
			if inside && (best < 0 || s.last-s.first <= all[best].last-all[best].first) {
				best = i
			}
		}
		switch {
		case best < 0:
			outside = append(outside, line)
		case !slices.Contains(found, all[best]):
			found = append(found, all[best])
		}
	}
	return found, outside
}
