// Package article shows formatted text: headings, paragraphs, lists, code, tables, pictures and links, in lines of a
// comfortable length. It is for pages of a manual; documents are shown by package code.
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
	Table   // rows of cells, of which the first is the head
	Picture // an image, as large as its pixels or as wide as the text
)

// Span is a run of text in one style. Blanks and line ends in it are places where a line may break.
type Span struct {
	Text               string
	Bold, Italic, Mono bool
	Link               string // where it leads to; "" if it is no link
}

// Block is one part of an article. Blocks are below each other.
type Block struct {
	Kind   Kind
	Level  int      // of a heading, from 1
	Indent int      // of a list's items and what is below them, from 0
	Marker string   // at the start of a list's item: a bullet or a number
	Spans  []Span   // of a paragraph or a heading
	Text   string   // of code: lines
	Rows   [][]Cell // of a table
	Image  image.Image
	About  string // what Image shows; it is shown below it
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
