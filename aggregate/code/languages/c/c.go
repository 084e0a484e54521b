// Package c parses C, and contains what it shares with C++.
package c

import (
	"bytes"
	_ "embed"
	"regexp"
	"strings"

	sitter "github.com/smacker/go-tree-sitter/c"

	"dossier/aggregate/code"
	"dossier/aggregate/code/grammar"
	"dossier/aggregate/code/grammar/tree"
)

//go:embed symbols.scm
var query string

// Includes matches the keyword of an include directive.
var Includes = regexp.MustCompile(`#\s*include`)

// Language returns the definition of C.
func Language() *grammar.Language {
	return grammar.New(grammar.Language{
		IDs: []string{"c"}, Support: code.FullSupport, Grammar: sitter.GetLanguage, Query: query, Heads: heads,
		Elision: grammar.Braces, Comments: grammar.SlashComments, Prepare: Prepare, Refine: Refine,
		Imports: Includes,
	})
}

// Refine finds the name in a declarator, distinguishes functions from variables and fields, and
// adds the semicolon after a type.
func Refine(d *grammar.Definition) bool {
	parent := d.Node.Parent()
	if parent.Type() == "function_definition" { // a K&R parameter
		return false
	}
	typedef := d.Node.Type() == "type_definition"
	switch d.Kind {
	case code.Class, code.Struct, code.Enum:
		found := declared(d, d.NameNode)
		d.Name, d.Owner = found.name, found.owner
		return ofType(d, parent)
	case code.Macro:
		return d.Node.ChildByFieldName("value") != nil || d.Node.ChildByFieldName("parameters") != nil
	case code.Namespace, code.Type:
		if !typedef {
			return true
		}
	}
	if call := macroCall(d); call != "" {
		d.Name, d.Span.End = call, max(d.Span.End, d.Body.End)
		return true
	}
	found := declared(d, d.NameNode)
	if found.name == "" {
		return false
	}
	d.Name, d.Owner = found.name, found.owner
	switch {
	case d.Kind == code.Function && d.Body.Empty() && !found.function:
		return false // int x = 0; in a class, which the grammar takes for a pure function
	case d.Kind == code.Type || d.Kind == code.Function && !d.Body.Empty():
	case found.function:
		d.Kind, d.Value = code.Function, code.Span{}
	case d.Node.Type() == "field_declaration":
		return false
	case d.Kind == code.Variable && isConstant(d, d.NameNode):
		d.Kind = code.Constant
	}
	placed(d, d.NameNode)
	initialised(d)
	if d.Kind == code.Function && d.Owner != "" {
		d.Kind = code.Method
	}
	return true
}

// macroCall returns the macro call in place of a function header, as in TEST(Parser, Empties) { …
// }, or "".
func macroCall(d *grammar.Definition) string {
	n := d.NameNode
	if n.Type() == "function_declarator" {
		if d.Node.Type() != "function_definition" || d.Node.ChildByFieldName("type") != nil || !isMacro(d, n.ChildByFieldName("declarator")) {
			return ""
		}
	} else if n.Type() != "call_expression" {
		return ""
	}
	return strings.Join(strings.Fields(d.Text(n)), " ")
}

// isMacro reports whether a node is a name in macro style.
func isMacro(d *grammar.Definition, n *tree.Node) bool {
	name := d.Text(n)
	return n != nil && n.Type() == "identifier" && len(name) > 1 && strings.ToUpper(name) == name && strings.ToLower(name) != name
}

// name is what a declarator declares.
type name struct {
	owner, name string
	function    bool
}

// maxNesting is the max nesting of declarators.
const maxNesting = 64

// declared returns the name in a declarator: b of *A::b(int).
func declared(d *grammar.Definition, n *tree.Node) name {
	var found name
	var owner []string
	for range maxNesting {
		inner := n.ChildByFieldName("declarator")
		switch n.Type() {
		case "function_declarator":
			found.function = !pointsToFunction(inner)
		case "pointer_type_declarator": // int A::*member
			found.function, owner = false, nil
		case "qualified_identifier":
			if scope := n.ChildByFieldName("scope"); scope != nil {
				owner = append(owner, ownerName(d.Text(scope)))
			}
			inner = n.ChildByFieldName("name")
		case "operator_cast":
			found.function = true
			text, _, _ := strings.Cut(d.Text(n), "(")
			found.name = strings.Join(strings.Fields(text), " ")
		case "reference_declarator", "parenthesized_declarator", "attributed_declarator":
			if inner == nil && n.NamedChildCount() > 0 {
				inner = n.NamedChild(int(n.NamedChildCount()) - 1)
				if n.Type() == "attributed_declarator" {
					inner = n.NamedChild(0)
				}
			}
		case "identifier", "field_identifier", "type_identifier", "destructor_name", "operator_name", "primitive_type",
			"template_function", "template_method", "template_type":
			found.name = strings.Join(strings.Fields(d.Text(n)), " ")
			inner = nil
		}
		if inner == nil || found.name != "" {
			break
		}
		n = inner
	}
	found.name = strings.Replace(found.name, "operator ", "operator", 1)
	if len(found.name) > len("operator") && strings.HasPrefix(found.name, "operator") && isLetter(found.name[len("operator")]) {
		found.name = "operator " + found.name[len("operator"):]
	}
	found.owner = strings.Join(owner, ".")
	return found
}

func isLetter(c byte) bool { return c == '_' || c|0x20 >= 'a' && c|0x20 <= 'z' }

// pointsToFunction reports whether the declarator of a function is a pointer in parentheses, so
// that it declares a variable.
func pointsToFunction(n *tree.Node) bool {
	if n == nil || n.Type() != "parenthesized_declarator" || n.NamedChildCount() == 0 {
		return false
	}
	switch n.NamedChild(int(n.NamedChildCount()) - 1).Type() {
	case "pointer_declarator", "reference_declarator":
		return true
	}
	return false
}

// ownerName returns the name of the type that qualifies a member: Stack for Stack<T, N>, the name
// of the template, but Stack<int*> unchanged.
func ownerName(text string) string {
	text = strings.Join(strings.Fields(text), " ")
	open := strings.IndexByte(text, '<')
	if open < 0 || !strings.HasSuffix(text, ">") {
		return text
	}
	for arg := range strings.SplitSeq(text[open+1:len(text)-1], ",") {
		arg = strings.TrimSuffix(strings.TrimSpace(arg), "...")
		if arg == "" || arg[0] < 'A' || arg[0] > 'Z' || strings.ContainsAny(arg, "<>*&: ") {
			return text
		}
	}
	return text[:open]
}

// withSemicolon extends a type by a directly following semicolon.
func withSemicolon(src []byte, declaration, span code.Span) code.Span {
	if !declaration.Empty() {
		span = declaration
	}
	rest := src[span.End:]
	at := len(rest) - len(bytes.TrimLeft(rest, " \t\r\n"))
	if at < len(rest) && rest[at] == ';' {
		return code.Span{Start: span.Start, End: span.End + at + 1}
	}
	return declaration
}
