package presetlist

import (
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"dossier/aggregate/watch"
	"dossier/models"
	"dossier/presets"
	"dossier/ui/project"
	"dossier/ui/session/message"
)

// paths are the files of the composition.
func (f *fake) paths() string {
	var out []string
	for _, item := range f.Comp.Files {
		out = append(out, item.Path)
	}
	return strings.Join(out, " ")
}

func TestADraftIsAppliedAndDropped(t *testing.T) {
	f := newFake(t, file, library)
	f.add("typed.txt")
	f.Apply(f.In(models.ProjectScope)[0])
	f.add("d.txt")
	f.Apply(f.In(models.ProjectScope)[1])
	f.want("two drafts", "project one draft", "project two applied", "global two hidden", "  draft gone")
	if name, modified := f.Current(); name != "two" || modified {
		t.Errorf("%s is applied, modified %t", name, modified)
	}

	f.ApplyDraft(ours("one"))
	if f.paths() != "a.txt d.txt" {
		t.Errorf("the draft is %s", f.paths())
	}
	f.want("one is as it was left", "project one applied modified", "project two", "global two hidden", "  draft gone")
	f.ApplyDraft(project.PresetRef{})
	if f.paths() != "typed.txt" {
		t.Errorf("what was put together before is %s", f.paths())
	}
	f.want("one is a draft again", "project one draft", "project two", "global two hidden")
	f.ApplyDraft(ours("two"))
	f.want("there was none of two", "project one draft", "project two", "global two hidden")

	if diff, ok := f.DraftDifference(ours("one")); !ok || diff.SameContent() {
		t.Errorf("the draft of one differs by %+v, %t", diff, ok)
	}
	f.DropDraft(ours("one"))
	if _, ok := f.DraftDifference(ours("one")); ok {
		t.Error("a draft is there after it was dropped")
	}
	f.want("dropped", "project one", "project two", "global two hidden")
	f.DropDraft(ours("one"))
	f.Stack.Undo()
	f.want("taken back", "project one draft", "project two", "global two hidden")
	want := []string{
		"Unsaved changes were stored as a draft; applied {{.Name}}", "Unsaved changes were stored as a draft; applied {{.Name}}",
		"Applied the draft of {{.Name}}", "Restored the previous composition", "Dropped the draft of {{.Name}}",
	}
	if diff := cmp.Diff(want, f.Log); diff != "" {
		t.Errorf("wrong messages (-want +got):\n%s", diff)
	}
}

func TestWhatIsAppliedAgainIsNoStep(t *testing.T) {
	f := newFake(t, file, library)
	one := f.In(models.ProjectScope)[0]
	f.Apply(one)
	f.Apply(one)
	if f.Stack.Undo(); f.Stack.Undo() {
		t.Error("applying what is applied is a step")
	}
	f.Opened = nil
	f.Log = nil
	f.Apply(one)
	f.ApplyDraft(ours("one"))
	if len(f.Log) > 0 || f.Stack.Undo() {
		t.Errorf("without a project something is applied: %q", f.Log)
	}
}

func TestTheToolbarListsTheScopeOfWhatIsApplied(t *testing.T) {
	f := newFake(t, file, library)
	f.Apply(f.In(models.ProjectScope)[0])
	if f.Scope() != "" {
		t.Errorf("%q is listed", f.Scope())
	}
	f.SetScope(models.ProjectScope)
	f.Apply(f.In(models.Global)[0])
	if f.Scope() != models.Global {
		t.Errorf("a global one is applied, and %q is listed", f.Scope())
	}
	var numbers []int
	for _, row := range f.Switchable() {
		numbers = append(numbers, row.Number)
	}
	if diff := cmp.Diff([]int{1, 2}, numbers); diff != "" {
		t.Errorf("wrong numbers of what can be applied (-want +got):\n%s", diff)
	}
}

func TestWhatAPresetHidesIsSaidUntilItIsApplied(t *testing.T) {
	f := newFake(t, file, library)
	if diff, first, ok := f.Shadow(ours("two")); !ok || !first || diff.Same() {
		t.Errorf("two hides %+v, for the first time %t, %t", diff, first, ok)
	}
	for _, ref := range []project.PresetRef{ours("one"), theirs("two")} {
		if _, _, ok := f.Shadow(ref); ok {
			t.Errorf("%v hides one", ref)
		}
	}
	f.Apply(f.In(models.ProjectScope)[1])
	if _, first, ok := f.Shadow(ours("two")); !ok || first {
		t.Errorf("once it was applied, for the first time %t, %t", first, ok)
	}
	if f.add("x.txt"); f.Difference(ours("two")).SameContent() {
		t.Error("saving over it would change nothing")
	}
	f.Alter(ours("two"), message.Message{}, func(p models.Preset) models.Preset { p.Description = "new"; return p })
	f.saved()
	if _, first, _ := f.Shadow(ours("two")); !first {
		t.Error("another pair of presets is known already")
	}
}

