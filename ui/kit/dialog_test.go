package kit

import (
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"

	"dossier/ui/kit/kittest"
)

func TestADialogIsAsLargeAsItIsMade(t *testing.T) {
	begin(t)
	o, _, w := staged(t, canvas.NewRectangle(nil))
	body := block(200, 80)
	closed := 0
	d := NewDialog(o, w.Canvas(), "Delete the snapshot?", body, []fyne.CanvasObject{NewButton("Delete", nil), NewButton("Cancel", nil)})
	d.OnClosed = func() { closed++ }
	d.Show()
	if least := d.MinSize(); least.Width < 200 || least.Height < 80+ControlHeight {
		t.Errorf("its least size is %v, with a body of 200 by 80", least)
	}
	before := body.Size()
	d.Resize(d.MinSize().AddWidthHeight(100, 50))
	if got := body.Size().Subtract(before); got != fyne.NewSize(100, 50) {
		t.Errorf("the body has grown by %v, want all that the dialog has", got)
	}
	d.Hide()
	if closed != 1 || w.Canvas().Overlays().Top() != nil {
		t.Errorf("reported %d times that it is closed", closed)
	}
}

// TestADialogHasTheOutlineOfAMenu looks for it along the edges of the dialog's box, in the theme where the box and the window are
// black, and after a change of the theme.
func TestADialogHasTheOutlineOfAMenu(t *testing.T) {
	begin(t)
	o, _, w := staged(t, canvas.NewRectangle(nil))
	d := NewDialog(o, w.Canvas(), "Delete the snapshot?", block(200, 80), []fyne.CanvasObject{NewButton("Delete", nil)})
	d.Show()
	d.Resize(d.MinSize().AddWidthHeight(100, 50))
	for _, variant := range []Variant{Dark | HighContrast, Light} {
		th := NewTheme(variant, nil, nil)
		fyne.CurrentApp().Settings().SetTheme(th)
		raised, edge := th.Color(ColorRaised, 0), th.Color(ColorOutline, 0)
		var box, line *kittest.Drawn
		kittest.Walk(w.Canvas().Overlays().Top(), fyne.Position{}, kittest.Drawn{Size: w.Canvas().Size()}, func(d kittest.Drawn) {
			switch r, ok := d.Object.(*canvas.Rectangle); {
			case !ok:
			case r.FillColor == raised && box == nil:
				box = &d
			case r.StrokeColor == edge && line == nil:
				line = &d
			}
		})
		if box == nil || line == nil || box.At != line.At || box.Size != line.Size {
			t.Errorf("the box is %v, and its outline %v", box, line)
		}
	}
}

func TestAToastThatNoLongerHolds(t *testing.T) {
	begin(t)
	o, _, _ := staged(t, canvas.NewRectangle(nil))
	o.DisableToast("there is none") // must not fail
	undone := 0
	o.Toast("Deleted", "Undo", func() { undone++ })
	o.DisableToast("Something else was changed since")
	o.toast.button.Tapped(nil)
	if undone != 0 || o.ToastText() != "Deleted" {
		t.Errorf("undone %d times; it says %q", undone, o.ToastText())
	}
	o.toast.MouseMoved(nil)
	o.toast.Tapped(nil)
	if o.ToastText() != "" {
		t.Errorf("after a click on it, it still says %q", o.ToastText())
	}
}

func TestAnEmptyPlaceSaysWhatIsToBeDone(t *testing.T) {
	begin(t)
	e := NewEmpty("Nothing is kept yet.", "Write", nil)
	kittest.Show(t, e, 300, 160)
	e.SetText("Nothing is found.")
	e.SetStep("Show all")
	if got := strings.Join(kittest.Texts(e), "|"); got != "Nothing is found.|Show all" {
		t.Errorf("it says %q", got)
	}
	for _, shown := range []bool{false, true} {
		e.ShowStep(shown)
		if e.Step().Visible() != shown {
			t.Errorf("the step is shown: %t, want %t", e.Step().Visible(), shown)
		}
	}
	bare := NewEmpty("Nothing.", "", nil)
	bare.SetStep("Write")
	bare.ShowStep(true)
	if bare.Step() != nil {
		t.Error("an empty place without a step has a button")
	}
}

func TestProgressOfAJob(t *testing.T) {
	begin(t)
	stopped := 0
	p := NewProgress(func() { stopped++ })
	kittest.Show(t, p, 400, StatusHeight)
	thumbs := func() int { return kittest.Objects(p) }
	p.Set("Scanning", "12 files", -1, "Cancel")
	bare := thumbs()
	p.Set("Scanning", "12 files", 0.5, "Stop")
	if thumbs() != bare+2 {
		t.Errorf("%d objects with a part that is known, and %d without: want a bar in its track", thumbs(), bare)
	}
	if p.Text() != "Scanning 12 files" || p.Button().Text() != "Stop" {
		t.Errorf("it says %q, and its button %q", p.Text(), p.Button().Text())
	}
	p.Button().Tapped(nil)
	if stopped != 1 {
		t.Errorf("stopped %d times", stopped)
	}
}
