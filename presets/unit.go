package presets

import (
	"fmt"
	"regexp"
	"slices"

	"dossier/models"
	"dossier/presets/tomledit"
)

// unit is a part of a file that is saved and compared as a whole: one setting, the
// list of files, or one preset.
type unit struct {
	path  []string
	value any  // in its stored form; nil is a preset that is not there
	plain bool // value is what a missing key means
	files []models.FileItem
	shots []models.Screenshot
	set   *models.Preset
}

func setting(value, absent any, path ...string) unit {
	return unit{path: path, value: value, plain: tomledit.Equal(value, absent)}
}

func texts(list []string, path ...string) unit {
	value := make([]any, len(list))
	for i, s := range list {
		value[i] = s
	}
	return unit{path: path, value: value, plain: len(list) == 0}
}

func items(list []models.FileItem, path ...string) unit {
	return unit{path: path, value: forms(list), plain: len(list) == 0, files: list}
}

func screenshots(list []models.Screenshot, path ...string) unit {
	value := make([]any, len(list))
	for i, s := range list {
		value[i] = s.Value()
	}
	return unit{path: path, value: value, plain: len(list) == 0, shots: list}
}

func presetUnits(list []models.Preset) []unit {
	out := make([]unit, len(list))
	for i, p := range list {
		out[i] = unit{path: []string{"presets", p.Name}, value: p.Fields(), set: &p}
	}
	return out
}

func forms(list []models.FileItem) []any {
	out := make([]any, len(list))
	for i, item := range list {
		out[i] = item.Fields()
	}
	return out
}

func (u unit) key() string {
	key := ""
	for _, part := range u.path {
		key = models.JoinKey(key, part)
	}
	return key
}

// byKey finds units by their keys; the first of a key counts.
func byKey(units []unit) map[string]unit {
	found := make(map[string]unit, len(units))
	for _, u := range units {
		if _, has := found[u.key()]; !has {
			found[u.key()] = u
		}
	}
	return found
}

// plan returns the edits that bring to the file what mine changed of base, when theirs
// is what the file holds now and values its decoded form.
func plan(path string, base, mine, theirs []unit, values map[string]any) ([]tomledit.Edit, error) {
	var edits []tomledit.Edit
	var conflicts []string
	was, there, wanted := byKey(base), byKey(theirs), byKey(mine)
	find := func(units map[string]unit, m unit) unit {
		if u, ok := units[m.key()]; ok {
			return u
		}
		return unit{path: m.path, plain: true}
	}
	visit := func(m unit) {
		b, t := find(was, m), find(there, m)
		if tomledit.Equal(m.value, b.value) || tomledit.Equal(m.value, t.value) {
			return
		}
		if !tomledit.Equal(t.value, b.value) {
			conflicts = append(conflicts, m.key())
			return
		}
		raw, has := lookup(values, m.path)
		switch {
		case m.value == nil:
			edits = append(edits, tomledit.Delete(m.path...))
		case m.set != nil:
			before := models.Preset{}
			if t.set != nil {
				before = *t.set
			}
			edits = append(edits, tomledit.Set(presetForm(raw, before, *m.set), m.path...))
		case m.files != nil || t.files != nil:
			edits = append(edits, tomledit.Set(itemBlocks(raw, t.files, m.files), m.path...))
		case m.shots != nil || t.shots != nil:
			edits = append(edits, tomledit.Set(mergeScreenshots(raw, t.shots, m.shots), m.path...))
		case has || !m.plain:
			edits = append(edits, tomledit.Set(m.value, m.path...))
		}
	}
	for _, m := range mine {
		visit(m)
	}
	for _, b := range base {
		if _, stays := wanted[b.key()]; !stays {
			visit(unit{path: b.path})
		}
	}
	if conflicts != nil {
		return nil, &ConflictError{path, conflicts}
	}
	return edits, nil
}

func lookup(values map[string]any, path []string) (any, bool) {
	var v any = values
	for _, key := range path {
		table, _ := v.(map[string]any)
		next, ok := table[key]
		if !ok {
			return nil, false
		}
		v = next
	}
	return v, true
}

// merged returns the table raw, which was read as old, once it says what now says. Keys
// that a reader does not know, or that say what is true without them, stay.
func merged(raw map[string]any, old, now models.Fields, known []string) models.Fields {
	var out models.Fields
	for _, f := range now {
		if v, ok := raw[f.Key]; ok && (tomledit.Equal(old.Get(f.Key), f.Value) || !slices.Contains(known, f.Key)) {
			f.Value = v
		}
		out = append(out, f)
	}
	for key, v := range raw {
		gone := old.Get(key) != nil && slices.Contains(known, key)
		if now.Get(key) == nil && !gone {
			out = append(out, models.Field{Key: key, Value: v})
		}
	}
	return out
}

// itemBlocks returns the list of files of a project in the form in which it is to
// stand: blocks, unless a person wrote something else.
func itemBlocks(raw any, old, now []models.FileItem) any {
	list := mergeItems(raw, old, now, true)
	var out tomledit.Blocks
	for _, e := range list {
		fields, ok := e.(models.Fields)
		if !ok {
			return list
		}
		out = append(out, tomledit.Block(fields))
	}
	return out
}

