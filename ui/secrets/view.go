// Package secrets is the list of what looks secret in the dossier, by file, and of what becomes of
// it.
package secrets

import (
	"fmt"
	"slices"
	"strconv"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"dossier/aggregate"
	"dossier/aggregate/secrets"
	"dossier/aggregate/text"
	"dossier/ui/kit"
	"dossier/ui/kit/board"
	"dossier/ui/part"
	"dossier/ui/session/change"
	model "dossier/ui/session/secrets"
	"dossier/ui/words"
)

// Host is the window that the list stands in.
type Host interface {
	part.Window
	// CloseEditor leads back to the dossier.
	CloseEditor()
	// RevealFile brings the row of a file of the dossier into view.
	RevealFile(path string)
}

// View is a [part.Editor] that lists what looks secret. It stands in the place of an editor.
type View struct {
	w     Host
	list  *board.List
	rows  rows // as they are drawn
	empty *kit.Empty
	stack *fyne.Container
}

// The active cells of a row.
const (
	stateCell = iota + 1
	showCell
	leaveCell
)

const (
	lineWidth  = 48
	ruleWidth  = 190
	ruleLeast  = 90
	stateWidth = 110
	showWidth  = 50
	leaveWidth = 70
)

// New returns the list of what looks secret now, which follows the session.
func New(w Host) *View {
	v := &View{w: w}
	v.list = board.NewList(v.rows, kit.RowHeight)
	v.list.OnCell = v.cell
	v.list.OnOpen = v.open
	v.list.OnMenu = func(i int, at fyne.Position) { w.ShowMenu(at, v.menu(v.chosen(i))) }
	v.list.OnKey = v.listKey
	v.list.OnShortcut = func(s fyne.Shortcut) { w.Shortcut(s) }
	v.empty = kit.NewEmpty(words.Say("Nothing in the dossier looks secret."), words.Say("Back to the dossier"), w.CloseEditor)
	v.stack = container.NewStack(v.list)
	v.reload()
	return v
}

// Title says what is listed.
func (v *View) Title() string { return words.Say("What looks secret") }

// Path is empty: there are several.
func (v *View) Path() string { return "" }

// Content is the list.
func (v *View) Content() fyne.CanvasObject { return v.stack }

// Actions are none: each row has its own.
func (v *View) Actions() []fyne.CanvasObject { return nil }

// TextBoxes are none.
func (v *View) TextBoxes() []fyne.CanvasObject { return nil }

// Close does nothing: what is being kept goes on.
func (v *View) Close() {}

// First is the list while it is in view.
func (v *View) First() fyne.Focusable {
	if len(v.rows) == 0 {
		return nil
	}
	return v.list
}

// Key has no use for any.
func (v *View) Key(fyne.KeyName, fyne.KeyModifier) bool { return false }

// Changed shows what has changed.
func (v *View) Changed(c change.Set) {
	if c.Has(change.Document | change.Project) {
		v.reload()
	}
}

func (v *View) part() *model.Part { return v.w.Session().Secrets() }

func (v *View) reload() {
	v.rows = rowsOf(v.part().List())
	v.list.SetRows(v.rows)
	shown := fyne.CanvasObject(v.list)
	if len(v.rows) == 0 {
		shown = v.empty
	}
	kit.ShowAlone(v.stack, shown)
}

func (v *View) cell(i int, c board.Cell, at fyne.Position, size fyne.Size) {
	switch c.ID {
	case stateCell:
		v.w.ShowMenuBelow(at, size, v.menu(v.chosen(i)))
	case showCell:
		v.part().Allow(v.rows[i].list...)
	case leaveCell:
		v.part().LeaveOut(v.rows[i].list...)
	}
}

// open shows what can be done with a row where that would be clicked.
func (v *View) open(i int) {
	if v.rows[i].stated() {
		v.list.PressCell(i, stateCell)
		return
	}
	at, size := v.list.RowArea(i)
	v.w.ShowMenuBelow(at, size, v.menu(v.chosen(i)))
}

func (v *View) listKey(ev *fyne.KeyEvent, mods fyne.KeyModifier, i int) bool {
	if i < 0 || i >= len(v.rows) || mods != 0 || ev.Name != fyne.KeyDelete && ev.Name != fyne.KeyBackspace {
		return false
	}
	v.part().LeaveOut(v.chosen(i)...)
	return true
}

// chosen is what the selected rows list where row i is one of them, else what that row lists.
func (v *View) chosen(i int) []aggregate.Secret {
	if !v.list.IsSelected(i) {
		return v.rows[i].list
	}
	var list []aggregate.Secret
	for _, k := range v.list.Selected() {
		for _, one := range v.rows[k].list {
			if !slices.Contains(list, one) {
				list = append(list, one)
			}
		}
	}
	return list
}

