package projectfile

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

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
	*Part
	tb     testing.TB
	opened *project.Project
	comp   models.Composition
	turns  chan func()
	saves  *jobs.Serial
	silent bool     // whether nobody can be asked about conflicts
	log    []string // what the part told its host
}

// newFake opens a project with a file of some name.
func newFake(tb testing.TB, name, content string) *fake {
	tb.Helper()
	f := &fake{tb: tb, turns: make(chan func(), 16)}
	dir := tb.TempDir()
	if err := os.WriteFile(filepath.Join(dir, name), []byte(content), 0o644); err != nil {
		tb.Fatal(err)
	}
	opened, err := project.Open(dir, presets.Places{Config: tb.TempDir(), State: tb.TempDir(), Cache: tb.TempDir()})
	if err != nil {
		tb.Fatal(err)
	}
	work := jobs.NewGroup(func(turn func()) { f.turns <- turn }, func(err error) { tb.Error(err) })
	tb.Cleanup(func() { work.Close(); opened.Close() })
	f.opened, f.comp, f.saves = opened, opened.Kept().Composition(), work.Serial()
	f.Part = New(f, f.saves)
	f.Begin()
	return f
}

func (f *fake) Project() *project.Project       { return f.opened }
func (f *fake) Composition() models.Composition { return f.comp }
func (f *fake) Adopted()                        { f.say("adopted") }
func (f *fake) SaveSoon()                       {}
func (f *fake) Changed()                        {}
func (f *fake) Tell(m message.Message)          { f.say(m.Text) }
func (f *fake) Fail(err error)                  { f.say("it failed") }
func (f *fake) say(text string)                 { f.log = append(f.log, text) }

func (f *fake) Edit(label message.Message, fn func(*project.Edit)) {
	e := project.NewEdit(f.comp, f.opened.Kept().FilesBase(), aggregate.Rows{})
	if fn(e); !project.SameComposition(e.Composition, f.comp) {
		f.say("step: " + label.Text)
	}
	f.comp = e.Composition
	f.Compare()
}

func (f *fake) Reload() {
	if _, err := f.opened.Reload(); err != nil {
		f.say("the file is wrong")
	}
	f.Reloaded()
}

func (f *fake) AskConflict(error) bool {
	if !f.silent {
		f.say("ask")
	}
	return !f.silent
}

// done runs what the saves bring back, and returns what was said meanwhile.
func (f *fake) done() []string {
	f.tb.Helper()
	for f.saves.Busy() {
		select {
		case turn := <-f.turns:
			turn()
		case <-time.After(sessiontest.Patience):
			f.tb.Fatal("it never came")
		}
	}
	said := f.log
	f.log = nil
	return said
}

func (f *fake) path(name string) string { return filepath.Join(f.opened.Dir, name) }

func (f *fake) write(content string) {
	f.tb.Helper()
	if err := os.WriteFile(f.path(presets.ProjectName), []byte(content), 0o644); err != nil {
		f.tb.Fatal(err)
	}
}

func (f *fake) read() string {
	f.tb.Helper()
	data, err := os.ReadFile(f.path(presets.ProjectName))
	if err != nil {
		f.tb.Fatal(err)
	}
	return string(data)
}

func (f *fake) want(what string, want ...string) {
	f.tb.Helper()
	if diff := cmp.Diff(want, f.done()); diff != "" {
		f.tb.Errorf("%s (-want +got):\n%s", what, diff)
	}
}

func (f *fake) instruct(text string) { f.comp.Instruction = text; f.Compare() }

func TestWhoseVersionWins(t *testing.T) {
	tests := []struct {
		side     Side
		said     []string
		file     string // what the file says at the end
		here     string // what is put together
		modified bool
	}{
		{Mine, []string{"Saved to {{.Path}}"}, "mine", "mine", false},
		{Theirs, []string{"step: take the file's version"}, "theirs", "theirs", false},
		{Ask, []string{"ask"}, "theirs", "mine", true},
	}
	for _, tt := range tests {
		f := newFake(t, presets.ProjectName, "[project]\ninstruction = \"first\"\n")
		f.instruct("mine")
		f.write("[project]\ninstruction = \"theirs\"\n")
		f.Save(Ask)
		f.want("both have changed the same", "ask")
		f.Save(tt.side)
		f.want("the answer", tt.said...)
		if got := f.read(); !strings.Contains(got, tt.file) || f.comp.Instruction != tt.here || f.Modified() != tt.modified {
			t.Errorf("side %d: %q is put together, modified %t, and the file is\n%s", tt.side, f.comp.Instruction, f.Modified(), got)
		}
	}
}

// What was put together when it was asked is what is saved, not what is put together when
// the answer comes.
func TestMineIsWhatWasAskedAbout(t *testing.T) {
	f := newFake(t, presets.ProjectName, "[project]\ninstruction = \"first\"\n")
	f.instruct("asked about")
	f.write("[project]\ninstruction = \"theirs\"\n")
	f.Save(Ask)
	f.want("both have changed the same", "ask")
	f.instruct("later")
	f.Save(Mine)
	f.want("the answer", "Saved to {{.Path}}")
	if got := f.read(); !strings.Contains(got, "asked about") || !f.Modified() {
		t.Errorf("modified %t, and the file is\n%s", f.Modified(), got)
	}
}

func TestAConflictThatNobodyIsAskedAboutIsSaid(t *testing.T) {
	f := newFake(t, presets.ProjectName, "[project]\ninstruction = \"first\"\n")
	f.silent = true
	f.instruct("mine")
	f.write("[project]\ninstruction = \"theirs\"\n")
	f.Save(Ask)
	f.want("nobody is asked", "it failed")
}

func TestTheFileOfAnotherProgramIsAdopted(t *testing.T) {
	f := newFake(t, presets.ForeignName, "[project]\nname = \"old\"\n[discussion]\nroles = [\"User\"]\n")
	if !f.Foreign() || f.ReadOnly() == nil || f.Broken() != "" {
		t.Fatalf("foreign %t, broken %q: %v", f.Foreign(), f.Broken(), f.ReadOnly())
	}
	f.Adopt()
	f.want("it is adopted", "adopted", "Imported to {{.Path}}; {{.From}} stays as it is", "{{.Keys}} have no counterpart here: they stand in {{.Path}} as a comment")
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
	f.want("it is moved", "{{.Path}} is now {{.Aside}}; saving begins a new one")
	if _, err := os.Stat(f.path(presets.ProjectName)); !errors.Is(err, os.ErrNotExist) || f.Broken() != "" {
		t.Errorf("broken %q: %v", f.Broken(), err)
	}
	f.MoveAside()
	f.want("there is nothing to move")
	f.Save(Ask)
	f.want("a new one", "Saved to {{.Path}}")
}

func TestWithoutAProjectNothingIsSaved(t *testing.T) {
	f := newFake(t, presets.ProjectName, "")
	f.opened = nil
	f.Save(Ask)
	f.Adopt()
	f.MoveAside()
	f.want("there is no project", "it failed", "it failed")
	if f.ReadOnly() != nil || f.Foreign() {
		t.Error("a project that is not there is read only, or another program's")
	}
}
