package discussiontab

import (
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"dossier/aggregate/answer"
	"dossier/aggregate/chat"
	"dossier/aggregate/text"
	"dossier/models"
	"dossier/ui/dialog"
	"dossier/ui/features/discussion"
	"dossier/ui/kit"
	"dossier/ui/kit/board"
	"dossier/ui/kit/edit"
	"dossier/ui/language"
	"dossier/ui/words"
)

// chatDialog previews the conversations in a text or a file before they are imported: the entries
// of a single one, or a list to select from. Entries of a single one are added to the active
// discussion or to a new one; of several, each becomes a discussion.
type chatDialog struct {
	t      *Tab
	from   string     // the text, if it was pasted
	unread *kit.Label // parts that were not understood
	middle *fyne.Container

	one struct { // the middle for a single conversation
		cards *pastedCards
		list  *board.CardList
		count *kit.Label
		into  *kit.Choice
		whole fyne.CanvasObject
	}
	many struct { // the middle for several conversations
		rows   *conversationRows
		list   *board.List
		count  *kit.Label
		filter *edit.Entry
		whole  fyne.CanvasObject
	}
}

const pasteLines = 8 // of the text, shown above the preview

// PasteDialog imports a chat from the clipboard, or from text pasted into the dialog.
func (t *Tab) PasteDialog() { t.pasteText(fyne.CurrentApp().Clipboard().Content()) }

// pasteText previews the conversations in a text.
func (t *Tab) pasteText(pasted string) *chatDialog {
	d := t.newChatDialog()
	editor := edit.NewEditor(func(text string) {
		d.from = text
		discussion.Of(t.w.Session()).ReadChat(text, d.show)
	})
	editor.PlaceHolder = words.Say("Paste the conversation here: lines such as “User:” and “AI:”, Markdown headings, or exported JSON")
	editor.SetText(strings.ReplaceAll(pasted, "\r\n", "\n"))
	editor.OnChanged(editor.Text())
	editor.OnKey = func(ev *fyne.KeyEvent, mods fyne.KeyModifier) bool {
		switch {
		case ev.Name == fyne.KeyEscape:
			return t.w.Dialogs().TypedKey(fyne.KeyEscape)
		case mods == kit.Ctrl && (ev.Name == fyne.KeyReturn || ev.Name == fyne.KeyEnter):
			return t.w.Dialogs().TypedKey(fyne.KeyReturn)
		}
		return false
	}
	d.open(words.Say("Paste a chat"), edit.NewBox(editor, pasteLines, pasteLines), dialog.Does(words.Say("From a file…"), t.fileDialog))
	return d
}

// fileDialog asks for a file with conversations.
func (t *Tab) fileDialog() {
	t.w.Dialogs().PromptPath(dialog.PathQuestion{
		Title: words.Say("Import chats from a file"), Placeholder: "conversations.json", Accept: words.Say("Import…"),
		Hint: words.Say("An export of ChatGPT, Claude or another provider, or a text. A file can also be dropped on the discussion."),
		Help: "docs/guide/discussion.md#import-a-chat",
		What: dialog.File, Endings: chatEndings(), Purpose: "chats", Start: t.w.Session().Dir(),
		Submit: func(path string) error {
			t.ImportFile(path)
			return nil
		},
	})
}

// chatEndings returns the extensions of importable files, all of which are read as text.
func chatEndings() []string {
	return []string{".json", ".jsonl", ".ndjson", ".md", ".markdown", ".txt", ".text", ".log"}
}

// ImportFile previews the conversations in a file.
func (t *Tab) ImportFile(name string) {
	discussion.Of(t.w.Session()).ReadChatFile(name, func(c chat.Chat) {
		d := t.newChatDialog()
		d.show(c)
		path := kit.NewPath(text.Escape(filepath.Base(name)))
		path.SetTip(text.Escape(name))
		d.open(words.Say("Import chats"), path)
	})
}

func (t *Tab) newChatDialog() *chatDialog {
	d := &chatDialog{t: t, unread: kit.NewLabel("", kit.Body)}
	d.unread.SetTone(kit.ColorWarn)
	d.unread.SetMinWidth(1)
	d.newOne()
	d.newMany()
	d.middle = container.NewStack(d.one.whole)
	return d
}

