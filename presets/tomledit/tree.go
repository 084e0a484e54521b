package tomledit

import (
	"bytes"
	"errors"
	"slices"
	"strings"

	"github.com/pelletier/go-toml/v2/unstable"
)

// span is a byte range of the document.
type span struct{ start, end int }

// form is the notation of a node.
type form uint8

const (
	top         form = iota // the document
	header                  // [a]
	block                   // one [[a]]
	blocks                  // all [[a]] of a list
	implicit                // a table that is only defined by the headers of its subtables
	dotted                  // a table that is only defined by dotted keys
	scalar                  // this and the following are values after an equals sign or in a list
	inlineList              // […]
	inlineTable             // {…}
)

// node is a value of the document and its bytes. The contents of inline lists and tables are
// parsed on demand; see expand.
type node struct {
	form   form
	parent *node
	name   string           // its key, if the parent is a table
	keys   []string         // of a table, in document order
	child  map[string]*node // of a table; nil if empty
	elems  []*node          // of a list

	section section // for top, header and block: their own lines
	home    *node   // for dotted and values: the enclosing top, header, block or inlineTable
	line    span    // for the value of a key in a section: its complete lines including the newline
	pair    int     // start of the key that created it; for a value in a list, of the value
	value   span    // of a value: the bytes after the equals sign
	part    part    // of a value in a list or an inline table
	opening int     // for inlineList and inlineTable, once expanded: end of the bracket and the comment on its line
	closing int     // likewise: end of the last part
}

// section is a header and the keys below it. Comment lines directly above the header belong to
// it; so do those directly below its last key, unless they are directly above the next header.
type section struct {
	start  int // of the comment above the header
	header int // of the bracket; at the top equal to start
	keys   int // end of the last line with a key, or of the header's line
	end    int // end of the section
}

// part is the surroundings of an element of an inline list or table: the blanks, newlines and
// comments before it, and those after it up to the ones of the next element.
type part struct {
	body  span
	start int // of the blanks and comments before
	end   int // after the comma and the comment on its line
	comma int // offset of the comma, or -1
}

// inSections reports whether n is a table or list defined by headers and lines.
func (n *node) inSections() bool { return n.form < scalar }

func (n *node) table() bool {
	switch n.form {
	case blocks, scalar, inlineList:
		return false
	}
	return true
}

// path returns the keys from the top, without list indices.
func (n *node) path() []string {
	var keys []string
	for ; n.parent != nil; n = n.parent {
		if n.parent.table() {
			keys = append(keys, n.name)
		}
	}
	slices.Reverse(keys)
	return keys
}

// place returns the offset to report for n.
func (n *node) place() int {
	if n.form == header || n.form == block {
		return n.section.header
	}
	return n.pair
}

// children returns the nodes below n, in no particular order.
func (n *node) children() []*node {
	list := slices.Clone(n.elems)
	for _, key := range n.keys {
		list = append(list, n.child[key])
	}
	return list
}

// spans returns the whole lines that define n and the nodes below it, in order.
func (n *node) spans() []span {
	var out []span
	var walk func(*node)
	walk = func(n *node) {
		switch n.form {
		case header, block:
			out = append(out, span{n.section.start, n.section.end})
		case scalar, inlineList, inlineTable:
			out = append(out, n.line)
			return
		}
		for _, c := range n.children() {
			if n.form == header || n.form == block {
				walkSections(c, walk)
				continue
			}
			walk(c)
		}
	}
	walk(n)
	slices.SortFunc(out, func(a, b span) int { return a.start - b.start })
	return out
}

// walkSections visits the headers below n but not keys, which are on the lines of a section.
func walkSections(n *node, visit func(*node)) {
	switch n.form {
	case header, block:
		visit(n)
	case scalar, inlineList, inlineTable:
	default:
		for _, c := range n.children() {
			walkSections(c, visit)
		}
	}
}

// end returns the offset after the last line of n and the nodes below it.
func (n *node) end() int {
	spans := n.spans()
	if len(spans) == 0 {
		return 0
	}
	end := 0
	for _, s := range spans {
		end = max(end, s.end)
	}
	return end
}

// newTable adds a table, created by the key at an offset, to parent.
func newTable(f form, parent *node, key string, at int) *node {
	n := &node{form: f, home: parent.home, pair: at}
	if parent.form != dotted {
		n.home = parent
	}
	parent.add(key, n)
	return n
}

func (n *node) add(key string, c *node) {
	c.parent, c.name = n, key
	n.keys = append(n.keys, key)
	if n.child == nil {
		n.child = map[string]*node{}
	}
	n.child[key] = c
}

