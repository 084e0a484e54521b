package fit

import (
	"math"

	"dossier/models"
)

// File is a file's relation to a question.
type File struct {
	Relevance   float64 // from 0 to 1; the most relevant file has 1
	Place       int     // number of more relevant files
	Wanted      bool    // the user has added it, independent of the question
	AlwaysShown bool    // it is shown in any case, so that more of it is better than less
	Variant     bool    // a better file next to it has mostly the same symbols, such as one for another system
}

// Shown is a view of a file.
type Shown struct {
	Mode models.ViewMode
	// For a mask or slices: Covered is the shown share of what the question is about in the file, from 0 to 1, and
	// Part the share of the file's text that is shown whole. Signatures is set if a mask has the signatures of the
	// other symbols.
	Covered, Part float64
	Signatures    bool
}

// usefulness is how useful a view of a file is for changing the file, and for using it. The full file has 1 for both.
type usefulness struct{ change, use float64 }

func (s Shown) usefulness() usefulness {
	switch s.Mode {
	case models.Full:
		return usefulness{1, 1}
	case models.Masked, models.Custom:
		whole := 1 - (1-symbolsHitRate*(1-math.Pow(1-s.Covered, 2.5)))*(1-s.Part)
		if s.Signatures {
			return usefulness{whole, 0.85}
		}
		return usefulness{whole, 0.1 + 0.4*s.Covered}
	case models.Skeleton:
		return usefulness{0.1, 0.8}
	case models.Outline:
		return usefulness{0.05, 0.45}
	case models.Summary:
		return usefulness{0.03, 0.2}
	}
	return usefulness{0.005, 0.05} // its name
}

// The weights. The package comment describes how they were set.
const (
	noiseRelevance    = 0.03 // relevance below which a file is unrelated to a question: one common word in a comment gives as much
	relevanceExponent = 0.8  // exponent of the relevance in the probability that a file is changed, besides its place
	symbolsHitRate    = 0.55 // how often the code to be changed is in the symbols that a question is about
	variantFactor     = 0.5  // probability that a variant is changed, relative to its place
	useWeight         = 0.05 // weight of a file's use by others
	halfUsePlace      = 10   // place at which a file is half as likely to be used as its relevance suggests
	shownProbability  = 5e-4 // for a file that is shown in any case: unrelated files are reduced first
	wantedProbability = 0.02 // minimum probability of change for a file that the user has added
)

// Price is the minimum value of a token: a thousand tokens are spent on a gain of 0.001, where the best file of all
// in full is worth slightly more than 1.
const Price = 1e-6

// Entry is the cost of a new file in addition to its tokens: the document gains another file, and a reader of a part
// of a file has to infer the rest.
func Entry(s Shown) float64 {
	if s.Mode == models.Full {
		return 300 * Price
	}
	return 5000 * Price
}

// Relevance returns a file's score for a document, given its score in a ranking. It is lower if no symbol contains
// much of what the question is about, and for very long files: both contain the words of the question only scattered.
// best is the score of the file's best symbol relative to the highest one of all files; negative if it is not known.
func Relevance(score, best float64, tokens int) float64 {
	if best < 0 {
		best = defaultBestSymbol
	}
	return score * (1 - bestSymbolShare + bestSymbolShare*best) / (1 + lengthPenalty*math.Log2(1+float64(tokens)/8000))
}

// bestSymbolShare is the share of a score that depends on the best symbol, defaultBestSymbol the default for that
// symbol's score. lengthPenalty is the loss of a file with 8 000 tokens; about each doubling of the length loses as
// much again.
const (
	bestSymbolShare   = 0.2
	defaultBestSymbol = 0.5
	lengthPenalty     = 0.05
)

// Value returns the value of a view of a file, regardless of its cost. The package comment describes how it was set.
func Value(f File, s Shown) float64 {
	t, r := s.usefulness(), max(0, f.Relevance-noiseRelevance)/(1-noiseRelevance)
	change, use := math.Pow(r, relevanceExponent)/float64(1+f.Place), r/(1+float64(f.Place)/halfUsePlace)
	if f.Variant {
		change *= variantFactor
	}
	if f.AlwaysShown {
		change = max(change, shownProbability)
	}
	if f.Wanted {
		change = max(change, wantedProbability)
	}
	return change*t.change + useWeight*use*t.use
}
