// Package beadstab implements the tab for the project's tracker: a list of beads with filters, the
// details of a bead, and problems with the tracker.
package beadstab

import (
	"errors"
	"fmt"
	"path"
	"slices"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"dossier/aggregate/beads"
	"dossier/aggregate/beads/bd"
	"dossier/aggregate/text"
	"dossier/models"
	"dossier/ui/columns"
	"dossier/ui/dialog"
	"dossier/ui/features/beadlist"
	"dossier/ui/kit"
	"dossier/ui/kit/board"
	"dossier/ui/kit/code"
	"dossier/ui/kit/edit"
	"dossier/ui/language"
	"dossier/ui/part"
	"dossier/ui/project"
	"dossier/ui/session/change"
	"dossier/ui/words"
)

// Active cells of the beads tab.
const (
	checkCell = iota + 1
	foldCell
	moreCell
)

// Columns of the beads tab.
const (
	idColumns     = 12 // maximum number of characters; longer ids are shortened in the middle
	priorityWidth = 20
	typeWidth     = 48
	costWidth     = 46
	maxStatus     = 14 // characters, because a tracker may define its own statuses
	// Less important columns are hidden in a narrow pane.
	typeFrom   = 440
	labelsFrom = 620
)

// Tab lists the beads of the project's tracker and shows the details of one.
type Tab struct {
	w       part.Window
	list    *board.List
	rows    table
	filter  *edit.Entry
	show    *kit.Button // class, membership, ready or blocked
	status  *kit.Button
	kind    *kit.Button
	urgency *kit.Button
	labels  *kit.Button
	all     *kit.Button // clears the filters
	chips   *fyne.Container
	off     *notice // shown if beads mode is off
	trouble *notice // shows lines that could not be parsed, and other warnings
	consent *notice // about running bd
	details *details
	drawer  *kit.Drawer
	empty   *kit.Empty
	body    *fyne.Container
	column  *fyne.Container // laid out again when a notice appears or disappears
	step    func()          // action of the empty state
	front   bool            // the tab is active
}

// table adapts the session's rows to the list.
type table struct {
	w       part.Window
	width   func() float32
	catalog *beads.Catalog // catalog of longest
	longest int            // length of the longest id in characters
}

// New returns the tab for a window.
func New(w part.Window) *Tab {
	t := &Tab{w: w}
	t.rows = table{w: w, width: func() float32 { return t.list.Size().Width }}
	t.list = part.NewList(w, &t.rows, t.menu)
	t.list.OnCell = t.cell
	t.list.OnSpace = func(int) { t.toggle() }
	t.list.OnOpen = t.open
	t.list.OnCursor = func(i int) {
		if t.drawer.Open() {
			t.details.show(t.idAt(i))
		}
	}
	t.list.OnKey = t.key
	t.list.OnRune = t.rune

	t.filter = edit.NewFilter(words.Say("filter beads…"), func(words string) {
		t.narrow(func(f *beads.Filter) { f.Text = words })
	}, t.focusList)
	t.filter.OnShortcut = w.Shortcut

	t.show = kit.NewMenuButton("", t.showMenu)
	t.status = kit.NewMenuButton("", t.statusMenu)
	t.kind = kit.NewMenuButton("", t.typeMenu)
	t.urgency = kit.NewMenuButton("", t.priorityMenu)
	t.labels = kit.NewMenuButton("", t.labelMenu)
	t.all = kit.NewGlyphButton(kit.GlyphClose, words.Say("Clear all filters"), t.unfilter)
	more := kit.NewGlyphButton(kit.GlyphMore, words.Say("More filters"), nil)
	chips := []*kit.Button{t.show, t.status, t.kind, t.urgency, t.labels}
	more.SetItems(func() []kit.MenuItem { return t.hiddenChips(chips) })
	t.chips = container.New(&kit.FoldingRow{More: more, First: []fyne.CanvasObject{t.labels, t.urgency, t.kind, t.status}},
		t.show, t.status, t.kind, t.urgency, t.labels, more, t.all)

	t.off = newNotice(w)
	t.off.set(words.Say("Beads mode is off: none of this is in the dossier."), words.Say("Put beads in"), func() { w.Session().Compose().SetExecutionMode(models.Beads) })
	t.trouble, t.consent = newNotice(w), newNotice(w)
	t.details = newDetails(t)
	t.drawer = kit.NewDrawer(t.list, t.details.content)
	t.empty = kit.NewEmpty("", words.Say("Continue"), func() { t.step() })
	t.empty.SetMore(words.Say("More in the guide"), func() { w.ShowHelp(part.Beads) })
	t.body = container.NewStack(t.empty)
	head := kit.NewColumn(kit.NewHeader(t.filter, kit.EdgeBottom), kit.NewBar(t.chips, kit.EdgeBottom), nil)
	t.column = kit.NewColumn(head, kit.NewColumn(t.off.bar, kit.NewColumn(t.trouble.bar, kit.NewColumn(t.consent.bar, t.body, nil), nil), nil), nil)
	return t
}

