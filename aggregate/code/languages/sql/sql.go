// Package sql parses the create statements of SQL scripts. There is no skeleton, because a schema
// is one already.
package sql

import (
	"bytes"
	_ "embed"
	"strings"

	sitter "github.com/smacker/go-tree-sitter/sql"

	"dossier/aggregate/code"
	"dossier/aggregate/code/grammar"
)

//go:embed symbols.scm
var query string

// Language returns the definition of SQL.
func Language() *grammar.Language {
	return grammar.New(grammar.Language{
		IDs: []string{"sql"}, Support: code.OutlineOnly, Grammar: sitter.GetLanguage, Query: query,
		Elision:  grammar.Elision{Body: "...", Short: "...", Value: "...", Members: "( ... )"},
		Comments: grammar.Comments{Line: []string{"--", "#"}, Block: [][2]string{{"/*", "*/"}}}, Refine: refine,
	})
}

// refine removes the quotes of a name and includes the semicolon in the statement.
func refine(d *grammar.Definition) bool {
	d.Name = strings.Join(strings.FieldsFunc(d.Name, func(r rune) bool { return strings.ContainsRune("\"`[] \t\r\n", r) }), "")
	rest := d.Src[d.Span.End:]
	if at := len(rest) - len(bytes.TrimLeft(rest, " \t\r\n")); at < len(rest) && rest[at] == ';' {
		d.Declaration = code.Span{Start: d.Span.Start, End: d.Span.End + at + 1}
	}
	return true
}
