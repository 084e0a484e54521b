package javascript

import (
	"dossier/aggregate/code"
	"dossier/aggregate/code/grammar"
)

// heads are the first lines of declarations, in JavaScript and its typed variants.
var heads = grammar.Heads{
	Modifiers: `export|default|declare|async|public|private|protected|static|abstract|override|readonly|get|set`,
	Lines: []grammar.Head{
		{Kind: code.Function, Expr: `function\s*\*?\s*` + grammar.Name},
		{Kind: code.Class, Expr: `class\s+` + grammar.Name},
		{Kind: code.Interface, Expr: `interface\s+` + grammar.Name + `\b[^(]*(?:\{|$)`},
		{Kind: code.Enum, Expr: `(?:const\s+)?enum\s+` + grammar.Name},
		{Kind: code.Type, Expr: `type\s+` + grammar.Name + `\s*(?:<[^=]*>)?\s*=`},
		{Kind: code.Namespace, Expr: `(?:namespace|module)\s+([\w.]+)\s*\{`},
		{Kind: code.Function, Expr: `(?:const|let|var)\s+` + grammar.Name + `\s*(?::[^=]*)?=\s*(?:async\s*)?(?:function\b|\([^()]*\)\s*(?::[^=]*)?=>|\w+\s*=>)`},
		{Kind: code.Method, Expr: `[*#]?` + grammar.Name + `\s*(?:<[^()]*>)?\([^;"'\x60]*\)\s*(?::[^{;=]*)?\{\s*$`},
		{Kind: code.Constant, Expr: `const\s+` + grammar.Name},
		{Kind: code.Variable, Expr: `(?:let|var)\s+` + grammar.Name},
	},
}