// Content returns the tab's content.
func (t *Tab) Content() fyne.CanvasObject { return t.column }

// Focus focuses the tab.
func (t *Tab) Focus() { t.focusList() }

// Shown watches the tracker while the tab is active.
func (t *Tab) Shown(front bool) {
	t.front = front
	t.reload()
}

// Uncovered returns the text fields.
func (t *Tab) Uncovered() []fyne.CanvasObject { return []fyne.CanvasObject{t.filter} }

// Changed updates what has changed.
func (t *Tab) Changed(c change.Set) {
	if of := t.model().Filter().Text; of != t.filter.Text {
		t.filter.SetText(of) // the list of another project is not filtered
	}
	if c.Has(beadlist.Changed | change.Composition | change.Counts | change.Project) {
		t.reload()
	}
}

// model returns the rows of the session.
func (t *Tab) model() *beadlist.Model { return beadlist.Of(t.w.Session()).Model() }

// reload shows the session's beads. It does nothing while the tab is inactive.
func (t *Tab) reload() {
	s := t.w.Session()
	beadlist.Of(s).SetVisible(t.front)
	if !t.front {
		return
	}
	m := t.model()
	t.list.Reload()
	t.details.reload()
	t.caption()
	t.notices(m)
	why, step, do := t.nothing(m)
	t.step = do
	t.empty.SetText(why)
	t.empty.ShowStep(step != "")
	t.empty.SetStep(step)
	shown := fyne.CanvasObject(t.drawer)
	if why != "" {
		shown = t.empty
	}
	if len(t.body.Objects) != 1 || t.body.Objects[0] != shown {
		t.body.Objects = []fyne.CanvasObject{shown}
		t.body.Refresh()
	}
}

// nothing returns the reason why there is no list, and the first step; empty if there is one.
func (t *Tab) nothing(m *beadlist.Model) (why, step string, do func()) {
	s, tracker := t.w.Session(), m.Tracker()
	var missing *project.NoListError
	switch {
	case s.Dir() == "":
		return words.Say("The beads of a project are listed here."), words.Say("Open a folder"), t.w.OpenFolder
	case !m.Known():
		return words.Say("Looking for the tracker…"), "", nil
	case errors.Is(tracker.Err, project.ErrNoTracker):
		return words.Say("Beads are issues that are stored in the repository itself, in a .beads folder, with their states and dependencies. This project has none; bd init creates the folder."),
			words.Say("Copy the command"), func() { s.Copy().Text("bd init", "bd init") }
	case errors.As(tracker.Err, &missing):
		return words.With("The tracker in {{.Dir}} stores its beads in a database. Run {{.Command}} to write the file that is read here, or get a list from bd.", map[string]any{"Dir": text.Escape(missing.Dir), "Command": missing.Export()}),
			words.Say("Ask bd…"), t.runBD
	case tracker.Err != nil:
		return tracker.Err.Error(), "", nil
	case m.Group(models.BeadActive).All+m.Group(models.BeadCompleted).All == 0:
		return words.Say("The tracker has no beads yet; bd create makes one."), words.Say("Copy the command"), func() { s.Copy().Text("bd create", "bd create") }
	case len(m.Rows()) == 0:
		return words.Say("No bead matches the filters."), words.Say("Show all"), t.unfilter
	}
	return "", "", nil
}

// Count returns the number of beads in the document.
func (t *Tab) Count() int { return beadlist.Of(t.w.Session()).Count() }

