// Package revision finds commits by their names, as git does: branches, tags, abbreviated IDs
// and what is behind ~, ^ and @{upstream}; merge bases; and the log.
//
// Refs are read from files of their own and from packed-refs, or from reftables. A [Repository] is a
// view of one moment: refs are read when they are asked for, packed ones and tables once. It is not safe for concurrent
// use.
//
// Nothing is executed, and what is read is bounded: a walk over commits ends after [MaxWalk].
package revision