// menu is what can be done with some, and with all that their rule finds.
func (v *View) menu(list []aggregate.Secret) []kit.MenuItem {
	p := v.part()
	items := v.itemsFor(list)
	if rule, ok := ruleOf(list); ok {
		items = append(items, v.itemsForAll(rule)...)
	}
	if i := slices.IndexFunc(list, func(s aggregate.Secret) bool { return s.Row >= 0 }); i >= 0 {
		path := list[i].Where
		items = append(
			items, kit.MenuItem{Separator: true},
			kit.MenuItem{Text: words.Say("Go to its row"), Action: func() { v.w.RevealFile(path) }},
			kit.MenuItem{
				Text: words.Say("Leave the file out"), Detail: "Delete", Note: words.Say("Take it out of what is put together; undo brings it back"),
				Action: func() { p.LeaveOut(list...) },
			},
		)
	}
	return items
}

// itemsFor are what a person can say of some.
func (v *View) itemsFor(list []aggregate.Secret) []kit.MenuItem {
	p := v.part()
	var open, readable, withheld, allowed, said []aggregate.Secret
	for _, one := range list {
		switch {
		case one.State == secrets.Allowed:
			allowed = append(allowed, one)
		case one.Class == aggregate.FileClass:
			withheld = append(withheld, one)
		case one.State == secrets.Readable:
			readable = append(readable, one)
			open = append(open, one)
		default:
			open = append(open, one)
		}
		if p.Said(one) {
			said = append(said, one)
		}
	}
	var items []kit.MenuItem
	if len(readable) > 0 {
		items = append(items, kit.MenuItem{Text: words.Say("Redact"), Note: words.Say("Kept in your own settings"), Action: func() { p.Redact(readable...) }})
	}
	if len(withheld) > 0 {
		items = append(
			items,
			kit.MenuItem{Text: words.Say("Show it for me"), Note: words.Say("Kept in your own settings; what is certain in it is still redacted"), Action: func() { p.Allow(withheld...) }},
			kit.MenuItem{Text: words.Say("Show it for the project"), Note: words.Say("Kept in dossier.toml, for as long as it says what it says now"), Action: func() { p.AllowInProject(withheld...) }},
		)
	}
	if len(open) > 0 {
		items = append(
			items,
			kit.MenuItem{Text: words.Say("Allow for me"), Note: words.Say("By rule and a hash of the value, in every project"), Action: func() { p.Allow(open...) }},
			kit.MenuItem{Text: words.Say("Allow for the project"), Note: words.Say("By rule and a hash of the value, in dossier.toml"), Action: func() { p.AllowInProject(open...) }},
		)
	}
	switch {
	case len(said) > 0:
		items = append(items, kit.MenuItem{
			Text: words.Say("As by default"), Note: words.Say("Takes back what you and the project's file say of it"),
			Action: func() { p.Forget(said...) },
		})
	case len(items) == 0 && len(allowed) > 0:
		items = append(items, kit.MenuItem{Text: words.Say("As by default"), Reason: words.Say("A comment beside it, or the form of the value, says that it is no secret")})
	}
	return items
}

// itemsForAll are what a person can say of all that a rule finds.
func (v *View) itemsForAll(rule string) []kit.MenuItem {
	p := v.part()
	var open []aggregate.Secret
	likely := false
	for _, one := range p.List() {
		if one.Rule == rule && one.State != secrets.Allowed {
			open = append(open, one)
			likely = likely || one.Class == secrets.Likely && one.State == secrets.Readable
		}
	}
	var items []kit.MenuItem
	switch {
	case p.RedactsRule(rule):
		items = append(items, kit.MenuItem{Text: words.Say("Redact them no longer for the project"), Action: func() { p.RedactRule(rule, false) }})
	case likely:
		items = append(items, kit.MenuItem{Text: words.Say("Redact all for the project"), Note: words.Say("Kept in dossier.toml"), Action: func() { p.RedactRule(rule, true) }})
	}
	if len(open) > 1 {
		items = append(
			items,
			kit.MenuItem{Text: words.Count("Allow these {{.N}} for me", len(open)), Action: func() { p.Allow(open...) }},
			kit.MenuItem{Text: words.Count("Allow these {{.N}} for the project", len(open)), Action: func() { p.AllowInProject(open...) }},
		)
	}
	if len(items) == 0 {
		return nil
	}
	heading := kit.MenuItem{Text: words.With("All of {{.Rule}}", map[string]any{"Rule": text.Escape(rule)}), Heading: true}
	return append([]kit.MenuItem{{Separator: true}, heading}, items...)
}

