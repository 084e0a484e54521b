package rank

import (
	"cmp"
	"maps"
	"math"
	"slices"
	"strings"
	"unicode/utf8"

	"dossier/aggregate/parallel"
	"dossier/aggregate/rank/classic"
)

// rankings are the simple ones that this one is compared with.
var rankings = []string{"BM25", "classic"}

// simple measures the simple rankings.
func (r *trees) simple(list []*asking, files []map[string]string) {
	wanted := map[string]bool{}
	for _, a := range list {
		for w := range plainWords(a.Query) {
			wanted[w] = true
		}
	}
	ids := slices.Sorted(maps.Keys(r.texts))
	bags := make([]bag, len(ids))
	err := parallel.Each(r.t.Context(), len(ids), func(i int) error {
		bags[i].take(r.texts[ids[i]], 1, wanted)
		return nil
	})
	if err != nil {
		r.t.Fatal(err)
	}
	byID := map[string]bag{}
	for i, id := range ids {
		byID[id] = bags[i]
	}
	err = parallel.Each(r.t.Context(), len(list), func(i int) error {
		var paths []string
		for _, p := range slices.Sorted(maps.Keys(files[i])) {
			if _, ok := r.texts[files[i][p]]; ok {
				paths = append(paths, p)
			}
		}
		a := list[i]
		a.simple = map[string]figures{
			"BM25":    a.figures(bm25(a.Query, paths, func(p string) bag { return byID[files[i][p]] })),
			"classic": a.figures(r.classic(a.Query, paths, files[i])),
		}
		return nil
	})
	if err != nil {
		r.t.Fatal(err)
	}
}

func (r *trees) classic(query string, paths []string, ids map[string]string) []string {
	var list []classic.File
	for _, p := range paths {
		list = append(list, classic.File{Path: p, Content: r.texts[ids[p]]})
	}
	var out []string
	for _, s := range classic.Defaults().Rank(list, query)[:min(len(list), measuredFiles)] {
		out = append(out, s.Path)
	}
	return out
}

// bag is how often words occur in a text.
type bag struct {
	counts map[string]float64
	length float64 // including stop words
}

func (b *bag) take(s string, times float64, wanted map[string]bool) {
	if b.counts == nil {
		b.counts = map[string]float64{}
	}
	eachPlain(s, func(word string) {
		b.length += times
		if wanted[word] {
			b.counts[word] += times
		}
	})
}

// eachPlain calls yield for the words of a text, split at case, as they are.
func eachPlain(s string, yield func(string)) {
	eachToken(s, func(token string) {
		eachWord(token, func(word string) {
			if utf8.RuneCountInString(word) > 1 && !plainStops[word] {
				yield(word)
			}
		})
	})
}

var plainStops = func() map[string]bool {
	m := map[string]bool{}
	for w := range strings.FieldsSeq("the an of to in for and or is are be on with by it this that as at from not no if was were will can use used using when which into than then so but also only its we you") {
		m[w] = true
	}
	return m
}()

func plainWords(s string) map[string]bool {
	out := map[string]bool{}
	eachPlain(s, func(word string) { out[word] = true })
	return out
}

// bm25 returns the best files by Okapi BM25 with k1 1.2 and b 0.75, the words of the path
// three times.
func bm25(query string, paths []string, of func(string) bag) []string {
	words := plainWords(query)
	bags, have, all := make([]bag, len(paths)), map[string]float64{}, 0.0
	for i, p := range paths {
		b := of(p)
		b.counts = maps.Clone(b.counts)
		b.take(p, 3, words)
		bags[i] = b
		all += b.length
		for w := range words {
			if b.counts[w] > 0 {
				have[w]++
			}
		}
	}
	n := float64(len(paths))
	type scored struct {
		path  string
		score float64
	}
	out := make([]scored, len(paths))
	for i, b := range bags {
		out[i].path = paths[i]
		for _, w := range slices.Sorted(maps.Keys(words)) {
			if tf := b.counts[w]; tf > 0 {
				out[i].score += math.Log(1+(n-have[w]+0.5)/(have[w]+0.5)) * tf * 2.2 / (tf + 1.2*(0.25+0.75*b.length/(all/n)))
			}
		}
	}
	slices.SortFunc(out, func(a, b scored) int {
		return cmp.Or(-cmp.Compare(a.score, b.score), strings.Compare(a.path, b.path))
	})
	var best []string
	for _, s := range out[:min(len(out), measuredFiles)] {
		best = append(best, s.path)
	}
	return best
}
