package code

import (
	"fmt"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"
	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"dossier/ui/kit"
	"dossier/ui/kit/kittest"
)

func TestOverlappingMarksAreNextToEachOther(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var marks []Mark
		for range rapid.IntRange(0, 12).Draw(t, "marks") {
			first := rapid.IntRange(0, 20).Draw(t, "first")
			marks = append(marks, Mark{First: first, Last: first + rapid.IntRange(0, 6).Draw(t, "length")})
		}
		lanes := lanesOf(marks)
		for line := range 30 {
			var used [markLanes]int
			total := 0
			for i, k := range marks {
				if k.First <= line && line <= k.Last {
					used[lanes[i]]++
					total++
				}
			}
			for lane := range markLanes - 1 { // only the last is shared
				if used[lane] > 1 {
					t.Fatalf("line %d has %d marks in lane %d: %v in %v", line, used[lane], lane, marks, lanes)
				}
			}
			if total == 1 && used[markLanes-1] > 1 {
				t.Fatalf("line %d: %v", line, used)
			}
		}
	})
}

// marked is a view with marks, and its events.
func marked(t *testing.T) (*View, *[]string) {
	t.Helper()
	begin(t)
	c := NewView(&flat{n: 1000})
	c.Margin = true
	reported := &[]string{}
	c.OnMark = func(mark int) { *reported = append(*reported, fmt.Sprintf("press %d", mark)) }
	c.OnMarkMove = func(mark, first, last int, done bool) {
		if done {
			*reported = append(*reported, fmt.Sprintf("mark %d: %d-%d", mark, first, last))
		}
	}
	kittest.Show(t, c, 600, 360) // 20 lines
	c.SetMarks([]Mark{{First: 2, Last: 5, Tone: kit.ColorGood}, {First: 4, Last: 4, Tone: kit.ColorWarn}, {First: 9, Last: 12, Tone: kit.ColorBad}})
	return c, reported
}

func lineY(i float32) float32 { return i*kit.CodeRowHeight + 3 }

func TestEndsOfMarksAreDragged(t *testing.T) {
	lane := laneX(0) + 1
	tests := []struct {
		name string
		from fyne.Position
		to   []fyne.Position
		want []string
	}{
		{"the first line", fyne.NewPos(lane, lineY(2)), []fyne.Position{fyne.NewPos(200, lineY(1))}, []string{"press 0", "mark 0: 1-5"}},
		{"the last line", fyne.NewPos(lane, lineY(5)), []fyne.Position{fyne.NewPos(lane, lineY(8))}, []string{"press 0", "mark 0: 2-8"}},
		{"an end does not pass the other", fyne.NewPos(lane, lineY(2)), []fyne.Position{fyne.NewPos(lane, lineY(15))}, []string{"press 0", "mark 0: 5-5"}},
		{"there and back", fyne.NewPos(lane, lineY(12)), []fyne.Position{fyne.NewPos(lane, lineY(14)), fyne.NewPos(lane, lineY(12))}, []string{"press 2", "mark 2: 9-12"}},
		{"the one beside it", fyne.NewPos(laneX(1)+1, lineY(4)+12), []fyne.Position{fyne.NewPos(lane, lineY(6))}, []string{"press 1", "mark 1: 4-6"}},
		{"its upper half is its first line", fyne.NewPos(laneX(1)+1, lineY(4)), []fyne.Position{fyne.NewPos(lane, lineY(3))}, []string{"press 1", "mark 1: 3-4"}},
		{"between the ends nothing is dragged", fyne.NewPos(lane, lineY(3)), []fyne.Position{fyne.NewPos(lane, lineY(7))}, []string{"press 0"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			c, reported := marked(t)
			kittest.Drag(c, tt.from, tt.to...)
			c.MouseUp(&desktop.MouseEvent{Button: desktop.MouseButtonPrimary})
			c.DragEnd()
			if diff := cmp.Diff(tt.want, *reported); diff != "" {
				t.Errorf("wrong calls (-want +got):\n%s", diff)
			}
			if first, last := c.Selection(); last > first {
				t.Errorf("lines %d to %d were selected by the way", first, last)
			}
		})
	}
}