// newOne creates the view of a single conversation's entries.
func (d *chatDialog) newOne() {
	t, one := d.t, &d.one
	one.cards = &pastedCards{}
	one.list = board.NewCardList(one.cards)
	one.list.MoreText, one.list.LessText = t.list.MoreText, t.list.LessText
	one.count = kit.NewLabel("", kit.Strong)
	name := kit.ShortenPath(text.Escape(discussion.Of(t.w.Session()).Active().Name), roleChars)
	one.into = kit.NewChoice([]string{words.With("Add to {{.Name}}", map[string]any{"Name": name}), words.Say("New discussion")}, nil)
	toggle := func(i int) {
		rows := one.list.Targets(i)
		out := !one.cards.out[i]
		for _, i := range rows {
			one.cards.out[i] = out
		}
		d.refresh()
	}
	one.list.OnSpace = toggle
	one.list.OnCell = func(i int, c board.Cell, at fyne.Position, size fyne.Size) {
		if c.ID == inCell {
			toggle(i)
			return
		}
		t.w.ShowMenuBelow(at, size, t.roleItems(one.cards.entries[i].Role, func(role string) {
			one.cards.entries[i].Role = role
			d.refresh()
		}))
	}
	one.list.OnKey = d.listKey
	one.whole = container.NewBorder(container.NewBorder(nil, nil, one.count, one.into), nil, nil, nil, one.list)
}

// newMany creates the view of several conversations.
func (d *chatDialog) newMany() {
	many := &d.many
	many.rows = &conversationRows{}
	many.list = board.NewList(many.rows, kit.RowHeight)
	many.count = kit.NewLabel("", kit.Strong)
	many.filter = d.t.w.Dialogs().Entry("")
	many.filter.PlaceHolder = words.Say("Filter by title")
	many.filter.OnChanged = func(query string) {
		many.rows.filter(query)
		many.list.Reload()
		d.refresh()
	}
	many.filter.OnKey = func(ev *fyne.KeyEvent, _ fyne.KeyModifier) bool {
		if ev.Name != fyne.KeyDown || many.rows.Len() == 0 {
			return false
		}
		many.list.SetCursor(max(0, many.list.Cursor()))
		d.t.w.Focus(many.list)
		return true
	}
	toggle := func(i int) {
		rows := many.list.Targets(i)
		many.rows.tick(rows, !many.rows.ticked(i))
		d.refresh()
	}
	many.list.OnSpace, many.list.OnClick = toggle, toggle
	many.list.OnCell = func(i int, _ board.Cell, _ fyne.Position, _ fyne.Size) { toggle(i) }
	many.list.OnKey = d.listKey
	tickShown := func() {
		many.rows.tick(span(0, many.rows.Len()-1), true)
		d.refresh()
	}
	untick := func() {
		clear(many.rows.on)
		d.refresh()
	}
	tools := container.NewHBox(kit.NewButton(words.Say("Tick all visible rows"), tickShown), kit.NewButton(words.Say("Untick all"), untick))
	head := container.NewVBox(many.count, container.NewBorder(nil, nil, nil, tools, many.filter))
	many.whole = container.NewBorder(head, nil, nil, nil, many.list)
}

// listKey passes the keys that close the dialog to it.
func (d *chatDialog) listKey(ev *fyne.KeyEvent, _ fyne.KeyModifier, _ int) bool {
	if ev.Name == fyne.KeyEscape || ev.Name == fyne.KeyReturn || ev.Name == fyne.KeyEnter {
		return d.t.w.Dialogs().TypedKey(ev.Name)
	}
	return false
}

// open shows the dialog with an object above the middle, and additional buttons between "Cancel"
// and "Import".
func (d *chatDialog) open(title string, above fyne.CanvasObject, more ...dialog.Answer) {
	w := d.t.w
	body := container.NewBorder(above, d.unread, nil, nil, d.middle)
	answers := slices.Concat([]dialog.Answer{dialog.Closes(words.Say("Cancel"))}, more, []dialog.Answer{{Text: words.Say("Import"), Primary: true, Run: d.importSelection}})
	w.Dialogs().Show(title, body, fyne.NewSize(760, w.Dialogs().Window.Canvas().Size().Height-80), answers...).Help = "docs/guide/discussion.md#import-a-chat"
}

// several reports whether there are several conversations.
func (d *chatDialog) several() bool { return len(d.many.rows.all) > 1 }

// show shows the result of parsing.
func (d *chatDialog) show(c chat.Chat) {
	d.one.cards.entries, d.one.cards.out = nil, map[int]bool{}
	d.many.rows.set(c.Conversations)
	d.many.rows.filter(d.many.filter.Text)
	shown := d.many.whole
	if !d.several() {
		d.one.cards.entries, shown = c.Entries(), d.one.whole
	}
	if c.Unnamed && d.answers(d.one.cards.entries[0].Content) {
		d.one.cards.entries[0].Role = models.OfferedRoles()[1] // AI
	}
	d.unread.SetText(unread(c))
	d.unread.SetTip(unreadTip(c))
	if d.middle.Objects[0] != shown {
		d.middle.Objects = []fyne.CanvasObject{shown}
		d.middle.Refresh()
	}
	d.one.list.Reload()
	d.many.list.Reload()
	d.refresh()
}