// notices shows warnings above the list.
func (t *Tab) notices(m *beadlist.Model) {
	s, tracker := t.w.Session(), m.Tracker()
	t.off.show(m.Known() && !errors.Is(tracker.Err, project.ErrNoTracker) && !beadlist.Of(s).Included())

	notes := slices.Clone(tracker.Notes)
	notes = append(notes, words.CountIfAny("{{.N}} lines have ids that earlier lines have too: the last one of each is used", tracker.Result.Replaced)...)
	if bad := tracker.Result.BadLines; bad > 0 {
		notes = append(notes, words.With("{{.Bad}} of {{.All}} lines of {{.File}} could not be read; the others are included", map[string]any{
			"Bad": kit.Count(int64(bad)), "All": kit.Count(int64(tracker.Result.Lines)), "File": text.Escape(path.Base(tracker.File)),
		}))
	}
	if left := tracker.Result.Omitted; left > 0 {
		notes = append(notes, words.With("{{.N}} beads beyond the first {{.Max}} are excluded", map[string]any{"N": kit.Count(int64(left)), "Max": kit.Count(beads.MaxBeads)}))
	}
	lines := strings.Join(notes, " · ")
	var list func()
	word := ""
	if tracker.Result.BadLines > 0 {
		word, list = words.Say("Show"), t.badLines
	}
	t.trouble.set(lines, word, list)
	t.trouble.show(lines != "")

	var missing *project.NoListError
	switch {
	case beadlist.Of(s).Running():
		t.consent.set(words.Say("Getting the beads from bd…"), words.Say("Cancel"), beadlist.Of(s).Cancel)
	case errors.As(tracker.Err, &missing):
		t.consent.set(missing.Export(), words.Say("Copy the command"), beadlist.Of(s).CopyExport)
	case !tracker.Listed.IsZero():
		t.consent.set(words.With("Listed by bd at {{.Time}}; later changes are not seen.", map[string]any{"Time": language.Clock(tracker.Listed)}), words.Say("Ask again"), t.runBD)
	default:
		t.consent.show(false)
		kit.Relayout(t.column)
		return
	}
	t.consent.show(true)
	kit.Relayout(t.column)
}

// runBD shows the command to run, and runs it if the user consents. A command with earlier
// consent runs immediately.
func (t *Tab) runBD() {
	s := t.w.Session()
	beadlist.Of(s).Request(func(request bd.Request, agreed bool) {
		if agreed {
			beadlist.Of(s).Run(request)
			return
		}
		command := kit.NewParagraph(text.Escape(request.Command()))
		command.TextStyle.Monospace = true
		where := words.With("It runs in {{.Dir}}, for up to {{.Seconds}} seconds, and sees only the environment variables that name your folders. Its output is read and not saved.", map[string]any{"Dir": text.Escape(request.Dir), "Seconds": int(bd.TimeLimit.Seconds())})
		trust := words.Say("bd reads the tracker of this project and may follow its settings. Agree if you trust the project. You are asked again if bd, the command or the tracker's settings change.")
		leave := dialog.Closes(words.Say("Cancel")).AsPrimary()
		t.w.Dialogs().Show(words.Say("Run bd?"), container.NewVBox(command, kit.NewParagraph(where), kit.NewParagraph(trust)), fyne.NewSize(560, 300),
			leave, dialog.Does(words.Say("Run it"), func() { beadlist.Of(s).Run(request) }))
	})
}

// badLines lists the lines of the tracker's file that could not be parsed.
func (t *Tab) badLines() {
	tracker := t.model().Tracker()
	list := board.NewList(badLines(tracker.Result.Bad), kit.RowHeight)
	list.Single = true
	done := dialog.Closes(words.Say("Close")).AsPrimary()
	t.w.Dialogs().Show(words.With("Lines of {{.File}} that could not be read", map[string]any{"File": text.Escape(tracker.File)}), list, fyne.NewSize(820, 360), done)
}

type badLines []beads.BadLine

// Columns of the list of bad lines.
const (
	badLineWidth   = 52
	badReasonWidth = 260
)

func (b badLines) Len() int         { return len(b) }
func (b badLines) Key(i int) string { return fmt.Sprint(i) }

func (b badLines) Find(key string) int { return board.FindKey(b, key) }

func (b badLines) Row(i int) board.Row {
	why, begins := text.Escape(b[i].Err.Error()), text.Escape(b[i].Text)
	return board.Row{Cells: []board.Cell{
		{Kind: board.CellNumber, Text: kit.Count(int64(b[i].Line)), Width: badLineWidth, Tip: words.Say("Line of the file")},
		{Text: why, Width: badReasonWidth, Tip: why},
		{Text: begins, Tone: kit.ColorMuted, Mono: true, Fill: true, Tip: begins},
	}, Tip: why}
}

