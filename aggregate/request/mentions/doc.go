// Package mentions finds the files that a text mentions: a model's answer, a log, a list.
//
// [Find] parses a text once and knows the common forms: plain words, code spans, quotes, fences with their info
// strings, lists in JSON, links, diffs, search-and-replace blocks, tags with a path, the calls and fields of agents,
// commands, and trees drawn with box characters, with ASCII or by indentation. Paths are resolved with the [Names] of
// a project: a path may be abbreviated, begin with the project's own folder, have the separators of Windows, or
// differ in case.
//
// The referenced part of a file is at the end of its path (auth.go:12-40, auth.go#L12), or in the text around it. An
// expression for lines or a symbol is found once for each line of the text, in any language, and belongs to the
// nearest path that a few rules allow: that of its command, of its object or fields, of its sentence ("lines 12 to 40
// of auth.go"), or of the line above the list that it is in.
//
// A word that is not a file of the project is a mention only if it looks like a path: by its extension and its
// context. Addresses, packages, versions, calls, dates and prose with slashes are not mentions. In source code, only
// files of the project are.
//
// A folder, a pattern or a system file is a mention if the text asks for it, even if the project does not have it.
// The address of a forge's file that the project does not have is a mention of another repository's file.
//
// [Symbols] lists the code spans that look like names of symbols; it does not resolve them.
//
// The work is linear in the length of the text. All functions are pure.
package mentions
