package presetstab

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/test"
	"github.com/google/go-cmp/cmp"

	"dossier/models"
	"dossier/presets"
	"dossier/ui/columns"
	"dossier/ui/features/presetlist"
	"dossier/ui/kit"
	"dossier/ui/kit/board"
	"dossier/ui/kit/edit"
	"dossier/ui/kit/kittest"
	"dossier/ui/part/parttest"
	"dossier/ui/project"
	"dossier/ui/words"
)

func TestMain(m *testing.M) { parttest.Main(m) }

// stage is a window with the tab.
type stage struct {
	*parttest.Stage
	t   testing.TB
	tab *Tab
}

// newStage is a stage for a folder, with the tab active.
func newStage(t *testing.T, places presets.Places, dir string) *stage {
	t.Helper()
	s := &stage{Stage: parttest.NewStage(t, places), t: t}
	s.tab = New(s)
	s.Open(dir)
	s.ShowInFront(s.tab)
	return s
}

// presetStage is a stage with a project that has presets, which are counted.
func presetStage(t *testing.T) *stage {
	t.Helper()
	places, dir := parttest.Places(t), t.TempDir()
	write := func(name, text string) { parttest.Write(t, name, text) }
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
	s := newStage(t, places, dir)
	s.Until("the presets are counted", func() bool { return !strings.Contains(strings.Join(s.presetTexts(), "\n"), words.Pending) })
	return s
}

// presetTexts returns the visible rows of the manager.
func (s *stage) presetTexts() []string {
	var out []string
	for i := range s.tab.rows.Len() {
		var words []string
		for _, c := range s.tab.rows.Row(i).Cells {
			if c.Text != "" {
				words = append(words, c.Text)
			}
		}
		out = append(out, strings.Join(words, " | "))
	}
	return out
}

// lines returns the visible rows of a list.
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

func linesOf(list []board.Row) []string {
	rows := board.FixedRows(list)
	return lines(&rows)
}

func (s *stage) wantPresets(want ...string) {
	s.t.Helper()
	if diff := cmp.Diff(want, s.presetTexts()); diff != "" {
		s.t.Errorf("wrong rows (-want +got):\n%s", diff)
	}
}

func (s *stage) presetRow(key string) presetlist.Row {
	s.t.Helper()
	i := s.tab.rows.Find(key)
	if i < 0 {
		s.t.Fatalf("%s is not listed", key)
	}
	return s.tab.rows.rows[i]
}

func TestTheManagerListsPresets(t *testing.T) {
	s := presetStage(t)
	s.wantPresets(
		"1 | project | api | overrides global | of the project | 1 | 34",
		"2 | project | docs | 1 | 15",
		"global | api | overridden here | 1 | 26",
		"3 | global | mine | 1 | 15",
	)
	s.tab.filter.SetText("project .env")
	s.wantPresets("1 | project | api | overrides global | of the project | 1 | 34")
	s.tab.filter.SetText("nothing has this")
	if s.tab.stack.Objects[0] != fyne.CanvasObject(s.tab.noMatch) {
		t.Error("it is not said that no preset is found")
	}
}

// The first use of a project's preset that hides the user's own shows the differences (a pull may
// add one with .env).
func TestTheFirstUseOfAShadowSaysWhatDiffers(t *testing.T) {
	s := presetStage(t)
	s.tab.apply(0)
	if s.Dialogs().Front() == nil || s.Session().Presets().Applied().Name != "" {
		t.Fatal("it was applied without a word")
	}
	diff, _, _ := s.Session().Presets().Shadow(s.presetRow("project/api").Ref())
	want := []string{
		"+ .env full",
		columns.Changed + " a.txt view_mode summary → –",
		columns.Changed + " description – → of the project",
	}
	rows := board.FixedRows(differenceLines(diff))
	if d := cmp.Diff(want, lines(&rows)); d != "" {
		t.Errorf("wrong difference (-want +got):\n%s", d)
	}
	s.Key(fyne.KeyReturn, 0)
	if s.Dialogs().Front() != nil || s.Session().Presets().Applied() != (project.PresetRef{Scope: models.ProjectScope, Name: "api"}) {
		t.Fatalf("%v is applied", s.Session().Presets().Applied())
	}
	s.Undo()
	s.tab.apply(0)
	if s.Dialogs().Front() != nil {
		t.Error("it is asked again")
	}
}