// caption shows the current filters on the buttons.
func (t *Tab) caption() {
	f := t.model().Filter()
	state := []string{}
	for _, word := range []string{beadClasses().Say(f.Class), beadMemberships().Say(f.Membership), beadStates().Say(f.State)} {
		if word != "" {
			state = append(state, word)
		}
	}
	priorities := make([]string, len(f.Priorities))
	for i, p := range f.Priorities {
		priorities[i] = fmt.Sprint("P", p)
	}
	for _, c := range []struct {
		button *kit.Button
		name   string
		chosen []string
	}{
		{t.show, words.Say("show"), state},
		{t.status, words.Say("status"), f.Statuses},
		{t.kind, words.Say("type"), f.Types},
		{t.urgency, words.Say("priority"), priorities},
		{t.labels, words.Say("label"), f.Labels},
	} {
		caption := c.name
		if len(c.chosen) > 0 {
			caption += ": " + kit.ShortenPath(text.Escape(strings.Join(c.chosen, ", ")), 18)
		}
		c.button.SetText(caption)
		c.button.SetOn(len(c.chosen) > 0)
	}
	kit.SetEnabled(t.all, f.Narrows(), words.Say("There is no filter"))
	kit.Relayout(t.chips)
}

// narrow changes the filter.
func (t *Tab) narrow(change func(*beads.Filter)) {
	f := t.model().Filter()
	change(&f)
	t.model().SetFilter(f)
	t.reload()
}

func (t *Tab) unfilter() {
	t.filter.SetText("")
	t.narrow(func(f *beads.Filter) { *f = beads.Filter{} })
	t.focusList()
}

// showMenu returns the menu that filters by class, membership and state, and sorts the list.
func (t *Tab) showMenu() []kit.MenuItem {
	f, sort := t.model().Filter(), t.model().Sort()
	one := func(word string, on bool, set func(*beads.Filter)) kit.MenuItem {
		return kit.MenuItem{Text: word, Checked: on, Action: func() { t.narrow(set) }}
	}
	items := []kit.MenuItem{
		{Text: words.Say("Show"), Heading: true},
		one(words.Say("Active and completed"), f.Class == "", func(f *beads.Filter) { f.Class = "" }),
		one(words.Say("Active"), f.Class == models.BeadActive, func(f *beads.Filter) { f.Class = models.BeadActive }),
		one(words.Say("Completed"), f.Class == models.BeadCompleted, func(f *beads.Filter) { f.Class = models.BeadCompleted }),
		{Separator: true},
		one(words.Say("In the dossier or not"), f.Membership == beads.AnyMembership, func(f *beads.Filter) { f.Membership = beads.AnyMembership }),
		one(words.Say("In the dossier"), f.Membership == beads.In, func(f *beads.Filter) { f.Membership = beads.In }),
		one(words.Say("Excluded from the dossier"), f.Membership == beads.Out, func(f *beads.Filter) { f.Membership = beads.Out }),
		{Separator: true},
		one(words.Say("Blocked or not"), f.State == beads.AnyState, func(f *beads.Filter) { f.State = beads.AnyState }),
		one(words.Say("Ready to be worked on"), f.State == beads.Ready, func(f *beads.Filter) { f.State = beads.Ready }),
		one(words.Say("Blocked by others"), f.State == beads.Blocked, func(f *beads.Filter) { f.State = beads.Blocked }),
		{Separator: true},
		{Text: words.Say("Order of this list"), Heading: true},
	}
	for _, order := range beadlist.Sorts() {
		items = append(items, kit.MenuItem{Text: beadOrders().Say(order), Checked: order == sort, Action: func() { t.model().SetSort(order); t.reload() }})
	}
	return items
}

func (t *Tab) statusMenu() []kit.MenuItem {
	return choices(t, words.Say("Any status"), t.model().Facets().Statuses, func(f *beads.Filter) *[]string { return &f.Statuses }, text.Escape)
}

func (t *Tab) typeMenu() []kit.MenuItem {
	return choices(t, words.Say("Any type"), t.model().Facets().Types, func(f *beads.Filter) *[]string { return &f.Types }, text.Escape)
}

