package tomledit

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"dossier/models"
)

// Block is a table to be written with a separate header where possible.
type Block models.Fields

// Blocks is a list of tables, each to be written with a header. An empty one is equivalent to a
// missing list, because TOML cannot distinguish them.
type Blocks []Block

// lineWidth is the max width of a one-line list in characters.
const lineWidth = 100

// oneLine is the column for a nested value, which must not be split into lines.
const oneLine = math.MinInt32

// writer formats values for a document with its line endings.
type writer struct{ newline string }

// key formats one part of a key.
func (w writer) key(key string) string {
	if key == "" {
		return `""`
	}
	for _, r := range key {
		if (r < 'a' || r > 'z') && (r < 'A' || r > 'Z') && (r < '0' || r > '9') && r != '_' && r != '-' {
			return w.quoted(key)
		}
	}
	return key
}

func (w writer) path(keys []string) string {
	parts := make([]string, len(keys))
	for i, key := range keys {
		parts[i] = w.key(key)
	}
	return strings.Join(parts, ".")
}

// line formats a key and its value with a newline.
func (w writer) line(indent string, keys []string, v any) string {
	name := indent + w.path(keys) + " = "
	return name + w.value(v, utf8.RuneCountInString(name), indent) + w.newline
}

// value formats v at a column of its line.
func (w writer) value(v any, column int, indent string) string {
	if s, ok := v.(string); ok && column >= 0 && w.newline == "\n" && strings.Contains(strings.TrimSuffix(s, "\n"), "\n") {
		return w.multiline(s)
	}
	list, ok := v.([]any)
	if !ok {
		return w.inline(v)
	}
	parts := make([]string, len(list))
	width := column + 2*max(len(list), 1) // brackets, and a comma and a blank between two elements
	for i, e := range list {
		parts[i] = w.inline(e)
		width += utf8.RuneCountInString(parts[i])
	}
	if width <= lineWidth {
		return "[" + strings.Join(parts, ", ") + "]"
	}
	var b strings.Builder
	b.WriteString("[" + w.newline)
	for _, part := range parts {
		b.WriteString(indent + "  " + part + "," + w.newline)
	}
	b.WriteString(indent + "]")
	return b.String()
}

// Inline formats a value on one line. Values with the same text are equal.
func Inline(v any) string { return writer{newline: "\n"}.inline(v) }

// inline formats v on one line.
func (w writer) inline(v any) string {
	switch v := v.(type) {
	case string:
		return w.text(v)
	case bool:
		return strconv.FormatBool(v)
	case int:
		return strconv.Itoa(v)
	case int64:
		return strconv.FormatInt(v, 10)
	case float64:
		return float(v)
	case time.Time:
		return v.Format(time.RFC3339Nano)
	case models.Fields:
		return w.pairs(v)
	case Block:
		return w.pairs(models.Fields(v))
	case Blocks:
		parts := make([]string, len(v))
		for i, e := range v {
			parts[i] = w.inline(e)
		}
		return "[" + strings.Join(parts, ", ") + "]"
	case []any:
		parts := make([]string, len(v))
		for i, e := range v {
			parts[i] = w.inline(e)
		}
		return "[" + strings.Join(parts, ", ") + "]"
	case map[string]any:
		return w.pairs(fieldsOf(v))
	}
	return fmt.Sprint(v) // the local dates and times of the decoder
}

func (w writer) pairs(fields models.Fields) string {
	if len(fields) == 0 {
		return "{}"
	}
	parts := make([]string, len(fields))
	for i, f := range fields {
		parts[i] = w.key(f.Key) + " = " + w.inline(f.Value)
	}
	return "{ " + strings.Join(parts, ", ") + " }"
}

// float formats a number so that it is decoded as a float again.
func float(v float64) string {
	switch {
	case math.IsNaN(v):
		return "nan"
	case math.IsInf(v, 1):
		return "inf"
	case math.IsInf(v, -1):
		return "-inf"
	}
	s := strconv.FormatFloat(v, 'g', -1, 64)
	if math.Abs(v) >= 1e-4 && math.Abs(v) < 1e15 {
		s = strconv.FormatFloat(v, 'f', -1, 64)
	}
	if !strings.ContainsAny(s, ".e") {
		s += ".0"
	}
	return s
}

