package code

import (
	"testing"

	"fyne.io/fyne/v2/driver/desktop"

	"dossier/ui/kit"
	"dossier/ui/kit/kittest"
)

func TestThePointerLightsFoldsAndLines(t *testing.T) {
	begin(t)
	c := NewView(sampleDocument())
	c.OnCopyText = func(int, int, int, int) {}
	kittest.Show(t, c, 420, 140)
	fold := c.gutter() - kit.GlyphSize/2
	tests := []struct {
		name   string
		x, y   float32
		line   int
		onFold bool
		cursor desktop.Cursor
	}{
		{"a fold", fold, 5, 0, true, desktop.DefaultCursor},
		{"no fold beside a line without", fold, kit.CodeRowHeight + 5, 1, false, desktop.DefaultCursor},
		{"text", c.gutter() + 20, 5, 0, false, desktop.TextCursor},
		{"the scroll bar", 417, 60, 3, false, desktop.DefaultCursor},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			kittest.Hover(c, tt.x, tt.y)
			if c.hover != tt.line || c.onFold != tt.onFold || c.Cursor() != tt.cursor {
				t.Errorf("line %d, on its fold: %t, cursor %v; want %d, %t, %v", c.hover, c.onFold, c.Cursor(), tt.line, tt.onFold, tt.cursor)
			}
		})
	}
	if !c.bar.Hovered {
		t.Error("the scroll bar is not lit under the pointer")
	}
	c.MouseOut()
	if c.hover != -1 || c.onFold || c.bar.Hovered {
		t.Error("something is lit without the pointer")
	}
}
