// Package differenceview implements the view of the difference between two documents: their parts at
// the left, and one of them line by line.
package differenceview

import (
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"dossier/aggregate"
	"dossier/aggregate/text"
	"dossier/ui/columns"
	"dossier/ui/features/difference"
	"dossier/ui/kit"
	"dossier/ui/kit/board"
	"dossier/ui/kit/code"
	"dossier/ui/kit/prose"
	"dossier/ui/part"
	"dossier/ui/session"
	"dossier/ui/session/change"
	"dossier/ui/words"
)

// View is a [part.Editor] for two documents: their parts at the left, and one of them line by
// line, inline or side by side.
type View struct {
	w       part.Window
	name    string
	model   *difference.Model
	list    *board.List
	unified *code.View
	sides   [2]*code.View
	pair    fyne.CanvasObject // both sides
	figure  *kit.Label
	choice  *kit.Choice
	same    *kit.Button
	empty   *kit.Empty
	right   *fyne.Container
	stack   *fyne.Container
	panes   *kit.Panes
	syncing bool // one side scrolls the other
}

// New returns the view of two documents. The caller must close it.
func New(w part.Window, was, now difference.Side) *View {
	v := &View{w: w, name: words.With("From {{.Was}} to {{.Now}}", map[string]any{"Was": SideName(was), "Now": SideName(now)})}
	v.model = session.OpenDiff(w.Session(), was, now, func() { v.reload() })
	v.list = board.NewList(parts{v}, kit.RowHeight)
	v.list.Single = true
	v.list.OnCursor = v.model.Choose
	v.list.OnOpen = func(int) { w.Focus(v.front()) }
	v.list.OnKey = v.listKey
	v.list.OnMenu = func(i int, at fyne.Position) { w.ShowMenu(at, v.menu(i)) }
	v.list.OnShortcut = func(s fyne.Shortcut) { w.Shortcut(s) }
	v.unified = v.newLines(lines{v, bothTexts})
	for i, which := range []whichText{wasText, nowText} {
		v.sides[i] = v.newLines(lines{v, which})
		other := 1 - i
		v.sides[i].OnScroll = func() { v.follow(i, other) }
	}
	v.pair = container.New(twoTexts{}, v.sides[0], v.sides[1])
	v.figure = kit.NewFigure(200, words.Say("Changed, added and removed parts, and the difference in tokens"))
	v.choice = kit.NewChoice([]string{words.Say("Unified"), words.Say("Side by side")}, func(i int) { v.model.SetSideBySide(i == 1) })
	v.same = kit.NewToggle(words.Say("Unchanged"), false, v.model.ShowSame)
	v.same.SetTip(words.Say("Also list unchanged parts"))
	v.empty = kit.NewEmpty("", words.Say("Back to the dossier"), w.CloseEditor)
	v.right = container.NewStack(v.unified)
	v.panes = kit.NewPanes(kit.Pane{Content: v.list, Width: 330, Min: 180, Max: 640}, kit.Pane{Content: v.right, Min: 240, Stretch: true})
	v.stack = container.NewStack(v.panes)
	v.reload()
	return v
}

func (v *View) newLines(lines code.Lines) *code.View {
	view := code.NewView(lines)
	view.OnJump = func(i int) { v.model.Unfold(i) }
	view.OnCopy = v.copyLines
	view.OnMenu = func(_ int, at fyne.Position) { v.w.ShowMenu(at, v.menu(v.model.Chosen())) }
	view.OnShortcut = func(s fyne.Shortcut) { v.w.Shortcut(s) }
	return view
}

// Help is the place of the guide about it.
func (v *View) Help() string { return "docs/guide/snapshots.md#see-what-has-changed-since" }

// Title returns the names of the documents.
func (v *View) Title() string { return v.name }

// Path returns "": the view is not for a single file.
func (v *View) Path() string { return "" }

// Content returns the list of parts and their lines.
func (v *View) Content() fyne.CanvasObject { return v.stack }

// First returns the list of parts.
func (v *View) First() fyne.Focusable { return v.list }

