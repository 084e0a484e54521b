// Package editsview implements the review of the edits of a model's answer: a list of files with their hunks,
// each with a tick, and the difference of the current file, unified or side by side, in which the text of a
// hunk or of the file can be changed before it is applied.
package editsview

import (
	"slices"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"dossier/aggregate/answer"
	"dossier/aggregate/text"
	"dossier/ui/features/difference"
	"dossier/ui/features/difference/differenceview"
	"dossier/ui/features/edits"
	"dossier/ui/kit"
	"dossier/ui/kit/board"
	"dossier/ui/kit/code"
	"dossier/ui/language"
	"dossier/ui/part"
	"dossier/ui/words"
)

// Pane contains the list and the difference. Its owner lays out both.
type Pane struct {
	// OnShow shows a part of the answer, by its byte range; nil if the answer is not visible.
	OnShow func(start, end int)

	w      part.Window
	list   *board.List
	rows   rows
	folded map[string]bool // collapsed files, by path

	lines   difference.Lines
	shown   changed
	current string // key of what the difference shows: a file, or an edit and its place
	at      string // the row that the difference was last shown for
	texts   *differenceview.Texts
	notes   *code.View // shown for an edit without a difference
	choice  *kit.Choice
	title   *kit.Label
	change  *kit.Button
	head    *fyne.Container
	writer  *writer
	lower   *fyne.Container // contains the difference, the notes or the writer
	body    fyne.CanvasObject

	all    *kit.Check
	total  *kit.Label
	past   *kit.Button
	follow *kit.Button
	apply  *kit.Button
	bar    *fyne.Container
	foot   fyne.CanvasObject
}

// NewPane returns the review of the edits in a window's session.
func NewPane(w part.Window) *Pane {
	p := &Pane{w: w, folded: map[string]bool{}}
	p.rows.p = p
	p.list = part.NewList(w, &p.rows, p.menu)
	p.list.OnCell = p.cell
	p.list.OnSpace = func(int) { p.toggle(p.list.Targets(p.list.Cursor())) }
	p.list.OnOpen = p.open
	p.list.OnCursor = func(int) { p.writer.leave(); p.showDifference() }
	p.list.OnKey = p.listKey
	p.list.OnRune = p.typed

	p.texts = differenceview.NewTexts(&p.lines, p.setUp)
	p.texts.OnUnfold = func(i int) { p.lines.Unfold(i); p.texts.Reload() }
	p.texts.OnHeading = func(i int) { p.press(p.lines.Line(i).Change) }
	p.texts.Heading = p.heading
	p.texts.Muted = func(change int) bool { return !p.shown.ticked[p.shown.hunks[change]] }
	p.texts.OnFits = func(bool) { p.side(); p.texts.Reload() }
	p.notes = code.NewView(fixed(nil))
	p.notes.OnKey = p.viewKey
	p.notes.OnShortcut = func(s fyne.Shortcut) { w.Shortcut(s) }
	p.choice = kit.NewChoice([]string{words.Say("Unified"), words.Say("Side by side")}, func(int) { p.side(); p.texts.Reload() })
	p.title = kit.NewLabel("", kit.Body)
	p.change = kit.NewMenuButton(words.Say("Edit text"), p.changes)
	p.change.SetTip(words.Say("Edit the text before it is applied") + kit.Keys(" (E)"))
	p.writer = newWriter(p)
	p.head = kit.NewSharingRow(nil, p.title, []fyne.CanvasObject{p.choice, p.change, p.writer.restore, p.writer.done})
	p.lower = container.NewStack(p.texts.Content())
	p.body = kit.NewColumn(kit.NewBar(p.head, kit.EdgeBottom), p.lower, nil)

	p.all = kit.NewCheck("", func(kit.CheckState) { p.part().Toggle(p.part().All()) })
	p.all.SetTip(words.Say("All hunks"))
	p.total = kit.NewLabel("", kit.Body)
	p.past = kit.NewMenuButton(words.Say("Applied earlier"), p.earlier)
	p.past.SetTip(words.Say("Undo edits that were applied before the last start"))
	p.follow = kit.NewButton(words.Say("Follow up"), p.followUp)
	p.apply = kit.NewPrimaryButton(words.Say("Apply"), func() { p.part().Apply() })
	p.apply.SetTip(words.Say("Write the ticked hunks into the project's files; undo reverts them") + " (" + kit.Chords("Ctrl+Enter") + ")")
	p.bar = kit.NewSharingRow([]fyne.CanvasObject{p.all}, p.total, []fyne.CanvasObject{p.past, p.follow, p.apply})
	p.foot = kit.NewBar(p.bar, kit.EdgeTop)
	return p
}

