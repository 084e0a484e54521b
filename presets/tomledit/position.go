package tomledit

import (
	"bytes"
	"strconv"
	"strings"
	"unicode/utf8"
)

// Position is a place in a document. Lines and columns count from 1, columns in
// characters.
type Position struct{ Line, Column int }

// behind returns the place behind text that begins at p. Each character counts once,
// wherever a text is cut.
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

// Positions says where the keys of a document stand. It reads no more of the document
// than it is asked for.
type Positions struct {
	root *node
	src  []byte
	// known are the places of every step-th byte, so that no search reads more than a
	// step, however long the lines are.
	known []Position
}

const step = 1 << 10

// Locate finds where things stand in data, which was decoded before: an error says that
// it cannot have been.
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

// Find returns the place of key, in the form of [models.FieldError]: the start of a key,
// of a header, or of an element of a list. Where key has no place it is that of the
// nearest table or list around it; ok is false when there is not even that.
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

// position returns the place of the character that begins at offset.
func (p *Positions) position(offset int) Position {
	i := offset / step
	return p.known[i].behind(p.src[i*step : offset])
}

// step returns what a part of a key names below n, or nil.
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

// splitKey cuts a path of keys into its parts: bare and quoted keys, and indexes in
// brackets.
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
