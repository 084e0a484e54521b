package graph

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/test"
	"github.com/google/go-cmp/cmp"

	"dossier/assets"
	"dossier/ui/kit"
	"dossier/ui/kit/kittest"
)

// begin starts an app with the kit's theme.
func begin(t testing.TB) {
	t.Helper()
	test.NewTempApp(t).Settings().SetTheme(kit.NewTheme(kit.Dark, assets.MonoRegular(), assets.MonoBold()))
}

// cross is a node in the middle and one on each side; the left one is far away.
func cross() ([]Node, []Edge) {
	node := func(key string, x, y float32) Node {
		return Node{Key: key, Name: "the " + key, Tip: "about " + key, X: x, Y: y, Tone: kit.ColorMuted}
	}
	nodes := []Node{node("middle", 0, 0), node("left", -4, 0), node("right", 2, 0), node("up", 0, -2), node("down", 0, 2)}
	nodes[0].Large, nodes[0].Tone = true, kit.ColorAccent
	nodes[4].Hollow = true
	return nodes, []Edge{{0, 1}, {0, 2}, {3, 0}, {4, 0}, {1, 1}}
}

// use is a graph in a window with its events.
type use struct {
	*Graph
	reported []string
	screen   *kittest.Screen
}

func show(t *testing.T, nodes []Node, edges []Edge) *use {
	t.Helper()
	begin(t)
	u := &use{Graph: New()}
	say := func(format string, args ...any) { u.reported = append(u.reported, fmt.Sprintf(format, args...)) }
	u.OnSelect = func(key string) { say("select %q", key) }
	u.OnOpen = func(key string) { say("open %q", key) }
	u.OnMenu = func(key string, at fyne.Position) { say("menu %q", key) }
	u.OnMove = func(key string, x, y float32) { say("move %q to %.1f, %.1f", key, x, y) }
	u.mods = func() fyne.KeyModifier { return 0 }
	u.Set(nodes, edges)
	u.screen = &kittest.Screen{Window: kittest.Show(t, kit.NewOverlay(u), 600, 400)}
	return u
}

// heard returns the events since the last call.
func (u *use) heard() []string {
	reported := u.reported
	u.reported = nil
	return reported
}

// on returns the position of a node.
func (u *use) on(key string) fyne.Position { return u.placeOf(u.find(key)) }

func TestLooks(t *testing.T) {
	u := show(t, first(cross()), second(cross()))
	u.Select("right")
	test.AssertRendersToMarkup(t, "graph.xml", u.screen.Window.Canvas())
}

func first(n []Node, _ []Edge) []Node  { return n }
func second(_ []Node, e []Edge) []Edge { return e }

func TestAllIsInView(t *testing.T) {
	nodes, edges := cross()
	u := show(t, nodes, edges)
	inView := func() {
		t.Helper()
		for _, n := range u.nodes {
			if at := u.on(n.Key); at.X < margin-1 || at.Y < margin-1 || at.X > u.Size().Width-margin+1 || at.Y > u.Size().Height-margin+1 {
				t.Errorf("%s stands at %v of %v", n.Key, at, u.Size())
			}
		}
	}
	inView()
	u.screen.Window.Resize(fyne.NewSize(300, 300))
	inView()
	nodes, _ = cross()
	u.Set(append(nodes, Node{Key: "far", X: 100, Y: -30}), edges)
	inView()
	u.Zoom(3)
	u.Fit()
	inView()
}

func TestPictureStaysOnceItWasMoved(t *testing.T) {
	nodes, edges := cross()
	u := show(t, nodes, edges)
	kittest.Drag(u, fyne.NewPos(20, 20), fyne.NewPos(70, 50))
	u.DragEnd()
	before := u.on("middle")
	nodes, _ = cross()
	u.Set(append(nodes, Node{Key: "far", X: 100, Y: -30}), edges)
	if after := u.on("middle"); after != before {
		t.Errorf("another node moved the picture from %v to %v", before, after)
	}
}

func TestDragTheGround(t *testing.T) {
	u := show(t, first(cross()), second(cross()))
	before := u.on("left")
	kittest.Drag(u, fyne.NewPos(20, 20), fyne.NewPos(30, 25), fyne.NewPos(70, 50))
	u.DragEnd()
	u.MouseUp(&desktop.MouseEvent{Button: desktop.MouseButtonPrimary})
	if by := u.on("left").Subtract(before); distance(by, fyne.NewPos(50, 30)) > 0.01 {
		t.Errorf("the picture moved by %v", by)
	}
	if reported := u.heard(); len(reported) > 0 {
		t.Errorf("reported %q", reported)
	}
}

