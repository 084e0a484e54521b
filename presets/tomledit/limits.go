package tomledit

import "fmt"

// Bounds of a document. The decoder takes a time that grows with the square of the
// number of keys: ten thousand take a quarter of a second, and a cap on bytes alone
// would let sixty thousand through.
const (
	MaxBytes  = 256 << 10
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

// Check reports with a [*LimitError] whether data is too large, too deep or too rich
// in keys to be decoded. It accepts broken documents: only the decoder knows syntax.
func Check(data []byte) error {
	if len(data) > MaxBytes {
		return &LimitError{fmt.Sprintf("it has %d bytes (limit %d)", len(data), MaxBytes)}
	}
	keys, tables := 0, 0
	depth, deepest := 0, 0
	dots, longest := 0, 0
	fresh := true // nothing but blanks since the start of the line
	for i := 0; i < len(data); {
		c := data[i]
		switch c {
		case '#':
			i = skipComment(data, i)
			continue
		case '"', '\'':
			i = skipString(data, i)
			fresh = false
			continue
		case '=':
			keys++
			dots = 0
		case '[', '{':
			if fresh && depth == 0 {
				tables++
			}
			depth++
			deepest = max(deepest, depth)
			dots = 0
		case ']', '}':
			depth = max(depth-1, 0)
			dots = 0
		case ',':
			dots = 0
		case '.':
			dots++
			longest = max(longest, dots)
		case '\n':
			dots = 0
		}
		if c == '\n' {
			fresh = true
		} else if c != ' ' && c != '\t' {
			fresh = false
		}
		i++
	}
	switch {
	case deepest > maxDepth:
		return &LimitError{fmt.Sprintf("it is nested %d levels deep (limit %d)", deepest, maxDepth)}
	case keys > maxKeys:
		return &LimitError{fmt.Sprintf("it has %d keys (limit %d)", keys, maxKeys)}
	case tables > maxTables:
		return &LimitError{fmt.Sprintf("it has %d tables (limit %d)", tables, maxTables)}
	case longest > maxDots:
		return &LimitError{fmt.Sprintf("a key in it has %d dots (limit %d)", longest, maxDots)}
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
