package lua

import (
	"dossier/aggregate/code"
	"dossier/aggregate/code/grammar"
)

// heads are the lines on which declarations begin, for what the grammar cannot read.
var heads = grammar.Heads{
	Modifiers: `local`,
	Lines: []grammar.Head{
		{Kind: code.Function, Expr: `function\s+(?:(?P<owner>[\w.]+)[.:])?` + grammar.Name + `\s*\(`},
	},
}
