package beadstab

import (
	"cmp"
	"strconv"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"dossier/aggregate/beads"
	"dossier/aggregate/text"
	"dossier/ui/features/beadlist"
	"dossier/ui/kit"
	"dossier/ui/kit/board"
	"dossier/ui/kit/prose"
	"dossier/ui/language"
	"dossier/ui/project"
	"dossier/ui/words"
)

// details shows one bead in full: its facts, related beads as links with a way back, and its
// texts, wrapped to the pane.
type details struct {
	t       *Tab
	list    *board.List
	head    *kit.Label
	in      *kit.Check
	back    *kit.Button
	preview *kit.Button
	row     *fyne.Container
	content fyne.CanvasObject

	id      string
	trail   []string // the beads from which links were followed
	tracker *project.Tracker
	width   float32
	lines   []detailLine
}

// beadLabel returns a label for display; the tracker's custom labels are unchanged.
func beadLabel(label string) string {
	return cmp.Or(beadLabels().Say(label), label)
}

// detailLine is a line of the details.
type detailLine struct {
	label  string
	text   string
	strong bool
	tone   fyne.ThemeColorName
	link   string // id of the linked bead
	tip    string
}

const beadLinkCell = 1

const beadLabelWidth = 124 // of a fact, to align the texts after it

func newDetails(t *Tab) *details {
	d := &details{t: t}
	d.list = board.NewList(d, kit.CodeRowHeight)
	d.list.Single = true
	d.list.OnCell = func(i int, _ board.Cell, _ fyne.Position, _ fyne.Size) { d.follow(i) }
	d.list.OnOpen = d.follow
	d.list.OnSpace = func(int) { d.toggle() }
	d.list.OnKey = d.key
	d.list.OnMenu = func(i int, at fyne.Position) { t.w.ShowMenu(at, d.menu(i)) }
	d.list.OnShortcut = func(s fyne.Shortcut) { t.w.Shortcut(s) }
	d.head = kit.NewPath("")
	d.in = kit.NewCheck(words.Say("in|checkbox"), func(kit.CheckState) { d.toggle() })
	d.in.SetTip(words.Say("In the dossier, when beads mode is on"))
	d.back = kit.NewGlyphButton(kit.GlyphLeft, words.Say("Back to the previous bead")+" ("+kit.Chords("Alt+Left")+")", d.goBack)
	d.preview = kit.NewButton(words.Say("Show in preview"), func() { t.showLine(d.id) })
	shut := kit.NewGlyphButton(kit.GlyphClose, words.Say("Hide the details")+" ("+kit.Chords("Escape")+")", t.close)
	d.row = container.NewBorder(nil, nil, d.back, container.NewHBox(d.in, d.preview, shut), d.head)
	d.content = kit.NewColumn(kit.NewHeader(d.row, kit.EdgeBottom), container.New(&watchedWidth{d.resized}, d.list), nil)
	return d
}

// watchedWidth fills its space with one object and reports its width.
type watchedWidth struct{ resized func(float32) }

func (l *watchedWidth) MinSize([]fyne.CanvasObject) fyne.Size { return fyne.Size{} }

func (l *watchedWidth) Layout(objects []fyne.CanvasObject, size fyne.Size) {
	l.resized(size.Width)
	objects[0].Resize(size)
}

func (d *details) resized(width float32) {
	if d.width != width {
		d.width = width
		d.wrap()
	}
}

// show shows a bead without a way back to the previous one.
func (d *details) show(id string) {
	if id == "" || id == d.id {
		return
	}
	d.trail = nil
	d.turnTo(id)
}

func (d *details) turnTo(id string) {
	d.id = id
	d.list.SetOffset(0)
	d.wrap()
	d.caption()
}

// reload shows the bead's current state.
func (d *details) reload() {
	if !d.t.drawer.Open() {
		return
	}
	if tracker := d.t.model().Tracker(); tracker != d.tracker {
		d.wrap()
	}
	d.caption()
}

func (d *details) caption() {
	m := d.t.model()
	d.head.SetText(text.Escape(d.id))
	d.head.SetTip(text.Escape(d.id))
	box := kit.Off
	if m.In(d.id) {
		box = kit.On
	}
	d.in.SetState(box)
	kit.SetEnabled(d.back, len(d.trail) > 0, words.Say("There is no previous bead: follow a link first"))
	_, shown := beadlist.Of(d.t.w.Session()).Line(d.id)
	kit.SetEnabled(d.preview, shown, words.Say("not in the dossier"))
}

