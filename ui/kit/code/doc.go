// Package code provides [View], which shows documents line by line, with line numbers, folding,
// marks in the margin, search matches, and selection by lines or characters. It draws only the
// visible lines and stores no text: it requests lines from [Lines].
//
// All of it runs on the UI goroutine.
package code
