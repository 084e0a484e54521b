package rank

import (
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"slices"
	"strings"

	"dossier/aggregate/cachefile"
	"dossier/aggregate/disk"
)

// magic begins the file of an index. Its number changes with the stored form, and with what
// is found in a text.
const magic = "dossier index 2\n"

// maxStored bounds the file of an index, in bytes: an index of 100 000 files has about 150 MB.
const maxStored = 512 << 20

// Load returns the index that was saved in a file; an empty one when there is none, or when
// it is damaged.
func Load(file string) *Index {
	x, err := decode(cachefile.Read(file, magic, maxStored))
	if err != nil {
		return &Index{}
	}
	return x
}

// Save keeps the index in a file, which is replaced in one step. An empty name is none.
func (x *Index) Save(file string) error {
	return cachefile.Replace(file, magic, x.append)
}

// append appends the stored form: the terms, what files say, and the files.
func (x *Index) append(b []byte) []byte {
	if x.dict == nil {
		return append(b, 0, 0, 0)
	}
	words := x.dict.all()
	b = binary.AppendUvarint(b, uint64(len(words)))
	for _, w := range words {
		b = appendString(b, w)
	}
	places := make(map[key]uint64, len(x.docs))
	b = binary.AppendUvarint(b, uint64(len(x.docs)))
	for _, k := range sortedKeys(x.docs) {
		places[k] = uint64(len(places) + 1)
		b = append(b, k.hash[:]...)
		b = appendString(b, k.language)
		b = x.docs[k].append(b)
	}
	b = binary.AppendUvarint(b, uint64(len(x.files)))
	for i := range x.files {
		f := &x.files[i]
		b = appendString(b, f.path)
		b = appendIdentity(b, f.id)
		b = binary.AppendUvarint(b, places[f.key]) // 0 is no text
	}
	return b
}

func sortedKeys(docs map[key]*doc) []key {
	keys := make([]key, 0, len(docs))
	for k := range docs {
		keys = append(keys, k)
	}
	slices.SortFunc(keys, func(a, b key) int {
		if c := slices.Compare(a.hash[:], b.hash[:]); c != 0 {
			return c
		}
		return strings.Compare(a.language, b.language)
	})
	return keys
}

func (d *doc) append(b []byte) []byte {
	generated := uint64(0)
	if d.generated {
		generated = 1
	}
	b = binary.AppendUvarint(b, generated)
	for _, n := range d.lengths {
		b = binary.AppendUvarint(b, uint64(n))
	}
	return appendString(b, d.data)
}

func appendString[T string | []byte](b []byte, s T) []byte {
	b = binary.AppendUvarint(b, uint64(len(s)))
	return append(b, s...)
}

func appendIdentity(b []byte, id disk.Identity) []byte {
	if id.Unsettled { // the file may have changed once more, which the identity would hide
		id = disk.Identity{}
	}
	b = binary.AppendVarint(b, id.Size)
	b = binary.AppendVarint(b, id.ModTime)
	b = binary.AppendVarint(b, id.Change)
	b = binary.AppendUvarint(b, id.Device)
	return binary.AppendUvarint(b, id.Inode)
}

// errDamaged is an index that cannot be read; it is made again.
var errDamaged = errors.New("the index is damaged")

// decode reads the stored form. Whatever the bytes are, what is returned can be used, and
// takes memory in proportion to them.
func decode(b []byte) (*Index, error) {
	r := &reader{b: b}
	d := newDict()
	for range r.count(1) {
		w := string(r.bytes())
		if _, twice := d.ids[w]; twice || w == "" {
			return nil, errDamaged
		}
		d.ids[w] = uint32(len(d.words))
		d.words = append(d.words, w)
	}
	docs, order := r.docs(len(d.words))
	files := r.files(d, docs, order)
	if r.failed || len(r.b) > 0 {
		return nil, errDamaged
	}
	return newIndex(d, files, docs), nil
}

// reader reads numbers and strings until something is wrong.
type reader struct {
	b      []byte
	failed bool
}

func (r *reader) uint() uint64 {
	v, n := binary.Uvarint(r.b)
	if n <= 0 {
		r.failed, r.b = true, nil
		return 0
	}
	r.b = r.b[n:]
	return v
}

func (r *reader) int() int64 {
	v, n := binary.Varint(r.b)
	if n <= 0 {
		r.failed, r.b = true, nil
		return 0
	}
	r.b = r.b[n:]
	return v
}

// count reads how many things follow that have at least size bytes each.
func (r *reader) count(size int) int {
	n := r.uint()
	if n > uint64(len(r.b)/size) {
		r.failed, r.b = true, nil
		return 0
	}
	return int(n)
}

// take returns the next n bytes, which are part of what is read.
func (r *reader) take(n int) []byte {
	if n > len(r.b) {
		r.failed, r.b = true, nil
		return nil
	}
	out := r.b[:n:n]
	r.b = r.b[n:]
	return out
}

func (r *reader) bytes() []byte { return r.take(r.count(1)) }

func (r *reader) docs(terms int) (map[key]*doc, []key) {
	docs, order := map[key]*doc{}, []key{{}}
	for range r.count(sha256.Size) {
		var k key
		copy(k.hash[:], r.take(sha256.Size))
		k.language = string(r.bytes())
		d := &doc{language: k.language, generated: r.uint() == 1}
		for f := range d.lengths {
			d.lengths[f] = uint32(r.uint())
		}
		d.data = r.bytes()
		if r.failed || !d.valid(terms) {
			r.failed, r.b = true, nil
			break
		}
		docs[k], order = d, append(order, k)
	}
	return docs, order
}

func (r *reader) files(d *dict, docs map[key]*doc, order []key) []entry {
	var files []entry
	a := &analyzer{}
	for range r.count(7) {
		p := string(r.bytes())
		id := disk.Identity{Size: r.int(), ModTime: r.int(), Change: r.int(), Device: r.uint(), Inode: r.uint()}
		place := r.uint()
		if r.failed || place >= uint64(len(order)) {
			r.failed, r.b = true, nil
			break
		}
		content := empty
		if place > 0 {
			content = docs[order[place]]
		}
		e := d.newEntry(a, p, content)
		e.id, e.key = id, order[place]
		files = append(files, e)
	}
	return files
}
