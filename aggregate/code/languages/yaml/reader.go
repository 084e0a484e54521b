package yaml

import (
	"bytes"

	"dossier/aggregate/code"
)

// role is what an entry is.
type role int

const (
	document role = iota
	item          // of a sequence
	key           // of a mapping
)

// entry is a document, an item or a key, with all that belongs to it.
type entry struct {
	role   role
	parent int // index, or -1
	column int // of - or of the key; -1 of a document
	name   string
	value  string // on the line of the key, or "" when it is no plain scalar
	span   code.Span
	head   int // where the part on the first line ends that stays in a signature
}

// reader reads the lines of a source.
type reader struct {
	src     []byte
	entries []entry
	open    []int     // from the document to the innermost entry
	end     int       // of the last line that is no comment
	margins []margin  // comments since
	inside  construct // what goes on over the end of a line
}

// margin is a comment line.
type margin struct{ column, end int }

// construct is what has not ended at the end of a line.
type construct struct {
	// mark is | for a block scalar, " or ' for a quotation, [ for a flow collection, the
	// first byte of what closes a template, or 0 for none.
	mark   byte
	column int  // of the entry that it belongs to
	depth  int  // of brackets
	quote  byte // of the quotation that is open in it
}

// read lists the entries of a source, parents first.
func read(src []byte) []entry {
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
	return r.entries
}

// line reads one line.
func (r *reader) line(start, end int) {
	text := bytes.TrimRight(r.src[start:end], " \t\r")
	line := bytes.TrimLeft(text, " \t")
	column := len(text) - len(line)
	end = start + len(text)
	switch {
	case r.goesOn(line, column):
		if len(line) > 0 {
			r.content(end)
		}
	case len(line) == 0 || isConflict(text) || text[0] == '%':
	case line[0] == '#':
		r.margins = append(r.margins, margin{column, end})
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

// content notes that something ends here which belongs to what is open.
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

// template reports whether a line is nothing but a template of Helm or Jinja.
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

// goesOn reports whether a line belongs to what the lines above it left open, and ends
// that when the line closes it.
func (r *reader) goesOn(line []byte, column int) bool {
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
		// A key in the place of what closes it says that nothing does.
		more = len(line) == 0 || column > in.column || bytes.IndexByte([]byte(`]}"',`), line[0]) >= 0
		in.scan(line)
		closed = in.depth == 0 && in.quote == 0
	}
	if !more || closed {
		*in = construct{}
	}
	return more
}

// scan follows quotations and brackets along a line.
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

// opensScalar reports whether a quotation may begin behind a text: that in it's is none.
func opensScalar(before []byte) bool {
	before = bytes.TrimRight(before, " \t")
	return len(before) == 0 || bytes.IndexByte([]byte("[{,:"), before[len(before)-1]) >= 0
}

// entriesOf reads the items and the key that a line begins with.
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

// keyOf finds the key that a text begins with and where its value begins, which is 0 when
// there is none.
func keyOf(text []byte) (name string, value int) {
	at := properties(text)
	rest := text[at:]
	length := 0 // of a quotation
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

// properties is how long the anchors and tags are that a text begins with.
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

// quoted is how long the quotation is that a text begins with, and 0 when it does not end.
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

// scalar reads what stands on the rest of a line, and notes what goes on on the next.
func (r *reader) scalar(at, end int) {
	text := bytes.TrimLeft(r.src[at:end], " \t")
	text = text[properties(text):]
	if len(text) == 0 || text[0] == '#' {
		return
	}
	owner := &r.entries[r.open[len(r.open)-1]]
	begins := owner.head == at // and not on a line above
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

// add opens an entry in the innermost that is open.
func (r *reader) add(e entry) {
	e.parent = -1
	if n := len(r.open); n > 0 {
		e.parent = r.open[n-1]
	}
	r.open = append(r.open, len(r.entries))
	r.entries = append(r.entries, e)
}

// close ends what cannot hold an entry at a column. An item may stand at the column of
// the key that it belongs to.
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

// finish ends an entry behind its last line. Comments belong to it that are indented more.
func (r *reader) finish(e *entry) {
	e.span.End = max(r.end, e.head)
	for _, m := range r.margins {
		if m.column <= e.column {
			break
		}
		e.span.End = m.end
	}
}
