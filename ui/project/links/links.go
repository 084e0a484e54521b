// Package links is what a project does with notes that link to each other: [Links.Gather]
// makes the snapshot of a smart context, and [Links.Graph] says what links to what.
//
// Names and folders are read as in the rest of the project: ignore rules hold, and nothing
// outside is read that the person has not allowed, whatever a note says. The calls are safe
// for concurrent use, end with their context, and start no goroutine that outlives them.
package links

import (
	"context"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"dossier/aggregate"
	"dossier/aggregate/disk"
	"dossier/aggregate/links"
	"dossier/aggregate/links/graph"
	"dossier/aggregate/links/note"
	"dossier/aggregate/text"
	"dossier/aggregate/tree"
	"dossier/models"
	"dossier/presets"
	"dossier/ui/project"
)

// Links are the links of a project's notes. What notes link to is read when it is first
// asked for, and then kept.
type Links struct {
	p *project.Project

	updating chan struct{} // holds a value while the graph is brought up to date
	graph    *graph.Graph

	mu      sync.Mutex
	changed []string // since the graph was brought up to date
}

// Of returns the links of a project.
func Of(p *project.Project) *Links {
	return &Links{p: p, updating: make(chan struct{}, 1), graph: &graph.Graph{}}
}

// maxChanged is how many changes are remembered one by one.
const maxChanged = 10_000

// Changed says that files have changed, or what lies in folders; "." is everything. Of a
// batch of the watcher these are its Files: what came and went is in the project's tree. The
// next graph is one of what is on the disk by then.
func (l *Links) Changed(paths ...string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.changed = append(l.changed, paths...); len(l.changed) > maxChanged {
		l.changed = []string{"."}
	}
}