func TestDragANode(t *testing.T) {
	u := show(t, first(cross()), second(cross()))
	before := u.on("left")
	from, to := u.on("up"), u.on("up").AddXY(40, 10)
	kittest.Drag(u, from, to)
	if at := u.on("up"); distance(at, to) > 0.01 {
		t.Errorf("under the pointer at %v, the node is at %v", to, at)
	}
	u.DragEnd()
	if at := u.on("left"); at != before {
		t.Errorf("another node went from %v to %v", before, at)
	}
	n := u.nodes[u.find("up")]
	if diff := cmp.Diff([]string{`select "up"`, fmt.Sprintf(`move "up" to %.1f, %.1f`, n.X, n.Y)}, u.heard()); diff != "" {
		t.Errorf("reported (-want +got):\n%s", diff)
	}
}

// Nodes are set by a background job, also while one is dragged.
func TestNodesChangeUnderADrag(t *testing.T) {
	u := show(t, first(cross()), second(cross()))
	kittest.Drag(u, u.on("up"), u.on("up").AddXY(40, 10))
	nodes, _ := cross()
	u.Set(slices.DeleteFunc(nodes, func(n Node) bool { return n.Key == "up" }), nil)
	u.heard()
	u.Dragged(&fyne.DragEvent{})
	u.DragEnd()
	if reported := u.heard(); len(reported) > 0 {
		t.Errorf("reported %q of a node that is gone", reported)
	}
}

func TestWheelZoomsAtThePointer(t *testing.T) {
	u := show(t, first(cross()), second(cross()))
	for _, turns := range []float32{25, 250, 10_000, -25, -10_000} {
		at := fyne.NewPos(431, 77)
		x, y := u.camera.fromView(at, u.Size())
		u.Scrolled(&fyne.ScrollEvent{PointEvent: fyne.PointEvent{Position: at}, Scrolled: fyne.NewDelta(0, turns)})
		if now := u.camera.toView(x, y, u.Size()); distance(now, at) > 0.1 {
			t.Errorf("after %g, what was under the pointer stands at %v and not at %v", turns, now, at)
		}
	}
}

func TestClicks(t *testing.T) {
	u := show(t, first(cross()), second(cross()))
	clock := &kittest.Clock{}
	u.now = clock.Now
	click := func(at fyne.Position) func() {
		return func() { u.screen.Click(at, desktop.MouseButtonPrimary) }
	}
	pause := func() { clock.Pass(time.Minute) }
	free := fyne.NewPos(10, 10)
	for _, step := range []struct {
		name string
		do   func()
		want []string
	}{
		{"a click selects", click(u.on("up")), []string{`select "up"`}},
		{"a second one opens", click(u.on("up")), []string{`open "up"`}},
		{"a third one does nothing", click(u.on("up")), nil},
		{"", pause, nil},
		{"a click on what is selected", click(u.on("up")), nil},
		{"", pause, nil},
		{"one later is no double click", click(u.on("up")), nil},
		{"beside the dot, and near it", click(u.on("down").AddXY(8, 0)), []string{`select "down"`}},
		{"the ground takes the selection away", click(free), []string{`select ""`}},
		{"", pause, nil},
		{"the ground again", click(free), nil},
		{"the menu of a node selects it", func() { u.screen.Click(u.on("left"), desktop.MouseButtonSecondary) }, []string{`select "left"`, `menu "left"`}},
		{"the menu of the ground", func() { u.screen.Click(free, desktop.MouseButtonSecondary) }, []string{`menu ""`}},
	} {
		step.do()
		if diff := cmp.Diff(step.want, u.heard()); diff != "" {
			t.Errorf("%s: reported (-want +got):\n%s", step.name, diff)
		}
	}
	u.Zoom(2)
	click(free)()
	click(free)()
	if !u.fitting {
		t.Error("a double click on the ground does not bring all into view")
	}
}

