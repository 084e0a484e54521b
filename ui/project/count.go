package project

import (
	"context"
	"errors"

	"dossier/aggregate"
	"dossier/aggregate/text"
	"dossier/aggregate/tokens"
	"dossier/models"
)

// CountFile counts the tokens of a file's full text. The size limit that the project file sets
// for the file applies.
func (p *Project) CountFile(ctx context.Context, name string) (aggregate.Count, error) {
	item, err := p.Item(ctx, name)
	if err != nil {
		return aggregate.Count{}, err
	}
	whole := models.NewFileItem(item.Path)
	whole.MaxBytes = item.MaxBytes
	view, err := p.Builder.View(ctx, p.Input(), whole)
	if err != nil {
		return aggregate.Count{}, err
	}
	return p.CountText(ctx, view.Text)
}

// ForModel converts a count to one of the model.
func ForModel(c aggregate.Count, model tokens.Model) aggregate.Count { return model.Of(c) }

// CountIn sets the vocabulary for all further counts of documents, files and texts, instead of
// o200k. For models with another vocabulary, existing counts remain as estimates.
func (p *Project) CountIn(v tokens.Vocabulary) { p.counting.Store(uint32(v)) }

// Counted reports whether a count is exact in the current vocabulary.
func (p *Project) Counted(c aggregate.Count) bool { return c.CountedIn(p.vocabulary()) }

// Counting returns a function that counts texts exactly in the current vocabulary, without caching.
func (p *Project) Counting() func(string) aggregate.Count {
	v := p.vocabulary()
	return func(text string) aggregate.Count {
		return aggregate.Count{N: p.Builder.Tokens.Count(v, text), Exact: true, Vocabulary: v}
	}
}

func (p *Project) vocabulary() tokens.Vocabulary { return tokens.Vocabulary(p.counting.Load()) }

// SaveCounts saves the cached counts for the next session, as closing the project does.
func (p *Project) SaveCounts() error { return p.cache.Save() }

// CountPath counts the text of a file of the project of at most limit bytes.
func (p *Project) CountPath(ctx context.Context, name string, limit int64) (aggregate.Count, error) {
	_, decoded, err := p.Texts().Read(ctx, p.root, name, limit)
	if err != nil {
		if errors.Is(err, text.ErrBinary) {
			return aggregate.Count{Exact: true}, nil // such a file is never inlined
		}
		return aggregate.Count{}, err
	}
	return p.CountText(ctx, decoded.Text)
}

// CountText counts a text exactly, unless its count is cached.
func (p *Project) CountText(ctx context.Context, content string) (aggregate.Count, error) {
	key, v := tokens.KeyOf(content), p.vocabulary()
	n, ok := p.cache.Get(v, key)
	if !ok {
		var err error
		if n, err = p.Builder.Tokens.CountContext(ctx, v, content); err != nil {
			return aggregate.Count{}, err
		}
		p.cache.Put(v, key, n)
	}
	return aggregate.Count{N: n, Exact: true, Vocabulary: v}, nil
}

// Cost is a number of tokens in the document. It is pending until it is known or estimated, and
// is not shown as 0 meanwhile.
type Cost struct {
	aggregate.Count
	Pending bool
}

// Plus returns the sum of two costs.
func (c Cost) Plus(d Cost) Cost { return Cost{c.Count.Add(d.Count), c.Pending || d.Pending} }

// GrowthLimit returns a limit that allows a file of a size to grow by half.
func GrowthLimit(size int64) int64 { return size + size/2 }
