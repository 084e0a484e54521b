package project

import (
	"context"
	"errors"
	"slices"
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
	Signature string    `json:"signature"`         // on one line, without body and members; redacted, except in [ListSymbols]
	Rescued   bool      `json:"rescued,omitempty"` // the file could not be parsed there: the lines are a guess
	Depth     int       `json:"-"`
}

// Symbols returns the symbols of a file in source order. The error states why there are none.
func (p *Project) Symbols(ctx context.Context, item models.FileItem) ([]Symbol, error) {
	parsed, err := p.Builder.Parse(ctx, p.Input(), item)
	if err != nil {
		return nil, ParseError(err)
	}
	return p.list(ctx, item.Path, parsed, indices(0, len(parsed.Structure.Symbols)))
}

// list returns the symbols of a file with these indices. Their signatures are redacted with the whole file, because many
// secrets are only recognized by what surrounds them.
func (p *Project) list(ctx context.Context, path string, parsed aggregate.Parsed, indices []int) ([]Symbol, error) {
	s, src := parsed.Structure, parsed.Text
	cuts, err := p.Redacting(ctx).cuts(ctx, path, src)
	if err != nil {
		return nil, err
	}
	lines, count := code.NewLines(src), p.Counting()
	list := make([]Symbol, len(indices))
	for at, i := range indices {
		list[at] = symbolOf(s, src, i, lines, count)
		head := s.Symbols[i].Head
		if within := cutsWithin(cuts, head.Start, head.End); len(within) > 0 {
			list[at].Signature = code.SignatureOf(secrets.Apply(head.Of(src), within))
		}
	}
	return list, nil
}

// indices returns the numbers from start to end, exclusive.
func indices(start, end int) []int {
	var list []int
	for i := start; i < end; i++ {
		list = append(list, i)
	}
	return list
}

// SymbolsPage is [Project.Symbols] for at most limit symbols after the first offset ones, and
// returns the total number. Only the returned symbols are counted.
func (p *Project) SymbolsPage(ctx context.Context, item models.FileItem, offset, limit int) (list []Symbol, all int, err error) {
	parsed, err := p.Builder.Parse(ctx, p.Input(), item)
	if err != nil {
		return nil, 0, ParseError(err)
	}
	all, offset = len(parsed.Structure.Symbols), max(offset, 0)
	list, err = p.list(ctx, item.Path, parsed, indices(offset, min(offset+limit, all)))
	return list, all, err
}

// SymbolsNamed is [Project.Symbols] for the symbols with a name, which may include enclosing
// ones, as in Server.Close; overloads are included. Only these are counted. For a withheld file
// it returns an [*aggregate.WithheldError].
func (p *Project) SymbolsNamed(ctx context.Context, item models.FileItem, name string) ([]Symbol, error) {
	parsed, err := p.Builder.Parse(ctx, p.Input(), item)
	if err != nil {
		return nil, ParseError(err)
	}
	named := slices.DeleteFunc(indices(0, len(parsed.Structure.Symbols)), func(i int) bool { return !isNamed(parsed.Structure.Symbols[i].Path, name) })
	if len(named) > 0 && p.StoredState().secretPolicy().File(item.Path, parsed.Text) == secrets.Withheld {
		return nil, &aggregate.WithheldError{Path: item.Path}
	}
	return p.list(ctx, item.Path, parsed, named)
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

// ListSymbols returns the symbols of a source, each with the tokens of its definition, without redaction.
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
