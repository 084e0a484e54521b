package note

import (
	"slices"
	"strings"
)

// delimitedMarkup are the kinds of HTML blocks (CommonMark 0.31, section 4.6) with an end condition,
// by their start. The others end with a blank line.
var delimitedMarkup = []struct{ begins, ends string }{
	{"<!--", "-->"},
	{"<?", "?>"},
}

// rawElements are the elements whose blocks end with the closing tag of any of them.
var rawElements = []string{"pre", "script", "style", "textarea"}

// rawClosingTag represents a closing tag of one of [rawElements].
const rawClosingTag = "</"

// blockElements are the elements that begin a block at the start of any line.
var blockElements = set("address article aside base basefont blockquote body caption center col colgroup dd details " +
	"dialog dir div dl dt fieldset figcaption figure footer form frame frameset h1 h2 h3 h4 h5 h6 head header hr html iframe " +
	"legend li link main menu menuitem nav noframes ol optgroup option p param search section summary table tbody td tfoot " +
	"th thead title tr track ul")

func set(words string) map[string]bool {
	out := map[string]bool{}
	for word := range strings.FieldsSeq(words) {
		out[word] = true
	}
	return out
}

// opensMarkup reports whether a line opens an HTML block, and returns its end condition; empty is
// a blank line. Only unambiguous blocks can interrupt a paragraph.
func opensMarkup(s string, interrupts bool) (markupEnd string, ok bool) {
	if s[0] != '<' || len(s) == 1 {
		return "", false
	}
	for _, m := range delimitedMarkup {
		if strings.HasPrefix(s, m.begins) {
			return m.ends, true
		}
	}
	if s[1] == '!' {
		if strings.HasPrefix(s[2:], "[CDATA[") {
			return "]]>", true
		}
		return ">", len(s) > 2 && isLetter(s[2])
	}
	name, rest := tagName(strings.TrimPrefix(s[1:], "/"))
	if name == "" {
		return "", false
	}
	closing := s[1] == '/'
	name = strings.ToLower(name)
	bounded := rest == "" || rest[0] == ' ' || rest[0] == '\t' || rest[0] == '>'
	if slices.Contains(rawElements, name) {
		return rawClosingTag, !closing && bounded
	}
	if blockElements[name] && (bounded || strings.HasPrefix(rest, "/>")) {
		return "", true
	}
	return "", !interrupts && wholeTag(rest, closing)
}

// endsMarkup reports whether a line meets an end condition.
func endsMarkup(s, markupEnd string) bool {
	if markupEnd != rawClosingTag {
		return strings.Contains(s, markupEnd)
	}
	s = strings.ToLower(s)
	for _, v := range rawElements {
		if strings.Contains(s, rawClosingTag+v+">") {
			return true
		}
	}
	return false
}

// tagName splits off the name of an element.
func tagName(s string) (name, rest string) {
	n := 0
	for n < len(s) && (isLetter(s[n]) || n > 0 && (s[n] == '-' || '0' <= s[n] && s[n] <= '9')) {
		n++
	}
	return s[:n], s[n:]
}

func isLetter(c byte) bool { return 'a' <= c|0x20 && c|0x20 <= 'z' }

// wholeTag reports whether the rest of a line completes a tag after its name, followed only by
// blanks.
func wholeTag(s string, closing bool) bool {
	for !closing {
		trimmed := strings.TrimLeft(s, " \t")
		n := 0
		for n < len(trimmed) && (isLetter(trimmed[n]) || strings.IndexByte("_:", trimmed[n]) >= 0 || n > 0 && strings.IndexByte(".-0123456789", trimmed[n]) >= 0) {
			n++
		}
		if n == 0 || len(trimmed) == len(s) {
			break
		}
		s = trimmed[n:]
		value, ok := strings.CutPrefix(strings.TrimLeft(s, " \t"), "=")
		if !ok {
			continue
		}
		value = strings.TrimLeft(value, " \t")
		if s, ok = afterValue(value); !ok {
			return false
		}
	}
	s = strings.TrimLeft(s, " \t")
	if !closing {
		s = strings.TrimPrefix(s, "/")
	}
	s, ok := strings.CutPrefix(s, ">")
	return ok && strings.Trim(s, " \t") == ""
}

// afterValue returns the text after an attribute's value.
func afterValue(s string) (string, bool) {
	if s == "" {
		return "", false
	}
	if s[0] == '"' || s[0] == '\'' {
		end := strings.IndexByte(s[1:], s[0])
		if end < 0 {
			return "", false
		}
		return s[end+2:], true
	}
	n := strings.IndexAny(s, " \t\"'=<>`")
	if n < 0 {
		n = len(s)
	}
	return s[n:], n > 0
}
