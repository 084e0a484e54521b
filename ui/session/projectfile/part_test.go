package projectfile

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"dossier/aggregate"
	"dossier/models"
	"dossier/presets"
	"dossier/ui/project"
	"dossier/ui/session/jobs"
	"dossier/ui/session/message"
	"dossier/ui/session/sessiontest"
)

// fake is a session with nothing but what the file asks of it.
type fake struct {
	*sessiontest.Desk
	*Part
	saves *jobs.Serial
}

// newFake opens a project with a file of some name.
func newFake(tb testing.TB, name, content string) *fake {
	tb.Helper()
	f := &fake{Desk: sessiontest.New(tb, map[string]string{name: content})}
	f.Comp, f.saves = f.Opened.StoredState().Composition(), f.Work.Serial()
	f.Part = New(f, f.saves)
	f.Begin()
	return f
}

func (f *fake) Adopted()        { f.say("adopted") }
func (f *fake) Fail(err error)  { f.say("it failed") }
func (f *fake) say(text string) { f.Log = append(f.Log, text) }

func (f *fake) Edit(label message.Message, fn func(*project.Edit)) {
	e := project.NewEdit(f.Comp, f.Opened.StoredState().FilesBase(), aggregate.Rows{})
	if fn(e); !project.SameComposition(e.Composition, f.Comp) {
		f.say("step: " + label.Text)
	}
	f.Comp = e.Composition
	f.Compare()
}

func (f *fake) Reload() {
	old := f.Opened.File()
	if _, err := f.Opened.Reload(); err != nil {
		f.say("the file is wrong")
	}
	f.Reloaded(old)
}

func (f *fake) Unsaved() (models.Composition, bool) { return f.Comp, f.Modified() }

// done runs what the saves bring back, and returns what was said meanwhile.
func (f *fake) done() []string {
	f.TB.Helper()
	f.Until("all is saved", func() bool { return !f.saves.Busy() })
	said := f.Log
	f.Log = nil
	return said
}

func (f *fake) path(name string) string { return filepath.Join(f.Opened.Dir, name) }

func (f *fake) read() string {
	f.TB.Helper()
	data, err := os.ReadFile(f.path(presets.ProjectName))
	if err != nil {
		f.TB.Fatal(err)
	}
	return string(data)
}

func (f *fake) want(what string, want ...string) {
	f.TB.Helper()
	if diff := cmp.Diff(want, f.done()); diff != "" || len(f.Asked) > 0 && !f.Alone {
		f.TB.Errorf("%s; asked about %v (-want +got):\n%s", what, f.Asked, diff)
	}
}

// asks checks that the user is asked about a conflict, and nothing else happens. It returns the conflict.
func (f *fake) asks(what string) Conflict {
	f.TB.Helper()
	said := f.done()
	if len(said) > 0 || len(f.Asked) != 1 {
		f.TB.Fatalf("%s: said %q, asked about %v", what, said, f.Asked)
	}
	asked := f.Asked[0].(Conflict)
	f.Asked = nil
	return asked
}

func (f *fake) instruct(text string) { f.Comp.Instruction = text; f.Compare() }

func TestWhoseVersionWins(t *testing.T) {
	tests := []struct {
		side     Side
		said     []string
		file     string // what the file says at the end
		here     string // the composition
		modified bool
	}{
		{Mine, []string{"Saved to {{.Path}}"}, "mine", "mine", false},
		{Theirs, []string{"step: take the file's version"}, "theirs", "theirs", false},
		{AskUser, nil, "theirs", "mine", true},
	}
	for _, tt := range tests {
		f := newFake(t, presets.ProjectName, "[project]\ninstruction = \"first\"\n")
		f.instruct("mine")
		f.Write(presets.ProjectName, "[project]\ninstruction = \"theirs\"\n")
		f.Save(AskUser)
		f.asks("both have changed the same")
		if f.Save(tt.side); tt.side == AskUser {
			f.asks("both have still changed the same")
		}
		f.want("the answer", tt.said...)
		if got := f.read(); !strings.Contains(got, tt.file) || f.Comp.Instruction != tt.here || f.Modified() != tt.modified {
			t.Errorf("side %d: %q is the instruction, modified %t, and the file is\n%s", tt.side, f.Comp.Instruction, f.Modified(), got)
		}
	}
}

