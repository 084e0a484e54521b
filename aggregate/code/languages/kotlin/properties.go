package kotlin

import (
	"bytes"

	"dossier/aggregate/code"
	"dossier/aggregate/code/grammar"
	"dossier/aggregate/code/grammar/tree"
)

// property refines a property. It returns false if it is neither listed nor has anything to
// elide.
func property(d *grammar.Definition) bool {
	computed := accessors(d) || delegate(d)
	isObject, isFunction := false, false
	switch value := valueOf(d.Node); {
	case value == nil:
	case value.Type() == "object_literal":
		isObject = true
	case value.Type() == "lambda_literal", value.Type() == "anonymous_function":
		isFunction = true
	}
	if isObject || isFunction {
		d.HeadEnd = d.Value.Start
		d.Value = code.Span{} // its bodies are elided separately
	}
	extension(d)
	switch {
	case computed:
		d.Kind = code.Property
	case inType(d.Node):
		d.Scope = true
		return isObject || d.SeveralLines()
	case isFunction:
		d.Kind = code.Function
	case grammar.IsConstant(d.Name) || bytes.Contains(d.Src[d.Span.Start:d.NameNode.StartByte()], []byte("const ")):
		d.Kind = code.Constant
	}
	return true
}

// accessors extends a property by its accessors, which are its siblings in the tree if they are
// on separate lines, and ends the header before them. It reports whether there are any.
func accessors(d *grammar.Definition) bool {
	first := child(d.Node, "getter")
	if setter := child(d.Node, "setter"); first == nil || setter != nil && setter.StartByte() < first.StartByte() {
		first = setter
	}
	for n := d.Node.NextNamedSibling(); n != nil; n = n.NextNamedSibling() {
		switch n.Type() {
		case "getter", "setter":
			if first == nil {
				first = n
			}
			d.Span.End = int(n.EndByte())
			continue
		case "line_comment", "multiline_comment":
			continue
		}
		break
	}
	if first == nil {
		return false
	}
	d.HeadEnd = int(first.StartByte())
	return true
}

// delegate reports whether a property has a delegate; the header ends before its lambda.
func delegate(d *grammar.Definition) bool {
	n := child(d.Node, "property_delegate")
	if n == nil {
		return false
	}
	if lambda := bytes.IndexByte(d.Src[n.StartByte():n.EndByte()], '{'); lambda >= 0 {
		d.HeadEnd = int(n.StartByte()) + lambda
	}
	return true
}

// valueOf returns the value after the = of a property, without parentheses.
func valueOf(n *tree.Node) *tree.Node {
	equals := child(n, "=")
	if equals == nil {
		return nil
	}
	value := equals.NextNamedSibling()
	for value != nil && value.Type() == "parenthesized_expression" && value.NamedChildCount() > 0 {
		value = value.NamedChild(0)
	}
	return value
}
