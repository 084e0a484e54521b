package models

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"
	"time"
)

// Field is one key of a stored form and its value: a string, bool, int64, float64, time.Time,
// []any of these, or [Fields].
type Field struct {
	Key   string
	Value any
}

// Fields is a stored form, with keys in the order in which they are written.
type Fields []Field

// Get returns the value of key, or nil.
func (f Fields) Get(key string) any {
	for _, field := range f {
		if field.Key == key {
			return field.Value
		}
	}
	return nil
}

// MarshalJSON encodes an object with the keys in the order of f.
func (f Fields) MarshalJSON() ([]byte, error) {
	var b bytes.Buffer
	b.WriteByte('{')
	for i, field := range f {
		if i > 0 {
			b.WriteByte(',')
		}
		key, err := json.Marshal(field.Key)
		if err != nil {
			return nil, err
		}
		value, err := toJSON(field.Value)
		if err != nil {
			return nil, fmt.Errorf("key %s: %w", field.Key, err)
		}
		b.Write(key)
		b.WriteByte(':')
		b.Write(value)
	}
	b.WriteByte('}')
	return b.Bytes(), nil
}

// FieldError reports a value that violates an invariant. Key is the path of its key, for example
// files.items[2].view_mode; elements are counted from 0, and keys that are not bare are quoted.
// Callers that know the file add its name and the line.
type FieldError struct {
	Key     string
	Problem string
}

func (e *FieldError) Error() string { return e.Key + ": " + e.Problem }

// FieldErrors returns every [*FieldError] in err, in order.
func FieldErrors(err error) []*FieldError {
	var out []*FieldError
	var walk func(error)
	walk = func(err error) {
		switch e := err.(type) {
		case *FieldError:
			out = append(out, e)
		case interface{ Unwrap() []error }:
			for _, one := range e.Unwrap() {
				walk(one)
			}
		case interface{ Unwrap() error }:
			walk(e.Unwrap())
		}
	}
	walk(err)
	return out
}

// problemIn returns the first error that read adds to found, with its key relative to path, as in
// "start_line is missing"; empty if it adds none.
func problemIn(path string, found *report, read func()) string {
	n := len(found.errs)
	read()
	added := FieldErrors(errors.Join(found.errs[n:]...))
	if len(added) == 0 {
		return ""
	}
	key := strings.TrimPrefix(strings.TrimPrefix(added[0].Key, path), ".")
	return strings.TrimPrefix(key+" "+added[0].Problem, " ")
}

// JoinKey appends a key to a key path, as in [FieldError.Key].
func JoinKey(path, key string) string {
	if !bareKey(key) {
		key = fmt.Sprintf("%q", key)
	}
	if path == "" {
		return key
	}
	return path + "." + key
}

// PathKey joins keys to a key path, as in [FieldError.Key].
func PathKey(path []string) string {
	key := ""
	for _, name := range path {
		key = JoinKey(key, name)
	}
	return key
}

// ElementKey appends an element's index to a key path.
func ElementKey(path string, i int) string { return fmt.Sprintf("%s[%d]", path, i) }

func bareKey(key string) bool {
	for _, r := range key {
		if (r < 'a' || r > 'z') && (r < 'A' || r > 'Z') && (r < '0' || r > '9') && r != '_' && r != '-' {
			return false
		}
	}
	return key != ""
}

// form parses a table of a decoded file. Each method marks its key as known, so that rest returns
// the unknown ones. Errors and unknown keys are collected in found.
type form struct {
	path  string
	table map[string]any
	known map[string]bool
	found *report
}

// report collects errors and unknown keys.
type report struct {
	errs    []error
	unknown []UnknownKey
}

// err returns the joined errors, or nil.
func (r *report) err() error { return errors.Join(r.errs...) }

// UnknownKey is a key that no parser uses.
type UnknownKey struct {
	Table string   // the key path of its table, as in [FieldError]
	Name  string   // the key
	Known []string // the valid keys of the table, sorted
}

// Key returns the key path, as in [FieldError].
func (k UnknownKey) Key() string { return JoinKey(k.Table, k.Name) }

func newForm(path string, v any, found *report) form {
	f := form{path: path, known: map[string]bool{}, found: found}
	switch t := v.(type) {
	case nil:
	case map[string]any:
		f.table = t
	case Fields:
		f.table = t.plain()
	default:
		f.fail("", "must be a table, not "+kindOf(v))
	}
	return f
}

// plain returns f in the form of the decoders' output.
func (f Fields) plain() map[string]any {
	m := make(map[string]any, len(f))
	for _, field := range f {
		m[field.Key] = plainValue(field.Value)
	}
	return m
}