// TextBoxes returns none.
func (v *View) TextBoxes() []fyne.CanvasObject { return nil }

// Close ends the comparison.
func (v *View) Close() { v.model.Close() }

// Actions returns the number of changes, and the buttons that move between them.
func (v *View) Actions() []fyne.CanvasObject {
	before := kit.NewGlyphButton(kit.GlyphUp, words.Say("Change before")+" (Shift+F7)", func() { v.step(-1) })
	after := kit.NewGlyphButton(kit.GlyphDown, words.Say("Next change")+" (F7)", func() { v.step(1) })
	copied := kit.NewButton(words.Say("Copy difference"), func() {
		v.w.Session().Copy().Text(v.model.UnifiedAll(), words.Say("the difference"))
	})
	copied.SetTip(words.Say("Copy all that differs as one unified difference"))
	return []fyne.CanvasObject{v.figure, v.same, v.choice, before, after, copied}
}

// Changed follows the current document.
func (v *View) Changed(c change.Set) { v.model.Follow(c) }

// menu returns the menu of a part.
func (v *View) menu(i int) []kit.MenuItem {
	s := v.w.Session()
	items := []kit.MenuItem{
		{Text: words.Say("Copy its difference"), Action: func() { s.Copy().Text(v.model.Unified(), words.Say("the difference")) }},
		{Text: words.Say("Copy all differences"), Action: func() { s.Copy().Text(v.model.UnifiedAll(), words.Say("the difference")) }},
	}
	entries := v.model.Entries()
	if i < 0 || i >= len(entries) || entries[i].Section {
		return items[1:]
	}
	if path := entries[i].Title; s.Files().Has(path) {
		items = append(items, kit.MenuItem{Text: words.Say("Go to its row"), Action: func() {
			v.w.Reveal(part.Files, path)
		}})
	}
	return items
}

// SideName returns the display name of a side.
func SideName(side difference.Side) string {
	if side.Live {
		return words.Say("now")
	}
	return text.Escape(side.Name())
}

// Key moves to the next change on F7, and back with Shift.
func (v *View) Key(name fyne.KeyName, mods fyne.KeyModifier) bool {
	switch {
	case name == fyne.KeyF7 && mods == 0:
		v.step(1)
	case name == fyne.KeyF7 && mods == kit.Shift:
		v.step(-1)
	default:
		return false
	}
	return true
}

func (v *View) listKey(ev *fyne.KeyEvent, mods fyne.KeyModifier, _ int) bool {
	if ev.Name == fyne.KeyRight && mods == 0 {
		v.w.Focus(v.front())
		return true
	}
	return false
}

// front returns the focused view of lines.
func (v *View) front() *code.View {
	if v.model.SideBySide() {
		return v.sides[1]
	}
	return v.unified
}

// step moves to the next change, or for -1 to the previous one: in the visible part, then in the
// adjacent one.
func (v *View) step(by int) {
	view := v.front()
	at := view.CursorLine()
	if at < 0 && by < 0 {
		at = v.model.Len()
	}
	line := v.model.NextChange(at, by)
	if line < 0 {
		if !v.model.Next(by) {
			v.w.Toast(words.Say("There are no more changes"))
			return
		}
		from := -1
		if by < 0 {
			from = v.model.Len()
		}
		line = v.model.NextChange(from, by)
	}
	v.focusLine(line)
}

func (v *View) focusLine(line int) {
	if line < 0 {
		return
	}
	view := v.front()
	view.SetCursor(line)
	view.ScrollTo(line)
	v.w.Focus(view)
}

// follow scrolls one side to the position of the other.
func (v *View) follow(from, to int) {
	if v.syncing {
		return
	}
	v.syncing = true
	line, past := v.sides[from].Top()
	v.sides[to].SetTop(line, past)
	v.sides[to].SetLeft(v.sides[from].Left())
	v.syncing = false
}

