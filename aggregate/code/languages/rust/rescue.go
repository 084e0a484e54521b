package rust

import (
	"dossier/aggregate/code"
	"dossier/aggregate/code/grammar"
)

// heads are the first lines of declarations, for text that the grammar cannot parse.
var heads = grammar.Heads{
	Modifiers: `pub|async|unsafe|default|extern(?:\s+"[^"]*")?`,
	Lines: []grammar.Head{
		{Kind: code.Function, Expr: `(?:const\s+)?(?:unsafe\s+)?fn\s+` + grammar.Name},
		{Kind: code.Struct, Expr: `(?:struct|union)\s+` + grammar.Name},
		{Kind: code.Enum, Expr: `enum\s+` + grammar.Name},
		{Kind: code.Trait, Expr: `trait\s+` + grammar.Name},
		{Kind: code.Module, Expr: `mod\s+` + grammar.Name + `\s*\{`},
		{Kind: code.Type, Expr: `type\s+` + grammar.Name},
		{Kind: code.Macro, Expr: `macro_rules!\s*` + grammar.Name},
		{Expr: `impl\b(?:\s*<[^{]*?>)?\s+(?:[^{]*?\bfor\s+)?&?\s*([\w:]+)`},
		{Kind: code.Constant, Expr: `(?:const|static(?:\s+mut)?)\s+` + grammar.Name},
	},
}
