// Package python parses Python.
package python

import (
	"bytes"
	_ "embed"
	"regexp"
	"strings"

	sitter "github.com/smacker/go-tree-sitter/python"

	"dossier/aggregate/code"
	"dossier/aggregate/code/grammar"
	"dossier/aggregate/code/grammar/tree"
)

//go:embed symbols.scm
var query string

// Language returns the definition of Python.
func Language() *grammar.Language {
	return grammar.New(grammar.Language{
		IDs: []string{"python"}, Support: code.FullSupport, Grammar: sitter.GetLanguage, Query: query, Heads: heads,
		Bodies:  grammar.Bodies{End: grammar.AtDedent, Opening: ":"},
		Elision: grammar.Dots, Comments: grammar.HashComments, Refine: refine,
		Imports: regexp.MustCompile(`\bimport\b`),
	})
}

func refine(d *grammar.Definition) bool {
	d.Body = fromColon(d.Src, d.Body)
	d.Members = fromColon(d.Src, d.Members)
	if d.Kind == code.Variable && !assigned(d) {
		return false
	}
	switch {
	case d.Kind == code.Variable && grammar.IsConstant(d.Name):
		d.Kind = code.Constant
	case d.Kind == code.Type:
		d.Name, _, _ = strings.Cut(d.Name, "[")
	case d.Kind == code.Function && !d.Declaration.Empty() && isProperty(d.Src[d.Declaration.Start:d.Span.Start]):
		d.Kind = code.Property
	}
	return true
}

// Limits of names that are handled individually in one assignment.
const (
	maxChain = 4 // as in the query
	maxNames = 100
)

// assigned finds the parts of an assignment that belong only to one of several names. It returns
// false for a name in an implausibly long list.
func assigned(d *grammar.Definition) bool {
	name := grammar.SpanOf(d.NameNode)
	var left, next, value *tree.Node // next is the end of the name's part of a chain
	value = d.Node
	for i := 0; i <= maxChain && value != nil && value.Type() == "assignment"; i++ {
		target := value.ChildByFieldName("left")
		value = value.ChildByFieldName("right")
		if grammar.SpanOf(target).Contains(name) {
			left, next = target, value
		}
	}
	if left == nil || left.NamedChildCount() > maxNames {
		return false
	}
	if value == nil || value.Type() == "assignment" {
		return true
	}
	d.Value = grammar.SpanOf(value)
	switch {
	case left.Equal(d.NameNode):
		if !d.Node.ChildByFieldName("right").Equal(value) {
			d.Own = []code.Span{{Start: name.Start, End: int(next.StartByte())}}
		}
	case value.Type() == "expression_list", value.Type() == "tuple", value.Type() == "list":
		d.OneOf(grammar.Elements(left), grammar.Elements(value))
	}
	return true
}

// fromColon begins a block at the first comment after the colon: the grammar does not include
// comments before the first statement.
func fromColon(src []byte, block code.Span) code.Span {
	at := block.Start
	for at > 0 {
		line := bytes.LastIndexByte(src[:at], '\n')
		if line < 0 || len(bytes.TrimSpace(src[line:at])) > 0 {
			break
		}
		before := grammar.LineStart(src, line)
		text := bytes.TrimLeft(src[before:line], " \t")
		if len(bytes.TrimSpace(text)) > 0 && text[0] != '#' {
			break
		}
		at = before
		if len(bytes.TrimSpace(text)) > 0 {
			block.Start = line - len(text)
		}
	}
	return block
}

// isProperty reports whether a function has a decorator that makes it a property.
func isProperty(decorators []byte) bool {
	for line := range bytes.Lines(decorators) {
		word := strings.TrimSpace(string(line))
		if end := strings.IndexAny(word, "( \t#"); end >= 0 {
			word = word[:end] // before its arguments or a comment
		}
		switch word[strings.LastIndexAny(word, "@.")+1:] {
		case "property", "cached_property", "abstractproperty", "setter", "getter", "deleter":
			return true
		}
	}
	return false
}
