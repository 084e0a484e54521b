package kit

import (
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/widget"
	"github.com/google/go-cmp/cmp"

	"dossier/ui/kit/kittest"
)

// block is an object with a fixed min size.
func block(width, height float32) *canvas.Rectangle {
	r := &canvas.Rectangle{}
	r.SetMinSize(fyne.NewSize(width, height))
	return r
}

// spread is a range along one axis.
type spread struct{ From, To float32 }

func down(o fyne.CanvasObject) spread {
	return spread{o.Position().Y, o.Position().Y + o.Size().Height}
}

func across(o fyne.CanvasObject) spread {
	return spread{o.Position().X, o.Position().X + o.Size().Width}
}

func TestAColumnLeavesNoGap(t *testing.T) {
	const top, fill, bottom = 0, 1, 2
	tests := []struct {
		name   string
		height float32
		parts  [3]*canvas.Rectangle
		hidden int // hidden part, or -1
		want   [3]spread
		least  fyne.Size
	}{
		{
			name: "the middle takes what the others leave", height: 100, hidden: -1,
			parts: [3]*canvas.Rectangle{block(30, 20), block(50, 10), block(40, 30)},
			want:  [3]spread{{0, 20}, {20, 70}, {70, 100}}, least: fyne.NewSize(50, 60),
		},
		{
			name: "without a top", height: 100, hidden: -1,
			parts: [3]*canvas.Rectangle{nil, block(50, 10), block(40, 30)},
			want:  [3]spread{{}, {0, 70}, {70, 100}}, least: fyne.NewSize(50, 40),
		},
		{
			name: "without a bottom", height: 100, hidden: -1,
			parts: [3]*canvas.Rectangle{block(30, 20), block(50, 10), nil},
			want:  [3]spread{{0, 20}, {20, 100}, {}}, least: fyne.NewSize(50, 30),
		},
		{
			name: "a hidden top takes no room", height: 100, hidden: top,
			parts: [3]*canvas.Rectangle{block(90, 20), block(50, 10), block(40, 30)},
			want:  [3]spread{{}, {0, 70}, {70, 100}}, least: fyne.NewSize(50, 40),
		},
		{
			name: "nor does a hidden bottom", height: 100, hidden: bottom,
			parts: [3]*canvas.Rectangle{block(30, 20), block(50, 10), block(90, 30)},
			want:  [3]spread{{0, 20}, {20, 100}, {}}, least: fyne.NewSize(50, 30),
		},
		{
			name: "without room the middle has none", height: 40, hidden: -1,
			parts: [3]*canvas.Rectangle{block(30, 20), block(50, 10), block(40, 30)},
			want:  [3]spread{{0, 20}, {20, 20}, {10, 40}}, least: fyne.NewSize(50, 60),
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			begin(t)
			var o [3]fyne.CanvasObject
			for i, r := range tt.parts {
				if r != nil {
					o[i] = r
				}
			}
			if tt.hidden >= 0 {
				SetVisible(o[tt.hidden], false)
			}
			c := NewColumn(o[top], o[fill], o[bottom])
			c.Resize(fyne.NewSize(80, tt.height))
			var got [3]spread
			for i, r := range tt.parts {
				if r != nil && r.Visible() {
					got[i] = down(r)
					if w := r.Size().Width; w != 80 {
						t.Errorf("part %d is %v wide of 80", i, w)
					}
				}
			}
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("wrong places (-want +got):\n%s", diff)
			}
			if c.MinSize() != tt.least {
				t.Errorf("least size %v, want %v", c.MinSize(), tt.least)
			}
		})
	}
}

// The texts of a row receive their width when the row is laid out, which does not happen when a
// text in a nested row changes.
func TestRelayoutReachesRowsWithinRows(t *testing.T) {
	begin(t)
	label := NewLabel("n", Body)
	row := container.NewHBox(block(10, 10), container.NewHBox(label, block(10, 10)))
	kittest.Show(t, row, 400, 40)
	label.SetText("a text that is much longer")
	Relayout(row)
	if got, want := label.Size().Width, label.MinSize().Width; got != want {
		t.Errorf("the label has a room of %v, and needs %v", got, want)
	}
}

func TestParagraphsWrap(t *testing.T) {
	begin(t)
	complaint := NewComplaint()
	complaint.SetText("two words")
	if complaint.Wrapping != fyne.TextWrapWord || complaint.Importance != widget.DangerImportance {
		t.Errorf("a complaint wraps as %v, with the importance %v", complaint.Wrapping, complaint.Importance)
	}
	if NewMuted("quiet").tone != ColorMuted {
		t.Error("a muted label has the colour of text")
	}
}

func TestWhatReplacesTheFocusedWidgetHasTheFocus(t *testing.T) {
	list, elsewhere := NewButton("list", func() {}), NewButton("elsewhere", func() {})
	empty, bare := NewEmpty("nothing yet", "Back", func() {}), NewEmpty("reading", "", nil)
	stack := container.NewStack(empty)
	canvas := kittest.Show(t, container.NewVBox(elsewhere, stack), 200, 200).Canvas()
	tests := []struct {
		name    string
		focus   fyne.Focusable
		show    fyne.CanvasObject
		focused fyne.Focusable
	}{
		{"rows replace the step of an empty list", empty.Step(), list, list},
		{"the step replaces the rows", list, empty, empty.Step()},
		{"the focus is elsewhere", elsewhere, list, elsewhere},
		{"nothing that takes keys replaces them", list, bare, nil},
	}
	for _, test := range tests {
		canvas.Focus(test.focus)
		if canvas.Focused() != test.focus {
			t.Fatalf("%s: %v did not get the focus", test.name, test.focus)
		}
		ShowAlone(stack, test.show)
		if got := canvas.Focused(); got != test.focused {
			t.Errorf("%s: the focus is at %v, want %v", test.name, got, test.focused)
		}
	}
	if IsShown(list) || !IsShown(bare) {
		t.Error("what was replaced counts as shown")
	}
}
