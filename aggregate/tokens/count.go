package tokens

import (
	"context"
	"fmt"
	"strings"
	"sync"
	"unicode/utf8"

	"github.com/tiktoken-go/tokenizer"
)

// Counter counts o200k tokens. It is safe for concurrent use. The zero Counter is
// ready: the vocabulary, about 20 ms of work and 30 MB, is loaded by the first count.
type Counter struct {
	load  sync.Once
	codec tokenizer.Codec
	memos sync.Pool // of *memo
}

// Count returns the number of o200k tokens of text, exactly. Special tokens such as
// <|endoftext|> are text like any other; each invalid byte counts as U+FFFD.
func (c *Counter) Count(text string) int {
	n, err := c.CountContext(context.Background(), text)
	if err != nil {
		// The vocabulary is part of the program and Background never ends.
		panic(err)
	}
	return n
}

// CountContext is Count that stops soon after ctx ends and returns its error.
func (c *Counter) CountContext(ctx context.Context, text string) (int, error) {
	c.load.Do(func() {
		codec, err := tokenizer.Get(tokenizer.O200kBase)
		if err != nil {
			panic(fmt.Errorf("load the o200k vocabulary: %w", err)) // not built into the program
		}
		c.codec = codec
	})
	if !utf8.ValidString(text) {
		text = string([]rune(text))
	}
	text = strings.ReplaceAll(text, "\x7f", standIn)
	m, ok := c.memos.Get().(*memo)
	if !ok {
		m = &memo{counts: make(map[string]int32, 1<<12)}
	}
	defer c.memos.Put(m)

	total, checked := 0, 0
	for i := 0; i < len(text); {
		if i-checked >= checkEvery {
			if err := ctx.Err(); err != nil {
				return 0, err
			}
			checked = i
		}
		end := piece(text, i)
		total += m.count(c.codec, text[i:end])
		i = end
	}
	return total, ctx.Err()
}

// standIn replaces U+007F, which the library's generated matcher takes for no character
// at all and drops. The pattern has them in the same sets, and each is in one token of
// the vocabulary only, the byte itself, so that nothing merges across either.
const standIn = "\x02"

// checkEvery is how many bytes are counted between two looks at a context: a few
// milliseconds of work.
const checkEvery = 64 << 10

// memo remembers the counts of pieces. Source code says the same few thousand pieces
// again and again, and a look-up here costs a fiftieth of a merge. One goroutine
// holds a memo at a time, so nothing is locked.
type memo struct {
	counts map[string]int32
}

const (
	memoPieces = 1 << 16 // a full memo, of about 5 MB, starts anew
	memoLength = 64      // bytes; longer pieces hardly ever come twice
)

func (m *memo) count(codec tokenizer.Codec, piece string) int {
	if n, ok := m.counts[piece]; ok {
		return int(n)
	}
	// A match of the pattern is also the pattern's only match in itself: what the
	// look-ahead refused before, it refuses no more, and gives the same end. So the
	// library, which splits again, merges exactly this piece.
	n, err := codec.Count(piece)
	if err != nil {
		panic(fmt.Errorf("count %q: %w", piece, err)) // only its strict mode and time limits fail, and both are off
	}
	if len(piece) <= memoLength {
		if len(m.counts) >= memoPieces {
			clear(m.counts)
		}
		m.counts[strings.Clone(piece)] = int32(n) // a clone, or the memo would hold the whole text
	}
	return n
}
