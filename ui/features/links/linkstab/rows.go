package linkstab

import (
	"path"
	"slices"

	"fyne.io/fyne/v2"

	"dossier/aggregate/smartcontext"
	"dossier/aggregate/text"
	"dossier/ui/columns"
	"dossier/ui/features/links"
	"dossier/ui/kit"
	"dossier/ui/kit/board"
	"dossier/ui/part"
	"dossier/ui/words"
)

// Active cells.
const (
	inCell = iota + 1
	moreCell
)

// Columns next to the path.
const (
	whyWidth   = 170
	minWhy     = 84
	stateWidth = 64
)

// rows adapts the session's rows to the list, with a heading for each depth.
type rows struct {
	t      *Tab
	lines  []line
	at     map[string]int // by path
	wanted string         // path of a row to show as soon as it exists
}

// line is a row, or a heading.
type line struct {
	links.Row
	heading string // empty for a row
	count   int    // number of rows below a heading
}

// reload copies the rows from the session.
func (r *rows) reload(p *links.Part) {
	r.lines, r.at = nil, map[string]int{}
	above := -1
	for _, row := range p.Rows() {
		if heading := headingOf(row); above < 0 || r.lines[above].heading != heading {
			above = len(r.lines)
			r.lines = append(r.lines, line{heading: heading})
		}
		r.lines[above].count++
		r.at[row.Path] = len(r.lines)
		r.lines = append(r.lines, line{Row: row})
	}
}

// headingOf returns the heading of a row.
func headingOf(row links.Row) string {
	switch {
	case row.State == links.Off:
		return words.Say("Excluded")
	case row.State == links.Missing:
		return words.Say("Missing")
	case row.Depth < 0:
		return words.Say("Not read")
	case row.Depth == 0:
		return words.Say("Starts from")
	}
	return words.Count("{{.N}} links away", row.Depth)
}

func (r *rows) Len() int { return len(r.lines) }

// Key returns the path of a row; keys of headings are not valid paths.
func (r *rows) Key(i int) string {
	if l := r.lines[i]; l.heading != "" {
		return "\x00" + l.heading
	}
	return r.lines[i].Path
}

func (r *rows) Find(key string) int {
	if i, ok := r.at[key]; ok {
		return i
	}
	return slices.IndexFunc(r.lines, func(l line) bool { return l.heading != "" && "\x00"+l.heading == key })
}

func (r *rows) Label(i int) string { return r.lines[i].Path }

func (r *rows) Row(i int) board.Row {
	l := r.lines[i]
	if l.heading != "" {
		return board.Row{Strong: true, Cells: []board.Cell{
			{Text: l.heading, Fill: true},
			{Kind: board.CellNumber, Text: kit.Count(int64(l.count)), Width: columns.CountWidth},
			{Width: kit.GlyphSize + kit.Gap, Kind: board.CellSpace},
		}}
	}
	file := board.Cell{Text: text.Escape(l.Path), Fill: true, Middle: true}
	if l.State != links.In && l.State != links.Shortened {
		file.Tone = kit.ColorMuted
	}
	missing := l.State == links.Missing
	cells := []board.Cell{
		{Kind: board.CellCheck, ID: inCell, State: kit.Ticked(l.State != links.Off && !missing), Disabled: missing, Tip: words.Say("Include or exclude it")},
		file,
	}
	if word, tone := stateOf(l.Row); word != "" {
		cells = append(cells, board.Cell{Text: word, Tone: tone, Width: stateWidth, Tip: stateTip(l.Row)})
	}
	why := Why(l.Reason)
	cells = append(cells,
		board.Cell{Text: why, Small: true, Tone: kit.ColorMuted, Width: whyWidth, MinWidth: minWhy, Middle: true, Tip: whyWhole(l.Reason)},
		r.cost(l.Row),
		board.Cell{Kind: board.CellGlyph, ID: moreCell, Glyph: kit.GlyphMore, Tip: words.Say("Actions")})
	return board.Row{Cells: cells, Struck: l.State == links.Off, Tip: text.Escape(l.Path) + "\n" + whyWhole(l.Reason)}
}

func (r *rows) cost(row links.Row) board.Cell {
	cell := board.Cell{Kind: board.CellNumber, Width: columns.CountWidth}
	if row.State == links.In || row.State == links.Shortened || row.State == links.InRow {
		cost := r.t.part().CostOf(row)
		cell.Text = words.Figure(cost)
		cell.Tip = words.Exactness(cost, words.Say("this item with its template")) + "\n" + words.With("{{.N}} characters", map[string]any{"N": kit.Count(int64(row.Chars))})
		if row.Removed > 0 {
			cell.Tip += "\n" + words.With("{{.N}} characters are excluded with their headings", map[string]any{"N": kit.Count(int64(row.Removed))})
		}
	}
	return cell
}

// reasons returns the names of reasons.
func reasons() words.Table[smartcontext.ReasonKind] {
	return words.Table[smartcontext.ReasonKind]{
		smartcontext.Named:    "named",
		smartcontext.InFolder: "in folder",
		smartcontext.InBlock:  "block in",
		smartcontext.Matches:  "fits",
		smartcontext.Linked:   "linked from",
		smartcontext.Links:    "links to",
	}
}

// Why returns a short reason, with only the base name of the source.
func Why(r smartcontext.Reason) string { return because(r, path.Base(r.From)) }

// whyWhole returns the reason with the full path of the source.
func whyWhole(r smartcontext.Reason) string { return because(r, r.From) }

func because(r smartcontext.Reason, from string) string {
	word := reasons().Say(r.Kind)
	if r.From == "" {
		return word
	}
	return word + " " + text.Escape(from)
}

