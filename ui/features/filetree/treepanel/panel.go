// Package treepanel implements the panel of the project's files, which can be checked to add them to
// the dossier: the tree, its filter, and dialogs.
package treepanel

import (
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"dossier/aggregate/images"
	"dossier/aggregate/text"
	"dossier/ui/columns"
	"dossier/ui/features/contentsearch"
	"dossier/ui/features/contentsearch/searchlist"
	"dossier/ui/features/filetree"
	"dossier/ui/features/links"
	"dossier/ui/features/roots"
	"dossier/ui/features/roots/rootsdialog"
	"dossier/ui/features/secretlist"
	"dossier/ui/kit"
	"dossier/ui/kit/board"
	"dossier/ui/kit/edit"
	"dossier/ui/part"
	"dossier/ui/project"
	"dossier/ui/project/dependencies"
	"dossier/ui/session"
	"dossier/ui/session/change"
	"dossier/ui/words"
)

// Panel is the tree of the project's files with check boxes. It can show the lines that match a
// search in the files instead.
type Panel struct {
	w       part.Window
	list    *board.List
	filter  *edit.Entry
	model   *filetree.Model // tree of the shown project
	within  *kit.Button     // if on, the text is searched for in the files instead of their names
	search  *searchlist.List
	sort    *kit.Button
	hits    *kit.Label
	none    *kit.Empty // shown while there are no rows
	first   func()     // action of none
	stack   *fyne.Container
	content fyne.CanvasObject
	awaited string // path of a folder to show as soon as the tree contains it; empty for none
	dir     string // the project that awaited belongs to
}

// Active cells of a row.
const (
	foldCell = iota + 1
	tickCell
	secretsCell
)

// New returns the tree for a window.
func New(w part.Window) *Panel {
	p := &Panel{w: w}
	p.list = part.NewList(w, rows{w.Session()}, p.menu)
	p.list.OnCell = p.cell
	p.list.OnClick = p.toggle
	p.list.OnSpace = func(int) { p.toggleSelected() }
	p.list.OnOpen = func(i int) { p.fold(i, !p.row(i).Open) }
	p.list.OnKey = p.key
	p.list.OnVisible = func(first, last int) { w.Session().Tree().SetInView(first, last) }
	p.filter = edit.NewEntry(words.Say("filter…"), p.narrow)
	p.filter.OnKey = func(ev *fyne.KeyEvent, _ fyne.KeyModifier) bool {
		if ev.Name != fyne.KeyDown {
			return false
		}
		if p.within.On() {
			return p.search.Focus()
		}
		down := w.Session().Tree().Model().Len() > 0
		if down {
			w.Focus(p.list)
		}
		return down
	}
	p.filter.OnEscape = p.Focus
	p.filter.OnShortcut = w.Shortcut
	p.filter.SetTip(words.Say("Words, parts of words (srvr auth), a pattern (net/**/*.go), or what git says (is:modified, is:untracked, is:changed)") + " (" + w.KeysOf("filter-files") + ")")
	p.hits = kit.NewFigure(hitsWidth, "")
	p.filter.SetClear(words.Say("Clear the filter")+" ("+kit.Chords("Escape")+")", p.hits)
	p.none = kit.NewEmpty("", words.Say("Open a folder"), func() { p.first() })
	p.stack = container.NewStack(p.list)
	p.sort = kit.NewGlyphButton(kit.GlyphMore, words.Say("Order, ignored files, fold all"), nil)
	p.sort.SetItems(p.options)
	p.search = searchlist.New(w, func(paths []string, then func()) { p.confirmFiles(".", paths, then) })
	p.within = kit.NewGlyphToggle(kit.GlyphSearch, words.Say("Search in the files")+" ("+w.KeysOf("search-files")+")", p.setWithin)
	head := kit.NewHeader(container.NewBorder(nil, nil, nil, container.NewHBox(p.within, p.sort), p.filter), kit.EdgeBottom)
	p.content = kit.NewColumn(head, p.stack, nil)
	return p
}

// rows adapts the session's tree to the list.
type rows struct{ s *session.Session }