// wrap rebuilds the lines.
func (d *details) wrap() {
	m := d.t.model()
	d.tracker, d.lines = m.Tracker(), nil
	place, ok := m.Catalog().Place(d.id)
	room := max(kit.Group, d.width-4*kit.Group)
	switch {
	case d.id == "" || d.width == 0:
	case !ok:
		d.lines = []detailLine{{text: words.Say("The tracker no longer has this bead."), tone: kit.ColorWarn}}
	default:
		details := m.Catalog().Details(place)
		d.heading(shownTitle(details.Bead), room)
		for _, f := range details.Facts {
			d.fact(beadLabel(f.Label), text.Escape(f.Text), room-beadLabelWidth)
		}
		d.relations(details.Relations)
		for _, t := range details.Texts {
			d.text(t, room)
		}
	}
	d.list.Reload()
}

// beadLabels returns the display names of labels.
func beadLabels() words.Table[string] {
	return words.Table[string]{
		"status":              "status",
		"priority":            "priority",
		"type":                "type",
		"labels":              "labels",
		"assignee":            "assignee",
		"owner":               "owner",
		"estimate":            "estimate",
		"external reference":  "external reference",
		"specification":       "specification",
		"created":             "created",
		"updated":             "updated",
		"started":             "started",
		"due":                 "due",
		"put off until":       "put off until",
		"closed":              "closed",
		"why":                 "why",
		"marks":               "marks",
		"blocked by":          "blocked by",
		"waits for":           "waits for",
		"child of":            "child of",
		"related to":          "related to",
		"discovered from":     "discovered from",
		"duplicate of":        "duplicate of",
		"supersedes":          "supersedes",
		"depends on":          "depends on",
		"blocks":              "blocks",
		"waited for by":       "waited for by",
		"parent of":           "parent of",
		"led to":              "led to",
		"duplicated by":       "duplicated by",
		"superseded by":       "superseded by",
		"depended on by":      "depended on by",
		"more dependencies":   "more dependencies",
		"more comments":       "more comments",
		"Full description":    "Full description",
		"Design":              "Design",
		"Acceptance criteria": "Acceptance criteria",
		"Notes":               "Notes",
		"Comment":             "Comment",
		"More fields":         "More fields",
	}
}

func (d *details) heading(title string, room float32) {
	for _, line := range prose.Wrap(title, room*0.9) { // bold is wider
		d.lines = append(d.lines, detailLine{text: line, strong: true})
	}
}

func (d *details) fact(label, value string, room float32) {
	for i, line := range prose.Wrap(value, room) {
		if i > 0 {
			label = ""
		}
		d.lines = append(d.lines, detailLine{label: label + "\u00a0", text: line})
	}
}

func (d *details) relations(relations []beads.Relation) {
	for _, l := range relations {
		label := beadLabel(l.Label)
		if l.Kind != "" {
			label += " (" + l.Kind + ")"
		}
		line := detailLine{label: text.Escape(label), text: text.Escape(l.ID), tone: kit.ColorAccent, link: l.ID}
		switch {
		case !l.Known:
			line.link, line.tone = "", kit.ColorMuted
			line.text += "  " + words.Say("not in this tracker")
		default:
			line.text += "  [" + text.Escape(l.Status) + "]  " + text.Escape(l.Title)
			line.tip = text.Escape(l.Title)
		}
		if l.Active {
			line.tone = kit.ColorWarn
			line.tip += "\n" + words.Say("One of the two waits for the other")
		}
		d.lines = append(d.lines, line)
	}
}

func (d *details) text(t beads.Text, room float32) {
	head := beadLabel(t.Label)
	if t.By != "" || !t.At.IsZero() {
		head = strings.TrimSpace(text.Escape(t.By) + "  " + head)
	}
	if !t.At.IsZero() {
		head += ", " + language.Minute(t.At)
	}
	d.lines = append(d.lines, detailLine{}, detailLine{text: head, strong: true})
	for _, line := range prose.Wrap(strings.TrimRight(t.Text, "\n\r "), room) {
		d.lines = append(d.lines, detailLine{text: text.Escape(line)})
	}
}

