package session

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"dossier/models"
	"dossier/presets"
	"dossier/ui/features/agents"
	"dossier/ui/features/prompts"
	"dossier/ui/features/secretlist"
	"dossier/ui/project"
	"dossier/ui/project/proposals"
	"dossier/ui/session/message"
	"dossier/ui/session/projectfile"
)

const withPresets = `# the project
[files]
items = ["a.txt"]

# mine
[presets.one]
description = "the first"
files = ["a.txt", "b.txt"]

[presets.two]
files = ["b.txt"] # only
instruction = "why?"
`

func presetDesk(t *testing.T) *desk {
	t.Helper()
	d := layDesk(t, map[string]string{"a.txt": "a\n", "b.txt": "b\n", "c.txt": "c\n", "dossier.toml": withPresets})
	d.writeLibrary("[presets.one]\nfiles = [\"c.txt\"]\n\n[presets.own]\nfiles = [\"c.txt\"]\n")
	d.start()
	return d
}

func (d *desk) writeLibrary(text string) {
	d.tb.Helper()
	if err := errors.Join(os.MkdirAll(d.places.Config, 0o700), os.WriteFile(d.libraryPath(), []byte(text), 0o600)); err != nil {
		d.tb.Fatal(err)
	}
}

func (d *desk) libraryPath() string { return filepath.Join(d.places.Config, presets.ProjectName) }

func (d *desk) readLibrary() string {
	d.tb.Helper()
	data, err := os.ReadFile(d.libraryPath())
	if err != nil {
		d.tb.Fatal(err)
	}
	return string(data)
}

// apply applies a preset by its scope and name.
func (d *desk) apply(scope models.Scope, name string) {
	d.tb.Helper()
	p, err := d.project.Presets().Find(scope, name)
	if err != nil {
		d.tb.Fatal(err)
	}
	d.Presets().Apply(p)
}

// rows are the manager's rows in short: scope and name, and what is marked.
func (d *desk) rows() []string {
	out := []string{}
	for _, r := range d.Presets().Rows() {
		text := string(r.Scope) + " " + r.Name
		for _, mark := range []struct {
			set  bool
			text string
		}{{r.Overrides, "overrides"}, {r.Hidden, "hidden"}, {r.Applied, "applied"}, {r.Modified, "modified"}, {r.Draft, "draft"}, {r.DraftOnly, "gone"}} {
			if mark.set {
				text += " " + mark.text
			}
		}
		out = append(out, text)
	}
	return out
}

func (d *desk) wantRows(want ...string) {
	d.tb.Helper()
	if diff := cmp.Diff(want, d.rows()); diff != "" {
		d.tb.Errorf("wrong rows (-want +got):\n%s", diff)
	}
}

func ours(name string) project.PresetRef {
	return project.PresetRef{Scope: models.ProjectScope, Name: name}
}

func global(name string) project.PresetRef {
	return project.PresetRef{Scope: models.Global, Name: name}
}

func TestPresetsAreListedWithTheirMarks(t *testing.T) {
	d := presetDesk(t)
	d.wantRows("project one overrides", "project two", "global one hidden", "global own")
	d.Presets().SetFilter("FIRST b.txt")
	d.wantRows("project one overrides")
	d.Presets().SetFilter("")
	numbers := ""
	for _, r := range d.Presets().Switchable() {
		numbers += r.Name + string(rune('0'+r.Number)) + " "
	}
	if numbers != "one1 two2 own3 " {
		t.Errorf("the keys are %s", numbers)
	}
}

func TestApplyingIsOneStepWithTheNameOfThePreset(t *testing.T) {
	d := presetDesk(t)
	d.apply(models.ProjectScope, "two")
	d.apply(models.Global, "own")
	d.want("c.txt")
	if d.Presets().Applied() != global("own") {
		t.Errorf("applied %v", d.Presets().Applied())
	}
	d.Undo()
	d.want("b.txt")
	if d.Presets().Applied() != ours("two") || d.Composition().Instruction != "why?" {
		t.Errorf("after undo %v is applied", d.Presets().Applied())
	}
	d.Undo()
	d.want("a.txt")
	if d.Presets().Applied() != (project.PresetRef{}) {
		t.Errorf("after undo %v is applied", d.Presets().Applied())
	}
	d.Redo()
	d.Redo()
	d.want("c.txt")
	if d.Presets().Applied() != global("own") {
		t.Errorf("after redo %v is applied", d.Presets().Applied())
	}
}

