package snapshots

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"dossier/models"
	"dossier/presets/store"
)

// recordExt is the extension of records.
const recordExt = ".toml"

// MaxText is the max size of a text that is read, in bytes.
const MaxText = 512 << 20

// maxListed is the max number of listed snapshots in a folder; those with the highest numbers are
// listed.
const maxListed = 20_000

// Folder is a folder of snapshots. It need not exist: the first snapshot creates it. A Folder
// caches its listing and is safe for concurrent use.
type Folder struct {
	open      func(create bool) (*os.Root, error)
	create    func(store.Pair) (int, error)
	namespace string
	exts      map[string]string // extensions of texts by format name; see [Written]
	endings   []string          // distinct extensions, the default's first
	mark      string            // prefix of new numbers
	private   bool
	state     store.Store

	mu    sync.Mutex
	known map[string]listed // heads by snapshot name
}

type listed struct {
	record, text stamp
	head         Head
}

// stamp detects changes of a file.
type stamp struct {
	size int64
	time time.Time
}

// Place opens the folder of written documents; it is called for each access. With create it
// creates a missing folder. ours is set if the folder has no other purpose. Without create the
// error is [fs.ErrNotExist] if there is nothing to read.
type Place func(create bool) (folder *os.Root, ours bool, err error)

// Written returns the folder of documents written from a project. New snapshots are named by
// namespace. exts are the extensions of the texts by format name, with "" for records without a
// format; state is the user's state folder.
//
// A folder that the first snapshot creates, or finds empty, gets an ignore file that keeps
// snapshots out of repositories. A folder without another purpose gets one whenever it has none.
func Written(place Place, namespace string, exts map[string]string, state string) *Folder {
	return &Folder{
		open: func(create bool) (*os.Root, error) {
			root, _, err := place(create)
			return root, err
		},
		create: func(p store.Pair) (int, error) {
			root, ours, err := place(true)
			if err != nil {
				return 0, err
			}
			defer root.Close()
			if err := keepOut(root, ours); err != nil {
				return 0, err
			}
			p.Private = true // documents are private wherever they are stored
			return store.CreatePair(root, ".", p)
		},
		namespace: namespace, exts: exts, endings: endings(exts), state: store.New(state).WithoutBackups(), known: map[string]listed{},
	}
}

// OpenFolder opens the folder at the slash-separated path dir in root; with create it creates a
// missing one with private permissions. The permissions of an existing one are unchanged.
func OpenFolder(root *os.Root, dir string, create bool) (*os.Root, error) {
	name := filepath.FromSlash(dir)
	if create {
		if err := store.MakeFolderIn(root, name, 0o700); err != nil {
			return nil, &store.SaveError{Path: filepath.Join(root.Name(), name), Folder: root.Name(), New: true, Err: err}
		}
	}
	return root.OpenRoot(name)
}

// ignoreName is the ignore file that keeps a folder out of repositories.
const ignoreName = ".gitignore"

// keepOut adds the ignore file to a folder.
func keepOut(folder *os.Root, ours bool) error {
	dir, err := folder.Open(".")
	if err != nil {
		return err
	}
	defer dir.Close()
	if _, err := dir.Readdirnames(1); err == nil && !ours || err != nil && !errors.Is(err, io.EOF) {
		return err
	}
	if _, err := folder.Lstat(ignoreName); err == nil {
		return nil
	}
	if err := store.Create(folder, ignoreName, []byte("*\n")); !errors.Is(err, fs.ErrExist) {
		return err
	}
	return nil
}

// CopiesPath returns the folder of documents copied from the project in the folder project, a
// path without symbolic links, below the user's state folder.
func CopiesPath(state, project string) string {
	return filepath.Join(state, "copies", store.Key(project))
}

