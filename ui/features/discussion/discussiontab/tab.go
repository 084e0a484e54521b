// Package discussiontab implements the tab for discussions: their entries as cards, a search, the
// box for the next entry, and the dialogs that import chats.
package discussiontab

import (
	"slices"
	"strconv"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"dossier/aggregate/text"
	"dossier/models"
	"dossier/models/order"
	"dossier/ui/features/discussion"
	"dossier/ui/kit"
	"dossier/ui/kit/board"
	"dossier/ui/kit/edit"
	"dossier/ui/language"
	"dossier/ui/part"
	"dossier/ui/session/change"
	"dossier/ui/words"
)

// Active cells of an entry's head.
const (
	inCell = iota + 1
	roleCell
	moreCell
)

const (
	roleChars = 24                 // of a role on its chip
	timeForm  = "2006-01-02 15:04" // in local time
	costWidth = 64                 // ~123 456
)

// Tab shows the active discussion: its entries as cards, in the order in which the model reads
// them, and a box for the next one.
type Tab struct {
	w       part.Window
	cards   cards
	list    *board.CardList
	search  *search
	writer  *writer
	names   *kit.Button
	figures *kit.Label
	head    *fyne.Container // laid out again when a text has changed
	empty   *kit.Empty
	stack   *fyne.Container
	whole   fyne.CanvasObject

	project string
	opened  string               // name of the visible discussion; empty if none has entries
	places  map[string]cardPlace // scroll positions of the project's other discussions, by name

	shown bool // the tab is active
	stale bool // something changed while it was inactive
}

// cardPlace is a scroll position in a list of cards.
type cardPlace struct {
	key  string
	past int64
}

// cards adapts the entries to the list.
type cards struct {
	t       *Tab
	entries []models.Entry
	keys    discussion.Keys
}

// New returns the tab for a window.
func New(w part.Window) *Tab {
	t := &Tab{w: w, stale: true}
	t.cards.t = t
	t.list = board.NewCardList(&t.cards)
	t.list.MoreText = func(lines int) string { return words.Count("show all {{.N}} lines", lines) }
	t.list.LessText = words.Say("show less")
	t.list.OnCell = t.cell
	t.list.OnOpen = t.edit
	t.list.OnSpace = t.toggle
	t.list.OnMenu = func(i, at int, pos fyne.Position) { w.ShowMenu(pos, part.RowMenu(w, t.list, i, t.menu(i, at))) }
	t.list.OnKey = t.key
	t.list.OnShortcut = t.shortcut
	t.list.OnMove = func(rows []int, before int) { discussion.Of(w.Session()).MoveEntries(rows, before) }
	t.search = newSearch(t)
	t.writer = newWriter(t)
	t.names = kit.NewMenuButton("", t.discussions)
	t.names.SetKind(kit.Quiet)
	t.names.SetTip(words.Say("The discussion in the dossier; the project's other discussions are listed here"))
	t.figures = kit.NewLabel("", kit.Number)
	more := kit.NewGlyphButton(kit.GlyphMore, words.Say("More for this discussion"), nil)
	more.SetItems(t.headMenu)
	t.head = container.New(&headLayout{}, t.names, t.figures, t.search.find,
		container.NewHBox(t.search.found, t.search.previous, t.search.following, t.search.all, more))
	t.empty = kit.NewEmpty(words.Say("The discussion is the conversation so far: the model reads it last. Write an entry below, or paste a chat."), words.Say("Paste a chat…"), t.PasteDialog)
	t.empty.SetMore(words.Say("More in the guide"), func() { w.ShowHelp(part.Discussion) })
	t.stack = container.NewStack(t.empty)
	t.whole = kit.NewColumn(kit.NewHeader(t.head, kit.EdgeBottom), t.stack, t.writer.content)
	return t
}

// Content returns the tab's content.
func (t *Tab) Content() fyne.CanvasObject { return t.whole }

// Focus focuses the entries, or the box for the first one.
func (t *Tab) Focus() {
	switch {
	case t.stack.Objects[0] == fyne.CanvasObject(t.list):
		t.w.Focus(t.list)
	case t.writer.content.Visible():
		t.w.Focus(t.writer.editor)
	default: // no project is open
		t.w.Focus(kit.VisibleFocusable(t.stack))
	}
}

