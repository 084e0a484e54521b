// Package board shows items in an order, of which it draws those in view: a [List] of rows,
// a [CardList] of texts with a head each, a [Strip] of pictures side by side. They are one
// [Board] under three looks: selection, keyboard, pointer and drags are written once.
//
// Their work for a frame follows the height of the window and not the number of items.
// Places are kept in float64 or whole units, so that number has no bound of its own. What
// is in use stays where it is when items change.
//
// All of it runs on the UI goroutine.
package board
