package session

import (
	"fmt"
	"path"
	"path/filepath"
	"slices"

	"dossier/aggregate"
	"dossier/aggregate/text"
	"dossier/models"
	"dossier/models/order"
)

// shotEdit changes one list of screenshots into the next, as [edit] does with files.
type shotEdit struct {
	list  []models.Screenshot
	base  aggregate.Base
	shots aggregate.Shots
	split int // patterns replaced by their files
}

func newShotEdit(list []models.Screenshot, base aggregate.Base, shots aggregate.Shots) *shotEdit {
	return &shotEdit{list: models.Composition{Screenshots: list}.Clone().Screenshots, base: base, shots: shots}
}

// exact reports whether entry i names one file and nothing else.
func (e *shotEdit) exact(i int) bool {
	m := e.shots.Matches[i]
	return len(m) == 0 || len(m) == 1 && e.base.Path(e.list[i].Path) == m[0]
}

// named reports whether a path is in the list, and where.
func (e *shotEdit) named(p string) (row int, ok bool) {
	row = slices.IndexFunc(e.shots.List, func(s aggregate.Shot) bool { return s.Path == p })
	return row, row >= 0
}

// add appends images that no entry names yet, in the order given.
func (e *shotEdit) add(paths []string) (added int) {
	have := map[string]bool{}
	for _, s := range e.shots.List {
		have[s.Path] = true
	}
	for _, p := range paths {
		if !have[p] {
			have[p] = true
			e.list = append(e.list, models.Screenshot{Path: e.base.Entry(p)})
			added++
		}
	}
	return added
}

// single returns the entry of one image among those that entry i names.
func (e *shotEdit) single(i int, p string) models.Screenshot {
	one := models.Composition{Screenshots: e.list[i : i+1]}.Clone().Screenshots[0]
	if !e.exact(i) {
		one.Path = e.base.Entry(p)
	}
	return one
}

// remove takes rows out. A pattern that names one of them is replaced by the others that
// it names.
func (e *shotEdit) remove(rows []int) {
	gone := map[string]bool{}
	for _, row := range rows {
		gone[e.shots.List[row].Path] = true
	}
	var next []models.Screenshot
	for i, entry := range e.list {
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
	e.list = next
}

// move puts rows before the row at, keeping their order. Every entry then names one
// image, because a pattern has one place only.
func (e *shotEdit) move(rows []int, at int) {
	for i := range e.list {
		if !e.exact(i) {
			e.split++
		}
	}
	list := make([]models.Screenshot, len(e.shots.List))
	for row := range list {
		list[row] = e.entryOf(row)
	}
	e.list = order.Move(list, rows, at)
}

// entryOf returns a row as an entry of its own.
func (e *shotEdit) entryOf(row int) models.Screenshot {
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

// caption gives a row another caption; the empty one takes it away.
func (e *shotEdit) caption(row int, caption string) {
	shot := e.shots.List[row]
	if shot.Err != nil {
		for i := range e.list {
			if len(e.shots.Matches[i]) == 0 && e.list[i].Path == shot.Path {
				e.list[i].Caption = caption
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
		e.list[last].Caption = caption
	case caption != "":
		e.list = append(e.list, models.Screenshot{Path: e.base.Entry(shot.Path), Caption: caption})
		return
	}
	if caption != "" {
		return
	}
	// No entry can take away what another gives: one by one, then.
	for k := len(naming) - 1; k >= 0; k-- {
		i := naming[k]
		if e.exact(i) {
			e.list[i].Caption = ""
			continue
		}
		if e.list[i].Caption == "" {
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
		e.list = slices.Replace(e.list, i, i+1, files...)
	}
}

// place returns the row that a person names by its path, or by its place from 1.
func (e *shotEdit) place(name string) (int, error) {
	clean := path.Clean(filepath.ToSlash(name))
	for row, shot := range e.shots.List {
		if shot.Path == name || shot.Path == clean || shot.Err != nil && shot.Given == name {
			return row, nil
		}
	}
	return 0, fmt.Errorf("%s is no screenshot of the project; dossier screenshots list lists them", text.Escape(name))
}
