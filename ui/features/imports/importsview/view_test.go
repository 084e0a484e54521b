package importsview

import (
	"strings"
	"testing"

	"fyne.io/fyne/v2"

	"dossier/aggregate/links/imports"
	"dossier/models"
	uses "dossier/ui/features/imports"
	"dossier/ui/part/parttest"
	"dossier/ui/project/dependencies"
)

func TestMain(m *testing.M) { parttest.Main(m) }

const server = "internal/server/server.go"

func TestWhatAFileUsesIsChosenAndAdded(t *testing.T) {
	s := parttest.NewStage(t, parttest.Places(t))
	s.OpenSample()
	s.Session().Compose().Clear()
	uses.Of(s.Session()).Query(dependencies.Uses, server)
	v := New(s)
	s.Edit(v)
	counted := func() bool {
		_, cost := uses.Of(s.Session()).Ticked()
		return len(v.rows.list) > 0 && !cost.Pending
	}
	s.Until("it is found and counted", counted)
	if v.Title() != "Dependencies" || v.Path() != server || v.First() != v.list {
		t.Errorf("%s of %s", v.Title(), v.Path())
	}
	n := len(v.rows.list)
	row := v.rows.Row(0)
	if !strings.Contains(row.Cells[3].Text, "server.go") || row.Cells[4].Text == "" {
		t.Errorf("the row shows %+v", row.Cells)
	}
	v.toggle(0)
	if files, _ := uses.Of(s.Session()).Ticked(); files != n-1 {
		t.Errorf("%d of %d are ticked", files, n)
	}
	v.tickAll(true)
	s.Key(fyne.Key3, 0)
	s.Until("it is followed three steps", func() bool { return uses.Of(s.Session()).Depth() == 3 && !uses.Of(s.Session()).Busy() && counted() })
	v.mode.Choose(1)
	uses.Of(s.Session()).SetMode(uses.Modes()[1])
	s.Until("it is counted as an outline", counted)
	s.Key(fyne.KeyReturn, fyne.KeyModifierShortcutDefault)
	if s.Editing() {
		t.Error("what is added does not lead back")
	}
	items := s.Session().Composition().Files
	if len(items) < n || items[0].ViewMode != models.Outline {
		t.Errorf("the composition is %v", items)
	}
}

func TestNothingIsFound(t *testing.T) {
	s := parttest.NewStage(t, parttest.Places(t))
	s.OpenSample()
	for to, want := range map[dependencies.Direction]string{dependencies.Uses: "imports no file", dependencies.UsedBy: "No file of the project imports it"} {
		uses.Of(s.Session()).Query(to, "README.md")
		v := New(s)
		if to == dependencies.UsedBy && v.Title() != "Dependents" {
			t.Errorf("the title is %s", v.Title())
		}
		s.Edit(v)
		s.Until("it is looked for", func() bool { return !uses.Of(s.Session()).Busy() })
		if !strings.Contains(v.nothing(), want) || !v.add.Disabled() {
			t.Errorf("said is %q", v.nothing())
		}
	}
	uses.Of(s.Session()).Query(dependencies.Uses, "gone.go")
	v := New(s)
	s.Edit(v)
	s.Until("it is looked for", func() bool { return !uses.Of(s.Session()).Busy() })
	if !strings.Contains(v.nothing(), "gone.go") {
		t.Errorf("said is %q", v.nothing())
	}
}

// Adding more than the model's context window needs confirmation; the reason for a file is given
// in the requested direction.
func TestMoreThanTheWindowIsAskedAbout(t *testing.T) {
	s := parttest.NewStage(t, parttest.Places(t))
	s.OpenSample()
	s.Session().Compose().Clear()
	s.Session().Settings().SetCustomModel(10, 1)
	uses.Of(s.Session()).Query(dependencies.Uses, server)
	v := New(s)
	s.Edit(v)
	s.Until("it is found and counted", func() bool {
		_, cost := uses.Of(s.Session()).Ticked()
		return len(v.rows.list) > 0 && !cost.Pending
	})
	if text := v.total.Text(); !strings.Contains(text, "× of the window") {
		t.Errorf("below is %q", text)
	}
	s.Key(fyne.KeyReturn, fyne.KeyModifierShortcutDefault)
	if s.Dialogs().Front() == nil || len(s.Session().Composition().Files) != 0 {
		t.Fatal("it is added without a question")
	}
	s.Dialogs().Front().Confirm()
	if s.Editing() || len(s.Session().Composition().Files) == 0 {
		t.Error("after the question nothing is added")
	}
	row := uses.Row{Use: imports.Use{From: "a/b.go", Import: "shop/a"}}
	if got := whyOf(row, dependencies.Uses); got != "shop/a, by b.go" {
		t.Errorf("what it uses says %q", got)
	}
	if got := whyOf(row, dependencies.UsedBy); got != "imports b.go" {
		t.Errorf("what uses it says %q", got)
	}
}
