// Package presetstab implements the tab for presets, of the project and of the user: their content,
// cost and differences, and the dialogs that apply, save, import and export them.
package presetstab

import (
	"cmp"
	"slices"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/driver/desktop"

	"dossier/aggregate/text"
	"dossier/models"
	"dossier/ui/columns"
	"dossier/ui/features/notes"
	"dossier/ui/features/presetlist"
	"dossier/ui/kit"
	"dossier/ui/kit/board"
	"dossier/ui/kit/edit"
	"dossier/ui/part"
	"dossier/ui/project"
	"dossier/ui/project/repair"
	"dossier/ui/session/change"
	"dossier/ui/session/message"
	"dossier/ui/words"
)

// Tab is the preset manager: the presets of both scopes with their cost, and below them the
// content of one, and its difference from others.
type Tab struct {
	w       part.Window
	list    *board.List
	filter  *edit.Entry
	save    *kit.Button
	more    *kit.Button
	head    *kit.Surface
	rows    table
	details *details
	empty   *kit.Empty
	noMatch *kit.Empty
	broken  *kit.Empty // the project file has an error
	stack   *fyne.Container
	pane    *fyne.Container
	front   bool // the tab is active
}

// table adapts the session's presets to the list.
type table struct {
	w      part.Window
	review string // keys of the command that reviews missing files
	rows   []presetlist.Row
	keys   []string
}

// Active cells of a preset's row.
const (
	draftCell = iota + 1
	moreCell
)

const (
	numberWidth = 12
	nameWidth   = 140
	filesWidth  = 40
)

// New returns the tab for a window.
func New(w part.Window) *Tab {
	t := &Tab{w: w, rows: table{w: w, review: w.KeysOf("review-missing")}}
	t.list = board.NewList(&t.rows, kit.RowHeight)
	t.list.Single = true
	t.list.OnCell = t.cell
	t.list.OnOpen = t.apply
	t.list.OnMenu = func(i int, at fyne.Position) { w.ShowMenu(at, part.RowMenu(w, t.list, i, t.menu(i))) }
	t.list.OnKey = t.key
	t.list.OnCursor = func(int) { t.showDetails() }
	t.list.OnShortcut = t.shortcut
	t.filter = edit.NewEntry(words.Say("search presets…"), func(text string) { w.Session().Presets().SetFilter(text) })
	t.filter.OnKey = func(ev *fyne.KeyEvent, _ fyne.KeyModifier) bool {
		switch ev.Name {
		case fyne.KeyDown:
			w.Focus(t.list)
		case fyne.KeyReturn, fyne.KeyEnter:
			if t.rows.Len() == 1 {
				t.apply(0)
			}
		default:
			return false
		}
		return true
	}
	t.filter.OnEscape = t.Focus
	t.filter.OnShortcut = w.Shortcut
	t.save = kit.NewButton(words.Say("Save as…"), t.SaveDialog)
	t.save.SetTip(words.Say("Save the dossier as a preset, a new one or over an existing one"))
	t.more = kit.NewGlyphButton(kit.GlyphMore, words.Say("Import, export"), nil)
	t.more.SetItems(t.options)
	t.head = kit.NewHeader(container.NewBorder(nil, nil, nil, container.NewHBox(t.save, t.more), t.filter), kit.EdgeBottom)
	t.details = newDetails(w)
	t.details.content.Hide() // until a row is chosen
	t.empty = kit.NewEmpty(words.Say("Presets are named compositions: the project's are in its dossier.toml, your own in your settings. There are none yet."), words.Say("Save the dossier"), t.SaveDialog)
	t.empty.SetMore(words.Say("More in the guide"), func() { w.ShowHelp(part.Presets) })
	t.broken = kit.NewEmpty(words.Say("The project's presets are not available until its dossier.toml can be read again. There are none of your own."), "", nil)
	t.noMatch = kit.NewEmpty(words.Say("No preset has these words in its name, its description or its paths."), "", nil)
	t.stack = container.NewStack(t.empty)
	t.pane = container.New(&managerLayout{t}, t.head, t.stack, t.details.content)
	return t
}

