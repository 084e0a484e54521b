package rank

import (
	"cmp"
	"context"
	"math"
	"slices"
	"strings"
	"unicode/utf8"

	"dossier/aggregate/parallel"
)

// queryTerm is a term of a question.
type queryTerm struct {
	id     term
	term   string
	weight float64
	exact  bool    // a whole identifier
	times  int     // number of occurrences in the question
	pair   bool    // two adjacent words
	idf    float64 // inverse document frequency
	split  []term  // the same word written as two: backoff, BackOff
}

// hit is a wanted term in a file.
type hit struct {
	file       int32
	termIndex  int16
	name, dirs uint8 // number of occurrences in the path
	packed     uint16
}

// matches holds the occurrences of a question's terms, by file.
type matches struct {
	terms []queryTerm
	hits  []hit // by file, then by term
}

// maxQueryTerms is the maximum number of terms of a question.
const maxQueryTerms = 400

// queryTerms returns the terms of a question, in the order of their hashes.
func (x *Index) queryTerms(q *question) []queryTerm {
	var terms []queryTerm
	take := func(weights map[string]float64, name bool) {
		for text, weight := range weights {
			terms = append(terms, queryTerm{id: termOf(text, name), term: text, weight: weight, exact: name, pair: strings.Contains(text, pair), times: q.times[text]})
		}
	}
	take(q.words, false)
	take(q.idents, true)
	take(q.pairs, false)
	if len(terms) > maxQueryTerms {
		terms = slices.DeleteFunc(terms, x.absent())
		slices.SortFunc(terms, func(a, b queryTerm) int { return cmp.Or(-cmp.Compare(a.weight, b.weight), cmp.Compare(a.id, b.id)) })
		terms = terms[:min(len(terms), maxQueryTerms)]
	}
	for i := range terms {
		if w := &terms[i]; !w.exact && !w.pair {
			w.split = x.splitForms(q.original[w.term])
		}
	}
	slices.SortFunc(terms, func(a, b queryTerm) int { return cmp.Compare(a.id, b.id) })
	return terms
}

// minSplitPart is the minimum length of each part of a word written as two, in bytes.
const minSplitPart = 3

// splitForms returns the pairs of adjacent words in identifiers that form a word together.
func (x *Index) splitForms(word string) []term {
	var out []term
	for i := minSplitPart; i <= len(word)-minSplitPart; i++ {
		if !utf8.RuneStart(word[i]) {
			continue
		}
		if t := pairTerm(wordTerm(stem(word[:i])), wordTerm(stem(word[i:]))); x.contains(t) {
			out = append(out, t)
		}
	}
	return out
}

// contains reports whether a term occurs in any file.
func (x *Index) contains(t term) bool {
	return slices.ContainsFunc(x.segments, func(s *segment) bool { _, ok := s.table(t).find(t); return ok })
}

// absent returns a function that reports whether a term occurs in no file and no path.
func (x *Index) absent() func(queryTerm) bool {
	x.pathTermsOnce.Do(func() {
		x.pathTerms = map[term]bool{}
		for i := range x.files {
			f := &x.files[i]
			for _, terms := range [][]term{f.name, f.namePairs, f.dirs} {
				for _, t := range terms {
					x.pathTerms[t] = true
				}
			}
		}
	})
	return func(w queryTerm) bool { return !x.pathTerms[w.id] && !x.contains(w.id) }
}

