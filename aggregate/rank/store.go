package rank

import (
	"context"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"slices"

	"dossier/aggregate/cachefile"
	"dossier/aggregate/disk"
	"dossier/aggregate/parallel"
)

// magic begins the file of an index. Its number changes with the stored form, and with the analysis of a text.
const magic = "dossier index 6\n"

// maxStored is the maximum size of the file of an index, in bytes. A larger index is not saved.
const maxStored = 512 << 20

// maxPaths is the maximum size of all decoded paths, in bytes. Each stored path holds only its difference from the
// previous one.
const maxPaths = 256 << 20

// Load returns the index saved in a file, or an empty one if the file does not exist or is damaged. It takes little
// more memory than the file.
func Load(file string) *Index {
	x, err := decode(cachefile.Read(file, magic, maxStored))
	if err != nil {
		return &Index{}
	}
	return x
}

// Save saves the index in a file, which is replaced atomically. Save does nothing if file is empty.
func (x *Index) Save(file string) error {
	if x.size() > maxStored {
		return fmt.Errorf("an index of more than %d MiB is too large to save", maxStored>>20)
	}
	unsaved := x.unsaved.Load()
	err := cachefile.Replace(file, magic, x.append)
	if err == nil {
		x.unsaved.Add(-unsaved)
	}
	return err
}

// Due reports whether the index has enough unsaved changes to be saved again. The next process reads unsaved files
// again, which takes less time than writing a large index now.
func (x *Index) Due() bool {
	const few, many = 64, 512 // a fraction of the files, and an absolute number
	n := x.unsaved.Load()
	return n >= many || n > 0 && n*few >= int64(len(x.files))
}

// size returns the approximate size of the stored form, in bytes.
func (x *Index) size() int {
	size := 64*len(x.docs) + 128*len(x.files)
	for _, s := range x.segments {
		size += s.size()
	}
	return size
}

// append appends the stored form: the language rules, the languages, the documents, the segments, and the files.
func (x *Index) append(b []byte) []byte {
	b = slices.Grow(b, x.size())
	places, languages := map[string]int{}, []string{}
	for _, d := range x.docs {
		if _, ok := places[d.key.language]; !ok {
			places[d.key.language] = len(languages)
			languages = append(languages, d.key.language)
		}
	}
	b = appendString(b, x.rules)
	b = binary.AppendUvarint(b, uint64(len(languages)))
	for _, l := range languages {
		b = appendString(b, l)
	}
	b = binary.AppendUvarint(b, uint64(len(x.docs)))
	for _, d := range x.docs {
		b = append(b, d.key.hash[:]...)
		b = binary.AppendUvarint(b, uint64(places[d.key.language]))
		b = appendBool(b, d.generated)
		for _, n := range d.lengths {
			b = binary.AppendUvarint(b, uint64(n))
		}
	}
	b = binary.AppendUvarint(b, uint64(len(x.segments)))
	for _, s := range x.segments {
		b = binary.AppendUvarint(b, uint64(s.count))
		for _, part := range s.parts() {
			b = appendString(b, *part)
		}
	}
	b = binary.AppendUvarint(b, uint64(len(x.files)))
	previous := ""
	for i := range x.files {
		f := &x.files[i]
		same := 0
		for same < min(len(previous), len(f.path)) && previous[same] == f.path[same] {
			same++
		}
		b = binary.AppendUvarint(b, uint64(same))
		b = appendString(b, f.path[same:])
		b = appendIdentity(b, f.id)
		b = appendBool(b, f.over)
		b = binary.AppendUvarint(b, uint64(f.doc.number+1)) // 0 is no text
		previous = f.path
	}
	return b
}

// parts returns the stored parts of a segment.
func (s *segment) parts() []*[]byte {
	return []*[]byte{&s.words.heads, &s.words.data, &s.names.heads, &s.names.data, &s.usedAt, &s.used}
}

func appendBool(b []byte, v bool) []byte {
	if v {
		return append(b, 1)
	}
	return append(b, 0)
}

