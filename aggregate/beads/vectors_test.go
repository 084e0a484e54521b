package beads

import (
	"encoding/json"
	"io/fs"
	"os"
	"path"
	"strings"
	"testing"
	"testing/fstest"

	"dossier/aggregate/vectorstest"
	"dossier/models"

	"github.com/google/go-cmp/cmp"
)

// TestVectors runs the cases recorded from two versions of the tracker.
func TestVectors(t *testing.T) {
	vectorstest.Run(t, vectorstest.Read(t), map[string]func(t *testing.T, input, expected json.RawMessage){
		"beads_project_dir":   vectorDir,
		"beads_jsonl_path":    vectorJSONL,
		"beads_issue_parse":   vectorParse,
		"beads_partition":     vectorPartition,
		"beads_status_class":  vectorClass,
		"build_beads_section": vectorSection,
	})
}

func decodeCase(t *testing.T, data json.RawMessage, into any) {
	t.Helper()
	if err := json.Unmarshal(data, into); err != nil {
		t.Fatal(err)
	}
}

func vectorDir(t *testing.T, input, expected json.RawMessage) {
	var in struct {
		Folders []string
		Files   map[string]string
		Dir     string `json:"working_dir"`
		Root    string `json:"git_root"`
	}
	decodeCase(t, input, &in)
	tree := fstest.MapFS{}
	for _, folder := range in.Folders {
		tree[strings.TrimSuffix(folder, "/")] = &fstest.MapFile{Mode: fs.ModeDir | 0o755}
	}
	for name, content := range in.Files {
		tree[name] = &fstest.MapFile{Data: []byte(content)}
	}
	root, err := fs.Sub(tree, in.Root)
	if err != nil {
		t.Fatal(err)
	}
	// If the versions differ, a folder counts if it counts in either.
	want := ""
	var answer any
	decodeCase(t, expected, &answer)
	switch answer := answer.(type) {
	case string:
		want = answer
	case map[string]any:
		for _, version := range answer {
			if s, ok := version.(string); ok {
				want = s
			}
		}
	}
	loc, err := Locate(root, in.Dir)
	if found := err == nil; found != (want != "") || loc.Dir != want {
		t.Errorf("found %q (%v), want %q", loc.Dir, err, want)
	}
}

