package presets

import (
	"context"
	"errors"
	"testing"

	"github.com/google/go-cmp/cmp"

	"dossier/models"
)

// Differences are reported by part, and the parts changed on both sides are those with which a
// save fails.
func TestDiverged(t *testing.T) {
	const base = "[project]\ninstruction = \"first\"\ntree = \"full\"\n[files]\nitems = [\"a.txt\"]\n[presets.api]\nfiles = [\"a.txt\"]\n"
	const theirs = "[project]\ninstruction = \"theirs\\nagain\"\ntree = \"full\"\n[files]\nitems = [\"a.txt\"]\n[presets.api]\nfiles = [\"b.txt\"]\n[presets.new]\ninstruction = \"why\"\n"
	p := newPlace(t, map[string]string{ProjectName: base})
	f := p.load()
	p.write(ProjectName, theirs)
	now := p.load()
	mine := func(to *models.Project) {
		to.Instruction = "mine"
		to.Files = append(to.Files, models.FileItem{Path: "c.txt", AutoAggregate: true})
		to.Presets = nil
	}
	want := []Divergence{
		{Key: "project.instruction", Mine: true, Theirs: true, MineText: "mine", TheirsText: "theirs\nagain"},
		{Key: "files.items", Mine: true, MineText: "a.txt\nc.txt", TheirsText: "a.txt"},
		{Key: "presets.api", Mine: true, Theirs: true, TheirsText: "files =\n  b.txt"},
		{Key: "presets.new", Theirs: true, TheirsText: "files = []\ninstruction = \"why\""},
	}
	got := f.Diverged(now, mine)
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("wrong parts (-want +got):\n%s", diff)
	}
	var collide []string
	for _, d := range got {
		if d.Collides() {
			collide = append(collide, d.Key)
		}
	}
	var conflict *ConflictError
	if _, err := f.Save(context.Background(), mine); !errors.As(err, &conflict) {
		t.Fatalf("the save ends with %v", err)
	}
	if diff := cmp.Diff(conflict.Keys, collide); diff != "" {
		t.Errorf("a save names other parts (-save +diverged):\n%s", diff)
	}
	if same := f.Diverged(f, func(*models.Project) {}); same != nil {
		t.Errorf("a file differs from itself in %v", same)
	}
}