func TestKeys(t *testing.T) {
	u := show(t, first(cross()), second(cross()))
	for _, step := range []struct {
		key  fyne.KeyName
		want []string
	}{
		{fyne.KeyDown, []string{`select "middle"`}}, // the nearest to the centre of the view
		{fyne.KeyLeft, []string{`select "left"`}},
		{fyne.KeyLeft, nil},
		{fyne.KeyRight, []string{`select "middle"`}},
		{fyne.KeyRight, []string{`select "right"`}},
		{fyne.KeyUp, []string{`select "up"`}},
		{fyne.KeyReturn, []string{`open "up"`}},
		{desktop.KeyMenu, []string{`menu "up"`}},
		{fyne.KeyDown, []string{`select "middle"`}},
		{fyne.KeyDown, []string{`select "down"`}},
	} {
		kittest.Key(u, step.key)
		if diff := cmp.Diff(step.want, u.heard()); diff != "" {
			t.Errorf("%s: reported (-want +got):\n%s", step.key, diff)
		}
	}
	var handed []fyne.KeyName
	u.OnKey = func(ev *fyne.KeyEvent, _ fyne.KeyModifier) bool {
		handed = append(handed, ev.Name)
		return true
	}
	kittest.Key(u, fyne.KeySpace, fyne.KeyUp, fyne.KeyF5)
	if !slices.Equal(handed, []fyne.KeyName{fyne.KeySpace, fyne.KeyF5}) {
		t.Errorf("handed on %v", handed)
	}
	scale := u.camera.scale
	u.TypedRune('+')
	if u.camera.scale <= scale {
		t.Errorf("+ zooms from %g to %g", scale, u.camera.scale)
	}
	u.TypedRune('-')
	u.TypedRune('-')
	if u.camera.scale >= scale {
		t.Errorf("- zooms from %g to %g", scale, u.camera.scale)
	}
	u.TypedRune('0')
	if !u.fitting || u.camera.scale != scale {
		t.Error("0 does not bring all into view")
	}
}

func TestKeysKeepTheirNodeInView(t *testing.T) {
	u := show(t, first(cross()), second(cross()))
	u.Zoom(5)
	for _, key := range []fyne.KeyName{fyne.KeyDown, fyne.KeyLeft, fyne.KeyRight, fyne.KeyRight, fyne.KeyUp} {
		kittest.Key(u, key)
		if at := u.on(u.Selected()); at.X < 0 || at.Y < 0 || at.X > 600 || at.Y > 400 {
			t.Errorf("%s leads to %s, at %v", key, u.Selected(), at)
		}
	}
}

func TestSelectedFromElsewhere(t *testing.T) {
	u := show(t, first(cross()), second(cross()))
	u.Zoom(8)
	u.Select("left")
	if at := u.on("left"); at.X < 0 || at.X > 600 {
		t.Errorf("the selected node is out of view, at %v", at)
	}
	u.Set(first(cross())[:1], nil)
	if u.Selected() != "" {
		t.Errorf("%s is selected, and gone", u.Selected())
	}
	u.Select("nobody")
	if u.Selected() != "" || len(u.heard()) > 0 {
		t.Errorf("%q is selected, and %q reported", u.Selected(), u.reported)
	}
}

func TestHover(t *testing.T) {
	u := show(t, []Node{
		{Key: "a", Name: "a", Tone: kit.ColorMuted},
		{Key: "b", Name: "a name that is much too long to be written whole beside the others", X: 1, Tip: "its tip", Tone: kit.ColorMuted},
	}, []Edge{{0, 1}})
	written := func() bool { return slices.Contains(kittest.Texts(u), u.nodes[1].Name) }
	if written() {
		t.Error("the long name is written whole")
	}
	u.screen.Point(u.on("b"))
	if !written() {
		t.Error("under the pointer the name is not whole")
	}
	for _, o := range test.LaidOutObjects(u) {
		if text, ok := o.(*canvas.Text); ok && text.Text == u.nodes[1].Name && text.Position().X < 0 {
			t.Errorf("the name begins at %v", text.Position())
		}
	}
	u.screen.PointAway()
	if written() {
		t.Error("the name stays when the pointer has gone")
	}
}

