// Package text turns the bytes of a file into text, and text into Markdown that
// means the same.
//
// [Decode] says what a file holds: UTF-8, UTF-16 and UTF-32 become a valid UTF-8
// string, and whatever was replaced, left out or should be looked at is counted
// with the line where it first stands. Line ends stay as they are.
//
// [Escape], [CodeSpan], [Fence] and [LinkDestination] put names and contents that
// may be hostile into a document: nothing that passes through them can end its own
// block, start a new line or hide text. [Language] names the language of a file.
//
// All functions are pure and safe for concurrent use. None fails on any input; the
// only error is [BinaryError], for what is not text.
package text
