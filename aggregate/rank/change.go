package rank

import (
	"cmp"
	"context"
	"maps"
	"math"
	"slices"
	"strings"
)

// Change is a change of some files, which others may go with.
type Change struct {
	Files    []ChangedFile
	Question string // what else the files are about; may be empty
}

// ChangedFile is a file of a change with its changed lines.
type ChangedFile struct {
	Path           string
	OldPath        string // before it was renamed; empty: the same
	Added, Removed string // the lines, joined by \n
}

// The features of a file beside a change, each relative to the file that has most of it.
const (
	changeWords    = iota // it has words of the changed lines (BM25F)
	changeNames           // it defines names that the changed lines use
	changeUsers           // it uses names that the changed files define on changed lines
	changeLeft            // it still has names that the change removed
	changeLinked          // the changed files use what it defines
	changeLinks           // it uses what the changed files define
	changeTogether        // earlier commits changed it together with the changed files
	changeAlike           // its name has words of theirs
	changeRecent          // how recently it changed; 1 is the newest commit
	changeFeatures
)

// ChangeWeights are what each feature of a file beside a change adds to its score.
type ChangeWeights [changeFeatures]float64

// ChangeFeatures names the features, in the order of [ChangeWeights].
func ChangeFeatures() []string {
	return []string{"words", "names defined", "names used", "names left", "linked from", "links to", "together", "alike", "recent"}
}

// DefaultChangeWeights are the weights in use.
func DefaultChangeWeights() ChangeWeights {
	return ChangeWeights{
		changeWords: 2, changeNames: 0.4, changeUsers: 0.4, changeLeft: 0.4, changeLinked: 0.1, changeLinks: 0.4,
		changeTogether: 1, changeAlike: 0.3, changeRecent: 0.1,
	}
}

// RankChange ranks the files that a change does not touch by how likely they go with it: at most n. The history may
// be nil. The same files and the same change give the same ranking. The error is the context's.
func (x *Index) RankChange(ctx context.Context, c Change, n int, h *History, w ChangeWeights) (*Ranking, error) {
	s := &besides{x: x, history: h, touched: map[int]int{}, values: make([]ChangeWeights, len(x.files)), why: map[int][]because{}}
	for k, f := range c.Files {
		if i, ok := x.at(f.Path); ok {
			s.touched[i] = k
		}
	}
	if err := s.words(ctx, c); err != nil {
		return nil, err
	}
	s.names(c)
	s.linked()
	s.together(c)
	s.alike(c)
	r := &Ranking{x: x, asked: map[term]float64{}, Files: s.best(n, w)}
	for _, t := range s.scoring.m.wants {
		if !t.pair && (!t.exact || isIdentifier(t.term)) {
			r.asked[t.id] = t.weight * t.idf
		}
	}
	return r, ctx.Err()
}

// besides collects the features of files beside a change.
type besides struct {
	x       *Index
	history *History
	touched map[int]int // files of the index that the change touches, by their places in it
	values  []ChangeWeights
	why     map[int][]because
	scoring *scoring
}

// because is a reason of a feature.
type because struct {
	feature int
	gain    float64
	text    string
}

func (s *besides) add(feature, i int, gain float64, text string) {
	s.values[i][feature] += gain
	if text != "" {
		s.why[i] = append(s.why[i], because{feature, gain, text})
	}
}

// words compares the words of the changed lines.
func (s *besides) words(ctx context.Context, c Change) error {
	q := newQuestion(c.Question)
	for _, f := range c.Files {
		q.take(f.Added, 1)
		q.take(f.Removed, 1)
	}
	m, err := s.x.match(ctx, q)
	if err != nil {
		return err
	}
	w := Defaults()
	s.scoring = &scoring{x: s.x, q: q, m: m, w: &w}
	m.byFile(func(i int, hits []hit) { s.values[i][changeWords] = s.scoring.file(i, hits) })
	return nil
}

// tokens returns the identifiers of a text that are longer than two runes.
func tokens(text string) map[string]bool {
	out := map[string]bool{}
	eachToken(text, func(token string) {
		if len(token) > 2 {
			out[token] = true
		}
	})
	return out
}

// names follows the names of the changed lines to the files that define and use them.
func (s *besides) names(c Change) {
	added, removed := map[string]bool{}, map[string]bool{}
	for _, f := range c.Files {
		maps.Copy(added, tokens(f.Added))
		maps.Copy(removed, tokens(f.Removed))
	}
	all := maps.Clone(added)
	maps.Copy(all, removed)
	for _, name := range slices.Sorted(maps.Keys(all)) {
		var defined, used []int32
		inChange, definedInChange := false, false
		s.x.each(nameTerm(name), func(file int32, packed uint32) {
			_, touched := s.touched[int(file)]
			defines := levelIn(packed, defField) > 0
			switch {
			case touched:
				inChange, definedInChange = true, definedInChange || defines
			case defines:
				defined = append(defined, file)
			default:
				used = append(used, file)
			}
		})
		files := float64(len(defined) + len(used))
		if files == 0 {
			continue
		}
		rare := idf(len(s.x.files), len(defined)+len(used))
		if !isIdentifier(name) {
			rare *= 0.5
		}
		for _, f := range defined {
			s.add(changeNames, int(f), rare/float64(len(defined)), name)
		}
		for _, f := range used {
			if definedInChange {
				s.add(changeUsers, int(f), rare/math.Sqrt(float64(len(used))), name)
			}
			if removed[name] && !inChange && len(defined) == 0 {
				s.add(changeLeft, int(f), rare/math.Sqrt(float64(len(used))), name)
			}
		}
		if removed[name] && !inChange {
			for _, f := range defined {
				s.add(changeLeft, int(f), rare/math.Sqrt(files), name)
			}
		}
	}
}

