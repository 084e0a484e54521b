// Package notestab implements the tab for notes: each is a card with its text in the document, which
// can be edited in place, its type, its source and whether it is included.
package notestab

import (
	"slices"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"dossier/aggregate/anchor"
	"dossier/aggregate/snippets"
	"dossier/aggregate/text"
	"dossier/models"
	"dossier/models/order"
	"dossier/ui/features/notes"
	"dossier/ui/kit"
	"dossier/ui/kit/board"
	"dossier/ui/kit/edit"
	"dossier/ui/part"
	"dossier/ui/session/change"
	"dossier/ui/words"
)

// Active cells of a note's head.
const (
	inCell = iota + 1
	typeCell
	placeCell
	healthCell
	moreCell
)

const costWidth = 64 // ~123 456

// Tab shows the notes of the project as cards, in the order in which the model reads them.
type Tab struct {
	w       part.Window
	cards   cards
	list    *board.CardList
	write   *kit.Button
	paste   *kit.Button
	figures *kit.Label
	head    *fyne.Container // laid out again when a text has changed
	empty   *kit.Empty
	stack   *fyne.Container
	whole   fyne.CanvasObject
	writing string // id of the note being edited; empty if there is none
	begun   string // its text when editing began

	shown bool // the tab is active
	stale bool // something changed while it was inactive
}

// cards adapts the notes to the list.
type cards struct {
	t    *Tab
	rows []notes.Row
	at   map[string]int // by id
}

// New returns the tab for a window.
func New(w part.Window) *Tab {
	t := &Tab{w: w, stale: true}
	t.cards.t = t
	t.list = board.NewCardList(&t.cards)
	t.list.MoreText = func(lines int) string { return words.Count("show all {{.N}} lines", lines) }
	t.list.LessText = words.Say("show less")
	t.list.OnCell = t.cell
	t.list.OnOpen = func(i, _ int) { t.edit(i) }
	t.list.OnSpace = t.toggle
	t.list.OnMenu = func(i, _ int, pos fyne.Position) { w.ShowMenu(pos, part.RowMenu(w, t.list, i, t.menu(i))) }
	t.list.OnKey = t.key
	t.list.OnShortcut = t.shortcut
	t.list.OnMove = func(rows []int, before int) { t.part().Move(rows, before) }
	t.write = kit.NewButton(words.Say("Write a note"), t.Write)
	t.write.SetTip(words.Say("The kind is detected from the text") + " (" + w.KeysOf("write-note") + ")")
	t.paste = kit.NewButton(words.Say("Paste"), t.Paste)
	t.paste.SetTip(words.Say("Makes a note of the clipboard's text: an error, a session, code or prose") + " (" + kit.Chords("Ctrl+V") + ")")
	t.figures = kit.NewLabel("", kit.Number)
	more := kit.NewGlyphButton(kit.GlyphMore, words.Say("More for all notes"), nil)
	more.SetItems(t.headMenu)
	t.head = kit.NewSharingRow([]fyne.CanvasObject{t.write, t.paste}, nil, []fyne.CanvasObject{t.figures, more})
	t.empty = kit.NewEmpty(words.Say("Notes complement the files: a snippet, an error, the output of a session, a thought. Write or paste one, drop a file here, or make one from lines in the preview."), words.Say("Write a note"), t.Write)
	t.empty.SetMore(words.Say("More in the guide"), func() { w.ShowHelp(part.Notes) })
	t.stack = container.NewStack(t.empty)
	t.whole = kit.NewColumn(kit.NewHeader(t.head, kit.EdgeBottom), t.stack, nil)
	return t
}

// Content returns the tab's content.
func (t *Tab) Content() fyne.CanvasObject { return t.whole }

// Focus focuses the tab.
func (t *Tab) Focus() { t.w.Focus(kit.VisibleFocusable(t.stack)) }

// Shown is called when the tab becomes active or inactive; it does nothing while inactive.
func (t *Tab) Shown(shown bool) {
	t.shown = shown
	if shown && t.stale {
		t.reload()
	}
}

// Uncovered returns nil: an editor in a card is part of the list.
func (t *Tab) Uncovered() []fyne.CanvasObject { return nil }

