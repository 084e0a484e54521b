package session

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"dossier/presets"
	"dossier/ui/features/roots"
	"dossier/ui/project/consent"
)

// rootsDesk opens a project with a folder library beside it.
func rootsDesk(t *testing.T, files map[string]string) *desk {
	t.Helper()
	d := layDesk(t, files)
	d.write("../library/src/b.go", "package b\n")
	d.write("../library/.gitignore", "*.log\n")
	d.write("../library/x.log", "x\n")
	d.start()
	return d
}

// text is the document as it is built now.
func (d *desk) text() string { return d.Document().Text() }

// A folder is added, a file of it ticked, and undo takes both back one by one: the file of the
// project and the permission too.
func TestAddingARootIsOneStep(t *testing.T) {
	d := rootsDesk(t, map[string]string{"a.go": "package a\n"})
	d.Add([]string{"a.go"})
	d.settle()
	roots.Of(d).Add("lib", "../library", func(string) {})
	d.settle()
	with := []string{"a.go", "lib:/.gitignore", "lib:/src/b.go"}
	if diff := cmp.Diff(with, d.listedFiles()); diff != "" {
		t.Fatalf("listed (-want +got):\n%s", diff)
	}
	if m := d.last(); m.Text != "Added the folder {{.Name}}" || !m.Undo {
		t.Errorf("said %+v", m)
	}
	var tops []string
	for i := range d.Tree().Model().Len() {
		tops = append(tops, d.Tree().Model().Row(i).Path)
	}
	if diff := cmp.Diff([]string{"a.go", "dossier.toml", "lib:"}, tops); diff != "" {
		t.Errorf("a root is not below the project's own (-want +got):\n%s", diff)
	}
	d.Compose().Add(d.Tree().Model().Under("lib:/src"))
	d.settle()
	d.want("a.go", "lib:/src/b.go")
	if !strings.Contains(d.text(), "### `lib:/src/b.go`\n\n```go\npackage b\n") {
		t.Errorf("the document is\n%s", d.text())
	}
	const saved = "schema = 1\n\n[roots]\nlib = \"../library\"\n"
	if d.projectText() != saved {
		t.Errorf("dossier.toml is %q", d.projectText())
	}
	d.Undo()
	d.settle()
	d.want("a.go")
	d.Undo()
	d.settle()
	if root, ok := roots.Of(d).Find("lib"); ok || !slices.Equal(d.listedFiles(), []string{"a.go"}) || len(d.project.Access().Allowed()) != 0 {
		t.Errorf("undone, there is %+v, and %q", root, d.listedFiles())
	}
	d.Redo()
	d.settle()
	d.Redo()
	d.settle()
	d.want("a.go", "lib:/src/b.go")
	if root, _ := roots.Of(d).Find("lib"); root.Err != nil || !strings.Contains(d.text(), "package b") || d.projectText() != saved {
		t.Errorf("done again, the root is %+v, dossier.toml is %q, the document\n%s", root, d.projectText(), d.text())
	}
}

func TestRemovingARootIsOneStep(t *testing.T) {
	d := rootsDesk(t, map[string]string{"a.go": "package a\n"})
	roots.Of(d).Add("", "../library", func(string) {})
	d.settle()
	d.Add([]string{"a.go", "library:/src/b.go"})
	d.Compose().AddPattern("library:/src")
	d.settle()
	roots.Of(d).Remove("library")
	d.settle()
	d.want("a.go")
	if m := d.last(); m.Text != "Removed the folder {{.Name}} and {{.N}} entries of its files" || m.Fields["N"] != 2 || !m.Undo {
		t.Errorf("said %+v", m)
	}
	if len(d.Composition().Files) != 1 || len(d.project.Access().Allowed()) != 0 {
		t.Errorf("entries %+v, allowed %q", d.Composition().Files, d.project.Access().Allowed())
	}
	d.Undo()
	d.settle()
	d.want("a.go", "library:/src/b.go")
	if !strings.Contains(d.text(), "package b") {
		t.Errorf("undone, the document is\n%s", d.text())
	}
}

// The files of a root are watched, and its own ignore file counts.
func TestRootsAreWatched(t *testing.T) {
	t.Parallel()
	d := rootsDesk(t, map[string]string{"a.go": "package a\n"})
	roots.Of(d).Add("lib", "../library", func(string) {})
	d.settle()
	d.Add([]string{"lib:/src/b.go"})
	d.settle()
	d.write("../library/src/b.go", "package b // changed\n")
	d.until("the change is in the document", func() bool { return strings.Contains(d.text(), "changed") })
	d.write("../library/new.go", "package n\n")
	d.write("../library/new.log", "n\n")
	d.until("a new file is listed", func() bool { return slices.Contains(d.listedFiles(), "lib:/new.go") })
	d.settle()
	if slices.Contains(d.listedFiles(), "lib:/new.log") {
		t.Error("an ignored file is listed")
	}
}

