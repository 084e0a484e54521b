package change

import (
	"cmp"
	"context"
	"errors"
	"path"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"unsafe"

	"dossier/aggregate/diff"
	"dossier/aggregate/disk"
	"dossier/aggregate/git"
	"dossier/aggregate/git/object"
	"dossier/aggregate/parallel"
)

// MaxText is the maximum size of a text that is compared, in bytes; larger files are listed by name only.
const MaxText = 1 << 20

// maxFiles is the maximum number of files in a change; the rest are only counted.
const maxFiles = 20_000

// Set is the set of files that differ in a range.
type Set struct {
	Range    Range
	Old, New git.ID // the commits; zero if there is none, or for the index or work tree
	Files    []File // sorted by path
	Cut      int    // number of files beyond the limit

	repo *Repository
	mu   sync.Mutex   // guards the repository's store and attributes, which are not safe for concurrent use
	size atomic.Int64 // bytes of all contents read
}

// Content classifies the content of a file by whether it can be shown.
type Content string

// Kinds of content. The zero value is text, whose difference can be shown; files of
// other kinds are listed by name only.
const (
	Text      Content = ""
	Binary    Content = "binary"
	Generated Content = "generated"
	Huge      Content = "huge"
	Submodule Content = "submodule"
	Unread    Content = "unread"    // Why gives the reason
	Unchanged Content = "unchanged" // a conflict without a difference to show
)

// File is a file that differs.
type File struct {
	Path    string // relative to the opened folder
	OldPath string // path before a rename; empty if unchanged
	State   State
	Score   int // similarity of a renamed file, in percent
	Content Content
	Why     string // reason why the content is not shown, for the user; empty for text
	Added   int    // lines; 0 unless the file is text or generated
	Removed int

	// Uncertain is set if the file may be unchanged: Why is also why its content was not compared.
	Uncertain bool

	old, new object.File
	onDisk   bool      // the new content is in the work tree
	cached   *contents // contents read while counting lines; nil means they must be read again
}

// contents is the contents of a file and their differing lines.
type contents struct {
	old, new string
	changes  []diff.Change
}

// maxCached is the maximum size of the contents that a set retains, in bytes.
const maxCached = 32 << 20

// OldMode returns the file's old mode as git's number; 0 if it did not exist.
func (f File) OldMode() uint32 { return f.old.Mode }

// Mode returns the file's new mode as git's number; 0 if it does not exist.
func (f File) Mode() uint32 { return f.new.Mode }

// IDs returns the old and new blob; the zero ID means no file, or one that was not read.
func (f File) IDs() (old, new git.ID) { return f.old.ID, f.new.ID }

// same reports whether both sides are equal, or neither exists.
func (f File) same() bool { return f.old == f.new && f.OldPath == "" }

// oldPath returns the old path.
func (f File) oldPath() string { return cmp.Or(f.OldPath, f.Path) }

// Changes computes the differences of a range. within limits it to files and folders, relative to
// the opened folder; without it, everything is compared. The error is one sentence.
func (r *Repository) Changes(ctx context.Context, rng Range, within ...string) (*Set, error) {
	ends, err := rng.resolve(r.git)
	if err != nil {
		return nil, err
	}
	s := &Set{Range: rng, Old: ends.old, New: ends.new, repo: r}
	paths := r.paths(within)
	var files []File
	switch {
	case ends.disk || ends.index:
		files, err = r.changesOnDisk(ctx, ends, paths)
	default:
		files, err = r.changesOfCommits(ctx, ends, paths)
	}
	if err != nil {
		return nil, err
	}
	slices.SortStableFunc(files, func(a, b File) int { return cmp.Compare(a.Path, b.Path) })
	if len(files) > maxFiles {
		s.Cut = len(files) - maxFiles
		files = files[:maxFiles]
	}
	files = r.withRenames(ctx, files)
	for i := range files {
		f := &files[i]
		f.Path, _ = r.localPath(f.Path)
		if f.OldPath != "" {
			f.OldPath, _ = r.localPath(f.OldPath)
		}
	}
	s.Files = files
	return s, s.count(ctx)
}

