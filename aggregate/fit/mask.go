package fit

import (
	"dossier/aggregate/code"
	"dossier/models"
)

// Focus are the symbols of a file that a question is about.
type Focus struct {
	Mask    code.Mask // shows them whole, and nothing else
	Rest    code.Mask // shows them whole, and the signatures of all others
	Covered float64   // how much of what the question is about they are, from 0 to 1
	Bytes   int       // of their definitions
}

// About chooses the symbols to show whole of a file by their scores, which are by path and not
// negative: those with at least the part least of the highest one. What stands in one of them
// belongs to it; a type that holds some of them is shown as its signature around these. The masks
// are nil when the question is about no symbol.
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
	holds, whole, shown := holders(s, chosen), make([]bool, len(s.Symbols)), 0.0
	for i, sym := range s.Symbols {
		switch {
		case sym.Parent >= 0 && whole[sym.Parent]:
			whole[i] = true
		case chosen(i) && !holds[i]:
			whole[i] = true
			f.Bytes += sym.Whole.Len()
			f.Mask[sym.Path], f.Rest[sym.Path] = models.MaskDef, models.MaskDef
		default:
			f.Rest[sym.Path] = models.MaskSig
		}
		if whole[i] || holds[i] {
			shown += weight(scores[sym.Path])
		}
	}
	f.Covered = shown / all
	return f
}

// Chosen returns what a mask shows of the symbols that a question is about. Mask is the mask; Rest is it too
// where it shows signatures, and nil otherwise.
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

// weight is what a symbol counts for what is covered: many that a question is hardly about do
// not make up for the one that it is about.
func weight(score float64) float64 { return score * score }

// holders reports of each symbol whether a chosen one stands in it.
func holders(s *code.Structure, chosen func(int) bool) []bool {
	holds := make([]bool, len(s.Symbols))
	for i := len(s.Symbols) - 1; i >= 0; i-- {
		if parent := s.Symbols[i].Parent; parent >= 0 && (holds[i] || chosen(i)) {
			holds[parent] = true
		}
	}
	return holds
}
