package grammar

import (
	"bytes"
	"slices"

	"dossier/aggregate/code"
)

func (l *Language) docAbove(src []byte, at int) code.Span { return l.Comments.Above(src, at) }

// Above returns the comment that ends on the line directly above an offset, or an empty span.
// Only white space may precede the offset on its line.
func (c Comments) Above(src []byte, at int) code.Span {
	line := len(bytes.TrimRight(src[:at], " \t"))
	if line > 0 && src[line-1] != '\n' {
		return code.Span{} // lines may be a megabyte long, so only their margin is checked
	}
	var doc code.Span
	for line > 0 {
		end := line - 1 // the newline
		start := LineStart(src, end)
		text := bytes.TrimSpace(src[start:end])
		switch {
		case slices.ContainsFunc(c.Line, func(mark string) bool { return bytes.HasPrefix(text, []byte(mark)) }):
		case len(text) > 0:
			start = c.blockAbove(src, end)
			if start < 0 {
				return doc
			}
		default:
			return doc
		}
		first := start + len(src[start:end]) - len(bytes.TrimLeft(src[start:end], " \t"))
		if bytes.HasPrefix(src[first:], []byte("#!")) {
			return doc
		}
		doc.Start = first
		if doc.End == 0 {
			doc.End = end - (len(src[start:end]) - len(bytes.TrimRight(src[start:end], " \t\r")))
		}
		line = LineStart(src, first)
	}
	return doc
}

// With extends a declaration by the comment above it.
func (c Comments) With(src []byte, s code.Span) code.Span {
	if doc := c.Above(src, s.Start); !doc.Empty() {
		s.Start = doc.Start
	}
	return s
}

// blockAbove returns the start of the line on which the block comment that ends at end opens, or
// -1. The comment must be alone on its lines.
func (c Comments) blockAbove(src []byte, end int) int {
	text := bytes.TrimRight(src[:end], " \t\r")
	for _, marks := range c.Block {
		if !bytes.HasSuffix(text, []byte(marks[1])) {
			continue
		}
		from := bytes.LastIndex(text[:len(text)-len(marks[1])], []byte(marks[0]))
		if from < 0 {
			continue
		}
		start := LineStart(src, from)
		if len(bytes.TrimSpace(src[start:from])) == 0 {
			return start
		}
	}
	return -1
}
