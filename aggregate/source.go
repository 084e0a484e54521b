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
	"dossier/aggregate/extract"
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

// source is a file that has been read. It is immutable except for its cached views.
type source struct {
	id       disk.Identity // zero if the file has no stat information
	limit    int64
	kind     extract.Kind
	text     string
	key      *tokens.Digest // of the text
	bytes    *tokens.Digest // of the bytes on the disk; nil if they could not be read
	language string
	secret   bool // by its name; cached, because matching is slow
	lines    int
	size     int64
	mtime    float64
	notes    []string
	err      error

	linksOnce sync.Once
	links     []note.Link // links of the text, as a note

	lastCheck  atomic.Pointer[checkResult]
	nameCheck  atomic.Pointer[nameCheck]
	unredacted *source // the source before redaction; nil if not redacted

	mu         sync.Mutex
	views      []rendering               // see [maxViews]
	parsed     map[string]parsed         // by language
	comments   map[string][]code.Comment // by language
	redactions map[string]*source        // by redactions
}

// viewKey is everything that determines a rendering except the source.
type viewKey struct {
	format   format.Format
	request  viewRequest
	language string
	detail   string // slices or mask
}

// maxViews is the max number of cached renderings of one file. It exceeds the number of view
// modes, so it is only reached if the user keeps changing slices.
const maxViews = 16

// rendering is a file in one view mode.
type rendering struct {
	key         viewKey
	block       *rendered
	shown       models.ViewMode // the mode that was used
	health      []SliceHealth
	lost        []*code.LostError
	unsupported string
	notes       []string
}

// read reads a file and extracts its text.
func (b *Builder) read(ctx context.Context, root *disk.Root, path string, limit int64) *source {
	texts := b.files.reader()
	src := &source{limit: limit, kind: texts.Kind(path)}
	file, err := root.Read(ctx, path, texts.Limit(path, limit))
	src.id, src.size = file.Identity, file.Size
	if err != nil {
		src.err = texts.Unread(path, err)
		if errors.Is(src.err, disk.ErrTooLarge) && limit == MaxFileBytes {
			src.err = &HugeError{Path: path, Size: src.size}
		}
		if src.id == (disk.Identity{}) && !errors.Is(err, disk.ErrNotFound) {
			info, _ := root.Stat(path) // it exists but could not be opened
			src.id = info.Identity
		}
		return src
	}
	src.mtime = float64(file.ModTime.UnixNano()) / float64(time.Second)
	decoded, err := texts.DecodeWithin(ctx, path, file.Data, limit)
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
	src.language = cmp.Or(decoded.Language, text.Language(path, src.text))
	src.secret = secrets.Name(path)
	return src
}

// noteLinks returns the links of a file as a note, parsed on first use. The caller must not modify
// them.
func (s *source) noteLinks() []note.Link {
	s.linksOnce.Do(func() { s.links = note.Followed(s.text) })
	return s.links
}

// isValidFor reports whether reading the file again with a limit would give the same result.
func (s *source) isValidFor(limit int64) bool {
	return s.limit == limit || s.err == nil && s.limitedSize() <= limit
}

// limitedSize returns the number of bytes that a limit applies to: of the file, or of an extracted text.
func (s *source) limitedSize() int64 {
	if s.kind != extract.Plain && s.err == nil {
		return int64(len(s.text))
	}
	return s.size
}