func TestAPresetWithTheSameFilesIsAStepToo(t *testing.T) {
	d := presetDesk(t)
	d.apply(models.Global, "own")
	d.apply(models.Global, "one")
	if d.Presets().Applied() != global("one") {
		t.Errorf("applied %v", d.Presets().Applied())
	}
	d.Undo()
	if d.Presets().Applied() != global("own") {
		t.Errorf("after undo %v is applied", d.Presets().Applied())
	}
}

func TestUnsavedChangesStayAsADraft(t *testing.T) {
	d := presetDesk(t)
	d.apply(models.ProjectScope, "two")
	d.Add([]string{"c.txt"})
	d.wantRows("project one overrides", "project two applied modified", "global one hidden", "global own")
	d.apply(models.Global, "own")
	d.wantRows("project one overrides", "project two draft", "global one hidden", "global own applied")
	if diff, ok := d.Presets().DraftDifference(ours("two")); !ok || len(diff.Added) != 1 || diff.Added[0].Path != "c.txt" {
		t.Errorf("the draft differs by %+v", diff)
	}

	// It survives the program.
	d.settle()
	d.stop()
	d.start()
	d.wantRows("project one overrides", "project two draft", "global one hidden", "global own applied")
	d.Presets().ApplyDraft(ours("two"))
	d.want("b.txt", "c.txt")
	d.wantRows("project one overrides", "project two applied modified", "global one hidden", "global own")
	d.Undo()
	d.want("c.txt")
	d.wantRows("project one overrides", "project two draft", "global one hidden", "global own applied")
	d.Presets().DropDraft(ours("two"))
	d.wantRows("project one overrides", "project two", "global one hidden", "global own applied")
	d.Undo()
	d.wantRows("project one overrides", "project two draft", "global one hidden", "global own applied")
}

func TestApplyingThePresetItselfKeepsItsChanges(t *testing.T) {
	d := presetDesk(t)
	d.apply(models.ProjectScope, "two")
	d.Add([]string{"a.txt"})
	d.apply(models.ProjectScope, "two")
	d.want("b.txt")
	d.wantRows("project one overrides", "project two applied draft", "global one hidden", "global own")
	d.Add([]string{"c.txt"})
	d.Presets().ApplyDraft(ours("two"))
	d.want("b.txt", "a.txt")
	d.Presets().ApplyDraft(ours("two"))
	d.want("b.txt", "c.txt")
}

func TestACompositionWithoutAPresetStays(t *testing.T) {
	d := presetDesk(t)
	d.Add([]string{"c.txt"})
	d.apply(models.ProjectScope, "two")
	d.wantRows("project one overrides", "project two applied", "global one hidden", "global own", "  draft gone")
	d.Presets().ApplyDraft(project.PresetRef{})
	d.want("a.txt", "c.txt")
	if d.Presets().Applied().Name != "" {
		t.Errorf("%v is applied", d.Presets().Applied())
	}
	// What the project file holds is not lost, so that it needs no draft.
	d.Undo()
	d.Presets().DropDraft(project.PresetRef{})
	d.Undo()
	d.Undo()
	d.Undo()
	d.want("a.txt")
	d.apply(models.ProjectScope, "two")
	d.wantRows("project one overrides", "project two applied", "global one hidden", "global own")
}

func TestSavingOverAPreset(t *testing.T) {
	d := presetDesk(t)
	d.apply(models.ProjectScope, "one")
	d.Remove([]string{"a.txt"})
	if diff := d.Presets().Difference(ours("one")); len(diff.Removed) != 1 || diff.Description != nil {
		t.Errorf("the difference is %+v", diff)
	}
	d.Presets().Save(ours("one"), "the first")
	d.settle()
	want := strings.Replace(withPresets, `files = ["a.txt", "b.txt"]`, `files = ["b.txt"]`, 1)
	if diff := cmp.Diff(want, d.read("dossier.toml")); diff != "" {
		t.Errorf("wrong file (-want +got):\n%s", diff)
	}
	if name, modified := d.Presets().Current(); name != "one" || modified {
		t.Errorf("%s, modified %t", name, modified)
	}
	d.Undo()
	d.settle()
	if diff := cmp.Diff(withPresets, d.read("dossier.toml")); diff != "" {
		t.Errorf("undo did not bring the file back (-want +got):\n%s", diff)
	}
	d.want("b.txt")
	if _, modified := d.Presets().Current(); !modified {
		t.Error("what is put together is no longer marked")
	}
	d.Redo()
	d.settle()
	if diff := cmp.Diff(want, d.read("dossier.toml")); diff != "" {
		t.Errorf("redo did not save again (-want +got):\n%s", diff)
	}
}

