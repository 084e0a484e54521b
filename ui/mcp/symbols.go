package mcp

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"dossier/aggregate/parallel"
	match "dossier/aggregate/search"
	"dossier/aggregate/text"
	"dossier/models"
	"dossier/ui/project"
	"dossier/ui/project/search"
)

// maxDefining bounds the files that are parsed to find where a name is defined.
const maxDefining = 400

type symbolsIn struct {
	Path   string `json:"path,omitempty" jsonschema:"the symbols of this file"`
	Name   string `json:"name,omitempty" jsonschema:"where the symbol of this name is defined, in the whole project or under path; such as NewServer or Server.Close"`
	Offset int    `json:"offset,omitempty" jsonschema:"symbols to skip: next_offset of the page before"`
	Limit  int    `json:"limit,omitempty" jsonschema:"symbols of a page, at most 1000; 200 without it"`
}

type symbolsOut struct {
	Symbols    []symbolOut `json:"symbols"`
	Total      int         `json:"total"`
	NextOffset int         `json:"next_offset" jsonschema:"0 on the last page"`
}

type symbolOut struct {
	File      string `json:"file"`
	Symbol    string `json:"symbol" jsonschema:"as read and propose take it"`
	Kind      string `json:"kind"`
	StartLine int    `json:"start_line"`
	EndLine   int    `json:"end_line"`
	Tokens    int    `json:"tokens" jsonschema:"of its definition"`
	Signature string `json:"signature"`
}

func (s *Server) addSymbols() {
	tool(s, "symbols", "Symbols", "List the functions, types and other symbols of a file with lines and tokens, or find where a symbol is defined by its name. "+
		"Read their definitions with the symbols of read.", s.symbols)
}

func (s *Server) symbols(c *call, in symbolsIn) (answer[symbolsOut], error) {
	var a answer[symbolsOut]
	var list []symbolOut
	var err error
	switch {
	case in.Name != "":
		list, err = s.defining(c, in)
	case in.Path != "":
		list, err = s.symbolsOf(c, in.Path)
	default:
		err = errors.New("give the path of a file, or the name of a symbol to find its definition")
	}
	if err != nil {
		return a, err
	}
	a.out.Total = len(list)
	a.out.Symbols, a.out.NextOffset = page(list, in.Offset, limited(in.Limit, 200, 1000))
	var out strings.Builder
	for i, sym := range a.out.Symbols {
		if i == 0 || a.out.Symbols[i-1].File != sym.File {
			fmt.Fprintf(&out, "%s\n", text.Escape(sym.File))
		}
		fmt.Fprintf(&out, "  %s %s %d-%d %d tokens: %s\n", text.Escape(sym.Symbol), sym.Kind, sym.StartLine, sym.EndLine, sym.Tokens, text.OneLine(sym.Signature))
	}
	if len(list) == 0 {
		out.WriteString("no symbols; search for the name as text\n")
	}
	more(&out, a.out.NextOffset, a.out.Total, "symbols")
	a.text = out.String()
	s.forget()
	return a, nil
}

// symbolsOf lists the symbols of one file.
func (s *Server) symbolsOf(c *call, name string) ([]symbolOut, error) {
	// A view of it is redacted, and refused where the file is withheld; its symbols are those of the same parse.
	if _, err := s.p.Show(c.ctx, project.Part{Path: name, View: models.Outline}); err != nil {
		return nil, err
	}
	item, err := s.p.Readable(c.ctx, name)
	if err != nil {
		return nil, err
	}
	symbols, err := s.p.Symbols(c.ctx, item)
	if err != nil {
		return nil, fmt.Errorf("%s has no symbols (%w); read it, or search in it", project.Shown(name), err)
	}
	c.read(item.Path)
	list := make([]symbolOut, len(symbols))
	for i, sym := range symbols {
		list[i] = symbolOut{item.Path, sym.Path, string(sym.Kind), sym.StartLine, sym.EndLine, sym.Tokens, sym.Signature}
	}
	return list, nil
}

// defining finds the definitions of a name: in files that have it as a word.
func (s *Server) defining(c *call, in symbolsIn) ([]symbolOut, error) {
	word := in.Name[strings.LastIndexAny(in.Name, ".:")+1:]
	r := search.Request{Query: match.Query{Pattern: word, Word: true, Case: match.Sensitive}}
	if in.Path != "" {
		r.Under = []string{in.Path}
	}
	found, err := search.Lines(c.ctx, s.p, r, c.progress("searching files"))
	if err != nil {
		return nil, err
	}
	var source, others []string
	for _, file := range found.Files {
		if definesNothing(file.Path) {
			others = append(others, file.Path)
		} else {
			source = append(source, file.Path)
		}
	}
	list, err := s.definedIn(c.ctx, source, in.Name)
	if err == nil && len(list) == 0 {
		list, err = s.definedIn(c.ctx, others, in.Name)
	}
	if err != nil {
		return nil, err
	}
	for _, sym := range list {
		c.read(sym.File)
	}
	slices.SortStableFunc(list, func(a, b symbolOut) int { // a shorter path is more likely to be meant
		return cmp.Or(cmp.Compare(strings.Count(a.Symbol, "."), strings.Count(b.Symbol, ".")), strings.Compare(a.File, b.File))
	})
	return list, nil
}

// definesNothing reports whether a file is data or prose: what names a symbol there seldom defines it, and
// a large one takes long to parse.
func definesNothing(name string) bool {
	switch text.Language(name, "") {
	case "json", "yaml", "toml", "markdown", "mdx", "html", "css", "scss", "less", text.PlainText:
		return true
	}
	return false
}

// definedIn returns the symbols of a name in the first [maxDefining] of some files.
func (s *Server) definedIn(ctx context.Context, files []string, name string) ([]symbolOut, error) {
	files = files[:min(len(files), maxDefining)]
	of := make([][]symbolOut, len(files))
	err := parallel.Each(ctx, len(files), func(i int) error {
		list, err := s.p.Symbols(ctx, models.NewFileItem(files[i]))
		if err != nil {
			return ctx.Err() // it has none
		}
		for _, sym := range list {
			if sym.Path == name || strings.HasSuffix(sym.Path, "."+name) || strings.HasSuffix(sym.Path, "::"+name) {
				of[i] = append(of[i], symbolOut{files[i], sym.Path, string(sym.Kind), sym.StartLine, sym.EndLine, sym.Tokens, sym.Signature})
			}
		}
		return nil
	})
	return slices.Concat(of...), err
}