// List returns the list of files and hunks.
func (p *Pane) List() *board.List { return p.list }

// Difference returns the difference with its header.
func (p *Pane) Difference() fyne.CanvasObject { return p.body }

// Foot returns the bar.
func (p *Pane) Foot() fyne.CanvasObject { return p.foot }

// Uncovered returns the box in which a text is edited and the bar below the hunks.
func (p *Pane) Uncovered() []fyne.CanvasObject { return []fyne.CanvasObject{p.writer.box, p.foot} }

func (p *Pane) part() *edits.Part { return edits.Of(p.w.Session()) }

// setUp connects the keys and the menu of a code view.
func (p *Pane) setUp(view *code.View) {
	view.OnKey = p.viewKey
	view.OnCopy = func(first, last int) {
		p.w.Session().Copy().Text(p.texts.Copied(first, last, p.w.Focused() == p.texts.Left()), words.Count("{{.N}} lines", last-first))
	}
	view.OnMenu = func(i int, at fyne.Position) {
		if ref, ok := p.refAt(i); ok {
			p.w.ShowMenu(at, p.hunkMenu(ref))
		}
	}
	view.OnShortcut = func(s fyne.Shortcut) { p.w.Shortcut(s) }
}

// Reload shows the current edits.
func (p *Pane) Reload() {
	p.rows.reload(p.part().Files())
	p.list.Reload()
	if p.rows.Len() > 0 && p.list.Cursor() < 0 {
		p.list.SetCursor(0)
	}
	p.showDifference()
	p.caption()
}

// caption shows the selection and the effect of the buttons below the list.
func (p *Pane) caption() {
	part := p.part()
	n, files := part.Ticked()
	all := len(part.All())
	p.all.SetState(kit.TickedOf(n, all))
	kit.SetEnabled(p.all, all > 0, words.Say("No edit can be applied"))
	p.apply.SetText(words.Say("Apply"))
	caption, shorter := words.Say("Nothing is selected"), []string(nil)
	if n > 0 {
		p.apply.SetText(words.Count("Apply {{.N}} hunks", n))
		shorter = []string{words.Count("{{.N}} files", files)}
		caption = words.Count("{{.N}} files change", files)
	}
	p.total.SetText(caption)
	p.total.SetShorter(shorter...)
	reason := words.Say("Nothing is selected")
	switch {
	case part.Writing():
		reason = words.Say("Files are being written…")
	case part.Reading():
		reason = words.Say("Reading the answer…")
	}
	kit.SetEnabled(p.apply, n > 0 && !part.Writing() && !part.Reading(), reason)
	kit.SetVisible(p.past, len(part.EarlierChanges()) > 0)
	sent, ok := p.w.Session().Snapshots().LastSent()
	kit.SetVisible(p.follow, ok && part.Applied())
	if ok {
		p.follow.SetTip(words.With("Make a dossier of only what has changed since {{.Name}}", map[string]any{"Name": sent.ID.Name}))
	}
	kit.Relayout(p.bar)
}

// followUp selects what has changed since the last sent document as the next document.
func (p *Pane) followUp() {
	if sent, ok := p.w.Session().Snapshots().LastSent(); ok {
		p.w.Session().Snapshots().ShowChanges(sent.ID, true)
		p.w.CloseEditor()
		p.w.ShowPreview()
	}
}

