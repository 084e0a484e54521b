// Package answerstab is the tab in which the answer of a model is pasted: what it asks for as
// a list, each with what the guards say of it, how much of the file is meant and what that
// costs; what is ticked goes into the dossier, or is copied as assigns.
package answerstab

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"dossier/ui/features/answers"
	"dossier/ui/kit"
	"dossier/ui/kit/board"
	"dossier/ui/kit/edit"
	"dossier/ui/part"
	"dossier/ui/session/change"
	"dossier/ui/words"
)

// The lines that the box for the answer shows.
const (
	leastLines = 4
	mostLines  = 7
)

// Tab takes an answer and lists what it asks for.
type Tab struct {
	w      part.Window
	editor *edit.Editor
	box    *edit.Box
	pasted *kit.Button // another one in the place of this
	clear  *kit.Button
	guards *guards
	lines  *kit.Button       // chooses what a line alone means
	alone  fyne.CanvasObject // the bar around it
	list   *board.List
	rows   table
	all    *kit.Check // of the rows that can be ticked
	total  *kit.Label
	copy   *kit.Button
	add    *kit.Button
	empty  *kit.Empty
	step   func() // of the empty state
	body   *fyne.Container
	bar    *fyne.Container
	foot   fyne.CanvasObject // what can be done with the rows
	head   *fyne.Container
	column *fyne.Container
	front  bool // whether somebody looks
}

// New returns the tab of a window.
func New(w part.Window) *Tab {
	t := &Tab{w: w}
	t.rows = table{t: t}
	t.editor = edit.NewEditor(func(text string) { t.requests().SetText(text) })
	t.editor.PlaceHolder = words.Say("Paste what a model has answered…")
	t.editor.OnShortcut = func(s fyne.Shortcut) { w.Shortcut(s) }
	t.editor.OnKey = t.editorKey
	t.box = edit.NewBox(t.editor, leastLines, mostLines)
	t.box.OnGrow = func() { kit.Relayout(t.column) }
	t.clear = kit.NewButton(words.Say("Clear"), t.clearText)
	t.clear.SetTip(words.Say("Take the answer away"))
	t.pasted = kit.NewButton(words.Say("Paste"), t.paste)
	t.pasted.SetTip(words.Say("Put what the clipboard holds in the place of the answer"))
	t.guards = newGuards(t)

	t.lines = kit.NewMenuButton("", t.extents)
	t.lines.SetTip(words.Say("How much is meant where the answer asks for a line alone"))
	t.alone = kit.NewBar(container.NewBorder(nil, nil, kit.NewLabel(words.Say("A line alone means"), kit.Body), nil, container.NewHBox(t.lines)), kit.EdgeBottom)

	t.list = board.NewList(&t.rows, kit.RowHeight)
	t.list.OnCell = t.cell
	t.list.OnSpace = func(int) { t.toggle(t.target(t.list.Cursor())) }
	t.list.OnOpen = t.reveal
	t.list.OnMenu = func(i int, at fyne.Position) { w.ShowMenu(at, t.menu(i)) }
	t.list.OnKey = t.key
	t.list.OnShortcut = func(s fyne.Shortcut) { w.Shortcut(s) }

	t.all = kit.NewCheck("", t.tickAll)
	t.all.SetTip(words.Say("All that can be added"))
	t.total = kit.NewLabel("", kit.Body)
	t.copy = kit.NewButton(words.Say("Copy the files' contents"), t.copyAssigns)
	t.copy.SetTip(words.Say("Copy the path and contents of each selected file"))
	t.add = kit.NewPrimaryButton(words.Say("Add to the context"), func() { t.requests().Add() })
	t.add.SetTip(words.Say("Add the selected files to the dossier") + " (Ctrl+Enter)")
	t.bar = container.NewBorder(nil, nil, t.all, container.NewHBox(t.copy, t.add), t.total)
	t.empty = kit.NewEmpty("", words.Say("Paste"), func() { t.step() })
	t.body = container.NewStack(t.empty)

	text := kit.NewSurface(t.box, kit.ColorPanel, 0, kit.Inset, kit.Gap)
	t.head = container.NewBorder(nil, nil, nil, container.NewHBox(t.pasted, t.clear), t.guards.row)
	t.foot = kit.NewBar(t.bar, kit.EdgeTop)
	head := kit.NewColumn(text, kit.NewBar(t.head, kit.EdgeBottom), t.alone)
	t.column = kit.NewColumn(head, t.body, t.foot)
	return t
}