func (r *Repository) changesOfCommits(ctx context.Context, e endpoints, paths *object.Paths) ([]File, error) {
	old, err := r.treeOf(e.old)
	if err != nil {
		return nil, err
	}
	new, err := r.treeOf(e.new)
	if err != nil {
		return nil, err
	}
	d := object.Differ{Store: r.git.Store, Trees: maxComparedTrees, Paths: paths}
	changes, err := d.All(ctx, old, new)
	if err != nil {
		return nil, err
	}
	files := make([]File, len(changes))
	for i, c := range changes {
		files[i] = File{Path: c.Path, State: stateOf(c), old: c.Old, new: c.New}
	}
	return files, nil
}

func (r *Repository) changesOnDisk(ctx context.Context, e endpoints, paths *object.Paths) ([]File, error) {
	changed := map[string]File{}
	if !e.disk || !e.index { // otherwise the old side is the index
		tree, err := r.treeOf(e.old)
		if err != nil {
			return nil, err
		}
		if err := r.staged(tree, func(c object.Change, conflict bool) {
			f := File{Path: c.Path, State: stateOf(c), old: c.Old, new: c.New}
			if conflict {
				f.State = Conflicted
			}
			changed[c.Path] = f
		}); err != nil {
			return nil, err
		}
	}
	if e.disk {
		if err := r.overlay(ctx, changed); err != nil {
			return nil, err
		}
	}
	var files []File
	for _, f := range changed {
		if paths.Has(strings.TrimSuffix(f.Path, "/")) && (f.old != f.new || f.State == Conflicted || f.Content == Unread || f.Content == Huge) {
			files = append(files, f)
		}
	}
	return files, nil
}

// overlay replaces files of the index by changed files of the work tree.
func (r *Repository) overlay(ctx context.Context, changed map[string]File) error {
	disk, err := r.worktree(ctx, false)
	if err != nil {
		return err
	}
	index, err := r.index()
	if err != nil {
		return err
	}
	for _, d := range disk {
		f, known := changed[d.path]
		if !known {
			f = File{Path: d.path}
			if i, ok := entryOf(index, d.path); ok && d.state != Untracked && !index.List[i].IntentToAdd {
				f.old = object.File{Mode: object.Normal(index.List[i].Mode), ID: index.List[i].ID}
			}
		}
		conflict := f.State == Conflicted || d.state == Conflicted
		f.new, f.onDisk = d.file, true
		if d.state == Untracked {
			f = r.untracked(ctx, f, d)
		}
		if d.reason != "" {
			f.Content, f.Why, f.Uncertain = Unread, d.reason, d.uncertain && !known
		}
		if d.reason == hugeReason {
			f.Content = Huge
		}
		switch {
		case conflict:
			f.State = Conflicted
		case d.state == Untracked && f.old.Mode == 0:
			f.State = Untracked
		default:
			f.State = stateOf(object.Change{Old: f.old, New: f.new})
		}
		changed[d.path] = f
	}
	return nil
}

// untracked sets the mode and the ID of an untracked file.
func (r *Repository) untracked(ctx context.Context, f File, d diskChange) File {
	f.new = object.File{Mode: object.ModeFile}
	if strings.HasSuffix(d.path, "/") {
		f.new.Mode = object.ModeSubmodule
		return f
	}
	local, _ := r.localPath(d.path)
	infos, err := r.root.Lstats(cmp.Or(path.Dir(local), "."), []string{path.Base(local)})
	if err != nil || !infos[0].Exists {
		f.Content, f.Why = Unread, "it cannot be read"
		return f
	}
	info := infos[0]
	s := scan{repo: r}
	f.new.Mode = s.mode(git.Entry{Mode: object.ModeFile}, info)
	conv := conversionOf(r.attributes.of(d.path), r.autocrlf)
	switch {
	case conv.filter != "" && f.new.Mode != object.ModeSymlink:
		f.Content, f.Why = Unread, "its content goes through "+conv.filter+", which is not run"
		return f
	case info.Size > MaxText:
		f.Content, f.Why = Huge, hugeReason
		return f
	}
	data, err := r.diskText(ctx, d.path, f.new.Mode)
	if err != nil {
		f.Content, f.Why = Unread, "it cannot be read"
		return f
	}
	f.new.ID = r.git.Store.Hash().Object("blob", data)
	return f
}

