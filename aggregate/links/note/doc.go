// Package note reads one note in Markdown: the links in it, its headings, and the
// references in its smart-context blocks.
//
// Blocks are told apart as CommonMark 0.31 does, so that what stands in code of any kind
// is neither a heading nor a reference: fences of any length, also in quotations and
// lists, indented code, HTML and front matter. Headings are those of the note itself: in
// a quotation or a list there are none. What nests deeper than 32 is text.
//
// All functions are pure and take time linear in their text; none fails on any input.
package note
