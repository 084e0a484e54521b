package aggregate

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"path"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"dossier/aggregate/code"
	"dossier/aggregate/disk"
	"dossier/aggregate/format"
	"dossier/aggregate/langrule"
	"dossier/aggregate/links/note"
	"dossier/aggregate/parallel"
	"dossier/aggregate/relocate"
	"dossier/aggregate/secrets"
	"dossier/aggregate/text"
	"dossier/aggregate/tokens"
	"dossier/models"
)

// source is a file as it was read. It does not change but for the views made of it.
type source struct {
	id       disk.Identity // zero when the disk had nothing to say of it
	limit    int64
	text     string
	key      *tokens.Digest // of the text
	bytes    *tokens.Digest // of what is on the disk; nil when it could not be read
	language string
	secret   bool // by its name, which takes longer to tell than to remember
	lines    int
	size     int64
	mtime    float64
	notes    []string
	err      error

	linked sync.Once
	links  []note.Link // of the text as a note

	checked atomic.Pointer[checkOf]
	named   atomic.Pointer[namedSecret]
	of      *source // what it was redacted from; nil: it is as it was read

	mu         sync.Mutex
	views      []rendering        // few: see [maxViews]
	parsed     map[string]parsed  // by language
	redactions map[string]*source // by what was cut out
}

// viewKey holds all that a rendering depends on beside the source.
type viewKey struct {
	format   format.Format
	wanted   wanted
	language string
	detail   string // slices or mask
}

// maxViews bounds the renderings kept of one file: more than there are view modes, so
// that only slices which a person keeps changing come to it.
const maxViews = 16

// rendering is a file in one view mode.
type rendering struct {
	key    viewKey
	block  *rendered
	shown  models.ViewMode // the mode that was possible
	health []SliceHealth
	lost   []*code.LostError
	lacks  string
	notes  []string
}

// read reads and decodes a file.
func read(ctx context.Context, root *disk.Root, path string, limit int64) *source {
	src := &source{limit: limit}
	file, err := root.Read(ctx, path, limit)
	src.id, src.size = file.Identity, file.Size
	if err != nil {
		src.err = err
		if errors.Is(err, disk.ErrTooLarge) && limit == MaxFileBytes {
			src.err = &HugeError{Path: path, Size: src.size}
		}
		if src.id == (disk.Identity{}) && !errors.Is(err, disk.ErrNotFound) {
			info, _ := root.Stat(path) // there, but it could not be opened
			src.id = info.Identity
		}
		return src
	}
	src.mtime = float64(file.ModTime.UnixNano()) / float64(time.Second)
	decoded, err := text.Decode(file.Data)
	if err != nil {
		src.bytes, src.err = tokens.DigestOfBytes(file.Data), err
		return src
	}
	src.text, src.key = decoded.Text, tokens.DigestOf(decoded.Text)
	if src.bytes = src.key; decoded.Changed {
		src.bytes = tokens.DigestOfBytes(file.Data)
	}
	src.notes = decoded.Notes()
	if file.Changed {
		src.notes = append(src.notes, "the file changed while it was being read")
	}
	src.lines = text.CountLines(src.text)
	src.language = text.Language(path, src.text)
	src.secret = secrets.Name(path)
	return src
}

// followed returns the links of a file as a note, read when they are first asked for. The
// caller must not change them.
func (s *source) followed() []note.Link {
	s.linked.Do(func() { s.links = note.Followed(s.text) })
	return s.links
}

// serves reports whether reading again with a limit would give the same.
func (s *source) serves(limit int64) bool {
	return s.limit == limit || s.err == nil && s.size <= limit
}

