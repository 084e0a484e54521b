// Package ocaml parses OCaml.
package ocaml

import (
	"bytes"
	_ "embed"
	"errors"
	"strings"

	sitter "github.com/smacker/go-tree-sitter/ocaml"

	"dossier/aggregate/code"
	"dossier/aggregate/code/grammar"
)

//go:embed symbols.scm
var query string

// Language returns the definition of OCaml, implementations and interfaces.
func Language() *grammar.Language {
	implementation := grammar.New(grammar.Language{
		IDs: []string{"ocaml"}, Support: code.FullSupport, Grammar: sitter.GetLanguage, Query: query,
		Elision:  grammar.Elision{Body: "...", Short: "...", Value: "...", Members: "...", Empty: "0"},
		Comments: grammar.Comments{Block: [][2]string{{"(*", "*)"}}}, Refine: refine,
	})
	language := *implementation
	language.Read = func(src []byte) (*code.Structure, error) {
		if !isInterface(src) {
			return implementation.Parse(src)
		}
		inner, failed := readInterface(implementation, src)
		if failed == nil && !inner.Broken {
			return inner, nil
		}
		s, err := implementation.Parse(src)
		if errors.Is(err, grammar.ErrUnreadable) || err == nil && s.Broken {
			return inner, failed
		}
		return s, err
	}
	return &language
}

// isInterface reports whether a source contains unindented value declarations, as only interfaces
// do.
func isInterface(src []byte) bool {
	return bytes.HasPrefix(src, []byte("val ")) || bytes.Contains(src, []byte("\nval "))
}

// readInterface parses an interface. The grammar only supports implementations, so it is parsed
// as the signature of a module.
func readInterface(implementation *grammar.Language, src []byte) (*code.Structure, error) {
	const head, tail = "module type S = sig\n", "\nend"
	s, err := implementation.Parse([]byte(head + string(src) + tail))
	if err != nil {
		return nil, err
	}
	inner := &code.Structure{Broken: s.Broken}
	moved := func(span code.Span) code.Span {
		if span.Empty() || span.Start < len(head) || span.End > len(head)+len(src) {
			return code.Span{}
		}
		return code.Span{Start: span.Start - len(head), End: span.End - len(head)}
	}
	for _, in := range s.Imports {
		inner.Imports = append(inner.Imports, code.Import{Name: in.Name, Written: moved(in.Written)})
	}
	for _, span := range s.Failed {
		if span = moved(span); !span.Empty() {
			inner.Failed = append(inner.Failed, span)
		}
	}
	for _, sym := range s.Symbols {
		sym.Node = moved(sym.Node)
		if sym.Node.Empty() {
			continue // the module itself
		}
		sym.Whole, sym.Doc, sym.Head = moved(sym.Whole), moved(sym.Doc), moved(sym.Head)
		sym.Group = code.Group{Span: moved(sym.Group.Span), Members: moved(sym.Group.Members)}
		sym.Fold.Span = moved(sym.Fold.Span)
		if sym.Depth == 1 && sym.Kind == code.Method {
			sym.Kind = code.Function
		}
		inner.Symbols = append(inner.Symbols, sym)
	}
	for _, cut := range s.Cuts {
		if cut.Span = moved(cut.Span); !cut.Empty() {
			inner.Cuts = append(inner.Cuts, cut)
		}
	}
	inner.Finish(nil)
	return inner, nil
}

func refine(d *grammar.Definition) bool {
	d.Name = strings.Trim(d.Name, "() ") // an operator
	if word, _, _ := strings.Cut(string(d.Src[d.Members.Start:d.Members.End]), "\n"); !d.Members.Empty() {
		switch word = strings.TrimSpace(word); word {
		case "struct", "sig", "object":
			d.MembersText = word + " ... end"
		}
	}
	if d.Kind != code.Variable || d.Value.Empty() {
		return true
	}
	// A binding with parameters, or of a function, is a function.
	function := false
	for i := range int(d.Node.NamedChildCount()) {
		switch d.Node.NamedChild(i).Type() {
		case "parameter", "function_expression", "fun_expression":
			function = true
		}
	}
	if function {
		d.Kind, d.Body, d.Value = code.Function, d.Value, code.Span{}
	}
	return true
}
