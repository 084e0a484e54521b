package session

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"dossier/aggregate"
	"dossier/aggregate/systemtest"
	"dossier/ui/project"
	"dossier/ui/session/change"
)

// outside writes a file beside the project, and returns its path.
func (d *desk) outside(name string) string {
	d.tb.Helper()
	d.write("../"+name, "outside\n")
	path, err := filepath.EvalSymlinks(d.path("../" + name))
	if err != nil {
		d.tb.Fatal(err)
	}
	return path
}

// built is a file of the document.
func (d *desk) built(path string) aggregate.Item {
	d.tb.Helper()
	d.settle()
	item, ok := d.document.Item(path)
	if !ok {
		d.tb.Fatalf("the document lacks %s", path)
	}
	return item
}

func TestInside(t *testing.T) {
	d := newDesk(t, map[string]string{"a.txt": "a"})
	for path, want := range map[string]bool{
		d.path("a.txt"):     true,
		d.path("not/there"): true,
		d.outside("b.txt"):  false,
		d.dir + "s":         false,
	} {
		if got := d.Access().Inside(path); got != want {
			t.Errorf("%s is inside: %t", path, got)
		}
	}
}

func TestFilesThatTheUserSelectedMayBeRead(t *testing.T) {
	d := newDesk(t, map[string]string{"src/a.txt": "a", "b.png": "b"})
	chosen := d.outside("chosen.txt")
	d.Access().AddFiles([]string{d.path("b.png"), d.path("src/a.txt"), chosen})
	d.want("src/a.txt", filepath.ToSlash(chosen))
	var shots []string
	for _, shot := range d.Composition().Screenshots {
		shots = append(shots, shot.Path)
	}
	if diff := cmp.Diff([]string{"b.png"}, shots); diff != "" {
		t.Errorf("wrong screenshots (-want +got):\n%s", diff)
	}
	if item := d.built(filepath.ToSlash(chosen)); item.Err != nil {
		t.Errorf("what was chosen cannot be read: %v", item.Err)
	}
	if undo, _ := d.UndoLabels(); undo.Text != "add {{.N}} files" {
		t.Errorf("undo would %q", undo.Text)
	}
	d.until("it is stored", func() bool { return !d.writes.Busy() })
	if kept := d.store.Allowed(d.project.Dir); len(kept) != 1 || kept[0] != chosen {
		t.Errorf("stored as allowed: %q", kept)
	}
}

func TestALinkThatLeadsOutIsAllowedByItsTarget(t *testing.T) {
	systemtest.NeedLinks(t)
	d := newDesk(t, map[string]string{"a.txt": "a"})
	target := d.outside("target.txt")
	if err := os.Symlink(target, d.path("link.txt")); err != nil {
		t.Fatal(err)
	}
	d.Add([]string{"link.txt"})
	if item := d.built("link.txt"); !project.Outside(item.Err) {
		t.Fatalf("the link was followed: %+v", item)
	}
	got, err := d.Access().Target("link.txt")
	if err != nil || got != target {
		t.Fatalf("it leads to %q, %v", got, err)
	}
	d.changes = 0
	d.Access().Allow(got)
	if item := d.built("link.txt"); item.Err != nil {
		t.Errorf("what is allowed cannot be read: %v", item.Err)
	}
	if !d.changes.Has(change.Composition) {
		t.Error("the window is not told")
	}
	for _, path := range []string{"link.txt", "no\tsuch.txt"} {
		if target, err := d.Access().Target(path); err == nil || strings.Contains(err.Error(), "\t") {
			t.Errorf("%s leads to %q, %v", path, target, err)
		}
	}
}

func TestWithoutAProjectNothingIsAllowed(t *testing.T) {
	d := newLauncher(t)
	d.Access().Allow("/somewhere")
	d.Access().AddFiles([]string{"/somewhere/a.txt"})
	if d.Access().Inside("/somewhere/a.txt") {
		t.Error("a file is in no project")
	}
	texts := []string{}
	for _, m := range d.messages {
		texts = append(texts, english(m))
	}
	if !slices.Equal(texts, []string{project.ErrNone.Error()}) {
		t.Errorf("it says %q", texts)
	}
	if kept := d.store.Allowed(d.dir); len(kept) != 0 {
		t.Errorf("stored as allowed: %q", kept)
	}
}
