package project

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"dossier/models"
	"dossier/presets"
	"dossier/ui/project/notestore"
)

// openNotes opens a project that has a file of five lines.
func openNotes(t *testing.T, kept map[string]string) *Project {
	t.Helper()
	dir := t.TempDir()
	write := func(name, text string) {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	write("a.go", "package a\n\nfunc A() {}\n\nfunc B() {}\n")
	for name, text := range kept {
		write(name, text)
	}
	p, err := Open(dir, presets.Places{State: t.TempDir()})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { p.Close() })
	return p
}

func TestNotesOfAProject(t *testing.T) {
	p := openNotes(t, nil)
	ctx := t.Context()
	taken, err := p.Notes().FromLines(ctx, "a.go", 5, 5)
	if err != nil {
		t.Fatal(err)
	}
	written := p.Notes().Followed(ctx, models.Note{Content: "func A() {}", Metadata: models.NoteMetadata{Filename: "a.go", StartLine: 3, EndLine: 3}})
	other := p.Notes().Followed(ctx, models.Note{Content: "x", Metadata: models.NoteMetadata{Filename: "gone.go", StartLine: 3, EndLine: 3}})
	now := time.Unix(7, 5)
	var list []models.Note
	for _, n := range []models.Note{taken, written, other} {
		list = append(list, notestore.New(n, now))
	}
	ids, left, err := p.Notes().Add(ctx, list)
	if diff := cmp.Diff([]string{"ctx-1", "ctx-2", "ctx-3"}, ids); diff != "" || left != 0 || err != nil {
		t.Errorf("%d left, %v (-want +got):\n%s", left, err, diff)
	}
	if moved, err := p.Notes().Set(ctx, []string{"ctx-1", "ctx-1", "ctx-3"}, false); moved != 2 || err != nil {
		t.Errorf("%d are taken out, %v", moved, err)
	}
	if in := p.Input(); len(in.Notes) != 3 || len(in.Composition.NotesIn(in.Notes)) != 1 {
		t.Errorf("of %d notes %d are in", len(in.Notes), len(in.Composition.NotesIn(in.Notes)))
	}
	reports, err := p.Notes().Report(ctx, p.Notes().All().List)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, r := range reports {
		state := "out"
		if r.In {
			state = "in"
		}
		got = append(got, r.ID+" "+string(r.Type)+" "+state+" "+r.Health)
	}
	if diff := cmp.Diff([]string{"ctx-1 code out exact", "ctx-2 code in exact", "ctx-3 code out "}, got); diff != "" {
		t.Errorf("wrong reports (-want +got):\n%s", diff)
	}
	if n := reports[0]; !n.Time.Equal(time.Unix(7, 0)) {
		t.Errorf("it was made at %v", n.Time)
	}
	again, err := p.Notes().Import(ctx, append(p.Notes().All().List[:1:1], models.Note{ID: "ctx-2", Type: models.NoteText, Content: "another", Time: time.Unix(1, 0)}))
	if diff := cmp.Diff([]string{"", "ctx-4"}, again); diff != "" || err != nil {
		t.Errorf("imported, %v (-want +got):\n%s", err, diff)
	}
	if _, err := p.Notes().FromLines(ctx, "gone.go", 1, 1); err == nil {
		t.Error("there is a note of a file that is not there")
	}
}

func TestWhatIsWrongWithNotesIsAWarning(t *testing.T) {
	for name, text := range map[string]string{
		"no TOML": "[[notes]", "a newer version": "schema = 99\n", "a mistake": "last = 'x'\n", "an unknown key": "lats = 1\n",
	} {
		if p := openNotes(t, map[string]string{presets.NotesName: text}); len(p.Warnings()) != 1 {
			t.Errorf("%s: warnings %v", name, p.Warnings())
		}
	}
	p := openNotes(t, map[string]string{presets.NotesName: "[[notes]"})
	if _, _, err := p.Notes().Add(t.Context(), []models.Note{{Content: "x"}}); err == nil {
		t.Error("a file that is not understood is written")
	}
}
