package ui

import (
	"slices"
	"strconv"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/layout"

	"dossier/aggregate/text"
	"dossier/models"
	"dossier/ui/kit"
	"dossier/ui/session"
)

// nameDialog asks for a name until take accepts it.
func (w *Window) nameDialog(title, name, accept string, take func(string) error) {
	entry := w.entry(name)
	problem := complaint()
	w.ask(title, container.NewVBox(entry, problem), fyne.NewSize(420, 150),
		closes(say("Cancel")), answer{text: accept, primary: true, run: func() bool {
			err := take(strings.TrimSpace(entry.Text))
			if err != nil {
				problem.SetText(err.Error())
			}
			return err != nil
		}})
	w.focus(entry)
	entry.TypedShortcut(&fyne.ShortcutSelectAll{})
}

func (t *discussionTab) newDialog() {
	s := t.w.session
	t.w.nameDialog(say("New discussion"), s.Discussions().FreeName(models.MainDiscussion), say("Begin"), func(name string) error {
		t.list.EndEdit()
		return s.NewDiscussion(name)
	})
}

func (t *discussionTab) renameDialog() {
	s := t.w.session
	from := s.Discussion().Name
	t.w.nameDialog(say("Rename the discussion"), from, say("Rename"), func(to string) error { return s.RenameDiscussion(from, to) })
}

// roleDialog asks for a role that is not offered.
func (t *discussionTab) roleDialog(role string, choose func(string)) {
	t.w.nameDialog(say("Role"), role, say("Use"), func(role string) error {
		choose(role)
		return nil
	})
}

// trimDialog switches the older entries out of the dossier, and says before what stays.
func (t *discussionTab) trimDialog() {
	s := t.w.session
	number := t.w.entry(strconv.Itoa(min(20, len(t.cards.entries))))
	outcome := paragraph("")
	problem := complaint()
	var byTokens *kit.Choice
	would := func() (session.Trimmed, int, error) {
		n, err := positive(number.Text)
		if err != nil {
			return session.Trimmed{}, 0, err
		}
		if byTokens.Chosen() == 1 {
			return s.WouldTrimTokens(int(n)), int(n), nil
		}
		return s.WouldTrimEntries(int(n)), int(n), nil
	}
	show := func() {
		left, _, err := would()
		if err != nil {
			problem.SetText(err.Error())
			outcome.SetText("")
			return
		}
		problem.SetText("")
		outcome.SetText(sayWith("{{.In}} entries stay in the dossier, {{.Tokens}} tokens; {{.Out}} are switched out. Nothing is deleted.", map[string]any{
			"In": kit.Count(int64(left.In)), "Out": kit.Count(int64(left.Out)), "Tokens": figure(left.Cost),
		}))
	}
	byTokens = kit.NewChoice([]string{say("The last entries"), say("At most so many tokens")}, func(int) { show() })
	byTokens.Choose(0)
	number.OnChanged = func(string) { show() }
	show()
	form := container.New(layout.NewFormLayout(), kit.NewLabel(say("Keep"), kit.Body), byTokens, kit.NewLabel(say("Number"), kit.Body), number)
	w := t.w
	w.ask(say("Trim the discussion"), container.NewVBox(form, outcome, problem), fyne.NewSize(460, 220),
		closes(say("Cancel")), answer{text: say("Trim"), primary: true, run: func() bool {
			_, n, err := would()
			switch {
			case err != nil:
				return true
			case byTokens.Chosen() == 1:
				s.TrimTokens(n)
			default:
				s.TrimEntries(n)
			}
			return false
		}})
	w.focus(number)
}

// pastedCards are the entries that a pasted chat would make.
type pastedCards struct {
	t       *discussionTab
	entries []models.Entry
	out     map[int]bool // not to be added
}

func (c *pastedCards) Len() int          { return len(c.entries) }
func (c *pastedCards) Key(i int) string  { return strconv.Itoa(i) }
func (c *pastedCards) Text(i int) string { return c.entries[i].Content }

func (c *pastedCards) Find(key string) int {
	if i, err := strconv.Atoi(key); err == nil && i < len(c.entries) {
		return i
	}
	return -1
}

