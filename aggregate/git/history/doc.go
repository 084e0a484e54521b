// Package history reads what changed together in a repository, without ever running git.
//
// [History.Update] walks from HEAD through the newest commits and says of each when it was
// made and which files it changed. Merges change nothing of their own; a commit of more than
// [MaxPaths] files says nothing about any of them. Renames are not followed.
//
// Objects and refs are read by packages object and revision, within their bounds. What is missing
// (a shallow or partial clone, borrowed objects) or damaged is left out without an error.
//
// Hostile content costs at most [MaxCommits] commits, [maxTrees] folders for a commit, what a
// store of objects may read, and the time that the context leaves.
//
// A history is a value that never changes, and is safe for concurrent use. It is kept in one
// file, and the next one reads the new commits alone.
package history
