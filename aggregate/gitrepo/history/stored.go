package history

import (
	"encoding/binary"
	"path/filepath"

	"dossier/aggregate/cachefile"
)

// magic begins the file of a history. Its number changes with the stored form, and with what
// is read of a repository.
const magic = "dossier history 1\n"

// maxStored bounds the file, in bytes.
const maxStored = 64 << 20

// Load returns the history that was saved in a file; one that knows nothing when there is
// none, or when it is damaged.
func Load(file string) *History { return decode(cachefile.Read(file, magic, maxStored)) }

// decode reads the stored form. What is returned takes memory in proportion to the bytes.
func decode(b []byte) *History {
	r := reader{b: b}
	h := &History{head: r.id(), whole: r.uint() == 1}
	paths := make([]string, 0, r.count(1))
	for range cap(paths) {
		p := string(r.take(r.count(1)))
		if !filepath.IsLocal(filepath.FromSlash(p)) {
			r.fail()
		}
		paths = append(paths, p)
	}
	for range min(r.count(int(idSize)+3), MaxCommits) {
		c := Commit{ID: r.id(), Time: int64(r.uint())}
		c.Message = string(r.take(r.count(1)))
		for range r.count(int(idSize)) {
			c.parents = append(c.parents, r.id())
		}
		for range r.count(1) {
			i := r.uint()
			if i >= uint64(len(paths)) {
				r.fail()
				break
			}
			c.Paths = append(c.Paths, paths[i])
		}
		h.commits = append(h.commits, c)
	}
	if r.failed || len(r.b) > 0 {
		return &History{}
	}
	return h
}

// Save keeps the history in a file, which is replaced in one step. An empty name is none.
func (h *History) Save(file string) error {
	return cachefile.Replace(file, magic, h.append)
}

// append appends the stored form: the head, the paths, and the commits.
func (h *History) append(b []byte) []byte {
	whole := byte(0)
	if h.whole {
		whole = 1
	}
	b = append(append(b, h.head[:]...), whole)
	places, paths := map[string]uint64{}, []string{}
	for _, c := range h.commits {
		for _, p := range c.Paths {
			if _, ok := places[p]; !ok {
				places[p] = uint64(len(paths))
				paths = append(paths, p)
			}
		}
	}
	b = binary.AppendUvarint(b, uint64(len(paths)))
	for _, p := range paths {
		b = append(binary.AppendUvarint(b, uint64(len(p))), p...)
	}
	b = binary.AppendUvarint(b, uint64(len(h.commits)))
	for _, c := range h.commits {
		b = binary.AppendUvarint(append(b, c.ID[:]...), uint64(c.Time))
		b = append(binary.AppendUvarint(b, uint64(len(c.Message))), c.Message...)
		b = binary.AppendUvarint(b, uint64(len(c.parents)))
		for _, p := range c.parents {
			b = append(b, p[:]...)
		}
		b = binary.AppendUvarint(b, uint64(len(c.Paths)))
		for _, p := range c.Paths {
			b = binary.AppendUvarint(b, places[p])
		}
	}
	return b
}

// reader reads numbers and strings until something is wrong.
type reader struct {
	b      []byte
	failed bool
}

func (r *reader) fail() { r.failed, r.b = true, nil }

func (r *reader) uint() uint64 {
	v, n := binary.Uvarint(r.b)
	if n <= 0 {
		r.fail()
		return 0
	}
	r.b = r.b[n:]
	return v
}

// count reads how many things follow that have at least size bytes each.
func (r *reader) count(size int) int {
	n := r.uint()
	if n > uint64(len(r.b)/size) {
		r.fail()
		return 0
	}
	return int(n)
}

func (r *reader) take(n int) []byte {
	if n > len(r.b) {
		r.fail()
		return nil
	}
	out := r.b[:n]
	r.b = r.b[n:]
	return out
}

func (r *reader) id() (id ID) {
	copy(id[:], r.take(len(id)))
	return id
}
