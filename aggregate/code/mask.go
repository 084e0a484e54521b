package code

import (
	"maps"
	"slices"

	"dossier/models"
)

// Mask is how much of each symbol is shown, by path.
type Mask = map[string]models.MaskMode

// resolve returns for each symbol how a mask shows it that names it, or "", and the
// names that the source does not have, in their order. The name of one symbol counts
// before a name that several have.
func (s *Structure) resolve(mask Mask) ([]models.MaskMode, []*LostError) {
	type entry struct {
		mode models.MaskMode
		at   []int
	}
	var entries []entry
	var lost []*LostError
	for _, path := range slices.Sorted(maps.Keys(mask)) {
		if at := s.Find(path); len(at) > 0 {
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

// Shown returns for each symbol how a mask shows it: what is named in the mask; what is
// not, but stands in a definition or shares one, as its definition; the rest is hidden.
func (s *Structure) Shown(mask Mask) []models.MaskMode {
	modes, _ := s.resolve(mask)
	return s.shown(modes)
}

// shown completes the modes of the symbols that a mask names.
func (s *Structure) shown(modes []models.MaskMode) []models.MaskMode {
	first := s.shared()
	together := make([]models.MaskMode, len(modes)) // of the declaration that a symbol shares, by the first of it
	for i, mode := range modes {
		if together[first[i]] != models.MaskDef && (mode == models.MaskDef || mode == models.MaskSig) {
			together[first[i]] = mode
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
		} else if mode := together[first[i]]; mode != "" {
			shown[i] = mode
		}
	}
	return shown
}

// shared returns for each symbol the first of those that it shares a declaration with,
// as in a, b = f(): that is itself for most.
func (s *Structure) shared() []int {
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
// it that are shown stay. A name that means others too is replaced by the names of all.
// Entries of symbols that the source does not have stay.
func (s *Structure) Choose(mask Mask, i int, mode models.MaskMode) Mask {
	next := maps.Clone(mask)
	if next == nil {
		next = Mask{}
	}
	modes, _ := s.resolve(mask)
	for path := range mask {
		at := s.Find(path)
		if len(at) > 1 && slices.ContainsFunc(at, func(j int) bool { return s.Within(j, i) }) {
			delete(next, path)
			for _, j := range at {
				next[s.Symbols[j].Path] = modes[j]
			}
		}
	}
	for path, old := range maps.Clone(next) {
		at := s.Find(path)
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
