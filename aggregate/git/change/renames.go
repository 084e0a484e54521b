package change

import (
	"path"
	"slices"

	"dossier/aggregate/git"
	"dossier/aggregate/git/object"
)

// Renames are found as git finds them: files that are gone and files that are new are paired if
// their content is the same, then if they share a name and three quarters of their content, then
// by the similarity of each with each. A chunk is a line, or 64 bytes of a longer one, and the
// similarity is how many bytes of chunks both have, of the size of the larger file.
const (
	maxScore     = 60_000
	minScore     = maxScore / 2
	minNameScore = minScore + (maxScore-minScore)/2
	renameLimit  = 1000 // files on each side, in the mean, that are compared each with each
	perTarget    = 4    // candidates that are remembered of each new file
	hashBase     = 107_927
)

// pair is a path with what it held and holds.
type pair struct {
	path     string
	old, now object.File
}

// rename is a new file with the one that it comes from.
type rename struct {
	path, old string
	score     int // in percent
}

// source gives the contents that renames are found by.
type source struct {
	size func(path string, f object.File, isNew bool) int64
	read func(path string, f object.File, isNew bool) []byte // nil: not to be compared
}

// blobSource is the source of files that are objects.
func (r *Repository) blobSource(context interface{ Err() error }) source {
	return source{
		size: func(_ string, f object.File, _ bool) int64 {
			n, err := r.git.Store.Size(f.ID)
			if err != nil || context.Err() != nil {
				return -1
			}
			return n
		},
		read: func(_ string, f object.File, _ bool) []byte {
			data, err := r.git.Store.Read(f.ID, object.BlobKind)
			if err != nil {
				return nil
			}
			return data
		},
	}
}

// side is a file that a rename may lead from or to.
type side struct {
	path   string
	file   object.File
	isNew  bool
	size   int64 // -2: not asked for yet
	chunks map[uint32]int64
	read   bool
	paired bool
}

// detectRenames pairs files that are gone with files that are new. Pairs are sorted by path.
func detectRenames(pairs []pair, src source) []rename {
	var gone, come []*side
	slices.SortFunc(pairs, func(a, b pair) int {
		if a.path < b.path {
			return -1
		}
		return 1
	})
	for _, p := range pairs {
		if p.now.Mode == 0 && p.old.Mode != 0 {
			gone = append(gone, &side{path: p.path, file: p.old, size: -2})
		} else if p.old.Mode == 0 && p.now.Mode != 0 {
			come = append(come, &side{path: p.path, file: p.now, isNew: true, size: -2})
		}
	}
	if len(gone) == 0 || len(come) == 0 {
		return nil
	}
	m := matcher{src: src}
	m.exact(gone, come)
	gone, come = left(gone), left(come)
	if len(gone) > 0 && len(come) > 0 {
		m.byName(gone, come)
		if gone, come = left(gone), left(come); len(gone) > 0 && len(gone)*len(come) <= renameLimit*renameLimit {
			m.bySimilarity(gone, come)
		}
	}
	slices.SortFunc(m.found, func(a, b rename) int {
		if a.path < b.path {
			return -1
		}
		return 1
	})
	return m.found
}

func left(list []*side) []*side {
	return slices.DeleteFunc(slices.Clone(list), func(s *side) bool { return s.paired })
}

type matcher struct {
	src   source
	found []rename
}

func (m *matcher) pair(from, to *side, score int) {
	from.paired, to.paired = true, true
	m.found = append(m.found, rename{to.path, from.path, score * 100 / maxScore})
}

// exact pairs files with the same content; of several, one that has the same name.
func (m *matcher) exact(gone, come []*side) {
	byID := map[git.ID][]*side{}
	for _, s := range gone {
		if !s.file.ID.IsZero() {
			byID[s.file.ID] = append(byID[s.file.ID], s)
		}
	}
	for _, to := range come {
		if to.file.ID.IsZero() {
			continue
		}
		var best *side
		for _, from := range byID[to.file.ID] {
			if from.paired || from.file.Mode != to.file.Mode && (!regular(from.file.Mode) || !regular(to.file.Mode)) {
				continue
			}
			if path.Base(from.path) == path.Base(to.path) {
				best = from
				break
			}
			if best == nil {
				best = from
			}
		}
		if best != nil {
			m.pair(best, to, maxScore)
		}
	}
}

func regular(mode uint32) bool { return mode == object.ModeFile || mode == object.ModeExecutable }

