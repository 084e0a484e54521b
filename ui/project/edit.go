package project

import (
	"path"
	"reflect"
	"slices"

	"dossier/aggregate"
	"dossier/models"
	"dossier/models/order"
)

// Edit changes one composition into the next. It works on a copy, so that the previous one stays
// valid for undo.
//
// Entries may be patterns. To change a single file of a pattern, an entry for that file is added
// after it; if that cannot express the change, the pattern is replaced by its files, which
// [Edit.Split] counts.
type Edit struct {
	Composition models.Composition
	Base        aggregate.Base // folder that entries of files are relative to
	Items       []aggregate.Item
	matches     [][]string
	rows        map[string]int // of Items by path, filled by Row
	Split       int            // patterns replaced by their files
}

// NewEdit returns an edit of a composition whose entries resolve to rows.
func NewEdit(c models.Composition, base aggregate.Base, rows aggregate.Rows) *Edit {
	return &Edit{Composition: c.Clone(), Base: base, Items: rows.Items, matches: rows.Matches}
}

// EntryPath returns the path of an entry for a path of the project.
func (e *Edit) EntryPath(p string) string { return e.Base.Entry(p) }

// CutFolder returns the part of a path below a folder; false if it is not in the folder.
func CutFolder(p, dir string) (string, bool) {
	if len(p) > len(dir) && p[:len(dir)] == dir && p[len(dir)] == '/' {
		return p[len(dir)+1:], true
	}
	return "", false
}

// Row returns the index of the first item with a path; false if there is none.
func (e *Edit) Row(p string) (int, bool) {
	if e.rows == nil {
		e.rows = make(map[string]int, len(e.Items))
		for i := range e.Items {
			if _, ok := e.rows[e.Items[i].Path]; !ok {
				e.rows[e.Items[i].Path] = i
			}
		}
	}
	row, ok := e.rows[p]
	return row, ok
}

// Exact reports whether entry i names a single file.
func (e *Edit) Exact(i int) bool {
	if i >= len(e.matches) {
		return true
	}
	m := e.matches[i]
	return len(m) == 0 || len(m) == 1 && e.Base.Path(e.Composition.Files[i].Path) == m[0]
}

// Add adds files that no entry names yet, in the given order, and returns their number. A file
// is inserted after the last entry for a file of its folder, or else appended, so that the
// files of a folder are together until the user moves them.
func (e *Edit) Add(paths []string) int {
	return e.AddAs(paths, func(string, *models.FileItem) {})
}

// AddAs is [Edit.Add] with entries that set completes, each by the path of its file.
func (e *Edit) AddAs(paths []string, set func(path string, entry *models.FileItem)) int {
	all := e.Composition.Files
	have := make(map[string]bool, len(e.Items)+len(paths))
	last := make(map[string]int, len(e.Items)) // the entry of the last file, by folder
	for i := range e.Items {
		have[e.Items[i].Path] = true
		last[path.Dir(e.Items[i].Path)] = e.Items[i].Named
	}
	var dirs []string // folders of the added files, in the order given
	added := map[string][]models.FileItem{}
	n := 0
	for _, p := range paths {
		if have[p] {
			continue
		}
		have[p] = true
		dir := path.Dir(p)
		if added[dir] == nil {
			dirs = append(dirs, dir)
		}
		entry := models.NewFileItem(e.EntryPath(p))
		set(p, &entry)
		added[dir] = append(added[dir], entry)
		n++
	}
	behind := map[int][]models.FileItem{} // by the entry that they follow; -1 for the end
	for _, dir := range dirs {
		at, ok := last[dir]
		if !ok {
			at = -1
		}
		behind[at] = append(behind[at], added[dir]...)
	}
	next := make([]models.FileItem, 0, len(all)+n)
	now := make([]int, len(all)) // position of each entry
	for i, entry := range all {
		now[i] = len(next)
		next = append(append(next, entry), behind[i]...)
	}
	e.Composition.Files = append(next, behind[-1]...)
	e.follow(now)
	return n
}

