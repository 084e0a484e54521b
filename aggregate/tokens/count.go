package tokens

import (
	"context"
	"strings"
	"sync"
	"unicode/utf8"

	"dossier/aggregate/tokens/bpe"
)

// Counter counts tokens. It is safe for concurrent use. The zero Counter is ready: a
// vocabulary, about 20 ms of work and 8 MB, is loaded by the first count in it.
type Counter struct {
	memos [Vocabularies]sync.Pool // of *memo
}

// Count returns the number of a vocabulary's tokens of text, exactly. Special tokens such as
// <|endoftext|> are text like any other; each invalid byte counts as U+FFFD.
func (c *Counter) Count(v Vocabulary, text string) int {
	n, err := c.CountContext(context.Background(), v, text)
	if err != nil {
		panic(err) // Background never ends
	}
	return n
}

// CountContext is Count that stops soon after ctx ends and returns its error.
func (c *Counter) CountContext(ctx context.Context, v Vocabulary, text string) (int, error) {
	if !utf8.ValidString(text) {
		text = string([]rune(text))
	}
	m, ok := c.memos[v].Get().(*memo)
	if !ok {
		m = &memo{counts: make(map[string]int32, 1<<12)}
	}
	defer c.memos[v].Put(m)

	piece, tokens := spelled[v].piece, spelled[v].tokens
	total, checked := 0, 0
	for i := 0; i < len(text); {
		if i-checked >= checkEvery {
			if err := ctx.Err(); err != nil {
				return 0, err
			}
			checked = i
		}
		end := piece(text, i)
		total += m.count(tokens, text[i:end])
		i = end
	}
	return total, ctx.Err()
}

// checkEvery is how many bytes are counted between two looks at a context: a few
// milliseconds of work.
const checkEvery = 64 << 10

// memo remembers the counts of pieces that are several tokens. Source code says the same few
// thousand of them again and again, and a look-up here costs a small part of their merges. One
// goroutine holds a memo at a time, so nothing is locked.
type memo struct {
	counts map[string]int32
}

const (
	memoPieces = 1 << 16 // a full memo, of about 5 MB, starts anew
	memoLength = 64      // bytes; longer pieces hardly ever come twice
)

func (m *memo) count(v *bpe.Vocabulary, piece string) int {
	if v.Is(piece) {
		return 1
	}
	if n, ok := m.counts[piece]; ok {
		return int(n)
	}
	n := v.Count(piece)
	if len(piece) <= memoLength {
		if len(m.counts) >= memoPieces {
			clear(m.counts)
		}
		m.counts[strings.Clone(piece)] = int32(n) // a clone, or the memo would hold the whole text
	}
	return n
}
