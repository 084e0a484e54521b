package history

import (
	"encoding/binary"
	"path/filepath"

	"dossier/aggregate/cachefile"
	"dossier/aggregate/git"
	"dossier/aggregate/secrets"
)

// magic begins the file of a history. Its number changes with the stored format and
// with the data that is read from a repository.
const magic = "dossier history 2\n"

// maxStored is the maximum size of the file, in bytes.
const maxStored = 64 << 20

// Load returns the history stored in a file, or an empty one if the file is missing
// or damaged.
func Load(file string) *History { return decode(cachefile.Read(file, magic, maxStored)) }

// decode parses the stored format. It uses memory in proportion to the input.
func decode(b []byte) *History {
	r := reader{cachefile.NewReader(b)}
	h := &History{head: r.id(), complete: r.Uint() == 1}
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

// Save stores the history in a file, which is replaced atomically. It does nothing if the name is empty.
func (h *History) Save(file string) error {
	return cachefile.Replace(file, magic, h.append)
}

// append appends the stored format: the head, the paths, and the commits.
func (h *History) append(b []byte) []byte {
	complete := byte(0)
	if h.complete {
		complete = 1
	}
	b = append(appendID(b, h.head), complete)
	indexes, paths := map[string]uint64{}, []string{}
	for _, c := range h.commits {
		for _, p := range c.Paths {
			if _, ok := indexes[p]; !ok {
				indexes[p] = uint64(len(paths))
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
		if secrets.In(c.Message) { // it would be stored in a cache
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
			b = binary.AppendUvarint(b, indexes[p])
		}
	}
	return b
}

// reader parses the parts of the stored format.
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

// appendID appends the size and the bytes of an ID.
func appendID(b []byte, id git.ID) []byte {
	return append(append(b, byte(id.Size())), id.Bytes()...)
}