// Changed updates what has changed.
func (t *Tab) Changed(c change.Set) {
	if c.Has(notes.Changed | change.Project | change.Composition | change.Settings) {
		t.reload()
	} else if c.Has(change.Document | change.Counts) {
		t.redraw()
	}
}

func (t *Tab) part() *notes.Part { return notes.Of(t.w.Session()) }

// reload reads the notes again; the list keeps its scroll position, cursor and selection.
func (t *Tab) reload() {
	if t.stale = !t.shown; t.stale {
		return
	}
	t.cards.rows, t.cards.at = nil, map[string]int{}
	if t.w.Session().Dir() != "" {
		t.cards.rows = t.part().Rows()
	}
	for i, r := range t.cards.rows {
		t.cards.at[r.ID] = i
	}
	t.list.Reload()
	kit.ShowEither(t.stack, len(t.cards.rows) > 0, t.list, t.empty)
	t.refreshHead()
}

// redraw shows new costs of the same notes.
func (t *Tab) redraw() {
	if !t.shown {
		t.stale = true
		return
	}
	t.list.Refresh()
	t.refreshHead()
}

func (t *Tab) refreshHead() {
	in := 0
	for _, r := range t.cards.rows {
		if r.In {
			in++
		}
	}
	figures, tip := "", ""
	if all := len(t.cards.rows); all > 0 {
		cost := t.part().Cost()
		fields := map[string]any{"In": kit.Count(int64(in)), "All": kit.Count(int64(all)), "Tokens": words.Figure(cost)}
		figures = words.With("{{.In}}/{{.All}} · {{.Tokens}} tok", fields)
		tip = words.With("{{.In}} of {{.All}} notes are in the dossier", fields) + "\n" + words.Exactness(cost, words.Say("the notes"))
		if limit := t.part().Value().Limit; limit > 0 {
			tip += "\n" + words.Count("Max {{.N}} notes; the oldest are deleted", limit)
		}
	}
	t.figures.SetText(figures)
	t.figures.SetTip(tip)
	kit.Relayout(t.head)
}

// Len returns the number of notes.
func (c *cards) Len() int { return len(c.rows) }

// Key returns the id of a note.
func (c *cards) Key(i int) string { return c.rows[i].ID }

// Find returns the index of the note with an id.
func (c *cards) Find(key string) int {
	if i, ok := c.at[key]; ok {
		return i
	}
	return -1
}

// Text returns a note's text in the document, or the one being edited.
func (c *cards) Text(i int) string {
	if c.rows[i].ID == c.t.writing {
		return c.t.written(c.rows[i])
	}
	return c.rows[i].Printed
}

// written returns the text of a note being edited: until it is changed, that of the current lines
// of its file.
func (t *Tab) written(r notes.Row) string {
	if t.begun == r.Content {
		return r.Now.Content
	}
	return r.Content
}

// Card returns the head of a note.
func (c *cards) Card(i int) board.Card {
	r := c.rows[i]
	in := board.Cell{
		Kind: board.CellCheck, ID: inCell, State: kit.Ticked(r.In),
		Tip: words.Say("In the dossier or not") + " (" + kit.Chords("Space") + ")",
	}
	kind := board.Cell{Kind: board.CellChip, ID: typeCell, Text: Types().Say(r.Type), Tip: words.Say("Kind") + " (" + kit.Chords("F2") + ")"}
	place := board.Cell{ID: placeCell, Fill: true, Middle: true, Tone: kit.ColorMuted, Text: words.Say("from…"), Tip: words.Say("Source: file, lines and package")}
	if where := where(r.Now); where != "" {
		place.Text, place.Tip = where, where+"\n"+place.Tip
	}
	head := []board.Cell{{Kind: board.CellGrip, Tip: words.Say("Drag to change the order (Alt+Up, Alt+Down)")}, in, kind, place}
	if r.Language != "" {
		head = append(head, board.Cell{Text: r.Language, Tone: kit.ColorMuted, Small: true, Tip: words.Say("The language of the fence around it")})
	}
	if word := healths().Say(r.Health); word != "" {
		health := board.Cell{ID: healthCell, Text: word, Tone: kit.ColorWarn, Tip: r.ID + " " + r.Problem}
		switch r.Health {
		case anchor.Moved:
			health.Tone, health.Tip = kit.ColorGood, words.Say("Its lines have moved in the file; the dossier shows where they are now")
		case anchor.Lost:
			health.Tone = kit.ColorBad
		}
		head = append(head, health)
	}
	if !r.In {
		head = append(head, board.Cell{Text: words.Say("out"), Tone: kit.ColorMuted, Tip: words.Say("not in the dossier")})
	}
	cost := c.t.part().NoteCost(i)
	head = append(head,
		board.Cell{Kind: board.CellNumber, Text: words.Figure(cost), Width: costWidth, Tip: words.Exactness(cost, words.Say("this note"))},
		board.Cell{Kind: board.CellGlyph, ID: moreCell, Glyph: kit.GlyphMore, Tip: words.Say("Actions")})
	return board.Card{Head: head, Muted: !r.In, Empty: words.Say("no text"), Shown: -1}
}

