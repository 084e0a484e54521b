package rank

import (
	"crypto/sha256"
	"path"
	"strings"
	"sync"

	"dossier/aggregate/disk"
)

// key names what is in a file: the hash of its bytes, and the language that they are read as.
type key struct {
	hash     [sha256.Size]byte
	language string
}

// entry is a file in an index.
type entry struct {
	path string
	id   disk.Identity
	key  key
	doc  *doc // never nil; empty for what is no text
	role Role
	text bool     // it is written for people
	name []uint32 // the words of its name, which need not be in any file
	dirs []uint32 // and of the folders that it lies in
	both []uint32 // pairs of words of its name
}

// Index is what is known of a project's files. It does not change; the zero value has none.
type Index struct {
	dict    *dict
	files   []entry
	docs    map[key]*doc // all that is known, of files that went too
	average [fields]float64

	linking sync.Once
	links   *links
}

// empty is what a file says that is no text.
var empty = &doc{language: "text"}

// newIndex returns the index of files, whose docs are known.
func newIndex(d *dict, files []entry, docs map[key]*doc) *Index {
	x := &Index{dict: d, files: files, docs: docs}
	for i := range files {
		f := &files[i]
		for k, n := range f.doc.lengths {
			x.average[k] += float64(n)
		}
		x.average[nameField] += float64(len(f.name))
		x.average[pathField] += float64(len(f.dirs))
	}
	for k := range x.average {
		x.average[k] = max(1, x.average[k]/float64(max(1, len(files))))
	}
	return x
}

// newEntry returns the entry of a file, with what its path says.
func (d *dict) newEntry(a *analyzer, p string, content *doc) entry {
	e := entry{path: p, doc: content, role: roleOf(p, content.language, content.generated), text: styleOf(content.language).prose}
	d.mu.Lock()
	defer d.mu.Unlock()
	last := ""
	eachWord(nameOf(p), func(w string) {
		w = a.stem(w)
		e.name = append(e.name, d.id(w))
		if last != "" {
			e.both = append(e.both, d.id(pairOf(last, w)))
		}
		last = w
	})
	eachWord(path.Dir(p), func(w string) { e.dirs = append(e.dirs, d.id(a.stem(w))) })
	return e
}

// nameOf returns the name of a file without what stands behind its first dot.
func nameOf(p string) string {
	name, _, _ := strings.Cut(strings.TrimLeft(path.Base(p), "."), ".")
	return name
}

// Len returns the number of files.
func (x *Index) Len() int { return len(x.files) }
