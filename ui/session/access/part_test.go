package access

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"dossier/aggregate"
	"dossier/models"
	"dossier/presets"
	"dossier/ui/project"
	"dossier/ui/session/sessiontest"
)

// fake is a session with nothing but what access asks of it.
type fake struct {
	*sessiontest.Desk
}

func newFake(t *testing.T, files map[string]string) (*fake, *Part) {
	t.Helper()
	f := &fake{sessiontest.New(t, files)}
	f.Stored = presets.NewState(f.Places)
	return f, New(f, nil)
}

func (f *fake) Allowed() { f.Log = append(f.Log, "allowed") }

func (f *fake) NewScreenshots() *project.ScreenshotEdit { return &project.ScreenshotEdit{} }

// outside writes a file beside the project, and returns its path.
func (f *fake) outside(name string) string {
	f.Write("../"+name, "outside\n")
	path, err := filepath.EvalSymlinks(filepath.Join(filepath.Dir(f.Dir), name))
	if err != nil {
		f.TB.Fatal(err)
	}
	return path
}

// build builds the document of a file.
func (f *fake) build(path string) aggregate.Item {
	f.TB.Helper()
	in := f.Opened.Input()
	in.Composition = models.Composition{Files: []models.FileItem{models.NewFileItem(path)}}
	doc, err := f.Opened.Builder.Build(f.TB.Context(), in, nil)
	if err != nil {
		f.TB.Fatal(err)
	}
	f.Doc = doc
	return doc.Items[0]
}

func TestInside(t *testing.T) {
	f, p := newFake(t, map[string]string{"a.txt": "a"})
	for path, want := range map[string]bool{
		filepath.Join(f.Dir, "a.txt"):        true,
		filepath.Join(f.Dir, "not", "there"): true,
		f.outside("b.txt"):                   false,
		f.Dir + "s":                          false,
	} {
		if got := p.Inside(path); got != want {
			t.Errorf("%s is inside: %t", path, got)
		}
	}
	f.Opened = nil
	if p.Inside(filepath.Join(f.Dir, "a.txt")) {
		t.Error("a file is in no project")
	}
}

func TestFilesThatTheUserSelectedMayBeRead(t *testing.T) {
	f, p := newFake(t, map[string]string{"src/a.txt": "a", "b.png": "b"})
	chosen := f.outside("chosen.txt")
	p.AddFiles([]string{filepath.Join(f.Dir, "b.png"), filepath.Join(f.Dir, "src", "a.txt"), chosen})
	var files, shots []string
	for _, item := range f.Comp.Files {
		files = append(files, item.Path)
	}
	for _, shot := range f.Comp.Screenshots {
		shots = append(shots, shot.Path)
	}
	if diff := cmp.Diff([]string{"src/a.txt", filepath.ToSlash(chosen)}, files); diff != "" {
		t.Errorf("wrong files (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff([]string{"b.png"}, shots); diff != "" {
		t.Errorf("wrong screenshots (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff([]string{"add {{.N}} files"}, f.Log); diff != "" {
		t.Errorf("wrong course (-want +got):\n%s", diff)
	}
	if item := f.build(filepath.ToSlash(chosen)); item.Err != nil {
		t.Errorf("what was chosen cannot be read: %v", item.Err)
	}
	if kept := f.State().Allowed(f.Opened.Dir); len(kept) != 1 || kept[0] != chosen {
		t.Errorf("kept as allowed: %q", kept)
	}
}

func TestALinkThatLeadsOutIsAllowedByItsTarget(t *testing.T) {
	f, p := newFake(t, map[string]string{"a.txt": "a"})
	target := f.outside("target.txt")
	if err := os.Symlink(target, filepath.Join(f.Dir, "link.txt")); err != nil {
		t.Skip(err)
	}
	if item := f.build("link.txt"); !project.Outside(item.Err) {
		t.Fatalf("the link was followed: %+v", item)
	}
	got, err := p.Target("link.txt")
	if err != nil || got != target {
		t.Fatalf("it leads to %q, %v", got, err)
	}
	p.Allow(got)
	if item := f.build("link.txt"); item.Err != nil {
		t.Errorf("what is allowed cannot be read: %v", item.Err)
	}
	if strings.Join(f.Log, ", ") != "allowed" {
		t.Errorf("it was told %q", f.Log)
	}
	for _, path := range []string{"link.txt", "no\tsuch.txt"} {
		if target, err := p.Target(path); err == nil || strings.Contains(err.Error(), "\t") {
			t.Errorf("%s leads to %q, %v", path, target, err)
		}
	}
}

func TestWithoutAProjectNothingIsAllowed(t *testing.T) {
	f, p := newFake(t, nil)
	f.Opened = nil
	p.Allow("/somewhere")
	p.AddFiles([]string{"/somewhere/a.txt"})
	if diff := cmp.Diff([]string{project.ErrNone.Error()}, f.Log); diff != "" {
		t.Errorf("wrong course (-want +got):\n%s", diff)
	}
	if kept := f.State().Allowed(f.Dir); len(kept) != 0 {
		t.Errorf("kept as allowed: %q", kept)
	}
}
