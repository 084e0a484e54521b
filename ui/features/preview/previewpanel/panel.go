// Package previewpanel shows the document as the model will read it, with folding, colours and search,
// and navigation from a line to its source.
package previewpanel

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"unicode/utf8"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"dossier/aggregate"
	"dossier/aggregate/text"
	"dossier/ui/features/beadlist"
	"dossier/ui/features/discussion"
	"dossier/ui/features/editors"
	"dossier/ui/features/notes"
	"dossier/ui/features/preview"
	"dossier/ui/highlighting"
	"dossier/ui/kit"
	"dossier/ui/kit/code"
	"dossier/ui/kit/edit"
	"dossier/ui/part"
	"dossier/ui/project"
	"dossier/ui/session/change"
	"dossier/ui/words"
)

// Host is the part of the window that the preview depends on.
type Host interface {
	part.Window
	// PrefixRule returns the label of the rule above the line that ends the prefix sent before;
	// empty for other lines.
	PrefixRule(line int) string
	// ChangesItems returns the menu rows for changes since the last sent document.
	ChangesItems() []kit.MenuItem
	// Modes returns the rows of the view mode menu for some rows.
	Modes(rows []int) []kit.MenuItem
	Priced(menu *kit.Menu, first int, rows []int)
}

// Panel shows the document as the model will read it, with folding and search. It follows all
// changes.
type Panel struct {
	w        Host
	view     *code.View
	sections *kit.Button
	name     *kit.Label // of the tab, or of the visible snapshot
	tokens   *kit.Label
	wrap     *kit.Button
	find     *edit.Entry
	found    *kit.Label
	head     *fyne.Container // laid out again when a text has changed
	empty    *kit.Empty      // shown instead of the view if there is no document
	body     *fyne.Container // laid out again when the bar appears or disappears
	content  fyne.CanvasObject

	doc     *aggregate.Document // of the following fields
	matches []project.Match
	current int
	more    bool // there are matches that are not listed
	query   string
	pending bool // the query has not been answered yet
	// at is the position of the current match, which is kept while the document changes around
	// it.
	at     matchPlace
	folded bool // the last fold-all action folded
	// top is the first visible position, which is kept while the document changes above it, and
	// past the scrolled part of its line.
	top  preview.Place
	past float32
	// chosen is the selection in doc; empty if there is no cursor either.
	chosen preview.Selection
	none   bool
}

// New returns the preview for a window. Its menu changes the view modes of files.
func New(w Host) *Panel {
	p := &Panel{w: w, current: -1, none: true}
	p.view = code.NewView(lines{p})
	p.view.OnFold = p.fold
	p.view.OnJump = p.jump
	p.view.OnOpen = p.jump
	p.view.OnMenu = p.openMenu
	p.view.OnCopyText = func(from, fromAt, to, toAt int) { p.copy(p.chosenText(from, fromAt, to, toAt)) }
	p.view.OnSelect = p.keepSelection
	p.view.Heading = func(i int) int { return w.Session().Preview().Heading(i) }
	p.view.OnShortcut = func(s fyne.Shortcut) { w.Shortcut(s) }
	p.view.OnVisible = func(first, last int) { p.keepPlace(); w.Session().Preview().Highlight(p.blocksIn(first, last)) }
	p.view.OnScroll = p.keepPlace // also within a long line
	p.sections = kit.NewMenuButton("", p.sectionRows)
	p.sections.SetKind(kit.Quiet)
	p.tokens = kit.NewLabel("", kit.Number)
	p.find = edit.NewEntry(words.Say("find…"), p.search)
	p.find.OnKey = p.findKey
	p.find.OnEscape = func() { w.FocusPreview() }
	p.find.OnShortcut = w.Shortcut
	p.found = kit.NewLabel("", kit.Number)
	before := kit.NewGlyphButton(kit.GlyphUp, words.Say("Previous match")+" ("+kit.Chords("Shift+F3")+")", func() { p.Next(-1) })
	after := kit.NewGlyphButton(kit.GlyphDown, words.Say("Next match")+" ("+kit.Chords("F3")+")", func() { p.Next(1) })
	p.wrap = kit.NewGlyphToggle(kit.GlyphWrap, words.Say("Wrap long lines")+" ("+w.KeysOf("wrap-lines")+")", func(on bool) { w.Session().Settings().SetWrapLines(on) })
	p.name = kit.NewLabel(words.Say("Preview"), kit.Strong)
	p.head = container.New(&headLayout{spare: []fyne.CanvasObject{p.tokens, p.name, p.wrap, p.sections}},
		container.NewHBox(p.name, p.tokens, p.sections, p.wrap),
		p.find, container.NewHBox(p.found, before, after))
	head := kit.NewHeader(p.head, kit.EdgeBottom)
	p.empty = kit.NewEmpty(words.Say("The dossier appears here as the model will read it, and follows every click."), words.Say("Go to the tree"), w.FocusTree)
	p.empty.ShowStep(false) // the adjacent context tab offers the same
	p.body = kit.NewColumn(nil, container.NewStack(p.view, p.empty), nil)
	p.content = kit.NewColumn(head, p.body, nil)
	return p
}

