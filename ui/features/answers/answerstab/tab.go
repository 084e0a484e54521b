// Package answerstab implements the tab for a model's answer: the files that it requests as a list,
// each with the result of the guards, the requested extent and its cost. The checked ones can be
// added to the dossier or copied.
package answerstab

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"dossier/ui/features/answers"
	"dossier/ui/features/edits"
	"dossier/ui/features/edits/editsview"
	"dossier/ui/kit"
	"dossier/ui/kit/board"
	"dossier/ui/kit/edit"
	"dossier/ui/part"
	"dossier/ui/session/change"
	"dossier/ui/words"
)

// Minimum and maximum number of visible lines of the answer.
const (
	minLines = 4
	maxLines = 7
)

// Tab takes an answer and lists its requests.
type Tab struct {
	w      part.Window
	editor *edit.Editor
	box    *edit.Box
	pasted *kit.Button // replaces the answer by another one
	clear  *kit.Button
	guards *guards
	lines  *kit.Button       // selects the extent of a single line
	alone  fyne.CanvasObject // bar that contains lines
	list   *board.List
	rows   table
	all    *kit.Check // for the rows that can be checked
	total  *kit.Label
	copy   *kit.Button
	add    *kit.Button
	empty  *kit.Empty
	step   func() // action of the empty state
	body   *fyne.Container
	bar    *fyne.Container
	foot   fyne.CanvasObject // actions on the rows
	head   *fyne.Container
	column *fyne.Container
	which  *kit.Choice // selects one of the two lists
	choice fyne.CanvasObject
	edits  *editsview.Pane
	drawer *kit.Drawer // the list of edits, and the difference
	review *kit.Button
	front  bool // whether the tab is active
	picked bool // whether the user has selected a list for this answer
}

// New returns the tab for a window.
func New(w part.Window) *Tab {
	t := &Tab{w: w}
	t.rows = table{t: t}
	t.editor = edit.NewEditor(t.setText)
	t.editor.PlaceHolder = words.Say("Paste a model's answer…")
	t.editor.OnShortcut = func(s fyne.Shortcut) { w.Shortcut(s) }
	t.editor.OnKey = t.editorKey
	t.box = edit.NewBox(t.editor, minLines, maxLines)
	t.box.OnGrow = func() { kit.Relayout(t.column) }
	t.clear = kit.NewButton(words.Say("Clear"), t.clearText)
	t.clear.SetTip(words.Say("Remove the answer"))
	t.pasted = kit.NewButton(words.Say("Paste"), t.paste)
	t.pasted.SetTip(words.Say("Replace the answer with the text on the clipboard"))
	t.guards = newGuards(t)

	t.lines = kit.NewMenuButton("", t.extents)
	t.lines.SetTip(words.Say("What is added if the answer names a single line"))
	t.alone = kit.NewBar(container.NewBorder(nil, nil, kit.NewLabel(words.Say("For a single line, add"), kit.Body), nil, container.NewHBox(t.lines)), kit.EdgeBottom)

	t.list = part.NewList(w, &t.rows, t.menu)
	t.list.OnCell = t.cell
	t.list.OnSpace = func(int) { t.toggle(t.list.Targets(t.list.Cursor())) }
	t.list.OnOpen = t.reveal
	t.list.OnKey = t.key

	t.all = kit.NewCheck("", t.tickAll)
	t.all.SetTip(words.Say("All that can be added"))
	t.total = kit.NewLabel("", kit.Body)
	t.copy = kit.NewButton(words.Say("Copy the files' contents"), t.copyAssigns)
	t.copy.SetTip(words.Say("Copy the path and contents of each selected file"))
	t.add = kit.NewPrimaryButton(words.Say("Add to the context"), func() { t.requests().Add() })
	t.add.SetTip(words.Say("Add the selected files to the dossier") + " (" + kit.Chords("Ctrl+Enter") + ")")
	t.bar = kit.NewSharingRow([]fyne.CanvasObject{t.all}, t.total, []fyne.CanvasObject{t.copy, t.add})
	t.empty = kit.NewEmpty("", words.Say("Paste"), func() { t.step() })
	t.empty.SetMore(words.Say("More in the guide"), func() { w.ShowHelp(part.Answers) })
	t.body = container.NewStack(t.empty)

	t.edits = editsview.NewPane(w)
	t.edits.OnShow = t.show
	t.drawer = kit.NewDrawer(t.edits.List(), t.edits.Difference())
	t.drawer.SetOpen(true)
	t.review = kit.NewButton(words.Say("Open review"), func() { w.ReviewEdits() })
	t.review.SetTip(words.Say("Show the list and the difference at full width"))
	t.which = kit.NewChoice([]string{words.Say("Edits"), words.Say("Requested files")}, func(int) {
		t.picked = true
		t.reload()
	})
	t.choice = kit.NewBar(kit.NewSharingRow([]fyne.CanvasObject{t.which}, nil, []fyne.CanvasObject{t.review}), kit.EdgeBottom)
	text := kit.NewSurface(t.box, kit.ColorPanel, 0, kit.Inset, kit.Gap)
	t.head = kit.NewSharingRow(nil, t.guards.row, []fyne.CanvasObject{t.pasted, t.clear})
	t.foot = kit.NewBar(t.bar, kit.EdgeTop)
	head := kit.NewColumn(kit.NewColumn(text, kit.NewBar(t.head, kit.EdgeBottom), nil), t.choice, t.alone)
	t.column = kit.NewColumn(head, t.body, container.NewStack(t.foot, t.edits.Foot()))
	return t
}

