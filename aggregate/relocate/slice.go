package relocate

import (
	"context"
	"slices"
	"strings"

	"dossier/aggregate/anchor"
	"dossier/aggregate/text"
	"dossier/models"
)

// Slice searches other files for a slice: for its exact lines, or for its position by its anchor
// lines. A slice without a hash cannot be found. It returns only the context's error.
func (s *Search) Slice(ctx context.Context, file string, sl models.Slice) ([]Place, error) {
	if sl.ContentHash == "" {
		return nil, nil
	}
	lines, _ := cluesOf(Known{Slices: []models.Slice{sl}})
	if len(lines) == 0 {
		return nil, nil // only brackets, which occur everywhere
	}
	var places []Place
	exact := 0
	for _, p := range s.sameExtension(file) {
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
	return topPlaces(places), nil
}

// sameExtension returns the other files of the same extension, nearest first.
func (s *Search) sameExtension(file string) []string {
	taken := s.taken
	s.taken = nil // a slice may be in a file that has its own entry
	defer func() { s.taken = taken }()
	return slices.DeleteFunc(s.candidates(Known{Path: file}, s.sameNamed(file)), func(p string) bool { return p == file })
}

// FilesDefining returns at most most files that may define a symbol of a file, nearest first: files of
// the same extension that contain its name.
func (s *Search) FilesDefining(ctx context.Context, file, symbol string, most int) ([]string, error) {
	name := nameOf(symbol)
	if len(name) < 3 {
		return nil, nil
	}
	var out []string
	for _, p := range s.sameExtension(file) {
		c, err := s.read(ctx, p)
		if err != nil {
			return nil, err
		}
		if text.IndexWord(c.text, name, isNameByte) >= 0 {
			if out = append(out, p); len(out) == most {
				break
			}
		}
	}
	return out, nil
}