// Shown is called when the tab becomes active or inactive; it does nothing while inactive.
func (t *Tab) Shown(shown bool) {
	t.shown = shown
	if shown && t.stale {
		t.reload()
	}
}

// Write focuses the box for the next entry.
func (t *Tab) Write() {
	t.w.ShowTab(part.Discussion)
	t.w.Focus(t.writer.editor)
}

// Uncovered returns the text fields.
func (t *Tab) Uncovered() []fyne.CanvasObject {
	return []fyne.CanvasObject{t.search.find, t.writer.box}
}

// Changed updates what has changed.
func (t *Tab) Changed(c change.Set) {
	if c.Has(discussion.Changed | change.Project) {
		t.reload()
	} else if c.Has(change.Document | change.Counts) {
		t.redraw()
	}
}

// reload reads the entries again; the list keeps its scroll position, cursor and selection.
func (t *Tab) reload() {
	if t.stale = !t.shown; t.stale {
		return
	}
	d := discussion.Of(t.w.Session()).Active()
	turn := t.turn(d)
	t.cards.entries = d.History
	t.cards.keys.Follow(d)
	t.search.reload()
	t.list.Reload()
	turn()
	t.writer.reload()
	t.arrange()
	t.refreshHead()
}

// turn stores the scroll position of the visible discussion if d is another one. It returns a
// function that restores the position of d, or scrolls to its end, where a discussion is continued.
func (t *Tab) turn(d models.Discussion) (show func()) {
	s := t.w.Session()
	_, still := discussion.Of(s).All().Find(t.opened)
	renamed := !still && len(d.History) == len(t.cards.entries)
	switch {
	case t.project != s.Dir():
		t.project, t.opened, t.places = s.Dir(), "", map[string]cardPlace{}
	case t.opened == d.Name:
		return func() {}
	case t.opened != "" && renamed:
		t.opened = d.Name
		return func() {}
	case t.opened != "":
		key, past := t.list.Place()
		t.places[t.opened] = cardPlace{key, past}
		t.opened = ""
	}
	if len(d.History) == 0 {
		return func() {}
	}
	t.opened = d.Name
	return func() {
		if place, ok := t.places[d.Name]; ok {
			t.list.SetPlace(place.key, place.past)
		} else {
			t.list.ScrollToEnd()
		}
	}
}

// redraw shows new costs of the same entries.
func (t *Tab) redraw() {
	if !t.shown {
		t.stale = true
		return
	}
	t.list.Refresh()
	t.refreshHead()
}

// arrange sets the content of the middle.
func (t *Tab) arrange() {
	shown := fyne.CanvasObject(t.list)
	switch {
	case t.search.listing():
		shown = t.search.stack
	case len(t.cards.entries) == 0:
		shown = t.empty
	}
	kit.ShowAlone(t.stack, shown)
}

func (t *Tab) refreshHead() {
	s := t.w.Session()
	name := discussion.Of(s).Active().Name
	if name == "" {
		name = models.MainDiscussion
	}
	t.names.SetText(kit.ShortenPath(text.Escape(name), 18))
	in := 0
	for _, e := range t.cards.entries {
		if !e.Exclude && !e.Null {
			in++
		}
	}
	cost := discussion.Of(s).Cost()
	t.figures.SetText(words.With("{{.In}}/{{.All}} · {{.Tokens}} tok", map[string]any{
		"In": kit.Count(int64(in)), "All": kit.Count(int64(len(t.cards.entries))), "Tokens": words.Figure(cost),
	}))
	t.figures.SetTip(words.With("{{.In}} of {{.All}} entries are in the dossier", map[string]any{
		"In": kit.Count(int64(in)), "All": kit.Count(int64(len(t.cards.entries))),
	}) + "\n" + words.Exactness(cost, words.Say("the discussion, the instruction included")))
	kit.Relayout(t.head)
}

