package rank

import (
	"cmp"
	"math"
	"path"
	"slices"
)

// feature is an input of the learned order: a figure of a candidate, usually relative to the question or to the
// candidate with the best score.
type feature uint8

// The features. .ci/rank/train.py parses their names here, and the table of trees contains their numbers.
const (
	fPlace    feature = iota // rank by score, in hundreds
	fScore                   // score relative to the best one
	fAbsolute                // score relative to the weight of the question's words
	fGap                     // distance to the next score, relative to the best one
	fOften                   // score of its words (BM25F)
	fPairs                   // score of its pairs of words
	fDefines                 // score of identifiers that it defines
	fRefers                  // score of identifiers that it refers to
	fBody                    // share of the question in its code
	fProse                   // in its comments
	fString                  // in its strings
	fName                    // in its name
	fDirs                    // in its folders
	fFirst                   // share of the first line, in any field
	fRarest                  // rarity of its rarest word, relative to the rarest one of the question
	fNamed                   // share of its name in the question
	fRole                    // its role: 0 for source, and only source is reordered
	fLength                  // logarithm of the length of its code
	fLanguage                // share of the source files with its extension
	fCoChange                // what good files passed on to those that change with them
	fHeard                   // score added by the commit whose message matches best
	fMessage                 // how well the messages of all commits that changed it match
	fLearned                 // share of the commits mentioning a word of the question that changed it
	fRecent                  // how recently it changed
	fWords                   // logarithm of the number of words in the question
	features
)

// featureScale is the factor that scales features before they are rounded to integers.
const featureScale = 1000

// maxReordered is the number of best files by score that are put in the learned order.
const maxReordered = 100

// featureRow holds the features of a file, in thousandths.
type featureRow [features]int16

// reorder puts the source files among the best ones into the learned order. The scores stay at their ranks. Files
// that the question names by path keep their rank, and so do files other than source, because the training data had
// no questions about them. The history must not be nil: without one, the learned order is no better than the score.
func (s *scoring) reorder() {
	type candidate struct {
		file     int
		estimate int32
	}
	order := slices.DeleteFunc(s.best(maxReordered), func(i int) bool { parts, _ := s.q.matchedPath(s.x.files[i].path); return parts > 0 })
	var learned []candidate
	var scores []float64
	for k, row := range s.rows(order) {
		if i := order[k]; s.x.files[i].role == Source {
			learned, scores = append(learned, candidate{i, theForest().estimate(&row)}), append(scores, s.total[i])
		}
	}
	slices.SortStableFunc(learned, func(a, b candidate) int { return -cmp.Compare(a.estimate, b.estimate) })
	for k, j := range learned {
		s.total[j.file] = scores[k]
	}
}

// rows returns the features of files, given best score first.
func (s *scoring) rows(order []int) []featureRow {
	rows := make([]featureRow, len(order))
	if len(rows) == 0 {
		return rows
	}
	q, top, languages := s.questionWeights(), s.total[order[0]], s.x.languages()
	for k, i := range order {
		f := &s.x.files[i]
		var v [features]float64
		v[fPlace] = float64(k) / 100
		v[fScore] = s.total[i] / top
		v[fAbsolute] = s.total[i] / q.weight
		if k+1 < len(order) {
			v[fGap] = (s.total[i] - s.total[order[k+1]]) / top
		}
		s.wordFeatures(&v, i, q)
		v[fRole] = float64(f.role)
		v[fLength] = math.Log1p(float64(f.doc.lengths[bodyField]))
		v[fLanguage] = languages[path.Ext(f.path)]
		s.historyFeatures(&v, i, top)
		v[fWords] = math.Log1p(float64(len(s.q.words)))
		for j, value := range v {
			rows[k][j] = int16(math.Round(min(max(value*featureScale, 0), math.MaxInt16)))
		}
	}
	return rows
}

// questionWeights holds the weights of a question's words: of all, of the first line, and of the rarest one. None is 0.
type questionWeights struct{ weight, first, rarest float64 }

// questionWeights returns the weights of the question's words.
func (s *scoring) questionWeights() questionWeights {
	const least = 1e-9
	q := questionWeights{least, least, least}
	for _, t := range s.m.terms {
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

// wordFeatures sets the features of what a file has in common with the question.
func (s *scoring) wordFeatures(v *[features]float64, i int, q questionWeights) {
	names := 0.0
	for _, h := range s.m.hitsOf(i) {
		t := &s.m.terms[h.termIndex]
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

// historyFeatures sets the features that depend on the history.
func (s *scoring) historyFeatures(v *[features]float64, i int, top float64) {
	h := s.history
	v[fCoChange] = 10 * s.coChangeScores[i] / top
	v[fHeard] = s.commitMatches[i].gain / top
	v[fRecent] = s.recency(i)
	changed := h.byPath[s.x.files[i].path]
	for _, n := range changed[:min(len(changed), maxCoChange)] {
		fit, several := s.coverage[n], math.Sqrt(float64(len(h.commits[n].paths)))
		v[fMessage] += fit.share * fit.share * decay(n, weightHalfLife) / several
		v[fLearned] += fit.informative / several
	}
}

// languages returns the share of each extension among the source files.
func (x *Index) languages() map[string]float64 {
	x.languagesOnce.Do(func() {
		x.languageShares = map[string]float64{}
		all := 0.0
		for i := range x.files {
			if x.files[i].role == Source {
				x.languageShares[path.Ext(x.files[i].path)]++
				all++
			}
		}
		for e := range x.languageShares {
			x.languageShares[e] /= all
		}
	})
	return x.languageShares
}
