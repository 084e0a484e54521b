package ui

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"dossier/aggregate"
	"dossier/aggregate/text"
	"dossier/ui/columns"
	"dossier/ui/features/repairlist"
	"dossier/ui/kit"
	"dossier/ui/kit/board"
	"dossier/ui/part"
	"dossier/ui/project"
	"dossier/ui/session/change"
	"dossier/ui/words"
)

// problemsView lists problems, followed by notes, by kind. It is shown instead of an editor; each
// row leads to its file.
type problemsView struct {
	part.EditorDefaults
	w      *Window
	list   *board.List
	rows   []problemRow
	review *kit.Button
	empty  *kit.Empty
	stack  *fyne.Container
}

// problemRow is the heading of a kind, or one of its files.
type problemRow struct {
	group project.WarningGroup
	of    *aggregate.Warning // nil for a heading
}

// reviewProblems opens the list of problems at its previous position.
func (w *Window) reviewProblems() { w.openEditor(newProblemsView(w)) }

func newProblemsView(w *Window) *problemsView {
	v := &problemsView{w: w}
	v.list = board.NewList(problemRows{v}, kit.RowHeight)
	v.list.Single = true
	v.list.OnClick = v.open
	v.list.OnOpen = v.open
	v.list.OnShortcut = func(s fyne.Shortcut) { w.shortcut(s) }
	v.review = kit.NewButton(words.Say("Review what is missing…"), w.reviewMissing)
	v.empty = kit.NewEmpty(words.Say("There are no problems or notes."), words.Say("Back to the dossier"), w.closeEditor)
	v.stack = container.NewStack(v.list)
	v.reload()
	v.list.SetCursor((problemRows{v}).Find(w.problem))
	return v
}

// Help returns the page of the guide about it.
func (v *problemsView) Help() string { return "docs/guide/trouble.md#problems-and-notes" }

func (v *problemsView) Title() string              { return words.Say("Problems and notes") }
func (v *problemsView) Content() fyne.CanvasObject { return v.stack }

// Actions returns buttons that lead to solutions; the one for external paths exists only if there
// are some.
func (v *problemsView) Actions() []fyne.CanvasObject {
	if len(v.w.session.Access().Consent().Question().Permissions) == 0 {
		return []fyne.CanvasObject{v.review}
	}
	asks := kit.NewButton(words.Say("Permission requests…"), func() { reviewPermissions(v.w) })
	return []fyne.CanvasObject{asks, v.review}
}

func (v *problemsView) Changed(c change.Set) {
	if c.Has(change.Document | change.Project | repairlist.Changed | change.Activity) {
		v.reload()
	}
}

// First returns the list if it is visible.
func (v *problemsView) First() fyne.Focusable {
	if len(v.rows) == 0 {
		return nil
	}
	return v.list
}

func (v *problemsView) reload() {
	v.rows = v.rows[:0]
	for _, group := range project.GroupWarnings(v.w.session.Warnings()) {
		v.rows = append(v.rows, problemRow{group: group})
		for i := range group.List {
			v.rows = append(v.rows, problemRow{group, &group.List[i]})
		}
	}
	v.list.Reload()
	kit.SetEnabled(v.review, len(repairlist.Of(v.w.session).List()) > 0, words.Say("Nothing is missing"))
	kit.ShowEither(v.stack, len(v.rows) > 0, v.list, v.empty)
}

// open shows the file of a row, or the first file of a heading. A message without a file is shown
// in full.
func (v *problemsView) open(i int) {
	row := v.rows[i]
	if row.of == nil {
		row.of = &row.group.List[0]
	}
	v.w.problem = problemRows{v}.Key(i)
	at, ok := v.w.session.Files().RowOf(row.of.Path)
	if !ok {
		v.w.overlay.Toast(row.of.String(), "", nil)
		return
	}
	v.w.showTab(part.Files)
	v.w.context.Reveal(row.of.Path)
	v.w.context.Focus()
	if !v.w.narrow {
		v.w.context.ShowRow(at)
	}
}

// problemRows implements the rows of the list.
type problemRows struct{ v *problemsView }

func (r problemRows) Len() int { return len(r.v.rows) }

func (r problemRows) Key(i int) string {
	row := r.v.rows[i]
	if row.of == nil {
		return "head: " + row.group.Message
	}
	return row.of.String()
}

func (r problemRows) Find(key string) int { return board.FindKey(r, key) }

func (r problemRows) Label(i int) string {
	if row := r.v.rows[i]; row.of != nil {
		return row.of.Path
	}
	return ""
}

const problemKind = 64 // problem, bold

func (r problemRows) Row(i int) board.Row {
	row := r.v.rows[i]
	if row.of == nil {
		kind := board.Cell{Text: words.Say("problem"), Tone: kit.ColorBad, Width: problemKind}
		if row.group.Note {
			kind.Text, kind.Tone = words.Say("note"), kit.ColorMuted
		}
		return board.Row{Strong: true, Cells: []board.Cell{
			kind,
			{Text: row.group.Message, Fill: true},
			{Kind: board.CellNumber, Text: kit.Count(int64(len(row.group.List))), Width: columns.CountWidth, Tip: words.Count("Concerns {{.N}} files", len(row.group.List))},
		}, Tip: row.group.Message}
	}
	name := text.Escape(row.of.Path)
	if name == "" {
		name = words.Say("the project")
	}
	cells := []board.Cell{{Kind: board.CellSpace, Width: problemKind}, {Text: name, Fill: true, Middle: true}}
	if row.of.Message != row.group.Message {
		cells = append(cells, board.Cell{Text: row.of.Message, Tone: kit.ColorMuted, Yields: true})
	}
	return board.Row{Cells: cells, Tip: row.of.String()}
}