// Private returns a private folder of the user: for copied documents, or for deleted ones that
// can be restored.
func Private(dir, namespace string, exts map[string]string, state string, copied bool) *Folder {
	mark := ""
	if copied {
		mark = copyMark
	}
	open := func(create bool) (*os.Root, error) {
		switch {
		case state == "" && create:
			return nil, fmt.Errorf("nothing can be saved: %w", &store.StateError{})
		case state == "":
			return nil, fs.ErrNotExist
		}
		if create {
			if err := store.MakeFolder(dir); err != nil {
				return nil, fmt.Errorf("nothing can be saved: %w", &store.StateError{Folder: state, Err: err})
			}
		}
		return os.OpenRoot(dir)
	}
	return &Folder{
		open: open,
		create: func(p store.Pair) (int, error) {
			root, err := open(true)
			if err != nil {
				return 0, err
			}
			defer root.Close()
			return store.CreatePair(root, ".", p)
		},
		namespace: namespace, exts: exts, endings: endings(exts), mark: mark, private: true, state: store.New(state).WithoutBackups(), known: map[string]listed{},
	}
}

// Sweep removes the temporary files of killed processes in the folder.
func (f *Folder) Sweep() {
	root, err := f.open(false)
	if err != nil {
		return
	}
	defer root.Close()
	store.SweepPairs(root, recordExt, f.endings, func(of string) bool { return f.stemOf(of) != of || of == ignoreName })
}

// endings returns the distinct extensions of texts, the default's first.
func endings(exts map[string]string) []string {
	out := []string{exts[""]}
	for _, ext := range slices.Sorted(maps.Values(exts)) {
		if !slices.Contains(out, ext) {
			out = append(out, ext)
		}
	}
	return out
}

// ext returns the extension of texts in a format.
func (f *Folder) ext(format string) string {
	if ext, ok := f.exts[format]; ok {
		return ext
	}
	return f.exts[""] // an unknown format of a later version
}

// text returns the file name of a snapshot's text. If there are several files, or none, the
// record decides.
func (f *Folder) text(root *os.Root, stem string) string {
	return f.textAmong(root, stem, func(name string) bool {
		_, err := root.Lstat(name)
		return err == nil
	})
}

// textAmong is [Folder.text] with has reporting which files exist.
func (f *Folder) textAmong(root *os.Root, stem string, has func(name string) bool) string {
	var found []string
	for _, ext := range f.endings {
		if has(stem + ext) {
			found = append(found, stem+ext)
		}
	}
	if len(found) == 1 {
		return found[0]
	}
	if head, err := firstBytes(root, stem+recordExt); err == nil {
		if s, err := decodeHead(head); err == nil {
			return stem + f.ext(s.Format)
		}
	}
	return append(found, stem+f.exts[""])[0]
}

// Head is a snapshot as listed. Its [models.Snapshot] contains only the record's head.
type Head struct {
	models.Snapshot

	Name     string // acme_007
	Recorded bool   // there is a record; otherwise only name, size and time are known
	Size     int64  // of the text, in bytes
	Written  time.Time
	Touched  time.Time // last change of either file
	Damage   error     // damage that is detected without reading everything; a [*DamageError]
}

// When returns the creation time of the snapshot.
func (h Head) When() time.Time {
	if h.Time.IsZero() {
		return h.Written
	}
	return h.Time
}

// Create stores a text with its record and returns its name. It ignores namespace and number of
// the record.
func (f *Folder) Create(text store.Content, record models.Snapshot) (name string, err error) {
	data, err := encode(record)
	if err == nil && len(data) > maxRecord {
		record.Sections, record.Blocks = nil, nil // it is then compared as a whole
		data, err = encode(record)
	}
	if err == nil && len(data) > maxRecord {
		err = fmt.Errorf("the record of %d files is too large", len(record.Files))
	}
	if err != nil {
		return "", err
	}
	return f.pair(f.namespace, 0, bytes.NewReader(data), f.ext(record.Format), text)
}

// pair writes the two files. A name returned with an error is that of an existing snapshot that
// may not survive a power loss.
func (f *Folder) pair(namespace string, number int, record store.Content, ext string, text store.Content) (name string, err error) {
	p := store.Pair{
		Namespace: namespace, Mark: f.mark, Number: number, Private: f.private,
		Record: store.Part{Ext: recordExt, Content: record}, Body: store.Part{Ext: ext, Content: text},
		Others: slices.DeleteFunc(slices.Clone(f.endings), func(other string) bool { return other == ext }),
	}
	number, err = f.create(p)
	if number > 0 {
		name = p.Name(number, "")
	}
	return name, err
}

