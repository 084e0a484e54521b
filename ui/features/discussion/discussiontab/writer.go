package discussiontab

import (
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"dossier/aggregate/chat"
	"dossier/aggregate/text"
	"dossier/models"
	"dossier/ui/features/discussion"
	"dossier/ui/kit"
	"dossier/ui/kit/edit"
	"dossier/ui/words"
)

// writer is the box for the next entry of the discussion. It is always visible, and its text
// survives a crash.
type writer struct {
	t       *Tab
	editor  *edit.Editor
	box     *edit.Box
	role    *kit.Button
	add     *kit.Button
	chat    *kit.Button // offers to split text that looks like a chat
	row     *fyne.Container
	content *fyne.Container
}

// Minimum and maximum number of visible lines.
const (
	minWriter = 2
	maxWriter = 10
	// chatBytes is the minimum number of bytes inserted at once that are assumed to be pasted.
	chatBytes = 20
)

func newWriter(t *Tab) *writer {
	r := &writer{t: t}
	r.editor = edit.NewEditor(nil)
	r.editor.PlaceHolder = words.Say("Write the next entry…")
	r.editor.OnChanged = r.changed
	r.editor.OnKey = r.key
	r.editor.OnShortcut = func(s fyne.Shortcut) { t.w.Shortcut(s) }
	r.box = edit.NewBox(r.editor, minWriter, maxWriter)
	r.role = kit.NewMenuButton("", func() []kit.MenuItem { return t.roleItems(r.chosen(), r.choose) })
	r.role.SetTip(words.Say("Speaker of the next entry"))
	r.add = kit.NewButton(words.Say("Add"), r.send)
	r.add.SetTip(words.Say("Add the entry to the discussion") + " (" + kit.Chords("Ctrl+Enter") + ")")
	r.chat = kit.NewButton("", func() { t.pasteText(r.editor.Text()) })
	r.chat.Hide()
	paste := kit.NewButton(words.Say("Paste a chat…"), t.PasteDialog)
	paste.SetTip(words.Say("Split a whole conversation into entries; they are shown before they are added") + " (" + t.w.KeysOf("paste-chat") + ")")
	r.row = kit.NewSharingRow([]fyne.CanvasObject{r.role, r.chat}, nil, []fyne.CanvasObject{paste, r.add})
	inner := kit.NewColumn(r.row, container.NewBorder(kit.NewSurface(r.box, kit.ColorPanel, 0, 0, kit.Gap), nil, nil, nil), nil)
	r.content = container.NewStack(kit.NewSurface(inner, kit.ColorPanel, kit.EdgeTop, kit.Inset, kit.Gap))
	r.box.OnGrow = func() { kit.Relayout(t.whole.(*fyne.Container)) }
	return r
}

// reload restores text written before the window was closed, or for another project.
func (r *writer) reload() {
	kit.SetVisible(r.content, r.t.w.Session().Dir() != "")
	if unsent := discussion.Of(r.t.w.Session()).Unsent(); r.editor.Text() != unsent.Content {
		r.editor.SetText(unsent.Content)
	}
	r.role.SetText(kit.ShortenPath(text.Escape(r.chosen()), roleChars))
	r.refresh()
}

// chosen returns the role of the next entry.
func (r *writer) chosen() string {
	if role := discussion.Of(r.t.w.Session()).Unsent().Role; role != "" {
		return role
	}
	return models.OfferedRoles()[0]
}

func (r *writer) choose(role string) {
	discussion.Of(r.t.w.Session()).SetUnsent(role, r.editor.Text())
	r.reload()
	r.t.w.Focus(r.editor)
}

func (r *writer) changed(written string) {
	s := r.t.w.Session()
	grown := len(written) - len(discussion.Of(s).Unsent().Content)
	discussion.Of(s).SetUnsent(r.chosen(), written)
	if r.chat.Visible() || grown >= chatBytes {
		r.notice(written)
	}
	r.refresh()
}

// notice offers to split a text that contains several turns of a conversation.
func (r *writer) notice(written string) {
	discussion.Of(r.t.w.Session()).ReadChat(written, func(c chat.Chat) {
		n := len(c.Entries())
		r.chat.SetText(words.Count("Looks like a chat of {{.N}} entries: split…", n))
		kit.SetVisible(r.chat, n > 1)
		kit.Relayout(r.row)
	})
}

func (r *writer) refresh() {
	if blank := strings.TrimSpace(r.editor.Text()) == ""; blank {
		r.add.DisableFor(words.Say("There is nothing to add yet"))
		r.chat.Hide()
	} else {
		r.add.Enable()
	}
	kit.Relayout(r.row)
}

func (r *writer) key(ev *fyne.KeyEvent, mods fyne.KeyModifier) bool {
	switch enter := ev.Name == fyne.KeyReturn || ev.Name == fyne.KeyEnter; {
	case enter && mods == kit.Ctrl:
		r.send()
	case ev.Name == fyne.KeyEscape && mods == 0:
		r.t.Focus()
	default:
		return false
	}
	return true
}

// send appends the text as an entry.
func (r *writer) send() {
	if strings.TrimSpace(r.editor.Text()) == "" {
		return
	}
	discussion.Of(r.t.w.Session()).AddUnsent()
	r.reload()
	r.t.list.SetCursor(len(r.t.cards.entries) - 1)
}

// clear empties the box after its text has been added.
func (r *writer) clear() {
	discussion.Of(r.t.w.Session()).SetUnsent(r.chosen(), "")
	r.reload()
}
