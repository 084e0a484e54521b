package models

import (
	"encoding/json"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

func TestParseBead(t *testing.T) {
	at := func(clock string) time.Time {
		when, err := time.Parse(time.RFC3339Nano, "2026-11-21T"+clock+"Z")
		if err != nil {
			t.Fatal(err)
		}
		return when
	}
	tests := []struct {
		name, line string
		want       Bead
		err        string // substring; empty: no error
	}{
		{"a missing status is open", `{"id":"x","title":"t"}`, Bead{ID: "x", Title: "t", Status: "open"}, ""},
		{
			"an issue of a newer tracker", `{"_type":"issue","id":"x","comments":[{},{}],"dependencies":[{"depends_on_id":"y"}]}`,
			Bead{
				ID: "x", Status: "open", Comments: []BeadComment{{}, {}}, CommentCount: 2,
				Dependencies: []BeadDependency{{DependsOn: "y", Kind: "blocks"}}, DependencyCount: 1,
			},
			"",
		},
		{"another kind of line", `{"_type":"memory","id":"x"}`, Bead{}, `not an issue but "memory"`},
		{"no id", `{"title":"t"}`, Bead{}, "an issue without an id"},
		{"half a line", `{"id":"x","ti`, Bead{}, "unexpected end"},
		{"not a table", `["x"]`, Bead{}, "cannot unmarshal array"},
		{"a title that is no text", `{"id":"x","title":3}`, Bead{}, "title"},
		{
			"texts", `{"id":"x","status":"open","design":"d","acceptance_criteria":"a","notes":"n","external_ref":"gh-9","spec_id":"s","owner":"o","created_by":"c"}`,
			Bead{ID: "x", Status: "open", Design: "d", AcceptanceCriteria: "a", Notes: "n", ExternalRef: "gh-9", SpecID: "s", Owner: "o", CreatedBy: "c"},
			"",
		},
		{
			"times, to the nanosecond where the tracker has them", `{"id":"x","status":"closed","created_at":"2026-11-21T02:27:27.812627445Z","updated_at":"2026-11-21T02:00:00Z",` +
				`"started_at":"2026-11-21T03:00:00Z","closed_at":"2026-11-21T04:00:00Z","close_reason":"done","due_at":"2026-11-21T05:00:00Z","defer_until":"2026-11-21T06:00:00Z","estimated_minutes":90}`,
			Bead{
				ID: "x", Status: "closed", CreatedAt: at("02:27:27.812627445"), UpdatedAt: at("02:00:00"), StartedAt: at("03:00:00"), ClosedAt: at("04:00:00"),
				CloseReason: "done", DueAt: at("05:00:00"), DeferUntil: at("06:00:00"), EstimatedMinutes: 90,
			},
			"",
		},
		{
			"a dependency with its kind", `{"id":"x","dependencies":[{"issue_id":"x","depends_on_id":"y","type":"discovered-from","created_at":"2026-11-21T01:00:00Z","created_by":"T","metadata":"{}"},null]}`,
			Bead{
				ID: "x", Status: "open", DependencyCount: 1,
				Dependencies: []BeadDependency{{DependsOn: "y", Kind: "discovered-from", CreatedAt: at("01:00:00"), CreatedBy: "T", Metadata: "{}"}},
			},
			"",
		},
		{
			"comments of both versions: ids are numbers or texts", `{"id":"x","comments":[{"id":1,"author":"T","text":"one","created_at":"2026-11-21T01:00:00Z"},{"id":"01a1","author":"U","text":"two"}]}`,
			Bead{ID: "x", Status: "open", CommentCount: 2, Comments: []BeadComment{{"T", "one", at("01:00:00")}, {Author: "U", Text: "two"}}},
			"",
		},
		{"the numbers that a list gives", `{"id":"x","dependency_count":3,"dependent_count":1,"comment_count":2}`, Bead{ID: "x", Status: "open", DependencyCount: 3, CommentCount: 2}, ""},
		{
			"a deleted one", `{"id":"x","status":"tombstone","deleted_at":"2026-11-21T01:00:00Z","deleted_by":"T","delete_reason":"r"}`,
			Bead{ID: "x", Status: "tombstone", DeletedAt: at("01:00:00"), DeletedBy: "T", DeleteReason: "r"},
			"",
		},
		{"marks", `{"id":"x","pinned":true,"ephemeral":true,"is_template":true}`, Bead{ID: "x", Status: "open", Pinned: true, Ephemeral: true, Template: true}, ""},
		{
			"what has no field of its own is kept", `{"id":"x","metadata":{"a":[1]},"await_type":"timer","gone":null}`,
			Bead{ID: "x", Status: "open", Other: map[string]json.RawMessage{"metadata": json.RawMessage(`{"a":[1]}`), "await_type": json.RawMessage(`"timer"`)}},
			"",
		},
		{
			"a field beside the document that has another form is missing, and the bead is not",
			`{"id":"x","created_at":"yesterday","estimated_minutes":"long","notes":[1],"pinned":"yes","comments":["hm",{"text":7}],"dependencies":[{"depends_on_id":"y","type":7,"created_at":0}]}`,
			Bead{
				ID: "x", Status: "open", Comments: []BeadComment{{}, {}}, CommentCount: 2,
				Dependencies: []BeadDependency{{DependsOn: "y", Kind: "blocks"}}, DependencyCount: 1,
			},
			"",
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got, err := ParseBead([]byte(tt.line))
			if tt.err == "" && err != nil || tt.err != "" && (err == nil || !strings.Contains(err.Error(), tt.err)) {
				t.Fatalf("got %v, want %q", err, tt.err)
			}
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("wrong bead (-want +got):\n%s", diff)
			}
		})
	}
}