// Content returns the tab's content.
func (t *Tab) Content() fyne.CanvasObject { return t.pane }

// Focus focuses the tab.
func (t *Tab) Focus() { t.w.Focus(kit.VisibleFocusable(t.stack)) }

// Shown starts counting the cost of presets while the tab is active.
func (t *Tab) Shown(front bool) {
	t.front = front
	t.w.Session().Presets().Costs().Show(front)
	t.reload()
}

// Uncovered returns the text fields.
func (t *Tab) Uncovered() []fyne.CanvasObject { return []fyne.CanvasObject{t.filter} }

// Changed updates what has changed.
func (t *Tab) Changed(c change.Set) {
	if of := t.w.Session().Presets().Filter(); of != t.filter.Text {
		t.filter.SetText(of) // the list of another project is not filtered
	}
	if c.Has(change.Project | change.Composition | change.Presets) {
		t.reload()
	}
}

// managerLayout gives the details their preferred height, but less than half of a low window.
type managerLayout struct{ t *Tab }

func (l *managerLayout) MinSize([]fyne.CanvasObject) fyne.Size { return l.t.head.MinSize() }

func (l *managerLayout) Layout(_ []fyne.CanvasObject, size fyne.Size) {
	top, bottom := l.t.head.MinSize().Height, float32(0)
	if details := l.t.details.content; details.Visible() {
		bottom = min(details.MinSize().Height, (size.Height-top)*2/5)
		details.Resize(fyne.NewSize(size.Width, bottom))
		details.Move(fyne.NewPos(0, size.Height-bottom))
	}
	l.t.head.Resize(fyne.NewSize(size.Width, top))
	l.t.stack.Resize(fyne.NewSize(size.Width, max(0, size.Height-top-bottom)))
	l.t.stack.Move(fyne.NewPos(0, top))
}

func (t *Tab) reload() {
	if !t.front {
		return
	}
	t.w.Session().Presets().Costs().Show(true) // it is off after opening another project
	t.rows.reload()
	t.list.Reload()
	shown := fyne.CanvasObject(t.list)
	switch {
	case t.rows.Len() > 0:
	case t.w.Session().Presets().Filter() != "":
		shown = t.noMatch
	case t.w.Session().ProjectFile().Broken() != "":
		shown = t.broken
	default:
		shown = t.empty
	}
	kit.ShowAlone(t.stack, shown)
	t.showDetails()
}

// current returns the row with the cursor, else the applied preset, else the first one.
func (t *Tab) current() (presetlist.Row, bool) {
	if i := t.list.Cursor(); i >= 0 && i < t.rows.Len() {
		return t.rows.rows[i], true
	}
	for _, row := range t.rows.rows {
		if row.Applied {
			return row, true
		}
	}
	if t.rows.Len() > 0 {
		return t.rows.rows[0], true
	}
	return presetlist.Row{}, false
}

func (t *Tab) showDetails() {
	row, ok := t.current()
	if is := ok && t.rows.Len() > 0; is != t.details.content.Visible() {
		kit.SetVisible(t.details.content, is)
		t.pane.Refresh()
	}
	if ok {
		t.details.show(row)
	}
}

func (r *table) reload() {
	r.rows = r.w.Session().Presets().Rows()
	r.keys = make([]string, len(r.rows))
	for i, row := range r.rows {
		r.keys[i] = string(row.Scope) + "/" + row.Name
	}
}

func (r *table) Len() int           { return len(r.rows) }
func (r *table) Key(i int) string   { return r.keys[i] }
func (r *table) Label(i int) string { return r.rows[i].Name }

func (r *table) Find(key string) int { return slices.Index(r.keys, key) }

