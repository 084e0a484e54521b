// Package disk reads files in a project's folder, and nothing else.
//
// A [Root] is an open folder. Whatever path is requested, and however symbolic links change
// concurrently, it returns only bytes of regular files inside that folder, or of files that the
// user has [Allowed] by name. It never blocks: pipes, sockets and devices are rejected, and no
// more bytes are read than the limit of the call.
//
// Paths are slash-separated and relative to the folder, or absolute and inside it. They are used
// byte for byte; a path that leaves the folder is an [*OutsideError], and none may be deeper than
// [MaxDepth]. Symbolic links are followed as long as they stay inside; absolute ones never do.
//
// Other folders can be mounted: label:/a.go is a file of the one with that label, and each is as
// closed as the project's. Every method takes such paths.
//
// Every error is an [*OutsideError], [*TooLargeError], [*IrregularError], [*AccessError] or
// [*MountError], or a context's error. errors.Is distinguishes them by [ErrNotFound], [ErrOutside], [ErrTooLarge],
// [ErrIrregular], [ErrUnreadable], [ErrLoop] and [ErrTooDeep].
//
// A [Repository] is the enclosing repository of a project. It gives access only to its ignore
// files and beads.
//
// All values are safe for concurrent use. The package starts no goroutines.
package disk
