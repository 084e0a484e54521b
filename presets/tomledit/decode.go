package tomledit

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/pelletier/go-toml/v2"
	"github.com/pelletier/go-toml/v2/unstable"

	"dossier/models"
)

// SyntaxError reports a document that is not valid TOML.
type SyntaxError struct {
	Position
	Problem string
}

func (e *SyntaxError) Error() string {
	return fmt.Sprintf("a mistake in line %d, column %d: %s", e.Line, e.Column, e.Problem)
}

var mark = []byte("\xef\xbb\xbf") // the byte-order mark, which the parser rejects

// Decode is [Bounds.Decode] for hand-written documents.
func Decode(data []byte) (map[string]any, error) { return usual.Decode(data) }

// Decode decodes data. Its tables are map[string]any, its lists []any, its numbers int64 and
// float64, its times [time.Time] or one of the local types of go-toml. It returns a [*LimitError]
// or a [*SyntaxError].
//
// It uses the parser of go-toml but not its decoder, which detects duplicate keys by linear
// search, so that a few hundred kilobytes can take seconds. Here keys are looked up in maps, and
// decoding takes linear time.
func (b Bounds) Decode(data []byte) (map[string]any, error) {
	if err := b.Check(data); err != nil {
		return nil, err
	}
	src := bytes.TrimPrefix(data, mark)
	values, err := decode(src)
	if err == nil {
		return values, nil
	}
	var at *mistake
	if !errors.As(err, &at) {
		at = &mistake{problem: err.Error()}
		var pe *unstable.ParserError
		if errors.As(err, &pe) {
			at = &mistake{offset: offsetIn(src, pe.Highlight), problem: pe.Message}
		}
	}
	return nil, &SyntaxError{Position{1, 1}.behind(src[:at.offset]), strings.ReplaceAll(at.problem, "toml: ", "")}
}

// mistake is an error at an offset.
type mistake struct {
	offset  int
	problem string
}

func (e *mistake) Error() string { return e.problem }

// offsetIn returns the offset of part, a subslice of src.
func offsetIn(src, part []byte) int { return min(max(cap(src)-cap(part), 0), len(src)) }

// scope is a table that is being decoded.
type scope struct {
	values map[string]any
	below  map[string]*defined // values that later keys or headers can extend
}

// defined is a table, or a list of tables, that is defined by headers or dotted keys.
type defined struct {
	form form   // implicit, header, dotted or blocks
	last *scope // for blocks, the last one
}

func newScope() *scope { return &scope{values: map[string]any{}} }

// begin adds a new table, or the first one of a list, to s.
func (s *scope) begin(key string, f form) *defined {
	d := &defined{form: f, last: newScope()}
	if s.below == nil {
		s.below = map[string]*defined{}
	}
	s.below[key] = d
	s.values[key] = d.last.values
	if f == blocks {
		s.values[key] = []any{d.last.values}
	}
	return d
}

func decode(src []byte) (map[string]any, error) {
	root := newScope()
	current := root
	var p unstable.Parser
	p.Reset(src)
	for p.NextExpression() {
		e := p.Expression()
		var err error
		if e.Kind == unstable.KeyValue {
			err = current.pair(src, e)
		} else {
			current, err = root.header(keysOf(e), e.Kind == unstable.ArrayTable)
		}
		if err == nil {
			continue
		}
		if key := e.Key(); !errors.As(err, new(*mistake)) && key.Next() {
			err = &mistake{int(key.Node().Raw.Offset), err.Error()}
		}
		return nil, err
	}
	return root.values, p.Error()
}

// keysOf returns the parts of an expression's key.
func keysOf(e *unstable.Node) []string {
	keys, _ := keyOf(e)
	return keys
}

// header returns the table that a header begins.
func (s *scope) header(keys []string, list bool) (*scope, error) {
	last := len(keys) - 1
	for _, key := range keys[:last] {
		d := s.below[key]
		if d == nil {
			if _, taken := s.values[key]; taken {
				return nil, fmt.Errorf("key %s already exists as a value", spoken(key))
			}
			d = s.begin(key, implicit)
		}
		s = d.last
	}
	key := keys[last]
	d := s.below[key]
	if d == nil {
		if _, taken := s.values[key]; taken {
			return nil, fmt.Errorf("key %s already exists as a value", spoken(key))
		}
		f := header
		if list {
			f = blocks
		}
		return s.begin(key, f).last, nil
	}
	switch {
	case list && d.form == blocks:
		d.last = newScope()
		elems, _ := s.values[key].([]any)
		s.values[key] = append(elems, d.last.values)
	case d.form == blocks:
		return nil, fmt.Errorf("table %s already exists as an array of tables", spoken(key))
	case !list && d.form == implicit:
		d.form = header
	case d.form == dotted:
		return nil, fmt.Errorf("table %s already exists as defined by a dotted key", spoken(key))
	default:
		return nil, fmt.Errorf("table %s already exists", spoken(key))
	}
	return d.last, nil
}

// pair adds a key and its value, of a line or an inline table.
func (s *scope) pair(src []byte, e *unstable.Node) error {
	keys := keysOf(e)
	last := len(keys) - 1
	for _, key := range keys[:last] {
		d := s.below[key]
		if _, taken := s.values[key]; d == nil && !taken {
			d = s.begin(key, dotted)
		}
		if d == nil || d.form != dotted {
			return fmt.Errorf("key %s is already defined", spoken(key))
		}
		s = d.last
	}
	if _, taken := s.values[keys[last]]; taken {
		return fmt.Errorf("key %s is already defined", spoken(keys[last]))
	}
	v, err := decodeValue(src, e.Value())
	s.values[keys[last]] = v
	return err
}

func decodeValue(src []byte, n *unstable.Node) (any, error) {
	switch n.Kind {
	case unstable.String:
		return string(n.Data), nil
	case unstable.Bool:
		return n.Data[0] == 't', nil
	case unstable.Array:
		list := []any{}
		for it := n.Children(); it.Next(); {
			v, err := decodeValue(src, it.Node())
			if err != nil {
				return nil, err
			}
			list = append(list, v)
		}
		return list, nil
	case unstable.InlineTable:
		s := newScope()
		for it := n.Children(); it.Next(); {
			if err := s.pair(src, it.Node()); err != nil {
				return nil, err
			}
		}
		return s.values, nil
	case unstable.Integer:
		if v, err := strconv.ParseInt(string(n.Data), 10, 64); err == nil {
			return v, nil
		}
	case unstable.Float:
		if v, err := strconv.ParseFloat(string(n.Data), 64); err == nil {
			return v, nil
		}
	}
	// Rare notations and times: go-toml's decoder handles them.
	const before = "v = "
	doc := map[string]any{}
	// An unterminated value is reported after its end, if something follows.
	err := toml.Unmarshal(slices.Concat([]byte(before), n.Data, []byte("\n")), &doc)
	var de *toml.DecodeError
	if errors.As(err, &de) {
		_, column := de.Position()
		offset := offsetIn(src, n.Data) + column - 1 - len(before)
		return nil, &mistake{min(offset, len(src)-1), strings.TrimPrefix(de.Error(), "toml: ")}
	}
	return doc["v"], err
}

// spoken formats one part of a key for a sentence.
func spoken(key string) string { return models.JoinKey("", key) }
