// Package importsview implements the view of dependencies and dependents of files: each with why
// it is listed and its cost, to be selected and added.
package importsview

import (
	"path"
	"slices"
	"strconv"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"dossier/aggregate/text"
	"dossier/ui/columns"
	"dossier/ui/dialog"
	"dossier/ui/features/imports"
	"dossier/ui/kit"
	"dossier/ui/kit/board"
	"dossier/ui/part"
	"dossier/ui/project"
	"dossier/ui/project/dependencies"
	"dossier/ui/session/change"
	"dossier/ui/words"
)

// View is a [part.Editor] that lists the files found, with check boxes.
type View struct {
	w     part.Window
	list  *board.List
	rows  table
	depth *kit.Choice
	mode  *kit.Choice
	all   *kit.Check
	total *kit.Label
	note  *kit.Label // describes files that are not listed
	add   *kit.Button
	empty *kit.Empty
	body  *fyne.Container
	foot  *fyne.Container
	whole *fyne.Container
}

const (
	checkCell  = iota + 1
	depthWidth = 28
	whyWidth   = 300
	minWhy     = 120
)

// New returns the view for the last request, which follows the session.
func New(w part.Window) *View {
	v := &View{w: w, rows: table{}}
	v.list = board.NewList(&v.rows, kit.RowHeight)
	v.list.OnCell = func(i int, _ board.Cell, _ fyne.Position, _ fyne.Size) { v.toggle(i) }
	v.list.OnClick = v.toggle
	v.list.OnSpace = v.toggle
	v.list.OnShortcut = func(s fyne.Shortcut) { w.Shortcut(s) }
	v.list.OnKey = func(ev *fyne.KeyEvent, mods fyne.KeyModifier, _ int) bool { return v.Key(ev.Name, mods) }
	v.depth = kit.NewChoice(depths(), func(i int) { v.uses().SetDepth(dependencies.MinDepth + i) })
	v.depth.SetTip(words.Say("How many steps imports are followed") + " (1-5)")
	v.mode = kit.NewChoice(modes(), func(i int) { v.uses().SetMode(imports.Modes()[i]) })
	v.mode.SetTip(words.Say("How much of each file is shown"))
	v.all = kit.NewCheck(words.Say("All"), func(state kit.CheckState) { v.tickAll(state == kit.On) })
	v.total, v.note = kit.NewLabel("", kit.Body), kit.NewLabel("", kit.Small)
	v.add = kit.NewPrimaryButton(words.Say("Add to the context"), v.addTicked)
	v.add.SetTip(words.Say("Add the ticked rows to the dossier") + " (" + kit.Chords("Ctrl+Enter") + ")")
	v.empty = kit.NewEmpty("", words.Say("Back to the dossier"), w.CloseEditor)
	v.body = container.NewStack(v.list)
	head := container.NewHBox(kit.NewLabel(words.Say("Steps"), kit.Small), v.depth, kit.NewLabel(words.Say("Shown as"), kit.Small), v.mode)
	v.foot = kit.NewSharingRow([]fyne.CanvasObject{v.all, v.total}, v.note, []fyne.CanvasObject{v.add})
	v.whole = kit.NewColumn(kit.NewBar(head, kit.EdgeBottom), v.body, kit.NewBar(v.foot, kit.EdgeTop))
	v.depth.Choose(v.uses().Depth() - dependencies.MinDepth)
	v.mode.Choose(slices.Index(imports.Modes(), v.uses().Mode()))
	v.reload()
	return v
}

func (v *View) uses() *imports.Part { return imports.Of(v.w.Session()) }

func depths() []string {
	var out []string
	for n := dependencies.MinDepth; n <= dependencies.MaxDepth; n++ {
		out = append(out, strconv.Itoa(n))
	}
	return out
}

func modes() []string {
	var out []string
	for _, mode := range imports.Modes() {
		out = append(out, words.Mode(mode))
	}
	return out
}

// Help returns the page of the guide about it.
func (v *View) Help() string { return "docs/guide/files.md#find-a-file" }

