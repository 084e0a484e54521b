package chat

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
)

// value is a part of valid JSON and its offset in the text. It shares memory with the text, so
// entries must copy it.
type value struct {
	raw string
	at  int
}

// object holds the values of a JSON object for the keys that are used, so that an object with
// many other keys takes little memory.
type object []field

type field struct {
	key string
	value
}

// neededKeys are the keys that the reader needs.
var neededKeys = func() map[string]bool {
	asked := map[string]bool{"mapping": true, "current_node": true, "children": true, "parent": true, "metadata": true, hiddenKey: true, "message": true, "type": true}
	for _, keys := range [][]string{listKeys, systemKeys, contentKeys, callKeys, roleKeys, timeKeys, titleKeys, partKeys} {
		for _, key := range keys {
			asked[key] = true
		}
	}
	return asked
}()

// text, elements, fields and object decode a value of one kind. They check its first byte first, because decoding
// processes all of it.

func (v value) text() (s string, ok bool) {
	if !v.begins('"') {
		return "", false
	}
	if strings.IndexByte(v.raw, '\\') < 0 {
		return v.raw[1 : len(v.raw)-1], true
	}
	return unescaped(v.raw)
}

// unescaped is separate from text so that only strings with escapes allocate.
func unescaped(raw string) (s string, ok bool) {
	ok = json.Unmarshal([]byte(raw), &s) == nil
	return s, ok
}

// elements returns the elements of a list; none for other values.
func (v value) elements() series {
	if !v.begins('[') {
		return series{}
	}
	return v.part(1, len(v.raw)-1).series()
}

// series is a sequence of values with or without commas between them.
type series struct {
	value
	i int
}

func (v value) series() series { return series{v, 0} }

func (s *series) next() (v value, ok bool) {
	for s.i = s.skip(s.i); s.i < len(s.raw) && s.raw[s.i] == ','; {
		s.i = s.skip(s.i + 1)
	}
	if s.i >= len(s.raw) {
		return value{}, false
	}
	start := s.i
	s.i = s.end(start)
	return s.part(start, s.i), true
}

// fields iterates over the fields of an object, in order; none for other values.
type fields struct{ series }

func (v value) fields() fields {
	if !v.begins('{') {
		return fields{}
	}
	return fields{v.part(1, len(v.raw)-1).series()}
}

func (f *fields) next() (key string, v value, ok bool) {
	k, ok := f.series.next()
	if !ok {
		return "", value{}, false
	}
	key, _ = k.text()
	f.i = f.skip(f.i) + 1 // after the colon
	v, ok = f.series.next()
	return key, v, ok
}

func (v value) object() (o object, ok bool) {
	all := v.fields()
	for key, inner, ok := all.next(); ok; key, inner, ok = all.next() {
		if neededKeys[key] {
			o.set(key, inner)
		}
	}
	return o, v.begins('{')
}

// set sets the value of a key; the last of duplicate keys wins.
func (o *object) set(key string, v value) {
	for i := range *o {
		if (*o)[i].key == key {
			(*o)[i].value = v
			return
		}
	}
	*o = append(*o, field{key, v})
}

// get returns the value of a key, or a missing value.
func (o object) get(key string) value {
	for _, f := range o {
		if f.key == key {
			return f.value
		}
	}
	return value{}
}

func (v value) begins(c byte) bool { return len(v.raw) > 0 && v.raw[0] == c }

// isNull reports whether the value is missing or null.
func (v value) isNull() bool { return v.isMissing() || v.raw == "null" }

func (v value) isMissing() bool { return v.raw == "" }

func (v value) part(start, end int) value { return value{v.raw[start:end], v.at + start} }

// skip returns the offset of the first non-blank byte from i on.
func (v value) skip(i int) int {
	for i < len(v.raw) && (v.raw[i] == ' ' || v.raw[i] == '\t' || v.raw[i] == '\n' || v.raw[i] == '\r') {
		i++
	}
	return i
}

// end returns the offset after the value or key that begins at i.
func (v value) end(i int) int {
	depth := 0
	for ; i < len(v.raw); i++ {
		switch v.raw[i] {
		case '"':
			for i++; v.raw[i] != '"'; i++ {
				if v.raw[i] == '\\' {
					i++
				}
			}
			if depth == 0 {
				return i + 1
			}
		case '{', '[':
			depth++
		case '}', ']':
			if depth == 0 {
				return i // a number or a word
			}
			if depth--; depth == 0 {
				return i + 1
			}
		case ',', ':', ' ', '\t', '\n', '\r':
			if depth == 0 {
				return i
			}
		}
	}
	return i
}

func (o object) text(key string) string {
	s, _ := o.get(key).text()
	return s
}

func (o object) number(key string) float64 {
	v := o.get(key).raw
	if v == "" || v[0] != '-' && (v[0] < '0' || v[0] > '9') {
		return 0
	}
	var n float64
	_ = json.Unmarshal([]byte(v), &n)
	return n
}

func (o object) object(key string) (object, bool) { return o.get(key).object() }

// damage is an invalid part of a text that should be JSON.
type damage struct {
	at, end int // in bytes
	problem string
}