// reload shows the model again.
func (v *View) reload() {
	if v.stack == nil {
		return // called by the model while the view is being created
	}
	m := v.model
	v.list.Reload()
	if i := m.Chosen(); i >= 0 && v.list.Cursor() != i {
		v.list.SetCursor(i)
		v.list.Select(i)
	}
	v.same.SetOn(m.ShowsSame())
	v.choice.Choose(0)
	shown := fyne.CanvasObject(v.unified)
	if m.SideBySide() {
		v.choice.Choose(1)
		shown = v.pair
	}
	for _, view := range []*code.View{v.unified, v.sides[0], v.sides[1]} {
		view.SetLines(lines{v, v.textOf(view)})
	}
	if v.right.Objects[0] != shown {
		v.right.Objects = []fyne.CanvasObject{shown}
		v.right.Refresh()
	}
	v.figure.SetText(v.summary())
	objects := []fyne.CanvasObject{v.panes}
	switch {
	case m.Problem() != nil:
		v.empty.SetText(m.Problem().Error())
		objects = append(objects, kit.NewSurface(v.empty, kit.ColorGround, 0, 0, 0))
	case m.Same():
		v.empty.SetText(words.Say("Both are byte for byte the same."))
		objects = append(objects, kit.NewSurface(v.empty, kit.ColorGround, 0, 0, 0))
	}
	v.stack.Objects = objects
	v.stack.Refresh()
}

func (v *View) textOf(view *code.View) whichText {
	switch view {
	case v.sides[0]:
		return wasText
	case v.sides[1]:
		return nowText
	}
	return bothTexts
}

func (v *View) summary() string {
	m := v.model
	if !m.Known() {
		return "…"
	}
	changed, added, removed := m.Count()
	parts := []string{signed(m.Tokens().N) + " " + words.Say("tok")}
	for _, part := range []struct {
		n    int
		sign string
	}{{changed, columns.Changed}, {added, columns.Added}, {removed, columns.Removed}} {
		if part.n > 0 {
			parts = append(parts, part.sign+kit.Count(int64(part.n)))
		}
	}
	return strings.Join(parts, "  ")
}

// signed formats a number with its sign; 0 has none.
func signed(n int) string {
	switch {
	case n > 0:
		return "+" + kit.Count(int64(n))
	case n < 0:
		return "−" + kit.Count(int64(-n))
	}
	return "0"
}

func (v *View) copyLines(first, last int) {
	var out strings.Builder
	for i := first; i < last; i++ {
		line := v.model.Line(i)
		switch {
		case line.Kind == difference.Gap:
		case line.Kind == difference.Removed || v.w.Focused() == v.sides[0]:
			out.WriteString(v.model.Text(false, line.Was) + "\n")
		default:
			out.WriteString(v.model.Text(true, line.Now) + "\n")
		}
	}
	v.w.Session().Copy().Text(out.String(), words.Count("{{.N}} lines", last-first))
}

// parts are the parts of both documents, with headings for sections.
type parts struct{ v *View }

func (r parts) Len() int         { return len(r.v.model.Entries()) }
func (r parts) Key(i int) string { return r.v.model.Key(i) }

func (r parts) Find(key string) int {
	for i := range r.v.model.Entries() {
		if r.v.model.Key(i) == key {
			return i
		}
	}
	return -1
}

func (r parts) Selectable(i int) bool { return !r.v.model.Entries()[i].Section }
func (r parts) Label(i int) string    { return r.v.model.Entries()[i].Title }

func (r parts) Row(i int) board.Row {
	e := r.v.model.Entries()[i]
	tokens := board.Cell{Kind: board.CellNumber, Text: signed(e.Tokens.N), Width: columns.CountWidth, Tip: words.Say("More tokens than before, or fewer")}
	if e.Section {
		return board.Row{Strong: true, Cells: []board.Cell{{Text: text.Escape(e.Title), Fill: true}, tokens}}
	}
	mark, tone := stateMark(e)
	cells := []board.Cell{
		{Text: mark, Tone: tone, Width: 14, Mono: true, Tip: stateWord(e)},
		{Text: text.Escape(e.Title), Fill: true, Middle: true},
	}
	if e.State == aggregate.Changed {
		cells = append(cells, board.Cell{Kind: board.CellNumber, Text: "−" + kit.Count(int64(e.Removed)) + " +" + kit.Count(int64(e.Added)), Small: true, Tip: words.Say("Lines that went and came")})
	}
	tip := text.Escape(e.Title) + "\n" + stateWord(e)
	if e.Modes != "" {
		tip += "\n" + e.Modes
	}
	return board.Row{Cells: append(cells, tokens), Tip: tip}
}

