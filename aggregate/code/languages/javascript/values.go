package javascript

import (
	"strings"

	"dossier/aggregate/code/grammar/tree"
)

// nature is the kind of a value.
type nature int

const (
	plainValue  nature = iota
	function           // an arrow function or a function expression
	wrapped            // a call with a function argument
	made               // anything else that contains a function: an object, or the result of an immediate call
	classValue         // a class, wrapped or not
	objectValue        // an object with functions, wrapped or not
)

// value is the kind of a value and the node that determines it. For a plain value, the node is
// the value without its surroundings.
type value struct {
	is   nature
	node *tree.Node
}

// maxNesting is the max depth at which functions are searched in a value. Deeper ones do not
// belong in an overview.
const maxNesting = 24

// valueOf returns the value of a definition.
func valueOf(definition *tree.Node) value {
	var n *tree.Node
	for _, field := range []string{"value", "right"} {
		if n = definition.ChildByFieldName(field); n != nil {
			break
		}
	}
	n = bare(n)
	if n == nil {
		return value{}
	}
	switch n.Type() {
	case "arrow_function", "function_expression", "generator_function":
		return value{function, n}
	case "class":
		return value{classValue, n}
	case "object", "call_expression", "new_expression":
		if v := inside(n); v.node != nil {
			return v
		}
	}
	return value{plainValue, n}
}

// bare removes parentheses, casts, await and all but the last assignment of a chain from a value.
func bare(n *tree.Node) *tree.Node {
	for range maxNesting {
		if n == nil {
			return nil
		}
		switch n.Type() {
		case "parenthesized_expression", "as_expression", "satisfies_expression", "non_null_expression", "await_expression":
			n = firstNamed(n)
		case "type_assertion":
			n = n.NamedChild(int(n.NamedChildCount()) - 1)
		case "assignment_expression":
			n = n.ChildByFieldName("right")
		default:
			return n
		}
	}
	return n
}

// firstNamed returns the first child that is not a comment.
func firstNamed(n *tree.Node) *tree.Node {
	for i := range int(n.NamedChildCount()) {
		if c := n.NamedChild(i); c.Type() != "comment" {
			return c
		}
	}
	return nil
}

// inside searches an object or a call for the first function or class. It descends into objects,
// calls and what may enclose them, but not into arrays and operators, whose functions are
// anonymous.
func inside(root *tree.Node) value {
	found, object := first(root, nil, 0)
	arguments := root.ChildByFieldName("arguments")
	switch n := found.node; {
	case n == nil:
		return value{}
	case object != nil:
		return value{objectValue, object}
	case found.is == wrapped && (root.Type() != "call_expression" || arguments == nil || n.StartByte() < arguments.StartByte()):
		return value{made, n}
	}
	return found
}

// first returns the first function or class in a node, and the outermost object that encloses it.
// object is the outermost one that encloses the node.
func first(n, object *tree.Node, depth int) (found value, around *tree.Node) {
	switch n.Type() {
	case "arrow_function", "function_expression", "generator_function", "method_definition":
		return value{wrapped, n}, object
	case "class":
		return value{classValue, n}, object
	case "object":
		if object == nil {
			object = n
		}
	case "member_expression":
		if depth == 0 || n.Field() != "function" && n.Field() != "object" {
			return value{}, nil
		}
	case "pair", "call_expression", "new_expression", "arguments", "parenthesized_expression", "as_expression",
		"satisfies_expression", "non_null_expression", "await_expression", "type_assertion":
	default:
		return value{}, nil
	}
	if depth < maxNesting {
		for c := range n.Children() {
			if found, around := first(c, object, depth+1); found.node != nil {
				return found, around
			}
		}
	}
	return value{}, nil
}

// holder is what an entry of an object ultimately belongs to.
type holder int

const (
	noHolder  holder = iota // a decorator, an array, an operator
	statement               // a standalone call
	binding                 // a name whose value is the object
)

