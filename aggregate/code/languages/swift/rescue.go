package swift

import (
	"dossier/aggregate/code"
	"dossier/aggregate/code/grammar"
)

// heads are the first lines of declarations, for text that the grammar cannot parse.
var heads = grammar.Heads{
	Modifiers: `public|private|fileprivate|internal|open|package|static|class|final|override|mutating|nonmutating|consuming|borrowing|convenience|required|dynamic|lazy|weak|unowned|indirect|nonisolated|isolated|distributed|optional|prefix|postfix|infix`,
	Lines: []grammar.Head{
		{Kind: code.Function, Expr: `func\s+(?:` + grammar.Quoted + `|([^\w\s(<]+))`},
		{Kind: code.Method, Expr: `(init|deinit)\b[?!]?\s*[<({]`},
		{Kind: code.Property, Expr: `(subscript)\s*[<(]`},
		{Kind: code.Property, Expr: `var\s+` + grammar.Quoted + `\s*:[^={]*\{`},
		{Kind: code.Class, Expr: `(?:class|actor)\s+` + grammar.Name},
		{Kind: code.Struct, Expr: `struct\s+` + grammar.Name},
		{Kind: code.Enum, Expr: `enum\s+` + grammar.Name},
		{Kind: code.Interface, Expr: `protocol\s+` + grammar.Name},
		{Expr: `extension\s+([\w.]+)`},
		{Kind: code.Type, Expr: `(?:typealias|associatedtype)\s+` + grammar.Name},
		{Kind: code.Macro, Expr: `macro\s+` + grammar.Name},
		{Kind: code.Constant, Expr: `let\s+` + grammar.Quoted},
		{Kind: code.Variable, Expr: `var\s+` + grammar.Quoted},
	},
}
