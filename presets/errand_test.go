package presets_test

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"dossier/aggregate/diskwrite"
	"dossier/models"
	"dossier/presets"
	"dossier/presets/tomledit"
)

// An additional kind, as a new feature would add: a type with its stored form …

type note struct {
	ID, Text string
	Extra    map[string]any // unknown keys, preserved
}

func (n note) fields() models.Fields {
	fields := models.Fields{{Key: "text", Value: n.Text}}
	for _, key := range slices.Sorted(maps.Keys(n.Extra)) {
		fields = append(fields, models.Field{Key: key, Value: n.Extra[key]})
	}
	return fields
}

type notes struct {
	Title string
	List  []note
}

func parseNotes(values map[string]any) (n notes, unknown []models.UnknownKey, err error) {
	n.Title, _ = values["title"].(string)
	tables, _ := values["notes"].(map[string]any)
	var errs []error
	for _, id := range slices.Sorted(maps.Keys(tables)) {
		path := models.JoinKey("notes", id)
		table, _ := tables[id].(map[string]any)
		one := note{ID: id, Extra: maps.Clone(table)}
		var ok bool
		if one.Text, ok = table["text"].(string); !ok {
			errs = append(errs, &models.FieldError{Key: models.JoinKey(path, "text"), Problem: "must be a string"})
		}
		delete(one.Extra, "text")
		for _, key := range slices.Sorted(maps.Keys(one.Extra)) {
			unknown = append(unknown, models.UnknownKey{Table: path, Name: key, Known: []string{"text"}})
		}
		n.List = append(n.List, one)
	}
	return n, unknown, errors.Join(errs...)
}

// … and one table of what is saved.
func notesKind() presets.Kind[notes] {
	return presets.Kind[notes]{
		Parse: parseNotes,
		Clone: func(n notes) notes {
			n.List = slices.Clone(n.List)
			return n
		},
		Parts: func(n notes) []presets.Part {
			id, extra := func(n note) string { return n.ID }, func(n note) map[string]any { return n.Extra }
			return append([]presets.Part{presets.Setting(n.Title, "", "title")}, presets.Tables(n.List, id, note.fields, extra, "notes")...)
		},
		Limits: presets.Limits{Bounds: tomledit.Bounds{Bytes: 4096, Values: 100}, WayOut: "delete notes"},
	}
}

// bench is a project with a file of notes.
type bench struct {
	t      *testing.T
	dir    string
	root   *os.Root
	places presets.Places
}

const notesName = ".dossier/notes.toml"

func newBench(t *testing.T, text string) *bench {
	t.Helper()
	b := &bench{t: t, dir: t.TempDir(), places: presets.Places{State: t.TempDir()}}
	root, err := os.OpenRoot(b.dir)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { root.Close() })
	b.root = root
	if text != "" {
		b.write(text)
	}
	return b
}

func (b *bench) load() *presets.File[notes] {
	b.t.Helper()
	f, err := notesKind().Load(b.root, notesName, b.places)
	if err != nil {
		b.t.Fatal(err)
	}
	return f
}

func (b *bench) write(text string) {
	b.t.Helper()
	name := filepath.Join(b.dir, notesName)
	if err := errors.Join(os.MkdirAll(filepath.Dir(name), 0o755), os.WriteFile(name, []byte(text), 0o644)); err != nil {
		b.t.Fatal(err)
	}
}

func (b *bench) want(text string) {
	b.t.Helper()
	data, err := os.ReadFile(filepath.Join(b.dir, notesName))
	if diff := cmp.Diff(text, string(data)); err != nil || diff != "" {
		b.t.Errorf("wrong file (-want +got), %v:\n%s", err, diff)
	}
	if names, _ := os.ReadDir(filepath.Join(b.dir, ".dossier")); len(names) != 1 {
		b.t.Errorf("beside it lies %v", names)
	}
}

// set returns an edit that sets the text of a note.
func set(id, text string) func(*notes) {
	return func(n *notes) {
		if i := slices.IndexFunc(n.List, func(n note) bool { return n.ID == id }); i >= 0 {
			n.List[i].Text = text
			return
		}
		n.List = append(n.List, note{ID: id, Text: text})
	}
}

const someNotes = `# mine
title = 'ideas' # so far

# the first
[notes.a]
colour = "red" # nobody knows
text = 'one'

[notes.b]
text = 'two'
`

func TestAStoredKindIsATypeAndATable(t *testing.T) {
	b := newBench(t, "")
	f := b.load()
	if f.Exists() || len(f.Value.List) > 0 {
		t.Fatalf("without a file there is %+v", f.Value)
	}
	if _, err := f.Save(t.Context(), func(*notes) {}); err != nil {
		t.Fatal(err)
	}
	if names, _ := os.ReadDir(b.dir); len(names) > 0 {
		t.Errorf("a save of nothing made %v", names)
	}
	f, err := f.Save(t.Context(), set("a", "one"))
	if err != nil || !f.Exists() {
		t.Fatal(err)
	}
	b.want("schema = 1\n\n[notes.a]\ntext = \"one\"\n")
	if diff := cmp.Diff(f.Value, b.load().Value); diff != "" || f.Digest() != b.load().Digest() {
		t.Errorf("it is loaded as something else:\n%s", diff)
	}
}

