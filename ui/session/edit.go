package session

import (
	"path"
	"slices"

	"dossier/aggregate"
	"dossier/models"
	"dossier/models/order"
)

// edit changes one composition into the next. It works on a copy, so that the one
// before stays for undo.
//
// Entries may be patterns. Where a change concerns a single file of a pattern, an
// entry for that file is added behind it; where it cannot be said that way, the
// pattern is replaced by its files, which [edit.split] counts.
type edit struct {
	c       models.Composition
	base    aggregate.Base
	items   []aggregate.Item
	matches [][]string
	split   int // patterns replaced by their files
}

func newEdit(c models.Composition, base aggregate.Base, rows aggregate.Rows) *edit {
	return &edit{c: c.Clone(), base: base, items: rows.Items, matches: rows.Matches}
}

// entryPath is how an entry names a path of the project.
func (e *edit) entryPath(p string) string { return e.base.Entry(p) }

func cutFolder(p, dir string) (string, bool) {
	if len(p) > len(dir) && p[:len(dir)] == dir && p[len(dir)] == '/' {
		return p[len(dir)+1:], true
	}
	return "", false
}

// exact reports whether entry i names one file and nothing else.
func (e *edit) exact(i int) bool {
	if i >= len(e.matches) {
		return true
	}
	m := e.matches[i]
	return len(m) == 0 || len(m) == 1 && e.base.Path(e.c.Files[i].Path) == m[0]
}

// add appends files that no entry names yet, in the order given.
func (e *edit) add(paths []string) int {
	have := map[string]bool{}
	for _, item := range e.items {
		have[item.Path] = true
	}
	added := 0
	for _, p := range paths {
		if !have[p] {
			have[p] = true
			e.c.Files = append(e.c.Files, models.NewFileItem(e.entryPath(p)))
			added++
		}
	}
	return added
}

// addPattern appends an entry that names any number of files, those given. Files that
// are there already stay as they are shown: each of them gets an entry of its own
// behind the pattern, where it would be shown differently.
func (e *edit) addPattern(entry models.FileItem, files []aggregate.Item) {
	shown := make(map[string]models.FileItem, len(e.items))
	for _, item := range e.items {
		shown[item.Path] = item.FileItem
	}
	e.c.Files = append(e.c.Files, entry)
	for _, file := range files {
		if item, ok := shown[file.Path]; ok && file.Err == nil {
			one := item.Clone()
			if one.Path = e.entryPath(file.Path); !one.Bare() {
				e.c.Files = append(e.c.Files, one)
			}
		}
	}
}

// remove takes files out. A pattern that names one of them is replaced by the others
// that it names.
func (e *edit) remove(paths []string) {
	gone := map[string]bool{}
	for _, p := range paths {
		gone[p] = true
	}
	var next []models.FileItem
	for i, entry := range e.c.Files {
		if i >= len(e.matches) {
			next = append(next, entry)
			continue
		}
		if len(e.matches[i]) == 0 {
			if !gone[entry.Path] && !gone[e.base.Path(entry.Path)] {
				next = append(next, entry)
			}
			continue
		}
		if !slices.ContainsFunc(e.matches[i], func(p string) bool { return gone[p] }) {
			next = append(next, entry)
			continue
		}
		if e.exact(i) {
			continue
		}
		e.split++
		for _, p := range e.matches[i] {
			if !gone[p] {
				one := entry.Clone()
				one.Path = e.entryPath(p)
				next = append(next, one)
			}
		}
	}
	e.c.Files = next
	e.c.Focus = slices.DeleteFunc(e.c.Focus, func(p string) bool { return gone[p] })
}

// change applies fn to how the files of rows are shown.
func (e *edit) change(rows []int, fn func(*models.FileItem)) {
	for _, row := range rows {
		if row < 0 || row >= len(e.items) {
			continue
		}
		item := e.items[row]
		if e.exact(item.Entry) {
			fn(&e.c.Files[item.Entry])
			continue
		}
		one := item.FileItem.Clone()
		one.Path = e.entryPath(item.Path)
		fn(&one)
		e.c.Files = append(e.c.Files, one)
	}
}

// move puts rows before the row at, keeping their order. Every entry then names one
// file, because a pattern has one place only.
func (e *edit) move(rows []int, at int) {
	e.c.Files = order.Move(e.oneByOne(), rows, at)
}

// group puts the files of each folder together. Every entry then names one file, as after
// a move; where they are together already, nothing changes.
func (e *edit) group() {
	var dirs []string
	rows := map[string][]int{}
	for row, item := range e.items {
		dir := path.Dir(item.Path)
		if rows[dir] == nil {
			dirs = append(dirs, dir)
		}
		rows[dir] = append(rows[dir], row)
	}
	var grouped []int
	for _, dir := range dirs {
		grouped = append(grouped, rows[dir]...)
	}
	if slices.IsSorted(grouped) {
		return
	}
	list := e.oneByOne()
	e.c.Files = nil
	for _, row := range grouped {
		e.c.Files = append(e.c.Files, list[row])
	}
}

// oneByOne returns an entry for each row.
func (e *edit) oneByOne() []models.FileItem {
	for i := range e.c.Files {
		if !e.exact(i) {
			e.split++
		}
	}
	list := make([]models.FileItem, len(e.items))
	for row, item := range e.items {
		list[row] = item.FileItem.Clone()
		if item.Err == nil || !e.patternWithoutMatch(item) {
			list[row].Path = e.entryPath(item.Path)
		}
	}
	return list
}

func (e *edit) patternWithoutMatch(item aggregate.Item) bool {
	return item.Entry < len(e.matches) && len(e.matches[item.Entry]) == 0
}
