// Package markdown spells the document as Markdown (CommonMark 0.31). No other package
// writes its headings, fences, separators, lists and links, or reads them back.
//
// [CodeSpan], [Fence], [LinkDestination] and [Paragraph] put names and contents that may
// be hostile into a document: nothing that passes through them can end its own block,
// start another or hide text.
//
// All functions are pure and safe for concurrent use.
package markdown