// earlier returns the menu of the edits applied before the last start.
func (p *Pane) earlier() []kit.MenuItem {
	items := []kit.MenuItem{{Text: words.Say("Undo applied edits"), Heading: true}}
	for _, r := range p.part().EarlierChanges() {
		when := r.Time
		if t, err := time.Parse(time.RFC3339, r.Time); err == nil {
			when = language.Minute(t)
		}
		name := text.Escape(r.Files[0])
		if len(r.Files) > 1 {
			name = words.Count("{{.N}} files", len(r.Files))
		}
		items = append(items, kit.MenuItem{Text: when + "  " + kit.ShortenPath(name, 40), Action: func() { p.part().UndoEarlier(r.ID) }})
	}
	return items
}

// toggle ticks the hunks of rows, or unticks them if all are ticked. For places it selects the last one,
// and an alternative it takes instead of the other edit.
func (p *Pane) toggle(list []int) {
	if refs := p.rows.refs(list); len(refs) > 0 {
		p.part().Toggle(refs)
		return
	}
	for _, i := range list {
		switch one := p.rows.list[i]; {
		case one.kind == placeRow:
			p.choose(one)
			return
		case p.rows.alternative(one):
			p.part().Prefer(p.rows.files[one.file].WithoutHunk[one.edit])
			return
		}
	}
}

// choose selects a place of an ambiguous edit, or removes the selection.
func (p *Pane) choose(one row) {
	e := p.rows.files[one.file].WithoutHunk[one.edit]
	place := one.place
	if e.Choice == place {
		place = -1
	}
	p.part().Choose(e, place)
}

// open shows a row in the answer, or selects a place.
func (p *Pane) open(i int) {
	one := p.rows.list[i]
	if one.kind == placeRow {
		p.choose(one)
		return
	}
	if start, end, ok := p.spanOf(one); ok && p.OnShow != nil {
		p.OnShow(start, end)
	}
}

// spanOf returns the byte range of the answer that a row was parsed from.
func (p *Pane) spanOf(one row) (start, end int, ok bool) {
	f := p.rows.files[one.file]
	switch one.kind {
	case hunkRow:
		return p.part().Span(f.Hunks[one.hunk].Edits...)
	case editRow, placeRow:
		return f.WithoutHunk[one.edit].At, f.WithoutHunk[one.edit].End, true
	}
	var all []int
	for _, h := range f.Hunks {
		all = append(all, h.Edits...)
	}
	for _, e := range f.WithoutHunk {
		all = append(all, e.Edit)
	}
	return p.part().Span(all...)
}

func (p *Pane) cell(i int, c board.Cell, at fyne.Position, size fyne.Size) {
	one := p.rows.list[i]
	switch c.ID {
	case checkCell:
		if one.kind == placeRow {
			p.choose(one)
			return
		}
		p.toggle(p.list.Targets(i))
	case foldCell:
		p.fold(p.rows.files[one.file].Path, !p.folded[p.rows.files[one.file].Path])
	case whichCell:
		p.w.ShowMenuBelow(at, size, p.candidates(one))
	case moreCell:
		p.w.ShowMenuBelow(at, size, part.RowMenu(p.w, p.list, i, p.menu(i)))
	}
}

// fold hides the rows of a file, or shows them.
func (p *Pane) fold(path string, on bool) {
	p.folded[path] = on
	p.Reload()
}

// candidates returns the menu of the possible places of an edit.
func (p *Pane) candidates(one row) []kit.MenuItem {
	e := p.rows.files[one.file].WithoutHunk[one.edit]
	var items []kit.MenuItem
	for k := range e.Candidates {
		items = append(items, kit.MenuItem{Text: candidate(e, k), Checked: k == e.Choice, Action: func() { p.part().Choose(e, k) }})
	}
	return items
}