func TestAddingAPreset(t *testing.T) {
	d := presetDesk(t)
	d.Add([]string{"c.txt"})
	d.Presets().Save(global("new one"), "of mine")
	d.settle()
	if want := "[presets.\"new one\"]\ndescription = \"of mine\"\nfiles = [\"a.txt\", \"c.txt\"]\n"; !strings.HasSuffix(d.readLibrary(), want) {
		t.Errorf("the file is\n%s", d.readLibrary())
	}
	if d.Presets().Applied() != global("new one") {
		t.Errorf("%v is applied", d.Presets().Applied())
	}
	d.Undo()
	d.settle()
	if strings.Contains(d.readLibrary(), "new one") || d.Presets().Applied().Name != "" {
		t.Errorf("after undo %v is applied, and the file is\n%s", d.Presets().Applied(), d.readLibrary())
	}
	for name, ref := range map[string]project.PresetRef{"taken": global("own"), "empty": global(" "), "of two lines": ours("a\nb")} {
		if d.Presets().Check(ref) == nil {
			t.Errorf("a name that is %s is good", name)
		}
	}
}

func TestDeletingAndRenamingIsUndone(t *testing.T) {
	d := presetDesk(t)
	d.apply(models.ProjectScope, "one")
	d.Add([]string{"c.txt"})
	d.Presets().Rename(ours("one"), "uno")
	d.settle()
	if d.Presets().Applied() != ours("uno") || !strings.Contains(d.read("dossier.toml"), "# mine\n[presets.uno]\n") {
		t.Errorf("%v is applied, and the file is\n%s", d.Presets().Applied(), d.read("dossier.toml"))
	}
	d.Presets().Delete(ours("uno"))
	d.settle()
	d.wantRows("project two", "global one", "global own")
	d.Undo() // the deletion
	d.settle()
	d.wantRows("project uno applied modified", "project two", "global one", "global own")
	d.Undo() // the name
	d.settle()
	if diff := cmp.Diff(withPresets, d.read("dossier.toml")); diff != "" {
		t.Errorf("the file is not what it was (-want +got):\n%s", diff)
	}
	if d.Presets().Applied() != ours("one") {
		t.Errorf("%v is applied", d.Presets().Applied())
	}
	d.Undo() // the file that was added
	d.Undo() // the preset
	d.want("a.txt")
	for range 4 {
		d.Redo()
	}
	d.settle()
	d.wantRows("project two", "global one", "global own")
	d.want("a.txt", "b.txt", "c.txt")
}

func TestADeletedPresetLeavesItsChanges(t *testing.T) {
	d := presetDesk(t)
	d.apply(models.ProjectScope, "two")
	d.Add([]string{"c.txt"})
	d.Presets().Delete(ours("two"))
	d.settle()
	d.apply(models.Global, "own")
	d.wantRows("project one overrides", "global one hidden", "global own applied", "project two draft gone")
}

func TestCopyingAndMoving(t *testing.T) {
	d := presetDesk(t)
	d.Presets().Duplicate(ours("two"))
	d.Presets().Duplicate(ours("two"))
	d.Presets().Copy(ours("two"), global("two"), false)
	d.settle()
	d.wantRows("project one overrides", "project two overrides", "project two (2)", "project two (3)", "global one hidden", "global own", "global two hidden")
	d.apply(models.ProjectScope, "one")
	d.Presets().Copy(ours("one"), global("one"), true)
	d.settle()
	d.wantRows("project two overrides", "project two (2)", "project two (3)", "global one applied", "global own", "global two hidden")
	d.Undo()
	d.settle()
	d.wantRows("project one overrides applied", "project two overrides", "project two (2)", "project two (3)", "global one hidden", "global own", "global two hidden")
	d.Undo()
	d.Undo()
	d.Undo()
	d.Undo()
	d.settle()
	if diff := cmp.Diff(withPresets, d.read("dossier.toml")); diff != "" {
		t.Errorf("the file is not what it was (-want +got):\n%s", diff)
	}
}

