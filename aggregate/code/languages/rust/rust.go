// Package rust parses Rust.
package rust

import (
	"bytes"
	_ "embed"
	"regexp"
	"strings"

	sitter "github.com/smacker/go-tree-sitter/rust"

	"dossier/aggregate/code"
	"dossier/aggregate/code/grammar"
	"dossier/aggregate/code/grammar/tree"
)

//go:embed symbols.scm
var query string

// Language returns the definition of Rust.
func Language() *grammar.Language {
	return grammar.New(grammar.Language{
		IDs: []string{"rust"}, Support: code.FullSupport, Grammar: sitter.GetLanguage, Query: query, Heads: heads,
		Bodies:  grammar.Bodies{End: grammar.AtBrace, Texts: [][2]string{{`r#"`, `"#`}, {`r##"`, `"##`}}},
		Elision: grammar.Braces, Comments: grammar.SlashComments, Prepare: prepare, Refine: refine,
		Imports: regexp.MustCompile(`\b(use|mod)\s`),
	})
}

func refine(d *grammar.Definition) bool {
	d.Span.Start = withModifier(d.Src, d.Span.Start)
	d.Declaration = withAttributes(d)
	switch d.Node.Type() {
	case "impl_item":
		d.Name = baseName(d)
	case "function_item":
		if inImpl(d) {
			d.Kind = code.Method
		}
	case "macro_definition":
		d.HeadEnd = int(d.NameNode.EndByte())
	case "const_item", "static_item":
		if value := d.Node.ChildByFieldName("value"); value != nil && value.Type() == "closure_expression" {
			d.Value = code.Span{}
		}
	}
	return d.Name != "_"
}

// withModifier begins an item with the preceding modifier that was blanked for the grammar:
// unsafe extern, safe static.
func withModifier(src []byte, at int) int {
	before := bytes.TrimRight(src[:at], " \t")
	for _, word := range []string{"unsafe", "safe"} {
		if bytes.HasSuffix(before, []byte(word)) && len(before) < at {
			return len(before) - len(word)
		}
	}
	return at
}

// withAttributes returns a definition including the attributes above it, or an empty span if
// there are none. Comments may be between them.
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

// inImpl reports whether a definition is directly in an impl block.
func inImpl(d *grammar.Definition) bool {
	list := d.Node.Parent()
	return list != nil && list.Type() == "declaration_list" && list.Parent().Type() == "impl_item"
}

// baseName returns the type name of an impl block without references and type arguments: Server
// for &'a mut Server<T>.
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