// menu returns the menu of a row.
func (p *Pane) menu(i int) []kit.MenuItem {
	one := p.rows.list[i]
	f := p.rows.files[one.file]
	if one.kind == hunkRow {
		return p.hunkMenu(edits.Ref{File: one.file, Hunk: one.hunk})
	}
	refs := p.rows.refs([]int{i})
	tick := kit.MenuItem{Text: words.Say("All of its hunks"), Detail: kit.Chords("Space"), Checked: f.Ticked() == len(f.Hunks) && len(f.Hunks) > 0, Action: func() { p.part().Toggle(refs) }}
	if len(refs) == 0 {
		tick.Reason = words.Say("Nothing in it can be applied")
	}
	items := []kit.MenuItem{}
	if one.kind == fileRow {
		items = append(items, tick, p.changeFile(one.file))
		if f.Rewritten {
			items = append(items, kit.MenuItem{Text: words.Say("Restore the answer's text"), Action: func() { p.part().RewriteFile(one.file, nil) }})
		}
	}
	items = append(items, p.places(one, f)...)
	if one.kind == editRow && f.WithoutHunk[one.edit].Ambiguous() {
		items = append(items, kit.MenuItem{Separator: true}, kit.MenuItem{Text: words.Say("Which place is meant"), Heading: true})
		items = append(items, p.candidates(one)...)
	}
	return items
}

// places returns the menu items that lead to other places.
func (p *Pane) places(one row, f edits.File) []kit.MenuItem {
	show := kit.MenuItem{Text: words.Say("Show in the answer"), Detail: kit.Chords("Enter")}
	start, end, ok := p.spanOf(one)
	show.Action = func() { p.OnShow(start, end) }
	if !ok || p.OnShow == nil {
		show.Reason = words.Say("The answer is in the tab")
	}
	return []kit.MenuItem{
		show,
		{Text: words.Say("Show in tree"), Action: func() { p.w.RevealInTree(f.Path) }},
		{Text: words.Say("Copy path"), Action: func() { p.w.Session().Copy().Text(f.Path, text.Escape(f.Path)) }},
	}
}

// hunkMenu returns the menu of a hunk.
func (p *Pane) hunkMenu(ref edits.Ref) []kit.MenuItem {
	f := p.rows.files[ref.File]
	h := f.Hunks[ref.Hunk]
	items := []kit.MenuItem{
		{Text: words.Say("Apply this hunk"), Detail: kit.Chords("Space"), Checked: h.Ticked, Action: func() { p.part().Toggle([]edits.Ref{ref}) }},
		p.changeHunk(ref),
	}
	if h.Edited {
		items = append(items, kit.MenuItem{Text: words.Say("Restore the answer's text"), Action: func() { p.part().Rewrite(ref, nil) }})
	}
	return append(items, p.places(row{kind: hunkRow, file: ref.File, hunk: ref.Hunk}, f)...)
}

// changes returns the menu of editable texts: that of the current hunk, and that of its file.
func (p *Pane) changes() []kit.MenuItem {
	i := p.list.Cursor()
	if i < 0 {
		return nil
	}
	var items []kit.MenuItem
	one := p.rows.list[i]
	if ref, ok := p.refAt(p.texts.Front().CursorLine()); ok && one.kind != hunkRow {
		items = append(items, p.changeHunk(ref))
	} else if one.kind == hunkRow {
		items = append(items, p.changeHunk(edits.Ref{File: one.file, Hunk: one.hunk}))
	}
	return append(items, p.changeFile(one.file))
}

func (p *Pane) changeHunk(ref edits.Ref) kit.MenuItem {
	h := p.rows.files[ref.File].Hunks[ref.Hunk]
	item := kit.MenuItem{Text: words.Say("Edit this hunk"), Detail: "E", Action: func() { p.writer.hunk(ref) }}
	if len(h.Changes) == 0 {
		item.Reason = words.Say("It has no text")
	}
	return item
}

func (p *Pane) changeFile(file int) kit.MenuItem {
	f := p.rows.files[file]
	item := kit.MenuItem{Text: words.Say("Edit the whole file"), Action: func() { p.writer.file(file) }}
	if len(f.Hunks) == 0 || f.Action == answer.Delete {
		item.Reason = words.Say("It has no text")
	}
	return item
}

// typed handles letters that move and edit, as in reviews in editors and on the web.
func (p *Pane) typed(r rune, i int) bool {
	switch r {
	case 'j':
		p.setCursor(i + 1)
	case 'k':
		p.setCursor(i - 1)
	case 'e':
		p.edit()
	default:
		return false
	}
	return true
}

