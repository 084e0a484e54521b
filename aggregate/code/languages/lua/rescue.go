package lua

import (
	"dossier/aggregate/code"
	"dossier/aggregate/code/grammar"
)

// heads are the first lines of declarations, for text that the grammar cannot parse.
var heads = grammar.Heads{
	Modifiers: `local`,
	Lines: []grammar.Head{
		{Kind: code.Function, Expr: `function\s+(?:(?P<owner>[\w.]+)[.:])?` + grammar.Name + `\s*\(`},
	},
}
