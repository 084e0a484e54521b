// Package summary says in a few lines what a file is for.
//
// [Of] is a pure function of a file's name, language and text. It returns at most a few
// kilobytes and looks at each byte a bounded number of times, whatever the text; the
// same text always gives the same lines.
//
// What code declares comes from a [Source]. The one built in, [Lines], reads line by
// line and knows what stands at the left margin; a source that parses can take its
// place in a [Summarizer] without anything else changing.
package summary