func (t *Tab) priorityMenu() []kit.MenuItem {
	return choices(t, words.Say("Any priority"), t.model().Facets().Priorities, func(f *beads.Filter) *[]int { return &f.Priorities }, priorityWord)
}

func (t *Tab) labelMenu() []kit.MenuItem {
	return choices(t, words.Say("Any label"), t.model().Facets().Labels, func(f *beads.Filter) *[]string { return &f.Labels }, text.Escape)
}

// maxChoices is the maximum number of menu rows; the text filter finds rarer values.
const maxChoices = 200

// choices returns the menu of a facet, whose values can be selected individually.
func choices[T comparable](t *Tab, none string, facet []beads.Facet[T], field func(*beads.Filter) *[]T, word func(T) string) []kit.MenuItem {
	f := t.model().Filter()
	chosen := *field(&f)
	items := []kit.MenuItem{
		{Text: none, Checked: len(chosen) == 0, Action: func() { t.narrow(func(f *beads.Filter) { *field(f) = nil }) }},
		{Separator: true},
	}
	for _, v := range facet[:min(len(facet), maxChoices)] {
		on := slices.Contains(chosen, v.Value)
		items = append(items, kit.MenuItem{Text: word(v.Value), Detail: kit.Count(int64(v.Count)), Checked: on, Action: func() {
			t.narrow(func(f *beads.Filter) {
				list := slices.DeleteFunc(slices.Clone(*field(f)), func(x T) bool { return x == v.Value })
				if !on {
					list = append(list, v.Value)
				}
				*field(f) = list
			})
		}})
	}
	return items
}

// hiddenChips returns the menu for filters that do not fit into the bar.
func (t *Tab) hiddenChips(chips []*kit.Button) []kit.MenuItem {
	menus := []func() []kit.MenuItem{t.showMenu, t.statusMenu, t.typeMenu, t.priorityMenu, t.labelMenu}
	var items []kit.MenuItem
	for i, chip := range chips {
		if !chip.Visible() {
			items = append(items, kit.MenuItem{Text: chip.Text(), Heading: true})
			items = append(items, menus[i]()...)
		}
	}
	return items
}

func priorityWord(p int) string {
	switch p {
	case 0:
		return words.Say("P0, most urgent")
	case 4:
		return words.Say("P4, some day")
	}
	return fmt.Sprint("P", p)
}

// The names of filter values. A value that does not filter has none, and dropped beads are in no
// list.
func beadClasses() words.Table[models.BeadClass] {
	return words.Table[models.BeadClass]{models.BeadActive: "active", models.BeadCompleted: "completed", models.BeadDropped: ""}
}

func beadMemberships() words.Table[beads.Membership] {
	return words.Table[beads.Membership]{beads.AnyMembership: "", beads.In: "in", beads.Out: "out"}
}

func beadStates() words.Table[beads.State] {
	return words.Table[beads.State]{beads.AnyState: "", beads.Ready: "ready", beads.Blocked: "blocked"}
}

func beadHeadings() words.Table[models.BeadClass] {
	return words.Table[models.BeadClass]{models.BeadActive: "Active", models.BeadCompleted: "Completed", models.BeadDropped: ""}
}

func beadOrders() words.Table[beadlist.Sort] {
	return words.Table[beadlist.Sort]{
		beadlist.InOrder: "As in the dossier", beadlist.ByPriority: "Most urgent first",
		beadlist.ByUpdate: "Last changed first",
	}
}

func (r *table) model() *beadlist.Model { return beadlist.Of(r.w.Session()).Model() }

func (r *table) Len() int { return len(r.model().Rows()) }

// headingKey is the prefix of heading keys, which no id has.
const headingKey = "\x00"

func (r *table) Key(i int) string {
	row := r.model().Rows()[i]
	if row.Bead < 0 {
		return headingKey + string(row.Heading)
	}
	return r.model().Catalog().Beads[row.Bead].ID
}

func (r *table) Find(key string) int {
	if class, ok := strings.CutPrefix(key, headingKey); ok {
		return r.model().HeadOf(models.BeadClass(class))
	}
	return r.model().RowOf(key)
}

func (r *table) Selectable(i int) bool { return r.model().Rows()[i].Bead >= 0 }

func (r *table) Label(i int) string {
	if row := r.model().Rows()[i]; row.Bead >= 0 {
		return r.model().Catalog().Beads[row.Bead].Title
	}
	return ""
}