// match finds the terms of a question. The error is that of ctx.
func (x *Index) match(ctx context.Context, q *question) (*matches, error) {
	if len(x.files) == 0 {
		return &matches{}, ctx.Err()
	}
	m := &matches{terms: x.queryTerms(q)}
	found := make([][]hit, len(m.terms)) // by term
	err := parallel.Each(ctx, len(m.terms), func(k int) error {
		x.each(m.terms[k].id, func(file int32, packed uint32) {
			found[k] = append(found[k], hit{file: file, termIndex: int16(k), packed: uint16(packed)})
		})
		for _, t := range m.terms[k].split {
			found[k] = x.mergePair(found[k], t, int16(k))
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	hits, at := x.byFile(found)
	const chunk = 512
	parts := make([][]hit, (len(x.files)+chunk-1)/chunk)
	err = parallel.Each(ctx, len(parts), func(i int) error {
		parts[i] = x.withPaths(m.terms, hits, at, i*chunk, min(len(x.files), (i+1)*chunk))
		return nil
	})
	if err != nil {
		return nil, err
	}
	m.hits = slices.Concat(parts...)
	m.rarity(len(x.files))
	return m, nil
}

// mergePair merges the hits of a pair of words into those of the same word written as one. In a file that has
// both, the larger count of each field is used.
func (x *Index) mergePair(hits []hit, pair term, want int16) []hit {
	at := make(map[int32]int, len(hits))
	for i, h := range hits {
		at[h.file] = i
	}
	x.each(pair, func(file int32, packed uint32) {
		i, ok := at[file]
		if !ok {
			hits = append(hits, hit{file: file, termIndex: want, packed: uint16(packed)})
			return
		}
		most := uint32(0)
		for f := range contentFields {
			most |= max(levelIn(uint32(hits[i].packed), f), levelIn(packed, f)) << (3 * f)
		}
		hits[i].packed = uint16(most)
	})
	return hits
}

// byFile sorts hits by file, then by term. The hits of file i are hits[at[i]:at[i+1]].
func (x *Index) byFile(found [][]hit) (hits []hit, at []int32) {
	at = make([]int32, len(x.files)+1)
	all := int32(0)
	for _, list := range found {
		for _, h := range list {
			at[h.file]++
			all++
		}
	}
	sum := int32(0)
	for i := range at {
		sum, at[i] = sum+at[i], sum
	}
	hits = make([]hit, all)
	next := slices.Clone(at)
	for _, list := range found {
		for _, h := range list {
			hits[next[h.file]] = h
			next[h.file]++
		}
	}
	return hits, at
}

// withPaths returns the hits of the files in a range, including those in their paths.
func (x *Index) withPaths(terms []queryTerm, hits []hit, at []int32, from, to int) []hit {
	var out []hit
	var inPath []hit // of one file, in any order
	places := map[term]int{}
	for k, w := range terms {
		places[w.id] = k
		for _, t := range w.split {
			if _, ok := places[t]; !ok {
				places[t] = k
			}
		}
	}
	add := func(terms []term, file int, name, dirs uint8) {
		for _, t := range terms {
			if k, ok := places[t]; ok {
				inPath = append(inPath, hit{file: int32(file), termIndex: int16(k), name: name, dirs: dirs})
			}
		}
	}
	for i := from; i < to; i++ {
		f := &x.files[i]
		inPath = inPath[:0]
		add(f.name, i, 1, 0)
		add(f.dirs, i, 0, 1)
		add(f.namePairs, i, 1, 0)
		begin := len(out)
		out = append(out, hits[at[i]:at[i+1]]...)
		for _, h := range inPath {
			k, ok := slices.BinarySearchFunc(out[begin:], h.termIndex, func(have hit, want int16) int { return cmp.Compare(have.termIndex, want) })
			if k += begin; !ok {
				out = slices.Insert(out, k, h)
				continue
			}
			out[k].name += h.name
			out[k].dirs += h.dirs
		}
	}
	return out
}

// rarity sets the inverse document frequency of each term; it is 0 for a term that no file contains.
func (m *matches) rarity(files int) {
	have := make([]int, len(m.terms))
	for _, h := range m.hits {
		have[h.termIndex]++
	}
	for k, n := range have {
		if n > 0 {
			m.terms[k].idf = idf(files, n)
		}
	}
}

// idf returns the inverse document frequency of a term that occurs in have files (BM25).
func idf(files, have int) float64 {
	return math.Log(1 + (float64(files)-float64(have)+0.5)/(float64(have)+0.5))
}

// hitsOf returns the hits of a file.
func (m *matches) hitsOf(file int) []hit {
	from, _ := slices.BinarySearchFunc(m.hits, int32(file), func(h hit, f int32) int { return cmp.Compare(h.file, f) })
	to := from
	for to < len(m.hits) && m.hits[to].file == int32(file) {
		to++
	}
	return m.hits[from:to]
}

// byFile calls yield for each file that contains any of the terms.
func (m *matches) byFile(yield func(file int, hits []hit)) {
	for i := 0; i < len(m.hits); {
		end := i + 1
		for end < len(m.hits) && m.hits[end].file == m.hits[i].file {
			end++
		}
		yield(int(m.hits[i].file), m.hits[i:end])
		i = end
	}
}