func plainValue(v any) any {
	switch v := v.(type) {
	case Fields:
		return v.plain()
	case []any:
		out := make([]any, len(v))
		for i, e := range v {
			out[i] = plainValue(e)
		}
		return out
	}
	return v
}

func (f form) key(key string) string {
	if key == "" {
		return f.path
	}
	return JoinKey(f.path, key)
}

func (f form) fail(key, problem string) {
	f.found.errs = append(f.found.errs, &FieldError{Key: f.key(key), Problem: problem})
}

func (f form) take(key string) (any, bool) {
	f.known[key] = true
	v, ok := f.table[key]
	return v, ok && v != nil
}

func (f form) str(key, absent string) string {
	v, ok := f.take(key)
	if !ok {
		return absent
	}
	s, ok := v.(string)
	if !ok {
		f.fail(key, "must be a string, not "+kindOf(v))
		return absent
	}
	return s
}

// text parses a string; it converts other values as Python's str does.
func (f form) text(key string) string {
	v, ok := f.take(key)
	if !ok {
		return ""
	}
	return pythonStr(v)
}

func (f form) boolean(key string, absent bool) bool {
	v, ok := f.take(key)
	if !ok {
		return absent
	}
	b, ok := v.(bool)
	if !ok {
		f.fail(key, "must be true or false, not "+kindOf(v))
		return absent
	}
	return b
}

// integer parses an integer that is at least least.
func (f form) integer(key string, least, absent int64) int64 {
	v, ok := f.take(key)
	if !ok {
		return absent
	}
	n, ok := wholeNumber(v)
	switch {
	case !ok:
		kind := kindOf(v)
		if number, ok := v.(float64); ok {
			kind = pythonFloat(number)
		}
		f.fail(key, "must be a whole number, not "+kind)
		return absent
	case n < least:
		f.fail(key, fmt.Sprintf("must be at least %d, not %d", least, n))
		return absent
	}
	return n
}

func (f form) number(key string) *float64 {
	v, ok := f.take(key)
	if !ok {
		return nil
	}
	var n float64
	switch v := v.(type) {
	case float64:
		n = v
	case int64:
		n = float64(v)
	default:
		f.fail(key, "must be a number, not "+kindOf(v))
		return nil
	}
	return &n
}

func (f form) when(key string) time.Time {
	v, ok := f.take(key)
	if !ok {
		return time.Time{}
	}
	switch v := v.(type) {
	case time.Time:
		return v
	case string:
		if t, err := time.Parse(time.RFC3339Nano, v); err == nil {
			return t
		}
	}
	f.fail(key, "must be a time such as 2026-11-21T10:00:00Z")
	return time.Time{}
}

func (f form) list(key string) []any {
	v, ok := f.take(key)
	if !ok {
		return nil
	}
	switch v := v.(type) {
	case []any:
		return v
	case []string:
		out := make([]any, len(v))
		for i, s := range v {
			out[i] = s
		}
		return out
	}
	f.fail(key, "must be a list, not "+kindOf(v))
	return nil
}

func (f form) strings(key string) []string {
	return elements(f, key, func(i int, v any) (string, bool) {
		s, ok := v.(string)
		if !ok {
			f.fail(key, fmt.Sprintf("element %d must be a string, not %s", i, kindOf(v)))
		}
		return s, ok
	})
}

// elements parses the elements of the list at a key, without those that one reports false for; nil without the key.
func elements[T any](f form, key string, one func(i int, v any) (T, bool)) []T {
	values := f.list(key)
	if values == nil {
		return nil
	}
	out := make([]T, 0, len(values))
	for i, v := range values {
		if parsed, ok := one(i, v); ok {
			out = append(out, parsed)
		}
	}
	return out
}

// sub parses a table; a missing one is empty.
func (f form) sub(key string) form {
	v, _ := f.take(key)
	return newForm(f.key(key), v, f.found)
}

// keys returns the keys of the table, sorted.
func (f form) keys() []string { return slices.Sorted(maps.Keys(f.table)) }

// rest returns the unknown keys with their values, or nil, and reports them.
func (f form) rest() map[string]any {
	var out map[string]any
	var known []string
	for k, v := range f.table {
		if !f.known[k] {
			if out == nil {
				out, known = map[string]any{}, slices.Sorted(maps.Keys(f.known))
			}
			out[k] = v
			f.found.unknown = append(f.found.unknown, UnknownKey{f.path, k, known})
		}
	}
	return out
}