// The edges of a node are distinguished by direction: outgoing and incoming.
func TestLinesOfTheNodeInUse(t *testing.T) {
	u := show(t, first(cross()), second(cross()))
	u.Select("middle")
	ink := map[string]int{}
	for _, o := range test.LaidOutObjects(u) {
		if l, ok := o.(*canvas.Line); ok {
			for _, name := range []fyne.ThemeColorName{kit.ColorAccent, kit.ColorGood, kit.ColorHairline, kit.ColorLink} {
				if l.StrokeColor == kit.ColorFor(fyne.CurrentApp().Settings().Theme(), name) {
					ink[string(name)]++
				}
			}
		}
	}
	// Each is a line with a head of two lines; that of a node to itself cannot be drawn.
	if diff := cmp.Diff(map[string]int{string(kit.ColorAccent): 6, string(kit.ColorGood): 6}, ink); diff != "" {
		t.Errorf("lines by colour (-want +got):\n%s", diff)
	}
}

func TestNamesCoverNothing(t *testing.T) {
	begin(t)
	for seed := range uint64(20) {
		g := New()
		g.Set(grown(seed, 200, 300))
		scale := 4 + float32(seed)*8
		g.camera.scale = scale
		g.labels.at(g, scale)
		var boxes []box
		for i, n := range g.nodes {
			x, y, r := n.X*scale, n.Y*scale, g.radius(i)
			boxes = append(boxes, box{x - r, y - r, x + r, y + r})
		}
		dots := len(boxes)
		for i := range g.nodes {
			if g.labels.shown[i] {
				boxes = append(boxes, g.labels.box(g, i, scale))
			}
		}
		for i, b := range boxes[dots:] {
			for _, other := range boxes[:dots+i] {
				if b.overlaps(other) {
					t.Fatalf("at scale %g the names %v and %v overlap", scale, b, other)
				}
			}
		}
	}
}

func TestNamesOfLargeNodesComeFirst(t *testing.T) {
	u := show(t, []Node{
		{Key: "busy", Name: "a busy one", X: 0.1},
		{Key: "large", Name: "a large one", Large: true},
		{Key: "else", Name: "another", X: 30},
	}, []Edge{{0, 2}, {2, 0}})
	u.labels.at(u.Graph, 20)
	if diff := cmp.Diff([]bool{false, true, true}, u.labels.shown); diff != "" {
		t.Errorf("names (-want +got):\n%s", diff)
	}
}

// grown returns nodes on a perturbed grid, with edges between some that are near.
func grown(seed uint64, n, links int) ([]Node, []Edge) {
	r := rand.New(rand.NewPCG(seed, 1))
	nodes := make([]Node, n)
	for i := range nodes {
		nodes[i] = Node{
			Key: fmt.Sprint(i), Name: fmt.Sprintf("a note about %d", i), Tone: kit.ColorMuted,
			X: float32(i%25) + r.Float32()/3, Y: float32(i/25) + r.Float32()/3,
		}
	}
	var edges []Edge
	for range links {
		i := r.IntN(n)
		edges = append(edges, Edge{i, (i + 1 + r.IntN(60)) % n})
	}
	return nodes, edges
}

func TestOnlyWhatIsInViewIsDrawn(t *testing.T) {
	nodes, edges := grown(1, 500, 1500)
	u := show(t, nodes, edges)
	u.camera = camera{x: 12, y: 10, scale: 150}
	u.fitting = false
	u.Refresh()
	if n := kittest.Objects(u); n > 800 {
		t.Errorf("%d objects are drawn for some 12 nodes in view", n)
	}
	u.camera.x = 1000
	u.Refresh()
	if n := kittest.Objects(u); n > 10 {
		t.Errorf("%d objects are drawn of nothing in view", n)
	}
}

func TestFocusIsVisible(t *testing.T) {
	begin(t)
	kittest.FocusIsVisible(t, New())
}

func BenchmarkDrag(b *testing.B) {
	for _, what := range []string{"the picture", "a node", "the zoom"} {
		b.Run(what, func(b *testing.B) {
			begin(b)
			g := New()
			g.Set(grown(1, 500, 1500))
			w := test.NewTempWindow(b, g)
			w.Resize(fyne.NewSize(1200, 900))
			g.pressed = ground
			if what == "a node" {
				g.pressed = 7
			}
			b.ReportAllocs()
			by := float32(1)
			for b.Loop() {
				by = -by
				if what == "the zoom" {
					g.Scrolled(&fyne.ScrollEvent{PointEvent: fyne.PointEvent{Position: g.middle()}, Scrolled: fyne.NewDelta(0, by*25)})
					continue
				}
				g.Dragged(&fyne.DragEvent{PointEvent: fyne.PointEvent{Position: fyne.NewPos(100, 100+by)}, Dragged: fyne.NewDelta(by, by)})
			}
		})
	}
}
