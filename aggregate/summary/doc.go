// Package summary summarizes a file in a few lines.
//
// [Of] is a pure function of a file's name, language and text. It returns at most a few kilobytes
// and runs in linear time for any text; the same text always gives the same lines.
//
// The declarations in code come from a [Source]. The default, [Lines], reads line by line and
// finds unindented declarations; a parser can replace it in a [Summarizer].
package summary