// stateMark returns a symbol and a colour for the change of a part.
func stateMark(e difference.Entry) (string, fyne.ThemeColorName) {
	switch {
	case e.State == aggregate.Changed:
		return columns.Changed, kit.ColorWarn
	case e.State == aggregate.Added:
		return columns.Added, kit.ColorGood
	case e.State == aggregate.Removed:
		return columns.Removed, kit.ColorBad
	case e.Moved:
		return "↕", kit.ColorMuted
	}
	return "=", kit.ColorMuted
}

func changes() words.Table[aggregate.State] {
	return words.Table[aggregate.State]{
		aggregate.Same: "the same", aggregate.Changed: "changed", aggregate.Added: "added",
		aggregate.Removed: "removed",
	}
}

func stateWord(e difference.Entry) string {
	word := changes().Say(e.State)
	if e.Moved {
		word += ", " + words.Say("moved")
	}
	return word
}

// whichText selects the text shown in a view.
type whichText int

const (
	bothTexts whichText = iota
	wasText
	nowText
)

// lines are the lines of the visible part.
type lines struct {
	v     *View
	which whichText
}

func (l lines) Len() int { return l.v.model.Len() }

func (l lines) Line(i int) code.Line {
	m := l.v.model
	line := m.Line(i)
	if line.Kind == difference.Gap {
		return code.Line{
			Text: "⋯ " + words.Count("{{.N}} unchanged lines", line.Hidden), Jump: true, Tint: kit.ColorPanel,
			Runs: []code.Run{{Start: 0, End: 1 << 20, Style: code.StyleMuted}},
		}
	}
	now := l.which == nowText || l.which == bothTexts && line.Now >= 0
	at, sign, tint := line.Now, "    ", fyne.ThemeColorName("") // as wide as a tab, so that columns are preserved
	if !now {
		at = line.Was
	}
	switch {
	case at < 0:
		return code.Line{Tint: kit.ColorPanel} // the other text has a line here
	case line.Kind == difference.Same:
	case now:
		sign, tint = "+   ", kit.ColorAdded
	default:
		sign, tint = "-   ", kit.ColorRemoved
	}
	out := code.Line{Number: m.Number(now, at), Text: sign + m.Text(now, at), Tint: tint}
	style := code.StyleGood
	if !now {
		style = code.StyleBad
	}
	if line.Kind != difference.Same {
		out.Runs = append(out.Runs, code.Run{Start: 0, End: len(sign), Style: style})
		out.MarkTint = kit.ColorCame
		if !now {
			out.MarkTint = kit.ColorGone
		}
		for _, r := range m.Words(now, i) {
			out.Marks = append(out.Marks, prose.Span{Start: len(sign) + r.Start, End: len(sign) + r.End})
			out.Runs = append(out.Runs, code.Run{Start: len(sign) + r.Start, End: len(sign) + r.End, Style: code.StyleStrong})
		}
	}
	return out
}

// twoTexts lays out two views of equal width side by side, with a hairline between them.
type twoTexts struct{}

func (twoTexts) MinSize(objects []fyne.CanvasObject) fyne.Size {
	a, b := objects[0].MinSize(), objects[1].MinSize()
	return fyne.NewSize(a.Width+kit.Hairline+b.Width, max(a.Height, b.Height))
}

func (twoTexts) Layout(objects []fyne.CanvasObject, size fyne.Size) {
	left := float32(int((size.Width - kit.Hairline) / 2))
	objects[0].Resize(fyne.NewSize(left, size.Height))
	objects[1].Move(fyne.NewPos(left+kit.Hairline, 0))
	objects[1].Resize(fyne.NewSize(size.Width-left-kit.Hairline, size.Height))
}