// The composition at the time of the question is what is saved, not that at the time of the answer.
func TestMineIsWhatWasAskedAbout(t *testing.T) {
	f := newFake(t, presets.ProjectName, "[project]\ninstruction = \"first\"\n")
	f.instruct("asked about")
	f.Write(presets.ProjectName, "[project]\ninstruction = \"theirs\"\n")
	f.Save(AskUser)
	f.asks("both have changed the same")
	f.instruct("later")
	f.Save(Mine)
	f.want("the answer", "Saved to {{.Path}}")
	if got := f.read(); !strings.Contains(got, "asked about") || !f.Modified() {
		t.Errorf("modified %t, and the file is\n%s", f.Modified(), got)
	}
}

// sides names the parts of a conflict with who changed them.
func sides(c Conflict) []string {
	var out []string
	for _, d := range c.Parts {
		who := "mine"
		if d.Collides() {
			who = "both"
		} else if d.Theirs {
			who = "theirs"
		}
		out = append(out, d.Key+" "+who)
	}
	return out
}

// What another program changes is known as soon as it is read, and gone with the answer.
func TestAConflictIsKnownBeforeTheSave(t *testing.T) {
	const first = "[project]\ninstruction = \"first\"\n[files]\nitems = [\"a.txt\"]\n"
	replace := func(old, with string) string { return strings.Replace(first, old, with, 1) }
	tests := []struct {
		name, theirs string
		parts        []string
		joins        bool
		side         Side
		said         []string
		here         string // the instruction and the files at the end
		file         string // a part of the file at the end
	}{
		{
			"different parts are joined", replace("a.txt", "b.txt") + "[presets.new]\ninstruction = \"why\"\n",
			[]string{"project.instruction mine", "files.items theirs", "presets.new theirs"},
			true,
			Both,
			[]string{"step: merge the changes on disk", "Saved to {{.Path}}"},
			"mine b.txt", "b.txt",
		},
		{
			"mine goes over theirs", replace("first", "theirs"),
			[]string{"project.instruction both"},
			false,
			Mine,
			[]string{"Saved to {{.Path}}"},
			"mine a.txt", "mine",
		},
		{
			"mine goes over parts that only they changed", replace("a.txt", "b.txt"),
			[]string{"project.instruction mine", "files.items theirs"},
			true,
			Mine,
			[]string{"Saved to {{.Path}}"},
			"mine a.txt", "a.txt",
		},
		{
			"theirs takes the place of mine", replace("first", "theirs"),
			[]string{"project.instruction both"},
			false,
			Theirs,
			[]string{"step: take the file's version"},
			"theirs a.txt", "theirs",
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			f := newFake(t, presets.ProjectName, first)
			if _, ok := f.Diverged(); ok {
				t.Error("there is a conflict at once")
			}
			f.instruct("mine")
			f.Write(presets.ProjectName, tt.theirs)
			f.Reload()
			c, ok := f.Diverged()
			if diff := cmp.Diff(tt.parts, sides(c)); !ok || diff != "" || c.Joins() != tt.joins {
				t.Fatalf("known %t, joins %t (-want +got):\n%s", ok, c.Joins(), diff)
			}
			f.Review()
			if diff := cmp.Diff(c, f.asks("the user is asked")); diff != "" {
				t.Errorf("something else is asked (-known +asked):\n%s", diff)
			}
			f.Save(tt.side)
			f.want("the answer", tt.said...)
			if here := f.Comp.Instruction + " " + f.Comp.Files[0].Path; here != tt.here || f.Modified() || !strings.Contains(f.read(), tt.file) {
				t.Errorf("%q is the instruction, modified %t, and the file is\n%s", here, f.Modified(), f.read())
			}
			if c, ok := f.Diverged(); ok {
				t.Errorf("%v stays", sides(c))
			}
		})
	}
}