func TestPresetsBySwitcherAndNumber(t *testing.T) {
	s := presetStage(t)
	s.tab.ApplyNumber(2)
	if name, _ := s.Session().Presets().Current(); name != "docs" {
		t.Errorf("Ctrl+2 applied %q", name)
	}
	s.tab.ApplyNumber(9)
	if got := s.Overlay.ToastText(); got != "There is no preset 9" {
		t.Errorf("Ctrl+9 says %q", got)
	}
	s.tab.SwitchDialog()
	find, ok := s.Window.Canvas().Focused().(*edit.Entry)
	if !ok {
		t.Fatalf("the focus is on %T", s.Window.Canvas().Focused())
	}
	find.SetText("MI")
	find.TypedKey(&fyne.KeyEvent{Name: fyne.KeyReturn})
	if name, _ := s.Session().Presets().Current(); name != "mine" || s.Dialogs().Front() != nil {
		t.Errorf("the switcher applied %q", name)
	}
	s.tab.SwitchDialog()
	find = s.Window.Canvas().Focused().(*edit.Entry)
	find.TypedKey(&fyne.KeyEvent{Name: fyne.KeyDown})
	find.TypedKey(&fyne.KeyEvent{Name: fyne.KeyReturn})
	if name, _ := s.Session().Presets().Current(); name != "docs" {
		t.Errorf("the second of the list is %q", name)
	}
	s.tab.SwitchDialog()
	find = s.Window.Canvas().Focused().(*edit.Entry)
	find.SetText("no such preset")
	find.TypedKey(&fyne.KeyEvent{Name: fyne.KeyReturn})
	if said := strings.Join(kittest.Texts(s.Window.Canvas().Overlays().Top()), "\n"); !strings.Contains(said, "No preset has these words") {
		t.Errorf("without a match the switcher says\n%s", said)
	}
	if name, _ := s.Session().Presets().Current(); name != "docs" || s.Dialogs().Front() == nil {
		t.Errorf("without a match the switcher applied %q", name)
	}
}

func TestADraftIsOffered(t *testing.T) {
	s := presetStage(t)
	s.tab.ApplyNumber(2)
	s.Session().Compose().Add([]string{"a.txt"})
	s.tab.ApplyNumber(3)
	if got := s.presetTexts()[1]; got != "2 | project | docs | draft | 1 | 15" {
		t.Errorf("the row is %q", got)
	}
	s.tab.ApplyNumber(2)
	if s.Dialogs().Front() == nil {
		t.Fatal("it is not asked which of the two")
	}
	if !s.Readable("Apply the draft") || !s.Readable("Apply as saved") {
		t.Error("the buttons do not say what they do")
	}
	s.Key(fyne.KeyReturn, 0)
	if name, modified := s.Session().Presets().Current(); name != "docs" || !modified || !s.Session().Files().Has("a.txt") {
		t.Errorf("%s is applied, modified %t", name, modified)
	}
}

func TestPresetsAreManagedByKeys(t *testing.T) {
	s := presetStage(t)
	at := func(key string) int { s.presetRow(key); return s.tab.rows.Find(key) }
	press := func(key string, name fyne.KeyName) {
		s.tab.list.SetCursor(at(key))
		s.tab.list.TypedKey(&fyne.KeyEvent{Name: name})
	}
	s.tab.list.SetCursor(at("project/docs"))
	s.tab.list.TypedShortcut(&desktop.CustomShortcut{KeyName: fyne.KeyD, Modifier: kit.Ctrl})
	s.Until("it is duplicated", func() bool { return s.tab.rows.Find("project/docs (2)") >= 0 })
	press("project/docs", fyne.KeyDelete)
	s.Until("it is deleted", func() bool { return s.tab.rows.Find("project/docs") < 0 })
	s.Undo()
	s.Until("it is back", func() bool { return s.tab.rows.Find("project/docs") >= 0 })

	press("project/docs", fyne.KeyF2)
	name, ok := s.Window.Canvas().Focused().(*edit.Entry)
	if !ok {
		t.Fatalf("the focus is on %T", s.Window.Canvas().Focused())
	}
	name.SetText("api")
	s.Key(fyne.KeyReturn, 0)
	if s.Dialogs().Front() == nil {
		t.Fatal("a name that is taken is accepted")
	}
	name.SetText("pages")
	s.Key(fyne.KeyReturn, 0)
	s.Until("it is renamed", func() bool { return s.tab.rows.Find("project/pages") >= 0 })
}