// choice parses one of words; other values are errors that list them.
func choice[T ~string](f form, key string, absent T, words []T) T {
	s := f.str(key, string(absent))
	if s == string(absent) {
		return absent
	}
	if i := slices.Index(words, T(s)); i >= 0 {
		return words[i]
	}
	f.fail(key, unknownWord(s, words))
	return absent
}

func unknownWord[T ~string](s string, words []T) string {
	quoted := make([]string, len(words))
	for i, w := range words {
		quoted[i] = string(w)
	}
	return fmt.Sprintf("%q is not one of %s", s, strings.Join(quoted, ", "))
}

// writer builds a stored form without empty values.
type writer struct{ fields Fields }

func (w *writer) add(key string, v any) { w.fields = append(w.fields, Field{key, v}) }

func (w *writer) addIf(say bool, key string, v any) {
	if say {
		w.add(key, v)
	}
}

func (w *writer) addStrings(key string, list []string) {
	if list != nil {
		w.add(key, anyList(list))
	}
}

// rest appends unknown keys, sorted.
func (w *writer) rest(extra map[string]any) Fields {
	for _, k := range slices.Sorted(maps.Keys(extra)) {
		w.add(k, ordered(extra[k]))
	}
	return w.fields
}

func anyList[T any](list []T) []any {
	out := make([]any, len(list))
	for i, v := range list {
		out[i] = v
	}
	return out
}

// ordered gives decoded tables a deterministic key order.
func ordered(v any) any {
	switch v := v.(type) {
	case map[string]any:
		var w writer
		return w.rest(v)
	case []any:
		out := make([]any, len(v))
		for i, e := range v {
			out[i] = ordered(e)
		}
		return out
	}
	return v
}

func wholeNumber(v any) (int64, bool) {
	switch v := v.(type) {
	case int64:
		return v, true
	case int:
		return int64(v), true
	case float64:
		if v == math.Trunc(v) && math.Abs(v) <= 1<<53 {
			return int64(v), true
		}
	}
	return 0, false
}

func kindOf(v any) string {
	switch v.(type) {
	case nil:
		return "nothing"
	case string:
		return "a string"
	case bool:
		return "a truth value"
	case int64, int:
		return "a whole number"
	case float64, json.Number:
		return "a number"
	case []any, []string:
		return "a list"
	case map[string]any, Fields:
		return "a table"
	case time.Time:
		return "a time"
	}
	return "a value of another kind"
}

// toJSON encodes a value of a stored form. A float keeps its point, so that it is decoded as a
// float again.
func toJSON(v any) ([]byte, error) {
	switch v := v.(type) {
	case float64:
		data, err := json.Marshal(v)
		if err == nil && !bytes.ContainsAny(data, ".e") {
			data = append(data, ".0"...)
		}
		return data, err
	case []any:
		var b bytes.Buffer
		b.WriteByte('[')
		for i, e := range v {
			if i > 0 {
				b.WriteByte(',')
			}
			data, err := toJSON(e)
			if err != nil {
				return nil, err
			}
			b.Write(data)
		}
		b.WriteByte(']')
		return b.Bytes(), nil
	}
	return json.Marshal(v)
}

// readJSON decodes JSON and parses it; key is the key path for errors.
func readJSON[T any](into *T, data []byte, key string, parse func(key string, v any) (T, error)) error {
	v, err := fromJSON(data)
	if err != nil {
		return err
	}
	*into, err = parse(key, v)
	return err
}

// namedFromJSON decodes an object and removes its name; key is the key path for errors.
func namedFromJSON(data []byte, key string) (name string, table map[string]any, err error) {
	v, err := fromJSON(data)
	if err != nil {
		return "", nil, err
	}
	table, ok := v.(map[string]any)
	if !ok {
		return "", nil, &FieldError{key, "must be a table, not " + kindOf(v)}
	}
	name, _ = table["name"].(string)
	delete(table, "name")
	return name, table, nil
}

// fromJSON decodes a JSON value for the parsers: numbers without point and exponent become int64
// if they fit.
func fromJSON(data []byte) (any, error) {
	d := json.NewDecoder(bytes.NewReader(data))
	d.UseNumber()
	var v any
	if err := d.Decode(&v); err != nil {
		return nil, err
	}
	return numbers(v), nil
}

func numbers(v any) any {
	switch v := v.(type) {
	case json.Number:
		if n, err := v.Int64(); err == nil {
			return n
		}
		n, err := v.Float64()
		if err != nil || !strings.ContainsAny(v.String(), ".eE") {
			return v // too large for any field, and preserved unchanged elsewhere
		}
		return n
	case []any:
		for i := range v {
			v[i] = numbers(v[i])
		}
	case map[string]any:
		for key := range v {
			v[key] = numbers(v[key])
		}
	}
	return v
}