// Content is what the tab shows.
func (t *Tab) Content() fyne.CanvasObject { return t.column }

// Focus gives the tab the keyboard: the list, or the answer while there is none.
func (t *Tab) Focus() {
	if len(t.requests().Rows()) > 0 {
		t.w.Focus(t.list)
		return
	}
	t.w.Focus(t.editor)
}

// Shown follows what changes while somebody looks.
func (t *Tab) Shown(front bool) {
	if t.front = front; front {
		t.requests().Resume()
		t.requests().Follow()
	}
	t.reload()
}

// TextBoxes lists what is typed into.
func (t *Tab) TextBoxes() []fyne.CanvasObject {
	return append([]fyne.CanvasObject{t.box}, t.guards.boxes()...)
}

// Changed shows what has changed.
func (t *Tab) Changed(c change.Set) {
	if !t.front {
		return
	}
	if c.Has(change.Tree) {
		t.requests().Follow()
	}
	if c.Has(change.Composition | change.Counts | change.Settings) {
		t.requests().Mark()
	}
	if c.Has(change.Requests | change.Composition | change.Counts | change.Settings | change.Project) {
		t.reload()
	}
}

// requests are those of the session.
func (t *Tab) requests() *answers.Part { return t.w.Session().Requests() }

// reload shows the requests as they are now.
func (t *Tab) reload() {
	if !t.front {
		return
	}
	r := t.requests()
	if t.editor.Text() != r.Text() {
		t.editor.SetText(r.Text())
	}
	why, step, do := t.nothing()
	t.rows.rows = r.Rows()
	t.list.Reload()
	kit.SetVisible(t.pasted, r.Text() != "") // else the empty state has it
	kit.SetVisible(t.clear, r.Text() != "")
	kit.SetVisible(t.foot, why == "")
	kit.SetVisible(t.alone, why == "" && t.rows.alone())
	t.lines.SetText(extentWords().Say(r.Extent()))
	kit.Relayout(t.head)
	kit.Relayout(t.column)
	t.caption()
	t.step = do
	t.empty.SetText(why)
	t.empty.ShowStep(step != "")
	t.empty.SetStep(step)
	shown := fyne.CanvasObject(t.list)
	if why != "" {
		shown = t.empty
	}
	if t.body.Objects[0] != shown {
		t.body.Objects = []fyne.CanvasObject{shown}
		t.body.Refresh()
	}
}

// nothing says why there is no list, and the first step to one; empty when there is one.
func (t *Tab) nothing() (why, step string, do func()) {
	r := t.requests()
	switch {
	case t.w.Session().Dir() == "":
		return words.Say("The files that a model's answer asks for are listed here."), words.Say("Open a folder"), t.w.OpenFolder
	case r.Text() == "":
		return words.Say("Paste what a model has answered: the files that it names are found, with lines and symbols, and go into the dossier together."), words.Say("Paste"), t.paste
	case r.Err() != nil:
		return r.Err().Error(), "", nil
	case len(r.Rows()) == 0 && r.Reading():
		return words.Say("Reading the answer…"), "", nil
	case len(r.Rows()) == 0:
		return words.Say("The answer names no file."), "", nil
	}
	return "", "", nil
}