func TestImportAndExport(t *testing.T) {
	d := presetDesk(t)
	path := filepath.Join(filepath.Dir(d.dir), "out.toml")
	d.Presets().Export([]project.PresetRef{ours("one"), ours("two")}, path, "")
	d.settle()
	var offer presets.Offer
	d.Presets().ReadFile(path, func(o presets.Offer) { offer = o })
	d.settle()
	if len(offer.Presets) != 2 {
		t.Fatalf("offered %v; %v", offer, d.messages)
	}
	if diff := cmp.Diff([]string{"one"}, d.Presets().Clashing(models.Global, offer.Presets)); diff != "" {
		t.Errorf("wrong clashes (-want +got):\n%s", diff)
	}
	d.Presets().Import(models.Global, offer.Presets, presets.KeepBoth)
	d.settle()
	d.wantRows("project one overrides", "project two overrides", "global one hidden", "global own", "global one (2)", "global two hidden")
	if m := d.last(); m.N != 2 || !m.Undo {
		t.Errorf("told %+v", m)
	}
	d.Undo()
	d.settle()
	d.wantRows("project one overrides", "project two", "global one hidden", "global own")
	d.Presets().Export([]project.PresetRef{ours("one"), global("one")}, path, "")
	d.settle()
	if m := d.last(); !strings.Contains(m.Fields["Problem"].(string), "two presets have the name") {
		t.Errorf("told %+v", m)
	}
}

func TestAFileThatIsNotWrittenChangesNoPreset(t *testing.T) {
	d := layDesk(t, map[string]string{"a.txt": "a\n", "dossier.toml": "schema = 99\n[presets.one]\nfiles = [\"a.txt\"]\n"})
	d.start()
	if d.Presets().ReadOnly(models.ProjectScope) == nil || d.Presets().ReadOnly(models.Global) != nil {
		t.Error("it is not said which file is written")
	}
	d.Presets().Delete(ours("one"))
	d.settle()
	d.wantRows("project one")
	if undo, _ := d.UndoLabels(); undo.Text != "" {
		t.Errorf("there is a step: %s", english(undo))
	}
	d.Presets().Copy(ours("one"), global("one"), true)
	d.settle()
	d.wantRows("project one")
}

func TestAConflictWritesNothing(t *testing.T) {
	d := presetDesk(t)
	d.apply(models.ProjectScope, "two")
	d.Add([]string{"c.txt"})
	d.settle() // or else what applying has to say comes after the conflict
	theirs := strings.Replace(withPresets, `instruction = "why?"`, `instruction = "theirs"`, 1)
	// The window has not been notified yet of what another program wrote.
	d.Settings().Close()
	d.Tree().Close()
	d.queue.Drain()
	d.until("it has caught up with the time before the watch", func() bool { return !d.rechecking.Busy() })
	d.write("dossier.toml", theirs)
	d.Presets().Save(ours("two"), "")
	d.settle()
	if diff := cmp.Diff(theirs, d.read("dossier.toml")); diff != "" {
		t.Errorf("their change is gone (-want +got):\n%s", diff)
	}
	if m := d.last(); m.Fields["Keys"] != "presets.two" {
		t.Errorf("told %+v", m)
	}
	d.want("b.txt", "c.txt")
	d.Presets().Save(ours("two"), "")
	d.settle()
	if got := d.read("dossier.toml"); !strings.Contains(got, `files = ["b.txt", "c.txt"]`) {
		t.Errorf("the second time it is not saved:\n%s", got)
	}
}

