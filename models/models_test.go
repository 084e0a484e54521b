package models

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

// keys returns the keys that an error names.
func keys(err error) []string {
	var out []string
	for _, fe := range FieldErrors(err) {
		out = append(out, fe.Key)
	}
	return out
}

func TestParseFileItemRefuses(t *testing.T) {
	tests := []struct {
		name string
		in   any
		want []string // the keys that the error names
	}{
		{"an empty path", "", []string{"f"}},
		{"a table without a path", map[string]any{}, []string{"f.path"}},
		{"a path that is no text", map[string]any{"path": int64(1)}, []string{"f.path"}},
		{"a number", int64(1), []string{"f"}},
		{"a list", []any{"a"}, []string{"f"}},
		{"an unknown view mode", map[string]any{"path": "a", "view_mode": "skeletn"}, []string{"f.view_mode"}},
		{"view modes differ by case", map[string]any{"path": "a", "view_mode": "Full"}, []string{"f.view_mode"}},
		{"text where a truth value belongs", map[string]any{"path": "a", "force_full": "yes"}, []string{"f.force_full"}},
		{"a negative limit", map[string]any{"path": "a", "max_bytes": int64(-1)}, []string{"f.max_bytes"}},
		{"an unknown mask", map[string]any{"path": "a", "ast_mask": map[string]any{"A.b": "all"}}, []string{`f.ast_mask."A.b"`}},
		{"a mask that is no table", map[string]any{"path": "a", "ast_mask": []any{}}, []string{"f.ast_mask"}},
		{"a slice without lines", map[string]any{"path": "a", "custom_slices": []any{map[string]any{}}}, []string{"f.custom_slices[0].start_line", "f.custom_slices[0].end_line"}},
		{"a negative line", map[string]any{"path": "a", "custom_slices": []any{
			map[string]any{"start_line": int64(1), "end_line": int64(1)}, map[string]any{"start_line": int64(-3), "end_line": int64(2)},
		}}, []string{"f.custom_slices[1].start_line"}},
		{"line zero", map[string]any{"path": "a", "custom_slices": []any{map[string]any{"start_line": int64(0), "end_line": int64(2)}}}, []string{"f.custom_slices[0].start_line"}},
		{"half a line", map[string]any{"path": "a", "custom_slices": []any{map[string]any{"start_line": 1.5, "end_line": int64(2)}}}, []string{"f.custom_slices[0].start_line"}},
		{"an end before the start", map[string]any{"path": "a", "custom_slices": []any{map[string]any{"start_line": int64(9), "end_line": int64(2)}}}, []string{"f.custom_slices[0].end_line"}},
		{"a hash of another kind", map[string]any{"path": "a", "custom_slices": []any{map[string]any{"start_line": int64(1), "end_line": int64(2), "content_hash": "md5:x"}}}, []string{"f.custom_slices[0].content_hash"}},
		{"all mistakes are named", map[string]any{"path": "", "view_mode": "x", "selected": int64(1)}, []string{"f.path", "f.view_mode", "f.selected"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			_, err := ParseFileItem("f", tt.in)
			if diff := cmp.Diff(tt.want, keys(err)); diff != "" {
				t.Errorf("wrong keys (-want +got):\n%s\n%v", diff, err)
			}
		})
	}
}

func TestErrorText(t *testing.T) {
	_, err := ParseFileItem("files.items[2]", map[string]any{"path": "a", "view_mode": "skeletn"})
	want := `files.items[2].view_mode: "skeletn" is not one of full, skeleton, outline, summary, masked, custom, none`
	if err == nil || err.Error() != want {
		t.Errorf("got %v, want %s", err, want)
	}
}

func TestFieldErrorsAreFoundInside(t *testing.T) {
	a, b := &FieldError{"a", "x"}, &FieldError{"b", "y"}
	err := fmt.Errorf("load: %w", errors.Join(a, fmt.Errorf("more: %w", errors.Join(errors.New("other"), b)), nil))
	if diff := cmp.Diff([]string{"a", "b"}, keys(err)); diff != "" {
		t.Errorf("wrong keys (-want +got):\n%s", diff)
	}
	if FieldErrors(nil) != nil || FieldErrors(errors.New("other")) != nil {
		t.Error("there are field errors where there are none")
	}
}

