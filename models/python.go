package models

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"
)

// pythonStr formats a decoded value as Python's str does: 7, 1.5, 1e+16, True, 2026-11-21
// 10:00:00+00:00, ['a', 1]. A table is formatted as a dict with sorted keys, because a decoded
// table has no order.
func pythonStr(v any) string {
	switch v := v.(type) {
	case string:
		return v
	case time.Time:
		return pythonTime(v, "2006-01-02 15:04:05") + v.Format("-07:00")
	}
	if kind, t, ok := localTime(v); ok {
		switch kind {
		case "date":
			return t.Format(time.DateOnly)
		case "time":
			return pythonTime(t, time.TimeOnly)
		}
		return pythonTime(t, time.DateTime)
	}
	return pythonRepr(v)
}

// pythonRepr formats a value as in a list: strings are quoted, times are calls.
func pythonRepr(v any) string {
	switch v := v.(type) {
	case nil:
		return "None"
	case string:
		return pythonQuote(v)
	case bool:
		if v {
			return "True"
		}
		return "False"
	case float64:
		return pythonFloat(v)
	case time.Time:
		return "datetime.datetime(" + pythonDay(v) + ", " + pythonClock(v) + ", tzinfo=" + pythonZone(v) + ")"
	case []any:
		parts := make([]string, len(v))
		for i, e := range v {
			parts[i] = pythonRepr(e)
		}
		return "[" + strings.Join(parts, ", ") + "]"
	case map[string]any:
		parts := make([]string, 0, len(v))
		for _, key := range slices.Sorted(maps.Keys(v)) {
			parts = append(parts, pythonQuote(key)+": "+pythonRepr(v[key]))
		}
		return "{" + strings.Join(parts, ", ") + "}"
	case Fields:
		return pythonRepr(v.plain())
	}
	if kind, t, ok := localTime(v); ok {
		switch kind {
		case "date":
			return "datetime.date(" + pythonDay(t) + ")"
		case "time":
			return "datetime.time(" + pythonClock(t) + ")"
		}
		return "datetime.datetime(" + pythonDay(t) + ", " + pythonClock(t) + ")"
	}
	return fmt.Sprint(v) // integers
}

// pythonFloat returns the shortest digits that parse as v, with an exponent below 1e-4 and from
// 1e16 on.
func pythonFloat(v float64) string {
	switch {
	case math.IsNaN(v):
		return "nan"
	case math.IsInf(v, 1):
		return "inf"
	case math.IsInf(v, -1):
		return "-inf"
	}
	if size := math.Abs(v); size != 0 && (size < 1e-4 || size >= 1e16) {
		return strconv.FormatFloat(v, 'e', -1, 64)
	}
	s := strconv.FormatFloat(v, 'f', -1, 64)
	if !strings.Contains(s, ".") {
		s += ".0"
	}
	return s
}

// pythonQuote quotes a string with apostrophes, or with double quotes if that saves escapes.
func pythonQuote(s string) string {
	quote := '\''
	if strings.Contains(s, "'") && !strings.Contains(s, `"`) {
		quote = '"'
	}
	var b strings.Builder
	b.WriteRune(quote)
	for _, r := range s {
		switch {
		case r == quote || r == '\\':
			b.WriteRune('\\')
			b.WriteRune(r)
		case r == '\n':
			b.WriteString(`\n`)
		case r == '\r':
			b.WriteString(`\r`)
		case r == '\t':
			b.WriteString(`\t`)
		case unicode.IsPrint(r):
			b.WriteRune(r)
		case r < 0x100:
			fmt.Fprintf(&b, `\x%02x`, r)
		case r < 0x10000:
			fmt.Fprintf(&b, `\u%04x`, r)
		default:
			fmt.Fprintf(&b, `\U%08x`, r)
		}
	}
	b.WriteRune(quote)
	return b.String()
}

// pythonTime formats a time whose layout ends with seconds, with microseconds if there are any;
// Python has no finer resolution.
func pythonTime(t time.Time, layout string) string {
	if t.Nanosecond()/1000 != 0 {
		layout += ".000000"
	}
	return t.Format(layout)
}

func pythonDay(t time.Time) string {
	return fmt.Sprintf("%d, %d, %d", t.Year(), t.Month(), t.Day())
}

// pythonClock omits trailing zero components.
func pythonClock(t time.Time) string {
	s := fmt.Sprintf("%d, %d", t.Hour(), t.Minute())
	micro := t.Nanosecond() / 1000
	if t.Second() != 0 || micro != 0 {
		s += fmt.Sprintf(", %d", t.Second())
	}
	if micro != 0 {
		s += fmt.Sprintf(", %d", micro)
	}
	return s
}

func pythonZone(t time.Time) string {
	const day = 24 * 60 * 60
	switch _, east := t.Zone(); {
	case east == 0:
		return "datetime.timezone.utc"
	case east < 0:
		return fmt.Sprintf("datetime.timezone(datetime.timedelta(days=-1, seconds=%d))", east+day)
	default:
		return fmt.Sprintf("datetime.timezone(datetime.timedelta(seconds=%d))", east)
	}
}

// localTime recognizes a date, a time or both without an offset. The TOML decoder has special
// types for them, which format themselves by RFC 3339.
func localTime(v any) (kind string, t time.Time, ok bool) {
	s, ok := v.(fmt.Stringer)
	if !ok {
		return "", t, false
	}
	for kind, layout := range map[string]string{"date": time.DateOnly, "time": time.TimeOnly, "both": "2006-01-02T15:04:05"} {
		if t, err := time.Parse(layout, s.String()); err == nil {
			return kind, t, true
		}
	}
	return "", t, false
}