func (c *cards) Len() int            { return len(c.entries) }
func (c *cards) Key(i int) string    { return c.keys.Key(i) }
func (c *cards) Find(key string) int { return c.keys.Find(key) }
func (c *cards) Text(i int) string   { return c.entries[i].Content }
func (c *cards) cost(i int) board.Cell {
	cost := discussion.Of(c.t.w.Session()).EntryCost(i)
	return board.Cell{Kind: board.CellNumber, Text: words.Figure(cost), Width: costWidth, Tip: words.Exactness(cost, words.Say("this entry"))}
}

func (c *cards) Card(i int) board.Card {
	e := c.entries[i]
	in := board.Cell{
		Kind: board.CellCheck, ID: inCell, State: kit.Ticked(!e.Exclude && !e.Null), Disabled: e.Null,
		Tip: words.Say("In the dossier or not") + " (" + kit.Chords("Space") + ")",
	}
	role := board.Cell{Kind: board.CellChip, ID: roleCell, Text: kit.ShortenPath(text.Escape(e.Role), roleChars), Tip: words.Say("Speaker")}
	if e.Role == "" {
		role.Text, role.Tone = words.Say("no role"), kit.ColorMuted
	}
	when := board.Cell{Fill: true, Small: true, Tone: kit.ColorMuted}
	if !e.Time.IsZero() {
		when.Text = language.Minute(e.Time)
	}
	head := []board.Cell{{Kind: board.CellGrip, Tip: words.Say("Drag to change the order (Alt+Up, Alt+Down)")}, in, role, when}
	switch {
	case e.Null:
		head = append(head, board.Cell{Text: words.Say("empty: skipped"), Tone: kit.ColorWarn})
	case e.Exclude:
		head = append(head, board.Cell{Text: words.Say("not in the dossier"), Tone: kit.ColorMuted})
	}
	head = append(head, c.cost(i), board.Cell{Kind: board.CellGlyph, ID: moreCell, Glyph: kit.GlyphMore, Tip: words.Say("Actions")})
	card := board.Card{Head: head, Muted: e.Exclude || e.Null, Empty: words.Say("no text"), Shown: -1}
	card.Found, card.Shown = c.t.search.in(i)
	return card
}

// target returns the entries that an action on entry i applies to: the selection if it contains
// the entry.
func (t *Tab) target(i int) []int {
	return t.list.Targets(i)
}

func (t *Tab) cell(i int, c board.Cell, at fyne.Position, size fyne.Size) {
	switch c.ID {
	case inCell:
		t.toggle(i)
	case roleCell:
		t.w.ShowMenuBelow(at, size, part.RowMenu(t.w, t.list, i, t.roles(i)))
	case moreCell:
		t.w.ShowMenuBelow(at, size, part.RowMenu(t.w, t.list, i, t.menu(i, -1)))
	}
}

// toggle includes or excludes entry i, together with the selection.
func (t *Tab) toggle(i int) { t.include(t.target(i), t.cards.entries[i].Exclude) }

func (t *Tab) include(rows []int, in bool) {
	discussion.Of(t.w.Session()).IncludeEntries(rows, in)
}

// edit opens the editor of entry i with the caret at byte at of its text, or for -1 at its end.
func (t *Tab) edit(i, at int) {
	if i == t.list.Editing() {
		return
	}
	e := edit.NewEditor(func(content string) {
		if i := t.list.Editing(); i >= 0 {
			entry := t.cards.entries[i]
			entry.Content, entry.Null = content, false
			discussion.Of(t.w.Session()).SetEntry(i, entry)
		}
	})
	e.SetText(t.cards.entries[i].Content)
	e.SetCaret(at)
	e.OnShortcut = func(s fyne.Shortcut) { t.w.Shortcut(s) }
	e.OnKey = func(ev *fyne.KeyEvent, mods fyne.KeyModifier) bool {
		enter := ev.Name == fyne.KeyReturn || ev.Name == fyne.KeyEnter
		switch {
		case ev.Name == fyne.KeyEscape, enter && mods == kit.Ctrl:
			t.list.EndEdit()
		case enter && mods == kit.Ctrl|kit.Shift:
			t.split(t.list.Editing(), e.Caret())
		default:
			return false
		}
		return true
	}
	hint := words.Say("Ctrl+Enter: done") + " · " + words.Say("Ctrl+Shift+Enter: split at the cursor") + " · " + words.Say("saved as you type")
	t.list.Edit(i, e, hint, nil)
}

