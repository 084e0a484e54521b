package aggregate

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"dossier/aggregate/snippets"
	"dossier/models"
)

// A note shows the current lines of its file, and marks those that have changed; its text is
// preserved if they are gone.
func TestNotesInADocumentFollowTheirFiles(t *testing.T) {
	const source = "package a\n\nfunc A() {}\n\nfunc B() {}\n"
	p := newProject(t, map[string]string{"a.go": source})
	n, err := snippets.FromLines("a.go", source, 5, 5)
	if err != nil {
		t.Fatal(err)
	}
	n.ID = "ctx-1"
	in := Input{Notes: []models.Note{n}}
	check := func(place, line string, warnings ...string) {
		t.Helper()
		doc := p.build(in)
		if want := "## Notes\n\n### Code\n#### " + place + "\n```go\n" + line + "\n```\n"; doc.Text() != want {
			t.Errorf("got\n%s\nwant\n%s", doc.Text(), want)
		}
		var got []string
		for _, w := range doc.Warnings {
			got = append(got, w.Path+": "+w.Message)
		}
		if diff := cmp.Diff(warnings, got); diff != "" {
			t.Errorf("wrong warnings (-want +got):\n%s", diff)
		}
	}
	write := func(source string) {
		p.write("a.go", source)
		p.Invalidate("a.go")
	}
	check("a.go:5-5", "func B() {}")
	write("// A comment.\n" + source)
	check("a.go:6-6", "func B() {}")
	write(strings.Replace(source, "func B() {}", "func B() { A() }", 1))
	check("a.go:5-5", "func B() { A() }", "a.go: the note ctx-1 shows lines of a.go that have changed since it was made")
	write("package b\n")
	check("a.go:5-5", "func B() {}", "a.go: the note ctx-1 shows the stored text of its lines, because they are no longer in a.go")
	in.Notes[0].Metadata.Filename = "gone.go"
	check("gone.go:5-5", "func B() {}", "gone.go: the note ctx-1 shows the stored text of its lines, because gone.go cannot be read: does not exist")
	in.Notes[0].Metadata.Filename = "../a.go"
	if doc := p.build(in); len(doc.Warnings) != 1 || !strings.Contains(doc.Text(), "func B() {}") {
		t.Errorf("of a file outside it says %v in\n%s", doc.Warnings, doc.Text())
	}
	in.Notes[0].Metadata.Filename = "a.go"
	in.Languages = []models.LanguageRule{{Pattern: "*.go", Language: "rust"}}
	write(source)
	if text := build(t, p, in).Text(); !strings.Contains(text, "rust\nfunc B") {
		t.Errorf("what files are read as does not hold for notes:\n%s", text)
	}
}

// A large file is tracked where the dossier shows it, and read once.
func TestANoteFollowsALargeFileThatTheDossierShows(t *testing.T) {
	source := "package a\n\nfunc B() {}\n" + strings.Repeat("// filler\n", DefaultMaxBytes/10)
	p := newProject(t, map[string]string{"a.go": source})
	n, err := snippets.FromLines("a.go", source, 3, 3)
	if err != nil {
		t.Fatal(err)
	}
	n.ID = "ctx-1"
	item := models.NewFileItem("a.go")
	item.MaxBytes = 2 * DefaultMaxBytes
	in := Input{Notes: []models.Note{n}, Composition: models.Composition{Files: []models.FileItem{item}}}
	for range 2 {
		if doc := p.build(in); len(doc.Warnings) > 0 {
			t.Errorf("warnings %v", doc.Warnings)
		}
	}
	in.Composition.Files = nil
	p.Invalidate()
	if doc := p.build(in); len(doc.Warnings) != 1 || !strings.Contains(doc.Warnings[0].Message, "too large") {
		t.Errorf("beyond its limit it says %v", doc.Warnings)
	}
}

func build(t *testing.T, p *project, in Input) *Document {
	t.Helper()
	p.Builder.Sections = nil // blocks are cached
	return p.build(in)
}

// Notes are compared by text: they are recognized at any position, and changes are reported as
// for an excerpt.
func TestNotesAreCompared(t *testing.T) {
	p := newProject(t, nil)
	note := func(id, content string) models.Note {
		return models.Note{ID: id, Type: models.NoteText, Content: content}
	}
	long := strings.Repeat("a line of a note that is long enough\n", 30)
	in := Input{Notes: []models.Note{note("ctx-1", "one"), note("ctx-2", long), note("ctx-3", "three")}}
	old := p.build(in)
	in.Notes = []models.Note{note("ctx-1", "one"), note("ctx-2", long+"and an end\n"), note("ctx-3", "three"), note("ctx-4", "four")}
	new := p.build(in)
	var states []string
	for _, b := range Compare(old, new).Sections[0].Blocks {
		states = append(states, string(b.State))
	}
	if diff := cmp.Diff([]string{"same", "changed", "same", "added"}, states); diff != "" {
		t.Errorf("wrong states (-want +got):\n%s", diff)
	}
	in.Composition.Changes = models.Changes{Since: "sent_001"}
	in.Sent = func(models.Changes) Sent { return Sent{Name: "sent_001", Document: old} }
	doc := p.build(in)
	got := doc.SectionText(1)
	if !strings.Contains(got, "### Text (changed)\n\n```diff\n") || !strings.Contains(got, "+and an end\n") || !strings.Contains(got, "### Text (new)\n```\nfour\n```\n") {
		t.Errorf("the changes are\n%s", got)
	}
	replay := Replay(RecordOf(doc, in, RecordInfo{}), doc.Text())
	if diff := cmp.Diff(doc.Sections, replay.Sections); diff != "" || !Compare(doc, replay).Same() {
		t.Errorf("wrong sections of the replay (-want +got):\n%s", diff)
	}
}

func TestNotesAlone(t *testing.T) {
	list := []models.Note{{Type: models.NoteText, Content: "one"}, {Type: models.NoteError, Content: "two\n"}}
	if got, want := NotesText(list, nil), "### Text\n```\none\n```\n\n---\n\n### Error\n```\ntwo\n```\n"; got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	if got := NotesText(nil, nil); got != "" {
		t.Errorf("no notes give %q", got)
	}
}