func (r rows) Len() int            { return r.s.Tree().Model().Len() }
func (r rows) Key(i int) string    { return r.s.Tree().Model().Path(i) }
func (r rows) Find(key string) int { return r.s.Tree().Model().Find(key) }
func (r rows) Label(i int) string  { return r.s.Tree().Model().Name(i) }

func (r rows) Row(i int) board.Row {
	row := r.s.Tree().Model().Row(i)
	name := board.Cell{Text: text.Escape(row.Name), Fill: true, Middle: true, Spare: nameSpare}
	if name.Text == row.Name {
		for _, s := range row.Marks {
			name.Marks = append(name.Marks, [2]int{s.Start, s.End})
		}
	}
	if row.Dir {
		name.Text += "/"
	}
	if row.Root {
		name.Text = row.Name
	}
	if row.Missing || row.Barred || row.Ignored {
		name.Tone = kit.ColorMuted
	}
	fold := board.Cell{Kind: board.CellSpace, Width: columns.FoldWidth}
	if row.Dir && !row.Barred {
		fold = board.Cell{Kind: board.CellFold, ID: foldCell, Width: columns.FoldWidth, State: kit.Ticked(row.Open)}
	}
	check := board.Cell{Kind: board.CellCheck, ID: tickCell, State: columns.Box(row.Tick), Disabled: row.Barred && row.Tick == project.Unticked}
	cells := []board.Cell{fold, check, sign(row), name}
	if row.Missing {
		cells = append(cells, board.Cell{Text: words.Say("missing"), Tone: kit.ColorWarn})
	}
	if row.Root && row.Note != "" {
		cells = append(cells, board.Cell{Text: rootsdialog.Badge(roots.Of(r.s), row.Path), Tone: kit.ColorWarn})
	}
	marked := false
	if row.Tick != project.Unticked && !(row.Dir && row.Open) { // the rows of an open folder show it
		var secret board.Cell
		if secret, marked = columns.Secrets(secretlist.Of(r.s).Badge(row.Path)); marked {
			secret.ID = secretsCell
			cells = append(cells, secret)
		}
	}
	if state, changed := stateCell(row); changed {
		cells = append(cells, state)
	}
	if !row.Barred && !row.Missing && (!row.Dir || row.Files > 0) {
		what := words.Say("this file in full")
		if row.Dir {
			what = words.Count("{{.N}} files of this folder", row.Files)
		}
		count := board.Cell{Kind: board.CellNumber, Text: words.ShortFigure(row.Cost), Yields: true, Tip: words.Exactness(row.Cost, what)}
		if row.Bare {
			count.Text, count.Tip = "–", words.Say("No tokens: the content is not included, because it is binary, larger than the limit in the settings, or not readable")
		}
		if marked {
			count.Width = columns.CountWidth // to align badges
		}
		cells = append(cells, count)
	}
	return board.Row{Indent: row.Depth, Guides: true, Cells: cells, Struck: row.Ignored, Tip: tipOf(row)}
}

const (
	stateWidth = 12
	nameSpare  = 60 // a shortened name of eight letters: its figure goes only when there is less room
)

// stateCell returns git's letter for a file that differs from the commit, and a dot for a collapsed
// folder with such files.
func stateCell(row filetree.Row) (board.Cell, bool) {
	switch {
	case row.State == 0 || row.Dir && row.Open:
		return board.Cell{}, false
	case row.Dir:
		return board.Cell{Text: "•", Tone: kit.ColorMuted, Width: stateWidth, Yields: true, Tip: words.Say("Something in it has changed since the last commit")}, true
	}
	letter := columns.State(string(rune(row.State)))
	letter.Width, letter.Yields = stateWidth, true
	return letter, true
}

// sign returns the icon of a row.
func sign(row filetree.Row) board.Cell {
	if row.Dir {
		return columns.Folder(row.Open)
	}
	kind := session.KindOf(row.Path)
	if row.Bare && !row.Missing && !row.Barred && kind != session.ImageFile {
		kind = session.OtherFile
	}
	return columns.File(kind)
}

const hitsWidth = 48 // 12.3k

func tipOf(row filetree.Row) string {
	lines := []string{text.Escape(row.Path)}
	if !row.Dir && !row.Missing {
		lines = append(lines, kit.Size(row.Size))
	}
	if row.Note != "" {
		lines = append(lines, row.Note)
	}
	return strings.Join(lines, "\n")
}

