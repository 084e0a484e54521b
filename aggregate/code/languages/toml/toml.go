// Package toml parses TOML. It lists top-level keys, tables and their keys; the tables of an
// array by name, without their keys.
package toml

import (
	"bytes"
	_ "embed"
	"strings"

	sitter "github.com/smacker/go-tree-sitter/toml"

	"dossier/aggregate/code"
	"dossier/aggregate/code/grammar"
	"dossier/aggregate/code/grammar/tree"
)

//go:embed symbols.scm
var query string

// Language returns the definition of TOML.
func Language() *grammar.Language {
	return grammar.New(grammar.Language{
		IDs: []string{"toml"}, Support: code.OutlineOnly, Grammar: sitter.GetLanguage, Query: query,
		Elision: grammar.Dots, Comments: grammar.HashComments, Refine: refine,
	})
}

func refine(d *grammar.Definition) bool {
	switch {
	case d.Kind == code.Table:
		refineTable(d)
	case d.NameNode.Type() == "quoted_key":
		d.Name = strings.Trim(d.Name, `"'`)
	}
	return d.Name != ""
}

// refineTable ends a table after its last key: the grammar includes the comment above the next
// table. An array table is named by its name key.
func refineTable(d *grammar.Definition) {
	if !strings.ContainsAny(d.Name, `"'`) {
		d.Name = strings.Join(strings.Fields(d.Name), "")
	}
	var first, last *tree.Node
	name := ""
	for pair := range d.Node.Children() { // which may be thousands
		if pair.Type() != "pair" || pair.NamedChildCount() < 2 {
			continue
		}
		if first == nil {
			first = pair
		}
		last = pair
		key := d.Text(pair.NamedChild(0))
		if key == "name" || key == "id" && name == "" {
			name = strings.Trim(d.Text(pair.NamedChild(1)), `"'`)
		}
	}
	header := int(d.NameNode.EndByte())
	rest := d.Src[header:d.Span.End]
	d.Span.End = header + bytes.IndexByte(rest, ']') + 1
	if d.Span.End < header+len(rest) && d.Src[d.Span.End] == ']' {
		d.Span.End++
	}
	if last != nil {
		d.Span.End = int(last.EndByte())
		d.Members = code.Span{Start: int(first.StartByte()), End: d.Span.End}
	}
	if d.Node.Type() == "table_array_element" && name != "" {
		d.Name += " " + name
	}
}
