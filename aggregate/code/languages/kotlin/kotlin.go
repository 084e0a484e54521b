// Package kotlin reads Kotlin.
//
// Properties that compute something, by accessors or by a delegate, are properties; at
// the top level the others are constants and variables, or functions when that is their
// value; in a type they are fields and not listed. An extension is a method of the type
// that it extends. Of a function whose body is an expression the = stays, and ... stands
// for the expression; so with lambdas, whose parameters stay.
//
// In a script, a call that is given a lambda is a block and goes by its name and first
// argument: dependencies, tasks.register.check. A block that holds others keeps its
// shape; the lambda of any other is left out, but for those that say what a build needs.
package kotlin

import (
	"bytes"
	_ "embed"
	"strings"

	sitter "github.com/smacker/go-tree-sitter/kotlin"

	"dossier/aggregate/code"
	"dossier/aggregate/code/grammar"
	"dossier/aggregate/code/grammar/tree"
)

//go:embed symbols.scm
var query string

// Language reads Kotlin, scripts included.
func Language() *grammar.Language {
	return grammar.New(grammar.Language{
		IDs: []string{"kotlin"}, Support: code.FullSupport, Grammar: sitter.GetLanguage, Query: query, Heads: heads,
		Bodies:  grammar.Bodies{End: grammar.AtBrace, Texts: [][2]string{{`"""`, `"""`}}},
		Elision: grammar.Braces, Comments: grammar.SlashComments, Prepare: prepare, Refine: refine,
	})
}

func isBlank(c byte) bool { return bytes.IndexByte([]byte(" \t\r\n"), c) >= 0 }

func refine(d *grammar.Definition) bool {
	switch d.Node.Type() {
	case "class", "interface", "object":
		d.Unfinished("modifiers")
		return true
	case "class_declaration":
		class(d)
	case "companion_object":
		if d.NameNode.Type() == "companion" {
			if child(d.Node, "type_identifier") != nil {
				return false
			}
			d.Name = "Companion"
		}
	case "function_declaration":
		expression(d)
		if d.Scope || inArgument(d.Node) {
			return d.Scope && inArgument(d.Node)
		}
		extension(d)
	case "secondary_constructor":
		braces(d)
	case "property_declaration":
		if !property(d) {
			return false
		}
	case "getter", "setter", "anonymous_function":
		expression(d)
	case "anonymous_initializer":
		braces(d)
	case "lambda_literal":
		return lambda(d)
	case "call_expression":
		return block(d)
	}
	d.Name = strings.Trim(d.Name, "`")
	if !d.Scope {
		d.PastAnnotations([]string{"modifiers"}, []string{"annotation", "line_comment", "multiline_comment"})
		if end, count := pastAnnotations(d.Src, d.Span.Start); count > 0 && end < d.Span.End { // what was taken from the grammar
			d.Declaration = d.Span
			d.Span.Start = end
		}
	}
	if lead := bytes.TrimRight(d.Src[:d.Span.Start], " "); d.Kind == code.Interface && bytes.HasSuffix(lead, []byte("fun")) {
		d.Span.Start = len(lead) - len("fun") // what was taken from the grammar
	}
	return true
}

// class reads a class, an interface or an enum.
func class(d *grammar.Definition) {
	switch {
	case child(d.Node, "interface") != nil:
		d.Kind = code.Interface
	case child(d.Node, "enum") != nil:
		d.Kind = code.Enum
	}
}

// shortest is how long a body must be that ... can stand for.
const shortest = len("...") + 1

// expression makes the body of a function what stands behind its =.
func expression(d *grammar.Definition) {
	if d.Body.Empty() || d.Src[d.Body.Start] != '=' {
		return
	}
	d.Body.Start++
	for d.Body.Start < d.Body.End && isBlank(d.Src[d.Body.Start]) {
		d.Body.Start++
	}
	d.BodyText = "..."
	if d.Body.Len() < shortest {
		d.Body = code.Span{}
	}
}

// braces makes the body of an initialiser its braces, and that of a constructor what it
// calls first, too.
func braces(d *grammar.Definition) {
	open, end := child(d.Node, "{"), child(d.Node, "}")
	if d.Body.Empty() || open == nil || end == nil {
		return
	}
	d.Body = code.Span{Start: int(open.StartByte()), End: int(end.EndByte())}
	if child(d.Node, "constructor_delegation_call") != nil {
		d.Body.Start = int(child(d.Node, ":").StartByte())
	}
}

// elision stands for what a lambda holds.
const elision = " ... "

// lambda leaves out what a lambda holds.
func lambda(d *grammar.Definition) bool {
	body, ok := inside(d.Node)
	d.Body, d.BodyText = body, elision
	return ok && !staysWhole(d.Src, d.Node)
}

// inside returns what stands between the arrow or the bracket of a lambda and its end,
// and whether that is longer than what stands for it.
func inside(lambda *tree.Node) (code.Span, bool) {
	open, end := child(lambda, "->"), child(lambda, "}")
	if open == nil {
		open = child(lambda, "{")
	}
	if open == nil || end == nil {
		return code.Span{}, false
	}
	body := code.Span{Start: int(open.EndByte()), End: int(end.StartByte())}
	return body, body.Len() > len(elision)
}

// extension gives a function or a property the type that it extends for its owner, which
// stands before the point.
func extension(d *grammar.Definition) {
	point := child(d.Node, ".")
	if point == nil || point.PrevSibling() == nil {
		return
	}
	d.Owner = typeName(d.Text(point.PrevSibling()))
	if d.Kind == code.Function && d.Owner != "" {
		d.Kind = code.Method
	}
}

// typeName returns the name of a type without what is not part of a name: Map.Entry for
// Map.Entry<K, V>?.
func typeName(text string) string {
	text, _, _ = strings.Cut(text, "<")
	return strings.Join(strings.Fields(strings.Trim(text, "()? ")), " ")
}
