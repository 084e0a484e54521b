package project

import (
	"fmt"
	"path"
	"path/filepath"
	"reflect"
	"slices"

	"dossier/aggregate"
	"dossier/aggregate/images"
	"dossier/aggregate/text"
	"dossier/models"
	"dossier/models/order"
)

// SameScreenshots reports whether two compositions have the same screenshots.
func SameScreenshots(a, b models.Composition) bool {
	return reflect.DeepEqual(models.Composition{Screenshots: a.Screenshots}.Fields(), models.Composition{Screenshots: b.Screenshots}.Fields())
}

// Screenshots replaces the screenshots by the result of fn.
func (e *Edit) Screenshots(shots *ScreenshotEdit, fn func(*ScreenshotEdit)) {
	fn(shots)
	e.Composition.Screenshots = shots.List
	e.Split += shots.split
}

// ScreenshotEntry returns the entry for a typed path, relative to the project.
func ScreenshotEntry(r aggregate.Resolver, name string) (models.Screenshot, error) {
	entry := models.Screenshot{Path: r.Base.Entry(path.Clean(filepath.ToSlash(name)))}
	if name == "" {
		return entry, aggregate.ErrNoPath
	}
	shots := r.Shots([]models.Screenshot{entry})
	for _, shot := range shots.List {
		if shot.Err != nil {
			return entry, shot.Err
		}
	}
	if !slices.ContainsFunc(shots.List, func(shot aggregate.Shot) bool { return images.Named(shot.Path) }) {
		return entry, NotImage(name)
	}
	return entry, nil
}

// NotImage returns the error for a file whose name is not that of an image.
func NotImage(name string) error {
	return fmt.Errorf("%s is not an image: use a file that ends in .png, .jpg, .gif, .webp or .bmp", text.Escape(name))
}

// ScreenshotEdit changes one list of screenshots into the next, as [Edit] does for files.
type ScreenshotEdit struct {
	List  []models.Screenshot
	base  aggregate.Base
	shots aggregate.Shots
	split int // patterns replaced by their files
}

// NewScreenshotEdit returns an edit of a list whose entries resolve to shots.
func NewScreenshotEdit(list []models.Screenshot, base aggregate.Base, shots aggregate.Shots) *ScreenshotEdit {
	return &ScreenshotEdit{List: models.Composition{Screenshots: list}.Clone().Screenshots, base: base, shots: shots}
}

// exact reports whether entry i names a single file.
func (e *ScreenshotEdit) exact(i int) bool {
	m := e.shots.Matches[i]
	return len(m) == 0 || len(m) == 1 && e.base.Path(e.List[i].Path) == m[0]
}

// named returns the row of a path; false if it is not in the list.
func (e *ScreenshotEdit) named(p string) (row int, ok bool) {
	row = slices.IndexFunc(e.shots.List, func(s aggregate.Shot) bool { return s.Path == p })
	return row, row >= 0
}

// Add appends images that no entry names yet, in the given order.
func (e *ScreenshotEdit) Add(paths []string) (added int) {
	have := map[string]bool{}
	for _, s := range e.shots.List {
		have[s.Path] = true
	}
	for _, p := range paths {
		if !have[p] {
			have[p] = true
			e.List = append(e.List, models.Screenshot{Path: e.base.Entry(p)})
			added++
		}
	}
	return added
}

// AddEntry appends an entry for a path typed by the user, unless the list already contains its
// files, and reports whether it did.
func (e *ScreenshotEdit) AddEntry(name string, entry models.Screenshot) bool {
	if _, ok := e.named(name); ok || slices.ContainsFunc(e.List, func(s models.Screenshot) bool { return s.Path == entry.Path }) {
		return false
	}
	e.List = append(e.List, entry)
	return true
}

// single returns the entry for one image of entry i.
func (e *ScreenshotEdit) single(i int, p string) models.Screenshot {
	one := models.Composition{Screenshots: e.List[i : i+1]}.Clone().Screenshots[0]
	if !e.exact(i) {
		one.Path = e.base.Entry(p)
	}
	return one
}

