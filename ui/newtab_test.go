package ui_test

import (
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"dossier/ui"
	"dossier/ui/kit"
	"dossier/ui/kit/edit"
	"dossier/ui/part"
	"dossier/ui/part/parttest"
	"dossier/ui/session/change"
)

// counter is a tab that counts the files of the dossier: all that a tab needs is here, and it
// is given to the window in one place.
type counter struct {
	w     part.Window
	box   *edit.Entry
	count *kit.Label
	whole *fyne.Container
	front []bool
}

func newCounter(w part.Window) *counter {
	t := &counter{w: w, box: edit.NewEntry("", nil), count: kit.NewLabel("", kit.Body)}
	t.whole = container.NewVBox(t.box, t.count)
	return t
}

func (t *counter) Content() fyne.CanvasObject     { return t.whole }
func (t *counter) Focus()                         { t.w.Focus(t.box) }
func (t *counter) Shown(on bool)                  { t.front = append(t.front, on) }
func (t *counter) Uncovered() []fyne.CanvasObject { return []fyne.CanvasObject{t.box} }

func (t *counter) Changed(c change.Set) {
	if c.Has(change.Composition | change.Project) {
		t.count.SetText(kit.Count(int64(len(t.w.Session().Files().Items()))) + " files")
	}
}

// A feature is one package and one line: this one is in the rail, follows the session, takes the
// focus, knows when it is active and is there again in the next run.
func TestAFeatureIsAddedByOneLine(t *testing.T) {
	places := parttest.Places(t)
	var tab *counter
	add := part.Feature{
		ID: "counter", Title: "Counter", Tip: "How many files there are", Icon: kit.GlyphData, Group: part.AboutDocuments,
		New: func(w part.Window) part.Tab {
			tab = newCounter(w)
			return tab
		},
	}
	s := ui.NewStage(t, places, add)
	s.Start("", true)
	s.Settle()
	before := s.Covered()
	for first := s.Front(); s.Front() != "counter"; {
		if s.Key(fyne.KeyPageDown, fyne.KeyModifierShortcutDefault); s.Front() == first {
			t.Fatal("no way along the rail leads to the tab")
		}
	}
	if !tab.whole.Visible() || len(tab.front) != 1 || !tab.front[0] {
		t.Errorf("the tab was told of being in front: %v", tab.front)
	}
	tab.Focus()
	if s.Focused() != fyne.Focusable(tab.box) || s.Covered() <= before-1 {
		t.Error("its text box does not take the keyboard, or a toast may cover it")
	}
	old := tab.count.Text()
	tab.w.Session().Compose().Clear()
	if old == "0 files" || tab.count.Text() != "0 files" {
		t.Errorf("it counted %q, and then %q", old, tab.count.Text())
	}
	s.Leave()

	again := ui.NewStage(t, places, add)
	again.Start("", false)
	again.Settle()
	if again.Front() != "counter" {
		t.Errorf("in the next run %s is in front", again.Front())
	}
}
