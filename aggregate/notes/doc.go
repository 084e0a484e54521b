// Package notes is about notes: pieces of text that stand beside the files of a dossier.
//
// [Block] says what a document shows of a note, [Language] what it is written in, and
// [Guess] what a text is that a person has pasted. [Take] makes a note of lines of a file,
// and [Follow] finds these again after the file has changed, as slices are found.
//
// What may be relied on: the functions read nothing but their arguments, take a time in
// proportion to them, and the same arguments give the same result. A text of which nothing
// can be told is text, in no language: rather nothing than a wrong name.
package notes
