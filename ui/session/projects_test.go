package session

import (
	"errors"
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"dossier/presets"
	"dossier/presets/store"
)

// openBeside makes folders beside the project and opens them, one after the other.
func (d *desk) openBeside(names ...string) (dirs []string) {
	d.tb.Helper()
	for _, name := range names {
		d.write("../"+name+"/a.txt", "a")
		if err := d.Open(d.path("../" + name)); err != nil {
			d.tb.Fatal(err)
		}
		dirs = append(dirs, d.Dir())
	}
	d.settle()
	return dirs
}

// newLauncher is a program that was started without a project.
func newLauncher(t *testing.T) *desk {
	t.Helper()
	d := layDesk(t, nil)
	d.launch()
	return d
}

// folders are the folders of projects, without where they lie.
func folders(list []presets.Recent) []string {
	var out []string
	for _, r := range list {
		out = append(out, filepath.Base(r.Path))
	}
	return out
}

func TestTheOneOpenedLastIsTheFirst(t *testing.T) {
	d := newLauncher(t)
	dirs := d.openBeside("one", "two", "three", "one")
	d.until("they are stored", func() bool { return !d.writes.Busy() })
	if diff := cmp.Diff([]string{"one", "three", "two"}, folders(d.Projects().Recent())); diff != "" {
		t.Errorf("wrong projects (-want +got):\n%s", diff)
	}
	if err := os.RemoveAll(dirs[1]); err != nil {
		t.Fatal(err)
	}
	var older, newer []presets.Recent
	answered := false
	d.Projects().OtherRecent(func(list []presets.Recent) { older = list })
	d.Projects().OtherRecent(func(list []presets.Recent) { newer, answered = list, true })
	d.until("there is an answer", func() bool { return answered })
	if diff := cmp.Diff([]string{"three"}, folders(newer)); diff != "" || older != nil {
		t.Errorf("an older question is answered with %v (-want +got):\n%s", older, diff)
	}
}

// The sample is in the user's state folder, where no other project is.
func TestAnotherProjectIsLookedForBesideTheLast(t *testing.T) {
	home := t.TempDir()
	t.Setenv("HOME", home)
	t.Setenv("USERPROFILE", home)
	d := newLauncher(t)
	want := func(when, start string) {
		t.Helper()
		d.until("it is stored", func() bool { return !d.writes.Busy() })
		if got := d.Projects().Start(); got != start {
			t.Errorf("%s, it starts in %q, want %q", when, got, start)
		}
	}
	want("before any project", home)
	if err := d.Projects().OpenSample(); err != nil {
		t.Fatal(err)
	}
	want("after the sample alone", home)
	dirs := d.openBeside("work/one")
	want("after a project", filepath.Dir(dirs[0]))
	if err := d.Projects().OpenSample(); err != nil {
		t.Fatal(err)
	}
	want("after a project and the sample", filepath.Dir(dirs[0]))
	if err := os.RemoveAll(filepath.Dir(dirs[0])); err != nil {
		t.Fatal(err)
	}
	want("when its folder is gone", home)
}

func TestTheLastOneThatIsThereIsOpened(t *testing.T) {
	d := newLauncher(t)
	if d.Projects().OpenLast() {
		t.Error("an unknown project was opened")
	}
	dirs := d.openBeside("one", "two", "three")
	d.until("they are stored", func() bool { return !d.writes.Busy() })
	if err := os.RemoveAll(dirs[2]); err != nil {
		t.Fatal(err)
	}
	if !d.Projects().OpenLast() || d.Dir() != dirs[1] {
		t.Errorf("%s was opened", d.Dir())
	}
}

func TestTheSampleIsTheUsersOwnProject(t *testing.T) {
	d := newLauncher(t)
	d.openBeside("one")
	if d.Projects().IsSample() {
		t.Error("any project is the sample")
	}
	if err := d.Projects().OpenSample(); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(filepath.Join(d.Dir(), "dossier.toml")); err != nil || !d.Projects().IsSample() {
		t.Errorf("in the sample there is %v; it is the sample: %t", err, d.Projects().IsSample())
	}
	d.openBeside("one")
	if d.Projects().IsSample() {
		t.Error("it is still the sample after another project was opened")
	}
}

func TestWithoutAUserFolderThereIsNoSample(t *testing.T) {
	d := layDesk(t, nil)
	d.places = presets.Places{}
	d.launch()
	var none *store.StateError
	if err := d.Projects().OpenSample(); !errors.As(err, &none) || d.Dir() != "" {
		t.Errorf("opened %q, %v", d.Dir(), err)
	}
	d.openBeside("one")
	if d.Projects().IsSample() {
		t.Error("any project is the sample")
	}
}

func TestASampleThatCannotBeCopiedIsNotOpened(t *testing.T) {
	d := newLauncher(t)
	if err := os.MkdirAll(d.places.State, 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(d.places.State, "sample"), []byte("in the way"), 0o644); err != nil {
		t.Fatal(err)
	}
	if err := d.Projects().OpenSample(); err == nil || d.Dir() != "" {
		t.Errorf("opened %q, %v", d.Dir(), err)
	}
}
