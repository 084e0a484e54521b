package tomledit

import (
	"fmt"
	"strconv"
)

// Bounds say how much of a document is decoded, for a kind of file.
type Bounds struct {
	Bytes  int // of the document
	Values int // keys, tables and elements of lists, in all: each takes some hundred bytes of memory
}

// What people write by hand is refused above these bounds. A composition of ten thousand
// files, each with slices and a mask, takes half of either. Both are decoded in a quarter
// of a second, and in a hundred megabytes of memory, whatever is in the document.
const (
	MaxBytes  = 4 << 20
	MaxValues = 250_000
)

// usual are the bounds of such a document.
var usual = Bounds{Bytes: MaxBytes, Values: MaxValues}

// What is nested is read by functions that call themselves.
const (
	maxDepth = 64
	maxDots  = 32
)

// LimitError is a document that passes one of the bounds and was not decoded.
type LimitError struct {
	Have, Limit int
	Unit        string // of both: bytes, values, levels of brackets, or dots in one key
}

func (e *LimitError) Error() string {
	const hostile = "; this looks like a damaged or hostile file"
	switch e.Unit {
	case "levels":
		return fmt.Sprintf("it is nested %d levels deep (limit %d)"+hostile, e.Have, e.Limit)
	case "dots":
		return fmt.Sprintf("a key in it has %d dots (limit %d)"+hostile, e.Have, e.Limit)
	}
	return "it has " + e.Amount()
}

// Amount returns what there is, and the limit.
func (e *LimitError) Amount() string {
	return fmt.Sprintf("%s %s (limit %s)", grouped(e.Have), e.Unit, grouped(e.Limit))
}

// Ordinary reports whether the document is only large, as files of people can become.
func (e *LimitError) Ordinary() bool { return e.Unit == "bytes" || e.Unit == "values" }

// grouped spells a number with a comma between each three digits.
func grouped(n int) string {
	digits := strconv.Itoa(n)
	for i := len(digits) - 3; i > 0; i -= 3 {
		digits = digits[:i] + "," + digits[i:]
	}
	return digits
}

// Check reports with a [*LimitError] whether data is too large, too deep or too rich
// in values to be decoded. It accepts broken documents: only the parser knows syntax.
func (b Bounds) Check(data []byte) error {
	if len(data) > b.Bytes {
		return &LimitError{len(data), b.Bytes, "bytes"}
	}
	c := countContent(data)
	switch {
	case c.depth > maxDepth:
		return &LimitError{c.depth, maxDepth, "levels"}
	case c.dots > maxDots:
		return &LimitError{c.dots, maxDots, "dots"}
	case c.values > b.Values:
		return &LimitError{c.values, b.Values, "values"}
	}
	return nil
}

// contents is what a document costs to decode.
type contents struct {
	values int // with the tables that dotted keys make
	depth  int // of the deepest bracket
	dots   int // of the longest key
}

func countContent(data []byte) contents {
	var c contents
	depth, dots := 0, 0
	fresh := true    // nothing but blanks since the start of the line
	heading := false // within the brackets of a header
	for i := 0; i < len(data); {
		char := data[i]
		switch char {
		case '#':
			i = skipComment(data, i)
			continue
		case '"', '\'':
			i = skipString(data, i)
			fresh = false
			continue
		case '=':
			c.values += 1 + dots
			dots = 0
		case '[', '{':
			heading = heading || fresh && depth == 0
			dots = 0
			depth++
			c.depth = max(c.depth, depth)
		case ']', '}':
			if heading {
				c.values += 1 + dots
				heading = false
			}
			depth = max(depth-1, 0)
			dots = 0
		case ',':
			c.values++
			dots = 0
		case '.':
			dots++
			c.dots = max(c.dots, dots)
		case '\n':
			dots = 0
			heading = false
		}
		if char == '\n' {
			fresh = true
		} else if char != ' ' && char != '\t' {
			fresh = false
		}
		i++
	}
	return c
}

// skipComment returns the offset of the newline that ends the comment at i.
func skipComment(data []byte, i int) int {
	for i < len(data) && data[i] != '\n' {
		i++
	}
	return i
}

// skipString returns the offset behind the string of any of the four kinds that
// begins at i. One that does not end runs to the end of its line, or of data when it
// may have several lines.
func skipString(data []byte, i int) int {
	quote := data[i]
	if i+2 < len(data) && data[i+1] == quote && data[i+2] == quote {
		for i += 3; i < len(data); i++ {
			if data[i] == '\\' && quote == '"' {
				i++
				continue
			}
			if data[i] == quote && i+2 < len(data) && data[i+1] == quote && data[i+2] == quote {
				i += 3
				// Up to two quotes may stand right before the closing three.
				for n := 0; n < 2 && i < len(data) && data[i] == quote; n++ {
					i++
				}
				return i
			}
		}
		return len(data)
	}
	for i++; i < len(data) && data[i] != '\n'; i++ {
		switch {
		case data[i] == '\\' && quote == '"':
			i++
		case data[i] == quote:
			return i + 1
		}
	}
	return min(i, len(data))
}