// lines adapts the session's preview to the view.
type lines struct{ p *Panel }

func (l lines) Len() int { return l.p.w.Session().Preview().Len() }

func (l lines) Text(i int) string { return l.p.w.Session().Preview().Text(i) }

func (l lines) Line(i int) code.Line {
	line := l.p.w.Session().Preview().Line(i)
	out := code.Line{Number: line.Number + 1, Text: line.Text, Rule: l.rule(i)}
	whole := func(style code.Style) []code.Run { return []code.Run{{Start: 0, End: len(line.Text), Style: style}} }
	switch line.Kind {
	case aggregate.SectionLine:
		out.Runs, out.Jump = whole(code.StyleHeading), false
	case aggregate.BlockLine:
		out.Runs, out.Jump = whole(code.StyleStrong), true
	case aggregate.ItemLine:
		out.Jump = true
	case aggregate.FenceLine, aggregate.RuleLine:
		out.Runs = whole(code.StyleMuted)
	case aggregate.CodeLine:
		out.Runs = highlighting.Runs(l.p.w.Session().Preview().Runs(line.Block, line.BodyLine))
	}
	if line.Foldable {
		out.Fold, out.Detail = code.FoldOpen, l.detail(line)
		if line.Folded {
			out.Fold = code.FoldClosed
		}
	}
	return out
}

// rule returns the label of the rule at visible line i. The rule above a line is on the preceding
// empty line, if there is one, because a heading needs the space itself.
func (l lines) rule(i int) string {
	preview := l.p.w.Session().Preview()
	empty := func(i int) bool { return i >= 0 && i < preview.Len() && preview.Text(i) == "" }
	switch {
	case empty(i):
		return l.p.w.PrefixRule(preview.DocumentLine(i + 1))
	case empty(i - 1):
		return ""
	}
	return l.p.w.PrefixRule(preview.DocumentLine(i))
}

// detail returns the label at the end of a heading: the cost of what is below it, and the number
// of folded lines.
func (l lines) detail(line preview.Line) string {
	doc := l.p.w.Session().Document()
	cost := doc.Block(line.Block).Tokens
	if line.Kind == aggregate.SectionLine {
		cost = doc.Sections[l.p.sectionOf(line.Block)].Tokens
	}
	text := words.With("{{.N}} tok", map[string]any{"N": words.Tokens(l.p.w.Session().Cost(cost))})
	if line.Folded {
		text = words.Count("{{.N}} lines folded", line.Hidden) + " · " + text
	}
	return text
}

