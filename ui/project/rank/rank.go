// Package rank is what a project does with a question: [Ranker.Rank] says which of its files
// the question is about, and why.
//
// What is known of the files is an index, made beside the project's tree when it is first
// asked for, brought up to date with each question and kept in the cache folder: for each
// project one file, named by its folder. Nothing of it lies in the project. The calls are
// safe for concurrent use, end with their context, and start no goroutine that outlives them.
package rank

import (
	"context"
	"crypto/sha256"
	"fmt"
	"path/filepath"
	"sync"

	"dossier/aggregate/code"
	"dossier/aggregate/disk"
	"dossier/aggregate/rank"
	"dossier/aggregate/text"
	"dossier/ui/project"
)

// Ranker ranks the files of a project.
type Ranker struct {
	p    *project.Project
	file string // where the index is kept; empty is nowhere

	updating chan struct{} // holds a value while the index is brought up to date

	mu    sync.Mutex
	index *rank.Index // nil until it is first asked for
}

// Of returns the ranker of a project. Who asks more than once keeps it: it holds the index.
func Of(p *project.Project) *Ranker {
	r := &Ranker{p: p, updating: make(chan struct{}, 1)}
	if cache := p.User().Places().Cache; cache != "" {
		r.file = filepath.Join(cache, "index", fmt.Sprintf("%x", sha256.Sum256([]byte(p.Dir)))[:32])
	}
	return r
}

// Ranked is a file that a question is about.
type Ranked struct {
	rank.Ranked
	// Symbols says how much the question is about each symbol of the file, by their paths. It
	// is nil where there are none, and for all but the best files.
	Symbols map[string]float64
}

// looked is how many of the best files are looked at symbol by symbol.
const looked = 60

// Index returns the index of the files as they are now. progress is told, from several
// goroutines, how many of the files that changed are read; it may be nil. The error is the
// context's, or says why the folder cannot be listed.
func (r *Ranker) Index(ctx context.Context, progress func(done, all int)) (*rank.Index, error) {
	t, err := r.p.Tree(ctx)
	if err != nil {
		return nil, err
	}
	select {
	case r.updating <- struct{}{}:
		defer func() { <-r.updating }()
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	was := r.known()
	next, err := was.Update(ctx, rank.Project{Disk: r.p.Reader(), Files: t.Files(), Structure: r.structure, Progress: progress})
	if err != nil {
		return nil, err
	}
	if next != was {
		r.mu.Lock()
		r.index = next
		r.mu.Unlock()
		_ = next.Save(r.file) // without it the index is made again
	}
	return next, nil
}

// known returns the index as it was last, or as it was kept.
func (r *Ranker) known() *rank.Index {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.index == nil {
		r.index = rank.Load(r.file)
	}
	return r.index
}

// structure returns the symbols of a text, as the rest of the project has them; nil where
// there are none.
func (r *Ranker) structure(ctx context.Context, language, src string) (*code.Structure, error) {
	b := r.p.Builder
	if b.Code == nil || b.Code.Supports(language) == code.NoSupport {
		return nil, nil
	}
	k := code.Source{Hash: sha256.Sum256([]byte(src)), Language: language}
	s, err := b.Structures.Parse(ctx, b.Code, k, src)
	if err != nil {
		return nil, ctx.Err() // a file that cannot be parsed is known by its words
	}
	return s, nil
}

// Rank returns at most n files that a question is about, the best first.
func (r *Ranker) Rank(ctx context.Context, question string, n int, progress func(done, all int)) ([]Ranked, error) {
	x, err := r.Index(ctx, progress)
	if err != nil {
		return nil, err
	}
	ranking, err := x.Rank(ctx, question, n)
	if err != nil {
		return nil, err
	}
	out := make([]Ranked, len(ranking.Files))
	for i, f := range ranking.Files {
		out[i].Ranked = f
		if i < looked {
			if out[i].Symbols, err = r.symbols(ctx, ranking, f.Path); err != nil {
				return nil, err
			}
		}
	}
	return out, nil
}

// symbols says which symbols of a file a question is about. The error is the context's.
func (r *Ranker) symbols(ctx context.Context, ranking *rank.Ranking, path string) (map[string]float64, error) {
	file, err := r.p.Reader().Read(ctx, path, disk.DefaultLimit)
	if err != nil {
		return nil, ctx.Err()
	}
	decoded, err := text.Decode(file.Data)
	if err != nil {
		return nil, nil
	}
	s, err := r.structure(ctx, text.Language(path, decoded.Text), decoded.Text)
	if s == nil {
		return nil, err
	}
	return ranking.Symbols(decoded.Text, s), nil
}