// answers reports whether a text that names no speaker is probably a model's: it answers the user's last entry, or has
// edits of files.
func (d *chatDialog) answers(content string) bool {
	entries := discussion.Of(d.t.w.Session()).Active().History
	if n := len(entries); n > 0 {
		return entries[n-1].Role == models.OfferedRoles()[0] // User
	}
	return len(answer.Parse(content)) > 0
}

// refresh shows the current selection.
func (d *chatDialog) refresh() {
	d.one.count.SetText(words.Count("{{.N}} entries will be added", len(d.one.cards.chosen())))
	d.one.list.Refresh()
	rows := d.many.rows
	d.many.count.SetText(words.With("{{.Chosen}} of {{.All}} conversations become discussions", map[string]any{
		"Chosen": kit.Count(int64(len(rows.chosen()))), "All": kit.Count(int64(len(rows.all))),
	}))
	d.many.list.Refresh()
}

// unread describes the parts that were not understood; empty if there are none.
func unread(c chat.Chat) string {
	switch n := len(c.Unknown); {
	case c.Unnamed:
		return words.Say("No line names a speaker: the whole text is one entry")
	case n == 0:
		return ""
	case len(c.Conversations) == 0:
		return words.With("There is no conversation in it: {{.Problem}}", map[string]any{"Problem": c.Unknown[0].String()})
	case n == 1:
		return words.With("Excluded: {{.Problem}}", map[string]any{"Problem": c.Unknown[0].String()})
	default:
		return words.Count("{{.N}} parts are excluded", n) + ": " + c.Unknown[0].String() + " …"
	}
}

const maxUnread = 20 // maximum number of lines of the tooltip

// unreadTip lists the parts that were not understood.
func unreadTip(c chat.Chat) string {
	var lines []string
	for i, u := range c.Unknown {
		if i == maxUnread {
			lines = append(lines, words.Count("and {{.N}} more", len(c.Unknown)-i))
			break
		}
		lines = append(lines, u.String())
	}
	return strings.Join(lines, "\n")
}

// importSelection imports the selection.
func (d *chatDialog) importSelection() (stay bool) {
	if d.several() {
		if len(d.many.rows.chosen()) == 0 {
			d.t.w.Toast(words.Say("Tick a conversation to import it"))
		}
		return !d.t.addChats(d.many.rows.chosen(), d.from)
	}
	chosen := d.one.cards.chosen()
	switch {
	case len(chosen) == 0:
		d.t.w.Toast(words.Say("Tick an entry to import it"))
		return true
	case d.one.into.Chosen() == 1:
		one := d.many.rows.all[0]
		one.Entries = chosen
		return !d.t.addChats([]chat.Conversation{one}, d.from)
	}
	d.t.addPasted(chosen, d.from)
	return false
}

// addChats creates discussions from conversations; false if there are none.
func (t *Tab) addChats(list []chat.Conversation, from string) bool {
	if len(list) == 0 {
		return false
	}
	t.list.EndEdit()
	discussion.Of(t.w.Session()).Import(list)
	t.clearImported(from)
	t.w.OfferUndo(words.Count("Imported {{.N}} conversations", len(list)))
	return true
}

// addPasted appends entries.
func (t *Tab) addPasted(entries []models.Entry, from string) {
	t.list.EndEdit()
	discussion.Of(t.w.Session()).InsertEntries(len(discussion.Of(t.w.Session()).Active().History), entries)
	t.clearImported(from)
	t.w.OfferUndo(words.Count("Added {{.N}} entries", len(entries)))
	t.list.SetCursor(len(t.cards.entries) - 1)
}

// clearImported clears the box below the entries if the imported text came from it.
func (t *Tab) clearImported(from string) {
	if from != "" && t.writer.editor.Text() == from {
		t.writer.clear()
	}
}

// Drop imports the chats of a file that is dropped on the tab.
func (t *Tab) Drop(at fyne.Position, files []string) bool {
	if len(files) != 1 || !t.shown || !kit.Covers(t.whole, at) {
		return false
	}
	t.ImportFile(files[0])
	return true
}

// pastedCards holds the entries of one conversation in the preview.
type pastedCards struct {
	entries []models.Entry
	out     map[int]bool // excluded from the import
}

