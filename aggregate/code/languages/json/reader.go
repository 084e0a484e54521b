package json

import (
	"bytes"
	"strconv"
	"strings"

	"dossier/aggregate/code"
	"dossier/aggregate/code/grammar"
)

// Listed levels.
const (
	allLevels = 2 // of keys with any value
	maxLevels = 3
)

// entry is a key and its value.
type entry struct {
	key    code.Span
	value  int // start of the value
	end    int // while the value is being parsed, the end of the colon
	level  int
	object bool // the value is an object
}

// container is an open object or array.
type container struct {
	last  byte // } or ]
	level int  // of the keys in it
	entry int  // the entry whose value is being parsed, or -1
}

// reader tracks the brackets of a source. Misplaced tokens affect only themselves.
type reader struct {
	src     []byte
	entries []entry
	open    []container
	word    code.Span // a possible key, or empty
	end     int       // end of the last token
	broken  bool
}

func read(src []byte) *code.Structure {
	r := &reader{src: src}
	for at := 0; at < len(src); {
		at = r.token(at)
	}
	r.broken = r.broken || len(r.open) > 0
	for len(r.open) > 0 {
		r.pop()
	}
	s := &code.Structure{Broken: r.broken}
	for _, e := range r.entries {
		if e.level < allLevels || e.level < maxLevels && e.object {
			s.Symbols = append(s.Symbols, r.symbol(e))
		}
	}
	s.Finish(nil)
	return s
}

// token parses the token at an offset and returns its end.
func (r *reader) token(at int) int {
	end := at + 1
	switch c := r.src[at]; c {
	case ' ', '\t', '\r', '\n':
		return end
	case '/':
		if n := comment(r.src[at:]); n > 0 {
			return at + n
		}
	case '{', '[':
		r.push(at, c)
	case '}', ']':
		r.close(c, end)
	case ',':
		r.endEntry()
	case ':':
		if n := len(r.open); n > 0 && r.open[n-1].last == '}' && !r.word.Empty() {
			r.notValue(r.word)
			r.endEntry() // of a key without a comma after its value
			r.open[n-1].entry = len(r.entries)
			r.entries = append(r.entries, entry{key: r.word, end: end, level: r.open[n-1].level})
			r.end = end
		}
	default:
		end = at + word(r.src[at:])
		if r.value(at) {
			r.end = end // not including invalid text after it
		}
		r.word = code.Span{Start: at, End: end}
		return end
	}
	r.word = code.Span{}
	return end
}

// comment returns the length of the comment that a text begins with, or 0.
func comment(text []byte) int {
	for _, marks := range [][2]string{{"//", "\n"}, {"/*", "*/"}} {
		if !bytes.HasPrefix(text, []byte(marks[0])) {
			continue
		}
		if n := bytes.Index(text[2:], []byte(marks[1])); n >= 0 {
			return 2 + n + len(marks[1])
		}
		return len(text)
	}
	return 0
}

// word returns the length of the string or word that a text begins with. An unclosed string ends
// with its line.
func word(text []byte) int {
	mark := text[0]
	for i := 1; i < len(text); i++ {
		c := text[i]
		switch {
		case mark != '"' && mark != '\'':
			if bytes.IndexByte([]byte(" \t\r\n{}[],:\"'"), c) >= 0 {
				return i
			}
		case c == mark:
			return i + 1
		case c == '\n':
			return i
		case c == '\\':
			i++
		}
	}
	return len(text)
}

// value records the start of a key's value, and reports whether it is here.
func (r *reader) value(at int) bool {
	n := len(r.open)
	if n == 0 || r.open[n-1].entry < 0 {
		return false
	}
	e := &r.entries[r.open[n-1].entry]
	if e.value > 0 {
		return false
	}
	e.value, e.object = at, r.src[at] == '{'
	return true
}

// notValue handles a word that was parsed as the value of a key but is itself a key.
func (r *reader) notValue(word code.Span) {
	n := len(r.open)
	if n == 0 || r.open[n-1].entry < 0 {
		return
	}
	if e := &r.entries[r.open[n-1].entry]; e.value == word.Start {
		e.value, e.object, r.end = 0, false, e.end
	}
}

// push opens an object or an array.
func (r *reader) push(at int, bracket byte) {
	r.value(at)
	c := container{last: bracket + 2, level: maxLevels, entry: -1}
	switch n := len(r.open); {
	case bracket == '[':
	case n == 0:
		c.level = 0
	case r.open[n-1].entry >= 0:
		c.level = r.entries[r.open[n-1].entry].level + 1
	}
	r.open = append(r.open, c)
	r.end = at + 1
}

// close ends the innermost container that a bracket closes, and those inside it.
func (r *reader) close(bracket byte, end int) {
	n := len(r.open) - 1
	for n >= 0 && r.open[n].last != bracket {
		n--
	}
	r.broken = r.broken || n != len(r.open)-1
	if n < 0 {
		return
	}
	for len(r.open) > n {
		r.pop()
	}
	r.end = end
}

// pop ends the innermost container.
func (r *reader) pop() {
	r.endEntry()
	r.open = r.open[:len(r.open)-1]
}

// endEntry ends the key whose value is being parsed.
func (r *reader) endEntry() {
	n := len(r.open)
	if n == 0 || r.open[n-1].entry < 0 {
		return
	}
	r.entries[r.open[n-1].entry].end = r.end
	r.open[n-1].entry = -1
}

// symbol returns the symbol of a key.
func (r *reader) symbol(e entry) code.Symbol {
	span := code.Span{Start: e.key.Start, End: e.end}
	sym := code.Symbol{
		Kind: code.Key, Name: name(string(r.src[e.key.Start:e.key.End])), Node: span, Whole: span, Head: span,
		Doc: grammar.SlashComments.Above(r.src, span.Start),
	}
	text := string(r.src[e.value:e.end])
	if e.value == 0 || bytes.IndexByte([]byte("{["), text[0]) < 0 || strings.Trim(text, "{}[] \t\r\n") == "" {
		return sym
	}
	if strings.Contains(text, "\n") {
		sym.Head.End = e.value
	}
	sym.Fold = code.Cut{Span: code.Span{Start: e.value, End: e.end}, Text: text[:1] + " ... " + string(text[0]+2)}
	return sym
}

// name returns a key without its quotes.
func name(key string) string {
	text, err := strconv.Unquote(key)
	if err != nil {
		text = strings.Trim(key, `"'`)
	}
	if text = grammar.OneLine(text); strings.TrimSpace(text) == "" {
		if strings.TrimSpace(key) == "" {
			return strconv.Quote(key)
		}
		return key
	}
	return text
}