// refresh shows the session's document and keeps the scroll position.
func (p *Panel) refresh() {
	s := p.w.Session()
	before := p.doc
	changed := before != s.Document()
	p.doc = s.Document()
	if changed && before != nil && !p.none {
		next, ok := p.chosen.Follow(before, p.doc)
		p.chosen, p.none = next, !ok
	}
	top, past := p.top, p.past
	p.setLines()
	kit.SetVisible(p.view, len(p.doc.Sections) > 0)
	if line, ok := s.Preview().Find(top); ok {
		p.view.SetTop(line, past)
		p.top, p.past = top, past // also if there are temporarily fewer lines
	}
	s.Preview().Highlight(p.blocksIn(p.view.InView())) // the same lines may now belong to other files
	p.refreshName()
	p.figures()
	if changed && p.query != "" {
		p.searchAgain()
	}
}

// refreshName shows the name of the visible snapshot, if any.
func (p *Panel) refreshName() {
	name, tip, tone := words.Say("Preview"), "", kit.ColorText
	if r, ok := p.w.Session().Snapshots().Replayed(); ok {
		name, tone = words.With("Snapshot {{.Name}}", map[string]any{"Name": kit.ShortenPath(text.Escape(r.ID.Name), maxName)}), kit.ColorAccent
		if r.Peek {
			tip = words.Say("It is shown while its row is selected; Escape shows the current document")
		}
	}
	p.name.SetText(name)
	p.name.SetTip(tip)
	p.name.SetTone(tone)
}

// maxName is the maximum length of a snapshot's name in the header.
const maxName = 24

// figures updates the document's cost without changing its lines.
func (p *Panel) figures() {
	doc := p.w.Session().Document()
	cost := project.Cost{Count: p.w.Session().Cost(doc.Tokens), Pending: p.w.Session().Progress().Pending()}
	kit.SetVisible(p.empty, len(doc.Sections) == 0 && !cost.Pending)
	p.tokens.SetText(words.With("{{.N}} tokens", map[string]any{"N": words.Figure(cost)}))
	p.tokens.SetTip(words.Exactness(cost, words.Say("the whole dossier")))
	if len(doc.Sections) == 0 {
		p.sections.Hide()
	} else {
		p.sections.Show()
	}
	p.sections.SetText(words.Count("{{.N}} sections", len(doc.Sections)))
	kit.Relayout(p.head)
}

// Restore scrolls to a position if the document contains it.
func (p *Panel) Restore(top preview.Place) {
	p.top = top
	p.refresh()
}

// Place returns the first visible position.
func (p *Panel) Place() preview.Place { return p.top }

// SetAlone sets whether there is no other way to the tree next to the preview.
func (p *Panel) SetAlone(alone bool) { p.empty.ShowStep(alone) }

// redraw redraws the visible lines, because more of them are coloured or counted now.
func (p *Panel) redraw() { p.view.Refresh() }

// Content returns the tab's content.
func (p *Panel) Content() fyne.CanvasObject { return p.content }

// Focus focuses the preview.
func (p *Panel) Focus() {
	switch step := p.empty.Step(); {
	case p.view.Visible():
		p.w.Focus(p.view)
	case p.empty.Visible() && step.Visible():
		p.w.Focus(step)
	}
}

// Shown does nothing: in most windows the preview is next to the tabs.
func (p *Panel) Shown(bool) {}

// Uncovered returns the text fields.
func (p *Panel) Uncovered() []fyne.CanvasObject { return []fyne.CanvasObject{p.find} }

// Changed updates what has changed.
func (p *Panel) Changed(c change.Set) {
	if c.Has(change.Document | change.Project) {
		p.refresh()
	}
	if c.Has(change.Counts | change.Activity) {
		p.figures()
	}
	if c.Has(change.Colours | change.Counts) {
		p.redraw()
	}
	if c.Has(change.Settings) {
		p.setWrap(p.w.Session().Settings().WrapLines())
	}
}

func (p *Panel) keepPlace() {
	line, past := p.view.Top()
	p.top, p.past = p.w.Session().Preview().PlaceOf(line), past
}

