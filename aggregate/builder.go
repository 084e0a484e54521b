package aggregate

import (
	"context"
	"errors"
	"math"
	"slices"
	"sync"
	"sync/atomic"

	"dossier/aggregate/beads"
	"dossier/aggregate/code"
	"dossier/aggregate/disk"
	"dossier/aggregate/extract"
	"dossier/aggregate/format"
	"dossier/aggregate/git/change"
	"dossier/aggregate/links/graph"
	"dossier/aggregate/parallel"
	"dossier/aggregate/secrets"
	"dossier/aggregate/tokens"
	"dossier/models"
)

// DefaultMaxBytes is the largest file that is read unless the user raises the limit.
const DefaultMaxBytes = 1 << 20

// Input is everything that determines a document except the files themselves. Folders are
// relative to the project or absolute; an empty folder is the project's.
type Input struct {
	Composition    models.Composition
	FilesBase      string
	ScreenshotBase string
	History        []models.Entry
	Notes          []models.Note // all notes; the composition says which are excluded
	// Sent returns the document that Composition.Changes is relative to. It is called only if the
	// composition has changes; nil means no document.
	Sent func(models.Changes) Sent
	// IsOutput reports whether this program wrote the file at a path; nil means none. It is called in
	// the background, so it must not depend on mutable state.
	IsOutput  func(path string) bool
	NoHistory bool // omit the discussion and the instruction, which gives the stable part of the document
	MaxBytes  int64
	Languages []models.LanguageRule // the language rules of files
	Secrets   secrets.Policy        // how possible secrets are handled
}

// Builder builds the documents of one project. It caches what it read and rendered, so that the
// next build processes only what changed. It is safe for concurrent use; builds are serialized.
type Builder struct {
	// Root is the project's folder. Use [Builder.SetRoot] to change it after the first build.
	Root *disk.Root
	// Listing returns the files that globs and folders expand to. It is called only when needed.
	Listing func(context.Context) (Listing, error)
	// Beads returns the project's tracker data and warnings for the user. It is called only in
	// beads mode. The returned list must not be modified afterwards.
	Beads func() (beads.Result, []string, error)
	// Git opens the repository that the project is in. It is called only if a composition has a git
	// section. If Git is nil, there is none.
	Git func(context.Context) (*change.Repository, error)
	// Prompts returns the stored prompts and the values of their variables. It is called only if a composition names
	// prompts. If Prompts is nil, there are none.
	Prompts func(context.Context) Prompts
	// Links returns the names that links in notes resolve to and, if all is set, the graph of
	// links between notes; otherwise the graph is nil. It returns the same values until they
	// change. If Links is nil, no link resolves.
	Links func(ctx context.Context, all bool) (*graph.Names, *graph.Graph, error)
	// Tokens counts tokens exactly; counts are stored in Cache.
	Tokens *tokens.Counter
	Cache  *tokens.Cache
	// Vocabulary returns the vocabulary that documents are counted in; nil means o200k. After it
	// changes, [Builder.Count] and [Builder.Recount] count a document again.
	Vocabulary func() tokens.Vocabulary
	// Uncounted leaves token counts at 0, for callers that do not need them.
	Uncounted bool
	// Sections are the sections of documents, in order; nil means [Sections].
	Sections []SectionBuilder
	// Code parses source code and Structures caches the results. Both may be nil; without Code,
	// no file has a skeleton, an outline or symbols.
	Code       code.Parser
	Structures *code.Cache

	// Secrets returns the checker for secrets, the same one until its rules change. If it is nil,
	// nothing is checked or redacted.
	Secrets func(context.Context) *secrets.Checker

	buildMu    sync.Mutex // serializes builds
	files      fileCache
	guardMu    sync.Mutex
	guardState guardState
}

// Progress reports how far a build has come, in files.
type Progress struct{ Done, Total int }

