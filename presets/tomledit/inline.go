package tomledit

import (
	"bytes"
	"slices"
	"strings"
	"unicode/utf8"

	"dossier/models"
)

// inlined returns the text of the value n, changed to want.
func (e *editor) inlined(n *node, old, want any, column int, indent string) string {
	if equal(old, plain(want)) {
		return string(e.src[n.value.start:n.value.end])
	}
	n.expand(e.src)
	switch n.form {
	case inlineList:
		list, ok := want.([]any)
		if many, blocks := want.(Blocks); blocks {
			list, ok = elements(many), true
		}
		if !ok {
			break
		}
		olds, _ := old.([]any)
		return e.list(n, olds, list, column, indent)
	case inlineTable:
		fields, ok := fieldList(want)
		if !ok {
			break
		}
		values, _ := old.(map[string]any)
		return e.pairsOf(n, values, fields)
	}
	return e.writer.value(want, column, indent)
}

// piece is an element of a list or inline table to be assembled.
type piece struct {
	body string
	from *node // the node whose surroundings it keeps; nil for a new one
}

// list returns the text of the list n, changed to wants.
func (e *editor) list(n *node, old, wants []any, column int, indent string) string {
	if len(n.elems) == 0 && bytes.IndexByte(e.src[n.value.start:n.value.end], '#') < 0 {
		return e.writer.value(wants, column, indent)
	}
	pieces := make([]piece, len(wants))
	for i, from := range match(old, wants) {
		if from < 0 {
			pieces[i].body = e.writer.inline(wants[i])
			continue
		}
		elem := n.elems[from]
		pieces[i] = piece{e.inlined(elem, old[from], wants[i], oneLine, indent), elem}
	}
	text := e.assemble(n, n.elems, pieces)
	// A one-line list that has become too long is split into lines.
	if !strings.Contains(text, "\n") && column+utf8.RuneCountInString(text) > lineWidth {
		var b strings.Builder
		b.WriteString("[" + e.newline)
		for _, p := range pieces {
			b.WriteString(indent + "  " + p.body + "," + e.newline)
		}
		return b.String() + indent + "]"
	}
	return text
}

// pairsOf returns the text of the inline table n, changed to fields.
func (e *editor) pairsOf(n *node, old map[string]any, fields models.Fields) string {
	bodies := map[*node]string{} // text of the pairs that are kept
	var added []string
	var walk func(table *node, old map[string]any, prefix []string, fields models.Fields)
	walk = func(table *node, old map[string]any, prefix []string, fields models.Fields) {
		for _, f := range fields {
			at := append(slices.Clone(prefix), f.Key)
			c := table.child[f.Key]
			sub, isTable := fieldList(f.Value)
			switch {
			case c == nil || c.form == dotted && !isTable:
				added = append(added, e.path(at)+" = "+e.writer.inline(f.Value))
			case c.form == dotted:
				values, _ := old[f.Key].(map[string]any)
				walk(c, values, at, sub)
			default:
				bodies[c] = string(e.src[c.pair:c.value.start]) + e.inlined(c, old[f.Key], f.Value, oneLine, "")
			}
		}
	}
	walk(n, old, nil, fields)

	elems := leaves(n)
	var pieces []piece
	for _, c := range elems {
		if body, ok := bodies[c]; ok {
			pieces = append(pieces, piece{body, c})
		}
	}
	for _, body := range added {
		pieces = append(pieces, piece{body: body})
	}
	return e.assemble(n, elems, pieces)
}

// leaves returns the pairs of an inline table in document order.
func leaves(n *node) []*node {
	var out []*node
	for _, key := range n.keys {
		if c := n.child[key]; c.form == dotted {
			out = append(out, leaves(c)...)
		} else {
			out = append(out, c)
		}
	}
	slices.SortFunc(out, func(a, b *node) int { return a.pair - b.pair })
	return out
}

// assemble joins pieces within the brackets of n. Each keeps its surrounding blanks and comments;
// a new one gets the layout of its neighbours.
func (e *editor) assemble(n *node, elems []*node, pieces []piece) string {
	src := e.src
	open, closing := string(src[n.value.start:n.opening]), string(src[n.value.end-1])
	tail := string(src[n.closing : n.value.end-1])
	if len(pieces) == 0 && blank([]byte(tail)) && len(open) == 1 {
		return open + closing
	}
	l := layoutOf(src, elems)
	if n.form == inlineTable && len(elems) == 0 {
		l.first, tail = " ", " "
	}
	var b strings.Builder
	b.WriteString(open)
	commented := strings.Contains(open, "#") // the current line ends with a comment
	for i, p := range pieces {
		before, gap, after := l.before(p.from, i), "", ""
		if p.from != nil {
			part := p.from.part
			after = string(src[part.body.end:part.end])
			if part.comma >= 0 {
				gap, after = string(src[part.body.end:part.comma]), string(src[part.comma+1:part.end])
			}
		}
		if commented && !startsLine(before) {
			before = e.newline + before
		}
		b.WriteString(before + p.body + gap)
		if i+1 < len(pieces) || l.trailing {
			b.WriteByte(',')
		}
		b.WriteString(after)
		commented = strings.Contains(after, "#")
	}
	if commented && !startsLine(tail) {
		tail = e.newline + tail
	}
	b.WriteString(tail + closing)
	return b.String()
}

// layout is the layout of the elements in a list or inline table.
type layout struct {
	head     *node            // the first element
	first    string           // the text before it
	lines    string           // the text before an element on a separate line; empty if there is none
	own      map[*node]string // the text before each
	trailing bool             // a comma follows the last one
}

func layoutOf(src []byte, elems []*node) layout {
	l := layout{own: map[*node]string{}}
	for i, elem := range elems {
		before := string(src[elem.part.start:elem.part.body.start])
		l.own[elem] = before
		if i == 0 {
			l.head, l.first = elem, before
		}
		if j := strings.LastIndexByte(before, '\n'); j >= 0 {
			// The newline and the following blanks, as used in the document.
			if l.lines = before[j:]; j > 0 && before[j-1] == '\r' {
				l.lines = before[j-1:]
			}
		}
		l.trailing = elem.part.comma >= 0
	}
	if strings.Contains(l.first, "#") {
		l.first = l.lines // the comment belongs only to the first element
	}
	return l
}

// before returns the text before the element at index i, which moved (from) or is new (nil).
func (l layout) before(from *node, i int) string {
	own := l.own[from]
	switch {
	case from != nil && (strings.Contains(own, "\n") || (from == l.head) == (i == 0)):
		return own
	case i == 0:
		return l.first
	case l.lines != "":
		return l.lines
	}
	return " "
}

// startsLine reports whether text ends a line.
func startsLine(text string) bool {
	text = strings.TrimLeft(text, " \t\r")
	return strings.HasPrefix(text, "\n")
}