// What is saved of other parts by this program is no change of another one.
func TestWhatThisProgramSavedIsNoConflict(t *testing.T) {
	f := newFake(t, presets.ProjectName, "[project]\ninstruction = \"first\"\n")
	f.instruct("mine")
	_, _, err := f.Opened.Presets().Change(t.Context(), func(files project.PresetFiles) (project.PresetPlan, error) {
		return files.Save(models.ProjectScope, models.Preset{Name: "own", Instruction: "why"})
	})
	if err != nil {
		t.Fatal(err)
	}
	f.Reload()
	if c, ok := f.Diverged(); ok {
		t.Errorf("it is: %v", sides(c))
	}
	f.Write(presets.ProjectName, strings.Replace(f.read(), "first", "theirs", 1))
	f.Save(AskUser)
	if diff := cmp.Diff([]string{"project.instruction both"}, sides(f.asks("both have changed the same"))); diff != "" {
		t.Errorf("asked about (-want +got):\n%s", diff)
	}
}

// What is changed here while a save joins the changes of another program does not revert them with the next save.
func TestChangesDuringASaveKeepWhatItJoined(t *testing.T) {
	const first = "[project]\ninstruction = \"first\"\n[files]\nitems = [\"a.txt\"]\n"
	begin := func() *fake {
		f := newFake(t, presets.ProjectName, first)
		f.instruct("mine")
		f.Write(presets.ProjectName, strings.Replace(first, "a.txt", "theirs.txt", 1))
		f.Save(AskUser)
		return f
	}
	f := begin()
	f.instruct("mine, later")
	f.want("it is saved", "step: merge the changes on disk", "Saved to {{.Path}}")
	if got := f.Comp.Files[0].Path; got != "theirs.txt" || f.Comp.Instruction != "mine, later" || !f.Modified() {
		t.Errorf("the file is %s, the instruction %q, modified %t", got, f.Comp.Instruction, f.Modified())
	}
	f.Save(AskUser)
	f.want("it is saved again", "Saved to {{.Path}}")
	if got := f.read(); !strings.Contains(got, "theirs.txt") || !strings.Contains(got, "mine, later") || f.Modified() {
		t.Errorf("modified %t, and the file is\n%s", f.Modified(), got)
	}

	f = begin()
	f.Comp.Files = []models.FileItem{models.NewFileItem("mine.txt")}
	f.want("it is saved", "Saved to {{.Path}}")
	if c, ok := f.Diverged(); !ok || c.Joins() || !f.Modified() {
		t.Errorf("known %t, modified %t: %v", ok, f.Modified(), sides(c))
	}
	f.Save(AskUser)
	if diff := cmp.Diff([]string{"files.items both"}, sides(f.asks("both have changed the files"))); diff != "" {
		t.Errorf("asked about (-want +got):\n%s", diff)
	}
	if got := f.read(); !strings.Contains(got, "theirs.txt") || !strings.Contains(got, "\"mine\"") {
		t.Errorf("the file is\n%s", got)
	}
}

// Mine is written over what the user has seen: where the file changed again, they are asked again.
func TestMineAsksAgainWhereTheFileChangedAgain(t *testing.T) {
	f := newFake(t, presets.ProjectName, "[project]\ninstruction = \"first\"\n")
	f.instruct("mine")
	f.Write(presets.ProjectName, "[project]\ninstruction = \"theirs\"\n")
	f.Save(AskUser)
	f.asks("both have changed the same")
	f.Write(presets.ProjectName, "[project]\ninstruction = \"theirs, later\"\n")
	f.Save(Mine)
	if c := f.asks("it changed again"); len(c.Parts) != 1 || c.Parts[0].TheirsText != "theirs, later" || !strings.Contains(f.read(), "later") {
		t.Fatalf("asked about %+v, and the file is\n%s", c, f.read())
	}
	f.Save(Mine)
	f.want("the second answer", "Saved to {{.Path}}")
	if !strings.Contains(f.read(), "mine") {
		t.Errorf("the file is\n%s", f.read())
	}
}

