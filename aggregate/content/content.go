// Package content represents the content of a document as values that are independent of any
// format.
//
// A section creates a [Block] for each thing that it shows. A format renders it as a [Text],
// which also records where its parts are, so that documents never need to be parsed. The package
// contains only values; they are immutable once passed on.
package content

import (
	"fmt"
	"strconv"
	"strings"
)

// Block is one thing that a document shows: a file, a screenshot, an excerpt, the tree.
type Block struct {
	Title  string // for display: a path, "Discussion Excerpt 3"
	Named  bool   // Title is an external name of arbitrary characters, such as a path
	Headed bool   // Title is shown above the body
	Note   string // a remark shown after the title
	Group  string // group within its section, such as a smart context; not rendered
	Body   Body   // nil if empty
}

// Body is one of [Prose], [Code], [Snippet], [Slices], [Image], [Names] and [Lists].
type Body interface{ isBody() }

// Prose is rendered as it is: markup in it is markup of the document.
type Prose string

// Code is rendered literally: nothing in it is markup.
type Code struct {
	Info     string // its language: a language id, "text", "diff"
	Text     string
	From     []int // for each line of Text its line in the file, from 1, or 0; nil if Text is the file
	Numbered bool  // shown with the line numbers of the file
}

// Snippet is a text picked by the user, with its kind and source.
type Snippet struct {
	Kind string // for display: "Code", "Error"
	From Place
	Code
}

// Place is a file, or lines of one. It is unknown if the path is empty.
type Place struct {
	Path       string
	Start, End int // lines from 1, inclusive; 0 if unknown
}

// Lines returns the suffix of the path: ":5-7", or nothing.
func (p Place) Lines() string {
	switch {
	case p.Start <= 0:
		return ""
	case p.End <= 0:
		return ":" + strconv.Itoa(p.Start)
	}
	return ":" + strconv.Itoa(p.Start) + "-" + strconv.Itoa(p.End)
}

// Slices are parts of one file, in the requested order.
type Slices struct {
	Info     string // as in [Code]
	List     []Slice
	Numbered bool // as in [Code]
}

// Slice is a part of a file.
type Slice struct {
	Tag, Comment string // empty if none
	Start, End   int    // lines of the file from 1, inclusive
	Text         string
	From         []int  // as in [Code]; nil if Text is all lines from Start to End
	Problem      string // shown in its place; empty if there is none
}

// Image is an image file.
type Image struct {
	Path    string // relative to the project or absolute
	Caption string
	Problem string // shown in its place; empty if there is none
}

// Names are plain names that are listed below the block's title.
type Names []string

// Lists are lists shown one below the other.
type Lists []List

// List is a labelled list. An inline list shows only titles.
type List struct {
	Label  string
	Inline bool
	Items  []Item
}

// Item is an item of a list. Title and the lines of Text contain no newlines.
type Item struct {
	ID    string
	Title string
	State string   // empty for the default
	Text  []string // lines; blank ones are empty
}

func (Prose) isBody()  {}
func (Code) isBody()   {}
func (Slices) isBody() {}
func (Image) isBody()  {}
func (Names) isBody()  {}
func (Lists) isBody()  {}

// Text is a rendered block: the concatenation of Head, Body and Tail, without a final newline.
// Body is the string of [Code] itself where the format allows it, so that large texts are stored
// once; Head and Tail surround it. A format that delimits the body sets Tail.
type Text struct {
	Head, Body, Tail string
	Items            []int     // for [Lists]: the line of the block, from 0, on which each item begins
	Stretches        []Stretch // for [Slices]: the lines of the body that are lines of the file
}

// Lines builds a text and counts its lines.
type Lines struct {
	b    strings.Builder
	line int
}

// Write appends a text.
func (l *Lines) Write(s string) {
	l.b.WriteString(s)
	l.line += strings.Count(s, "\n")
}

// Line returns the current line of the text, from 0.
func (l *Lines) Line() int { return l.line }

// String returns the text so far.
func (l *Lines) String() string { return l.b.String() }

// At returns the stretches of a slice whose text begins on a line of the body.
func (s Slice) At(line int) []Stretch {
	if s.From == nil {
		return []Stretch{{Line: line, Count: s.End - s.Start + 1, Source: s.Start}}
	}
	return Stretches(s.From, line)
}

// Stretches returns, as stretches, the lines of a file that a text shows; from is as
// in [Code.From]. The text begins on the given line of the body.
func Stretches(from []int, line int) []Stretch {
	out := []Stretch{}
	for i, source := range from {
		n := len(out)
		switch {
		case source <= 0:
		case n > 0 && out[n-1].Source+out[n-1].Count == source && out[n-1].Line+out[n-1].Count == line+i:
			out[n-1].Count++
		default:
			out = append(out, Stretch{Line: line + i, Count: 1, Source: source})
		}
	}
	return out
}

// Stretch maps lines of a body to lines of a file.
type Stretch struct {
	Line   int // of the body, from 0
	Count  int
	Source int // line of the file, from 1, shown on the first of them
}

// Separators are written around the parts of a document. All except Begin start with a newline,
// and all end with one. No token can span the end of a separator: the following text begins with
// neither white space nor a slash.
type Separators struct {
	Begin    string // before the first section; if it is not empty, a document is not split into parts
	Heading  string // after a section heading
	Blocks   string // between two blocks of a section
	Sections string // between two sections
	End      string // at the end of the document
}

// DiscussionTitle is the heading of the discussion's section.
const DiscussionTitle = "Discussion History"

// InstructionTitle is the heading of the instruction's section.
const InstructionTitle = "Instruction"

// ExcerptTitle returns the heading of the n-th discussion excerpt, from 1.
func ExcerptTitle(n int) string { return fmt.Sprintf("Discussion Excerpt %d", n) }
