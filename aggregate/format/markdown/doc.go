// Package markdown renders the document as Markdown (CommonMark 0.31). No other package writes or
// parses its headings, fences, separators, lists and links.
//
// [CodeSpan], [Fence], [LinkDestination] and [Paragraph] escape untrusted names and contents:
// nothing passed through them can end its own block, start another or hide text.
//
// All functions are pure and safe for concurrent use.
package markdown