// follow updates the positions of entries after insertions.
func (e *Edit) follow(now []int) {
	if len(now) == 0 || now[len(now)-1] == len(now)-1 {
		return // they were all appended
	}
	e.Items = slices.Clone(e.Items)
	for i := range e.Items {
		e.Items[i].Entry, e.Items[i].Named = now[e.Items[i].Entry], now[e.Items[i].Named]
	}
	matches := make([][]string, now[len(now)-1]+1)
	for i := range matches {
		matches[i] = []string{e.Base.Path(e.Composition.Files[i].Path)}
	}
	for i, at := range now {
		if i < len(e.matches) {
			matches[at] = e.matches[i]
		}
	}
	e.matches = matches
}

// EntryChange is a change of a file's entry.
type EntryChange struct {
	Path   string
	Change func(*models.FileItem)
}

// ChangeFiles changes the entries of files. Files that no entry names are added in the given
// order, at the positions of [Edit.Add].
func (e *Edit) ChangeFiles(list []EntryChange) {
	paths := make([]string, len(list))
	changes := make(map[string]func(*models.FileItem), len(list))
	for i, one := range list {
		paths[i], changes[one.Path] = one.Path, one.Change
	}
	e.AddAs(paths, func(path string, entry *models.FileItem) { changes[path](entry) })
	for _, path := range paths {
		if _, known := e.Row(path); known {
			e.ChangeFile(path, changes[path])
		}
	}
}

// AddPattern appends an entry that matches the given files. Files that are already in the
// composition keep their view: each one that would change gets a separate entry after the pattern.
func (e *Edit) AddPattern(entry models.FileItem, files []aggregate.Item) {
	shown := make(map[string]models.FileItem, len(e.Items))
	for _, item := range e.Items {
		shown[item.Path] = item.FileItem
	}
	e.Composition.Files = append(e.Composition.Files, entry)
	for _, file := range files {
		if item, ok := shown[file.Path]; ok && file.Err == nil {
			one := item.Clone()
			if one.Path = e.EntryPath(file.Path); !one.Bare() {
				e.Composition.Files = append(e.Composition.Files, one)
			}
		}
	}
}

// Drop removes entries for single files for which gone returns true, and reports whether there
// were any. Patterns are not changed.
func (e *Edit) Drop(gone func(path string) bool) bool {
	var next []models.FileItem
	for i, entry := range e.Composition.Files {
		if !e.Exact(i) || !gone(e.Base.Path(entry.Path)) {
			next = append(next, entry)
		}
	}
	dropped := len(next) < len(e.Composition.Files)
	e.Composition.Files = next
	e.Composition.Focus = slices.DeleteFunc(e.Composition.Focus, gone)
	return dropped
}

// Remove removes files. A pattern that matches one of them is replaced by its other files.
func (e *Edit) Remove(paths []string) {
	gone := map[string]bool{}
	for _, p := range paths {
		gone[p] = true
	}
	var next []models.FileItem
	for i, entry := range e.Composition.Files {
		if i >= len(e.matches) {
			next = append(next, entry)
			continue
		}
		if len(e.matches[i]) == 0 {
			if !gone[entry.Path] && !gone[e.Base.Path(entry.Path)] {
				next = append(next, entry)
			}
			continue
		}
		if !slices.ContainsFunc(e.matches[i], func(p string) bool { return gone[p] }) {
			next = append(next, entry)
			continue
		}
		if e.Exact(i) {
			continue
		}
		e.Split++
		for _, p := range e.matches[i] {
			if !gone[p] {
				one := entry.Clone()
				one.Path = e.EntryPath(p)
				next = append(next, one)
			}
		}
	}
	e.Composition.Files = next
	e.Composition.Focus = slices.DeleteFunc(e.Composition.Focus, func(p string) bool { return gone[p] })
}

