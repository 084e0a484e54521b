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

// A function or type alone takes the place of the one of its name only if it is surely that one, and has all of it.
func TestFunctionThatMayBeAnother(t *testing.T) {
	const (
		goSource   = "package a\n\ntype B struct{ n int }\n\nfunc (b *B) Len() int {\n\treturn b.n\n}\n\nfunc (b *B) String() string {\n\treturn \"b\"\n}\n\nfunc one() int {\n\treturn 1\n}\n"
		pySource   = "import os\n\n\nclass A:\n    def run(self):\n        return 1\n\n    def stop(self):\n        return 2\n\n\ndef main():\n    return A().run()\n"
		javaSource = "package x;\n\npublic class A {\n    private int n;\n\n    public void add(int k) {\n        n += k;\n    }\n\n    public int get() {\n        return n;\n    }\n}\n"
		rustSource = "struct B;\n\nimpl B {\n    fn new() -> Self {\n        B\n    }\n\n    fn get(&self) -> i32 {\n        1\n    }\n}\n\nfn main() {\n    let b = B::new();\n    println!(\"{}\", b.get());\n}\n" +
			"\nfn more() {\n    one();\n    two();\n    three();\n    four();\n    five();\n    six();\n}\n"
		cppSource = "#include <x>\n\nint A::get() const {\n  return 1;\n}\n\nint A::set() {\n  return 2;\n}\n\nint main() {\n  return 0;\n}\n"
	)
	tests := []struct {
		name, file, source, code string
		want                     string
	}{
		{"a method of the same type", "a.go", goSource, "func (x B) Len() int {\n\treturn 3\n}\n", "a.go:5-7: modify (certain): it takes the place of the function of its name"},
		{"a method of another type", "a.go", goSource, "func (a *A) Len() int {\n\treturn 3\n}\n", "a.go:1-15: replace (not found): it would drop 10 of 11 lines: it is part of the file, and its position is unknown"},
		{"a function with the name of a method", "a.go", goSource, "func Len() int {\n\treturn 3\n}\n", "a.go:1-15: replace (not found): it would drop 10 of 11 lines: it is part of the file, and its position is unknown"},
		{"a function with the name of a method, without self", "a.py", pySource, "def run():\n    return 3\n", "a.py:5-6: modify (likely): only one of it and the function of its name is a method"},
		{"a class with one of its methods", "a.py", pySource, "class A:\n    def run(self):\n        return 3\n", "a.py:5-6: modify (likely): it has only some of the definitions in it: the others stay"},
		{"a class with another method", "a.py", pySource, "class A:\n    def run(self):\n        return 3\n\n    def go(self):\n        return 4\n", "a.py:4-9: modify (likely): it would drop stop"},
		{"an overload", "A.java", javaSource, "    public void add(String s) {\n        add(s.length());\n    }\n", "A.java:6-8: modify (likely): its parameters differ from those of the function of its name: it may be another one"},
		{"the same parameters", "A.java", javaSource, "    public final void add(int k) {\n        n += 2 * k;\n    }\n", "A.java:6-8: modify (certain): it takes the place of the function of its name"},
		{"a block with one of its functions", "a.rs", rustSource, "impl B {\n    fn get(&self) -> i32 {\n        2\n    }\n}\n", "a.rs:3-11: modify (likely): it would drop new"},
		{"a function of another class", "a.cpp", cppSource, "int B::get() const {\n  return 3;\n}\n", "a.cpp:1-13: replace (not found): it would drop 9 of 10 lines: it is part of the file, and its position is unknown"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			p := projecttest.Open(t, map[string]string{tt.file: tt.source})
			found, err := To(p).Find(t.Context(), "`"+tt.file+"`\n\n```\n"+tt.code+"```\n")
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(tt.want, Reports(found.Placed, nil)[0].Sentence()); diff != "" {
				t.Errorf("wrong place (-want +got):\n%s", diff)
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
