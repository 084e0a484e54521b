package aggregate

import (
	"context"
	"fmt"
	"strings"
	"sync"

	"dossier/aggregate/links/graph"
	"dossier/aggregate/links/note"
	"dossier/aggregate/secrets"
	"dossier/aggregate/smartcontext"
	"dossier/aggregate/text"
	"dossier/aggregate/tree"
	"dossier/models"
)

// Gather creates the snapshot of a smart context's items by valid options, as [smartcontext.Gather]
// does; only the limit and the program's own files of in apply. It also returns warnings for the
// user. It returns the context's error, or an error if the project's files or links are not
// available.
func (b *Builder) Gather(ctx context.Context, in Input, items []models.ContextItem, opts models.LinkOptions) (smartcontext.Snapshot, []Warning, error) {
	b.files.setRules(in.Languages)
	listing := sync.OnceValues(func() (Listing, error) { return b.Listing(ctx) })
	files, err := b.linkedFiles(ctx, in, b.guard(ctx, in.Secrets), listing, opts)
	if err != nil {
		return smartcontext.Snapshot{}, nil, err
	}
	files.read = func(ctx context.Context, path string, limit int64) (*source, error) {
		if src := b.files.source(path); src != nil && src.err == nil {
			return src, nil
		}
		return b.read(ctx, b.root(), path, limit), ctx.Err()
	}
	s, err := smartcontext.Gather(ctx, files, items, opts)
	if err != nil {
		return smartcontext.Snapshot{}, nil, err
	}
	return s, files.warnings(s), nil
}

// linkedFiles gives a smart context access to the project's files. It records its disk queries.
type linkedFiles struct {
	builder  *Builder
	limit    int64
	isOutput func(path string) bool
	listing  func() (Listing, error)
	names    *graph.Names
	graph    *graph.Graph // nil unless inlinks are requested
	read     func(ctx context.Context, path string, limit int64) (*source, error)
	guard    *guard

	shown    map[string]redactedFile
	sources  map[string]*source // files that were read
	statuses map[string]Status  // paths that were queried
}

// linkedFiles returns the file access of smart contexts with some options; it does not set how
// files are read.
func (b *Builder) linkedFiles(ctx context.Context, in Input, guard *guard, listing func() (Listing, error), opts models.LinkOptions) (*linkedFiles, error) {
	f := &linkedFiles{
		builder: b, limit: sizeLimit(in, Item{}), isOutput: in.IsOutput, listing: listing, names: &graph.Names{},
		guard: guard, shown: map[string]redactedFile{}, sources: map[string]*source{}, statuses: map[string]Status{},
	}
	if f.isOutput == nil {
		f.isOutput = func(string) bool { return false }
	}
	if b.Links == nil {
		return f, nil
	}
	var err error
	f.names, f.graph, err = b.Links(ctx, opts.WithInlinks())
	return f, err
}

// Expand implements [smartcontext.Files]. Folders and patterns exclude hidden files, which are
// application data rather than notes, and files written by this program.
func (f *linkedFiles) Expand(ctx context.Context, name string) ([]string, error) {
	if name == "" {
		return nil, ctx.Err()
	}
	p := f.builder.base("").Path(name)
	status := f.builder.status(p)
	f.statuses[p] = status
	switch {
	case status == Missing && tree.IsPattern(p) && !outside(p):
		return f.pattern(ctx, p)
	case status == Missing:
		return nil, ctx.Err()
	case status == Folder:
		return f.folder(ctx, p)
	case models.StoresText(p):
		return nil, ctx.Err()
	}
	return []string{p}, ctx.Err()
}

// folder returns the notes below a folder and its other files.
func (f *linkedFiles) folder(ctx context.Context, dir string) ([]string, error) {
	list, err := f.listing()
	if err != nil {
		return nil, err
	}
	paths, _ := list.Folder(dir)
	return f.expandable(paths, func(path string) bool {
		if dir != "." {
			path = path[len(dir)+1:]
		}
		return hidden(path)
	}), ctx.Err()
}

// pattern returns the files that match a pattern; hidden ones only if the pattern itself names
// them.
func (f *linkedFiles) pattern(ctx context.Context, pattern string) ([]string, error) {
	list, err := f.listing()
	if err != nil {
		return nil, err
	}
	paths, err := list.Glob(pattern)
	if err != nil {
		return nil, ctx.Err() // as if nothing matched
	}
	return f.expandable(paths, func(path string) bool { return hidden(path) && !hidden(pattern) }), ctx.Err()
}

// hidden reports whether any element of a path begins with a dot.
func hidden(path string) bool { return strings.HasPrefix(path, ".") || strings.Contains(path, "/.") }

// expandable removes the paths that a document contains only if they are named explicitly.
func (f *linkedFiles) expandable(paths []string, hidden func(string) bool) []string {
	var out []string
	for _, path := range paths {
		if !hidden(path) && !models.StoresText(path) && !f.isOutput(path) {
			out = append(out, path)
		}
	}
	return out
}

// Read implements [smartcontext.Files].
func (f *linkedFiles) Read(ctx context.Context, path string) (string, error) {
	src, err := f.read(ctx, path, f.limit)
	if err != nil {
		return "", err
	}
	f.sources[path] = src
	if src.err == nil && f.guard.policy.File(path, src.text) == secrets.Withheld {
		return "", &WithheldError{path}
	}
	shown, err := f.guard.redactFile(ctx, path, src)
	if err != nil {
		return "", err
	}
	f.shown[path] = shown
	return shown.text, src.err
}

// Outlinks implements [smartcontext.Files].
func (f *linkedFiles) Outlinks(path, text string) []smartcontext.Target {
	var out []smartcontext.Target
	for _, l := range f.linksOf(path, text) {
		to, ok := f.names.Resolve(path, l)
		if !ok {
			to = l.Path
		}
		out = append(out, smartcontext.Target{Path: to, Missing: !ok})
	}
	return out
}

// linksOf returns the links of a text, which is a whole file or its redacted version.
func (f *linkedFiles) linksOf(path, text string) []note.Link {
	if src := f.shown[path]; src.source != nil && src.text == text {
		return src.noteLinks()
	}
	return note.Followed(text)
}

// Inlinks implements [smartcontext.Files].
func (f *linkedFiles) Inlinks(path string) []string {
	if f.graph == nil {
		return nil
	}
	return f.graph.Inlinks(path)
}

// warnings returns the warnings for missing, skipped and transformed files and for files whose
// links are not available.
func (f *linkedFiles) warnings(s smartcontext.Snapshot) []Warning {
	var out []Warning
	if f.graph != nil {
		for _, p := range f.graph.Problems() {
			out = append(out, linkWarning(p.Path, fmt.Errorf("its links are not read: %w", p.Err)))
		}
	}
	reported := map[string]bool{}
	for _, p := range s.Problems {
		reported[p.Path] = true
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
		if !reported[name] {
			out = append(out, Warning{Path: name, Message: "not found"})
		}
	}
	return out
}

// linkWarning returns the warning for an error of a file; read errors already contain the path.
func linkWarning(path string, err error) Warning {
	message := err.Error()
	if strings.Contains(message, text.Escape(path)) {
		path = ""
	}
	return Warning{Path: path, Message: message}
}
