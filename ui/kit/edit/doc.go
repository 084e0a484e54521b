// Package edit provides text input: [Entry] for one line, [TextBox] for a few, and [Editor] for
// prose of any length, of which only the visible lines are drawn. All of them pass unhandled
// shortcuts to the window, and their carets stop blinking.
//
// All of it runs on the UI goroutine.
package edit
