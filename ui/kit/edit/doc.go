// Package edit is where a person writes: [Entry] for a line, [TextBox] for a few, and
// [Editor] for prose of any length, of which only the lines in view are drawn. Each
// hands the window the shortcuts that it has no use for, and its caret comes to rest.
//
// All of it runs on the UI goroutine.
package edit