// states returns the names of row states.
func states() words.Table[links.State] {
	return words.Table[links.State]{
		links.In: "", links.Off: "", links.Missing: "", links.Shortened: "cut", links.TooLong: "over limit", links.Unread: "not read", links.InRow: "in Files",
	}
}

func stateOf(row links.Row) (string, fyne.ThemeColorName) {
	tone := kit.ColorWarn
	if row.State == links.InRow {
		tone = kit.ColorMuted
	}
	return states().Say(row.State), tone
}

func stateTip(row links.Row) string {
	switch row.State {
	case links.Shortened:
		return words.Say("Its end is cut off: it exceeds the length limits")
	case links.InRow:
		return words.Say("It is in Files, and appears in the document only there")
	case links.TooLong:
		return words.Say("It is excluded: it exceeds the length limits")
	}
	return row.Problem
}

// targets returns the rows that an action on row i applies to.
func (t *Tab) targets(i int) []links.Row {
	var out []links.Row
	for _, at := range t.list.Targets(i) {
		if l := t.rows.lines[at]; l.heading == "" {
			out = append(out, l.Row)
		}
	}
	return out
}

func pathsOf(list []links.Row) []string {
	var out []string
	for _, row := range list {
		if row.State != links.Missing {
			out = append(out, row.Path)
		}
	}
	return out
}

// toggle excludes rows, or includes them if all are excluded.
func (t *Tab) toggle(list []links.Row) {
	off := slices.ContainsFunc(list, func(r links.Row) bool { return r.State != links.Off && r.State != links.Missing })
	t.part().Exclude(pathsOf(list), off)
}

func (t *Tab) makeList() {
	t.list = board.NewList(&t.rows, kit.RowHeight)
	t.list.OnCell = t.cell
	t.list.OnSpace = func(i int) { t.toggle(t.targets(i)) }
	t.list.OnOpen = t.open
	t.list.OnCursor = func(i int) { t.graph.Select(t.rows.lines[i].Path) }
	t.list.OnMenu = func(i int, at fyne.Position) { t.w.ShowMenu(at, part.RowMenu(t.w, t.list, i, t.menu(i))) }
	t.list.OnKey = t.key
	t.list.OnShortcut = func(s fyne.Shortcut) { t.w.Shortcut(s) }
}

func (t *Tab) cell(i int, c board.Cell, at fyne.Position, size fyne.Size) {
	switch c.ID {
	case inCell:
		t.toggle(t.targets(i))
	case moreCell:
		t.w.ShowMenuBelow(at, size, part.RowMenu(t.w, t.list, i, t.menu(i)))
	}
}

func (t *Tab) key(ev *fyne.KeyEvent, mods fyne.KeyModifier, i int) bool {
	if ev.Name != fyne.KeyDelete || mods != 0 || i < 0 {
		return false
	}
	if paths := t.startsAmong(t.targets(i)); len(paths) > 0 {
		t.part().Remove(paths...)
	} else {
		t.part().Exclude(pathsOf(t.targets(i)), true)
	}
	return true
}

// startsAmong returns the paths of rows that are items of the context.
func (t *Tab) startsAmong(list []links.Row) []string {
	var out []string
	for _, start := range t.part().Starts() {
		if slices.ContainsFunc(list, func(r links.Row) bool { return r.Path == start.Path }) {
			out = append(out, start.Path)
		}
	}
	return out
}

// open shows a file in the tree.
func (t *Tab) open(i int) {
	if l := t.rows.lines[i]; l.heading == "" && l.State != links.Missing {
		t.w.RevealInTree(l.Path)
	}
}

// menu returns the menu of row i and the selection.
func (t *Tab) menu(i int) []kit.MenuItem {
	if i < 0 || t.rows.lines[i].heading != "" {
		return nil
	}
	list, row := t.targets(i), t.rows.lines[i].Row
	paths := pathsOf(list)
	toggle := kit.MenuItem{Text: words.Say("Include or exclude it"), Detail: kit.Chords("Space"), Checked: row.State != links.Off, Action: func() { t.toggle(list) }}
	if len(paths) == 0 {
		toggle.Checked, toggle.Reason = false, words.Say("There is no such file")
	}
	items := []kit.MenuItem{toggle}
	if named := t.startsAmong(list); len(named) > 0 {
		items = append(items, kit.MenuItem{Text: words.Say("Remove from the starting points"), Detail: kit.Chords("Delete"), Action: func() { t.part().Remove(named...) }})
	} else if len(paths) > 0 {
		items = append(items, kit.MenuItem{Text: words.Say("Add to the starting points"), Action: func() { t.part().Add(paths...) }})
	}
	items = append(items, t.excludeItems(row)...)
	if len(paths) > 0 {
		items = append(items, kit.MenuItem{Separator: true},
			kit.MenuItem{Text: words.Say("Show in the tree"), Detail: kit.Chords("Enter"), Action: func() { t.open(i) }},
			kit.MenuItem{Text: words.Say("Add as rows"), Action: func() { t.part().AddRows(paths) }})
	}
	return append(items, kit.MenuItem{Text: words.Say("Copy path"), Action: func() { t.w.Session().Copy().Text(row.Path, text.Escape(row.Path)) }})
}

// excludeItems returns the menu rows that exclude files related to a row.
func (t *Tab) excludeItems(row links.Row) []kit.MenuItem {
	var items []kit.MenuItem
	for _, what := range links.Around(row.Path) {
		items = append(items, kit.MenuItem{
			Text:   words.With("Exclude {{.Name}}", map[string]any{"Name": text.Escape(what)}),
			Action: func() { t.part().Exclude([]string{what}, true) },
		})
	}
	return items
}