func (c *pastedCards) Card(i int) kit.Card {
	role := kit.Cell{Kind: kit.CellChip, ID: entryRoleCell, Text: kit.ShortenPath(text.Escape(c.entries[i].Role), entryRoleChars)}
	if c.entries[i].Role == "" {
		role.Text, role.Tone = say("no role"), kit.ColorMuted
	}
	return kit.Card{Muted: c.out[i], Empty: say("no text"), Shown: -1, Head: []kit.Cell{
		{Kind: kit.CellCheck, ID: entryInCell, State: state(!c.out[i]), Tip: say("Add it, or not")}, role, {Fill: true},
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

// pasteDialog reads a chat from the clipboard, or from what is pasted into the dialog.
func (t *discussionTab) pasteDialog() { t.pasteText(t.w.app.Clipboard().Content()) }

// pasteText shows the entries that a text would make, before they are added.
func (t *discussionTab) pasteText(pasted string) {
	w := t.w
	cards := &pastedCards{t: t}
	list := kit.NewCardList(cards)
	list.MoreText, list.LessText = t.list.MoreText, t.list.LessText
	count := kit.NewLabel("", kit.Strong)
	editor := kit.NewEditor(func(text string) {
		cards.entries, cards.out = w.session.ReadChat(text).Entries(), map[int]bool{}
		list.Reload()
	})
	refresh := func() {
		count.SetText(sayCount("{{.N}} entries will be added", len(cards.chosen())))
		list.Refresh()
	}
	changed := editor.OnChanged
	editor.OnChanged = func(text string) { changed(text); refresh() }
	toggle := func(i int) {
		rows := []int{i}
		if list.IsSelected(i) {
			rows = list.Selected()
		}
		out := !cards.out[i]
		for _, i := range rows {
			cards.out[i] = out
		}
		refresh()
	}
	list.OnSpace = toggle
	list.OnCell = func(i int, c kit.Cell, at fyne.Position, size fyne.Size) {
		if c.ID == entryInCell {
			toggle(i)
			return
		}
		kit.ShowMenu(w.win.Canvas(), at, size, t.roleItems(cards.entries[i].Role, func(role string) {
			cards.entries[i].Role = role
			refresh()
		}))
	}
	editor.PlaceHolder = say("Paste the conversation here: lines such as “User:” and “AI:”, Markdown headings, or exported JSON")
	editor.SetText(strings.ReplaceAll(pasted, "\r\n", "\n"))
	editor.OnChanged(editor.Text())
	editor.OnKey = func(ev *fyne.KeyEvent, mods fyne.KeyModifier) bool {
		switch {
		case ev.Name == fyne.KeyEscape:
			return w.dialogKey(fyne.KeyEscape)
		case mods == ctrl && (ev.Name == fyne.KeyReturn || ev.Name == fyne.KeyEnter):
			return w.dialogKey(fyne.KeyReturn)
		}
		return false
	}
	list.OnKey = func(ev *fyne.KeyEvent, mods fyne.KeyModifier, _ int) bool {
		if ev.Name == fyne.KeyEscape || ev.Name == fyne.KeyReturn || ev.Name == fyne.KeyEnter {
			return w.dialogKey(ev.Name)
		}
		return false
	}
	box := kit.NewEditorBox(editor, pasteLines, pasteLines)
	body := container.NewBorder(container.NewVBox(box, count), nil, nil, nil, list)
	size := w.win.Canvas().Size()
	w.ask(say("Paste a chat"), body, fyne.NewSize(760, size.Height-80),
		closes(say("Cancel")), answer{text: say("Add entries"), primary: true, run: func() bool {
			chosen := cards.chosen()
			if len(chosen) == 0 {
				return true
			}
			t.addPasted(slices.Clone(chosen), editor.Text())
			return false
		}})
	w.focus(editor)
	editor.Select(0, len(editor.Text())) // what is pasted again takes its place
}

const pasteLines = 8 // of the text above the entries that it makes

// addPasted adds entries at the end. Where the text came from the box below, the box is
// emptied.
func (t *discussionTab) addPasted(entries []models.Entry, from string) {
	t.list.EndEdit()
	t.w.session.InsertEntries(len(t.w.session.Discussion().History), entries)
	if t.writer.editor.Text() == from {
		t.writer.clear()
	}
	t.w.overlay.Toast(sayCount("Added {{.N}} entries", len(entries)), say("Undo"), t.w.undo)
	t.list.SetCursor(len(t.cards.entries) - 1)
}
