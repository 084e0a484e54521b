// Package snippets implements notes: pieces of text that accompany the files of a dossier.
//
// [Block] returns the content of a note in a document, [Language] detects its language, and
// [Guess] the type of a pasted text. [FromLines] creates a note from lines of a file, and [Follow]
// locates these again after the file has changed.
//
// All functions are pure and take linear time. A text of unknown type is text without a language:
// no name is better than a wrong one.
package snippets
