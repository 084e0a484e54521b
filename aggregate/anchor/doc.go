// Package anchor makes slices of a text that find themselves again when the text has
// changed.
//
// [Make] keeps with the line numbers a hash of the lines and a few lines from around
// both ends. [Resolve] looks for the slice in today's text and says how sure it is. It
// answers exact or moved only where the hash agrees, so that is never another text. It
// answers changed where the lines kept lead to one place and no second one is nearly as
// good; and lost in every other case: rather nothing than the wrong piece.
//
// Lines end at \n, and a \r before it does not belong to them: a file whose line ends
// were converted has not changed. A final newline ends the last line and begins none.
package anchor
