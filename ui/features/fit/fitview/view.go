// Package fitview is the view that proposes files for a question: the question, the budget and the
// filter above, the proposed files as rows with view mode, cost and reason, and a preview of the
// current row. Rows are applied all at once or one by one.
package fitview

import (
	"cmp"
	"slices"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/layout"

	"dossier/aggregate/text"
	"dossier/ui/features/fit"
	"dossier/ui/kit"
	"dossier/ui/kit/board"
	"dossier/ui/kit/edit"
	"dossier/ui/part"
	"dossier/ui/project"
	"dossier/ui/session/change"
	"dossier/ui/words"
)

// questionLines is how many lines the box for the question shows: it keeps its height, so that the rows below
// it stay where they are while a question is typed.
const questionLines = 3

// View is a [part.Editor] of what is proposed for a question, or of how to make what is put
// together fit.
type View struct {
	w       part.Window
	editor  *edit.Editor
	box     *edit.Box
	sources *sources
	preview *preview
	budget  *budget
	list    *board.List
	rows    table
	all     *kit.Check
	total   *kit.Label
	take    *kit.Button
	empty   *kit.Empty
	step    func() // of the empty state
	body    *fyne.Container
	kept    *kit.Button         // keeps the question with the preset
	about   *kit.Label          // the question that decides what is cut
	asked   fyne.CanvasObject   // holds it
	asks    []fyne.CanvasObject // what is there while something can be asked
	bar     *fyne.Container
	foot    fyne.CanvasObject
	column  *fyne.Container
}

// New returns the view, which follows the session until it is closed.
func New(w part.Window) *View {
	v := &View{w: w}
	v.rows = table{v: v}
	v.editor = edit.NewEditor(func(string) { v.ask() })
	v.editor.PlaceHolder = words.Say("What do you want to know or change? E.g. “Where is a login checked?”")
	v.editor.OnShortcut = func(s fyne.Shortcut) { w.Shortcut(s) }
	v.editor.OnKey = v.editorKey
	v.box = edit.NewBox(v.editor, questionLines, questionLines)
	v.sources = newSources(v)
	v.budget = newBudget(v)

	v.list = board.NewList(&v.rows, kit.RowHeight)
	v.list.OnCell = v.cell
	v.list.OnSpace = func(int) { v.toggle(v.list.Chosen()) }
	v.list.OnMenu = func(i int, at fyne.Position) { w.ShowMenu(at, v.menu(i)) }
	v.list.OnKey = v.listKey
	v.list.OnOpen = v.openSymbols
	v.list.OnCursor = func(int) { v.previewChosen() }
	v.list.OnShortcut = func(s fyne.Shortcut) { w.Shortcut(s) }

	v.all = kit.NewCheck("", func(kit.CheckState) { v.toggle(v.rows.every()) })
	v.all.SetTip(words.Say("All rows"))
	v.total = kit.NewLabel("", kit.Body)
	v.take = kit.NewPrimaryButton(words.Say("Apply"), v.takeTicked)
	v.take.SetTip(words.Say("Change the dossier as the ticked rows say; undo reverts it") + " (Ctrl+Enter)")
	v.bar = container.NewBorder(nil, nil, v.all, v.take, v.total)
	v.foot = kit.NewBar(v.bar, kit.EdgeTop)
	v.empty = kit.NewEmpty("", words.Say("Use the instruction"), func() { v.step() })
	v.preview = newPreview(v)
	v.body = container.NewStack(v.empty)

	text, also := kit.NewSurface(v.box, kit.ColorPanel, 0, kit.Inset, kit.Gap), kit.NewBar(v.sources.row, 0)
	v.asks = []fyne.CanvasObject{text, also, v.sources.keep}
	v.about = kit.NewLabel("", kit.Body)
	v.asked = kit.NewBar(v.about, 0)
	head := container.New(layout.NewCustomPaddedVBoxLayout(0), text, also, v.asked, kit.NewBar(v.budget.row, kit.EdgeBottom))
	v.column = kit.NewColumn(head, v.body, v.foot)
	v.kept = kit.NewToggle("", false, func(on bool) { v.fit().KeepWithPreset(on) })
	v.kept.SetTip(words.Say("Save the question and the budget in the preset, to ask it again"))
	v.fit().Recall()
	v.editor.SetText(v.fit().Question().Text)
	if v.fit().Asked() {
		v.fit().Ask() // what was asked before may have another answer now
	}
	v.reload()
	return v
}

// fit is the part of the session.
func (v *View) fit() *fit.Part { return v.w.Session().Fit() }

// Title says what it is for.
func (v *View) Title() string {
	if v.fit().Degrading() {
		return words.Say("Make it fit")
	}
	return words.Say("Fit files to a question")
}

// Path is empty: there are several.
func (v *View) Path() string { return "" }

// Content is the question above the rows.
func (v *View) Content() fyne.CanvasObject { return v.column }