// Graph returns what links to what, of the files that the project's tree lists now.
func (l *Links) Graph(ctx context.Context) (*graph.Graph, error) {
	t, err := l.p.Tree(ctx)
	if err != nil {
		return nil, err
	}
	select {
	case l.updating <- struct{}{}:
		defer func() { <-l.updating }()
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	l.mu.Lock()
	changed := l.changed
	l.changed = nil
	l.mu.Unlock()
	next, err := l.graph.Update(ctx, l.p.Reader(), t.Files(), changed)
	if err != nil {
		l.Changed(changed...)
		return nil, fmt.Errorf("read what notes link to: %w", err)
	}
	l.graph = next
	return next, nil
}

// Chosen are the items that a person has named at this moment, relative to the project or
// absolute. One that lies outside is allowed by that.
func (l *Links) Chosen(names ...string) []models.ContextItem {
	out := make([]models.ContextItem, len(names))
	for i, name := range names {
		local, ok := l.p.Local(name)
		if !ok {
			if local = name; !filepath.IsAbs(name) {
				local = filepath.Join(l.p.Dir, name)
			}
			l.p.Access().AllowNow(local)
		}
		out[i] = models.ContextItem{Path: local}
	}
	return out
}

// Context returns a smart context that the project keeps.
func (l *Links) Context(name string) (models.SmartContext, error) {
	kept := l.p.Kept().Project.Links
	c, ok := kept.Find(name)
	if ok {
		return c, nil
	}
	if len(kept.Contexts) == 0 {
		return c, fmt.Errorf("there is no smart context %q; %s keeps none, which would stand in [links.contexts]", name, presets.ProjectName)
	}
	names := make([]string, len(kept.Contexts))
	for i, c := range kept.Contexts {
		names[i] = fmt.Sprintf("%q", c.Name)
	}
	return c, fmt.Errorf("there is no smart context %q; the project has %s", name, strings.Join(names, ", "))
}

// Options returns the options that hold for a call: what it says itself, else the context,
// else the project.
func (l *Links) Options(context, call models.LinkOptions) models.LinkOptions {
	return links.Merge(l.p.Kept().Project.Links.Options, context, call)
}

// Gather makes the snapshot of some items. Notes are read for what links to the items only
// when the options ask for that. What a person should know of it is returned beside it.
func (l *Links) Gather(ctx context.Context, items []models.ContextItem, opts models.LinkOptions) (links.Snapshot, []aggregate.Warning, error) {
	t, err := l.p.Tree(ctx)
	if err != nil {
		return links.Snapshot{}, nil, err
	}
	kept := l.p.Kept()
	f := files{
		disk: l.p.Reader(), limit: kept.MaxBytes(),
		base: aggregate.Base{Root: l.p.Root()}, status: l.p.Builder.Status, tree: t, ours: kept.Output().Has,
	}
	var warnings []aggregate.Warning
	if opts.WithInlinks() {
		if f.graph, err = l.Graph(ctx); err != nil {
			return links.Snapshot{}, nil, err
		}
		f.names = f.graph.Names()
		for _, p := range f.graph.Problems() {
			warnings = append(warnings, warning(p.Path, fmt.Errorf("its links are not read: %w", p.Err)))
		}
	} else {
		f.names = graph.NewNames(t.Files())
	}
	s, err := links.Gather(ctx, &f, items, opts)
	if err != nil {
		return links.Snapshot{}, nil, err
	}
	return s, slices.Concat(warnings, warningsOf(s)), nil
}

// warningsOf says what is missing or was skipped.
func warningsOf(s links.Snapshot) []aggregate.Warning {
	var out []aggregate.Warning
	told := map[string]bool{}
	for _, p := range s.Problems {
		told[p.Path] = true
		out = append(out, warning(p.Path, p.Err))
	}
	for _, name := range s.Missing {
		if !told[name] {
			out = append(out, aggregate.Warning{Path: name, Message: "not found"})
		}
	}
	return out
}

// warning is what went wrong with a file, which errors of reading name themselves.
func warning(path string, err error) aggregate.Warning {
	said := err.Error()
	if strings.Contains(said, text.Escape(path)) {
		path = ""
	}
	return aggregate.Warning{Path: path, Message: said}
}

// files are those of a project.
type files struct {
	disk   *disk.Root
	limit  int64
	base   aggregate.Base
	status func(path string) aggregate.Status
	tree   *tree.Tree
	ours   func(path string) bool
	names  *graph.Names
	graph  *graph.Graph // nil unless what links to a file is asked for
}

// Expand implements [links.Files]. In a folder hidden files are left out, as its notes are
// meant and not what programs keep beside them; so is what this program has written.
func (f *files) Expand(ctx context.Context, name string) ([]string, error) {
	if name == "" {
		return nil, ctx.Err()
	}
	p := f.base.Path(name)
	switch f.status(p) {
	case aggregate.Missing:
		return nil, ctx.Err()
	case aggregate.Folder:
		var out []string
		paths, _ := f.tree.Folder(p)
		for _, path := range paths {
			below := path
			if p != "." {
				below = path[len(p)+1:]
			}
			if !strings.Contains("/"+below, "/.") && !aggregate.Blacklisted(path) && !f.ours(path) {
				out = append(out, path)
			}
		}
		return out, ctx.Err()
	}
	if aggregate.Blacklisted(p) {
		return nil, ctx.Err()
	}
	return []string{p}, ctx.Err()
}

// Read implements [links.Files].
func (f *files) Read(ctx context.Context, path string) (string, error) {
	read, err := f.disk.Read(ctx, path, f.limit)
	if err != nil {
		return "", err
	}
	decoded, err := text.Decode(read.Data)
	return decoded.Text, err
}

// Outlinks implements [links.Files].
func (f *files) Outlinks(path, text string) []links.Target {
	var out []links.Target
	for _, l := range note.Followed(text) {
		to, ok := f.names.Resolve(path, l)
		if !ok {
			to = l.Path
		}
		out = append(out, links.Target{Path: to, Missing: !ok})
	}
	return out
}

// Inlinks implements [links.Files].
func (f *files) Inlinks(path string) []string {
	if f.graph == nil {
		return nil
	}
	return f.graph.Inlinks(path)
}
