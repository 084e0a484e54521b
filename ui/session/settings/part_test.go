package settings

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"dossier/aggregate/tokens"
	"dossier/presets"
	"dossier/ui/project"
	"dossier/ui/session/jobs"
	"dossier/ui/session/sessiontest"
)

// fake is a session with nothing but what the settings ask of it.
type fake struct {
	*Part
	tb     testing.TB
	config string
	turns  chan func()
	log    []string // calls of the host
}

// newFake loads the settings of the user with a file, or without one where it is empty.
func newFake(tb testing.TB, file string) *fake {
	tb.Helper()
	f := &fake{tb: tb, config: filepath.Join(tb.TempDir(), "config"), turns: make(chan func(), 16)}
	if file != "" {
		f.write(file)
	}
	user, _ := project.LoadUser(presets.Places{Config: f.config, State: tb.TempDir(), Cache: tb.TempDir()})
	work := jobs.NewGroup(func(turn func()) { f.turns <- turn }, func(err error) { tb.Error(err) })
	f.Part = New(f, work, user, f.config)
	tb.Cleanup(func() { f.Close(); work.Close() })
	return f
}

func (f *fake) write(file string) {
	f.tb.Helper()
	if err := errors.Join(os.MkdirAll(f.config, 0o700), os.WriteFile(filepath.Join(f.config, presets.ProjectName), []byte(file), 0o600)); err != nil {
		f.tb.Fatal(err)
	}
}

func (f *fake) BeforeReload() (after func()) {
	return func() { f.log = append(f.log, "reloaded") }
}

func (f *fake) Changed(old, new presets.Settings) {
	what := "the same"
	if old != new {
		what = "changed"
	}
	f.log = append(f.log, what)
}

func (f *fake) Fail(error) { f.log = append(f.log, "it failed") }

func (f *fake) want(what string, want ...string) {
	f.tb.Helper()
	if diff := cmp.Diff(want, f.log); diff != "" {
		f.tb.Errorf("%s (-want +got):\n%s", what, diff)
	}
	f.log = nil
}

// until runs what comes back from the watch until a condition holds.
func (f *fake) until(holds func() bool) {
	f.tb.Helper()
	for !holds() {
		select {
		case turn := <-f.turns:
			turn()
		case <-time.After(sessiontest.Patience):
			f.tb.Fatal("it never came")
		}
	}
}

func TestAClickIsKept(t *testing.T) {
	f := newFake(t, "")
	f.SetZoom(120)
	f.SetModel(tokens.Models()[1].ID)
	f.SetShowIgnored(true)
	f.SetWrapLines(!presets.DefaultSettings().WrapLines)
	f.want("each is told of", "changed", "changed", "changed", "changed")
	again, err := project.LoadUser(presets.Places{Config: f.config})
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(f.All(), again.Settings()); diff != "" || f.Model().ID != tokens.Models()[1].ID || !f.ShowIgnored() {
		t.Errorf("not what was kept (-want +got):\n%s", diff)
	}
}

// Where nothing can be kept, what a click chooses holds until the window closes; what the
// dialog saves does not.
func TestWithoutAFileThatCanBeWritten(t *testing.T) {
	f := newFake(t, "schema = 99\n")
	if f.ReadOnly() == nil {
		t.Fatal("it can be written")
	}
	f.SetZoom(120)
	f.want("a click", "it failed", "changed")
	all := f.All()
	all.MaxBytes = 77
	if err := f.Set(all, DefaultJunk()); err == nil {
		t.Error("it is said to be kept")
	}
	f.want("a save")
	if f.All().Zoom != 120 || f.All().MaxBytes == 77 {
		t.Errorf("the settings are %+v", f.All())
	}
}

func TestTheListOfExcludedFiles(t *testing.T) {
	f := newFake(t, "")
	for _, list := range []string{"*.tmp\n", DefaultJunk(), ""} {
		if err := f.Set(f.All(), list); err != nil {
			t.Fatal(err)
		}
		if got := f.Junk(); got != list || f.All().OwnJunk != (list != DefaultJunk()) {
			t.Errorf("the list is %q, of the person's own %t, want %q", got, f.All().OwnJunk, list)
		}
	}
}

func TestTheModelThatAPersonDescribes(t *testing.T) {
	f := newFake(t, "")
	f.SetCustomModel(1234, 2.5)
	if m := f.Model(); m.ID != tokens.CustomID || m.Window != 1234 {
		t.Errorf("the model is %+v", m)
	}
	if !slices.ContainsFunc(f.Models(), func(m tokens.Model) bool { return m == f.Model() }) {
		t.Errorf("it is not listed: %+v", f.Models())
	}
}

func TestReloadingReportsChanges(t *testing.T) {
	f := newFake(t, "[settings]\ntheme = \"dark\"\n")
	f.Reload()
	f.want("the same file")
	f.write("[settings]\ntheme = \"light\"\n")
	f.Reload()
	f.want("another setting", "reloaded", "changed")
	f.write("[settings\n")
	f.Reload()
	f.want("a mistake", "it failed")
	f.write("[presets.a]\nfiles = []\n[settings]\ntheme = \"light\"\n")
	f.Reload()
	f.want("only a preset", "reloaded", "the same")
	if f.All().Theme != "light" {
		t.Errorf("the theme is %q", f.All().Theme)
	}
}

// A change is taken in whenever it comes, before the system watches the file too.
func TestChangesOfTheFileAreTakenIn(t *testing.T) {
	f := newFake(t, "[settings]\ntheme = \"dark\"\n")
	f.Watch()
	for _, theme := range []string{presets.ThemeLight, presets.ThemeDark, presets.ThemeLight} {
		f.write("[settings]\ntheme = \"" + theme + "\"\n")
		f.until(func() bool { return f.All().Theme == theme })
	}
}
