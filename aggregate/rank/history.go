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
	"dossier/aggregate/secrets"
)

// History is what a project's repository records about its files. It is immutable and safe for concurrent use. A nil
// *History is empty.
type History struct {
	commits []commit           // newest first
	byPath  map[string][]int32 // by path, the commits of the file, newest first
	byWord  map[term][]int32   // by word, the commits whose messages contain it
}

// commit is a commit of the repository.
type commit struct {
	paths   []string
	time    int64  // in seconds since 1970
	subject string // the first line of its message
}

// NewHistory returns the history of the files below a folder of a repository: "" is its root, any other folder is a
// slash-separated path.
func NewHistory(h *history.History, folder string) *History {
	if folder != "" {
		folder += "/"
	}
	out := &History{byPath: map[string][]int32{}, byWord: map[term][]int32{}}
	for _, c := range h.Commits() {
		commit := commit{time: c.Time}
		for _, p := range c.Paths {
			if p, ok := strings.CutPrefix(p, folder); ok {
				commit.paths = append(commit.paths, p)
			}
		}
		if len(commit.paths) == 0 {
			continue
		}
		n := int32(len(out.commits))
		for _, p := range commit.paths {
			out.byPath[p] = append(out.byPath[p], n)
		}
		seen := map[term]bool{}
		eachToken(c.Message, func(token string) {
			eachTerm(token, func(word term) {
				if !seen[word] {
					seen[word] = true
					out.byWord[word] = append(out.byWord[word], n)
				}
			})
		})
		commit.subject = shownSubject(c.Message)
		out.commits = append(out.commits, commit)
	}
	return out
}

// shownSubject returns the first line of a message, shortened. A part of a secret would not be recognized as one.
func shownSubject(message string) string {
	subject, _, _ := strings.Cut(message, "\n")
	switch r := []rune(subject); {
	case len(r) <= maxSubject:
		return subject
	case secrets.In(subject):
		return "a commit with a secret in its message"
	default:
		return string(r[:maxSubject]) + "…"
	}
}

const (
	weightHalfLife  = 1000 // the number of later commits after which a commit has half its weight
	recencyHalfLife = 30   // the same for how recent a change is
	priorCommits    = 2    // commits that each file is assumed to have without the others
	maxMessages     = 20   // max commits whose messages are used

	maxCoChange = 500 // max commits of a file that are read
	maxSubject  = 100 // max characters shown of a commit's first line
)

// decay returns the weight of a commit with n later ones.
func decay(n int32, half float64) float64 { return math.Exp2(-float64(n) / half) }

// at returns the position of a file; false if it is not in the index.
func (x *Index) at(p string) (int, bool) {
	return slices.BinarySearchFunc(x.files, p, func(e entry, p string) int { return strings.Compare(e.path, p) })
}

// addHistory adds the scores from commit messages and from recent changes.
func (s *scoring) addHistory() {
	if s.history == nil {
		return
	}
	s.commitMatches, s.coverage = map[int]commitMatch{}, make([]messageCoverage, len(s.history.commits))
	if len(s.total) > 0 && s.w.Message > 0 {
		s.scoreMessages(s.w.Message * slices.Max(s.total))
	}
	for i := range s.total {
		if g := s.w.Recent * s.recency(i); g > 0 {
			s.total[i] *= 1 + g
		}
	}
}

// recency returns how recently a file changed: 1 for the newest commit, 0 for never.
func (s *scoring) recency(i int) float64 {
	if changed := s.history.byPath[s.x.files[i].path]; len(changed) > 0 {
		return decay(changed[0], recencyHalfLife)
	}
	return 0
}

// commitMatch is the best matching commit of a file, and the score that it adds.
type commitMatch struct {
	commit int32
	gain   float64
}

// messageCoverage is how much of the question a commit message contains.
type messageCoverage struct {
	share       float64 // share of the question, with words weighted by how rare they are in messages
	informative float64 // the same, with each word divided among the commits that contain it
	words       uint64  // set of the first 64 words that it contains, in their order
}

