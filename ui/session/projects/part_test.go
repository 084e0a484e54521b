package projects

import (
	"errors"
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"dossier/presets"
	"dossier/presets/store"
	"dossier/ui/session/sessiontest"
)

// fake is a session that opens folders.
type fake struct {
	*sessiontest.Desk
	p      *Part
	dir    string // that is open
	broken string // a folder that cannot be opened
}

func newFake(t *testing.T) (*fake, *Part) {
	t.Helper()
	f := &fake{Desk: sessiontest.New(t, nil)}
	f.Stored = presets.NewState(f.Places)
	f.p = New(f, f.Work, f.Places.State)
	return f, f.p
}

func (f *fake) Dir() string { return f.dir }

func (f *fake) Open(dir string) error {
	if dir == f.broken {
		return errors.New("it cannot be opened")
	}
	real, err := filepath.EvalSymlinks(dir)
	if err != nil {
		return err
	}
	f.dir = real
	f.p.Opened(real)
	return nil
}

// open makes folders beside the project and opens them, one after the other.
func (f *fake) open(names ...string) (dirs []string) {
	f.TB.Helper()
	for _, name := range names {
		f.Write("../"+name+"/a.txt", "a")
		if err := f.Open(filepath.Join(filepath.Dir(f.Desk.Dir), name)); err != nil {
			f.TB.Fatal(err)
		}
		dirs = append(dirs, f.dir)
	}
	return dirs
}

// names are the folders of projects, without where they lie.
func names(list []presets.Recent) []string {
	var out []string
	for _, r := range list {
		out = append(out, filepath.Base(r.Path))
	}
	return out
}

func TestTheOneOpenedLastIsTheFirst(t *testing.T) {
	f, p := newFake(t)
	dirs := f.open("one", "two", "three", "one")
	if diff := cmp.Diff([]string{"one", "three", "two"}, names(p.Recent())); diff != "" {
		t.Errorf("wrong projects (-want +got):\n%s", diff)
	}
	if err := os.RemoveAll(dirs[1]); err != nil {
		t.Fatal(err)
	}
	var older, newer []presets.Recent
	answered := false
	p.Before(func(list []presets.Recent) { older = list })
	p.Before(func(list []presets.Recent) { newer, answered = list, true })
	f.Until("there is an answer", func() bool { return answered })
	if diff := cmp.Diff([]string{"three"}, names(newer)); diff != "" || older != nil {
		t.Errorf("an older question is answered with %v (-want +got):\n%s", older, diff)
	}
}

// The sample is in the user's state folder, where no other project is.
func TestAnotherProjectIsLookedForBesideTheLast(t *testing.T) {
	home := t.TempDir()
	t.Setenv("HOME", home)
	t.Setenv("USERPROFILE", home)
	f, p := newFake(t)
	want := func(when, start string) {
		t.Helper()
		if got := p.Start(); got != start {
			t.Errorf("%s, it starts in %q, want %q", when, got, start)
		}
	}
	want("before any project", home)
	if err := p.OpenSample(); err != nil {
		t.Fatal(err)
	}
	want("after the sample alone", home)
	dirs := f.open("work/one")
	want("after a project", filepath.Dir(dirs[0]))
	if err := p.OpenSample(); err != nil {
		t.Fatal(err)
	}
	want("after a project and the sample", filepath.Dir(dirs[0]))
	if err := os.RemoveAll(filepath.Dir(dirs[0])); err != nil {
		t.Fatal(err)
	}
	want("when its folder is gone", home)
}

func TestTheLastOneThatIsThereIsOpened(t *testing.T) {
	f, p := newFake(t)
	if p.OpenLast() {
		t.Error("a project was opened that nobody knows")
	}
	dirs := f.open("one", "two", "three")
	if err := os.RemoveAll(dirs[2]); err != nil {
		t.Fatal(err)
	}
	if !p.OpenLast() || f.dir != dirs[1] {
		t.Errorf("%s was opened", f.dir)
	}
	f.broken = dirs[1]
	if f.dir = ""; p.OpenLast() || f.dir != "" {
		t.Errorf("in the place of one that cannot be opened, %q was", f.dir)
	}
}

func TestTheSampleIsTheUsersOwnProject(t *testing.T) {
	f, p := newFake(t)
	f.open("one")
	if p.IsSample() {
		t.Error("any project is the sample")
	}
	if err := p.OpenSample(); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(filepath.Join(f.dir, "dossier.toml")); err != nil || !p.IsSample() {
		t.Errorf("in the sample there is %v; it is the sample: %t", err, p.IsSample())
	}
	f.open("one")
	if p.IsSample() {
		t.Error("it is still the sample after another project was opened")
	}
}

func TestWithoutAUserFolderThereIsNoSample(t *testing.T) {
	f, _ := newFake(t)
	f.p = New(f, f.Work, "")
	var none *store.StateError
	if err := f.p.OpenSample(); !errors.As(err, &none) || f.dir != "" {
		t.Errorf("opened %q, %v", f.dir, err)
	}
	f.open("one")
	if f.p.IsSample() {
		t.Error("any project is the sample")
	}
}

func TestASampleThatCannotBeCopiedIsNotOpened(t *testing.T) {
	f, p := newFake(t)
	if err := os.MkdirAll(f.Places.State, 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(f.Places.State, "sample"), []byte("in the way"), 0o644); err != nil {
		t.Fatal(err)
	}
	if err := p.OpenSample(); err == nil || f.dir != "" {
		t.Errorf("opened %q, %v", f.dir, err)
	}
}
