package session

import (
	"slices"
	"strings"
	"testing"
	"time"

	"dossier/models"
	"dossier/presets"
	"dossier/ui/features/notes"
	"dossier/ui/project"
	"dossier/ui/session/message"
)

// A note is immediately in the document, follows its file while the window is open, and is added
// and removed by undo, whichever part it belongs to.
func TestNotesAreAPartOfTheSession(t *testing.T) {
	t.Parallel()
	d := newDesk(t, map[string]string{"a.go": "package a\n\nfunc A() {}\n"})
	notes.Of(d).Delay = time.Hour
	shows := func(what string) func() bool {
		return func() bool { return strings.Contains(d.Document().Text(), what) }
	}
	notes.Of(d).AddLines("a.go", 3, 3)
	d.until("the note is in the document", shows("## Notes\n\n### Code\n#### a.go:3-3\n```go\nfunc A() {}\n```\n"))
	d.write("a.go", "package a\n\n// A does it.\nfunc A() {}\n")
	d.until("the note follows its file", shows("#### a.go:4-4\n"))
	d.until("the row says so", func() bool { return notes.Of(d).Rows()[0].Health == "moved" })
	notes.Of(d).Include([]string{"ctx-1"}, false)
	d.until("the note is left out", func() bool { return !shows("Notes")() })
	d.Undo()
	d.until("the note is in again", shows("#### a.go:4-4\n"))
	d.Undo()
	d.until("the note is gone", func() bool { return len(notes.Of(d).Rows()) == 0 && !shows("Notes")() })
	d.Redo()
	d.until("the note is here again", shows("#### a.go:4-4\n"))

	// What another program adds comes without being asked for.
	d.write(presets.NotesName, "last = 8\n\n[[notes]]\nid = \"ctx-8\"\ntype = \"text\"\ncontent = \"theirs\"\ntimestamp = 1\n")
	d.until("both are here", func() bool { return len(notes.Of(d).Rows()) == 2 && shows("theirs")() })
	if err := d.Session.Close(); err != nil {
		t.Fatal(err)
	}
	d.start()
	if got := notes.Of(d).Rows(); len(got) != 2 {
		t.Errorf("at the next start there are %+v", got)
	}
	preset := models.Preset{Name: "p", NotesExclude: []string{"ctx-8"}}
	d.Presets().Apply(models.ScopedPreset{Preset: preset, Scope: models.ProjectScope})
	if rows := notes.Of(d).Rows(); rows[0].In == rows[1].In {
		t.Errorf("with the preset there are %+v", rows)
	}
}

// A preset that keeps the choice of notes brings it along, and is modified by another choice;
// one that does not leaves in and out what is.
func TestAPresetSavesExcludedNotesOnRequest(t *testing.T) {
	d := newDesk(t, map[string]string{"dossier.toml": "[presets.p]\nfiles = [\"a.go\"]\n", "a.go": "package a\n"})
	notes.Of(d).Insert(0, models.Note{Content: "one"}, models.Note{Content: "two"})
	ref := project.PresetRef{Scope: models.ProjectScope, Name: "p"}
	find := func() models.Preset { p, _ := d.project.Presets().Files().Find(ref); return p }
	apply := func() { d.Presets().Apply(models.ScopedPreset{Preset: find(), Scope: models.ProjectScope}) }
	out := func() (ids []string) {
		for _, r := range notes.Of(d).Rows() {
			if !r.In {
				ids = append(ids, r.ID)
			}
		}
		return ids
	}
	notes.Of(d).Include([]string{"ctx-1"}, false)
	apply()
	if _, modified := d.Presets().Current(); modified || !slices.Equal(out(), []string{"ctx-1"}) {
		t.Errorf("without a choice it is modified: %t; out are %v", modified, out())
	}
	comp := d.Composition()
	d.Presets().Alter(ref, message.Named("save the notes in {{.Name}}", "p"), func(p models.Preset) models.Preset { return p.WithNotes(true, comp) })
	d.until("it is saved", func() bool { return find().NotesExclude != nil })
	notes.Of(d).Include([]string{"ctx-1"}, true)
	if _, modified := d.Presets().Current(); !modified {
		t.Error("another choice of notes does not modify it")
	}
	d.Presets().SaveUnsaved()
	d.until("the choice is saved", func() bool { return len(find().NotesExclude) == 0 })
	notes.Of(d).Include([]string{"ctx-1", "ctx-2"}, false)
	apply()
	if got := out(); got != nil {
		t.Errorf("applied, it leaves out %v", got)
	}
}
