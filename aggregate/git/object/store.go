package object

import (
	"bufio"
	"bytes"
	"compress/zlib"
	"context"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"dossier/aggregate/git"
)

const (
	// MaxSize is the maximum size of an object or a delta, in bytes.
	MaxSize = 16 << 20

	maxInflated = 4 << 30 // bytes of all objects of a store
	maxChain    = 4095    // chained deltas, the limit of git
	maxPacks    = 200     // packs that no multi-pack index lists
	// maxPackFiles is the maximum number of files read from a folder of packs, which has several for each pack.
	maxPackFiles = 100_000
	maxCached    = 24 << 20 // bytes of cached objects, in each of two generations
)

// Kind is the type of an object, as packs number it.
type Kind byte

// The kinds of objects.
const (
	CommitKind Kind = 1
	TreeKind   Kind = 2
	BlobKind   Kind = 3
	TagKind    Kind = 4

	offsetDelta Kind = 6
	namedDelta  Kind = 7
)

func (k Kind) String() string {
	switch k {
	case CommitKind:
		return "commit"
	case TreeKind:
		return "tree"
	case BlobKind:
		return "blob"
	case TagKind:
		return "tag"
	}
	return "unknown"
}

func kindOf(name string) Kind {
	for k := CommitKind; k <= TagKind; k++ {
		if k.String() == name {
			return k
		}
	}
	return 0
}

// ErrMissing reports an object that the repository does not have.
var ErrMissing = errors.New("the object is missing")

// ErrTooLarge reports an object of more than [MaxSize] bytes.
var ErrTooLarge = fmt.Errorf("the object has more than %d MiB", MaxSize>>20)

// errDamaged reports a damaged object; it is wrapped with the object's ID.
var errDamaged = errors.New("the object is damaged; git fsck says more")

// Store reads the objects of a repository. It is not safe for concurrent use;
// [Store.Fork] returns a store for another goroutine.
type Store struct {
	ctx           context.Context
	hash          git.Hash
	roots         []*os.Root // the folders with objects, the repository's own first
	packs         []*pack    // the pack of the last object found is first
	shallow       map[git.ID]bool
	missingReason string // why objects may be missing; empty if unknown
	morePacks     bool   // there are packs that are not read
	forked        bool   // another store owns the files

	budget  int64 // remaining inflate budget, in bytes
	zip     io.ReadCloser
	in      *bufio.Reader
	section section
	cache   objectCache
}

// Open opens the objects of a repository. Reading stops when ctx ends. The caller
// must close the store.
func Open(ctx context.Context, r git.Repository) (*Store, error) {
	format, err := r.Format()
	if err != nil {
		return nil, err
	}
	s, err := OpenFolder(ctx, r.CommonDir, format.Hash)
	if err != nil {
		return nil, err
	}
	if format.Partial {
		s.missingReason = "this is a partial clone, and git fetches missing objects when one of its own commands needs them"
	}
	s.addAlternates(r)
	for _, id := range r.Shallow() {
		if s.shallow == nil {
			s.shallow = map[git.ID]bool{}
		}
		s.shallow[id] = true
	}
	return s, nil
}

// OpenFolder opens the objects in a git folder, without borrowed objects.
func OpenFolder(ctx context.Context, dir string, hash git.Hash) (*Store, error) {
	root, err := os.OpenRoot(dir)
	if err != nil {
		return nil, fmt.Errorf("the repository's objects cannot be read: %w", err)
	}
	s := &Store{ctx: ctx, hash: hash, budget: maxInflated}
	s.in = bufio.NewReaderSize(&s.section, 4<<10)
	objects, err := root.OpenRoot("objects")
	root.Close()
	if err != nil {
		return s, nil // a repository without objects
	}
	s.addFolder(objects)
	return s, nil
}

// addFolder opens the packs of a folder of objects.
func (s *Store) addFolder(root *os.Root) {
	s.roots = append(s.roots, root)
	listed := map[string]bool{} // in a multi-pack index
	if m := openMulti(root, "pack", int64(s.hash.Size())); m != nil {
		s.packs = append(s.packs, m)
		for _, in := range m.packs {
			if in != nil {
				listed[in.name] = true
			}
		}
	}
	dir, err := root.Open("pack")
	if err != nil {
		return
	}
	defer dir.Close()
	names, _ := dir.Readdirnames(maxPackFiles)
	s.morePacks = s.morePacks || len(names) == maxPackFiles
	slices.Sort(names)
	for _, name := range names {
		base, ok := strings.CutSuffix("pack/"+name, ".idx")
		switch {
		case !ok || listed[base] || s.Exhausted():
		case len(s.packs) >= maxPacks:
			s.morePacks = true
		default:
			if p := openPack(root, base, int64(s.hash.Size())); p != nil {
				s.packs = append(s.packs, p)
			}
		}
	}
}

