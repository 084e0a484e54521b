package relocate

import (
	"cmp"
	"context"
	"math"
	"path"
	"slices"
	"strings"
	"unicode"

	"dossier/aggregate/anchor"
	"dossier/aggregate/text"
	"dossier/models"
)

// Known contains the available information about a missing file. Only the path is required.
type Known struct {
	Path        string
	Hash        string      // hex SHA-256 of its bytes
	Size        int64       // in bytes, with Hash
	Fingerprint Fingerprint // of its text, with Size
	Text        string      // all or part of its former text
	Slices      []models.Slice
	Symbols     []string // paths of symbols in it
}

// Weights and thresholds. A name counts half, and the folder decides among files of the same name; the rest of a
// score depends on the content.
const (
	nameScore       = 0.5
	folderShare     = 0.35
	stemScore       = 0.4
	minSimilar      = 0.45 // weighted share of the known lines below which it is a different file
	minSimilarNamed = 0.15 // the same if the name matches
	nearlyIdentical = 0.85 // unweighted share of the clues at which the search ends
	growthTolerance = 1.25 // factor by which an edited file's size may differ without penalty
)

// File searches for a missing file. It returns only the context's error.
func (s *Search) File(ctx context.Context, k Known) ([]Place, error) {
	same, err := s.sameContent(ctx, k)
	if err != nil {
		return nil, err
	}
	if len(same) > 0 && same[0].Certain {
		return same, nil
	}
	byName := s.sameNamed(k.Path)
	similar, err := s.compare(ctx, k, byName)
	if err != nil {
		return nil, err
	}
	var places []Place
	for _, p := range byName {
		if s.taken[p.Path] {
			continue
		}
		if similar.comparable {
			share := similar.share[p.Path]
			if share < minSimilarNamed {
				continue
			}
			p.Score = min(0.99, p.Score/2+share/2+0.1)
		}
		places = append(places, p)
	}
	for p, share := range similar.share {
		if share >= minSimilar && !s.taken[p] && !slices.ContainsFunc(places, func(q Place) bool { return q.Path == p }) {
			places = append(places, Place{Path: p, Why: Similar, Score: min(0.98, share), Weak: similar.weak})
		}
	}
	return topPlaces(append(places, same...)), nil
}

// sameContent finds the files with identical bytes. An empty file cannot be found this way.
func (s *Search) sameContent(ctx context.Context, k Known) ([]Place, error) {
	if k.Hash == "" || k.Size <= 0 {
		return nil, nil
	}
	var found []Place
	for _, p := range s.bySize[k.Size] {
		c, err := s.read(ctx, p)
		if err != nil {
			return nil, err
		}
		if c.ok && c.hash == k.Hash {
			found = append(found, Place{Path: p, Why: SameContent, Score: 0.9 + 0.1*nearness(path.Dir(k.Path), path.Dir(p))})
		}
	}
	if len(found) == 1 {
		found[0].Certain, found[0].Score = true, 1
	}
	return topPlaces(found), nil
}

// sameNamed finds the files with the same base name, and those in the same folder whose names differ
// only in case or extension.
func (s *Search) sameNamed(missing string) []Place {
	dir, name := path.Split(missing)
	dir = path.Clean(dir)
	var found []Place
	for _, p := range s.byName[strings.ToLower(name)] {
		near := nearness(dir, path.Dir(p))
		switch {
		case path.Base(p) == name:
			found = append(found, Place{Path: p, Why: SameName, Score: nameScore + folderShare*near})
		case path.Dir(p) == dir:
			found = append(found, Place{Path: p, Why: SimilarName, Score: nameScore + folderShare})
		}
	}
	if stem := stemOf(name); stem != "" {
		at, _ := slices.BinarySearch(s.files.Paths, path.Join(dir, stem)+".")
		for _, p := range s.files.Paths[at:] {
			if !strings.HasPrefix(p, path.Join(dir, stem)+".") {
				break
			}
			if path.Dir(p) == dir && path.Base(p) != name && stemOf(path.Base(p)) == stem {
				found = append(found, Place{Path: p, Why: SimilarName, Score: stemScore})
			}
		}
	}
	return found
}

func stemOf(name string) string { return strings.TrimSuffix(name, path.Ext(name)) }