func (r *table) Row(i int) board.Row {
	row, presets := r.rows[i], r.w.Session().Presets()
	number := board.Cell{Kind: board.CellSpace, Width: numberWidth}
	if row.Number > 0 {
		key := kit.Count(int64(row.Number))
		number = board.Cell{Kind: board.CellNumber, Small: true, Width: numberWidth, Text: key, Tip: words.With("Ctrl+{{.Key}} applies it", map[string]any{"Key": key})}
	}
	name := board.Cell{Text: titleOf(row), Width: nameWidth, Middle: true}
	if row.Hidden || row.DraftOnly {
		name.Tone = kit.ColorMuted
	}
	about := []board.Cell{{Text: text.Escape(row.Description), Tone: kit.ColorMuted, Fill: true}}
	marks := marksOf(row, presets.Costs().Missing(row.Preset), r.review)
	if len(marks) > 1 {
		// If there is not enough space, the most important badge is shown and explained in its
		// tooltip.
		name.Width, name.Fill, about = 0, true, nil
	}
	cells := []board.Cell{number, {Text: Scopes().Say(row.Scope), Small: true, Tone: kit.ColorMuted, Width: scopeWidth(), Tip: ScopeTip(row.Scope)}, name}
	cells = append(append(cells, marks...), about...)
	files, cost := presets.Costs().Of(row.Preset)
	known := words.Pending
	if !cost.Pending {
		known = kit.Count(int64(files))
	}
	cells = append(cells,
		board.Cell{Kind: board.CellNumber, Text: known, Width: filesWidth, Tip: words.Count("Files of its document, which its {{.N}} entries name", len(row.Files))},
		board.Cell{Kind: board.CellNumber, Text: words.Figure(cost), Width: columns.CountWidth, Tip: words.Exactness(cost, words.Say("its files, screenshots and instruction, with the strategy of now"))},
		board.Cell{Kind: board.CellGlyph, ID: moreCell, Glyph: kit.GlyphMore, Tip: words.Say("Actions for this preset")},
	)
	return board.Row{Cells: cells, Tip: strings.TrimSpace(titleOf(row) + "\n" + text.Escape(row.Description))}
}

func titleOf(row presetlist.Row) string {
	if row.Name == "" {
		return words.Say("without a preset")
	}
	return text.Escape(row.Name)
}

// scopeWidth returns the width of the longest name of a scope, and of a chord.
func scopeWidth() float32 {
	width := float32(44)
	for _, name := range Scopes() {
		width = max(width, kit.Face{Size: kit.SmallSize}.Width(words.Say(name))+1)
	}
	return width
}

// Scopes returns the names of scopes.
func Scopes() words.Table[models.Scope] {
	return words.Table[models.Scope]{models.Global: "global", models.ProjectScope: "project"}
}

// ScopeTip describes where a preset is stored; a composition without a preset is the project's.
func ScopeTip(scope models.Scope) string {
	return scopeTips().Say(cmp.Or(scope, models.ProjectScope))
}

func scopeTips() words.Table[models.Scope] {
	return words.Table[models.Scope]{models.Global: "Your own, in every project", models.ProjectScope: "Of the project: it is stored in its dossier.toml"}
}

// marksOf returns the badges of a preset, each with a word and a colour. list are the missing
// items that it names, if known.
func marksOf(row presetlist.Row, list []repair.Item, review string) []board.Cell {
	var cells []board.Cell
	switch {
	case row.Applied && row.Modified:
		cells = append(cells, board.Cell{Text: words.Say("modified"), Tone: kit.ColorAccent, Tip: words.Say("It is applied, and the dossier has changed since")})
	case row.Applied:
		cells = append(cells, board.Cell{Text: words.Say("applied"), Tone: kit.ColorAccent, Tip: words.Say("It is the same as the dossier")})
	}
	if row.Draft {
		cells = append(cells, board.Cell{ID: draftCell, Text: words.Say("draft"), Tone: kit.ColorAccent, Tip: words.Say("It has unsaved changes: apply or drop them")})
	}
	if len(list) > 0 {
		cells = append(cells, board.Cell{Text: words.Count("{{.N}} missing", len(list)), Tone: kit.ColorWarn, Tip: missingTip(row, list, review)})
	}
	switch {
	case row.DraftOnly && row.Name != "":
		cells = append(cells, board.Cell{Text: words.Say("gone"), Tone: kit.ColorWarn, Tip: words.Say("The preset was deleted; only its unsaved changes remain")})
	case row.Overrides:
		cells = append(cells, board.Cell{Text: words.Say("overrides global"), Tone: kit.ColorWarn, Tip: words.Say("One of your own presets has this name; in this project, this one is used")})
	case row.Hidden:
		cells = append(cells, board.Cell{Text: words.Say("overridden here"), Tone: kit.ColorWarn, Tip: words.Say("The project has a preset of this name, which is used here")})
	}
	return cells
}

