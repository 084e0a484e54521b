package dialog

import (
	"testing"

	"fyne.io/fyne/v2/test"
)

func TestTabLeavesAnUnchangedText(t *testing.T) {
	test.NewTempApp(t)
	f := (&Dialogs{}).Suggest("src/")
	f.OnComplete = func(string) {}
	if f.AcceptsTab() {
		t.Error("Tab completes what the dialog put in")
	}
	test.Type(f, "x")
	if !f.AcceptsTab() {
		t.Error("Tab does not complete what was typed")
	}
}
