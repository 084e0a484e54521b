package content

import (
	"slices"
	"strconv"
	"strings"
)

// gutterEnd is the separator after a line number.
const gutterEnd = ": "

// Gutter returns the width in bytes of the line numbers that [Block.WithNumbers]
// adds, or 0 if it adds none.
func (b Block) Gutter() int {
	last := 0
	switch body := b.Body.(type) {
	case Code:
		if !body.Numbered {
			return 0
		}
		if last = strings.Count(body.Text, "\n") + 1; body.From != nil {
			last = highest(body.From)
		}
	case Slices:
		if !body.Numbered {
			return 0
		}
		for _, s := range body.List {
			if last = max(last, s.End); s.From != nil {
				last = max(last, highest(s.From))
			}
		}
	default:
		return 0
	}
	return len(strconv.Itoa(last)) + len(gutterEnd)
}

func highest(from []int) int {
	if len(from) == 0 {
		return 0
	}
	return slices.Max(from)
}

// WithNumbers returns the block with each line of its text preceded by its right-aligned
// number in the file, if the body requests it. Lines without a number are indented.
func (b Block) WithNumbers() Block {
	gutter := b.Gutter()
	if gutter == 0 {
		return b
	}
	switch body := b.Body.(type) {
	case Code:
		body.Text = numbered(body.Text, gutter, func(i int) int { return lineOf(body.From, 1, i) })
		b.Body = body
	case Slices:
		body.List = slices.Clone(body.List)
		for i := range body.List {
			s := &body.List[i]
			if s.Problem == "" {
				s.Text = numbered(s.Text, gutter, func(i int) int { return lineOf(s.From, s.Start, i) })
			}
		}
		b.Body = body
	}
	return b
}

// lineOf returns the file line number of line i, from 0, of a text.
func lineOf(from []int, start, i int) int {
	switch {
	case from == nil:
		return start + i
	case i < len(from):
		return from[i]
	}
	return 0
}

// numbered returns a text with line numbers in a gutter.
func numbered(s string, gutter int, number func(i int) int) string {
	var b strings.Builder
	b.Grow(len(s) + gutter*(strings.Count(s, "\n")+1))
	blank := strings.Repeat(" ", gutter)
	i := 0
	for line := range strings.Lines(s) {
		empty := strings.TrimRight(line, "\r\n") == ""
		switch n := number(i); {
		case n > 0:
			digits := strconv.Itoa(n)
			b.WriteString(blank[:max(0, gutter-len(gutterEnd)-len(digits))])
			b.WriteString(digits)
			if b.WriteByte(gutterEnd[0]); !empty {
				b.WriteString(gutterEnd[1:])
			}
		case !empty:
			b.WriteString(blank)
		}
		b.WriteString(line)
		i++
	}
	return b.String()
}

// WithoutNumbers removes the line numbers of a gutter from a rendered text. It leaves other lines
// unchanged.
func WithoutNumbers(s string, gutter int) string {
	if gutter == 0 {
		return s
	}
	var b strings.Builder
	b.Grow(len(s))
	for line := range strings.Lines(s) {
		b.WriteString(line[inGutter(line, gutter):])
	}
	return b.String()
}

// inGutter returns the length of the line number at the beginning of a line, or of
// the blanks in its place; 0 if there is neither.
func inGutter(line string, gutter int) int {
	digits := gutter - len(gutterEnd)
	if len(line) < digits+1 {
		return 0
	}
	number := strings.TrimLeft(line[:digits], " ")
	isNumber := number != "" && strings.Trim(number, "0123456789") == ""
	switch rest := line[digits:]; {
	case isNumber && strings.HasPrefix(rest, gutterEnd):
		return gutter
	case isNumber && rest[0] == gutterEnd[0] && strings.TrimRight(rest[1:], "\r\n") == "":
		return digits + 1
	case number == "" && len(rest) >= len(gutterEnd) && strings.TrimLeft(rest[:len(gutterEnd)], " ") == "":
		return gutter
	}
	return 0
}
