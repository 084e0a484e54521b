package golang

import (
	"dossier/aggregate/code"
	"dossier/aggregate/code/grammar"
)

// heads are the first lines of declarations, for text that the grammar cannot parse.
var heads = grammar.Heads{
	Lines: []grammar.Head{
		{Kind: code.Function, Expr: `func\s*(?:\(\s*(?:\w+\s+)?\*?\s*(?P<owner>\w+)[^)]*\)\s*)?` + grammar.Name + `\s*[\[(]`},
		{Kind: code.Struct, Expr: `type\s+` + grammar.Name + `(?:\[[^\]]*\])?\s+struct\b`},
		{Kind: code.Interface, Expr: `type\s+` + grammar.Name + `(?:\[[^\]]*\])?\s+interface\b`},
		{Kind: code.Type, Expr: `type\s+` + grammar.Name},
		{Kind: code.Constant, Expr: `const\s+` + grammar.Name},
		{Kind: code.Variable, Expr: `var\s+` + grammar.Name},
	},
}
