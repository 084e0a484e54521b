package session

import (
	"strings"
	"testing"

	"dossier/aggregate"
	"dossier/models"
	"dossier/ui/project"
)

// section returns the text of a section of the document; empty when there is none.
func (d *desk) section(kind aggregate.SectionKind) string {
	for i, s := range d.Document().Sections {
		if s.Kind == kind {
			return d.Document().SectionText(i)
		}
	}
	return ""
}

func TestChangesSinceASnapshot(t *testing.T) {
	t.Parallel()
	d := snapshotDesk(t)
	d.Snapshots().ToggleChanges()
	if d.last().Text != "Nothing has been sent yet: copy or write the dossier first" {
		t.Errorf("told %v", d.last())
	}
	first := d.wrote()
	d.rewrite("a.go", "package a\n\nvar X = 1\n")
	d.Snapshots().ShowChanges(first, true)
	d.settle()
	want := "## Changes since acme_001\n\n### `a.go` (changed, in full)\n\n```go\npackage a\n\nvar X = 1\n```\n"
	if got := d.Document().Text(); got != want {
		t.Errorf("the document is %q", got)
	}
	if undo, _ := d.UndoLabels(); english(undo) != "changes since acme_001" {
		t.Errorf("the step is %q", english(undo))
	}
	if d.ProjectFile().Modified() {
		t.Error("the changes of one message are taken for a change of the project's file")
	}

	// A snapshot that contains only changes is relative to the one before it.
	second := d.wrote()
	d.rewrite("b.txt", "one\ntwo\nthree\n")
	d.Snapshots().ShowChanges(second, false)
	d.settle()
	if got := d.section(aggregate.ChangesSection); !strings.HasPrefix(got, "## Changes since acme_001\n") || !strings.Contains(got, "`b.txt`") || !strings.Contains(got, "`a.go`") {
		t.Errorf("the changes are %q", got)
	}
	if d.section(aggregate.FilesSection) == "" {
		t.Error("the files are left out, which was not asked for")
	}

	d.Undo()
	d.settle()
	if c := d.Composition().Changes; c != (models.Changes{Since: "acme_001", Only: true}) {
		t.Errorf("undo leaves %+v", c)
	}
	d.Snapshots().ToggleChanges()
	d.settle()
	if d.Composition().Changes != (models.Changes{}) || d.section(aggregate.ChangesSection) != "" {
		t.Error("the section stays")
	}
}

func TestChangesOutlastACrashAndADeletedSnapshot(t *testing.T) {
	d := snapshotDesk(t)
	id := d.wrote()
	d.Snapshots().ShowChanges(id, false)
	d.settle()
	if err := d.Keep(); err != nil {
		t.Fatal(err)
	}
	d.launch()
	if err := d.Open(d.dir); err != nil {
		t.Fatal(err)
	}
	d.settle()
	if d.Composition().Changes.Since != id.Name {
		t.Fatalf("the changes are %+v", d.Composition().Changes)
	}
	if w := d.Warnings(); len(w) != 1 || w[0].String() != "nothing has changed since acme_001" {
		t.Errorf("warnings %v", w)
	}
	d.Snapshots().ShowChanges(project.SnapshotID{Name: "acme_042"}, false)
	d.settle()
	if w := d.Warnings(); len(w) != 1 || !strings.HasPrefix(w[0].String(), "acme_042 cannot be read") {
		t.Errorf("warnings %v", w)
	}
}

// rewrite changes a file of the dossier and waits until that is shown.
func (d *desk) rewrite(name, content string) {
	d.tb.Helper()
	d.settle()
	before := d.Document()
	d.write(name, content)
	d.until(name+" is read again", func() bool { return aggregate.ChangedFiles(before, d.Document()) > 0 })
	d.settle()
}
