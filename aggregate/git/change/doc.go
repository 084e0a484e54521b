// Package change computes what has changed in a repository: the state of the work
// tree, and the files that differ between two commits, the index and the work tree,
// with their texts, their differing lines and a patch that git apply accepts.
//
// A range names the states to compare ([ParseRange]). [Open] opens the repository that a folder is
// in; only the contents of that folder are compared, and paths are relative to it.
//
// The results match git's: status, renames (from 50 percent similarity), line endings
// (core.autocrlf, and text and eol of .gitattributes) and ignore rules. Intentional
// differences: untracked files are part of uncommitted changes, as if they had been added;
// a submodule has changed in a range if its commit has, and in the status also if its content has; filters are not run, so a file with a filter
// counts as changed if its metadata and its bytes differ from the index.
//
// Files of the work tree are read only through [disk.Root]. Nothing is executed or
// written. Hostile content costs time and memory in proportion to its size. Texts
// above [MaxText] are listed by name and not read.
package change