// errShape reports a valid document that the tree cannot represent. It guards against a decoder
// that accepts more than this package supports.
var errShape = errors.New("it is written in a way that cannot be changed piece by piece")

// parse builds the tree of a valid document.
func parse(src []byte) (*node, error) {
	root := &node{form: top}
	current := root
	var sections []*node
	var p unstable.Parser
	p.Reset(src)
	lastEnd := 0 // end of the line of the last expression
	for p.NextExpression() {
		e := p.Expression()
		keys, raw := keyOf(e)
		first, last := int(raw.start), int(raw.end)
		lineStart := startOfLine(src, first)
		switch e.Kind {
		case unstable.Table, unstable.ArrayTable:
			bracket := lineStart + indentOf(src[lineStart:])
			n, err := root.open(keys, e.Kind == unstable.ArrayTable, bracket)
			if err != nil {
				return nil, err
			}
			lineEnd := endOfLine(src, last)
			n.section = section{
				start:  commentAbove(src, lastEnd, lineStart),
				header: bracket,
				keys:   lineEnd,
				end:    lineEnd,
			}
			sections = append(sections, n)
			current, lastEnd = n, lineEnd
		case unstable.KeyValue:
			end := int(e.Raw.Offset + e.Raw.Length)
			start := valueStart(src, last)
			lineEnd := endOfLine(src, end)
			table, err := current.descend(keys[:len(keys)-1], first)
			if err != nil {
				return nil, err
			}
			v := newValue(src, span{start, end})
			v.home, v.pair = current, first
			v.line = span{lineStart, lineEnd}
			table.add(keys[len(keys)-1], v)
			current.section.keys = lineEnd
			current.section.end = lineEnd
			lastEnd = lineEnd
		}
	}
	if err := p.Error(); err != nil {
		return nil, err
	}
	// Comments directly below the last key of a section belong to it.
	for i, n := range sections {
		next := len(src)
		if i+1 < len(sections) {
			next = sections[i+1].section.start
		}
		n.section.end = commentBelow(src, n.section.keys, next)
	}
	return root, nil
}

// open returns the table that a header begins.
func (n *node) open(keys []string, list bool, at int) (*node, error) {
	for _, key := range keys[:len(keys)-1] {
		next := n.child[key]
		if next == nil {
			next = newTable(implicit, n, key, at)
		}
		if next.form == blocks {
			next = next.elems[len(next.elems)-1]
		}
		if !next.table() || next.form == inlineTable {
			return nil, errShape
		}
		n = next
	}
	key := keys[len(keys)-1]
	known := n.child[key]
	if list {
		if known == nil {
			known = &node{form: blocks, pair: at}
			n.add(key, known)
		}
		if known.form != blocks {
			return nil, errShape
		}
		elem := &node{form: block, parent: known}
		known.elems = append(known.elems, elem)
		return elem, nil
	}
	switch {
	case known == nil:
		return newTable(header, n, key, at), nil
	case known.form == implicit:
		known.form = header
		return known, nil
	}
	return nil, errShape
}

// descend returns the table that the first parts of a dotted key refer to. The keys start at an
// offset.
func (n *node) descend(keys []string, at int) (*node, error) {
	for _, key := range keys {
		next := n.child[key]
		if next == nil {
			next = newTable(dotted, n, key, at)
		}
		if !next.table() || next.form == inlineTable {
			return nil, errShape
		}
		n = next
	}
	return n, nil
}

// keyOf returns the parts of an expression's key and their span, including quotes.
func keyOf(e *unstable.Node) (keys []string, raw span) {
	raw.start = -1
	for it := e.Key(); it.Next(); {
		k := it.Node()
		if raw.start < 0 {
			raw.start = int(k.Raw.Offset)
		}
		raw.end = int(k.Raw.Offset + k.Raw.Length)
		keys = append(keys, string(k.Data))
	}
	return keys, raw
}

// valueStart returns the offset of the value of the pair whose key ends at i.
func valueStart(src []byte, i int) int {
	for src[i] != '=' {
		i++
	}
	i++
	for src[i] == ' ' || src[i] == '\t' {
		i++
	}
	return i
}

// newValue returns the node of the value at a span.
func newValue(src []byte, at span) *node {
	n := &node{form: scalar, pair: at.start, value: at}
	switch src[at.start] {
	case '[':
		n.form = inlineList
	case '{':
		n.form = inlineTable
	}
	return n
}

