// Package tree lists a project's files and says why each of them is or is not part of
// what can be chosen.
//
// [Scan] gives a [Tree]: an immutable value that holds every name in the project's folder but
// .git. What ignore files, the default list or the kind of a file keep out is there too, with the
// [Reason]; what lies in an ignored folder is not, until [List] asks for it. [Rescan] makes a new
// tree after a change and looks only at the folders that changed. With [Options.NamesOnly] sizes
// come later, by [Measure]. The rules are git's; package ignore applies them, and .git's index
// says what is tracked. Nothing runs git.
//
// Paths are relative to the project and separated by slashes; they stand in the
// order of their bytes. The same files give the same tree, whatever the number of
// processors. At most [MaxFiles] names are listed and [MaxDepth] folders deep; what
// was cut is counted. Symbolic links are listed and never walked through.
//
// Goroutines: [Scan], [Rescan] and [List] start one for each processor and wait for
// all of them before they return. A tree may be used from any number.
package tree