// Title returns the view's title.
func (v *View) Title() string {
	if _, to := v.uses().Queried(); to == dependencies.UsedBy {
		return words.Say("Dependents")
	}
	return words.Say("Dependencies")
}

// Path returns the requested file if there is exactly one.
func (v *View) Path() string {
	if names, _ := v.uses().Queried(); len(names) == 1 {
		return names[0]
	}
	return ""
}

// Content returns the list, with the request above and the selection below.
func (v *View) Content() fyne.CanvasObject { return v.whole }

// Actions returns nil: the buttons are below the list.
func (v *View) Actions() []fyne.CanvasObject { return nil }

// Uncovered returns the bar below the rows.
func (v *View) Uncovered() []fyne.CanvasObject { return []fyne.CanvasObject{v.foot} }

// Close does nothing: the session owns all running work.
func (v *View) Close() {}

// First returns the list.
func (v *View) First() fyne.Focusable { return kit.VisibleFocusable(v.body) }

// Key adds the checked files on Ctrl+Enter, and sets the depth on a digit.
func (v *View) Key(name fyne.KeyName, mods fyne.KeyModifier) bool {
	switch {
	case mods == fyne.KeyModifierShortcutDefault && (name == fyne.KeyReturn || name == fyne.KeyEnter):
		v.addTicked()
	case mods == 0 && slices.Contains(depths(), string(name)):
		v.depth.Choose(slices.Index(depths(), string(name)))
		v.uses().SetDepth(dependencies.MinDepth + v.depth.Chosen())
	default:
		return false
	}
	return true
}

// Changed updates what has changed.
func (v *View) Changed(c change.Set) {
	if c.Has(change.Composition) {
		v.uses().Follow() // Follow reports the change
		return
	}
	if c.Has(imports.Changed | change.Settings) {
		v.reload()
	}
}

// addTicked adds the checked files. It asks first if the document would exceed the model's context
// window, or if that is not known yet.
func (v *View) addTicked() {
	files, cost := v.uses().Ticked()
	if files == 0 {
		return
	}
	add := func() {
		if v.uses().Add() {
			v.w.CloseEditor()
		}
	}
	model := v.w.Session().Settings().Model()
	all := cost.Plus(project.Cost{Count: v.w.Session().Budget().Tokens})
	fields := map[string]any{"N": kit.Count(int64(files)), "Tokens": words.Figure(all), "Share": v.share(all), "Model": model.Name}
	text := words.With("With these {{.N}} files the dossier has {{.Tokens}} tokens: {{.Share}} of the window of {{.Model}}. Add them?", fields)
	switch {
	case cost.Pending && files > v.w.Session().Settings().All().ConfirmFolderFiles:
		text = words.With("The tokens of these {{.N}} files are still being counted. Add them?", fields)
	case cost.Pending || all.N <= model.Window:
		add()
		return
	}
	v.w.Dialogs().ShowText(words.Say("Many files"), text,
		dialog.Closes(words.Say("Cancel")), dialog.Does(words.Count("Add {{.N}} files", files), add).AsPrimary())
}

// share returns a cost as a share of the model's context window.
func (v *View) share(cost project.Cost) string {
	return words.Percent(float64(cost.N) / float64(max(1, v.w.Session().Settings().Model().Window)))
}

func (v *View) toggle(i int) {
	if i >= 0 && i < len(v.rows.list) && !v.rows.list[i].In {
		v.uses().Tick([]int{i}, !v.rows.list[i].Ticked)
	}
}

func (v *View) tickAll(on bool) {
	every := make([]int, len(v.rows.list))
	for i := range every {
		every[i] = i
	}
	v.uses().Tick(every, on)
}

