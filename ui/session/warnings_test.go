package session

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"dossier/models"
	"dossier/ui/project"
)

// A file that cannot be shown as it was asked for is no problem; one that is not there is.
func TestProblemsAndNotesAreDistinguished(t *testing.T) {
	d := newDesk(t, map[string]string{"a.txt": "plain", "b.go": "not go at all ((("})
	d.Add([]string{"a.txt", "gone.txt", "b.go"})
	d.SetMode([]int{0}, models.Outline)
	d.SetMode([]int{2}, models.Skeleton)
	d.settle()
	got := map[string]bool{}
	for _, w := range d.Warnings() {
		got[w.Path] = w.Note
	}
	if diff := cmp.Diff(map[string]bool{"a.txt": true, "gone.txt": false, "b.go": false}, got); diff != "" {
		t.Errorf("wrong notes (-want +got):\n%s", diff)
	}
	if problems, notes := project.CountWarnings(d.Warnings()); problems != 2 || notes != 1 {
		t.Errorf("%d problems and %d notes, want 2 and 1", problems, notes)
	}
}