func TestEscapeCallsOffTheDragOfAMark(t *testing.T) {
	c, reported := marked(t)
	from := fyne.NewPos(laneX(0)+1, lineY(5))
	kittest.Drag(c, from, fyne.NewPos(10, lineY(8)))
	kittest.Key(c, fyne.KeyEscape)
	c.Dragged(&fyne.DragEvent{PointEvent: fyne.PointEvent{Position: fyne.NewPos(10, lineY(9))}})
	c.DragEnd()
	if diff := cmp.Diff([]string{"press 0", "mark 0: 2-5"}, *reported); diff != "" {
		t.Errorf("wrong calls (-want +got):\n%s", diff)
	}
}

func TestAPressBesideTheMarksSelectsALine(t *testing.T) {
	c, reported := marked(t)
	kittest.Mouse(c, laneX(0)+1, lineY(7), 0)
	if len(*reported) != 0 || c.CursorLine() != 7 {
		t.Errorf("reported %v, the cursor is at %d", *reported, c.CursorLine())
	}
}

func TestKeysAndSelectionsAreReported(t *testing.T) {
	c, _ := marked(t)
	selections, keys := 0, 0
	c.OnSelect = func() { selections++ }
	c.OnKey = func(ev *fyne.KeyEvent, mods fyne.KeyModifier) bool {
		if ev.Name == fyne.KeyReturn || ev.Name == fyne.KeyUp && mods == fyne.KeyModifierAlt {
			keys++
			return true
		}
		return false
	}
	c.SetCursor(3)
	kittest.Key(c, fyne.KeyDown, fyne.KeyReturn)
	c.TypedShortcut(&desktop.CustomShortcut{KeyName: fyne.KeyUp, Modifier: fyne.KeyModifierAlt})
	kittest.Drag(c, fyne.NewPos(200, lineY(2)), fyne.NewPos(200, lineY(3)), fyne.NewPos(200, lineY(3)+2), fyne.NewPos(200, lineY(5)))
	c.DragEnd()
	if keys != 2 || c.CursorLine() != 5 {
		t.Errorf("%d keys were used, the cursor is at %d", keys, c.CursorLine())
	}
	if selections != 4 { // down, press, two lines
		t.Errorf("%d changes of the selection were reported, want 4", selections)
	}
}

// The margin creates objects for visible lines only.
func TestManyMarksAreDrawnInViewOnly(t *testing.T) {
	c, _ := marked(t)
	before := kittest.Objects(c)
	var marks []Mark
	for i := range 300 {
		marks = append(marks, Mark{First: i * 3, Last: i*3 + 1, Tone: kit.ColorGood})
	}
	c.SetMarks(marks)
	if n := kittest.Objects(c); n > before+20*4 {
		t.Errorf("%d objects for 20 lines, %d before", n, before)
	}
}

func TestShowLinesShowsAllThatFits(t *testing.T) {
	c, _ := marked(t) // 20 visible lines
	tests := []struct {
		name        string
		top         int
		first, last int
		want        int
	}{
		{"in view: nothing moves", 100, 105, 115, 100},
		{"a few lines stand a third from the top", 0, 500, 503, 494},
		{"more stand as high as they must", 0, 500, 516, 497},
		{"of what does not fit, the beginning", 0, 500, 600, 499},
		{"cut at the bottom, it comes up", 100, 110, 125, 106},
		{"the beginning of the document", 500, 0, 2, 0},
		{"no lines", 500, 3, 3, 500},
	}
	for _, tt := range tests {
		c.SetTop(tt.top, 0)
		c.ShowLines(tt.first, tt.last)
		if top, _ := c.Top(); top != tt.want {
			t.Errorf("%s: the first line in view is %d, want %d", tt.name, top, tt.want)
		}
	}
}
