// Package gittab implements the tab of the git sections: the range of changes and its files, and the log.
package gittab

import (
	"path"
	"slices"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"dossier/aggregate"
	"dossier/aggregate/text"
	"dossier/models"
	"dossier/ui/columns"
	"dossier/ui/features/git"
	"dossier/ui/features/git/rangechoice"
	"dossier/ui/kit"
	"dossier/ui/kit/board"
	"dossier/ui/part"
	"dossier/ui/project/excludes"
	"dossier/ui/project/repository"
	"dossier/ui/session/change"
	"dossier/ui/words"
)

// Active cells.
const (
	checkCell = iota + 1
	viewCell
	moreCell
)

// The columns of the list.
const (
	letterWidth = 16
	linesWidth  = 88 // maximum width
	viewWidth   = 84
)

// Tab shows the files of the selected range.
type Tab struct {
	w     part.Window
	rng   *kit.Button
	view  *kit.Button
	log   *kit.Button
	bar   *fyne.Container // laid out again when a text changes
	list  *board.List
	files []repository.File
	shows *aggregate.GitChoice // which files the document shows, and how
	// counts are the tokens of those in the document, by path.
	counts map[string]aggregate.Count
	lines  float32 // width of the column of lines
	total  *kit.Label
	foot   fyne.CanvasObject // bar below the list
	empty  *kit.Empty
	step   func() // action of the empty state
	stack  *fyne.Container
	whole  *fyne.Container
	shown  bool
}

// New returns the tab for a window.
func New(w part.Window) *Tab {
	t := &Tab{w: w}
	t.rng = kit.NewMenuButton("", t.ranges)
	t.rng.SetTip(words.Say("Which changes the document shows"))
	t.view = kit.NewMenuButton("", t.views)
	t.view.SetTip(words.Say("How the changed files are shown"))
	t.log = kit.NewMenuButton("", t.logs)
	t.log.SetTip(words.Say("How many of the newest commits the document lists"))
	t.bar = kit.NewSharingRow([]fyne.CanvasObject{t.rng, t.view, t.log}, nil, nil)
	t.list = board.NewList(t, kit.RowHeight)
	t.list.OnCell = func(i int, c board.Cell, at fyne.Position, size fyne.Size) {
		switch c.ID {
		case checkCell:
			t.toggle(t.list.Targets(i))
		case viewCell:
			rows := t.list.Targets(i)
			t.priced(w.ShowMenuBelow(at, size, part.RowMenu(w, t.list, i, t.viewsOf(rows))), 0, rows)
		default:
			t.showMenu(i, func(items []kit.MenuItem) *kit.Menu { return w.ShowMenuBelow(at, size, items) })
		}
	}
	t.list.OnSpace = func(int) { t.toggle(t.list.Targets(t.list.Cursor())) }
	t.list.OnOpen = t.show
	t.list.OnMenu = func(i int, at fyne.Position) {
		t.showMenu(i, func(items []kit.MenuItem) *kit.Menu { return w.ShowMenu(at, items) })
	}
	t.list.OnShortcut = func(s fyne.Shortcut) { w.Shortcut(s) }
	t.total = kit.NewLabel("", kit.Body)
	t.empty = kit.NewEmpty("", words.Say("Uncommitted changes"), func() { t.step() })
	t.empty.SetMore(words.Say("More in the guide"), func() { w.ShowHelp(part.Git) })
	t.stack = container.NewStack(t.empty)
	t.foot = kit.NewStatusBar(t.total, kit.EdgeTop)
	t.whole = kit.NewColumn(kit.NewBar(t.bar, kit.EdgeBottom), t.stack, t.foot)
	return t
}

func (t *Tab) part() *git.Part { return git.Of(t.w.Session()) }

// Content returns the tab's content.
func (t *Tab) Content() fyne.CanvasObject { return t.whole }

// Focus focuses the files, or the empty state.
func (t *Tab) Focus() { t.w.Focus(kit.VisibleFocusable(t.stack)) }

// Shown reads the repository while the tab is active.
func (t *Tab) Shown(on bool) {
	t.shown = on
	t.part().SetVisible(on)
	t.reload()
}

// Uncovered returns nil.
func (t *Tab) Uncovered() []fyne.CanvasObject { return nil }

