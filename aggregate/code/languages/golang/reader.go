package golang

import (
	"bytes"
	"go/ast"
	"go/parser"
	"go/token"
	"slices"
	"strings"

	"dossier/aggregate/code"
	"dossier/aggregate/code/grammar"
)

// read parses a source that Go's own parser accepts, with the same result as the grammar; it
// returns nil for any other. Only top-level declarations are symbols.
func read(src []byte) *code.Structure {
	src = grammar.WithoutConflicts(src)
	files := token.NewFileSet()
	f, err := parser.ParseFile(files, "", src, parser.ParseComments|parser.SkipObjectResolution)
	if err != nil {
		return nil
	}
	r := reader{src: src, base: token.Pos(files.File(f.FileStart).Base())}
	for _, d := range f.Decls {
		switch d := d.(type) {
		case *ast.FuncDecl:
			r.function(d)
		case *ast.GenDecl:
			r.declaration(d)
		}
	}
	r.s.Cuts = append(r.s.Cuts, grammar.SlashComments.Remarks(src, r.comments(f), r.s.Cuts)...)
	r.s.Finish(r.prefixes)
	return &r.s
}

// comments returns the comments of a source that Go's own parser accepts, except a C preamble.
func comments(src []byte) []code.Span {
	files := token.NewFileSet()
	f, err := parser.ParseFile(files, "", src, parser.ParseComments|parser.SkipObjectResolution)
	if err != nil {
		return nil
	}
	r := reader{src: src, base: token.Pos(files.File(f.FileStart).Base())}
	preambles := map[int]bool{} // the offsets at which they end
	for _, d := range f.Decls {
		d, ok := d.(*ast.GenDecl)
		if !ok || d.Tok != token.IMPORT {
			continue
		}
		for _, spec := range d.Specs {
			if in, ok := spec.(*ast.ImportSpec); ok && in.Path.Value == `"C"` {
				for _, doc := range []*ast.CommentGroup{d.Doc, in.Doc} {
					if doc != nil {
						for _, c := range doc.List {
							preambles[int(c.Pos()-r.base)] = true
						}
					}
				}
			}
		}
	}
	return slices.DeleteFunc(r.comments(f), func(s code.Span) bool { return preambles[s.Start] })
}

// reader converts a syntax tree to a structure.
type reader struct {
	src      []byte
	base     token.Pos // of the first byte
	s        code.Structure
	prefixes []string // of each symbol; see [code.Structure.Finish]
}

// comments returns the comments of a file. It searches for their ends, because the parser removes
// carriage returns from their text.
func (r *reader) comments(f *ast.File) []code.Span {
	var list []code.Span
	for _, group := range f.Comments {
		for _, c := range group.List {
			s := code.Span{Start: int(c.Pos() - r.base)}
			end := "\n"
			if c.Text[1] == '*' {
				end = "*/"
			}
			s.End = len(r.src)
			if n := bytes.Index(r.src[s.Start+2:], []byte(end)); n >= 0 {
				s.End = s.Start + 2 + n + len(end)
			}
			list = append(list, grammar.Trimmed(r.src, s))
		}
	}
	return list
}

func (r *reader) span(from, to token.Pos) code.Span {
	return code.Span{Start: int(from - r.base), End: int(to - r.base)}
}

func (r *reader) node(n ast.Node) code.Span { return r.span(n.Pos(), n.End()) }

func (r *reader) text(s code.Span) string { return string(r.src[s.Start:s.End]) }

// add adds a symbol with a separate declaration, unless it has no name.
func (r *reader) add(sym code.Symbol, prefix string) {
	if sym.Name == "_" {
		return
	}
	sym.Name = grammar.OneLine(sym.Name)
	sym.Whole = sym.Node
	sym.Doc = grammar.SlashComments.Above(r.src, sym.Node.Start)
	r.s.Symbols = append(r.s.Symbols, sym)
	r.prefixes = append(r.prefixes, prefix)
}

func (r *reader) function(d *ast.FuncDecl) {
	sym, prefix := code.Symbol{Kind: code.Function, Name: d.Name.Name, Node: r.node(d)}, ""
	if d.Recv != nil {
		sym.Kind, prefix = code.Method, receiver(r.text(r.node(d.Recv)))
	}
	sym.Head = sym.Node
	if d.Body != nil {
		body := r.node(d.Body)
		sym.Head.End = body.Start
		if text, ok := grammar.Braces.Of(r.text(body)); ok {
			r.s.Cuts = append(r.s.Cuts, code.Cut{Span: body, Text: text})
		}
	}
	r.add(sym, prefix)
}

