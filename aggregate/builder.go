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
	"dossier/aggregate/format"
	"dossier/aggregate/git/change"
	"dossier/aggregate/links/graph"
	"dossier/aggregate/parallel"
	"dossier/aggregate/secrets"
	"dossier/aggregate/tokens"
	"dossier/models"
)

// DefaultMaxBytes is how large a file may be unless the person raises the limit.
const DefaultMaxBytes = 1 << 20

// Input is everything beside the files that determines a document. Folders are
// relative to the project or absolute; empty is the project's own.
type Input struct {
	Composition    models.Composition
	FilesBase      string
	ScreenshotBase string
	History        []models.Entry
	Notes          []models.Note // all of them; the composition says which are left out
	// Sent gives the document that Composition.Changes rests on, and is asked only when
	// there are any; nil gives none.
	Sent func(models.Changes) Sent
	// Ours reports whether the product itself wrote the file at a path; nil: none. It is
	// asked beside the window, so that it must rest on nothing that changes.
	Ours      func(path string) bool
	NoHistory bool // leaves the discussion and the instruction out: the part that stays the same
	MaxBytes  int64
	Languages []models.LanguageRule // what files are read as
	Secrets   secrets.Policy        // what is done with what looks secret
}

// Builder builds the documents of one project. It keeps what it read and rendered,
// so that the next build reads and renders only what changed. Its methods may be
// called from several goroutines; builds wait for each other.
type Builder struct {
	// Root is the project's folder. Once the builder is used, [Builder.SetRoot] changes it.
	Root *disk.Root
	// Listing gives what globs and folders expand to. It is asked only when needed.
	Listing func(context.Context) (Listing, error)
	// Beads gives the project's tracker and what a person should know about it; asked
	// only in beads mode. A list that was given is never changed.
	Beads func() (beads.Result, []string, error)
	// Git opens the repository that the project is in; asked only when a composition wants
	// something of it. nil: there is none to read.
	Git func(context.Context) (*change.Repository, error)
	// Links gives what links of notes mean, and with all which notes link to what; without it
	// the second is nil. Both are the same values until something else is true. nil: links
	// lead nowhere.
	Links func(ctx context.Context, all bool) (*graph.Names, *graph.Graph, error)
	// Tokens counts exactly; counts are kept in Cache.
	Tokens *tokens.Counter
	Cache  *tokens.Cache
	// Vocabulary says what the tokens of documents are counted in; nil: o200k. Where it has
	// become another, [Builder.Count] and [Builder.Recount] count a document anew.
	Vocabulary func() tokens.Vocabulary
	// Uncounted leaves the tokens of documents at 0, where nobody asks for them.
	Uncounted bool
	// Sections are those of the documents, in order; nil: those of [Sections].
	Sections []SectionBuilder
	// Code parses code, and Structures keeps what it found; both may be nil, and without
	// the first no file has a skeleton, an outline or symbols.
	Code       code.Parser
	Structures *code.Cache

	// Secrets gives what finds secrets: the same until its rules are others. nil: nothing is
	// looked for, and nothing redacted.
	Secrets func(context.Context) *secrets.Checker

	building sync.Mutex // builds wait for each other
	kept     kept
	guarding sync.Mutex
	guarded  guarded
}

// Progress says how far a build has come.
type Progress struct{ Done, Total int }

// Build reads, renders and composes. progress is told of each row, from several
// goroutines; it may be nil. The error is the context's or says why nothing could be
// built: what is wrong with a single file is in its row. What was read before the
// context ended is kept for the next build.
func (b *Builder) Build(ctx context.Context, in Input, progress func(Progress)) (*Document, error) {
	b.building.Lock()
	defer b.building.Unlock()
	if b.Sections == nil {
		b.Sections = Sections()
	}
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
	doc := compose(f, building.above, rows.Items, slices.Concat(unknown, warnings, guard.found.Warnings()), b.figures())
	doc.Matches, doc.Secrets, doc.guard = rows.Matches, guard.found, guard
	doc.Commits = building.commits
	return doc, nil
}

// resolver returns what finds the files of entries, of which stats says what is known of the
// disk. Once the context has ended it looks there no more, and what it finds is of no use.
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
	return Resolver{Base: b.base(base), Status: status, Listing: listing, Ours: in.Ours}
}

