package smartcontext

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"path"
	"slices"
	"strconv"
	"strings"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"

	"dossier/aggregate/disk"
	"dossier/aggregate/ignore"
	"dossier/aggregate/links/note"
	"dossier/aggregate/vectorstest"
	"dossier/models"
)

// TestVectors runs the cases recorded from the original system.
func TestVectors(t *testing.T) {
	vectorstest.Run(t, vectorstest.Read(t), map[string]func(t *testing.T, input, expected json.RawMessage){
		"compile_snapshot":        compileVector,
		"strip_excluded_headings": stripVector,
		"merge_context_opts":      mergeVector,
		"codeblock_refs":          referencesVector,
		"match_glob":              globVector,
		"should_ignore":           ignoreVector,
		"build_file_tree_string":  treeVector,
		"get_markdown_links":      linksVector,
		"get_snapshot":            snapshotVector,
	})
}

func fromJSON(t testing.TB, data []byte, into any) {
	t.Helper()
	if err := json.Unmarshal(data, into); err != nil {
		t.Fatal(err)
	}
}

// same compares what is expected with got as JSON.
func same(t *testing.T, expected json.RawMessage, got any) {
	t.Helper()
	data, err := json.Marshal(got)
	if err != nil {
		t.Fatal(err)
	}
	var w, g any
	fromJSON(t, expected, &w)
	fromJSON(t, data, &g)
	if diff := gocmp.Diff(w, g); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
}

// pairs parses an object, preserving its order.
func pairs[T any](t testing.TB, data []byte) (keys []string, values []T) {
	t.Helper()
	if len(data) == 0 {
		return nil, nil
	}
	d := json.NewDecoder(bytes.NewReader(data))
	if _, err := d.Token(); err != nil {
		t.Fatal(err)
	}
	for d.More() {
		key, err := d.Token()
		if err != nil {
			t.Fatal(err)
		}
		var v T
		if err := d.Decode(&v); err != nil {
			t.Fatal(err)
		}
		keys, values = append(keys, key.(string)), append(values, v)
	}
	return keys, values
}

func compileVector(t *testing.T, input, expected json.RawMessage) {
	var in struct {
		Items     json.RawMessage
		Opts      json.RawMessage
		Skipped   []string `json:"skipped_items"`
		Truncated []string `json:"truncated_items"`
	}
	fromJSON(t, input, &in)
	s := Snapshot{Skipped: in.Skipped, Truncated: in.Truncated}
	depths, layers := pairs[json.RawMessage](t, in.Items)
	for i, key := range depths {
		depth, err := strconv.Atoi(key)
		if err != nil {
			t.Fatal(err)
		}
		d := Depth{Depth: depth}
		paths, contents := pairs[string](t, layers[i])
		for j, p := range paths {
			d.Items = append(d.Items, Item{Path: p, Content: contents[j]})
		}
		s.Depths = append(s.Depths, d)
	}
	same(t, expected, Compile(s, options(t, in.Opts)))
}

func stripVector(t *testing.T, input, expected json.RawMessage) {
	var in struct {
		Content  string
		Excluded []string `json:"excluded_headings"`
	}
	fromJSON(t, input, &in)
	got := note.Without(in.Content, in.Excluded)
	same(t, expected, map[string]any{
		"content": got.Text, "exclusions": append([]string{}, got.Exclusions...), "removed_char_count": got.Removed,
	})
}

func mergeVector(t *testing.T, input, expected json.RawMessage) {
	var in struct {
		Collection json.RawMessage `json:"collection_settings"`
		Context    json.RawMessage `json:"context_opts"`
		Call       json.RawMessage `json:"opts"`
	}
	fromJSON(t, input, &in)
	want := options(t, expected)
	got := Merge(options(t, in.Collection), options(t, in.Context), options(t, in.Call))
	if want.TotalMaxLen == nil { // which the recorded system lacks
		got.TotalMaxLen = nil
	}
	if diff := gocmp.Diff(want, got); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
}