// setLines shows the lines that are not folded, and keeps the selection.
func (p *Panel) setLines() {
	p.view.SetLines(lines{p})
	if p.none {
		p.view.SetCursor(-1)
		return
	}
	shown := p.w.Session().Preview()
	place := func(s preview.Spot) (line, at int) {
		line = shown.VisibleLine(s.Line)
		if shown.DocumentLine(line) != s.Line {
			return line, 0 // folded
		}
		return line, s.At
	}
	from, fromAt := place(p.chosen.Anchor)
	to, toAt := place(p.chosen.Caret)
	p.view.SelectText(from, fromAt, to, toAt)
}

// keepSelection stores the selection in lines of the document.
func (p *Panel) keepSelection() {
	p.chosen, p.none = p.inDocument(p.view.TextSelection()), p.view.CursorLine() < 0
}

// inDocument converts a range of the view to one of the document.
func (p *Panel) inDocument(from, fromAt, to, toAt int) preview.Selection {
	shown := p.w.Session().Preview()
	return preview.Selection{
		Anchor: preview.Spot{Line: shown.DocumentLine(from), At: fromAt},
		Caret:  preview.Spot{Line: shown.DocumentLine(to), At: toAt},
	}
}

// setWrap sets whether long lines wrap.
func (p *Panel) setWrap(on bool) {
	p.wrap.SetOn(on)
	p.view.SetWrap(on)
}

func (p *Panel) blocksIn(first, last int) []int {
	shown := p.w.Session().Preview()
	var blocks []int
	for i := first; i < last; i++ {
		block := shown.Line(i).Block
		if len(blocks) == 0 || blocks[len(blocks)-1] != block {
			blocks = append(blocks, block)
		}
	}
	return blocks
}

func (p *Panel) fold(i int) {
	p.w.Session().Preview().Toggle(i)
	p.setLines()
	if top, _ := p.view.Top(); i < top { // the sticky heading
		p.view.SetTop(i, 0)
	}
	p.showMatches()
	p.w.Session().Autosave().SaveSoon()
}

// FoldAll folds all files, or unfolds them.
func (p *Panel) FoldAll() {
	p.folded = !p.folded
	p.w.Session().Preview().FoldAll(true, p.folded)
	p.refresh()
}

// jump shows the row of a line's file or bead.
func (p *Panel) jump(i int) {
	shown := p.w.Session().Preview()
	line := shown.Line(i)
	if line.Block >= p.doc.Blocks() {
		return
	}
	if id, ok := beadlist.Of(p.w.Session()).BeadAt(line.Number); ok {
		p.w.Reveal(part.Beads, id)
		return
	}
	if row := p.doc.Block(line.Block).Row; row >= 0 {
		p.w.Reveal(part.Files, p.doc.Items[row].Path)
	} else if shot, ok := p.screenshotOf(line.Block); ok {
		p.w.Reveal(part.Screenshots, shot)
	} else if entry, ok := discussion.Of(p.w.Session()).EntryOfBlock(line.Block); ok {
		p.w.Reveal(part.Discussion, strconv.Itoa(entry))
	} else if id, ok := notes.Of(p.w.Session()).NoteOf(line.Block); ok {
		p.w.Reveal(part.Notes, id)
	} else if p.doc.InSection(line.Block, aggregate.InstructionSection) || p.doc.InSection(line.Block, aggregate.InstructionFirst) {
		p.w.FocusInstruction()
	} else if p.doc.InSection(line.Block, aggregate.GitChangesSection) {
		p.w.Reveal(part.Git, p.doc.Block(line.Block).Title)
	} else if block := p.doc.Block(line.Block); block.Group != "" {
		p.w.Reveal(part.Links, block.Group, block.Title)
	}
}

// ShowBlock scrolls to a block of the document.
func (p *Panel) ShowBlock(block int) {
	if block < 0 || block >= p.doc.Blocks() {
		return
	}
	p.ShowLine(p.doc.Block(block).Lines.Start)
}

// ShowLine scrolls to a line of the document.
func (p *Panel) ShowLine(line int) {
	p.w.Session().Preview().Reveal(line)
	p.chosen, p.none = preview.Selection{Anchor: preview.Spot{Line: line}, Caret: preview.Spot{Line: line}}, false
	p.setLines()
	p.view.LeadTo(p.w.Session().Preview().VisibleLine(line))
	p.showMatches()
}