// reload shows the tree again; cursor, selection and scroll position are kept.
func (p *Panel) reload() {
	m := p.w.Session().Tree().Model()
	p.list.Reload()
	shown := fyne.CanvasObject(p.list)
	switch {
	case p.within.On():
		shown = p.search.Content()
	case p.explainEmpty():
		shown = p.none
	}
	kit.ShowAlone(p.stack, shown)
	if p.within.On() {
		lines := contentsearch.Of(p.w.Session()).Report().Matches
		p.hits.SetText(kit.Short(int64(lines)))
		p.hits.SetTip(words.Count("{{.N}} lines match", lines))
		return
	}
	p.hits.SetText(kit.Short(int64(m.Hits())))
	p.hits.SetTip(words.Count("{{.N}} files found", m.Hits()))
}

// setWithin switches between searching for the text in the files and in their names.
func (p *Panel) setWithin(on bool) {
	p.within.SetOn(on)
	s := p.w.Session()
	contentsearch.Of(s).SetVisible(on)
	p.filter.SetPlaceHolder(p.prompt())
	if on {
		s.Tree().SetFilter("")
		p.search.Search(p.filter.Text)
	} else {
		s.Tree().SetFilter(p.filter.Text)
	}
	p.reload()
	p.w.Focus(p.filter)
}

// prompt describes what can be typed.
func (p *Panel) prompt() string {
	if p.within.On() {
		return words.Say("search in the files…")
	}
	return words.Say("filter…")
}

// explainEmpty shows why there are no rows, with the first step, and reports whether there are
// none.
func (p *Panel) explainEmpty() bool {
	s := p.w.Session()
	text, step := "", words.Say("Open a folder")
	p.first = p.w.OpenFolder
	switch m := s.Tree().Model(); {
	case s.Dir() == "":
		text = words.Say("The files of a project are listed here.")
	case m.Len() > 0 || !m.Filtered() && !s.Tree().Listed():
		return false
	case m.Filtered():
		text, step = words.Say("No file matches the filter: words, parts of words, or a pattern such as net/**/*.go."), words.Say("Clear the filter")
		p.first = func() {
			p.filter.SetText("")
			p.w.Focus(p.list)
		}
	case m.Empty():
		text = words.Say("The folder is empty. New files appear here.")
	default:
		text, step = words.Say("The ignore files exclude everything in the folder."), words.Say("Show ignored files")
		p.first = func() {
			s.Settings().SetShowIgnored(true)
			p.w.Focus(p.list)
		}
	}
	p.none.SetText(text)
	p.none.SetStep(step)
	return true
}

// Focus focuses the tree, or the empty state.
func (p *Panel) Focus() {
	if p.within.On() {
		if !p.search.Focus() {
			p.w.Focus(p.filter)
		}
		return
	}
	if p.stack.Objects[0] == fyne.CanvasObject(p.none) {
		p.w.Focus(p.none.Step())
		return
	}
	p.w.Focus(p.list)
}

// Content returns the panel's content, which is always the same.
func (p *Panel) Content() fyne.CanvasObject { return p.content }

// Uncovered returns the text fields.
func (p *Panel) Uncovered() []fyne.CanvasObject { return []fyne.CanvasObject{p.filter} }

// CurrentFile returns the file with the cursor if the tree is focused: empty for a folder. It
// returns false if a command does not apply to the tree.
func (p *Panel) CurrentFile() (path string, is bool) {
	if p.within.On() {
		return p.search.CurrentFile()
	}
	i := p.list.Cursor()
	if p.w.Focused() != p.list || i < 0 || i >= p.w.Session().Tree().Model().Len() {
		return "", false
	}
	if row := p.row(i); !row.Dir {
		path = row.Path
	}
	return path, true
}

func (p *Panel) row(i int) filetree.Row { return p.w.Session().Tree().Model().Row(i) }

func (p *Panel) cell(i int, c board.Cell, _ fyne.Position, _ fyne.Size) {
	switch c.ID {
	case foldCell:
		p.fold(i, !p.row(i).Open)
	case tickCell:
		p.toggle(i)
	case secretsCell:
		p.w.ReviewSecrets(p.row(i).Path)
	}
}