// edit edits the text of the current hunk.
func (p *Pane) edit() {
	i := p.list.Cursor()
	if i < 0 {
		return
	}
	switch one := p.rows.list[i]; one.kind {
	case hunkRow:
		if p.changeHunk(edits.Ref{File: one.file, Hunk: one.hunk}).Reason == "" {
			p.writer.hunk(edits.Ref{File: one.file, Hunk: one.hunk})
		}
	case fileRow:
		if p.changeFile(one.file).Reason == "" {
			p.writer.file(one.file)
		}
	}
}

func (p *Pane) listKey(ev *fyne.KeyEvent, mods fyne.KeyModifier, i int) bool {
	switch {
	case mods == kit.Ctrl && (ev.Name == fyne.KeyReturn || ev.Name == fyne.KeyEnter):
		p.part().Apply()
	case mods == 0 && ev.Name == fyne.KeyRight && i >= 0:
		if f := p.rows.files[p.rows.list[i].file]; p.folded[f.Path] {
			p.fold(f.Path, false)
		} else if p.lower.Objects[0] == p.texts.Content() {
			p.w.Focus(p.texts.Front())
		}
	case mods == 0 && ev.Name == fyne.KeyLeft && i >= 0:
		one := p.rows.list[i]
		if one.kind == fileRow {
			p.fold(p.rows.files[one.file].Path, true)
			break
		}
		p.setCursor(slices.IndexFunc(p.rows.list, func(r row) bool { return r.kind == fileRow && r.file == one.file }))
	default:
		return p.Key(ev.Name, mods)
	}
	return true
}

// setCursor moves to a row; it ignores rows that do not exist.
func (p *Pane) setCursor(i int) {
	if i >= 0 && i < p.rows.Len() {
		p.list.SetCursor(i)
		p.list.Select(i)
		p.list.ScrollTo(i)
		p.showDifference()
	}
}

// Key moves to the next hunk on F7, or back with Shift, wherever the focus is.
func (p *Pane) Key(name fyne.KeyName, mods fyne.KeyModifier) bool {
	by := 1
	switch {
	case name == fyne.KeyF7 && mods == 0:
	case name == fyne.KeyF7 && mods == kit.Shift:
		by = -1
	default:
		return false
	}
	for i := p.list.Cursor() + by; i >= 0 && i < p.rows.Len(); i += by {
		if p.rows.list[i].kind == hunkRow {
			p.setCursor(i)
			return true
		}
	}
	p.w.Toast(words.Say("There are no more changes"))
	return true
}

// viewKey handles keys in the difference: j and k move between hunks, Space ticks the one at the
// cursor, E edits its text, and Escape returns to the list.
func (p *Pane) viewKey(ev *fyne.KeyEvent, mods fyne.KeyModifier) bool {
	if mods != 0 {
		return p.listKey(ev, mods, p.list.Cursor())
	}
	ref, ok := p.refAt(p.texts.Front().CursorLine())
	switch ev.Name {
	case fyne.KeyJ, fyne.KeyK:
		by := 1
		if ev.Name == fyne.KeyK {
			by = -1
		}
		p.texts.Step(by)
	case fyne.KeySpace:
		if ok {
			p.part().Toggle([]edits.Ref{ref})
		}
	case fyne.KeyE:
		if ok {
			p.writer.hunk(ref)
		}
	case fyne.KeyEscape:
		p.w.Focus(p.list)
	default:
		return p.Key(ev.Name, mods)
	}
	return true
}

// refAt returns the hunk that a line of the difference belongs to.
func (p *Pane) refAt(line int) (edits.Ref, bool) {
	i := p.list.Cursor()
	if i < 0 || line < 0 || line >= p.lines.Len() || p.lines.Line(line).Change < 0 {
		return edits.Ref{}, false
	}
	one := p.rows.list[i]
	if one.kind == placeRow || one.kind == editRow {
		return edits.Ref{}, false
	}
	return edits.Ref{File: one.file, Hunk: p.shown.hunks[p.lines.Line(line).Change]}, true
}

// press ticks the hunk of a change, or selects the shown place.
func (p *Pane) press(change int) {
	i := p.list.Cursor()
	if i < 0 {
		return
	}
	one := p.rows.list[i]
	if one.kind == placeRow || one.kind == editRow {
		p.choose(row{kind: placeRow, file: one.file, edit: one.edit, place: p.placeShown(one)})
		return
	}
	p.part().Toggle([]edits.Ref{{File: one.file, Hunk: p.shown.hunks[change]}})
}

