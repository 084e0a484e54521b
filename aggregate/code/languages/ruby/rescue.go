package ruby

import (
	"dossier/aggregate/code"
	"dossier/aggregate/code/grammar"
)

// heads are the lines on which declarations begin, for what the grammar cannot read.
var heads = grammar.Heads{
	Modifiers: `private|public|protected|module_function`,
	Lines: []grammar.Head{
		{Kind: code.Function, Expr: `def\s+(?:self\.)?(\w+[?!=]?|[^\w\s(;]+)`},
		{Kind: code.Class, Expr: `class\s+([A-Z][\w:]*)`},
		{Kind: code.Module, Expr: `module\s+([A-Z][\w:]*)`},
	},
}
