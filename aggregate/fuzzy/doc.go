// Package fuzzy finds paths by what a person remembers of them.
//
// A query is words between blanks, and a path is found when each of them fits it.
//
//   - A word fits where it stands in the path as it is, or where its characters stand in
//     this order, each going on in the same word of the path or beginning a later one.
//     hndlr fits handler.go, srvauth fits server/auth.go and HM fits HandleMain.go; auth
//     does not fit data/queue/path.go, where its characters only happen to come in order.
//     A word that begins with a point fits as it is alone: .md does not fit go.mod.
//   - A word with * or ?, or with alternatives in braces, is a pattern as in a
//     composition, and fits the end of a path: *.go each file of that ending, http/*.go
//     the files in any folder of that name. A slash at its beginning ties it to the
//     project's folder. A pattern that is not complete is read as a word.
//   - Words without capitals fit either case, others as they are.
//
// Nothing here keeps state or reads a disk. The work for a path grows with its length
// times that of the query, and most paths are ruled out in one pass.
package fuzzy