// Paths returns the paths of the rows.
func (e *ScreenshotEdit) Paths() []string {
	out := make([]string, len(e.shots.List))
	for i, shot := range e.shots.List {
		out[i] = shot.Path
	}
	return out
}

// Remove removes rows. A pattern that matches one of them is replaced by its other images.
func (e *ScreenshotEdit) Remove(rows []int) {
	gone := map[string]bool{}
	for _, row := range rows {
		gone[e.shots.List[row].Path] = true
	}
	var next []models.Screenshot
	for i, entry := range e.List {
		m := e.shots.Matches[i]
		switch {
		case len(m) == 0:
			if !gone[entry.Path] {
				next = append(next, entry)
			}
		case !slices.ContainsFunc(m, func(p string) bool { return gone[p] }):
			next = append(next, entry)
		case !e.exact(i):
			e.split++
			for _, p := range m {
				if !gone[p] {
					next = append(next, e.single(i, p))
				}
			}
		}
	}
	e.List = next
}

// Move moves rows before the row at and preserves their order. Each entry then names a single
// image, because a pattern has only one position.
func (e *ScreenshotEdit) Move(rows []int, at int) {
	for i := range e.List {
		if !e.exact(i) {
			e.split++
		}
	}
	list := make([]models.Screenshot, len(e.shots.List))
	for row := range list {
		list[row] = e.entryOf(row)
	}
	e.List = order.Move(list, rows, at)
}

// entryOf returns a separate entry for a row.
func (e *ScreenshotEdit) entryOf(row int) models.Screenshot {
	shot := e.shots.List[row]
	if shot.Err != nil {
		return shot.Screenshot
	}
	one := models.Screenshot{Path: e.base.Entry(shot.Path)}
	for i, m := range e.shots.Matches {
		if slices.Contains(m, shot.Path) {
			one = e.single(i, shot.Path)
			break
		}
	}
	one.Caption = shot.Caption
	return one
}

// Caption sets the caption of a row; an empty one removes it.
func (e *ScreenshotEdit) Caption(row int, caption string) {
	shot := e.shots.List[row]
	if shot.Err != nil {
		for i := range e.List {
			if len(e.shots.Matches[i]) == 0 && e.List[i].Path == shot.Path {
				e.List[i].Caption = caption
			}
		}
		return
	}
	var naming []int
	for i, m := range e.shots.Matches {
		if slices.Contains(m, shot.Path) {
			naming = append(naming, i)
		}
	}
	last := naming[len(naming)-1]
	switch {
	case e.exact(last):
		e.List[last].Caption = caption
	case caption != "":
		e.List = append(e.List, models.Screenshot{Path: e.base.Entry(shot.Path), Caption: caption})
		return
	}
	if caption != "" {
		return
	}
	// No entry may remove what another one adds, so they are tried one by one.
	for k := len(naming) - 1; k >= 0; k-- {
		i := naming[k]
		if e.exact(i) {
			e.List[i].Caption = ""
			continue
		}
		if e.List[i].Caption == "" {
			continue
		}
		e.split++
		var files []models.Screenshot
		for _, p := range e.shots.Matches[i] {
			one := e.single(i, p)
			if p == shot.Path {
				one.Caption = ""
			}
			files = append(files, one)
		}
		e.List = slices.Replace(e.List, i, i+1, files...)
	}
}

// place returns the row that the user gave as a path or as a position from 1.
func (e *ScreenshotEdit) place(name string) (int, error) {
	clean := path.Clean(filepath.ToSlash(name))
	for row, shot := range e.shots.List {
		if shot.Path == name || shot.Path == clean || shot.Err != nil && shot.EntryPath == name {
			return row, nil
		}
	}
	return 0, fmt.Errorf("%s is not a screenshot of the project; dossier screenshots list lists them", text.Escape(name))
}
