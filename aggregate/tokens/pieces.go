package tokens

import "sync"

// Part is a part of a text whose key may be known.
type Part struct {
	Text string
	Key  func() Key // nil if unknown
}

// Piece is a part of a text that can be counted separately.
type Piece struct {
	Text string
	key  func() Key
}

// Key returns the key of the piece's text, which is hashed on first use.
func (p Piece) Key() Key { return p.key() }

// Pieces splits the concatenation of parts where every vocabulary is certain to split it, so that
// the counts of the pieces add up to that of the whole. It splits only between parts.
func Pieces(parts ...Part) []Piece {
	var (
		out  []Piece
		text string
		key  func() Key
	)
	flush := func() {
		if text == "" {
			return
		}
		whole := text
		if key == nil {
			key = sync.OnceValue(func() Key { return KeyOf(whole) })
		}
		out = append(out, Piece{whole, key})
	}
	for _, part := range parts {
		switch {
		case part.Text == "":
		case text == "" || splits(text, part.Text):
			flush()
			text, key = part.Text, part.Key
		default:
			text, key = text+part.Text, nil
		}
	}
	flush()
	return out
}
