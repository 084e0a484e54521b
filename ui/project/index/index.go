// Package index keeps what is known of all files of a project: made when it is first asked for,
// brought up to date with each question, and kept in the cache folder, for each project one file
// that is named by its folder. Nothing of it lies in the project.
//
// An [Index] is safe for concurrent use, and starts no goroutine.
package index

import (
	"context"
	"crypto/sha256"
	"fmt"
	"path/filepath"
	"slices"
	"sync"

	"dossier/aggregate/code"
	"dossier/aggregate/secrets"
	"dossier/ui/project"
	"dossier/ui/project/caches"
)

// Value is what is known. It never changes: what is known next is another one. One that has a
// method Due is only kept when that says so: a large file is not written for a small change.
type Value interface {
	comparable
	Save(file string) error
}

// Index holds what is known last.
type Index[T Value] struct {
	p    *project.Project
	file string // empty is nowhere
	load func(file string) T

	updating chan struct{} // holds a value while it is brought up to date

	mu     sync.Mutex
	loaded bool
	value  T
}

// Of returns an index of a project, whose files lie in a folder of the cache folder. load reads
// one, and returns what knows nothing where there is none that it can read.
func Of[T Value](p *project.Project, folder string, load func(file string) T) *Index[T] {
	x := &Index[T]{p: p, load: load, updating: make(chan struct{}, 1)}
	if cache := p.User().Places().Cache; cache != "" {
		x.file = filepath.Join(cache, folder, fmt.Sprintf("%x", sha256.Sum256([]byte(p.Dir)))[:32])
	}
	return x
}

// Update makes what is known next of what was and the files that the project's tree lists now, and
// keeps it unless it is the same. The error is that of update, or the context's, or says why the
// folder cannot be listed. What update returns beside an error is known from then on: work that
// was given up is not done again.
func (x *Index[T]) Update(ctx context.Context, update func(was T, files []string) (T, error)) (T, error) {
	var none T
	t, err := x.p.Tree(ctx)
	if err != nil {
		return none, err
	}
	select {
	case x.updating <- struct{}{}:
		defer func() { <-x.updating }()
	case <-ctx.Done():
		return none, ctx.Err()
	}
	was := x.known()
	next, err := update(was, project.WithoutOwn(t.Files()))
	if next != was && next != none {
		x.mu.Lock()
		x.value = next
		x.mu.Unlock()
		if due, ok := any(next).(interface{ Due() bool }); err == nil && (!ok || due.Due()) {
			_ = next.Save(x.file) // without it all is read again
			caches.Bound(x.p.User().Places(), caches.Most)
		}
	}
	if err != nil {
		return none, err
	}
	return next, nil
}

// known returns what is known last, or what was kept.
func (x *Index[T]) known() T {
	x.mu.Lock()
	defer x.mu.Unlock()
	if !x.loaded {
		x.value, x.loaded = x.load(x.file), true
		caches.Used(x.file)
	}
	return x.value
}

// Structure returns the structure of a text as the rest of the project has it, parsed unless it
// is kept; nil without an error where its language has none. What names something secret is not
// kept, as it would be on the disk.
func Structure(ctx context.Context, p *project.Project, language, src string) (*code.Structure, error) {
	b := p.Builder
	if b.Code == nil || b.Code.Supports(language) == code.NoSupport {
		return nil, nil
	}
	k := code.Source{Hash: sha256.Sum256([]byte(src)), Language: language}
	return b.Structures.Parse(ctx, b.Code, k, src, func(s *code.Structure) bool { return !secrets.In(names(s)...) })
}

// names are the names that stand in a structure.
func names(s *code.Structure) []string {
	out := slices.Clone(s.Packages)
	for _, symbol := range s.Symbols {
		out = append(out, symbol.Name)
	}
	for _, i := range s.Imports {
		out = append(out, i.Name)
	}
	return out
}