// similarity is the share of a file's clues that occur in other files.
type similarity struct {
	comparable bool               // there are enough clues for a comparison
	weak       bool               // but only few
	share      map[string]float64 // by path, 0 to 1
}

// maxExact is the max number of files that are searched for the exact lines of a slice: those
// with most of its clues.
const maxExact = 8

// minClues is the min number of clues that identify a file. Fewer than weakClues words hardly
// do.
const (
	minClues  = 3
	weakClues = 8
)

// compare compares the clues to a file with the files of the most similar names. Lines in fewer files count more.
func (s *Search) compare(ctx context.Context, k Known, byName []Place) (similarity, error) {
	clues, byWords := cluesOf(k)
	l := similarity{comparable: len(clues) >= minClues, weak: byWords && len(clues) < weakClues, share: map[string]float64{}}
	if !l.comparable {
		return l, nil
	}
	var paths []string
	hitsByPath := [][]bool{}
	occurrences := make([]int, len(clues))
	closest := 0.0
	for i, p := range s.candidates(k, byName) {
		if i >= firstSimilar && closest >= nearlyIdentical {
			break
		}
		c, err := s.read(ctx, p)
		if err != nil {
			return l, err
		}
		if c.text == "" {
			continue
		}
		hit := clues.occurIn(c, byWords)
		hits := 0
		for i, h := range hit {
			if h {
				occurrences[i]++
				hits++
			}
		}
		closest = max(closest, float64(hits)/float64(len(clues)))
		paths, hitsByPath = append(paths, p), append(hitsByPath, hit)
	}
	for i, p := range paths {
		have, all := 0.0, 0.0
		for j, h := range hitsByPath[i] {
			weight := math.Log(1 + float64(len(paths))/float64(max(occurrences[j], 1)))
			all += weight
			if h {
				have += weight
			}
		}
		l.share[p] = have / all
		if k.Fingerprint != "" {
			l.share[p] *= s.balance(k.Size, s.files.Size(p))
		}
	}
	if len(k.Slices) == 0 {
		return l, nil
	}
	slices.SortStableFunc(paths, func(a, b string) int { return -cmp.Compare(l.share[a], l.share[b]) })
	for _, p := range paths[:min(len(paths), maxExact)] {
		if l.share[p] > 0 && slices.ContainsFunc(k.Slices, func(sl models.Slice) bool { return containsSlice(s.texts[p].text, sl) }) {
			l.share[p] = max(l.share[p], 0.9)
		}
	}
	return l, nil
}

// balance returns how well two sizes match, 0 to 1: a file that contains another one and much
// more is not an edit of it.
func (s *Search) balance(a, b int64) float64 {
	if a <= 0 || b <= 0 {
		return 1
	}
	return min(1, growthTolerance*float64(min(a, b))/float64(max(a, b)))
}

// candidates returns the files to compare a missing one with, at most [maxSimilar]: those of its
// name, then those of about its size, if known, and others with its extension, most similar names
// first.
func (s *Search) candidates(k Known, byName []Place) []string {
	out, in := make([]string, 0, maxSimilar), map[string]bool{}
	add := func(list []ranked, most int) {
		slices.SortStableFunc(list, func(a, b ranked) int { return -cmp.Compare(a.score, b.score) })
		for _, r := range list {
			if len(out) >= most {
				return
			}
			if !in[r.path] {
				in[r.path] = true
				out = append(out, r.path)
			}
		}
	}
	var names, sizes, rest []ranked
	for i, p := range byName {
		names = append(names, ranked{p.Path, -float64(i)})
	}
	ext, dir, words := path.Ext(k.Path), path.Dir(k.Path), wordsOf(stemOf(path.Base(k.Path)))
	for _, p := range s.files.Paths {
		if s.taken[p] {
			continue
		}
		same := path.Ext(p) == ext
		if same {
			rest = append(rest, ranked{p, nearness(dir, path.Dir(p)) + commonShare(words, wordsOf(stemOf(path.Base(p))))})
		}
		if k.Fingerprint == "" || k.Size <= 0 {
			continue
		}
		if off := math.Abs(float64(s.files.Size(p) - k.Size)); off <= max(float64(k.Size)/2, 256) {
			if !same {
				off = 8*off + 64 // edited files rarely change their extension
			}
			sizes = append(sizes, ranked{p, -off})
		}
	}
	add(names, maxSimilar)
	add(sizes, firstSimilar*3/4)
	add(rest, firstSimilar)
	add(sizes, maxSimilar*3/4)
	add(rest, maxSimilar)
	return out
}

