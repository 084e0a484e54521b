package columns

import (
	"slices"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"

	"dossier/models"
	"dossier/ui/kit"
	"dossier/ui/kit/board"
	"dossier/ui/kit/kittest"
	"dossier/ui/words"
)

func TestViewModesAreWholeInTheirColumn(t *testing.T) {
	test.NewTempApp(t)
	test.ApplyTheme(t, kit.NewTheme(kit.Light, nil, nil))
	rows := make(board.FixedRows, 1)
	list := board.NewList(&rows, kit.RowHeight)
	w := kittest.Show(t, list, 600, 100)
	for _, old := range models.ViewModes() {
		for _, now := range models.ViewModes() {
			rows[0] = board.Row{Cells: []board.Cell{
				{Text: "internal/server/authentication.go", Fill: true, Middle: true},
				{Kind: board.CellChip, Text: words.Mode(now), Old: words.Mode(old), Width: ModesWidth, MinWidth: ModeWidth},
			}}
			for _, width := range []float32{600, 200} {
				w.Resize(fyne.NewSize(width, 100))
				list.Reload()
				texts := kittest.Texts(list)
				if !slices.Contains(texts, words.Mode(now)) {
					t.Errorf("%v wide, %s is cut: %q", width, now, texts)
				}
				if width == 600 && old != now && !slices.Contains(texts, words.Mode(old)) {
					t.Errorf("%s before %s is not shown: %q", old, now, texts)
				}
			}
		}
	}
}