// addAlternates adds the folders of the repository's alternates that are inside the repository.
func (s *Store) addAlternates(r git.Repository) {
	outside := ""
	for _, dir := range r.Alternates() {
		switch root, ok := openInside(dir, r.CommonDir, r.Root); {
		case ok:
			s.addFolder(root)
		default:
			outside = dir
		}
	}
	if outside != "" {
		s.missingReason = fmt.Sprintf("the repository borrows objects from %s, which is outside of it and is not read; git repack -a -d copies them here", outside)
	}
}

// openInside opens a folder that is inside one of folders and that no symbolic link leads out of.
func openInside(dir string, folders ...string) (*os.Root, bool) {
	for _, folder := range folders {
		rest, err := filepath.Rel(folder, dir)
		if err != nil || !filepath.IsLocal(rest) {
			continue
		}
		outer, err := os.OpenRoot(folder)
		if err != nil {
			continue
		}
		root, err := outer.OpenRoot(rest)
		outer.Close()
		if err == nil {
			return root, true
		}
	}
	return nil, false
}

// Fork returns a store of the same objects for another goroutine. It must not be
// used after s is closed.
func (s *Store) Fork() *Store {
	f := &Store{ctx: s.ctx, hash: s.hash, roots: s.roots, packs: slices.Clone(s.packs), shallow: s.shallow, missingReason: s.missingReason, morePacks: s.morePacks, forked: true, budget: maxInflated}
	f.in = bufio.NewReaderSize(&f.section, 4<<10)
	return f
}

// Close closes the files. On a fork it closes nothing.
func (s *Store) Close() {
	if s.forked {
		return
	}
	for _, p := range s.packs {
		p.close()
	}
	for _, root := range s.roots {
		root.Close()
	}
}

// Boundary reports whether a commit is at the boundary of a shallow clone: its parents
// are missing.
func (s *Store) Boundary(id git.ID) bool { return s.shallow[id] }

// Hash returns the algorithm that names the objects.
func (s *Store) Hash() git.Hash { return s.hash }

// Exhausted reports whether the context or the inflate budget has ended.
func (s *Store) Exhausted() bool { return s.budget <= 0 || s.ctx.Err() != nil }

// missingError returns the error for a missing object.
func (s *Store) missingError(id git.ID) error {
	if limit := s.packLimit(); limit > 0 {
		return fmt.Errorf("%w: %s is in none of the packs that are read; the repository has more than %d packs, and git gc joins them", ErrMissing, id.Short(), limit)
	}
	if s.missingReason != "" {
		return fmt.Errorf("%w: %s is not in this repository; %s", ErrMissing, id.Short(), s.missingReason)
	}
	return fmt.Errorf("%w: %s is not in this repository; git fsck says more", ErrMissing, id.Short())
}

// packLimit returns the limit on packs that prevents some of them from being read, or 0 if all are read.
func (s *Store) packLimit() int {
	if s.morePacks {
		return maxPacks
	}
	for _, p := range s.packs {
		if p.opened.Load() > maxMultiPacks {
			return maxMultiPacks
		}
	}
	return 0
}

func (s *Store) limitError() error {
	if err := s.ctx.Err(); err != nil {
		return err
	}
	return fmt.Errorf("the repository was not read further: it unfolds to more than %d GiB", maxInflated>>30)
}

// Read returns the content of an object of a kind. The caller must not modify it. The error
// wraps [ErrMissing] or [ErrTooLarge], is the context's, or reports a damaged object.
func (s *Store) Read(id git.ID, want Kind) ([]byte, error) {
	return s.ReadWithin(id, want, MaxSize)
}

// ReadWithin is [Store.Read] with a size limit in bytes; the error for a larger object wraps [ErrTooLarge].
func (s *Store) ReadWithin(id git.ID, want Kind, limit int64) ([]byte, error) {
	kind, data, err := s.read(id, min(limit, MaxSize))
	if err == nil && kind != want {
		err = fmt.Errorf("%s is a %s, not a %s", id.Short(), kind, want)
	}
	if err != nil {
		return nil, err
	}
	return data, nil
}

// ReadAny is [Store.Read] for objects of any kind.
func (s *Store) ReadAny(id git.ID) (Kind, []byte, error) { return s.read(id, MaxSize) }