func (r *table) Row(i int) board.Row {
	m := r.model()
	row := m.Rows()[i]
	if row.Bead < 0 {
		return r.heading(m, row.Heading)
	}
	b, in, width := m.Catalog().Beads[row.Bead], m.In(m.Catalog().Beads[row.Bead].ID), r.width()
	title := board.Cell{Text: shownTitle(b), Fill: true}
	if !in {
		title.Tone = kit.ColorMuted
	}
	cells := []board.Cell{
		{Kind: board.CellCheck, ID: checkCell, State: kit.Ticked(in), Tip: words.Say("In the dossier, when beads mode is on")},
		{Text: fmt.Sprint("P", b.Priority), Tone: urgencyTone(b), Width: priorityWidth, Mono: true, Tip: priorityWord(b.Priority)},
		{Text: text.Escape(b.ID), Tone: kit.ColorMuted, Width: r.idWidth(), Mono: true, Middle: true},
		title,
	}
	if !in {
		cells = append(cells, board.Cell{Text: words.Say("excluded"), Tone: kit.ColorMuted, Yields: true, Tip: words.Say("Not in the dossier; its box includes it again")})
	}
	if width >= labelsFrom && len(b.Labels) > 0 {
		cells = append(cells, board.Cell{Text: kit.ShortenPath(text.Escape(strings.Join(b.Labels, ", ")), 24), Tone: kit.ColorMuted, Small: true, Tip: text.Escape(strings.Join(b.Labels, ", "))})
	}
	if m.Catalog().Blocked(row.Bead) {
		cells = append(cells, board.Cell{Text: words.Say("blocked"), Tone: kit.ColorWarn, Tip: blockersText(m, row.Bead)})
	}
	if b.Class() == models.BeadActive && b.Status != "open" && !(b.Status == "blocked" && m.Catalog().Blocked(row.Bead)) {
		status := board.Cell{Text: text.Escape(b.Status), Tone: kit.ColorAccent}
		if len(b.Status) > maxStatus {
			status.Width, status.Tip = code.Width(maxStatus), status.Text
		}
		if b.Status == "blocked" {
			status.Tip = words.Say("This is its status; no open bead blocks it")
		}
		cells = append(cells, status)
	}
	if width >= typeFrom {
		cells = append(cells, board.Cell{Text: text.Escape(b.Type), Tone: kit.ColorMuted, Width: typeWidth})
	}
	cost := m.Cost(row.Bead)
	cells = append(cells,
		board.Cell{Kind: board.CellNumber, Text: words.Figure(cost), Width: costWidth, Tip: words.Exactness(cost, words.Say("this bead in the dossier"))},
		board.Cell{Kind: board.CellGlyph, ID: moreCell, Glyph: kit.GlyphMore, Tip: words.Say("Actions for this bead")},
	)
	return board.Row{Indent: 1, Cells: cells, Tip: shownTitle(b)}
}

// idWidth returns the width of the id column, that of the longest id.
func (r *table) idWidth() float32 {
	if now := r.model().Catalog(); now != r.catalog {
		r.catalog, r.longest = now, 0
		for _, b := range now.Beads {
			r.longest = max(r.longest, min(len(b.ID), idColumns))
		}
	}
	return code.Width(r.longest) + 1
}

func (r *table) heading(m *beadlist.Model, class models.BeadClass) board.Row {
	group := m.Group(class)
	count := words.With("{{.In}} of {{.All}} in", map[string]any{"In": kit.Count(int64(group.In)), "All": kit.Count(int64(group.Shown))})
	if group.Shown < group.All {
		count = words.With("{{.Shown}} of {{.All}} shown", map[string]any{"Shown": kit.Count(int64(group.Shown)), "All": kit.Count(int64(group.All))}) + " · " + count
	}
	return board.Row{Strong: true, Cells: []board.Cell{
		{Kind: board.CellFold, ID: foldCell, Width: columns.FoldWidth, State: kit.Ticked(!m.Folded(class))},
		{Kind: board.CellCheck, ID: checkCell, State: kit.TickedOf(group.In, group.Shown), Tip: words.Say("All beads shown below, in the dossier or out of it")},
		{Text: beadHeadings().Say(class)},
		{Text: count, Tone: kit.ColorMuted, Fill: true},
		{Kind: board.CellNumber, Text: words.Figure(group.Cost), Width: costWidth + 20, Tip: words.Exactness(group.Cost, words.Say("the beads below that are in the dossier"))},
	}}
}

