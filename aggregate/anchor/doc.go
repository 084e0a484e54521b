// Package anchor makes slices of a text that can be found again after the text has changed.
//
// [Make] stores, with the line numbers, a hash of the lines and a few lines from around both
// ends. [Resolve] locates the slice in the current text and rates the result. It returns exact or
// moved only if the hash matches; if the same lines occur at several places, it prefers the one
// with the old neighbours. It returns changed if the stored lines lead to one place and no other
// is nearly as good, and lost otherwise: no result is better than a wrong one.
//
// Create and resolve many slices of one text with one [Text], which computes what they share
// once. The package reads no files, keeps no state and starts no goroutines.
//
// Lines end with \n. A preceding \r is not part of the line, so converting line endings does not
// change a file. A final newline ends the last line and does not begin another one.
package anchor
