package rank

import (
	"math"

	"dossier/aggregate/code"
)

// Outline is the question-independent content of a text's symbols. It is immutable.
type Outline struct {
	symbols []symbolOutline
	terms   int
}

// symbolOutline is the content of a symbol.
type symbolOutline struct {
	path  string
	bytes int
	terms []termCount
	uses  []int32 // other symbols of the text whose names occur in it
}

// termCount is a term and its number of occurrences.
type termCount struct {
	term term
	n    uint16
}

// NewOutline returns the outline of a text with structure s. The content of a type is its name and the text before
// its members, which have their own content.
func NewOutline(src string, s *code.Structure) *Outline {
	o := &Outline{symbols: make([]symbolOutline, len(s.Symbols))}
	hasChildren := make([]bool, len(s.Symbols))
	for _, sym := range s.Symbols {
		if sym.Parent >= 0 {
			hasChildren[sym.Parent] = true
		}
	}
	named := symbolsByName(s)
	a := outliners.get()
	defer outliners.put(a)
	for i, sym := range s.Symbols {
		body := sym.Whole.Of(src)
		if hasChildren[i] {
			body = sym.Head.Of(src)
		}
		doc := sym.Doc.Of(src)
		out := symbolOutline{path: sym.Path, bytes: len(body) + 1 + len(doc)}
		out.terms = a.outline(sym.Name, body, doc, func(token string) {
			if to, ok := named[token]; ok && to >= 0 && int(to) != i {
				out.uses = append(out.uses, to)
			}
		})
		o.symbols[i] = out
		o.terms += len(out.terms) + len(out.uses)/4
	}
	return o
}

// symbolsByName maps each name to its symbol, or to -1 if several symbols have it.
func symbolsByName(s *code.Structure) map[string]int32 {
	named := make(map[string]int32, len(s.Symbols))
	for i, sym := range s.Symbols {
		if _, ok := named[sym.Name]; ok {
			named[sym.Name] = -1
			continue
		}
		named[sym.Name] = int32(i)
	}
	return named
}

// outliners is the free list of analyzers for outlines.
var outliners analyzers

// Terms returns the number of terms of an outline; each takes 16 bytes.
func (o *Outline) Terms() int { return o.terms }

// outline counts the terms of a symbol, with a higher count for its name. It calls token for each distinct token.
func (a *analyzer) outline(name, body, doc string, token func(string)) []termCount {
	const named = 4
	a.tokens.reset()
	a.texts = a.texts[:0]
	eachToken(name, func(token string) { a.count(token, bodyField, named) })
	for _, text := range []string{body, doc} {
		eachToken(text, func(token string) { a.count(token, bodyField, 1) })
	}
	terms := &a.record.terms
	terms.reset()
	for i, text := range a.texts {
		token(text)
		n := a.tokens.counts[i][bodyField]
		if isIdentifier(text) {
			terms.of(a.tokens.terms[i]).add(bodyField, n)
		}
		eachTerm(text, func(t term) { terms.of(t).add(bodyField, n) })
	}
	clear(a.texts)
	out := make([]termCount, len(terms.terms))
	for i, t := range terms.terms {
		out[i] = termCount{t, terms.counts[i][bodyField]}
	}
	return out
}

// The shares that a symbol receives of the best score among its users, and among the symbols that it uses: the answer
// to how something works often continues in the functions that it calls.
const (
	userShare = 0.4
	usedShare = 0.2
)

// Symbols returns how relevant each symbol of a text is to the question, by symbol path. Symbols without any
// relevance are not in the map.
func (r *Ranking) Symbols(o *Outline) map[string]float64 {
	own := make([]float64, len(o.symbols))
	for i, sym := range o.symbols {
		sum := 0.0
		for _, c := range sym.terms {
			if worth := r.termWeights[c.term]; worth > 0 {
				n := float64(c.n)
				sum += worth * n / (n + 2)
			}
		}
		own[i] = sum / (1 + math.Log1p(float64(sym.bytes)/2000))
	}
	user, used := make([]float64, len(own)), make([]float64, len(own))
	for i, sym := range o.symbols {
		for _, to := range sym.uses {
			user[to] = max(user[to], own[i])
			used[i] = max(used[i], own[to])
		}
	}
	scores := map[string]float64{}
	for i, sym := range o.symbols {
		if score := own[i] + userShare*user[i] + usedShare*used[i]; score > 0 {
			scores[sym.path] += score
		}
	}
	return scores
}

// Source returns the indexed source of a file; false if the file is not text or was not read.
func (r *Ranking) Source(path string) (code.Source, bool) {
	i, ok := r.x.at(path)
	if !ok || r.x.files[i].doc == emptyDoc {
		return code.Source{}, false
	}
	k := r.x.files[i].doc.key
	return code.Source{Hash: k.hash, Language: k.language}, true
}