// caption says below the list what is ticked, and what can be done with it.
func (t *Tab) caption() {
	rows, files, cost := t.requests().Ticked()
	some, every := false, true
	for _, row := range t.requests().Rows() {
		some = some || row.Acceptable()
		every = every && (row.Ticked || !row.Acceptable())
	}
	box := kit.Mixed
	switch {
	case rows == 0:
		box = kit.Off
	case every:
		box = kit.On
	}
	t.all.SetState(box)
	if some {
		t.all.Enable()
	} else {
		t.all.DisableFor(words.Say("Nothing can be added"))
	}
	caption, shorter := words.Say("Nothing is selected"), []string(nil)
	if rows > 0 {
		caption, shorter = words.FilesAndTokens(files, cost)
		shorter = append([]string{caption}, shorter...)
		caption = words.With("Selected: {{.What}}", map[string]any{"What": caption})
	}
	if len(t.requests().Rows()) == 0 {
		caption, shorter = "", nil
	}
	switch {
	case t.requests().Cut():
		caption, shorter = words.Say("Only the first 16 MiB of the answer are read; it is not kept for the next start"), nil
	case t.requests().Unkept():
		caption, shorter = words.Say("The answer is too large to be kept for the next start"), nil
	}
	if wrong := t.guards.complaint(); wrong != "" {
		caption, shorter = wrong, nil
	}
	t.total.SetText(caption)
	t.total.SetShorter(shorter...)
	t.total.SetTip(words.Exactness(cost, words.Say("what is copied")))
	reason := words.Say("Nothing is selected")
	if t.requests().Reading() {
		reason = words.Say("Reading the answer…")
	}
	for _, b := range []*kit.Button{t.copy, t.add} {
		enable(b, rows > 0, reason)
	}
	kit.Relayout(t.bar)
}

func enable(b *kit.Button, on bool, reason string) {
	if on {
		b.Enable()
	} else {
		b.DisableFor(reason)
	}
}

// paste puts what the clipboard holds in the place of the answer.
func (t *Tab) paste() {
	text := fyne.CurrentApp().Clipboard().Content()
	if text == "" {
		t.w.Toast(words.Say("The clipboard holds no text"))
		return
	}
	t.editor.SetText(text)
	t.requests().SetText(text)
	t.w.Focus(t.editor)
}

func (t *Tab) clearText() {
	t.editor.SetText("")
	t.requests().SetText("")
	t.w.Focus(t.editor)
}

// editorKey goes on to the list.
func (t *Tab) editorKey(ev *fyne.KeyEvent, mods fyne.KeyModifier) bool {
	switch {
	case mods == kit.Ctrl && (ev.Name == fyne.KeyReturn || ev.Name == fyne.KeyEnter):
		t.requests().Add()
	case mods == 0 && ev.Name == fyne.KeyEscape && len(t.requests().Rows()) > 0:
		t.w.Focus(t.list)
	default:
		return false
	}
	return true
}

func (t *Tab) key(ev *fyne.KeyEvent, mods fyne.KeyModifier, _ int) bool {
	if mods == kit.Ctrl && (ev.Name == fyne.KeyReturn || ev.Name == fyne.KeyEnter) {
		t.requests().Add()
		return true
	}
	return false
}

// copyAssigns copies what is ticked.
func (t *Tab) copyAssigns() {
	s := t.w.Session()
	s.Requests().Assigns(func(assigns string, files int) {
		s.Copy().Text(assigns, words.Count("the contents of {{.N}} files", files))
	})
}

// tickAll ticks all that can be added, or takes all ticks away.
func (t *Tab) tickAll(kit.CheckState) {
	var rows []int
	for i := range t.rows.list() {
		rows = append(rows, i)
	}
	t.toggle(rows)
}

// toggle ticks rows, or takes the ticks away when all of them are ticked.
func (t *Tab) toggle(rows []int) {
	on := false
	for _, i := range rows {
		row := t.rows.list()[i]
		on = on || row.Acceptable() && !row.Ticked
	}
	t.requests().Tick(rows, on)
}

// reveal shows where the answer names what a row stands for.
func (t *Tab) reveal(i int) {
	row := t.rows.list()[i]
	if row.At > len(t.editor.Text()) {
		return
	}
	end := row.At
	for text := t.editor.Text(); end < len(text) && text[end] > ' '; {
		end++
	}
	t.w.Focus(t.editor)
	t.editor.Select(row.At, end)
	t.editor.ShowCaret()
}
