package aggregate

import (
	"context"

	"dossier/aggregate/parallel"
	"dossier/aggregate/tokens"
)

// figures returns what places the tokens of blocks in a document, as far as they are known.
func (b *Builder) figures() func(*rendered, string) Count {
	if b.Uncounted {
		return uncounted
	}
	v := b.vocabulary()
	return func(r *rendered, sep string) Count { return b.known(v, r, sep) }
}

// known returns a vocabulary's tokens of a block with what stands behind it, or an estimate
// when they have not been counted yet.
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

// vocabulary is what the figures of documents are counted in from now on.
func (b *Builder) vocabulary() tokens.Vocabulary {
	if b.Vocabulary == nil {
		return tokens.O200k
	}
	return b.Vocabulary()
}

// slot tells the ways in which a block can end apart: a count of one does not hold for
// another.
func (r *rendered) slot(sep string) int {
	switch seps := r.format.Separators(); sep {
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

// count returns a vocabulary's exact tokens of a block with what stands behind it.
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

// As returns a document that was built in another format, by its name, with the figures that are known of
// that. Without such a format it is the document itself. It takes about as long as rendering all blocks.
func (b *Builder) As(doc *Document, name string) *Document { return b.Recount(doc.in(name)) }

// Recount returns the document with the figures that are known by now.
func (b *Builder) Recount(doc *Document) *Document { return doc.recounted(b.figures()) }

// pieces cuts a block so that the counts of the pieces add up to that of the whole. The body
// of a file is a piece of its own wherever it can be, because its count is known already.
func pieces(r *rendered, sep string) []tokens.Piece {
	body := tokens.Part{Text: r.body}
	if r.bodyKey != nil {
		body.Key = r.bodyKey.Key
	}
	return tokens.Pieces(tokens.Part{Text: r.head}, body, tokens.Part{Text: r.tail + sep})
}