func (p *Panel) fold(i int, open bool) {
	if row := p.row(i); row.Dir && !row.Barred {
		p.w.Session().Tree().Open(row.Path, open)
	}
}

// toggle checks or unchecks a row; for a folder, all its files.
func (p *Panel) toggle(i int) {
	row := p.row(i)
	if row.Barred && row.Tick == project.Unticked {
		p.w.Toast(row.Note)
		return
	}
	p.setTicks([]int{i}, row.Tick != project.Ticked)
}

// toggleSelected checks all selected rows, or unchecks them if all are checked.
func (p *Panel) toggleSelected() {
	rows := p.list.Selected()
	if len(rows) == 0 {
		if c := p.list.Cursor(); c >= 0 {
			rows = []int{c}
		}
	}
	on := false
	for _, i := range rows {
		on = on || p.row(i).Tick != project.Ticked
	}
	p.setTicks(rows, on)
}

func (p *Panel) setTicks(rows []int, on bool) {
	s := p.w.Session()
	var paths []string
	dir := ""
	for _, i := range rows {
		row := p.row(i)
		paths = append(paths, s.Tree().Model().Under(row.Path)...)
		if row.Dir {
			dir = row.Path
		}
	}
	if !on {
		s.Compose().Remove(paths)
		return
	}
	if dir != "" && len(paths) > s.Settings().All().ConfirmFolderFiles {
		p.confirmFiles(dir, paths, func() { s.Compose().Add(paths) })
		return
	}
	s.Compose().Add(paths)
}

func (p *Panel) key(ev *fyne.KeyEvent, mods fyne.KeyModifier, i int) bool {
	if i < 0 || mods&^kit.Shift != 0 {
		return false
	}
	row := p.row(i)
	switch ev.Name {
	case fyne.KeyRight:
		if row.Dir && !row.Open {
			p.fold(i, true)
		} else {
			p.list.SetCursor(min(i+1, p.w.Session().Tree().Model().Len()-1))
		}
	case fyne.KeyLeft:
		if row.Dir && row.Open {
			p.fold(i, false)
		} else if parent := p.w.Session().Tree().Model().Parent(i); parent >= 0 {
			p.list.SetCursor(parent)
		}
	default:
		return false
	}
	return true
}

// Reveal shows a file, as soon as the tree contains it; a folder is shown with its contents.
func (p *Panel) Reveal(path string) {
	p.awaited = ""
	p.filter.SetText("")
	if p.within.On() {
		p.setWithin(false)
	}
	p.w.Session().Tree().Reveal(path)
	if i := p.w.Session().Tree().Model().Find(path); i >= 0 {
		p.list.SetCursor(i)
		p.w.Focus(p.list)
		return
	}
	p.awaited, p.dir = path, p.w.Session().Dir()
}

// arrived shows the folder that was awaited if the tree has it now. The focus stays where it is.
func (p *Panel) arrived() {
	m := p.w.Session().Tree().Model()
	i := m.Find(p.awaited)
	if p.awaited == "" || i < 0 {
		return
	}
	p.awaited = ""
	if p.dir != p.w.Session().Dir() {
		return
	}
	p.fold(i, true)
	p.list.Reload()
	p.list.SetCursor(i)
	p.list.ScrollTo(min(i+revealed, m.Len()-1))
	p.list.ScrollTo(i)
}

// revealed is the number of rows below a folder that are brought into view with it.
const revealed = 5

// narrow filters by a text. When the filter is cleared, the row with the cursor is shown among
// all rows.
func (p *Panel) narrow(text string) {
	if p.within.On() {
		p.search.Search(text)
		return
	}
	s, found := p.w.Session(), ""
	if i := p.list.Cursor(); text == "" && i >= 0 && s.Tree().Model().Filtered() {
		found = p.row(i).Path
	}
	s.Tree().SetFilter(text)
	if found != "" {
		s.Tree().Reveal(found)
		p.list.SetCursor(s.Tree().Model().Find(found))
	}
}

// FocusFilter focuses the filter, for names of files.
func (p *Panel) FocusFilter() {
	if p.within.On() {
		p.setWithin(false)
	}
	p.w.Focus(p.filter)
}