func (s *Store) read(id git.ID, limit int64) (Kind, []byte, error) {
	if s.Exhausted() {
		return 0, nil, s.limitError()
	}
	if p, at, ok := s.find(id); ok {
		kind, data, err := s.readPacked(p, at, limit)
		if err != nil {
			return 0, nil, fmt.Errorf("%s: %w", id.Short(), err)
		}
		return kind, data, nil
	}
	for _, root := range s.roots {
		kind, data, err := s.readLoose(root, id, limit)
		switch {
		case err == nil:
			return kind, data, nil
		case !errors.Is(err, os.ErrNotExist):
			return 0, nil, fmt.Errorf("%s: %w", id.Short(), err)
		}
	}
	return 0, nil, s.missingError(id)
}

// find returns the pack that contains an object.
func (s *Store) find(id git.ID) (*pack, int64, bool) {
	for i, p := range s.packs {
		in, at, ok := p.find(id)
		if !ok {
			continue
		}
		if i > 0 {
			copy(s.packs[1:i+1], s.packs[:i])
			s.packs[0] = p
		}
		return in, at, true
	}
	return nil, 0, false
}

// Size returns the size of an object in bytes without reading its content.
func (s *Store) Size(id git.ID) (int64, error) {
	if s.Exhausted() {
		return 0, s.limitError()
	}
	if p, at, ok := s.find(id); ok {
		kind, size, _, ok := s.readHeader(p, at)
		if ok && (kind == offsetDelta || kind == namedDelta) {
			size, ok = s.deltaSize()
		}
		if !ok {
			return 0, fmt.Errorf("%s: %w", id.Short(), errDamaged)
		}
		return size, nil
	}
	for _, root := range s.roots {
		f, _, err := git.Open(root, looseName(id))
		if err != nil {
			continue
		}
		_, size, err := s.readLooseHeader(f)
		f.Close()
		if err != nil {
			return 0, fmt.Errorf("%s: %w", id.Short(), err)
		}
		return size, nil
	}
	return 0, s.missingError(id)
}

// deltaSize reads the size of a delta's result from the delta's beginning.
func (s *Store) deltaSize() (int64, bool) {
	if !s.unzip(s.in) {
		return 0, false
	}
	var head [20]byte // two numbers of at most ten bytes
	n, _ := io.ReadFull(s.zip, head[:])
	size := deltaResultSize(head[:n])
	return size, size < 1<<62
}

// deltaResultSize returns the size of a delta's result.
func deltaResultSize(delta []byte) int64 {
	_, rest := number(delta)
	size, _ := number(rest)
	return int64(size)
}

// readPacked reads the object at an offset of a pack and applies its deltas.
func (s *Store) readPacked(p *pack, at, limit int64) (Kind, []byte, error) {
	var deltas [][]byte
	var starts []int64
	got, data := Kind(0), []byte(nil)
	for {
		if o, ok := s.cache.get(location{p, at}); ok {
			if got, data = o.kind, o.data; len(deltas) == 0 && int64(len(data)) > limit {
				return 0, nil, ErrTooLarge
			}
			break
		}
		if len(deltas) > maxChain {
			return 0, nil, errDamaged
		}
		if s.Exhausted() {
			return 0, nil, s.limitError()
		}
		k, size, base, ok := s.readHeader(p, at)
		if !ok {
			return 0, nil, errDamaged
		}
		delta := k == offsetDelta || k == namedDelta
		if size > MaxSize || !delta && len(deltas) == 0 && size > limit {
			return 0, nil, ErrTooLarge
		}
		body, err := s.inflate(s.in, size)
		if err != nil {
			return 0, nil, err
		}
		starts = append(starts, at)
		if !delta {
			got, data = k, body
			break
		}
		if len(deltas) == 0 && deltaResultSize(body) > limit {
			return 0, nil, ErrTooLarge
		}
		deltas = append(deltas, body)
		at = base
	}
	for i := len(starts) - 1; i >= 0; i-- {
		if i < len(deltas) {
			var err error
			if data, err = s.apply(data, deltas[i]); err != nil {
				return 0, nil, err
			}
		}
		s.cache.put(location{p, starts[i]}, object{got, data})
	}
	return got, data, nil
}

