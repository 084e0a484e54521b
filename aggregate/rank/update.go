package rank

import (
	"cmp"
	"context"
	"crypto/sha256"
	"slices"
	"sync"

	"dossier/aggregate/code"
	"dossier/aggregate/disk"
	"dossier/aggregate/extract"
	"dossier/aggregate/parallel"
	"dossier/aggregate/secrets"
	"dossier/aggregate/text"
)

// Disk reads files. [disk.Root] implements it.
type Disk interface {
	// Stats returns the Stat results of many files. Those that cannot be read have the zero Info. The error is that
	// of ctx.
	Stats(ctx context.Context, paths []string) ([]disk.Info, error)
	Head(ctx context.Context, path string, limit int64) (disk.File, error)
}

// Project is the input of an index.
type Project struct {
	Disk  Disk
	Files []string // the files of the tree, in byte order
	// Language returns the language of a file; nil means [text.Language]. Rules identifies its rules: if they differ
	// from those of the index, all files are read again.
	Language func(path, src string) string
	Rules    string
	Texts    extract.Reader // with the same rules
	// Structure returns the symbols of a text, or nil if there are none; the error is that of ctx. It may be nil.
	Structure func(ctx context.Context, language, src string) (*code.Structure, error)
	// Progress is called from time to time, from several goroutines, with how many of the files to read are done. It
	// may be nil.
	Progress func(done, all int)
}

// maxText is the maximum size that is read of a file, in bytes.
const maxText = disk.DefaultLimit

// MaxFiles and MaxBytes limit how much of a project is read. Source is read first, then tests and the other roles in
// their order; within a role, the order is that of the paths. The remaining files are known only by their paths.
const (
	MaxFiles = 100_000
	MaxBytes = 2 << 30
)

// batchPostings is the number of postings, of 16 bytes each, that are collected for a segment.
const batchPostings = 1 << 20

// Update returns the index of a project's current files. It reads only files that have changed on the disk, and
// analyzes only contents that it does not know. If nothing has changed, it returns x. The error is that of ctx. The
// index returned with an error contains what was read before, and lacks the other files; it may be nil. A file that
// cannot be read is known only by its path.
func (x *Index) Update(ctx context.Context, p Project) (*Index, error) {
	return x.update(ctx, p, MaxFiles, MaxBytes)
}

func (x *Index) update(ctx context.Context, p Project, maxFiles int, maxBytes int64) (*Index, error) {
	u := update{Project: p, previous: x}
	var err error
	u.infos, err = p.Disk.Stats(ctx, p.Files)
	if err != nil {
		return nil, err
	}
	u.over = overLimit(p.Files, u.infos, maxFiles, maxBytes)
	stale := u.stale()
	if len(stale) == 0 && len(p.Files) == len(x.files) && p.Rules == x.rules {
		return x, nil
	}
	return u.run(ctx, stale)
}

// overLimit returns the files beyond the limits; nil if there are none.
func overLimit(files []string, infos []disk.Info, maxFiles int, maxBytes int64) map[int]bool {
	all := int64(0)
	for _, info := range infos {
		all += min(info.Size, maxText)
	}
	if len(files) <= maxFiles && all <= maxBytes {
		return nil
	}
	roles, order := make([]Role, len(files)), make([]int, len(files))
	for i, p := range files {
		roles[i], order[i] = roleOf(p, text.Language(p, ""), false), i
	}
	slices.SortFunc(order, func(a, b int) int { return cmp.Or(cmp.Compare(roles[a], roles[b]), cmp.Compare(a, b)) })
	over := map[int]bool{}
	read, left := 0, maxBytes
	for _, i := range order {
		if size := min(infos[i].Size, maxText); read < maxFiles && size <= left {
			read++
			left -= size
		} else {
			over[i] = true
		}
	}
	return over
}

// update builds the successor of an index.
type update struct {
	Project
	previous  *Index
	infos     []disk.Info // of the files
	unchanged []int32     // by file, its position in previous plus one if it is unchanged
	over      map[int]bool

	mu       sync.Mutex // guards the following fields
	docs     []*doc
	known    map[key]*doc
	segments []*segment // new ones
	first    uint32     // the first document of the waiting postings
	pending  []posting
	done     int
}

// stale returns the positions of the files that have to be read.
func (u *update) stale() []int {
	u.unchanged = make([]int32, len(u.Files))
	var stale []int
	previous := u.previous.files
	k := 0
	for i, p := range u.Files {
		for k < len(previous) && previous[k].path < p {
			k++
		}
		if u.Rules == u.previous.rules && k < len(previous) && previous[k].path == p && previous[k].isUnchanged(u.infos[i].Identity, u.over[i]) {
			u.unchanged[i] = int32(k) + 1
		} else {
			stale = append(stale, i)
		}
	}
	return stale
}

// isUnchanged reports whether a file is unchanged. A file without an identity, because the disk reports nothing about
// it, counts as unchanged only if it had no content.
func (e *entry) isUnchanged(id disk.Identity, over bool) bool {
	return e.id == id && e.over == over && (id != (disk.Identity{}) || e.doc == emptyDoc)
}