func TestSavingAsAPreset(t *testing.T) {
	s := presetStage(t)
	s.tab.SaveDialog()
	name, ok := s.Window.Canvas().Focused().(*edit.Entry)
	if !ok {
		t.Fatalf("the focus is on %T", s.Window.Canvas().Focused())
	}
	s.Key(fyne.KeyReturn, 0)
	if s.Dialogs().Front() == nil {
		t.Fatal("a preset without a name is saved")
	}
	for typed, shown := range map[string]string{"": "a.txt", "api": ".env", "new": "A new preset with 1 entry"} {
		if name.SetText(typed); !s.Readable(shown) {
			t.Errorf("with the name %q the dialog does not show %q", typed, shown)
		}
	}
	name.SetText("new")
	s.Key(fyne.KeyReturn, 0)
	s.Until("it is saved", func() bool { n, _ := s.Session().Presets().Current(); return n == "new" })
	s.Session().Compose().Add([]string{"b.txt"})
	if name, modified := s.Session().Presets().Current(); name != "new" || !modified {
		t.Errorf("%q is applied, modified %t", name, modified)
	}
}

func TestTheDetailsOfAPreset(t *testing.T) {
	s := presetStage(t)
	d := s.tab.details
	s.tab.list.SetCursor(0)
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
	full := models.Preset{Files: []models.FileItem{models.NewFileItem("a.txt")}, Instruction: "why?", Format: "xml", Git: models.Git{Range: "branch"}}
	if diff := cmp.Diff([]string{"a.txt full", "why? instruction", "xml format", "branch as diff git"}, linesOf(entryLines(full))); diff != "" {
		t.Errorf("wrong entries of a preset with more than files (-want +got):\n%s", diff)
	}
	d.show(s.presetRow("global/mine")) // it cannot be compared with another one: shows its entries
	if diff := cmp.Diff([]string{"b.txt full"}, lines(&d.rows)); diff != "" {
		t.Errorf("wrong entries (-want +got):\n%s", diff)
	}
}

func TestAPresetIsAppliedFromItsTab(t *testing.T) {
	s := presetStage(t)
	s.tab.list.SetCursor(s.tab.rows.Find("project/docs"))
	s.tab.Focus()
	s.Press(fyne.KeyReturn)
	if name, modified := s.Session().Presets().Current(); name != "docs" || modified {
		t.Errorf("applied %q, modified %t", name, modified)
	}
}

// A preset with missing files shows it in its row.
func TestARowSaysWhatIsMissing(t *testing.T) {
	s := newStage(t, parttest.Places(t), parttest.Folder(t, map[string]string{
		"a.txt": "a\n", "dossier.toml": "[presets.most]\nfiles = [\"a.txt\", \"gone.txt\", \"lost/*.go\", \"old.txt\"]\n[presets.all]\nfiles = [\"a.txt\"]\n",
	}))
	marks := func(name string) string {
		var out []string
		for _, c := range s.tab.rows.Row(s.tab.rows.Find("project/" + name)).Cells {
			if c.Tone == kit.ColorWarn {
				out = append(out, c.Text+": "+c.Tip)
			}
		}
		return strings.Join(out, "; ")
	}
	s.Until("the row says what is missing", func() bool {
		got := marks("most")
		return strings.HasPrefix(got, "3 missing: 3 entries are missing\ngone.txt\nlost/*.go\nold.txt\nApply it to review")
	})
	s.Until("it is counted", func() bool { return !strings.Contains(s.tab.rows.Row(1).Cells[4].Text, words.Pending) })
	if got := marks("all"); got != "" {
		t.Errorf("the row of one that is there says %q", got)
	}
	s.tab.apply(s.tab.rows.Find("project/most"))
	if got := marks("most"); !strings.Contains(got, s.KeysOf("review-missing")) {
		t.Errorf("the row says %q", got)
	}
}