// reload writes the project file as another program does, and reads it again.
func (f *fake) reload(content string) {
	f.TB.Helper()
	after := f.BeforeReload()
	f.Write(presets.ProjectName, content)
	if _, err := f.Opened.Reload(); err != nil {
		f.TB.Fatal(err)
	}
	after()
}

func TestAPresetThatChangesOnTheDisk(t *testing.T) {
	const changed = "[presets.one]\nfiles = [\"new.txt\"]\n"
	tests := []struct {
		name   string
		before func(f *fake)
		file   string
		want   string // the composition afterwards
		said   string
	}{
		{"it was applied, and is followed", func(f *fake) {}, changed, "new.txt", "{{.Name}} has changed on the disk and was applied again"},
		{"it was changed here, and stays", func(f *fake) { f.add("x.txt") }, changed, "a.txt x.txt", "{{.Name}} has changed on the disk; your unsaved changes stay"},
		{"it is the same", func(f *fake) {}, file + "# more\n", "a.txt", ""},
		{"it is gone", func(f *fake) {}, "[presets.two]\nfiles = [\"b.txt\"]\n", "a.txt", ""},
		{"it is now the composition here", func(f *fake) { f.Comp.Files = []models.FileItem{models.NewFileItem("new.txt")} }, changed, "new.txt", ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			f := newFake(t, file, library)
			f.Apply(f.In(models.ProjectScope)[0])
			tt.before(f)
			f.Log = nil
			f.reload(tt.file)
			if got := strings.Join(f.Log, ", "); f.paths() != tt.want || got != tt.said {
				t.Errorf("put together is %q; it says %q", f.paths(), got)
			}
		})
	}
}

// What would be lost is a draft, whatever it is: also changes of the repository alone.
func TestAChoiceWithoutFilesBecomesADraft(t *testing.T) {
	f := newFake(t, file, library)
	f.Comp.Git.Range = "branch"
	f.Apply(f.In(models.ProjectScope)[0])
	if drafts := f.State().Drafts; len(drafts) != 1 || drafts[0].Content.Git.Range != "branch" {
		t.Errorf("the drafts are %+v", drafts)
	}
}

// Saving over what another program has changed is asked about, until one of the two was chosen.
func TestAPresetThatBothChangedDiverges(t *testing.T) {
	const changed = "[presets.one]\nfiles = [\"new.txt\"]\n"
	for name, choose := range map[string]func(f *fake){
		"theirs": func(f *fake) { one, _ := f.Diverged(); f.Apply(one) },
		"mine":   func(f *fake) { f.SaveUnsaved(); f.saved() },
	} {
		f := newFake(t, file, library)
		f.Apply(f.In(models.ProjectScope)[0])
		f.add("x.txt")
		if _, ok := f.Diverged(); ok {
			t.Fatal("it diverges before another program changed it")
		}
		f.reload(changed)
		if one, ok := f.Diverged(); !ok || one.Name != "one" || len(one.Files) != 1 || one.Files[0].Path != "new.txt" {
			t.Fatalf("the preset that saving would overwrite is %+v, %t", one, ok)
		}
		choose(f)
		f.add("y.txt")
		if _, ok := f.Diverged(); ok {
			t.Errorf("it still diverges after %s was chosen", name)
		}
	}
}

func TestAPresetIsRecognizedByTheComposition(t *testing.T) {
	tests := []struct {
		name  string
		files []string
		was   project.PresetRef
		want  project.PresetRef
	}{
		{"another one", []string{"b.txt"}, ours("one"), ours("two")},
		{"the one applied last", []string{"a.txt"}, ours("one"), ours("one")},
		{"none", []string{"x.txt"}, ours("one"), project.PresetRef{}},
		{"an empty composition", nil, ours("one"), project.PresetRef{}},
		{"a hidden one is not applied", []string{"c.txt"}, project.PresetRef{}, project.PresetRef{}},
	}
	for _, tt := range tests {
		f := newFake(t, file, library)
		f.SetState(State{Applied: tt.was})
		for _, path := range tt.files {
			f.Comp.Files = append(f.Comp.Files, models.NewFileItem(path))
		}
		f.Recognize()
		if got := f.Part.Applied(); got != tt.want {
			t.Errorf("%s: %v", tt.name, got)
		}
	}
}