func vectorJSONL(t *testing.T, input, expected json.RawMessage) {
	var in struct {
		Names []string `json:"files_in_.beads"`
	}
	var want string
	decodeCase(t, input, &in)
	decodeCase(t, expected, &want)
	if got := JSONL(in.Names); got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

func vectorParse(t *testing.T, input, expected json.RawMessage) {
	var in struct{ Line string }
	decodeCase(t, input, &in)
	result, err := Read(strings.NewReader(in.Line))
	if err != nil || len(result.Beads) != 1 {
		t.Fatalf("read %+v, %v", result, err)
	}
	b := result.Beads[0]
	orNull := func(s string) any {
		if s == "" {
			return nil
		}
		return s
	}
	list := func(l []string) any {
		if l == nil {
			return nil
		}
		return l
	}
	dependsOn := b.DependsOn()
	if dependsOn == nil {
		dependsOn = []string{}
	}
	got, err := json.Marshal(map[string]any{
		"id": b.ID, "title": b.Title, "status": b.Status, "priority": b.Priority, "issue_type": b.Type,
		"description": orNull(b.Description), "assignee": orNull(b.Assignee), "labels": list(b.Labels),
		"depends_on": dependsOn, "comments": b.CommentCount,
	})
	if err != nil {
		t.Fatal(err)
	}
	var gotValue, wantValue any
	decodeCase(t, got, &gotValue)
	decodeCase(t, expected, &wantValue)
	if diff := cmp.Diff(wantValue, gotValue); diff != "" {
		t.Errorf("wrong bead (-want +got):\n%s", diff)
	}
}

func vectorPartition(t *testing.T, input, expected json.RawMessage) {
	var in struct{ JSONL string }
	var want struct{ Completed, Active, Dropped [][]string }
	decodeCase(t, input, &in)
	decodeCase(t, expected, &want)
	result, err := Read(strings.NewReader(in.JSONL))
	if err != nil || result.BadLines > 0 {
		t.Fatalf("read %+v, %v", result, err)
	}
	got := want
	got.Completed, got.Active, got.Dropped = nil, nil, [][]string{}
	for _, b := range result.Beads {
		switch b.Class() {
		case models.BeadCompleted:
			got.Completed = append(got.Completed, []string{b.ID, b.Title})
		case models.BeadActive:
			got.Active = append(got.Active, []string{b.ID, b.Title, b.Status, b.Description})
		case models.BeadDropped:
			got.Dropped = append(got.Dropped, []string{b.ID, b.Title})
		}
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("wrong parts (-want +got):\n%s", diff)
	}
}

func vectorClass(t *testing.T, input, expected json.RawMessage) {
	var in struct{ Status string }
	var want string
	decodeCase(t, input, &in)
	decodeCase(t, expected, &want)
	want, _, _ = strings.Cut(want, " ")
	line, err := json.Marshal(map[string]string{"id": "a-1", "title": "t", "status": in.Status})
	if err != nil {
		t.Fatal(err)
	}
	result, err := Read(strings.NewReader(string(line)))
	if err != nil || len(result.Beads) != 1 {
		t.Fatalf("read %+v, %v", result, err)
	}
	if got := result.Beads[0].Class(); string(got) != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

func vectorSection(t *testing.T, input, expected json.RawMessage) {
	var in struct{ Issues []json.RawMessage }
	var want string
	decodeCase(t, input, &in)
	decodeCase(t, expected, &want)
	var file strings.Builder
	for _, issue := range in.Issues {
		var line strings.Builder
		if err := json.NewEncoder(&line).Encode(issue); err != nil {
			t.Fatal(err)
		}
		file.WriteString(line.String())
	}
	result, err := Read(strings.NewReader(file.String()))
	if err != nil || result.BadLines > 0 {
		t.Fatalf("read %+v, %v", result, err)
	}
	if diff := cmp.Diff(want, section(result.Beads, nil)); diff != "" {
		t.Errorf("wrong section (-want +got):\n%s", diff)
	}
}

// TestSamples reads files that were written by real versions of the tracker.
func TestSamples(t *testing.T) {
	const active = "- **Bug with description** (`%s`): Line one\n  Line two — “quotes” & <tags>"
	tests := []struct{ file, want string }{
		{"beads_v0471_issues.jsonl", strings.Join([]string{
			"**Completed:** Closed epic, Child of epic ünïcödé 日本語", "", "**Active:**", "",
			"- **In progress feature** (`demo-38o`) [in_progress]: Working on it",
			"- **Open plain task** (`demo-6lu`)",
			strings.Replace(active, "%s", "demo-7n4", 1),
			"- **Blocked chore** (`demo-9wp`) [blocked]",
			"- **Deferred thing** (`demo-fjk`) [deferred]",
		}, "\n")},
		{"beads_v105_export.jsonl", strings.Join([]string{
			"**Completed:** Closed epic, Child of epic ünïcödé 日本語", "", "**Active:**", "",
			strings.Replace(active, "%s", "demo-53t", 1),
			"- **In progress feature** (`demo-ree`) [in_progress]: Working on it",
			"- **Open plain task** (`demo-9fn`)",
			"- **Blocked chore** (`demo-xnl`) [blocked]",
			"- **Deferred thing** (`demo-cw5`) [deferred]",
		}, "\n")},
	}
	for _, tt := range tests {
		t.Run(tt.file, func(t *testing.T) {
			f, err := os.Open(path.Join("testdata", tt.file))
			if err != nil {
				t.Fatal(err)
			}
			defer f.Close()
			result, err := Read(f)
			if err != nil || result.Note() != "" {
				t.Fatalf("note %q, error %v", result.Note(), err)
			}
			if diff := cmp.Diff(tt.want, section(result.Beads, nil)); diff != "" {
				t.Errorf("wrong section (-want +got):\n%s", diff)
			}
		})
	}
}