// missingShown is the maximum number of missing items in a tooltip.
const missingShown = 12

func missingTip(row presetlist.Row, list []repair.Item, review string) string {
	lines := []string{words.MissingCounts(list)}
	for _, one := range list[:min(len(list), missingShown)] {
		lines = append(lines, words.MissingName(one))
	}
	lines = append(lines, words.CountIfAny("{{.N}} more", len(list)-missingShown)...)
	way := words.Say("Apply it to review where they may be now")
	if row.Applied {
		way = words.Say("Review lists where they may be now") + " (" + review + ")"
	}
	return strings.Join(append(lines, way), "\n")
}

func (t *Tab) apply(i int) { t.applyPreset(t.rows.rows[i]) }

func (t *Tab) cell(i int, c board.Cell, at fyne.Position, size fyne.Size) {
	items := t.menu(i)
	if c.ID == draftCell {
		items = t.draftItems(t.rows.rows[i])
	}
	t.w.ShowMenuBelow(at, size, part.RowMenu(t.w, t.list, i, items))
}

func (t *Tab) key(ev *fyne.KeyEvent, mods fyne.KeyModifier, i int) bool {
	if i < 0 || mods != 0 {
		return false
	}
	row := t.rows.rows[i]
	switch {
	case ev.Name == fyne.KeyDelete || ev.Name == fyne.KeyBackspace:
		if row.DraftOnly {
			t.w.Session().Presets().DropDraft(row.Ref())
		} else {
			t.w.Session().Presets().Delete(row.Ref())
		}
	case ev.Name == fyne.KeyF2 && !row.DraftOnly:
		t.renameDialog(row)
	default:
		return false
	}
	return true
}

// shortcut duplicates the current preset; other shortcuts are the window's.
func (t *Tab) shortcut(s fyne.Shortcut) {
	if c, ok := s.(*desktop.CustomShortcut); ok && c.KeyName == fyne.KeyD && c.Modifier == kit.Ctrl {
		if row, ok := t.current(); ok && !row.DraftOnly {
			t.w.Session().Presets().Duplicate(row.Ref())
		}
		return
	}
	t.w.Shortcut(s)
}

func copyTo() words.Table[models.Scope] {
	return words.Table[models.Scope]{models.Global: "Copy to your own", models.ProjectScope: "Copy to the project"}
}

func moveTo() words.Table[models.Scope] {
	return words.Table[models.Scope]{models.Global: "Move to your own", models.ProjectScope: "Move to the project"}
}

