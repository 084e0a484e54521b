package tokens

import "sync"

// Part is a part of a text, of which the key may be known.
type Part struct {
	Text string
	Key  func() Key // nil: not known
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
