// Package history reads what changed together in a repository, without ever running git.
//
// [History.Update] walks from HEAD through the newest commits and says of each when it was
// made and which files it changed. Merges change nothing of their own; a commit of more than
// [MaxPaths] files says nothing about any of them. Renames are not followed.
//
// Read are HEAD, refs and packed refs, and below objects loose ones and packs (version 2, with
// an index of version 2). Everything lies in the folders of [gitrepo.Repository], which belong
// to this very checkout, and no symbolic link leads out of them: alternates are not read, nor
// is a repository whose objects are named by SHA-256. What is missing (a shallow repository)
// or damaged is left out without an error; names of objects are not verified.
//
// Hostile content costs at most: [MaxCommits] commits, [maxObject] bytes for an object,
// [maxChain] deltas in a row, [maxTrees] folders for a commit, [maxInflated] bytes in all, and
// the time that the context leaves.
//
// A history is a value that never changes, and is safe for concurrent use. It is kept in one
// file, and the next one reads the new commits alone.
package history
