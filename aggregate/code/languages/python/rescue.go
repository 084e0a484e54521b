package python

import (
	"dossier/aggregate/code"
	"dossier/aggregate/code/grammar"
)

// heads are the first lines of declarations, for text that the grammar cannot parse.
var heads = grammar.Heads{
	Lines: []grammar.Head{
		{Kind: code.Function, Expr: `(?:async\s+)?def\s+` + grammar.Name},
		{Kind: code.Class, Expr: `class\s+` + grammar.Name},
		{Kind: code.Variable, Expr: grammar.Name + `\s*(?::[^=()]+)?=[^=]`},
	},
}
