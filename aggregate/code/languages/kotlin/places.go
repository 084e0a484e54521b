package kotlin

import "dossier/aggregate/code/grammar/tree"

// inType reports whether a property is a member of a type.
func inType(property *tree.Node) bool {
	n := property.Parent()
	if n == nil {
		return false
	}
	switch n.Type() {
	case "class_body", "enum_class_body":
		return true
	case "ERROR":
		return property.StartPoint().Column > 0 // the only indication
	}
	return false
}

// inArgument reports whether a function is a method of an object that is not the value of a
// property, and so has no name.
func inArgument(function *tree.Node) bool {
	members := function.Parent()
	if members == nil || members.Type() != "class_body" {
		return false
	}
	n := members.Parent()
	if n == nil || n.Type() != "object_literal" {
		return false
	}
	for n = n.Parent(); n != nil && n.Type() == "parenthesized_expression"; {
		n = n.Parent()
	}
	return n == nil || n.Type() != "property_declaration"
}

// child returns the first child of a type, or nil.
func child(n *tree.Node, kind string) *tree.Node {
	for i := range int(n.ChildCount()) {
		if c := n.Child(i); c.Type() == kind {
			return c
		}
	}
	return nil
}