// Build reads, renders and composes a document. It calls progress, which may be nil, after each
// row, from several goroutines. It returns the context's error, or an error if no document could
// be built at all; errors of single files are stored in their rows. Files that were read before
// the context ended stay cached for the next build.
func (b *Builder) Build(ctx context.Context, in Input, progress func(Progress)) (*Document, error) {
	b.buildMu.Lock()
	defer b.buildMu.Unlock()
	if b.Sections == nil {
		b.Sections = Sections()
	}
	b.files.setRules(in.Languages)
	listing := sync.OnceValues(func() (Listing, error) { return b.Listing(ctx) })
	stats, err := b.stats(ctx, b.base(in.FilesBase), in.Composition.Files)
	if err != nil {
		return nil, err
	}
	resolve := func() Rows {
		return b.resolver(ctx, in, in.FilesBase, stats, listing).Rows(in.Composition.Files)
	}
	f, unknown := formatOf(in.Composition)
	guard := b.guard(ctx, in.Secrets)
	rows, blocks, err := b.renderAll(ctx, in, guard, resolve, stats, MaxTotalBytes, progress)
	if err != nil {
		return nil, err
	}
	building := &Building{Input: in, format: f, Items: rows.Items, ctx: ctx, builder: b, guard: guard, listing: listing, files: shownFiles{blocks, rows.Warnings}}
	warnings, err := building.sections(ctx, b.Sections)
	if building.repo != nil {
		building.repo.Close()
	}
	if err != nil {
		return nil, err
	}
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	doc := compose(f, building.above, rows.Items, slices.Concat(unknown, warnings, guard.findings.Warnings()), b.figures())
	doc.Matches, doc.Secrets, doc.guard = rows.Matches, guard.findings, guard
	doc.Commits = building.commits
	return doc, nil
}

// resolver returns the resolver of entries; stats holds what is already known about files on the
// disk. Once the context has ended, the resolver stops querying the disk and its results are
// meaningless.
func (b *Builder) resolver(ctx context.Context, in Input, base string, stats map[string]disk.Info, listing func() (Listing, error)) Resolver {
	status := func(p string) Status {
		if ctx.Err() != nil {
			return Missing
		}
		if info, ok := stats[p]; ok && info.Kind == disk.Regular {
			return File
		}
		return b.status(p)
	}
	return Resolver{Base: b.base(base), Status: status, Listing: listing, IsOutput: in.IsOutput}
}

// stats returns the disk information of the files that entries name and that have not been read
// yet. It queries the disk by folder, because the user may select thousands of files at once. It
// returns only the context's error.
func (b *Builder) stats(ctx context.Context, base Base, entries []models.FileItem) (map[string]disk.Info, error) {
	var unread []string
	for _, entry := range entries {
		if p := base.Path(entry.Path); b.files.source(p) == nil {
			unread = append(unread, p)
		}
	}
	slices.Sort(unread)
	infos, err := b.root().Stats(ctx, unread)
	stats := make(map[string]disk.Info, len(infos))
	for i, info := range infos {
		if info != (disk.Info{}) {
			stats[unread[i]] = info
		}
	}
	return stats, err
}

func (b *Builder) base(dir string) Base {
	return Base{Dir: dir, Root: b.root()}
}

// Status returns what kind of thing a path is on the disk. It may be called during a build.
func (b *Builder) Status(p string) Status {
	info, err := b.root().Stat(p)
	switch {
	case errors.Is(err, disk.ErrOutside):
		return Outside
	case err != nil:
		return Missing
	case info.IsDir():
		return Folder
	}
	return File
}

// status queries the disk only for files that have not been read yet.
func (b *Builder) status(p string) Status {
	if src := b.files.source(p); src != nil && src.err == nil {
		return File
	}
	return b.Status(p)
}

// renderAll renders the files that resolve returns and fills in their metadata. It rejects files
// that would take the document over total bytes. That decision needs the sizes of all files, so
// they are queried only if the total turns out to be too large.
func (b *Builder) renderAll(ctx context.Context, in Input, g *guard, resolve func() Rows, stats map[string]disk.Info, total int64, progress func(Progress)) (Rows, []*rendered, error) {
	rows := resolve()
	blocks, err := b.renderWithin(ctx, in, g, rows.Items, total, progress)
	if !errors.Is(err, errTotal) {
		return rows, blocks, err
	}
	rows = resolve()
	if err := b.admit(ctx, in, rows.Items, stats, total); err != nil {
		return rows, nil, err
	}
	blocks, err = b.renderWithin(ctx, in, g, rows.Items, math.MaxInt64, progress)
	return rows, blocks, err
}

