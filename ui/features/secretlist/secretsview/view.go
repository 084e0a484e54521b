// Package secretsview implements the list of possible secrets in the dossier by file, with their
// handling, and of parts that were not fully checked.
package secretsview

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"dossier/aggregate"
	"dossier/aggregate/secrets"
	"dossier/aggregate/text"
	"dossier/ui/features/secretlist"
	"dossier/ui/kit"
	"dossier/ui/kit/board"
	"dossier/ui/part"
	"dossier/ui/session/change"
	"dossier/ui/words"
)

// View is a [part.Editor] that lists possible secrets. It replaces an editor.
type View struct {
	part.EditorDefaults
	w     part.Window
	list  *board.List
	rows  rows        // as drawn
	all   *kit.Button // redacts all readable ones
	empty *kit.Empty
	stack *fyne.Container
}

// Active cells of a row.
const (
	stateCell = iota + 1
	showCell
	leaveCell
	checkCell
)

const (
	lineWidth  = 48
	ruleWidth  = 190
	minRule    = 90
	stateWidth = 110
	showWidth  = 90
	checkWidth = 80
	lateWidth  = 110
	leaveWidth = 70
)

// New returns the list of possible secrets, which follows the session.
func New(w part.Window) *View {
	v := &View{w: w}
	v.list = part.NewList(w, v.rows, func(i int) []kit.MenuItem { return v.menu(v.chosen(i)) })
	v.list.OnCell = v.cell
	v.list.OnOpen = v.open
	v.list.OnKey = v.listKey
	v.all = kit.NewButton(words.Say("Redact all readable"), func() { v.part().Redact(v.part().Readable()...) })
	v.all.SetTip(words.Say("Redact every value that may be a secret and can be read; stored in your own settings, and undone by Ctrl+Z"))
	v.empty = kit.NewEmpty(words.Say("The dossier has no possible secrets."), words.Say("Back to the dossier"), w.CloseEditor)
	v.stack = container.NewStack(v.list)
	v.reload()
	return v
}

// Help returns the page of the guide about it.
func (v *View) Help() string { return "docs/guide/secrets.md#review-possible-secrets" }

// Title returns the view's title.
func (v *View) Title() string { return words.Say("Secrets") }

// Content returns the list.
func (v *View) Content() fyne.CanvasObject { return v.stack }

// Actions returns the buttons for all rows.
func (v *View) Actions() []fyne.CanvasObject { return []fyne.CanvasObject{v.all} }

// First returns the list if it is visible.
func (v *View) First() fyne.Focusable {
	if len(v.rows) == 0 {
		return nil
	}
	return kit.VisibleFocusable(v.stack)
}

// Changed updates what has changed.
func (v *View) Changed(c change.Set) {
	if c.Has(change.Document | change.Project | secretlist.Changed) {
		v.reload()
	}
}

func (v *View) part() *secretlist.Part { return secretlist.Of(v.w.Session()) }

func (v *View) reload() {
	v.rows = rowsOf(v.part())
	v.list.SetRows(v.rows)
	kit.SetEnabled(v.all, len(v.part().Readable()) > 0, words.Say("No value that may be a secret can be read"))
	kit.ShowEither(v.stack, len(v.rows) > 0, v.list, v.empty)
}

func (v *View) cell(i int, c board.Cell, at fyne.Position, size fyne.Size) {
	switch c.ID {
	case stateCell:
		v.w.ShowMenuBelow(at, size, v.menu(v.chosen(i)))
	case showCell:
		v.part().Allow(v.rows[i].list...)
	case leaveCell:
		v.part().Exclude(v.rows[i].files()...)
	case checkCell:
		v.check(v.rows[i].late)
	}
}

// check completes late checks, or cancels them if they are running.
func (v *View) check(late []secrets.Unchecked) {
	if v.checking(late) {
		v.part().StopChecking()
		return
	}
	v.part().CheckNow(late...)
}

func (v *View) checking(late []secrets.Unchecked) bool {
	return slices.ContainsFunc(late, v.part().Checking)
}

// Reveal shows the rows of a file, or of the first one in a folder.
func (v *View) Reveal(path string) {
	at := slices.IndexFunc(v.rows, func(r row) bool { return r.where == path })
	if at < 0 {
		at = slices.IndexFunc(v.rows, func(r row) bool { return r.file && strings.HasPrefix(r.where, path+"/") })
	}
	if path != "" && at >= 0 {
		v.list.SetCursor(at)
	}
}

// open shows the menu of a row at its button.
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
	v.part().Exclude(v.chosen(i).files()...)
	return true
}

// target is what a row refers to.
type target struct {
	list []aggregate.Secret
	late []secrets.Unchecked
}

