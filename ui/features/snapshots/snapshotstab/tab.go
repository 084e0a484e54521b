// Package snapshotstab implements the tab for written and copied documents: the changes since each,
// and the dialogs that show, describe, export and delete them.
package snapshotstab

import (
	"cmp"
	"strings"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"dossier/aggregate/text"
	"dossier/ui/features/difference"
	"dossier/ui/kit"
	"dossier/ui/kit/board"
	"dossier/ui/kit/edit"
	"dossier/ui/language"
	"dossier/ui/part"
	"dossier/ui/project"
	"dossier/ui/session/change"
	"dossier/ui/words"
)

// Tab lists the written and copied documents by day, newest first, with their actions.
type Tab struct {
	w       part.Window
	list    *board.List
	table   fyne.CanvasObject // the list with its column headings
	filter  *edit.Entry
	kind    *kit.Button
	rows    table
	empty   *kit.Empty
	noMatch *kit.Empty
	stack   *fyne.Container
	pane    fyne.CanvasObject
	front   bool   // the tab is active
	visible [2]int // range of visible rows, [first, last)
}

// table holds the filtered snapshots, with a heading for each day.
type table struct {
	w     part.Window
	words string // words of the filter
	kind  kind
	rows  []line
	at    map[string]int
	now   func() time.Time
}

// line is a day, or a snapshot.
type line struct {
	day string
	project.SnapshotRow
	previous project.SnapshotID // the next older snapshot with a record; its name is empty if there is none
}

// pair returns a snapshot and the one that it is compared with.
func (l line) pair() project.SnapshotPair { return project.SnapshotPair{ID: l.ID, Before: l.previous} }

// kind selects which snapshots are listed.
type kind int

const (
	allKinds kind = iota
	written
	copied
)

// Active cells of a snapshot's row.
const (
	pinCell = iota + 1
	driftCell
	moreCell
)

const (
	pinWidth    = kit.GlyphSize + kit.Gap
	timeWidth   = 40 // 14:02
	numberWidth = 40 // c002
	filesWidth  = 36 // the heading Files
	tokensWidth = 60 // 123 456
)

// New returns the tab for a window.
func New(w part.Window) *Tab {
	t := &Tab{w: w, rows: table{w: w, now: time.Now}}
	t.list = part.NewList(w, &t.rows, t.menu)
	t.list.OnCell = t.cell
	t.list.OnOpen = t.replay
	t.list.OnKey = t.key
	t.list.OnVisible = func(first, last int) { t.visible = [2]int{first, last}; t.inView() }
	t.list.OnSelect = t.peek
	t.table = kit.NewColumn(heading(), t.list, nil)
	t.filter = edit.NewFilter(words.Say("search snapshots…"), func(text string) {
		t.rows.words = strings.ToLower(text)
		t.reload()
	}, t.Focus)
	t.filter.OnShortcut = w.Shortcut
	t.kind = kit.NewMenuButton("", t.kinds)
	t.kind.SetTip(words.Say("Which snapshots are listed"))
	t.choose(allKinds)
	prune := kit.NewButton(words.Say("Prune…"), t.pruneDialog)
	prune.SetTip(words.Say("Delete old snapshots that are not pinned"))
	head := kit.NewHeader(container.NewBorder(nil, nil, nil, container.NewHBox(t.kind, prune), t.filter), kit.EdgeBottom)
	t.empty = kit.NewEmpty(words.Say("Every dossier that you write or copy is stored here with its inputs, to be replayed byte for byte, compared and restored."), words.Say("Copy the dossier"), func() { w.Session().Copy().Dossier() })
	t.empty.SetMore(words.Say("More in the guide"), func() { w.ShowHelp(part.Snapshots) })
	t.noMatch = kit.NewEmpty(words.Say("No snapshot has these words in its name, its preset or its description."), "", nil)
	t.stack = container.NewStack(t.empty)
	t.pane = kit.NewColumn(head, t.stack, nil)
	return t
}

