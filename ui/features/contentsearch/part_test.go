package contentsearch

import (
	"testing"

	"dossier/models"
	"dossier/ui/project/search"
	"dossier/ui/session/sessiontest"
)

// Lines are added one action after another: a newer action does not drop an older one.
func TestLinesAreAddedOneAfterAnother(t *testing.T) {
	f := sessiontest.New(t, map[string]string{"a.txt": "a\n", "b.txt": "b\n", "c.txt": "c\n"})
	p := New(f, f.Work)
	for _, name := range []string{"a.txt", "b.txt", "c.txt"} {
		p.AddSlices([]search.Place{{Path: name, Lines: []int{1}}})
	}
	f.Until("all are added", func() bool { return !p.adding.Busy() })
	if len(f.Comp.Files) != 3 || f.Comp.Files[0].ViewMode != models.Custom || len(f.Failed) > 0 {
		t.Errorf("added are %v, failed %v", f.Comp.Files, f.Failed)
	}
}
