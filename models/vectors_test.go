package models

import (
	"encoding/json"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// vector is a case recorded from the original system.
type vector struct {
	Function string          `json:"function"`
	Name     string          `json:"name"`
	Input    json.RawMessage `json:"input"`
	Expected json.RawMessage `json:"expected"`
}

func vectors(t *testing.T, file string) []vector {
	t.Helper()
	data, err := os.ReadFile("testdata/" + file)
	if err != nil {
		t.Fatal(err)
	}
	var list []vector
	if err := json.Unmarshal(data, &list); err != nil {
		t.Fatal(err)
	}
	return list
}

func decode[T any](t *testing.T, data []byte) T {
	t.Helper()
	var v T
	if err := json.Unmarshal(data, &v); err != nil {
		t.Fatal(err)
	}
	return v
}

func TestAggregationVectors(t *testing.T) {
	for _, v := range vectors(t, "context_aggregation.json") {
		t.Run(v.Function+"/"+v.Name, func(t *testing.T) {
			switch v.Function {
			case "file_item_defaults", "file_item_from_string", "file_item_from_dict":
				checkFileItem(t, v)
			case "context_preset_scope":
				checkScope(t, v)
			case "beads_issue_parse":
				checkBead(t, v)
			case "beads_status_class":
				status := decode[struct{ Status string }](t, v.Input).Status
				want := decode[string](t, v.Expected)
				if got := (Bead{Status: status}).Class(); !strings.HasPrefix(want, string(got)) {
					t.Errorf("got %s, want %s", got, want)
				}
			default:
				t.Errorf("nothing here checks %s", v.Function)
			}
		})
	}
}

func checkFileItem(t *testing.T, v vector) {
	in := decode[map[string]json.RawMessage](t, v.Input)
	entry := in["entry"]
	if entry == nil {
		entry = v.Input // the keys themselves
	}
	item := decode[FileItem](t, entry)
	got := map[string]any{
		"path": item.Path, "auto_aggregate": item.AutoAggregate, "force_full": item.ForceFull, "view_mode": string(item.ViewMode),
		"selected": item.Selected, "ast_signatures": item.AstSignatures, "ast_definitions": item.AstDefinitions,
		"ast_mask": map[string]any{}, "custom_slices": []any{}, "injected_at": nil,
	}
	if len(item.AstMask) > 0 || len(item.CustomSlices) > 0 || item.InjectedAt != nil {
		t.Errorf("a mask, slices or a time out of nothing: %+v", item)
	}
	for key, want := range decode[map[string]any](t, v.Expected) {
		if diff := cmp.Diff(want, got[key]); diff != "" {
			t.Errorf("%s (-want +got):\n%s", key, diff)
		}
	}
}

func checkScope(t *testing.T, v vector) {
	in := decode[struct{ Global, Project map[string]string }](t, v.Input)
	sets := func(m map[string]string) []Preset {
		var list []Preset
		for name, text := range m {
			list = append(list, Preset{Name: name, Description: text})
		}
		return list
	}
	got := map[string]string{}
	for _, p := range MergePresets(sets(in.Global), sets(in.Project)) {
		got[p.Name] = p.Description
	}
	if diff := cmp.Diff(decode[map[string]string](t, v.Expected), got); diff != "" {
		t.Errorf("wrong presets (-want +got):\n%s", diff)
	}
}

func checkBead(t *testing.T, v vector) {
	in := decode[struct{ Line string }](t, v.Input)
	want := decode[struct {
		ID, Title, Status string
		Description       *string
		Priority          int
		Type              string `json:"issue_type"`
		Assignee          *string
		Labels            []string
		DependsOn         []string `json:"depends_on"`
		Comments          int
	}](t, v.Expected)
	text := func(s *string) string {
		if s == nil {
			return ""
		}
		return *s
	}
	got, err := ParseBead([]byte(in.Line))
	if err != nil {
		t.Fatal(err)
	}
	reported := struct {
		ID, Title, Description, Status string
		Priority                       int
		Type, Assignee                 string
		Labels, DependsOn              []string
		Comments                       int
	}{got.ID, got.Title, got.Description, got.Status, got.Priority, got.Type, got.Assignee, got.Labels, append([]string{}, got.DependsOn()...), got.CommentCount}
	bead := reported
	bead.ID, bead.Title, bead.Description, bead.Status, bead.Priority = want.ID, want.Title, text(want.Description), want.Status, want.Priority
	bead.Type, bead.Assignee, bead.Labels, bead.DependsOn, bead.Comments = want.Type, text(want.Assignee), want.Labels, want.DependsOn, want.Comments
	if diff := cmp.Diff(bead, reported); diff != "" {
		t.Errorf("wrong bead (-want +got):\n%s", diff)
	}
}

func TestNoteVectors(t *testing.T) {
	for _, v := range vectors(t, "context_item.json") {
		t.Run(v.Name, func(t *testing.T) {
			want := decode[struct {
				Valid  bool
				Failed []string
			}](t, v.Expected)
			var note Note
			err := json.Unmarshal(v.Input, &note)
			if (err == nil) != want.Valid {
				t.Fatalf("got %v, want valid: %t", err, want.Valid)
			}
			// The error contains the key from the schema.
			var keys []string
			for _, fe := range FieldErrors(err) {
				keys = append(keys, fe.Key[strings.LastIndexByte(fe.Key, '.')+1:])
			}
			for _, failed := range want.Failed {
				if _, key, ok := strings.Cut(failed, ":"); ok && !slices.Contains(keys, key) {
					t.Errorf("the error names %v, want %s", keys, key)
				}
			}
			if err != nil {
				return
			}
			data, err := json.Marshal(note)
			if err != nil {
				t.Fatal(err)
			}
			in, out := decode[map[string]any](t, v.Input), decode[map[string]any](t, data)
			if in["metadata"] == nil {
				delete(in, "metadata")
			}
			if diff := cmp.Diff(in, out); diff != "" {
				t.Errorf("it is written as something else (-in +out):\n%s", diff)
			}
		})
	}
}
