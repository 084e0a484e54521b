package ui

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"
	"github.com/google/go-cmp/cmp"

	"dossier/models"
	"dossier/ui/columns"
	"dossier/ui/kit/board"
	"dossier/ui/kit/edit"
	"dossier/ui/part/parttest"
	"dossier/ui/project"
	"dossier/ui/session/presets"
	"dossier/ui/words"
)

// presetStage is a stage on a project with presets, the manager in front.
func presetStage(t *testing.T) *stage {
	t.Helper()
	places := parttest.Places(t)
	dir := filepath.Join(filepath.Dir(places.Config), "project")
	write := func(name, text string) {
		t.Helper()
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	write(filepath.Join(dir, "a.txt"), "a\n")
	write(filepath.Join(dir, "b.txt"), "b\n")
	write(filepath.Join(dir, ".env"), "KEY=1\n")
	write(filepath.Join(dir, "dossier.toml"), `[files]
items = ["a.txt"]

[presets.api]
description = "of the project"
files = ["a.txt", ".env"]

[presets.docs]
files = ["b.txt"]
`)
	write(filepath.Join(places.Config, "dossier.toml"), "[presets.api]\nfiles = [{ path = \"a.txt\", view_mode = \"summary\" }]\n\n[presets.mine]\nfiles = [\"b.txt\"]\n")
	s := newStage(t, places)
	s.Start(dir, false)
	s.Settle()
	s.showTab(presetsID)
	s.Until("the presets are counted", func() bool { return !strings.Contains(strings.Join(s.presetTexts(), "\n"), words.Pending) })
	return s
}

// presetTexts are the rows of the manager as a person reads them.
func (s *stage) presetTexts() []string {
	var out []string
	for i := range s.presets.rows.Len() {
		var words []string
		for _, c := range s.presets.rows.Row(i).Cells {
			if c.Text != "" {
				words = append(words, c.Text)
			}
		}
		out = append(out, strings.Join(words, " | "))
	}
	return out
}

// lines are the rows of a list as a person reads them.
func lines(rows board.Rows) []string {
	var out []string
	for i := range rows.Len() {
		var words []string
		for _, c := range rows.Row(i).Cells {
			words = append(words, c.Text)
		}
		out = append(out, strings.Join(words, " "))
	}
	return out
}

func (s *stage) wantPresets(want ...string) {
	s.t.Helper()
	if diff := cmp.Diff(want, s.presetTexts()); diff != "" {
		s.t.Errorf("wrong rows (-want +got):\n%s", diff)
	}
}

func (s *stage) presetRow(key string) presets.Row {
	s.t.Helper()
	i := s.presets.rows.Find(key)
	if i < 0 {
		s.t.Fatalf("%s is not listed", key)
	}
	return s.presets.rows.rows[i]
}

func TestTheManagerListsPresets(t *testing.T) {
	s := presetStage(t)
	s.wantPresets(
		"1 | project | api | overrides global | of the project | 2 | 29",
		"2 | project | docs | 1 | 15",
		"global | api | overridden here | 1 | 26",
		"3 | global | mine | 1 | 15",
	)
	s.presets.filter.SetText("project .env")
	s.wantPresets("1 | project | api | overrides global | of the project | 2 | 29")
	s.presets.filter.SetText("nothing has this")
	if s.presets.stack.Objects[0] != fyne.CanvasObject(s.presets.noMatch) {
		t.Error("it is not said that no preset is found")
	}
}

// A preset of the project that hides the person's own says what differs, the first time
// that it is used (a pull can bring one that adds .env).
func TestTheFirstUseOfAShadowSaysWhatDiffers(t *testing.T) {
	s := presetStage(t)
	s.presets.apply(0)
	if s.dialogs.Front() == nil || s.session.Presets().Applied().Name != "" {
		t.Fatal("it was applied without a word")
	}
	diff, _, _ := s.session.Presets().Shadow(s.presetRow("project/api").Ref())
	want := []string{
		"+ .env full",
		columns.Changed + " a.txt view_mode summary → –",
		columns.Changed + " description – → of the project",
	}
	rows := board.FixedRows(differenceLines(diff))
	if d := cmp.Diff(want, lines(&rows)); d != "" {
		t.Errorf("wrong difference (-want +got):\n%s", d)
	}
	s.key(fyne.KeyReturn, 0)
	if s.dialogs.Front() != nil || s.session.Presets().Applied() != (project.PresetRef{Scope: models.ProjectScope, Name: "api"}) {
		t.Fatalf("%v is applied", s.session.Presets().Applied())
	}
	s.undo()
	s.presets.apply(0)
	if s.dialogs.Front() != nil {
		t.Error("it is asked again")
	}
}

func TestPresetsBySwitcherAndNumber(t *testing.T) {
	s := presetStage(t)
	s.key(fyne.Key2, ctrl)
	if name, _ := s.session.Presets().Current(); name != "docs" {
		t.Errorf("Ctrl+2 applied %q", name)
	}
	s.key(fyne.Key9, ctrl)
	if got := s.overlay.ToastText(); got != "There is no preset 9" {
		t.Errorf("Ctrl+9 says %q", got)
	}
	s.key(fyne.KeyK, ctrl)
	find, ok := s.win.Canvas().Focused().(*edit.Entry)
	if !ok {
		t.Fatalf("the focus is on %T", s.win.Canvas().Focused())
	}
	find.SetText("MI")
	find.TypedKey(&fyne.KeyEvent{Name: fyne.KeyReturn})
	if name, _ := s.session.Presets().Current(); name != "mine" || s.dialogs.Front() != nil {
		t.Errorf("the switcher applied %q", name)
	}
	s.key(fyne.KeyK, ctrl)
	find = s.win.Canvas().Focused().(*edit.Entry)
	find.TypedKey(&fyne.KeyEvent{Name: fyne.KeyDown})
	find.TypedKey(&fyne.KeyEvent{Name: fyne.KeyReturn})
	if name, _ := s.session.Presets().Current(); name != "docs" {
		t.Errorf("the second of the list is %q", name)
	}
}

func TestADraftIsOffered(t *testing.T) {
	s := presetStage(t)
	s.key(fyne.Key2, ctrl)
	s.session.Compose().Add([]string{"a.txt"})
	s.key(fyne.Key3, ctrl)
	if got := s.presetTexts()[1]; got != "2 | project | docs | draft | 1 | 15" {
		t.Errorf("the row is %q", got)
	}
	s.key(fyne.Key2, ctrl)
	if s.dialogs.Front() == nil {
		t.Fatal("it is not asked which of the two")
	}
	s.key(fyne.KeyReturn, 0)
	if name, modified := s.session.Presets().Current(); name != "docs" || !modified || !s.session.Files().Has("a.txt") {
		t.Errorf("%s is applied, modified %t", name, modified)
	}
}

func TestPresetsAreManagedByKeys(t *testing.T) {
	s := presetStage(t)
	at := func(key string) int { s.presetRow(key); return s.presets.rows.Find(key) }
	press := func(key string, name fyne.KeyName) {
		s.presets.list.SetCursor(at(key))
		s.presets.list.TypedKey(&fyne.KeyEvent{Name: name})
	}
	s.presets.list.SetCursor(at("project/docs"))
	s.presets.list.TypedShortcut(&desktop.CustomShortcut{KeyName: fyne.KeyD, Modifier: ctrl})
	s.Until("it is duplicated", func() bool { return s.presets.rows.Find("project/docs (2)") >= 0 })
	press("project/docs", fyne.KeyDelete)
	s.Until("it is deleted", func() bool { return s.presets.rows.Find("project/docs") < 0 })
	s.undo()
	s.Until("it is back", func() bool { return s.presets.rows.Find("project/docs") >= 0 })

	press("project/docs", fyne.KeyF2)
	name, ok := s.win.Canvas().Focused().(*edit.Entry)
	if !ok {
		t.Fatalf("the focus is on %T", s.win.Canvas().Focused())
	}
	name.SetText("api")
	s.key(fyne.KeyReturn, 0)
	if s.dialogs.Front() == nil {
		t.Fatal("a name that is taken is accepted")
	}
	name.SetText("pages")
	s.key(fyne.KeyReturn, 0)
	s.Until("it is renamed", func() bool { return s.presets.rows.Find("project/pages") >= 0 })
}

func TestSavingAsAPreset(t *testing.T) {
	s := presetStage(t)
	s.key(fyne.KeyS, ctrl|shift)
	name, ok := s.win.Canvas().Focused().(*edit.Entry)
	if !ok {
		t.Fatalf("the focus is on %T", s.win.Canvas().Focused())
	}
	s.key(fyne.KeyReturn, 0)
	if s.dialogs.Front() == nil {
		t.Fatal("a preset without a name is saved")
	}
	name.SetText("new")
	s.key(fyne.KeyReturn, 0)
	s.Until("it is saved", func() bool { n, _ := s.session.Presets().Current(); return n == "new" })
	if got := s.toolbar.preset.Text(); got != "new" {
		t.Errorf("the toolbar says %q", got)
	}
	s.session.Compose().Add([]string{"b.txt"})
	if got := s.toolbar.preset.Text(); got != "new, modified" {
		t.Errorf("the toolbar says %q", got)
	}
}

func TestTheDetailsOfAPreset(t *testing.T) {
	s := presetStage(t)
	d := s.presets.details
	s.presets.list.SetCursor(0)
	for _, tt := range []struct {
		detail detail
		want   []string
	}{
		{detailEntries, []string{"a.txt full", ".env full"}},
		{detailNow, []string{"− .env"}},
		{detailGlobal, []string{"+ .env full", columns.Changed + " a.txt view_mode summary → –", columns.Changed + " description – → of the project"}},
	} {
		d.chosen = tt.detail
		d.show(s.presetRow("project/api"))
		got := lines(&d.rows)
		for i := range got {
			got[i] = strings.TrimSpace(got[i])
		}
		if diff := cmp.Diff(tt.want, got); diff != "" {
			t.Errorf("detail %d (-want +got):\n%s", tt.detail, diff)
		}
	}
	d.show(s.presetRow("global/mine")) // it has no other to be compared with: its entries
	if diff := cmp.Diff([]string{"b.txt full"}, lines(&d.rows)); diff != "" {
		t.Errorf("wrong entries (-want +got):\n%s", diff)
	}
}
