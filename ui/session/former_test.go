package session

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/rogpeppe/go-internal/txtar"

	"dossier/models"
	"dossier/presets/store"
)

// TestWhatAFormerVersionKeptOpensUnchanged opens what an earlier version left behind: a project, the
// user's own presets, snapshots, copies, and what was not saved when it was killed.
func TestWhatAFormerVersionKeptOpensUnchanged(t *testing.T) {
	recorded, err := txtar.ParseFile("testdata/former.txtar")
	if err != nil {
		t.Fatal(err)
	}
	d := layDesk(t, nil)
	places := map[string]string{"project": d.dir, "config": d.places.Config, "state": d.places.State}
	kept := map[string]string{} // what opening must not change, by its path
	for _, f := range recorded.Files {
		place, name, _ := strings.Cut(f.Name, "/")
		full := filepath.Join(places[place], strings.ReplaceAll(name, "KEY", store.Key(d.dir)))
		if err := os.MkdirAll(filepath.Dir(full), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(full, f.Data, 0o600); err != nil {
			t.Fatal(err)
		}
		if place != "state" || strings.HasPrefix(name, "copies/") {
			kept[full] = string(f.Data)
		}
	}
	d.start()

	c := d.Composition()
	var files []string
	for _, item := range c.Files {
		files = append(files, item.Path)
	}
	want := models.Composition{
		Instruction: "Find the question. Not saved yet.", Tree: models.TreeSelected, Strategy: models.Auto, ExecutionMode: models.Beads,
		BeadsExclude: []string{"ac-2"}, NotesExclude: []string{"ctx-2"}, Screenshots: []models.Screenshot{{Path: "shots/one.png"}},
		Files: c.Files, Links: c.Links,
	}
	if diff := cmp.Diff(want, c); diff != "" || strings.Join(files, " ") != "a.go b.md guide.md" {
		t.Errorf("the composition has the files %q and differs (-want +got):\n%s", files, diff)
	}
	if c.Files[1].Extra["tags"] == nil || len(c.Links.Contexts) != 1 || !c.Links.Contexts[0].Document {
		t.Errorf("unknown keys and linked notes are %+v and %+v", c.Files[1].Extra, c.Links.Contexts)
	}

	opened := d.project
	var names []string
	for _, p := range opened.Presets().All() {
		names = append(names, string(p.Scope)+" "+p.Name+": "+p.Description)
	}
	if diff := cmp.Diff([]string{"project first: the first one", "project second: with notes", "global mine: ", "global hidden: with notes"}, names); diff != "" {
		t.Errorf("presets (-want +got):\n%s", diff)
	}
	second := opened.Presets().All()[1]
	if s := second.Files[0].CustomSlices; len(s) != 1 || s[0].Tag != "answer" || len(s[0].AnchorLines) != 9 || len(second.NotesExclude) != 1 {
		t.Errorf("the preset has the slices %+v and leaves out the notes %q", s, second.NotesExclude)
	}

	d.wantSnapshots("acme_c001 copied", "acme_003", "acme_002 pinned: the second", "acme_001")
	for _, row := range d.Snapshots().List() {
		sent, err := opened.Snapshots().Load(row.ID)
		if err != nil {
			t.Errorf("%s: %v", row.ID.Name, err)
			continue
		}
		dir := filepath.Join(d.dir, ".dossier", "out")
		if row.ID.Copied {
			dir = filepath.Join(d.places.State, "copies", store.Key(d.dir))
		}
		if text := kept[filepath.Join(dir, row.ID.Name+".md")]; text == "" || sent.Document.Text() != text || len(sent.Document.Sections) < 4 {
			t.Errorf("%s replays as %d sections with the text:\n%s", row.ID.Name, len(sent.Document.Sections), sent.Document.Text())
		}
		if c := sent.Record.Composition; c.Instruction != "Find the question." || len(c.Files) != 2 {
			t.Errorf("%s was made of %+v", row.ID.Name, c)
		}
	}
	text := d.Document().Text()
	for _, part := range []string{"```go\npackage acme\n", "### `guide.md`", "What is it?", "## Not a heading of ours", "panic: no question", "**Ask** (`ac-1`)", "Not saved yet."} {
		if !strings.Contains(text, part) {
			t.Errorf("the document has no %q:\n%s", part, text)
		}
	}
	d.stop()
	for full, old := range kept {
		if now, err := os.ReadFile(full); err != nil || string(now) != old {
			t.Errorf("opening has changed %s (%v):\n%s", full, err, now)
		}
	}
}
