package kotlin

import (
	"dossier/aggregate/code"
	"dossier/aggregate/code/grammar"
)

// heads are the first lines of declarations, for text that the grammar cannot parse.
var heads = grammar.Heads{
	Modifiers: `public|private|internal|protected|expect|actual|final|open|abstract|sealed|const|external|override|lateinit|tailrec|operator|infix|inline|suspend|data|annotation|inner|value|companion`,
	Lines: []grammar.Head{
		{Kind: code.Function, Expr: `fun\s+(?:<[^>]*>\s*)?(?:(?P<owner>[\w.]+)(?:<[^()]*>)?\??\.)?` + grammar.Quoted + `\s*\(`},
		{Kind: code.Method, Expr: `(constructor)\s*\(`},
		{Kind: code.Interface, Expr: `(?:fun\s+)?interface\s+` + grammar.Quoted},
		{Kind: code.Enum, Expr: `enum\s+class\s+` + grammar.Quoted},
		{Kind: code.Class, Expr: `(?:class|object)\s+` + grammar.Quoted},
		{Kind: code.Type, Expr: `typealias\s+` + grammar.Quoted},
		{Kind: code.Property, Expr: `va[lr]\s+(?:(?P<owner>[\w.]+)(?:<[^()]*>)?\??\.)?` + grammar.Quoted + `\s*(?::[^={]*)?\b(?:get\(\)|by\s)`},
		{Kind: code.Constant, Expr: `(?:const\s+)?val\s+([A-Z][A-Z0-9_]*)\b`},
		{Kind: code.Variable, Expr: `va[lr]\s+` + grammar.Quoted},
	},
}
