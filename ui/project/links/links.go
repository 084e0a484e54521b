// Package links provides the current links from the notes of an opened project to its files.
//
// [Links] is safe for concurrent use. Its calls end with their context, and start no goroutine
// that outlives them. Package project stores and gathers smart contexts.
package links

import (
	"context"
	"fmt"
	"slices"
	"sync"

	"dossier/aggregate/disk"
	"dossier/aggregate/links/graph"
	"dossier/aggregate/tree"
)

// Host is the project that contains the notes.
type Host interface {
	// Tree returns the project's tree. The same tree has the same contents.
	Tree(ctx context.Context) (*tree.Tree, error)
	// Reader returns the reader of the project's files.
	Reader() *disk.Root
}

// Links are the links of a project's notes. They are read on first use and then cached.
type Links struct {
	host Host

	updating chan struct{} // held while the fields below are updated
	names    *graph.Names
	listed   *tree.Tree // the tree that names is based on
	graph    *graph.Graph
	tree     *tree.Tree // the tree that the graph is based on; nil if none yet

	mu      sync.Mutex
	changed []string // since the last update of the graph
}

// Of returns the links of a project.
func Of(host Host) *Links {
	return &Links{host: host, updating: make(chan struct{}, 1), graph: &graph.Graph{}}
}

// maxChanged is the max number of changed paths that are stored individually.
const maxChanged = 10_000

// Changed reports that files, or the contents of folders, have changed; "." means everything.
// For a batch of the watcher these are its Files: added and removed files are in the project's
// tree. The next graph reflects the disk at that time.
func (l *Links) Changed(paths ...string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.changed = append(l.changed, paths...); len(l.changed) > maxChanged {
		l.changed = []string{"."}
	}
}

// Follow returns the possible targets of links among the listed files and, if all is set, the
// graph of links, which requires reading the notes; otherwise the graph is nil. It returns the
// same values until something changes.
func (l *Links) Follow(ctx context.Context, all bool) (*graph.Names, *graph.Graph, error) {
	t, err := l.host.Tree(ctx)
	if err != nil {
		return nil, nil, err
	}
	select {
	case l.updating <- struct{}{}:
		defer func() { <-l.updating }()
	case <-ctx.Done():
		return nil, nil, ctx.Err()
	}
	if l.list(t); !all {
		return l.names, nil, nil
	}
	g, err := l.update(ctx, t)
	return l.names, g, err
}

// Graph returns the graph of links.
func (l *Links) Graph(ctx context.Context) (*graph.Graph, error) {
	_, g, err := l.Follow(ctx, true)
	return g, err
}

// list updates the names to a tree.
func (l *Links) list(t *tree.Tree) {
	if l.listed == t {
		return
	}
	files := t.Files()
	if l.listed == nil || !slices.Equal(files, l.listed.Files()) {
		l.names = graph.NewNames(files)
	}
	l.listed = t
}

// update updates the graph to a tree and the disk.
func (l *Links) update(ctx context.Context, t *tree.Tree) (*graph.Graph, error) {
	l.mu.Lock()
	changed := l.changed
	l.changed = nil
	l.mu.Unlock()
	if l.tree == t && len(changed) == 0 {
		return l.graph, nil
	}
	next, err := l.graph.Update(ctx, l.host.Reader(), t.Files(), changed)
	if err != nil {
		l.Changed(changed...)
		return nil, fmt.Errorf("read what notes link to: %w", err)
	}
	l.graph, l.tree = next, t
	return next, nil
}