// ranked is a path and its rank.
type ranked struct {
	path  string
	score float64
}

// wordsOf splits a name at characters that are not letters or digits, and where a capital follows
// a lower-case letter.
func wordsOf(name string) []string {
	var words []string
	start, last := -1, ' '
	cut := func(end int) {
		if start >= 0 {
			words = append(words, strings.ToLower(name[start:end]))
		}
		start = -1
	}
	for i, r := range name {
		switch {
		case !unicode.IsLetter(r) && !unicode.IsDigit(r):
			cut(i)
		case unicode.IsUpper(r) && unicode.IsLower(last):
			cut(i)
			start = i
		case start < 0:
			start = i
		}
		last = r
	}
	cut(len(name))
	return words
}

// commonShare returns the share of common words.
func commonShare(a, b []string) float64 {
	if len(a) == 0 || len(b) == 0 {
		return 0
	}
	n := 0
	for _, w := range a {
		if slices.Contains(b, w) {
			n++
		}
	}
	return float64(n) / float64(max(len(a), len(b)))
}

// clues are parts of a file's content: lines, and the names of symbols.
type clues []clue

type clue struct {
	text     string
	hash     uint32 // of a trimmed line, or of a word of a fingerprint
	isSymbol bool   // text is a symbol name
}

// maxClues is the max number of clues to compare.
const maxClues = 400

// cluesOf returns the clues to a file, and whether they include words.
func cluesOf(k Known) (out clues, byWords bool) {
	seen := map[clue]bool{}
	add := func(c clue) {
		if len(out) < maxClues && !seen[c] {
			seen[c] = true
			out = append(out, c)
		}
	}
	for _, sl := range k.Slices {
		for _, line := range sl.AnchorLines {
			if line = strings.TrimSpace(line); isDistinctive(line) {
				add(clue{text: line, hash: lineHash(line)})
			}
		}
	}
	for _, symbol := range k.Symbols {
		if name := nameOf(symbol); len(name) > 2 {
			add(clue{text: name, isSymbol: true})
		}
	}
	for line := range strings.Lines(k.Text) {
		if line = strings.TrimSpace(line); isDistinctive(line) {
			add(clue{text: line, hash: lineHash(line)})
		}
	}
	if len(out) >= maxFingerprint {
		return out, false // better than the fingerprint
	}
	stored, byWords := k.Fingerprint.hashes()
	byWords = byWords && len(out) < minClues
	for _, h := range stored {
		if !slices.ContainsFunc(out, func(c clue) bool { return !c.isSymbol && c.hash == h }) {
			out = append(out, clue{hash: h})
		}
	}
	return out, byWords
}

// nameOf returns the last part of a symbol path.
func nameOf(symbol string) string {
	symbol, _, _ = strings.Cut(symbol, "#")
	return symbol[strings.LastIndexAny(symbol, ".:")+1:]
}

// isDistinctive reports whether a line is distinctive: brackets, else and return are not.
func isDistinctive(line string) bool {
	const enough = 8
	letters := 0
	for _, r := range line {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			if letters++; letters == enough {
				return true
			}
		}
	}
	return false
}

// occurIn reports which clues occur in a file. Words are only searched if byWords is set.
func (c clues) occurIn(file *content, byWords bool) []bool {
	hit := make([]bool, len(c))
	for i, one := range c {
		if one.isSymbol {
			hit[i] = text.IndexWord(file.text, one.text, isNameByte) >= 0
		} else {
			hit[i] = file.has(one.hash, byWords)
		}
	}
	return hit
}

func isNameByte(b byte) bool {
	return b == '_' || b >= '0' && b <= '9' || b >= 'a' && b <= 'z' || b >= 'A' && b <= 'Z' || b >= 0x80
}

// containsSlice reports whether a text contains the exact lines of a slice. It returns false for a
// slice without a hash.
func containsSlice(src string, sl models.Slice) bool {
	if sl.ContentHash == "" {
		return false
	}
	health := anchor.Resolve(src, sl).Health
	return health == anchor.Exact || health == anchor.Moved
}
