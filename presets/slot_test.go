package presets

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"dossier/models"
	"dossier/presets/killtest"
)

// A child is a window that claims a slot of the project in a folder, with its state folder, and
// waits.
func TestMain(m *testing.M) {
	killtest.Main(m, map[string]func([]string) error{"notes": noter, "window": func(args []string) error {
		dir := args[0]
		s := NewState(Places{State: filepath.Join(dir, "..", "state")}).Claim(dir)
		if err := s.Save(context.Background(), Unsaved{Unsent: "of the child", Edited: true}); err != nil {
			return err
		}
		fmt.Println(s.number)
		select {}
	}})
}

// slot claims a slot of the project, as a window does.
func (p place) slot() *Slot {
	p.t.Helper()
	s := NewState(p.places).Claim(p.dir)
	p.t.Cleanup(func() { s.Release(true) })
	return s
}

// save stores a session that is identified by its text, later than all previous ones.
func (p place) save(s *Slot, text string) {
	p.t.Helper()
	if err := s.Save(context.Background(), Unsaved{Unsent: text}); err != nil {
		p.t.Fatal(err)
	}
	newest := time.Now()
	files, err := filepath.Glob(filepath.Join(p.places.State, sessions, "*.json"))
	if err != nil {
		p.t.Fatal(err)
	}
	for _, name := range files {
		if info, err := os.Stat(name); err == nil && !info.ModTime().Before(newest) {
			newest = info.ModTime().Add(time.Second)
		}
	}
	if err := os.Chtimes(filepath.Join(p.places.State, sessions, s.name(s.number)+".json"), newest, newest); err != nil {
		p.t.Fatal(err)
	}
}

// holds compares the session in a slot, and the ones recovered from other windows.
func (p place) holds(s *Slot, text string, left ...string) {
	p.t.Helper()
	got, _ := s.Load()
	if got.Unsent != text {
		p.t.Errorf("slot %d holds %q, want %q", s.number, got.Unsent, text)
	}
	names := []string{}
	for _, one := range s.Abandoned() {
		names = append(names, one.Unsaved.Unsent)
	}
	if diff := cmp.Diff(append([]string{}, left...), names); diff != "" {
		p.t.Errorf("wrong sessions were left (-want +got):\n%s", diff)
	}
}

func TestWindowsHaveSlotsOfTheirOwn(t *testing.T) {
	p := newPlace(t, nil)
	first := p.slot()
	second := p.slot() // before the first has written anything
	if first.number != 1 || second.number != 2 || first.Others() != 1 || second.Others() != 1 {
		t.Fatalf("the slots are %d and %d, beside %d and %d others", first.number, second.number, first.Others(), second.Others())
	}
	p.save(first, "one")
	p.save(second, "two")
	p.holds(first, "one")
	p.holds(second, "two")
	third := p.slot()
	if third.number != 3 || third.Others() != 2 {
		t.Errorf("the third slot is %d, beside %d others", third.number, third.Others())
	}
	third.Release(false)

	// The one that is closed last is restored, and the other one is still there.
	second.Release(true)
	p.save(first, "one")
	first.Release(true)
	next := p.slot()
	if next.number != 1 || next.Others() != 0 {
		t.Errorf("the slot is %d, beside %d others", next.number, next.Others())
	}
	p.holds(next, "one", "two")
	beside := p.slot()
	if beside.number != 2 || beside.Others() != 1 {
		t.Errorf("the slot is %d, beside %d others", beside.number, beside.Others())
	}
	p.holds(beside, "two")
	p.holds(next, "one")
}

func TestWhatWasLeftIsRemovedOnce(t *testing.T) {
	p := newPlace(t, nil)
	slots := []*Slot{p.slot(), p.slot(), p.slot(), p.slot()}
	for i, s := range slots {
		p.save(s, fmt.Sprint(i))
	}
	for _, s := range slots {
		s.Release(true)
	}
	now := p.slot()
	p.holds(now, "3", "2", "1", "0")
	left := now.Abandoned()
	other := p.slot() // restores "2"
	p.holds(other, "2", "1", "0")
	if now.IsAbandoned(left[0]) || !now.IsAbandoned(left[1]) {
		t.Error("what another window has is still left, or what nobody has is not")
	}
	if err := now.Remove(left[0], left[1]); err != nil {
		t.Fatal(err)
	}
	p.holds(other, "2", "0")
	other.Release(true)
	p.holds(now, "3", "2", "0")
	if err := now.Remove(left[1]); err != nil {
		t.Errorf("removing it twice: %v", err)
	}

	// One that has changed since it was listed is not removed.
	again := p.slot()
	p.save(again, "more")
	again.Release(true)
	if err := now.Remove(left[0]); err != nil {
		t.Fatal(err)
	}
	p.holds(now, "3", "more", "0")
}

