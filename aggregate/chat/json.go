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
// the bytes of the text.
type value struct {
	raw []byte
	at  int
}

// object is a JSON object whose values are read when they are needed.
type object map[string]value

// text, list and object read a value of one kind; false when it is of another. They look
// at its first byte, because decoding reads all of it.

func (v value) text() (s string, ok bool) {
	ok = v.begins('"') && json.Unmarshal(v.raw, &s) == nil
	return s, ok
}

func (v value) list() (list []value, ok bool) {
	if !v.begins('[') {
		return nil, false
	}
	for i := v.next(1); v.raw[i] != ']'; i = v.next(i) {
		if v.raw[i] == ',' {
			i = v.next(i + 1)
		}
		end := v.end(i)
		list = append(list, v.part(i, end))
		i = end
	}
	return list, true
}

func (v value) object() (o object, ok bool) {
	if !v.begins('{') {
		return nil, false
	}
	o = object{}
	for i := v.next(1); v.raw[i] != '}'; i = v.next(i) {
		if v.raw[i] == ',' {
			i = v.next(i + 1)
		}
		end := v.end(i)
		key, _ := v.part(i, end).text()
		i = v.next(v.next(end) + 1) // behind the colon
		end = v.end(i)
		o[key] = v.part(i, end) // of a key that stands twice the last value counts
		i = end
	}
	return o, true
}

func (v value) begins(c byte) bool { return len(v.raw) > 0 && v.raw[0] == c }

// null reports whether there is nothing.
func (v value) null() bool { return len(v.raw) == 0 || string(v.raw) == "null" }

func (v value) part(start, end int) value { return value{v.raw[start:end], v.at + start} }

// next returns the first byte from i on that is no blank.
func (v value) next(i int) int {
	for v.raw[i] == ' ' || v.raw[i] == '\t' || v.raw[i] == '\n' || v.raw[i] == '\r' {
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
	s, _ := o[key].text()
	return s
}

func (o object) number(key string) float64 {
	var n float64
	if v := o[key].raw; len(v) > 0 && (v[0] == '-' || v[0] >= '0' && v[0] <= '9') {
		_ = json.Unmarshal(v, &n)
	}
	return n
}

func (o object) object(key string) (object, bool) { return o[key].object() }

// damage is a part of a text that should be JSON and is not.
type damage struct {
	at, end int // in bytes
	problem string
}

// decode returns the JSON values of a text: one, several one after the other, or one a
// line. Of a text that is damaged it returns those that can be read; a list that breaks
// off, or breaks, gives what stands before that.
func decode(text string) ([]value, []damage) {
	values, broken := successive(text)
	if broken == nil {
		return values, nil
	}
	if lines, damaged := lineByLine(text); lines != nil {
		return lines, damaged
	}
	if values == nil {
		values = elements(text, broken)
	}
	return values, []damage{*broken}
}

// successive decodes values that stand one after the other.
func successive(text string) (values []value, broken *damage) {
	d := json.NewDecoder(strings.NewReader(text))
	for {
		var raw json.RawMessage
		start := int(d.InputOffset())
		err := d.Decode(&raw)
		switch {
		case errors.Is(err, io.EOF):
			return values, nil
		case err != nil:
			return values, damaged(text, start, err)
		}
		end := int(d.InputOffset())
		values = append(values, value{[]byte(text[end-len(raw) : end]), end - len(raw)})
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

// elements decodes the elements of a list that is not whole, and has broken begin behind
// them.
func elements(text string, broken *damage) (values []value) {
	d := json.NewDecoder(strings.NewReader(text))
	if open, err := d.Token(); err != nil || open != json.Delim('[') {
		return nil
	}
	for {
		var raw json.RawMessage
		start := int(d.InputOffset())
		if !d.More() {
			if _, err := d.Token(); err == nil {
				return nil // whole: what is wrong stands behind it
			}
			*broken = *damaged(text, start, io.ErrUnexpectedEOF)
			return values
		}
		if err := d.Decode(&raw); err != nil {
			*broken = *damaged(text, start, err)
			return values
		}
		end := int(d.InputOffset())
		values = append(values, value{[]byte(text[end-len(raw) : end]), end - len(raw)})
	}
}

// lineByLine decodes a text that has an object in each line, or in most of them; nil when
// it is no such text. Lines may end in a comma and stand between brackets, as those of a
// list that is damaged.
func lineByLine(text string) (values []value, bad []damage) {
	lines, first := 0, false
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
			values = append(values, value{[]byte(body), start})
			first = first || lines == 1
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
	if !first && 2*len(values) < lines {
		return nil, nil
	}
	return values, bad
}

// indented returns JSON for a reader.
func indented(v value) string {
	var b bytes.Buffer
	if json.Indent(&b, v.raw, "", "  ") != nil {
		b.Write(v.raw)
	}
	return b.String()
}