// Reveal selects a changed file by its path.
func (t *Tab) Reveal(key ...string) {
	t.w.ShowTab(part.Git)
	t.list.SetCursor(t.Find(key[0]))
	t.Focus()
}

// Changed updates what has changed.
func (t *Tab) Changed(c change.Set) {
	if !t.shown {
		return
	}
	if c.Has(change.Project) {
		t.part().SetVisible(true)
	} else if c.Has(change.Composition) {
		t.part().Follow()
	}
	if c.Has(git.Changed | change.Composition | change.Document | change.Counts | change.Project | change.Settings) {
		t.reload()
	}
}

// reload shows the current range.
func (t *Tab) reload() {
	choice, report := t.part().Choice(), t.part().Report()
	t.files, t.shows = report.Files, t.part().Files()
	t.counts = t.inDocument()
	t.rng.SetText(words.With("changes: {{.Name}}", map[string]any{"Name": rangechoice.Word(choice.Range)}))
	t.view.SetText(words.With("as: {{.Name}}", map[string]any{"Name": views().Say(viewOf(choice))}))
	kit.SetVisible(t.view, choice.Range != "")
	t.log.SetText(words.With("log: {{.Name}}", map[string]any{"Name": logWord(choice.Log)}))
	kit.Relayout(t.bar)
	t.lines = 0
	for i := range t.files {
		t.lines = max(t.lines, min(linesWidth, kit.Face{Size: kit.SmallSize, Mono: true}.Width(linesOf(t.files[i]))))
	}
	t.list.Reload()
	t.caption(choice, report)
	kit.SetVisible(t.foot, t.total.Text() != "")
	t.whole.Refresh()
	why, step, do := t.nothing(choice)
	t.step = do
	t.empty.SetText(why)
	t.empty.SetStep(step)
	t.empty.ShowStep(step != "")
	kit.ShowEither(t.stack, why == "", t.list, t.empty)
}

// nothing returns why there are no files, and the first step; empty if there are some.
func (t *Tab) nothing(choice models.Git) (why, step string, do func()) {
	switch {
	case t.w.Session().Dir() == "":
		return words.Say("Changes of the project's git repository, and its newest commits, become sections of the document."), words.Say("Open a folder"), t.w.OpenFolder
	case choice.Range == "":
		return words.Say("Show the model what has changed: choose uncommitted changes, a branch, or any range of commits."), words.Say("Uncommitted changes"), func() { t.setRange("uncommitted") }
	case t.part().Err() != nil:
		return words.Sentence(t.part().Err()), "", nil
	case t.part().Reading() && len(t.files) == 0:
		return words.Say("Reading the repository…"), "", nil
	case len(t.files) == 0:
		return words.With("Nothing has changed: {{.Name}}", map[string]any{"Name": rangechoice.Word(choice.Range)}), "", nil
	}
	return "", "", nil
}

// included reports whether the document shows a file.
func (t *Tab) included(path string) bool {
	_, excluded := t.shows.Excludes(path)
	return !excluded
}

// inDocument returns the tokens of the files that the document shows, as the preview has them: the last one of a section
// ends in another separator than the others, with which it may have another count.
func (t *Tab) inDocument() map[string]aggregate.Count {
	doc, counts := t.w.Session().Composed(), map[string]aggregate.Count{}
	section, _ := doc.Section(aggregate.GitChangesSection)
	for i := section.Blocks.Start + 2; i < section.Blocks.End; i++ { // below the heading and the summary
		if b := doc.Block(i); b.Tokens.Exact {
			counts[b.Title] = b.Tokens
		}
	}
	return counts
}

// tokensOf returns the tokens of a file in the document, or of one that it does not show yet.
func (t *Tab) tokensOf(f repository.File) aggregate.Count {
	if count, ok := t.counts[f.Path]; ok && t.included(f.Path) {
		return t.w.Session().Cost(count)
	}
	return rangechoice.CostOf(t.w.Session(), f.Tokens)
}

// caption shows the added lines and the cost of the files below them.
func (t *Tab) caption(choice models.Git, report repository.Report) {
	files, added, removed := 0, 0, 0
	for _, f := range report.Files {
		if t.included(f.Path) {
			files++
			added, removed = added+f.Added, removed+f.Removed
		}
	}
	t.total.SetText("")
	if choice.Range == "" || len(report.Files) == 0 {
		return
	}
	line := words.Count("{{.N}} files", files) + " · " + rangechoice.Lines(added, removed)
	if section, ok := t.w.Session().Composed().Section(aggregate.GitChangesSection); ok {
		line += " · " + words.With("{{.N}} tok", map[string]any{"N": kit.Count(int64(t.w.Session().Cost(section.Tokens).N))})
	}
	if report.More > 0 {
		line += " · " + words.Count("{{.N}} more are not listed", report.More)
	}
	t.total.SetText(line)
}