// List returns the snapshots of the folder, newest first: by number within a namespace, by time
// between namespaces. Pairs of all namespaces are listed; texts without a record, and records
// without a text, only of the folder's own. A record whose text is missing or empty is listed as
// damaged, with [ErrNoText]; one that is being written, or whose writer was killed before the
// text existed, is not listed.
func (f *Folder) List() ([]Head, error) {
	root, err := f.open(false)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("list the snapshots: %w", err)
	}
	defer root.Close()
	names, files, err := f.stems(root)
	if err != nil {
		return nil, fmt.Errorf("list the snapshots: %w", err)
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	next := make(map[string]listed, len(names))
	byNamespace := map[string][]Head{}
	unfinished := sync.OnceValue(func() []fs.FileInfo { return store.Unfinished(root, recordExt) })
	for _, name := range names {
		if h, ok := f.inspect(root, name, f.textAmong(root, name, func(file string) bool { return files[file] }), next, unfinished); ok {
			byNamespace[h.Namespace] = append(byNamespace[h.Namespace], h)
		}
	}
	f.known = next
	lists := make([][]Head, 0, len(byNamespace))
	for _, list := range byNamespace {
		lists = append(lists, list)
	}
	slices.SortFunc(lists, func(a, b []Head) int { return strings.Compare(a[0].Namespace, b[0].Namespace) })
	return Merge(lists...), nil
}

// stems returns the distinct names of texts and records without extensions, highest numbers
// first, and the existing files. Names of copies are only valid in a folder of copies.
func (f *Folder) stems(root *os.Root) (names []string, files map[string]bool, err error) {
	dir, err := root.Open(".")
	if err != nil {
		return nil, nil, err
	}
	defer dir.Close()
	all, err := dir.Readdirnames(-1)
	if err != nil {
		return nil, nil, err
	}
	type numbered struct {
		name   string
		number int
	}
	var found []numbered
	files = make(map[string]bool, len(all))
	for _, name := range all {
		files[name] = true
		stem := f.stemOf(name)
		if _, mark, number, ok := split(stem); ok && stem != name && (mark == "" || mark == f.mark) {
			found = append(found, numbered{stem, number})
		}
	}
	slices.SortFunc(found, func(a, b numbered) int {
		if a.number != b.number {
			return b.number - a.number
		}
		return strings.Compare(a.name, b.name)
	})
	found = slices.Compact(found)
	names = make([]string, min(len(found), maxListed))
	for i := range names {
		names[i] = found[i].name
	}
	return names, files, nil
}

// inspect returns the head of the snapshot with file names stem, and its text file, reading them
// again if they have changed. ok is false if there is none.
func (f *Folder) inspect(root *os.Root, stem, file string, next map[string]listed, unfinished func() []fs.FileInfo) (h Head, ok bool) {
	var now listed
	text, gone := root.Lstat(file)
	switch {
	case gone == nil && !text.Mode().IsRegular(), gone != nil && !errors.Is(gone, fs.ErrNotExist):
		return h, false
	case gone == nil:
		now.text = stamp{text.Size(), text.ModTime()}
	}
	record, err := root.Lstat(stem + recordExt)
	if err == nil {
		now.record = stamp{record.Size(), record.ModTime()}
	}
	if gone != nil && (err != nil || !record.Mode().IsRegular()) {
		return h, false
	}
	if old, known := f.known[stem]; known && old.text == now.text && old.record == now.record {
		old.head.Name = f.nameOf(root, stem)
		next[stem] = old
		return old.head, true
	}
	h.Namespace, _, h.Number, _ = split(stem)
	h.Name, h.Size, h.Written, h.Touched = f.nameOf(root, stem), now.text.size, now.text.time, now.text.time
	if gone != nil {
		h.Written = now.record.time
	}
	if now.record.time.After(h.Touched) {
		h.Touched = now.record.time
	}
	switch {
	case gone != nil && (record.Size() == 0 || h.Namespace != f.namespace):
		return h, false // an allocated name, or an unrelated file
	case errors.Is(err, fs.ErrNotExist):
		if h.Namespace != f.namespace {
			return h, false
		}
	default:
		h.Recorded = true
		f.readHead(root, stem, file, &h)
	}
	if gone != nil {
		if h.Damage != nil && !errors.Is(h.Damage, ErrNoText) {
			return h, false // no record either
		}
		if slices.ContainsFunc(unfinished(), func(temp fs.FileInfo) bool { return os.SameFile(temp, record) }) {
			return h, false
		}
		h.Damage = &DamageError{file, ErrNoText}
	}
	now.head = h
	next[stem] = now
	return h, true
}