// mergeItems returns the list raw, which was read as old, once it says what now says.
func mergeItems(raw any, old, now []models.FileItem, tables bool) []any {
	raws, _ := raw.([]any)
	if len(raws) != len(old) {
		raws, old = nil, nil
	}
	for i, r := range raws {
		if _, ok := r.(map[string]any); !ok {
			tables = false
			break
		}
		tables = tables || i+1 == len(raws) // a person who writes only tables gets tables
	}
	from := paired(old, now,
		func(f models.FileItem) string { return tomledit.Inline(f.Fields()) },
		func(f models.FileItem) string { return f.Path })
	if len(old) == len(now) { // an entry whose file was moved is the same entry
		taken := make([]bool, len(old))
		for _, j := range from {
			if j >= 0 {
				taken[j] = true
			}
		}
		for i, j := range from {
			if j < 0 && !taken[i] && moved(old[i], now[i]) {
				from[i] = i
			}
		}
	}
	out := make([]any, len(now))
	for i, item := range now {
		form := blocked(item.Fields(), tables)
		j := from[i]
		switch {
		case j < 0 && item.Bare() && !tables:
			out[i] = item.Path
		case j < 0:
			out[i] = form
		default:
			table, ok := raws[j].(map[string]any)
			switch {
			case ok:
				out[i] = merged(table, old[j].Fields(), form, itemKeys)
			case tomledit.Equal(old[j].Fields(), item.Fields()):
				out[i] = raws[j]
			default:
				out[i] = form
			}
		}
	}
	return out
}

// moved reports whether two entries say the same of two files, and more than their names.
func moved(a, b models.FileItem) bool {
	if a.Bare() || b.Bare() {
		return false
	}
	b.Path = a.Path
	return tomledit.Equal(a.Fields(), b.Fields())
}

// paired says for each of now which of old it was, or -1: one that has the same key, by
// the first kind of key by which there is one, and of several the one in the same place
// before the others. None of old is named twice.
func paired[T any](old, now []T, keys ...func(T) string) []int {
	taken := make([]bool, len(old))
	from := make([]int, len(now))
	for i := range from {
		from[i] = -1
	}
	for _, key := range keys {
		free := map[string][]int{}
		was := make([]string, len(old))
		for j, v := range old {
			if !taken[j] {
				was[j] = key(v)
			}
		}
		is := make([]string, len(now))
		for i, v := range now {
			if from[i] >= 0 {
				continue
			}
			is[i] = key(v)
			if i < len(old) && !taken[i] && was[i] == is[i] {
				from[i], taken[i] = i, true
			}
		}
		for j := range old {
			if !taken[j] {
				free[was[j]] = append(free[was[j]], j)
			}
		}
		for i := range now {
			if list := free[is[i]]; from[i] < 0 && len(list) > 0 {
				from[i], taken[list[0]] = list[0], true
				free[is[i]] = list[1:]
			}
		}
	}
	return from
}

// blocked gives the slices of a file headers of their own where the file has one.
func blocked(fields models.Fields, tables bool) models.Fields {
	if !tables {
		return fields
	}
	for i, f := range fields {
		cuts, ok := f.Value.([]any)
		if f.Key != "custom_slices" || !ok {
			continue
		}
		var blocks tomledit.Blocks
		for _, cut := range cuts {
			if table, ok := cut.(models.Fields); ok {
				blocks = append(blocks, tomledit.Block(table))
			}
		}
		if len(blocks) == len(cuts) { // what is no table has no header
			fields[i].Value = blocks
		}
	}
	return fields
}

// mergeScreenshots returns the list raw, which was read as old, once it says what now
// says.
func mergeScreenshots(raw any, old, now []models.Screenshot) []any {
	raws, _ := raw.([]any)
	if len(raws) != len(old) {
		raws, old = nil, nil
	}
	from := paired(old, now,
		func(s models.Screenshot) string { return tomledit.Inline(s.Value()) },
		func(s models.Screenshot) string { return s.Path })
	out := make([]any, len(now))
	for i, s := range now {
		out[i] = s.Value()
		if j := from[i]; j >= 0 {
			if table, ok := raws[j].(map[string]any); ok {
				out[i] = merged(table, old[j].Fields(), s.Fields(), screenshotKeys)
			}
		}
	}
	return out
}

// presetForm returns the table of a preset, which raw holds and was read as old, once
// it says what now says.
func presetForm(raw any, old, now models.Preset) tomledit.Block {
	table, _ := raw.(map[string]any)
	fields := merged(table, old.Fields(), now.Fields(), presetKeys)
	for i, f := range fields {
		if f.Key == "files" {
			fields[i].Value = mergeItems(table["files"], old.Files, now.Files, false)
		}
		if f.Key == "screenshots" && now.Screenshots != nil {
			fields[i].Value = mergeScreenshots(table["screenshots"], old.Screenshots, now.Screenshots)
		}
	}
	return tomledit.Block(fields)
}

// newProblems returns the first problem that a save would bring into a file. An element
// of a list may change its place, and is known by the rest of its key.
func newProblems(before, after []Problem) error {
	type problem struct{ key, text string }
	of := func(p Problem) problem { return problem{elementNumber.ReplaceAllString(p.Key, "[]"), p.Text} }
	known := make(map[problem]int, len(before))
	for _, p := range before {
		known[of(p)]++
	}
	for _, p := range after {
		if known[of(p)]--; known[of(p)] < 0 {
			return fmt.Errorf("%s was not saved: %s %s", p.Path, p.Key, p.Text)
		}
	}
	return nil
}

var elementNumber = regexp.MustCompile(`\[\d+\]`)
