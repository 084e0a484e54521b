package models_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"dossier/models"
)

// noted returns notes with the given contents, numbered from 1; they are one second apart.
func noted(contents ...string) models.Notes {
	var n models.Notes
	for i, content := range contents {
		n, _ = n.Insert(i, models.Note{Type: models.NoteText, Content: content, Time: time.Unix(int64(i), 0).UTC()})
	}
	return n
}

// shown formats notes one by one.
func shown(n models.Notes) string {
	var out []string
	for _, one := range n.List {
		out = append(out, strings.TrimPrefix(one.ID, "ctx-")+one.Content)
	}
	return strings.Join(out, " ")
}

func with(n models.Notes, id, content string) models.Notes {
	one, _ := n.Find(id)
	one.Content = content
	return n.Set(one)
}

func TestNotesChange(t *testing.T) {
	abc := noted("a", "b", "c")
	note := models.Note{Type: models.NoteText, Content: "x", Time: time.Unix(100, 0)}
	insert := func(n models.Notes, at int, note models.Note) models.Notes { n, _ = n.Insert(at, note); return n }
	imported := note
	imported.ID = "ctx-40"
	clashing := note
	clashing.ID = "ctx-2"
	beyond := note
	beyond.ID = "ctx-99999999999999999999999999"
	tests := []struct {
		name string
		got  models.Notes
		want string
	}{
		{"a note goes to its place with the next number", insert(abc, 1, note), "1a 4x 2b 3c"},
		{"a place that is not there is the end", insert(abc, 9, note), "1a 2b 3c 4x"},
		{"an id that is free stays", insert(abc, 3, imported), "1a 2b 3c 40x"},
		{"numbers continue after the highest", insert(insert(abc, 3, imported), 4, note), "1a 2b 3c 40x 41x"},
		{"an id that is taken is not given again", insert(abc, 3, clashing), "1a 2b 3c 4x"},
		{"an id beyond all numbers is no reason to stop counting", insert(insert(abc, 3, beyond), 4, note), "1a 2b 3c 99999999999999999999999999x 4x"},
		{"the id of a note that is gone is not given again", insert(abc.Delete([]int{2}), 2, note), "1a 2b 4x"},
		{"a change keeps id and place", with(abc, "ctx-2", "y"), "1a 2y 3c"},
		{"a note that is not there cannot be changed", abc.Set(models.Note{ID: "ctx-9"}), "1a 2b 3c"},
		{"notes move together", abc.Move([]int{0, 1}, 3), "3c 1a 2b"},
		{"the oldest leave when the limit is set", abc.WithLimit(2), "2b 3c"},
		{"the oldest are removed when one is added, at any position", insert(abc.Move([]int{0}, 3).WithLimit(3), 0, note), "4x 2b 3c"},
		{"of those of one second the lowest number is the oldest", models.Notes{List: []models.Note{{ID: "ctx-10"}, {ID: "ctx-9"}}}.WithLimit(1), "10"},
	}
	for _, tt := range tests {
		if got := shown(tt.got); got != tt.want {
			t.Errorf("%s: got %s, want %s", tt.name, got, tt.want)
		}
	}
	if shown(abc) != "1a 2b 3c" {
		t.Errorf("an operation changed what it was given: %s", shown(abc))
	}
	later := abc.List[0]
	later.Time = time.Unix(1e9, 0)
	if got := abc.Set(later).List[0].Time; !got.Equal(abc.List[0].Time) {
		t.Errorf("the time of a note changed to %v", got)
	}
	if got := abc.Filter(models.NoteText, 2); len(got) != 2 || got[0].ID != "ctx-2" {
		t.Errorf("the last two are %v", got)
	}
	if got := abc.Filter(models.NoteError, 0); got != nil {
		t.Errorf("the errors are %v", got)
	}
}

