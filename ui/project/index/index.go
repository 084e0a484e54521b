// Package index stores facts about all files of a project: they are created on first use, updated
// with each query, and stored in the cache folder, in one file for each project whose name is
// derived from its folder. Nothing is stored in the project.
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

// Value is a set of facts. It is immutable; an update returns another one. If it has a method Due,
// it is only saved if that returns true, because a large file is not written for a small change.
type Value interface {
	comparable
	Save(file string) error
}

// Index stores the current facts.
type Index[T Value] struct {
	p    *project.Project
	file string // empty if there is no cache folder
	load func(file string) T

	updating chan struct{} // contains a value during an update

	mu     sync.Mutex
	loaded bool
	value  T
}

// Of returns an index of a project, stored in a file of the cache folder. load reads it, and
// returns an empty value if there is no valid one.
func Of[T Value](p *project.Project, folder string, load func(file string) T) *Index[T] {
	x := &Index[T]{p: p, load: load, updating: make(chan struct{}, 1)}
	if cache := p.User().Places().Cache; cache != "" {
		x.file = filepath.Join(cache, folder, fmt.Sprintf("%x", sha256.Sum256([]byte(p.Dir)))[:32])
	}
	return x
}

// Update updates the facts from the previous ones and the listed files, and saves them if they have
// changed. It returns the error of update, the context's error, or why the folder cannot be listed.
// A value that update returns together with an error is used, so that interrupted work is not
// repeated.
func (x *Index[T]) Update(ctx context.Context, update func(old T, files []string) (T, error)) (T, error) {
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
	old := x.known()
	next, err := update(old, project.WithoutDossierFiles(t.Files()))
	if next != old && next != none {
		x.mu.Lock()
		x.value = next
		x.mu.Unlock()
		if due, ok := any(next).(interface{ Due() bool }); err == nil && (!ok || due.Due()) {
			_ = next.Save(x.file) // if it fails, all files are read again next time
			caches.Bound(x.p.User().Places(), caches.MaxTotal)
		}
	}
	if err != nil {
		return none, err
	}
	return next, nil
}

// known returns the current facts, or the stored ones.
func (x *Index[T]) known() T {
	x.mu.Lock()
	defer x.mu.Unlock()
	if !x.loaded {
		x.value, x.loaded = x.load(x.file), true
		caches.Used(x.file)
	}
	return x.value
}

// Structure returns the structure of a text, from the project's cache or by parsing it; nil without
// an error if its language has none. Structures with secret names are not cached, because the cache
// is on the disk.
func Structure(ctx context.Context, p *project.Project, language, src string) (*code.Structure, error) {
	b := p.Builder
	if b.Code == nil || b.Code.Supports(language) == code.NoSupport {
		return nil, nil
	}
	k := code.Source{Hash: sha256.Sum256([]byte(src)), Language: language}
	return b.Structures.Parse(ctx, b.Code, k, src, func(s *code.Structure) bool { return !secrets.In(names(s)...) })
}

// names returns the names in a structure.
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