// kinds returns the menu of kinds.
func (t *Tab) kinds() []kit.MenuItem {
	var items []kit.MenuItem
	for kind := range copied + 1 {
		items = append(items, kit.MenuItem{Text: kinds().Say(kind), Checked: kind == t.rows.kind, Action: func() { t.choose(kind) }})
	}
	return items
}

// choose lists the snapshots of a kind.
func (t *Tab) choose(kind kind) {
	t.rows.kind = kind
	t.kind.SetText(kinds().Say(kind))
	t.reload()
}

func kinds() words.Table[kind] {
	return words.Table[kind]{allKinds: "All", written: "Written", copied: "Copied"}
}

// Content returns the tab's content.
func (t *Tab) Content() fyne.CanvasObject { return t.pane }

// Focus focuses the rows, or the empty state.
func (t *Tab) Focus() {
	if t.stack.Objects[0] == t.table {
		t.w.Focus(t.list)
		return
	}
	t.w.Focus(kit.VisibleFocusable(t.stack))
}

// Shown follows the disk while the tab is active. When another tab becomes active, a temporarily
// shown snapshot is closed.
func (t *Tab) Shown(front bool) {
	t.front = front
	t.w.Session().Snapshots().SetVisible(front)
	if front {
		t.reload()
	} else {
		t.w.Session().Snapshots().LeavePeek()
	}
}

// Uncovered returns the text fields.
func (t *Tab) Uncovered() []fyne.CanvasObject { return []fyne.CanvasObject{t.filter} }

// Changed updates what has changed.
func (t *Tab) Changed(c change.Set) {
	if c.Has(change.Snapshots | change.Settings | change.Project) {
		t.reload()
	}
}

// reload reads the rows again; the list keeps its scroll position, cursor and selection.
func (t *Tab) reload() {
	if !t.front {
		return
	}
	t.w.Session().Snapshots().SetVisible(true) // also for another project
	t.rows.reload()
	t.list.Reload()
	t.inView() // inView is only called for other rows if they have moved
	shown := t.table
	switch {
	case len(t.w.Session().Snapshots().List()) == 0 && t.w.Session().Snapshots().Listed():
		shown = t.empty
	case t.rows.Len() == 0 && t.w.Session().Snapshots().Listed():
		shown = t.noMatch
	}
	kit.ShowAlone(t.stack, shown)
}

// inView requests the changes since the visible snapshots, and from each to the next.
func (t *Tab) inView() {
	var pairs []project.SnapshotPair
	for _, row := range t.rows.rows[min(t.visible[0], len(t.rows.rows)):min(t.visible[1], len(t.rows.rows))] {
		if row.day == "" {
			pairs = append(pairs, row.pair())
		}
	}
	t.w.Session().Snapshots().InView(pairs)
}

// peek shows the snapshot of the selected row in the preview; of several, that of the cursor.
// Without one, the preview shows the current document.
func (t *Tab) peek() {
	s := t.w.Session().Snapshots()
	i := t.list.Cursor()
	if !t.front || !t.w.PreviewInView() || i < 0 || !t.list.IsSelected(i) {
		s.LeavePeek()
		return
	}
	s.Peek(t.rows.rows[i].ID)
}

func (r *table) reload() {
	r.rows, r.at = nil, map[string]int{}
	day := ""
	for _, s := range r.w.Session().Snapshots().List() {
		if !r.matches(s) {
			continue
		}
		if d := r.dayOf(s.Time); d != day {
			day = d
			r.add(line{day: d})
		}
		r.add(line{SnapshotRow: s})
	}
	before := project.SnapshotID{}
	for i := len(r.rows) - 1; i >= 0; i-- {
		if row := &r.rows[i]; row.day == "" {
			row.previous = before
			if row.Recorded && row.Damage == nil {
				before = row.ID
			}
		}
	}
}

func (r *table) add(row line) {
	r.rows = append(r.rows, row)
	r.at[r.Key(len(r.rows)-1)] = len(r.rows) - 1
}

