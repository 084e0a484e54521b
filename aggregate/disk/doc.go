// Package disk reads what lies in a project's folder, and nothing else.
//
// A [Root] is one folder, held open. Whatever path it is asked for, and however
// symbolic links change while it looks, the bytes that it returns come from a regular
// file inside that folder, or one that the person has [Allowed] by name. No path
// makes it wait: pipes, sockets and devices are refused, and no more is read than
// the limit of the call.
//
// Paths are separated by slashes and relative to the folder, or absolute and in it. They
// are taken as they are, byte for byte; a path that leaves the folder is an
// [*OutsideError], and none may lie deeper than [MaxDepth].
// Symbolic links are followed as long as they stay inside; one that holds an absolute
// path never does.
//
// Every error is one of [*OutsideError], [*TooLargeError], [*IrregularError] and
// [*AccessError], or a context's, and errors.Is tells them apart by [ErrNotFound],
// [ErrOutside], [ErrTooLarge], [ErrIrregular], [ErrUnreadable], [ErrLoop] and
// [ErrTooDeep].
//
// A [Repository] is the enclosing repository of a project, which serves only its
// ignore files and its beads.
//
// All values are safe for concurrent use. The package starts no goroutines.
package disk
