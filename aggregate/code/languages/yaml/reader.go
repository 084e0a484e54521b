package yaml

import (
	"bytes"

	"dossier/aggregate/code"
)

// role is the kind of an entry.
type role int

const (
	document role = iota
	item          // of a sequence
	key           // of a mapping
)

// entry is a document, an item or a key, including its contents.
type entry struct {
	role   role
	parent int // index, or -1
	column int // of the dash or the key; -1 for a document
	name   string
	value  string // on the line of the key, or "" if it is not a plain scalar
	span   code.Span
	head   int // end of the part of the first line that is kept in a signature
}

// reader processes the lines of a source.
type reader struct {
	src     []byte
	entries []entry
	open    []int     // from the document to the innermost entry
	end     int       // of the last line that is not a comment
	margins []margin  // comments since then
	inside  construct // an open multi-line construct

	comments []code.Span // those alone on their lines
}

// margin is a comment line.
type margin struct{ column, end int }

// construct is a construct that continues after the end of a line.
type construct struct {
	// mark is | for a block scalar, " or ' for a quoted scalar, [ for a flow collection, the
	// first byte of a template's closing delimiter, or 0 for none.
	mark   byte
	column int  // of the entry that it belongs to
	depth  int  // of brackets
	quote  byte // of the open quoted scalar in it
}

// read returns the entries of a source, parents first.
func read(src []byte) []entry { return readAll(src).entries }

// comments returns the comments of a source that are alone on their lines.
func comments(src []byte) []code.Span { return readAll(src).comments }

func readAll(src []byte) *reader {
	r := &reader{src: src}
	for at := 0; at < len(src); {
		end := at + bytes.IndexByte(src[at:], '\n')
		if end < at {
			end = len(src)
		}
		r.line(at, end)
		at = end + 1
	}
	r.close(-1, document)
	return r
}

// line processes one line.
func (r *reader) line(start, end int) {
	text := bytes.TrimRight(r.src[start:end], " \t\r")
	line := bytes.TrimLeft(text, " \t")
	column := len(text) - len(line)
	end = start + len(text)
	switch {
	case r.continues(line, column):
		if len(line) > 0 {
			r.content(end)
		}
	case len(line) == 0 || isConflict(text) || text[0] == '%':
	case line[0] == '#':
		r.margins = append(r.margins, margin{column, end})
		r.comments = append(r.comments, code.Span{Start: start + column, End: end})
	case isMark(text, "---") || isMark(text, "..."):
		r.close(-1, document)
		if text[0] == '-' {
			r.add(entry{role: document, column: -1, span: code.Span{Start: start}})
			r.content(end)
			r.scalar(start+len("---"), end)
		}
	case r.template(line):
		r.margins = append(r.margins, margin{column, end})
	default:
		r.entriesOf(start, start+column, end)
	}
}

// content records the end of content that belongs to the open entries.
func (r *reader) content(end int) { r.end, r.margins = end, r.margins[:0] }

func isMark(line []byte, mark string) bool {
	rest, ok := bytes.CutPrefix(line, []byte(mark))
	return ok && (len(rest) == 0 || rest[0] == ' ')
}

func isConflict(line []byte) bool {
	for _, mark := range []string{"<<<<<<<", "|||||||", "=======", ">>>>>>>"} {
		if isMark(line, mark) {
			return true
		}
	}
	return false
}

// template reports whether a line contains only a Helm or Jinja template.
func (r *reader) template(line []byte) bool {
	if len(line) < 2 || line[0] != '{' {
		return false
	}
	mark := line[1]
	switch mark {
	case '{':
		mark = '}'
	case '%', '#':
	default:
		return false
	}
	last := bytes.LastIndex(line, []byte{mark, '}'})
	if last < 0 {
		r.inside = construct{mark: mark}
	}
	return last < 0 || last+2 == len(line)
}

// continues reports whether a line belongs to an open construct, and closes that if it ends on the
// line.
func (r *reader) continues(line []byte, column int) bool {
	in := &r.inside
	more, closed := true, false
	switch in.mark {
	case 0:
		return false
	case '|':
		more = len(line) == 0 || column > in.column
	case '}', '%', '#':
		closed = bytes.Contains(line, []byte{in.mark, '}'})
	default:
		// A key in place of the closing delimiter means that it is missing.
		more = len(line) == 0 || column > in.column || bytes.IndexByte([]byte(`]}"',`), line[0]) >= 0
		in.scan(line)
		closed = in.depth == 0 && in.quote == 0
	}
	if !more || closed {
		*in = construct{}
	}
	return more
}

// scan tracks quotes and brackets along a line.
func (c *construct) scan(text []byte) {
	for i := 0; i < len(text); i++ {
		switch b := text[i]; {
		case c.quote == '"' && b == '\\':
			i++
		case c.quote != 0:
			if b == c.quote {
				c.quote = 0
			}
		case c.mark != '[' || b == '#' && (i == 0 || text[i-1] == ' '):
			return
		case (b == '"' || b == '\'') && opensScalar(text[:i]):
			c.quote = b
		case b == '[' || b == '{':
			c.depth++
		case b == ']' || b == '}':
			c.depth = max(0, c.depth-1)
		}
	}
}

