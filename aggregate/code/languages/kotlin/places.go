package kotlin

import "dossier/aggregate/code/grammar/tree"

// mistakes are the nodes, each the last in the one before, by which the grammar takes
// the members of a class for a lambda that is given to what the class is delegated to:
// class A : B by c { }.
var mistakes = [...]string{"delegation_specifier", "explicit_delegation", "call_expression", "call_suffix", "annotated_lambda", "lambda_literal"}

// mistaken returns the members of a class that are taken for a lambda, or nil.
func mistaken(class *tree.Node) *tree.Node {
	n := class
	for _, kind := range mistakes {
		count := int(n.NamedChildCount())
		if count == 0 {
			return nil
		}
		if n = n.NamedChild(count - 1); n.Type() != kind {
			return nil
		}
	}
	return n
}

// isMistaken reports whether a lambda is the members of a class.
func isMistaken(lambda *tree.Node) bool {
	n := lambda
	for i := len(mistakes) - 2; i >= 0; i-- {
		if n = n.Parent(); n == nil || n.Type() != mistakes[i] {
			return false
		}
	}
	class := n.Parent()
	if class == nil || class.Type() != "class_declaration" {
		return false
	}
	members := mistaken(class)
	return members != nil && members.Equal(lambda)
}

// inType reports whether a property is a member of a type.
func inType(property *tree.Node) bool {
	n := property.Parent()
	if n == nil {
		return false
	}
	switch n.Type() {
	case "class_body", "enum_class_body":
		return true
	case "statements":
		return n.Parent() != nil && n.Parent().Type() == "lambda_literal" && isMistaken(n.Parent())
	case "ERROR":
		return property.StartPoint().Column > 0 // all there is to go by
	}
	return false
}

// inArgument reports whether a function is a method of an object that is not the value
// of a property, and so has no name.
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
