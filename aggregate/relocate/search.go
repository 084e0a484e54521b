package relocate

import (
	"bytes"
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"path"
	"slices"
	"strings"
	"unicode/utf8"
)

// Limits of what one search reads. They keep checking a whole composition within a second or two
// for projects of any size.
const (
	maxFileBytes = 1 << 20
	maxReads     = 8_000
	maxBytes     = 64 << 20
	// maxSimilar is the max number of files compared with a missing one, nearest in size and name
	// first. After firstSimilar, a nearly identical one is good enough.
	maxSimilar   = 400
	firstSimilar = 80
)

// Files are the files to search: those that the project lists.
type Files struct {
	Paths []string                                               // sorted
	Size  func(path string) int64                                // in bytes; negative if unknown
	Read  func(ctx context.Context, path string) ([]byte, error) // any error except the context's skips the file
}

// Search searches for several missing things and caches what it reads. It is not safe for
// concurrent use.
type Search struct {
	files  Files
	texts  map[string]*content
	reads  int
	bytes  int64
	bySize map[int64][]string
	byName map[string][]string // by base name in lower case
	taken  map[string]bool
}

// content is a file that was read. text is empty if it is not UTF-8.
type content struct {
	text, hash string
	ok         bool
	lines      map[uint32]bool // hashes of trimmed lines; nil until needed
	words      map[uint32]bool // hashes of words; nil until needed
}

// has reports whether the file contains the line with a hash, or the word if byWords is set.
func (c *content) has(hash uint32, byWords bool) bool {
	if c.lines == nil {
		c.lines = make(map[uint32]bool, 1+strings.Count(c.text, "\n"))
		for line := range strings.Lines(c.text) {
			c.lines[lineHash(strings.TrimSpace(line))] = true
		}
	}
	if byWords && c.words == nil {
		c.words = map[uint32]bool{}
		for word := range words(c.text) {
			c.words[lineHash(word)] = true
		}
	}
	return c.lines[hash] || byWords && c.words[hash]
}

// NewSearch returns a search among files. The files in taken have entries of their own: they are
// proposed for another file only if the whole content is identical.
func NewSearch(files Files, taken []string) *Search {
	s := &Search{files: files, texts: map[string]*content{}, bySize: map[int64][]string{}, byName: map[string][]string{}, taken: map[string]bool{}}
	for _, p := range files.Paths {
		if size := files.Size(p); size > 0 {
			s.bySize[size] = append(s.bySize[size], p)
		}
		name := strings.ToLower(path.Base(p))
		s.byName[name] = append(s.byName[name], p)
	}
	for _, p := range taken {
		s.taken[p] = true
	}
	return s
}

// read returns a file, unless it is too large or the read limit is reached. It returns only the
// context's error.
func (s *Search) read(ctx context.Context, p string) (*content, error) {
	if err := ctx.Err(); err != nil {
		return &content{}, err
	}
	if c, ok := s.texts[p]; ok {
		return c, nil
	}
	size := s.files.Size(p)
	if size > maxFileBytes || s.reads >= maxReads || s.bytes+max(size, 0) > maxBytes {
		return &content{}, nil
	}
	data, err := s.files.Read(ctx, p)
	if ctx.Err() != nil {
		return &content{}, ctx.Err()
	}
	s.reads++
	s.bytes += int64(len(data))
	c := &content{}
	if err == nil {
		sum := sha256.Sum256(data)
		c.hash, c.ok = hex.EncodeToString(sum[:]), true
		if utf8.Valid(data) && bytes.IndexByte(data, 0) < 0 {
			c.text = strings.TrimPrefix(string(data), "\ufeff")
		}
	}
	s.texts[p] = c
	return c, nil
}

// nearness returns how similar two folders are, 0 to 1: the number of common folders at the
// beginning and the end, relative to the longer path.
func nearness(a, b string) float64 {
	if a == b {
		return 1
	}
	as, bs := folderNames(a), folderNames(b)
	short, long := min(len(as), len(bs)), max(len(as), len(bs))
	lead := 0
	for lead < short && as[lead] == bs[lead] {
		lead++
	}
	trail := 0
	for trail < short-lead && as[len(as)-1-trail] == bs[len(bs)-1-trail] {
		trail++
	}
	return float64(lead+trail) / float64(long)
}

func folderNames(dir string) []string {
	if dir == "." || dir == "" {
		return nil
	}
	return strings.Split(dir, "/")
}

// topPlaces returns the best places, with the best one for each path.
func topPlaces(places []Place) []Place {
	slices.SortStableFunc(places, func(a, b Place) int {
		return cmp.Or(-cmp.Compare(certainFirst(a), certainFirst(b)), -cmp.Compare(a.Score, b.Score), cmp.Compare(a.Path, b.Path), cmp.Compare(a.Start, b.Start))
	})
	seen := map[string]bool{}
	places = slices.DeleteFunc(places, func(p Place) bool {
		again := seen[p.Path]
		seen[p.Path] = true
		return again
	})
	return places[:min(len(places), MaxPlaces)]
}

func certainFirst(p Place) int {
	if p.Certain {
		return 1
	}
	return 0
}
