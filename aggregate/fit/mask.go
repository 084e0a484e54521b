package fit

import (
	"dossier/aggregate/code"
	"dossier/models"
)

// Focus is the symbols of a file that a question is about.
type Focus struct {
	Mask    code.Mask // shows only these symbols, whole
	Rest    code.Mask // shows these symbols whole, and the signatures of all others
	Covered float64   // their share of what the question is about, from 0 to 1
	Bytes   int       // total size of their definitions
}

// About selects the symbols of a file to show whole, given scores by path, which are not negative: those with at
// least the share least of the highest score. A symbol includes the symbols within it; a type that only contains
// selected ones is shown as its signature around them. The masks are nil if no symbol has a score.
func About(s *code.Structure, scores map[string]float64, least float64) Focus {
	best, all := 0.0, 0.0
	for _, sym := range s.Symbols {
		best = max(best, scores[sym.Path])
		all += weight(scores[sym.Path])
	}
	if best == 0 {
		return Focus{}
	}
	chosen := func(i int) bool { return scores[s.Symbols[i].Path] >= least*best }
	f := Focus{Mask: code.Mask{}, Rest: code.Mask{}}
	contains, whole, shown := containers(s, chosen), make([]bool, len(s.Symbols)), 0.0
	for i, sym := range s.Symbols {
		switch {
		case sym.Parent >= 0 && whole[sym.Parent]:
			whole[i] = true
		case chosen(i) && !contains[i]:
			whole[i] = true
			f.Bytes += sym.Whole.Len()
			f.Mask[sym.Path], f.Rest[sym.Path] = models.MaskDef, models.MaskDef
		default:
			f.Rest[sym.Path] = models.MaskSig
		}
		if whole[i] || contains[i] {
			shown += weight(scores[sym.Path])
		}
	}
	f.Covered = shown / all
	return f
}

// Chosen returns the focus that corresponds to a mask. Mask is the given mask, and so is Rest if the mask shows
// signatures; otherwise Rest is nil.
func Chosen(s *code.Structure, scores map[string]float64, mask code.Mask) Focus {
	f, all := Focus{Mask: mask}, 0.0
	whole := make([]bool, len(s.Symbols))
	for i, mode := range s.Shown(mask) {
		sym := s.Symbols[i]
		all += weight(scores[sym.Path])
		switch within := sym.Parent >= 0 && whole[sym.Parent]; {
		case within || mode == models.MaskDef:
			whole[i] = true
			f.Covered += weight(scores[sym.Path])
			if !within {
				f.Bytes += sym.Whole.Len()
			}
		case mode == models.MaskSig:
			f.Rest = mask
		}
	}
	if all > 0 {
		f.Covered /= all
	}
	return f
}

// weight returns the weight of a symbol with a score in Covered: many weakly related symbols do not make up for the
// one that the question is about.
func weight(score float64) float64 { return score * score }

// containers reports for each symbol whether it contains a chosen one.
func containers(s *code.Structure, chosen func(int) bool) []bool {
	contains := make([]bool, len(s.Symbols))
	for i := len(s.Symbols) - 1; i >= 0; i-- {
		if parent := s.Symbols[i].Parent; parent >= 0 && (contains[i] || chosen(i)) {
			contains[parent] = true
		}
	}
	return contains
}