// where describes the source of a note; empty if unknown.
func where(n models.Note) string {
	parts := []string{text.Escape(n.Metadata.Filename) + snippets.Place(n).Lines()}
	if n.Metadata.Filename == "" {
		parts = nil
	}
	if pack := n.Metadata.Package; pack != "" {
		parts = append(parts, text.Escape(pack))
	}
	return strings.Join(parts, " · ")
}

// Types returns the names of note types.
func Types() words.Table[models.NoteType] {
	return words.Table[models.NoteType]{
		models.NoteCode: "code", models.NoteText: "text", models.NoteFile: "file", models.NoteREPLHistory: "REPL history",
		models.NoteError: "error", models.NoteCustom: "custom",
	}
}

// healths returns the names of the states of a note's source lines.
func healths() words.Table[anchor.Health] {
	return words.Table[anchor.Health]{
		anchor.Exact: "", anchor.Moved: "moved", anchor.Changed: "changed", anchor.Lost: "lost", anchor.Unchecked: "",
	}
}

// targets returns the notes that an action on note i applies to: the selection if it contains the
// note.
func (t *Tab) targets(i int) (rows []int, ids []string) {
	rows = t.list.Targets(i)
	for _, row := range rows {
		ids = append(ids, t.cards.rows[row].ID)
	}
	return rows, ids
}

func (t *Tab) cell(i int, c board.Cell, at fyne.Position, size fyne.Size) {
	switch c.ID {
	case inCell:
		t.toggle(i)
	case typeCell:
		t.w.ShowMenuBelow(at, size, part.RowMenu(t.w, t.list, i, t.types(i)))
	case placeCell:
		t.placeDialog(i)
	case healthCell:
		t.w.ShowMenuBelow(at, size, part.RowMenu(t.w, t.list, i, t.followItems(i)))
	case moreCell:
		t.w.ShowMenuBelow(at, size, part.RowMenu(t.w, t.list, i, t.menu(i)))
	}
}

// toggle includes or excludes note i, together with the selection.
func (t *Tab) toggle(i int) {
	_, ids := t.targets(i)
	t.part().Include(ids, !t.cards.rows[i].In)
}

// Write creates a note after the current one, or at the end.
func (t *Tab) Write() {
	if t.w.Session().Dir() == "" {
		t.w.OpenFolder()
		return
	}
	t.w.ShowTab(part.Notes)
	t.list.EndEdit()
	at := t.list.Cursor() + 1
	if at == 0 {
		at = len(t.cards.rows)
	}
	t.open(t.part().Begin(at))
}

// Paste creates a note from the text on the clipboard.
func (t *Tab) Paste() { t.pasteText(fyne.CurrentApp().Clipboard().Content()) }

func (t *Tab) pasteText(content string) {
	if t.w.Session().Dir() == "" {
		t.w.OpenFolder()
		return
	}
	if strings.TrimSpace(content) == "" {
		t.w.Toast(words.Say("There is no text on the clipboard"))
		return
	}
	t.list.EndEdit()
	ids := t.part().Insert(len(t.cards.rows), models.Note{Content: strings.Trim(content, "\r\n")})
	if i := t.cards.Find(first(ids)); i >= 0 {
		t.list.SetCursor(i)
		t.list.ScrollTo(i)
		t.w.OfferUndo(words.With("Added a note: {{.Type}}", map[string]any{"Type": Types().Say(t.cards.rows[i].Type)}))
	}
}

func first(ids []string) string {
	if len(ids) == 0 {
		return ""
	}
	return ids[0]
}