// rendering returns a file in a view mode and a format, read as a language, made when it is first
// asked for. The error is the context's.
func (b *Builder) rendering(ctx context.Context, f format.Format, s *source, item models.FileItem, w wanted, language string) (rendering, error) {
	key := viewKey{format: f, wanted: w, language: language}
	switch {
	case w.mode == models.Custom:
		key.detail = fmt.Sprintf("%#v", item.CustomSlices)
	case w.mode == models.Masked && !w.definitions:
		key.detail = fmt.Sprintf("%q", item.AstMask) // in the order of the keys
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	for i := range s.views {
		if s.views[i].key == key {
			return s.views[i], nil
		}
	}
	v, err := b.render(ctx, s, item, w, language)
	if err != nil {
		return rendering{}, err
	}
	made := rendering{key, renderBlock(f, fileBlock(item.Path, v)), v.shown, v.health, v.lost, v.lacks, v.notes}
	switch {
	case made.block.body != v.text: // the format has spelled it in another way
	case v.shown == models.Full:
		made.block.bodyKey = s.key
	case v.shown == models.Skeleton, v.shown == models.Masked:
		made.block.bodyKey = tokens.DigestOf(v.text) // code too: it is coloured by its key
	}
	b.figures()(made.block, f.Separators().Blocks) // here, on all processors, and not when the document is composed
	if v.passes {
		return made, nil
	}
	if len(s.views) == maxViews {
		s.views = nil
	}
	s.views = append(s.views, made)
	return made, nil
}

// kept is what a builder keeps of the files that it read. Each of its locks is held for
// a moment only, so that the window never waits for a build.
type kept struct {
	mu      sync.Mutex
	sources map[string]*source
	notes   map[string]FollowedNote // by id
	changes int                     // how often something was forgotten: what was read before does not count after
}

func (k *kept) source(path string) *source {
	k.mu.Lock()
	defer k.mu.Unlock()
	return k.sources[path]
}

// Fingerprint returns the fingerprint of a file that has the given hash and size in bytes; false
// where it has another by now. A file that is not held, since something on the disk told of it,
// is read again. It takes some 10 ms for a megabyte.
func (b *Builder) Fingerprint(ctx context.Context, path, hash string, size int64) (relocate.Fingerprint, bool) {
	src := b.kept.source(path)
	if src == nil {
		src = read(ctx, b.root(), path, size)
	}
	if src.err != nil || src.bytes.Hex() != hash {
		return "", false
	}
	return relocate.FingerprintOf(src.text), true
}

// source returns a file of the project, read unless it is known already. The error is
// the context's.
func (b *Builder) source(ctx context.Context, path string, limit int64) (*source, error) {
	b.kept.mu.Lock()
	src, root, changes := b.kept.sources[path], b.Root, b.kept.changes
	b.kept.mu.Unlock()
	if src != nil && src.serves(limit) {
		return src, nil
	}
	src = read(ctx, root, path, limit)
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	b.kept.mu.Lock()
	defer b.kept.mu.Unlock()
	if b.kept.changes == changes {
		if b.kept.sources == nil {
			b.kept.sources = map[string]*source{}
		}
		b.kept.sources[path] = src
	}
	return src, nil
}

// KeepOnly forgets what was read of files that do not stand in a document, when it is much: it
// is read again when it is asked for.
func (b *Builder) KeepOnly(doc *Document) {
	const much, beside = 16 << 20, 1 << 10 // bytes, and about those that are held of a file beside its text
	k := &b.kept
	k.mu.Lock()
	defer k.mu.Unlock()
	shown := make(map[string]*source, len(doc.Items)) // made anew: a map that once was large stays so
	for i := range doc.Items {
		if src := k.sources[doc.Items[i].Path]; src != nil {
			shown[doc.Items[i].Path] = src
		}
	}
	other := 0
	for path, src := range k.sources {
		if shown[path] == nil {
			other += len(src.text) + beside
		}
	}
	if other >= much {
		k.sources = shown
	}
}

// Language returns what a file is read as: as the rules say, else by its name and content.
func Language(rules []models.LanguageRule, name, content string) string {
	if language := langrule.Find(rules, name); language != "" {
		return language
	}
	return text.Language(name, content)
}

// languageOf is [Language] of a file that is read.
func languageOf(rules []models.LanguageRule, name string, src *source) string {
	return cmp.Or(langrule.Find(rules, name), src.language)
}

// forgotten returns how often something was forgotten.
func (k *kept) forgotten() int {
	k.mu.Lock()
	defer k.mu.Unlock()
	return k.changes
}

// forget drops the files that gone names.
func (k *kept) forget(gone func(path string, src *source) bool) {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.changes++
	maps.DeleteFunc(k.sources, gone)
	maps.DeleteFunc(k.notes, func(_ string, f FollowedNote) bool { return gone(f.of.Metadata.Filename, f.src) })
}

// root is what files are read through.
func (b *Builder) root() *disk.Root {
	b.kept.mu.Lock()
	defer b.kept.mu.Unlock()
	return b.Root
}

// SetRoot reads through another root of the same folder from now on, because what the
// person allows has changed. What could not be read before is tried again.
func (b *Builder) SetRoot(root *disk.Root) {
	b.kept.mu.Lock()
	b.Root = root
	b.kept.mu.Unlock()
	b.kept.forget(func(_ string, src *source) bool { return src.err != nil })
}

// Invalidate forgets what was read at paths and below them, because the disk has
// changed; without paths, everything. A build that runs may still show what it has
// read; the next one does not.
func (b *Builder) Invalidate(paths ...string) {
	if len(paths) == 0 {
		b.kept.forget(func(string, *source) bool { return true })
		return
	}
	changed := make(map[string]bool, len(paths))
	for _, p := range paths {
		changed[path.Clean(p)] = true
	}
	b.kept.forget(func(known string, _ *source) bool {
		for p := known; ; p = path.Dir(p) {
			if changed[p] {
				return true
			}
			if p == path.Dir(p) {
				return false
			}
		}
	})
}

// Refresh compares what was read with the disk, forgets what differs and returns its
// paths in byte order. It reads no contents.
func (b *Builder) Refresh(ctx context.Context) ([]string, error) {
	b.kept.mu.Lock()
	known := maps.Clone(b.kept.sources)
	b.kept.mu.Unlock()
	paths := slices.Sorted(maps.Keys(known))
	root := b.root()
	differs := make([]bool, len(paths))
	err := parallel.Each(ctx, len(paths), func(i int) error {
		info, _ := root.Stat(paths[i]) // an error leaves the identity zero, as in a source
		differs[i] = info.Identity != known[paths[i]].id
		return nil
	})
	if err != nil {
		return nil, err
	}
	var changed []string
	for i, p := range paths {
		if differs[i] {
			changed = append(changed, p)
		}
	}
	b.kept.forget(func(p string, src *source) bool {
		_, ok := slices.BinarySearch(changed, p)
		return ok && src == known[p]
	})
	return changed, nil
}
