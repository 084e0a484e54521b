package php

import (
	"dossier/aggregate/code"
	"dossier/aggregate/code/grammar"
)

// heads are the first lines of declarations, for text that the grammar cannot parse.
var heads = grammar.Heads{
	Modifiers: `public|private|protected|static|abstract|final|readonly`,
	Lines: []grammar.Head{
		{Kind: code.Function, Expr: `function\s+&?\s*` + grammar.Name + `\s*\(`},
		{Kind: code.Class, Expr: `class\s+` + grammar.Name},
		{Kind: code.Interface, Expr: `interface\s+` + grammar.Name},
		{Kind: code.Trait, Expr: `trait\s+` + grammar.Name},
		{Kind: code.Enum, Expr: `enum\s+` + grammar.Name},
	},
}