const hugeReason = "more than 1 MiB"

// diskText returns the content of a work tree file as git would store it.
func (r *Repository) diskText(ctx context.Context, p string, mode uint32) ([]byte, error) {
	local, ok := r.localPath(p)
	if !ok {
		return nil, errors.New("it is outside the folder")
	}
	data, err := r.readDisk(ctx, local, mode == object.ModeSymlink, MaxText)
	if err != nil || mode == object.ModeSymlink {
		return data, err
	}
	conv := conversionOf(r.attributes.of(p), r.autocrlf)
	return conv.clean(data, func() []byte { return r.indexText(p, r.git.Store) }), nil
}

// indexText returns the text of a path in the index; nil if there is none. It may be called concurrently with
// different stores after the index is read.
func (r *Repository) indexText(p string, store *object.Store) []byte {
	index, err := r.index()
	if err != nil {
		return nil
	}
	if i, ok := entryOf(index, p); ok {
		blob, _ := store.Read(index.List[i].ID, object.BlobKind)
		return blob
	}
	return nil
}

// withRenames joins deleted and added files that are renames.
func (r *Repository) withRenames(ctx context.Context, files []File) []File {
	pairs, at := []pair{}, map[string]int{}
	for i, f := range files {
		at[f.Path] = i
		if f.Content != Unread && f.State != Conflicted {
			pairs = append(pairs, pair{f.Path, f.old, f.new})
		}
	}
	blobs := r.blobSource(ctx)
	renames := detectRenames(pairs, source{
		size: func(p string, f object.File, isNew bool) int64 {
			if isNew && files[at[p]].onDisk {
				data, err := r.diskText(ctx, p, f.Mode)
				if err != nil {
					return -1
				}
				return int64(len(data))
			}
			return blobs.size(p, f, isNew)
		},
		read: func(p string, f object.File, isNew bool) []byte {
			if isNew && files[at[p]].onDisk {
				data, err := r.diskText(ctx, p, f.Mode)
				if err != nil {
					return nil
				}
				return data
			}
			return blobs.read(p, f, isNew)
		},
	})
	if len(renames) == 0 {
		return files
	}
	renamed := map[int]bool{}
	for _, p := range renames {
		from, to := at[p.old], &files[at[p.path]]
		to.OldPath, to.State, to.Score, to.old = p.old, Renamed, p.score, files[from].old
		renamed[from] = true
	}
	out := files[:0]
	for i, f := range files {
		if !renamed[i] {
			out = append(out, f)
		}
	}
	return out
}

// count classifies each file and counts its changed lines.
func (s *Set) count(ctx context.Context) error {
	attributes := make([]map[string]string, len(s.Files))
	for i, f := range s.Files {
		attributes[i] = s.repo.attributes.of(s.repo.repositoryPath(f.Path))
	}
	// A single goroutine reads the attributes of the work tree, because they are not safe for concurrent use.
	forks := sync.Pool{New: func() any { return s.repo.git.Store.Fork() }}
	return parallel.Each(ctx, len(s.Files), func(i int) error {
		store := forks.Get().(*object.Store)
		defer forks.Put(store)
		f := &s.Files[i]
		s.classify(ctx, f, attributes[i], store)
		return nil
	})
}

