package aggregate

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"dossier/aggregate/beads"
	"dossier/aggregate/disk"
	"dossier/aggregate/text"
	"dossier/aggregate/tokens"
	"dossier/models"
)

// DefaultMaxBytes is how large a file may be unless the person raises the limit.
const DefaultMaxBytes = 1 << 20

// Input is everything beside the files that determines a document. Folders are
// relative to the project; empty is the project's own.
type Input struct {
	Composition    models.Composition
	FilesBase      string
	ScreenshotBase string
	History        []models.Entry
	NoHistory      bool // leaves the discussion and the instruction out: the part that stays the same
	MaxBytes       int64
}

// Builder builds the documents of one project. It keeps what it read and rendered,
// so that the next build reads and renders only what changed. Its methods may be
// called from several goroutines; builds wait for each other.
type Builder struct {
	// Root is the project's folder.
	Root *disk.Root
	// Listing gives what globs and folders expand to. It is asked only when needed.
	Listing func(context.Context) (Listing, error)
	// Ours reports whether the product itself wrote the file at a path; nil: none.
	Ours func(path string) bool
	// Beads gives the project's tracker and what a person should know about it; asked
	// only in beads mode.
	Beads func() (beads.Result, []string, error)
	// Tokens counts exactly; counts are kept in Cache.
	Tokens *tokens.Counter
	Cache  *tokens.Cache

	mu      sync.Mutex
	sources map[string]*source
}

// source is a file as it was read. It does not change but for views.
type source struct {
	id       disk.Identity
	limit    int64
	text     string
	key      tokens.Key
	hash     string // hex SHA-256 of the bytes on disk
	language string
	lines    int
	size     int64
	mtime    float64
	notes    []string
	err      error

	mu    sync.Mutex
	views map[viewKey]rendering
}

// viewKey holds everything that a rendering depends on beside the source.
type viewKey struct {
	mode   models.ViewMode
	shown  string // the path in the heading
	slices string // the slices' stored form
}

type rendering struct {
	*rendered
	view view
}

// Progress says how far a build has come.
type Progress struct{ Done, Total int }

// Build reads, renders and composes. progress may be nil; it is called from several
// goroutines. The error is the context's or says why nothing could be built: what
// is wrong with a single file is in its row.
func (b *Builder) Build(ctx context.Context, in Input, progress func(Progress)) (*Document, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.sources == nil {
		b.sources = map[string]*source{}
	}
	listing := sync.OnceValues(func() (Listing, error) { return b.Listing(ctx) })
	files := b.resolver(in.FilesBase, listing)
	rows := files.Rows(in.Composition.Files)
	items, warnings := rows.Items, rows.Warnings
	blocks, err := b.renderAll(ctx, in, items, progress)
	if err != nil {
		return nil, err
	}

	list := section{kind: FilesSection, title: filesTitle(in.Composition), joint: separator}
	for row, block := range blocks {
		if items[row].InDocument() {
			list.blocks = append(list.blocks, sectionBlock{block, row})
		}
		for _, note := range items[row].Notes {
			warnings = append(warnings, Warning{items[row].Path, note})
		}
		if err := items[row].Err; err != nil {
			warnings = append(warnings, Warning{items[row].Path, err.Error()})
		}
	}
	tree, err := b.tree(in.Composition.Tree, items, listing)
	if err != nil {
		return nil, err
	}
	shots, more := screenshotsSection(b.resolver(in.ScreenshotBase, listing), in.Composition.Screenshots)
	warnings = append(warnings, more...)
	tracker, more := b.beads(in.Composition)
	warnings = append(warnings, more...)
	sections := []section{tree, list, shots, tracker}
	if !in.NoHistory {
		sections = append(sections, historySection(in.History, in.Composition.Instruction))
		warnings = append(warnings, historyWarnings(in.History)...)
	}
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	doc := compose(sections, items, warnings, b.known)
	doc.Matches = rows.Matches
	return doc, nil
}

func (b *Builder) resolver(base string, listing func() (Listing, error)) Resolver {
	return Resolver{Base: base, Status: b.status, Listing: listing, Ours: b.Ours}
}

// Status says what a path is on the disk. It may be asked while a build runs.
func (b *Builder) Status(p string) Status {
	info, err := b.Root.Stat(p)
	switch {
	case err != nil:
		return Missing
	case info.IsDir():
		return Folder
	}
	return File
}

// status looks at the disk only for what has not been read yet.
func (b *Builder) status(p string) Status {
	if src, ok := b.sources[p]; ok && src.err == nil {
		return File
	}
	return b.Status(p)
}

