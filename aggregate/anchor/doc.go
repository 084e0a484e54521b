// Package anchor makes slices of a text that find themselves again when the text has
// changed.
//
// [Make] keeps with the line numbers a hash of the lines and a few lines from around
// both ends. [Resolve] looks for the slice in today's text and says how sure it is. It
// answers exact or moved only where the hash agrees, so that is never another text; and
// where the same lines stand at several places, among their old neighbours if those can
// tell. It answers changed where the lines kept lead to one place and no second one is nearly as
// good; and lost in every other case: rather nothing than the wrong piece.
//
// Many slices of one text are made and looked for in one [Text], which does once what they
// share. Nothing here reads a file, keeps anything, or starts a goroutine.
//
// Lines end at \n, and a \r before it does not belong to them: a file whose line ends
// were converted has not changed. A final newline ends the last line and begins none.
package anchor