// readHead adds the head of the record to h.
func (f *Folder) readHead(root *os.Root, stem, text string, h *Head) {
	head, err := firstBytes(root, stem+recordExt)
	var s models.Snapshot
	if err == nil {
		s, err = decodeHead(head)
	}
	if err != nil {
		h.Damage = &DamageError{stem + recordExt, err}
		return
	}
	s.Namespace, s.Number = h.Namespace, h.Number
	h.Snapshot = s
	switch {
	case h.Size == 0 && s.Bytes > 0:
		h.Damage = &DamageError{text, ErrNoText}
	case s.Bytes != h.Size:
		h.Damage = &DamageError{text, fmt.Errorf("has %d bytes and not the %d that were written", h.Size, s.Bytes)}
	}
}

// firstBytes returns enough of a record to contain its head.
func firstBytes(root *os.Root, name string) ([]byte, error) {
	f, info, err := store.Open(root, name)
	if err != nil {
		return nil, fmt.Errorf("cannot be read: %w", err)
	}
	defer f.Close()
	const usual = 4 << 10 // enough for nearly every head
	for size := int64(usual); ; size = maxHead {
		data := make([]byte, min(size, info.Size()))
		n, err := f.ReadAt(data, 0)
		if err != nil && !errors.Is(err, io.EOF) {
			return nil, fmt.Errorf("cannot be read: %w", err)
		}
		if data = data[:n]; bytes.Contains(data, []byte("\n[")) || size == maxHead {
			return data, nil
		}
	}
}

// Merge merges lists of snapshots, newest first. It preserves the order of each list, which is by
// number, because a clock may have been wrong.
func Merge(lists ...[]Head) []Head {
	total := 0
	for _, list := range lists {
		total += len(list)
	}
	lists = slices.Clone(lists)
	out := make([]Head, 0, total)
	for len(out) < total {
		best := -1
		for i, list := range lists {
			if len(list) > 0 && (best < 0 || list[0].When().After(lists[best][0].When())) {
				best = i
			}
		}
		out = append(out, lists[best][0])
		lists[best] = lists[best][1:]
	}
	return out
}

// NotFoundError reports an unknown snapshot name.
type NotFoundError struct{ Name string }

func (e *NotFoundError) Error() string { return fmt.Sprintf("there is no snapshot %q", e.Name) }

// Find returns the snapshot with a name given by the user in a list of the folder: acme_007, 7 or
// latest; for copies also acme_c007 or c7. If several have a number, that of the folder's
// namespace is returned.
func (f *Folder) Find(list []Head, name string) (Head, error) {
	namespace, stem := f.namespace, f.stemOf(name)
	in, mark, number, isNumber := split(namespace + "_" + name)
	at := slices.IndexFunc(list, func(h Head) bool {
		switch {
		case name == "latest":
			return h.Recorded && !errors.Is(h.Damage, ErrNoText)
		case isNumber && in == namespace:
			_, marked, _, _ := split(h.Name)
			return h.Namespace == namespace && h.Number == number && (mark == "" || mark == marked)
		}
		return h.Name == stem
	})
	if at < 0 {
		at = slices.IndexFunc(list, func(h Head) bool { return h.Name == CopyName(stem) })
	}
	if at < 0 {
		return Head{}, &NotFoundError{name}
	}
	return list[at], nil
}

// ErrNoRecord reports a text without a record.
var ErrNoRecord = errors.New("has no record: another program wrote it, or its .toml file is missing; it can only be viewed and copied")

