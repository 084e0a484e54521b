// Package board provides widgets that show a sequence of items and draw only the visible ones: a
// [List] of rows, a [CardList] of texts with heads, a [Strip] of images in a row. All of them are
// a [Board], which implements selection, keyboard, pointer and drags.
//
// The work per frame depends on the height of the window, not on the number of items. Positions
// are float64 or integers, so there is no limit on their number. What is in use keeps its
// position when items change.
//
// All of it runs on the UI goroutine.
package board
