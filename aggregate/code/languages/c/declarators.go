package c

import (
	"bytes"

	"dossier/aggregate/code"
	"dossier/aggregate/code/grammar"
	"dossier/aggregate/code/grammar/tree"
)

// ofType refines a type with members. A type defined in a typedef belongs to the typedef; one
// defined in a declaration is listed together with the variables.
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

// placed sets the declaration of a declarator. It is the whole declaration unless that has
// several declarators: then the first begins with the type, which the others share. A named type
// defined in a declaration is a separate symbol.
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

// initialised handles a brace initializer without =: its replacement must not be mistaken for
// part of the name.
func initialised(d *grammar.Definition) {
	if d.Value.Empty() || d.Src[d.Value.Start] != '{' && d.Src[d.Value.Start] != '(' {
		return
	}
	if before := bytes.TrimRight(d.Src[:d.Value.Start], " \t\r\n"); before[len(before)-1] == '=' {
		return
	}
	if d.SeveralLines() {
		d.Body = d.Value
		if d.Src[d.Value.Start] == '(' {
			d.BodyText = "(...)"
		}
	}
	d.Value = code.Span{}
}

// writtenOut returns the members of the type defined in a declaration, or nil.
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

// declarators returns the number of declarators in a declaration.
func declarators(n *tree.Node) int {
	count := 0
	for c := range n.Children() {
		if c.Field() == "declarator" {
			count++
		}
	}
	return count
}

// isConstant reports whether a variable itself is const, not only what it points to.
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

// within returns the nested declarator, or nil.
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