// A file that cannot be understood is not taken: what is unsaved stays.
func TestABrokenFileIsNotTaken(t *testing.T) {
	f := newFake(t, presets.ProjectName, "[project]\ninstruction = \"first\"\n")
	f.instruct("mine")
	f.Write(presets.ProjectName, "[project]\ninstruction = \"theirs\"\n")
	f.Save(AskUser)
	f.asks("both have changed the same")
	f.Write(presets.ProjectName, "[oops\n")
	f.Save(Theirs)
	f.want("it is broken", "the file is wrong", "it failed")
	if f.Comp.Instruction != "mine" {
		t.Errorf("the instruction is %q", f.Comp.Instruction)
	}
	if _, ok := f.Diverged(); ok {
		t.Error("there is a conflict with it")
	}
}

func TestAConflictWithoutAWindowIsReported(t *testing.T) {
	f := newFake(t, presets.ProjectName, "[project]\ninstruction = \"first\"\n")
	f.Alone = true
	f.instruct("mine")
	f.Write(presets.ProjectName, "[project]\ninstruction = \"theirs\"\n")
	f.Save(AskUser)
	f.want("nobody is asked", "it failed")
}

func TestTheFileOfAnotherProgramIsAdopted(t *testing.T) {
	f := newFake(t, presets.ForeignName, "[project]\nname = \"old\"\n[discussion]\nroles = [\"User\"]\n")
	if !f.Foreign() || f.ReadOnly() == nil || f.Broken() != "" {
		t.Fatalf("foreign %t, broken %q: %v", f.Foreign(), f.Broken(), f.ReadOnly())
	}
	f.Adopt()
	f.want("it is adopted", "adopted", "Imported to {{.Path}}; {{.From}} stays as it is", "{{.Keys}} have no counterpart here: they are in {{.Path}} as a comment")
	if f.Foreign() || f.ReadOnly() != nil || f.Modified() {
		t.Errorf("foreign %t, modified %t: %v", f.Foreign(), f.Modified(), f.ReadOnly())
	}
	f.Adopt()
	f.want("there is one already", "it failed")
}

func TestAFileWithAMistakeIsMovedAside(t *testing.T) {
	const broken = "[oops\n"
	f := newFake(t, presets.ProjectName, broken)
	if f.Broken() != f.path(presets.ProjectName) {
		t.Fatalf("broken is %q", f.Broken())
	}
	f.MoveAside()
	f.want("it is moved", "{{.Path}} is now {{.Aside}}; saving creates a new one")
	if _, err := os.Stat(f.path(presets.ProjectName)); !errors.Is(err, os.ErrNotExist) || f.Broken() != "" {
		t.Errorf("broken %q: %v", f.Broken(), err)
	}
	f.MoveAside()
	f.want("there is nothing to move")
	f.Save(AskUser)
	f.want("a new one", "Saved to {{.Path}}")
}

func TestWithoutAProjectNothingIsSaved(t *testing.T) {
	f := newFake(t, presets.ProjectName, "")
	f.Opened = nil
	f.Save(AskUser)
	f.Adopt()
	f.MoveAside()
	f.want("there is no project", "it failed", "it failed")
	if f.ReadOnly() != nil || f.Foreign() {
		t.Error("a project that is not there is read only, or another program's")
	}
}

// Why the file was not written is reported with a way out.
func TestAFileThatCannotBeWrittenOffersAPreset(t *testing.T) {
	f := newFake(t, presets.ProjectName, "[files]\nitems = [\"a.txt\"]\n")
	if err := os.Chmod(f.path(presets.ProjectName), 0o444); err != nil {
		t.Fatal(err)
	}
	f.Comp.Instruction = "why"
	f.Save(AskUser)
	f.done()
	if len(f.Messages) != 1 || f.Messages[0].Text != "Not saved to dossier.toml: {{.Problem}}. You can also save it as a preset for all your projects" ||
		f.Messages[0].Fields["Problem"] != "it is read-only; make it writable and save again; your changes are still here" {
		t.Errorf("the messages are %+v", f.Messages)
	}
}