// split splits entry i, and continues in the second part.
func (t *Tab) split(i, at int) {
	content := t.cards.entries[i].Content
	if at <= 0 || at >= len(content) {
		t.w.Toast(words.Say("Put the cursor where the second entry begins"))
		return
	}
	t.list.EndEdit()
	discussion.Of(t.w.Session()).SplitEntry(i, at)
	if i+1 < len(t.cards.entries) {
		t.list.SetCursor(i + 1)
		t.edit(i+1, 0)
	}
}

func (t *Tab) remove(rows []int) {
	t.list.EndEdit()
	discussion.Of(t.w.Session()).DeleteEntries(rows)
	t.w.OfferUndo(words.Count("Deleted {{.N}} entries", len(rows)))
}

func (t *Tab) duplicate(rows []int) {
	var copies []models.Entry
	for _, i := range rows {
		copies = append(copies, t.cards.entries[i])
	}
	at := rows[len(rows)-1] + 1
	discussion.Of(t.w.Session()).InsertEntries(at, copies)
	t.list.SetCursor(at)
}

// copy copies the text of one entry, or several as shown in the document.
func (t *Tab) copy(rows []int) {
	if len(rows) == 1 {
		t.w.Session().Copy().Text(t.cards.entries[rows[0]].Content, words.Count("{{.N}} entries", 1))
		return
	}
	var all []string
	for _, i := range rows {
		all = append(all, t.cards.entries[i].Excerpt())
	}
	t.w.Session().Copy().Text(strings.Join(all, "\n\n"), words.Count("{{.N}} entries", len(rows)))
}

// shift moves entries up or down by one.
func (t *Tab) shift(rows []int, by int) {
	if at, ok := order.Step(rows, by, len(t.cards.entries)); ok {
		discussion.Of(t.w.Session()).MoveEntries(rows, at)
		t.list.ScrollTo(t.list.Cursor())
	}
}

func (t *Tab) merge(i int) {
	if i+1 < len(t.cards.entries) {
		t.list.EndEdit()
		discussion.Of(t.w.Session()).MergeEntry(i)
	}
}

// showInPreview shows the excerpt of entry i.
func (t *Tab) showInPreview(i int) {
	if block, ok := discussion.Of(t.w.Session()).BlockOfEntry(i); ok {
		t.w.ShowBlock(block)
	}
}

// Reveal shows the card of the entry with the given index, after a click on its excerpt.
func (t *Tab) Reveal(key ...string) {
	i, err := strconv.Atoi(key[0])
	if err != nil {
		return
	}
	t.w.ShowTab(part.Discussion)
	t.search.close()
	t.list.SetCursor(i)
	t.w.Focus(t.list)
}

// key handles the keys of a card.
func (t *Tab) key(ev *fyne.KeyEvent, mods fyne.KeyModifier, i int) bool {
	if t.search.key(ev.Name, mods) {
		return true
	}
	if i < 0 {
		return false
	}
	switch rows := t.target(i); {
	case mods == 0 && (ev.Name == fyne.KeyDelete || ev.Name == fyne.KeyBackspace):
		t.remove(rows)
	case mods == kit.Alt && ev.Name == fyne.KeyUp:
		t.shift(rows, -1)
	case mods == kit.Alt && ev.Name == fyne.KeyDown:
		t.shift(rows, 1)
	case mods == kit.Ctrl && ev.Name == fyne.KeyD:
		t.duplicate(rows)
	case mods == kit.Ctrl && ev.Name == fyne.KeyJ:
		t.merge(i)
	case mods == 0 && ev.Name == fyne.KeyF2:
		t.list.PressCell(i, roleCell)
	default:
		return false
	}
	return true
}

func (t *Tab) shortcut(s fyne.Shortcut) {
	if _, is := s.(*fyne.ShortcutCopy); is {
		if rows := t.list.Selected(); len(rows) > 0 {
			t.copy(rows)
		}
		return
	}
	t.w.Shortcut(s)
}

