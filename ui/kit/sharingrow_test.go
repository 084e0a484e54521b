package kit

import (
	"testing"

	"fyne.io/fyne/v2"
	"github.com/google/go-cmp/cmp"
)

func TestARowIsShared(t *testing.T) {
	begin(t)
	button := func(width float32) fyne.CanvasObject {
		b := NewButton("", nil)
		b.SetMinWidth(width)
		return b
	}
	hidden := button(200)
	hidden.Hide()
	tests := []struct {
		name        string
		left, right []fyne.CanvasObject
		fill        bool
		width       float32
		want        [][2]float32 // x and width of left, fill and right
	}{
		{"what fits has its width", []fyne.CanvasObject{button(50), button(60)}, []fyne.CanvasObject{button(70)}, false, 400, [][2]float32{{0, 50}, {54, 60}, {330, 70}}},
		{"the rest is that of one", []fyne.CanvasObject{button(50)}, []fyne.CanvasObject{button(70)}, true, 400, [][2]float32{{0, 50}, {54, 272}, {330, 70}}},
		{"the widest gets less", []fyne.CanvasObject{button(50), button(200)}, nil, false, 154, [][2]float32{{0, 50}, {54, 100}}},
		{"two wide ones get the same", []fyne.CanvasObject{button(200), button(100)}, []fyne.CanvasObject{button(40)}, false, 208, [][2]float32{{0, 80}, {84, 80}, {168, 40}}},
		{"what is hidden takes no room", []fyne.CanvasObject{hidden, button(60)}, nil, false, 64, [][2]float32{{0, 0}, {0, 60}}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var fill fyne.CanvasObject
			if tt.fill {
				fill = NewLabel("text", Body)
			}
			row := NewSharingRow(tt.left, fill, tt.right)
			row.Resize(fyne.NewSize(tt.width, ControlHeight))
			var got [][2]float32
			for _, o := range row.Objects {
				got = append(got, [2]float32{o.Position().X, o.Size().Width})
			}
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("x and width (-want +got):\n%s", diff)
			}
		})
	}
}
