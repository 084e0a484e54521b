package kit

import (
	"fmt"
	"image/png"
	"os"
	"path/filepath"
	"testing"
	"time"

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
				f, err := os.Create(filepath.Join(dir, fmt.Sprintf("%s-%g.png", name, scale)))
				if err != nil {
					t.Fatal(err)
				}
				if err := png.Encode(f, w.Canvas().Capture()); err != nil {
					t.Fatal(err)
				}
				if err := f.Close(); err != nil {
					t.Fatal(err)
				}
			})
		}
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
	list := NewList(rows, RowHeight)
	tabs := NewTabBar([]Tab{{Text: "Context", Detail: "14"}, {Text: "Presets"}, {Text: "Discussion"}, {Text: "Beads"}, {Text: "Snapshots"}, {Text: "Notes"}, {Text: "Links"}, {Text: "Requests"}}, nil)
	narrow := NewTabBar([]Tab{{Text: "Context"}, {Text: "Presets"}, {Text: "Discussion"}, {Text: "Beads"}, {Text: "Snapshots"}}, nil)
	check := NewCheck("Show ignored files", nil)
	check.SetState(Mixed)
	off := NewButton("Copy", nil)
	off.DisableFor("There is nothing to copy")
	left := container.NewBorder(container.NewVBox(NewEntry("filter…", nil), narrow), container.NewVBox(check, off, NewTextBox("Instruction", 3, nil)), nil, nil, list)
	panes := NewPanes(
		Pane{Content: left, Width: 280, Min: 200, Max: 480},
		Pane{Content: container.NewBorder(tabs, nil, nil, nil, NewList(rows, RowHeight)), Stretch: true, Min: 300},
		Pane{Content: NewList(rows, RowHeight), Width: 420, Min: 360},
	)
	return NewOverlay(container.NewBorder(bar, nil, nil, nil, panes))
}

func galleryState(w fyne.Window) {
	c := w.Canvas()
	for range 14 {
		test.FocusNext(c)
	}
	o := c.Content().(*Overlay)
	o.After = func(_ time.Duration, f func()) func() { f(); return func() {} }
	o.ShowTip("1 of 2 slices could not be found again in the changed file", fyne.NewPos(600, 300), fyne.NewSize(40, 24))
	o.After = func(time.Duration, func()) func() { return func() {} }
	o.Toast("Copied 14 files, "+Count(31204)+" tokens", "Undo", nil)
}
