package session

import (
	"path/filepath"
	"testing"

	"dossier/ui/project"
)

// A click asks for the folder, and writes there once it is allowed.
func TestWritingAsksForTheOutputFolder(t *testing.T) {
	d := newDesk(t, map[string]string{"a.txt": "a\n", "dossier.toml": "[project]\nnamespace = \"x\"\n[files]\nitems = [\"a.txt\"]\n[output]\ndir = \".github\"\n"})
	var asked []*project.OutputError
	d.Ask = func(question any) bool { asked = append(asked, question.(*project.OutputError)); return true }
	d.Snapshots().Write()
	d.until("it is asked", func() bool { return len(asked) > 0 })
	if target := filepath.Join(d.Dir(), ".github"); asked[0].Target != target || d.exists(".github") {
		t.Fatalf("asked for %+v, want %s; it is there: %t", asked[0], target, d.exists(".github"))
	}
	d.Snapshots().AllowOutput(asked[0].Target)
	d.until("it is written", func() bool { return d.Snapshots().Written() != "" })
	if !d.exists(".github/x_001.md") || d.read(".github/.gitignore") != "*\n" {
		t.Errorf("written to %s", d.Snapshots().Written())
	}
	d.until("the leave is kept", func() bool { return len(d.store.Allowed(d.Dir())) == 1 })
	d.stop()
	d.start()
	d.Snapshots().Write()
	d.until("it is written again", func() bool { return d.exists(".github/x_002.md") })
}

func (d *desk) exists(name string) bool { return project.Exists(d.path(name)) }
