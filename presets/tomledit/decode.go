package tomledit

import (
	"bytes"
	"errors"
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/pelletier/go-toml/v2"
)

// SyntaxError is a document that is not TOML.
type SyntaxError struct {
	Position
	Problem string
}

func (e *SyntaxError) Error() string {
	return fmt.Sprintf("a mistake in line %d, column %d: %s", e.Line, e.Column, e.Problem)
}

var mark = []byte("\xef\xbb\xbf") // the byte-order mark, which the decoder refuses

// Decode is [Bounds.Decode] for a document that people write by hand.
func Decode(data []byte) (map[string]any, error) { return usual.Decode(data) }

// Decode returns what data means. Its tables are map[string]any, its lists []any,
// its numbers int64 and float64, its times [time.Time] or one of the local types of
// go-toml. The error is a [*LimitError] or a [*SyntaxError].
func (b Bounds) Decode(data []byte) (map[string]any, error) {
	if err := b.Check(data); err != nil {
		return nil, err
	}
	data = bytes.TrimPrefix(data, mark)
	values := map[string]any{}
	if err := toml.Unmarshal(data, &values); err != nil {
		se := &SyntaxError{Position{1, 1}, strings.ReplaceAll(err.Error(), "toml: ", "")}
		var de *toml.DecodeError
		if errors.As(err, &de) {
			row, column := de.Position()
			se.Position = Position{row, runeColumn(data, row, column)}
		}
		return nil, se
	}
	return values, nil
}

// runeColumn turns a column that counts bytes into one that counts characters. Both
// count from 1.
func runeColumn(data []byte, row, column int) int {
	for ; row > 1; row-- {
		_, data, _ = bytes.Cut(data, []byte("\n"))
	}
	return utf8.RuneCount(data[:min(column-1, len(data))]) + 1
}