// Len returns the number of lines.
func (d *details) Len() int { return len(d.lines) }

// Key returns the index of a line, which has no other identity.
func (d *details) Key(i int) string { return strconv.Itoa(i) }

// Find returns the line with a key.
func (d *details) Find(key string) int { return board.FindKey(d, key) }

// Row returns a line for the list.
func (d *details) Row(i int) board.Row {
	l := d.lines[i]
	body := board.Cell{Text: l.text, Tone: l.tone, Fill: true, Tip: l.tip}
	if l.link != "" {
		body.ID = beadLinkCell
	}
	if l.label == "" {
		return board.Row{Strong: l.strong, Cells: []board.Cell{body}}
	}
	return board.Row{Cells: []board.Cell{{Text: l.label, Tone: kit.ColorMuted, Width: beadLabelWidth}, body}}
}

// follow follows the link of a line.
func (d *details) follow(i int) {
	if i < 0 || i >= len(d.lines) || d.lines[i].link == "" {
		return
	}
	d.trail = append(d.trail, d.id)
	d.leap(d.lines[i].link)
}

func (d *details) goBack() {
	if n := len(d.trail); n > 0 {
		id := d.trail[n-1]
		d.trail = d.trail[:n-1]
		d.leap(id)
	}
}

// leap shows a bead and selects its row in the list.
func (d *details) leap(id string) {
	d.turnTo(id) // before the list, whose cursor would start a new trail
	d.t.reveal(id)
	d.t.w.Focus(d.list)
}

func (d *details) toggle() {
	s, m := d.t.w.Session(), d.t.model()
	if d.id != "" {
		beadlist.Of(s).Include([]string{d.id}, !m.In(d.id))
	}
}

func (d *details) key(ev *fyne.KeyEvent, mods fyne.KeyModifier, _ int) bool {
	switch {
	case mods == kit.Ctrl && (ev.Name == fyne.KeyReturn || ev.Name == fyne.KeyEnter):
		d.t.showLine(d.id)
	case mods == 0 && ev.Name == fyne.KeyEscape:
		d.t.close()
	case mods == kit.Alt && ev.Name == fyne.KeyLeft, mods == 0 && ev.Name == fyne.KeyBackspace:
		d.goBack()
	default:
		return false
	}
	return true
}

func (d *details) menu(i int) []kit.MenuItem {
	s := d.t.w.Session()
	var items []kit.MenuItem
	if link := d.lines[i].link; link != "" {
		items = append(items, kit.MenuItem{Text: words.Say("Show this bead"), Detail: kit.Chords("Enter"), Action: func() { d.follow(i) }})
	}
	if len(d.trail) > 0 {
		items = append(items, kit.MenuItem{Text: words.Say("Back"), Detail: kit.Chords("Alt+Left"), Action: d.goBack})
	}
	line := d.lines[i].text
	return append(items,
		kit.MenuItem{Text: words.Say("Copy line"), Action: func() { s.Copy().Excerpt("", d.whole(), line, words.Count("{{.N}} lines", 1)) }},
		kit.MenuItem{Text: words.Say("Copy in full"), Action: func() { s.Copy().Text(d.whole(), text.Escape(d.id)) }},
		kit.MenuItem{Text: words.Say("Copy id"), Action: func() { s.Copy().Text(d.id, text.Escape(d.id)) }},
	)
}

// whole returns the details as text without wrapping.
func (d *details) whole() string {
	place, ok := d.t.model().Catalog().Place(d.id)
	if !ok {
		return d.id
	}
	details := d.t.model().Catalog().Details(place)
	var all strings.Builder
	all.WriteString(details.Bead.ID + ": " + details.Bead.Title + "\n")
	for _, f := range details.Facts {
		all.WriteString(beadLabel(f.Label) + ": " + f.Text + "\n")
	}
	for _, l := range details.Relations {
		all.WriteString(strings.TrimSpace(beadLabel(l.Label)+": "+l.ID+" "+l.Title) + "\n")
	}
	for _, t := range details.Texts {
		all.WriteString("\n" + strings.TrimSpace(beadLabel(t.Label)+" "+t.By) + "\n" + strings.TrimRight(t.Text, "\n") + "\n")
	}
	return all.String()
}