// renderWithin renders all items, or returns [errTotal] if their files exceed total bytes. Files
// without findings are rendered as they are read; the others follow once all are read, because
// redactions are numbered in document order.
func (b *Builder) renderWithin(ctx context.Context, in Input, g *guard, items []Item, total int64, progress func(Progress)) ([]*rendered, error) {
	blocks := make([]*rendered, len(items))
	var done, readBytes atomic.Int64
	render := func(row int, w viewRequest, src *source) (err error) {
		if blocks[row], err = b.renderRow(ctx, in, &items[row], w, src); err != nil {
			return err
		}
		if n := done.Add(1); progress != nil {
			progress(Progress{int(n), len(items)})
		}
		return nil
	}
	findings := make([]*itemFindings, len(items))
	err := parallel.Each(ctx, len(items), func(row int) error {
		item := &items[row]
		item.Focus = item.ForceFull || models.InFocus(item.Path, in.Composition.Focus)
		w := viewRequestOf(item.FileItem, in.Composition, item.Focus)
		item.Shown = w.mode
		var src *source
		var err error
		if item.Err != nil {
			src = &source{err: item.Err}
		} else if src, err = b.source(ctx, item.Path, sizeLimit(in, *item)); err != nil {
			return err
		}
		if src.limitedSize() <= sizeLimit(in, *item) && readBytes.Add(src.limitedSize()) > total {
			return errTotal
		}
		if findings[row], err = g.checkItem(ctx, item, w, src); err != nil || findings[row] != nil {
			return err
		}
		return render(row, w, src)
	})
	if err != nil {
		return nil, err
	}
	rows, err := g.redactItems(ctx, items, findings)
	if err != nil {
		return nil, err
	}
	err = parallel.Each(ctx, len(rows), func(i int) error {
		row := rows[i]
		f := findings[row]
		err := render(row, f.request, f.shown)
		if err == nil && f.redact != nil {
			blocks[row] = renderBlock(blocks[row].format, blocks[row].block.Map(f.redact))
		}
		return err
	})
	for _, row := range rows {
		if err == nil {
			g.addItem(row, items[row], findings[row], blocks[row])
		}
	}
	return blocks, err
}

// sizeLimit returns the maximum number of bytes to read of an item's file. A table shown only as a summary has the
// limit of an extracted text, unless it has its own limit, because its size does not affect the document's size.
func sizeLimit(in Input, item Item) int64 {
	limit := SizeLimit(in.MaxBytes, item.MaxBytes)
	if item.MaxBytes > 0 || modeRequestOf(item.FileItem, in.Composition, item.Focus).mode != models.Summary {
		return limit
	}
	switch Language(in.Languages, item.Path, "") {
	case "csv", "tsv":
		return max(limit, extract.MaxBytes)
	}
	return limit
}

// SizeLimit returns the maximum number of bytes to read of a file, given the project's limit and
// the file's own; 0 means not set.
func SizeLimit(project, own int64) int64 {
	switch {
	case own > 0:
		return min(own, MaxFileBytes)
	case project > 0:
		return min(project, MaxFileBytes)
	}
	return DefaultMaxBytes
}

// renderRow returns the block of an item and fills in its file's metadata. It returns only the
// context's error.
func (b *Builder) renderRow(ctx context.Context, in Input, item *Item, w viewRequest, src *source) (*rendered, error) {
	item.Lines, item.Size, item.Mtime, item.hash, item.Err = src.lines, src.size, src.mtime, src.bytes.Hex, src.err
	if !b.Uncounted {
		src.bytes.Key() // computed here in parallel, not later when the window requests it
	}
	f := format.Of(in.Composition.Format)
	if src.err != nil {
		return renderBlock(f, fileBlock(item.Name(), view{shown: models.Full, info: "text", text: errorText(item.EntryPath, item.Shown, src.err)})), nil
	}
	if w.withheld {
		item.Shown, item.Withheld = models.None, true
		return renderBlock(f, withheldBlock(item.Path)), nil
	}
	item.Language = languageOf(in.Languages, item.Path, src)
	result, err := b.rendering(ctx, f, src, item.FileItem, w, item.Language)
	if err != nil {
		return nil, err
	}
	item.Notes = slices.Concat(src.notes, result.notes)
	// A pattern selects files whether or not they support its view mode, so a warning for each of
	// those would only be noise.
	if entry := in.Composition.Files[item.Entry]; result.unsupported != "" && b.base(in.FilesBase).Path(entry.Path) == item.Path {
		item.Notes = append(item.Notes, result.unsupported)
	}
	item.harmless = []string{result.unsupported, noSymbols}
	item.Shown, item.Health, item.Lost = result.shown, result.health, result.lost
	return result.block, nil
}