func TestKeys(t *testing.T) {
	for _, tt := range []struct{ path, key, want string }{
		{"", "a", "a"},
		{"a", "b-c_1", "a.b-c_1"},
		{"a", "b.c", `a."b.c"`},
		{"", "", `""`},
		{"a", `q"\`, `a."q\"\\"`},
		{"a", "é", `a."é"`},
	} {
		if got := JoinKey(tt.path, tt.key); got != tt.want {
			t.Errorf("%q and %q give %s, want %s", tt.path, tt.key, got, tt.want)
		}
	}
	if got := ElementKey("files.items", 2); got != "files.items[2]" {
		t.Errorf("got %s", got)
	}
}

func TestBareFile(t *testing.T) {
	it := NewFileItem("a")
	if !it.Bare() {
		t.Error("a path alone is not bare")
	}
	it.ViewMode = ""
	if !it.Bare() {
		t.Error("no view mode is full, which says nothing")
	}
	for name, change := range map[string]func(*FileItem){
		"view mode": func(it *FileItem) { it.ViewMode = None }, "auto": func(it *FileItem) { it.AutoAggregate = false },
		"unknown key": func(it *FileItem) { it.Extra = map[string]any{"x": ""} }, "limit": func(it *FileItem) { it.MaxBytes = 1 },
	} {
		it := NewFileItem("a")
		if change(&it); it.Bare() {
			t.Errorf("%s is lost in a bare path", name)
		}
	}
}

// keysIn returns the sorted keys of a table of a project file; without a name, those of the file.
func keysIn(table ...string) []string {
	var keys []string
	for _, field := range projectFields {
		if n := len(table); len(field.place) > n && slices.Equal(field.place[:n], table) {
			keys = append(keys, field.place[n])
		}
	}
	slices.Sort(keys)
	return slices.Compact(keys)
}

func TestParseProject(t *testing.T) {
	p, err := ParseProject(map[string]any{
		"schema":  int64(1),
		"project": map[string]any{"name": "x", "aggregation_strategy": "someday", "execution_mode": "bead", "tree": "some", "namespace": "a b", "zzz": "?"},
		"files":   map[string]any{"items": []any{"a", map[string]any{"path": "b", "view_mode": "x"}}, "exclude": []any{"ok", int64(1)}},
		"output":  []any{},
		"presets": map[string]any{"z": map[string]any{"files": []any{""}}, "": map[string]any{}, "n": int64(1)},
		"other":   int64(1),
	})
	want := Project{
		Schema: 1, Name: "x", Exclude: []string{"ok"},
		Composition: Composition{
			Strategy: Auto, ExecutionMode: Native, Tree: TreeNone,
			Files: []FileItem{NewFileItem("a"), NewFileItem("b")},
		},
		Presets: []Preset{{}, {Name: "n"}, {Name: "z", Files: []FileItem{{AutoAggregate: true, ViewMode: Full, Problem: "must not be an empty path"}}}},
		Unknown: []UnknownKey{
			{"", "other", slices.Sorted(slices.Values(append(keysIn(), "schema")))},
			{"project", "zzz", keysIn("project")},
		},
	}
	if diff := cmp.Diff(want, p); diff != "" {
		t.Errorf("wrong project (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff([]string{
		"project.namespace", "project.aggregation_strategy", "project.execution_mode", "project.tree", "output", "files.exclude", "files.items[1].view_mode",
		`presets.""`, "presets.n", "presets.z.files[0]",
	}, keys(err)); diff != "" {
		t.Errorf("wrong keys (-want +got):\n%s", diff)
	}
}

func TestParseRoots(t *testing.T) {
	p, err := ParseProject(map[string]any{"roots": map[string]any{
		"lib": "../lib", "api": "/srv/api", "c": "../c", "Up": "../up", "none": "", "nul": "\x00", "list": []any{"../x"},
	}})
	if diff := cmp.Diff([]Root{{"api", "/srv/api"}, {"lib", "../lib"}}, p.Roots); diff != "" {
		t.Errorf("wrong roots (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff([]string{"roots.Up", "roots.c", "roots.list", "roots.none", "roots.nul"}, keys(err)); diff != "" {
		t.Errorf("wrong keys (-want +got):\n%s", diff)
	}
	many := map[string]any{}
	for i := range MaxRoots + 2 {
		many[fmt.Sprintf("lib%02d", i)] = "../lib"
	}
	if p, err := ParseProject(map[string]any{"roots": many}); len(p.Roots) != MaxRoots || len(keys(err)) != 2 {
		t.Errorf("%d roots, %v", len(p.Roots), err)
	}
}

func TestSnapshotNamesTheWholeKey(t *testing.T) {
	_, err := ParseSnapshot(map[string]any{
		"bytes":       int64(-1),
		"composition": map[string]any{"files": []any{map[string]any{"path": "a", "view_mode": "x"}}},
		"document": map[string]any{
			"files":    []any{map[string]any{"path": "a", "size": int64(-1), "mtime": "today", "path_hex": "zz"}},
			"sections": []any{map[string]any{"bytes": []any{int64(2), int64(1)}, "blocks": []any{int64(0), int64(9)}}},
			"blocks":   []any{map[string]any{"bytes": []any{int64(1)}, "file": int64(1)}, map[string]any{"bytes": []any{"a", "b"}, "file": int64(-2)}},
		},
	})
	want := []string{
		"bytes", "composition.files[0].view_mode", "document.files[0].size", "document.files[0].mtime", "document.files[0].path_hex",
		"document.sections[0].bytes", "document.blocks[0].bytes", "document.blocks[0].file", "document.blocks[1].bytes", "document.blocks[1].file",
		"document.sections[0].blocks",
	}
	if diff := cmp.Diff(want, keys(err)); diff != "" {
		t.Errorf("wrong keys (-want +got):\n%s", diff)
	}
}

// A list of snapshots reads heads, which equal the heads of complete records.
func TestSnapshotHead(t *testing.T) {
	s := Snapshot{
		Time: time.Unix(1, 0).UTC(), Version: "1", Description: "d", Pinned: true, Copied: true, Preset: "p", Scope: Global,
		Model: "m", Bytes: 1, Tokens: 2, Exact: true, SHA256: "x", FileCount: 1,
	}
	whole := s
	whole.Composition.Instruction, whole.Files = "i", []SnapshotFile{{Path: "a", ViewMode: Full}}
	got, err := ParseSnapshotHead(whole.Fields().plain())
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(s, got); diff != "" {
		t.Errorf("wrong head (-want +got):\n%s", diff)
	}
}

func TestSnapshotCountsItsFiles(t *testing.T) {
	files := []any{map[string]any{"path": "a.go"}, map[string]any{"path": "b.go"}}
	tests := []struct {
		name   string
		record map[string]any
		want   int
	}{
		{"the count is stored", map[string]any{"file_count": int64(3), "document": map[string]any{"files": files}}, 3},
		{"a stored count of none", map[string]any{"file_count": int64(0), "document": map[string]any{"files": files}}, 0},
		{"a record written by hand has none", map[string]any{"document": map[string]any{"files": files}}, 2},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got, err := ParseSnapshot(tt.record)
			if err != nil || got.FileCount != tt.want {
				t.Errorf("%d files and error %v, want %d", got.FileCount, err, tt.want)
			}
		})
	}
}

func TestCheckNamespace(t *testing.T) {
	for name, ok := range map[string]bool{
		"a": true, "acme_api": true, "0.a-b_c": true, strings.Repeat("a", 64): true, "console": true, "com": true, "com10": true,
		"": false, strings.Repeat("a", 65): false, "_a": false, ".a": false, "-a": false, "a b": false, "a/b": false, `a\b`: false, "é": false,
		"..": false, "con": false, "NUL": false, "aux.x": false, "com1": false, "LPT9.log": false, "com0": false, "a\n": false, "a\x00": false, "١": false,
	} {
		if err := CheckNamespace(name); (err == nil) != ok {
			t.Errorf("%q: %v, want accepted: %t", name, err, ok)
		}
	}
}

func TestPresetApply(t *testing.T) {
	c := Composition{
		Files: []FileItem{NewFileItem("old")}, Screenshots: []Screenshot{{Path: "old.png"}}, Instruction: "old", Strategy: Summarize, Tree: TreeFull, Focused: true,
	}
	p := Preset{Name: "p", Files: []FileItem{NewFileItem("new")}, Instruction: "new"}
	got := p.Apply(c)
	want := Composition{Files: []FileItem{NewFileItem("new")}, Instruction: "new", Strategy: Summarize, Tree: TreeFull, Focused: true}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("wrong composition (-want +got):\n%s", diff)
	}
	got.Files[0].Path = "changed"
	if p.Files[0].Path != "new" {
		t.Error("a change of the composition reached the preset")
	}
}

func TestMergePresets(t *testing.T) {
	set := func(names ...string) []Preset {
		var list []Preset
		for _, name := range names {
			list = append(list, Preset{Name: name})
		}
		return list
	}
	got := MergePresets(set("a", "b", "c"), set("z", "b"))
	want := []ScopedPreset{
		{Preset{Name: "z"}, ProjectScope, false},
		{Preset{Name: "b"}, ProjectScope, true},
		{Preset{Name: "a"}, Global, false},
		{Preset{Name: "c"}, Global, false},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("wrong presets (-want +got):\n%s", diff)
	}
}

// An entry without a file or lines has an error with its key, and is preserved as written: in a
// project file, and in a stored composition.
func TestBrokenEntriesAreKept(t *testing.T) {
	cut := func(fields map[string]any) map[string]any {
		return map[string]any{"path": "a", "custom_slices": []any{fields}}
	}
	tests := []struct {
		name  string
		value any
		item  string // Problem of the item
		slice string // of its slice
		kept  string // the slice's stored form
	}{
		{name: "a number", value: int64(7), item: "must be a path or a table, not a whole number"},
		{name: "an empty path", value: "", item: "must not be an empty path"},
		{name: "a table without a path", value: map[string]any{"selected": true}, item: "path must not be empty"},
		{name: "a path of another kind", value: map[string]any{"path": int64(1)}, item: "path must be a string, not a whole number"},
		{name: "a line is missing", value: cut(map[string]any{"end_line": int64(1), "tag": "t"}), slice: "start_line is missing", kept: `{"end_line":1,"tag":"t"}`},
		{name: "a line is a string", value: cut(map[string]any{"start_line": "1", "end_line": int64(2), "x": true}), slice: "start_line must be a whole number, not a string", kept: `{"start_line":"1","end_line":2,"x":true}`},
		{name: "a line is half a line", value: cut(map[string]any{"start_line": int64(1), "end_line": 1.5}), slice: "end_line must be a whole number, not 1.5", kept: `{"start_line":1,"end_line":1.5}`},
		{name: "a line before the first", value: cut(map[string]any{"start_line": int64(0), "end_line": int64(2)}), slice: "start_line must be at least 1, not 0", kept: `{"start_line":0,"end_line":2}`},
		{name: "the end before the start", value: cut(map[string]any{"start_line": int64(3), "end_line": int64(2)}), slice: "end_line 2 is before start_line 3", kept: `{"start_line":3,"end_line":2}`},
		{name: "a slice that is no table", value: map[string]any{"path": "a", "custom_slices": []any{int64(7)}}, slice: "must be a table, not a whole number", kept: "7"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			item, err := ParseFileItem("f", tt.value)
			if err == nil || item.Problem != tt.item {
				t.Errorf("got the problem %q and the error %v, want %q", item.Problem, err, tt.item)
			}
			if tt.slice != "" {
				kept, err := toJSON(item.Fields().Get("custom_slices").([]any)[0])
				if got := item.CustomSlices[0].Problem; got != tt.slice || string(kept) != tt.kept || err != nil {
					t.Errorf("got the problem %q, kept as %s (%v), want %q, %s", got, kept, err, tt.slice, tt.kept)
				}
			}
			before := Composition{Files: []FileItem{item}, Tree: TreeNone, Strategy: Auto, ExecutionMode: Native}
			after, err := ParseComposition(before.Fields())
			if err != nil || len(after.Files) != 1 || (after.Files[0].Problem == "") != (tt.item == "") {
				t.Fatalf("it is read again as %+v, %v", after, err)
			}
			after.Files[0].Problem = item.Problem // an entry of another type is preserved as an empty path
			if diff := cmp.Diff(before, after); diff != "" {
				t.Errorf("wrong composition (-want +got):\n%s", diff)
			}
		})
	}
}

func TestDiscussions(t *testing.T) {
	d, err := ParseDiscussions(map[string]any{
		"active": "b",
		"discussions": map[string]any{
			"b": map[string]any{"history": []any{"User: old", map[string]any{"content": " x \n"}, nil, int64(3), map[string]any{"role": "AI", "content": "y", "in_dossier": false}}},
			"a": map[string]any{},
		},
	})
	if err != nil {
		t.Error(err)
	}
	current, ok := d.Current()
	want := Discussion{"b", []Entry{{Content: "User: old", Plain: true}, {Content: " x \n"}, {Null: true}, {Content: "3", Plain: true}, {Role: "AI", Content: "y", Exclude: true}}}
	if diff := cmp.Diff(want, current); !ok || diff != "" {
		t.Errorf("wrong discussion (-want +got):\n%s", diff)
	}
	two := []Discussion{{Name: "x"}, {Name: "y"}}
	for _, tt := range []struct {
		name    string
		d       Discussions
		want    string // the active one; empty: none
		problem string // the error of CheckActive
	}{
		{"the only one needs no name", Discussions{List: two[:1]}, "x", ""},
		{"the one that is named", Discussions{Active: "y", List: two}, "y", ""},
		{"of several without a name the first", Discussions{List: two}, "x", `active: names none of the 2 discussions; the first one, "x", is used until one is chosen`},
		{"the first where none has the name", Discussions{Active: "z", List: two}, "x", `active: there is no discussion "z"; the first one, "x", is used until one is chosen`},
		{"the only one where it has another name", Discussions{Active: "z", List: two[:1]}, "x", `active: there is no discussion "z"; the first one, "x", is used until one is chosen`},
		{"none at all", Discussions{}, "", ""},
		{"none, with a name for the first", Discussions{Active: "z"}, "", ""},
	} {
		one, ok := tt.d.Current()
		if ok != (tt.want != "") || ok && one.Name != tt.want {
			t.Errorf("%s: got %q, %t", tt.name, one.Name, ok)
		}
		problem := ""
		if err := tt.d.CheckActive(); err != nil {
			problem = err.Error()
		}
		if problem != tt.problem {
			t.Errorf("%s: got %q, want %q", tt.name, problem, tt.problem)
		}
	}
}

func TestExcerpt(t *testing.T) {
	for _, tt := range []struct {
		name  string
		entry Entry
		want  string
	}{
		{"role and content", Entry{Role: "User", Content: "hi"}, "User: hi"},
		{"no role", Entry{Content: "hi"}, "Unknown: hi"},
		{"a bare string has none", Entry{Content: " User: hi\n", Plain: true}, "User: hi"},
		{"both ends are trimmed, the middle is not", Entry{Role: "AI", Content: "\n\n a\n\n---\n## b \t\n"}, "AI: a\n\n---\n## b"},
		{"what Python calls space is trimmed", Entry{Role: "AI", Content: "\x1c\u00a0\x1f a \u2003\x1d"}, "AI: a"},
	} {
		if got := tt.entry.Excerpt(); got != tt.want {
			t.Errorf("%s: got %q, want %q", tt.name, got, tt.want)
		}
	}
}

// JSON may contain null where the schema of a note requires a value.
func TestNoteRefusesNull(t *testing.T) {
	for _, tt := range []struct{ name, text, want string }{
		{"id", `{"id":null,"type":"code","content":"x","timestamp":1}`, "note.id"},
		{"content", `{"id":"ctx-1","type":"code","content":null,"timestamp":1}`, "note.content"},
		{"timestamp", `{"id":"ctx-1","type":"code","content":"x","timestamp":null}`, "note.timestamp"},
		{"start_line", `{"id":"ctx-1","type":"code","content":"x","timestamp":1,"metadata":{"start_line":null}}`, "note.metadata.start_line"},
		{"another key", `{"id":"ctx-1","type":"code","content":"x","timestamp":1,"extra":null}`, "note.extra"},
	} {
		var n Note
		err := n.UnmarshalJSON([]byte(tt.text))
		found := false
		for _, key := range keys(err) {
			found = found || key == tt.want
		}
		if !found {
			t.Errorf("%s: got %v, want an error at %s", tt.name, err, tt.want)
		}
	}
}