func TestASlotWithoutAnythingUnsavedIsRemoved(t *testing.T) {
	p := newPlace(t, nil)
	first, second := p.slot(), p.slot()
	p.save(first, "one")
	p.save(second, "two")
	second.Release(false)
	first.Release(false) // stays: it contains the window position
	next := p.slot()
	p.holds(next, "one")
	if next.number != 1 {
		t.Errorf("the slot is %d", next.number)
	}
}

// A killed window leaves its slot to the next one.
func TestAKilledWindowLeavesItsSlot(t *testing.T) {
	p := newPlace(t, nil)
	child := killtest.Start(t, "window", p.dir)
	if line := child.Line(); line != "1" {
		t.Fatalf("the child says %q", line)
	}
	beside := p.slot()
	if beside.number != 2 || beside.Others() != 1 {
		t.Errorf("the slot is %d, beside %d others", beside.number, beside.Others())
	}
	p.holds(beside, "")
	child.Kill(0)
	p.holds(beside, "", "of the child")
	if next := p.slot(); next.number != 1 || next.Others() != 1 {
		t.Errorf("the slot is %d, beside %d others", next.number, next.Others())
	}
}

func TestJournalsThatWereLeft(t *testing.T) {
	p := newPlace(t, nil)
	ctx := context.Background()
	journal := func(text string) Journal[models.Discussions] {
		return Journal[models.Discussions]{Base: "b", Value: models.Discussions{Active: "main", List: []models.Discussion{{Name: "main", History: []models.Entry{{Role: "User", Content: text}}}}}}
	}
	first, second := p.slot(), p.slot()
	if err := errors.Join(first.Discussions().Save(ctx, journal("one")), second.Discussions().Save(ctx, journal("two"))); err != nil {
		t.Fatal(err)
	}
	if j, ok := second.Discussions().Load(); !ok || j.Value.List[0].History[0].Content != "two" {
		t.Errorf("the journal is %+v", j)
	}
	if left := first.Discussions().Abandoned(); len(left) > 0 {
		t.Errorf("a window that is open left %+v", left)
	}
	second.Release(false)
	left := first.Discussions().Abandoned()
	if len(left) != 1 || left[0].Value.List[0].History[0].Content != "two" {
		t.Fatalf("left were %+v", left)
	}
	if err := errors.Join(first.Discussions().ForgetAbandoned(left), first.Discussions().Forget(), first.Discussions().Forget()); err != nil {
		t.Fatal(err)
	}
	if left := first.Discussions().Abandoned(); len(left) > 0 {
		t.Errorf("left are %+v", left)
	}
	if _, ok := first.Discussions().Load(); ok {
		t.Error("the journal is there still")
	}
}

// Without a state folder there is a slot nevertheless.
func TestASlotWithoutAStateFolder(t *testing.T) {
	p := newPlace(t, nil)
	if err := os.WriteFile(p.places.State, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	s := p.slot()
	if _, ok := s.Load(); ok || s.number != 1 || s.Others() != 0 || s.Abandoned() != nil || s.Discussions().Abandoned() != nil {
		t.Errorf("slot %d", s.number)
	}
	if err := s.Save(t.Context(), Unsaved{}); err == nil {
		t.Error("it says that it was kept")
	}
}

// Other files in the folder of slots are ignored.
func TestASlotOfANewerVersionIsNotClaimed(t *testing.T) {
	p := newPlace(t, nil)
	first := p.slot()
	p.save(first, "typed")
	first.Release(true)
	name := filepath.Join(p.places.State, sessions, first.name(first.number)+".json")
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	text = []byte(strings.Replace(string(text), `"version":1`, `"version":2`, 1))
	if err := os.WriteFile(name, text, 0o600); err != nil {
		t.Fatal(err)
	}
	second := p.slot()
	if second.number == first.number {
		t.Error("the slot of the newer version was claimed")
	}
	p.save(second, "later")
	p.holds(second, "later")
	if got, err := os.ReadFile(name); err != nil || string(got) != string(text) {
		t.Errorf("the newer version's text is %q, %v", got, err)
	}
	if broken, _ := filepath.Glob(name + ".broken-*"); len(broken) > 0 {
		t.Errorf("it was moved aside: %q", broken)
	}
}

func TestNamesOfSlots(t *testing.T) {
	p := newPlace(t, nil)
	s := p.slot()
	p.save(s, "one")
	folder := filepath.Join(p.places.State, sessions)
	for _, name := range []string{"-1", "-0", "-02", "--2", "-x", "-2.json.broken-1", "2"} {
		if err := os.WriteFile(filepath.Join(folder, s.name(1)+name+".json"), []byte("{}"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	p.holds(s, "one")
	if files, err := os.ReadDir(folder); err != nil || len(files) != 8 {
		t.Errorf("%d files are there, %v", len(files), err)
	}
}