// section returns the visible section.
func (p *Panel) section() int {
	top, _ := p.view.Top()
	if c := p.view.CursorLine(); c >= 0 {
		top = c
	}
	n := p.w.Session().Preview().DocumentLine(top)
	for i := len(p.doc.Sections) - 1; i >= 0; i-- {
		if p.doc.Sections[i].Lines.Start <= n {
			return i
		}
	}
	return 0
}

// CopySection copies the visible section.
func (p *Panel) CopySection() { p.w.Session().Copy().Section(p.section()) }

// chosenText returns the text of a range of the view, including folded lines, and its
// description.
func (p *Panel) chosenText(from, fromAt, to, toAt int) (content, what string) {
	part := p.inDocument(from, fromAt, to, toAt)
	content = part.Text(p.doc)
	first, last := part.Ends()
	lines := last.Line - first.Line
	switch {
	case lines == 0 && len(content) < len(p.doc.Line(first.Line)):
		return content, words.Count("{{.N}} characters", utf8.RuneCountInString(content))
	case lines == 0 || last.At > 0:
		lines++
	}
	return content, words.Count("{{.N}} lines", lines)
}

func (p *Panel) copy(content, what string) { p.w.Session().Copy().Shown(content, what) }

// sectionRows returns the menu of sections with their cost, which scrolls to them.
func (p *Panel) sectionRows() []kit.MenuItem {
	var items []kit.MenuItem
	sections := p.w.Session().Document().Sections
	for _, s := range sections {
		items = append(items, kit.MenuItem{
			Text: s.Title, Detail: words.Tokens(p.w.Session().Cost(s.Tokens)),
			Action: func() { p.ShowBlock(s.Blocks.Start) },
		})
	}
	items = append(items, kit.MenuItem{Separator: true})
	for i, s := range sections {
		items = append(items, kit.MenuItem{
			Text: words.With("Copy {{.Section}}", map[string]any{"Section": s.Title}), Action: func() { p.w.Session().Copy().Section(i) },
		})
	}
	items = append(items, p.w.ChangesItems()...)
	return append(items, kit.MenuItem{Separator: true},
		kit.MenuItem{Text: words.Say("Fold or unfold all files"), Detail: p.w.KeysOf("fold-all"), Action: p.FoldAll})
}

// openMenu shows the menu of a line and the selection.
func (p *Panel) openMenu(i int, at fyne.Position) {
	items := p.menu(i)
	menu := p.w.ShowMenu(at, items)
	for k, item := range items {
		if item.Heading {
			p.w.Priced(menu, k+1, p.rowsAt(i))
		}
	}
}

// rowsAt returns the row of the composition that line i belongs to, or none.
func (p *Panel) rowsAt(i int) []int {
	line := p.w.Session().Preview().Line(i)
	if _, replaying := p.w.Session().Snapshots().Replayed(); replaying || line.Block >= p.doc.Blocks() || p.doc.Block(line.Block).Row < 0 {
		return nil
	}
	if row, ok := p.w.Session().Files().RowOf(p.doc.Items[p.doc.Block(line.Block).Row].Path); ok {
		return []int{row}
	}
	return nil
}