// renderAll gives each item its block and fills in what is known of the file.
func (b *Builder) renderAll(ctx context.Context, in Input, items []Item, progress func(Progress)) ([]*rendered, error) {
	blocks := make([]*rendered, len(items))
	fresh := make([]*source, len(items))
	var work []int
	for row := range items {
		item := &items[row]
		item.Focus = item.ForceFull || focused(item.Path, in.Composition.Focus)
		item.Shown = modeOf(item.FileItem, in.Composition, item.Focus)
		limit := sizeLimit(in, *item)
		if src, ok := b.sources[item.Path]; ok && src.err == nil && src.size <= limit || ok && src.limit == limit {
			fresh[row] = src
			blocks[row] = b.renderRow(item, src)
			continue
		}
		work = append(work, row)
	}
	var done atomic.Int64
	err := each(ctx, len(work), func(i int) error {
		row := work[i]
		item := &items[row]
		if item.Err == nil || !patternError(item.Err) {
			fresh[row] = b.read(ctx, item.Path, sizeLimit(in, *item))
			if err := ctx.Err(); err != nil {
				return err
			}
		} else {
			fresh[row] = &source{err: item.Err}
		}
		blocks[row] = b.renderRow(item, fresh[row])
		if n := done.Add(1); progress != nil {
			progress(Progress{int(n), len(work)})
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	for _, row := range work {
		if items[row].Err == nil || !patternError(items[row].Err) {
			b.sources[items[row].Path] = fresh[row]
		}
	}
	return blocks, nil
}

func patternError(err error) bool {
	missing, ok := err.(*NotFoundError)
	return !ok || missing.Pattern || missing.Folder
}

func sizeLimit(in Input, item Item) int64 {
	switch {
	case item.MaxBytes > 0:
		return item.MaxBytes
	case in.MaxBytes > 0:
		return in.MaxBytes
	}
	return DefaultMaxBytes
}

// read reads and decodes a file.
func (b *Builder) read(ctx context.Context, path string, limit int64) *source {
	src := &source{limit: limit, views: map[viewKey]rendering{}}
	file, err := b.Root.Read(ctx, path, limit)
	src.id = file.Identity
	src.size = file.Size
	if err != nil {
		src.err = err
		return src
	}
	src.mtime = float64(file.ModTime.UnixNano()) / float64(time.Second)
	sum := sha256.Sum256(file.Data)
	src.hash = hex.EncodeToString(sum[:])
	decoded, err := text.Decode(file.Data)
	if err != nil {
		src.err = err
		return src
	}
	src.text = decoded.Text
	if src.key = tokens.Key(sum); decoded.Changed {
		src.key = tokens.KeyOf(src.text)
	}
	src.notes = decoded.Notes()
	if file.Changed {
		src.notes = append(src.notes, "the file changed while it was being read")
	}
	src.lines = text.CountLines(src.text)
	src.language = text.Language(path, src.text)
	return src
}

// renderRow returns the block of an item and fills in what is known of its file.
func (b *Builder) renderRow(item *Item, src *source) *rendered {
	item.Lines, item.Size, item.Mtime, item.Hash, item.Err = src.lines, src.size, src.mtime, src.hash, src.err
	item.Notes = src.notes
	if src.err != nil {
		return fileBlock(item.Path, view{shown: models.Full, info: "text", text: errorText(item.Given, item.Shown, src.err)})
	}
	key := viewKey{mode: item.Shown, shown: item.Path}
	if item.Shown == models.Custom {
		key.slices = fmt.Sprintf("%#v", item.CustomSlices)
	}
	src.mu.Lock()
	defer src.mu.Unlock()
	made, ok := src.views[key]
	if !ok {
		made.view = render(src, item.FileItem, item.Shown)
		made.rendered = fileBlock(item.Path, made.view)
		if made.view.shown == models.Full {
			made.bodyKey = src.key
		}
		made.view.text = ""               // the block has it
		b.known(made.rendered, separator) // here, on all processors, and not when the document is composed
		src.views[key] = made
	}
	item.Shown, item.Health = made.view.shown, made.view.health
	if len(made.view.notes) > 0 {
		item.Notes = slices.Concat(src.notes, made.view.notes)
	}
	return made.rendered
}

// SetRoot reads through another root of the same folder from now on, because what the
// person allows has changed.
func (b *Builder) SetRoot(root *disk.Root) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.Root = root
}

// Invalidate forgets what was read at paths and below them, because the disk has
// changed; without paths, everything.
func (b *Builder) Invalidate(paths ...string) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if len(paths) == 0 {
		b.sources = nil
		return
	}
	for _, p := range paths {
		delete(b.sources, p)
	}
	for known := range b.sources {
		for _, p := range paths {
			if strings.HasPrefix(known, p+"/") {
				delete(b.sources, known)
			}
		}
	}
}

// Refresh compares what was read with the disk, forgets what differs and returns
// its paths. It reads no contents.
func (b *Builder) Refresh(ctx context.Context) ([]string, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	paths := make([]string, 0, len(b.sources))
	for p := range b.sources {
		paths = append(paths, p)
	}
	slices.Sort(paths)
	differs := make([]bool, len(paths))
	err := each(ctx, len(paths), func(i int) error {
		info, err := b.Root.Stat(paths[i])
		src := b.sources[paths[i]]
		differs[i] = (err != nil) != (src.err != nil) || err == nil && info.Identity != src.id
		return nil
	})
	if err != nil {
		return nil, err
	}
	var changed []string
	for i, p := range paths {
		if differs[i] {
			delete(b.sources, p)
			changed = append(changed, p)
		}
	}
	return changed, nil
}

func (b *Builder) tree(mode models.TreeMode, items []Item, listing func() (Listing, error)) (section, error) {
	var paths []string
	switch mode {
	case models.TreeSelected:
		for _, item := range items {
			if item.InDocument() && !filepath.IsAbs(item.Path) {
				paths = append(paths, item.Path)
			}
		}
	case models.TreeFull:
		all, err := listing()
		if err != nil {
			return section{}, err
		}
		paths, _ = all.Folder(".")
	}
	return treeSection(paths), nil
}

func (b *Builder) beads(c models.Composition) (section, []Warning) {
	s := section{kind: BeadsSection, title: "Beads Mode: Progress Track"}
	if c.ExecutionMode != models.Beads || b.Beads == nil {
		return s, nil
	}
	result, notes, err := b.Beads()
	var warnings []Warning
	for _, note := range notes {
		warnings = append(warnings, Warning{Message: note})
	}
	if err != nil {
		return s, append(warnings, Warning{Message: err.Error()})
	}
	if note := result.Note(); note != "" {
		warnings = append(warnings, Warning{Message: note})
	}
	if body := beads.Section(result.Beads, c.BeadsExclude); body != "" {
		s.blocks = []sectionBlock{{newRendered(s.title, "", body, ""), -1}}
	}
	return s, warnings
}

// each calls fn for 0 … n-1 on as many goroutines as there are processors and waits
// for all of them. The first error ends the rest.
func each(ctx context.Context, n int, fn func(int) error) error {
	workers := min(runtime.GOMAXPROCS(0), n)
	if workers <= 1 {
		for i := range n {
			if err := ctx.Err(); err != nil {
				return err
			}
			if err := fn(i); err != nil {
				return err
			}
		}
		return ctx.Err()
	}
	var (
		next  atomic.Int64
		first atomic.Pointer[error]
		group sync.WaitGroup
	)
	for range workers {
		group.Go(func() {
			for first.Load() == nil {
				i := int(next.Add(1)) - 1
				if i >= n {
					return
				}
				err := ctx.Err()
				if err == nil {
					err = fn(i)
				}
				if err != nil {
					first.CompareAndSwap(nil, &err)
				}
			}
		})
	}
	group.Wait()
	if err := first.Load(); err != nil {
		return *err
	}
	return ctx.Err()
}

// FileView is one file as one view mode shows it, without heading and fence.
type FileView struct {
	Path     string          `json:"path"`
	ViewMode models.ViewMode `json:"view_mode"` // the mode that was possible
	Language string          `json:"language"`  // of the fence
	Text     string          `json:"text"`
	Health   []SliceHealth   `json:"health,omitempty"`
	Notes    []string        `json:"notes,omitempty"`
}

// View shows one file by its own view mode. maxBytes is the limit unless the item
// has its own; 0 is [DefaultMaxBytes]. A view mode that is not available is an error
// here, because the person asked for it by name.
func (b *Builder) View(ctx context.Context, item models.FileItem, maxBytes int64) (FileView, error) {
	mode := modeOf(item, models.Composition{Strategy: models.FullText}, false)
	if err := Available(mode); err != nil {
		return FileView{}, err
	}
	src := b.read(ctx, item.Path, sizeLimit(Input{MaxBytes: maxBytes}, Item{FileItem: item}))
	if src.err != nil {
		return FileView{}, src.err
	}
	v := render(src, item, mode)
	return FileView{item.Path, v.shown, v.info, v.text, v.health, slices.Concat(src.notes, v.notes)}, nil
}

// Stats counts what a file holds.
type Stats struct {
	Lines    int
	Elements int // top-level symbols; 0 where the language is not parsed
}

// ComputeFileStats counts the lines of a file of the project.
func (b *Builder) ComputeFileStats(ctx context.Context, path string) (Stats, error) {
	src := b.read(ctx, path, DefaultMaxBytes)
	return Stats{Lines: src.lines}, src.err
}
