package change

import (
	"path"
	"slices"

	"dossier/aggregate/git"
	"dossier/aggregate/git/object"
)

// Renames are detected as in git: deleted and added files are paired if their content is
// identical, then if they share a name and three quarters of their content, then by
// pairwise similarity. A chunk is a line, or 64 bytes of a longer line. The similarity is
// the number of bytes in common chunks, divided by the size of the larger file.
const (
	maxScore      = 60_000
	minScore      = maxScore / 2
	minNameScore  = minScore + (maxScore-minScore)/2
	renameLimit   = 1000 // files on each side, on average, that are compared pairwise
	maxCandidates = 4    // candidates that are stored for each new file
	hashBase      = 107_927
)

// pair is a path with its old and new file.
type pair struct {
	path     string
	old, new object.File
}

// rename is a new file and its origin.
type rename struct {
	path, old string
	score     int // in percent
}

// source provides the file contents for rename detection.
type source struct {
	size func(path string, f object.File, isNew bool) int64
	read func(path string, f object.File, isNew bool) []byte // nil means not comparable
}

// blobSource is the source of files that are stored as objects.
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

// side is one end of a possible rename.
type side struct {
	path    string
	file    object.File
	isNew   bool
	size    int64 // -2 means not determined yet
	chunks  map[uint32]int64
	chunked bool
	paired  bool
}

// detectRenames pairs deleted with added files. The result is sorted by path.
func detectRenames(pairs []pair, src source) []rename {
	var deleted, added []*side
	slices.SortFunc(pairs, func(a, b pair) int {
		if a.path < b.path {
			return -1
		}
		return 1
	})
	for _, p := range pairs {
		if p.new.Mode == 0 && p.old.Mode != 0 {
			deleted = append(deleted, &side{path: p.path, file: p.old, size: -2})
		} else if p.old.Mode == 0 && p.new.Mode != 0 {
			added = append(added, &side{path: p.path, file: p.new, isNew: true, size: -2})
		}
	}
	if len(deleted) == 0 || len(added) == 0 {
		return nil
	}
	m := matcher{src: src}
	m.pairIdentical(deleted, added)
	deleted, added = unpaired(deleted), unpaired(added)
	if len(deleted) > 0 && len(added) > 0 {
		m.pairByName(deleted, added)
		if deleted, added = unpaired(deleted), unpaired(added); len(deleted) > 0 && len(deleted)*len(added) <= renameLimit*renameLimit {
			m.pairBySimilarity(deleted, added)
		}
	}
	slices.SortFunc(m.renames, func(a, b rename) int {
		if a.path < b.path {
			return -1
		}
		return 1
	})
	return m.renames
}

func unpaired(list []*side) []*side {
	return slices.DeleteFunc(slices.Clone(list), func(s *side) bool { return s.paired })
}

type matcher struct {
	src     source
	renames []rename
}

func (m *matcher) pair(from, to *side, score int) {
	from.paired, to.paired = true, true
	m.renames = append(m.renames, rename{to.path, from.path, score * 100 / maxScore})
}

// pairIdentical pairs files with identical content, preferring files with the same name.
func (m *matcher) pairIdentical(deleted, added []*side) {
	byID := map[git.ID][]*side{}
	for _, s := range deleted {
		if !s.file.ID.IsZero() {
			byID[s.file.ID] = append(byID[s.file.ID], s)
		}
	}
	for _, to := range added {
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

// pairByName pairs files whose name occurs exactly once on each side.
func (m *matcher) pairByName(deleted, added []*side) {
	unique := func(list []*side) map[string]*side {
		out := map[string]*side{}
		for _, s := range list {
			name := path.Base(s.path)
			if _, duplicate := out[name]; duplicate {
				out[name] = nil
			} else {
				out[name] = s
			}
		}
		return out
	}
	from, to := unique(deleted), unique(added)
	for _, s := range deleted {
		name := path.Base(s.path)
		if from[name] == nil || to[name] == nil {
			continue
		}
		if similarity := m.similarity(s, to[name], minNameScore); similarity >= minNameScore {
			m.pair(s, to[name], similarity)
		}
	}
}

// candidate is a possible pair.
type candidate struct {
	from, to *side
	score    int
	sameName bool // the names are equal
}

// order sorts the best candidate first.
func (c candidate) order(other candidate) int {
	if c.score != other.score {
		return other.score - c.score
	}
	switch {
	case c.sameName == other.sameName:
		return 0
	case c.sameName:
		return -1
	}
	return 1
}

func (m *matcher) pairBySimilarity(deleted, added []*side) {
	var all []candidate
	for _, to := range added {
		var best [maxCandidates]candidate
		for _, from := range deleted {
			c := candidate{from, to, m.similarity(from, to, minScore), path.Base(from.path) == path.Base(to.path)}
			worst := 0
			for i := 1; i < maxCandidates; i++ {
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

// order compares candidates; empty ones come last.
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
	if !s.chunked {
		s.chunked = true
		if data := m.src.read(s.path, s.file, s.isNew); data != nil {
			s.chunks = chunksOf(data)
		}
	}
	return s.chunks
}

// similarity returns the similarity of two files, up to maxScore, or 0 if it cannot
// reach minimum.
func (m *matcher) similarity(from, to *side, minimum int) int {
	if !regular(from.file.Mode) || !regular(to.file.Mode) {
		return 0
	}
	a, b := m.sizeOf(from), m.sizeOf(to)
	if a < 0 || b < 0 || a > MaxText || b > MaxText {
		return 0
	}
	larger := max(a, b)
	if larger*int64(maxScore-minimum) < (larger-min(a, b))*maxScore || larger == 0 {
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

// chunksOf returns the number of bytes in each chunk of a content, by the chunk's hash.
func chunksOf(data []byte) map[uint32]int64 {
	out := make(map[uint32]int64, len(data)/32+1)
	text := !isBinary(data)
	var a, b uint32
	n := int64(0)
	for i, c := range data {
		if text && c == '\r' && i+1 < len(data) && data[i+1] == '\n' {
			continue // line endings do not distinguish files
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

// binaryHead is the number of bytes that are inspected to detect a binary file.
const binaryHead = 8000

// isBinary reports whether git treats content as binary: it has a zero byte near its beginning.
func isBinary(data []byte) bool {
	return slices.Contains(data[:min(len(data), binaryHead)], 0)
}
