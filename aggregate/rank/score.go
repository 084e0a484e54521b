package rank

import (
	"cmp"
	"context"
	"math"
	"slices"
	"strings"
)

// Ranked is a file with its rank.
type Ranked struct {
	Path    string   `json:"path"`
	Score   float64  `json:"score"` // positive; meaningful only relative to other scores of the ranking
	Reasons []Reason `json:"reasons"`
}

// Ranking is the result of a question to an index.
type Ranking struct {
	Files []Ranked // the best first

	x           *Index
	termWeights map[term]float64 // the weights of the question's words and identifiers
}

// Rank ranks the files for a question and returns at most n of those that are related to it. The same files and the
// same question produce the same ranking. The error is that of ctx.
func (x *Index) Rank(ctx context.Context, question string, n int) (*Ranking, error) {
	return x.RankWith(ctx, question, n, With{Weights: Defaults()})
}

// With is what a ranking depends on in addition to the index.
type With struct {
	Weights Weights
	History *History // may be nil
}

// RankWith is like [Index.Rank] with the given weights and history.
func (x *Index) RankWith(ctx context.Context, question string, n int, with With) (*Ranking, error) {
	q := newQuestion(question)
	m, err := x.match(ctx, q)
	if err != nil {
		return nil, err
	}
	s := x.score(q, m, &with)
	r := &Ranking{x: x, termWeights: map[term]float64{}}
	for _, t := range m.terms {
		if !t.pair && (!t.exact || isIdentifier(t.term)) {
			r.termWeights[t.id] = t.weight * t.idf
		}
	}
	for _, i := range s.best(n) {
		r.Files = append(r.Files, Ranked{x.files[i].path, s.total[i], s.reasons(i)})
	}
	return r, nil
}

// scoring is the state of scoring files for a question.
type scoring struct {
	x       *Index
	q       *question
	m       *matches
	w       *Weights
	total   []float64           // by file
	tests   map[int]float64     // scores that test files would have as source
	origins map[int]scoreOrigin // the main origin of what the walk added

	history        *History
	commitMatches  map[int]commitMatch // the best matching commit of each file
	coverage       []messageCoverage   // how well each commit's message matches
	sortedWords    []string            // the question's words
	coChangeScores map[int]float64     // what the best files passed on to those that change with them
}

func (x *Index) score(q *question, m *matches, with *With) *scoring {
	s := &scoring{x: x, q: q, m: m, w: &with.Weights, history: with.History, total: make([]float64, len(x.files)), tests: map[int]float64{}}
	m.byFile(func(i int, hits []hit) {
		score := s.file(i, hits)
		if s.total[i] = score * s.role(i); x.files[i].role == Test {
			s.tests[i] = score
		}
	})
	s.addHistory()
	s.walk()
	s.boostNamed()
	for i, score := range s.total {
		s.total[i] = math.Round(score*1e6) / 1e6 // independent of the order of summation
	}
	if s.w.Learned && s.history != nil {
		s.reorder()
	}
	return s
}

// best returns the n best files that have a score.
func (s *scoring) best(n int) []int {
	var order []int
	byScore := func(a, b int) int { return cmp.Or(-cmp.Compare(s.total[a], s.total[b]), cmp.Compare(a, b)) }
	few := 0 < n && n <= maxReordered // a sorted list of n is maintained: sorting 100 000 files takes longer than ranking them
	for i, score := range s.total {
		switch {
		case score <= 0:
		case !few || len(order) < n:
			order = append(order, i)
			if few && len(order) == n {
				slices.SortFunc(order, byScore)
			}
		case score > s.total[order[n-1]]:
			at, _ := slices.BinarySearchFunc(order, i, byScore)
			copy(order[at+1:], order[at:])
			order[at] = i
		}
	}
	if !few || len(order) < n {
		slices.SortFunc(order, byScore)
	}
	return order[:min(n, len(order))]
}