// placeShown returns the place of an ambiguous edit that a row shows.
func (p *Pane) placeShown(one row) int {
	if one.kind == placeRow {
		return one.place
	}
	return max(0, p.rows.files[one.file].WithoutHunk[one.edit].Choice)
}

func (p *Pane) heading(change int) code.Line {
	i := p.list.Cursor()
	if i < 0 || i >= p.rows.Len() {
		return code.Line{}
	}
	one := p.rows.list[i]
	f := p.rows.files[one.file]
	if one.kind == placeRow || one.kind == editRow {
		return placeHeading(f.WithoutHunk[one.edit], p.placeShown(one))
	}
	return heading(f.Hunks[p.shown.hunks[change]])
}

// side shows the texts side by side if that is selected and there is enough space.
func (p *Pane) side() {
	fits := p.texts.Fits()
	p.lines.SetSideBySide(fits && p.choice.Chosen() == 1)
	kit.SetVisible(p.choice, fits && p.lower.Objects[0] == p.texts.Content())
	kit.Relayout(p.head)
}

// showDifference shows what the current row changes.
func (p *Pane) showDifference() {
	i := p.list.Cursor()
	if i < 0 || i >= p.rows.Len() {
		p.current = ""
		p.show(p.notes, "", "")
		p.notes.SetLines(fixed(nil))
		return
	}
	one := p.rows.list[i]
	f := p.rows.files[one.file]
	name := text.Escape(f.Path)
	switch {
	case p.writer.writes():
		p.writer.reload()
		return
	case one.kind == fileRow || one.kind == hunkRow:
		if len(f.Hunks) == 0 {
			p.remark(one, f.WithoutHunk[0])
			return
		}
		p.compare(differenceOf(f), "file "+f.Path, one.hunk)
	case f.WithoutHunk[one.edit].Ambiguous() && len(f.WithoutHunk[one.edit].Choices) > 0:
		place := p.placeShown(one)
		p.compare(placeOf(f.WithoutHunk[one.edit], place), one.key, 0)
	default:
		p.remark(one, f.WithoutHunk[one.edit])
		return
	}
	count := ""
	if one.kind == fileRow || one.kind == hunkRow {
		count = CountOf(f.Ticked(), len(f.Hunks))
	}
	p.show(p.texts.Content(), name, count)
}

// compare shows a difference, and scrolls to one of its hunks if the row has changed.
func (p *Pane) compare(d changed, key string, hunk int) {
	p.shown = d
	if p.current != key {
		p.current = key
		p.lines.Fold()
	}
	p.lines.Set(d.old, d.new, d.changes)
	p.lines.SetNumbers(d.oldNums, d.newNums)
	p.lines.SetHeaded(p.shown.headed)
	p.side()
	p.texts.Reload()
	if one := p.rows.list[p.list.Cursor()]; one.key != p.at {
		p.at = one.key
		if first := p.shown.first(max(0, hunk)); first >= 0 {
			p.texts.GoTo(p.lines.ChangeAt(first))
		}
	}
}

// remark shows why an edit has no difference.
func (p *Pane) remark(one row, e edits.Row) {
	p.current, p.at = one.key, one.key
	p.notes.SetLines(remarks(e))
	p.show(p.notes, text.Escape(p.rows.files[one.file].Path), "")
}

// show shows an object below the list.
func (p *Pane) show(o fyne.CanvasObject, name, count string) {
	if count != "" {
		name += " · " + count
	}
	p.title.SetText(name)
	kit.SetVisible(p.change, o == p.texts.Content() && count != "")
	kit.SetVisible(p.choice, o == p.texts.Content() && p.texts.Fits())
	kit.SetVisible(p.writer.restore, o == p.writer.content)
	kit.SetVisible(p.writer.done, o == p.writer.content)
	kit.Relayout(p.head)
	if p.lower.Objects[0] != o {
		p.lower.Objects = []fyne.CanvasObject{o}
		p.lower.Refresh()
	}
}
