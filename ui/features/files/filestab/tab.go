// Package filestab implements the tab for the composition: its files in output order with their
// view modes, followed by the screenshots and the instruction.
package filestab

import (
	"cmp"
	"errors"
	"path"
	"slices"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"dossier/aggregate"
	"dossier/aggregate/images"
	"dossier/aggregate/text"
	"dossier/models"
	"dossier/models/order"
	"dossier/ui/columns"
	"dossier/ui/features/files"
	"dossier/ui/features/secretlist"
	"dossier/ui/features/textoptions/textdialog"
	"dossier/ui/kit"
	"dossier/ui/kit/board"
	"dossier/ui/part"
	"dossier/ui/project"
	"dossier/ui/project/dependencies"
	"dossier/ui/project/sorting"
	"dossier/ui/session"
	"dossier/ui/session/change"
	"dossier/ui/words"
)

// Active cells of the context tab.
const (
	modeCell = iota + 1
	moreCell
	secretsCell
	imageCell
)

// Tab shows the contents of the dossier by folder, in output order.
type Tab struct {
	w     part.Window
	head  *headLine
	list  *board.List
	rows  table
	body  fyne.CanvasObject // the headings above the list
	empty *kit.Empty
	// pending is shown instead of empty until the folder has been listed.
	pending *kit.Empty
	stack   *fyne.Container
}

// table holds the rows of the list. They are copied from the session when something has changed,
// and refer to it by index.
type table struct {
	s    *session.Session
	rows []files.Line // headings first
	// items are those that rows refer to: rows may be drawn while the session switches to other
	// items.
	items []aggregate.Item
	head  int // number of rows that compare view modes; 0 if the comparison is off
	keys  []string
	at    map[string]int
	// overridden is set if a row is shown in a mode other than its own.
	overridden bool
	width      func() float32 // of the list
}

// New returns the tab for a window, with the screenshots below its files.
func New(w part.Window) *Tab {
	t := &Tab{w: w, rows: table{s: w.Session()}}
	t.list = board.NewList(&t.rows, kit.RowHeight)
	t.rows.width = func() float32 { return t.list.Size().Width }
	t.list.OnCell = t.cell
	t.list.OnMenu = func(i int, at fyne.Position) {
		t.showMenu(i, func(items []kit.MenuItem) *kit.Menu { return w.ShowMenu(at, items) })
	}
	t.list.OnOpen = t.open
	t.list.OnKey = t.key
	t.list.OnShortcut = func(s fyne.Shortcut) { w.Shortcut(s) }
	t.list.OnMove = func(rows []int, before int) { t.move(t.files(rows), before) }
	t.head = newHeadLine(t)
	t.body = kit.NewColumn(t.head.content, t.list, nil)
	t.empty = kit.NewEmpty(words.Say("The context is what the model will read. Tick files in the tree, or drop some on the window."), words.Say("Go to the tree"), w.FocusTree)
	t.empty.SetMore(words.Say("More in the guide"), func() { w.ShowHelp(part.Files) })
	t.pending = kit.NewEmpty(words.Pending, "", nil)
	t.stack = container.NewStack(t.empty)
	return t
}

// Content returns the tab's content.
func (t *Tab) Content() fyne.CanvasObject { return t.stack }

// Shown does nothing: the rows always follow the session.
func (t *Tab) Shown(bool) {}

// Uncovered returns nil.
func (t *Tab) Uncovered() []fyne.CanvasObject { return nil }

// Changed updates what has changed.
func (t *Tab) Changed(c change.Set) {
	if c.Has(change.Composition | change.Document | change.Counts | change.Project) {
		t.reload()
	}
}

// Focus focuses the files, or the empty state.
func (t *Tab) Focus() {
	if t.stack.Objects[0] == t.body {
		t.w.Focus(t.list)
		return
	}
	t.w.Focus(kit.VisibleFocusable(t.stack))
}

