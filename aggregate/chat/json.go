package chat

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
)

// value is a part of valid JSON, with the byte at which it begins in the text. It shares
// the bytes of the text, so that an entry must be a copy.
type value struct {
	raw string
	at  int
}

// object is what a JSON object says under the keys that are asked for: of an object that has
// many others only few values are held.
type object []field

type field struct {
	key string
	value
}

// asked are the keys of objects that the reader looks at.
var asked = func() map[string]bool {
	asked := map[string]bool{"mapping": true, "current_node": true, "children": true, "parent": true, "metadata": true, hiddenKey: true, "message": true, "type": true}
	for _, keys := range [][]string{listKeys, systemKeys, contentKeys, callKeys, roleKeys, timeKeys, titleKeys, partKeys} {
		for _, key := range keys {
			asked[key] = true
		}
	}
	return asked
}()

// text, elements, fields and object read a value of one kind. They look at its first byte,
// because decoding reads all of it.

func (v value) text() (s string, ok bool) {
	if !v.begins('"') {
		return "", false
	}
	if strings.IndexByte(v.raw, '\\') < 0 {
		return v.raw[1 : len(v.raw)-1], true
	}
	return unescaped(v.raw)
}

// unescaped is apart from text, so that only what has escapes costs an allocation.
func unescaped(raw string) (s string, ok bool) {
	ok = json.Unmarshal([]byte(raw), &s) == nil
	return s, ok
}

// elements are those of a list; none where it is none.
func (v value) elements() series {
	if !v.begins('[') {
		return series{}
	}
	return v.part(1, len(v.raw)-1).series()
}

// series are values that stand one after the other, whether commas are between them or not.
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

// fields are those of an object, in order; none where it is none.
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
	f.i = f.skip(f.i) + 1 // behind the colon
	v, ok = f.series.next()
	return key, v, ok
}

func (v value) object() (o object, ok bool) {
	all := v.fields()
	for key, inner, ok := all.next(); ok; key, inner, ok = all.next() {
		if asked[key] {
			o.set(key, inner)
		}
	}
	return o, v.begins('{')
}

// set gives a key a value: of one that stands twice the last value counts.
func (o *object) set(key string, v value) {
	for i := range *o {
		if (*o)[i].key == key {
			(*o)[i].value = v
			return
		}
	}
	*o = append(*o, field{key, v})
}

// of returns the value of a key; one that is nothing where there is none.
func (o object) of(key string) value {
	for _, f := range o {
		if f.key == key {
			return f.value
		}
	}
	return value{}
}

func (v value) begins(c byte) bool { return len(v.raw) > 0 && v.raw[0] == c }

// null reports whether there is nothing.
func (v value) null() bool { return v.missing() || v.raw == "null" }

func (v value) missing() bool { return v.raw == "" }

func (v value) part(start, end int) value { return value{v.raw[start:end], v.at + start} }

// skip returns the first byte from i on that is no blank.
func (v value) skip(i int) int {
	for i < len(v.raw) && (v.raw[i] == ' ' || v.raw[i] == '\t' || v.raw[i] == '\n' || v.raw[i] == '\r') {
		i++
	}
	return i
}

// end returns the byte behind the value or key that begins at i.
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
				return i // of what holds a number or a word
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
	s, _ := o.of(key).text()
	return s
}

func (o object) number(key string) float64 {
	v := o.of(key).raw
	if v == "" || v[0] != '-' && (v[0] < '0' || v[0] > '9') {
		return 0
	}
	var n float64
	_ = json.Unmarshal([]byte(v), &n)
	return n
}

func (o object) object(key string) (object, bool) { return o.of(key).object() }

// damage is a part of a text that should be JSON and is not.
type damage struct {
	at, end int // in bytes
	problem string
}

// decode finds the JSON values of a text: one, several one after the other, or one a line.
// Each part that it returns is a series of them. Of a text that is damaged these are those that
// can be read; a list that breaks off, or breaks, gives what stands before that.
func decode(text string) ([]value, []damage) {
	parts, broken := successive(text)
	if broken == nil {
		return parts, nil
	}
	if lines, damaged := lineByLine(text); lines != nil {
		return lines, damaged
	}
	if parts == nil {
		parts = elements(text, broken)
	}
	return parts, []damage{*broken}
}

// checked is a value that is only checked, and not kept.
type checked struct{}

func (checked) UnmarshalJSON([]byte) error { return nil }

// successive finds values that stand one after the other.
func successive(text string) (parts []value, broken *damage) {
	d := json.NewDecoder(strings.NewReader(text))
	for {
		end := int(d.InputOffset())
		err := d.Decode(&checked{})
		if err == nil {
			continue
		}
		if end > 0 {
			parts = []value{{text[:end], 0}}
		}
		if errors.Is(err, io.EOF) {
			return parts, nil
		}
		return parts, damaged(text, end, err)
	}
}

// damaged says what is wrong with the JSON that begins at start and reaches to the end of
// the text.
func damaged(text string, start int, err error) *damage {
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

// elements finds the elements of a list that is not whole, and has broken begin behind
// them.
func elements(text string, broken *damage) (parts []value) {
	d := json.NewDecoder(strings.NewReader(text))
	if open, err := d.Token(); err != nil || open != json.Delim('[') {
		return nil
	}
	first := int(d.InputOffset())
	for end := first; ; end = int(d.InputOffset()) {
		err := io.ErrUnexpectedEOF
		if d.More() {
			err = d.Decode(&checked{})
		} else if _, problem := d.Token(); problem == nil {
			return nil // whole: what is wrong stands behind it
		}
		if err != nil {
			*broken = *damaged(text, end, err)
			if end > first {
				parts = []value{{text[first:end], first}}
			}
			return parts
		}
	}
}

// lineByLine reads a text that has an object in each line, or in most of them; nil when
// it is no such text. Lines may end in a comma and stand between brackets, as those of a
// list that is damaged.
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

// maxIndent bounds how many times as long JSON may be with indentation as without: what is
// nested deeper than anybody reads stays as it is.
const maxIndent = 8

// indented returns JSON for a reader.
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

// indentedSize is how long JSON is with indentation, at most.
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
