package tokens

import (
	"context"
	"strings"
	"sync"
	"unicode/utf8"

	"dossier/aggregate/tokens/bpe"
)

// Counter counts tokens. It is safe for concurrent use. The zero Counter is ready to use: a
// vocabulary is loaded on first use, which takes about 20 ms and 8 MB.
type Counter struct {
	memos [Vocabularies]sync.Pool // of *memo
}

// Count returns the exact number of tokens in text. Special tokens such as <|endoftext|> are
// ordinary text; each invalid byte counts as U+FFFD.
func (c *Counter) Count(v Vocabulary, text string) int {
	n, err := c.CountContext(context.Background(), v, text)
	if err != nil {
		panic(err) // the background context never ends
	}
	return n
}

// CountContext is [Counter.Count] with a context, whose error it returns soon after ctx ends.
func (c *Counter) CountContext(ctx context.Context, v Vocabulary, text string) (int, error) {
	if !utf8.ValidString(text) {
		text = string([]rune(text))
	}
	m, ok := c.memos[v].Get().(*memo)
	if !ok {
		m = &memo{counts: make(map[string]int32, 1<<12)}
	}
	defer c.memos[v].Put(m)

	piece, tokens := definitions[v].piece, definitions[v].tokens
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

// checkEvery is the number of bytes counted between checks of a context: a few milliseconds of
// work.
const checkEvery = 64 << 10

// memo caches the counts of pieces with several tokens. Source code repeats the same few thousand
// of them, and a lookup is much cheaper than merging. A memo is used by one goroutine at a time,
// so it needs no lock.
type memo struct {
	counts map[string]int32
}

const (
	memoPieces = 1 << 16 // a full memo, of about 5 MB, is cleared
	memoLength = 64      // bytes; longer pieces rarely repeat
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
		m.counts[strings.Clone(piece)] = int32(n) // cloned so that the memo does not retain the whole text
	}
	return n
}
