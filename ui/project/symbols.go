package project

import (
	"context"
	"errors"

	"dossier/aggregate"
	"dossier/aggregate/code"
	"dossier/models"
)

// Symbol is a symbol of a file as a list of them shows it.
type Symbol struct {
	Path      string    `json:"path"` // its name in a mask
	Kind      code.Kind `json:"kind"`
	StartLine int       `json:"start_line"`        // from 1
	EndLine   int       `json:"end_line"`          // the last line that belongs to it
	Tokens    int       `json:"tokens"`            // of its definition with its doc comment, in the project's vocabulary
	Signature string    `json:"signature"`         // on one line, without body and members
	Rescued   bool      `json:"rescued,omitempty"` // where the file could not be parsed: the lines are a guess
	Depth     int       `json:"-"`
}

// Symbols lists the symbols of a file in the order of the source. The error says why
// they cannot be had.
func (p *Project) Symbols(ctx context.Context, item models.FileItem) ([]Symbol, error) {
	parsed, err := p.Builder.Parse(ctx, p.Input(), item)
	if err != nil {
		return nil, ParseError(err)
	}
	return ListSymbols(parsed.Structure, parsed.Text, p.Counting()), nil
}

// ListSymbols lists the symbols of a source, each with the tokens of its definition.
func ListSymbols(s *code.Structure, src string, count func(string) aggregate.Count) []Symbol {
	lines := code.NewLines(src)
	list := make([]Symbol, len(s.Symbols))
	for i, sym := range s.Symbols {
		first, last := lines.Of(sym.Node)
		list[i] = Symbol{
			Path: sym.Path, Kind: sym.Kind, StartLine: first, EndLine: last,
			Tokens: count(s.Definition(src, i)).N, Signature: s.Signature(src, i), Rescued: sym.Rescued, Depth: sym.Depth,
		}
	}
	return list
}

// ParseError is why a file has no symbols, as the user reads it.
func ParseError(err error) error {
	var known interface{ Reason() string }
	if errors.As(err, &known) {
		return errors.New(known.Reason())
	}
	return err
}
