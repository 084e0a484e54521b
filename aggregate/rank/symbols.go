package rank

import (
	"math"
	"strings"

	"dossier/aggregate/code"
)

// Symbols says how much a question is about each symbol of a file, by the symbols' paths;
// only those are there that it is about. A type counts by its name and what it says of
// itself; what its members say counts for them.
func (r *Ranking) Symbols(src string, s *code.Structure) map[string]float64 {
	scores := map[string]float64{}
	holds := make([]bool, len(s.Symbols))
	for _, sym := range s.Symbols {
		if sym.Parent >= 0 {
			holds[sym.Parent] = true
		}
	}
	a := r.idle.take()
	defer r.idle.give(a)
	for i, sym := range s.Symbols {
		body := sym.Whole.Of(src)
		if holds[i] {
			body = sym.Head.Of(src)
		}
		if g := r.about(a, sym.Name, body+"\n"+sym.Doc.Of(src)); g > 0 {
			scores[sym.Path] += g
		}
	}
	return scores
}

// about says how much a question is about a symbol with its text.
func (r *Ranking) about(a *analyzer, name, body string) float64 {
	counts := map[string]float64{}
	take := func(s string, n float64) {
		eachToken(s, func(token string) {
			if r.question.idents[token] > 0 && isIdentifier(token) {
				counts[exact+token] += n
			}
			eachWritten(token, func(written string) {
				if word := a.askedFor(r.question, written); word != "" {
					counts[word] += n
				}
			})
		})
	}
	take(name, 4)
	take(body, 1)
	sum := 0.0
	for term, n := range counts {
		weight := r.question.words[term]
		if term[:1] == exact {
			weight = r.question.idents[term[1:]]
		}
		sum += weight * r.rarity[term] * n / (n + 2)
	}
	return sum / (1 + math.Log1p(float64(len(body))/2000))
}

// askedFor returns the stem of a word, as it is written, that a question has; empty when it has
// not. An analyzer knows one question.
func (a *analyzer) askedFor(q *question, written string) string {
	asked, ok := a.asked[written]
	if ok {
		return asked
	}
	eachWord(written, func(word string) {
		if word = a.stem(word); q.words[word] > 0 {
			asked = word
		}
	})
	if a.asked == nil || len(a.asked) > maxKnown {
		a.asked = map[string]string{}
	}
	if len(written) <= 2*maxWord {
		a.asked[strings.Clone(written)] = asked
	}
	return asked
}