// classify sets the kind of a file's content and its line counts.
func (s *Set) classify(ctx context.Context, f *File, attributes map[string]string, store *object.Store) {
	if f.Content != Text {
		return
	}
	if f.same() { // only a conflict is listed without a difference
		f.Content, f.Why = Unchanged, "its text is as before"
		if f.old.Mode == 0 {
			f.Why = "there is no such file on either side"
		}
		return
	}
	// If only one side is a submodule, the other one has a text that the patch shows.
	if (f.old.Mode == object.ModeSubmodule || f.old.Mode == 0) && (f.new.Mode == object.ModeSubmodule || f.new.Mode == 0) {
		f.Content, f.Why = Submodule, "a submodule"
		return
	}
	old, new, err := s.texts(ctx, *f, attributes, store)
	switch {
	case errors.Is(err, object.ErrTooLarge), errors.Is(err, disk.ErrTooLarge):
		f.Content, f.Why = Huge, hugeReason
		return
	case err != nil:
		f.Content, f.Why = Unread, err.Error()
		return
	}
	state := attributes["diff"]
	if !regular(f.old.Mode) && !regular(f.new.Mode) {
		state = isUnspecified // attributes apply to files, not to links
	}
	if state == isUnset || state != isSet && (isBinary(old) || isBinary(new)) {
		f.Content, f.Why = Binary, "binary"
		return
	}
	if isGenerated(f.Path, attributes, new, old) {
		f.Content, f.Why = Generated, "generated"
	}
	h := &contents{old: stringOf(old), new: stringOf(new)}
	h.changes = diff.Lines(diff.Split(h.old), diff.Split(h.new))
	f.Removed, f.Added = diff.Count(h.changes)
	if s.size.Add(int64(len(h.old)+len(h.new))) <= maxCached {
		f.cached = h
	}
}

// stringOf returns immutable bytes as a string without copying.
func stringOf(data []byte) string { return unsafe.String(unsafe.SliceData(data), len(data)) }

// texts returns both contents.
func (s *Set) texts(ctx context.Context, f File, attributes map[string]string, store *object.Store) (old, new []byte, err error) {
	read := func(file object.File) ([]byte, error) {
		switch file.Mode {
		case 0:
			return nil, nil
		case object.ModeSubmodule:
			return []byte(subproject(file)), nil
		}
		return store.ReadWithin(file.ID, object.BlobKind, MaxText)
	}
	if old, err = read(f.old); err != nil {
		return nil, nil, err
	}
	if !f.onDisk || f.new.Mode == 0 || f.new.Mode == object.ModeSubmodule {
		new, err = read(f.new)
		return old, new, err
	}
	data, err := s.repo.readDisk(ctx, f.Path, f.new.Mode == object.ModeSymlink, MaxText)
	if err != nil {
		return nil, nil, err
	}
	if f.new.Mode != object.ModeSymlink {
		conv := conversionOf(attributes, s.repo.autocrlf)
		data = conv.clean(data, func() []byte { return s.repo.indexText(s.repo.repositoryPath(f.Path), store) })
	}
	return old, data, nil
}

// Texts returns the old and new content as git stores them; empty if there is no
// file. It is safe for concurrent use. The error says why a content cannot be read.
func (s *Set) Texts(ctx context.Context, f File) (old, new string, err error) {
	if f.cached != nil {
		return f.cached.old, f.cached.new, nil
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	a, b, err := s.texts(ctx, f, s.repo.attributes.of(s.repo.repositoryPath(f.Path)), s.repo.git.Store)
	return stringOf(a), stringOf(b), err
}

// Lines returns the lines that differ between the contents of a file.
func (s *Set) Lines(ctx context.Context, f File) ([]diff.Change, error) {
	if f.cached != nil {
		return f.cached.changes, nil
	}
	old, new, err := s.Texts(ctx, f)
	if err != nil {
		return nil, err
	}
	return diff.Lines(diff.Split(old), diff.Split(new)), nil
}

// Lines is a range of lines, from 1, inclusive.
type Lines struct{ Start, End int }

// Slices returns the changed lines of the new text with three lines of context;
// adjacent ranges are merged.
func Slices(old, new string) []Lines {
	a, b := diff.Split(old), diff.Split(new)
	var out []Lines
	for _, h := range diff.Hunks(diff.Lines(a, b), len(a), len(b), diff.Context) {
		if h.New.Len() > 0 {
			out = append(out, Lines{h.New.Start + 1, h.New.End})
		}
	}
	return out
}
