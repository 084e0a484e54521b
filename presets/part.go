package presets

import (
	"fmt"
	"regexp"
	"slices"

	"dossier/models"
	"dossier/presets/tomledit"
)

// Part is a part of a file that is saved and compared as a whole: a setting, a list, or one of
// several tables, such as a preset.
type Part struct {
	path  []string
	value any  // stored form; nil for a missing table
	plain bool // value is the default for a missing key

	// form returns the form of value that replaces raw, the stored form of before; it is nil for
	// values with a single form. of is the original value.
	form func(raw any, before Part) any
	of   any
}

// Setting returns the part for a single key: a string, bool, int64 or float64. absent is the
// default for a missing key.
func Setting(value, absent any, path ...string) Part {
	return Part{path: path, value: value, plain: tomledit.Equal(value, absent)}
}

// Texts returns the part for a list of strings.
func Texts(list []string, path ...string) Part {
	value := make([]any, len(list))
	for i, s := range list {
		value[i] = s
	}
	return Part{path: path, value: value, plain: len(list) == 0}
}

// Tables returns the parts for tables [path.name], one per element of a list, so that concurrent
// changes of different tables are merged. form returns the stored form of an element, and unknown
// its unknown keys.
func Tables[E any](list []E, name func(E) string, form func(E) models.Fields, unknown func(E) map[string]any, path ...string) []Part {
	out := make([]Part, len(list))
	for i, e := range list {
		out[i] = Part{path: append(slices.Clone(path), name(e)), value: form(e), of: e}
		out[i].form = func(raw any, before Part) any {
			table, _ := raw.(map[string]any)
			old, ok := before.of.(E)
			if !ok {
				return tomledit.Block(form(e))
			}
			return tomledit.Block(merged(table, form(old), form(e), unknown(old)))
		}
	}
	return out
}

// listOf returns the part for a list, given the form of its elements.
func listOf[E any](list []E, form func(E) any, path []string) Part {
	value := make([]any, len(list))
	for i, e := range list {
		value[i] = form(e)
	}
	return Part{path: path, value: value, plain: len(list) == 0, of: list}
}

// files returns the part for a project's list of files.
func files(list []models.FileItem, path ...string) Part {
	p := listOf(list, func(f models.FileItem) any { return f.Fields() }, path)
	p.form = func(raw any, before Part) any {
		old, _ := before.of.([]models.FileItem)
		return itemBlocks(raw, old, list)
	}
	return p
}

func screenshots(list []models.Screenshot, path ...string) Part {
	p := listOf(list, models.Screenshot.Value, path)
	p.form = func(raw any, before Part) any {
		old, _ := before.of.([]models.Screenshot)
		return mergeScreenshots(raw, old, list)
	}
	return p
}

func presetParts(list []models.Preset) []Part {
	name := func(p models.Preset) string { return p.Name }
	unknown := func(p models.Preset) map[string]any { return p.Extra }
	out := Tables(list, name, models.Preset.Fields, unknown, "presets")
	for i, preset := range list {
		out[i].form = func(raw any, before Part) any { // its lists are merged too
			old, _ := before.of.(models.Preset)
			return presetForm(raw, old, preset)
		}
	}
	return out
}

func (p Part) key() string { return models.PathKey(p.path) }

// byKey returns parts by key; the first one with a key counts.
func byKey(parts []Part) map[string]Part {
	found := make(map[string]Part, len(parts))
	for _, p := range parts {
		if _, has := found[p.key()]; !has {
			found[p.key()] = p
		}
	}
	return found
}