// reload copies the rows again; the list keeps its scroll position, cursor and selection. At its
// start it shows new column headings.
func (t *Tab) reload() {
	head, start := t.rows.head, t.list.AtStart()
	t.rows.reload()
	t.head.refresh()
	t.list.Reload()
	if start && t.rows.head > head {
		t.list.ScrollTo(0)
	}
	shown := t.body
	if t.rows.Len() == 0 {
		if shown = t.empty; t.w.Session().Progress().AwaitsNames() {
			shown = t.pending
		}
	}
	kit.ShowAlone(t.stack, shown)
}

func (r *table) reload() {
	r.rows, r.items, r.head = r.s.Files().Lines(), r.s.Files().Items(), 0
	if r.s.ModeCosts().Comparing() && len(r.rows) > 0 {
		r.head = comparisonHeads
		r.rows = slices.Concat(make([]files.Line, r.head), r.rows)
		for i := range r.head {
			r.rows[i].Row = -1
		}
	}
	r.overridden = false
	for i, item := range r.items {
		r.overridden = r.overridden || r.s.Files().ShownAs(i) != ownMode(item)
	}
	r.keys = make([]string, len(r.rows))
	r.at = make(map[string]int, len(r.rows))
	runs := map[string]int{}
	for i, row := range r.rows {
		key := ""
		if i < r.head {
			key = "head:" + strings.Repeat("+", i)
		} else if row.Row < 0 {
			runs[row.Dir]++
			key = "dir:" + strings.Repeat("+", runs[row.Dir]) + row.Dir
		} else {
			key = r.items[row.Row].Name()
		}
		r.keys[i] = key
		r.at[key] = i
	}
}

func (r *table) Len() int         { return len(r.rows) }
func (r *table) Key(i int) string { return r.keys[i] }

func (r *table) Find(key string) int {
	if i, ok := r.at[key]; ok {
		return i
	}
	return -1
}

// Selectable excludes folders from selections, because actions apply to files.
func (r *table) Selectable(i int) bool { return r.rows[i].Row >= 0 }

func (r *table) Label(i int) string {
	if r.rows[i].Row < 0 {
		return ""
	}
	return path.Base(r.keys[i])
}

func (r *table) Row(i int) board.Row {
	row := r.rows[i]
	switch {
	case i < r.head:
		return r.comparisonHead(i)
	case row.Row < 0:
		return r.folder(row)
	}
	item := r.items[row.Row]
	built, known := r.s.Files().Shown(row.Row)
	name := board.Cell{Text: text.Escape(path.Base(item.Name())), Fill: true, Middle: true}
	if item.Err != nil || known && built.Err != nil {
		name.Tone = kit.ColorBad
	} else if !item.AutoAggregate {
		name.Tone = kit.ColorMuted
	}
	cells := []board.Cell{{Kind: board.CellGrip, Tip: words.Say("Drag to change the order (Alt+Up, Alt+Down)")}, columns.File(session.KindOf(item.Path)), name}
	mode := board.Cell{Kind: board.CellChip, ID: modeCell, Text: r.mode(item), Width: columns.ModeWidth, MinWidth: columns.ModeWidth}
	mode.Tip = words.Say("View mode: how much of the file is shown")
	if known && len(built.Lost) > 0 {
		mode.Tip = built.Lost[0].Error()
	}
	mode.Tint = columns.ModeTint(r.s.Files().ShownAs(row.Row))
	if r.overridden {
		mode.Width = columns.ModesWidth
	}
	if shown := r.s.Files().ShownAs(row.Row); shown != ownMode(item) {
		mode.Text, mode.Old = words.Mode(shown), mode.Text
		mode.Tip = r.overrideTip(item, shown)
	}
	if known && built.Withheld {
		mode.Text = words.Say("withheld")
		mode.Tip = words.Say("Withheld, because files of this name contain secrets; Ctrl+Shift+R lists possible secrets, and can show it")
	}
	countWidth := float32(columns.CountWidth)
	if r.head > 0 {
		cells, mode.Width, countWidth = []board.Cell{name}, comparedMode, comparedWidth
	}
	cells = append(cells, r.marks(item, built, known)...)
	if r.head > 0 { // the columns need the space
		for i := range cells {
			cells[i].Yields = !cells[i].Fill
		}
	}
	cells = append(cells, r.comparison(row.Row)...)
	if r.showsModes() {
		cells = append(cells, mode)
	}
	cells = append(cells,
		board.Cell{Kind: board.CellNumber, Text: r.cost(item, row), Small: r.head > 0, Width: countWidth, Tip: words.Exactness(row.Count, words.Say("this file in the dossier"))},
		board.Cell{Kind: board.CellGlyph, ID: moreCell, Glyph: kit.GlyphMore, Tip: words.Say("Actions for this file")},
	)
	tip := text.Escape(item.Name())
	if known && built.Err != nil {
		tip += "\n" + built.Err.Error()
	} else if item.Err != nil {
		tip += "\n" + item.Err.Error()
	}
	if known {
		for _, note := range built.Notes {
			tip += "\n" + note
		}
	}
	return board.Row{Indent: 0, Cells: cells, Tip: tip}
}