func TestDraftsOfTheCommandLineAreTakenInOnce(t *testing.T) {
	f := newFake(t, file, library)
	if f.AdoptDrafts(); f.AdoptedDrafts() != nil {
		t.Error("drafts are taken in that nobody left")
	}
	f.Write(presets.ProjectName, "[files]\nitems = [\"typed.txt\"]\n"+file)
	if _, err := f.Opened.Reload(); err != nil {
		t.Fatal(err)
	}
	if _, err := f.Opened.Presets().Apply(t.Context(), f.In(models.ProjectScope)[0].Preset); err != nil {
		t.Fatal(err)
	}
	f.AdoptDrafts()
	f.want("taken in", "project one", "project two", "global two hidden", "  draft gone")
	if taken := f.AdoptedDrafts(); len(taken) != 1 || f.AdoptedDrafts() != nil {
		t.Errorf("to be dropped where they were: %v", taken)
	}
}

func TestCostsAreCountedWhileVisible(t *testing.T) {
	f := newFake(t, file, "[presets.far]\nfiles = [\"sub/c.txt\"]\n")
	f.Write("b.txt", "some more text\n")
	one, two := f.In(models.ProjectScope)[0].Preset, f.In(models.ProjectScope)[1].Preset
	c := f.Costs()
	c.Update()
	if _, cost := c.Of(one); !cost.Pending || c.counting.Busy() {
		t.Error("costs are counted that nobody looks at")
	}
	c.Show(true)
	counted := func() bool { return !c.counting.Busy() }
	f.Until("all are counted", counted)
	files, cost := c.Of(one)
	if _, more := c.Of(two); files != 1 || cost.Pending || more.N <= cost.N {
		t.Errorf("one costs %+v for %d files, two %+v", cost, files, more)
	}
	if gone := c.Missing(one); len(gone) > 0 {
		t.Errorf("of one there is missing %v", gone)
	}
	far := f.In(models.Global)[0].Preset
	if gone := c.Missing(far); len(gone) != 1 || gone[0].Path != "sub/c.txt" {
		t.Errorf("of a preset of a file that is not there, missing is %v", gone)
	}

	f.Write("a.txt", strings.Repeat("much longer than before ", 20))
	c.DiskChanged(watch.Batch{Files: []string{"other.txt"}})
	if _, same := c.Of(one); same != cost {
		t.Errorf("a change elsewhere gives %+v", same)
	}
	c.DiskChanged(watch.Batch{Files: []string{"a.txt"}})
	if _, now := c.Of(one); !now.Pending {
		t.Errorf("of a file that has changed it is %+v", now)
	}
	f.Until("it is counted again", counted)
	if _, now := c.Of(one); now.N <= cost.N {
		t.Errorf("after the file grew it costs %+v", now)
	}
	c.DiskChanged(watch.Batch{Files: []string{"sub"}}) // which is, or was, a folder
	if _, now := c.Of(far); !now.Pending {
		t.Errorf("its folder has changed, and it costs %+v", now)
	}
	c.Show(false)
	if c.counting.Busy() {
		t.Error("they are counted when nobody looks any more")
	}
}

// What a preset costs can depend on more than the files that it names.
func TestCostsFollowWhatPresetsDependOn(t *testing.T) {
	f := newFake(t, "[presets.plain]\nfiles = [\"a.txt\"]\n[presets.review]\nfiles = [\"a.txt\"]\n[presets.review.git]\nrange = \"uncommitted\"\n", "")
	plain, review := f.In(models.ProjectScope)[0].Preset, f.In(models.ProjectScope)[1].Preset
	c := f.Costs()
	c.Show(true)
	counted := func() bool { return !c.counting.Busy() }
	tests := []struct {
		name          string
		change        func()
		plain, review bool // whether the cost is unknown then
	}{
		{"a file that is in none", func() { c.DiskChanged(watch.Batch{Files: []string{"other.txt"}}) }, false, true},
		{"the repository", f.RepositoryChanged, false, true},
		{"a note", func() {
			if _, _, err := f.Opened.Notes().Add(t.Context(), []models.Note{{Type: models.NoteText, Content: "a", Time: time.Unix(1, 0)}}); err != nil {
				t.Fatal(err)
			}
		}, true, true},
	}
	for _, tt := range tests {
		f.Until("all are counted", counted)
		tt.change()
		_, one := c.Of(plain)
		if _, two := c.Of(review); one.Pending != tt.plain || two.Pending != tt.review {
			t.Errorf("after a change of %s the cost of one is %+v, of the one with changes %+v", tt.name, one, two)
		}
	}
	c.Show(false)
}
