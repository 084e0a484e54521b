package kit

import (
	"fmt"
	"image/png"
	"os"
	"path/filepath"
	"testing"
	"time"

	"dossier/ui/kit/kittest"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/layout"
	"fyne.io/fyne/v2/test"

	"dossier/assets"
)

// TestGallery draws every widget in light and dark into the folder that
// KIT_GALLERY names, to be looked at. Without it there is nothing to do.
func TestGallery(t *testing.T) {
	dir := os.Getenv("KIT_GALLERY")
	if dir == "" {
		t.Skip("KIT_GALLERY names no folder")
	}
	for name, variant := range map[string]Variant{"light": Light, "dark": Dark} {
		for _, scale := range []float32{1, 1.5} {
			t.Run(fmt.Sprintf("%s %g", name, scale), func(t *testing.T) {
				test.NewTempApp(t)
				test.ApplyTheme(t, NewTheme(variant, assets.MonoRegular(), assets.MonoBold()))
				w := test.NewTempWindow(t, gallery())
				w.SetPadded(false)
				w.Resize(fyne.NewSize(1280, 800))
				w.Canvas().(test.WindowlessCanvas).SetScale(scale)
				galleryState(w)
				photograph(t, w, filepath.Join(dir, fmt.Sprintf("%s-%g.png", name, scale)))
				showMenu(w)
				photograph(t, w, filepath.Join(dir, fmt.Sprintf("%s-%g-menu.png", name, scale)))
			})
		}
	}
}

func photograph(t *testing.T, w fyne.Window, path string) {
	t.Helper()
	f, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	if err := png.Encode(f, w.Canvas().Capture()); err != nil {
		t.Fatal(err)
	}
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
}

func noItems() []MenuItem { return nil }

func gallery() fyne.CanvasObject {
	bar := container.NewHBox(
		NewMenuButton("acme-api", noItems), NewMenuButton("Backend review", noItems),
		NewChoice([]string{"Global", "Project"}, nil),
		NewMenuButton("strategy: auto", noItems),
		NewGlyphButton(GlyphUndo, "Undo", nil), NewGlyphButton(GlyphRedo, "Redo", nil),
		NewToggle("Focus", true, nil),
		layout.NewSpacer(),
		NewButton("Write", nil), NewPrimaryButton("Copy", nil),
	)
	rows := numbered(40)
	rows.keys[3] = "internal/a_really_absurdly_long_folder_name/and_another_one/absurd_final.pb.go"
	rows.keys[4] = "مرحبا.md"
	rows.heads = map[string]bool{rows.keys[0]: true, rows.keys[8]: true}
	list, list2 := NewList(rows, RowHeight), NewList(rows, RowHeight)
	list2.Select(2, 3, 4)
	tabs := NewTabBar([]Tab{{Text: "Context", Detail: "14"}, {Text: "Presets"}, {Text: "Discussion"}, {Text: "Beads"}, {Text: "Snapshots"}, {Text: "Notes"}, {Text: "Links"}, {Text: "Requests"}}, nil)
	narrow := NewTabBar([]Tab{{Text: "Context"}, {Text: "Presets"}, {Text: "Discussion"}, {Text: "Beads"}, {Text: "Snapshots"}}, nil)
	check := NewCheck("Show ignored files", nil)
	check.SetState(Mixed)
	off := NewButton("Copy", nil)
	off.DisableFor("There is nothing to copy")
	left := container.NewBorder(container.NewVBox(NewEntry("filter…", nil), narrow), container.NewVBox(check, off, NewTextBox("Instruction", 3, nil)), nil, nil, list)
	code := NewCodeView(sampleDocument())
	code.SetMatches([]Match{{Line: 7, Start: 26, End: 33}, {Line: 6, Start: 3, End: 8}}[:1], 0)
	panes := NewPanes(
		Pane{Content: left, Width: 280, Min: 200, Max: 480},
		Pane{Content: container.NewBorder(tabs, nil, nil, nil, list2), Stretch: true, Min: 300},
		Pane{Content: code, Width: 460, Min: 360},
	)
	budget, over := NewBudgetBar(nil), NewBudgetBar(nil)
	budget.Set([]Part{{Amount: 20_000}, {Amount: 5_000}, {Amount: 4_000}, {Amount: 2_204}}, 60_000, 18_900, "tokens")
	over.Set([]Part{{Amount: 50_000}, {Amount: 25_000}}, 60_000, 0, "tokens")
	missing := NewLabel("1 missing", Body)
	missing.SetTone(ColorWarn)
	secrets := NewLink("2 secrets", func() {})
	secrets.SetTone(ColorBad)
	status := NewStatusBar(container.NewHBox(NewLabel("14 files", Body), NewLabel(Count(31204)+" of "+Count(60000)+" tokens", Number), budget, over, layout.NewSpacer(), missing, secrets), EdgeTop)
	progress := NewProgress(nil)
	progress.Set("Scanning", Count(3204)+" files", 0.4, "Cancel")
	empty := NewEmpty("Snapshots keep every dossier that was written or copied, so that it can be read and compared again.", "Write the first one", nil)
	return NewOverlay(container.NewBorder(NewBar(bar, EdgeBottom), container.NewVBox(container.NewGridWithColumns(2, progress, NewSurface(empty, ColorGround, EdgeTop, 0, Group*5)), status), nil, nil, panes))
}

func showMenu(w fyne.Window) {
	ShowMenu(w.Canvas(), fyne.NewPos(640, 150), fyne.NewSize(92, 20), []MenuItem{
		{Text: "full", Checked: true, Detail: Count(8120)},
		{Text: "skeleton", Detail: Count(1624)},
		{Text: "outline", Reason: "Markdown has no outline yet"},
		{Separator: true},
		{Heading: true, Text: "More"},
		{Text: "Remove from the context", Detail: "Del"},
	})
}

func galleryState(w fyne.Window) {
	c := w.Canvas()
	for range 21 {
		test.FocusNext(c)
	}
	if l, ok := c.Focused().(*List); ok {
		kittest.Key(l, fyne.KeyDown, fyne.KeyDown, fyne.KeyDown, fyne.KeyDown)
	}
	o := c.Content().(*Overlay)
	o.After = func(_ time.Duration, f func()) func() { f(); return func() {} }
	o.ShowTip("1 of 2 slices could not be found again in the changed file", fyne.NewPos(600, 300), fyne.NewSize(40, 24))
	o.After = func(time.Duration, func()) func() { return func() {} }
	o.Toast("Copied 14 files, "+Count(31204)+" tokens", "Undo", nil)
}