func TestPresetsFollowTheDisk(t *testing.T) {
	t.Parallel()
	d := presetDesk(t)
	d.apply(models.ProjectScope, "two")
	d.write("dossier.toml", strings.Replace(withPresets, `files = ["b.txt"] # only`, `files = ["c.txt"]`, 1))
	d.until("what is put together follows", func() bool { return len(d.Files().Items()) == 1 && d.Files().Items()[0].Path == "c.txt" })
	d.Undo()
	d.want("b.txt")
	d.wantRows("project one overrides", "project two applied modified", "global one hidden", "global own")

	// What is unsaved stays.
	d.Add([]string{"a.txt"})
	d.write("dossier.toml", withPresets)
	d.until("the preset is the old one again", func() bool { return len(d.Presets().Difference(ours("two")).Removed) == 0 })
	d.want("b.txt", "a.txt")
}

// A shell applies a preset by writing its files to the project file.
func TestWhatIsTakenInFromTheDiskIsNamedAfterWhatItIs(t *testing.T) {
	t.Parallel()
	d := presetDesk(t)
	d.apply(models.ProjectScope, "one")
	d.ProjectFile().Save(projectfile.Mine)
	d.settle()
	shell := func(name string) {
		t.Helper()
		p, err := project.Open(d.dir, d.places)
		if err != nil {
			t.Fatal(err)
		}
		defer p.Close()
		preset, err := p.Presets().Find("", name)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := p.Presets().Apply(t.Context(), preset.Preset); err != nil {
			t.Fatal(err)
		}
	}
	shell("own")
	d.until("the preset of the shell is named", func() bool { return d.Presets().Applied() == global("own") })
	d.want("c.txt")

	d.write("dossier.toml", strings.Replace(d.read("dossier.toml"), `"c.txt"`, `"c.txt", "b.txt"`, 1))
	d.until("files are taken in that no preset has", func() bool { return len(d.Files().Items()) == 2 })
	if d.Presets().Applied() != (project.PresetRef{}) {
		t.Errorf("they are named %v", d.Presets().Applied())
	}

	// Nor does a window that was closed meanwhile name what it was left with.
	shell("one")
	d.until("the preset of the shell is named", func() bool { return d.Presets().Applied() == ours("one") })
	d.stop()
	shell("own")
	d.start()
	if d.Presets().Applied() != global("own") {
		t.Errorf("after a restart it is named %v", d.Presets().Applied())
	}
}

func TestTheUsersPresetsFollowTheDisk(t *testing.T) {
	t.Parallel()
	d := layDesk(t, map[string]string{"a.txt": "a\n", "b.txt": "b\n"})
	d.writeLibrary("[presets.own]\nfiles = [\"a.txt\"]\n")
	d.start()
	d.apply(models.Global, "own")
	d.want("a.txt")
	d.writeLibrary("[presets.own]\nfiles = [\"b.txt\"]\n[settings]\ntheme = \"dark\"\n")
	d.until("what is put together follows", func() bool { return len(d.Files().Items()) == 1 && d.Files().Items()[0].Path == "b.txt" })
	if d.Settings().All().Theme != "dark" {
		t.Errorf("the settings are %+v", d.Settings().All())
	}
	// A mistake changes nothing, and says where it is.
	d.writeLibrary("[presets.own\n")
	d.until("the mistake is told", func() bool { return strings.Contains(problem(d.messages), "line 1") })
	d.wantRows("global own applied")
	d.writeLibrary("[presets.other]\nfiles = []\n")
	d.until("the mended file is read", func() bool { return len(d.rows()) == 1 && d.rows()[0] == "global other" })
	d.want("b.txt")
}

// problem is what went wrong last.
func problem(list []message.Message) string {
	for _, m := range slices.Backward(list) {
		if s, ok := m.Fields["Problem"].(string); ok {
			return s
		}
	}
	return ""
}

func TestTheFirstPresetOfAPersonIsSeenElsewhere(t *testing.T) {
	d := newDesk(t, map[string]string{"a.txt": "a\n", "dossier.toml": "[files]\nitems = [\"a.txt\"]\n"})
	d.Presets().Save(global("mine"), "")
	d.settle()
	d.wantRows("global mine applied")
}

