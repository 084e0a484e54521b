package cpp

import (
	"dossier/aggregate/code"
	"dossier/aggregate/code/grammar"
)

// heads are the first lines of declarations, for text that the grammar cannot parse.
var heads = grammar.Heads{
	Modifiers: `static|inline|extern|const|constexpr|virtual|explicit|friend|unsigned|signed|template\s*<[^{;]*>`,
	Lines: []grammar.Head{
		{Kind: code.Macro, Expr: `#\s*define\s+` + grammar.Name},
		{Kind: code.Namespace, Expr: `namespace\s+([\w:]+)\s*(?:\{|$)`},
		{Kind: code.Class, Expr: `class\s+(?:[A-Z_]+\s+)?` + grammar.Name + `\s*(?:final\s*)?(?::[^:;]|\{|$)`},
		{Kind: code.Struct, Expr: `(?:struct|union)\s+(?:[A-Z_]+\s+)?` + grammar.Name + `\s*(?:final\s*)?(?::[^:;]|\{|$)`},
		{Kind: code.Enum, Expr: `enum\s+(?:class\s+|struct\s+)?` + grammar.Name + `\s*(?::[^:;]|\{|$)`},
		{Kind: code.Function, Expr: `(?:[A-Za-z_][\w:]*(?:<[^();]*>)?(?:\s+[*&]*|\s*[*&]+\s*))+(?:(?P<owner>[A-Za-z_][\w:]*)::)?(~?[A-Za-z_]\w*)\s*\([^;{]*(?:\{|$)`},
	},
}
