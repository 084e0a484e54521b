package code

import (
	"maps"

	"dossier/models"
)

// Mask is how much of each symbol is shown, by path.
type Mask = map[string]models.MaskMode

// Shown returns for each symbol how a mask shows it: what is named in the mask; what is
// not, but stands in a definition, as its definition; the rest is hidden.
func (s *Structure) Shown(mask Mask) []models.MaskMode {
	shown := make([]models.MaskMode, len(s.Symbols))
	for path, mode := range mask {
		if i := s.Find(path); i >= 0 {
			shown[i] = mode
		}
	}
	for i := range shown {
		if shown[i] == "" {
			shown[i] = s.inherited(shown, i)
		}
	}
	return shown
}

// inherited is how a symbol is shown that a mask does not name.
func (s *Structure) inherited(shown []models.MaskMode, i int) models.MaskMode {
	if p := s.Symbols[i].Parent; p >= 0 && shown[p] == models.MaskDef {
		return models.MaskDef
	}
	return models.MaskHide
}

// Within reports whether symbol i stands in symbol outer, at any depth, or is it.
func (s *Structure) Within(i, outer int) bool {
	for ; i >= 0; i = s.Symbols[i].Parent {
		if i == outer {
			return true
		}
	}
	return false
}

// Choose returns a mask that shows symbol i in another way. A definition or nothing of
// a symbol says all there is to say about those in it; beside its signature, those in
// it that are shown stay. Entries of symbols that the source does not have stay.
func (s *Structure) Choose(mask Mask, i int, mode models.MaskMode) Mask {
	next := maps.Clone(mask)
	if next == nil {
		next = Mask{}
	}
	for path, old := range mask {
		at := s.Find(path)
		if at < 0 || !s.Within(at, i) {
			continue
		}
		if at == i || mode != models.MaskSig || old == models.MaskHide {
			delete(next, path)
		}
	}
	if s.inherited(s.Shown(next), i) != mode {
		next[s.Symbols[i].Path] = mode
	}
	return next
}

// Whole is the mask that shows every definition.
func (s *Structure) Whole() Mask {
	mask := Mask{}
	for i := range s.Symbols {
		if s.Symbols[i].Parent < 0 {
			mask[s.Symbols[i].Path] = models.MaskDef
		}
	}
	return mask
}

// Signatures is the mask that shows types with their members, and of functions and long
// values the signature: what a skeleton shows.
func (s *Structure) Signatures() Mask {
	mask := s.Whole()
	for i := range s.Symbols {
		if sym := &s.Symbols[i]; sym.Fold.Empty() && len(s.elisions(sym)) > 0 {
			mask[sym.Path] = models.MaskSig
		}
	}
	return mask
}
