// Package code shows documents line by line: [View] has line numbers, folds, marks in the
// margin, matches, and a selection by lines or characters. It draws only the lines in view
// and holds no text: it asks [Lines] for those that it needs.
//
// All of it runs on the UI goroutine.
package code
