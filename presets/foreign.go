package presets

import (
	"errors"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"dossier/models"
	"dossier/presets/tomledit"
)

// foreign is the content of another program's file in addition to the project.
type foreign struct {
	discussions models.Discussions
	problems    []Problem
	rest        map[string]any // content without a counterpart, and invalid values
}

// newForeignFile parses another program's file. Only content with a counterpart here is used:
// names are translated, and unknown content is ignored.
func newForeignFile(root *os.Root, places Places, doc document) *ProjectFile {
	t := translate(doc.values)
	f := &ProjectFile{File: &File[models.Project]{doc: doc, root: root, places: places}, foreign: &foreign{rest: t.rest}}
	var err error
	f.Project, err = models.ParseProject(t.project)
	// The translated keys are not those of the file, so the position of a problem is its
	// beginning.
	f.Problems = document{path: doc.path}.problems(err)
	f.foreign.discussions, err = readDiscussions(doc, t.discussions, "discussion.discussions")
	f.foreign.problems = document{path: doc.path}.problems(errors.Join(err, f.foreign.discussions.CheckActive()))
	if f.doc.refusal == nil {
		f.doc.refusal = &ReadOnlyError{doc.path, ErrForeign}
	}
	return f
}

// translation is another program's file in the form of a project file and of a history file.
type translation struct {
	project, discussions map[string]any

	values map[string]any // the original file
	rest   map[string]any // content without a counterpart, and invalid values
}

// translate converts the decoded file of the other program to this program's form.
func translate(values map[string]any) *translation {
	t := &translation{values: values, rest: clonedTables(values).(map[string]any)}
	head, output, files, screenshots := map[string]any{}, map[string]any{}, map[string]any{}, map[string]any{}
	for _, key := range []string{"name", "namespace", "aggregation_strategy", "summary_only", "execution_mode"} {
		t.moveTo(head, key, "project", key)
	}
	if name, _ := lookup(values, []string{"output", "namespace"}); head["namespace"] == nil || head["namespace"] == name {
		t.moveTo(head, "namespace", "output", "namespace")
	}
	if name, ok := head["namespace"].(string); ok && models.CheckNamespace(name) != nil {
		head["namespace"] = models.NamespaceFor(name)
	}
	t.moveTo(output, "dir", "output", "output_dir")
	t.moveTo(files, "base_dir", "files", "base_dir")
	t.moveTo(screenshots, "base_dir", "screenshots", "base_dir")
	t.moveTo(screenshots, "paths", "screenshots", "paths")
	t.project = map[string]any{"project": head, "output": output, "files": files, "screenshots": screenshots}
	_, err := models.ParseProject(t.project)
	for _, fe := range models.FieldErrors(err) {
		key, _, _ := strings.Cut(fe.Key, "[")
		if key == "output.dir" {
			key = "output.output_dir"
		}
		t.restore(nil, strings.Split(key, ".")...)
	}
	for _, key := range []string{"items", "paths", "files"} {
		if v, _ := lookup(values, []string{"files", key}); isList(v) {
			t.moveTo(files, "items", "files", key)
			files["items"] = t.items(v.([]any), "files", key)
			break
		}
	}
	t.project["presets"] = t.presets()
	t.discussions = t.allDiscussions()
	return t
}

// moveTo moves the value at path from the rest to a table.
func (t *translation) moveTo(into map[string]any, key string, path ...string) {
	v, ok := lookup(t.values, path)
	if !ok {
		return
	}
	into[key] = v
	last := len(path) - 1
	table, _ := lookup(t.rest, path[:last])
	delete(table.(map[string]any), path[last])
}

// restore moves a value back to the rest; nil means the value at path in the file.
func (t *translation) restore(v any, path ...string) {
	last := len(path) - 1
	table, _ := lookup(t.rest, path[:last])
	into, ok := table.(map[string]any)
	if v == nil {
		v, _ = lookup(t.values, path)
	}
	if ok && v != nil {
		into[path[last]] = v
	}
}

// items returns the list of files at path. Invalid elements also stay in the rest.
func (t *translation) items(list []any, path ...string) []any {
	out := withoutNulls(list)
	var broken []any
	for i, v := range out {
		if _, err := models.ParseFileItem("", v); err != nil {
			broken = append(broken, list[i])
		}
	}
	if broken != nil {
		t.restore(broken, path...)
	}
	return out
}

