// Package scala parses Scala, with braces and with indentation.
//
// Objects and givens with members are classes; values of a type are fields and not listed. The
// functions of an extension are methods of the extended type. For a function whose body is an
// expression or indented, only the text after = is elided.
package scala

import (
	"bytes"
	_ "embed"
	"strings"
	"unicode"
	"unicode/utf8"

	sitter "github.com/smacker/go-tree-sitter/scala"

	"dossier/aggregate/code"
	"dossier/aggregate/code/grammar"
	"dossier/aggregate/code/grammar/tree"
)

//go:embed symbols.scm
var query string

// Language returns the definition of Scala 2 and 3, including sbt build files.
func Language() *grammar.Language {
	return grammar.New(grammar.Language{
		IDs: []string{"scala"}, Support: code.FullSupport, Grammar: sitter.GetLanguage, Query: query, Heads: heads,
		Bodies:  grammar.Bodies{End: grammar.AtBrace},
		Elision: grammar.Braces, Comments: grammar.SlashComments, Prepare: prepare, Refine: refine,
	})
}

func refine(d *grammar.Definition) bool {
	withoutNext(d)
	switch d.Node.Type() {
	case "class", "object", "trait":
		d.Unfinished("modifiers", "annotation")
		return true
	case "class_definition":
		refineGiven(d)
	case "object_definition":
		if bytes.HasPrefix(d.Src[d.Span.Start:], []byte("package")) { // what was replaced for the grammar
			d.Kind = code.Namespace
		}
	case "lambda_expression":
		return lambda(d)
	case "extension_definition":
		d.Name = typeName(d.Name)
		return true
	case "function_definition", "function_declaration":
		function(d)
		if d.Scope || inArgument(d.Node) {
			return d.Scope && inArgument(d.Node)
		}
	case "val_definition", "var_definition":
		if !value(d) {
			return false
		}
	case "given_definition":
		if d.NameNode.Equal(d.Node.ChildByFieldName("return_type")) {
			if d.Node.ChildByFieldName("name") != nil {
				return false
			}
			d.Name = "given " + d.Name
		}
		if body := d.Node.ChildByFieldName("body"); d.Kind == code.Constant && body != nil && strings.HasSuffix(body.Type(), "template_body") {
			return false
		}
		if d.Kind == code.Constant && inType(d.Node) {
			d.Scope = true
			return d.SeveralLines()
		}
	}
	switch d.Kind {
	case code.Class, code.Trait, code.Enum, code.Namespace:
		members(d)
	}
	d.Name = strings.Trim(d.Name, "`")
	if !d.Scope {
		d.PastAnnotations(nil, []string{"annotation", "comment", "block_comment"})
	}
	return true
}

// withoutNext ends a definition before the comments of the next one, which the grammar includes
// in an indented body.
func withoutNext(d *grammar.Definition) {
	end := lastOwn(d.Node, indent(d.Src, d.Span.Start))
	for _, s := range []*code.Span{&d.Span, &d.Body, &d.Value, &d.Members} {
		if s.Start < end && s.End > end {
			*s = grammar.Trimmed(d.Src, code.Span{Start: s.Start, End: end})
		}
	}
	d.Span = grammar.Trimmed(d.Src, d.Span)
}

// lastOwn returns the end of a node without trailing comments that are indented by column or
// less.
func lastOwn(n *tree.Node, column int) int {
	end, count := int(n.EndByte()), int(n.ChildCount())
	if count == 0 || isComment(n) {
		return end
	}
	last := n.Child(count - 1)
	c := last
	for c != nil && isComment(c) && int(c.StartPoint().Column) <= column {
		c = c.PrevSibling()
	}
	if c == nil {
		return end
	}
	if own := lastOwn(c, column); own < int(last.EndByte()) {
		return own
	}
	return end // which may be after the last child: string content is not a node
}

func isComment(n *tree.Node) bool { return n.Type() == "comment" || n.Type() == "block_comment" }

// indent returns the indentation of the line that contains an offset.
func indent(src []byte, at int) int {
	line := src[bytes.LastIndexByte(src[:at], '\n')+1:]
	return len(line) - len(bytes.TrimLeft(line, " \t"))
}

// members refines the members of a type, which may be indented after a colon or with, and its end
// marker.
func members(d *grammar.Definition) {
	if d.Members.Empty() {
		unfinished(d)
		return
	}
	d.Members = grammar.Trimmed(d.Src, d.Members)
	if d.Members.Empty() || d.Src[d.Members.Start] == '{' {
		return
	}
	endMarker(d)
	d.Members.End = d.Span.End
	d.MembersText = ": ..."
	if d.Src[d.Members.Start] != ':' { // as in a given
		d.MembersText = "..."
	}
}

// unfinished refines a type without an end: its members are a bracket among the unattached parts
// of an error, or after it.
func unfinished(d *grammar.Definition) {
	if !bytes.HasPrefix(bytes.TrimLeft(d.Src[d.Span.End:], " \t\r\n"), []byte("{")) {
		return
	}
	if next := d.Node.NextSibling(); next != nil && next.Type() == "ERROR" {
		d.Members = grammar.Trimmed(d.Src, grammar.SpanOf(next))
		d.Span.End = d.Members.End
		return
	}
	if parent := d.Node.Parent(); parent != nil && parent.Type() == "ERROR" {
		d.Unfinished()
	}
}