// opensScalar reports whether a quoted scalar may begin after a text: the apostrophe of it's does
// not.
func opensScalar(before []byte) bool {
	before = bytes.TrimRight(before, " \t")
	return len(before) == 0 || bytes.IndexByte([]byte("[{,:"), before[len(before)-1]) >= 0
}

// entriesOf parses the items and the key that a line begins with.
func (r *reader) entriesOf(start, at, end int) {
	if len(r.open) == 0 {
		r.add(entry{role: document, column: -1, span: code.Span{Start: at}})
	}
	for at < end && r.src[at] == '-' && (at+1 == end || r.src[at+1] == ' ' || r.src[at+1] == '\t') {
		r.close(at-start, item)
		r.add(entry{role: item, column: at - start, span: code.Span{Start: at}, head: at + 1})
		for at++; at < end && (r.src[at] == ' ' || r.src[at] == '\t'); at++ {
		}
	}
	r.close(at-start, key)
	if name, value := keyOf(r.src[at:end]); value > 0 {
		r.add(entry{role: key, column: at - start, name: name, span: code.Span{Start: at}, head: at + value})
		at += value
	}
	r.scalar(at, end)
	r.content(end)
}

// keyOf returns the key that a text begins with and the start of its value, which is 0 if there
// is none.
func keyOf(text []byte) (name string, value int) {
	at := properties(text)
	rest := text[at:]
	length := 0 // of a quoted scalar
	switch {
	case len(rest) == 0 || bytes.IndexByte([]byte("[]}|>@`%#,?"), rest[0]) >= 0:
		return "", 0
	case rest[0] == '{' && !bytes.HasPrefix(rest, []byte("{{")):
		return "", 0
	case rest[0] == '"' || rest[0] == '\'':
		length = quoted(rest)
	}
	for i := length; i < len(rest); i++ {
		switch {
		case rest[i] == ':' && (i+1 == len(rest) || rest[i+1] == ' ' || rest[i+1] == '\t'):
			name = string(bytes.TrimSpace(rest[:i]))
			if length > 1 {
				name = name[1 : length-1]
			}
			return name, at + i + 1
		case length > 0 && rest[i] != ' ' || rest[i] == '#' && rest[i-1] == ' ':
			return "", 0
		case bytes.HasPrefix(rest[i:], []byte("{{")):
			i += max(0, bytes.Index(rest[i:], []byte("}}")))
		}
	}
	return "", 0
}

// properties returns the length of the anchors and tags that a text begins with.
func properties(text []byte) int {
	at := 0
	for at < len(text) && (text[at] == '&' || text[at] == '!') {
		end := bytes.IndexByte(text[at:], ' ')
		if end < 0 {
			return len(text)
		}
		at += end
		at += len(text[at:]) - len(bytes.TrimLeft(text[at:], " "))
	}
	return at
}

// quoted returns the length of the quoted scalar that a text begins with; 0 if it is unclosed.
func quoted(text []byte) int {
	for i := 1; i < len(text); i++ {
		switch {
		case text[i] == '\\' && text[0] == '"':
			i++
		case text[i] == text[0]:
			return i + 1
		}
	}
	return 0
}

// scalar processes the rest of a line, and records a construct that continues on the next one.
func (r *reader) scalar(at, end int) {
	text := bytes.TrimLeft(r.src[at:end], " \t")
	text = text[properties(text):]
	if len(text) == 0 || text[0] == '#' {
		return
	}
	owner := &r.entries[r.open[len(r.open)-1]]
	begins := owner.head == at // not on a previous line
	switch in := (construct{column: owner.column}); {
	case text[0] == '|' || text[0] == '>':
		in.mark = '|'
		r.inside = in
		if begins {
			mark, _, _ := bytes.Cut(text, []byte(" "))
			owner.head = end - len(text) + len(mark)
		}
	case text[0] == '"' || text[0] == '\'':
		switch n := quoted(text); {
		case n == 0:
			in.mark, in.quote = text[0], text[0]
			r.inside = in
		case begins:
			owner.value = string(text[1 : n-1])
		}
	case text[0] == '[' || text[0] == '{' && !bytes.HasPrefix(text, []byte("{{")):
		in.mark = '['
		if in.scan(text); in.depth > 0 || in.quote != 0 {
			r.inside = in
		}
	case begins:
		value, _, _ := bytes.Cut(text, []byte(" #"))
		owner.value = string(bytes.TrimSpace(value))
	}
}

// add opens an entry in the innermost open one.
func (r *reader) add(e entry) {
	e.parent = -1
	if n := len(r.open); n > 0 {
		e.parent = r.open[n-1]
	}
	r.open = append(r.open, len(r.entries))
	r.entries = append(r.entries, e)
}

// close ends entries that cannot contain an entry at a column. An item may be in the same column
// as its key.
func (r *reader) close(column int, next role) {
	for n := len(r.open); n > 0; n = len(r.open) {
		e := &r.entries[r.open[n-1]]
		if e.column < column || next == item && e.role == key && e.column == column {
			return
		}
		r.finish(e)
		r.open = r.open[:n-1]
	}
}

// finish ends an entry after its last line. It includes comments that are indented more deeply.
func (r *reader) finish(e *entry) {
	e.span.End = max(r.end, e.head)
	for _, m := range r.margins {
		if m.column <= e.column {
			break
		}
		e.span.End = m.end
	}
}
