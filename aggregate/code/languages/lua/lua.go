// Package lua reads Lua.
package lua

import (
	"bytes"
	_ "embed"
	"strings"

	sitter "github.com/smacker/go-tree-sitter/lua"

	"dossier/aggregate/code"
	"dossier/aggregate/code/grammar"
)

//go:embed symbols.scm
var query string

var comments = grammar.Comments{Line: []string{"--"}, Block: [][2]string{{"--[[", "]]"}}}

// Language reads Lua.
func Language() *grammar.Language {
	return grammar.New(grammar.Language{
		IDs: []string{"lua"}, Support: code.FullSupport, Grammar: sitter.GetLanguage, Query: query,
		Elision: grammar.Words, Comments: comments, Refine: refine,
	})
}

func refine(d *grammar.Definition) bool {
	d.Span.Start = pastComments(d.Src, d.Span)
	d.Name = strings.Join(strings.Fields(d.Name), "")
	if at := strings.LastIndexAny(d.Name, ".:"); at > 0 {
		if d.Name[at] == ':' {
			d.Kind = code.Method
		}
		d.Owner, d.Name = strings.ReplaceAll(d.Name[:at], ":", "."), d.Name[at+1:]
	}
	if !d.Body.Empty() {
		d.Body = body(d)
	}
	if d.Kind == code.Variable && bytes.Contains(d.Src[d.Value.Start:d.Value.End], []byte("function")) {
		d.Value = code.Span{} // it holds functions of its own
	}
	return d.Name != ""
}

// body returns what stands between the parameters of a function and its end, comments
// included.
func body(d *grammar.Definition) code.Span {
	function := d.Node
	if value := function.ChildByFieldName("value"); value != nil {
		function = value
	}
	start, end := 0, 0
	for i := range int(function.NamedChildCount()) {
		switch n := function.NamedChild(i); n.Type() {
		case "function_body_paren":
			start = int(n.EndByte())
		case "function_end":
			end = int(n.StartByte())
		}
	}
	return d.Within(start, end)
}

// pastComments returns where a definition begins behind comments: the grammar counts
// those before a keyword in.
func pastComments(src []byte, s code.Span) int {
	for bytes.HasPrefix(src[s.Start:s.End], []byte("--")) {
		mark := "\n"
		if bytes.HasPrefix(src[s.Start:s.End], []byte("--[[")) {
			mark = "]]"
		}
		at := bytes.Index(src[s.Start:s.End], []byte(mark))
		if at < 0 {
			break
		}
		s = grammar.Trimmed(src, code.Span{Start: s.Start + at + len(mark), End: s.End})
	}
	return s.Start
}
