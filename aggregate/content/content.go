// Package content is what a document says, as values that no format has spelled yet.
//
// A section makes a [Block] of each thing that it shows. A format spells it as a [Text],
// which also tells where in it the things stand that somebody may ask for. So nobody has
// to read a document to find its parts. The package holds values only; a value that was
// handed on is never changed.
package content

import (
	"fmt"
	"strconv"
	"strings"
)

// Block is one thing that a document shows: a file, a screenshot, an excerpt, the tree.
type Block struct {
	Title  string // what a reader calls it: a path, "Discussion Excerpt 3"
	Named  bool   // Title is a name from outside, such as a path, of any characters
	Headed bool   // Title stands above the body
	Note   string // what a reader should know of it, beside the title
	Group  string // what of its section it belongs to, such as a smart context; it is not spelled
	Body   Body   // nil: nothing
}

// Body is one of [Prose], [Code], [Snippet], [Slices], [Image], [Names] and [Lists].
type Body interface{ isBody() }

// Prose is text as it stands: markup in it is markup of the document.
type Prose string

// Code is text that a reader sees letter by letter: nothing in it is markup.
type Code struct {
	Info string // what it is written in: a language's id, "text", "diff"
	Text string
}

// Snippet is a text that somebody picked out, with what it is and where it was found.
type Snippet struct {
	Kind string // what a reader calls it: "Code", "Error"
	From Place
	Code
}

// Place is a file, or lines of one. Without a path it is nowhere that is known.
type Place struct {
	Path       string
	Start, End int // lines, from 1, both in it; 0 is unknown
}

// Lines are what stands behind the path: ":5-7", or nothing.
func (p Place) Lines() string {
	switch {
	case p.Start <= 0:
		return ""
	case p.End <= 0:
		return ":" + strconv.Itoa(p.Start)
	}
	return ":" + strconv.Itoa(p.Start) + "-" + strconv.Itoa(p.End)
}

// Slices are parts of one file, in the order asked for.
type Slices struct {
	Info string // as that of [Code]
	List []Slice
}

// Slice is a part of a file.
type Slice struct {
	Tag, Comment string // empty: none
	Start, End   int    // lines of the file, from 1, both in it
	Text         string
	Problem      string // what stands in its place; empty: nothing is wrong
}

// Image is a picture that stands in a file.
type Image struct {
	Path    string // relative to the project or absolute
	Caption string
	Problem string // what stands in its place; empty: nothing is wrong
}

// Names are the names of things of which no more is said than the block's title.
type Names []string

// Lists are lists one below the other.
type Lists []List

// List is a list under a label. One that is inline gives the titles alone.
type List struct {
	Label  string
	Inline bool
	Items  []Item
}

// Item is one thing of a list. Title and the lines of Text are on one line each.
type Item struct {
	ID    string
	Title string
	State string   // empty: the usual one
	Text  []string // lines; blank ones are empty
}

func (Prose) isBody()  {}
func (Code) isBody()   {}
func (Slices) isBody() {}
func (Image) isBody()  {}
func (Names) isBody()  {}
func (Lists) isBody()  {}

// Text is a block as a format spells it: Head, Body and Tail one behind the other. It
// ends without a newline. Body is the text of [Code] itself wherever the format allows
// it, so that a large text is kept once; Head and Tail are what stands around it. A
// format that sets the body off from what is around it gives a Tail.
type Text struct {
	Head, Body, Tail string
	Items            []int     // of [Lists]: the line of the block, from 0, on which each item begins
	Stretches        []Stretch // of [Slices]: the lines of the body that are lines of the file
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

// Line is the line of the text, from 0, in which the next byte will be.
func (l *Lines) Line() int { return l.line }

// String is the text so far.
func (l *Lines) String() string { return l.b.String() }

// At returns the stretch of a slice whose text begins on a line of the body.
func (s Slice) At(line int) Stretch {
	return Stretch{Line: line, Count: s.End - s.Start + 1, Source: s.Start}
}

// Stretch says that lines of a body are lines of a file.
type Stretch struct {
	Line   int // of the body, from 0
	Count  int
	Source int // the line of the file that the first of them is, from 1
}

// Separators are what a format writes around the parts of a document. Each but the first begins
// and each ends with a newline, and none ends where a token could reach over it: what follows
// begins with neither white space nor a slash.
type Separators struct {
	Begin    string // at the beginning of the document, above the first section; it may be empty
	Heading  string // behind the heading of a section
	Blocks   string // between two blocks of a section
	Sections string // between two sections
	End      string // at the end of the document
}

// DiscussionTitle is the heading of the discussion's section.
const DiscussionTitle = "Discussion History"

// InstructionTitle is the heading of the instruction's section.
const InstructionTitle = "Instruction"

// ExcerptTitle is the heading of the n-th excerpt of a discussion, from 1.
func ExcerptTitle(n int) string { return fmt.Sprintf("Discussion Excerpt %d", n) }