func TestAHiddenPresetIsReportedOnce(t *testing.T) {
	t.Parallel()
	d := presetDesk(t)
	diff, first, ok := d.Presets().Shadow(ours("one"))
	if !ok || !first || len(diff.Added) != 2 || len(diff.Removed) != 1 {
		t.Errorf("first %t, %+v", first, diff)
	}
	if _, _, ok := d.Presets().Shadow(ours("two")); ok {
		t.Error("a preset that hides none has a shadow")
	}
	d.apply(models.ProjectScope, "one")
	if _, first, _ := d.Presets().Shadow(ours("one")); first {
		t.Error("it is told of again")
	}
	d.stop()
	d.start()
	if _, first, _ := d.Presets().Shadow(ours("one")); first {
		t.Error("it is told of again after a restart")
	}
	// A pull that changes what it hides with is a first use again.
	d.write("dossier.toml", strings.Replace(withPresets, `"a.txt", "b.txt"`, `"a.txt", ".env"`, 1))
	d.until("it is told of again", func() bool { _, first, _ := d.Presets().Shadow(ours("one")); return first })
}

func TestPresetsAreCountedWhileVisible(t *testing.T) {
	t.Parallel()
	d := presetDesk(t)
	cost := func(ref project.PresetRef) (int, project.Cost) {
		p, _ := d.project.Presets().Files().Find(ref)
		return d.Presets().Costs().Of(p)
	}
	if _, c := cost(ours("one")); !c.Pending {
		t.Errorf("nobody looks, and it costs %+v", c)
	}
	d.Presets().Costs().Show(true)
	known := func() bool { _, c := cost(ours("one")); return !c.Pending }
	d.until("it is counted", known)
	files, c := cost(ours("one"))
	d.apply(models.ProjectScope, "one")
	d.settle()
	d.until("the document is counted", func() bool { return d.Document().Tokens.Exact })
	if files != 2 || c.N != d.Budget().Tokens.N || c.N == 0 || !c.Exact {
		t.Errorf("%d files cost %+v, the document %+v", files, c, d.Budget().Tokens)
	}
	d.write("b.txt", strings.Repeat("more words\n", 100))
	d.until("it is counted again", func() bool { _, again := cost(ours("one")); return !again.Pending && again.N > c.N })
	d.SetStrategy(models.Summarize)
	d.until("the strategy is counted", known)
	d.Presets().Costs().Show(false)
}

func TestWhatWasBegunIsDoneBeforeTheWindowCloses(t *testing.T) {
	d := presetDesk(t)
	d.Presets().Rename(ours("one"), "uno")
	d.Presets().Delete(ours("two"))
	d.Presets().Duplicate(global("own"))
	var ids []string
	for _, name := range []string{"b.txt", "c.txt"} {
		one, err := proposals.Make(t.Context(), d.project, proposals.Request{Client: "Robot", Title: name, Show: []proposals.Wanted{{Part: project.Part{Path: name}}}})
		if err != nil {
			t.Fatal(err)
		}
		ids = append(ids, one.ID)
	}
	for i, rule := range []string{"github-pat", "private-key"} {
		secretlist.Of(d).RedactRule(rule, true)
		agents.Of(d).Drop(ids[i])
	}
	host{Session: d.Session}.Edit(message.New("with a prompt", nil), func(e *project.Edit) { e.Composition.Prompts = []string{"terse"} })
	prompt := func(name string) models.Prompt {
		return models.Prompt{Name: name, Text: "Be terse.\n", Scope: models.UserPrompt}
	}
	prompts.Of(d).Save([]prompts.Edit{{Old: prompt("terse"), Now: prompt("short")}}, func(error) {})
	d.stop()
	if got := d.read("dossier.toml"); !strings.Contains(got, "[presets.uno]") || strings.Contains(got, "[presets.two]") {
		t.Errorf("the project's file is\n%s", got)
	}
	if got := d.readLibrary(); !strings.Contains(got, `[presets."own (2)"]`) {
		t.Errorf("the person's file is\n%s", got)
	}
	if got := d.read("dossier.toml"); !strings.Contains(got, "github-pat") || !strings.Contains(got, "private-key") {
		t.Errorf("not all decisions on secrets are stored:\n%s", got)
	}
	d.start()
	if got := d.Composition().Prompts; len(got) != 1 || got[0] != "short" {
		t.Errorf("the prompts are %v", got)
	}
	for _, id := range ids {
		if one, err := proposals.Find(t.Context(), d.project, id); err != nil || one.State == presets.ProposalWaiting {
			t.Errorf("the proposal is %+v, %v", one, err)
		}
	}
}
