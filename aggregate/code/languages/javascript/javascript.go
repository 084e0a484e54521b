// Package javascript reads JavaScript, and what TypeScript has in common with it.
//
// A name whose value is a function is a function, wherever it stands: const, a field of
// a class, an entry of an object, an assignment to exports or to a prototype. So is a
// React component or hook that a call wraps, told by its name. An object that holds
// functions keeps its shape in a skeleton and is listed with them; other values of
// several lines are left out.
package javascript

import (
	_ "embed"

	tree "github.com/smacker/go-tree-sitter"
	sitter "github.com/smacker/go-tree-sitter/javascript"

	"dossier/aggregate/code"
	"dossier/aggregate/code/grammar"
)

//go:embed common.scm
var common string

//go:embed symbols.scm
var query string

// Language reads JavaScript, with or without JSX.
func Language() *grammar.Language {
	return dialect(sitter.GetLanguage, query, false, "javascript", "jsx")
}

// Typed reads a dialect of TypeScript; query tells what it has beside JavaScript.
func Typed(g func() *tree.Language, query, id string) *grammar.Language {
	return dialect(g, query, true, id)
}

func dialect(g func() *tree.Language, query string, typed bool, ids ...string) *grammar.Language {
	return grammar.New(grammar.Language{
		IDs: ids, Support: code.FullSupport, Grammar: g, Query: common + query, Heads: heads,
		Elision: grammar.Braces, Comments: grammar.SlashComments, Refine: refine,
		Data:    isData,
		Prepare: func(src []byte) []byte { return prepare(src, typed) },
	})
}
