package kit

import (
	"slices"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/test"

	"dossier/ui/kit/kittest"
)

func TestALabelSaysLessWhereThereIsLessRoom(t *testing.T) {
	const whole, less, least = "14 files, 3 screenshots", "14 files", "14"
	width := func(text string) float32 { return Face{}.Width(text) + 2*Gap }
	tests := []struct {
		name string
		room func() float32
		want string
	}{
		{name: "all of it fits", room: func() float32 { return width(whole) }, want: whole},
		{name: "the first that fits", room: func() float32 { return width(whole) - 2 }, want: less},
		{name: "then the next", room: func() float32 { return width(less) - 2 }, want: least},
		{name: "the last is cut", room: func() float32 { return width(least) - 3 }, want: "…"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			begin(t)
			l := NewLabel(whole, Body)
			l.SetShorter(less, least)
			l.SetMinWidth(10)
			kittest.Show(t, container.NewWithoutLayout(l), 400, 24)
			l.Resize(fyne.NewSize(tt.room(), 24))
			if got := kittest.Texts(l); !slices.Equal(got, []string{tt.want}) {
				t.Errorf("written as %q, want %q", got, tt.want)
			}
			if l.Text() != whole || l.MinSize().Width != 10 {
				t.Errorf("its text is %q, its least width %v", l.Text(), l.MinSize().Width)
			}
		})
	}
}

// Enter confirms a dialog from a label that only has a tooltip, too.
func TestALabelLeavesEnterToTheWindow(t *testing.T) {
	begin(t)
	l := NewLabel("3 files", Body)
	l.SetTip("which they are")
	asked := 0
	o, _, _ := staged(t, l)
	o.OnKey = func(*fyne.KeyEvent, fyne.KeyModifier) bool { asked++; return true }
	if kittest.Key(l, fyne.KeyReturn); asked != 1 {
		t.Errorf("the window was asked %d times", asked)
	}
}

func TestLabelsAndBarsRenderToMarkup(t *testing.T) {
	begin(t)
	toned, off, link := NewLabel("over the limit", Body), NewLabel("off", Body), NewLink("2 secrets", func() {})
	toned.SetTone(ColorBad)
	off.DisableFor("not now")
	link.MouseIn(nil)
	row := container.NewHBox(NewLabel("Heading", Heading), NewLabel("strong", Strong), NewLabel("12", Number), NewLabel("small", Small), toned, off, link)
	bars := container.NewVBox(
		NewBar(row, EdgeTop|EdgeBottom),
		NewHeader(NewLabel("Preview", Strong), EdgeLeft|EdgeRight),
		NewStatusBar(NewLabel("ready", Body), EdgeTop),
	)
	w := kittest.Show(t, bars, 480, 110)
	test.AssertRendersToMarkup(t, "bars.xml", w.Canvas())
}