func (r *table) matches(s project.SnapshotRow) bool {
	if r.kind == written && s.ID.Copied || r.kind == copied && !s.ID.Copied {
		return false
	}
	about := strings.ToLower(s.ID.Name + " " + s.Preset + " " + s.Description)
	for word := range strings.FieldsSeq(r.words) {
		if !strings.Contains(about, word) {
			return false
		}
	}
	return true
}

// dayOf returns the display name of a day.
func (r *table) dayOf(at time.Time) string {
	at, now := at.Local(), r.now().Local()
	midnight := time.Date(now.Year(), now.Month(), now.Day(), 0, 0, 0, 0, time.Local)
	switch {
	case at.IsZero():
		return words.Say("Some time ago")
	case !at.Before(midnight):
		return words.Say("Today")
	case !at.Before(midnight.AddDate(0, 0, -1)):
		return words.Say("Yesterday")
	}
	return language.Date(at)
}

func (r *table) Len() int { return len(r.rows) }

func (r *table) Key(i int) string {
	switch row := r.rows[i]; {
	case row.day != "":
		return "day " + row.day
	case row.ID.Copied:
		return "copied " + row.ID.Name
	default:
		return "written " + row.ID.Name
	}
}

func (r *table) Find(key string) int {
	if i, ok := r.at[key]; ok {
		return i
	}
	return -1
}

func (r *table) Selectable(i int) bool { return r.rows[i].day == "" }
func (r *table) Label(i int) string    { return r.rows[i].ID.Name }

func (r *table) Row(i int) board.Row {
	row := r.rows[i]
	if row.day != "" {
		return board.Row{Strong: true, Cells: []board.Cell{{Text: row.day, Fill: true}}}
	}
	replay, replaying := r.w.Session().Snapshots().Replayed()
	pin := board.Cell{Kind: board.CellGlyph, ID: pinCell, Glyph: kit.GlyphPin, Tone: kit.ColorFaint, Tip: words.Say("Pin: protect from pruning")}
	if row.Pinned {
		pin.Tone, pin.Tip = kit.ColorAccent, words.Say("Pinned: protected from pruning")
	}
	if !row.Recorded {
		pin = board.Cell{Kind: board.CellSpace, Width: pinWidth}
	}
	about := r.about(row)
	if replaying && replay.ID == row.ID {
		about.Tone = kit.ColorAccent
	}
	return board.Row{Tip: r.tip(row.SnapshotRow), Cells: []board.Cell{
		pin,
		{Kind: board.CellNumber, Text: language.Clock(row.Time), Width: timeWidth},
		{Text: text.Escape(numberOf(row.ID)), Mono: true, Tone: kit.ColorMuted, Width: numberWidth, Middle: true, Tip: text.Escape(row.ID.Name)},
		about,
		{Text: r.marks(row), Tone: kit.ColorMuted, Yields: true},
		r.drift(row.SnapshotRow),
		{Kind: board.CellNumber, Text: kit.Count(int64(row.Files)), Width: filesWidth, Tip: words.Count("{{.N}} files", row.Files)},
		{Kind: board.CellNumber, Text: r.tokens(row.SnapshotRow), Width: tokensWidth, Tip: words.Say("Tokens of the whole dossier")},
		{Kind: board.CellGlyph, ID: moreCell, Glyph: kit.GlyphMore, Tip: words.Say("Actions for this snapshot")},
	}}
}

// numberOf returns the end of a snapshot's name, the only part that differs between rows.
func numberOf(id project.SnapshotID) string { return id.Name[strings.LastIndexByte(id.Name, '_')+1:] }

// heading returns the column headings.
func heading() *board.Heading {
	return board.NewHeading(
		board.Cell{Kind: board.CellSpace, Width: pinWidth},
		board.Cell{Kind: board.CellNumber, Text: words.Say("Time"), Width: timeWidth},
		board.Cell{Text: words.Say("No."), Width: numberWidth},
		board.Cell{Text: words.Say("Changes from the one below"), Fill: true},
		board.Cell{Kind: board.CellNumber, Text: words.Say("Files"), Width: filesWidth},
		board.Cell{Kind: board.CellNumber, Text: words.Say("Tokens"), Width: tokensWidth},
		board.Cell{Kind: board.CellSpace, Width: pinWidth},
	)
}

