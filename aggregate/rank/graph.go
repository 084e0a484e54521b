package rank

import (
	"cmp"
	"maps"
	"math"
	"slices"
)

// link leads from a file to another.
type link struct {
	to     int32
	weight float32
}

// links are the references between files.
type links struct {
	out, in [][]link
}

// maxDefiners is how many files may define a name that tells where it leads.
const maxDefiners = 3

func (x *Index) graph() *links {
	x.linking.Do(func() { x.links = x.makeGraph() })
	return x.links
}

func (x *Index) makeGraph() *links {
	words := x.dict.all()
	terms := len(words)
	definers := make([][]int32, terms)
	users := make([]int32, terms)
	for i := range x.files {
		if x.files[i].role == Docs || x.files[i].role == Config {
			continue
		}
		x.files[i].doc.each(func(id, packed uint32) bool {
			if words[id][0] == exact[0] {
				users[id]++
				if levelIn(packed, defField) > 0 && len(definers[id]) <= maxDefiners {
					definers[id] = append(definers[id], int32(i))
				}
			}
			return true
		})
	}
	l := &links{out: make([][]link, len(x.files)), in: make([][]link, len(x.files))}
	for i := range x.files {
		sum := map[int32]float64{}
		x.files[i].doc.each(func(id, packed uint32) bool {
			d := definers[id]
			if len(d) == 0 || len(d) > maxDefiners || levelIn(packed, defField) > 0 {
				return true
			}
			g := math.Log(1+float64(len(x.files))/float64(users[id])) / float64(len(d))
			for _, to := range d {
				if to != int32(i) {
					sum[to] += g
				}
			}
			return true
		})
		for to, g := range sum {
			l.out[i] = append(l.out[i], link{to, float32(g)})
		}
		slices.SortFunc(l.out[i], func(a, b link) int { return cmp.Compare(a.to, b.to) })
		for _, k := range l.out[i] {
			l.in[k.to] = append(l.in[k.to], link{int32(i), k.weight})
		}
	}
	return l
}

// linking is where most of what the walk brought to a file comes from.
type linking struct {
	from int
	kind string // [LinkedFrom], [LinksTo] or [TestedBy]
	gain float64
}

// walk hands part of the scores of the best files on to those that they are linked with, and
// of the best tests, whether they are asked for or not, to what they test: what a test is
// called and says tells what its subject does.
func (s *scoring) walk() {
	w := walk{s: s, gains: map[int]float64{}}
	s.from = map[int]linking{}
	g := s.x.graph()
	for _, i := range s.best(s.w.Seeds) {
		w.hand(i, g.out[i], s.w.Graph*(1-s.w.Back)*s.total[i], LinkedFrom)
		w.hand(i, g.in[i], s.w.Graph*s.w.Back*s.total[i], LinksTo)
	}
	tests := slices.SortedFunc(maps.Keys(s.tests), func(a, b int) int {
		return cmp.Or(-cmp.Compare(s.tests[a], s.tests[b]), cmp.Compare(a, b))
	})
	for _, i := range tests[:min(len(tests), s.w.Seeds)] {
		w.hand(i, g.out[i], s.w.Evidence*s.tests[i], TestedBy)
	}
	for i, gain := range w.gains {
		s.total[i] += gain * s.role(i)
	}
}

// walk is what files hand on, before it counts.
type walk struct {
	s     *scoring
	gains map[int]float64
}

// hand hands a score on along links, by their weights.
func (w *walk) hand(from int, list []link, score float64, kind string) {
	all := 0.0
	for _, k := range list {
		all += float64(k.weight)
	}
	for _, k := range list {
		to, gain := int(k.to), score*float64(k.weight)/all
		w.gains[to] += gain
		if gain > w.s.from[to].gain {
			w.s.from[to] = linking{from, kind, gain}
		}
	}
}