// FocusSearch focuses the filter, for texts in the files.
func (p *Panel) FocusSearch() {
	if !p.within.On() {
		p.setWithin(true)
	}
	p.w.Focus(p.filter)
}

func orders() words.Table[filetree.Sort] {
	return words.Table[filetree.Sort]{
		filetree.ByName: "By name", filetree.BySize: "By size", filetree.ByTokens: "By tokens",
		filetree.ByModified: "By time of change",
	}
}

// options returns the menu next to the filter.
func (p *Panel) options() []kit.MenuItem {
	s := p.w.Session()
	var items []kit.MenuItem
	for _, order := range filetree.Sorts() {
		items = append(items, kit.MenuItem{Text: orders().Say(order), Checked: s.Tree().Model().Sort() == order, Action: func() { s.Tree().SetSort(order) }})
	}
	return append(items,
		kit.MenuItem{Separator: true},
		kit.MenuItem{Text: words.Say("Show ignored files"), Detail: p.w.KeysOf("toggle-ignored"), Checked: s.Settings().ShowIgnored(), Action: func() { s.Settings().SetShowIgnored(!s.Settings().ShowIgnored()) }},
		kit.MenuItem{Text: words.Say("Excluded files…"), Action: func() { p.w.OpenExcludes("") }},
		kit.MenuItem{Text: words.Say("Add a folder…"), Action: func() { rootsdialog.Open(p.w) }},
		kit.MenuItem{Separator: true},
		kit.MenuItem{Text: words.Say("Open all folders"), Action: func() { s.Tree().OpenAll(true) }},
		kit.MenuItem{Text: words.Say("Fold all folders"), Action: func() { s.Tree().OpenAll(false) }},
		kit.MenuItem{Separator: true},
		kit.MenuItem{Text: words.Say("Only what has changed in git"), Checked: strings.Contains(p.filter.Text, changedWord), Reason: p.nothingChanged(), Action: p.toggleChanged},
		kit.MenuItem{Text: words.Say("Tick what has changed"), Reason: p.nothingChanged(), Action: func() { s.Tree().AddChanged() }},
		kit.MenuItem{Text: words.Say("Tick what has changed as slices"), Note: words.Say("The changed lines with a few around them; new files in full"), Reason: p.nothingChanged(), Action: func() { s.Tree().AddChangedLines() }},
		kit.MenuItem{Separator: true},
		kit.MenuItem{Text: words.Say("Tick all visible rows"), Action: func() { p.tickAll() }},
		kit.MenuItem{Text: words.Say("Untick all"), Action: func() { s.Compose().Clear() }},
	)
}

// changedWord is the word of the filter for files that differ from the commit.
const changedWord = "is:changed"

// toggleChanged shows only files that differ from the commit, or all files again.
func (p *Panel) toggleChanged() {
	if p.within.On() {
		p.setWithin(false)
	}
	var others []string
	for _, word := range strings.Fields(p.filter.Text) {
		if word != changedWord {
			others = append(others, word)
		}
	}
	if !strings.Contains(p.filter.Text, changedWord) {
		others = append(others, changedWord)
	}
	p.filter.SetText(strings.Join(others, " "))
}

// nothingChanged returns why there is nothing to do with changed files; empty if there are some, or
// while they are being read.
func (p *Panel) nothingChanged() string {
	if len(p.w.Session().Tree().Model().Changed()) > 0 || strings.Contains(p.filter.Text, changedWord) {
		return ""
	}
	return words.Say("No file differs from the last commit")
}

func (p *Panel) tickAll() {
	paths := p.w.Session().Tree().Model().UnderAll()
	if len(paths) > p.w.Session().Settings().All().ConfirmFolderFiles {
		p.confirmFiles(".", paths, func() { p.w.Session().Compose().Add(paths) })
		return
	}
	p.w.Session().Compose().Add(paths)
}

// images returns the paths of the images in row i, or in the selection if it contains the row.
func (p *Panel) images(i int) []string {
	rows := p.list.Targets(i)
	var paths []string
	for _, i := range rows {
		for _, path := range p.w.Session().Tree().Model().Under(p.row(i).Path) {
			if images.Named(path) {
				paths = append(paths, path)
			}
		}
	}
	return paths
}