// about returns the cell that describes a snapshot: its description, its difference from the one
// below it, and its instruction if that differs.
func (r *table) about(row line) board.Cell {
	cell := board.Cell{Fill: true, Text: text.Escape(row.Description), Tip: r.tip(row.SnapshotRow)}
	change, known := r.w.Session().Snapshots().Change(row.pair())
	switch {
	case known:
		parts := []string{changeWords(change)}
		if cell.Text != "" {
			parts = []string{cell.Text, parts[0]}
		}
		if change.FirstLine != "" {
			parts = append(parts, text.Escape(change.FirstLine))
		}
		cell.Text = strings.Join(parts, " · ")
		if lines := changeLines(change); len(lines) > 0 {
			cell.Tip += "\n\n" + strings.Join(lines, "\n")
		}
	case cell.Text == "":
		cell.Tone, cell.Text = kit.ColorMuted, text.Escape(cmp.Or(row.Preset, row.ID.Name))
	}
	return cell
}

// marks returns further properties of a snapshot: that it is pinned, and its preset. Copies are
// recognized by their number.
func (r *table) marks(row line) string {
	var parts []string
	if row.Pinned {
		parts = append(parts, words.Say("pinned"))
	}
	if preset := text.Escape(row.Preset); preset != "" && preset != r.about(row).Text {
		parts = append(parts, preset)
	}
	return strings.Join(parts, " · ")
}

// changeWords describes the difference between a snapshot and the one below it: +3 files, −1,
// instruction changed.
func changeWords(c project.SnapshotChange) string {
	switch {
	case c.First:
		return words.Count("{{.N}} files", c.Files)
	case c.Same():
		return words.Say("identical")
	case c.Other:
		return words.Say("text changed")
	}
	parts := words.CountIfAny("+{{.N}} files", len(c.Added))
	if n := len(c.Removed); n > 0 && len(c.Added) > 0 {
		parts = append(parts, words.With("−{{.N}}", map[string]any{"N": kit.Count(int64(n))}))
	} else if n > 0 {
		parts = append(parts, words.Count("−{{.N}} files", n))
	}
	parts = append(parts, words.CountIfAny("{{.N}} edited", len(c.Edited))...)
	parts = append(parts, words.CountIfAny("{{.N}} shown differently", len(c.Reshown))...)
	if c.Instruction {
		parts = append(parts, words.Say("instruction changed"))
	}
	for _, title := range c.Sections {
		parts = append(parts, words.With("“{{.Section}}” changed", map[string]any{"Section": title}))
	}
	return strings.Join(parts, ", ")
}

// changeLines returns the names of the files that differ.
func changeLines(c project.SnapshotChange) []string {
	var lines []string
	lines = addPaths(lines, words.Say("added"), c.Added)
	lines = addPaths(lines, words.Say("removed"), c.Removed)
	lines = addPaths(lines, words.Say("edited"), c.Edited)
	return addPaths(lines, words.Say("shown differently"), c.Reshown)
}

func (r *table) tokens(row project.SnapshotRow) string {
	if !row.Recorded {
		return "–"
	}
	return words.Tokens(r.w.Session().Cost(row.Tokens))
}

// drift returns the cell with the changes since a snapshot, which is empty if there are none.
func (r *table) drift(row project.SnapshotRow) board.Cell {
	var cell board.Cell
	switch drift, known := r.w.Session().Snapshots().Drift(row.ID); {
	case row.Damage != nil:
		cell.Text, cell.Tone, cell.Tip = words.Say("damaged"), kit.ColorBad, row.Damage.Error()
	case !row.Recorded:
		cell.Text, cell.Tone, cell.Tip = words.Say("no record"), kit.ColorMuted, words.Say("Its record is missing: you can view and copy it, but not replay it")
	case !known:
		cell.Text, cell.Tone = "…", kit.ColorMuted
	case drift.Same():
		return board.Cell{Kind: board.CellSpace}
	default:
		cell.Text, cell.Tone, cell.ID = driftWords(drift), kit.ColorWarn, driftCell
		cell.Tip = driftTip(drift)
	}
	return cell
}