// decode finds the JSON values in a text: one value, a sequence of values, or one per line. Each
// returned part is a series. If the text is damaged, it returns the readable values; for an
// incomplete or broken list, the elements before the damage.
func decode(text string) ([]value, []damage) {
	parts, broken := decodeSequence(text)
	if broken == nil {
		return parts, nil
	}
	if lines, damaged := lineByLine(text); lines != nil {
		return lines, damaged
	}
	if parts == nil {
		parts = decodeIncompleteList(text, broken)
	}
	return parts, []damage{*broken}
}

// validated decodes a value only to validate it.
type validated struct{}

func (validated) UnmarshalJSON([]byte) error { return nil }

// decodeSequence finds a sequence of values.
func decodeSequence(text string) (parts []value, broken *damage) {
	d := json.NewDecoder(strings.NewReader(text))
	for {
		end := int(d.InputOffset())
		err := d.Decode(&validated{})
		if err == nil {
			continue
		}
		if end > 0 {
			parts = []value{{text[:end], 0}}
		}
		if errors.Is(err, io.EOF) {
			return parts, nil
		}
		return parts, newDamage(text, end, err)
	}
}

// newDamage describes the error in the JSON from start to the end of the text.
func newDamage(text string, start int, err error) *damage {
	at := start + len(text[start:]) - len(strings.TrimLeft(text[start:], " \t\r\n,"))
	end := len(strings.TrimRight(text, " \t\r\n"))
	return &damage{min(at, end), end, problemOf(err)}
}

func problemOf(err error) string {
	if errors.Is(err, io.ErrUnexpectedEOF) || strings.Contains(err.Error(), "unexpected end") {
		return "the JSON breaks off"
	}
	return fmt.Sprintf("no JSON: %v", err)
}

// decodeIncompleteList finds the elements of an incomplete list, and makes broken begin after them.
func decodeIncompleteList(text string, broken *damage) (parts []value) {
	d := json.NewDecoder(strings.NewReader(text))
	if open, err := d.Token(); err != nil || open != json.Delim('[') {
		return nil
	}
	first := int(d.InputOffset())
	for end := first; ; end = int(d.InputOffset()) {
		err := io.ErrUnexpectedEOF
		if d.More() {
			err = d.Decode(&validated{})
		} else if _, problem := d.Token(); problem == nil {
			return nil // complete: the error is after it
		}
		if err != nil {
			*broken = *newDamage(text, end, err)
			if end > first {
				parts = []value{{text[first:end], first}}
			}
			return parts
		}
	}
}

// lineByLine parses a text with an object on each line, or on most of them; nil if it is not such
// a text. Lines may end with a comma and be enclosed in brackets, as in a damaged list.
func lineByLine(text string) (parts []value, bad []damage) {
	lines, good, first := 0, 0, false
	at := 0
	for line := range strings.Lines(text) {
		body := strings.TrimSpace(line)
		start := at + strings.Index(line, body)
		at += len(line)
		body = strings.TrimRight(strings.TrimSuffix(body, ","), " \t")
		if body == "" || body == "[" || body == "]" {
			continue
		}
		lines++
		if body[0] == '{' && json.Valid([]byte(body)) {
			good++
			first = first || lines == 1
			if n := len(parts); n > 0 && strings.Trim(text[parts[n-1].at+len(parts[n-1].raw):start], " \t\r\n,") == "" {
				parts[n-1].raw = text[parts[n-1].at : start+len(body)]
			} else {
				parts = append(parts, value{body, start})
			}
			continue
		}
		var raw json.RawMessage
		problem := "no JSON object"
		if err := json.Unmarshal([]byte(body), &raw); err != nil {
			problem = problemOf(err)
		}
		if n := len(bad); n > 0 && bad[n-1].problem == problem && strings.TrimSpace(text[bad[n-1].end:start]) == "" {
			bad[n-1].end = start + len(body)
		} else {
			bad = append(bad, damage{start, start + len(body), problem})
		}
	}
	if !first && 2*good < lines {
		return nil, nil
	}
	return parts, bad
}

// maxIndent is the max factor by which indentation may lengthen JSON; deeper nesting stays as it
// is.
const maxIndent = 8

// indented returns indented JSON.
func (v value) indented() []byte {
	size := v.indentedSize()
	if size > maxIndent*len(v.raw) {
		return []byte(v.raw)
	}
	var b bytes.Buffer
	b.Grow(size)
	if json.Indent(&b, []byte(v.raw), "", "  ") != nil {
		return []byte(v.raw)
	}
	return b.Bytes()
}

// indentedSize returns an upper bound of the length of indented JSON.
func (v value) indentedSize() int {
	size, depth := len(v.raw), 0
	for i := 0; i < len(v.raw); i++ {
		switch v.raw[i] {
		case '"':
			i = v.end(i) - 1
		case '{', '[':
			depth++
			size += 1 + 2*depth
		case '}', ']':
			depth--
			size += 1 + 2*depth
		case ',':
			size += 1 + 2*depth
		case ':':
			size++
		}
	}
	return size
}
