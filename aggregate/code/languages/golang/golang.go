// Package golang parses Go, with the standard library's parser if it accepts the source, else
// with a grammar.
package golang

import (
	"bytes"
	_ "embed"
	"slices"
	"strings"

	sitter "github.com/smacker/go-tree-sitter/golang"

	"dossier/aggregate/code"
	"dossier/aggregate/code/grammar"
	"dossier/aggregate/code/grammar/tree"
)

//go:embed symbols.scm
var query string

// Language returns the definition of Go.
func Language() *grammar.Language {
	return grammar.New(grammar.Language{
		IDs: []string{"go"}, Support: code.FullSupport, Grammar: sitter.GetLanguage, Query: query, Heads: heads,
		Elision: grammar.Braces, Comments: grammar.SlashComments, Refine: refine,
		Exact: read, CommentSpans: comments,
	})
}

func refine(d *grammar.Definition) bool {
	if d.OwnerNode != nil {
		d.Owner = receiver(d.Owner)
	}
	if t := d.Node.ChildByFieldName("type"); t != nil && t.Type() == "interface_type" {
		if open := bytes.IndexByte(d.Src[t.StartByte():t.EndByte()], '{'); open >= 0 {
			d.Members = code.Span{Start: int(t.StartByte()) + open, End: int(t.EndByte())}
		}
	}
	switch d.Node.Type() {
	case "const_spec", "var_spec":
		names := grammar.Elements(d.Node)
		if i := slices.IndexFunc(names, func(n *tree.Node) bool { return n.Type() != "identifier" }); i >= 0 {
			names = names[:i]
		}
		d.OneOf(names, grammar.Elements(d.Node.ChildByFieldName("value")))
	}
	return d.Name != "_"
}

// receiver returns the type name of a receiver: Server for (s *Server[T]).
func receiver(list string) string {
	list, _, _ = strings.Cut(strings.Trim(list, "()"), "[") // type parameters
	words := strings.FieldsFunc(list, func(r rune) bool { return strings.ContainsRune("()* \t\n", r) })
	if len(words) == 0 {
		return ""
	}
	return words[len(words)-1]
}
