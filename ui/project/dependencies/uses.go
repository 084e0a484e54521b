// Package dependencies implements actions on the imports of a project's code: finding the
// dependencies and dependents of files, to a depth, with their costs, and adding them.
//
// The imports are a graph that package index stores. All calls are safe for concurrent use, end
// with their context, and start no goroutine that outlives them.
package dependencies

import (
	"context"
	"fmt"
	"slices"

	"dossier/aggregate"
	"dossier/aggregate/code"
	"dossier/aggregate/links/imports"
	"dossier/aggregate/parallel"
	"dossier/models"
	"dossier/ui/project"
	"dossier/ui/project/index"
)

// Limits of the depth.
const (
	MinDepth = 1
	MaxDepth = 5
)

// MaxFiles is the max number of files in an answer; the nearest ones are included.
const MaxFiles = 2000

// Direction is the direction in which imports are followed.
type Direction int

// Directions.
const (
	Uses   Direction = iota // dependencies
	UsedBy                  // dependents
)

// Files finds the dependencies and dependents of files of one project. Reuse it for several
// queries, because it caches the graph.
type Files struct {
	p     *project.Project
	graph *index.Index[*imports.Graph]
}

// Of returns the Files of a project.
func Of(p *project.Project) *Files { return &Files{p, index.Of(p, "imports", imports.Load)} }

// Graph returns the dependencies of all listed files. progress is called from several goroutines
// with the number of files done; it may be nil.
func (f *Files) Graph(ctx context.Context, progress func(done, all int)) (*imports.Graph, error) {
	return f.graph.Update(ctx, func(old *imports.Graph, files []string) (*imports.Graph, error) {
		next, err := old.Update(ctx, imports.Reader{Disk: f.p.Reader(), Structure: f.structure, Progress: progress}, files)
		if err != nil {
			return nil, fmt.Errorf("read what files import: %w", err)
		}
		return next, nil
	})
}

func (f *Files) structure(ctx context.Context, language, src string) (*code.Structure, error) {
	return index.Structure(ctx, f.p, language, src)
}

// Answer is the result of a query.
type Answer struct {
	Items []imports.Use // nearest first; at most [MaxFiles]
	More  int           // number of further ones
	// Outside are the external imports of the given files, and Lost those that refer to unknown
	// files of the project. Both are empty for [UsedBy].
	Outside []string
	Lost    []imports.Lost
	// Problems are the given files whose imports could not be read.
	Problems []imports.Problem
}

// Find returns the dependencies or dependents of some files, to a depth. Folders represent all
// listed files in them.
func (f *Files) Find(ctx context.Context, to Direction, depth int, names []string, progress func(done, all int)) (Answer, error) {
	paths, err := f.paths(ctx, names)
	if err != nil {
		return Answer{}, err
	}
	g, err := f.Graph(ctx, progress)
	if err != nil {
		return Answer{}, err
	}
	var a Answer
	if to == UsedBy {
		a.Items = g.UsedBy(depth, paths...)
	} else {
		a.Items = g.Uses(depth, paths...)
		for _, p := range paths {
			a.Outside = append(a.Outside, g.Outside(p)...)
			a.Lost = append(a.Lost, g.Lost(p)...)
		}
		slices.Sort(a.Outside)
		a.Outside = slices.Compact(a.Outside)
	}
	for _, problem := range g.Problems() {
		if slices.Contains(paths, problem.Path) {
			a.Problems = append(a.Problems, problem)
		}
	}
	if len(a.Items) > MaxFiles {
		a.Items, a.More = a.Items[:MaxFiles], len(a.Items)-MaxFiles
	}
	return a, nil
}

// paths returns the listed files that names refer to.
func (f *Files) paths(ctx context.Context, names []string) ([]string, error) {
	t, err := f.p.Tree(ctx)
	if err != nil {
		return nil, err
	}
	var out []string
	for _, name := range names {
		local, ok := f.p.Local(name)
		if !ok {
			return nil, fmt.Errorf("%s is outside the project; only files of the project are followed", project.Shown(name))
		}
		if inside, ok := t.Folder(local); ok {
			out = append(out, inside...)
		} else if _, listed := slices.BinarySearch(t.Files(), local); listed {
			out = append(out, local)
		} else {
			return nil, fmt.Errorf("%s is not among the files of the project; dossier explain shows why", project.Shown(name))
		}
	}
	return out, nil
}

// Cost returns the tokens that each file would add to the document in a view mode. A file that
// does not support the mode is shown as its summary, and an unreadable one costs nothing.
func (f *Files) Cost(ctx context.Context, in aggregate.Input, mode models.ViewMode, paths []string) ([]aggregate.Count, error) {
	out := make([]aggregate.Count, len(paths))
	err := parallel.Each(ctx, len(paths), func(i int) error {
		item := models.NewFileItem(paths[i])
		item.ViewMode = mode
		costs, err := f.p.Builder.Costs(ctx, in, item)
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if err != nil {
			out[i].Exact = true
			return nil
		}
		cost, ok := costs[mode]
		if !ok {
			cost = costs[models.Summary]
		}
		out[i] = cost
		return nil
	})
	return out, err
}

// Add adds files to a composition in a view mode. Files that an entry already names are
// unchanged. It returns the number of added files.
func Add(e *project.Edit, mode models.ViewMode, paths []string) int {
	return e.AddAs(paths, func(_ string, entry *models.FileItem) { entry.ViewMode = mode })
}
