package tomledit

import (
	"bytes"
	"unicode/utf8"

	"dossier/models"
)

// Position is a place in a document. Lines and columns count from 1, columns in
// characters.
type Position struct{ Line, Column int }

// Positions says where the keys of a document stand: the start of a key, of a header,
// or of an element of a list, under the path that [models.FieldError] uses.
type Positions map[string]Position

// Locate is [Bounds.Locate] for a document that people write by hand.
func Locate(data []byte) (Positions, error) { return usual.Locate(data) }

// Locate finds the place of everything in data. The error is that of [Bounds.Decode].
func (b Bounds) Locate(data []byte) (Positions, error) {
	if _, err := b.Decode(data); err != nil {
		return nil, err
	}
	data = bytes.TrimPrefix(data, mark)
	doc, err := parse(data)
	if err != nil {
		return nil, err
	}
	places := places{lines: lineStarts(data), src: data, at: Positions{}}
	places.walk(doc, "")
	return places.at, nil
}

// Find returns the place of key or, when key has none, of the nearest table or list
// around it; ok is false when there is not even that.
func (p Positions) Find(key string) (at Position, ok bool) {
	for {
		if at, ok = p[key]; ok || key == "" {
			return at, ok
		}
		key = enclosing(key)
	}
}

// enclosing cuts the last element of a path of keys.
func enclosing(key string) string {
	cut, quoted := 0, false
	for i := 0; i < len(key); i++ {
		switch c := key[i]; {
		case quoted && c == '\\':
			i++
		case c == '"':
			quoted = !quoted
		case !quoted && (c == '.' || c == '['):
			cut = i
		}
	}
	return key[:cut]
}

type places struct {
	src   []byte
	lines []int // offset of each line
	at    Positions
}

func (p places) walk(n *node, key string) {
	if key != "" {
		p.at[key] = p.position(n.place())
	}
	for _, name := range n.keys {
		p.walk(n.child[name], models.JoinKey(key, name))
	}
	for i, elem := range n.elems {
		p.walk(elem, models.ElementKey(key, i))
	}
}

func (p places) position(offset int) Position {
	line := 0
	for low, high := 0, len(p.lines); low < high; {
		if mid := (low + high) / 2; p.lines[mid] <= offset {
			line, low = mid, mid+1
		} else {
			high = mid
		}
	}
	return Position{line + 1, utf8.RuneCount(p.src[p.lines[line]:offset]) + 1}
}

func lineStarts(src []byte) []int {
	starts := []int{0}
	for i, c := range src {
		if c == '\n' {
			starts = append(starts, i+1)
		}
	}
	return starts
}