func (r *table) folder(row files.Line) board.Row {
	name, tip := row.Dir+"/", row.Dir
	if row.Dir == "." {
		name, tip = words.Say("Project folder"), r.s.Dir()
	}
	cells := []board.Cell{
		columns.Folder(true),
		{Text: text.Escape(name), Fill: true, Middle: true},
	}
	if row.Continued {
		cells = append(cells, board.Cell{Text: words.Say("continued"), Tone: kit.ColorMuted, Plain: true, Tip: words.Say("Other files of this folder are further up; Group by folder joins them")})
	}
	return board.Row{Strong: true, Cells: append(cells,
		board.Cell{Kind: board.CellNumber, Text: words.ShortFigure(row.Count), Width: columns.CountWidth, Tip: words.Exactness(row.Count, words.Count("{{.N}} files of this folder", row.Files))},
		board.Cell{Kind: board.CellGlyph, ID: moreCell, Glyph: kit.GlyphMore, Tip: words.Say("Actions for this folder")},
	), Tip: text.Escape(tip)}
}

// noteMark returns a word and a colour for a file's notes: a warning only if there is a problem
// without a badge of its own. The word is empty if there is nothing to show.
func noteMark(item aggregate.Item) (string, fyne.ThemeColorName) {
	said, wrong := len(item.Lost), 0 // each lost symbol or slice has a note (except a slice without lines) and its own badge
	for i, h := range item.Health {
		if h.Health == "lost" && item.CustomSlices[i].Problem == "" {
			said++
		}
	}
	for _, note := range item.Notes {
		if !item.Harmless(note) {
			wrong++
		}
	}
	switch {
	case wrong > said:
		return words.Say("problem"), kit.ColorWarn
	case wrong < len(item.Notes):
		return words.Say("note"), kit.ColorMuted
	}
	return "", ""
}