// declaration converts imports, constants, variables and types.
func (r *reader) declaration(d *ast.GenDecl) {
	var declared []int
	for _, spec := range d.Specs {
		first := len(r.s.Symbols)
		switch spec := spec.(type) {
		case *ast.ImportSpec:
			r.s.Imports = append(r.s.Imports, code.Import{Name: strings.Trim(spec.Path.Value, "\"`"), Written: r.node(spec.Path)})
		case *ast.ValueSpec:
			r.values(d.Tok, spec)
		case *ast.TypeSpec:
			r.typed(spec)
		}
		for i := first; i < len(r.s.Symbols); i++ {
			if r.s.Symbols[i].Kind != code.Method { // methods belong to an interface
				declared = append(declared, i)
			}
		}
	}
	r.group(d, declared)
}

// group sets the common parts of the symbols of one declaration, or extends a single symbol by the keyword.
func (r *reader) group(d *ast.GenDecl, declared []int) {
	whole := r.node(d)
	if len(declared) == 1 {
		sym := &r.s.Symbols[declared[0]]
		sym.Whole, sym.Doc = whole, grammar.SlashComments.Above(r.src, whole.Start)
		sym.Head.Start = grammar.HeadStart(r.src, *sym)
		return
	}
	group := code.Group{Span: grammar.SlashComments.With(r.src, whole)}
	if d.Lparen.IsValid() {
		group.Members = r.span(d.Lparen+1, d.Rparen)
	}
	for _, i := range declared {
		r.s.Symbols[i].Group = group
	}
}

// values converts constants or variables that are declared together.
func (r *reader) values(keyword token.Token, spec *ast.ValueSpec) {
	sym := code.Symbol{Kind: code.Constant, Node: r.node(spec)}
	if keyword == token.VAR {
		sym.Kind = code.Variable
	}
	sym.Head = sym.Node
	if n := len(spec.Values); n > 0 {
		value := r.span(spec.Values[0].Pos(), spec.Values[n-1].End())
		if grammar.IsLong(r.src, value) {
			sym.Head.End = value.Start
			r.s.Cuts = append(r.s.Cuts, code.Cut{Span: value, Text: grammar.Braces.Value})
		}
	}
	if t, ok := spec.Type.(*ast.InterfaceType); ok && t.Methods.NumFields() > 0 {
		r.members(&sym, t.Methods)
	}
	for i, name := range spec.Names {
		sym.Name, sym.Own = name.Name, nil
		if shared := len(spec.Names); shared > 1 && (len(spec.Values) == 0 || len(spec.Values) == shared) {
			sym.Own = append(sym.Own, r.node(name))
			if len(spec.Values) > 0 {
				sym.Own = append(sym.Own, r.node(spec.Values[i]))
			}
		}
		r.add(sym, "")
	}
}

// typed converts a type, and the methods of an interface.
func (r *reader) typed(spec *ast.TypeSpec) {
	sym := code.Symbol{Kind: code.Type, Name: spec.Name.Name, Node: r.node(spec)}
	sym.Head = sym.Node
	alias := spec.Assign.IsValid()
	switch t := spec.Type.(type) {
	case *ast.StructType:
		if !alias {
			sym.Kind = code.Struct
			r.members(&sym, t.Fields)
		}
	case *ast.InterfaceType:
		if !alias {
			sym.Kind = code.Interface
		}
		r.members(&sym, t.Methods)
	}
	r.add(sym, "")
	if t, ok := spec.Type.(*ast.InterfaceType); ok {
		for _, field := range t.Methods.List {
			if _, method := field.Type.(*ast.FuncType); method && len(field.Names) == 1 {
				node := r.node(field)
				r.add(code.Symbol{Kind: code.Method, Name: field.Names[0].Name, Node: node, Head: node}, "")
			}
		}
	}
}

// members ends the header of a symbol before its members.
func (r *reader) members(sym *code.Symbol, list *ast.FieldList) {
	fields := r.node(list)
	sym.Head.End = min(sym.Head.End, fields.Start)
	if strings.Trim(r.text(fields), "{} \t\r\n") != "" {
		sym.Fold = code.Cut{Span: fields, Text: grammar.Braces.Members}
	}
}
