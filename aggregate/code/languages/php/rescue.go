package php

import (
	"dossier/aggregate/code"
	"dossier/aggregate/code/grammar"
)

// heads are the lines on which declarations begin, for what the grammar cannot read.
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
