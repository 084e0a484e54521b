// Package golang reads Go.
package golang

import (
	"bytes"
	_ "embed"
	"strings"

	sitter "github.com/smacker/go-tree-sitter/golang"

	"dossier/aggregate/code"
	"dossier/aggregate/code/grammar"
)

//go:embed symbols.scm
var query string

// Language reads Go.
func Language() *grammar.Language {
	return grammar.New(grammar.Language{
		IDs: []string{"go"}, Support: code.FullSupport, Grammar: sitter.GetLanguage, Query: query,
		Elision: grammar.Braces, Comments: grammar.SlashComments, Refine: refine,
	})
}

func refine(d *grammar.Definition) bool {
	if d.OwnerNode != nil {
		d.Owner = receiver(d.Owner)
	}
	if d.Kind == code.Interface {
		if open := bytes.IndexByte(d.Src[d.Span.Start:d.Span.End], '{'); open >= 0 {
			d.Members = code.Span{Start: d.Span.Start + open, End: d.Span.End}
		}
	}
	return d.Name != "_"
}

// receiver returns the name of a receiver's type: Server for (s *Server[T]).
func receiver(list string) string {
	list, _, _ = strings.Cut(strings.Trim(list, "()"), "[") // type parameters
	words := strings.FieldsFunc(list, func(r rune) bool { return strings.ContainsRune("()* \t\n", r) })
	if len(words) == 0 {
		return ""
	}
	return words[len(words)-1]
}
