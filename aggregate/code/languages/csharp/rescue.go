package csharp

import (
	"dossier/aggregate/code"
	"dossier/aggregate/code/grammar"
)

// heads are the first lines of declarations, for text that the grammar cannot parse.
var heads = grammar.Heads{
	Modifiers: `public|private|protected|internal|static|sealed|abstract|virtual|override|readonly|async|extern|unsafe|new|partial|required|file|ref|const|volatile`,
	Lines: []grammar.Head{
		{Kind: code.Namespace, Expr: `namespace\s+([\w.]+)\s*(?:\{|$)`},
		{Kind: code.Struct, Expr: `(?:record\s+)?struct\s+` + grammar.Name},
		{Kind: code.Class, Expr: `(?:class|record)\s+(?:class\s+)?` + grammar.Name},
		{Kind: code.Interface, Expr: `interface\s+` + grammar.Name},
		{Kind: code.Enum, Expr: `enum\s+` + grammar.Name},
		{Kind: code.Type, Expr: `delegate\s+` + grammar.TypeName + `\s+` + grammar.Name + `\s*(?:<[^()]*>)?\(`},
		{Kind: code.Function, Expr: grammar.TypeName + `\s+(?:(?P<owner>[\w.]+(?:<[^()]*>)?)\.)?` + grammar.Name + `\s*(?:<[^()]*>)?\(`},
		{Kind: code.Method, Expr: `(?:public|private|protected|internal|static)\s+` + grammar.Name + `\s*\(`},
		{Kind: code.Property, Expr: grammar.TypeName + `\s+(this)\s*\[`},
		{Kind: code.Property, Expr: grammar.TypeName + `\s+` + grammar.Name + `\s*(?:\{|=>)`},
		{Kind: code.Property, Expr: `(?:public|private|protected|internal|static|override|virtual)\s+` + grammar.TypeName + `\s+` + grammar.Name + `\s*$`},
	},
}