// options parses options as from a file: an invalid value is treated as missing.
func options(t testing.TB, data []byte) models.LinkOptions {
	t.Helper()
	var o models.LinkOptions
	if len(data) == 0 {
		return o
	}
	if err := json.Unmarshal(data, &o); err != nil && len(models.FieldErrors(err)) == 0 {
		t.Fatal(err)
	}
	return o
}

func referencesVector(t *testing.T, input, expected json.RawMessage) {
	var in struct{ Content string }
	fromJSON(t, input, &in)
	same(t, expected, append([]string{}, note.References(in.Content)...))
}

func globVector(t *testing.T, input, expected json.RawMessage) {
	var in struct {
		Pattern, Value string
		CaseSensitive  bool `json:"case_sensitive"`
	}
	fromJSON(t, input, &in)
	same(t, expected, note.Match(in.Pattern, in.CaseSensitive)(in.Value))
}

// ignoreVector checks the ignore rules of the project, which apply to the expansion of folders.
func ignoreVector(t *testing.T, input, expected json.RawMessage) {
	var in struct {
		Path     string
		Patterns []string
	}
	fromJSON(t, input, &in)
	dir := ignore.NewRoot(ignore.Lists{}, "", ignore.Parse("patterns", []byte(strings.Join(in.Patterns, "\n"))))
	parts := strings.FieldsFunc(in.Path, func(r rune) bool { return r == '/' })
	for _, name := range parts[:len(parts)-1] {
		dir = dir.Enter(name)
	}
	same(t, expected, dir.Match(parts[len(parts)-1], strings.HasSuffix(in.Path, "/")).Ignored)
}

func treeVector(t *testing.T, input, expected json.RawMessage) {
	var in struct{ Paths []string }
	fromJSON(t, input, &in)
	same(t, expected, FileTree(in.Paths))
}

// linksVector compares links by line and, within one, by target, the order of the recorded
// system. Here they are in text order.
func linksVector(t *testing.T, input, expected json.RawMessage) {
	var in struct{ Content string }
	fromJSON(t, input, &in)
	got := append([]note.Link{}, note.Links(in.Content)...)
	slices.SortStableFunc(got, func(a, b note.Link) int {
		return cmp.Or(cmp.Compare(a.Line, b.Line), byName(a.Target, b.Target))
	})
	same(t, expected, got)
}

// vault contains files with given links.
type vault struct {
	files map[string]string
	links map[string]struct{ Out, In []string }
}

func (v vault) Expand(_ context.Context, name string) ([]string, error) {
	if _, ok := v.files[name]; ok {
		return []string{name}, nil
	}
	var out []string
	for p := range v.files {
		if dir := path.Clean(name); dir == "." || strings.HasPrefix(p, dir+"/") {
			out = append(out, p)
		}
	}
	slices.Sort(out)
	return out, nil
}

func (v vault) Read(_ context.Context, p string) (string, error) {
	content, ok := v.files[p]
	if !ok {
		return "", fmt.Errorf("%s: %w", p, disk.ErrNotFound)
	}
	return content, nil
}

func (v vault) Outlinks(p, _ string) []Target {
	var out []Target
	for _, to := range v.links[p].Out {
		_, ok := v.files[to]
		out = append(out, Target{to, !ok})
	}
	return out
}

func (v vault) Inlinks(p string) []string { return v.links[p].In }

func snapshotVector(t *testing.T, input, expected json.RawMessage) {
	var in struct {
		Files   map[string]string
		Links   map[string]struct{ Out, In []string }
		Context json.RawMessage `json:"context_items"`
		Opts    json.RawMessage
	}
	fromJSON(t, input, &in)
	var c models.SmartContext
	fromJSON(t, fmt.Appendf(nil, `{"context_items": %s}`, in.Context), &c)
	got, err := Gather(t.Context(), vault{in.Files, in.Links}, c.Items, options(t, in.Opts))
	if err != nil {
		t.Fatal(err)
	}
	data, err := json.Marshal(got)
	if err != nil {
		t.Fatal(err)
	}
	var shape map[string]any
	fromJSON(t, data, &shape)
	for _, layer := range shape["items"].(map[string]any) {
		for _, item := range layer.(map[string]any) {
			delete(item.(map[string]any), "ref") // not part of the cases
		}
	}
	same(t, expected, shape)
}
