// Package shell reads the shells' scripts as Bash, and the tests of Bats.
package shell

import (
	"bytes"
	_ "embed"
	"strings"

	sitter "github.com/smacker/go-tree-sitter/bash"

	"dossier/aggregate/code"
	"dossier/aggregate/code/grammar"
)

//go:embed symbols.scm
var query string

// Language reads Bash and what is near to it.
func Language() *grammar.Language {
	elision := grammar.Braces
	elision.Empty = "{ :; }"
	return grammar.New(grammar.Language{
		IDs: []string{"shell"}, Support: code.FullSupport, Grammar: sitter.GetLanguage, Query: query,
		Elision: elision, Comments: grammar.HashComments, Prepare: prepare, Refine: refine,
	})
}

// maxOptions bounds the bytes in which the options of a declaration are looked for.
const maxOptions = 200

func refine(d *grammar.Definition) bool {
	switch d.Kind {
	case code.Macro:
		d.Name, _, _ = strings.Cut(d.Name, "=")
		return d.Name != "" && strings.Contains(d.Text(d.NameNode), "=")
	case code.Variable:
		if isConstant(d) {
			d.Kind = code.Constant
		}
	case code.Function:
		if d.Node.Type() == "command" {
			return refineTest(d)
		}
		if d.Body.Len() > 0 && d.Src[d.Body.Start] == '(' {
			d.BodyText = "( ... )"
		}
	}
	return true
}

// isConstant reports whether a variable cannot be assigned to, or by its name should not.
func isConstant(d *grammar.Definition) bool {
	if !d.Declaration.Empty() {
		end := min(d.Span.Start, d.Declaration.Start+maxOptions)
		for word := range strings.FieldsSeq(string(d.Src[d.Declaration.Start:end])) {
			if word == "readonly" || strings.HasPrefix(word, "-") && strings.Contains(word, "r") {
				return true
			}
			if strings.Contains(word, "=") {
				break // options stand in front
			}
		}
	}
	appended := bytes.HasPrefix(d.Src[d.NameNode.EndByte():], []byte("+="))
	return !appended && strings.ToUpper(d.Name) == d.Name && strings.ToLower(d.Name) != d.Name
}

// refineTest makes a function of a test of Bats, which the grammar takes for a command,
// those of its body and one that is called }.
func refineTest(d *grammar.Definition) bool {
	for n := d.Node.NextNamedSibling(); n != nil; n = n.NextNamedSibling() {
		at, start := n.StartPoint(), d.Node.StartPoint()
		if n.Type() == "command" && (at.Column == start.Column || at.Row == start.Row) && d.Text(n) == "}" {
			d.Name = "test " + d.Name
			d.Span.End, d.Body.End = int(n.EndByte()), int(n.EndByte())
			return true
		}
	}
	return false
}