func (p *Panel) menu(i int) []kit.MenuItem {
	s := p.w.Session()
	line := s.Preview().Line(i)
	if line.Block >= p.doc.Blocks() {
		return nil
	}
	block, rows := p.doc.Block(line.Block), p.rowsAt(i)
	copied := kit.MenuItem{Text: words.Say("Copy the line"), Detail: kit.Chords("Ctrl+C"), Action: func() { p.copy(p.chosenText(i, 0, i, len(line.Text))) }}
	if from, fromAt, to, toAt, ok := p.view.SelectedText(); ok {
		content, what := p.chosenText(from, fromAt, to, toAt)
		copied.Text = words.With("Copy {{.Section}}", map[string]any{"Section": what})
		copied.Action = func() { p.copy(content, what) }
	}
	items := []kit.MenuItem{copied}
	if block.Row >= 0 || line.Kind == aggregate.BlockLine {
		items = append(items, kit.MenuItem{Text: words.With("Copy {{.Section}}", map[string]any{"Section": kit.ShortenPath(block.Title, 40)}), Action: func() { s.Copy().Block(line.Block) }})
	}
	section := p.sectionOf(line.Block)
	items = append(items,
		kit.MenuItem{Text: words.With("Copy {{.Section}}", map[string]any{"Section": p.doc.Sections[section].Title}), Action: func() { s.Copy().Section(section) }},
		kit.MenuItem{Separator: true})
	if _, shot := p.screenshotOf(line.Block); block.Row >= 0 || shot {
		items = append(items, kit.MenuItem{Text: words.Say("Go to its row"), Detail: kit.Chords("Enter"), Action: func() { p.jump(i) }})
	}
	if id, ok := beadlist.Of(s).BeadAt(line.Number); ok {
		items = append(items, kit.MenuItem{Text: words.Say("Go to its bead"), Detail: kit.Chords("Enter"), Action: func() { p.w.Reveal(part.Beads, id) }})
	}
	if _, ok := discussion.Of(s).EntryOfBlock(line.Block); ok {
		items = append(items, kit.MenuItem{Text: words.Say("Go to its entry"), Detail: kit.Chords("Enter"), Action: func() { p.jump(i) }})
	}
	if len(rows) > 0 {
		path := s.Files().Items()[rows[0]].Path
		items = append(items,
			kit.MenuItem{Text: words.Say("Show in tree"), Action: func() { p.w.RevealInTree(path) }},
			kit.MenuItem{Text: words.Say("Open in the editor"), Action: func() { p.w.OpenInEditor(path, p.fileLine(i)) }},
			kit.MenuItem{Separator: true},
			p.sliceItem(i),
			p.noteItem(i),
			kit.MenuItem{Text: words.Say("Remove from the dossier"), Action: func() { s.Compose().Remove([]string{path}) }},
			kit.MenuItem{Text: words.Say("View mode"), Heading: true})
		items = append(items, p.w.Modes(rows)...)
	}
	return append(items, kit.MenuItem{Separator: true},
		kit.MenuItem{Text: words.Say("Wrap long lines"), Detail: p.w.KeysOf("wrap-lines"), Checked: s.Settings().WrapLines(), Action: func() { s.Settings().SetWrapLines(!s.Settings().WrapLines()) }},
		kit.MenuItem{Text: words.Say("Fold or unfold all files"), Detail: p.w.KeysOf("fold-all"), Action: p.FoldAll})
}

// sourceOf returns the file and its lines for the selected lines, or for line i if it is not one
// of them.
func (p *Panel) sourceOf(i int) (editors.Lines, bool) {
	first, last := p.view.Selection()
	if i < first || i >= last {
		first, last = i, i+1
	}
	shown := p.w.Session().Preview()
	return editors.Of(p.w.Session()).SourceOf(shown.DocumentLine(first), shown.DocumentLine(last-1)+1)
}

// fileLine returns the line of the file that line i shows; 0 where it shows none.
func (p *Panel) fileLine(i int) int {
	at := p.w.Session().Preview().DocumentLine(i)
	lines, ok := editors.Of(p.w.Session()).SourceOf(at, at+1)
	if !ok {
		return 0
	}
	return lines.Start
}

// noteItem returns the menu row that creates a note of the selected lines, or of line i.
func (p *Panel) noteItem(i int) kit.MenuItem {
	lines, ok := p.sourceOf(i)
	if !ok {
		return kit.MenuItem{Text: words.Say("Make a note of these lines"), Reason: words.Say("select lines of one file that is shown in full, or lines of one slice")}
	}
	return kit.MenuItem{
		Text: words.Count("Make a note of {{.N}} lines", lines.End-lines.Start+1), Action: func() { notes.Of(p.w.Session()).AddLines(lines.Path, lines.Start, lines.End) },
	}
}