func TestNotesAreMerged(t *testing.T) {
	base := noted("a", "b", "c")
	add := func(n models.Notes, at int, content string) models.Notes {
		n, _ = n.Insert(at, models.Note{Type: models.NoteText, Content: content, Time: time.Unix(100, 0)})
		return n
	}
	tests := []struct {
		name         string
		mine, theirs models.Notes
		want         string
		forks        []models.Fork
	}{
		{"one side alone", add(base, 1, "x"), base, "1a 4x 2b 3c", nil},
		{"the other side alone", base, add(base, 1, "x"), "1a 4x 2b 3c", nil},
		{"two new notes of one id are two notes", add(base, 3, "m"), add(base, 3, "t"), "1a 2b 3c 4t 5m", nil},
		{"the same note twice is one", add(base, 3, "x"), add(base, 3, "x"), "1a 2b 3c 4x", nil},
		{"different notes are changed", with(base, "ctx-1", "m"), with(base, "ctx-3", "t"), "1m 2b 3t", nil},
		{"the same note is changed alike", with(base, "ctx-1", "x"), with(base, "ctx-1", "x"), "1x 2b 3c", nil},
		{"the same note is changed differently", with(base, "ctx-1", "m"), with(base, "ctx-1", "t"), "1t 4m 2b 3c", []models.Fork{{Name: "ctx-1", As: "ctx-4"}}},
		{"both delete", base.Delete([]int{0}), base.Delete([]int{0, 1}), "3c", nil},
		{"mine deletes what theirs changes", base.Delete([]int{0}), with(base, "ctx-1", "t"), "1t 2b 3c", nil},
		{"theirs deletes what mine changes", with(base, "ctx-1", "m"), base.Delete([]int{0}), "1m 2b 3c", nil},
		{"mine moves, theirs adds", base.Move([]int{2}, 0), add(base, 1, "t"), "3c 1a 4t 2b", nil},
		{"theirs moves, mine adds", add(base, 1, "m"), base.Move([]int{2}, 0), "3c 1a 4m 2b", nil},
		{"the limit of theirs holds for mine", add(base, 3, "m"), base.WithLimit(2), "3c 4m", nil},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got, forks := models.MergeNotes(base, tt.mine, tt.theirs)
			if shown(got) != tt.want {
				t.Errorf("got %s, want %s", shown(got), tt.want)
			}
			if diff := cmp.Diff(tt.forks, forks); diff != "" {
				t.Errorf("wrong forks (-want +got):\n%s", diff)
			}
		})
	}
	if got, _ := models.JoinNotes(noted("a", "m"), noted("a", "t", "u")); shown(got) != "1a 2t 4m 3u" {
		t.Errorf("joined are %s", shown(got))
	}
}

// For any changes by two writers: no note that either has added or changed is lost, ids are
// unique, and the order of merging changes by only one side does not matter.
func TestAMergeOfNotesLosesNothing(t *testing.T) {
	side := func(t *rapid.T, n models.Notes, name string) models.Notes {
		for i := range rapid.IntRange(0, 4).Draw(t, name) {
			row := rapid.IntRange(0, max(0, len(n.List)-1)).Draw(t, "row")
			switch rapid.IntRange(0, 3).Draw(t, "what") {
			case 0, 1:
				n, _ = n.Insert(row, models.Note{Type: models.NoteText, Content: fmt.Sprint(name, i)})
			case 2:
				n = n.Move([]int{row}, rapid.IntRange(0, len(n.List)).Draw(t, "to"))
			case 3:
				if len(n.List) > 0 {
					n = with(n, n.List[row].ID, fmt.Sprint(name, i))
				}
			}
		}
		return n
	}
	rapid.Check(t, func(t *rapid.T) {
		base := noted("a", "b", "c")
		mine, theirs := side(t, base, "m"), side(t, base, "t")
		merged, _ := models.MergeNotes(base, mine, theirs)
		ids := map[string]bool{}
		var contents []string
		for _, one := range merged.List {
			if ids[one.ID] {
				t.Fatalf("%s twice in %s", one.ID, shown(merged))
			}
			ids[one.ID] = true
			contents = append(contents, one.Content)
		}
		for _, n := range []models.Notes{mine, theirs} {
			for _, one := range n.List {
				if old, had := base.Find(one.ID); (!had || !old.Equal(one)) && !slices.Contains(contents, one.Content) {
					t.Fatalf("%s of %s is not in %s", one.Content, shown(n), shown(merged))
				}
			}
		}
		next, _ := merged.Insert(0, models.Note{Content: "next"})
		if id := next.List[0].ID; ids[id] || slices.ContainsFunc(append(mine.List, theirs.List...), func(n models.Note) bool { return n.ID == id }) {
			t.Fatalf("%s is given again", id)
		}
		for name, got := range map[string]models.Notes{"mine": mergedNotes(base, mine, base), "theirs": mergedNotes(base, base, theirs)} {
			want := map[string]models.Notes{"mine": mine, "theirs": theirs}[name]
			if shown(got) != shown(want) {
				t.Fatalf("%s alone gives %s, want %s", name, shown(got), shown(want))
			}
		}
	})
}

func mergedNotes(base, mine, theirs models.Notes) models.Notes {
	n, _ := models.MergeNotes(base, mine, theirs)
	return n
}

func TestNotesAreStored(t *testing.T) {
	const object = `{"filename":"a.lisp","start_line":2,"end_line":3,"zzz":[1,null],"big":123456789012345678901234567890,"far":1e999,"content_hash":7,"deep":{"x":1.0,"y":null}}`
	notes, err := models.ParseNoteList([]byte(`[{"id":"ctx-7","type":"error","content":"a\u0000\r\nb","metadata":` + object + `,"timestamp":3910982400}]`))
	if err != nil {
		t.Fatal(err)
	}
	stored := notes[0].Stored()
	got, unknown, err := models.ParseNotes(viaTOML(t, models.Fields{{Key: "last", Value: int64(9)}, {Key: "limit", Value: int64(5)}, {Key: "notes", Value: []any{stored}}}))
	want := models.Notes{List: notes, Last: 9, Limit: 5}
	if diff := cmp.Diff(want, got); diff != "" || err != nil || len(unknown) > 0 {
		t.Errorf("it is read as something else, %v, %v (-want +got):\n%s", unknown, err, diff)
	}
	data, err := json.Marshal(got.List[0])
	if err != nil || !strings.Contains(string(data), `"zzz":[1,null]`) || !strings.Contains(string(data), `"big":123456789012345678901234567890`) || !strings.Contains(string(data), `"far":1e999`) {
		t.Errorf("it is written as %s, %v", data, err)
	}
}