// Content returns the tab's content.
func (t *Tab) Content() fyne.CanvasObject { return t.column }

// Focus focuses the list, or the answer if there is none.
func (t *Tab) Focus() {
	switch {
	case t.showsEdits():
		t.w.Focus(t.edits.List())
		return
	case len(t.requests().Rows()) > 0:
		t.w.Focus(t.list)
		return
	}
	t.w.Focus(t.editor)
}

// Shown follows changes while the tab is active.
func (t *Tab) Shown(front bool) {
	edits.Of(t.w.Session()).SetVisible(front)
	if t.front = front; front {
		t.requests().Resume()
		edits.Of(t.w.Session()).SetText(t.requests().Text())
		t.requests().Follow()
	}
	t.reload()
}

// Uncovered returns the text fields and the bar below the rows.
func (t *Tab) Uncovered() []fyne.CanvasObject {
	return append(append([]fyne.CanvasObject{t.box, t.foot}, t.guards.boxes()...), t.edits.Uncovered()...)
}

// Changed updates what has changed.
func (t *Tab) Changed(c change.Set) {
	if !t.front {
		return
	}
	if c.Has(answers.Changed) { // the answer of another window may have been added
		edits.Of(t.w.Session()).SetText(t.requests().Text())
	}
	if c.Has(change.Tree) {
		t.requests().Follow()
	}
	if c.Has(change.Composition | change.Counts | change.Settings) {
		t.requests().UpdateRows()
	}
	if c.Has(edits.Changed | answers.Changed | change.Composition | change.Counts | change.Settings | change.Project) {
		t.reload()
	}
}

// requests returns the session's requests controller.
func (t *Tab) requests() *answers.Part { return answers.Of(t.w.Session()) }

// setText searches another answer for requests and edits.
func (t *Tab) setText(answer string) {
	t.picked = false
	t.requests().SetText(answer)
	edits.Of(t.w.Session()).SetText(answer)
}

// showsEdits reports whether the edits of the answer are shown instead of the files that it requests.
func (t *Tab) showsEdits() bool {
	return t.which.Chosen() == 0 && len(edits.Of(t.w.Session()).Files()) > 0
}

// Waiting reports whether the answer has edits that can be applied.
func (t *Tab) Waiting() bool { return edits.Of(t.w.Session()).Waiting() > 0 }

// show selects a part of the answer in its box, by its byte range.
func (t *Tab) show(start, end int) {
	if end > len(t.editor.Text()) {
		return
	}
	t.w.Focus(t.editor)
	t.editor.Select(start, end)
	t.editor.ShowCaret()
}

// reload shows the current requests and edits.
func (t *Tab) reload() {
	if !t.front {
		return
	}
	t.guards.follow()
	r := t.requests()
	if t.editor.Text() != r.Text() {
		t.editor.SetText(r.Text())
	}
	hasEdits := len(edits.Of(t.w.Session()).Files()) > 0
	if !t.picked && hasEdits {
		t.which.Choose(0)
	} else if !hasEdits {
		t.which.Choose(1)
	}
	t.edits.Reload()
	why, step, do := t.nothing()
	if t.showsEdits() {
		why = ""
	}
	t.rows.rows = r.Rows()
	t.list.Reload()
	kit.SetVisible(t.pasted, r.Text() != "") // otherwise the button is in the empty state
	kit.SetVisible(t.clear, r.Text() != "")
	kit.SetVisible(t.choice, hasEdits)
	kit.SetVisible(t.review, t.showsEdits())
	kit.SetVisible(t.guards.row, !t.showsEdits())
	kit.SetVisible(t.edits.Foot(), t.showsEdits())
	kit.SetVisible(t.foot, why == "" && !t.showsEdits())
	kit.SetVisible(t.alone, why == "" && !t.showsEdits() && t.rows.alone())
	t.lines.SetText(extentWords().Say(r.Extent()))
	kit.Relayout(t.head)
	kit.Relayout(t.column)
	t.caption()
	t.step = do
	t.empty.SetText(why)
	t.empty.ShowStep(step != "")
	t.empty.SetStep(step)
	shown := fyne.CanvasObject(t.list)
	switch {
	case t.showsEdits():
		shown = t.drawer
	case why != "":
		shown = t.empty
	}
	if t.body.Objects[0] != shown {
		t.body.Objects = []fyne.CanvasObject{shown}
		t.body.Refresh()
	}
}

