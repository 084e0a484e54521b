package elixir

import (
	"dossier/aggregate/code"
	"dossier/aggregate/code/grammar"
)

// heads are the first lines of declarations, for text that the grammar cannot parse.
var heads = grammar.Heads{
	Lines: []grammar.Head{
		{Kind: code.Module, Expr: `defmodule\s+([\w.]+)`},
		{Kind: code.Function, Expr: `defp?\s+(\w+[?!]?)`},
		{Kind: code.Function, Expr: `test\s+"((?:[^"\\\n]|\\.)+)"`},
		{Kind: code.Macro, Expr: `defmacrop?\s+(\w+[?!]?)`},
	},
}