// menu returns the menu of entry i; at is the clicked byte of its text, or -1.
func (t *Tab) menu(i, at int) []kit.MenuItem {
	rows := t.target(i)
	e := t.cards.entries[i]
	last := len(t.cards.entries) - 1
	items := []kit.MenuItem{{Text: words.Say("Edit"), Detail: kit.Chords("Enter"), Action: func() { t.edit(i, at) }}}
	if at > 0 && at < len(e.Content) {
		items = append(items, kit.MenuItem{Text: words.Say("Split here"), Action: func() { t.split(i, at) }})
	}
	if i < last {
		items = append(items, kit.MenuItem{Text: words.Say("Merge with the next"), Detail: kit.Chords("Ctrl+J"), Action: func() { t.merge(i) }})
	}
	items = append(items,
		kit.MenuItem{Text: words.Say("Role…"), Detail: "F2", Action: func() { t.list.PressCell(i, roleCell) }},
		kit.MenuItem{Text: words.Say("Copy"), Detail: kit.Chords("Ctrl+C"), Action: func() { t.copy(rows) }},
		kit.MenuItem{Text: words.Say("Duplicate"), Detail: kit.Chords("Ctrl+D"), Action: func() { t.duplicate(rows) }},
		kit.MenuItem{Text: words.Say("Move up"), Detail: kit.Chords("Alt+Up"), Action: func() { t.shift(rows, -1) }},
		kit.MenuItem{Text: words.Say("Move down"), Detail: kit.Chords("Alt+Down"), Action: func() { t.shift(rows, 1) }},
		kit.MenuItem{Separator: true},
	)
	switched := kit.MenuItem{Text: words.Say("Exclude from the dossier"), Detail: kit.Chords("Space"), Action: func() { t.include(rows, false) }}
	if e.Exclude {
		switched.Text, switched.Action = words.Say("Include in the dossier"), func() { t.include(rows, true) }
	}
	items = append(items, switched)
	if i > 0 {
		items = append(items,
			kit.MenuItem{Text: words.Say("Include from the start to here"), Action: func() { t.include(span(0, i), true) }},
			kit.MenuItem{Text: words.Say("Exclude from the start to here"), Action: func() { t.include(span(0, i), false) }})
	}
	if i < last {
		items = append(items,
			kit.MenuItem{Text: words.Say("Include from here to the end"), Action: func() { t.include(span(i, last), true) }},
			kit.MenuItem{Text: words.Say("Exclude from here to the end"), Action: func() { t.include(span(i, last), false) }})
	}
	items = append(items, kit.MenuItem{Separator: true},
		kit.MenuItem{Text: words.Say("Branch here"), Action: func() { discussion.Of(t.w.Session()).Branch(i) }})
	if _, ok := discussion.Of(t.w.Session()).BlockOfEntry(i); ok {
		items = append(items, kit.MenuItem{Text: words.Say("Show in the preview"), Action: func() { t.showInPreview(i) }})
	}
	return append(items, kit.MenuItem{Separator: true},
		kit.MenuItem{Text: words.Say("Delete"), Detail: kit.Chords("Delete"), Action: func() { t.remove(rows) }})
}

// span returns the indices from first to last.
func span(first, last int) []int {
	rows := make([]int, 0, last-first+1)
	for i := first; i <= last; i++ {
		rows = append(rows, i)
	}
	return rows
}

// roles returns the menu of roles for entry i and the selection.
func (t *Tab) roles(i int) []kit.MenuItem {
	rows := t.target(i)
	return t.roleItems(t.cards.entries[i].Role, func(role string) { t.setRole(rows, role) })
}

func (t *Tab) roleItems(chosen string, choose func(role string)) []kit.MenuItem {
	var items []kit.MenuItem
	for _, role := range discussion.Of(t.w.Session()).Roles() {
		items = append(items, kit.MenuItem{Text: kit.ShortenPath(text.Escape(role), 2*roleChars), Checked: role == chosen, Action: func() { choose(role) }})
	}
	return append(items, kit.MenuItem{Separator: true},
		kit.MenuItem{Text: words.Say("Another role…"), Action: func() { t.roleDialog(chosen, choose) }})
}

func (t *Tab) setRole(rows []int, role string) {
	discussion.Of(t.w.Session()).SetRole(rows, role)
}

