package session

import (
	"strings"
	"testing"
	"time"

	"dossier/models"
	"dossier/presets"
)

// A note stands in the document as soon as it is there, follows its file while the window is
// open, and comes and goes with undo, whichever part it belongs to.
func TestNotesAreAPartOfTheSession(t *testing.T) {
	d := newDesk(t, map[string]string{"a.go": "package a\n\nfunc A() {}\n"})
	d.Notes().Delay = time.Hour
	shows := func(what string) func() bool {
		return func() bool { return strings.Contains(d.Document().Text(), what) }
	}
	d.Notes().TakeLines("a.go", 3, 3)
	d.until("the note is in the document", shows("## Notes\n\n### Code\n#### a.go:3-3\n```go\nfunc A() {}\n```\n"))
	d.write("a.go", "package a\n\n// A does it.\nfunc A() {}\n")
	d.until("the note follows its file", shows("#### a.go:4-4\n"))
	d.until("the row says so", func() bool { return d.Notes().Rows()[0].Health == "moved" })
	d.Notes().Include([]string{"ctx-1"}, false)
	d.until("the note is left out", func() bool { return !shows("Notes")() })
	d.Undo()
	d.until("the note is in again", shows("#### a.go:4-4\n"))
	d.Undo()
	d.until("the note is gone", func() bool { return len(d.Notes().Rows()) == 0 && !shows("Notes")() })
	d.Redo()
	d.until("the note is here again", shows("#### a.go:4-4\n"))

	// What another program adds comes without being asked for.
	d.write(presets.NotesName, "last = 8\n\n[[notes]]\nid = \"ctx-8\"\ntype = \"text\"\ncontent = \"theirs\"\ntimestamp = 1\n")
	d.until("both are here", func() bool { return len(d.Notes().Rows()) == 2 && shows("theirs")() })
	if err := d.Session.Close(); err != nil {
		t.Fatal(err)
	}
	d.start()
	if got := d.Notes().Rows(); len(got) != 2 {
		t.Errorf("at the next start there are %+v", got)
	}
	preset := models.Preset{Name: "p", NotesExclude: []string{"ctx-8"}}
	d.Presets().Apply(models.ScopedPreset{Preset: preset, Scope: models.ProjectScope})
	if rows := d.Notes().Rows(); rows[0].In == rows[1].In {
		t.Errorf("with the preset there are %+v", rows)
	}
}
