// Package tree lists a project's files and explains why each of them can or cannot be selected.
//
// [Scan] returns a [Tree], an immutable value with all names in the project's folder except .git.
// It includes names excluded by ignore files, the default list or their kind, with the [Reason];
// the contents of an ignored folder are only included after [List]. [Rescan] returns a new tree
// after a change and reads only the folders that changed. With [Options.NamesOnly], [Measure]
// adds the sizes later. The rules are git's; package ignore applies them, and .git's index
// determines what is tracked. Git is never run.
//
// Paths are relative to the project, slash-separated and sorted bytewise. The same files give the
// same tree, whatever the number of processors. At most [MaxFiles] names, in folders at most
// [MaxDepth] deep, are listed; names beyond that are counted. Symbolic links are listed but never
// followed.
//
// [Scan], [Rescan] and [List] start one goroutine per processor and wait for all of them before
// they return. A tree is safe for concurrent use.
package tree