// Drop creates notes from files.
func (t *Tab) Drop(at fyne.Position, files []string) bool {
	if !t.shown || !kit.Covers(t.whole, at) {
		return false
	}
	t.part().AddFiles(files)
	return true
}

// open opens the editor of the note with an id.
func (t *Tab) open(id string) {
	if i := t.cards.Find(id); i >= 0 {
		t.list.SetCursor(i)
		t.list.ScrollTo(i)
		t.edit(i)
	}
}

// edit opens the editor of note i.
func (t *Tab) edit(i int) {
	id := t.cards.rows[i].ID
	if id == t.writing {
		return
	}
	t.list.EndEdit()
	if i = t.cards.Find(id); i < 0 {
		return
	}
	e := edit.NewEditor(func(content string) { t.part().Write(id, content) })
	e.SetText(t.cards.rows[i].Now.Content)
	e.SetMono(t.cards.rows[i].Type != models.NoteText)
	e.SetCaret(-1)
	e.OnShortcut = func(s fyne.Shortcut) { t.w.Shortcut(s) }
	e.OnKey = func(ev *fyne.KeyEvent, mods fyne.KeyModifier) bool {
		enter := ev.Name == fyne.KeyReturn || ev.Name == fyne.KeyEnter
		if ev.Name == fyne.KeyEscape || enter && mods == kit.Ctrl {
			t.list.EndEdit()
			return true
		}
		return false
	}
	t.writing, t.begun = id, t.cards.rows[i].Content
	t.list.Edit(i, e, words.Say("Ctrl+Enter: done")+" · "+words.Say("saved as you type"), func() {
		t.writing = ""
		t.part().EndEdit(id)
		t.reload()
	})
	t.reload()
}

func (t *Tab) remove(rows []int) {
	t.list.EndEdit()
	t.part().Delete(rows)
	t.w.OfferUndo(words.Count("Deleted {{.N}} notes", len(rows)))
}

// copy copies the text of one note, or several as shown in the document.
func (t *Tab) copy(rows []int) {
	content := t.cards.rows[rows[0]].Content
	if len(rows) > 1 {
		var all []string
		for _, i := range rows {
			all = append(all, t.cards.rows[i].Printed)
		}
		content = strings.Join(all, "\n\n")
	}
	t.w.Session().Copy().Text(content, words.Count("{{.N}} notes", len(rows)))
}

// shift moves notes up or down by one.
func (t *Tab) shift(rows []int, by int) {
	if at, ok := order.Step(rows, by, len(t.cards.rows)); ok {
		t.part().Move(rows, at)
		t.list.ScrollTo(t.list.Cursor())
	}
}

// Reveal shows the card of a note after a click on it in the preview.
func (t *Tab) Reveal(key ...string) {
	t.w.ShowTab(part.Notes)
	if i := t.cards.Find(key[0]); i >= 0 {
		t.list.SetCursor(i)
		t.list.ScrollTo(i)
	}
	t.w.Focus(t.list)
}

// key handles the keys of a card.
func (t *Tab) key(ev *fyne.KeyEvent, mods fyne.KeyModifier, i int) bool {
	if i < 0 {
		return false
	}
	switch rows, _ := t.targets(i); {
	case mods == 0 && (ev.Name == fyne.KeyDelete || ev.Name == fyne.KeyBackspace):
		t.remove(rows)
	case mods == kit.Alt && ev.Name == fyne.KeyUp:
		t.shift(rows, -1)
	case mods == kit.Alt && ev.Name == fyne.KeyDown:
		t.shift(rows, 1)
	case mods == 0 && ev.Name == fyne.KeyF2:
		t.list.PressCell(i, typeCell)
	default:
		return false
	}
	return true
}

func (t *Tab) shortcut(s fyne.Shortcut) {
	switch s := s.(type) {
	case *fyne.ShortcutCopy:
		if rows := t.list.Selected(); len(rows) > 0 {
			t.copy(rows)
			return
		}
	case *fyne.ShortcutPaste:
		t.pasteText(s.Clipboard.Content())
		return
	}
	t.w.Shortcut(s)
}