func (c *pastedCards) Len() int          { return len(c.entries) }
func (c *pastedCards) Key(i int) string  { return strconv.Itoa(i) }
func (c *pastedCards) Text(i int) string { return c.entries[i].Content }

func (c *pastedCards) Find(key string) int { return board.FindKey(c, key) }

func (c *pastedCards) Card(i int) board.Card {
	role := board.Cell{Kind: board.CellChip, ID: roleCell, Text: kit.ShortenPath(text.Escape(c.entries[i].Role), roleChars)}
	if c.entries[i].Role == "" {
		role.Text, role.Tone = words.Say("no role"), kit.ColorMuted
	}
	return board.Card{Muted: c.out[i], Empty: words.Say("no text"), Shown: -1, Head: []board.Cell{
		{Kind: board.CellCheck, ID: inCell, State: kit.Ticked(!c.out[i]), Tip: words.Say("Add it, or not")}, role, {Fill: true},
	}}
}

func (c *pastedCards) chosen() []models.Entry {
	var out []models.Entry
	for i, e := range c.entries {
		if !c.out[i] {
			out = append(out, e)
		}
	}
	return out
}

// conversationRows holds the filtered conversations of a text.
type conversationRows struct {
	all   []chat.Conversation
	keys  []string       // of all conversations
	on    []bool         // checked, of all conversations
	shown []int          // indices of the filtered ones
	row   map[string]int // index in shown by key
}

// set replaces the conversations, all unchecked. Call filter next.
func (r *conversationRows) set(list []chat.Conversation) {
	r.all, r.keys, r.on = list, make([]string, len(list)), make([]bool, len(list))
	for i := range list {
		r.keys[i] = strconv.Itoa(i)
	}
}

// filter shows the conversations whose titles contain all words of a query, ignoring case.
func (r *conversationRows) filter(query string) {
	words := strings.Fields(strings.ToLower(query))
	r.shown, r.row = nil, map[string]int{}
	for i, c := range r.all {
		title := strings.ToLower(conversationTitle(c))
		if !slices.ContainsFunc(words, func(word string) bool { return !strings.Contains(title, word) }) {
			r.row[r.keys[i]] = len(r.shown)
			r.shown = append(r.shown, i)
		}
	}
}

func (r *conversationRows) ticked(row int) bool { return r.on[r.shown[row]] }

func (r *conversationRows) tick(rows []int, on bool) {
	for _, row := range rows {
		r.on[r.shown[row]] = on
	}
}

// chosen returns the checked conversations, including hidden ones.
func (r *conversationRows) chosen() []chat.Conversation {
	var out []chat.Conversation
	for i, c := range r.all {
		if r.on[i] {
			out = append(out, c)
		}
	}
	return out
}

func (r *conversationRows) Len() int           { return len(r.shown) }
func (r *conversationRows) Key(i int) string   { return r.keys[r.shown[i]] }
func (r *conversationRows) Label(i int) string { return conversationTitle(r.all[r.shown[i]]) }

func (r *conversationRows) Find(key string) int {
	if i, ok := r.row[key]; ok {
		return i
	}
	return -1
}

const (
	chatDateForm  = "2006-01-02" // in local time
	chatDateWidth = 86
	chatSizeWidth = 96
	chatTipChars  = 400 // of the first entry
)

func (r *conversationRows) Row(i int) board.Row {
	c := r.all[r.shown[i]]
	title := board.Cell{Text: text.Escape(conversationTitle(c)), Fill: true}
	if c.Title == "" {
		title.Tone = kit.ColorMuted
	}
	when := board.Cell{Tone: kit.ColorMuted, Width: chatDateWidth}
	if !c.Time.IsZero() {
		when.Text = language.Date(c.Time)
	}
	row := board.Row{Cells: []board.Cell{
		{Kind: board.CellCheck, ID: inCell, State: kit.Ticked(r.ticked(i)), Tip: words.Say("Import it as a discussion, or not")},
		title, when,
		{Kind: board.CellNumber, Text: words.Count("{{.N}} entries", len(c.Entries)), Width: chatSizeWidth},
	}}
	if len(c.Entries) > 0 {
		row.Tip = title.Text + "\n\n" + head(c.Entries[0].Excerpt(), chatTipChars)
	}
	return row
}

// conversationTitle returns the display name of a conversation.
func conversationTitle(c chat.Conversation) string {
	if c.Title != "" {
		return c.Title
	}
	return words.With("conversation {{.N}}", map[string]any{"N": strconv.Itoa(c.Number)})
}

// head returns at most the first n characters of a text.
func head(s string, n int) string {
	for i := range s {
		if n--; n < 0 {
			return s[:i] + "…"
		}
	}
	return s
}
