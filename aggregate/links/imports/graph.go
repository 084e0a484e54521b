package imports

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync/atomic"

	"dossier/aggregate/code"
	"dossier/aggregate/links/reread"
	"dossier/aggregate/parallel"
	"dossier/aggregate/secrets"
	"dossier/aggregate/text"
)

// MaxEdges is the max number of edges in a project's graph.
const MaxEdges = 5_000_000

// ErrTooMany reports a project whose graph has more than [MaxEdges] edges.
var ErrTooMany = fmt.Errorf("the files have more than %d imports of each other; exclude some of them with files.exclude or an ignore file", MaxEdges)

// Reader reads and parses files for a graph.
type Reader struct {
	Disk reread.Disk
	// Structure parses a file's text; see [code.Parser]. A file that cannot be parsed imports
	// nothing and is one of [Graph.Problems].
	Structure func(ctx context.Context, language, src string) (*code.Structure, error)
	// Progress is called with the number of files read and the total, from several goroutines. It
	// may be nil.
	Progress func(done, of int)
}

// Graph is the import graph of a project's files. The zero value is an empty project. It is
// immutable.
type Graph struct {
	files    []string         // sorted
	pages    map[string]*page // files that were read
	project  *project
	uses     map[string]fileImports
	usedBy   map[string][]string // sorted
	edges    int
	problems []Problem
}

// page is a file that has been read. Without an error it has facts.
type page = reread.Page[*facts]

// facts are what is found in a file.
type facts struct {
	Source *Source      // nil for configuration files
	Text   string       // for configuration files
	secret atomic.Int32 // cache of leaks: 0 is unknown, 1 no, 2 yes
}

// leaks reports whether the facts contain a definite secret. It checks once.
func (p *facts) leaks() bool {
	if p.secret.Load() == 0 {
		texts := []string{p.Text}
		if p.Source != nil {
			texts = slices.Concat(texts, p.Source.Packages, p.Source.Defines, p.Source.Mentions)
			for _, i := range p.Source.Imports {
				texts = append(append(texts, i.Path), i.Names...)
			}
		}
		known := int32(1)
		if secrets.In(texts...) {
			known = 2
		}
		p.secret.Store(known)
	}
	return p.secret.Load() == 2
}

// fileImports is the result of resolving the imports of a file.
type fileImports struct {
	uses    []importEdge
	outside []string
	lost    []Lost
}

// importEdge is an imported file and its import, "" for a name of the same package.
type importEdge struct{ path, importPath string }

// Lost is an unresolved import of a file in the project.
type Lost struct {
	Import string
	// Files are the candidates of an [Ambiguous] import; it is empty for a [Missing] one.
	Files []string
}

// Problem is a file whose imports could not be read.
type Problem struct {
	Path string
	Err  error
}

// Update returns the graph of files, the sorted list of all files in the project's tree. Those whose
// identity on the disk has changed are read again. It returns the same graph if nothing has changed. It
// returns the context's error or [ErrTooMany].
func (g *Graph) Update(ctx context.Context, r Reader, files []string) (*Graph, error) {
	next := &Graph{files: files, pages: maps.Clone(g.pages)}
	if next.pages == nil {
		next.pages = map[string]*page{}
	}
	read, err := reread.Reader[*facts]{Disk: r.Disk, Facts: r.facts, Progress: r.Progress}.Changed(ctx, g.pages, readable(files))
	if err != nil {
		return nil, err
	}
	listed := slices.Equal(g.files, files)
	if listed && len(read) == 0 {
		return g, nil
	}
	whole := !listed || g.project == nil
	for p, now := range read {
		whole = whole || !sameInterface(g.pages[p], now)
		next.pages[p] = now
	}
	if !listed {
		maps.DeleteFunc(next.pages, func(p string, _ *page) bool {
			_, ok := slices.BinarySearch(files, p)
			return !ok
		})
	}
	for _, p := range slices.Sorted(maps.Keys(next.pages)) {
		if err := next.pages[p].Err(); err != nil {
			next.problems = append(next.problems, Problem{p, err})
		}
	}
	if err := next.resolve(ctx, g, whole, slices.Sorted(maps.Keys(read))); err != nil {
		return nil, err
	}
	return next, nil
}