// endMarker extends a definition by a following line "end name".
func endMarker(d *grammar.Definition) {
	rest := bytes.TrimLeft(d.Src[d.Span.End:], " \t\r\n")
	if !bytes.HasPrefix(rest, []byte("end ")) || bytes.IndexByte(d.Src[d.Span.End:len(d.Src)-len(rest)], '\n') < 0 {
		return
	}
	line, _, _ := bytes.Cut(rest, []byte("\n"))
	switch word := string(bytes.TrimSpace(line[len("end "):])); word {
	case d.Name, "given", "extension", "this":
		d.Span.End = len(d.Src) - len(rest) + len(bytes.TrimRight(line, " \t\r"))
	}
}

// shortest is the min length of a body that is elided.
const shortest = len("...") + 1

// function refines the body of a function: braces, or the text after the =.
func function(d *grammar.Definition) {
	body := d.Node.ChildByFieldName("body")
	if body == nil {
		return
	}
	d.Body = grammar.Trimmed(d.Src, d.Body)
	switch body.Type() {
	case "block":
	case "indented_block":
		endMarker(d)
		d.Body, d.BodyText = code.Span{Start: behindEquals(body), End: d.Span.End}, " ..."
	default:
		d.BodyText = "..."
		if d.Body.Len() < shortest {
			d.Body = code.Span{}
		}
	}
	if n := d.Node.Parent(); n != nil && n.Type() == "extension_definition" {
		d.Kind = code.Method
	}
}

// behindEquals returns the end of the = before a body.
func behindEquals(body *tree.Node) int {
	for n := body.PrevSibling(); n != nil; n = n.PrevSibling() {
		if n.Type() == "=" {
			return int(n.EndByte())
		}
	}
	return int(body.StartByte())
}

// lambda elides the text after the arrow of a lambda.
func lambda(d *grammar.Definition) bool {
	d.Body = grammar.Trimmed(d.Src, code.Span{Start: d.Body.Start, End: d.Span.End})
	if d.Body.Len() < shortest { // empty, if the source ends at the arrow
		return false
	}
	if d.Src[d.Body.Start] != '{' {
		d.BodyText = "..."
	}
	return true
}

// value refines a val or a var. It returns false if it is neither listed nor has anything to
// elide.
func value(d *grammar.Definition) bool {
	isObject := false
	kind := code.Variable
	switch v := d.Node.ChildByFieldName("value"); v.Type() {
	case "lambda_expression":
		kind, d.HeadEnd = code.Function, d.Value.Start
		d.Value = code.Span{} // its body is elided separately
	case "block", "case_block", "indented_block":
		if first := v.NamedChild(0); v.Type() == "case_block" || first != nil && first.Type() == "lambda_expression" {
			kind = code.Function
		}
		d.Body, d.Value = grammar.Trimmed(d.Src, d.Value), code.Span{}
		if !d.Body.Empty() && d.Src[d.Body.Start] != '{' {
			d.BodyText = "..."
		}
	case "instance_expression":
		if last := v.NamedChild(int(v.NamedChildCount()) - 1); last != nil && last.Type() == "template_body" {
			isObject, d.HeadEnd = true, d.Value.Start
			d.Value = code.Span{}
		}
	}
	switch {
	case inType(d.Node):
		d.Scope = true
		return isObject || !d.Body.Empty() || d.SeveralLines()
	case kind == code.Variable && d.Node.Type() == "val_definition" && isConstant(d.Name):
		kind = code.Constant
	}
	d.Kind = kind
	return true
}

// inType reports whether a value is a member of a type.
func inType(n *tree.Node) bool {
	parent := n.Parent()
	if parent == nil {
		return false
	}
	switch parent.Type() {
	case "template_body":
		holder := parent.Parent()
		return holder == nil || holder.Type() != "package_clause" && holder.Type() != "package_object"
	case "with_template_body", "enum_body":
		return true
	case "ERROR":
		return n.StartPoint().Column > 0 // the only indication
	}
	return false
}

// inArgument reports whether a function is a method of an object that is not the value of a name.
func inArgument(function *tree.Node) bool {
	members := function.Parent()
	if members == nil || members.Type() != "template_body" {
		return false
	}
	n := members.Parent()
	if n == nil || n.Type() != "instance_expression" {
		return false
	}
	n = n.Parent()
	return n == nil || n.Type() != "val_definition" && n.Type() != "var_definition" && n.Type() != "given_definition"
}

// isConstant reports whether a name is in the style of constants: Limit.
func isConstant(name string) bool {
	first, _ := utf8.DecodeRuneInString(name)
	return unicode.IsUpper(first)
}

// typeName returns the name of a type without type arguments: List for List[T].
func typeName(text string) string {
	text, _, _ = strings.Cut(text, "[")
	return strings.Join(strings.Fields(strings.Trim(text, "() ")), " ")
}
