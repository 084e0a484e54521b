package c

import (
	"bytes"

	"dossier/aggregate/code"
	"dossier/aggregate/code/grammar"
	"dossier/aggregate/code/grammar/tree"
)

// ofType reads a type with members. One that a typedef writes out is the typedef's; one
// that a declaration writes out stands in it beside the variables.
func ofType(d *grammar.Definition, parent *tree.Node) bool {
	d.Declaration = withSemicolon(d.Src, d.Declaration, d.Span)
	switch {
	case parent.Type() == "type_definition":
		return false
	case parent.Type() == "declaration", parent.Type() == "field_declaration":
		d.Declaration = grammar.SpanOf(parent)
	}
	return true
}

// placed gives a declarator its place in its declaration. It is the whole of it, except
// where that declares several: then the first begins with the type, which the others
// share. A type that is written out and has a name is a symbol of its own.
func placed(d *grammar.Definition, name *tree.Node) {
	n := d.Node
	if n.Type() == "function_definition" {
		return
	}
	first, of := n.ChildByFieldName("declarator"), name
	for of.Parent() != nil && !of.Parent().Equal(n) {
		of = of.Parent() // the value belongs to it
	}
	members := writtenOut(n)
	typedef := n.Type() == "type_definition"
	named := members != nil && !typedef && n.ChildByFieldName("type").ChildByFieldName("name") != nil
	if members != nil && !named && first.Equal(of) {
		d.Members = grammar.SpanOf(members)
		if typedef {
			d.Kind = kindOf(n.ChildByFieldName("type"))
		}
	}
	if declarators(n) == 1 && !named {
		return
	}
	d.Declaration = grammar.SpanOf(n)
	d.Span = grammar.SpanOf(of)
	if first.Equal(of) && !named {
		d.Span.Start = int(n.StartByte())
	}
}

// initialised reads a value in brackets that no = keeps apart from the name: something
// must stand for it that is not taken for a part of that.
func initialised(d *grammar.Definition) {
	if d.Value.Empty() || d.Src[d.Value.Start] != '{' && d.Src[d.Value.Start] != '(' {
		return
	}
	if before := bytes.TrimRight(d.Src[:d.Value.Start], " \t\r\n"); before[len(before)-1] == '=' {
		return
	}
	if bytes.IndexByte(d.Src[d.Value.Start:d.Value.End], '\n') >= 0 {
		d.Body = d.Value
		if d.Src[d.Value.Start] == '(' {
			d.BodyText = "(...)"
		}
	}
	d.Value = code.Span{}
}

// writtenOut returns the members of the type that a declaration writes out, or nil.
func writtenOut(n *tree.Node) *tree.Node {
	if t := n.ChildByFieldName("type"); t != nil {
		return t.ChildByFieldName("body")
	}
	return nil
}

func kindOf(specifier *tree.Node) code.Kind {
	switch specifier.Type() {
	case "class_specifier":
		return code.Class
	case "enum_specifier":
		return code.Enum
	}
	return code.Struct
}

// declarators counts what a declaration declares.
func declarators(n *tree.Node) int {
	count := 0
	for c := range n.Children() {
		if c.Field() == "declarator" {
			count++
		}
	}
	return count
}

// isConstant reports whether a variable cannot change: it is const itself, and not only
// what it points to.
func isConstant(d *grammar.Definition, name *tree.Node) bool {
	constant := false
	for i := range int(d.Node.NamedChildCount()) {
		switch d.Text(d.Node.NamedChild(i)) {
		case "constexpr":
			return true
		case "const":
			constant = true
		}
	}
	for n := name; n != nil; n = within(n) {
		if n.Type() == "pointer_declarator" {
			constant = false
			for i := range int(n.NamedChildCount()) {
				constant = constant || d.Text(n.NamedChild(i)) == "const"
			}
		}
	}
	return constant
}

// within returns the declarator in a declarator, or nil.
func within(n *tree.Node) *tree.Node {
	if inner := n.ChildByFieldName("declarator"); inner != nil {
		return inner
	}
	switch n.Type() {
	case "reference_declarator", "parenthesized_declarator":
		return n.NamedChild(int(n.NamedChildCount()) - 1)
	case "attributed_declarator":
		return n.NamedChild(0)
	}
	return nil
}
