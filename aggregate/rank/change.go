package rank

import (
	"cmp"
	"context"
	"maps"
	"math"
	"slices"
	"strings"
	"sync"

	"dossier/aggregate/parallel"
	"dossier/aggregate/text"
)

// Change is a change of some files, for which related files are ranked.
type Change struct {
	Files    []ChangedFile
	Question string // the subject beyond the files; may be empty
}

// ChangedFile is a file of a change with its changed lines.
type ChangedFile struct {
	Path           string
	OldPath        string // before a rename; empty if it is the same
	Added, Removed string // the lines, joined by \n
}

// The features of a file for a change, each relative to the file with the highest value.
const (
	changeWords    = iota // it has words of the changed lines (BM25F)
	changeNames           // it defines names that the changed lines use
	changeUsers           // it uses names that the changed files define on changed lines
	changeRemoved         // it still has names that the change removed
	changeLinked          // the changed files use what it defines
	changeLinks           // it uses what the changed files define
	changeTests           // it is a test that uses what the changed files define, or has their name
	changeCoChange        // earlier commits changed it together with the changed files
	changeSimilar         // its name has words of the changed files' names
	changeRecent          // how recently it changed; 1 is the newest commit
	changeFeatures
)

// ChangeWeights are the weights of the features of a file for a change.
type ChangeWeights [changeFeatures]float64

// ChangeFeatures returns the names of the features, in the order of [ChangeWeights].
func ChangeFeatures() []string {
	return []string{"words", "names defined", "names used", "names left", "linked from", "links to", "tests", "together", "alike", "recent"}
}

// DefaultChangeWeights returns the weights in use.
func DefaultChangeWeights() ChangeWeights {
	return ChangeWeights{
		changeWords: 2, changeNames: 0.4, changeUsers: 0.4, changeRemoved: 0.4, changeLinked: 0.1, changeLinks: 0.4,
		changeTests: 0.6, changeCoChange: 1, changeSimilar: 0.3, changeRecent: 0.1,
	}
}

// scaleFloor is the highest value of a feature that any file has for a weak but meaningful change: about the first
// decile of the changes that the weights were chosen on. If no file reaches it, as for a change of a comment, the
// feature is scaled down. The other features need no bound, because they require a name or a reference.
var scaleFloor = ChangeWeights{changeWords: 20, changeCoChange: 0.2, changeSimilar: 1.5}

// RankChange ranks the files outside a change by how likely they belong to it, and returns at most n. The history may
// be nil. The same files and the same change produce the same ranking. The error is that of ctx.
func (x *Index) RankChange(ctx context.Context, c Change, n int, h *History, w ChangeWeights) (*Ranking, error) {
	s := &changeScoring{x: x, history: h, touched: map[int]int{}, links: links{x, map[term]definition{}}, incoming: map[int][]link{}, values: make([]ChangeWeights, len(x.files))}
	for k := range s.featureReasons {
		s.featureReasons[k] = map[int][]featureReason{}
	}
	for k, f := range c.Files {
		if i, ok := x.at(f.Path); ok {
			s.touched[i] = k
		}
	}
	c = c.bounded()
	stages := []func() error{ // each sets its own features
		func() error { return s.scoreWords(ctx, c) },
		func() error { s.scoreNames(c); return nil },
		func() error { s.scoreLinks(); s.scoreTests(); return nil },
		func() error { s.scoreCoChanges(c); s.scoreSimilarNames(c); return nil },
	}
	if err := parallel.Each(ctx, len(stages), func(i int) error { return stages[i]() }); err != nil {
		return nil, err
	}
	best, err := s.best(ctx, n, w)
	if err != nil {
		return nil, err
	}
	r := &Ranking{x: x, termWeights: map[term]float64{}, Files: best}
	for _, t := range s.scoring.m.terms {
		if !t.pair && (!t.exact || isIdentifier(t.term)) {
			r.termWeights[t.id] = t.weight * t.idf
		}
	}
	return r, nil
}

// maxChanged is the maximum size of the changed lines that are read, in bytes.
const maxChanged = 256 << 10