// stats returns what the disk says of the files that entries name and that have not been read
// yet, asked by folder: a person ticks thousands at once. The error is the context's.
func (b *Builder) stats(ctx context.Context, base Base, entries []models.FileItem) (map[string]disk.Info, error) {
	var unread []string
	for _, entry := range entries {
		if p := base.Path(entry.Path); b.kept.source(p) == nil {
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

// Status says what a path is on the disk. It may be asked while a build runs.
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

// status looks at the disk only for what has not been read yet.
func (b *Builder) status(p string) Status {
	if src := b.kept.source(p); src != nil && src.err == nil {
		return File
	}
	return b.Status(p)
}

// renderAll renders the files that resolve returns, and fills in what is known of them. Those
// that would bring the document over total bytes are refused. Which those are the sizes of all
// tell, so that the disk is asked for these only when the files turn out to hold too much.
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

// renderWithin renders all items, or returns [errTotal] when their files hold more than total
// bytes. Those in which nothing was found are rendered as they are read, the others when all
// have been: what is redacted is numbered in their order.
func (b *Builder) renderWithin(ctx context.Context, in Input, g *guard, items []Item, total int64, progress func(Progress)) ([]*rendered, error) {
	blocks := make([]*rendered, len(items))
	var done, held atomic.Int64
	render := func(row int, w wanted, src *source) (err error) {
		if blocks[row], err = b.renderRow(ctx, in, &items[row], w, src); err != nil {
			return err
		}
		if n := done.Add(1); progress != nil {
			progress(Progress{int(n), len(items)})
		}
		return nil
	}
	found := make([]*foundRow, len(items))
	err := parallel.Each(ctx, len(items), func(row int) error {
		item := &items[row]
		item.Focus = item.ForceFull || models.InFocus(item.Path, in.Composition.Focus)
		w := wantedOf(item.FileItem, in.Composition, item.Focus)
		item.Shown = w.mode
		var src *source
		var err error
		if item.Err != nil {
			src = &source{err: item.Err}
		} else if src, err = b.source(ctx, item.Path, sizeLimit(in, *item)); err != nil {
			return err
		}
		if src.size <= sizeLimit(in, *item) && held.Add(src.size) > total {
			return errTotal
		}
		if found[row], err = g.row(ctx, item, w, src); err != nil || found[row] != nil {
			return err
		}
		return render(row, w, src)
	})
	if err != nil {
		return nil, err
	}
	marked, err := g.rows(ctx, items, found)
	if err != nil {
		return nil, err
	}
	err = parallel.Each(ctx, len(marked), func(i int) error {
		row := marked[i]
		f := found[row]
		err := render(row, f.wanted, f.shown)
		if err == nil && f.clean != nil {
			blocks[row] = renderBlock(blocks[row].format, blocks[row].says.Map(f.clean))
		}
		return err
	})
	for _, row := range marked {
		if err == nil {
			g.addRow(row, items[row], found[row], blocks[row])
		}
	}
	return blocks, err
}

func sizeLimit(in Input, item Item) int64 { return SizeLimit(in.MaxBytes, item.MaxBytes) }

// SizeLimit returns how many bytes of a file are read at most, by the limits of the project and of its own;
// 0 is none given.
func SizeLimit(project, own int64) int64 {
	switch {
	case own > 0:
		return min(own, MaxFileBytes)
	case project > 0:
		return min(project, MaxFileBytes)
	}
	return DefaultMaxBytes
}

// renderRow returns the block of an item, and fills in what is known of its file. The error is the context's.
func (b *Builder) renderRow(ctx context.Context, in Input, item *Item, w wanted, src *source) (*rendered, error) {
	item.Lines, item.Size, item.Mtime, item.hash, item.Err = src.lines, src.size, src.mtime, src.bytes.Hex, src.err
	if !b.Uncounted {
		src.bytes.Key() // here, on all processors, and not when the window asks for it
	}
	f := format.Of(in.Composition.Format)
	if src.err != nil {
		return renderBlock(f, fileBlock(item.Name(), view{shown: models.Full, info: "text", text: errorText(item.Given, item.Shown, src.err)})), nil
	}
	if w.withheld {
		item.Shown, item.Withheld = models.None, true
		return renderBlock(f, withheldBlock(item.Path)), nil
	}
	item.Language = languageOf(in.Languages, item.Path, src)
	made, err := b.rendering(ctx, f, src, item.FileItem, w, item.Language)
	if err != nil {
		return nil, err
	}
	item.Notes = slices.Concat(src.notes, made.notes)
	// A pattern is chosen for the files that can be shown as it says: of the others
	// nobody wants to hear one by one.
	if entry := in.Composition.Files[item.Entry]; made.lacks != "" && b.base(in.FilesBase).Path(entry.Path) == item.Path {
		item.Notes = append(item.Notes, made.lacks)
	}
	item.fine = []string{made.lacks, noSymbols}
	item.Shown, item.Health, item.Lost = made.shown, made.health, made.lost
	return made.block, nil
}
