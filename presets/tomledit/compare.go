package tomledit

import (
	"encoding/binary"
	"fmt"
	"hash/maphash"
	"math"
	"reflect"
	"slices"
	"time"
	"unicode/utf8"

	"dossier/models"
	"dossier/models/order"
)

// plain returns v in the form of [Decode].
func plain(v any) any {
	switch v := v.(type) {
	case models.Fields:
		return plainTable(v)
	case Block:
		return plainTable(models.Fields(v))
	case map[string]any:
		return plainTable(fieldsOf(v))
	case []any, Blocks:
		list := elements(v)
		out := make([]any, len(list))
		for i, e := range list {
			out[i] = plain(e)
		}
		return out
	case int:
		return int64(v)
	}
	return v
}

func plainTable(fields models.Fields) map[string]any {
	m := make(map[string]any, len(fields))
	for _, f := range fields {
		if !empty(f.Value) {
			m[f.Key] = plain(f.Value)
		}
	}
	return m
}

// Equal reports whether two values are equal when stored.
func Equal(a, b any) bool { return equal(plain(a), plain(b)) }

// equal reports whether two decoded values are equal. Times are equal if they are the same
// instant at the same offset.
func equal(a, b any) bool {
	switch a := a.(type) {
	case map[string]any:
		b, ok := b.(map[string]any)
		if !ok || len(a) != len(b) {
			return false
		}
		for key, v := range a {
			if w, ok := b[key]; !ok || !equal(v, w) {
				return false
			}
		}
		return true
	case []any:
		b, ok := b.([]any)
		return ok && slices.EqualFunc(a, b, equal)
	case float64:
		b, ok := b.(float64)
		return ok && (a == b && math.Signbit(a) == math.Signbit(b) || math.IsNaN(a) && math.IsNaN(b))
	case time.Time:
		b, ok := b.(time.Time)
		_, east := a.Zone()
		_, other := b.Zone()
		return ok && a.Equal(b) && east == other
	}
	return reflect.DeepEqual(a, b)
}

// badText returns a string in v that TOML cannot represent.
func badText(v any) (string, bool) {
	switch v := v.(type) {
	case string:
		return v, !utf8.ValidString(v)
	case []any, Blocks:
		for _, e := range elements(v) {
			if s, bad := badText(e); bad {
				return s, true
			}
		}
	default:
		fields, _ := fieldList(v)
		for _, f := range fields {
			if !utf8.ValidString(f.Key) {
				return f.Key, true
			}
			if s, bad := badText(f.Value); bad {
				return s, true
			}
		}
	}
	return "", false
}

// intended returns the value of the document src with the tree root after the edit.
func intended(src []byte, root *node, values map[string]any, edit Edit) map[string]any {
	out, _ := changed(src, root, values, edit.Path, plain(edit.value())).(map[string]any)
	return out
}

// changed returns old with the value at path replaced. A table that is only defined by its
// contents is removed with the last of them.
func changed(src []byte, n *node, old any, path []string, v any) any {
	if len(path) == 0 {
		return v
	}
	m, isTable := old.(map[string]any)
	if !isTable && v == nil && old != nil {
		return old
	}
	out := make(map[string]any, len(m)+1)
	for key, value := range m {
		out[key] = value
	}
	var c *node
	if n != nil {
		n.expand(src)
		c = n.child[path[0]]
	}
	previous, had := m[path[0]]
	if !had && v == nil {
		return old
	}
	next := changed(src, c, previous, path[1:], v)
	if next == nil {
		delete(out, path[0])
	} else {
		out[path[0]] = next
	}
	if len(out) == 0 && next == nil && n != nil && (n.form == implicit || n.form == dotted) {
		return nil
	}
	return out
}

