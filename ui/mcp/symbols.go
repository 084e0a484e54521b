package mcp

import (
	"errors"
	"fmt"
	"strings"

	"dossier/aggregate/text"
	"dossier/models"
	"dossier/ui/project"
)

type symbolsIn struct {
	Path   string `json:"path,omitempty" jsonschema:"the symbols of this file"`
	Name   string `json:"name,omitempty" jsonschema:"where the symbol of this name is defined, in the whole project or under path; such as NewServer or Server.Close"`
	Offset int    `json:"offset,omitempty" jsonschema:"symbols to skip: next_offset of the previous page"`
	Limit  int    `json:"limit,omitempty" jsonschema:"symbols of a page, at most 1000; default 200"`
}

type symbolsOut struct {
	Symbols    []symbolOut `json:"symbols"`
	Total      int         `json:"total"`
	Named      string      `json:"named,omitempty" jsonschema:"the part of the name that these symbols match, if none matches all of it"`
	Unseen     int         `json:"unseen,omitempty" jsonschema:"files that contain the name and were not searched, because there are too many"`
	NextOffset int         `json:"next_offset" jsonschema:"0 on the last page"`
}

type symbolOut struct {
	File      string `json:"file"`
	Symbol    string `json:"symbol" jsonschema:"as accepted by read and propose"`
	Kind      string `json:"kind"`
	StartLine int    `json:"start_line"`
	EndLine   int    `json:"end_line"`
	Tokens    int    `json:"tokens" jsonschema:"of its definition"`
	Signature string `json:"signature"`
}

func (w *workspace) symbols(c *call, in symbolsIn) (answer[symbolsOut], error) {
	var a answer[symbolsOut]
	var out strings.Builder
	limit := limited(in.Limit, 200, 1000)
	switch {
	case in.Name != "":
		d, err := w.defining(c, in)
		if err != nil {
			return a, err
		}
		if a.out.Unseen = d.unseen; d.part {
			a.out.Named = d.name
			fmt.Fprintf(&out, "no symbol is named %s; these are named %s\n", text.OneLine(in.Name), text.OneLine(d.name))
		}
		a.out.Total = len(d.list)
		a.out.Symbols, a.out.NextOffset = page(d.list, in.Offset, limit)
	case in.Path != "":
		var err error
		if a.out.Symbols, a.out.Total, err = w.symbolsOf(c, in.Path, in.Offset, limit); err != nil {
			return a, err
		}
		if next := max(in.Offset, 0) + len(a.out.Symbols); next < a.out.Total {
			a.out.NextOffset = next
		}
	default:
		return a, errors.New("give the path of a file, or the name of a symbol to find its definition")
	}
	for i, sym := range a.out.Symbols {
		if i == 0 || a.out.Symbols[i-1].File != sym.File {
			fmt.Fprintf(&out, "%s\n", text.Escape(sym.File))
		}
		fmt.Fprintf(&out, "  %s %s %d-%d %d tokens: %s\n", text.Escape(sym.Symbol), sym.Kind, sym.StartLine, sym.EndLine, sym.Tokens, text.OneLine(sym.Signature))
	}
	if a.out.Total == 0 {
		out.WriteString("no symbols; search for the name as text\n")
	}
	more(&out, in.Offset, a.out.NextOffset, a.out.Total, "symbols")
	if a.out.Unseen > 0 {
		fmt.Fprintf(&out, "%d more files contain the name and were not searched; give a path\n", a.out.Unseen)
	}
	a.text = out.String()
	w.forget()
	return a, nil
}

// symbolsOf returns symbols of one file, and their total number.
func (w *workspace) symbolsOf(c *call, name string, offset, limit int) ([]symbolOut, int, error) {
	// Showing the file fails if it is withheld.
	readable := w.p.Readables(c.ctx)
	if _, err := readable.Show(c.ctx, project.Part{Path: name, View: models.Outline}); err != nil {
		return nil, 0, err
	}
	item, err := readable.Item(c.ctx, name)
	if err != nil {
		return nil, 0, err
	}
	symbols, all, err := w.p.SymbolsPage(c.ctx, item, offset, limit)
	if err != nil {
		return nil, 0, fmt.Errorf("%s has no symbols (%w); read it, or search in it", project.Shown(name), err)
	}
	c.read(item.Path)
	return listed(item.Path, symbols), all, nil
}

// listed returns symbols of a file in the form of an answer.
func listed(file string, symbols []project.Symbol) []symbolOut {
	list := make([]symbolOut, len(symbols))
	for i, sym := range symbols {
		list[i] = symbolOut{file, sym.Path, string(sym.Kind), sym.StartLine, sym.EndLine, sym.Tokens, sym.Signature}
	}
	return list
}

// definesNothing reports whether a file is data or prose: a symbol is rarely defined there, and
// large ones take long to parse.
func definesNothing(name string) bool {
	switch text.Language(name, "") {
	case "json", "yaml", "toml", "markdown", "mdx", "html", "css", "scss", "less", text.PlainText:
		return true
	}
	return false
}