// rendering returns a file, parsed as a language, in a view mode and format; it is rendered on
// first use. It returns only the context's error.
func (b *Builder) rendering(ctx context.Context, f format.Format, s *source, item models.FileItem, request viewRequest, language string) (rendering, error) {
	key := viewKey{format: f, request: request, language: language}
	switch {
	case request.mode == models.Custom:
		key.detail = fmt.Sprintf("%#v", item.CustomSlices)
	case request.mode == models.Masked && !request.definitions:
		key.detail = fmt.Sprintf("%q", item.AstMask) // in key order
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	for i := range s.views {
		if s.views[i].key == key {
			return s.views[i], nil
		}
	}
	v, err := b.render(ctx, s, item, request, language)
	if err != nil {
		return rendering{}, err
	}
	result := rendering{key, renderBlock(f, fileBlock(item.Path, v)), v.shown, v.health, v.lost, v.unsupported, v.notes}
	switch {
	case result.block.plain() != v.text: // the format has encoded it differently
	case v.shown == models.Full && v.from == nil:
		result.block.setKey(s.key)
	case v.shown == models.Full, v.shown == models.Skeleton, v.shown == models.Masked:
		result.block.setKey(tokens.DigestOf(v.text)) // code too, because syntax colours are cached by key
	}
	b.figures()(result.block, f.Separators().Blocks) // counted here in parallel, not while the document is composed
	if v.transient {
		return result, nil
	}
	if len(s.views) == maxViews {
		s.views = nil
	}
	s.views = append(s.views, result)
	return result, nil
}

// fileCache caches the files that a builder has read. Its locks are held only briefly, so the window
// never waits for a build.
type fileCache struct {
	mu         sync.Mutex
	sources    map[string]*source
	notes      map[string]FollowedNote // by id
	texts      extract.Reader
	generation int // number of invalidations; results read before the latest one are not stored
}

// reader returns how texts are extracted.
func (k *fileCache) reader() extract.Reader {
	k.mu.Lock()
	defer k.mu.Unlock()
	return k.texts
}

// setRules sets the language rules for text extraction, and evicts the files that
// are extracted differently under the new rules.
func (k *fileCache) setRules(rules []models.LanguageRule) {
	next := extract.Reader{Rules: rules}
	k.mu.Lock()
	same := slices.Equal(k.texts.Rules, rules)
	k.texts = next
	k.mu.Unlock()
	if !same {
		k.evict(func(path string, src *source) bool { return src != nil && src.kind != next.Kind(path) })
	}
}

func (k *fileCache) source(path string) *source {
	k.mu.Lock()
	defer k.mu.Unlock()
	return k.sources[path]
}

// Fingerprint returns the fingerprint of a file that has the given hash and size in bytes. It
// returns false if the file has changed. A file that is no longer cached is read again. It takes
// about 10 ms per megabyte.
func (b *Builder) Fingerprint(ctx context.Context, path, hash string, size int64) (relocate.Fingerprint, bool) {
	src := b.files.source(path)
	if src == nil {
		src = b.read(ctx, b.root(), path, size)
	}
	if src.err != nil || src.bytes.Hex() != hash {
		return "", false
	}
	return relocate.FingerprintOf(src.text), true
}

// source returns a file of the project, from the cache if possible. It returns only the context's
// error.
func (b *Builder) source(ctx context.Context, path string, limit int64) (*source, error) {
	b.files.mu.Lock()
	src, root, changes := b.files.sources[path], b.Root, b.files.generation
	b.files.mu.Unlock()
	if src != nil && src.isValidFor(limit) {
		return src, nil
	}
	src = b.read(ctx, root, path, limit)
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	b.files.mu.Lock()
	defer b.files.mu.Unlock()
	if b.files.generation == changes {
		if b.files.sources == nil {
			b.files.sources = map[string]*source{}
		}
		b.files.sources[path] = src
	}
	return src, nil
}

// EvictUnused evicts files that are not in a document if they take much memory. They are read again
// on demand.
func (b *Builder) EvictUnused(doc *Document) {
	const threshold, overhead = 16 << 20, 1 << 10 // bytes, and the approximate overhead per file
	k := &b.files
	k.mu.Lock()
	defer k.mu.Unlock()
	shown := make(map[string]*source, len(doc.Items)) // copied, because maps do not shrink
	for i := range doc.Items {
		if src := k.sources[doc.Items[i].Path]; src != nil {
			shown[doc.Items[i].Path] = src
		}
	}
	other := 0
	for path, src := range k.sources {
		if shown[path] == nil {
			other += len(src.text) + overhead
		}
	}
	if other >= threshold {
		k.sources = shown
	}
}

// Language returns the language of a file: by the rules, else by its name and content.
func Language(rules []models.LanguageRule, name, content string) string {
	if language := langrule.Find(rules, name); language != "" {
		return language
	}
	return text.Language(name, content)
}

// languageOf returns the language of a file that has been read.
func languageOf(rules []models.LanguageRule, name string, src *source) string {
	return cmp.Or(langrule.Find(rules, name), src.language)
}

// currentGeneration returns the number of invalidations so far.
func (k *fileCache) currentGeneration() int {
	k.mu.Lock()
	defer k.mu.Unlock()
	return k.generation
}

// evict evicts the files that stale selects.
func (k *fileCache) evict(stale func(path string, src *source) bool) {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.generation++
	maps.DeleteFunc(k.sources, stale)
	maps.DeleteFunc(k.notes, func(_ string, f FollowedNote) bool { return stale(f.original.Metadata.Filename, f.src) })
}

// root returns the root that files are read from.
func (b *Builder) root() *disk.Root {
	b.files.mu.Lock()
	defer b.files.mu.Unlock()
	return b.Root
}

// SetRoot replaces the root by another one of the same folder, after the user's permissions have
// changed. Files that could not be read are tried again.
func (b *Builder) SetRoot(root *disk.Root) {
	b.files.mu.Lock()
	b.Root = root
	b.files.mu.Unlock()
	b.files.evict(func(_ string, src *source) bool { return src.err != nil })
}

// Invalidate evicts the files at and below paths because they have changed on the disk; without
// paths, all files. A build in progress may still use the old content; the next one does not.
func (b *Builder) Invalidate(paths ...string) {
	if len(paths) == 0 {
		b.files.evict(func(string, *source) bool { return true })
		return
	}
	changed := make(map[string]bool, len(paths))
	for _, p := range paths {
		changed[path.Clean(p)] = true
	}
	b.files.evict(func(known string, _ *source) bool {
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

// Refresh compares the cache with the disk, evicts changed files and returns their paths, sorted.
// It does not read file contents.
func (b *Builder) Refresh(ctx context.Context) ([]string, error) {
	b.files.mu.Lock()
	known := maps.Clone(b.files.sources)
	b.files.mu.Unlock()
	paths := slices.Sorted(maps.Keys(known))
	root := b.root()
	differs := make([]bool, len(paths))
	err := parallel.Each(ctx, len(paths), func(i int) error {
		info, _ := root.Stat(paths[i]) // on error the identity is zero, as in a source
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
	b.files.evict(func(p string, src *source) bool {
		_, ok := slices.BinarySearch(changed, p)
		return ok && src == known[p]
	})
	return changed, nil
}