// First is the question, or the rows when nothing is asked.
func (v *View) First() fyne.Focusable {
	if !v.fit().Degrading() {
		return v.editor
	}
	return v.alone()
}

// alone is what takes the keyboard of the body: the list of the panes, or a step.
func (v *View) alone() fyne.Focusable {
	if v.body.Objects[0] == fyne.CanvasObject(v.preview.panes) {
		return v.list
	}
	return kit.Alone(v.body)
}

// showBody makes o all that the body shows. Where the keyboard was in what it shows no longer, o has it.
func (v *View) showBody(o fyne.CanvasObject) {
	c, had := kit.CanvasOf(v.body), false
	if c != nil && v.body.Objects[0] != o {
		had = slices.Contains([]fyne.Focusable{v.list, v.preview.lines, v.empty.Step()}, c.Focused())
	}
	kit.ShowAlone(v.body, o)
	if had {
		c.Focus(v.alone())
	}
}

// TextBoxes lists what is typed into.
func (v *View) TextBoxes() []fyne.CanvasObject { return []fyne.CanvasObject{v.box, v.budget.entry} }

// Close ends what is under way.
func (v *View) Close() { v.fit().Stop() }

// Actions save the question and show the preview.
func (v *View) Actions() []fyne.CanvasObject {
	return []fyne.CanvasObject{v.kept, v.preview.toggle}
}

// Changed shows what has changed.
func (v *View) Changed(c change.Set) {
	if c.Has(change.Tree | change.Document | change.Settings) {
		v.fit().Follow()
	}
	if c.Has(change.Fit | change.Project | change.Presets | change.Composition) {
		v.reload()
	}
}

// Key takes what is ticked with Ctrl+Enter.
func (v *View) Key(name fyne.KeyName, mods fyne.KeyModifier) bool {
	if mods == kit.Ctrl && (name == fyne.KeyReturn || name == fyne.KeyEnter) {
		v.takeTicked()
		return true
	}
	return false
}

// editorKey goes on to the list.
func (v *View) editorKey(ev *fyne.KeyEvent, mods fyne.KeyModifier) bool {
	if mods == 0 && ev.Name == fyne.KeyEscape {
		v.w.CloseEditor()
		return true
	}
	return v.Key(ev.Name, mods)
}

func (v *View) listKey(ev *fyne.KeyEvent, mods fyne.KeyModifier, i int) bool {
	if mods == 0 && (ev.Name == fyne.KeyReturn || ev.Name == fyne.KeyEnter) && i >= 0 {
		v.takeOne(i)
		return true
	}
	return v.Key(ev.Name, mods)
}

// ask asks what is written, with what else counts as the question.
func (v *View) ask() {
	q := v.fit().Question()
	q.Text = v.editor.Text()
	v.fit().SetQuestion(q)
}

// takeTicked takes what is ticked, and leads back to the dossier.
func (v *View) takeTicked() {
	if v.fit().Busy() { // the rows answer what was asked before
		v.w.Toast(v.working())
		return
	}
	if v.fit().Take() {
		v.w.CloseEditor()
		return
	}
	v.w.Toast(words.Say("No row is ticked"))
}

// takeOne takes a single row and stays.
func (v *View) takeOne(i int) { v.fit().TakeRow(v.rows.list()[i]) }

// toggle ticks rows, or takes the ticks away when all of them are ticked.
func (v *View) toggle(rows []int) {
	on := false
	list := v.rows.of(rows)
	for _, r := range list {
		on = on || v.fit().CanTake(r) && !v.fit().Ticked(r)
	}
	v.fit().Tick(list, on)
}

// reload shows what is proposed now.
func (v *View) reload() {
	why, step, do := v.nothing()
	v.rows.rows = v.fit().Proposal().Rows
	v.list.Reload()
	for _, o := range v.asks {
		kit.SetVisible(o, !v.fit().Degrading())
	}
	v.showAbout()
	v.sources.show()
	v.budget.show()
	v.showKept()
	kit.SetVisible(v.foot, why == "")
	v.caption()
	v.step = do
	v.empty.SetText(why)
	v.empty.ShowStep(step != "")
	v.empty.SetStep(step)
	v.preview.show()
	shown := fyne.CanvasObject(v.preview.panes)
	if why != "" {
		shown = v.empty
	}
	v.showBody(shown)
	kit.Relayout(v.column)
}

// showAbout says which question decides what is shown less.
func (v *View) showAbout() {
	kit.SetVisible(v.asked, v.fit().Degrading())
	if !v.fit().Degrading() {
		return
	}
	said := strings.Join(strings.Fields(text.Escape(v.fit().Said())), " ")
	if said == "" {
		v.about.SetText(words.Say("No question: what costs most is cut first"))
		v.about.SetTip(words.Say("Ask a question in Fit to have the least relevant files cut first"))
		return
	}
	v.about.SetText(words.With("Least relevant first, for: {{.Question}}", map[string]any{"Question": said}))
	v.about.SetTip(said)
}

