// Package kotlin parses Kotlin.
//
// Computed properties, with accessors or a delegate, are properties; at the top level the others
// are constants and variables, or functions if that is their value; in a type they are fields and
// not listed. An extension is a method of the type that it extends. For a function with an
// expression body, only the expression after = is elided; likewise for lambdas, whose parameters
// are kept.
//
// In a script, a call with a lambda is a block, named after the function and its first argument:
// dependencies, tasks.register.check. A block that contains others keeps its structure; other
// lambdas are elided, except those that list what a build needs.
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

// Language returns the definition of Kotlin, scripts included.
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
		if end, count := pastAnnotations(d.Src, d.Span.Start); count > 0 && end < d.Span.End { // what was removed for the grammar
			d.Declaration = d.Span
			d.Span.Start = end
		}
		whole := d.Declaration
		if whole.Empty() {
			whole = d.Span
		}
		if start := withContext(d.Src, whole.Start); start < whole.Start {
			d.Declaration = code.Span{Start: start, End: whole.End}
		}
	}
	if lead := bytes.TrimRight(d.Src[:d.Span.Start], " "); d.Kind == code.Interface && bytes.HasSuffix(lead, []byte("fun")) {
		d.Span.Start = len(lead) - len("fun") // what was removed for the grammar
	}
	return true
}

// class refines a class, an interface or an enum.
func class(d *grammar.Definition) {
	switch {
	case child(d.Node, "interface") != nil:
		d.Kind = code.Interface
	case child(d.Node, "enum") != nil:
		d.Kind = code.Enum
	}
}

// shortest is the min length of a body that is elided.
const shortest = len("...") + 1

// expression makes what follows = the body of a function.
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

// braces makes the braces the body of an initializer, and includes the delegated constructor call
// in that of a constructor.
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

// elision replaces the content of a lambda.
const elision = " ... "

// lambda elides the content of a lambda.
func lambda(d *grammar.Definition) bool {
	body, ok := inside(d.Node)
	d.Body, d.BodyText = body, elision
	return ok && !staysWhole(d.Src, d.Node)
}

// inside returns the content of a lambda after the arrow or the bracket, and whether it is longer
// than its replacement.
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

// extension makes the receiver type the owner of an extension function or property.
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

// typeName returns the name of a type without type arguments and other additions: Map.Entry for
// Map.Entry<K, V>?.
func typeName(text string) string {
	text, _, _ = strings.Cut(text, "<")
	return strings.Join(strings.Fields(strings.Trim(text, "()? ")), " ")
}
