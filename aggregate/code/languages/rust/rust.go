// Package rust reads Rust.
package rust

import (
	"bytes"
	_ "embed"
	"strings"

	tree "github.com/smacker/go-tree-sitter"
	sitter "github.com/smacker/go-tree-sitter/rust"

	"dossier/aggregate/code"
	"dossier/aggregate/code/grammar"
)

//go:embed symbols.scm
var query string

// Language reads Rust.
func Language() *grammar.Language {
	return grammar.New(grammar.Language{
		IDs: []string{"rust"}, Support: code.FullSupport, Grammar: sitter.GetLanguage, Query: query,
		Elision: grammar.Braces, Comments: grammar.SlashComments, Refine: refine,
	})
}

func refine(d *grammar.Definition) bool {
	d.Declaration = withAttributes(d)
	switch {
	case d.Scope:
		if d.NameNode != nil {
			d.Name = baseName(d)
		}
	case d.Kind == code.Function && inImpl(d):
		d.Kind = code.Method
	}
	return d.Name != "_"
}

// withAttributes returns the attributes above a definition and the definition, or none
// where there are no attributes. Comments may stand between them.
func withAttributes(d *grammar.Definition) code.Span {
	before := bytes.TrimRight(d.Src[:d.Span.Start], " \t\r\n")
	if n := len(before); n == 0 || bytes.IndexByte([]byte(";{}"), before[n-1]) >= 0 {
		return code.Span{} // most have none
	}
	var whole code.Span
	for n := d.Node.PrevSibling(); n != nil; n = n.PrevSibling() {
		switch n.Type() {
		case "attribute_item":
			whole = code.Span{Start: int(n.StartByte()), End: d.Span.End}
		case "line_comment", "block_comment":
		default:
			return whole
		}
	}
	return whole
}

// inImpl reports whether a definition stands directly in an impl block.
func inImpl(d *grammar.Definition) bool {
	list := d.Node.Parent()
	return list != nil && list.Type() == "declaration_list" && list.Parent().Type() == "impl_item"
}

// baseName returns the name of the type that an impl block is for, without what is not
// part of a name: Server for &'a mut Server<T>.
func baseName(d *grammar.Definition) string {
	n := d.NameNode
	for {
		var of *tree.Node
		switch n.Type() {
		case "generic_type", "reference_type", "pointer_type":
			of = n.ChildByFieldName("type")
		case "dynamic_type", "abstract_type":
			of = n.ChildByFieldName("trait")
		}
		if of == nil {
			return strings.Join(strings.Fields(d.Text(n)), " ")
		}
		n = of
	}
}