func viewOf(choice models.Git) models.GitView {
	if choice.As == "" {
		return models.GitDiff
	}
	return choice.As
}

func views() words.Table[models.GitView] {
	return words.Table[models.GitView]{models.GitDiff: "diff", models.GitSlices: "lines", models.GitFull: "full", models.GitSkeleton: "skeleton"}
}

// viewTint returns the background of a view's chip: that of the corresponding view mode of files.
func viewTint(view models.GitView) fyne.ThemeColorName {
	switch view {
	case models.GitFull:
		return columns.ModeTint(models.Full)
	case models.GitSkeleton:
		return columns.ModeTint(models.Skeleton)
	case models.GitSlices:
		return columns.ModeTint(models.Custom)
	}
	return columns.ModeTint(models.None)
}

func viewNotes() words.Table[models.GitView] {
	return words.Table[models.GitView]{
		models.GitDiff:     "What was removed and added, as git diff prints it",
		models.GitSlices:   "The changed lines as they are now, with some around them",
		models.GitFull:     "Each changed file in full, with the changes marked",
		models.GitSkeleton: "Each changed file as it is now, without the bodies of functions",
	}
}

func (t *Tab) setRange(rng string) {
	if err := t.part().SetRange(rng); err != nil {
		t.w.Toast(words.Sentence(err))
	}
}

func (t *Tab) ranges() []kit.MenuItem {
	return rangechoice.Items(t.w, t.part().Choice().Range, words.Say("No section of changes"), t.part().SetRange)
}

// chooseRange asks for a range in a dialog.
func (t *Tab) chooseRange() { rangechoice.Open(t.w, t.part().Choice().Range, t.part().SetRange) }

func (t *Tab) views() []kit.MenuItem {
	var items []kit.MenuItem
	for _, view := range models.GitViews() {
		items = append(items, kit.MenuItem{
			Text: views().Say(view), Note: viewNotes().Say(view), Checked: view == viewOf(t.part().Choice()),
			Action: func() { t.part().SetView(view) },
		})
	}
	return items
}

// hasViews reports whether more than a file's name can be shown.
func hasViews(f repository.File) bool { return f.Named == "" }

// viewsOf returns the menu of views of files; empty if only the names of all of them can be shown.
func (t *Tab) viewsOf(rows []int) []kit.MenuItem {
	paths := t.paths(t.withViews(rows))
	if len(paths) == 0 {
		return nil
	}
	own := t.shows.View(paths[0])
	same := !slices.ContainsFunc(paths, func(p string) bool { return t.shows.View(p) != own })
	var items []kit.MenuItem
	for _, view := range models.GitViews() {
		item := kit.MenuItem{
			Text: views().Say(view), Detail: words.Pending, Room: kit.Estimate(1_000_000), Checked: same && view == own,
			Action: func() { t.part().SetViewOf(paths, view) },
		}
		if view == models.GitSkeleton && !slices.ContainsFunc(paths, t.part().HasSkeleton) {
			item.Reason = words.Say("not for this language")
		}
		items = append(items, item)
	}
	return items
}

func (t *Tab) withViews(rows []int) []int {
	return slices.DeleteFunc(slices.Clone(rows), func(i int) bool { return !hasViews(t.files[i]) })
}

// priced adds the cost of each view to a menu whose views begin at row first.
func (t *Tab) priced(menu *kit.Menu, first int, rows []int) {
	if menu == nil {
		return
	}
	paths := t.paths(t.withViews(rows))
	t.part().Costs(paths, func(costs aggregate.GitCosts, err error) {
		for i, view := range models.GitViews() {
			if view == models.GitSkeleton && !slices.ContainsFunc(paths, t.part().HasSkeleton) {
				menu.SetDetail(first+i, "") // the view is not available
			} else if cost, ok := costs[view]; ok && err == nil {
				menu.SetDetail(first+i, words.Tokens(t.w.Session().Cost(cost)))
			} else {
				menu.SetDetail(first+i, "–") // the file is unreadable, or only its name can be shown
			}
		}
	})
}

