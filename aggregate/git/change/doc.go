// Package change tells what has changed in a repository: the state of the work tree, and the
// files that differ between two commits, the index and the work tree, with their texts, the
// lines that differ and a patch that git apply accepts.
//
// A range says what is compared ([ParseRange]). [Open] opens the repository that a folder is in;
// only what is in that folder is compared, and paths are relative to it.
//
// The results are git's: status, renames (from 50 percent of similarity), line endings
// (core.autocrlf, and text and eol of .gitattributes) and ignore rules. What differs on purpose:
// untracked files are part of uncommitted changes, as if they had been added; a submodule has
// changed when its commit has; filters are not run, so that a file with one counts as changed
// when its metadata is not that of the index.
//
// Files of the work tree are read by [disk.Root] alone. Nothing is executed or written. Hostile
// content costs time and memory in proportion to its size, and texts above [MaxText] are named
// but not read.
package change
