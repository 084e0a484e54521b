package relocate

import (
	"context"
	"slices"
	"strings"

	"dossier/aggregate/anchor"
	"dossier/models"
)

// Slice looks for a slice of a file in the other files: its very lines, or its place by
// the lines kept from around its ends. A slice that was never tied to its text cannot be
// found. The error is the context's.
func (s *Search) Slice(ctx context.Context, file string, sl models.Slice) ([]Place, error) {
	if sl.ContentHash == "" {
		return nil, nil
	}
	lines, _ := cluesOf(Known{Slices: []models.Slice{sl}})
	if len(lines) == 0 {
		return nil, nil // nothing but brackets: it would be found anywhere
	}
	var places []Place
	exact := 0
	for _, p := range s.around(file) {
		c, err := s.read(ctx, p)
		if err != nil {
			return nil, err
		}
		if c.text == "" || !slices.ContainsFunc(lines, func(l clue) bool { return strings.Contains(c.text, l.text) }) {
			continue
		}
		at := anchor.Resolve(c.text, sl)
		switch at.Health {
		case anchor.Exact, anchor.Moved:
			exact++
			places = append(places, Place{Path: p, Why: SameLines, Score: 0.95, Start: at.Start, End: at.End})
		case anchor.Changed:
			places = append(places, Place{Path: p, Why: Similar, Score: 0.6, Start: at.Start, End: at.End})
		}
	}
	if exact == 1 {
		for i := range places {
			places[i].Certain = places[i].Why == SameLines
		}
	}
	return best(places), nil
}

// around lists the files of the same extension, the nearest first, without the file.
func (s *Search) around(file string) []string {
	taken := s.taken
	s.taken = nil // a slice may well go to a file that has an entry
	defer func() { s.taken = taken }()
	return slices.DeleteFunc(s.candidates(Known{Path: file}, s.named(file)), func(p string) bool { return p == file })
}

// Holders lists files that may define a symbol of a file, the nearest first: at most
// most, of the same extension, which hold its name.
func (s *Search) Holders(ctx context.Context, file, symbol string, most int) ([]string, error) {
	name := nameOf(symbol)
	if len(name) < 3 {
		return nil, nil
	}
	var out []string
	for _, p := range s.around(file) {
		c, err := s.read(ctx, p)
		if err != nil {
			return nil, err
		}
		if hasWord(c.text, name) {
			if out = append(out, p); len(out) == most {
				break
			}
		}
	}
	return out, nil
}
