package rank

import (
	"cmp"
	"math"
	"path"
	"slices"
)

// feature is an input of the learned order: a figure of a candidate, most of them relative to the question or to
// the best candidate by the score.
type feature uint8

// The features. .ci/rank/train.py reads their names here, and the table of trees has their numbers.
const (
	fPlace    feature = iota // the place by the score, in hundreds
	fScore                   // the score, of the best one's
	fAbsolute                // the score, of what the words of the question weigh
	fGap                     // how much less the next one has, of the best one's score
	fOften                   // what its words add to the score (BM25F)
	fPairs                   // what pairs of words add
	fDefines                 // what identifiers add that it defines
	fRefers                  // and of those that it refers to
	fBody                    // how much of the question its code has
	fProse                   // and its comments
	fString                  // and its strings
	fName                    // and its name
	fDirs                    // and its folders
	fFirst                   // how much of the first line it has, wherever
	fRarest                  // how rare its rarest word is, of the rarest one of the question
	fNamed                   // how much of its name the question has
	fRole                    // what it is for: of source alone, which is put in order, it is 0
	fLength                  // how long its code is, as a logarithm
	fLanguage                // how many of the source files have its extension
	fTogether                // what good files hand on to those that change with them
	fHeard                   // what the commit adds whose message fits best
	fSaid                    // how well the messages fit of all commits that changed it
	fLearned                 // which part of the commits changed it that say a word of the question
	fRecent                  // how lately it changed
	fWords                   // how many words the question has, as a logarithm
	features
)

// perUnit is what features are multiplied with before they are rounded to whole numbers.
const perUnit = 1000

// maxReordered is how many of the best files by the score are put in the learned order.
const maxReordered = 100

// featureRow is the features of a file, in thousandths.
type featureRow [features]int16

// reorder puts the source files among the best ones in the order that was learned. The scores stay, each at its
// place. What the question names by its path stays where it is, and so does all that is no source: nothing was
// learned of questions about it. The history must not be nil: without one, the learned order is no better than
// the score.
func (s *scoring) reorder() {
	type judged struct {
		file  int
		worth int32
	}
	order := slices.DeleteFunc(s.best(maxReordered), func(i int) bool { parts, _ := s.q.names(s.x.files[i].path); return parts > 0 })
	var learned []judged
	var scores []float64
	for k, row := range s.rows(order) {
		if i := order[k]; s.x.files[i].role == Source {
			learned, scores = append(learned, judged{i, theForest().worth(&row)}), append(scores, s.total[i])
		}
	}
	slices.SortStableFunc(learned, func(a, b judged) int { return -cmp.Compare(a.worth, b.worth) })
	for k, j := range learned {
		s.total[j.file] = scores[k]
	}
}

// rows returns the features of some files, the best by the score first.
func (s *scoring) rows(order []int) []featureRow {
	rows := make([]featureRow, len(order))
	if len(rows) == 0 {
		return rows
	}
	q, top, languages := s.weigh(), s.total[order[0]], s.x.languages()
	for k, i := range order {
		f := &s.x.files[i]
		var v [features]float64
		v[fPlace] = float64(k) / 100
		v[fScore] = s.total[i] / top
		v[fAbsolute] = s.total[i] / q.weight
		if k+1 < len(order) {
			v[fGap] = (s.total[i] - s.total[order[k+1]]) / top
		}
		s.words(&v, i, q)
		v[fRole] = float64(f.role)
		v[fLength] = math.Log1p(float64(f.doc.lengths[bodyField]))
		v[fLanguage] = languages[path.Ext(f.path)]
		s.past(&v, i, top)
		v[fWords] = math.Log1p(float64(len(s.q.words)))
		for j, value := range v {
			rows[k][j] = int16(math.Round(min(max(value*perUnit, 0), math.MaxInt16)))
		}
	}
	return rows
}

// weighed is what the words of a question weigh: all, those of its first line, and the rarest one. None is 0.
type weighed struct{ weight, first, rarest float64 }

// weigh returns what the words of the question weigh.
func (s *scoring) weigh() weighed {
	const least = 1e-9
	q := weighed{least, least, least}
	for _, t := range s.m.wants {
		if t.pair || t.exact {
			continue
		}
		q.weight += t.weight * t.idf
		if t.weight == 1 {
			q.first += t.idf
		}
		q.rarest = max(q.rarest, t.idf)
	}
	return q
}

// words adds the features of what a file has of the question.
func (s *scoring) words(v *[features]float64, i int, q weighed) {
	names := 0.0
	for _, h := range s.m.of(i) {
		t := &s.m.wants[h.want]
		gain, defines := s.gain(i, h)/q.weight, levelIn(uint32(h.packed), defField) > 0
		switch {
		case t.pair:
			v[fPairs] += gain
			continue
		case t.exact && defines:
			v[fDefines] += gain
			continue
		case t.exact:
			v[fRefers] += gain
			continue
		}
		v[fOften] += gain
		if t.weight == 1 {
			v[fFirst] += t.idf / q.first
		}
		v[fRarest] = max(v[fRarest], t.idf/q.rarest)
		part := t.weight * t.idf / q.weight
		for n, f := range [...]field{bodyField, proseField, stringField} {
			if levelIn(uint32(h.packed), f) > 0 {
				v[fBody+feature(n)] += part
			}
		}
		if h.name > 0 {
			v[fName] += part
			names++
		}
		if h.dirs > 0 {
			v[fDirs] += part
		}
	}
	v[fNamed] = names / float64(max(1, len(s.x.files[i].name)))
}

// past adds the features of what the history says of a file.
func (s *scoring) past(v *[features]float64, i int, top float64) {
	h := s.history
	v[fTogether] = 10 * s.together[i] / top
	v[fHeard] = s.heard[i].gain / top
	v[fRecent] = s.recent(i)
	changed := h.of[s.x.files[i].path]
	for _, n := range changed[:min(len(changed), maxTogether)] {
		fit, several := s.fits[n], math.Sqrt(float64(len(h.changes[n].paths)))
		v[fSaid] += fit.share * fit.share * fades(n, halfWeight) / several
		v[fLearned] += fit.part / several
	}
}

// languages returns which part of the source files has each extension.
func (x *Index) languages() map[string]float64 {
	x.counting.Do(func() {
		x.parts = map[string]float64{}
		all := 0.0
		for i := range x.files {
			if x.files[i].role == Source {
				x.parts[path.Ext(x.files[i].path)]++
				all++
			}
		}
		for e := range x.parts {
			x.parts[e] /= all
		}
	})
	return x.parts
}
