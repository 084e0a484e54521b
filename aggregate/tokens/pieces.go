package tokens

import "sync"

// Part is a part of a text, of which the key may be known: the zero one is not.
type Part struct {
	Text string
	Key  Key
}

// Piece is a stretch of a text whose tokens can be counted on their own.
type Piece struct {
	Text string
	key  func() Key
}

// Key is the key of the piece's text, which is hashed when it is first asked for.
func (p Piece) Key() Key { return p.key() }

// Pieces cuts the text that parts make one behind the other where every vocabulary is certain to
// split it, so that the counts of the pieces add up to the count of the whole. It cuts nowhere
// else than between parts.
func Pieces(parts ...Part) []Piece {
	var (
		out  []Piece
		text string
		key  Key
	)
	flush := func() {
		if text == "" {
			return
		}
		whole, known := text, key
		if known != (Key{}) {
			out = append(out, Piece{whole, func() Key { return known }})
			return
		}
		out = append(out, Piece{whole, sync.OnceValue(func() Key { return KeyOf(whole) })})
	}
	for _, part := range parts {
		switch {
		case part.Text == "":
		case text == "" || splits(text, part.Text):
			flush()
			text, key = part.Text, part.Key
		default:
			text, key = text+part.Text, Key{}
		}
	}
	flush()
	return out
}