func (v *View) reload() {
	v.rows.list = v.uses().Rows()
	_, v.rows.to = v.uses().Queried()
	v.list.Reload()
	files, cost := v.uses().Ticked()
	total := words.Count("{{.N}} files", files) + " · " + words.Figure(cost) + " tok"
	if files > 0 && !cost.Pending {
		total += " · " + words.With("{{.Share}} of the window", map[string]any{"Share": v.share(cost)})
	}
	v.total.SetText(total)
	v.note.SetText(v.unlistedText())
	kit.SetVisible(v.note, v.unlistedText() != "")
	can := 0
	for _, row := range v.rows.list {
		if !row.In {
			can++
		}
	}
	v.all.SetState(kit.TickedOf(files, can))
	kit.SetEnabled(v.add, files > 0, words.Say("Nothing is ticked"))
	why := v.nothing()
	v.empty.SetText(why)
	kit.ShowEither(v.body, why == "", v.list, v.empty)
	kit.Relayout(v.whole)
}

// nothing returns the reason why there is no list; empty if there is one.
func (v *View) nothing() string {
	_, to := v.uses().Queried()
	switch {
	case len(v.rows.list) > 0:
		return ""
	case v.uses().Busy():
		if done := v.uses().Progress(); done.Done > 0 {
			return words.With("Reading the imports of the project's files: {{.Done}} of {{.Total}} files", map[string]any{"Done": kit.Count(int64(done.Done)), "Total": kit.Count(int64(done.Total))})
		}
		return words.Say("Reading the imports of the project's files…")
	case v.uses().Err() != nil:
		return words.Sentence(v.uses().Err())
	case to == dependencies.UsedBy:
		return words.Say("No file of the project imports it.")
	}
	return words.Say("It imports no file of the project.")
}

// unlistedText describes the files that are not listed.
func (v *View) unlistedText() string {
	a := v.uses().Answer()
	switch {
	case a.More > 0:
		return words.Count("{{.N}} more files are not listed", a.More)
	case len(a.Lost) > 0:
		return words.Count("{{.N}} imports match no known file", len(a.Lost))
	}
	return ""
}

// table adapts the session's rows to the list.
type table struct {
	list []imports.Row
	to   dependencies.Direction
}

func (t *table) Len() int           { return len(t.list) }
func (t *table) Key(i int) string   { return t.list[i].Path }
func (t *table) Label(i int) string { return path.Base(t.list[i].Path) }

func (t *table) Find(key string) int { return board.FindKey(t, key) }

func (t *table) Row(i int) board.Row {
	row := t.list[i]
	file := board.Cell{Text: text.Escape(row.Path), Fill: true, Middle: true}
	why := board.Cell{Text: whyOf(row, t.to), Tone: kit.ColorMuted, Small: true, Width: whyWidth, MinWidth: minWhy, Middle: true}
	if why.Tip = why.Text; row.In {
		file.Tone, why.Text = kit.ColorMuted, words.Say("in the dossier")
	}
	return board.Row{Tip: text.Escape(row.Path), Cells: []board.Cell{
		{Kind: board.CellCheck, ID: checkCell, State: kit.Ticked(row.Ticked || row.In), Disabled: row.In, Tip: words.Say("To be added")},
		{Text: strconv.Itoa(row.Depth), Tone: kit.ColorMuted, Small: true, Width: depthWidth, Tip: words.Say("How many steps lead to it")},
		file, why, cost(row),
	}}
}

func cost(row imports.Row) board.Cell {
	c := project.Cost(row.Cost)
	return board.Cell{Kind: board.CellNumber, Width: columns.CountWidth, Text: words.Figure(c), Tip: words.Exactness(c, words.Say("this file in the dossier"))}
}

// whyOf describes how a file was reached: by an import of another file, or because it imports
// another.
func whyOf(row imports.Row, to dependencies.Direction) string {
	fields := map[string]any{"Name": text.Escape(path.Base(row.From)), "Import": text.Escape(row.Import)}
	if row.Import == "" {
		return words.With("same package as {{.Name}}", fields)
	}
	if to == dependencies.UsedBy {
		return words.With("imports {{.Name}}", fields)
	}
	return words.With("{{.Import}}, by {{.Name}}", fields)
}
