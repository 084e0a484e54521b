// Package article shows formatted text: headings, paragraphs, lists, code, tables, pictures and links, in
// lines of a comfortable length. It is for pages of a manual; package code shows documents.
//
// All of it runs on the UI goroutine.
package article

import "image"

// Kind is the kind of a [Block].
type Kind int

// The kinds of a [Block].
const (
	Paragraph Kind = iota
	Heading
	Code    // monospaced lines
	Table   // rows of cells, the first of which is the heading
	Picture // an image in its own size, but at most as wide as the text
)

// Span is a run of text in one style. Lines may break at its spaces and newlines.
type Span struct {
	Text               string
	Bold, Italic, Mono bool
	Link               string // its target; "" if it is not a link
}

// Block is one part of an article. Blocks are arranged vertically.
type Block struct {
	Kind   Kind
	Level  int      // of a heading, counted from 1
	Indent int      // of a list's items and their content, counted from 0
	Marker string   // at the start of a list item: a bullet or a number
	Spans  []Span   // of a paragraph or a heading
	Text   string   // lines of code
	Rows   [][]Cell // rows of a table
	Image  image.Image
	About  string // description of Image, shown below it
}

// Cell is a cell of a table.
type Cell []Span

// PlainText returns the text of spans without their styles.
func PlainText(spans []Span) string {
	text := ""
	for _, s := range spans {
		text += s.Text
	}
	return text
}