// TestBeadJSON compares the JSON form with the names that the tracker uses.
func TestBeadJSON(t *testing.T) {
	b, err := ParseBead([]byte(`{"id":"x","title":"t","priority":0,"labels":["a"],"comments":[{"author":"T","text":"c"}],"dependencies":[{"depends_on_id":"y","type":"blocks"}],"metadata":{"k":1}}`))
	if err != nil {
		t.Fatal(err)
	}
	got, err := json.Marshal(b)
	if err != nil {
		t.Fatal(err)
	}
	const want = `{"id":"x","title":"t","status":"open","priority":0,"issue_type":"","labels":["a"],` +
		`"dependencies":[{"depends_on_id":"y","type":"blocks"}],"dependency_count":1,` +
		`"comment_texts":[{"author":"T","text":"c"}],"comments":1,"other":{"metadata":{"k":1}}}`
	if diff := cmp.Diff(want, string(got)); diff != "" {
		t.Errorf("wrong JSON (-want +got):\n%s", diff)
	}
}

func BenchmarkParseBead(b *testing.B) {
	line := []byte(`{"_type":"issue","id":"demo-53t","title":"Bug with description","description":"` + strings.Repeat("Line of text\\n", 30) +
		`","status":"open","priority":0,"issue_type":"bug","owner":"a@b.c","created_at":"2026-11-21T02:34:14Z","created_by":"T","updated_at":"2026-11-21T02:34:14Z",` +
		`"labels":["backend","ui"],"comments":[{"id":"01a1","author":"T","text":"first comment","created_at":"2026-11-21T02:34:20Z"}],` +
		`"dependencies":[{"issue_id":"demo-53t","depends_on_id":"demo-1","type":"blocks","created_at":"2026-11-21T02:34:18Z","created_by":"T","metadata":"{}"}],"dependency_count":1}`)
	b.SetBytes(int64(len(line)))
	b.ReportAllocs()
	for b.Loop() {
		if _, err := ParseBead(line); err != nil {
			b.Fatal(err)
		}
	}
}