// file returns the score of the matched terms of a file.
func (s *scoring) file(i int, hits []hit) float64 {
	sum, names := 0.0, 0
	for _, h := range hits {
		sum += s.gain(i, h)
		if !s.m.terms[h.termIndex].pair {
			names += int(h.name)
		}
	}
	if names > 0 {
		sum += s.w.Name * float64(names) / float64(len(s.x.files[i].name))
	}
	return sum
}

// gain returns the score of a matched term of a file.
func (s *scoring) gain(i int, h hit) float64 {
	t := &s.m.terms[h.termIndex]
	rare := t.idf * (1 + s.w.Repeat*math.Log(float64(max(1, t.times))))
	if t.weight < 1 {
		rare *= s.w.LaterLines
	}
	if t.pair {
		rare *= s.w.Pair
	}
	if !t.exact {
		tf := s.frequency(i, h)
		return rare * tf * (s.w.K1 + 1) / (tf + s.w.K1)
	}
	if !isIdentifier(t.term) {
		rare *= s.w.Plain
	}
	if levelIn(uint32(h.packed), defField) > 0 {
		return rare * s.w.Def
	}
	return rare * s.w.Use
}

// frequency returns the frequency of a term in a file, with each field weighted and normalized by its length (BM25F).
func (s *scoring) frequency(i int, h hit) float64 {
	f, sum := &s.x.files[i], 0.0
	add := func(k field, n, length float64) {
		if n > 0 {
			sum += s.w.Field[k] * n / (1 - s.w.B[k] + s.w.B[k]*length/s.x.average[k])
		}
	}
	for k := range contentFields {
		if n := levels[levelIn(uint32(h.packed), k)]; k == proseField && f.text {
			sum += s.w.Field[bodyField] * n
			continue
		}
		add(k, levels[levelIn(uint32(h.packed), k)], float64(f.doc.lengths[k]))
	}
	add(nameField, float64(h.name), float64(len(f.name)))
	add(pathField, float64(h.dirs), float64(len(f.dirs)))
	return sum
}

// role returns the factor of a file's role.
func (s *scoring) role(i int) float64 {
	r := s.x.files[i].role
	if s.q.roles[r] {
		return max(s.w.Role[r], s.w.RoleFloor[r])
	}
	return s.w.Role[r]
}

// boostNamed moves the files that the question names by path to the top, those with more matching path parts first.
func (s *scoring) boostNamed() {
	if len(s.q.paths) == 0 || len(s.total) == 0 {
		return
	}
	top := slices.Max(s.total)
	for i := range s.x.files {
		if parts, _ := s.q.matchedPath(s.x.files[i].path); parts > 0 {
			s.total[i] += (top + 1) * (1 + 0.1*float64(min(parts, 9)))
		}
	}
}

// matchedPath returns which of the paths in the question names a file, and how many of its parts match.
func (q *question) matchedPath(file string) (parts int, path string) {
	for _, p := range q.paths {
		if n := matchPath(p, file); n > parts {
			parts, path = n, p
		}
	}
	return parts, path
}

// reasons returns the reasons for a file's rank.
func (s *scoring) reasons(i int) []Reason {
	out := []Reason{}
	if _, named := s.q.matchedPath(s.x.files[i].path); named != "" {
		out = append(out, Reason{Named, named})
	}
	var defined, words []termMatch
	for _, h := range s.m.hitsOf(i) {
		t := s.m.terms[h.termIndex]
		f := termMatch{t.term, h, s.gain(i, h)}
		switch {
		case t.pair:
		case !t.exact:
			words = append(words, f)
		case levelIn(uint32(h.packed), defField) > 0 && !stopWords()[strings.ToLower(t.term)]:
			defined = append(defined, f)
		}
	}
	out = append(out, reasons(s.q, defined, words)...)
	if l, ok := s.origins[i]; ok {
		out = append(out, Reason{l.kind, s.x.files[l.from].path})
	}
	return append(out, s.historyReasons(i)...)
}
