package tomledit

import (
	"bytes"
	"fmt"
)

// Bounds say how much of a document is decoded, for a kind of file. Whatever they are,
// a document is refused that would take longer to decode than its size explains.
type Bounds struct {
	Bytes  int // of the document
	Values int // keys and elements of lists, in all: each takes about a hundred bytes of memory
}

// MaxBytes is how large a document may be that people write by hand.
const MaxBytes = 256 << 10

// usual are the bounds of such a document.
var usual = Bounds{Bytes: MaxBytes, Values: MaxBytes}

// The decoder compares each new key with those of its table, so that its time grows with
// the square of the keys of one table: ten thousand take a quarter of a second. A cap on
// bytes alone would let sixty thousand through; tables of a few keys, as many as there
// are, cost next to nothing.
const (
	maxKeys   = 10_000
	maxTables = 10_000
	maxDepth  = 64
	maxDots   = 32
)

// LimitError is a document that passes one of the bounds and was not decoded.
type LimitError struct{ Problem string }

func (e *LimitError) Error() string {
	return e.Problem + "; this looks like a damaged or hostile file"
}

// Check is [Bounds.Check] for a document that people write by hand.
func Check(data []byte) error { return usual.Check(data) }

// Check reports with a [*LimitError] whether data is too large, too deep or too rich
// in keys to be decoded. It accepts broken documents: only the decoder knows syntax.
func (b Bounds) Check(data []byte) error {
	if len(data) > b.Bytes {
		return &LimitError{fmt.Sprintf("it has %d bytes (limit %d)", len(data), b.Bytes)}
	}
	var c census
	if err := c.take(data); err != nil {
		return err
	}
	if c.values > b.Values {
		return &LimitError{fmt.Sprintf("it has %d values (limit %d)", c.values, b.Values)}
	}
	return nil
}

// census counts what a document costs to decode.
type census struct {
	values int
	keys   [maxDepth + 1]int // of the section, and of the inline tables that are open
	most   int               // keys of one table
	pairs  int               // that the decoder compares
	tables map[string]struct{}
}

// take counts what data holds, up to the first thing that is too much.
func (c *census) take(data []byte) error {
	depth, deepest := 0, 0
	dots, longest := 0, 0
	fresh := true // nothing but blanks since the start of the line
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
			c.keys[min(depth, maxDepth)]++
			c.values++
			dots = 0
		case '[', '{':
			if fresh && depth == 0 {
				if err := c.section(data, i); err != nil {
					return err
				}
			}
			dots = 0
			depth++
			deepest = max(deepest, depth)
		case ']', '}':
			if depth > 0 {
				if err := c.close(depth); err != nil {
					return err
				}
				depth--
			}
			dots = 0
		case ',':
			c.values++
			dots = 0
		case '.':
			dots++
			longest = max(longest, dots)
		case '\n':
			dots = 0
		}
		if char == '\n' {
			fresh = true
		} else if char != ' ' && char != '\t' {
			fresh = false
		}
		i++
	}
	switch {
	case deepest > maxDepth:
		return &LimitError{fmt.Sprintf("it is nested %d levels deep (limit %d)", deepest, maxDepth)}
	case longest > maxDots:
		return &LimitError{fmt.Sprintf("a key in it has %d dots (limit %d)", longest, maxDots)}
	}
	for ; depth >= 0; depth-- {
		if err := c.close(depth); err != nil {
			return err
		}
	}
	return nil
}

// section ends the section before the header at offset i. Headers that stand there again,
// as those of a list's elements do, name no table that is new to the one around it.
func (c *census) section(data []byte, i int) error {
	if err := c.close(0); err != nil {
		return err
	}
	header := bytes.TrimSpace(data[i : i+max(bytes.IndexByte(data[i:], '\n'), 0)])
	if _, known := c.tables[string(header)]; known {
		return nil
	}
	if c.tables == nil {
		c.tables = map[string]struct{}{}
	}
	if len(c.tables) == maxTables {
		return &LimitError{fmt.Sprintf("it has more than %d tables", maxTables)}
	}
	c.tables[string(header)] = struct{}{}
	return nil
}

// close ends the table at a depth.
func (c *census) close(depth int) error {
	depth = min(depth, maxDepth) // what is deeper is refused in the end
	n := c.keys[depth]
	c.keys[depth] = 0
	c.most = max(c.most, n)
	c.pairs += n * n
	switch {
	case n > maxKeys:
		return &LimitError{fmt.Sprintf("a table in it has %d keys (limit %d)", n, maxKeys)}
	case c.pairs > maxKeys*maxKeys:
		return &LimitError{fmt.Sprintf("it has too many large tables, one of %d keys", c.most)}
	}
	return nil
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
