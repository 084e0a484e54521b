package code

import (
	"strings"

	"dossier/aggregate/text"
)

// Comment is a comment of a source.
type Comment struct {
	Span
	// Doc is set for documentation: the comments that a skeleton shows.
	Doc bool
}

// Spans returns the spans of comments.
func Spans(comments []Comment) []Span {
	out := make([]Span, len(comments))
	for i, c := range comments {
		out[i] = c.Span
	}
	return out
}

// CommentEdits returns the edits that remove comments from a source: documentation if docs is set,
// and all others if others is set. comments are sorted and disjoint.
//
// The lines of a comment that is alone on them are removed, with the blank lines below it if there
// is one above it too. A comment stays where removing it could change the code: between two parts
// of a line if it has several lines, and below a line that ends with a backslash.
func CommentEdits(src string, comments []Comment, docs, others bool) []text.Edit {
	var edits []text.Edit
	blankAbove := func(start int) bool {
		if n := len(edits); n > 0 && edits[n-1].End == start {
			start = edits[n-1].Start
		}
		above := strings.TrimRight(src[:start], " \t\r")
		return above == "" || isBlankLine(strings.TrimSuffix(above, "\n"))
	}
	at := lineCursor{src: src, end: -1}
	for i, c := range comments {
		if c.Doc && !docs || !c.Doc && !others || c.Empty() {
			continue
		}
		at.moveTo(c.Start)
		first, isFirst := at.start, at.text >= c.Start
		at.moveTo(c.End)
		end := at.end
		before, after := src[first:c.Start], src[c.End:end]
		// Other comments on the same line are removed with their own edits: they count as code here.
		isLast := isBlank(after)
		several := strings.Contains(src[c.Start:c.End], "\n")
		switch {
		case isFirst && strings.HasSuffix(strings.TrimRight(src[:first], "\r\n"), `\`):
		case isFirst && isLast:
			next := min(end+1, len(src))
			follows := i+1 < len(comments) && isBlank(src[next:max(next, comments[i+1].Start)]) && !strings.Contains(src[next:max(next, comments[i+1].Start)], "\n")
			if !follows && blankAbove(first) {
				for next < len(src) && isBlank(src[next:next+lineEnd(src[next:])]) {
					next = min(next+lineEnd(src[next:])+1, len(src))
				}
			}
			edits = append(edits, text.Edit{Start: first, End: next})
		case isLast:
			edits = append(edits, text.Edit{Start: first + len(strings.TrimRight(before, " \t")), End: c.End})
		case isFirst && !several:
			edits = append(edits, text.Edit{Start: c.Start, End: end - len(strings.TrimLeft(after, " \t"))})
		case several:
		case after[0] == ' ' || after[0] == '\t':
			edits = append(edits, text.Edit{Start: first + len(strings.TrimRight(before, " \t")), End: c.End})
		case strings.TrimRight(before, " \t") != before:
			edits = append(edits, text.Edit{Start: c.Start, End: c.End})
		default:
			edits = append(edits, text.Edit{Start: c.Start, End: c.End, New: " "})
		}
	}
	return edits
}

// lineCursor is the line that contains an offset, which only increases: a line may be a megabyte long and contain
// as many comments, so that each line is searched only once.
type lineCursor struct {
	src        string
	start, end int // of the line, without its newline; end is -1 before the first line
	text       int // the first byte of the line that is not blank, or its end
}

// moveTo moves to the line that contains an offset.
func (l *lineCursor) moveTo(at int) {
	if at <= l.end {
		return
	}
	l.start = l.end + 1
	if n := strings.LastIndexByte(l.src[l.start:at], '\n'); n >= 0 {
		l.start += n + 1
	}
	l.end = at + lineEnd(l.src[at:])
	line := l.src[l.start:l.end]
	l.text = l.end - len(strings.TrimLeft(line, blanksInLine))
}

// blanksInLine is white space within a line.
const blanksInLine = " \t\r"

func isBlank(s string) bool { return strings.TrimLeft(s, blanksInLine) == "" }

// isBlankLine reports whether a text ends with a blank line, without its newline.
func isBlankLine(s string) bool { return isBlank(s[strings.LastIndexByte(s, '\n')+1:]) }

// AppendComments appends the encoding of comments, which must be sorted and disjoint, to b.
func AppendComments(b []byte, comments []Comment) []byte {
	w := writer{b: append(b, encodingVersion)}
	w.int(len(comments))
	at := 0
	for _, c := range comments {
		w.int(c.Start - at)
		w.int(c.Len())
		w.bool(c.Doc)
		at = c.End
	}
	return w.b
}

// ReadComments decodes the comments of a source of size bytes. Every span in the result is within
// the source, even if the data is invalid.
func ReadComments(b []byte, size int) ([]Comment, error) {
	if len(b) == 0 || b[0] != encodingVersion {
		return nil, errEncoding
	}
	r := reader{b: b[1:], size: size}
	out := make([]Comment, r.count())
	at := 0
	for i := range out {
		start := at + r.int(size)
		out[i].Span = r.checkedSpan(start, r.int(size))
		out[i].Doc = r.int(1) == 1
		at = out[i].End
	}
	if r.failed || len(r.b) > 0 {
		return nil, errEncoding
	}
	return out, nil
}