// text formats a string on one line, as a literal string if that saves escapes.
func (w writer) text(s string) string {
	if strings.ContainsAny(s, `"\`) && !strings.Contains(s, "'") && strings.IndexFunc(s, needsEscape) < 0 {
		return "'" + s + "'"
	}
	return w.quoted(s)
}

// needsEscape reports whether r should be escaped: a control character, a bidirectional control,
// or an invisible tag.
func needsEscape(r rune) bool {
	return r < 0x20 || r == 0x7f || r == 0xfeff ||
		r >= 0x80 && r < 0xa0 || r >= 0x200e && r <= 0x200f || r >= 0x2028 && r <= 0x202e || r >= 0x2066 && r <= 0x2069 ||
		r >= 0xe0000 && r <= 0xe007f
}

func (w writer) quoted(s string) string {
	var b strings.Builder
	b.WriteByte('"')
	for _, r := range s {
		escape(&b, r)
	}
	b.WriteByte('"')
	return b.String()
}

func escape(b *strings.Builder, r rune) {
	switch r {
	case '"', '\\':
		b.WriteByte('\\')
		b.WriteRune(r)
	case '\n':
		b.WriteString(`\n`)
	case '\r':
		b.WriteString(`\r`)
	case '\t':
		b.WriteString(`\t`)
	default:
		if needsEscape(r) {
			if r > 0xffff {
				fmt.Fprintf(b, `\U%08X`, r)
				return
			}
			fmt.Fprintf(b, `\u%04X`, r)
			return
		}
		b.WriteRune(r)
	}
}

// multiline formats a multi-line string, as a literal one if that saves escapes.
func (w writer) multiline(s string) string {
	literal := (strings.Contains(s, `\`) || strings.Contains(s, `"""`)) && !strings.Contains(s, "'''") && !strings.HasSuffix(s, "'")
	if literal && strings.IndexFunc(s, func(r rune) bool { return r != '\n' && r != '\t' && needsEscape(r) }) < 0 {
		return "'''\n" + s + "'''"
	}
	var b strings.Builder
	b.WriteString(`"""` + "\n")
	quotes := 0
	for _, r := range s {
		if r == '"' {
			if quotes++; quotes == 3 {
				b.WriteString(`\"`)
				quotes = 0
				continue
			}
			b.WriteByte('"')
			continue
		}
		quotes = 0
		if r == '\n' || r == '\t' {
			b.WriteRune(r)
			continue
		}
		escape(&b, r)
	}
	text := b.String()
	if quotes > 0 {
		text = text[:len(text)-1] + `\"`
	}
	return text + `"""`
}

// block formats a table with its header and the blocks below it, separated by blank lines.
func (w writer) block(path []string, list bool, table Block) string {
	var own, below []string
	for _, f := range table {
		at := append(slices.Clone(path), f.Key)
		switch v := f.Value.(type) {
		case Block:
			below = append(below, w.block(at, false, v))
		case Blocks:
			for _, one := range v {
				below = append(below, w.block(at, true, one))
			}
		default:
			own = append(own, w.line("", []string{f.Key}, v))
		}
	}
	if len(own) > 0 || len(below) == 0 || list {
		head := "[" + w.path(path) + "]"
		if list {
			head = "[" + head + "]"
		}
		below = append([]string{head + w.newline + strings.Join(own, "")}, below...)
	}
	return strings.Join(below, w.newline)
}

// fieldsOf gives a decoded table a deterministic key order.
func fieldsOf(m map[string]any) models.Fields {
	fields := make(models.Fields, 0, len(m))
	for _, key := range slices.Sorted(maps.Keys(m)) {
		fields = append(fields, models.Field{Key: key, Value: m[key]})
	}
	return fields
}