func (p *Panel) menu(i int) []kit.MenuItem {
	s := p.w.Session()
	row := p.row(i)
	tick := words.Say("Add to the dossier")
	if row.Tick == project.Ticked {
		tick = words.Say("Remove from the dossier")
	}
	items := []kit.MenuItem{{Text: tick, Detail: kit.Chords("Space"), Action: func() { p.toggleSelected() }}}
	if row.Barred && row.Root {
		items = nil
	} else if row.Dir {
		items = append(items,
			kit.MenuItem{Text: words.Say("Add the folder as one entry, new files included"), Action: func() { s.Compose().AddPattern(row.Path) }},
			kit.MenuItem{Text: words.Say("Open or fold"), Action: func() { p.fold(i, !row.Open) }},
		)
	} else if at, ok := s.Files().RowOf(row.Path); ok {
		items = append(items, kit.MenuItem{Text: words.Say("Show in preview"), Action: func() { p.w.ShowRow(at) }})
	}
	if !row.Barred && !row.Missing {
		items = append(items, p.linksItem(i))
	}
	if shots := p.images(i); len(shots) > 0 {
		items = append(items, kit.MenuItem{Text: words.Count("Add {{.N}} images as screenshots", len(shots)), Action: func() { s.Screenshots().ReplaceFiles(shots) }})
	}
	if !row.Dir && !row.Missing && !row.Barred {
		items = append(items, kit.MenuItem{Separator: true},
			kit.MenuItem{Text: words.Say("Open in the editor"), Detail: p.w.KeysOf("open-in-editor"), Action: func() { p.w.OpenInEditor(row.Path, 0) }},
			kit.MenuItem{Text: words.Say("Symbols…"), Detail: p.w.KeysOf("edit-symbols"), Action: func() { p.w.OpenSymbols(row.Path) }},
			kit.MenuItem{Text: words.Say("Slices…"), Detail: p.w.KeysOf("edit-slices"), Action: func() { p.w.OpenSlices(row.Path, 0) }},
			kit.MenuItem{Text: words.Say("Add dependencies…"), Action: func() { p.w.OpenUses(dependencies.Uses, row.Path) }},
			kit.MenuItem{Text: words.Say("Add dependents…"), Action: func() { p.w.OpenUses(dependencies.UsedBy, row.Path) }})
	}
	if row.Root {
		items = append(items, rootsdialog.Items(p.w, row.Path)...)
	} else {
		items = append(items, p.excludeItems(i)...)
	}
	return append(items,
		kit.MenuItem{Separator: true},
		kit.MenuItem{Text: words.Say("Why is it there, or not?"), Action: func() { p.explain(row.Path) }},
		kit.MenuItem{Text: words.Say("Show in the file manager"), Action: func() { p.w.ShowInFolder(row.Path) }},
		kit.MenuItem{Text: words.Say("Copy path"), Action: func() { s.Copy().Text(row.Path, words.Count("{{.N}} paths", 1)) }},
	)
}

// linksItem returns the menu row that adds the selection to the current smart context.
func (p *Panel) linksItem(i int) kit.MenuItem {
	links := links.Of(p.w.Session())
	text := words.Say("Start a smart context from it")
	if c, ok := links.Context(); ok {
		text = words.With("Add to the smart context {{.Name}}", map[string]any{"Name": kit.ShortenPath(c.Name, 32)})
	}
	var paths []string
	for _, at := range p.list.Targets(i) {
		paths = append(paths, p.row(at).Path)
	}
	return kit.MenuItem{Text: text, Action: func() {
		links.Start(paths...)
		p.w.ShowTab("links")
	}}
}

// Changed updates what has changed.
func (p *Panel) Changed(c change.Set) {
	if m := p.w.Session().Tree().Model(); m != p.model {
		p.model = m
		if !p.within.On() {
			p.filter.SetText("") // the tree of another project is not filtered
		}
	}
	if c.Has(change.Project) && p.within.On() {
		contentsearch.Of(p.w.Session()).SetVisible(true)
		p.search.Search(p.filter.Text)
	}
	p.search.Changed(c)
	if c.Has(change.Tree | change.Composition | change.Document | change.Counts | change.Project | contentsearch.Changed) {
		p.reload()
		p.arrived()
	}
}
