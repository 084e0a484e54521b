package kit_test

import (
	"fmt"
	"image/png"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/layout"
	"fyne.io/fyne/v2/test"

	"dossier/assets"
	"dossier/ui/kit"
	"dossier/ui/kit/board"
	"dossier/ui/kit/code"
	"dossier/ui/kit/edit"
	"dossier/ui/kit/kittest"
)

// TestGallery draws every widget in light and dark into the folder in KIT_GALLERY, for
// inspection. Without it the test does nothing.
func TestGallery(t *testing.T) {
	dir := os.Getenv("KIT_GALLERY")
	if dir == "" {
		t.Skip("KIT_GALLERY names no folder")
	}
	for name, variant := range map[string]kit.Variant{"light": kit.Light, "dark": kit.Dark} {
		for _, scale := range []float32{1, 1.5} {
			t.Run(fmt.Sprintf("%s %g", name, scale), func(t *testing.T) {
				test.NewTempApp(t)
				test.ApplyTheme(t, kit.NewTheme(variant, assets.MonoRegular(), assets.MonoBold()))
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

func noItems() []kit.MenuItem { return nil }

func gallery() fyne.CanvasObject {
	bar := container.NewHBox(
		kit.NewMenuButton("acme-api", noItems), kit.NewMenuButton("Backend review", noItems),
		kit.NewChoice([]string{"Global", "Project"}, nil),
		kit.NewMenuButton("strategy: auto", noItems),
		kit.NewGlyphButton(kit.GlyphUndo, "Undo", nil), kit.NewGlyphButton(kit.GlyphRedo, "Redo", nil),
		kit.NewToggle("Focus", true, nil),
		layout.NewSpacer(),
		kit.NewButton("Write", nil), kit.NewPrimaryButton("Copy", nil),
	)
	rows := newGalleryRows(40)
	rows.keys[3] = "internal/a_really_absurdly_long_folder_name/and_another_one/absurd_final.pb.go"
	rows.keys[4] = "مرحبا.md"
	rows.heads = []int{0, 8}
	list, list2 := board.NewList(rows, kit.RowHeight), board.NewList(rows, kit.RowHeight)
	list2.Select(2, 3, 4)
	rail := kit.NewRail(nil)
	rail.SetItems([]kit.RailItem{
		{Text: "Files", Icon: kit.GlyphFiles, Count: 14},
		{Text: "Notes", Icon: kit.GlyphNote},
		{Text: "Discussion", Icon: kit.GlyphChat, Dot: true},
		{Text: "Presets", Icon: kit.GlyphPresets, Group: 1},
		{Text: "Help", Icon: kit.GlyphHelp, Run: func() {}},
	})
	check := kit.NewCheck("Show ignored files", nil)
	check.SetState(kit.Mixed)
	off := kit.NewButton("Copy", nil)
	off.DisableFor("There is nothing to copy")
	left := container.NewBorder(edit.NewEntry("filter…", nil), container.NewVBox(check, off, edit.NewTextBox("Instruction", 3, nil)), nil, nil, list)
	view := code.NewView(galleryLines{})
	view.SetMatches([]code.Match{{Line: 7, Start: 26, End: 33}, {Line: 6, Start: 3, End: 8}}[:1], 0)
	panes := kit.NewPanes(
		kit.Pane{Content: left, Width: 280, Min: 200, Max: 480},
		kit.Pane{Content: kit.NewRow(rail, list2), Stretch: true, Min: 300},
		kit.Pane{Content: view, Width: 460, Min: 360},
	)
	budget, over := kit.NewBudgetBar(nil), kit.NewBudgetBar(nil)
	budget.Set([]kit.Part{{Amount: 20_000}, {Amount: 5_000}, {Amount: 4_000}, {Amount: 2_204}}, 60_000, 18_900, "tokens")
	over.Set([]kit.Part{{Amount: 50_000}, {Amount: 25_000}}, 60_000, 0, "tokens")
	missing := kit.NewLabel("1 missing", kit.Body)
	missing.SetTone(kit.ColorWarn)
	secrets := kit.NewLink("2 secrets", func() {})
	secrets.SetTone(kit.ColorBad)
	status := kit.NewStatusBar(container.NewHBox(kit.NewLabel("14 files", kit.Body), kit.NewLabel(kit.Count(31204)+" of "+kit.Count(60000)+" tokens", kit.Number), budget, over, layout.NewSpacer(), missing, secrets), kit.EdgeTop)
	progress := kit.NewProgress(nil)
	progress.Set("Scanning", kit.Count(3204)+" files", 0.4, "Cancel")
	empty := kit.NewEmpty("Snapshots keep every dossier that was written or copied, so that it can be read and compared again.", "Write the first one", nil)
	return kit.NewOverlay(container.NewBorder(kit.NewBar(bar, kit.EdgeBottom), container.NewVBox(container.NewGridWithColumns(2, progress, kit.NewSurface(empty, kit.ColorGround, kit.EdgeTop, 0, kit.Group*5)), status), nil, nil, panes))
}

func showMenu(w fyne.Window) {
	kit.ShowMenu(w.Canvas(), fyne.NewPos(640, 150), fyne.NewSize(92, 20), []kit.MenuItem{
		{Text: "full", Checked: true, Detail: kit.Count(8120)},
		{Text: "skeleton", Detail: kit.Count(1624)},
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
	if l, ok := c.Focused().(*board.List); ok {
		kittest.Key(l, fyne.KeyDown, fyne.KeyDown, fyne.KeyDown, fyne.KeyDown)
	}
	o := c.Content().(*kit.Overlay)
	o.After = func(_ time.Duration, f func()) func() { f(); return func() {} }
	o.ShowTip("1 of 2 slices could not be found again in the changed file", fyne.NewPos(600, 300), fyne.NewSize(40, 24))
	o.After = func(time.Duration, func()) func() { return func() {} }
	o.Toast("Copied 14 files, "+kit.Count(31204)+" tokens", "Undo", nil)
}

// galleryRows are rows that show their key, and the parts of a file tree.
type galleryRows struct {
	keys  []string
	heads []int
}

func newGalleryRows(n int) *galleryRows {
	r := &galleryRows{}
	for i := range n {
		r.keys = append(r.keys, fmt.Sprintf("file_%05d.go", i))
	}
	return r
}

func (r *galleryRows) Len() int            { return len(r.keys) }
func (r *galleryRows) Key(i int) string    { return r.keys[i] }
func (r *galleryRows) Find(key string) int { return slices.Index(r.keys, key) }

func (r *galleryRows) Row(i int) board.Row {
	name := board.Cell{Text: r.keys[i], Fill: true, Middle: true}
	if slices.Contains(r.heads, i) {
		return board.Row{Strong: true, Cells: []board.Cell{name, {Kind: board.CellNumber, Text: "9 120", Width: 56}}}
	}
	return board.Row{Indent: 1, Cells: []board.Cell{
		{Kind: board.CellGrip},
		{Kind: board.CellCheck, ID: 1, State: kit.CheckState(i % 3)},
		name,
		{Kind: board.CellChip, ID: 2, Text: "skeleton", Width: 92},
		{Kind: board.CellNumber, Text: kit.Count(int64(i * 812)), Width: 56},
		{Kind: board.CellGlyph, ID: 3, Glyph: kit.GlyphMore},
	}}
}

// galleryLines are a file of 200 lines with a heading.
type galleryLines struct{}

func (galleryLines) Len() int { return 200 }

func (galleryLines) Line(i int) code.Line {
	switch i {
	case 0:
		return code.Line{Text: "### `internal/server/auth.go`", Runs: []code.Run{{Start: 0, End: 29, Style: code.StyleHeading}}, Fold: code.FoldOpen, Jump: true, Detail: "21.4k tokens"}
	case 13:
		return code.Line{Number: i, Text: "+ an added line", Tint: kit.ColorAdded}
	case 14:
		return code.Line{Number: i, Text: "- a removed line", Tint: kit.ColorRemoved}
	}
	return code.Line{Number: i, Text: fmt.Sprintf("for i := range %d { total += i * len(user) } // step", i), Runs: []code.Run{{Start: 0, End: 3, Style: code.StyleKeyword}}}
}
