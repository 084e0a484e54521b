package rank

import (
	"cmp"
	"context"
	"math"
	"slices"
	"strings"

	"dossier/aggregate/parallel"
)

// wanted is a term of a question.
type wanted struct {
	id     uint32
	term   string
	weight float64
	exact  bool    // it is a whole identifier
	times  int     // how often the question says it
	pair   bool    // it is two words beside each other
	idf    float64 // how rare it is among the files
}

// key is the term as [dict] has it.
func (t *wanted) key() string {
	if t.exact {
		return exact + t.term
	}
	return t.term
}

// hit is a wanted term in a file.
type hit struct {
	file       int32
	want       int16
	name, dirs uint8 // how often it stands in the path
	packed     uint16
}

// matches are where the terms of a question stand, by file.
type matches struct {
	wants []wanted
	hits  []hit // by file, then by term
}

// maxWants bounds the terms of a question.
const maxWants = 400

// wants returns the terms of a question that some file may have, by their numbers.
func (x *Index) wants(q *question) []wanted {
	var wants []wanted
	take := func(terms map[string]float64, prefix string) {
		for term, weight := range terms {
			if id, ok := x.dict.find(prefix + term); ok {
				wants = append(wants, wanted{id: id, term: term, weight: weight, exact: prefix != "", pair: strings.Contains(term, pair), times: q.times[term]})
			}
		}
	}
	take(q.words, "")
	take(q.idents, exact)
	take(q.pairs, "")
	if len(wants) > maxWants {
		slices.SortFunc(wants, func(a, b wanted) int { return cmp.Or(-cmp.Compare(a.weight, b.weight), cmp.Compare(a.id, b.id)) })
		wants = wants[:maxWants]
	}
	slices.SortFunc(wants, func(a, b wanted) int { return cmp.Compare(a.id, b.id) })
	return wants
}

// match finds the terms of a question. The error is the context's.
func (x *Index) match(ctx context.Context, q *question) (*matches, error) {
	if len(x.files) == 0 {
		return &matches{}, ctx.Err()
	}
	m := &matches{wants: x.wants(q)}
	const chunk = 512
	parts := make([][]hit, (len(x.files)+chunk-1)/chunk)
	err := parallel.Each(ctx, len(parts), func(i int) error {
		parts[i] = x.find(m.wants, i*chunk, min(len(x.files), (i+1)*chunk))
		return nil
	})
	if err != nil {
		return nil, err
	}
	m.hits = slices.Concat(parts...)
	m.rarity(len(x.files))
	return m, nil
}

// find finds terms in some of the files.
func (x *Index) find(wants []wanted, from, to int) []hit {
	var hits []hit
	if len(wants) == 0 {
		return nil
	}
	found := make([]hit, len(wants))
	for i := from; i < to; i++ {
		f := &x.files[i]
		clear(found)
		k := 0
		f.doc.each(func(id, packed uint32) bool {
			for wants[k].id < id {
				if k++; k == len(wants) {
					return false
				}
			}
			if wants[k].id == id {
				found[k].packed = uint16(packed)
			}
			return true
		})
		count := func(ids []uint32, at func(*hit) *uint8) {
			for _, id := range ids {
				k, ok := slices.BinarySearchFunc(wants, id, func(w wanted, id uint32) int { return cmp.Compare(w.id, id) })
				if ok && !wants[k].exact {
					*at(&found[k])++
				}
			}
		}
		count(f.name, func(h *hit) *uint8 { return &h.name })
		count(f.dirs, func(h *hit) *uint8 { return &h.dirs })
		count(f.both, func(h *hit) *uint8 { return &h.name })
		for k, h := range found {
			if h != (hit{}) {
				h.file, h.want = int32(i), int16(k)
				hits = append(hits, h)
			}
		}
	}
	return hits
}

// rarity says how rare each term is.
func (m *matches) rarity(files int) {
	have := make([]int, len(m.wants))
	for _, h := range m.hits {
		have[h.want]++
	}
	for k, n := range have {
		m.wants[k].idf = idf(files, n)
	}
}

// idf is how rare a term is that so many of all files have (BM25).
func idf(files, have int) float64 {
	return math.Log(1 + (float64(files)-float64(have)+0.5)/(float64(have)+0.5))
}

// of returns the hits of a file.
func (m *matches) of(file int) []hit {
	from, _ := slices.BinarySearchFunc(m.hits, int32(file), func(h hit, f int32) int { return cmp.Compare(h.file, f) })
	to := from
	for to < len(m.hits) && m.hits[to].file == int32(file) {
		to++
	}
	return m.hits[from:to]
}

// byFile calls yield for each file that has some of the terms.
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