// showMenu shows the menu of a row, including the cost of each view.
func (t *Tab) showMenu(i int, show func([]kit.MenuItem) *kit.Menu) {
	items := t.menu(i)
	menu := show(part.RowMenu(t.w, t.list, i, items))
	for at, item := range items {
		if item.Heading && item.Text == shownAs() {
			t.priced(menu, at+1, t.list.Targets(i))
		}
	}
}

// logWord formats the length of the log.
func logWord(n int) string {
	if n == 0 {
		return words.Say("none")
	}
	return words.Count("{{.N}} commits", n)
}

func (t *Tab) logs() []kit.MenuItem {
	choice := t.part().Choice()
	lengths := []int{0, 5, 10, 20, 50}
	if !slices.Contains(lengths, choice.Log) {
		lengths = append(lengths, choice.Log)
	}
	var items []kit.MenuItem
	for _, n := range lengths {
		items = append(items, kit.MenuItem{Text: logWord(n), Checked: n == choice.Log, Action: func() { t.part().SetLog(n) }})
	}
	items = append(items, kit.MenuItem{Separator: true})
	for _, option := range []struct {
		name string
		on   bool
		do   func()
	}{
		{words.Say("Messages in full"), choice.Bodies, t.part().ToggleBodies},
		{words.Say("Files of each commit"), choice.Names, t.part().ToggleNames},
		{words.Say("Only commits of files in the document"), choice.Chosen, t.part().ToggleChosen},
	} {
		item := kit.MenuItem{Text: option.name, Checked: option.on, Action: option.do}
		if choice.Log == 0 {
			item.Reason = words.Say("Choose a number of commits first")
		}
		items = append(items, item)
	}
	return items
}

// Len returns the number of files.
func (t *Tab) Len() int { return len(t.files) }

// Key returns the path of a file.
func (t *Tab) Key(i int) string { return t.files[i].Path }

// Label returns the text with which typing finds a file.
func (t *Tab) Label(i int) string { return t.files[i].Path }

// Find returns the row of a path, or -1.
func (t *Tab) Find(key string) int { return board.FindKey(t, key) }

// linesOf formats the number of changed lines of a file, or returns why only its name is shown.
func linesOf(f repository.File) string {
	if f.Named != "" {
		return f.Named
	}
	return rangechoice.Lines(f.Added, f.Removed)
}

// Row returns a file for the list.
func (t *Tab) Row(i int) board.Row {
	f := t.files[i]
	name := text.Escape(f.Path)
	cell := board.Cell{Text: name, Fill: true, Middle: true}
	in := t.included(f.Path)
	if !in {
		cell.Tone = kit.ColorMuted
	}
	letter := columns.State(f.Letter)
	letter.Width = letterWidth
	lines := board.Cell{Kind: board.CellNumber, Text: linesOf(f), Width: t.lines, Small: true, Yields: true}
	if f.Named != "" {
		lines.Kind, lines.Tone = 0, kit.ColorMuted
	}
	cells := []board.Cell{{Kind: board.CellCheck, ID: checkCell, State: kit.Ticked(in), Tip: words.Say("In the document")}, letter, cell}
	if f.OldPath != "" {
		cells = append(cells, board.Cell{Text: "← " + oldName(f), Tone: kit.ColorMuted, Small: true, Yields: true})
		name = text.Escape(f.OldPath) + " → " + name
	}
	tip := name + "\n" + f.State
	if f.Named != "" {
		tip += "\n" + words.Say("Only its name is in the document") + ": " + f.Named
	}
	if f.Uncertain {
		tip += "\n" + words.Say("It may be unchanged")
	}
	if by, excluded := t.shows.Excludes(f.Path); excluded {
		tip += "\n" + words.With("Excluded by the pattern {{.Pattern}}", map[string]any{"Pattern": excludes.Shown(by)})
	}
	cells = append(cells, lines)
	cost := t.tokensOf(f)
	tokens := board.Cell{Kind: board.CellNumber, Text: words.Tokens(cost), Width: columns.CountWidth, Tip: words.Say("Its tokens in the document")}
	switch {
	case cost.N > 0:
	case t.part().Report().Uncounted && hasViews(f):
		tokens.Text = words.Pending
	default:
		tokens.Text = ""
	}
	if hasViews(f) {
		view := t.shows.View(f.Path)
		cells = append(cells, board.Cell{
			Kind: board.CellChip, ID: viewCell, Text: views().Say(view), Tint: viewTint(view), Width: viewWidth, MinWidth: viewWidth,
			Tip: viewNotes().Say(view),
		})
	}
	return board.Row{Tip: tip, Cells: append(cells, tokens, board.Cell{Kind: board.CellGlyph, ID: moreCell, Glyph: kit.GlyphMore, Tip: words.Say("Actions for this file")})}
}