// The folder of the file reaches the disk before the save is reported: the file would be lost with it.
func TestNewFoldersAreDurable(t *testing.T) {
	b := newBench(t, "")
	f := b.load()
	var steps []string
	stop := diskwrite.Watch(func(s *diskwrite.Step, take func() error) error {
		if rel, err := filepath.Rel(b.dir, s.Folder); err == nil && (s.Do == diskwrite.MakeFolder || s.Do == diskwrite.SyncFolder) {
			steps = append(steps, strings.TrimSpace(fmt.Sprint(s.Do, " in ", rel, " ", s.Name)))
		}
		return take()
	})
	defer stop()
	if _, err := f.Save(t.Context(), set("a", "one")); err != nil {
		t.Fatal(err)
	}
	if want := []string{"make folder in . .dossier", "sync folder in ."}; len(steps) < 2 || !slices.Equal(steps[:2], want) {
		t.Errorf("the steps are %q, want %q first", steps, want)
	}
}

func TestASaveChangesItsPartsAlone(t *testing.T) {
	b := newBench(t, someNotes)
	f := b.load()
	if len(f.Notes) != 1 || f.Notes[0].Line != 6 || f.Notes[0].Key != "notes.a.colour" || f.Problems != nil {
		t.Errorf("notes %v, problems %v", f.Notes, f.Problems)
	}
	if _, err := f.Save(t.Context(), set("a", "1")); err != nil {
		t.Fatal(err)
	}
	b.want(strings.Replace(someNotes, "'one'", `"1"`, 1))
}

func TestASaveMergesWithWhatAnotherProgramWrote(t *testing.T) {
	theirs := strings.Replace(someNotes, "'two'", "'theirs'", 1)
	for _, tt := range []struct {
		name     string
		edit     func(*notes)
		want     string
		conflict []string
	}{
		{"another note", set("a", "1"), strings.Replace(theirs, "'one'", `"1"`, 1), nil},
		{"a new note", set("c", "3"), theirs + "\n[notes.c]\ntext = \"3\"\n", nil},
		{"a setting", func(n *notes) { n.Title = "plans" }, strings.Replace(theirs, "'ideas'", `"plans"`, 1), nil},
		{"the same", set("b", "theirs"), theirs, nil},
		{"something else of the same note", set("b", "mine"), theirs, []string{"notes.b"}},
		{"the note is deleted", func(n *notes) { n.List = n.List[:1] }, theirs, []string{"notes.b"}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			b := newBench(t, someNotes)
			f := b.load()
			b.write(theirs)
			next, err := f.Save(t.Context(), tt.edit)
			var conflict *presets.ConflictError
			if tt.conflict == nil && err != nil || tt.conflict != nil && (!errors.As(err, &conflict) || !slices.Equal(conflict.Keys, tt.conflict)) {
				t.Errorf("got %v, want a conflict about %v", err, tt.conflict)
			}
			b.want(tt.want)
			if diff := cmp.Diff(b.load().Value, next.Value); diff != "" {
				t.Errorf("the result is not what the file holds (-file +result):\n%s", diff)
			}
			if conflict == nil {
				return
			}
			if _, err := next.Save(t.Context(), tt.edit); err != nil { // on theirs: mine is retained
				t.Error(err)
			}
		})
	}
}

func TestErrorsAreReportedAndNotWritten(t *testing.T) {
	ctx := context.Background()
	b := newBench(t, "[notes.a]\ntext = 1\n")
	if f := b.load(); len(f.Problems) != 1 || f.Problems[0].Line != 2 || f.Problems[0].Text != "must be a string" {
		t.Errorf("problems %v", f.Problems)
	}
	b.write(someNotes)
	var large *presets.TooLargeError
	if _, err := b.load().Save(ctx, set("a", strings.Repeat("x", 5000))); !errors.As(err, &large) || !strings.HasSuffix(err.Error(), "nothing was written, delete notes") {
		t.Errorf("too large: %v", err)
	}
	b.want(someNotes)
	for name, text := range map[string]string{"no TOML": "[notes", "a newer version": fmt.Sprintf("schema = %d\n", models.Schema+1)} {
		b.write(text)
		f, err := notesKind().Load(b.root, notesName, b.places)
		var refused *presets.ReadOnlyError
		if !errors.As(err, &refused) {
			t.Errorf("%s: loaded with %v", name, err)
		}
		if _, err := f.Save(ctx, set("a", "1")); !errors.As(err, &refused) {
			t.Errorf("%s: saved with %v", name, err)
		}
		b.want(text)
	}
}
