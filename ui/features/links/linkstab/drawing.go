package linkstab

import (
	"path"

	"fyne.io/fyne/v2"

	"dossier/aggregate/smartcontext"
	"dossier/aggregate/text"
	"dossier/ui/features/links"
	"dossier/ui/kit"
	"dossier/ui/kit/graph"
	"dossier/ui/words"
)

// wide is the aspect ratio of the drawing: names are horizontal.
const wide = 1.35

// depthTones are the colours by distance, beginning with that of the items.
var depthTones = []fyne.ThemeColorName{kit.ColorAccent, kit.ColorPart5, kit.ColorPart4, kit.ColorPart3}

func (t *Tab) makeGraph() {
	t.graph = graph.New()
	t.graph.OnSelect = t.selected
	t.graph.OnOpen = func(key string) { t.open(t.rows.Find(key)) }
	t.graph.OnMove = func(key string, x, y float32) { t.part().Pin(key, float64(x)/wide, float64(y)) }
	t.graph.OnMenu = t.graphMenu
	t.graph.OnKey = t.graphKey
	t.graph.OnShortcut = func(s fyne.Shortcut) { t.w.Shortcut(s) }
}

// selected selects the row of a node.
func (t *Tab) selected(key string) {
	if i := t.rows.Find(key); key != "" && i >= 0 {
		t.list.SetCursor(i)
	}
}

func (t *Tab) graphKey(ev *fyne.KeyEvent, mods fyne.KeyModifier) bool {
	i := t.rows.Find(t.graph.Selected())
	switch {
	case mods != 0 || t.graph.Selected() == "" || i < 0:
		return false
	case ev.Name == fyne.KeySpace:
		t.toggle([]links.Row{t.rows.lines[i].Row})
		return true
	}
	return t.key(ev, mods, i)
}

func (t *Tab) graphMenu(key string, at fyne.Position) {
	var items []kit.MenuItem
	if i := t.rows.Find(key); key != "" && i >= 0 {
		items = append(t.menu(i), kit.MenuItem{Separator: true})
	}
	t.w.ShowMenu(at, append(items,
		kit.MenuItem{Text: words.Say("Show all of the drawing"), Detail: "0", Action: t.graph.Fit},
		kit.MenuItem{Text: words.Say("Redraw"), Note: words.Say("Discards the current layout"), Action: func() {
			t.part().Arrange()
			t.graph.Fit()
		}}))
}

// redraw updates the graph if the session's drawing has changed.
func (t *Tab) redraw() {
	drawn, edges, _ := t.part().Drawing()
	if len(drawn) == len(t.drawn) && (len(drawn) == 0 || &drawn[0] == &t.drawn[0]) {
		return
	}
	t.drawn = drawn
	nodes := make([]graph.Node, len(drawn))
	for i, n := range drawn {
		nodes[i] = nodeOf(n)
	}
	lines := make([]graph.Edge, len(edges))
	for i, e := range edges {
		lines[i] = graph.Edge(e)
	}
	t.graph.Set(nodes, lines)
}

// nodeOf returns the node for a row. Excluded ones are hollow.
func nodeOf(n links.Node) graph.Node {
	out := graph.Node{
		Key: n.Path, Name: text.Escape(nameOf(n.Path)), Tip: text.Escape(n.Path) + "\n" + whyWhole(n.Reason),
		X: wide * float32(n.X), Y: float32(n.Y), Tone: depthTones[min(n.Depth, len(depthTones)-1)],
		Large: n.Reason.Kind == smartcontext.Named && n.State != links.Off,
	}
	switch n.State {
	case links.Off, links.TooLong:
		out.Hollow, out.Tone = true, kit.ColorFaint
	case links.Missing, links.Unread:
		out.Hollow, out.Tone = true, kit.ColorBad
	}
	if word := headingWord(n.State); word != "" {
		out.Tip += "\n" + word
	}
	return out
}

// headingWord returns why a row is excluded.
func headingWord(s links.State) string {
	switch s {
	case links.Off:
		return words.Say("Excluded")
	case links.Missing:
		return words.Say("Missing")
	}
	return states().Say(s)
}

// nameOf returns the name of a file in the drawing: the title of a note as used in links.
func nameOf(p string) string {
	name := path.Base(p)
	if ext := path.Ext(name); ext == ".md" || ext == ".markdown" {
		name = name[:len(name)-len(ext)]
	}
	return name
}
