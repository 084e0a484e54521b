package board

import (
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"

	"dossier/ui/kit"
	"dossier/ui/kit/kittest"
)

// oneRow is a list of one row.
type oneRow Row

func (r oneRow) Len() int        { return 1 }
func (r oneRow) Key(int) string  { return "row" }
func (r oneRow) Find(string) int { return 0 }
func (r oneRow) Row(int) Row     { return Row(r) }

// Column names are above their columns, regardless of the cells between them.
func TestAHeadingIsAboveItsColumns(t *testing.T) {
	begin(t)
	cells := func(name, number string) []Cell {
		return []Cell{
			{Kind: CellSpace, Width: 20},
			{Text: name, Fill: true},
			{Kind: CellNumber, Text: number, Width: 60, Small: true},
			{Kind: CellSpace, Width: 20},
		}
	}
	heading := NewHeading(cells("Name", "Tokens")...)
	row := cells("main.go", "123456")
	row = append(row[:2:2], append([]Cell{{Text: "2 changed"}}, row[2:]...)...)
	list := NewList(oneRow(Row{Cells: row}), kit.RowHeight)
	content := container.NewVBox(heading, container.NewGridWrap(fyne.NewSize(400, 100), list))
	kittest.Show(t, content, 400, 200)
	at := map[string]fyne.Position{}
	kittest.Walk(content, fyne.Position{}, kittest.Drawn{Size: fyne.NewSize(400, 200)}, func(d kittest.Drawn) {
		if text, ok := d.Object.(*canvas.Text); ok {
			at[text.Text] = d.At.AddXY(d.Size.Width, 0)
		}
	})
	if at["Tokens"].X == 0 || at["Tokens"].X != at["123456"].X {
		t.Errorf("the heading ends at %v, its column at %v", at["Tokens"], at["123456"])
	}
	if at["Tokens"].Y >= at["123456"].Y {
		t.Error("the heading is not above its column")
	}
}