// readable returns the files that can have imports, or configure how imports are resolved.
func readable(files []string) []string {
	var out []string
	for _, p := range files {
		if Reads(text.Language(p, "")) || isConfiguration(p) {
			out = append(out, p)
		}
	}
	return out
}

// facts returns what is found in a text; the problem is that it cannot be parsed. err is the context's.
func (r Reader) facts(ctx context.Context, p, src string) (f *facts, problem, err error) {
	if isConfiguration(p) {
		return &facts{Text: src}, nil, nil
	}
	language := text.Language(p, src)
	var s *code.Structure
	if Reads(language) && !readsWithoutStructure(language) {
		if s, err = r.Structure(ctx, language, src); err != nil {
			return nil, fmt.Errorf("parse %s: %w", text.Escape(p), err), ctx.Err()
		}
	}
	source := Read(language, src, s)
	return &facts{Source: &source}, nil, nil
}

// sameInterface reports whether two versions of a file are the same for other files.
func sameInterface(old, new *page) bool {
	if old == nil || old.Facts == nil || new.Facts == nil {
		return old != nil && old.Facts == new.Facts
	}
	a, b := old.Facts, new.Facts
	if a.Text != b.Text || (a.Source == nil) != (b.Source == nil) {
		return false
	}
	return a.Source == nil || a.Source.Language == b.Source.Language &&
		slices.Equal(a.Source.Packages, b.Source.Packages) && slices.Equal(a.Source.Defines, b.Source.Defines)
}

// resolve resolves the imports of all files if whole is set, else of those in changed.
func (g *Graph) resolve(ctx context.Context, old *Graph, whole bool, changed []string) error {
	g.project, g.uses, g.usedBy, g.edges = old.project, maps.Clone(old.uses), maps.Clone(old.usedBy), old.edges
	if whole {
		texts := map[string]string{}
		changed = changed[:0]
		for p, page := range g.pages {
			if page.Facts == nil {
				continue
			}
			if page.Facts.Text != "" {
				texts[p] = page.Facts.Text
			}
			if page.Facts.Source != nil {
				changed = append(changed, p)
			}
		}
		slices.Sort(changed)
		g.project = newProject(g.files, g.source, texts)
		g.uses, g.usedBy, g.edges = map[string]fileImports{}, map[string][]string{}, 0
	}
	project := *g.project
	project.source = g.source
	g.project = &project
	list := make([]fileImports, len(changed))
	var edges atomic.Int64
	err := parallel.Each(ctx, len(changed), func(i int) error {
		if s := g.source(changed[i]); s != nil {
			list[i] = g.project.resolve(changed[i], s)
		}
		if edges.Add(int64(len(list[i].uses))) > MaxEdges {
			return ErrTooMany
		}
		return nil
	})
	if err != nil {
		return err
	}
	for i, p := range changed {
		g.replace(p, list[i], whole)
	}
	if g.edges > MaxEdges {
		return ErrTooMany
	}
	if whole {
		for _, list := range g.usedBy {
			slices.Sort(list)
		}
	}
	return nil
}

func (g *Graph) source(p string) *Source {
	if page := g.pages[p]; page != nil && page.Facts != nil {
		return page.Facts.Source
	}
	return nil
}