// sliceItem returns the menu row that creates a slice of the selected lines, or of line i if it
// is not one of them.
func (p *Panel) sliceItem(i int) kit.MenuItem {
	lines, ok := p.sourceOf(i)
	if !ok {
		return kit.MenuItem{Text: words.Say("Make a slice of these lines"), Reason: words.Say("select lines of one file that is shown in full, or lines of one slice")}
	}
	return kit.MenuItem{
		Text: words.Count("Make a slice of {{.N}} lines", lines.End-lines.Start+1), Action: func() { editors.Of(p.w.Session()).MakeSlice(lines) },
	}
}

func (p *Panel) sectionOf(block int) int {
	for i, s := range p.w.Session().Document().Sections {
		if block < s.Blocks.End {
			return i
		}
	}
	return 0
}

// FocusFind focuses the search box.
func (p *Panel) FocusFind() {
	p.w.ShowPreview()
	p.w.Focus(p.find)
}

func (p *Panel) findKey(ev *fyne.KeyEvent, mods fyne.KeyModifier) bool {
	switch {
	case (ev.Name == fyne.KeyReturn || ev.Name == fyne.KeyEnter) && mods&kit.Shift != 0, ev.Name == fyne.KeyUp:
		p.Next(-1)
	case ev.Name == fyne.KeyReturn || ev.Name == fyne.KeyEnter, ev.Name == fyne.KeyDown:
		p.Next(1)
	default:
		return false
	}
	return true
}

// search searches for a text in the background and shows the first match from the visible
// position on.
func (p *Panel) search(query string) {
	p.query, p.pending = query, query != ""
	if query == "" {
		p.matches, p.current = nil, -1
		p.found.SetText("")
		p.view.SetMatches(nil, -1)
		return
	}
	p.runSearch(func() {
		top, _ := p.view.Top()
		from := p.w.Session().Preview().DocumentLine(top)
		p.current, p.pending = slices.IndexFunc(p.matches, func(m project.Match) bool { return m.Line >= from }), false
		if p.current < 0 && len(p.matches) > 0 {
			p.current = 0
		}
		p.showCurrent()
	})
}

// searchAgain repeats the search in a new document. The current match, or the one nearest to its
// position, becomes current, and the scroll position is kept.
func (p *Panel) searchAgain() {
	if p.pending {
		p.search(p.query)
		return
	}
	p.runSearch(func() {
		p.current = p.at.nearest(p.w.Session().Preview().Lines, p.matches)
		p.keepMatch()
		p.figureMatches()
		p.showMatches()
	})
}

// runSearch searches for the query and calls then when the matches are available.
func (p *Panel) runSearch(then func()) {
	doc, query := p.doc, p.query
	p.w.Session().Preview().Search(query, func(matches []project.Match, more bool) {
		if p.doc == doc && p.query == query {
			p.matches, p.more = matches, more
			then()
		}
	})
}

// matchPlace is the position of a match: a line of a block, and a byte of the line.
type matchPlace struct {
	preview.Place
	start int
}

// nearest returns the match at or nearest to the position: the first one if the position no
// longer exists, and -1 if there are none.
func (m matchPlace) nearest(shown *preview.Lines, matches []project.Match) int {
	if len(matches) == 0 {
		return -1
	}
	visible, ok := shown.Find(m.Place)
	if !ok {
		return 0
	}
	line, best, away := shown.DocumentLine(visible), 0, math.MaxInt
	for i, match := range matches {
		d := max(match.Line-line, line-match.Line)
		if d < away || d == 0 && match.Start <= m.start {
			best, away = i, d
		}
	}
	return best
}

// Next moves to the next match, or for -1 to the previous one. Without matches it focuses the
// search box.
func (p *Panel) Next(by int) {
	if len(p.matches) == 0 {
		p.FocusFind()
		return
	}
	p.current = (p.current + by + len(p.matches)) % len(p.matches)
	p.showCurrent()
}

