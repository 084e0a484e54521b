package session

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"dossier/models"
	"dossier/ui/features/presetlist"
	"dossier/ui/project"
)

// What is unsaved, and where it would go, follows what is done; saving leaves nothing.
func TestWhatIsUnsavedGoesWhereItBelongs(t *testing.T) {
	d := newDesk(t, map[string]string{"a.txt": "a", "b.txt": "b", "c.txt": "c"})
	review := project.PresetRef{Scope: models.ProjectScope, Name: "Review"}
	steps := []struct {
		name string
		do   func()
		want presetlist.Target
	}{
		{"an empty composition", func() {}, presetlist.Target{}},
		{"without a preset it goes to the project", func() { d.Add([]string{"a.txt"}) }, presetlist.Target{Unsaved: true}},
		{"and is there", d.Presets().SaveUnsaved, presetlist.Target{}},
		{"a preset that was just saved holds it", func() { d.Presets().Save(review, "") }, presetlist.Target{Preset: review}},
		{"what changes goes to the preset", func() { d.Add([]string{"b.txt"}) }, presetlist.Target{Preset: review, Unsaved: true}},
		{"and is there", d.Presets().SaveUnsaved, presetlist.Target{Preset: review}},
		{"what no preset holds goes to the project", func() { d.SetStrategy(models.Summarize) }, presetlist.Target{Remainder: true, Unsaved: true}},
		{"the preset first, when it has changed too", func() { d.Add([]string{"c.txt"}) }, presetlist.Target{Preset: review, Unsaved: true}},
		{"which leaves the rest", d.Presets().SaveUnsaved, presetlist.Target{Remainder: true, Unsaved: true}},
		{"until that is saved", d.Presets().SaveUnsaved, presetlist.Target{Preset: review}},
	}
	for _, step := range steps {
		step.do()
		d.until("it is saved", func() bool { return !d.saves.Busy() })
		d.settle()
		if diff := cmp.Diff(step.want, d.Presets().Target()); diff != "" {
			t.Fatalf("%s (-want +got):\n%s", step.name, diff)
		}
	}
	file := d.read("dossier.toml")
	if !strings.Contains(file, "summarize") {
		t.Errorf("the strategy is not in the project's file:\n%s", file)
	}
	if own, _, _ := strings.Cut(file, "[presets"); strings.Contains(own, "c.txt") {
		t.Errorf("the project's own files are those of the preset:\n%s", file)
	}
}

func TestPresetsOfBothScopesAreListedUnlessOneIsChosen(t *testing.T) {
	d := newDesk(t, map[string]string{"a.txt": "a"})
	d.Add([]string{"a.txt"})
	if d.Presets().Scope() != "" {
		t.Errorf("at first %q is listed", d.Presets().Scope())
	}
	d.Presets().SetScope(models.ProjectScope)
	d.Presets().Save(project.PresetRef{Scope: models.Global, Name: "Mine"}, "")
	d.until("it is saved", func() bool { return !d.saves.Busy() })
	if d.Presets().Scope() != models.Global {
		t.Errorf("a preset was saved that is not listed: %q is", d.Presets().Scope())
	}
	d.stop()
	d.start()
	if d.Presets().Scope() != models.Global {
		t.Errorf("after a restart %q is listed", d.Presets().Scope())
	}
}
