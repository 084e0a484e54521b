// Package rank is what a project does with a question: [Ranker.Rank] says which of its files
// the question is about, and why.
//
// What is known of the files is an index, which package index keeps. The calls are safe for
// concurrent use, end with their context, and start no goroutine that outlives them.
package rank

import (
	"context"

	"dossier/aggregate/code"
	"dossier/aggregate/disk"
	"dossier/aggregate/rank"
	"dossier/aggregate/text"
	"dossier/ui/project"
	"dossier/ui/project/index"
)

// Ranker ranks the files of a project.
type Ranker struct {
	p     *project.Project
	index *index.Index[*rank.Index]
}

// Of returns the ranker of a project. Who asks more than once keeps it: it holds the index.
func Of(p *project.Project) *Ranker { return &Ranker{p, index.Of(p, "index", rank.Load)} }

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
	return r.index.Update(ctx, func(was *rank.Index, files []string) (*rank.Index, error) {
		return was.Update(ctx, rank.Project{Disk: r.p.Reader(), Files: files, Structure: r.structure, Progress: progress})
	})
}

// structure returns the symbols of a text; nil where there are none.
func (r *Ranker) structure(ctx context.Context, language, src string) (*code.Structure, error) {
	s, err := index.Structure(ctx, r.p, language, src)
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
