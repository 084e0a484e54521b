package tomledit

import (
	"fmt"
	"strconv"
)

// Bounds are the limits of decoded documents for a kind of file.
type Bounds struct {
	Bytes  int // of the document
	Values int // total number of keys, tables and list elements, each of which takes some hundred bytes of memory
}

// Limits of hand-written documents. A composition of ten thousand files, each with slices and a
// mask, takes half of either. Any document within them is decoded in a quarter of a second, in a
// hundred megabytes of memory.
const (
	MaxBytes  = 4 << 20
	MaxValues = 250_000
)

// usual are the limits of such a document.
var usual = Bounds{Bytes: MaxBytes, Values: MaxValues}

// Limits of nesting, which is processed recursively.
const (
	maxDepth = 64
	maxDots  = 32
)

// LimitError reports a document that exceeds a limit and was not decoded.
type LimitError struct {
	Have, Limit int
	Unit        string // of both numbers: bytes, values, levels of brackets, or dots in one key
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

// Amount formats the actual value and the limit.
func (e *LimitError) Amount() string {
	return fmt.Sprintf("%s %s (limit %s)", grouped(e.Have), e.Unit, grouped(e.Limit))
}

// Ordinary reports whether the document is merely large, as users' files can become.
func (e *LimitError) Ordinary() bool { return e.Unit == "bytes" || e.Unit == "values" }

// grouped formats a number with thousands separators.
func grouped(n int) string {
	digits := strconv.Itoa(n)
	for i := len(digits) - 3; i > 0; i -= 3 {
		digits = digits[:i] + "," + digits[i:]
	}
	return digits
}

// Check returns a [*LimitError] if data is too large, too deeply nested or has too many values to
// be decoded. It accepts invalid documents: only the parser checks syntax.
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

// contents is the cost of decoding a document.
type contents struct {
	values int // including the tables defined by dotted keys
	depth  int // max nesting of brackets
	dots   int // max number in a key
}

func countContent(data []byte) contents {
	var c contents
	depth, dots := 0, 0
	fresh := true    // only blanks since the start of the line
	heading := false // inside the brackets of a header
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

// skipString returns the offset after the string of any of the four kinds at i. An unterminated
// one extends to the end of its line, or of data if it may be multi-line.
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
				// Up to two quotes may directly precede the closing three.
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