func driftWords(d project.Drift) string {
	parts := words.CountIfAny("{{.N}} changed", len(d.Changed))
	parts = append(parts, words.CountIfAny("{{.N}} gone", len(d.Missing))...)
	parts = append(parts, words.CountIfAny("{{.N}} unknown", len(d.Unknown))...)
	return strings.Join(parts, ", ")
}

// maxNamed is the maximum number of files in a tooltip.
const maxNamed = 8

func driftTip(d project.Drift) string {
	lines := addPaths(nil, words.Say("changed"), d.Changed)
	lines = addPaths(lines, words.Say("gone"), d.Missing)
	lines = addPaths(lines, words.Say("not readable"), d.Unknown)
	return strings.Join(lines, "\n")
}

// addPaths adds a line for each path, and one for the number of omitted ones.
func addPaths(lines []string, word string, paths []string) []string {
	for i, p := range paths {
		if i == maxNamed {
			return append(lines, words.Count("and {{.N}} more", len(paths)-i))
		}
		lines = append(lines, word+": "+text.Escape(p))
	}
	return lines
}

func (r *table) tip(row project.SnapshotRow) string {
	lines := []string{text.Escape(row.ID.Name) + "  " + language.Second(row.Time), kit.Size(row.Bytes)}
	if row.Copied {
		lines = append(lines, words.Say("It was copied to the clipboard, and is stored in your own state folder"))
	}
	if row.Preset != "" {
		lines = append(lines, words.With("Preset {{.Name}}", map[string]any{"Name": text.Escape(row.Preset)}))
	}
	if row.Description != "" {
		lines = append(lines, text.Escape(row.Description))
	}
	drift, known := r.w.Session().Snapshots().Drift(row.ID)
	if drift.Instruction != "" {
		lines = append(lines, text.Escape(drift.Instruction))
	}
	if known && drift.Same() {
		lines = append(lines, words.Say("Every file is as it was sent"))
	}
	if row.Damage != nil {
		lines = append(lines, row.Damage.Error())
	}
	return strings.Join(lines, "\n")
}

// chosen returns the snapshots that a command on row i applies to: the selection if it contains
// the row, else the row.
func (t *Tab) chosen(i int) []project.SnapshotRow {
	if i < 0 || i >= len(t.rows.rows) {
		return nil
	}
	rows := t.list.Targets(i)
	var out []project.SnapshotRow
	for _, i := range rows {
		if row := t.rows.rows[i]; row.day == "" {
			out = append(out, row.SnapshotRow)
		}
	}
	return out
}

func idsOf(rows []project.SnapshotRow) []project.SnapshotID {
	out := make([]project.SnapshotID, len(rows))
	for i, row := range rows {
		out[i] = row.ID
	}
	return out
}

func (t *Tab) cell(i int, c board.Cell, at fyne.Position, size fyne.Size) {
	row := t.rows.rows[i].SnapshotRow
	switch c.ID {
	case pinCell:
		t.w.Session().Snapshots().Pin([]project.SnapshotID{row.ID}, !row.Pinned)
	case driftCell:
		t.w.OpenDifference(difference.Side{Snapshot: row.ID}, difference.Current())
	case moreCell:
		t.w.ShowMenuBelow(at, size, part.RowMenu(t.w, t.list, i, t.menu(i)))
	}
}

func (t *Tab) key(ev *fyne.KeyEvent, mods fyne.KeyModifier, i int) bool {
	rows := t.chosen(i)
	if len(rows) == 0 || mods != 0 {
		return false
	}
	switch ev.Name {
	case fyne.KeyDelete, fyne.KeyBackspace:
		t.w.Session().Snapshots().Delete(idsOf(rows))
	case fyne.KeyF2:
		t.describeDialog(rows[0])
	default:
		return false
	}
	return true
}