// bounded returns a change limited to the first lines of each file, with an equal share for all files.
func (c Change) bounded() Change {
	all := 0
	for _, f := range c.Files {
		all += len(f.Added) + len(f.Removed)
	}
	if all <= maxChanged {
		return c
	}
	out := Change{Question: c.Question, Files: slices.Clone(c.Files)}
	left := maxChanged
	take := func(lines string, share int) string {
		if len(lines) > share {
			lines = lines[:strings.LastIndexByte(lines[:share], '\n')+1]
		}
		left -= len(lines)
		return lines
	}
	order := make([]int, len(out.Files)) // smallest need first, so that unused shares go to the others
	for i := range order {
		order[i] = i
	}
	need := func(i int) int { return len(out.Files[i].Added) + len(out.Files[i].Removed) }
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(need(a), need(b)) })
	for k, i := range order {
		f, share := &out.Files[i], left/(len(order)-k)
		removed := max(share/2, share-len(f.Added))
		f.Removed = take(f.Removed, removed)
		f.Added = take(f.Added, share-len(f.Removed))
	}
	return out
}

// changeScoring collects the features of files for a change.
type changeScoring struct {
	x              *Index
	history        *History
	touched        map[int]int // index positions of the files in the change, mapped to their positions in the change
	links          links
	incoming       map[int][]link // by file, the known links from others to it
	values         []ChangeWeights
	featureReasons [changeFeatures]map[int][]featureReason // by file
	scoring        *scoring
}

// featureReason is the reason for a feature.
type featureReason struct {
	gain float64
	text string
}

func (s *changeScoring) add(feature, i int, gain float64, text string) {
	s.values[i][feature] += gain
	if text != "" {
		s.featureReasons[feature][i] = append(s.featureReasons[feature][i], featureReason{gain, text})
	}
}

// scoreWords compares the files with the words of the changed lines.
func (s *changeScoring) scoreWords(ctx context.Context, c Change) error {
	q := newQuestion(c.Question)
	for _, f := range c.Files {
		q.add(f.Added, 1)
		q.add(f.Removed, 1)
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

// tokens returns the identifiers of a text that are longer than two bytes.
func tokens(text string) map[string]bool {
	out := map[string]bool{}
	eachToken(text, func(token string) {
		if len(token) > 2 {
			out[token] = true
		}
	})
	return out
}

// withoutComments drops the lines of a file that look like comments, because their words are not names.
func withoutComments(path, lines string) string {
	st := styleOf(text.Language(path, ""))
	var b strings.Builder
	for line := range strings.Lines(lines) {
		if !st.isComment(line) {
			b.WriteString(line)
		}
	}
	return b.String()
}

// scoreNames finds the files that define and use the names on the changed lines.
func (s *changeScoring) scoreNames(c Change) {
	added, removed := map[string]bool{}, map[string]bool{}
	for _, f := range c.Files {
		maps.Copy(added, tokens(withoutComments(f.Path, f.Added)))
		maps.Copy(removed, tokens(withoutComments(f.Path, f.Removed)))
	}
	all := maps.Clone(added)
	maps.Copy(all, removed)
	var defined, used []int32
	for _, name := range slices.Sorted(maps.Keys(all)) {
		defined, used = defined[:0], used[:0]
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
				s.add(changeRemoved, int(f), rare/math.Sqrt(float64(len(used))), name)
			}
		}
		if removed[name] && !inChange {
			for _, f := range defined {
				s.add(changeRemoved, int(f), rare/math.Sqrt(files), name)
			}
		}
	}
}

// users returns the links from other files to a file.
func (s *changeScoring) users(file int) []link {
	list, ok := s.incoming[file]
	if !ok {
		list = s.links.in(file)
		s.incoming[file] = list
	}
	return list
}