func appendString[T string | []byte](b []byte, s T) []byte {
	b = binary.AppendUvarint(b, uint64(len(s)))
	return append(b, s...)
}

func appendIdentity(b []byte, id disk.Identity) []byte {
	if id.Unsettled { // the file may have changed again, which the identity would hide
		id = disk.Identity{}
	}
	b = binary.AppendVarint(b, id.Size)
	b = binary.AppendVarint(b, id.ModTime)
	b = binary.AppendVarint(b, id.Change)
	b = binary.AppendUvarint(b, id.Device)
	return binary.AppendUvarint(b, id.Inode)
}

// errDamaged means that an index cannot be decoded; it is built again.
var errDamaged = errors.New("the index is damaged")

// decode decodes the stored form. For any b, the returned index is usable and takes memory in proportion to b. It
// retains b.
func decode(b []byte) (*Index, error) {
	r := reader{cachefile.NewReader(b)}
	rules := string(r.Bytes())
	docs := r.docs()
	segments := r.segments(len(docs))
	files := r.files(docs)
	if !r.Done() {
		return nil, errDamaged
	}
	// Analyzing the paths takes longer than everything else.
	const chunk = 512
	err := parallel.Each(context.Background(), (len(files)+chunk-1)/chunk, func(i int) error {
		for k := i * chunk; k < min(len(files), (i+1)*chunk); k++ {
			e := newEntry(files[k].path, files[k].doc)
			e.id, e.over = files[k].id, files[k].over
			files[k] = e
		}
		return nil
	})
	x := newIndex(segments, docs, files)
	x.rules = rules
	return x, err
}

// reader reads the parts of the stored form.
type reader struct{ *cachefile.Reader }

func (r reader) docs() []*doc {
	languages := make([]string, r.Count(1))
	for i := range languages {
		languages[i] = string(r.Bytes())
	}
	n := r.Count(sha256.Size + 2 + int(contentFields))
	list, docs := make([]doc, n), make([]*doc, n)
	for i := range list {
		d := &list[i]
		docs[i] = d
		d.number = uint32(i)
		copy(d.key.hash[:], r.Take(sha256.Size))
		if l := r.Below(len(languages)); !r.Failed() {
			d.key.language = languages[l]
		}
		d.generated = r.Below(2) == 1
		for f := range d.lengths {
			d.lengths[f] = uint32(r.Uint())
		}
	}
	return docs
}

// segments reads the segments, which together contain all documents.
func (r reader) segments(docs int) []*segment {
	var out []*segment
	first := 0
	for range r.Count(7) {
		s := &segment{first: uint32(first), count: uint32(r.Below(docs - first + 1))}
		for _, part := range s.parts() {
			*part = r.Bytes()
		}
		if r.Failed() || !s.valid() {
			r.Fail()
			return nil
		}
		first += int(s.count)
		out = append(out, s)
	}
	if first != docs {
		r.Fail()
	}
	return out
}

// valid reports whether the tables of a segment have valid sizes, whatever their content.
func (s *segment) valid() bool {
	return len(s.words.heads)%headSize == 0 && len(s.names.heads)%headSize == 0 && len(s.usedAt) == 4*(int(s.count)+1)
}

func (r reader) files(docs []*doc) []entry {
	var files []entry
	previous, left := "", maxPaths
	for range r.Count(9) {
		same := r.Below(len(previous) + 1)
		p := previous[:same] + string(r.Bytes())
		left -= len(p)
		id := disk.Identity{Size: r.Int(), ModTime: r.Int(), Change: r.Int(), Device: r.Uint(), Inode: r.Uint()}
		e := entry{path: p, id: id, over: r.Below(2) == 1, doc: emptyDoc}
		if n := r.Below(len(docs) + 1); n > 0 {
			e.doc = docs[n-1]
		}
		if r.Failed() || left < 0 || len(files) > 0 && p <= previous {
			r.Fail()
			return nil
		}
		files, previous = append(files, e), p
	}
	return files
}