// files returns the files with findings or incomplete checks.
func (f target) files() []string {
	var paths []string
	add := func(row int, path string) {
		if row >= 0 && !slices.Contains(paths, path) {
			paths = append(paths, path)
		}
	}
	for _, one := range f.list {
		add(one.Row, one.Where)
	}
	for _, one := range f.late {
		add(one.Row, one.Where)
	}
	return paths
}

// chosen returns what the selected rows refer to if they include row i, else what row i refers
// to.
func (v *View) chosen(i int) target {
	if !v.list.IsSelected(i) {
		return v.rows[i].target
	}
	var all target
	for _, k := range v.list.Selected() {
		for _, one := range v.rows[k].list {
			if !slices.Contains(all.list, one) {
				all.list = append(all.list, one)
			}
		}
		all.late = append(all.late, v.rows[k].late...)
	}
	return all
}

// menu returns the menu for findings, and for all findings of their rule.
func (v *View) menu(of target) []kit.MenuItem {
	p := v.part()
	items := v.itemsFor(of.list)
	if rule, ok := ruleOf(of.list); ok {
		items = append(items, v.itemsForAll(rule)...)
	}
	if len(of.late) > 0 {
		check := kit.MenuItem{
			Text: words.Say("Check now"), Note: words.Say("Without a time limit; you can stop it"),
			Action: func() { v.check(of.late) },
		}
		if v.checking(of.late) {
			check.Text, check.Note = words.Say("Stop checking"), ""
		}
		items = append([]kit.MenuItem{check}, items...)
	}
	if files := of.files(); len(files) > 0 {
		items = append(
			items, kit.MenuItem{Separator: true},
			kit.MenuItem{Text: words.Say("Go to its row"), Action: func() { v.w.Reveal(part.Files, files[0]) }},
			kit.MenuItem{
				Text: words.Say("Exclude the file"), Detail: kit.Chords("Delete"), Note: words.Say("Removes the file from the dossier; undo restores it"),
				Action: func() { p.Exclude(files...) },
			},
		)
	}
	return items
}

// itemsFor returns the menu rows of decisions on some findings.
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
		if p.HasDecision(one) {
			said = append(said, one)
		}
	}
	var items []kit.MenuItem
	if len(readable) > 0 {
		items = append(items, kit.MenuItem{Text: words.Say("Redact"), Note: words.Say("Stored in your own settings"), Action: func() { p.Redact(readable...) }})
	}
	if len(withheld) > 0 {
		items = append(
			items,
			kit.MenuItem{Text: words.Say("Include file for me"), Note: words.Say("Stored in your own settings; certain secrets in it stay redacted"), Action: func() { p.Allow(withheld...) }},
			kit.MenuItem{Text: words.Say("Include file for the project"), Note: words.Say("Stored in dossier.toml, until its content changes"), Action: func() { p.AllowInProject(withheld...) }},
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
			Text: words.Say("Reset to default"), Note: words.Say("Removes its entries from your settings and dossier.toml"),
			Action: func() { p.Forget(said...) },
		})
	case len(items) == 0 && len(allowed) > 0:
		items = append(items, kit.MenuItem{Text: words.Say("Reset to default"), Reason: words.Say("A comment on its line, or .gitleaks.toml, marks it as not secret")})
	}
	return items
}

// itemsForAll returns the menu rows of decisions on all findings of a rule.
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
		items = append(items, kit.MenuItem{Text: words.Say("Stop redacting all for the project"), Action: func() { p.RedactRule(rule, false) }})
	case likely:
		items = append(items, kit.MenuItem{Text: words.Say("Redact all for the project"), Note: words.Say("Stored in dossier.toml"), Action: func() { p.RedactRule(rule, true) }})
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

// ruleOf returns the rule of all findings in a list if it is the same and not that of file names.
func ruleOf(list []aggregate.Secret) (string, bool) {
	if len(list) == 0 || list[0].Class == aggregate.FileClass {
		return "", false
	}
	other := func(s aggregate.Secret) bool { return s.Rule != list[0].Rule }
	return list[0].Rule, !slices.ContainsFunc(list, other)
}

// row is a file or another part of the dossier, or a finding in it.
type row struct {
	key     string
	where   string // path of the file, or title of the part
	file    bool   // it is a file, not another part
	head    bool
	target       // the finding for a secret file name itself; late is only set for heads
	busy    bool // its incomplete checks are being completed
	certain int  // for a withheld file: the number of secrets in it that stay redacted when it is included
}

// stated reports whether the row has a state of its own.
func (r row) stated() bool {
	return !r.head || len(r.list) > 0 && r.list[0].Class == aggregate.FileClass
}

// rows are possible secrets grouped by file.
type rows []row