// byName pairs files whose name only one of each side has.
func (m *matcher) byName(gone, come []*side) {
	unique := func(list []*side) map[string]*side {
		out := map[string]*side{}
		for _, s := range list {
			name := path.Base(s.path)
			if _, twice := out[name]; twice {
				out[name] = nil
			} else {
				out[name] = s
			}
		}
		return out
	}
	from, to := unique(gone), unique(come)
	for _, s := range gone {
		name := path.Base(s.path)
		if from[name] == nil || to[name] == nil {
			continue
		}
		if score := m.similarity(s, to[name], minNameScore); score >= minNameScore {
			m.pair(s, to[name], score)
		}
	}
}

// candidate is a possible pair.
type candidate struct {
	from, to *side
	score    int
	name     bool // they have the same
}

// order has the best first.
func (c candidate) order(other candidate) int {
	if c.score != other.score {
		return other.score - c.score
	}
	switch {
	case c.name == other.name:
		return 0
	case c.name:
		return -1
	}
	return 1
}

func (m *matcher) bySimilarity(gone, come []*side) {
	var all []candidate
	for _, to := range come {
		var best [perTarget]candidate
		for _, from := range gone {
			c := candidate{from, to, m.similarity(from, to, minScore), path.Base(from.path) == path.Base(to.path)}
			worst := 0
			for i := 1; i < perTarget; i++ {
				if order(best[i], best[worst]) > 0 {
					worst = i
				}
			}
			if order(best[worst], c) > 0 {
				best[worst] = c
			}
		}
		all = append(all, best[:]...)
	}
	slices.SortStableFunc(all, order)
	for _, c := range all {
		if c.to == nil || c.score < minScore {
			break
		}
		if !c.to.paired && !c.from.paired {
			m.pair(c.from, c.to, c.score)
		}
	}
}

// order compares candidates, those that are none last.
func order(a, b candidate) int {
	switch {
	case a.to == nil && b.to == nil:
		return 0
	case a.to == nil:
		return 1
	case b.to == nil:
		return -1
	}
	return a.order(b)
}

func (m *matcher) sizeOf(s *side) int64 {
	if s.size == -2 {
		s.size = m.src.size(s.path, s.file, s.isNew)
	}
	return s.size
}

func (m *matcher) chunksOf(s *side) map[uint32]int64 {
	if !s.read {
		s.read = true
		if data := m.src.read(s.path, s.file, s.isNew); data != nil {
			s.chunks = chunksOf(data)
		}
	}
	return s.chunks
}

// similarity returns how much two files have in common, up to maxScore; 0 where it cannot reach
// the least.
func (m *matcher) similarity(from, to *side, least int) int {
	if !regular(from.file.Mode) || !regular(to.file.Mode) {
		return 0
	}
	a, b := m.sizeOf(from), m.sizeOf(to)
	if a < 0 || b < 0 || a > MaxText || b > MaxText {
		return 0
	}
	larger := max(a, b)
	if larger*int64(maxScore-least) < (larger-min(a, b))*maxScore || larger == 0 {
		return 0
	}
	x, y := m.chunksOf(from), m.chunksOf(to)
	if x == nil || y == nil {
		return 0
	}
	if len(y) < len(x) {
		x, y = y, x
	}
	common := int64(0)
	for hash, n := range x {
		common += min(n, y[hash])
	}
	return int(common * maxScore / larger)
}

// chunksOf counts the bytes of the chunks of a content by their hashes.
func chunksOf(data []byte) map[uint32]int64 {
	out := make(map[uint32]int64, len(data)/32+1)
	text := !isBinary(data)
	var a, b uint32
	n := int64(0)
	for i, c := range data {
		if text && c == '\r' && i+1 < len(data) && data[i+1] == '\n' {
			continue // line endings do not tell files apart
		}
		old := a
		a = a<<7 ^ b>>25
		b = b<<7 ^ old>>25
		a += uint32(c)
		if n++; n < 64 && c != '\n' {
			continue
		}
		out[(a+b*0x61)%hashBase] += n
		n, a, b = 0, 0, 0
	}
	if n > 0 {
		out[(a+b*0x61)%hashBase] += n
	}
	return out
}

// binaryHead is how much of a file is looked at to find out whether it is binary.
const binaryHead = 8000

// isBinary reports whether git takes content for binary: there is a zero near its beginning.
func isBinary(data []byte) bool {
	return slices.Contains(data[:min(len(data), binaryHead)], 0)
}