// scoreLinks follows references between the changed files and others.
func (s *changeScoring) scoreLinks() {
	for _, i := range slices.Sorted(maps.Keys(s.touched)) {
		for feature, list := range map[int][]link{changeLinked: s.links.out(i), changeLinks: s.users(i)} {
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

// maxNeighbours is the maximum number of files linked with the change whose tests are considered too.
const maxNeighbours = 20

// scoreTests finds the tests of the changed files: they use what these files define, or have their name. A test that
// also covers a neighbour of the change, which the change may break, counts twice.
func (s *changeScoring) scoreTests() {
	covers := map[int][]featureReason{}
	cover := func(test, changed int, weight float64) {
		if _, touched := s.touched[test]; touched || s.x.files[test].role != Test || !s.sameLanguage(test, changed) {
			return
		}
		covers[test] = append(covers[test], featureReason{weight, s.x.files[changed].path})
	}
	subjects := map[term][]int{} // the changed files other than tests, by name
	for _, i := range slices.Sorted(maps.Keys(s.touched)) {
		if s.x.files[i].role == Test {
			continue
		}
		name := wholeName(s.x.files[i].name, false)
		subjects[name] = append(subjects[name], i)
		most := float32(0)
		list := s.users(i)
		for _, k := range list {
			most = max(most, k.weight)
		}
		for _, k := range list {
			cover(int(k.to), i, float64(k.weight/most))
		}
	}
	if len(subjects) == 0 {
		return
	}
	named := map[term]int{} // number of files with a subject's name: names such as doc and index are not specific
	for i := range s.x.files {
		if f := &s.x.files[i]; f.role != Test {
			if name := wholeName(f.name, false); len(subjects[name]) > 0 {
				named[name]++
			}
		}
	}
	for test := range s.x.files {
		if f := &s.x.files[test]; f.role == Test {
			name := wholeName(f.name, true)
			if named[name] > maxDefiners {
				continue
			}
			for _, i := range subjects[name] {
				if at := slices.IndexFunc(covers[test], func(b featureReason) bool { return b.text == s.x.files[i].path }); at >= 0 {
					covers[test][at].gain++
				} else {
					cover(test, i, 1)
				}
			}
		}
	}
	neighbours := map[int]string{}
	for _, n := range s.neighbours() {
		for _, k := range s.users(n) {
			if _, known := neighbours[int(k.to)]; !known && len(covers[int(k.to)]) > 0 && s.sameLanguage(int(k.to), n) {
				neighbours[int(k.to)] = s.x.files[n].path
			}
		}
	}
	for test, list := range covers {
		for _, b := range list {
			if other := neighbours[test]; other != "" {
				b.gain, b.text = 2*b.gain, b.text+" + "+other
			}
			s.add(changeTests, test, b.gain, b.text)
		}
	}
}

// families maps languages to a language whose files share names with theirs.
var families = map[string]string{
	"typescript": "javascript", "tsx": "javascript", "jsx": "javascript", "vue": "javascript", "svelte": "javascript", "cpp": "c", "kotlin": "java", "scala": "java", "groovy": "java",
}

// sameLanguage reports whether two files are of languages that share names: an equal name in an unrelated language
// does not make a test.
func (s *changeScoring) sameLanguage(a, b int) bool {
	one, other := s.x.files[a].doc.key.language, s.x.files[b].doc.key.language
	return cmp.Or(families[one], one) == cmp.Or(families[other], other)
}

// neighbours returns the files other than tests that are linked with the changed ones, nearest first.
func (s *changeScoring) neighbours() []int {
	var list []int
	near := func(i int) float64 { return s.values[i][changeLinked] + s.values[i][changeLinks] }
	for i := range s.values {
		if _, touched := s.touched[i]; !touched && near(i) > 0 && s.x.files[i].role != Test {
			list = append(list, i)
		}
	}
	slices.SortFunc(list, func(a, b int) int { return cmp.Or(-cmp.Compare(near(a), near(b)), cmp.Compare(a, b)) })
	return list[:min(len(list), maxNeighbours)]
}

// testWords returns the words that names of tests add to those of their subjects.
var testWords = sync.OnceValue(func() []term {
	return []term{wordTerm(stem("test")), wordTerm(stem("tests")), wordTerm(stem("spec")), wordTerm(stem("specs"))}
})

// wholeName returns the term of all words of a file's name, for a test without the test words.
func wholeName(words []term, test bool) term {
	name := term(0)
	for _, t := range words {
		if !test || !slices.Contains(testWords(), t) {
			name = pairTerm(name, t)
		}
	}
	return name
}

// scoreCoChanges scores the files that earlier commits changed together with those of the change.
func (s *changeScoring) scoreCoChanges(c Change) {
	if s.history == nil {
		return
	}
	for _, f := range c.Files {
		own := cmp.Or(f.OldPath, f.Path)
		with, all := s.history.coChanged(own)
		for p, often := range with {
			if to, ok := s.x.at(p); ok {
				s.add(changeCoChange, to, often/all, own)
			}
		}
	}
	for i := range s.x.files {
		if changed := s.history.byPath[s.x.files[i].path]; len(changed) > 0 {
			s.values[i][changeRecent] = decay(changed[0], recencyHalfLife)
		}
	}
}

// scoreSimilarNames scores the files with names similar to those of the changed files.
func (s *changeScoring) scoreSimilarNames(c Change) {
	names, have := make([][]term, len(c.Files)), map[term][]int{} // the files with each word of the names
	for k, changed := range c.Files {
		eachTerm(nameOf(changed.Path), func(t term) { names[k], have[t] = append(names[k], t), nil })
	}
	for i := range s.x.files {
		for _, t := range s.x.files[i].name {
			if list, asked := have[t]; asked {
				have[t] = append(list, i)
			}
		}
	}
	for _, terms := range names {
		same := map[int]float64{}
		for _, t := range terms {
			rare, last := idf(len(s.x.files), len(have[t])), -1
			for _, i := range have[t] {
				if i != last { // a name may have a word twice
					same[i] += rare
				}
				last = i
			}
		}
		for i, sum := range same {
			s.values[i][changeSimilar] = max(s.values[i][changeSimilar], sum/float64(len(s.x.files[i].name)))
		}
	}
}

// best returns the n best files with their reasons.
func (s *changeScoring) best(ctx context.Context, n int, w ChangeWeights) ([]Ranked, error) {
	var most ChangeWeights
	for i := range s.values {
		if _, touched := s.touched[i]; touched {
			continue
		}
		for k, v := range s.values[i] {
			most[k] = max(most[k], v)
		}
	}
	for k := range most {
		most[k] = max(most[k], scaleFloor[k])
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
		tests := one.gains[changeTests]                                               // tests are not penalized for being tests
		one.score = math.Round(((one.score-tests)*s.scoring.role(i)+tests)*1e6) / 1e6 // independent of the order of summation
		if _, touched := s.touched[i]; !touched && one.score > 0 {
			all = append(all, one)
		}
	}
	slices.SortFunc(all, func(a, b scored) int { return cmp.Or(-cmp.Compare(a.score, b.score), cmp.Compare(a.file, b.file)) })
	out := make([]Ranked, min(n, len(all)))
	return out, parallel.Each(ctx, len(out), func(i int) error {
		out[i] = Ranked{s.x.files[all[i].file].path, all[i].score, s.reasons(all[i].file, all[i].gains)}
		return nil
	})
}

// changeKinds maps features to the kinds of their reasons; features without a kind have no reason.
var changeKinds = [changeFeatures]string{
	changeNames: DefinesNames, changeUsers: UsesNames, changeRemoved: HasRemoved, changeLinked: LinkedFrom, changeLinks: LinksTo, changeTests: TestsChange, changeCoChange: CoChange,
}

// minReasonShare is the minimum share of a score for which a feature is listed as a reason.
const minReasonShare = 0.02

// reasons returns the reasons for a file's rank, the one with the highest gain first.
func (s *changeScoring) reasons(i int, gains ChangeWeights) []Reason {
	type part struct {
		gain float64
		Reason
	}
	var parts []part
	for k, kind := range changeKinds {
		if kind == "" || gains[k] < minReasonShare || k == changeLinks && gains[changeTests] >= minReasonShare { // the reason that it tests the change is more specific
			continue
		}
		list := s.featureReasons[k][i]
		slices.SortFunc(list, func(a, b featureReason) int {
			return cmp.Or(-cmp.Compare(a.gain, b.gain), strings.Compare(a.text, b.text))
		})
		var texts []string
		for _, b := range list[:min(len(list), maxReasonItems)] {
			texts = append(texts, b.text)
		}
		parts = append(parts, part{gains[k], Reason{kind, strings.Join(texts, ", ")}})
	}
	if gains[changeWords] >= minReasonShare {
		for _, r := range s.scoring.reasons(i) {
			if r.Kind == Words {
				parts = append(parts, part{0, r}) // last: names are more specific than their words
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
