package ruby

import (
	"dossier/aggregate/code"
	"dossier/aggregate/code/grammar"
)

// heads are the first lines of declarations, for text that the grammar cannot parse.
var heads = grammar.Heads{
	Modifiers: `private|public|protected|module_function`,
	Lines: []grammar.Head{
		{Kind: code.Function, Expr: `def\s+(?:self\.)?(\w+[?!=]?|[^\w\s(;]+)`},
		{Kind: code.Class, Expr: `class\s+([A-Z][\w:]*)`},
		{Kind: code.Module, Expr: `module\s+([A-Z][\w:]*)`},
	},
}
