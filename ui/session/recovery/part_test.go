package recovery

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"dossier/models"
	"dossier/presets"
	"dossier/ui/project"
	"dossier/ui/session/sessiontest"
)

// fake is a session with nothing but what the part asks of it.
type fake struct {
	*Part
	sessiontest.Roles
	has bool // all that the windows left besides their compositions
}

// open opens a project in which windows have left something, and looks for it.
func open(tb testing.TB, here fake, windows ...presets.Unsaved) *fake {
	tb.Helper()
	dir, places := tb.TempDir(), presets.Places{Config: tb.TempDir(), State: tb.TempDir(), Cache: tb.TempDir()}
	opened, err := project.Open(dir, places)
	if err != nil {
		tb.Fatal(err)
	}
	f := here
	f.Opened = opened
	state := presets.NewState(places)
	f.Saves = state.Claim(opened.Dir)
	var slots []*presets.Slot
	for _, kept := range windows {
		slot := state.Claim(opened.Dir)
		if err := slot.Save(tb.Context(), kept); err != nil {
			tb.Fatal(err)
		}
		slots = append(slots, slot)
	}
	for _, slot := range slots {
		slot.Release(true)
	}
	f.Part = New(&f)
	tb.Cleanup(func() {
		f.Saves.Release(false)
		opened.Close()
		if len(f.Failed) > 0 {
			tb.Errorf("it failed: %v", f.Failed)
		}
	})
	f.Find(nil)
	return &f
}

func (f *fake) Recover(kept presets.Unsaved) { f.Comp = kept.Composition }

func (f *fake) IsMissing(kept presets.Unsaved) bool {
	return !f.has && (kept.Unsent != "" || len(kept.Drafts) > 0)
}

// offered is what is offered in short: files, drafts, and whether an entry was being written.
func (f *fake) offered() []string {
	out := []string{}
	for _, w := range f.List() {
		line := strings.Join(w.Files, " ")
		if w.Drafts > 0 {
			line += fmt.Sprintf(" +%d", w.Drafts)
		}
		if w.Writing {
			line += " writing"
		}
		out = append(out, line)
	}
	return out
}

// fakeOf is a session with a composition of files.
func fakeOf(names ...string) fake {
	return fake{Roles: sessiontest.Roles{Comp: of(names...)}}
}

func of(names ...string) models.Composition {
	var c models.Composition
	for _, name := range names {
		c.Files = append(c.Files, models.NewFileItem(name))
	}
	return c
}

func TestWhatWouldBeLostIsOffered(t *testing.T) {
	tests := []struct {
		name string
		here fake
		left presets.Unsaved
		want []string
	}{
		{"a composition", fakeOf("a"), presets.Unsaved{Edited: true, Composition: of("b")}, []string{"b"}},
		{"not one that is here too", fakeOf("b"), presets.Unsaved{Edited: true, Composition: of("b")}, []string{}},
		{"not what is saved", fakeOf("a"), presets.Unsaved{Edited: true}, []string{}},
		{"not what was saved then", fakeOf("a"), presets.Unsaved{Composition: of("b")}, []string{}},
		{"an entry", fake{}, presets.Unsaved{Unsent: "half a sen"}, []string{" writing"}},
		{"not one that is here", fake{has: true}, presets.Unsaved{Unsent: "half a sen"}, []string{}},
		{"a draft", fake{}, presets.Unsaved{Drafts: []presets.Draft{{Of: "x", Content: of("b")}}}, []string{" +1"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			f := open(t, tt.here, tt.left)
			if diff := cmp.Diff(tt.want, f.offered()); diff != "" {
				t.Errorf("wrong offers (-want +got):\n%s", diff)
			}
			if got := len(f.Saves.Abandoned()); got != len(tt.want) {
				t.Errorf("%d are on the disk, want %d", got, len(tt.want))
			}
		})
	}
}

func TestWhatIsSettledIsRemovedAtTheEndOnly(t *testing.T) {
	f := open(t, fake{},
		presets.Unsaved{Edited: true, Composition: of("a"), Unsent: "there", UnsentRole: "User"}, presets.Unsaved{Edited: true, Composition: of("b")})
	byFile := map[string]string{}
	for _, w := range f.List() {
		byFile[w.Files[0]] = w.ID
	}
	f.Part.Recover(byFile["a"])
	f.Discard(byFile["b"])
	f.Discard(byFile["b"]) // which does nothing
	f.Part.Recover("unknown")
	want := []string{
		"take over the unsaved work of another window", "Resumed the unsaved work of another window",
		"discard the unsaved work of another window", "Discarded the unsaved work of another window",
	}
	if diff := cmp.Diff(want, f.Log); diff != "" {
		t.Errorf("wrong steps (-want +got):\n%s", diff)
	}
	if len(f.List()) != 0 || len(f.Saves.Abandoned()) != 2 {
		t.Errorf("%v are offered, %d are on the disk", f.offered(), len(f.Saves.Abandoned()))
	}
	f.SetSettled(f.Settled()[:1]) // as undo does
	if diff := cmp.Diff([]string{"b"}, f.offered()); diff != "" {
		t.Errorf("after undo (-want +got):\n%s", diff)
	}
	if err := f.RemoveSettled(); err != nil || len(f.Saves.Abandoned()) != 1 {
		t.Errorf("%d are left on the disk; %v", len(f.Saves.Abandoned()), err)
	}
}

func TestTheOldestAreForgotten(t *testing.T) {
	var windows []presets.Unsaved
	for i := range Max + 2 {
		windows = append(windows, presets.Unsaved{Edited: true, Composition: of(fmt.Sprint(i))})
	}
	f := open(t, fake{}, windows...)
	if n := len(f.List()); n != Max || len(f.Saves.Abandoned()) != Max {
		t.Errorf("%d are offered, and %d on the disk", n, len(f.Saves.Abandoned()))
	}
	if len(f.Log) != 1 || !strings.Contains(f.Log[0], "old unsaved sessions were removed") {
		t.Errorf("it says %q", f.Log)
	}
}
