package rank

import (
	"cmp"
	"maps"
	"math"
	"slices"
)

// link is a reference from one file to another.
type link struct {
	to     int32
	weight float32
}

// maxDefiners is the maximum number of files that define a name whose uses count as links.
const maxDefiners = 3

// links finds the references between files on demand: a file refers to those that define the names that it uses and
// does not define. Documentation and configuration define nothing.
type links struct {
	x     *Index
	names map[term]definition
}

// definition is the files that define a name, and the weight of a use of it.
type definition struct {
	files  []int32 // at most [maxDefiners]; none if there are more
	weight float64
}

// eachName calls yield for the identifiers of a file. r.defined says that some file may define the identifier, here
// that this file does.
func (x *Index) eachName(file int, yield func(r row, definedHere bool)) {
	number := x.files[file].doc.number
	for _, s := range x.segments {
		if number >= s.first && number-s.first < s.count {
			s.eachName(number, func(place uint32, definedHere bool) {
				if r, ok := s.names.at(place); ok {
					yield(r, definedHere)
				}
			})
		}
	}
}

// definition returns the definition of a name, given its row in one segment.
func (l *links) definition(r row) definition {
	d, ok := l.names[r.term]
	if ok {
		return d
	}
	rows, defined := make([]row, len(l.x.segments)), false
	for i, s := range l.x.segments {
		rows[i], _ = s.names.find(r.term)
		defined = defined || rows[i].defined
	}
	users := 0
	for i, s := range l.x.segments {
		if !defined {
			break // the usual case, however often the name is used
		}
		s.each(rows[i].postings, func(doc, packed uint32) bool {
			for _, f := range l.x.filesOf(doc) {
				if role := l.x.files[f].role; role == Docs || role == Config {
					continue
				}
				if users++; levelIn(packed, defField) > 0 {
					d.files = append(d.files, f)
				}
			}
			return len(d.files) <= maxDefiners
		})
	}
	if len(d.files) > maxDefiners {
		d.files = nil
	}
	if n := len(d.files); n > 0 {
		slices.Sort(d.files)
		d.weight = math.Log(1+float64(len(l.x.files))/float64(users)) / float64(n)
	}
	l.names[r.term] = d
	return d
}

// out returns the links from a file to others, ordered by file.
func (l *links) out(file int) []link {
	sum := map[int32]float64{}
	l.x.eachName(file, func(r row, definedHere bool) {
		if definedHere {
			return
		}
		d := l.definition(r)
		for _, to := range d.files {
			if to != int32(file) {
				sum[to] += d.weight
			}
		}
	})
	return sortedLinks(sum)
}

// in returns the links from others to a file, ordered by file.
func (l *links) in(file int) []link {
	sum := map[int32]float64{}
	l.x.eachName(file, func(r row, definedHere bool) {
		if !definedHere {
			return
		}
		d := l.definition(r)
		if !slices.Contains(d.files, int32(file)) {
			return
		}
		l.x.each(r.term, func(from int32, packed uint32) {
			if from != int32(file) && levelIn(packed, defField) == 0 {
				sum[from] += d.weight
			}
		})
	})
	return sortedLinks(sum)
}

func sortedLinks(sum map[int32]float64) []link {
	out := make([]link, 0, len(sum))
	for to, weight := range sum {
		out = append(out, link{to, float32(weight)})
	}
	slices.SortFunc(out, func(a, b link) int { return cmp.Compare(a.to, b.to) })
	return out
}

// scoreOrigin is the main origin of the score that the walk added to a file.
type scoreOrigin struct {
	from int
	kind string // [LinkedFrom], [LinksTo], [TestedBy] or [CoChange]
	gain float64
}

// walk passes part of the scores of the best files on to linked files, and part of those of the best tests to the
// files that they test, whether or not the question asks for tests: the names and texts of a test describe its
// subject.
func (s *scoring) walk() {
	w := walk{s: s, gains: map[int]float64{}}
	s.origins = map[int]scoreOrigin{}
	g := links{s.x, map[term]definition{}}
	for _, i := range s.best(s.w.Seeds) {
		w.distribute(i, g.out(i), s.w.Graph*(1-s.w.Backlink)*s.total[i], LinkedFrom)
		w.distribute(i, g.in(i), s.w.Graph*s.w.Backlink*s.total[i], LinksTo)
	}
	tests := slices.SortedFunc(maps.Keys(s.tests), func(a, b int) int {
		return cmp.Or(-cmp.Compare(s.tests[a], s.tests[b]), cmp.Compare(a, b))
	})
	for _, i := range tests[:min(len(tests), s.w.Seeds)] {
		w.distribute(i, g.out(i), s.w.Evidence*s.tests[i], TestedBy)
	}
	w.coChanges()
	for i, gain := range w.gains {
		s.total[i] += gain * s.role(i)
	}
}

// walk collects what files pass on, before it is added to the scores.
type walk struct {
	s     *scoring
	gains map[int]float64
}

// distribute distributes a score along links, by their weights.
func (w *walk) distribute(from int, list []link, score float64, kind string) {
	all := 0.0
	for _, k := range list {
		all += float64(k.weight)
	}
	for _, k := range list {
		w.add(from, int(k.to), score*float64(k.weight)/all, kind)
	}
}

func (w *walk) add(from, to int, gain float64, kind string) {
	w.gains[to] += gain
	if gain > w.s.origins[to].gain {
		w.s.origins[to] = scoreOrigin{from, kind, gain}
	}
}
