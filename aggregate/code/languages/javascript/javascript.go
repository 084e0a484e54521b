// Package javascript reads JavaScript, and what TypeScript has in common with it.
//
// A name whose value is a function is a function, wherever it stands: const, a field of
// a class, an entry of an object, an assignment to exports or to a prototype. So is a
// React component or hook that a call wraps, told by its name. An object that holds
// functions keeps its shape in a skeleton and is listed with them; other values of
// several lines are left out.
//
// A file with the types of Flow, which a comment says or which follows from what cannot be
// read without, is read by the grammar of TypeScript; see flow.go.
package javascript

import (
	_ "embed"
	"regexp"

	treesitter "github.com/smacker/go-tree-sitter"
	sitter "github.com/smacker/go-tree-sitter/javascript"
	flowGrammar "github.com/smacker/go-tree-sitter/typescript/tsx"

	"dossier/aggregate/code"
	"dossier/aggregate/code/grammar"
)

//go:embed common.scm
var common string

//go:embed symbols.scm
var untyped string

//go:embed typed.scm
var typed string

// Language reads JavaScript, with or without JSX, and with the types of Flow.
func Language() *grammar.Language {
	flow := dialect(flowGrammar.GetLanguage, typed, prepareFlow, "flow")
	l := dialect(sitter.GetLanguage, untyped, prepareUntyped, "javascript", "jsx")
	l.Dialect = func(src []byte, broken bool) *grammar.Language {
		if broken || hasFlowPragma(src) || hasFlowTypes(src) {
			return flow
		}
		return nil
	}
	return l
}

// Typed reads TypeScript by one of its grammars.
func Typed(g func() *treesitter.Language, id string) *grammar.Language {
	return dialect(g, typed, prepareTyped, id)
}

func dialect(g func() *treesitter.Language, query string, prepare func([]byte) []byte, ids ...string) *grammar.Language {
	return grammar.New(grammar.Language{
		IDs: ids, Support: code.FullSupport, Grammar: g, Query: common + query, Heads: heads,
		Bodies:  grammar.Bodies{End: grammar.AtBrace, Texts: [][2]string{{template, template}}, Lambda: "=>"},
		Elision: grammar.Braces, Comments: grammar.SlashComments,
		Refine: refine, Data: isData, Prepare: prepare,
		Imports: regexp.MustCompile(`\b(require|import)\s*\(`),
	})
}

// template is what a text begins and ends with that may go over several lines.
const template = string('`')

func prepareUntyped(src []byte) []byte { return prepare(src, false) }

func prepareTyped(src []byte) []byte { return withMethodNames(prepare(src, true)) }
