package fitview

import (
	"cmp"
	"regexp"
	"slices"
	"strings"

	"fyne.io/fyne/v2"

	"dossier/aggregate/rank"
	"dossier/aggregate/text"
	"dossier/models"
	"dossier/ui/columns"
	"dossier/ui/kit"
	"dossier/ui/kit/board"
	"dossier/ui/part"
	"dossier/ui/project"
	"dossier/ui/project/fit"
	"dossier/ui/words"
)

// Active cells.
const (
	checkCell = iota + 1
	modeCell
)

// Columns next to the path.
const (
	signWidth = 16
	minWhy    = 60
	whyWanted = 370 // two reasons
	minPath   = 160
	others    = 176 // box, icon, pin and tokens; the path and the reason share the space that the view mode leaves
)

// table adapts the rows of a proposal to the list.
type table struct {
	v    *View
	rows []fit.Row
	mode float32 // width of the view modes: two of them if a file is shown in another mode
}

func (t *table) setRows(rows []fit.Row) {
	t.rows, t.mode = rows, columns.ModeWidth
	if slices.ContainsFunc(rows, func(r fit.Row) bool { return r.Kind == fit.KindChanged }) {
		t.mode = columns.ModesWidth
	}
}

// whyWidth returns the width of the reasons: they begin alike, so they need more space than the path.
func (t *table) whyWidth() float32 {
	rest := t.v.list.Size().Width - others - t.mode
	return max(minWhy, 0.6*rest, min(whyWanted, rest-minPath))
}

func (t *table) list() []fit.Row { return t.rows }

// every returns the indices of all rows.
func (t *table) every() []int {
	all := make([]int, len(t.rows))
	for i := range all {
		all[i] = i
	}
	return all
}

// of returns the rows at some indices.
func (t *table) of(places []int) []fit.Row {
	var out []fit.Row
	for _, i := range places {
		out = append(out, t.rows[i])
	}
	return out
}

// state returns the check state of all rows.
func (t *table) state() kit.CheckState {
	ticked, able := 0, 0
	for _, r := range t.rows {
		if t.v.fit().CanApply(r) {
			able++
		}
		if t.v.fit().Ticked(r) {
			ticked++
		}
	}
	return kit.TickedOf(ticked, able)
}

func (t *table) Len() int           { return len(t.rows) }
func (t *table) Key(i int) string   { return t.rows[i].Path }
func (t *table) Label(i int) string { return t.rows[i].Path }

func (t *table) Find(key string) int { return board.FindKey(t, key) }

func (t *table) Row(i int) board.Row {
	r := t.rows[i]
	sign, tone := signOf(r.Kind)
	path := board.Cell{Text: text.Escape(r.Path), Fill: true, Middle: true, Tone: tone}
	if r.Kind != fit.KindRemoved && r.Kind != fit.KindUnchanged {
		path.Tone = ""
	}
	why := whyOf(r)
	box := board.Cell{Kind: board.CellSpace, Width: kit.BoxSize + kit.Inset} // an empty box would mean that the file is excluded
	if t.v.fit().CanApply(r) {
		box = board.Cell{Kind: board.CellCheck, ID: checkCell, State: kit.Ticked(t.v.fit().Ticked(r)), Tip: kinds().Say(r.Kind)}
	}
	return board.Row{Tip: text.Escape(r.Path), Cells: []board.Cell{
		box,
		{Text: sign, Tone: tone, Width: signWidth, Mono: true, Tip: kinds().Say(r.Kind)},
		path,
		{Text: why, Tone: kit.ColorMuted, Small: true, Width: t.whyWidth(), MinWidth: minWhy, Yields: true, Tip: whyTip(r)},
		pinOf(r),
		t.modeOf(r),
		costOf(r),
	}}
}

// pinOf returns the cell that shows that a file is pinned.
func pinOf(r fit.Row) board.Cell {
	cell := board.Cell{Kind: board.CellGlyph, Glyph: kit.GlyphPin, Tone: kit.ColorMuted}
	switch {
	case r.Fixed:
		cell.Tip = words.Say("Pinned: in focus, or always in full")
	case r.ByHand:
		cell.Tip = words.Say("Pinned: you ticked it individually, masked or sliced it. It is removed only if the budget requires it")
	default:
		return board.Cell{Kind: board.CellSpace, Width: kit.GlyphSize + kit.Gap}
	}
	return cell
}

// modeOf returns the cell with the proposed and the current view mode.
func (t *table) modeOf(r fit.Row) board.Cell {
	cell := board.Cell{Kind: board.CellChip, ID: modeCell, Text: modeWord(r.New), Width: t.mode, MinWidth: columns.ModeWidth, Tip: words.Say("View mode and cost")}
	if r.Kind == fit.KindChanged {
		cell.Old = modeWord(r.Old)
	}
	if t.v.fit().Chosen(r.Path) {
		cell.Tip += "\n" + words.Say("Your choice")
	}
	return cell
}

// modeWord returns the name of a view mode; the empty one means excluded.
func modeWord(mode models.ViewMode) string {
	if mode == "" {
		return words.Say("excluded")
	}
	return words.Mode(mode)
}

// costOf returns the cell with a row's cost; the current cost is in its tooltip.
func costOf(r fit.Row) board.Cell {
	cell := board.Cell{Kind: board.CellNumber, Width: columns.CountWidth, Text: words.Tokens(r.Tokens)}
	if r.Kind == fit.KindRemoved {
		cell.Text = "−" + words.Tokens(r.Before)
	}
	cell.Tip = words.Exactness(project.Cost{Count: r.Tokens}, text.Escape(r.Path))
	if r.Old != "" {
		cell.Tip += "\n" + words.With("{{.Tokens}} tokens now", map[string]any{"Tokens": words.Tokens(r.Before)})
	}
	return cell
}