// linked follows the references between the changed files and others.
func (s *besides) linked() {
	g := links{s.x, map[term]definition{}}
	for _, i := range slices.Sorted(maps.Keys(s.touched)) {
		for feature, list := range map[int][]link{changeLinked: g.out(i), changeLinks: g.in(i)} {
			all := 0.0
			for _, k := range list {
				all += float64(k.weight)
			}
			for _, k := range list {
				s.add(feature, int(k.to), float64(k.weight)/math.Sqrt(all), s.x.files[i].path)
			}
		}
	}
}

// together counts the commits that changed other files with those of the change.
func (s *besides) together(c Change) {
	if s.history == nil {
		return
	}
	for _, f := range c.Files {
		own := cmp.Or(f.OldPath, f.Path)
		with, all := s.history.with(own)
		for p, often := range with {
			if to, ok := s.x.at(p); ok {
				s.add(changeTogether, to, often/all, own)
			}
		}
	}
	for i := range s.x.files {
		if changed := s.history.of[s.x.files[i].path]; len(changed) > 0 {
			s.values[i][changeRecent] = fades(changed[0], halfRecent)
		}
	}
}

// alike compares the names of files.
func (s *besides) alike(c Change) {
	have := map[term]int{}
	for i := range s.x.files {
		for _, t := range s.x.files[i].name {
			have[t]++
		}
	}
	for _, changed := range c.Files {
		var terms []term
		eachTerm(nameOf(changed.Path), func(t term) { terms = append(terms, t) })
		for i := range s.x.files {
			f, same := &s.x.files[i], 0.0
			for _, t := range terms {
				if slices.Contains(f.name, t) {
					same += idf(len(s.x.files), have[t])
				}
			}
			s.values[i][changeAlike] = max(s.values[i][changeAlike], same/float64(max(1, len(f.name))))
		}
	}
}

// best returns the n best files.
func (s *besides) best(n int, w ChangeWeights) []Ranked {
	var most ChangeWeights
	for i := range s.values {
		if _, touched := s.touched[i]; touched {
			continue
		}
		for k, v := range s.values[i] {
			most[k] = max(most[k], v)
		}
	}
	most[changeRecent] = 1
	type scored struct {
		file  int
		score float64
		gains ChangeWeights
	}
	var all []scored
	for i := range s.values {
		one := scored{file: i}
		for k, v := range s.values[i] {
			if most[k] > 0 {
				one.gains[k] = w[k] * v / most[k]
				one.score += one.gains[k]
			}
		}
		one.score = math.Round(one.score*s.scoring.role(i)*1e6) / 1e6 // in whatever order it was added up
		if _, touched := s.touched[i]; !touched && one.score > 0 {
			all = append(all, one)
		}
	}
	slices.SortFunc(all, func(a, b scored) int { return cmp.Or(-cmp.Compare(a.score, b.score), cmp.Compare(a.file, b.file)) })
	out := make([]Ranked, 0, min(n, len(all)))
	for _, one := range all[:min(n, len(all))] {
		out = append(out, Ranked{s.x.files[one.file].path, one.score, s.reasons(one.file, one.gains)})
	}
	return out
}

// changeKinds are the kinds of reasons of the features that tell one.
var changeKinds = [changeFeatures]string{
	changeNames: DefinesNames, changeUsers: UsesNames, changeLeft: HasRemoved, changeLinked: LinkedFrom, changeLinks: LinksTo, changeTogether: ChangesTogether,
}

// told is the least that a feature adds to a score to be a reason.
const told = 0.02

// reasons says why a file is where it is, what adds most first.
func (s *besides) reasons(i int, gains ChangeWeights) []Reason {
	type part struct {
		gain float64
		Reason
	}
	var parts []part
	for k, kind := range changeKinds {
		if kind == "" || gains[k] < told {
			continue
		}
		var list []because
		for _, b := range s.why[i] {
			if b.feature == k {
				list = append(list, b)
			}
		}
		slices.SortFunc(list, func(a, b because) int { return cmp.Or(-cmp.Compare(a.gain, b.gain), strings.Compare(a.text, b.text)) })
		var said []string
		for _, b := range list[:min(len(list), maxTold)] {
			said = append(said, b.text)
		}
		parts = append(parts, part{gains[k], Reason{kind, strings.Join(said, ", ")}})
	}
	if words := s.scoring.reasons(i); gains[changeWords] >= told {
		for _, r := range words {
			if r.Kind == Words {
				parts = append(parts, part{0, r}) // last: names say more than the words that they are made of
			}
		}
	}
	slices.SortStableFunc(parts, func(a, b part) int { return -cmp.Compare(a.gain, b.gain) })
	out := []Reason{}
	for _, p := range parts {
		out = append(out, p.Reason)
	}
	return out
}
