package dialog

import (
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"
	"fyne.io/fyne/v2/widget"

	"dossier/ui/kit"
)

// Every line of a text is shown, in the smallest dialog that shows all of them.
func TestADialogIsAsHighAsItsText(t *testing.T) {
	tests := []struct {
		name  string
		text  string
		width float32 // of the window
	}{
		{"one line", "Nothing is saved.", 1280},
		{"several lines", strings.Repeat("The open dialog has text that is not saved. ", 12), 1280},
		{"a narrow window", strings.Repeat("The open dialog has text that is not saved. ", 12), 400},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			test.NewTempApp(t)
			window := test.NewWindow(nil)
			defer window.Close()
			overlay := kit.NewOverlay(widget.NewLabel(""))
			window.SetContent(overlay)
			window.Resize(fyne.NewSize(tt.width, 800))
			New(Options{Overlay: overlay, Window: window}).ShowText("Unsaved work", tt.text, Closes("Cancel").AsPrimary())
			for _, o := range test.LaidOutObjects(window.Canvas().Overlays().Top()) {
				if l, ok := o.(*widget.Label); ok && l.Text == tt.text {
					if got, least := l.Size(), l.MinSize(); got.Height < least.Height || got.Height > least.Height+kit.Gap {
						t.Errorf("the text is %v high, its lines %v", got.Height, least.Height)
					}
					return
				}
			}
			t.Error("the text is not shown")
		})
	}
}