func (u *update) run(ctx context.Context, stale []int) (*Index, error) {
	u.docs = slices.Clip(u.previous.docs)
	u.first = uint32(len(u.docs))
	u.known = make(map[key]*doc, len(u.docs))
	for _, d := range u.docs {
		u.known[d.key] = d
	}
	files := make([]entry, len(u.Files)) // entries without a doc are not read yet
	var idle analyzers
	err := parallel.Each(ctx, len(stale), func(i int) error {
		a := idle.get()
		defer idle.put(a)
		var err error
		if files[stale[i]], err = u.read(ctx, a, stale[i]); err != nil {
			return err
		}
		u.mu.Lock()
		defer u.mu.Unlock()
		if u.done++; u.Progress != nil {
			u.Progress(u.done, len(stale))
		}
		return nil
	})
	if err != nil && u.done == 0 {
		return nil, err
	}
	if s, list := u.batch(); s != nil {
		s.fill(list)
	}
	for i, at := range u.unchanged {
		if at > 0 {
			files[i] = u.previous.files[at-1]
		}
	}
	if err != nil {
		files = slices.DeleteFunc(files, func(e entry) bool { return e.doc == nil })
	}
	next := newIndex(appendSegments(u.previous.segments, u.segments), u.docs, files)
	next = next.compacted()
	next.rules = u.Rules
	next.unsaved.Store(u.previous.unsaved.Load() + int64(u.done+max(0, len(u.previous.files)-len(files))))
	return next, err
}

func (u *update) language(p, src string) string {
	if u.Language == nil {
		return text.Language(p, src)
	}
	return u.Language(p, src)
}

// read reads a file. A file whose name is secret is known only by its path, because a question whose words it contains
// would reveal them. The error is that of ctx.
func (u *update) read(ctx context.Context, a *analyzer, i int) (entry, error) {
	p, content, id := u.Files[i], emptyDoc, u.infos[i].Identity
	if !u.over[i] && !secrets.Name(p) {
		file, err := u.Disk.Head(ctx, p, u.Texts.Limit(p, maxText))
		if ctxErr := ctx.Err(); ctxErr != nil {
			return entry{}, ctxErr
		}
		if err == nil {
			id = file.Identity
			if decoded, err := u.Texts.Decode(ctx, p, file.Data); err == nil && decoded.Problem == "" {
				k := key{sha256.Sum256(file.Data), cmp.Or(decoded.Language, u.language(p, decoded.Text))}
				if content, err = u.content(ctx, a, k, decoded.Text); err != nil {
					return entry{}, err
				}
			}
		}
	}
	e := newEntry(p, content)
	e.id, e.over = id, u.over[i]
	return e, nil
}

// content returns the document of a text. The error is that of ctx.
func (u *update) content(ctx context.Context, a *analyzer, k key, src string) (*doc, error) {
	u.mu.Lock()
	have := u.known[k]
	u.mu.Unlock()
	if have != nil {
		return have, nil
	}
	var s *code.Structure
	if u.Structure != nil {
		var err error
		if s, err = u.Structure(ctx, k.language, src); err != nil {
			return nil, err
		}
	}
	r := a.analyze(k.language, src, s)
	u.mu.Lock()
	if have = u.known[k]; have != nil {
		u.mu.Unlock()
		return have, nil
	}
	d := u.add(k, r)
	var full *segment
	var list []posting
	if len(u.pending) >= batchPostings {
		full, list = u.batch()
	}
	u.mu.Unlock()
	if full != nil {
		full.fill(list)
	}
	return d, nil
}

// add adds a new document. The caller holds the lock.
func (u *update) add(k key, r *record) *doc {
	d := &doc{number: uint32(len(u.docs)), key: k, lengths: r.lengths, generated: r.generated}
	u.docs, u.known[k] = append(u.docs, d), d
	u.pending = r.postings(u.pending, d.number)
	return d
}

// batch starts a segment for the waiting postings, which the caller fills; it returns nil if there are no new
// documents. The caller holds the lock.
func (u *update) batch() (*segment, []posting) {
	count := uint32(len(u.docs)) - u.first
	if count == 0 {
		return nil, nil
	}
	s, list := &segment{first: u.first, count: count}, u.pending
	u.segments, u.first, u.pending = append(u.segments, s), uint32(len(u.docs)), nil
	return s, list
}

// appendSegments appends new segments to the previous ones, and merges the last ones until each is several times as
// large as the next: so a question searches few segments, and a change of one file does not rebuild everything.
func appendSegments(previous, more []*segment) []*segment {
	const times = 4
	all := slices.Concat(previous, more)
	if len(more) == 0 {
		return all
	}
	from, size := len(previous), 0
	for _, s := range more {
		size += s.size()
	}
	for from > 0 && all[from-1].size() < times*size {
		from--
		size += all[from].size()
	}
	if len(all)-from == 1 {
		return all
	}
	count := 0
	for _, s := range all[from:] {
		count += int(s.count)
	}
	return append(all[:from:from], mergeSegments(all[from:], all[from].first, count, nil))
}

// compacted drops the documents of no current file once they outnumber the others, so that switching to another
// branch and back does not analyze its files again.
func (x *Index) compacted() *Index {
	const few = 64
	used := 0
	for n := range x.docs {
		if len(x.filesOf(uint32(n))) > 0 {
			used++
		}
	}
	if len(x.docs) <= 2*used+few {
		return x
	}
	newNumbers, docs := make([]uint32, len(x.docs)), make([]*doc, 0, used)
	files := slices.Clone(x.files)
	for n, d := range x.docs {
		newNumbers[n] = none
		holders := x.filesOf(uint32(n))
		if len(holders) == 0 {
			continue
		}
		newNumbers[n] = uint32(len(docs))
		renumbered := *d
		renumbered.number = newNumbers[n]
		docs = append(docs, &renumbered)
		for _, i := range holders {
			files[i].doc = &renumbered
		}
	}
	return newIndex([]*segment{mergeSegments(x.segments, 0, len(docs), newNumbers)}, docs, files)
}
