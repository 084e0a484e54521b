package aggregate

import (
	"context"

	"dossier/aggregate/parallel"
	"dossier/aggregate/tokens"
)

// figures returns the function for the token counts of blocks, which are estimates
// where a block has not been counted yet.
func (b *Builder) figures() func(*rendered, string) Count {
	if b.Uncounted {
		return uncounted
	}
	v := b.vocabulary()
	return func(r *rendered, sep string) Count { return b.known(v, r, sep) }
}

// known returns the tokens, in a vocabulary, of a block with its separator, or an estimate if
// they have not been counted yet.
func (b *Builder) known(v tokens.Vocabulary, r *rendered, sep string) Count {
	slot := &r.tokens[v][r.slot(sep)]
	if n := slot.Load(); n > 0 {
		return Count{N: int(n - 1), Exact: true, Vocabulary: v}
	}
	total := 0
	for _, p := range pieces(r, sep) {
		n, ok := b.Cache.Get(v, p.Key())
		if !ok {
			return r.estimate().In(v)
		}
		total += n
	}
	slot.Store(int64(total) + 1)
	return Count{N: total, Exact: true, Vocabulary: v}
}

// vocabulary returns the vocabulary that documents are currently counted in.
func (b *Builder) vocabulary() tokens.Vocabulary {
	if b.Vocabulary == nil {
		return tokens.O200k
	}
	return b.Vocabulary()
}

// slot returns the index of a block's count for a separator: counts with different separators
// differ.
func (r *rendered) slot(sep string) int {
	switch seps := r.format.Separators(); sep {
	case seps.End:
		return 1
	case seps.Blocks:
		return 0
	case seps.Sections:
		return 2
	}
	return 0 // a heading has no other separator except those handled above
}

func uncounted(*rendered, string) Count { return Count{} }

// Count counts the tokens of blocks that are only estimated so far, in parallel, and returns the
// document with exact counts. It calls done, which may be nil, from several goroutines when more
// counts are known.
func (b *Builder) Count(ctx context.Context, doc *Document, done func()) (*Document, error) {
	var todo []placedBlock
	v := b.vocabulary()
	for _, p := range doc.blocks {
		if p.rendered.tokens[v][p.slot(p.sep)].Load() == 0 {
			todo = append(todo, p)
		}
	}
	err := parallel.Each(ctx, len(todo), func(i int) error {
		if _, err := b.count(ctx, v, todo[i].rendered, todo[i].sep); err != nil {
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

// count returns the exact tokens, in a vocabulary, of a block with its separator.
func (b *Builder) count(ctx context.Context, v tokens.Vocabulary, r *rendered, sep string) (Count, error) {
	for _, p := range pieces(r, sep) {
		if _, ok := b.Cache.Get(v, p.Key()); ok {
			continue
		}
		n, err := b.Tokens.CountContext(ctx, v, p.Text)
		if err != nil {
			return Count{}, err
		}
		b.Cache.Put(v, p.Key(), n)
	}
	return b.known(v, r, sep), nil
}

// As returns a built document in the named format, with the counts that are known for it. For an
// unknown format it returns doc unchanged. It takes about as long as rendering all blocks.
func (b *Builder) As(doc *Document, name string) *Document { return b.Recount(doc.inFormat(name)) }

// Recount returns the document with the counts that are known by now.
func (b *Builder) Recount(doc *Document) *Document { return doc.recounted(b.figures()) }

// pieces splits a block so that the token counts of the pieces add up to that of the whole.
// A file's body is a separate piece where possible, because its count is already known.
func pieces(r *rendered, sep string) []tokens.Piece {
	body := tokens.Part{Text: r.body}
	if r.bodyKey != nil {
		body.Key = r.bodyKey.Key
	}
	return tokens.Pieces(tokens.Part{Text: r.head}, body, tokens.Part{Text: r.tail + sep})
}