// match returns, for each element of wants, the index of its counterpart in old: an equal
// element, else the one of the same name, else, for tables without a name, the one after the same
// neighbour; else -1. No element of old is used twice.
func match(old, wants []any) []int {
	from := make([]int, len(wants))
	for i := range from {
		from[i] = -1
	}
	taken := make([]bool, len(old))
	plains := make([]any, len(wants))
	for i, want := range wants {
		plains[i] = plain(want)
	}
	// pick matches elements with the same key, in order; ok is false for elements without a key.
	pick := func(key func(v any) (key any, ok bool), same func(old, want any) bool) {
		byKey := map[any][]int{}
		for j, v := range old {
			if k, ok := key(v); ok && !taken[j] {
				byKey[k] = append(byKey[k], j)
			}
		}
		for i, want := range plains {
			if from[i] >= 0 {
				continue
			}
			k, ok := key(want)
			if list := byKey[k]; ok && len(list) > 0 && same(old[list[0]], want) {
				from[i], taken[list[0]] = list[0], true
				byKey[k] = list[1:]
			}
		}
	}
	seed := maphash.MakeSeed()
	pick(func(v any) (any, bool) { return fingerprint(seed, v), true }, equal)
	pick(func(v any) (any, bool) { name := nameOf(v); return name, name != nil }, func(_, _ any) bool { return true })
	last := -1
	for i, want := range plains {
		if j := last + 1; from[i] < 0 && j < len(old) && !taken[j] && replaces(want, old[j]) {
			from[i], taken[j] = j, true
		}
		if from[i] >= 0 {
			last = from[i]
		}
	}
	return from
}

// fingerprint returns the same number for equal values, and most likely different numbers for
// others: [match] only compares the first element with a number.
func fingerprint(seed maphash.Seed, v any) uint64 {
	var h maphash.Hash
	h.SetSeed(seed)
	write := func(n uint64) {
		var b [8]byte
		binary.LittleEndian.PutUint64(b[:], n)
		h.Write(b[:])
	}
	switch v := v.(type) {
	case string:
		h.WriteByte('s')
		h.WriteString(v)
	case map[string]any:
		sum := uint64(len(v))
		for key, e := range v { // in any order
			sum += maphash.String(seed, key) ^ 3*fingerprint(seed, e)
		}
		h.WriteByte('m')
		write(sum)
	case []any:
		h.WriteByte('l')
		for _, e := range v {
			write(fingerprint(seed, e))
		}
	case int64:
		h.WriteByte('i')
		write(uint64(v))
	case float64:
		if math.IsNaN(v) {
			v = math.NaN() // all NaNs are equal
		}
		h.WriteByte('f')
		write(math.Float64bits(v))
	case time.Time:
		h.WriteByte('t')
		_, east := v.Zone()
		write(uint64(v.Unix()))
		write(uint64(v.Nanosecond()))
		write(uint64(east))
	default: // booleans, and the local dates and times of the decoder
		fmt.Fprintf(&h, "%T %v", v, v)
	}
	return h.Sum64()
}

// replaces reports whether want may be a changed form of old: at least one of them is a table
// without a name, or they differ only in their paths.
func replaces(want, old any) bool {
	if a, ok := want.(map[string]any); ok {
		if b, ok := old.(map[string]any); ok && moved(a, b) {
			return true
		}
	}
	return nameless(want) && (nameless(old) || single(old)) || nameless(old) && single(want)
}

// single reports whether v is neither a table nor a list.
func single(v any) bool {
	switch v.(type) {
	case map[string]any, []any:
		return false
	}
	return true
}

// moved reports whether two tables differ only in their paths, and have other keys.
func moved(a, b map[string]any) bool {
	if len(a) != len(b) || len(a) < 2 || a["path"] == nil || b["path"] == nil {
		return false
	}
	for key, v := range a {
		if w, ok := b[key]; !ok || key != "path" && !equal(v, w) {
			return false
		}
	}
	return true
}

// nameless reports whether v is a table that is only identified by its position.
func nameless(v any) bool {
	_, table := v.(map[string]any)
	return table && nameOf(v) == nil
}

// nameOf returns what identifies an element of a list: a string itself, a table's path or its
// first line; nil if nothing does.
func nameOf(v any) any {
	switch v := v.(type) {
	case string:
		return v
	case map[string]any:
		for _, key := range []string{"path", "start_line"} {
			switch name := v[key].(type) {
			case string, int64:
				return name
			}
		}
	}
	return nil
}

// increasing marks the elements that can keep their positions: a longest increasing subsequence
// of from, without its negative entries.
func increasing(from []int) []bool {
	keep := make([]bool, len(from))
	for _, i := range order.Rising(from) {
		keep[i] = true
	}
	return keep
}