// ErrNoText reports a record whose text is missing or empty: its composition can be restored, and
// the record deleted.
var ErrNoText = errors.New("is empty or missing; its inputs are still in its record and can be restored")

// at opens the folder for one snapshot, and returns the stem of its file names.
func (f *Folder) at(name string) (root *os.Root, stem string, err error) {
	if _, mark, _, ok := split(name); !ok || mark != "" && mark != f.mark {
		return nil, "", &NotFoundError{name}
	}
	root, err = f.open(false)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, "", &NotFoundError{name}
	}
	if err != nil {
		return nil, "", err
	}
	return root, f.stem(root, name), nil
}

// TextName returns the file name of a snapshot's text in the folder.
func (f *Folder) TextName(name string) string {
	root, stem, err := f.at(name)
	if err != nil {
		return name + f.exts[""]
	}
	defer root.Close()
	return f.text(root, stem)
}

// Read returns the record of a snapshot; on a [*DamageError], its readable part. It returns
// [ErrNoRecord] for a text without a record.
func (f *Folder) Read(name string) (models.Snapshot, error) {
	root, stem, err := f.at(name)
	if err != nil {
		return models.Snapshot{}, err
	}
	defer root.Close()
	return f.read(root, stem)
}

func (f *Folder) read(root *os.Root, name string) (s models.Snapshot, err error) {
	defer func() { s.Namespace, _, s.Number, _ = split(name) }()
	data, err := store.Read(root, name+recordExt, maxRecord)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		text := f.text(root, name)
		if _, err := root.Lstat(text); err != nil {
			return s, &NotFoundError{name}
		}
		return s, fmt.Errorf("%s %w", text, ErrNoRecord)
	case err != nil:
		return s, &DamageError{name + recordExt, fmt.Errorf("cannot be read: %w", err)}
	}
	s, err = decode(data)
	if err == nil && !sealed(data) {
		err = errSeal
	}
	if err != nil {
		err = &DamageError{name + recordExt, err}
	}
	return s, err
}

// Load returns a verified snapshot and its text; on a [*DamageError], the readable parts.
// Without a record, the record is empty and the text is not verified.
func (f *Folder) Load(name string) (models.Snapshot, []byte, error) {
	root, stem, err := f.at(name)
	if err != nil {
		return models.Snapshot{}, nil, err
	}
	defer root.Close()
	file := f.text(root, stem)
	text, err := store.Read(root, file, MaxText)
	gone := errors.Is(err, fs.ErrNotExist)
	if err != nil && !gone {
		return models.Snapshot{}, nil, fmt.Errorf("read the snapshot: %w", err)
	}
	s, err := f.read(root, stem)
	if err == nil && (gone || len(text) == 0 && s.Bytes > 0) {
		err = &DamageError{file, ErrNoText}
	}
	if errors.Is(err, ErrNoRecord) {
		return s, text, nil
	}
	if err == nil {
		if sum := sha256.Sum256(text); hex.EncodeToString(sum[:]) != s.SHA256 {
			err = &DamageError{file, errSum}
		}
	}
	return s, text, err
}

var errSum = errors.New("does not hold the bytes that were written (their SHA-256 differs)")

// Verify returns a [*DamageError] if a snapshot is not what was written, and [ErrNoRecord] if it
// has no record and cannot be verified.
func (f *Folder) Verify(name string) error {
	s, _, err := f.Load(name)
	if err == nil && s.SHA256 == "" {
		return fmt.Errorf("%s %w", f.TextName(name), ErrNoRecord)
	}
	return err
}

// maxDescription is the max length of a description in bytes.
const maxDescription = 4 << 10

// Describe sets the one-line description of a snapshot; an empty one removes it.
func (f *Folder) Describe(ctx context.Context, name, description string) error {
	description = strings.Join(strings.Fields(description), " ")
	if len(description) > maxDescription {
		return fmt.Errorf("a description has at most %d bytes, not %d", maxDescription, len(description))
	}
	var value any
	if description != "" {
		value = strings.ToValidUTF8(description, "\ufffd")
	}
	return f.edit(ctx, name, models.Field{Key: "description", Value: value})
}