// ruleOf is the rule that found all of a list, where that is one and not that of names.
func ruleOf(list []aggregate.Secret) (string, bool) {
	if len(list) == 0 || list[0].Class == aggregate.FileClass {
		return "", false
	}
	other := func(s aggregate.Secret) bool { return s.Rule != list[0].Rule }
	return list[0].Rule, !slices.ContainsFunc(list, other)
}

// row is a file or another part of the dossier, or something in it.
type row struct {
	key  string
	head bool
	list []aggregate.Secret // what it stands for: of a file that is secret by its name that alone
}

// stated reports whether the row has a state of its own.
func (r row) stated() bool { return !r.head || r.list[0].Class == aggregate.FileClass }

// rows are what looks secret, below the file in which it was found.
type rows []row

func rowsOf(list []aggregate.Secret) rows {
	type place struct {
		name string
		row  int
	}
	var places []place
	in := map[place][]aggregate.Secret{}
	for _, one := range list {
		at := place{one.Where, one.Row}
		if in[at] == nil {
			places = append(places, at)
		}
		in[at] = append(in[at], one)
	}
	var out rows
	seen := map[string]int{}
	add := func(key string, head bool, of ...aggregate.Secret) {
		if seen[key]++; seen[key] > 1 { // the same value again in one line
			key += " " + strconv.Itoa(seen[key])
		}
		out = append(out, row{key, head, of})
	}
	for _, at := range places {
		found := in[at]
		key := fmt.Sprintf("%s %d", at.name, min(at.row, 0))
		if i := slices.IndexFunc(found, func(s aggregate.Secret) bool { return s.Class == aggregate.FileClass }); i >= 0 {
			add(key, true, found[i])
			found = slices.Delete(slices.Clone(found), i, i+1)
		} else {
			add(key, true, found...)
		}
		for _, one := range found {
			add(fmt.Sprintf("%s %d %s", key, one.Line, one.ID), false, one)
		}
	}
	return out
}

func (r rows) Len() int           { return len(r) }
func (r rows) Label(i int) string { return r[i].list[0].Where }
func (r rows) Key(i int) string   { return r[i].key }

func (r rows) Find(key string) int {
	return slices.IndexFunc(r, func(one row) bool { return one.key == key })
}

func (r rows) Row(i int) board.Row {
	one := r[i].list[0]
	where := text.Escape(one.Where)
	state := board.Cell{
		Kind: board.CellChip, ID: stateCell, Text: states().Say(one.State), Tone: tones()[one.State], Width: stateWidth,
		Tip: words.Say("What becomes of it: redact, allow, or leave the file out"),
	}
	if !r[i].head {
		rule := text.Escape(one.Rule)
		return board.Row{Tip: fmt.Sprintf("%s:%d\n%s\n%s", where, one.Line, rule, one.Excerpt), Cells: []board.Cell{
			{Kind: board.CellNumber, Text: strconv.Itoa(one.Line), Width: lineWidth},
			{Kind: board.CellSpace},
			{Text: rule, Tone: kit.ColorMuted, Width: ruleWidth, Least: ruleLeast},
			{Text: one.Excerpt, Mono: true, Fill: true},
			state,
			{Kind: board.CellSpace},
			{Kind: board.CellSpace, Width: leaveWidth},
		}}
	}
	cells := []board.Cell{{Text: where, Fill: true, Middle: true}}
	if one.State == secrets.Withheld {
		cells = append(cells, board.Cell{
			ID: showCell, Text: words.Say("Show"), Tone: kit.ColorAccent, Plain: true, Width: showWidth,
			Tip: words.Say("Show its content, from now on; what is certain in it is still redacted"),
		})
	}
	if !r[i].stated() {
		state = board.Cell{Kind: board.CellSpace, Width: stateWidth}
	}
	leave := board.Cell{Kind: board.CellSpace, Width: leaveWidth}
	if one.Row >= 0 {
		leave = board.Cell{
			ID: leaveCell, Text: words.Say("Leave out"), Tone: kit.ColorAccent, Plain: true, Width: leaveWidth,
			Tip: words.Say("Take it out of what is put together; undo brings it back"),
		}
	}
	cells = append(cells, state, board.Cell{Kind: board.CellSpace}, leave)
	return board.Row{Strong: true, Tip: where, Cells: cells}
}

func states() words.Table[secrets.State] {
	return words.Table[secrets.State]{
		secrets.Redacted: "redacted", secrets.Withheld: "withheld",
		secrets.Readable: "readable", secrets.Allowed: "allowed",
	}
}

func tones() map[secrets.State]fyne.ThemeColorName {
	return map[secrets.State]fyne.ThemeColorName{secrets.Readable: kit.ColorWarn, secrets.Allowed: kit.ColorMuted}
}
