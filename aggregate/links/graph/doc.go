// Package graph knows which notes of a folder link to which of its files.
//
// [Names] finds the file that a link means, among the files of a project as its tree lists
// them: so a link never leads to what is ignored, or outside. [Graph] adds what the notes
// say. Both are values that never change; [Graph.Update] makes the next one of the notes
// that changed and of those whose links can mean another file since, and it is equal to
// one that is built anew. What a note says is kept by its content: a file that was only
// touched, or whose links are the same, leaves everything as it was.
//
// Reading is bounded: a note has at most [disk.DefaultLimit] bytes, of which
// [note.MaxLinks] links count, and a graph has at most [MaxLinks].
//
// Goroutines: Update reads and resolves on all processors, and waits for that.
package graph