// Errors in a notes file are reported by key; every note is loaded nevertheless, with an id of
// its own.
func TestAFileOfNotesWithMistakes(t *testing.T) {
	got, unknown, err := models.ParseNotes(map[string]any{
		"colour": "red",
		"last":   int64(3),
		"notes": []any{
			map[string]any{"id": "ctx-1", "type": "code", "content": "a", "timestamp": int64(1), "mine": "kept", "metadata": map[string]any{"any": int64(1)}},
			map[string]any{"id": "ctx-1", "type": "cod", "content": "b", "timestamp": int64(1)},
			map[string]any{"content": "c"},
			map[string]any{"id": "x", "type": "text", "content": "d", "timestamp": int64(1)},
		},
	})
	if want := "1a 4b 5c 6d"; shown(got) != want || got.List[0].Extra["mine"] != "kept" {
		t.Errorf("got %s, want %s", shown(got), want)
	}
	var keys []string
	for _, e := range models.FieldErrors(err) {
		keys = append(keys, e.Key)
	}
	if diff := cmp.Diff([]string{"notes[1].type", "notes[1].id", "notes[2].id", "notes[2].type", "notes[2].timestamp", "notes[3].id"}, keys); diff != "" {
		t.Errorf("wrong keys (-want +got):\n%s", diff)
	}
	var names []string
	for _, k := range unknown {
		names = append(names, k.Key())
	}
	if diff := cmp.Diff([]string{"notes[0].mine", "colour"}, names); diff != "" {
		t.Errorf("wrong unknown keys (-want +got):\n%s", diff)
	}
}

func TestAListOfNotesNamesWhatDoesNotFit(t *testing.T) {
	const fits = `{"id":"ctx-1","type":"code","content":"x","timestamp":0}`
	tests := []struct{ name, in, want string }{
		{"an array", `[` + fits + `]`, ""},
		{"one note", fits, ""},
		{"no note", ` [] `, ""},
		{"the index and the field", `[` + fits + `,{"id":"ctx-2","type":"code","content":"x","timestamp":0,"metadata":{"start_line":0}}]`, "[1].metadata.start_line: must be at least 1, not 0"},
		{"no object", `[1]`, "[0]: must be a table, not a whole number"},
		{"null", `[null]`, "[0]: must be a table, not nothing"},
		{"another key", `[{"id":"ctx-1","type":"code","content":"x","timestamp":0,"more":1}]`, "[0].more: is not a key of a note"},
		{"no array", `"x"`, "a JSON array of notes is wanted, not a string"},
		{"no JSON", "[\n{]", "it is not JSON: line 2: "},
		{"more behind it", "[]\n[]", "it is not JSON: line 2: "},
		{"nothing", "", "it is not JSON: line 1: "},
	}
	for _, tt := range tests {
		_, err := models.ParseNoteList([]byte(tt.in))
		if tt.want == "" && err != nil || tt.want != "" && (err == nil || !strings.HasPrefix(err.Error(), tt.want)) {
			t.Errorf("%s: got %v, want %q", tt.name, err, tt.want)
		}
	}
	wrong := models.NoteMetadata{StartLine: 9, EndLine: 2}
	if err := wrong.CheckLines(); err == nil || err.Error() != "end_line: is 2, before start_line, which is 9" {
		t.Errorf("lines that run backwards: %v", err)
	}
}

func FuzzNoteList(f *testing.F) {
	f.Add([]byte(`[{"id":"ctx-1","type":"code","content":"x","timestamp":0,"metadata":{"a":[1e999,null,{"b":12345678901234567890}]}}]`))
	f.Add([]byte(`{"id":"ctx-1","type":"file","content":"\ud800","timestamp":1.0}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		notes, err := models.ParseNoteList(data)
		if err != nil {
			return
		}
		again, err := json.Marshal(notes)
		if err != nil {
			t.Fatalf("%q is accepted and cannot be written: %v", data, err)
		}
		second, err := models.ParseNoteList(again)
		if diff := cmp.Diff(notes, second); diff != "" || err != nil {
			t.Fatalf("%q is written as %q, %v (-first +second):\n%s", data, again, err, diff)
		}
		for _, one := range notes {
			stored, _, err := models.ParseNotes(viaTOML(t, models.Fields{{Key: "notes", Value: []any{one.Stored()}}}))
			if err != nil || !stored.List[0].Equal(one) {
				t.Fatalf("%q is stored as %v: %v", data, one.Stored(), err)
			}
		}
	})
}
