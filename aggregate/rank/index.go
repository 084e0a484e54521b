package rank

import (
	"crypto/sha256"
	"path"
	"strings"
	"sync"
	"sync/atomic"

	"dossier/aggregate/disk"
)

// key identifies a content: the hash of its bytes, and the language as which it is parsed.
type key struct {
	hash     [sha256.Size]byte
	language string
}

// entry is a file in an index.
type entry struct {
	path      string
	id        disk.Identity
	doc       *doc // never nil; empty for a file that is not text
	role      Role
	text      bool   // its language is prose
	over      bool   // not read because the index is full
	name      []term // the words of its name, which need not occur in any content
	dirs      []term // the words of its folders
	namePairs []term // the pairs of words of its name
}

// Index is an immutable index of a project's files. The zero value has no files.
type Index struct {
	segments []*segment // the terms of the documents
	docs     []*doc     // all known documents by number, including those of removed files
	files    []entry
	average  [fields]float64
	over     int
	unsaved  atomic.Int64 // files read or removed since the index was saved
	rules    string       // the rules that determined the languages of the files

	filesByDocOnce sync.Once
	filesByDoc     []int32 // files by the numbers of their documents
	docStarts      []int32 // for each document the start of its files in filesByDoc, and the final end

	pathTermsOnce sync.Once
	pathTerms     map[term]bool // the terms that occur in paths; see absent

	languagesOnce  sync.Once
	languageShares map[string]float64 // see languages
}

// emptyDoc is the document of files that are not text.
var emptyDoc = &doc{number: none, key: key{language: "text"}}

// newIndex returns the index of files whose docs are known.
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

// newEntry returns the entry of a file, with the terms of its path.
func newEntry(p string, content *doc) entry {
	language := content.key.language
	e := entry{path: p, doc: content, role: roleOf(p, language, content.generated), text: styleOf(language).prose}
	eachTerm(nameOf(p), func(t term) {
		if len(e.name) > 0 {
			e.namePairs = append(e.namePairs, pairTerm(e.name[len(e.name)-1], t))
		}
		e.name = append(e.name, t)
	})
	eachTerm(path.Dir(p), func(t term) { e.dirs = append(e.dirs, t) })
	return e
}

// nameOf returns the name of a file up to its first dot.
func nameOf(p string) string {
	name, _, _ := strings.Cut(strings.TrimLeft(path.Base(p), "."), ".")
	return name
}

// Len returns the number of files.
func (x *Index) Len() int { return len(x.files) }

// PathOnly returns the number of files known only by their paths because the index is full; see [MaxFiles] and
// [MaxBytes].
func (x *Index) PathOnly() int { return x.over }

// filesOf returns the positions of the files with a document's content.
func (x *Index) filesOf(number uint32) []int32 {
	x.filesByDocOnce.Do(func() {
		x.docStarts = make([]int32, len(x.docs)+1)
		for i := range x.files {
			if n := x.files[i].doc.number; n != none {
				x.docStarts[n]++
			}
		}
		at := int32(0)
		for n := range x.docStarts {
			at, x.docStarts[n] = at+x.docStarts[n], at
		}
		x.filesByDoc = make([]int32, at)
		next := append([]int32(nil), x.docStarts...)
		for i := range x.files {
			if n := x.files[i].doc.number; n != none {
				x.filesByDoc[next[n]] = int32(i)
				next[n]++
			}
		}
	})
	return x.filesByDoc[x.docStarts[number]:x.docStarts[number+1]]
}

// each calls yield for the files that contain a term, one document after another.
func (x *Index) each(t term, yield func(file int32, packed uint32)) {
	for _, s := range x.segments {
		if r, ok := s.table(t).find(t); ok {
			s.each(r.postings, func(doc, packed uint32) bool {
				for _, i := range x.filesOf(doc) {
					yield(i, packed)
				}
				return true
			})
		}
	}
}
