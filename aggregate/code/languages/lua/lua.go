// Package lua reads Lua.
package lua

import (
	"bytes"
	_ "embed"
	"slices"
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
	switch d.NameNode.Type() {
	case "string":
		d.Name = strings.Trim(d.Name, `"'[]`)
	default:
		d.Name = plain(strings.Join(strings.Fields(d.Name), ""))
		if at := strings.LastIndexAny(d.Name, ".:"); at > 0 {
			if d.Name[at] == ':' {
				d.Kind = code.Method
			}
			d.Owner, d.Name = strings.ReplaceAll(d.Name[:at], ":", "."), d.Name[at+1:]
		}
	}
	switch {
	case d.Kind == code.Method && d.Node.Type() == "field":
		d.Owner = tables(d)
	case d.Kind == code.Variable && bytes.Contains(d.Src[d.Value.Start:d.Value.End], []byte("function")):
		d.Members, d.Value = d.Value, code.Span{} // it holds functions of its own
	}
	if !d.Body.Empty() {
		d.Body = body(d)
	}
	return d.Name != "" && d.Name != "goto" && !strings.Contains(d.Name, "[")
}

// plain writes a field that is named by a text as others are: M.f for M["f"].
func plain(name string) string {
	for _, quote := range []string{`"`, `'`} {
		if field, ok := strings.CutSuffix(name, quote+"]"); ok {
			name = strings.Replace(field, "["+quote, ".", 1)
		}
	}
	return name
}

// tables returns the names of the fields in whose tables a field stands, joined by dots.
func tables(d *grammar.Definition) string {
	var names []string
	for n := d.Node.Parent(); n != nil && (n.Type() == "fieldlist" || n.Type() == "tableconstructor" || n.Type() == "field"); n = n.Parent() {
		if name := n.ChildByFieldName("name"); name != nil {
			names = append(names, d.Text(name))
		}
	}
	slices.Reverse(names)
	return strings.Join(names, ".")
}

// body returns what stands between the parameters of a function and its end, comments
// included.
func body(d *grammar.Definition) code.Span {
	function := d.Node
	if value := function.ChildByFieldName("value"); value != nil {
		function = value
	} else if args := function.ChildByFieldName("args"); args != nil {
		function = args.NamedChild(1)
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
