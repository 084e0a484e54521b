package java

import (
	"dossier/aggregate/code"
	"dossier/aggregate/code/grammar"
)

// heads are the first lines of declarations, for text that the grammar cannot parse.
var heads = grammar.Heads{
	Modifiers: `public|private|protected|static|final|abstract|native|synchronized|strictfp|default|sealed|non-sealed`,
	Lines: []grammar.Head{
		{Kind: code.Interface, Expr: `@?interface\s+` + grammar.Name},
		{Kind: code.Class, Expr: `(?:class|record)\s+` + grammar.Name},
		{Kind: code.Enum, Expr: `enum\s+` + grammar.Name},
		{Kind: code.Function, Expr: `(?:<[^()]*>\s*)?` + grammar.TypeName + `\s+` + grammar.Name + `\s*\(`},
		{Kind: code.Method, Expr: `(?:public|private|protected)\s+(?:<[^()]*>\s*)?` + grammar.Name + `\s*\(`},
	},
}