func shownTitle(b models.Bead) string {
	if strings.TrimSpace(b.Title) == "" {
		return words.Say("without a title")
	}
	return text.Escape(b.Title)
}

// urgencyTone returns the colour of a priority, in addition to its number.
func urgencyTone(b models.Bead) fyne.ThemeColorName {
	switch {
	case b.Class() != models.BeadActive:
		return kit.ColorMuted
	case b.Priority == 0:
		return kit.ColorBad
	case b.Priority == 1:
		return kit.ColorWarn
	}
	return kit.ColorMuted
}

// blockersText describes the blockers of a bead.
func blockersText(m *beadlist.Model, i int) string {
	lines := []string{words.Say("Blocked by")}
	for _, l := range m.Catalog().BlockedBy(i) {
		line := text.Escape(l.ID)
		if l.Bead >= 0 {
			line += "  " + shownTitle(m.Catalog().Beads[l.Bead])
		}
		lines = append(lines, line)
	}
	return strings.Join(lines, "\n")
}

// idAt returns the id of the bead in a row; empty for a heading.
func (t *Tab) idAt(i int) string {
	rows := t.model().Rows()
	if i < 0 || i >= len(rows) || rows[i].Bead < 0 {
		return ""
	}
	return t.model().Catalog().Beads[rows[i].Bead].ID
}

// toggle includes the selected beads, or excludes them if all are included.
func (t *Tab) toggle() { t.turn(t.list.Targets(t.list.Cursor())) }

func (t *Tab) turn(rows []int) {
	ids := t.model().Listed(rows)
	out := slices.ContainsFunc(ids, func(id string) bool { return !t.model().In(id) })
	beadlist.Of(t.w.Session()).Include(ids, out)
}

func (t *Tab) cell(i int, c board.Cell, at fyne.Position, size fyne.Size) {
	switch c.ID {
	case checkCell:
		t.turn(t.list.Targets(i))
	case foldCell:
		t.fold(i)
	case moreCell:
		t.w.ShowMenuBelow(at, size, part.RowMenu(t.w, t.list, i, t.menu(i)))
	}
}

func (t *Tab) fold(i int) {
	class := t.model().Rows()[i].Heading
	t.model().SetFolded(class, !t.model().Folded(class))
	t.reload()
}

// open folds a heading, or shows the details of a bead.
func (t *Tab) open(i int) {
	id := t.idAt(i)
	if id == "" {
		t.fold(i)
		return
	}
	t.drawer.SetOpen(true)
	t.details.show(id)
	t.w.Focus(t.details.list)
}

func (t *Tab) key(ev *fyne.KeyEvent, mods fyne.KeyModifier, i int) bool {
	rows := t.model().Rows()
	heading := i >= 0 && i < len(rows) && rows[i].Bead < 0
	switch {
	case mods == kit.Ctrl && (ev.Name == fyne.KeyReturn || ev.Name == fyne.KeyEnter):
		if id := t.idAt(i); id != "" {
			t.showLine(id)
		}
	case mods != 0:
		return false
	case ev.Name == fyne.KeyEscape && t.drawer.Open():
		t.close()
	case ev.Name == fyne.KeyEscape && t.model().Filter().Narrows():
		t.unfilter()
	case heading && (ev.Name == fyne.KeyLeft) != t.model().Folded(rows[i].Heading) && (ev.Name == fyne.KeyLeft || ev.Name == fyne.KeyRight):
		t.fold(i)
	default:
		return false
	}
	return true
}

// rune moves the focus to the filter for a slash.
func (t *Tab) rune(r rune, _ int) bool {
	if r == '/' {
		t.w.Focus(t.filter)
	}
	return r == '/'
}

// close closes the details.
func (t *Tab) close() {
	t.drawer.SetOpen(false)
	t.w.Focus(t.list)
}