// readHeader parses the header of an object in a pack: its kind and size, and the offset
// of a delta's base. s.in is then positioned at the content.
func (s *Store) readHeader(p *pack, at int64) (k Kind, size, base int64, ok bool) {
	if at < 12 || at >= p.size {
		return 0, 0, 0, false
	}
	s.section = section{p.pack, at, p.size}
	s.in.Reset(&s.section)
	b, err := s.in.ReadByte()
	k, size = Kind(b>>4&7), int64(b&15)
	for shift := 4; err == nil && b&0x80 != 0; shift += 7 {
		if shift > 53 {
			return 0, 0, 0, false
		}
		b, err = s.in.ReadByte()
		size |= int64(b&0x7f) << shift
	}
	if err != nil {
		return 0, 0, 0, false
	}
	switch k {
	case CommitKind, TreeKind, BlobKind, TagKind:
		return k, size, 0, true
	case offsetDelta:
		back := int64(-1)
		for more := true; more; more = b&0x80 != 0 {
			if b, err = s.in.ReadByte(); err != nil || back > 1<<48 {
				return 0, 0, 0, false
			}
			back = (back+1)<<7 | int64(b&0x7f)
		}
		return k, size, at - back, back > 0
	case namedDelta:
		var name [git.MaxID]byte
		if _, err := io.ReadFull(s.in, name[:p.hash]); err != nil {
			return 0, 0, 0, false
		}
		base, ok := p.base(git.IDOf(name[:p.hash]))
		return k, size, base, ok
	}
	return 0, 0, 0, false
}

// section is a reader for a part of a file.
type section struct {
	file        *os.File
	offset, end int64
}

func (r *section) Read(b []byte) (int, error) {
	if r.offset >= r.end {
		return 0, io.EOF
	}
	n, err := r.file.ReadAt(b[:min(int64(len(b)), r.end-r.offset)], r.offset)
	if r.offset += int64(n); n > 0 {
		err = nil
	}
	return n, err
}

// inflate inflates exactly size bytes. It returns an error if there are fewer, or if the budget ends.
func (s *Store) inflate(from io.Reader, size int64) ([]byte, error) {
	if s.budget -= size + 64; s.budget <= 0 {
		return nil, s.limitError()
	}
	if !s.unzip(from) {
		return nil, errDamaged
	}
	data := s.fill(size)
	if data == nil {
		return nil, errDamaged
	}
	return data, nil
}

// fill reads exactly size inflated bytes, or returns nil if there are fewer.
func (s *Store) fill(size int64) []byte {
	// Do not allocate a large size before that much content exists.
	data := make([]byte, 0, min(size, 1<<20))
	for int64(len(data)) < size {
		if len(data) == cap(data) {
			data = slices.Grow(data, int(min(int64(len(data)), size-int64(len(data)))))
		}
		n, err := s.zip.Read(data[len(data):min(int64(cap(data)), size)])
		if data = data[:len(data)+n]; err != nil && int64(len(data)) < size {
			return nil
		}
	}
	return data
}

func (s *Store) unzip(from io.Reader) bool {
	var err error
	if s.zip == nil {
		s.zip, err = zlib.NewReader(from)
	} else {
		err = s.zip.(zlib.Resetter).Reset(from, nil)
	}
	return err == nil
}

// apply applies a delta to its base.
func (s *Store) apply(base, delta []byte) ([]byte, error) {
	from, delta := number(delta)
	size, delta := number(delta)
	if from != uint64(len(base)) {
		return nil, errDamaged
	}
	if size > MaxSize {
		return nil, ErrTooLarge
	}
	if s.budget -= int64(size); s.budget <= 0 {
		return nil, s.limitError()
	}
	out := make([]byte, 0, min(int(size), len(base)+len(delta))) // a delta can copy the same bytes repeatedly
	for len(delta) > 0 {
		op := delta[0]
		if delta = delta[1:]; op&0x80 == 0 {
			if op == 0 || int(op) > len(delta) || len(out)+int(op) > int(size) {
				return nil, errDamaged
			}
			out, delta = append(out, delta[:op]...), delta[op:]
			continue
		}
		var at, n int
		for i := range 7 {
			if op>>i&1 == 0 {
				continue
			}
			if len(delta) == 0 {
				return nil, errDamaged
			}
			if i < 4 {
				at |= int(delta[0]) << (8 * i)
			} else {
				n |= int(delta[0]) << (8 * (i - 4))
			}
			delta = delta[1:]
		}
		if n == 0 {
			n = 0x10000
		}
		if at < 0 || at > len(base) || n > len(base)-at || len(out)+n > int(size) {
			return nil, errDamaged
		}
		out = append(out, base[at:at+n]...)
	}
	if len(out) != int(size) {
		return nil, errDamaged
	}
	return out, nil
}

