package history

import (
	"encoding/binary"
	"path/filepath"

	"dossier/aggregate/cachefile"
	"dossier/aggregate/git"
	"dossier/aggregate/secrets"
)

// magic begins the file of a history. Its number changes with the stored form, and with what
// is read of a repository.
const magic = "dossier history 2\n"

// maxStored bounds the file, in bytes.
const maxStored = 64 << 20

// Load returns the history that was saved in a file; one that knows nothing when there is
// none, or when it is damaged.
func Load(file string) *History { return decode(cachefile.Read(file, magic, maxStored)) }

// decode reads the stored form. What is returned takes memory in proportion to the bytes.
func decode(b []byte) *History {
	r := reader{cachefile.NewReader(b)}
	h := &History{head: r.id(), whole: r.Uint() == 1}
	paths := make([]string, 0, r.Count(1))
	for range cap(paths) {
		p := string(r.Bytes())
		if !filepath.IsLocal(filepath.FromSlash(p)) {
			r.Fail()
		}
		paths = append(paths, p)
	}
	for range min(r.Count(git.SHA1.Size()+3), MaxCommits) {
		c := Commit{ID: r.id(), Time: int64(r.Uint())}
		c.Message = string(r.Bytes())
		for range r.Count(git.SHA1.Size()) {
			c.parents = append(c.parents, r.id())
		}
		for range r.Count(1) {
			i := r.Below(len(paths))
			if r.Failed() {
				break
			}
			c.Paths = append(c.Paths, paths[i])
		}
		h.commits = append(h.commits, c)
	}
	if !r.Done() {
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
	b = append(appendID(b, h.head), whole)
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
		if secrets.In(c.Message) { // it would be kept in a cache
			c.Message = ""
		}
		b = binary.AppendUvarint(appendID(b, c.ID), uint64(c.Time))
		b = append(binary.AppendUvarint(b, uint64(len(c.Message))), c.Message...)
		b = binary.AppendUvarint(b, uint64(len(c.parents)))
		for _, p := range c.parents {
			b = appendID(b, p)
		}
		b = binary.AppendUvarint(b, uint64(len(c.Paths)))
		for _, p := range c.Paths {
			b = binary.AppendUvarint(b, places[p])
		}
	}
	return b
}

// reader reads the parts of the stored form.
type reader struct{ *cachefile.Reader }

func (r reader) id() git.ID {
	size := r.Take(1)
	if len(size) == 0 || size[0] == 0 {
		return git.ID{}
	}
	id := git.IDOf(r.Take(int(size[0])))
	if id.IsZero() {
		r.Fail()
	}
	return id
}

// appendID appends the size of an ID, and its bytes.
func appendID(b []byte, id git.ID) []byte {
	return append(append(b, byte(id.Size())), id.Bytes()...)
}