// scoreMessages adds a score to the files of the commits whose messages match the question best; each file gets that of
// its best commit. The maximum is most, for a file that the commit changed alone and a message with all words of the
// question.
func (s *scoring) scoreMessages(most float64) {
	h := s.history
	all, sums := 0.0, map[int32]float64{}
	s.sortedWords = slices.Sorted(maps.Keys(s.q.words))
	for k, word := range s.sortedWords {
		containing, weight := h.byWord[wordTerm(word)], s.q.words[word]
		if weight < 1 {
			weight = s.w.LaterLines
		}
		weight *= math.Log(1 + float64(len(h.commits))/float64(1+len(containing)))
		all += weight
		for _, n := range containing {
			sums[n] += weight
			s.coverage[n].informative += weight / float64(priorCommits+1+len(containing))
			s.coverage[n].words |= 1 << k // only for the first 64
		}
	}
	for n, sum := range sums {
		s.coverage[n].share = sum / all
		s.coverage[n].informative /= all
	}
	best := slices.SortedFunc(maps.Keys(sums), func(a, b int32) int {
		return cmp.Or(-cmp.Compare(sums[a]*decay(a, weightHalfLife), sums[b]*decay(b, weightHalfLife)), cmp.Compare(a, b))
	})
	for _, n := range best[:min(len(best), maxMessages)] {
		c, fit := &h.commits[n], sums[n]/all
		gain := most * fit * fit * decay(n, weightHalfLife) / math.Sqrt(float64(len(c.paths)))
		for _, p := range c.paths {
			if i, ok := s.x.at(p); ok && gain*s.role(i) > s.commitMatches[i].gain {
				s.commitMatches[i] = commitMatch{n, gain * s.role(i)}
			}
		}
	}
	for i, h := range s.commitMatches {
		s.total[i] += h.gain
	}
}

// coChanged returns how often commits changed other files together with a file, and the total. Each commit weighs
// less the older it is and the more files it changed.
func (h *History) coChanged(file string) (others map[string]float64, all float64) {
	changed := h.byPath[file]
	others, all = map[string]float64{}, priorCommits
	for _, n := range changed[:min(len(changed), maxCoChange)] {
		paths, weight := h.commits[n].paths, decay(n, weightHalfLife)
		all += weight
		for _, p := range paths {
			if p != file {
				others[p] += weight / math.Sqrt(float64(len(paths)-1))
			}
		}
	}
	return others, all
}

// coChanges passes part of the scores of the best files on to those that change with them, by how often they do.
func (w *walk) coChanges() {
	s := w.s
	if s.history == nil || s.w.CoChange == 0 {
		return
	}
	s.coChangeScores = map[int]float64{}
	for _, i := range s.best(s.w.Seeds) {
		with, all := s.history.coChanged(s.x.files[i].path)
		for p, often := range with {
			if to, ok := s.x.at(p); ok {
				gain := s.w.CoChange * s.total[i] * often / all
				s.coChangeScores[to] += gain
				w.add(i, to, gain, CoChange)
			}
		}
	}
}

// historyReasons returns the reasons from the history for a file's rank, if they are significant.
func (s *scoring) historyReasons(i int) []Reason {
	if s.history == nil {
		return nil
	}
	day := func(n int32) string { return time.Unix(s.history.commits[n].time, 0).UTC().Format(time.DateOnly) }
	var out []Reason
	if h := s.commitMatches[i]; h.gain > 0.02*s.total[i] {
		out = append(out, Reason{ChangedIn, s.history.commits[h.commit].subject + " (" + day(h.commit) + ")"})
	}
	if words := s.changedBy(i); words != "" {
		out = append(out, Reason{ChangedBy, words})
	}
	if s.w.Recent*s.recency(i) > 0.02 {
		out = append(out, Reason{Recent, day(s.history.byPath[s.x.files[i].path][0])})
	}
	return out
}

// changedBy returns the words of the question in the messages of commits that changed a file, each with how many of
// all commits with that word did so. There are at most three, the most informative first.
func (s *scoring) changedBy(i int) string {
	const few, part = 2, 4 // at least two commits, and a quarter of those that contain the word
	counts := [64]int{}
	changed := s.history.byPath[s.x.files[i].path]
	for _, n := range changed[:min(len(changed), maxCoChange)] {
		for words := s.coverage[n].words; words != 0; words &= words - 1 {
			counts[bits.TrailingZeros64(words)]++
		}
	}
	type wordCount struct {
		word     string
		did, all int
	}
	var list []wordCount
	for k, word := range s.sortedWords[:min(len(s.sortedWords), len(counts))] {
		if all := len(s.history.byWord[wordTerm(word)]); counts[k] >= few && part*counts[k] >= all {
			list = append(list, wordCount{cmp.Or(s.q.original[word], word), counts[k], all})
		}
	}
	slices.SortStableFunc(list, func(a, b wordCount) int { return cmp.Compare(b.did*a.all, a.did*b.all) })
	var out []string
	for _, t := range list[:min(len(list), 3)] {
		out = append(out, fmt.Sprintf("%s (%d of %d)", t.word, t.did, t.all))
	}
	return strings.Join(out, ", ")
}
