package rank

import (
	"cmp"
	"fmt"
	"maps"
	"math"
	"math/bits"
	"slices"
	"strings"
	"time"

	"dossier/aggregate/git/history"
)

// History is what a project's repository records about its files. It is immutable and safe for concurrent use. A nil
// *History is empty.
type History struct {
	changes []change           // newest first
	of      map[string][]int32 // by path, the changes of the file, newest first
	say     map[term][]int32   // by word, the changes whose messages contain it
}

// change is a commit.
type change struct {
	paths []string
	time  int64  // in seconds since 1970
	about string // the first line of its message
}

// NewHistory returns the history of the files below a folder of a repository: "" is its root, any other folder is a
// slash-separated path.
func NewHistory(h *history.History, folder string) *History {
	if folder != "" {
		folder += "/"
	}
	out := &History{of: map[string][]int32{}, say: map[term][]int32{}}
	for _, c := range h.Commits() {
		made := change{time: c.Time}
		for _, p := range c.Paths {
			if p, ok := strings.CutPrefix(p, folder); ok {
				made.paths = append(made.paths, p)
			}
		}
		if len(made.paths) == 0 {
			continue
		}
		n := int32(len(out.changes))
		for _, p := range made.paths {
			out.of[p] = append(out.of[p], n)
		}
		said := map[term]bool{}
		eachToken(c.Message, func(token string) {
			eachTerm(token, func(word term) {
				if !said[word] {
					said[word] = true
					out.say[word] = append(out.say[word], n)
				}
			})
		})
		made.about, _, _ = strings.Cut(c.Message, "\n")
		if r := []rune(made.about); len(r) > maxAbout {
			made.about = string(r[:maxAbout]) + "…"
		}
		out.changes = append(out.changes, made)
	}
	return out
}

const (
	halfWeight = 1000 // the number of later commits after which a commit has half its weight
	halfRecent = 30   // the same for how recent a change is
	doubt      = 2    // commits that each file is assumed to have without the others
	maxFitting = 20   // max commits whose messages are used

	maxTogether = 500 // max commits of a file that are read
	maxAbout    = 100 // max characters shown of a commit's first line
)

// fades returns the weight of a commit with n later ones.
func fades(n int32, half float64) float64 { return math.Exp2(-float64(n) / half) }

// at returns the position of a file; false if it is not in the index.
func (x *Index) at(p string) (int, bool) {
	return slices.BinarySearchFunc(x.files, p, func(e entry, p string) int { return strings.Compare(e.path, p) })
}

// recall adds the scores from commit messages and from recent changes.
func (s *scoring) recall() {
	if s.history == nil {
		return
	}
	s.heard, s.fits = map[int]heard{}, make([]fitting, len(s.history.changes))
	if len(s.total) > 0 && s.w.Said > 0 {
		s.listen(s.w.Said * slices.Max(s.total))
	}
	for i := range s.total {
		if g := s.w.Recent * s.recent(i); g > 0 {
			s.total[i] *= 1 + g
		}
	}
}

// recent returns how recently a file changed: 1 for the newest commit, 0 for never.
func (s *scoring) recent(i int) float64 {
	if changed := s.history.of[s.x.files[i].path]; len(changed) > 0 {
		return fades(changed[0], halfRecent)
	}
	return 0
}

// heard is the best matching commit of a file, and the score that it adds.
type heard struct {
	change int32
	gain   float64
}

// fitting is how much of the question a commit message contains.
type fitting struct {
	share float64 // share of the question, with words weighted by how rare they are in messages
	part  float64 // the same, with each word divided among the commits that contain it
	says  uint64  // set of the first 64 words that it contains, in their order
}

