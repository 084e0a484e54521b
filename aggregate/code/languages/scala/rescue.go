package scala

import (
	"dossier/aggregate/code"
	"dossier/aggregate/code/grammar"
)

// heads are the first lines of declarations, for text that the grammar cannot parse.
var heads = grammar.Heads{
	Modifiers: `private|protected|override|final|abstract|sealed|implicit|lazy|inline|transparent|opaque|open|infix|case`,
	Lines: []grammar.Head{
		{Kind: code.Function, Expr: `def\s+(?:` + grammar.Quoted + `|([^\w\s(\[:=]+))`},
		{Kind: code.Namespace, Expr: `package\s+object\s+` + grammar.Name},
		{Kind: code.Class, Expr: `(?:class|object)\s+` + grammar.Quoted},
		{Kind: code.Trait, Expr: `trait\s+` + grammar.Quoted},
		{Kind: code.Enum, Expr: `enum\s+` + grammar.Quoted},
		{Kind: code.Type, Expr: `type\s+` + grammar.Quoted},
		{Kind: code.Class, Expr: `given\s+` + grammar.Name + `\s*(?:\[[^\]]*\])?\s*(?:\([^)]*\)\s*)*:.*\bwith\s*$`},
		{Expr: `extension\s*(?:\[[^\]]*\]\s*)?\(\s*\w+\s*:\s*([\w.]+)`},
		{Kind: code.Constant, Expr: `val\s+([A-Z]\w*)`},
		{Kind: code.Variable, Expr: `va[lr]\s+` + grammar.Quoted},
	},
}
