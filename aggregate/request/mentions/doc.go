// Package mentions finds the files that a text names: what a model has answered, a log, a
// list.
//
// [Find] reads a text once and knows the common forms: plain words, code spans, quotes,
// fences and what stands behind their language, lists in JSON, links, differences, blocks
// to search and replace, tags with a path, the calls and fields of agents, commands, and
// trees drawn with box characters, with ASCII or by indenting. What a path means is
// looked up in the [Names] of a project: a path may be written short, with the project's own
// folder before it, with the separators of Windows, or in another case.
//
// What part of a file is meant stands at the path's end (auth.go:12-40, auth.go#L12), or the text
// around it says so. An expression for lines or a symbol is found once for each line of the text,
// whatever its language, and belongs to the nearest path that a few rules allow: that of its
// command, of its object or fields, of its sentence ("lines 12 to 40 of auth.go"), or of the line
// above the list that it is in.
//
// What names no file of the project is a mention only where it looks like a path: by its
// ending, by where it stands. Addresses, packages, versions, calls, dates and prose with
// slashes are none. In source code only what is a file of the project counts.
//
// A folder, a pattern or a file of the system is a mention where the text asks for it, also when
// the project has none; the address of a forge's file that the project does not have is one of
// another repository.
//
// [Symbols] lists the code spans that look like the names of symbols; where these are
// defined is for others to say.
//
// The work grows with the length of the text. All functions are pure.
package mentions
