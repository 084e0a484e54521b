// Package graph computes which notes of a folder link to which of its files.
//
// [Names] resolves a link to one of the files in the project's tree, so a link never leads to an
// ignored or external file. [Graph] adds the links of the notes. Both are immutable;
// [Graph.Update] returns a new graph in which changed notes were read and affected links resolved
// again, equal to one built from scratch. Links are cached by content: a file that was only
// touched, or whose links are the same, changes nothing.
//
// Reading is bounded: a note has at most [disk.DefaultLimit] bytes and [note.MaxLinks] links, and
// a graph has at most [MaxLinks].
//
// Update reads and resolves in parallel and waits for its goroutines.
package graph