// marks returns the badges between a name and its view mode. Each has a word and a colour, so
// that colour is never the only indication.
func (r *table) marks(item, built aggregate.Item, known bool) []board.Cell {
	var cells []board.Cell
	mark := func(word string, tone fyne.ThemeColorName, tip string) {
		cells = append(cells, board.Cell{Text: word, Tone: tone, Tip: tip})
	}
	if slices.Contains(r.s.Composition().Focus, item.Path) {
		mark(words.Say("focus"), kit.ColorAccent, words.Say("Shown in full in the focused variant"))
	}
	if item.ForceFull {
		mark(words.Say("forced"), kit.ColorMuted, words.Say("Always shown in full, regardless of its view mode and the strategy"))
	}
	if !item.AutoAggregate {
		mark(words.Say("listed"), kit.ColorMuted, words.Say("Listed only: it is not in the document"))
	}
	if item.Err != nil && !known {
		mark(words.Say("no match"), kit.ColorBad, item.Err.Error())
	}
	if !known {
		return cells
	}
	if errors.Is(built.Err, text.ErrBinary) && images.Named(item.Path) {
		cells = append(cells, board.Cell{ID: imageCell, Text: words.Say("image"), Tone: kit.ColorBad, Tip: words.Say("An image is not text: a click shows it as a screenshot")})
	} else if built.Err != nil {
		mark(words.Failure(built.Err), kit.ColorBad, built.Err.Error())
	} else if word, tone := noteMark(built); word != "" {
		mark(word, tone, strings.Join(built.Notes, "\n"))
	}
	if m := secretlist.Of(r.s).Badge(item.Path); m.Redacted+m.Readable+m.Unchecked > 0 {
		word := words.Count("{{.N}} secrets", m.Redacted+m.Readable)
		if m.Redacted+m.Readable == 0 {
			word = words.Say("not checked")
		}
		cells = append(cells, board.Cell{ID: secretsCell, Text: word, Tone: columns.SecretsTone(m), Tip: columns.SecretsTip(m)})
	}
	if n := len(built.Lost); n > 0 {
		mark(words.Count("{{.N}} lost", n), kit.ColorBad, words.Count("{{.N}} chosen symbols are not in the file any more", n))
	}
	for _, health := range []string{"lost", "changed"} {
		n := 0
		for _, h := range built.Health {
			if h.Health == health {
				n++
			}
		}
		if n > 0 && health == "lost" {
			mark(words.Count("{{.N}} lost", n), kit.ColorBad, words.Count("{{.N}} slices could not be found again in the changed file", n))
		} else if n > 0 {
			mark(words.Count("{{.N}} changed", n), kit.ColorWarn, words.Count("The text of {{.N}} slices has changed", n))
		}
	}
	return cells
}

// ownMode returns an item's own view mode.
func ownMode(item aggregate.Item) models.ViewMode { return cmp.Or(item.ViewMode, models.Full) }

// mode returns the name of an item's own view mode, with the number of slices or symbols.
func (r *table) mode(item aggregate.Item) string {
	if item.ViewMode == models.Custom && len(item.CustomSlices) > 0 {
		return words.Mode(item.ViewMode) + " " + kit.Count(int64(len(item.CustomSlices)))
	}
	if item.ViewMode == models.Masked && len(item.AstMask) > 0 {
		return words.Mode(item.ViewMode) + " " + kit.Count(int64(len(item.AstMask)))
	}
	return words.Mode(ownMode(item))
}

// overrideTip explains why an item is not shown in its own view mode.
func (r *table) overrideTip(item aggregate.Item, shown models.ViewMode) string {
	fields := map[string]any{"Own": words.Mode(ownMode(item)), "Shown": words.Mode(shown)}
	override := r.s.Compose().Override()
	asked := aggregate.RequestedMode(item.FileItem, r.s.Composition()) == ownMode(item)
	switch {
	case item.ForceFull:
		return words.With("View mode {{.Own}}, forced to {{.Shown}}", fields)
	case asked && item.ViewMode == models.Masked && len(item.AstMask) == 0:
		return words.With("View mode {{.Own}}, with no symbol chosen: shown as {{.Shown}}", fields)
	case asked && item.ViewMode == models.Custom && len(item.CustomSlices) == 0:
		return words.With("View mode {{.Own}}, with no slice: shown as {{.Shown}}", fields)
	case asked:
		return words.With("View mode {{.Own}}, which this file cannot have: shown as {{.Shown}}", fields)
	case override == session.ByFocus:
		return words.With("View mode {{.Own}}, shown as {{.Shown}} while focus is on", fields)
	case override != session.NoOverride:
		return words.With("View mode {{.Own}}, shown as {{.Shown}} by the strategy", fields)
	}
	return words.With("View mode {{.Own}}, shown as {{.Shown}}", fields)
}

func (r *table) cost(item aggregate.Item, row files.Line) string {
	if !item.AutoAggregate {
		return "–"
	}
	return words.ShortFigure(row.Count)
}