// Change applies fn to the entries of rows. It marks them as chosen by the user rather than
// proposed, unless fn sets otherwise.
func (e *Edit) Change(rows []int, fn func(*models.FileItem)) {
	for _, row := range rows {
		if row < 0 || row >= len(e.Items) {
			continue
		}
		item := e.Items[row]
		if e.Exact(item.Entry) {
			e.Composition.Files[item.Entry].Proposed = false
			fn(&e.Composition.Files[item.Entry])
			continue
		}
		one := item.FileItem.Clone()
		one.Path, one.Proposed = e.EntryPath(item.Path), false
		fn(&one)
		e.Composition.Files = append(e.Composition.Files, one)
	}
}

// Move moves rows before the row at and preserves their order. Each entry then names a single file,
// because a pattern has only one position. The moved rows are then marked as chosen by the user.
func (e *Edit) Move(rows []int, at int) {
	list := e.oneByOne()
	for _, row := range rows {
		if row >= 0 && row < len(list) {
			list[row].Proposed = false
		}
	}
	e.Composition.Files = order.Move(list, rows, at)
}

// Order sorts the files by the order of paths, which are those of [Edit.Items]; files not in
// paths follow in their current order. Each entry then names a single file, as after a move.
// Nothing changes if the files are already in this order.
func (e *Edit) Order(paths []string) {
	place := map[string]int{}
	for i, p := range paths {
		place[p] = i
	}
	placeOf := func(row int) int {
		if i, ok := place[e.Items[row].Path]; ok {
			return i
		}
		return len(paths)
	}
	rows := make([]int, len(e.Items))
	for row := range rows {
		rows[row] = row
	}
	slices.SortStableFunc(rows, func(a, b int) int { return placeOf(a) - placeOf(b) })
	e.arrange(rows)
}

// Group puts the files of each folder together. Each entry then names a single file, as after a
// move. Nothing changes if they are already together.
func (e *Edit) Group() {
	var dirs []string
	rows := map[string][]int{}
	for row, item := range e.Items {
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
	e.arrange(grouped)
}

// arrange sorts the rows by an order, which contains each of them once.
func (e *Edit) arrange(rows []int) {
	if slices.IsSorted(rows) {
		return
	}
	list := e.oneByOne()
	e.Composition.Files = nil
	for _, row := range rows {
		e.Composition.Files = append(e.Composition.Files, list[row])
	}
}

// oneByOne returns a separate entry for each row.
func (e *Edit) oneByOne() []models.FileItem {
	for i := range e.Composition.Files {
		if !e.Exact(i) {
			e.Split++
		}
	}
	list := make([]models.FileItem, len(e.Items))
	for row, item := range e.Items {
		list[row] = item.FileItem.Clone()
		if item.Err == nil || !e.patternWithoutMatch(item) {
			list[row].Path = e.EntryPath(item.Path)
		}
	}
	return list
}

func (e *Edit) patternWithoutMatch(item aggregate.Item) bool {
	return item.Entry < len(e.matches) && len(e.matches[item.Entry]) == 0
}

// SameComposition reports whether two compositions are stored in the same form.
func SameComposition(a, b models.Composition) bool {
	if !SameFiles(a.Files, b.Files) {
		return false
	}
	a.Files, b.Files = nil, nil
	return reflect.DeepEqual(a.Fields(), b.Fields())
}

// SameFiles reports whether two lists of files are stored in the same form.
func SameFiles(a, b []models.FileItem) bool {
	return slices.EqualFunc(a, b, func(x, y models.FileItem) bool {
		return x.Path == y.Path && (x.Bare() && y.Bare() || reflect.DeepEqual(x.Fields(), y.Fields()))
	})
}

// FirstName returns the name of the first path; empty if there is none.
func FirstName(paths []string) string {
	if len(paths) == 0 {
		return ""
	}
	return path.Base(paths[0])
}
