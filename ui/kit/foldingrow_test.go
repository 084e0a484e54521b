package kit

import (
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"github.com/google/go-cmp/cmp"
)

func TestAFoldingRowHidesWhatDoesNotFit(t *testing.T) {
	const wide, moreWide = 50, 20 // of each block, and of the button for more
	type places map[string]spread
	tests := []struct {
		name  string
		width float32
		label bool // the first hidden one is a label
		want  places
	}{
		{
			name: "all fits, and nothing says more", width: 4*wide + 3*Gap,
			want: places{"open": {0, 50}, "save": {54, 104}, "find": {108, 158}, "help": {162, 212}},
		},
		{
			name: "what stands behind the sign is at the right", width: 300,
			want: places{"open": {0, 50}, "save": {54, 104}, "find": {196, 246}, "help": {250, 300}},
		},
		{
			name: "the first goes first, and the sign comes", width: 200,
			want: places{"open": {0, 50}, "more": {54, 74}, "find": {96, 146}, "help": {150, 200}},
		},
		{
			name: "then the next", width: 130,
			want: places{"open": {0, 50}, "more": {54, 74}, "help": {80, 130}},
		},
		{
			name: "what is not to be hidden stays, however narrow", width: 60,
			want: places{"open": {0, 50}, "more": {54, 74}, "help": {10, 60}},
		},
		{
			name: "nothing is lost with a label", width: 200, label: true,
			want: places{"open": {0, 50}, "find": {96, 146}, "help": {150, 200}},
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			begin(t)
			var save fyne.CanvasObject = block(wide, 20)
			if tt.label {
				l := NewLabel("14 files", Body)
				l.SetMinWidth(wide)
				save = l
			}
			objects := map[string]fyne.CanvasObject{
				"open": block(wide, 20), "save": save, "more": block(moreWide, 20), "find": block(wide, 20), "help": block(wide, 20),
			}
			row := &FoldingRow{More: objects["more"], First: []fyne.CanvasObject{save, objects["find"]}}
			c := container.New(row, objects["open"], save, objects["more"], objects["find"], objects["help"])
			for _, width := range []float32{30, 900, tt.width} { // hidden objects appear again
				c.Resize(fyne.NewSize(width, ControlHeight))
			}
			got := places{}
			for name, o := range objects {
				if o.Visible() {
					got[name] = across(o)
					if y := o.Position().Y; y != (ControlHeight-o.MinSize().Height)/2 {
						t.Errorf("%s is not in the middle of the height, but at %v", name, y)
					}
				}
			}
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("wrong places (-want +got):\n%s", diff)
			}
			if c.MinSize() != fyne.NewSize(0, ControlHeight) {
				t.Errorf("least size %v: the row keeps the window wide", c.MinSize())
			}
		})
	}
}
