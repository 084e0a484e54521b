// Package sorting sorts files in an order that helps the reader: dependencies before dependents,
// or the files that change most often last, next to the question.
package sorting

import (
	"context"
	"slices"

	"dossier/aggregate"
	"dossier/aggregate/links/imports"
	"dossier/models"
	"dossier/ui/project"
	"dossier/ui/project/dependencies"
	"dossier/ui/project/ranking"
)

// Kind is an order.
type Kind string

// Kinds returns all orders.
func Kinds() []Kind { return []Kind{ByImports, ByChanges} }

// Orders.
const (
	ByImports Kind = "imports" // dependencies before dependents
	ByChanges Kind = "changes" // files that more commits have changed come later
)

// Of returns the paths of a project's files in an order. Files without information, and equal
// ones, preserve their relative order. unread is the number of files whose imports could not be
// read. ranker is that of the project.
func Of(ctx context.Context, p *project.Project, ranker *ranking.Ranker, kind Kind, paths []string) (sorted []string, unread int, err error) {
	if kind == ByChanges {
		changes, err := ranker.Changes(ctx)
		if err != nil {
			return nil, 0, err
		}
		return byChanges(paths, changes), 0, nil
	}
	graph, err := dependencies.Of(p).Graph(ctx, nil)
	if err != nil {
		return nil, 0, err
	}
	asked := placeOf(paths)
	for _, problem := range graph.Problems() {
		if _, ok := asked[problem.Path]; ok {
			unread++
		}
	}
	return byImports(paths, graph), unread, nil
}

// Apply returns a composition of a project with its files in the order of [Of]. Each entry then
// names a single file.
func Apply(ctx context.Context, p *project.Project, ranker *ranking.Ranker, kind Kind, c models.Composition) (next models.Composition, unread int, err error) {
	base := p.StoredState().FilesBase()
	e := project.NewEdit(c, base, p.Resolver(ctx, base).Rows(c.Files))
	sorted, unread, err := Of(ctx, p, ranker, kind, Paths(e.Items))
	if err != nil {
		return models.Composition{}, 0, err
	}
	e.Order(sorted)
	return e.Composition, unread, nil
}

// Paths returns the paths of files, as input for [Of].
func Paths(items []aggregate.Item) []string {
	paths := make([]string, len(items))
	for i, item := range items {
		paths[i] = item.Path
	}
	return paths
}

// placeOf returns the position of each path.
func placeOf(paths []string) map[string]int {
	place := make(map[string]int, len(paths))
	for i, p := range paths {
		place[p] = i
	}
	return place
}

func byChanges(paths []string, changes map[string]int) []string {
	out := slices.Clone(paths)
	slices.SortStableFunc(out, func(a, b string) int { return changes[a] - changes[b] })
	return out
}

// byImports walks depth-first, so that a file that only one other imports comes directly before it.
// A cycle is broken at its first file.
func byImports(paths []string, graph *imports.Graph) []string {
	place, done := placeOf(paths), map[string]bool{}
	var out []string
	// The walk has its own stack, because a chain of imports may be as long as the number of files.
	type step struct {
		path string
		next []string // dependencies that were not visited yet
	}
	enter := func(path string) step {
		done[path] = true
		var next []string
		for _, use := range graph.Uses(1, path) {
			if _, listed := place[use.Path]; listed {
				next = append(next, use.Path)
			}
		}
		slices.SortFunc(next, func(a, b string) int { return place[a] - place[b] })
		return step{path, next}
	}
	for _, first := range paths {
		if done[first] {
			continue
		}
		stack := []step{enter(first)}
		for len(stack) > 0 {
			top := &stack[len(stack)-1]
			if len(top.next) == 0 {
				out = append(out, top.path)
				stack = stack[:len(stack)-1]
				continue
			}
			used := top.next[0]
			top.next = top.next[1:]
			if !done[used] {
				stack = append(stack, enter(used))
			}
		}
	}
	return out
}
