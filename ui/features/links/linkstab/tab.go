// Package linkstab implements the tab for smart contexts: notes and files connected by links, as a
// list by depth that shows why each is there, and as a drawing. A context can be included in the
// dossier, as notes or as rows, or copied.
package linkstab

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"dossier/aggregate/text"
	"dossier/ui/features/links"
	"dossier/ui/kit"
	"dossier/ui/kit/board"
	"dossier/ui/kit/graph"
	"dossier/ui/part"
	"dossier/ui/session/change"
	"dossier/ui/words"
)

// maxDepth is the maximum depth of the slider: more distant files are rarely related.
const maxDepth = 6

// Tab shows the files of a smart context.
type Tab struct {
	w     part.Window
	front bool // the tab is active

	name     *kit.Button // selects the context
	add      *kit.Button
	document *kit.Check
	depth    *kit.Slider
	far      *kit.Label // the depth as a number
	inlinks  *kit.Check
	headings *kit.Button
	total    *kit.Label
	drawing  *kit.Button // shows or hides the drawing
	asRows   *kit.Button
	copied   *kit.Button
	head     *fyne.Container
	options  *fyne.Container
	foot     *fyne.Container

	rows   rows
	list   *board.List
	graph  *graph.Graph
	drawn  []links.Node // the nodes last passed to the graph
	drawer *kit.Drawer
	empty  *kit.Empty
	step   func() // action of the empty state
	body   *fyne.Container
	whole  fyne.CanvasObject

	headingsList func() // updates the headings dialog; nil if it is closed
}

// New returns the tab for a window.
func New(w part.Window) *Tab {
	t := &Tab{w: w}
	t.rows = rows{t: t}
	t.makeHead()
	t.makeOptions()
	t.makeList()
	t.makeGraph()
	t.drawer = kit.NewDrawer(t.list, t.graph)
	t.drawer.SetOpen(true)
	t.empty = kit.NewEmpty("", words.Say("Add files…"), func() { t.step() })
	t.empty.SetMore(words.Say("More in the guide"), func() { w.ShowHelp(part.Links) })
	t.body = container.NewStack(t.empty)
	t.makeFoot()
	bars := kit.NewColumn(kit.NewHeader(t.head, kit.EdgeBottom), kit.NewBar(t.options, kit.EdgeBottom), nil)
	t.whole = kit.NewColumn(bars, t.body, kit.NewBar(t.foot, kit.EdgeTop))
	return t
}

func (t *Tab) makeHead() {
	t.name = kit.NewMenuButton("", t.contextsMenu)
	t.name.SetTip(words.Say("Which smart context this is about"))
	t.add = kit.NewButton(words.Say("Add…"), t.addDialog)
	t.add.SetTip(words.Say("Start from more files, folders or patterns; they can also be dropped here"))
	t.document = kit.NewCheck(words.Say("In the dossier"), func(s kit.CheckState) { t.part().SetDocument(s == kit.On) })
	t.document.SetTip(words.Say("Add the listed items to the dossier, as its section Linked Notes"))
	form := kit.NewMenuButton(words.Say("Item format"), t.formMenu)
	form.SetTip(words.Say("Lengths, and the text around each item"))
	t.head = kit.NewSharingRow([]fyne.CanvasObject{t.name, t.add, form}, nil, []fyne.CanvasObject{t.document})
}

func (t *Tab) makeOptions() {
	t.depth = kit.NewSlider(maxDepth, func(depth int) { t.part().SetDepth(depth) })
	t.depth.SetTip(words.Say("How many links are followed from the starting points"))
	t.far = kit.NewLabel("0", kit.Number)
	t.inlinks = kit.NewCheck(words.Say("Backlinks"), func(s kit.CheckState) { t.part().SetInlinks(s == kit.On) })
	t.inlinks.SetTip(words.Say("Also follow links backwards: include the notes that link to the listed ones"))
	t.headings = kit.NewButton(words.Say("Headings"), t.headingsDialog)
	t.options = kit.NewSharingRow([]fyne.CanvasObject{kit.NewMuted(words.Say("Depth")), t.depth, t.far, t.inlinks, t.headings}, nil, nil)
}

func (t *Tab) makeFoot() {
	t.total = kit.NewLabel("", kit.Body)
	t.drawing = kit.NewToggle(words.Say("Drawing"), true, t.drawer.SetOpen)
	t.drawing.SetTip(words.Say("Show the links as a graph"))
	t.asRows = kit.NewButton(words.Say("Add as rows"), t.addRows)
	t.asRows.SetTip(words.Say("Add these files to the context, one row each"))
	t.copied = kit.NewButton(words.Say("Copy"), t.copy)
	t.copied.SetTip(words.Say("Copy these notes alone, as one text"))
	t.foot = kit.NewSharingRow([]fyne.CanvasObject{t.drawing}, t.total, []fyne.CanvasObject{t.asRows, t.copied})
}

// Content returns the tab's content.
func (t *Tab) Content() fyne.CanvasObject { return t.whole }

// Focus focuses the tab.
func (t *Tab) Focus() {
	if why, step, _ := t.nothing(); why != "" && step != "" {
		t.w.Focus(t.empty.Step())
		return
	}
	t.w.Focus(t.list)
}

// Shown is called when the tab becomes active or inactive; nothing is gathered while it is
// inactive.
func (t *Tab) Shown(front bool) {
	t.front = front
	t.part().SetVisible(front)
	t.reload()
}

// Uncovered returns the bar below the rows; all text fields are in dialogs.
func (t *Tab) Uncovered() []fyne.CanvasObject { return []fyne.CanvasObject{t.foot} }

