package presets

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"dossier/models"
)

// Roots are saved one by one, so that two programs may add different ones; what a file says of
// other keys stays.
func TestRootsAreMergedByLabel(t *testing.T) {
	p := newPlace(t, map[string]string{ProjectName: "schema = 1\n\n[roots]\nold = \"../old\" # the first\nBad = \"../bad\"\n"})
	f, _ := LoadProject(p.root, p.places)
	p.write(ProjectName, p.read(ProjectName)+"theirs = \"../theirs\"\n")
	f, err := f.Save(t.Context(), func(to *models.Project) {
		to.Roots = []models.Root{{Label: "mine", Path: "../mine"}, {Label: "old", Path: "../old"}}
	})
	if err != nil {
		t.Fatal(err)
	}
	want := []models.Root{{Label: "mine", Path: "../mine"}, {Label: "old", Path: "../old"}, {Label: "theirs", Path: "../theirs"}}
	if diff := cmp.Diff(want, f.Project.Roots); diff != "" {
		t.Errorf("wrong roots (-want +got):\n%s", diff)
	}
	if _, err = f.Save(t.Context(), func(to *models.Project) { to.Roots = to.Roots[1:2] }); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff("schema = 1\n\n[roots]\nold = \"../old\" # the first\nBad = \"../bad\"\n", p.read(ProjectName)); diff != "" {
		t.Errorf("wrong file (-want +got):\n%s", diff)
	}
}
