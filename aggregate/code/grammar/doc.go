// Package grammar converts the syntax trees of tree-sitter to structures.
//
// A [Language] consists of a grammar, a query, and code for what the query cannot express. The
// query's captures determine the role of a node; [Language.Parse] does the rest for all
// languages.
//
//	@definition.KIND            the definition of a symbol; KIND is a kind in lower case
//	@name.definition.KIND       its name
//	@declaration                what the definition is part of: decorators, export, a
//	                            statement that declares several names
//	@owner                      the type of a method that is declared outside it
//	@scope and @name.scope      a block that qualifies the names in it and is not listed: impl
//	@body                       what a skeleton omits; if several, everything between them
//	@value                      the same, if it has several lines or is a long literal;
//	                            replaced by ...
//	@members                    what follows the header of a type
//	@doc                        a docstring at the start of a body or of members; it is kept
//	@import                     the name of an import; @declaration is the statement
//	@package                    the package or namespace of the whole source
//	@data                       a literal; the part between its brackets is omitted if it
//	                            has more than twenty lines, no definition and no body
//	@skip                       contains nothing to search
//	@leaf                       the same, but syntax errors in it are reported
//
// If several patterns match the same node and name, the first one in the file applies, so special
// patterns must precede general ones. Bodies, values and skipped nodes are not searched: a match
// ends the search there, and most bodies are not even parsed ([Bodies]). Only imports are also
// searched in bodies, if those contain an import keyword ([Language.Imports]). Whatever was
// captured, a node with the header of a class or another container is never omitted as a whole
// ([Language.Container]), because a grammar can mistake it for a function after a syntax error.
//
// Comments without documentation are omitted from a skeleton ([Comments.Remarks]).
//
// A tree with errors is then repaired: declarations that include later ones are shortened, and
// lost ones are found by their lines ([Heads]).
//
// This package runs C code. A hostile file can crash it or occupy it up to the time limit, so it
// is only called in worker processes and tests.
package grammar