// Drop adds files to the context.
func (t *Tab) Drop(at fyne.Position, files []string) bool {
	if !t.front || !kit.Covers(t.whole, at) {
		return false
	}
	t.part().Start(files...)
	return true
}

// Reveal shows an item of a context and focuses the list.
func (t *Tab) Reveal(key ...string) {
	t.w.ShowTab(part.Links)
	t.part().Choose(key[0])
	t.rows.wanted = key[1]
	t.reload()
	t.w.Focus(t.list)
}

// Changed updates what has changed.
func (t *Tab) Changed(c change.Set) {
	if !t.front {
		return
	}
	if c.Has(change.Project) {
		t.part().SetVisible(true)
	}
	if c.Has(change.Composition | change.Project) {
		t.part().Follow()
	}
	if c.Has(links.Changed | change.Composition | change.Settings | change.Project) {
		t.reload()
	}
}

func (t *Tab) part() *links.Part { return links.Of(t.w.Session()) }

// reload shows the current context.
func (t *Tab) reload() {
	if !t.front {
		return
	}
	why, step, do := t.nothing()
	t.rows.reload(t.part())
	t.list.Reload()
	t.redraw()
	t.reloadHead()
	t.reloadOptions()
	t.caption()
	t.step = do
	t.empty.SetText(why)
	t.empty.ShowStep(step != "")
	t.empty.SetStep(step)
	kit.ShowEither(t.body, why == "", t.drawer, t.empty)
	t.reveal()
	if t.headingsList != nil {
		t.headingsList()
	}
}

// reveal shows the requested row as soon as it exists.
func (t *Tab) reveal() {
	if i := t.rows.Find(t.rows.wanted); t.rows.wanted != "" && i >= 0 {
		t.rows.wanted = ""
		t.list.SetCursor(i)
	}
}

// nothing returns the reason why there is no list, and the first step; empty if there is one.
func (t *Tab) nothing() (why, step string, do func()) {
	p := t.part()
	_, some := p.Context()
	switch {
	case t.w.Session().Dir() == "":
		return words.Say("Notes and files that belong together are listed here."), words.Say("Open a folder"), t.w.OpenFolder
	case !some:
		return words.Say("A smart context starts from a few notes or files and includes what they link to, and optionally what links to them. Add some here, drop them, or choose them in the tree."), words.Say("Add files…"), t.addDialog
	case p.Err() != nil:
		return words.Sentence(p.Err()), "", nil
	case len(p.Rows()) == 0 && !p.Busy():
		return words.Say("This smart context starts from nothing yet."), words.Say("Add files…"), t.addDialog
	}
	return "", "", nil
}

func (t *Tab) reloadHead() {
	c, some := t.part().Context()
	name := words.Say("No smart context")
	if some {
		name = text.Escape(c.Name)
	}
	t.name.SetText(kit.ShortenPath(name, 32))
	t.document.SetState(kit.Ticked(c.Document))
	none := words.Say("There is no smart context yet")
	kit.SetEnabled(t.document, some, none)
	kit.SetEnabled(t.depth, some, none)
	kit.SetEnabled(t.inlinks, some, none)
	kit.SetEnabled(t.headings, some, none)
	if some {
		none = words.Say("Nothing was found")
	}
	for _, button := range []*kit.Button{t.asRows, t.copied} {
		kit.SetEnabled(button, some && len(t.part().Files()) > 0, none)
	}
	kit.Relayout(t.head)
}

func (t *Tab) reloadOptions() {
	opts := t.part().Options()
	t.depth.SetValue(opts.Depth(), max(maxDepth, opts.Depth()))
	t.far.SetText(kit.Count(int64(opts.Depth())))
	t.inlinks.SetState(kit.Ticked(opts.WithInlinks()))
	list, removed, known := t.part().Headings()
	label, tip := words.Say("Headings"), words.Say("Exclude sections by heading")
	if len(list) > 0 {
		figure := kit.Pending
		if known {
			figure = kit.Count(int64(removed))
		}
		label = words.With("Headings −{{.N}} chars", map[string]any{"N": figure})
		tip += "\n" + words.With("Excluded: {{.N}} characters", map[string]any{"N": figure})
	}
	t.headings.SetText(label)
	t.headings.SetTip(tip)
	kit.Relayout(t.options)
}

// caption shows the totals below the list.
func (t *Tab) caption() {
	p := t.part()
	caption, shorter, tip := "", []string(nil), ""
	if files := len(p.Files()); files > 0 {
		cost := p.Cost()
		caption, shorter = words.FilesAndTokens(files, cost)
		tip = words.With("{{.N}} characters", map[string]any{"N": kit.Count(int64(p.Chars()))}) + "\n" + words.Exactness(cost, words.Say("these linked notes"))
	}
	switch {
	case p.Busy() && caption == "":
		caption = words.Say("Following links…")
	case p.Busy():
		caption += " " + kit.Pending
	}
	for _, w := range p.Warnings() {
		if w.Path != "" {
			tip += "\n" + text.Escape(w.Path) + ": " + w.Message
		} else {
			tip += "\n" + w.Message
		}
	}
	t.total.SetText(caption)
	t.total.SetShorter(shorter...)
	t.total.SetTip(tip)
	kit.Relayout(t.foot)
}

// addRows adds the files to the composition.
func (t *Tab) addRows() {
	if files := t.part().Files(); len(files) > 0 {
		t.part().AddRows(files)
	}
}

// copy copies the compiled context.
func (t *Tab) copy() {
	n := 0
	for _, row := range t.part().Rows() {
		if row.State == links.In || row.State == links.Shortened || row.State == links.InRow {
			n++
		}
	}
	if n > 0 {
		t.w.Session().Copy().Text(t.part().Text(), words.Count("{{.N}} linked files", n))
	}
}
