// Package grammar reads the syntax trees of tree-sitter into structures.
//
// A [Language] is a grammar, a query, and what its query cannot say. The query's
// captures tell what a node is; [Language.Parse] does the rest, the same for all.
//
//	@definition.KIND            the definition of a symbol; KIND is a kind in lower case
//	@name.definition.KIND       its name
//	@declaration                what the definition is a part of: decorators, export, a
//	                            statement that declares several names
//	@owner                      the type that a method belongs to which stands outside it
//	@scope and @name.scope      a block that gives what it holds its name and is not listed: impl
//	@body                       what a skeleton leaves out; of several in a match all between
//	@value                      the same, if it has more than one line, or is a long literal; ... stands for it
//	@members                    what the header of a type is followed by
//	@doc                        a docstring at the start of a body or of members; it stays
//	@import                     the name of what is brought in; @declaration is the statement
//	@package                    the package or namespace of the whole source
//	@data                       a literal; what stands between its brackets is left out if it
//	                            has more than twenty lines, no definition and no body
//	@skip                       holds nothing to look for
//	@leaf                       the same, and what is wrong in it is told
//
// When several patterns match one node and name, the first pattern of the file counts,
// so the particular stands before the general. Nothing inside a body, a value or what
// is skipped is looked at: a match of it ends the search there, and of most bodies nothing
// is parsed at all ([Bodies]). Only imports are looked for in bodies too, where a word of
// theirs stands in one ([Language.Imports]).
// Whatever was captured, what is headed as a class or another container is never left out
// as a whole ([Language.Container]): a grammar that lost its way takes one for a function.
//
// Comments that document nothing are left out of a skeleton ([Comments.Remarks]).
//
// A tree with errors is repaired after that: what a declaration swallowed is taken from it,
// and what the grammar lost is found by how its line looks ([Heads]).
//
// This is C code. A hostile file can crash it or keep it busy for as long as the limit
// allows, so that it is only called from worker processes and tests.
package grammar
