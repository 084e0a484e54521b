// Package history reads which files of a repository changed together, without ever running git.
//
// [History.Update] walks from HEAD through the newest commits and records the time
// and the changed files of each. Merges count as changing nothing, and the paths of
// a commit with more than [MaxPaths] files are omitted. Renames are not followed.
//
// Objects and refs are read by packages object and revision, within their limits. Missing objects
// (a shallow or partial clone, borrowed objects) and damaged ones are skipped without an error.
//
// Hostile content costs at most [MaxCommits] commits, [maxTreesPerCommit] folders per commit,
// the limits of an object store, and the time that the context allows.
//
// A history is immutable and safe for concurrent use. It is stored in one file, and
// an update reads only new commits.
package history
