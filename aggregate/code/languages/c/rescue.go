package c

import (
	"dossier/aggregate/code"
	"dossier/aggregate/code/grammar"
)

// heads are the first lines of declarations, for text that the grammar cannot parse.
var heads = grammar.Heads{
	Modifiers: `static|inline|extern|const|unsigned|signed`,
	Lines: []grammar.Head{
		{Kind: code.Macro, Expr: `#\s*define\s+` + grammar.Name},
		{Kind: code.Struct, Expr: `(?:typedef\s+)?(?:struct|union)\s+` + grammar.Name + `\s*(?:\{|$)`},
		{Kind: code.Enum, Expr: `(?:typedef\s+)?enum\s+` + grammar.Name + `\s*(?:\{|$)`},
		{Kind: code.Function, Expr: `(?:[A-Za-z_]\w*(?:\s+\**|\s*\*+\s*))+` + grammar.Name + `\s*\([^;{]*(?:\{|$)`},
	},
}