func rowsOf(p *secretlist.Part) rows {
	type place struct {
		name string
		row  int
	}
	var places []place
	in := map[place]*target{}
	at := func(name string, row int) *target {
		where := place{name, row}
		if in[where] == nil {
			places, in[where] = append(places, where), &target{}
		}
		return in[where]
	}
	for _, one := range p.List() {
		f := at(one.Where, one.Row)
		f.list = append(f.list, one)
	}
	for _, one := range p.Unchecked() {
		f := at(one.Where, one.Row)
		f.late = append(f.late, one)
	}
	var out rows
	seen := map[string]int{}
	for _, where := range places {
		add := func(key string, head bool, of target) {
			if seen[key]++; seen[key] > 1 { // the same value again on one line
				key += " " + strconv.Itoa(seen[key])
			}
			out = append(out, row{key: key, where: where.name, file: where.row >= 0, head: head, target: of})
		}
		all := *in[where]
		key := fmt.Sprintf("%s %d", where.name, min(where.row, 0))
		if i := slices.IndexFunc(all.list, func(s aggregate.Secret) bool { return s.Class == aggregate.FileClass }); i >= 0 {
			add(key, true, target{all.list[i : i+1 : i+1], all.late})
			all.list = slices.Delete(slices.Clone(all.list), i, i+1)
		} else {
			add(key, true, all)
		}
		out[len(out)-1].busy = slices.ContainsFunc(all.late, p.Checking)
		out[len(out)-1].certain = certain(all.list)
		for _, one := range all.list {
			add(fmt.Sprintf("%s %d %s", key, one.Line, one.ID), false, target{list: []aggregate.Secret{one}})
		}
	}
	return out
}

// certain returns the number of distinct certain secrets in a list.
func certain(list []aggregate.Secret) int {
	n := 0
	for _, one := range list {
		if one.Class == secrets.Certain {
			n++
		}
	}
	return n
}

// includeTip describes how the secrets in a file are handled when it is included.
func includeTip(certain int) string {
	if certain == 0 {
		return words.Say("Include its content from now on; no certain secret was found in it")
	}
	return words.Count("Include its content from now on; {{.N}} certain secrets stay redacted", certain)
}

func (r rows) Len() int           { return len(r) }
func (r rows) Label(i int) string { return r[i].where }
func (r rows) Key(i int) string   { return r[i].key }

func (r rows) Find(key string) int { return board.FindKey(r, key) }

func (r rows) Row(i int) board.Row {
	if r[i].head {
		return r[i].headRow()
	}
	one := r[i].list[0]
	rule := text.Escape(one.Rule)
	return board.Row{Tip: fmt.Sprintf("%s:%d\n%s\n%s", text.Escape(one.Where), one.Line, rule, one.Excerpt), Cells: []board.Cell{
		{Kind: board.CellNumber, Text: strconv.Itoa(one.Line), Width: lineWidth},
		{Kind: board.CellSpace},
		{Text: rule, Tone: kit.ColorMuted, Width: ruleWidth, MinWidth: minRule},
		{Text: one.Excerpt, Mono: true, Fill: true},
		stateOf(one),
		{Kind: board.CellSpace},
		{Kind: board.CellSpace, Width: leaveWidth},
	}}
}

// stateOf returns the cell with the state of a finding.
func stateOf(one aggregate.Secret) board.Cell {
	return board.Cell{
		Kind: board.CellChip, ID: stateCell, Text: states().Say(one.State), Tone: tones()[one.State], Width: stateWidth,
		Tip: words.Say("Redact or allow it, or exclude the file"),
	}
}

// headRow returns the row of a file or another part of the dossier.
func (r row) headRow() board.Row {
	where := text.Escape(r.where)
	cells := []board.Cell{{Text: where, Fill: true, Middle: true}}
	link := func(id int, text string, width float32, tip string) board.Cell {
		return board.Cell{ID: id, Text: text, Tone: kit.ColorAccent, Plain: true, Width: width, Tip: tip}
	}
	if len(r.late) > 0 {
		late, check := words.Say("not checked"), link(checkCell, words.Say("Check now"), checkWidth, words.Say("Without a time limit; you can stop it"))
		if r.busy {
			late, check = words.Say("checking…"), link(checkCell, words.Say("Stop"), checkWidth, words.Say("Stop checking"))
		}
		cells = append(cells, check, board.Cell{
			Text: late, Plain: true, Tone: kit.ColorWarn, Width: lateWidth,
			Tip: words.Say("It was not fully checked for secrets, because that takes too long: the list shows those found so far"),
		})
	}
	state := board.Cell{Kind: board.CellSpace, Width: stateWidth}
	if r.stated() {
		if state = stateOf(r.list[0]); r.list[0].State == secrets.Withheld {
			cells = append(cells, link(showCell, words.Say("Include file"), showWidth, includeTip(r.certain)))
		}
	} else if len(r.late) > 0 {
		state.Width = 0
	}
	leave := board.Cell{Kind: board.CellSpace, Width: leaveWidth}
	if r.file {
		leave = link(leaveCell, words.Say("Exclude"), leaveWidth, words.Say("Removes the file from the dossier; undo restores it"))
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
