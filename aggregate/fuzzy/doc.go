// Package fuzzy finds paths by approximate names.
//
// A query is a list of words separated by blanks. A path matches if each of the words does.
//
//   - A word matches if the path contains it, or contains its characters in this order, where
//     each continues the same word of the path or begins a later one. hndlr matches handler.go,
//     srvauth matches server/auth.go and HM matches HandleMain.go; auth does not match
//     data/queue/path.go, where its characters only happen to be in order. A word that begins
//     with a dot matches only as a whole: .md does not match go.mod.
//   - A word with * or ?, or with alternatives in braces, is a pattern as in a composition and
//     matches the end of a path: *.go matches all files with that extension, http/*.go the
//     files in any folder of that name. A leading slash anchors it to the project's folder.
//     An incomplete pattern is treated as a word.
//   - Words without capitals ignore case, others do not.
//
// The package keeps no state and does not access the disk. The time per path is proportional to
// its length times that of the query, and most paths are ruled out in one pass.
package fuzzy