// unchanged precedes unchanged values.
const unchanged = "="

func signOf(k fit.Kind) (string, fyne.ThemeColorName) {
	switch k {
	case fit.KindAdded:
		return columns.Added, kit.ColorGood
	case fit.KindRemoved:
		return columns.Removed, kit.ColorBad
	case fit.KindChanged:
		return columns.Changed, kit.ColorWarn
	}
	return unchanged, kit.ColorMuted
}

func kinds() words.Table[fit.Kind] {
	return words.Table[fit.Kind]{
		fit.KindAdded: "Added", fit.KindRemoved: "Removed", fit.KindChanged: "Shown in another way", fit.KindUnchanged: "Unchanged",
	}
}

// whyOf describes in one line why a file is proposed.
func whyOf(r fit.Row) string {
	if r.Fixed {
		return words.Say("in focus, or always in full")
	}
	var parts []string
	for _, reason := range r.Reasons {
		if reason.Kind == rank.Words {
			reason.Text = withoutPlaces(reason.Text)
		}
		parts = append(parts, reasonText(reason))
	}
	if parts == nil && r.Kind == fit.KindRemoved {
		return words.Say("no match")
	}
	return strings.Join(parts, " · ")
}

// withoutPlaces removes the positions of words from a reason, which are in the tooltip: a row has
// no space for both.
func withoutPlaces(words string) string { return places.ReplaceAllString(words, "") }

var places = regexp.MustCompile(` \([^()]*\)`)

// whyTip describes the reasons line by line, with the positions of words, and the score.
func whyTip(r fit.Row) string {
	lines := []string{words.With("{{.Share}} of the best score", map[string]any{"Share": words.Percent(r.Score)})}
	for _, reason := range r.Reasons {
		lines = append(lines, reasonText(reason))
	}
	return strings.Join(lines, "\n")
}

// openSymbols opens the proposed symbols of a row's file.
func (v *View) openSymbols(i int) {
	if r := v.rows.rows[i]; len(r.Ways) > 1 {
		v.w.OpenProposedSymbols(r.Path)
	}
}

func (v *View) cell(i int, c board.Cell, at fyne.Position, size fyne.Size) {
	switch c.ID {
	case checkCell:
		v.toggle(v.list.Targets(i))
	case modeCell:
		v.w.ShowMenuBelow(at, size, part.RowMenu(v.w, v.list, i, v.modes(i)))
	}
}

// modes returns the menu of view modes.
func (v *View) modes(i int) []kit.MenuItem {
	r := v.rows.rows[i]
	var items []kit.MenuItem
	for _, way := range r.Ways {
		detail := words.Tokens(way.Tokens)
		if way.Mode == "" {
			detail = ""
		}
		items = append(items, kit.MenuItem{Text: modeWord(way.Mode), Detail: detail, Checked: way.Mode == r.New, Action: func() { v.fit().Choose(r.Path, way) }})
	}
	if v.fit().Chosen(r.Path) {
		items = append(items, kit.MenuItem{Separator: true},
			kit.MenuItem{Text: words.Say("Let the question decide"), Action: func() { v.fit().Release(r.Path) }})
	}
	return items
}

// menu returns the menu of a row.
func (v *View) menu(i int) []kit.MenuItem {
	if i < 0 || i >= len(v.rows.rows) {
		return nil
	}
	r := v.rows.rows[i]
	one := kit.MenuItem{Text: words.Say("Apply this one alone"), Detail: kit.Chords("Enter"), Action: func() { v.applyOne(i) }}
	tick := kit.MenuItem{Text: words.Say("Ticked"), Detail: kit.Chords("Space"), Checked: v.fit().Ticked(r), Action: func() { v.toggle(v.list.Targets(i)) }}
	if !v.fit().CanApply(r) {
		one.Reason, tick.Reason = kinds().Say(r.Kind), kinds().Say(r.Kind)
	}
	items := []kit.MenuItem{one, tick, {Text: words.Say("Copy path"), Action: func() { v.w.Session().Copy().Text(r.Path, text.Escape(r.Path)) }}}
	symbols := kit.MenuItem{Text: words.Say("Choose symbols…"), Detail: words.Say("double-click"), Action: func() { v.openSymbols(i) }}
	if len(r.Ways) < 2 {
		symbols.Reason = words.Say("Pinned: in focus, or always in full")
	}
	items = append(items, symbols, kit.MenuItem{Separator: true},
		kit.MenuItem{Text: words.Say("View mode and cost"), Heading: true})
	return append(items, v.modes(i)...)
}

// reasonText formats a reason for display. An unknown kind is unchanged.
func reasonText(r rank.Reason) string {
	return cmp.Or(reasonKinds().Say(r.Kind), text.Escape(r.Kind)) + ": " + text.Escape(r.Text)
}

func reasonKinds() words.Table[string] {
	return words.Table[string]{
		rank.Named: "named in the question", rank.Symbols: "symbols", rank.Words: "words",
		rank.LinkedFrom: "linked from", rank.LinksTo: "links to", rank.TestedBy: "tested by",
		rank.Changed: "changed", rank.DefinesNames: "defines names of the change", rank.UsesNames: "uses names of the change", rank.HasRemoved: "has names that are removed",
		rank.TestsChange: "tests what has changed",
		rank.CoChange:    "changes together with", rank.ChangedIn: "changed in",
		rank.ChangedBy: "changed by commits that say", rank.Recent: "changed recently",
	}
}