// types returns the menu of types for note i and the selection.
func (t *Tab) types(i int) []kit.MenuItem {
	_, ids := t.targets(i)
	var items []kit.MenuItem
	for _, kind := range models.NoteTypes() {
		items = append(items, kit.MenuItem{Text: Types().Say(kind), Checked: kind == t.cards.rows[i].Type, Action: func() { t.part().SetType(ids, kind) }})
	}
	return items
}

// followItems returns the menu rows for the source lines of note i.
func (t *Tab) followItems(i int) []kit.MenuItem {
	rows, _ := t.targets(i)
	var stale, following []string
	for _, row := range rows {
		r := t.cards.rows[row]
		if r.Stale {
			stale = append(stale, r.ID)
		}
		if r.Health != "" {
			following = append(following, r.ID)
		}
	}
	var items []kit.MenuItem
	if len(stale) > 0 {
		items = append(items, kit.MenuItem{Text: words.Say("Update from the file"), Action: func() { t.part().UpdateText(stale) }})
	}
	if len(following) > 0 {
		items = append(items, kit.MenuItem{Text: words.Say("Stop following the file"), Note: words.Say("The note stays as it was made"), Action: func() { t.part().Unfollow(following) }})
	}
	return items
}

// menu returns the menu of note i.
func (t *Tab) menu(i int) []kit.MenuItem {
	rows, ids := t.targets(i)
	r := t.cards.rows[i]
	switched := kit.MenuItem{Text: words.Say("Exclude from the dossier"), Detail: kit.Chords("Space"), Action: func() { t.part().Include(ids, false) }}
	if !r.In {
		switched.Text, switched.Action = words.Say("Include in the dossier"), func() { t.part().Include(ids, true) }
	}
	items := []kit.MenuItem{
		{Text: words.Say("Edit"), Detail: kit.Chords("Enter"), Action: func() { t.edit(i) }},
		{Text: words.Say("Source…"), Action: func() { t.placeDialog(i) }},
		{Text: words.Say("Copy"), Detail: kit.Chords("Ctrl+C"), Action: func() { t.copy(rows) }},
		{Text: words.Say("Move up"), Detail: kit.Chords("Alt+Up"), Action: func() { t.shift(rows, -1) }},
		{Text: words.Say("Move down"), Detail: kit.Chords("Alt+Down"), Action: func() { t.shift(rows, 1) }},
		{Separator: true},
		switched,
	}
	if block, ok := t.part().BlockOf(r.ID); ok {
		items = append(items, kit.MenuItem{Text: words.Say("Show in the preview"), Action: func() { t.w.ShowBlock(block) }})
	}
	if more := t.followItems(i); len(more) > 0 {
		items = append(append(items, kit.MenuItem{Separator: true}), more...)
	}
	items = append(items, kit.MenuItem{Separator: true}, kit.MenuItem{Text: words.Say("Kind"), Heading: true})
	items = append(items, t.types(i)...)
	return append(items, kit.MenuItem{Separator: true},
		kit.MenuItem{Text: words.Say("Delete"), Detail: kit.Chords("Delete"), Action: func() { t.remove(rows) }})
}

// headMenu returns the menu of actions on all notes.
func (t *Tab) headMenu() []kit.MenuItem {
	limit := words.Say("Any number of notes")
	if n := t.part().Value().Limit; n > 0 {
		limit = words.Count("Max {{.N}} notes; the oldest are deleted", n)
	}
	items := []kit.MenuItem{
		{Text: words.Say("Write a note"), Detail: t.w.KeysOf("write-note"), Action: t.Write},
		{Text: words.Say("Paste"), Detail: kit.Chords("Ctrl+V"), Action: t.Paste},
		{Text: words.Say("Limit…"), Note: limit, Action: t.limitDialog},
	}
	if len(t.cards.rows) == 0 {
		return items
	}
	rows := make([]int, len(t.cards.rows))
	ids := make([]string, len(rows))
	for i, r := range t.cards.rows {
		rows[i], ids[i] = i, r.ID
	}
	return append(items, kit.MenuItem{Separator: true},
		kit.MenuItem{Text: words.Say("Include all in the dossier"), Action: func() { t.part().Include(ids, true) }},
		kit.MenuItem{Text: words.Say("Exclude all from the dossier"), Action: func() { t.part().Include(ids, false) }},
		kit.MenuItem{Text: words.Say("Copy all notes"), Action: func() { t.copy(slices.Clone(rows)) }})
}