func (t *translation) presets() map[string]any {
	sets := map[string]any{}
	all, _ := t.values["context_presets"].(map[string]any)
	for name, set := range all {
		if _, ok := set.(map[string]any); !ok {
			continue
		}
		preset := map[string]any{}
		for _, key := range []string{"description", "screenshots", "files"} {
			t.moveTo(preset, key, "context_presets", name, key)
		}
		if list, ok := preset["files"].([]any); ok {
			preset["files"] = t.items(list, "context_presets", name, "files")
		}
		sets[name] = preset
		if _, err := models.ParsePreset(name, "", map[string]any{"description": preset["description"], "screenshots": preset["screenshots"]}); err != nil {
			t.restore(nil, "context_presets", name)
		}
	}
	return sets
}

// allDiscussions translates the discussions.
func (t *translation) allDiscussions() map[string]any {
	out := map[string]any{}
	t.moveTo(out, "active", "discussion", "active")
	all, ok := lookup(t.values, []string{"discussion", "discussions"})
	if !ok {
		if list, _ := lookup(t.values, []string{"discussion", "history"}); isList(list) {
			main := map[string]any{}
			t.moveTo(main, "history", "discussion", "history")
			out["discussions"] = map[string]any{models.MainDiscussion: main}
		}
		return out
	}
	out["discussions"] = all
	tables, _ := all.(map[string]any)
	for name, one := range tables {
		if _, ok := one.(map[string]any); ok {
			t.moveTo(map[string]any{}, "history", "discussion", "discussions", name, "history")
		}
	}
	return out
}

func isList(v any) bool {
	_, ok := v.([]any)
	return ok
}

// clonedTables returns v with its tables copied.
func clonedTables(v any) any {
	table, ok := v.(map[string]any)
	if !ok {
		return v
	}
	out := make(map[string]any, len(table))
	for key, v := range table {
		out[key] = clonedTables(v)
	}
	return out
}

// sound returns the project without invalid values, for a new file.
func (f *ProjectFile) sound() models.Project {
	p := f.Project.Clone()
	p.Files = soundItems(p.Files)
	for i := range p.Presets {
		p.Presets[i].Files = soundItems(p.Presets[i].Files)
	}
	return p
}

func soundItems(list []models.FileItem) []models.FileItem {
	list = slices.DeleteFunc(list, func(it models.FileItem) bool { return it.Problem != "" })
	for i := range list {
		list[i].CustomSlices = slices.DeleteFunc(list[i].CustomSlices, func(s models.Slice) bool { return s.Problem != "" })
	}
	return list
}

// maxUntranslated is the max size of one table in the comment, in bytes.
const maxUntranslated = 16 << 10

// untranslated returns a comment with the content of the other program's file that has no
// counterpart here, and its keys.
func (f *ProjectFile) untranslated() (comment string, keys []string) {
	var b strings.Builder
	for _, field := range f.doc.inOrder("", f.foreign.rest) {
		block, ok := field.Value.(tomledit.Block)
		if ok && len(block) == 0 {
			continue
		}
		names := []string{models.JoinKey("", field.Key)}
		if ok {
			names = nil
			for _, part := range block {
				names = append(names, models.JoinKey(models.JoinKey("", field.Key), part.Key))
			}
		}
		keys = append(keys, names...)
		formatted, err := ofRecords().Apply(nil, tomledit.Set(field.Value, field.Key))
		if err != nil || len(formatted) > maxUntranslated {
			formatted = []byte(strings.Join(names, ", ") + ": too long to be repeated here\n")
		}
		b.WriteString("#\n")
		for line := range strings.Lines(string(formatted)) {
			b.WriteString(strings.TrimRight("# "+line, " \r\n") + "\n")
		}
	}
	if keys == nil {
		return "", nil
	}
	return "# Settings of " + filepath.Base(f.doc.path) + " without a counterpart here:\n" + b.String(), keys
}

// inOrder returns the table at path, without empty tables, as blocks with keys in file order.
func (d document) inOrder(path string, table map[string]any) tomledit.Block {
	var out tomledit.Block
	for _, key := range slices.Sorted(maps.Keys(table)) {
		v := table[key]
		if sub, ok := v.(map[string]any); ok {
			block := d.inOrder(models.JoinKey(path, key), sub)
			if len(block) == 0 {
				continue
			}
			v = block
		}
		out = append(out, models.Field{Key: key, Value: v})
	}
	place := func(f models.Field) Problem { return d.problem(models.JoinKey(path, f.Key), "") }
	slices.SortStableFunc(out, func(a, b models.Field) int { return byPlace(place(a), place(b)) })
	return out
}

// withoutNulls removes the other program's representation of "none": empty tags and comments of
// slices.
func withoutNulls(list []any) []any {
	out := slices.Clone(list)
	for i, e := range out {
		if t, ok := e.(map[string]any); ok {
			t = maps.Clone(t)
			for key, v := range t {
				if v == "" && key != "path" {
					delete(t, key)
				}
			}
			out[i] = t
		}
	}
	return out
}
