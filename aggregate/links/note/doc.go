// Package note parses a Markdown note: its links, its headings, and the references in its
// smart-context blocks.
//
// It follows the block structure of CommonMark 0.31, so that nothing in code is parsed as a heading or a reference:
// fences of any length, also in quotes and lists, indented code, HTML and front matter. Only top-level headings
// count, not those in a quote or a list. Blocks nested deeper than 32 are text.
//
// All functions are pure and take linear time; none fails on any input.
package note
