package aggregate

import (
	"context"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"dossier/aggregate/parallel"
	"dossier/aggregate/tokens"
)

// known returns the tokens of a block with what stands behind it, or an estimate
// when they have not been counted yet.
func (b *Builder) known(r *rendered, sep string) Count {
	if b.Uncounted {
		return Count{}
	}
	slot := &r.tokens[b.slot(sep)]
	if n := slot.Load(); n > 0 {
		return Count{int(n - 1), true}
	}
	total := 0
	for _, p := range pieces(r, sep) {
		n, ok := b.Cache.Get(p.key())
		if !ok {
			return Count{r.estimate(), false}
		}
		total += n
	}
	slot.Store(int64(total) + 1)
	return Count{total, true}
}

// slot tells the ways in which a block can end apart: a count of one does not hold for
// another.
func (b *Builder) slot(sep string) int {
	switch seps := b.format().Separators(); sep {
	case seps.End:
		return 1
	case seps.Blocks:
		return 0
	case seps.Sections:
		return 2
	}
	return 0 // a heading has nothing else behind it, but for what is told apart above
}

func uncounted(*rendered, string) Count { return Count{} }

// Count counts the tokens of a document's blocks that are only estimated so far, on
// all processors, and returns the document with exact figures. Done is told now and
// then, from several goroutines, that more is known; it may be nil.
func (b *Builder) Count(ctx context.Context, doc *Document, done func()) (*Document, error) {
	var todo []placed
	for _, p := range doc.blocks {
		if p.rendered.tokens[b.slot(p.sep)].Load() == 0 {
			todo = append(todo, p)
		}
	}
	err := parallel.Each(ctx, len(todo), func(i int) error {
		if _, err := b.count(ctx, todo[i].rendered, todo[i].sep); err != nil {
			return err
		}
		if done != nil {
			done()
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	return b.Recount(doc), nil
}

// count returns the exact tokens of a block with what stands behind it.
func (b *Builder) count(ctx context.Context, r *rendered, sep string) (Count, error) {
	for _, p := range pieces(r, sep) {
		if _, ok := b.Cache.Get(p.key()); ok {
			continue
		}
		n, err := b.Tokens.CountContext(ctx, p.text)
		if err != nil {
			return Count{}, err
		}
		b.Cache.Put(p.key(), n)
	}
	return b.known(r, sep), nil
}

// Recount returns the document with the figures that are known by now.
func (b *Builder) Recount(doc *Document) *Document { return doc.recounted(b.known) }

// piece is a stretch of a block whose tokens can be counted on their own.
type piece struct {
	text string
	hash func() tokens.Key
}

func (p piece) key() tokens.Key { return p.hash() }

// pieces cuts a block where the vocabulary is certain to split, so that the counts
// of the pieces add up to the count of the whole. The body of a file is a piece of
// its own wherever that is certain, because its count is known already.
func pieces(r *rendered, sep string) []piece {
	var (
		out  []piece
		text string
		key  *tokens.Key
	)
	flush := func() {
		if text == "" {
			return
		}
		whole := text
		if key != nil {
			known := *key
			out = append(out, piece{whole, func() tokens.Key { return known }})
			return
		}
		out = append(out, piece{whole, sync.OnceValue(func() tokens.Key { return tokens.KeyOf(whole) })})
	}
	add := func(part string, partKey *tokens.Key) {
		switch {
		case part == "":
		case text == "" || splits(text, part):
			flush()
			text, key = part, partKey
		default:
			text, key = text+part, nil
		}
	}
	var bodyKey *tokens.Key
	if r.bodyKey != (tokens.Key{}) {
		bodyKey = &r.bodyKey
	}
	add(r.head, nil)
	add(r.body, bodyKey)
	add(r.tail+sep, nil)
	flush()
	return out
}

// splits reports whether a token can never reach over the end of left into right: at
// a [tokens.Seam], and also before a slash where the newline follows a letter or
// digit. For the o200k pattern takes slashes only behind punctuation, and such a
// newline is a piece of its own: so a comment below a fence's language begins anew.
func splits(left, right string) bool {
	if tokens.Seam(left, right) {
		return true
	}
	if !strings.HasSuffix(left, "\n") || !strings.HasPrefix(right, "/") {
		return false
	}
	before, _ := utf8.DecodeLastRuneInString(left[:len(left)-1])
	return before != utf8.RuneError && (unicode.IsLetter(before) || unicode.IsDigit(before))
}
