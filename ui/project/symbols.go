package project

import (
	"context"
	"errors"
	"strings"

	"dossier/aggregate"
	"dossier/aggregate/code"
	"dossier/aggregate/secrets"
	"dossier/models"
)

// Symbol is a symbol of a file in a list.
type Symbol struct {
	Path      string    `json:"path"` // its name in a mask
	Kind      code.Kind `json:"kind"`
	StartLine int       `json:"start_line"`        // from 1
	EndLine   int       `json:"end_line"`          // its last line
	Tokens    int       `json:"tokens"`            // of its definition with doc comment, in the project's vocabulary
	Signature string    `json:"signature"`         // on one line, without body and members
	Rescued   bool      `json:"rescued,omitempty"` // the file could not be parsed there: the lines are a guess
	Depth     int       `json:"-"`
}

// Symbols returns the symbols of a file in source order. The error states why there are none.
func (p *Project) Symbols(ctx context.Context, item models.FileItem) ([]Symbol, error) {
	parsed, err := p.Builder.Parse(ctx, p.Input(), item)
	if err != nil {
		return nil, ParseError(err)
	}
	return ListSymbols(parsed.Structure, parsed.Text, p.Counting()), nil
}

// SymbolsPage is [Project.Symbols] for at most limit symbols after the first offset ones, and
// returns the total number. Only the returned symbols are counted.
func (p *Project) SymbolsPage(ctx context.Context, item models.FileItem, offset, limit int) (list []Symbol, all int, err error) {
	parsed, err := p.Builder.Parse(ctx, p.Input(), item)
	if err != nil {
		return nil, 0, ParseError(err)
	}
	s := parsed.Structure
	lines, count := code.NewLines(parsed.Text), p.Counting()
	for i := max(offset, 0); i < len(s.Symbols) && len(list) < limit; i++ {
		list = append(list, symbolOf(s, parsed.Text, i, lines, count))
	}
	return list, len(s.Symbols), nil
}

// SymbolsNamed is [Project.Symbols] for the symbols with a name, which may include enclosing
// ones, as in Server.Close; overloads are included. Only these are counted. For a withheld file
// it returns an [*aggregate.WithheldError].
func (p *Project) SymbolsNamed(ctx context.Context, item models.FileItem, name string) ([]Symbol, error) {
	parsed, err := p.Builder.Parse(ctx, p.Input(), item)
	if err != nil {
		return nil, ParseError(err)
	}
	s := parsed.Structure
	lines, count := code.NewLines(parsed.Text), p.Counting()
	var list []Symbol
	for i := range s.Symbols {
		if isNamed(s.Symbols[i].Path, name) {
			list = append(list, symbolOf(s, parsed.Text, i, lines, count))
		}
	}
	if len(list) > 0 && p.StoredState().secretPolicy().File(item.Path, parsed.Text) == secrets.Withheld {
		return nil, &aggregate.WithheldError{Path: item.Path}
	}
	return list, nil
}

// isNamed reports whether the path of a symbol ends with a name, ignoring overload numbers.
func isNamed(path, name string) bool {
	parts, wanted := nameParts(path), nameParts(name)
	if len(parts) < len(wanted) {
		return false
	}
	for i, part := range parts[len(parts)-len(wanted):] {
		if n := strings.LastIndexByte(part, '#'); part != wanted[i] && (n < 1 || part[:n] != wanted[i]) {
			return false
		}
	}
	return true
}

func nameParts(path string) []string { return strings.Split(strings.ReplaceAll(path, "::", "."), ".") }

// ListSymbols returns the symbols of a source, each with the tokens of its definition.
func ListSymbols(s *code.Structure, src string, count func(string) aggregate.Count) []Symbol {
	lines := code.NewLines(src)
	list := make([]Symbol, len(s.Symbols))
	for i := range s.Symbols {
		list[i] = symbolOf(s, src, i, lines, count)
	}
	return list
}

func symbolOf(s *code.Structure, src string, i int, lines code.Lines, count func(string) aggregate.Count) Symbol {
	sym := s.Symbols[i]
	first, last := lines.Of(sym.Node)
	return Symbol{
		Path: sym.Path, Kind: sym.Kind, StartLine: first, EndLine: last,
		Tokens: count(s.Definition(src, i)).N, Signature: s.Signature(src, i), Rescued: sym.Rescued, Depth: sym.Depth,
	}
}

// ParseError returns why a file has no symbols, for display.
func ParseError(err error) error {
	var known interface{ Reason() string }
	if errors.As(err, &known) {
		return errors.New(known.Reason())
	}
	return err
}
