package answers

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"dossier/aggregate/answer"
	"dossier/models"
	"dossier/ui/project"
	"dossier/ui/project/projecttest"
)

func TestMain(m *testing.M) { projecttest.Main(m) }

const source = `package acme

// A returns one.
func A() int {
	return 1
}

func B() int {
	return 2
}
`

// search returns a block to search and replace.
func search(path, old, new string) string {
	return fmt.Sprintf("%s\n```\n<<<<<<< SEARCH\n%s=======\n%s>>>>>>> REPLACE\n```\n\n", path, old, new)
}

// file returns what a file of a project holds.
func file(t *testing.T, p *project.Project, name string) string {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(p.Dir, name))
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

// An answer is found, some of it is taken, and that is undone by another process.
func TestTakeSomeAndUndo(t *testing.T) {
	p := projecttest.Open(t, map[string]string{"a.go": source, "b.txt": "one\r\ntwo\r\n"})
	a := To(p)
	text := search("a.go", "\treturn 1\n", "\treturn 11\n") + search("a.go", "\treturn 2\n", "\treturn 22\n") + search("b.txt", "two\n", "2\n") + search("b.txt", "gone\n", "x\n")
	found, err := a.Find(t.Context(), text)
	if err != nil {
		t.Fatal(err)
	}
	var said []string
	for _, r := range Reports(found.Placed, nil) {
		said = append(said, r.Sentence())
	}
	want := []string{
		"a.go:5: modify (certain)", "a.go:9: modify (certain)", "b.txt:2: modify (certain)",
		"b.txt: modify (not found): the text to replace is not in the file",
	}
	if diff := cmp.Diff(want, said); diff != "" {
		t.Errorf("wrong reports (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff([]Hunk{{Line: 5, Old: "\treturn 1\n", New: "\treturn 11\n"}}, Reports(found.Placed, nil)[0].Hunks); diff != "" {
		t.Errorf("wrong hunks (-want +got):\n%s", diff)
	}
	if got := found.Whole(false, false); len(got) != 2 {
		t.Errorf("%d edits are taken of files that are taken whole", len(got))
	}
	edited := "\treturn 222\n"
	preview, err := a.Preview(t.Context(), found, []answer.Selected{{Edit: 1, Choice: -1, New: &edited}, {Edit: 2, Choice: -1}})
	if err != nil {
		t.Fatal(err)
	}
	if file(t, p, "a.go") != source {
		t.Error("a preview writes")
	}
	record, err := a.Apply(t.Context(), preview)
	if err != nil {
		t.Fatal(err)
	}
	if got := file(t, p, "a.go"); got != strings.Replace(source, "return 2\n", "return 222\n", 1) {
		t.Errorf("a.go is\n%s", got)
	}
	if got := file(t, p, "b.txt"); got != "one\r\n2\r\n" {
		t.Errorf("b.txt is %q", got)
	}
	again, err := project.Open(p.Dir, p.User().Places())
	if err != nil {
		t.Fatal(err)
	}
	defer again.Close()
	if _, err := again.Files().Undo(t.Context(), record.ID); err != nil {
		t.Fatal(err)
	}
	if file(t, p, "a.go") != source || file(t, p, "b.txt") != "one\r\ntwo\r\n" {
		t.Error("undo does not give back what was there")
	}
}

// A file that is changed between the look and the click is not written, and no other is.
func TestApplyRefusesWhatWasChangedMeanwhile(t *testing.T) {
	p := projecttest.Open(t, map[string]string{"a.txt": "a\n", "b.txt": "b\n"})
	a := To(p)
	found, err := a.Find(t.Context(), search("a.txt", "a\n", "A\n")+search("b.txt", "b\n", "B\n"))
	if err != nil {
		t.Fatal(err)
	}
	preview, err := a.Preview(t.Context(), found, found.Whole(false, false))
	if err != nil {
		t.Fatal(err)
	}
	projecttest.Write(t, filepath.Join(p.Dir, "b.txt"), "mine\n")
	if _, err := a.Apply(t.Context(), preview); !errors.Is(err, project.ErrChanged) || !strings.Contains(err.Error(), "b.txt") {
		t.Errorf("the error is %v", err)
	}
	if file(t, p, "a.txt") != "a\n" || file(t, p, "b.txt") != "mine\n" {
		t.Error("something was written")
	}
}

// Files are made, moved and removed.
func TestApplyMakesMovesAndRemoves(t *testing.T) {
	p := projecttest.Open(t, map[string]string{"a.txt": "a\n", "b.txt": "b\n"})
	if err := os.Chmod(filepath.Join(p.Dir, "a.txt"), 0o755); err != nil {
		t.Fatal(err)
	}
	a := To(p)
	found, err := a.Find(t.Context(), "*** Begin Patch\n*** Add File: new/c.txt\n+c\n*** Delete File: b.txt\n*** Update File: a.txt\n*** Move to: moved/a.txt\n@@\n-a\n+A\n*** End Patch\n")
	if err != nil {
		t.Fatal(err)
	}
	preview, err := a.Preview(t.Context(), found, found.Whole(false, false))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := a.Apply(t.Context(), preview); err != nil {
		t.Fatal(err)
	}
	if file(t, p, "new/c.txt") != "c\n" || file(t, p, "moved/a.txt") != "A\n" {
		t.Error("wrong files")
	}
	for _, gone := range []string{"a.txt", "b.txt"} {
		if _, err := os.Stat(filepath.Join(p.Dir, gone)); err == nil {
			t.Errorf("%s is still there", gone)
		}
	}
	if info, err := os.Stat(filepath.Join(p.Dir, "moved/a.txt")); err != nil || info.Mode().Perm() != 0o755 {
		t.Errorf("the permissions of the moved file are not kept: %v", err)
	}
	if _, err := p.Files().Undo(t.Context(), ""); err != nil {
		t.Fatal(err)
	}
	if file(t, p, "a.txt") != "a\n" || file(t, p, "b.txt") != "b\n" {
		t.Error("undo does not give back what was there")
	}
}

// An edit is placed by the text of the newest snapshot that shows its file in full.
func TestPlaceBySnapshot(t *testing.T) {
	const sent = "head\none\ntwo\nthree\nfoot\n"
	p := projecttest.Open(t, map[string]string{"a.txt": sent})
	in := p.Input()
	in.Composition.Files = []models.FileItem{models.NewFileItem("a.txt")}
	doc, err := p.Builder.Build(t.Context(), in, nil)
	if err != nil {
		t.Fatal(err)
	}
	if _, _, err := p.Snapshots().Write(doc, in, project.PresetRef{}); err != nil {
		t.Fatal(err)
	}
	projecttest.Write(t, filepath.Join(p.Dir, "a.txt"), "one\ntwo\nthree\n"+sent)
	found, err := To(p).Find(t.Context(), search("a.txt", "one\ntwo\nthree\n", "one\n2\nthree\n"))
	if err != nil {
		t.Fatal(err)
	}
	if got := found.Placed[0]; got.Level != answer.Certain || got.Lines != (answer.Lines{Start: 5, End: 7}) {
		t.Errorf("%s at %s: %s", got.Level, got.Lines, got.Reason)
	}
}

// What would break a file's syntax is a warning, and what was broken before is none.
func TestWarnsOfSyntax(t *testing.T) {
	p := projecttest.Open(t, map[string]string{"a.go": source, "broken.go": source + "func {\n"})
	a := To(p)
	tests := []struct {
		name, text string
		warns      bool
	}{
		{"a brace is lost", search("a.go", "\treturn 1\n}\n", "\treturn 1\n"), true},
		{"nothing is broken", search("a.go", "\treturn 1\n", "\treturn 3\n"), false},
		{"it was broken before", search("broken.go", "\treturn 1\n", "\treturn 3\n"), false},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			found, err := a.Find(t.Context(), tt.text)
			if err != nil {
				t.Fatal(err)
			}
			if got := found.Placed[0].Warning; (got != "") != tt.warns {
				t.Errorf("the warning is %q", got)
			}
		})
	}
}

// A function alone is found by the real parsers, in a class too.
func TestFunctionAlone(t *testing.T) {
	p := projecttest.Open(t, map[string]string{"a.py": "import os\n\n\nclass A:\n    @property\n    def size(self):\n        return 1\n\n    def other(self):\n        return 2\n"})
	found, err := To(p).Find(t.Context(), "Replace it in `a.py`:\n\n```python\ndef size(self):\n    # counted\n    return 3\n```\n")
	if err != nil {
		t.Fatal(err)
	}
	preview, err := To(p).Preview(t.Context(), found, found.Whole(false, false))
	if err != nil || len(preview.Files) != 1 {
		t.Fatalf("%v, %+v", err, found.Placed)
	}
	want := "import os\n\n\nclass A:\n    @property\n    def size(self):\n        # counted\n        return 3\n\n    def other(self):\n        return 2\n"
	if diff := cmp.Diff(want, string(preview.Files[0].After)); diff != "" {
		t.Errorf("wrong file (-want +got):\n%s", diff)
	}
}