// nothing returns the reason why there is no list, and the first step; empty if there is one.
func (t *Tab) nothing() (why, step string, do func()) {
	r := t.requests()
	switch {
	case t.w.Session().Dir() == "":
		return words.Say("The edits in a model's answer, and the files that it requests, are listed here."), words.Say("Open a folder"), t.w.OpenFolder
	case r.Text() == "":
		return words.Say("Paste what a model has answered: its edits can be compared and applied, and the files that it requests are found and added to the document."), words.Say("Paste"), t.paste
	case r.Err() != nil:
		return words.Sentence(r.Err()), "", nil
	case len(r.Rows()) == 0 && r.Reading():
		return words.Say("Reading the answer…"), "", nil
	case len(r.Rows()) == 0:
		return words.Say("The answer has no edits and names no file."), "", nil
	}
	return "", "", nil
}

// caption shows the selection and its actions below the list.
func (t *Tab) caption() {
	rows, files, cost := t.requests().Ticked()
	ticked, able := 0, 0
	for _, row := range t.requests().Rows() {
		if row.Acceptable() {
			able++
		}
		if row.Acceptable() && row.Ticked {
			ticked++
		}
	}
	t.all.SetState(kit.TickedOf(ticked, able))
	kit.SetEnabled(t.all, able > 0, words.Say("Nothing can be added"))
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
	case t.requests().Truncated():
		caption, shorter = words.Say("Only the first 16 MiB of the answer are read; it is not saved for the next start"), nil
	case t.requests().TooLargeToSave():
		caption, shorter = words.Say("The answer is too large to be saved for the next start"), nil
	}
	if wrong := t.guards.complaint(); wrong != "" {
		caption, shorter = wrong, nil
	}
	t.total.SetText(caption)
	t.total.SetShorter(shorter...)
	t.total.SetTip(words.Exactness(cost, words.Say("the copied text")))
	reason := words.Say("Nothing is selected")
	if t.requests().Reading() {
		reason = words.Say("Reading the answer…")
	}
	for _, b := range []*kit.Button{t.copy, t.add} {
		kit.SetEnabled(b, rows > 0, reason)
	}
	kit.Relayout(t.bar)
}

// paste replaces the answer by the text on the clipboard.
func (t *Tab) paste() {
	text := fyne.CurrentApp().Clipboard().Content()
	if text == "" {
		t.w.Toast(words.Say("There is no text on the clipboard"))
		return
	}
	t.editor.SetText(text)
	t.setText(text)
	t.w.Focus(t.editor)
}

func (t *Tab) clearText() {
	t.editor.SetText("")
	t.setText("")
	t.w.Focus(t.editor)
}

// editorKey moves from the answer to the list.
func (t *Tab) editorKey(ev *fyne.KeyEvent, mods fyne.KeyModifier) bool {
	switch {
	case mods == kit.Ctrl && (ev.Name == fyne.KeyReturn || ev.Name == fyne.KeyEnter) && t.showsEdits():
		edits.Of(t.w.Session()).Apply()
	case mods == kit.Ctrl && (ev.Name == fyne.KeyReturn || ev.Name == fyne.KeyEnter):
		t.requests().Add()
	case mods == 0 && ev.Name == fyne.KeyEscape && (t.showsEdits() || len(t.requests().Rows()) > 0):
		t.Focus()
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

// copyAssigns copies the checked rows.
func (t *Tab) copyAssigns() {
	s := t.w.Session()
	answers.Of(s).Assigns(func(assigns string, files int) {
		s.Copy().Text(assigns, words.Count("the contents of {{.N}} files", files))
	})
}

// tickAll checks all rows that can be added, or unchecks all.
func (t *Tab) tickAll(kit.CheckState) {
	var rows []int
	for i := range t.rows.list() {
		rows = append(rows, i)
	}
	t.toggle(rows)
}

// toggle checks rows, or unchecks them if all of them are checked.
func (t *Tab) toggle(rows []int) {
	on := false
	for _, i := range rows {
		row := t.rows.list()[i]
		on = on || row.Acceptable() && !row.Ticked
	}
	t.requests().Tick(rows, on)
}

// reveal shows the position of a row's name in the answer.
func (t *Tab) reveal(i int) {
	row := t.rows.list()[i]
	end := row.At
	for text := t.editor.Text(); end < len(text) && text[end] > ' '; {
		end++
	}
	t.show(row.At, end)
}
