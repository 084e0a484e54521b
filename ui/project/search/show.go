package search

import (
	"context"
	"fmt"
	"slices"

	"dossier/aggregate/code"
	"dossier/models"
	"dossier/ui/project"
)

// Place is lines of a file that were found, from 1.
type Place struct {
	Path  string
	Lines []int
}

// AsSlices adds each found line with a number of lines around it, as slices of the file; adjacent
// ones are joined. Existing slices of an entry stay. Lines that the file no longer has are skipped.
// It returns an error for the first file that cannot be read, or the context's error.
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
			for _, s := range made {
				file.AddTo(it, s)
			}
			if it.ViewMode != models.None {
				it.ViewMode = models.Custom
			}
		}})
	}
	return out, nil
}

// ranges returns the first and the last line of each range around lines, in order; those that overlap
// or touch are one.
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

// around is how many lines a line outside of every symbol is shown with.
const around = 3

// AsSymbols adds the definition of the innermost symbol around each found line, by a mask. Symbols
// in an existing mask stay. A file without symbols, or with a line outside of every symbol, is
// shown by slices, with the lines of the symbols and a few around the other lines. Its errors are
// those of [AsSlices].
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

// asSlices shows the lines of symbols, and lines with some around them, as slices.
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

// symbol is a symbol with its lines, those of its doc comment included.
type symbol struct {
	path        string
	first, last int
}

// enclosing returns the innermost symbols around the lines of a place, each once, and the lines that
// are in none: all of them when the file has no symbols.
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