// Pin protects a snapshot from pruning, or removes the protection.
func (f *Folder) Pin(ctx context.Context, name string, on bool) error {
	var value any
	if on {
		value = true
	}
	return f.edit(ctx, name, models.Field{Key: "pinned", Value: value})
}

func (f *Folder) edit(ctx context.Context, name string, field models.Field) error {
	root, stem, err := f.at(name)
	if err != nil {
		return err
	}
	defer root.Close()
	defer f.forget(stem)
	return f.state.Update(ctx, root, stem+recordExt, maxRecord, 0o600, func(old []byte) ([]byte, error) {
		if old == nil {
			_, err := f.read(root, stem)
			return nil, err
		}
		data, err := edited(old, models.Fields{field})
		if err != nil {
			return nil, fmt.Errorf("%s%s was not changed: it %w", stem, recordExt, err)
		}
		return data, nil
	})
}

// forget removes a head from the cache, because the disk's clock may be too coarse to detect the
// change.
func (f *Folder) forget(stem string) {
	f.mu.Lock()
	defer f.mu.Unlock()
	delete(f.known, stem)
}

// Delete permanently removes a snapshot. A crash can leave its record, which is listed as
// damaged.
func (f *Folder) Delete(name string) error {
	root, stem, err := f.at(name)
	if err != nil {
		return err
	}
	defer root.Close()
	text := f.text(root, stem)
	if !isFile(root, text) && !isFile(root, stem+recordExt) {
		return &NotFoundError{name}
	}
	return store.Remove(root, text, stem+recordExt)
}

// isFile reports whether a name is that of a regular file.
func isFile(root *os.Root, name string) bool {
	info, err := root.Lstat(name)
	return err == nil && info.Mode().IsRegular()
}

// Move moves a snapshot unchanged to another folder, under its number if that is free there, and
// returns its name there. A missing text becomes an empty one. A crash can leave it in both
// folders.
func (f *Folder) Move(name string, to *Folder) (string, error) {
	root, stem, err := f.at(name)
	if err != nil {
		return "", err
	}
	defer root.Close()
	file := f.text(root, stem)
	text, closeText, err := content(root, file)
	if errors.Is(err, fs.ErrNotExist) {
		if !isFile(root, stem+recordExt) {
			return "", &NotFoundError{name}
		}
		text, closeText, err = bytes.NewReader(nil), func() {}, nil
	}
	if err != nil {
		return "", err
	}
	defer closeText()
	record, closeRecord, err := content(root, stem+recordExt)
	if errors.Is(err, fs.ErrNotExist) {
		record, closeRecord, err = bytes.NewReader(nil), func() {}, nil
	}
	if err != nil {
		return "", err
	}
	defer closeRecord()
	namespace, _, number, _ := split(stem)
	moved, err := to.pair(namespace, number, record, filepath.Ext(file), text)
	if err != nil {
		return "", err
	}
	if record.Len() == 0 {
		err = to.dropRecord(moved) // it had none
	}
	if err == nil {
		err = store.Remove(root, file, stem+recordExt)
	}
	return moved, err
}

func (f *Folder) dropRecord(name string) error {
	root, stem, err := f.at(name)
	if err != nil {
		return err
	}
	defer root.Close()
	return store.Remove(root, stem+recordExt)
}

// content opens a file as content to write elsewhere.
func content(root *os.Root, name string) (store.Content, func(), error) {
	f, info, err := store.Open(root, name)
	if err != nil {
		return nil, nil, err
	}
	return &fileContent{f, int(info.Size())}, func() { f.Close() }, nil
}

type fileContent struct {
	file *os.File
	size int
}

func (c *fileContent) Len() int { return c.size }

func (c *fileContent) WriteTo(w io.Writer) (int64, error) { return io.CopyN(w, c.file, int64(c.size)) }

