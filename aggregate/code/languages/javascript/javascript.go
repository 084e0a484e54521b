// Package javascript parses JavaScript, and contains what it shares with TypeScript.
//
// A name whose value is a function is a function, wherever it is: const, a class field, an object
// entry, an assignment to exports or to a prototype. So is a React component or hook wrapped in a
// call, recognized by its name. An object with functions keeps its structure in a skeleton and is
// listed with them; other multi-line values are elided.
//
// A file with Flow types, declared in a comment or detected by syntax that requires them, is
// parsed with the TypeScript grammar; see flow.go.
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

// Language returns the definition of JavaScript, with or without JSX, and with Flow types.
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

// Typed returns the definition of TypeScript for one of its grammars.
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

// template is the delimiter of strings that can span lines.
const template = string('`')

func prepareUntyped(src []byte) []byte { return prepare(src, false) }

func prepareTyped(src []byte) []byte { return withMethodNames(prepare(src, true)) }
