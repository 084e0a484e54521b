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
	"dossier/ui/part"
	"dossier/ui/session"
	"dossier/ui/session/change"
	"dossier/ui/words"
)

// View is a [part.Editor] for two documents: their parts at the left, and one of them line by
// line, inline or side by side.
type View struct {
	w      part.Window
	name   string
	model  *difference.Model
	list   *board.List
	texts  *Texts
	figure *kit.Label
	choice *kit.Choice
	same   *kit.Button
	empty  *kit.Empty
	stack  *fyne.Container
	panes  *kit.Panes
}

// New returns the view of two documents. The caller must close it.
func New(w part.Window, old, new difference.Side) *View {
	v := &View{w: w, name: words.With("From {{.Was}} to {{.Now}}", map[string]any{"Was": SideName(old), "Now": SideName(new)})}
	v.model = session.OpenDiff(w.Session(), old, new, func() { v.reload() })
	v.list = part.NewList(w, parts{v}, v.menu)
	v.list.Single = true
	v.list.OnCursor = v.model.Choose
	v.list.OnOpen = func(int) { w.Focus(v.texts.Front()) }
	v.list.OnKey = v.listKey
	v.texts = NewTexts(v.model.Lines(), v.setUp)
	v.texts.OnUnfold = v.model.Unfold
	v.figure = kit.NewFigure(200, words.Say("Changed, added and removed parts, and the difference in tokens"))
	v.choice = kit.NewChoice([]string{words.Say("Unified"), words.Say("Side by side")}, func(i int) { v.model.SetSideBySide(i == 1) })
	v.same = kit.NewToggle(words.Say("Unchanged"), false, v.model.ShowSame)
	v.same.SetTip(words.Say("Also list unchanged parts"))
	v.empty = kit.NewEmpty("", words.Say("Back to the dossier"), w.CloseEditor)
	v.panes = kit.NewPanes(kit.Pane{Content: v.list, Width: 330, Min: 180, Max: 640}, kit.Pane{Content: v.texts.Content(), Min: 240, Stretch: true})
	v.stack = container.NewStack(v.panes)
	v.reload()
	return v
}

func (v *View) setUp(view *code.View) {
	view.OnCopy = v.copyLines
	view.OnMenu = func(_ int, at fyne.Position) { v.w.ShowMenu(at, v.menu(v.model.Chosen())) }
	view.OnShortcut = func(s fyne.Shortcut) { v.w.Shortcut(s) }
}

// Help returns the page of the guide about it.
func (v *View) Help() string { return "docs/guide/snapshots.md#see-what-has-changed-since" }

// Title returns the names of the documents.
func (v *View) Title() string { return v.name }

// Path returns "": the view is not for a single file.
func (v *View) Path() string { return "" }

// Content returns the list of parts and their lines.
func (v *View) Content() fyne.CanvasObject { return v.stack }

// First returns the list of parts.
func (v *View) First() fyne.Focusable { return v.list }

// Uncovered returns nil.
func (v *View) Uncovered() []fyne.CanvasObject { return nil }

// Close cancels the comparison.
func (v *View) Close() { v.model.Close() }

// Actions returns the number of changes, and the buttons that move between them.
func (v *View) Actions() []fyne.CanvasObject {
	before := kit.NewGlyphButton(kit.GlyphUp, words.Say("Previous change")+" ("+kit.Chords("Shift+F7")+")", func() { v.step(-1) })
	after := kit.NewGlyphButton(kit.GlyphDown, words.Say("Next change")+" ("+kit.Chords("F7")+")", func() { v.step(1) })
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
		v.w.Focus(v.texts.Front())
		return true
	}
	return false
}

// step moves to the next change, or for -1 to the previous one: in the visible part, then in the
// adjacent one.
func (v *View) step(by int) {
	if !v.texts.Step(by) {
		if !v.model.Next(by) {
			v.w.Toast(words.Say("There are no more changes"))
			return
		}
		from := -1
		if by < 0 {
			from = v.model.Lines().Len()
		}
		v.texts.GoTo(v.model.Lines().NextChange(from, by))
	}
	v.w.Focus(v.texts.Front())
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
	if m.Lines().SideBySide() {
		v.choice.Choose(1)
	}
	v.texts.Reload()
	v.figure.SetText(v.summary())
	objects := []fyne.CanvasObject{v.panes}
	switch {
	case m.Problem() != nil:
		v.empty.SetText(words.Sentence(m.Problem()))
		objects = append(objects, kit.NewSurface(v.empty, kit.ColorGround, 0, 0, 0))
	case m.Same():
		v.empty.SetText(words.Say("Both are byte for byte the same."))
		objects = append(objects, kit.NewSurface(v.empty, kit.ColorGround, 0, 0, 0))
	}
	v.stack.Objects = objects
	v.stack.Refresh()
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
	v.w.Session().Copy().Text(v.texts.Copied(first, last, v.w.Focused() == v.texts.Left()), words.Count("{{.N}} lines", last-first))
}

// parts are the parts of both documents, with headings for sections.
type parts struct{ v *View }

func (r parts) Len() int         { return len(r.v.model.Entries()) }
func (r parts) Key(i int) string { return r.v.model.Key(i) }

func (r parts) Find(key string) int { return board.FindKey(r, key) }

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
		cells = append(cells, board.Cell{Kind: board.CellNumber, Text: "−" + kit.Count(int64(e.Removed)) + " +" + kit.Count(int64(e.Added)), Small: true, Tip: words.Say("Lines removed and added")})
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