// discussions returns the menu of discussions and their actions.
func (t *Tab) discussions() []kit.MenuItem {
	s := t.w.Session()
	var items []kit.MenuItem
	active := discussion.Of(s).Active().Name
	for _, d := range discussion.Of(s).All().List {
		items = append(items, kit.MenuItem{
			Text: text.Escape(d.Name), Detail: words.Count("{{.N}} entries", len(d.History)), Checked: d.Name == active,
			Action: func() {
				if d.Name != active || discussion.Of(s).All().CheckActive() != nil {
					t.list.EndEdit()
					discussion.Of(s).Activate(d.Name)
				}
			},
		})
	}
	if len(items) > 0 {
		items = append(items, kit.MenuItem{Separator: true})
	}
	items = append(items, kit.MenuItem{Text: words.Say("New discussion…"), Action: t.newDialog})
	if slices.ContainsFunc(discussion.Of(s).All().List, func(d models.Discussion) bool { return d.Name == active }) {
		items = append(items,
			kit.MenuItem{Text: words.Say("Rename…"), Action: t.renameDialog},
			kit.MenuItem{Text: words.Say("Delete this discussion"), Action: func() { t.list.EndEdit(); discussion.Of(s).Delete(active) }})
	}
	if n := len(t.cards.entries); n > 0 {
		at, branch := n-1, words.Say("Branch at the last entry")
		if i := t.list.Cursor(); i >= 0 {
			at, branch = i, words.Say("Branch at the marked entry")
		}
		items = append(items, kit.MenuItem{Text: branch, Action: func() { discussion.Of(s).Branch(at) }})
	}
	return append(items, kit.MenuItem{Separator: true},
		kit.MenuItem{Text: words.Say("Search in all discussions"), Action: func() { t.search.open(true) }})
}

// headMenu returns the menu of actions on the whole discussion.
func (t *Tab) headMenu() []kit.MenuItem {
	items := []kit.MenuItem{
		{Text: words.Say("Paste a chat…"), Detail: t.w.KeysOf("paste-chat"), Action: t.PasteDialog},
		{Text: words.Say("Import chats from a file…"), Action: t.fileDialog},
	}
	if last := len(t.cards.entries) - 1; last >= 0 {
		items = append(items,
			kit.MenuItem{Text: words.Say("Trim…"), Action: t.trimDialog},
			kit.MenuItem{Text: words.Say("Include all in the dossier"), Action: func() { t.include(span(0, last), true) }},
			kit.MenuItem{Text: words.Say("Exclude all from the dossier"), Action: func() { t.include(span(0, last), false) }},
			kit.MenuItem{Text: words.Say("Copy all entries"), Action: func() { t.copy(span(0, last)) }})
	}
	return append(items, kit.MenuItem{Separator: true},
		kit.MenuItem{Text: words.Say("Search in all discussions"), Action: func() { t.search.open(true) }})
}

// headLayout lays out the discussion's name and figures at the left, and a search box with its
// buttons at the right. The figures are hidden first if the box becomes too narrow.
type headLayout struct{}

// minFind is the minimum usable width of the search box.
const minFind = 110

func (*headLayout) MinSize([]fyne.CanvasObject) fyne.Size { return fyne.NewSize(0, kit.ControlHeight) }

func (*headLayout) Layout(objects []fyne.CanvasObject, size fyne.Size) {
	name, figures, find, tools := objects[0], objects[1], objects[2], objects[3]
	place := func(o fyne.CanvasObject, x, width float32) {
		height := o.MinSize().Height
		o.Resize(fyne.NewSize(max(0, width), height))
		o.Move(fyne.NewPos(x, (size.Height-height)/2))
	}
	right := size.Width - tools.MinSize().Width
	place(tools, right, tools.MinSize().Width)
	left := min(name.MinSize().Width, max(0, right-2*kit.Gap-minFind))
	place(name, 0, left)
	room := right - left - figures.MinSize().Width - 3*kit.Gap
	kit.SetVisible(figures, room >= minFind)
	if figures.Visible() {
		place(figures, left+kit.Gap, figures.MinSize().Width)
	} else {
		room = right - left - 2*kit.Gap
	}
	width := min(kit.FindWidth, room)
	place(find, right-kit.Gap-width, width)
}