// holderOf returns what the object n, or that encloses n, belongs to.
func holderOf(n *tree.Node) holder {
	assigned := false
	for range 2 * maxNesting {
		if n = n.Parent(); n == nil {
			return noHolder
		}
		switch n.Type() {
		case "object", "pair", "call_expression", "new_expression", "arguments", "member_expression", "parenthesized_expression",
			"as_expression", "satisfies_expression", "non_null_expression", "await_expression", "type_assertion":
		case "assignment_expression":
			assigned = true
		case "expression_statement":
			if assigned {
				return binding
			}
			return statement
		case "variable_declarator", "field_definition", "public_field_definition", "export_statement":
			return binding
		default:
			return noHolder
		}
	}
	return noHolder
}

// isExportList reports whether an object only names definitions from elsewhere.
func isExportList(n *tree.Node) bool {
	if n == nil || n.Type() != "object" {
		return false
	}
	names := 0
	for c := range n.Children() {
		switch c.Type() {
		case "shorthand_property_identifier", "spread_element":
			names++
		case "pair":
			if !isReference(c.ChildByFieldName("value")) {
				return false
			}
			names++
		case "{", "}", ",", "comment":
		default:
			return false
		}
	}
	return names > 0
}

// isData reports whether a long literal may be elided; the interface of a component and export
// lists may not.
func isData(src []byte, n *tree.Node) bool {
	if p := n.Parent(); p != nil && (p.Type() == "assignment_expression" || p.Type() == "export_statement") && isExportList(n) {
		return false
	}
	for range 2 * maxNesting {
		if n = n.Parent(); n == nil {
			return true
		}
		switch n.Type() {
		case "pair":
			if key := n.ChildByFieldName("key"); key != nil && isInterface(plain(string(src[key.StartByte():key.EndByte()]))) {
				return false
			}
		case "assignment_expression":
			if left := n.ChildByFieldName("left"); left != nil {
				name, _ := target(string(src[left.StartByte():left.EndByte()]))
				return !isInterface(plain(name))
			}
		case "field_definition", "public_field_definition":
			if name := n.ChildByFieldName("property"); name != nil {
				return !isInterface(plain(string(src[name.StartByte():name.EndByte()])))
			}
		case "call_expression":
			if isMacro(src, n) {
				return false
			}
		case "object", "array", "arguments", "as_expression", "satisfies_expression", "parenthesized_expression":
		default:
			return true
		}
	}
	return true
}

// isReference reports whether a value is the name of something else.
func isReference(n *tree.Node) bool {
	if n == nil {
		return false
	}
	switch n.Type() {
	case "identifier", "member_expression", "undefined":
		return true
	}
	return false
}

// isLiteral reports whether a value is a literal.
func isLiteral(n *tree.Node) bool {
	if n == nil {
		return false
	}
	switch n.Type() {
	case "string", "number", "template_string", "regex", "true", "false", "null", "object", "array", "new_expression":
		return true
	}
	return false
}

// isMacro reports whether a value is a call that declares the interface of a Vue component, which
// is never elided.
func isMacro(src []byte, n *tree.Node) bool {
	switch callee(src, n) {
	case "defineProps", "defineEmits", "defineModel", "defineSlots", "withDefaults":
		return true
	}
	return false
}

// wrapsComponent reports whether a value is a call that wraps a React component: memo(Card),
// React.memo(Card).
func wrapsComponent(src []byte, n *tree.Node) bool {
	name := callee(src, n)
	switch name[strings.LastIndexByte(name, '.')+1:] {
	case "memo", "forwardRef", "lazy":
		return true
	}
	return false
}

// callee returns the called expression of a call as written, or "".
func callee(src []byte, n *tree.Node) string {
	if n == nil || n.Type() != "call_expression" {
		return ""
	}
	f := n.ChildByFieldName("function")
	if f == nil || f.Type() != "identifier" && f.Type() != "member_expression" && f.Type() != "import" {
		return ""
	}
	return string(src[f.StartByte():f.EndByte()])
}

// isRequire reports whether a value is an imported module, or part of one.
func isRequire(src []byte, n *tree.Node) bool {
	for range maxNesting {
		if n == nil {
			return false
		}
		switch n.Type() {
		case "member_expression":
			n = n.ChildByFieldName("object")
		case "call_expression":
			switch callee(src, n) {
			case "require", "import":
				return true
			}
			n = n.ChildByFieldName("function")
		default:
			return false
		}
	}
	return false
}