// A root that the project file names is a row without files until the user allows it.
func TestARootAsksForPermission(t *testing.T) {
	d := rootsDesk(t, map[string]string{
		"a.go": "package a\n", presets.ProjectName: "[roots]\nlib = \"../library\"\ngone = \"../gone\"\nin = \"sub\"\n[files]\nitems = [\"a.go\", \"lib:/src/b.go\"]\n",
	})
	at := d.Tree().Model().Find("lib:")
	if at < 0 {
		t.Fatal("there is no row of it")
	}
	if row := d.Tree().Model().Row(at); !row.Root || row.Note != "it needs your permission" || row.Ignored || row.Missing {
		t.Errorf("its row is %+v", row)
	}
	if strings.Contains(d.text(), "package b") || len(d.Tree().Model().Under("lib:")) != 0 && slices.Contains(d.listedFiles(), "lib:/src/b.go") {
		t.Errorf("it is read without permission:\n%s", d.text())
	}
	d.until("it is asked for", func() bool { return d.Access().Consent().Question().Open() })
	question := d.Access().Consent().Question()
	if len(question.Permissions) != 2 {
		t.Fatalf("asked is %+v", question)
	}
	lib := slices.IndexFunc(question.Permissions, func(a consent.Permission) bool { return filepath.Base(a.Target) == "library" })
	d.Access().Consent().Answer(question, question.Permissions[lib:lib+1])
	d.until("it is read", func() bool {
		return strings.Contains(d.text(), "package b") && slices.Contains(d.listedFiles(), "lib:/.gitignore")
	})
	if _, err := os.Stat(d.path("lib:")); err == nil {
		t.Error("the project has a folder of its name")
	}
}

// A change of the project file by another program adds and removes roots; what the user allows
// there holds here too.
func TestRootsFollowTheFile(t *testing.T) {
	t.Parallel()
	d := rootsDesk(t, map[string]string{"a.go": "package a\n"})
	other, err := d.project.User().Open(d.dir)
	if err != nil {
		t.Fatal(err)
	}
	defer other.Close()
	if _, _, err := other.Roots().Add(t.Context(), "lib", "../library"); err != nil {
		t.Fatal(err)
	}
	d.until("what a command adds is listed", func() bool { return slices.Contains(d.listedFiles(), "lib:/src/b.go") })
	if _, _, err := other.Roots().Remove(t.Context(), "lib", true); err != nil {
		t.Fatal(err)
	}
	d.until("what a command removes is gone", func() bool { return !slices.Contains(d.listedFiles(), "lib:/src/b.go") })
	d.Access().Allow(filepath.Join(filepath.Dir(d.project.Dir), "library"))
	d.settle()
	d.write(presets.ProjectName, "[roots]\nlib = \"../library\"\n")
	d.until("it is listed", func() bool { return slices.Contains(d.listedFiles(), "lib:/src/b.go") })
	d.write(presets.ProjectName, "[roots]\n")
	d.until("it is gone", func() bool { return !slices.Contains(d.listedFiles(), "lib:/src/b.go") })
}

// A folder that the project file names already is allowed by adding it, and asked for no more. Undo
// does not take it from the file.
func TestAddingARootOfTheFileAllowsIt(t *testing.T) {
	const saved = "[roots]\nlib = \"../library\"\n"
	d := rootsDesk(t, map[string]string{"a.go": "package a\n", presets.ProjectName: saved})
	d.until("it is asked for", func() bool { return d.Access().Consent().Question().Open() })
	roots.Of(d).Add("", "../library", func(string) {})
	d.until("it is listed", func() bool { return slices.Contains(d.listedFiles(), "lib:/src/b.go") })
	d.until("it is asked for no more", func() bool { return len(d.Access().Consent().Question().Permissions) == 0 })
	d.settle()
	if m := d.last(); m.Text != "Allowed reading the folder {{.Name}}" || m.Undo {
		t.Errorf("said %+v", m)
	}
	if d.Undo() || d.projectText() != saved {
		t.Errorf("undone, dossier.toml is %q", d.projectText())
	}
}

// A path that is allowed from a row of the list is asked for no more.
func TestAllowingOnePathAnswersItsQuestion(t *testing.T) {
	d := rootsDesk(t, map[string]string{"a.go": "package a\n", presets.ProjectName: "[files]\nitems = [\"a.go\", \"../library/src/b.go\"]\n"})
	d.until("it is asked for", func() bool { return d.Access().Consent().Question().Open() })
	d.Access().Allow(filepath.Join(filepath.Dir(d.project.Dir), "library", "src", "b.go"))
	d.until("it is asked for no more", func() bool { return len(d.Access().Consent().Question().Permissions) == 0 })
}