// menu returns the menu of a preset.
func (t *Tab) menu(i int) []kit.MenuItem {
	s, row := t.w.Session(), t.rows.rows[i]
	if row.DraftOnly {
		return t.draftItems(row)
	}
	ref := row.Ref()
	other := models.Global
	if row.Scope == models.Global {
		other = models.ProjectScope
	}
	reason := func(Scopes ...models.Scope) string {
		for _, scope := range Scopes {
			if err := s.Presets().ReadOnly(scope); err != nil {
				return err.Error()
			}
		}
		return ""
	}
	items := []kit.MenuItem{{Text: words.Say("Apply"), Detail: kit.Chords("Enter"), Action: func() { t.applyPreset(row) }}}
	if row.Draft {
		items = append(items, t.draftItems(row)...)
	}
	save := kit.MenuItem{Text: words.Say("Replace it with the dossier…"), Reason: reason(row.Scope), Action: func() { t.saveOverDialog(row) }}
	if row.Applied && !row.Modified {
		save.Reason = words.Say("it is the same as the dossier")
	}
	items = append(items, kit.MenuItem{Separator: true}, save)
	if keeps := row.NotesExclude != nil; keeps || len(notes.Of(s).Value().List) > 0 {
		items = append(items, kit.MenuItem{
			Text: words.Say("Save the excluded notes in it"), Checked: keeps, Reason: reason(row.Scope), Action: func() { t.keepNotes(row, !keeps) },
		})
	}
	format := row.HasFormat()
	return append(items,
		kit.MenuItem{Text: words.Say("Save the format and the text options in it"), Checked: format, Reason: reason(row.Scope), Action: func() { t.keepFormat(row, !format) }},
		kit.MenuItem{Text: words.Say("Rename…"), Detail: "F2", Reason: reason(row.Scope), Action: func() { t.renameDialog(row) }},
		kit.MenuItem{Text: words.Say("Describe…"), Reason: reason(row.Scope), Action: func() { t.describeDialog(row) }},
		kit.MenuItem{Text: words.Say("Duplicate"), Detail: kit.Chords("Ctrl+D"), Reason: reason(row.Scope), Action: func() { s.Presets().Duplicate(ref) }},
		kit.MenuItem{Text: copyTo().Say(other), Reason: reason(other), Action: func() { t.copyPreset(row, other, false) }},
		kit.MenuItem{Text: moveTo().Say(other), Reason: reason(other, row.Scope), Action: func() { t.copyPreset(row, other, true) }},
		kit.MenuItem{Text: words.Say("Export…"), Action: func() { t.exportDialog([]project.PresetRef{ref}, row.Name) }},
		kit.MenuItem{Separator: true},
		kit.MenuItem{Text: words.Say("Delete"), Detail: kit.Chords("Delete"), Reason: reason(row.Scope), Action: func() { s.Presets().Delete(ref) }},
	)
}

// keepNotes stores the current choice of notes in a preset, or removes it.
func (t *Tab) keepNotes(row presetlist.Row, on bool) {
	s := t.w.Session()
	comp := s.Composition()
	s.Presets().Alter(row.Ref(), message.Named("save the notes in {{.Name}}", row.Name), func(p models.Preset) models.Preset { return p.WithNotes(on, comp) })
}

// keepFormat stores the current format and text options in a preset, or removes them.
func (t *Tab) keepFormat(row presetlist.Row, on bool) {
	s := t.w.Session()
	comp := s.Composition()
	s.Presets().Alter(row.Ref(), message.Named("save the format in {{.Name}}", row.Name), func(p models.Preset) models.Preset { return p.WithFormat(on, comp) })
}

// draftItems returns the menu rows for the unsaved changes of a preset.
func (t *Tab) draftItems(row presetlist.Row) []kit.MenuItem {
	w := t.w
	return []kit.MenuItem{
		{Text: words.Say("Apply the draft"), Action: func() { w.Session().Presets().ApplyDraft(row.Ref()) }},
		{Text: words.Say("Drop the draft"), Action: func() { w.Session().Presets().DropDraft(row.Ref()) }},
	}
}

// options returns the menu of actions on all presets.
func (t *Tab) options() []kit.MenuItem {
	w := t.w
	export := func(scope models.Scope, name string) kit.MenuItem {
		item := kit.MenuItem{Text: name, Action: func() {
			var refs []project.PresetRef
			for _, p := range w.Session().Presets().In(scope) {
				refs = append(refs, project.PresetRef{Scope: scope, Name: p.Name})
			}
			t.exportDialog(refs, "presets")
		}}
		if len(w.Session().Presets().In(scope)) == 0 {
			item.Reason = words.Say("there are none")
		}
		return item
	}
	return []kit.MenuItem{
		{Text: words.Say("Import…"), Action: t.importDialog},
		export(models.ProjectScope, words.Say("Export the project's presets…")),
		export(models.Global, words.Say("Export your own presets…")),
		{Separator: true},
		{Text: words.Say("Switch preset"), Detail: w.KeysOf("switch-preset"), Action: t.SwitchDialog},
	}
}