// number parses a variable-length number of a delta: seven bits per byte, the lowest
// first. An unterminated number is larger than any size.
func number(b []byte) (n uint64, rest []byte) {
	for i, c := range b {
		if i > 6 {
			break
		}
		if n |= uint64(c&0x7f) << (7 * i); c&0x80 == 0 {
			return n, b[i+1:]
		}
	}
	return 1 << 62, nil
}

func looseName(id git.ID) string {
	hex := id.String()
	if len(hex) < 3 {
		return "none"
	}
	return hex[:2] + "/" + hex[2:]
}

// readLoose reads a loose object.
func (s *Store) readLoose(root *os.Root, id git.ID, limit int64) (Kind, []byte, error) {
	f, _, err := git.Open(root, looseName(id))
	if err != nil {
		return 0, nil, err
	}
	defer f.Close()
	kind, size, err := s.readLooseHeader(f)
	if err != nil {
		return 0, nil, err
	}
	if size > limit {
		return 0, nil, ErrTooLarge
	}
	if s.budget -= size + 64; s.budget <= 0 {
		return 0, nil, s.limitError()
	}
	data := s.fill(size)
	if data == nil {
		return 0, nil, errDamaged
	}
	return kind, data, nil
}

// readLooseHeader parses the kind and size of a loose object. s.zip is then positioned at
// the content.
func (s *Store) readLooseHeader(f io.Reader) (Kind, int64, error) {
	s.in.Reset(f)
	if !s.unzip(s.in) {
		return 0, 0, errDamaged
	}
	head := make([]byte, 0, 32)
	for len(head) < cap(head) {
		if _, err := io.ReadFull(s.zip, head[len(head):len(head)+1]); err != nil {
			return 0, 0, errDamaged
		}
		if head = head[:len(head)+1]; head[len(head)-1] == 0 {
			break
		}
	}
	name, digits, _ := bytes.Cut(head[:len(head)-1], []byte{' '})
	kind, size := kindOf(string(name)), int64(0)
	for _, d := range digits {
		if size = 10*size + int64(d-'0'); d < '0' || d > '9' || size > 1<<50 {
			return 0, 0, errDamaged
		}
	}
	if kind == 0 || len(digits) == 0 {
		return 0, 0, errDamaged
	}
	return kind, size, nil
}

// maxMatches is the maximum number of objects returned for one abbreviation.
const maxMatches = 64

// Abbreviated returns the objects whose names begin with digits, at least four in
// hexadecimal; up to 64, sorted.
func (s *Store) Abbreviated(digits string) []git.ID {
	if len(digits) < 4 || len(digits) > 2*s.hash.Size() || s.Exhausted() {
		return nil
	}
	half := -1
	whole := digits[:len(digits)&^1]
	prefix, err := hex.DecodeString(whole)
	if err != nil {
		return nil
	}
	if rest := digits[len(whole):]; rest != "" {
		if half = strings.IndexByte("0123456789abcdef", rest[0]|0x20); half < 0 {
			return nil
		}
	}
	var out []git.ID
	add := func(id git.ID) bool {
		out = append(out, id)
		return len(out) < maxMatches
	}
	for _, p := range s.packs {
		if !p.eachWithPrefix(prefix, half, add) {
			break
		}
	}
	for _, root := range s.roots {
		s.looseNames(root, strings.ToLower(digits), add)
	}
	slices.SortFunc(out, git.ID.Compare)
	return slices.Compact(out)
}

func (s *Store) looseNames(root *os.Root, digits string, yield func(git.ID) bool) {
	dir, err := root.Open(digits[:2])
	if err != nil {
		return
	}
	defer dir.Close()
	names, _ := dir.Readdirnames(1 << 16)
	for _, name := range names {
		if strings.HasPrefix(name, digits[2:]) {
			if id, ok := git.ParseID(digits[:2] + name); ok && !yield(id) {
				return
			}
		}
	}
}

// location is the position of an object.
type location struct {
	pack   *pack
	offset int64
}

type object struct {
	kind Kind
	data []byte
}

// objectCache caches the objects read last, because deltas share bases.
type objectCache struct {
	current, previous map[location]object
	size              int
}

func (k *objectCache) get(at location) (object, bool) {
	o, ok := k.current[at]
	if !ok {
		if o, ok = k.previous[at]; ok {
			k.put(at, o)
		}
	}
	return o, ok
}

func (k *objectCache) put(at location, o object) {
	if k.current == nil || k.size > maxCached {
		k.previous, k.current, k.size = k.current, map[location]object{}, 0
	}
	k.current[at] = o
	k.size += len(o.data) + 64
}