// expand parses the contents of an inline list or table once. The parser has no ranges for list
// values, so it searches for their ends.
func (n *node) expand(src []byte) {
	if n.opening > 0 || n.form != inlineList && n.form != inlineTable {
		return
	}
	at := n.value
	n.opening = commentBehind(src, at.start+1, at.end-1)
	parts, closing := splitParts(src, span{n.opening, at.end - 1})
	n.closing = closing
	var p unstable.Parser
	for _, part := range parts {
		if n.form == inlineList {
			elem := newValue(src, part.body)
			elem.parent, elem.part = n, part
			n.elems = append(n.elems, elem)
			continue
		}
		keys, end := partKey(&p, src, part.body)
		table, err := n.descend(keys[:len(keys)-1], part.body.start)
		if err != nil {
			continue // the comparison with the intended value rejects edits based on it
		}
		v := newValue(src, span{valueStart(src, end), part.body.end})
		v.home, v.pair, v.part = n, part.body.start, part
		table.add(keys[len(keys)-1], v)
	}
}

// partKey returns the key of a pair in an inline table and the offset after it.
func partKey(p *unstable.Parser, src []byte, at span) (keys []string, end int) {
	for end = at.start; src[end] != '='; {
		if src[end] == '"' || src[end] == '\'' {
			end = skipString(src, end)
			continue
		}
		end++
	}
	p.Reset(slices.Concat(src[at.start:end], []byte("=0"))) // the value can be long
	p.NextExpression()
	keys, _ = keyOf(p.Expression())
	return keys, end
}

// splitParts finds the elements between the brackets of a list or inline table, and the start of
// the blanks and comments before the closing bracket.
func splitParts(src []byte, at span) (parts []part, closing int) {
	i, end := at.start, at.end
	for {
		start := i
		i = skipBlank(src, i, end)
		if i >= end {
			return parts, start
		}
		p := part{start: start, body: span{i, skipValue(src, i, end)}, comma: -1}
		i = p.body.end
		if comma := skipBlank(src, i, end); comma < end && src[comma] == ',' {
			p.comma = comma
			i = comma + 1
		}
		i = commentBehind(src, i, end) // it belongs to the previous element
		p.end = i
		parts = append(parts, p)
	}
}

// commentBehind returns the end of the comment that follows i on the same line, or i.
func commentBehind(src []byte, i, end int) int {
	at := i
	for at < end && (src[at] == ' ' || src[at] == '\t') {
		at++
	}
	if at == end || src[at] != '#' {
		return i
	}
	i = skipComment(src[:end], at)
	if src[i-1] == '\r' {
		i--
	}
	return i
}

// skipBlank skips blanks, newlines and comments.
func skipBlank(src []byte, i, end int) int {
	for i < end {
		switch src[i] {
		case ' ', '\t', '\r', '\n':
			i++
		case '#':
			i = skipComment(src[:end], i)
		default:
			return i
		}
	}
	return i
}

// skipValue returns the end of the value, or the pair, that begins at i.
func skipValue(src []byte, i, end int) int {
	depth, last := 0, i
	for i < end {
		switch src[i] {
		case '"', '\'':
			i = skipString(src[:end], i)
			last = i
			continue
		case '[', '{':
			depth++
		case ']', '}':
			depth--
		case ',':
			if depth == 0 {
				return last
			}
		case '#':
			if depth == 0 {
				return last
			}
			i = skipComment(src[:end], i)
			continue
		case ' ', '\t', '\r', '\n':
			i++
			continue
		}
		i++
		last = i
	}
	return last
}

func startOfLine(src []byte, i int) int { return bytes.LastIndexByte(src[:i], '\n') + 1 }

func endOfLine(src []byte, i int) int {
	if j := bytes.IndexByte(src[i:], '\n'); j >= 0 {
		return i + j + 1
	}
	return len(src)
}

// indentOf returns the number of blanks that line begins with.
func indentOf(line []byte) int { return len(line) - len(bytes.TrimLeft(line, " \t")) }

// commentAbove returns the start of the comment lines directly above the line at start, not
// before low.
func commentAbove(src []byte, low, start int) int {
	for start > low {
		above := startOfLine(src, start-1)
		if above < low || !isComment(src[above:start]) {
			break
		}
		start = above
	}
	return start
}

// commentBelow returns the end of the comment lines directly below the line that ends at end.
// Those directly above high belong to the header there.
func commentBelow(src []byte, end, high int) int {
	for end < high {
		next := endOfLine(src, end)
		if next > high || !isComment(src[end:next]) {
			break
		}
		end = next
	}
	return end
}

func isComment(line []byte) bool {
	return strings.HasPrefix(strings.TrimLeft(string(line), " \t"), "#")
}