// showKept says whether the question is kept with the preset that is applied.
func (v *View) showKept() {
	preset, ok := v.fit().Preset()
	kit.SetVisible(v.kept, ok && !v.fit().Degrading())
	v.kept.SetText(words.With("Save question in “{{.Name}}”", map[string]any{"Name": kit.ShortenPath(text.Escape(preset.Name), 24)}))
	v.kept.SetOn(v.fit().Kept())
}

// nothing says why there is no list, and the next step; empty when there is one.
func (v *View) nothing() (why, step string, do func()) {
	f := v.fit()
	needs := f.Proposal().Needs
	rows := len(f.Proposal().Rows)
	switch {
	case v.w.Session().Dir() == "":
		return words.Say("Open a folder to get files proposed."), words.Say("Open a folder"), v.w.OpenFolder
	case f.Err() != nil:
		return words.Failure(f.Err()), "", nil
	case f.Busy() && rows == 0:
		return v.working(), "", nil
	case !f.Asked():
		return words.Say("Ask a question and set the budget: the best files are proposed in full, related ones as skeletons, the rest as outlines or names."), "", nil
	case needs > 0:
		said := words.With("The budget is too small: the smallest proposal needs {{.Tokens}} tokens.", map[string]any{"Tokens": kit.Count(int64(needs))})
		return said, words.With("Set it to {{.Tokens}}", map[string]any{"Tokens": kit.Count(int64(needs))}), func() { f.SetBudget(needs) }
	case rows == 0:
		return words.Say("No file matches. Use a name from the code: a function, a type or a word of the user interface."), "", nil
	}
	return "", "", nil
}

// working says what is done, and how far it has come.
func (v *View) working() string { return v.saying(v.fit().Progress()) }

func (v *View) saying(p fit.Progress) string {
	text := figures()[p.Stage]
	if text == "" || p.Total == 0 {
		return cmp.Or(stages().Say(p.Stage), words.Say("Looking for files…"))
	}
	return words.With(text, map[string]any{"Done": kit.Count(int64(p.Done)), "Total": kit.Count(int64(p.Total))})
}

// stages are what is done before anything is proposed; figures, with how far that has come.
func stages() words.Table[fit.Stage] {
	return words.Table[fit.Stage]{
		fit.Reading: "Reading files for the index…", fit.Ranking: "Ranking the files for the question…",
		fit.Counting: "Counting what each view costs…", fit.Choosing: "Choosing what to show of each file…",
	}
}

func figures() words.Table[fit.Stage] {
	return words.Table[fit.Stage]{
		fit.Reading:  "Reading files for the index: {{.Done}} of {{.Total}}",
		fit.Counting: "Counting what each view costs: {{.Done}} of {{.Total}} files",
		fit.Ranking:  "", fit.Choosing: "",
	}
}

// same says that there is nothing to take.
func (v *View) same() string {
	if v.fit().Degrading() {
		return words.Say("It fits: within a smaller budget, files are shown less")
	}
	return words.Say("The dossier is as proposed")
}

// caption says below the list what comes of it.
func (v *View) caption() {
	f := v.fit()
	come, gone, changed := f.Counts()
	some := come + gone + changed
	total := project.Cost{Count: f.Total()}
	var parts []string
	if come > 0 {
		parts = append(parts, words.Count("{{.N}} added", come))
	}
	if changed > 0 {
		parts = append(parts, words.Count("{{.N}} changed", changed))
	}
	if gone > 0 {
		parts = append(parts, words.Count("{{.N}} removed", gone))
	}
	if !f.Proposal().Differs() {
		parts = append(parts, v.same())
	}
	if f.Settling() {
		parts = append(parts, words.Say("counting exactly…"))
	}
	cost := words.With("{{.Tokens}} of {{.Budget}} tokens, now {{.Before}}", map[string]any{
		"Tokens": words.Figure(total), "Budget": kit.Count(int64(f.Budget())), "Before": words.Tokens(f.Proposal().Before),
	})
	caption, shorter := strings.Join(append(parts, cost), " · "), []string{cost, words.With("{{.Tokens}} tokens", map[string]any{"Tokens": words.Figure(total)}), words.Figure(total)}
	if f.Busy() {
		caption, shorter = v.working(), nil
	}
	v.total.SetText(caption)
	v.total.SetShorter(shorter...)
	v.total.SetTip(caption)
	v.total.SetTone(kit.ColorText)
	if f.Total().N > f.Budget() && !f.Busy() {
		v.total.SetTone(kit.ColorBad)
	}
	v.all.SetState(v.rows.state())
	v.take.SetText(words.Say("Apply"))
	if gone > 0 && gone == some {
		v.take.SetText(words.Count("Remove {{.N}} files", gone))
	}
	switch {
	case f.Busy():
		v.take.DisableFor(v.working())
	case some > 0:
		v.take.Enable()
	default:
		v.take.DisableFor(words.Say("No row is ticked, or the dossier is as proposed"))
	}
	kit.Relayout(v.bar)
}
