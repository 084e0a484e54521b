package elixir

import (
	"dossier/aggregate/code"
	"dossier/aggregate/code/grammar"
)

// heads are the lines on which declarations begin, for what the grammar cannot read.
var heads = grammar.Heads{
	Lines: []grammar.Head{
		{Kind: code.Module, Expr: `defmodule\s+([\w.]+)`},
		{Kind: code.Function, Expr: `defp?\s+(\w+[?!]?)`},
		{Kind: code.Function, Expr: `test\s+"((?:[^"\\\n]|\\.)+)"`},
		{Kind: code.Macro, Expr: `defmacrop?\s+(\w+[?!]?)`},
	},
}
