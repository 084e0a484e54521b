// Package text turns the bytes of a file into text, and names into text that hides
// nothing.
//
// [Decode] says what a file holds: UTF-8, UTF-16 and UTF-32 become a valid UTF-8
// string, and whatever was replaced, left out or should be looked at is counted
// with the line where it first stands. Line ends stay as they are.
//
// [Escape] and [OneLine] keep names that may be hostile on one line, with nothing
// hidden in them. [Language] names the language of a file.
//
// All functions are pure and safe for concurrent use. None fails on any input; the
// only error is [BinaryError], for what is not text.
package text