// oldName returns the previous path of a renamed file, without the folder if that is the same.
func oldName(f repository.File) string {
	if path.Dir(f.OldPath) == path.Dir(f.Path) {
		return text.Escape(path.Base(f.OldPath))
	}
	return text.Escape(f.OldPath)
}

func (t *Tab) paths(rows []int) []string {
	paths := make([]string, len(rows))
	for k, i := range rows {
		paths[k] = t.files[i].Path
	}
	return paths
}

// toggle includes rows, or excludes them if all are included.
func (t *Tab) toggle(rows []int) {
	paths := t.paths(rows)
	if len(paths) > 0 {
		t.part().Include(paths, slices.ContainsFunc(paths, func(p string) bool { return !t.included(p) }))
	}
}

// show scrolls the preview to the change of a file.
func (t *Tab) show(i int) {
	doc := t.w.Session().Document()
	section, ok := doc.Section(aggregate.GitChangesSection)
	if !ok {
		return
	}
	for b := section.Blocks.Start + 1; b < section.Blocks.End; b++ {
		if doc.Block(b).Title == t.files[i].Path {
			t.w.ShowBlock(b)
			return
		}
	}
	t.w.ShowBlock(section.Blocks.Start)
}

func (t *Tab) menu(i int) []kit.MenuItem {
	rows := t.list.Targets(i)
	if len(rows) == 0 {
		return nil
	}
	s, paths := t.w.Session(), t.paths(rows)
	gone := func(p string) bool { return !s.Tree().Has(p) }
	add := kit.MenuItem{Text: words.Say("Add to the files"), Note: words.Say("As they are now, in full"), Action: func() { s.Compose().Add(slices.DeleteFunc(slices.Clone(paths), gone)) }}
	if !slices.ContainsFunc(paths, func(p string) bool { return !gone(p) && !s.Files().Has(p) }) {
		add.Reason = words.Say("They are there already, or do not exist any more")
	}
	items := []kit.MenuItem{
		{Text: words.Say("In the document"), Detail: kit.Chords("Space"), Checked: t.included(t.files[i].Path), Action: func() { t.toggle(rows) }},
		{Text: words.Say("Show in the preview"), Detail: kit.Chords("Enter"), Action: func() { t.show(i) }},
		add,
		{Text: words.Say("Show in tree"), Action: func() { t.w.RevealInTree(t.files[i].Path) }},
		{Text: words.Say("Copy path"), Action: func() { s.Copy().Text(t.files[i].Path, text.Escape(t.files[i].Path)) }},
	}
	if modes := t.viewsOf(rows); len(modes) > 0 {
		items = append(items, kit.MenuItem{Separator: true}, kit.MenuItem{Text: shownAs(), Heading: true})
		items = append(items, modes...)
	}
	if alike := t.part().Alike(t.files[i].Path); len(alike) > 0 {
		items = append(items, kit.MenuItem{Separator: true}, kit.MenuItem{Text: words.Say("Exclude all like this"), Heading: true})
		for _, one := range alike {
			items = append(items, kit.MenuItem{
				Text: kit.ShortenPath(excludes.Shown(one.Pattern), menuPath), Detail: t.excludes(one), Action: func() { t.part().ExcludeLike(one.Pattern) },
			})
		}
	}
	return items
}

// menuPath is the maximum length of a pattern in a menu.
const menuPath = 40

func shownAs() string { return words.Say("Shown as") }

// excludes formats the number of files that a pattern excludes, and their tokens.
func (t *Tab) excludes(one git.Alike) string {
	files := words.Count("{{.N}} files", one.Files)
	if t.part().Report().Uncounted {
		return files
	}
	return files + " · " + words.With("{{.N}} tok", map[string]any{"N": words.Tokens(rangechoice.CostOf(t.w.Session(), one.Tokens))})
}