// plan returns the edits that apply the changes from base to mine to a file that currently
// contains theirs, with the decoded form values.
func plan(path string, base, mine, theirs []Part, values map[string]any) ([]tomledit.Edit, error) {
	var edits []tomledit.Edit
	var conflicts []string
	old, there, wanted := byKey(base), byKey(theirs), byKey(mine)
	find := func(parts map[string]Part, m Part) Part {
		if p, ok := parts[m.key()]; ok {
			return p
		}
		return Part{path: m.path, plain: true}
	}
	visit := func(m Part) {
		b, t := find(old, m), find(there, m)
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
		case m.form != nil:
			edits = append(edits, tomledit.Set(m.form(raw, t), m.path...))
		case has || !m.plain:
			edits = append(edits, tomledit.Set(m.value, m.path...))
		}
	}
	for _, m := range mine {
		visit(m)
	}
	for _, b := range base {
		if _, stays := wanted[b.key()]; !stays {
			visit(Part{path: b.path})
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

// merged returns the stored table raw of old, changed to new. Unknown keys, and keys with default
// values, are preserved.
func merged(raw map[string]any, old, new models.Fields, unknown map[string]any) models.Fields {
	isUnknown := func(key string) bool { _, ok := unknown[key]; return ok }
	var out models.Fields
	for _, f := range new {
		if v, ok := raw[f.Key]; ok && (tomledit.Equal(old.Get(f.Key), f.Value) || isUnknown(f.Key)) {
			f.Value = v
		}
		out = append(out, f)
	}
	for key, v := range raw {
		gone := old.Get(key) != nil && !isUnknown(key)
		if new.Get(key) == nil && !gone {
			out = append(out, models.Field{Key: key, Value: v})
		}
	}
	return out
}

// itemBlocks returns the stored form of a project's list of files: blocks, unless the user wrote
// it in another form.
func itemBlocks(raw any, old, new []models.FileItem) any {
	list := mergeItems(raw, old, new, true)
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

// mergeItems returns the stored list raw of old, changed to new.
func mergeItems(raw any, old, new []models.FileItem, tables bool) []any {
	raws, _ := raw.([]any)
	if len(raws) != len(old) {
		raws, old = nil, nil
	}
	for i, r := range raws {
		if _, ok := r.(map[string]any); !ok {
			tables = false
			break
		}
		tables = tables || i+1 == len(raws) // if the user wrote only tables, add tables
	}
	from := paired(old, new,
		func(f models.FileItem) string { return tomledit.Inline(f.Fields()) },
		func(f models.FileItem) string { return f.Path })
	if len(old) == len(new) { // an entry whose file was moved is the same entry
		taken := make([]bool, len(old))
		for _, j := range from {
			if j >= 0 {
				taken[j] = true
			}
		}
		for i, j := range from {
			if j < 0 && !taken[i] && moved(old[i], new[i]) {
				from[i] = i
			}
		}
	}
	out := make([]any, len(new))
	for i, item := range new {
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
				out[i] = merged(table, old[j].Fields(), form, old[j].Extra)
			case tomledit.Equal(old[j].Fields(), item.Fields()):
				out[i] = raws[j]
			default:
				out[i] = form
			}
		}
	}
	return out
}

// moved reports whether two entries differ only in their path, and have other properties.
func moved(a, b models.FileItem) bool {
	if a.Bare() || b.Bare() {
		return false
	}
	b.Path = a.Path
	return tomledit.Equal(a.Fields(), b.Fields())
}

// paired returns, for each element of new, the index of its counterpart in old, or -1: an element
// with the same key, trying the kinds of keys in order and, among several, the one at the same
// index first. No element of old is paired twice.
func paired[T any](old, new []T, keys ...func(T) string) []int {
	taken := make([]bool, len(old))
	from := make([]int, len(new))
	for i := range from {
		from[i] = -1
	}
	for _, key := range keys {
		free := map[string][]int{}
		previous := make([]string, len(old))
		for j, v := range old {
			if !taken[j] {
				previous[j] = key(v)
			}
		}
		is := make([]string, len(new))
		for i, v := range new {
			if from[i] >= 0 {
				continue
			}
			is[i] = key(v)
			if i < len(old) && !taken[i] && previous[i] == is[i] {
				from[i], taken[i] = i, true
			}
		}
		for j := range old {
			if !taken[j] {
				free[previous[j]] = append(free[previous[j]], j)
			}
		}
		for i := range new {
			if list := free[is[i]]; from[i] < 0 && len(list) > 0 {
				from[i], taken[list[0]] = list[0], true
				free[is[i]] = list[1:]
			}
		}
	}
	return from
}

// blocked gives the slices of a file separate headers if the file has one.
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
		if len(blocks) == len(cuts) { // only tables can have headers
			fields[i].Value = blocks
		}
	}
	return fields
}

// mergeScreenshots returns the stored list raw of old, changed to new.
func mergeScreenshots(raw any, old, new []models.Screenshot) []any {
	raws, _ := raw.([]any)
	if len(raws) != len(old) {
		raws, old = nil, nil
	}
	from := paired(old, new,
		func(s models.Screenshot) string { return tomledit.Inline(s.Value()) },
		func(s models.Screenshot) string { return s.Path })
	out := make([]any, len(new))
	for i, s := range new {
		out[i] = s.Value()
		if j := from[i]; j >= 0 {
			if table, ok := raws[j].(map[string]any); ok {
				out[i] = merged(table, old[j].Fields(), s.Fields(), old[j].Extra)
			}
		}
	}
	return out
}

// presetForm returns the stored table raw of the preset old, changed to new.
func presetForm(raw any, old, new models.Preset) tomledit.Block {
	table, _ := raw.(map[string]any)
	fields := merged(table, old.Fields(), new.Fields(), old.Extra)
	for i, f := range fields {
		if f.Key == "files" {
			fields[i].Value = mergeItems(table["files"], old.Files, new.Files, false)
		}
		if f.Key == "screenshots" && new.Screenshots != nil {
			fields[i].Value = mergeScreenshots(table["screenshots"], old.Screenshots, new.Screenshots)
		}
	}
	return tomledit.Block(fields)
}

// newProblems returns the first problem that a save would introduce. Because list elements may
// move, they are identified by the rest of their key.
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
