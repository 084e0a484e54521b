package repair

import (
	"slices"

	"dossier/aggregate"
	"dossier/models"
	"dossier/ui/project"
)

// AcceptAll accepts the first candidate of each item for which may returns true, and returns their number.
func (m *Rewriter) AcceptAll(list []Item, may func(Item) bool) int {
	n := 0
	for _, one := range list {
		if may(one) {
			m.Accept(one, one.Places[0])
			n++
		}
	}
	return n
}

// Rewriter rewrites the entries of missing files. Entries are removed at the end, so that all
// indices stay valid until then.
type Rewriter struct {
	*project.Edit
	shotBase aggregate.Base
	drop     map[int]bool // entries of files
	dropShot map[int]bool
}

// Rewrite applies several changes for missing files together.
func Rewrite(e *project.Edit, shotBase aggregate.Base, fn func(*Rewriter)) {
	m := &Rewriter{Edit: e, shotBase: shotBase, drop: map[int]bool{}, dropShot: map[int]bool{}}
	fn(m)
	e.Composition.Files = without(e.Composition.Files, m.drop)
	e.Composition.Screenshots = without(e.Composition.Screenshots, m.dropShot)
}

func without[T any](list []T, drop map[int]bool) []T {
	if len(drop) == 0 {
		return list
	}
	var out []T
	for i, one := range list {
		if !drop[i] {
			out = append(out, one)
		}
	}
	return out
}

// Accept replaces a missing file by a candidate and preserves its view.
func (m *Rewriter) Accept(one Item, to Place) {
	switch one.Kind {
	case File, Folder, Pattern:
		m.rename(one.Path, to.Path)
	case Screenshot:
		for i := range m.Composition.Screenshots {
			if m.Composition.Screenshots[i].Path == one.Path {
				m.Composition.Screenshots[i].Path = m.shotBase.Entry(to.Path)
			}
		}
	case Slice:
		s := one.Slice
		s.StartLine, s.EndLine = to.Start, to.End
		m.Exclude(one)
		m.own(to.Path, models.Custom, func(it *models.FileItem) { it.CustomSlices = append(it.CustomSlices, s) })
	case Symbol:
		mode := m.maskMode(one)
		if to.Path == one.Path {
			m.own(one.Path, models.Masked, func(it *models.FileItem) {
				delete(it.AstMask, one.Symbol)
				setMask(it, to.Symbol, mode)
			})
			return
		}
		m.Exclude(one)
		m.own(to.Path, models.Masked, func(it *models.FileItem) { setMask(it, to.Symbol, mode) })
	}
}

func setMask(it *models.FileItem, symbol string, mode models.MaskMode) {
	if it.AstMask == nil {
		it.AstMask = map[string]models.MaskMode{}
	}
	if _, there := it.AstMask[symbol]; !there {
		it.AstMask[symbol] = mode
	}
}

// maskMode returns how much of a symbol the entry shows.
func (m *Rewriter) maskMode(one Item) models.MaskMode {
	for _, item := range m.Items {
		if mode, ok := item.AstMask[one.Symbol]; ok && item.Path == one.Path {
			return mode
		}
	}
	return models.MaskDef
}

// Exclude removes a missing item. An entry that has no other purpose is removed too, because
// without its slices it would be shown differently.
func (m *Rewriter) Exclude(one Item) {
	switch one.Kind {
	case Screenshot:
		for i, shot := range m.Composition.Screenshots {
			if shot.Path == one.Path {
				m.dropShot[i] = true
			}
		}
	case Slice:
		m.shrink(one.Path, func(it *models.FileItem) bool {
			it.CustomSlices = slices.DeleteFunc(it.CustomSlices, func(s models.Slice) bool { return project.SliceKey(s) == project.SliceKey(one.Slice) })
			return len(it.CustomSlices) == 0 && it.ViewMode == models.Custom
		})
	case Symbol:
		m.shrink(one.Path, func(it *models.FileItem) bool {
			delete(it.AstMask, one.Symbol)
			return len(it.AstMask) == 0 && it.ViewMode == models.Masked
		})
	default:
		for i, it := range m.Composition.Files {
			if it.Path == one.Path {
				m.drop[i] = true
			}
		}
	}
}

// shrink removes a part of a file's entry; fn reports whether nothing remains.
func (m *Rewriter) shrink(file string, fn func(*models.FileItem) bool) {
	row := slices.IndexFunc(m.Items, func(it aggregate.Item) bool { return it.Path == file })
	if row < 0 {
		return
	}
	entry := m.Items[row].Entry
	exact := m.Exact(entry)
	m.Change([]int{row}, func(it *models.FileItem) {
		if fn(it) && exact {
			m.drop[entry] = true
		}
	})
}

// own changes the entry of a file, or adds one with a view mode.
func (m *Rewriter) own(file string, mode models.ViewMode, fn func(*models.FileItem)) {
	for i := range m.Composition.Files {
		if m.Composition.Files[i].Path == m.EntryPath(file) && !m.drop[i] {
			fn(&m.Composition.Files[i])
			return
		}
	}
	row := slices.IndexFunc(m.Items, func(it aggregate.Item) bool { return it.Path == file })
	if row >= 0 {
		m.Change([]int{row}, fn)
		return
	}
	one := models.NewFileItem(m.EntryPath(file))
	one.ViewMode = mode
	fn(&one)
	m.Composition.Files = append(m.Composition.Files, one)
}

// rename changes the path of entries. If there is already an entry for the new path, the
// settings are merged into it.
func (m *Rewriter) rename(from, to string) {
	target := m.EntryPath(to)
	there := slices.IndexFunc(m.Composition.Files, func(it models.FileItem) bool { return it.Path == target })
	for i := range m.Composition.Files {
		it := &m.Composition.Files[i]
		if it.Path != from || m.drop[i] {
			continue
		}
		if there < 0 || m.drop[there] {
			it.Path = target
			there = i
			continue
		}
		m.join(there, i)
	}
	old := m.Base.Path(from)
	for i, f := range m.Composition.Focus {
		if f == old || f == from {
			m.Composition.Focus[i] = to
		}
	}
}

// join merges two entries for one file at the position of the first one: a bare one adds
// nothing, slices and masks are combined.
func (m *Rewriter) join(i, j int) {
	kept, other := &m.Composition.Files[i], m.Composition.Files[j]
	if kept.Bare() {
		p := kept.Path
		*kept = other.Clone()
		kept.Path = p
	} else if !other.Bare() {
		kept.CustomSlices = append(slices.Clone(kept.CustomSlices), other.CustomSlices...)
		for symbol, mode := range other.AstMask {
			setMask(kept, symbol, mode)
		}
	}
	m.drop[j] = true
}
