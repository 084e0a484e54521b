// Package text decodes the bytes of files to text, and makes untrusted names safe to display.
//
// [Decode] converts UTF-8, UTF-16 and UTF-32 to valid UTF-8, and counts replaced, removed and
// suspicious characters with the line of their first occurrence. Line endings are unchanged.
//
// [Escape] and [OneLine] return untrusted names on one line with nothing hidden. [Language]
// detects the language of a file.
//
// All functions are pure and safe for concurrent use. None fails on any input; the only error is
// [BinaryError], for data that is not text.
package text