func (t *Tab) menu(i int) []kit.MenuItem {
	rows := t.list.Targets(i)
	ids := t.model().Listed(rows)
	if len(ids) == 0 {
		return nil
	}
	s := t.w.Session()
	items := []kit.MenuItem{
		{Text: words.Say("In the dossier"), Detail: kit.Chords("Space"), Checked: !slices.ContainsFunc(ids, func(id string) bool { return !t.model().In(id) }), Action: func() { t.turn(rows) }},
		{Text: words.Say("Only these"), Reason: t.onlyReason(ids), Action: func() { t.only(ids) }},
	}
	if id := t.idAt(i); id != "" {
		preview := kit.MenuItem{Text: words.Say("Show in preview"), Detail: kit.Chords("Ctrl+Enter"), Action: func() { t.showLine(id) }}
		if _, ok := beadlist.Of(s).Line(id); !ok {
			preview.Reason = words.Say("not in the dossier")
		}
		items = append(items, kit.MenuItem{Separator: true},
			kit.MenuItem{Text: words.Say("Show in full"), Detail: kit.Chords("Enter"), Action: func() { t.open(i) }}, preview)
	}
	return append(items, kit.MenuItem{Separator: true},
		kit.MenuItem{Text: words.Say("Copy id"), Action: func() { s.Copy().Text(strings.Join(ids, "\n"), words.Count("{{.N}} ids", len(ids))) }},
		kit.MenuItem{Text: words.Say("Copy as in the dossier"), Action: func() { t.copyEntries(ids) }},
	)
}

// onlyReason returns why others cannot be excluded.
func (t *Tab) onlyReason(ids []string) string {
	if len(ids) == t.model().Group(models.BeadActive).All+t.model().Group(models.BeadCompleted).All {
		return words.Say("all beads are selected")
	}
	return ""
}

// only includes exactly the given beads.
func (t *Tab) only(ids []string) {
	keep := beads.Excluded(ids)
	var others []string
	for _, b := range t.model().Catalog().Beads {
		if !keep[b.ID] && b.Class() != models.BeadDropped {
			others = append(others, b.ID)
		}
	}
	beadlist.Of(t.w.Session()).SetIncluded(ids, others)
}

func (t *Tab) copyEntries(ids []string) {
	var entries []string
	for _, id := range ids {
		if b, ok := t.model().Bead(id); ok {
			entries = append(entries, beads.Entry(b))
		}
	}
	t.w.Session().Copy().Text(strings.Join(entries, "\n"), words.Count("{{.N}} beads", len(ids)))
}

// reveal selects the row of a bead, clearing filters that hide it, after a click in the preview.
func (t *Tab) reveal(id string) {
	before := t.model().Filter()
	i := t.model().Reveal(id)
	if before.Narrows() && !t.model().Filter().Narrows() {
		t.filter.SetText("")
	}
	t.reload()
	t.list.SetCursor(i)
}

// Reveal shows the bead with the given id in its tab.
func (t *Tab) Reveal(key ...string) {
	w := t.w
	w.ShowTab(part.Beads)
	t.reveal(key[0])
	t.focusList()
}

// focusList focuses the list, or the filter if there is no list.
func (t *Tab) focusList() {
	if len(t.body.Objects) == 1 && t.body.Objects[0] == fyne.CanvasObject(t.drawer) {
		t.w.Focus(t.list)
		return
	}
	t.w.Focus(t.filter)
}

// showLine shows the text of a bead in the preview.
func (t *Tab) showLine(id string) {
	w := t.w
	line, ok := beadlist.Of(w.Session()).Line(id)
	if !ok {
		w.Toast(words.Say("This bead is not in the dossier"))
		return
	}
	w.ShowLine(line)
}

// notice is a line above the list with an action.
type notice struct {
	bar   *kit.Surface
	label *kit.Label
	step  *kit.Button
	row   *fyne.Container
	do    func()
}

func newNotice(w part.Window) *notice {
	n := &notice{label: kit.NewPath("")}
	n.step = kit.NewButton("", func() { n.do() })
	n.row = container.NewBorder(nil, nil, nil, n.step, n.label)
	n.bar = kit.NewBar(n.row, kit.EdgeBottom)
	n.bar.Hide()
	return n
}

// set sets the text and the action of the notice; an action without a label is not shown.
func (n *notice) set(words, step string, do func()) {
	n.label.SetText(words)
	n.label.SetTip(words)
	n.step.SetText(step)
	n.do = do
	if step == "" {
		n.step.Hide()
	} else {
		n.step.Show()
	}
	kit.Relayout(n.row)
}

func (n *notice) show(on bool) {
	if on {
		n.bar.Show()
	} else {
		n.bar.Hide()
	}
}
