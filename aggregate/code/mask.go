package code

import (
	"maps"
	"slices"

	"dossier/models"
)

// Mask is how each symbol is shown, by path.
type Mask = map[string]models.MaskMode

// resolve returns, for each symbol, its mode in a mask that names it, or "", and the names that
// are not in the source, sorted. The path of a single symbol has precedence over a name shared by
// several.
func (s *Structure) resolve(mask Mask) ([]models.MaskMode, []*LostError) {
	type entry struct {
		mode models.MaskMode
		at   []int
	}
	var entries []entry
	var lost []*LostError
	find := s.Finder()
	for _, path := range slices.Sorted(maps.Keys(mask)) {
		if at := find(path); len(at) > 0 {
			entries = append(entries, entry{mask[path], at})
		} else {
			lost = append(lost, &LostError{path, s.Nearest(path, 3)})
		}
	}
	slices.SortStableFunc(entries, func(a, b entry) int { return len(b.at) - len(a.at) })
	modes := make([]models.MaskMode, len(s.Symbols))
	for _, e := range entries {
		for _, i := range e.at {
			modes[i] = e.mode
		}
	}
	return modes, lost
}

// Shown returns how a mask shows each symbol: as the mask says if it names the symbol; as a
// definition if it is part of a shown definition or shares one; the others are hidden.
func (s *Structure) Shown(mask Mask) []models.MaskMode {
	modes, _ := s.resolve(mask)
	return s.shown(modes)
}

// shown adds the modes of the symbols that a mask does not name.
func (s *Structure) shown(modes []models.MaskMode) []models.MaskMode {
	first := s.firstOfDeclaration()
	sharedMode := make([]models.MaskMode, len(modes)) // mode of a shared declaration, by its first symbol
	for i, mode := range modes {
		if sharedMode[first[i]] != models.MaskDef && (mode == models.MaskDef || mode == models.MaskSig) {
			sharedMode[first[i]] = mode
		}
	}
	shown := slices.Clone(modes)
	for i := range shown {
		if shown[i] != "" {
			continue
		}
		shown[i] = models.MaskHide
		if p := s.Symbols[i].Parent; p >= 0 && shown[p] == models.MaskDef {
			shown[i] = models.MaskDef
		} else if mode := sharedMode[first[i]]; mode != "" {
			shown[i] = mode
		}
	}
	return shown
}

// firstOfDeclaration returns, for each symbol, the first of those that it shares a declaration with, as in a,
// b = f(); the symbol itself for most.
func (s *Structure) firstOfDeclaration() []int {
	type declaration struct{ first, end int }
	last := map[int]declaration{} // by parent
	first := make([]int, len(s.Symbols))
	for i := range s.Symbols {
		sym := &s.Symbols[i]
		d, ok := last[sym.Parent]
		if !ok || sym.Whole.Start >= d.end {
			d = declaration{first: i}
		}
		first[i] = d.first
		last[sym.Parent] = declaration{d.first, max(d.end, sym.Whole.End)}
	}
	return first
}

// Within reports whether symbol i is symbol outer or inside it, at any depth.
func (s *Structure) Within(i, outer int) bool {
	for ; i >= 0; i = s.Symbols[i].Parent {
		if i == outer {
			return true
		}
	}
	return false
}

// Choose returns a mask that shows symbol i in another mode. If it is shown as a definition or
// hidden, that also applies to the symbols in it; if it is shown as a signature, shown symbols in
// it are kept. A name that also refers to other symbols is replaced by the paths of all. Entries
// for symbols that are not in the source are kept.
func (s *Structure) Choose(mask Mask, i int, mode models.MaskMode) Mask {
	next := maps.Clone(mask)
	if next == nil {
		next = Mask{}
	}
	modes, _ := s.resolve(mask)
	find := s.Finder()
	for path := range mask {
		at := find(path)
		if len(at) > 1 && slices.ContainsFunc(at, func(j int) bool { return s.Within(j, i) }) {
			delete(next, path)
			for _, j := range at {
				next[s.Symbols[j].Path] = modes[j]
			}
		}
	}
	for path, old := range maps.Clone(next) {
		at := find(path)
		if len(at) != 1 || !s.Within(at[0], i) {
			continue
		}
		if at[0] == i || mode != models.MaskSig || old == models.MaskHide {
			delete(next, path)
		}
	}
	if s.Shown(next)[i] != mode {
		next[s.Symbols[i].Path] = mode
	}
	return next
}

// Whole returns the mask that shows every definition.
func (s *Structure) Whole() Mask {
	mask := Mask{}
	for i := range s.Symbols {
		if s.Symbols[i].Parent < 0 {
			mask[s.Symbols[i].Path] = models.MaskDef
		}
	}
	return mask
}

// Signatures returns the mask that shows types with their members, and the signatures of
// functions and long values, like a skeleton.
func (s *Structure) Signatures() Mask {
	mask := s.Whole()
	for i := range s.Symbols {
		if sym := &s.Symbols[i]; sym.Fold.Empty() && len(s.elisions(sym)) > 0 {
			mask[sym.Path] = models.MaskSig
		}
	}
	return mask
}
