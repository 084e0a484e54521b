package tomledit

import (
	"bytes"
	"strconv"
	"strings"
	"unicode/utf8"
)

// Position is a position in a document. Lines and columns are counted from 1, columns in
// characters.
type Position struct{ Line, Column int }

// behind returns the position after text that begins at p. It does not depend on how a text is
// split.
func (p Position) behind(text []byte) Position {
	if n := bytes.Count(text, []byte("\n")); n > 0 {
		p.Line += n
		p.Column = 1
		text = text[bytes.LastIndexByte(text, '\n')+1:]
	}
	for _, c := range text {
		if utf8.RuneStart(c) {
			p.Column++
		}
	}
	return p
}

// Positions finds the positions of keys in a document. It only scans the parts that are needed.
type Positions struct {
	root *node
	src  []byte
	// known are the positions of every step-th byte, so that a search scans at most one step,
	// however long the lines are.
	known []Position
}

const step = 1 << 10

// Locate prepares finding positions in data, which must be valid; otherwise it returns an error.
func Locate(data []byte) (*Positions, error) {
	src := bytes.TrimPrefix(data, mark)
	root, err := parse(src)
	if err != nil {
		return nil, err
	}
	p := &Positions{root: root, src: src}
	at := Position{1, 1}
	for start := 0; start <= len(src); start += step {
		p.known = append(p.known, at)
		at = at.behind(src[start:min(start+step, len(src))])
	}
	return p, nil
}

// Find returns the position of key, in the form of [models.FieldError]: the start of a key, a
// header, or a list element. If key has no position, it returns that of the nearest enclosing
// table or list; ok is false if there is none either.
func (p *Positions) Find(key string) (at Position, ok bool) {
	n := p.root
	for _, part := range splitKey(key) {
		next := n.step(p.src, part)
		if next == nil {
			break
		}
		n = next
	}
	if n == p.root {
		return Position{}, false
	}
	return p.position(n.place()), true
}

// position returns the position of the character at offset.
func (p *Positions) position(offset int) Position {
	i := offset / step
	return p.known[i].behind(p.src[i*step : offset])
}

// step returns the node that a part of a key refers to below n, or nil.
func (n *node) step(src []byte, part string) *node {
	n.expand(src)
	if inner, ok := strings.CutPrefix(part, "["); ok {
		i, err := strconv.Atoi(strings.TrimSuffix(inner, "]"))
		if err != nil || i < 0 || i >= len(n.elems) {
			return nil
		}
		return n.elems[i]
	}
	if strings.HasPrefix(part, `"`) {
		bare, err := strconv.Unquote(part)
		if err != nil {
			return nil
		}
		part = bare
	}
	return n.child[part]
}

// splitKey splits a key path into its parts: bare and quoted keys, and indices in brackets.
func splitKey(key string) []string {
	var parts []string
	start, quoted := 0, false
	cut := func(end int) {
		if end > start {
			parts = append(parts, key[start:end])
		}
		start = end
	}
	for i := 0; i < len(key); i++ {
		switch c := key[i]; {
		case quoted && c == '\\':
			i++
		case c == '"':
			quoted = !quoted
		case !quoted && c == '.':
			cut(i)
			start = i + 1
		case !quoted && c == '[':
			cut(i)
		}
	}
	cut(len(key))
	return parts
}