// Export writes the text of a snapshot to a path and, if record is set, its record next to it
// with the extension .toml; then path may have either extension. Existing files are only replaced
// if replace is set. It returns the written paths.
func (f *Folder) Export(ctx context.Context, name, path string, record, replace bool) ([]string, error) {
	root, stem, err := f.at(name)
	if err != nil {
		return nil, err
	}
	defer root.Close()
	fail := func(err error) ([]string, error) { return nil, fmt.Errorf("export %s: %w", name, err) }
	dir, err := os.OpenRoot(filepath.Dir(path))
	if err != nil {
		return fail(err)
	}
	defer dir.Close()
	base := filepath.Base(path)
	text := f.text(root, stem)
	targets := []struct{ file, name string }{{text, base}}
	if record {
		target := f.stemOf(base)
		targets = []struct{ file, name string }{{stem + recordExt, target + recordExt}, {text, target + filepath.Ext(text)}} // once the text exists, all is complete
	}
	var paths []string
	for _, target := range targets {
		data, err := store.Read(root, target.file, MaxText)
		switch {
		case errors.Is(err, fs.ErrNotExist) && target.file != text:
			return nil, fmt.Errorf("%s %w", text, ErrNoRecord)
		case errors.Is(err, fs.ErrNotExist) && isFile(root, stem+recordExt):
			err = &DamageError{text, ErrNoText}
		case errors.Is(err, fs.ErrNotExist):
			return nil, &NotFoundError{name}
		case err != nil:
			err = fmt.Errorf("read it to write %s: %w; the snapshot is unharmed, try again", filepath.Join(dir.Name(), target.name), err)
		default:
			err = f.write(ctx, dir, target.name, data, replace)
		}
		if err != nil {
			return fail(err)
		}
		paths = append(paths, filepath.Join(dir.Name(), target.name))
	}
	return paths, nil
}

// WriteTo atomically writes a text that is not a snapshot to a path. An existing file is only
// replaced if replace is set.
func (f *Folder) WriteTo(ctx context.Context, path string, text store.Content, replace bool) error {
	dir, err := os.OpenRoot(filepath.Dir(path))
	if err != nil {
		return fmt.Errorf("write %s: %w", path, err)
	}
	defer dir.Close()
	data := bytes.NewBuffer(make([]byte, 0, text.Len()))
	if _, err := text.WriteTo(data); err != nil {
		return fmt.Errorf("write %s: %w", path, err)
	}
	return f.write(ctx, dir, filepath.Base(path), data.Bytes(), replace)
}

// write writes a file directly in dir. An existing one is only replaced if replace is set.
func (f *Folder) write(ctx context.Context, dir *os.Root, name string, data []byte, replace bool) error {
	if replace {
		return f.state.Update(ctx, dir, name, MaxText, 0o600, func([]byte) ([]byte, error) { return data, nil })
	}
	err := store.Create(dir, name, data)
	if errors.Is(err, fs.ErrExist) {
		return fmt.Errorf("%s already exists, and was not replaced", filepath.Join(dir.Name(), name))
	}
	return err
}

// Rule selects snapshots to prune: those older than Before, and all but the newest Keep. Zero
// values select none. Pinned snapshots, and those without a readable record, are never pruned.
type Rule struct {
	Before time.Time
	Keep   int
}

// Prunable returns the snapshots that a rule selects from the list of one folder.
func Prunable(list []Head, rule Rule) []Head {
	var out []Head
	kept := 0
	for _, h := range list {
		if h.Pinned || !h.Recorded || h.Damage != nil {
			continue
		}
		if !rule.Before.IsZero() && h.When().Before(rule.Before) || rule.Keep > 0 && kept >= rule.Keep {
			out = append(out, h)
			continue
		}
		kept++
	}
	return out
}

// Prune permanently deletes the snapshots that a rule selects, and returns them.
func (f *Folder) Prune(ctx context.Context, rule Rule) ([]Head, error) {
	list, err := f.List()
	if err != nil {
		return nil, err
	}
	var gone []Head
	for _, h := range Prunable(list, rule) {
		if err := ctx.Err(); err != nil {
			return gone, err
		}
		if err := f.Delete(h.Name); err != nil && !errors.As(err, new(*NotFoundError)) {
			return gone, err
		}
		gone = append(gone, h)
	}
	return gone, nil
}
