// Package revision resolves the names of commits as git does: branches, tags, abbreviated
// IDs and the suffixes ~, ^ and @{upstream}. It also provides merge bases and the log.
//
// Refs are read from loose ref files and packed-refs, or from reftables. A
// [Repository] is a view of one moment: loose refs are read on demand, packed refs
// and tables once. It is not safe for concurrent use.
//
// Nothing is executed, and reading is bounded: a walk over commits ends after [MaxWalk].
package revision