// replace replaces the edges of a file. It keeps shared slices unmodified and sorted, unless all
// edges are being rebuilt.
func (g *Graph) replace(p string, now fileImports, whole bool) {
	for _, before := range g.uses[p].uses {
		g.usedBy[before.path] = slices.DeleteFunc(slices.Clone(g.usedBy[before.path]), func(by string) bool { return by == p })
		if len(g.usedBy[before.path]) == 0 {
			delete(g.usedBy, before.path)
		}
	}
	g.edges += len(now.uses) - len(g.uses[p].uses)
	if g.source(p) == nil { // unreadable, as before
		delete(g.uses, p)
		return
	}
	g.uses[p] = now
	for _, to := range now.uses {
		list := g.usedBy[to.path]
		if !whole {
			at, _ := slices.BinarySearch(list, p)
			list = slices.Insert(slices.Clone(list), at, p)
		} else {
			list = append(list, p)
		}
		g.usedBy[to.path] = list
	}
}

// resolve resolves the imports of a file.
func (p *project) resolve(from string, s *Source) fileImports {
	var out fileImports
	seen := map[string]bool{from: true}
	add := func(f, by string) {
		if !seen[f] {
			seen[f] = true
			out.uses = append(out.uses, importEdge{f, by})
		}
	}
	fam := families[s.Language]
	if fam == nil {
		return out
	}
	for _, in := range s.Imports {
		shown := in.display()
		switch a := fam.resolve(p, from, in); a.outcome {
		case Found:
			for _, f := range a.files {
				add(f, shown)
			}
		case Outside:
			out.outside = append(out.outside, shown)
		default:
			out.lost = append(out.lost, Lost{shown, a.files})
		}
	}
	for _, f := range p.siblings(from, s) {
		add(f, "")
	}
	slices.Sort(out.outside)
	out.outside = slices.Compact(out.outside)
	return out
}

// display returns an import for display.
func (in Import) display() string {
	p := strings.Trim(in.Path, `"<>`)
	if slices.Equal(in.Names, []string{"*"}) {
		return p + ".*"
	}
	return p
}

// Problems returns the files whose imports could not be read, sorted by path.
func (g *Graph) Problems() []Problem { return g.problems }

// Outside returns the imports of a file that are external to the project, sorted.
func (g *Graph) Outside(p string) []string { return g.uses[p].outside }

// Lost returns the unresolved imports of a file, in the order of its text.
func (g *Graph) Lost(p string) []Lost { return g.uses[p].lost }

// Use is a file found by walking the graph.
type Use struct {
	Path  string
	Depth int // from 1
	// From is the adjacent file on the path: the one that imports it, or that it imports.
	From string
	// Import is the import path between the two, as written. It is empty for a name that needs no
	// import.
	Import string
}

// Uses returns the files that paths import, directly or indirectly, to a depth: each once, at its
// least depth, in the order of the imports. It does not include paths.
func (g *Graph) Uses(depth int, paths ...string) []Use {
	return walk(depth, paths, func(p string) []Use {
		out := make([]Use, 0, len(g.uses[p].uses))
		for _, to := range g.uses[p].uses {
			out = append(out, Use{Path: to.path, From: p, Import: to.importPath})
		}
		return out
	})
}

// UsedBy returns the files that import paths, to a depth, as [Graph.Uses] does; those of each
// file are sorted.
func (g *Graph) UsedBy(depth int, paths ...string) []Use {
	return walk(depth, paths, func(p string) []Use {
		out := make([]Use, 0, len(g.usedBy[p]))
		for _, by := range g.usedBy[p] {
			list := g.uses[by].uses
			i := slices.IndexFunc(list, func(u importEdge) bool { return u.path == p })
			out = append(out, Use{Path: by, From: p, Import: list[i].importPath})
		}
		return out
	})
}

// walk traverses the graph breadth-first.
func walk(depth int, paths []string, next func(string) []Use) []Use {
	seen := map[string]bool{}
	for _, p := range paths {
		seen[p] = true
	}
	var out []Use
	for d := 1; d <= depth && len(paths) > 0; d++ {
		var reached []string
		for _, p := range paths {
			for _, u := range next(p) {
				if !seen[u.Path] {
					seen[u.Path] = true
					u.Depth = d
					out, reached = append(out, u), append(reached, u.Path)
				}
			}
		}
		paths = reached
	}
	return out
}
