// Package lua parses Lua.
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

// Language returns the definition of Lua.
func Language() *grammar.Language {
	return grammar.New(grammar.Language{
		IDs: []string{"lua"}, Support: code.FullSupport, Grammar: sitter.GetLanguage, Query: query, Heads: heads,
		Elision: grammar.Words, Comments: comments, Prepare: prepare, Refine: refine,
	})
}

func refine(d *grammar.Definition) bool {
	d.Span.Start = begin(d.Src, d.Span)
	name := grammar.SpanOf(d.NameNode)
	name.Start = begin(d.Src, name)
	d.Name = string(d.Src[name.Start:name.End])
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
		d.Members, d.Value = d.Value, code.Span{} // it contains functions
		text := string(d.Src[d.Members.Start:d.Members.End])
		if open, end := strings.IndexByte(text, '{'), strings.LastIndexByte(text, '}'); open >= 0 && end > open && !strings.Contains(text[:open]+text[end:], "\n") {
			d.MembersText = text[:open+1] + " ... " + text[end:] // setmetatable({ ... })
		}
	}
	if !d.Body.Empty() {
		d.Body = body(d)
	}
	return d.Name != "" && !strings.Contains(d.Name, "[")
}

// plain normalizes a field named by a string: M.f for M["f"].
func plain(name string) string {
	for _, quote := range []string{`"`, `'`} {
		if field, ok := strings.CutSuffix(name, quote+"]"); ok {
			name = strings.Replace(field, "["+quote, ".", 1)
		}
	}
	return name
}

// tables returns the names of the fields of the tables that enclose a field, joined by dots.
func tables(d *grammar.Definition) string {
	var names []string
	for n := d.Node.Parent(); n != nil && (n.Type() == "fieldlist" || n.Type() == "tableconstructor" || n.Type() == "field"); n = n.Parent() {
		if n.Type() != "field" {
			continue // only a field has a name, and a list may have thousands of them
		}
		if name := n.ChildByFieldName("name"); name != nil {
			names = append(names, d.Text(name))
		}
	}
	slices.Reverse(names)
	return strings.Join(names, ".")
}

// body returns the text between the parameters of a function and its end, including comments.
func body(d *grammar.Definition) code.Span {
	function := d.Node
	if value := function.ChildByFieldName("value"); value != nil {
		function = value
	} else if args := function.ChildByFieldName("args"); args != nil {
		function = args.NamedChild(1)
	}
	start, end := 0, 0
	for n := range function.Children() { // which may be thousands
		switch n.Type() {
		case "function_body_paren":
			start = int(n.EndByte())
		case "function_end":
			end = int(n.StartByte())
		}
	}
	return d.Within(start, end)
}

// begin returns the start of a node without preceding blanks, which the grammar includes.
func begin(src []byte, s code.Span) int {
	for {
		s = grammar.Trimmed(src, s)
		text := src[s.Start:s.End]
		var n int
		switch {
		case bytes.HasPrefix(text, []byte("--")):
			n = comment(text)
		case bytes.HasPrefix(text, []byte(";")):
			n = 1
		case bytes.HasPrefix(text, []byte("::")):
			n = 2 + bytes.Index(text[2:], []byte("::")) + 2
		case bytes.HasPrefix(text, []byte("goto ")):
			label := len("goto ") + len(text[len("goto "):]) - len(bytes.TrimLeft(text[len("goto "):], " \t"))
			n = wordEnd(text, label)
		}
		if n == 0 || n >= len(text) {
			return s.Start
		}
		s.Start += n
	}
}