// files returns the session's rows for rows of the list: a folder represents its files.
func (t *Tab) files(rows []int) []int {
	var out []int
	for _, i := range rows {
		if t.rows.rows[i].Row >= 0 {
			out = append(out, t.rows.rows[i].Row)
			continue
		}
		for j := i + 1; j < len(t.rows.rows) && t.rows.rows[j].Row >= 0; j++ {
			out = append(out, t.rows.rows[j].Row)
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// target returns the rows that a command on row i applies to: the selection if it contains the
// row, else the row.
func (t *Tab) target(i int) []int {
	return t.files(t.list.Targets(i))
}

// Current returns the rows that a command of the window applies to: the selected files, else the
// one with the cursor.
func (t *Tab) Current() []int {
	if selected := t.files(t.list.Selected()); len(selected) > 0 {
		return selected
	}
	return t.target(t.list.Cursor())
}

func (t *Tab) paths(rows []int) []string {
	out := make([]string, len(rows))
	for i, row := range rows {
		out[i] = t.rows.s.Files().Items()[row].Path
	}
	return out
}

func (t *Tab) cell(i int, c board.Cell, at fyne.Position, size fyne.Size) {
	switch c.ID {
	case modeCell:
		rows := t.target(i)
		t.Priced(t.w.ShowMenuBelow(at, size, part.RowMenu(t.w, t.list, i, t.Modes(rows))), 0, rows)
	case moreCell:
		t.showMenu(i, func(items []kit.MenuItem) *kit.Menu { return t.w.ShowMenuBelow(at, size, items) })
	case secretsCell:
		t.w.ReviewSecrets(t.rows.items[t.rows.rows[i].Row].Path)
	case imageCell:
		t.rows.s.Screenshots().ReplaceFiles(images.Among(t.paths(t.target(i))))
	}
}

// showMenu shows the menu of row i.
func (t *Tab) showMenu(i int, show func([]kit.MenuItem) *kit.Menu) {
	items := t.menu(i)
	menu := show(part.RowMenu(t.w, t.list, i, items))
	for at, item := range items {
		if item.Heading && item.Text == words.Say("View mode") {
			t.Priced(menu, at+1, t.target(i))
		}
	}
}

// Priced adds the cost of each view mode to a menu whose modes begin at row first.
func (t *Tab) Priced(menu *kit.Menu, first int, rows []int) {
	if menu == nil {
		return
	}
	t.rows.s.ModeCosts().Of(rows, func(costs aggregate.Costs) {
		for i, mode := range models.ViewModes() {
			if cost, ok := costs[mode]; ok {
				menu.SetDetail(first+i, words.Tokens(cost))
			} else if len(costs) > 0 {
				menu.SetDetail(first+i, "")
			} else {
				menu.SetDetail(first+i, "–") // it cannot be read
			}
		}
	})
}

// Modes returns the rows of the view mode menu. Those that need a choice open it.
func (t *Tab) Modes(rows []int) []kit.MenuItem {
	if len(rows) == 0 {
		return nil
	}
	own := ownMode(t.rows.s.Files().Items()[rows[0]])
	same := t.all(rows, func(item aggregate.Item) bool { return ownMode(item) == own })
	var items []kit.MenuItem
	for _, mode := range models.ViewModes() {
		item := kit.MenuItem{
			Text: words.Mode(mode), Detail: "…", Room: kit.Estimate(1_000_000), Checked: same && mode == own,
			Action: func() { t.rows.s.Compose().SetMode(rows, mode) },
		}
		if choose := t.chooser(rows, mode); choose != nil { // there is nothing to show yet
			item.Text, item.Action = item.Text+"…", choose
		}
		if !t.rows.s.ModeCosts().Has(rows, mode) {
			item.Reason = words.Say("not for this language")
		}
		items = append(items, item)
	}
	return items
}

// chooser opens what a view mode of a single file shows, so that some of it can be chosen; nil if there is
// something, or if the mode needs no choice.
func (t *Tab) chooser(rows []int, mode models.ViewMode) func() {
	item := t.rows.s.Files().Items()[rows[0]]
	switch {
	case len(rows) > 1:
		return nil
	case mode == models.Masked && len(item.AstMask) == 0:
		return func() { t.w.OpenSymbols(item.Path) }
	case mode == models.Custom && len(item.CustomSlices) == 0:
		return func() { t.w.OpenSlices(item.Path, 0) }
	}
	return nil
}

// all reports whether a condition holds for all rows, so that a menu for them shows it.
func (t *Tab) all(rows []int, holds func(aggregate.Item) bool) bool {
	return !slices.ContainsFunc(rows, func(row int) bool { return !holds(t.rows.s.Files().Items()[row]) })
}

func (t *Tab) menu(i int) []kit.MenuItem {
	rows := t.target(i)
	if len(rows) == 0 {
		return t.listMenu()
	}
	s := t.rows.s
	first := s.Files().Items()[rows[0]]
	paths := t.paths(rows)
	focused := t.all(rows, func(item aggregate.Item) bool { return slices.Contains(s.Composition().Focus, item.Path) })
	forced := t.all(rows, func(item aggregate.Item) bool { return item.ForceFull })
	listed := t.all(rows, func(item aggregate.Item) bool { return !item.AutoAggregate })
	items := []kit.MenuItem{
		{Text: words.Say("Show in preview"), Detail: kit.Chords("Enter"), Action: func() { t.ShowRow(rows[0]) }},
		{Text: words.Say("Show in tree"), Action: func() { t.w.RevealInTree(first.Path) }},
		{Text: words.Say("Copy as shown"), Action: func() { t.copyRow(rows[0]) }},
		{Text: words.Say("Open in the editor"), Detail: t.w.KeysOf("open-in-editor"), Action: func() { t.w.OpenInEditor(first.Path, 0) }},
		{Text: words.Say("Show in the file manager"), Action: func() { t.w.ShowInFolder(first.Path) }},
		{Text: words.Say("Copy path"), Action: func() { s.Copy().Text(strings.Join(paths, "\n"), words.Count("{{.N}} paths", len(paths))) }},
		{Separator: true},
		{Text: words.Say("Symbols…"), Detail: t.w.KeysOf("edit-symbols"), Action: func() { t.w.OpenSymbols(first.Path) }},
		{Text: words.Say("Slices…"), Detail: t.w.KeysOf("edit-slices"), Action: func() { t.w.OpenSlices(first.Path, 0) }},
		{Text: words.Say("Add dependencies…"), Action: func() { t.w.OpenUses(dependencies.Uses, paths...) }},
		{Text: words.Say("Add dependents…"), Action: func() { t.w.OpenUses(dependencies.UsedBy, paths...) }},
		{Separator: true},
		{Text: words.Say("View mode"), Heading: true},
	}
	items = append(items, t.Modes(rows)...)
	items = append(items,
		kit.MenuItem{Separator: true},
		kit.MenuItem{Text: words.Say("In focus"), Detail: kit.Chords("Alt+F"), Checked: focused, Action: func() { s.Compose().SetFocusRows(rows, !focused) }},
		kit.MenuItem{Text: words.Say("Force full"), Checked: forced, Action: func() { s.Compose().SetForceFull(rows, !forced) }},
		kit.MenuItem{Text: words.Say("Text options…"), Action: func() { textdialog.Open(t.w, rows) }},
		kit.MenuItem{Text: words.Say("List only"), Checked: listed, Action: func() { s.Compose().SetListedOnly(rows, !listed) }},
	)
	if shots := images.Among(paths); len(shots) > 0 {
		items = append(items, kit.MenuItem{Text: words.Count("Show {{.N}} images as screenshots", len(shots)), Action: func() { s.Screenshots().ReplaceFiles(shots) }})
	}
	if t.tooLarge(rows) {
		items = append(items, kit.MenuItem{Text: words.Say("Raise the size limit"), Action: func() { s.Compose().RaiseLimit(rows) }})
	}
	if t.outside(rows) {
		items = append(items, kit.MenuItem{Text: words.Say("Allow reading this path"), Action: func() { t.allow(paths[0]) }})
	}
	return append(items,
		kit.MenuItem{Text: words.Say("Move up"), Detail: kit.Chords("Alt+Up"), Action: func() { t.shift(rows, -1) }},
		kit.MenuItem{Text: words.Say("Move down"), Detail: kit.Chords("Alt+Down"), Action: func() { t.shift(rows, 1) }},
		kit.MenuItem{Separator: true},
		kit.MenuItem{Text: words.Say("Remove from the dossier"), Detail: kit.Chords("Delete"), Action: func() { s.Compose().Remove(paths) }},
	)
}

// listMenu returns the menu of the whole list, above it. The menus of rows are long enough without it.
func (t *Tab) listMenu() []kit.MenuItem {
	return []kit.MenuItem{
		t.groupItem(),
		t.orderItem(words.Say("Order by imports"), sorting.ByImports),
		t.orderItem(words.Say("Order by changes"), sorting.ByChanges),
		{Separator: true},
		t.compareItem(),
	}
}

// groupItem returns the menu row that groups files by folder.
func (t *Tab) groupItem() kit.MenuItem {
	item := kit.MenuItem{Text: words.Say("Group by folder"), Detail: t.w.KeysOf("group-by-folder"), Action: t.rows.s.Compose().GroupByFolder}
	if t.rows.s.Files().Continued() == 0 {
		item.Reason = words.Say("grouped by folder already")
	}
	return item
}

// orderItem returns a menu row that orders all files.
func (t *Tab) orderItem(name string, kind sorting.Kind) kit.MenuItem {
	return kit.MenuItem{Text: name, Reason: nothingToOrder(t.w, t), Action: func() { orderBy(t.w, kind) }}
}

func (t *Tab) tooLarge(rows []int) bool {
	return slices.ContainsFunc(rows, func(row int) bool {
		item, ok := t.rows.s.Files().Shown(row)
		return ok && project.TooLarge(item.Err)
	})
}

func (t *Tab) outside(rows []int) bool {
	return slices.ContainsFunc(rows, func(row int) bool {
		item, ok := t.rows.s.Files().Shown(row)
		return ok && project.Outside(item.Err)
	})
}

func (t *Tab) open(i int) {
	if rows := t.target(i); len(rows) > 0 {
		t.ShowRow(rows[0])
	}
}

func (t *Tab) key(ev *fyne.KeyEvent, mods fyne.KeyModifier, i int) bool {
	rows := t.Current()
	switch {
	case mods == 0 && (ev.Name == fyne.KeyDelete || ev.Name == fyne.KeyBackspace):
		if len(rows) > 0 {
			t.rows.s.Compose().Remove(t.paths(rows))
		}
	case mods == kit.Alt && ev.Name == fyne.KeyUp:
		t.shift(rows, -1)
	case mods == kit.Alt && ev.Name == fyne.KeyDown:
		t.shift(rows, 1)
	default:
		return false
	}
	return true
}

// shift moves rows up or down by one.
func (t *Tab) shift(rows []int, by int) {
	if at, ok := order.Step(rows, by, len(t.rows.s.Files().Items())); ok {
		t.rows.s.Compose().Move(rows, at)
	}
}

// move moves rows of the session before a row of the list.
func (t *Tab) move(rows []int, before int) {
	at := len(t.rows.s.Files().Items())
	for i := before; i < len(t.rows.rows); i++ {
		if t.rows.rows[i].Row >= 0 {
			at = t.rows.rows[i].Row
			break
		}
	}
	if len(rows) > 0 {
		t.rows.s.Compose().Move(rows, at)
	}
}

// Reveal selects the row of a file after a click in the preview.
func (t *Tab) Reveal(key ...string) {
	t.w.ShowTab(part.Files)
	t.list.SetCursor(t.rows.Find(key[0]))
}