// showCurrent scrolls to the current match.
func (p *Panel) showCurrent() {
	if p.current >= 0 && p.current < len(p.matches) {
		p.w.Session().Preview().Reveal(p.matches[p.current].Line)
		p.setLines()
	}
	p.keepMatch()
	p.figureMatches()
	p.view.ShowMatch(p.showMatches())
}

// keepMatch stores the position of the current match.
func (p *Panel) keepMatch() {
	if p.current < 0 || p.current >= len(p.matches) {
		return
	}
	shown, m := p.w.Session().Preview(), p.matches[p.current]
	if at := shown.VisibleLine(m.Line); shown.DocumentLine(at) == m.Line {
		p.at = matchPlace{shown.PlaceOf(at), m.Start}
	}
}

// figureMatches shows the number of the current match and of all matches.
func (p *Panel) figureMatches() {
	switch {
	case len(p.matches) == 0:
		p.found.SetText(words.Say("not found"))
	case p.more:
		p.found.SetText(fmt.Sprintf("%s / %s+", kit.Count(int64(p.current+1)), kit.Count(int64(len(p.matches)))))
	default:
		p.found.SetText(fmt.Sprintf("%s / %s", kit.Count(int64(p.current+1)), kit.Count(int64(len(p.matches)))))
	}
	kit.Relayout(p.head)
}

// showMatches passes the matches to the view at their current lines. Those in folded parts are
// not shown but counted. It returns the index of the current one among those shown, or -1.
func (p *Panel) showMatches() int {
	shown := p.w.Session().Preview()
	marks := make([]code.Match, 0, len(p.matches))
	current := -1
	for i, m := range p.matches {
		at := shown.VisibleLine(m.Line)
		if shown.DocumentLine(at) != m.Line {
			continue
		}
		if i == p.current {
			current = len(marks)
		}
		marks = append(marks, code.Match{Line: at, Start: m.Start, End: m.End})
	}
	p.view.MarkMatches(marks, current)
	return current
}

const minFind = 80 // the width of the search box below which the title shrinks

// headLayout lays out a title at the left, and a box with its buttons at the right. The box gets
// the remaining width, up to kit.FindWidth. Optional parts of the title are hidden in order to
// make space for it.
type headLayout struct{ spare []fyne.CanvasObject }

func (*headLayout) MinSize(objects []fyne.CanvasObject) fyne.Size {
	return fyne.NewSize(0, kit.ControlHeight)
}

func (l *headLayout) Layout(objects []fyne.CanvasObject, size fyne.Size) {
	title, box, tools := objects[0].(*fyne.Container), objects[1], objects[2]
	place := func(o fyne.CanvasObject, x, width float32) {
		height := o.MinSize().Height
		o.Resize(fyne.NewSize(width, height))
		o.Move(fyne.NewPos(x, (size.Height-height)/2))
	}
	right := size.Width - tools.MinSize().Width
	place(tools, right, tools.MinSize().Width)
	room := right - kit.Gap
	for _, o := range title.Objects {
		if o.Visible() || slices.Contains(l.spare, o) {
			room -= o.MinSize().Width + kit.Gap
		}
	}
	for _, o := range l.spare {
		spared := room < minFind
		if kit.SetVisible(o, !spared); spared {
			room += o.MinSize().Width + kit.Gap
		}
	}
	place(title, 0, title.MinSize().Width)
	width := max(0, min(kit.FindWidth, right-kit.Gap-title.MinSize().Width-kit.Gap))
	place(box, right-kit.Gap-width, width)
}

// screenshotOf returns the path of the image in a block of the document, and whether it has one.
func (p *Panel) screenshotOf(block int) (string, bool) {
	if block >= p.doc.Blocks() || p.doc.Sections[p.sectionOf(block)].Kind != aggregate.ScreenshotsSection {
		return "", false
	}
	title := p.doc.Block(block).Title
	_, ok := p.w.Session().Screenshots().Find(title)
	return title, ok
}
