package rank

import (
	"crypto/sha256"
	"path"
	"strings"
	"sync"
	"sync/atomic"

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
	doc  *doc // never nil; empty for what is no text
	role Role
	text bool   // it is written for people
	over bool   // it was not read, because the index is full
	name []term // the words of its name, which need not be in any file
	dirs []term // and of the folders that it lies in
	both []term // pairs of words of its name
}

// Index is what is known of a project's files. It does not change; the zero value has none.
type Index struct {
	segments []*segment // what the documents say
	docs     []*doc     // all that are known, by their numbers: of files that went too
	files    []entry
	average  [fields]float64
	over     int
	unsaved  atomic.Int64 // files that were read since it was kept, or are gone
	rules    string       // by which the languages of the files were decided

	lookup sync.Once
	of     []int32 // files by the numbers of their documents
	ofAt   []int32 // where those of a document begin in of, and where the last ones end

	listing sync.Once
	inPaths map[term]bool // those that occur in paths; see lacks

	counting sync.Once
	parts    map[string]float64 // see languages
}

// empty is what a file says that is no text.
var empty = &doc{number: none, key: key{language: "text"}}

// newIndex returns the index of files, whose docs are known.
func newIndex(segments []*segment, docs []*doc, files []entry) *Index {
	x := &Index{segments: segments, docs: docs, files: files}
	for i := range files {
		f := &files[i]
		for k, n := range f.doc.lengths {
			x.average[k] += float64(n)
		}
		x.average[nameField] += float64(len(f.name))
		x.average[pathField] += float64(len(f.dirs))
		if f.over {
			x.over++
		}
	}
	for k := range x.average {
		x.average[k] = max(1, x.average[k]/float64(max(1, len(files))))
	}
	return x
}

// newEntry returns the entry of a file, with what its path says.
func newEntry(p string, content *doc) entry {
	language := content.key.language
	e := entry{path: p, doc: content, role: roleOf(p, language, content.generated), text: styleOf(language).prose}
	eachTerm(nameOf(p), func(t term) {
		if len(e.name) > 0 {
			e.both = append(e.both, pairTerm(e.name[len(e.name)-1], t))
		}
		e.name = append(e.name, t)
	})
	eachTerm(path.Dir(p), func(t term) { e.dirs = append(e.dirs, t) })
	return e
}

// nameOf returns the name of a file without what stands behind its first dot.
func nameOf(p string) string {
	name, _, _ := strings.Cut(strings.TrimLeft(path.Base(p), "."), ".")
	return name
}

// Len returns the number of files.
func (x *Index) Len() int { return len(x.files) }

// Over returns how many files are known by their paths alone because the index is full:
// see [MaxFiles] and [MaxBytes].
func (x *Index) Over() int { return x.over }

// filesOf returns the places of the files that hold a document.
func (x *Index) filesOf(number uint32) []int32 {
	x.lookup.Do(func() {
		x.ofAt = make([]int32, len(x.docs)+1)
		for i := range x.files {
			if n := x.files[i].doc.number; n != none {
				x.ofAt[n]++
			}
		}
		at := int32(0)
		for n := range x.ofAt {
			at, x.ofAt[n] = at+x.ofAt[n], at
		}
		x.of = make([]int32, at)
		next := append([]int32(nil), x.ofAt...)
		for i := range x.files {
			if n := x.files[i].doc.number; n != none {
				x.of[next[n]] = int32(i)
				next[n]++
			}
		}
	})
	return x.of[x.ofAt[number]:x.ofAt[number+1]]
}

// each calls yield for the files in which a term stands, a document after the other.
func (x *Index) each(t term, yield func(file int32, packed uint32)) {
	for _, s := range x.segments {
		if r, ok := s.table(t).find(t); ok {
			s.each(r.list, func(doc, packed uint32) bool {
				for _, i := range x.filesOf(doc) {
					yield(i, packed)
				}
				return true
			})
		}
	}
}