// replay shows a snapshot in the preview.
func (t *Tab) replay(i int) {
	if row := t.rows.rows[i]; row.day == "" {
		t.show(row.SnapshotRow)
	}
}

func (t *Tab) menu(i int) []kit.MenuItem {
	rows := t.chosen(i)
	if len(rows) == 0 {
		return nil
	}
	w, s := t.w, t.w.Session()
	row := rows[0]
	none := ""
	if !row.Recorded {
		none = words.Say("its record is missing")
	}
	items := []kit.MenuItem{
		{Text: words.Say("Replay"), Detail: kit.Chords("Enter"), Action: func() { t.show(row) }},
		{Text: words.Say("Render again with today's files"), Reason: none, Action: func() { w.ShowPreview(); s.Snapshots().RenderAgain(row.ID) }},
		{Text: words.Say("Restore its inputs"), Reason: none, Action: func() { s.Snapshots().Restore(row.ID) }},
		{Separator: true},
		{Text: words.Say("Compare with now"), Action: func() { w.OpenDifference(difference.Side{Snapshot: row.ID}, difference.Current()) }},
	}
	if len(rows) == 2 {
		items = append(items, kit.MenuItem{Text: words.Say("Compare the two"), Action: func() {
			w.OpenDifference(difference.Side{Snapshot: rows[1].ID}, difference.Side{Snapshot: rows[0].ID})
		}})
	}
	if before, ok := t.previous(row); ok {
		items = append(items, kit.MenuItem{Text: words.With("Compare with {{.Name}}, the previous one", map[string]any{"Name": text.Escape(difference.Side{Snapshot: before.ID}.Name())}), Action: func() {
			w.OpenDifference(difference.Side{Snapshot: before.ID}, difference.Side{Snapshot: row.ID})
		}})
	}
	items = append(items,
		kit.MenuItem{Text: words.Say("Changes since, as a section"), Reason: none, Action: func() { w.ShowPreview(); s.Snapshots().ShowChanges(row.ID, false) }},
		kit.MenuItem{Text: words.Say("Only the changes since"), Reason: none, Action: func() { w.ShowPreview(); s.Snapshots().ShowChanges(row.ID, true) }},
		kit.MenuItem{Separator: true},
		kit.MenuItem{Text: words.Say("Copy"), Action: func() { s.Snapshots().Copy(row.ID) }},
		kit.MenuItem{Text: words.Say("Copy its path"), Action: func() { s.Copy().Text(s.Snapshots().Path(row.ID), words.Say("the path")) }},
		kit.MenuItem{Text: words.Say("Open the file"), Action: func() { t.w.OpenFile(s.Snapshots().Path(row.ID)) }},
		kit.MenuItem{Text: words.Say("Export…"), Action: func() { t.exportDialog(row) }},
		kit.MenuItem{Separator: true},
		kit.MenuItem{Text: words.Say("Describe…"), Detail: "F2", Reason: none, Action: func() { t.describeDialog(row) }},
		kit.MenuItem{Text: words.Say("Pinned"), Checked: row.Pinned, Reason: none, Action: func() { s.Snapshots().Pin(idsOf(rows), !row.Pinned) }},
		kit.MenuItem{Text: words.Count("Delete {{.N}} snapshots", len(rows)), Detail: kit.Chords("Delete"), Action: func() { s.Snapshots().Delete(idsOf(rows)) }},
	)
	return items
}

// previous returns the snapshot created before another.
func (t *Tab) previous(row project.SnapshotRow) (project.SnapshotRow, bool) {
	list := t.w.Session().Snapshots().List()
	for i, one := range list {
		if one.ID == row.ID && i+1 < len(list) {
			return list[i+1], true
		}
	}
	return project.SnapshotRow{}, false
}