// If the project file is unreadable, presets are not shown as empty.
func TestPresetsThatCannotBeReadAreNotSaidToBeNone(t *testing.T) {
	s := newStage(t, parttest.Places(t), parttest.Folder(t, map[string]string{"dossier.toml": "[oops\n"}))
	if s.tab.stack.Objects[0] != fyne.CanvasObject(s.tab.broken) {
		t.Error("the tab says that there are no presets")
	}
	s.Session().ProjectFile().MoveAside()
	s.Until("the tab says that there are none", func() bool { return s.tab.stack.Objects[0] == fyne.CanvasObject(s.tab.empty) })
}

// A preset file is listed by its type; a missing one is an error in the dialog.
func TestImportByPath(t *testing.T) {
	s := presetStage(t)
	base := parttest.Folder(t, map[string]string{"team.toml": "[presets.team]\nfiles = [\"a.txt\"]\n", "team.json": "{}"})
	s.tab.importDialog()
	field := s.Focused().(*board.Suggest)
	field.SetText(filepath.Join(base, "gone.toml"))
	s.Press(fyne.KeyReturn)
	var lines strings.Builder // the message takes several lines if the path is long
	s.WalkFront(func(d kittest.Drawn) {
		if t, ok := d.Object.(*canvas.Text); ok {
			lines.WriteString(strings.TrimSpace(t.Text))
		}
	})
	message := "There is no file " + filepath.Join(base, "gone.toml")
	if s.Dialogs().Front() == nil || !strings.Contains(strings.ReplaceAll(lines.String(), " ", ""), strings.ReplaceAll(message, " ", "")) {
		t.Fatal("a missing file is taken, or nothing is said")
	}
	field.SetText(filepath.Join(base, "te"))
	s.Until("the file is listed", func() bool { return len(field.Offered()) == 1 })
	s.Press(fyne.KeyDown, fyne.KeyReturn)
	s.Until("the presets are offered", func() bool { return s.Readable("Import 1 preset") })
}

func TestAnExportIsRedactedOnRequest(t *testing.T) {
	const token = "gh" + "p_0123456789abcdefghijABCDEFGHIJ012345"
	tests := []struct {
		name         string
		ticks        []string
		token, other bool // whether they are in the file
	}{
		{"without a tick", nil, true, true},
		{"what is possible alone cannot be ticked", []string{"Also possible secrets"}, true, true},
		{"secrets", []string{"Redact secrets"}, false, true},
		{"possible ones too", []string{"Redact secrets", "Also possible secrets"}, false, false},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			places, dir := parttest.Places(t), t.TempDir()
			parttest.Write(t, filepath.Join(dir, "dossier.toml"), "[presets.one]\ninstruction = \"use "+token+"\\npassword = 'Tr0ub4dor-and-3-horses'\"\n")
			s := newStage(t, places, dir)
			s.tab.exportDialog([]project.PresetRef{{Scope: models.ProjectScope, Name: "one"}}, "one")
			field := s.Focused().(*board.Suggest)
			for _, tick := range tt.ticks {
				tickBox(s, tick)
			}
			path := filepath.Join(t.TempDir(), "out.toml")
			field.SetText(path)
			test.Tap(s.Button("Export"))
			var data []byte
			s.Until("it is written", func() bool {
				var err error
				data, err = os.ReadFile(path)
				return err == nil
			})
			if strings.Contains(string(data), token) != tt.token || strings.Contains(string(data), "Tr0ub4dor") != tt.other {
				t.Errorf("it exports %s", data)
			}
		})
	}
}

// tickBox clicks the check box of a text in the open dialog.
func tickBox(s *stage, text string) {
	s.t.Helper()
	for _, o := range test.LaidOutObjects(s.Window.Canvas().Overlays().Top()) {
		if box, ok := o.(*kit.Check); ok && strings.Join(kittest.Texts(box), "") == text {
			test.Tap(box)
			return
		}
	}
	s.t.Fatalf("there is no box %q", text)
}

// The filter is that of the list that is shown.
func TestTheListOfAnotherProjectIsNotFiltered(t *testing.T) {
	s := presetStage(t)
	s.tab.filter.SetText("nothing has this")
	s.Open(parttest.Folder(t, map[string]string{"a.txt": "a"}))
	s.Settle()
	if got := s.tab.filter.Text; got != "" || s.Session().Presets().Filter() != "" {
		t.Errorf("the filter is %q, the list has %q", got, s.Session().Presets().Filter())
	}
}