// listen adds a score to the files of the commits whose messages match the question best; each file gets that of its
// best commit. The maximum is most, for a file that the commit changed alone and a message with all words of the
// question.
func (s *scoring) listen(most float64) {
	h := s.history
	all, sums := 0.0, map[int32]float64{}
	s.sorted = slices.Sorted(maps.Keys(s.q.words))
	for k, word := range s.sorted {
		said, weight := h.say[wordTerm(word)], s.q.words[word]
		if weight < 1 {
			weight = s.w.Rest
		}
		weight *= math.Log(1 + float64(len(h.changes))/float64(1+len(said)))
		all += weight
		for _, n := range said {
			sums[n] += weight
			s.fits[n].part += weight / float64(doubt+1+len(said))
			s.fits[n].says |= 1 << k // only for the first 64
		}
	}
	for n, sum := range sums {
		s.fits[n].share = sum / all
		s.fits[n].part /= all
	}
	fitting := slices.SortedFunc(maps.Keys(sums), func(a, b int32) int {
		return cmp.Or(-cmp.Compare(sums[a]*fades(a, halfWeight), sums[b]*fades(b, halfWeight)), cmp.Compare(a, b))
	})
	for _, n := range fitting[:min(len(fitting), maxFitting)] {
		c, fit := &h.changes[n], sums[n]/all
		gain := most * fit * fit * fades(n, halfWeight) / math.Sqrt(float64(len(c.paths)))
		for _, p := range c.paths {
			if i, ok := s.x.at(p); ok && gain*s.role(i) > s.heard[i].gain {
				s.heard[i] = heard{n, gain * s.role(i)}
			}
		}
	}
	for i, h := range s.heard {
		s.total[i] += h.gain
	}
}

// with returns how often commits changed other files together with a file, and the total. Each commit weighs less the
// older it is and the more files it changed.
func (h *History) with(file string) (others map[string]float64, all float64) {
	changed := h.of[file]
	others, all = map[string]float64{}, doubt
	for _, n := range changed[:min(len(changed), maxTogether)] {
		paths, weight := h.changes[n].paths, fades(n, halfWeight)
		all += weight
		for _, p := range paths {
			if p != file {
				others[p] += weight / math.Sqrt(float64(len(paths)-1))
			}
		}
	}
	return others, all
}

// together passes part of the scores of the best files on to those that change with them, by how often they do.
func (w *walk) together() {
	s := w.s
	if s.history == nil || s.w.Together == 0 {
		return
	}
	s.together = map[int]float64{}
	for _, i := range s.best(s.w.Seeds) {
		with, all := s.history.with(s.x.files[i].path)
		for p, often := range with {
			if to, ok := s.x.at(p); ok {
				gain := s.w.Together * s.total[i] * often / all
				s.together[to] += gain
				w.give(i, to, gain, ChangesTogether)
			}
		}
	}
}

// remembered returns the reasons from the history for a file's rank, if they are significant.
func (s *scoring) remembered(i int) []Reason {
	if s.history == nil {
		return nil
	}
	day := func(n int32) string { return time.Unix(s.history.changes[n].time, 0).UTC().Format(time.DateOnly) }
	var out []Reason
	if h := s.heard[i]; h.gain > 0.02*s.total[i] {
		out = append(out, Reason{ChangedIn, s.history.changes[h.change].about + " (" + day(h.change) + ")"})
	}
	if words := s.changedBy(i); words != "" {
		out = append(out, Reason{ChangedBy, words})
	}
	if s.w.Recent*s.recent(i) > 0.02 {
		out = append(out, Reason{Recent, day(s.history.of[s.x.files[i].path][0])})
	}
	return out
}

// changedBy returns the words of the question in the messages of commits that changed a file, each with how many of
// all commits with that word did so. There are at most three, the most informative first.
func (s *scoring) changedBy(i int) string {
	const few, part = 2, 4 // at least two commits, and a quarter of those that contain the word
	counts := [64]int{}
	changed := s.history.of[s.x.files[i].path]
	for _, n := range changed[:min(len(changed), maxTogether)] {
		for says := s.fits[n].says; says != 0; says &= says - 1 {
			counts[bits.TrailingZeros64(says)]++
		}
	}
	type telling struct {
		word     string
		did, all int
	}
	var list []telling
	for k, word := range s.sorted[:min(len(s.sorted), len(counts))] {
		if all := len(s.history.say[wordTerm(word)]); counts[k] >= few && part*counts[k] >= all {
			list = append(list, telling{cmp.Or(s.q.said[word], word), counts[k], all})
		}
	}
	slices.SortStableFunc(list, func(a, b telling) int { return cmp.Compare(b.did*a.all, a.did*b.all) })
	var out []string
	for _, t := range list[:min(len(list), 3)] {
		out = append(out, fmt.Sprintf("%s (%d of %d)", t.word, t.did, t.all))
	}
	return strings.Join(out, ", ")
}
