package aggregate

import (
	"context"
	"fmt"
	"strings"
	"sync"

	"dossier/aggregate/links"
	"dossier/aggregate/links/graph"
	"dossier/aggregate/links/note"
	"dossier/aggregate/secrets"
	"dossier/aggregate/text"
	"dossier/aggregate/tree"
	"dossier/models"
)

// Gather makes the snapshot of the items of a smart context by options that hold, as
// [links.Gather] does: of in the limit and the product's own files count. What a person
// should know of it is returned beside it. The error is the context's, or says why the
// project's files or their links are not known.
func (b *Builder) Gather(ctx context.Context, in Input, items []models.ContextItem, opts models.LinkOptions) (links.Snapshot, []Warning, error) {
	listing := sync.OnceValues(func() (Listing, error) { return b.Listing(ctx) })
	files, err := b.linkedFiles(ctx, in, b.guard(ctx, in.Secrets), listing, opts)
	if err != nil {
		return links.Snapshot{}, nil, err
	}
	files.read = func(ctx context.Context, path string, limit int64) (*source, error) {
		if src := b.kept.source(path); src != nil && src.err == nil {
			return src, nil
		}
		return read(ctx, b.root(), path, limit), ctx.Err()
	}
	s, err := links.Gather(ctx, files, items, opts)
	if err != nil {
		return links.Snapshot{}, nil, err
	}
	return s, files.warnings(s), nil
}

// linkedFiles are those of a project, for a smart context. They remember what was asked of
// the disk.
type linkedFiles struct {
	builder *Builder
	limit   int64
	ours    func(path string) bool
	listing func() (Listing, error)
	names   *graph.Names
	graph   *graph.Graph // nil unless what links to a file is asked for
	read    func(ctx context.Context, path string, limit int64) (*source, error)
	guard   *guard

	shown   map[string]shownFile
	sources map[string]*source // of what was read
	looked  map[string]Status  // of what is named
}

// linkedFiles returns the files that smart contexts with some options are made of, but for
// how they are read.
func (b *Builder) linkedFiles(ctx context.Context, in Input, guard *guard, listing func() (Listing, error), opts models.LinkOptions) (*linkedFiles, error) {
	f := &linkedFiles{
		builder: b, limit: sizeLimit(in, Item{}), ours: in.Ours, listing: listing, names: &graph.Names{},
		guard: guard, shown: map[string]shownFile{}, sources: map[string]*source{}, looked: map[string]Status{},
	}
	if f.ours == nil {
		f.ours = func(string) bool { return false }
	}
	if b.Links == nil {
		return f, nil
	}
	var err error
	f.names, f.graph, err = b.Links(ctx, opts.WithInlinks())
	return f, err
}

// Expand implements [links.Files]. Of a folder or pattern hidden files are left out, as notes
// are meant and not what programs keep beside them; so is what this program has written.
func (f *linkedFiles) Expand(ctx context.Context, name string) ([]string, error) {
	if name == "" {
		return nil, ctx.Err()
	}
	p := f.builder.base("").Path(name)
	status := f.builder.status(p)
	f.looked[p] = status
	switch {
	case status == Missing && tree.IsPattern(p) && !outside(p):
		return f.pattern(ctx, p)
	case status == Missing:
		return nil, ctx.Err()
	case status == Folder:
		return f.folder(ctx, p)
	case models.KeepsText(p):
		return nil, ctx.Err()
	}
	return []string{p}, ctx.Err()
}

// folder returns the notes below a folder, and what else a person has put there.
func (f *linkedFiles) folder(ctx context.Context, dir string) ([]string, error) {
	list, err := f.listing()
	if err != nil {
		return nil, err
	}
	paths, _ := list.Folder(dir)
	return f.offered(paths, func(path string) bool {
		if dir != "." {
			path = path[len(dir)+1:]
		}
		return hidden(path)
	}), ctx.Err()
}

// pattern returns the files that a pattern fits; hidden ones when it says so itself.
func (f *linkedFiles) pattern(ctx context.Context, pattern string) ([]string, error) {
	list, err := f.listing()
	if err != nil {
		return nil, err
	}
	paths, err := list.Glob(pattern)
	if err != nil {
		return nil, ctx.Err() // it is as if nothing fitted it
	}
	return f.offered(paths, func(path string) bool { return hidden(path) && !hidden(pattern) }), ctx.Err()
}

// hidden reports whether a name on the way to a file begins with a dot.
func hidden(path string) bool { return strings.HasPrefix(path, ".") || strings.Contains(path, "/.") }

// offered leaves out what never stands in a document unless it is named itself.
func (f *linkedFiles) offered(paths []string, hidden func(string) bool) []string {
	var out []string
	for _, path := range paths {
		if !hidden(path) && !models.KeepsText(path) && !f.ours(path) {
			out = append(out, path)
		}
	}
	return out
}

// Read implements [links.Files].
func (f *linkedFiles) Read(ctx context.Context, path string) (string, error) {
	src, err := f.read(ctx, path, f.limit)
	if err != nil {
		return "", err
	}
	f.sources[path] = src
	if src.err == nil && f.guard.policy.File(path, src.text) == secrets.Withheld {
		return "", &WithheldError{path}
	}
	shown, err := f.guard.source(ctx, path, src)
	if err != nil {
		return "", err
	}
	f.shown[path] = shown
	return shown.text, src.err
}

// Outlinks implements [links.Files].
func (f *linkedFiles) Outlinks(path, text string) []links.Target {
	var out []links.Target
	for _, l := range f.followed(path, text) {
		to, ok := f.names.Resolve(path, l)
		if !ok {
			to = l.Path
		}
		out = append(out, links.Target{Path: to, Missing: !ok})
	}
	return out
}

// followed returns the links of a text, which is all of its file or what is left of it.
func (f *linkedFiles) followed(path, text string) []note.Link {
	if src := f.shown[path]; src.source != nil && src.text == text {
		return src.followed()
	}
	return note.Followed(text)
}

// Inlinks implements [links.Files].
func (f *linkedFiles) Inlinks(path string) []string {
	if f.graph == nil {
		return nil
	}
	return f.graph.Inlinks(path)
}

// warnings say what is missing, was skipped or is not shown as its bytes are, and whose links are not
// known.
func (f *linkedFiles) warnings(s links.Snapshot) []Warning {
	var out []Warning
	if f.graph != nil {
		for _, p := range f.graph.Problems() {
			out = append(out, linkWarning(p.Path, fmt.Errorf("its links are not read: %w", p.Err)))
		}
	}
	told := map[string]bool{}
	for _, p := range s.Problems {
		told[p.Path] = true
		out = append(out, linkWarning(p.Path, p.Err))
	}
	for _, depth := range s.Depths {
		for _, item := range depth.Items {
			if src := f.sources[item.Path]; src != nil {
				for _, note := range src.notes {
					out = append(out, Warning{Path: item.Path, Message: note})
				}
			}
		}
	}
	for _, name := range s.Missing {
		if !told[name] {
			out = append(out, Warning{Path: name, Message: "not found"})
		}
	}
	return out
}

// linkWarning is what went wrong with a file, which errors of reading name themselves.
func linkWarning(path string, err error) Warning {
	said := err.Error()
	if strings.Contains(said, text.Escape(path)) {
		path = ""
	}
	return Warning{Path: path, Message: said}
}
