// Package fitview is the view that proposes files for a question: the question, the budget and the
// filter above, the proposed files as rows with view mode, cost and reason, and a preview of the
// current row. Rows are applied all at once or one by one.
package fitview

import (
	"cmp"
	"errors"
	"slices"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/layout"

	"dossier/aggregate/text"
	"dossier/ui/features/fit"
	"dossier/ui/features/git/rangechoice"
	"dossier/ui/kit"
	"dossier/ui/kit/board"
	"dossier/ui/kit/edit"
	"dossier/ui/part"
	"dossier/ui/project"
	projectfit "dossier/ui/project/fit"
	"dossier/ui/session/change"
	"dossier/ui/words"
)

// questionLines is the number of lines of the question box, whose height is constant so that the
// rows below it do not move while a question is typed.
const questionLines = 3

// View is a [part.Editor] for files proposed for a question, or for reducing the composition to a
// budget.
type View struct {
	w        part.Window
	editor   *edit.Editor
	box      *edit.Box
	sources  *sources
	preview  *preview
	budget   *budget
	list     *board.List
	rows     table
	all      *kit.Check
	total    *kit.Label
	apply    *kit.Button
	empty    *kit.Empty
	step     func() // action of the empty state
	body     *fyne.Container
	saved    *kit.Button       // stores the question in the preset
	about    *kit.Label        // says what is reduced first
	aboutBar fyne.CanvasObject // its container
	bar      *fyne.Container
	foot     fyne.CanvasObject
	column   *fyne.Container
}

// New returns the view, which follows the session until it is closed.
func New(w part.Window) *View {
	v := &View{w: w}
	v.rows = table{v: v}
	v.editor = edit.NewEditor(func(string) { v.propose() })
	v.editor.OnShortcut = func(s fyne.Shortcut) { w.Shortcut(s) }
	v.editor.OnKey = v.editorKey
	v.box = edit.NewBox(v.editor, questionLines, questionLines)
	v.sources = newSources(v)
	v.budget = newBudget(v)

	v.list = part.NewList(w, &v.rows, v.menu)
	v.list.OnCell = v.cell
	v.list.OnSpace = func(int) { v.toggle(v.list.Chosen()) }
	v.list.OnKey = v.listKey
	v.list.OnOpen = v.openSymbols
	v.list.OnCursor = func(int) { v.previewChosen() }

	v.all = kit.NewCheck("", func(kit.CheckState) { v.toggle(v.rows.every()) })
	v.all.SetTip(words.Say("All rows"))
	v.total = kit.NewLabel("", kit.Body)
	v.apply = kit.NewPrimaryButton(words.Say("Apply"), v.applyTicked)
	v.apply.SetTip(words.Say("Apply the ticked rows to the dossier; undo reverts it") + " (" + kit.Chords("Ctrl+Enter") + ")")
	v.bar = kit.NewSharingRow([]fyne.CanvasObject{v.all}, v.total, []fyne.CanvasObject{v.apply})
	v.foot = kit.NewBar(v.bar, kit.EdgeTop)
	v.empty = kit.NewEmpty("", words.Say("Use the instruction"), func() { v.step() })
	v.preview = newPreview(v)
	v.body = container.NewStack(v.empty)

	text, also := kit.NewSurface(v.box, kit.ColorPanel, 0, kit.Inset, kit.Gap), kit.NewBar(v.sources.row, 0)
	v.about = kit.NewLabel("", kit.Body)
	v.aboutBar = kit.NewBar(v.about, 0)
	head := container.New(layout.NewCustomPaddedVBoxLayout(0), text, also, v.aboutBar, kit.NewBar(v.budget.row, kit.EdgeBottom))
	v.column = kit.NewColumn(head, v.body, v.foot)
	v.saved = kit.NewToggle("", false, func(on bool) { v.fit().SaveInPreset(on) })
	v.saved.SetTip(words.Say("Save the question and the budget in the preset, to ask it again"))
	v.fit().UseSaved()
	v.editor.SetText(v.fit().Question().Text)
	if v.First() == fyne.Focusable(v.editor) {
		v.editor.Select(0, len(v.editor.Text())) // the previous question, which typed text replaces
	}
	if v.fit().HasQuestion() {
		v.fit().Propose() // the previous question may have another result now
	}
	v.reload()
	return v
}

// fit returns the session's fit controller.
func (v *View) fit() *fit.Part { return fit.Of(v.w.Session()) }

// Help returns the page of the guide about it.
func (v *View) Help() string { return "docs/guide/fit.md" }

// Title returns the view's title.
func (v *View) Title() string {
	if v.fit().Degrading() {
		return words.Say("Make it fit")
	}
	if rng := v.fit().Question().Range; rng != "" {
		return words.With("Review a change: {{.Name}}", map[string]any{"Name": kit.ShortenPath(rangechoice.Word(rng), 40)})
	}
	return words.Say("Fit files to a question")
}

// Path returns "": the view is not for a single file.
func (v *View) Path() string { return "" }

// Content returns the question and the rows below it.
func (v *View) Content() fyne.CanvasObject { return v.column }

// First returns the question, or the rows if these are reduced: their question is the previous one.
func (v *View) First() fyne.Focusable {
	if !v.fit().Degrading() {
		return v.editor
	}
	return v.alone()
}

// alone returns the object of the body that gets the focus: the list in the panes, or a button.
func (v *View) alone() fyne.Focusable {
	if v.body.Objects[0] == fyne.CanvasObject(v.preview.panes) {
		return v.list
	}
	return kit.VisibleFocusable(v.body)
}

// showBody makes o the only visible object of the body. If a hidden one had the focus, o gets it.
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

// Uncovered returns the text fields and the bar below the rows.
func (v *View) Uncovered() []fyne.CanvasObject {
	return []fyne.CanvasObject{v.box, v.budget.entry, v.foot}
}

// Close cancels running work.
func (v *View) Close() { v.fit().Stop() }

// Actions returns the buttons that save the question and show the preview.
func (v *View) Actions() []fyne.CanvasObject {
	return []fyne.CanvasObject{v.saved, v.preview.toggle}
}

// Changed updates what has changed.
func (v *View) Changed(c change.Set) {
	if c.Has(change.Tree | change.Document | change.Settings) {
		v.fit().Follow()
	}
	if c.Has(fit.Changed | change.Project | change.Presets | change.Composition) {
		v.reload()
	}
}

// Key applies the checked rows on Ctrl+Enter.
func (v *View) Key(name fyne.KeyName, mods fyne.KeyModifier) bool {
	if mods == kit.Ctrl && (name == fyne.KeyReturn || name == fyne.KeyEnter) {
		v.applyTicked()
		return true
	}
	return false
}

// editorKey moves from the question to the list.
func (v *View) editorKey(ev *fyne.KeyEvent, mods fyne.KeyModifier) bool {
	if mods == 0 && ev.Name == fyne.KeyEscape {
		v.w.CloseEditor()
		return true
	}
	return v.Key(ev.Name, mods)
}

func (v *View) listKey(ev *fyne.KeyEvent, mods fyne.KeyModifier, i int) bool {
	if mods == 0 && (ev.Name == fyne.KeyReturn || ev.Name == fyne.KeyEnter) && i >= 0 {
		v.applyOne(i)
		return true
	}
	return v.Key(ev.Name, mods)
}

// propose asks the question in the box, with its additional parts.
func (v *View) propose() {
	q := v.fit().Question()
	q.Text = v.editor.Text()
	v.fit().SetQuestion(q)
}

// applyTicked applies the checked rows, and returns to the dossier.
func (v *View) applyTicked() {
	if v.fit().Busy() { // the rows belong to an earlier question
		v.w.Toast(v.working())
		return
	}
	if v.fit().Apply() {
		v.w.CloseEditor()
		return
	}
	v.w.Toast(words.Say("No row is ticked"))
}

// applyOne applies a single row and stays in the view.
func (v *View) applyOne(i int) { v.fit().ApplyRow(v.rows.list()[i]) }

// toggle checks rows, or unchecks them if all of them are checked.
func (v *View) toggle(rows []int) {
	on := false
	list := v.rows.of(rows)
	for _, r := range list {
		on = on || v.fit().CanApply(r) && !v.fit().Ticked(r)
	}
	v.fit().Tick(list, on)
}

// reload shows the current proposal.
func (v *View) reload() {
	why, step, do := v.nothing()
	v.rows.setRows(v.fit().Proposal().Rows)
	v.list.Reload()
	v.showAbout()
	v.showPrompt()
	v.sources.show()
	v.budget.show()
	v.showSaved()
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

// showPrompt describes what can be typed as the question.
func (v *View) showPrompt() {
	prompt := words.Say("What do you want to know or change? E.g. “Where is a login checked?”")
	if v.fit().Question().Range != "" {
		prompt = words.Say("What else is the change about? It may be left empty.")
	}
	if v.editor.PlaceHolder != prompt {
		v.editor.PlaceHolder = prompt
		v.editor.Refresh()
	}
}

// showAbout says what is reduced first.
func (v *View) showAbout() {
	kit.SetVisible(v.aboutBar, v.fit().Degrading())
	if !v.fit().Degrading() {
		return
	}
	if v.fit().QuestionText() == "" {
		v.about.SetText(words.Say("No question: the most expensive files are cut first"))
		v.about.SetTip(words.Say("Ask a question to have the least relevant files cut first"))
		return
	}
	v.about.SetText(words.Say("The least relevant files are cut first; the list begins with the most relevant"))
	v.about.SetTip("")
}

// showSaved shows whether the question is stored in the applied preset.
func (v *View) showSaved() {
	preset, ok := v.fit().Preset()
	kit.SetVisible(v.saved, ok && !v.fit().Degrading())
	v.saved.SetText(words.With("Save question in “{{.Name}}”", map[string]any{"Name": kit.ShortenPath(text.Escape(preset.Name), 24)}))
	v.saved.SetOn(v.fit().SavedInPreset())
}

// lastCommit is the range of the newest commit.
const lastCommit = "HEAD^!"

// nothing returns the reason why there is no list, and the next step; empty if there is one.
func (v *View) nothing() (why, step string, do func()) {
	f := v.fit()
	needs := f.Proposal().Needs
	rows := len(f.Proposal().Rows)
	switch {
	case v.w.Session().Dir() == "":
		return words.Say("Open a folder to get files proposed."), words.Say("Open a folder"), v.w.OpenFolder
	case errors.Is(f.Err(), projectfit.ErrNoChange):
		why = words.With("Nothing has changed: {{.Name}}", map[string]any{"Name": rangechoice.Word(f.Question().Range)})
		if f.Question().Range == lastCommit {
			return why, "", nil
		}
		return why, words.Say("Review the last commit"), func() { _ = f.SetRange(lastCommit) } // which is a range
	case f.Err() != nil:
		return text.Escape(words.Sentence(f.Err())), "", nil
	case f.Busy() && rows == 0:
		return v.working(), "", nil
	case !f.HasQuestion():
		return words.Say("Ask a question and set the budget: the best files are proposed in full, related ones as skeletons, the rest as outlines or names."), "", nil
	case needs > 0:
		said := words.With("The budget is too small: the smallest proposal needs {{.Tokens}} tokens.", map[string]any{"Tokens": kit.Count(int64(needs))})
		return said, words.With("Set it to {{.Tokens}}", map[string]any{"Tokens": kit.Count(int64(needs))}), func() { f.SetBudget(needs) }
	case rows == 0:
		return words.Say("No file matches. Use a name from the code: a function, a type or a word of the user interface."), "", nil
	}
	return "", "", nil
}

// working describes the current work and its progress.
func (v *View) working() string { return v.saying(v.fit().Progress()) }

func (v *View) saying(p fit.Progress) string {
	text := figures()[p.Stage]
	if text == "" || p.Total == 0 {
		return cmp.Or(stages().Say(p.Stage), words.Say("Looking for files…"))
	}
	return words.With(text, map[string]any{"Done": kit.Count(int64(p.Done)), "Total": kit.Count(int64(p.Total))})
}

// stages returns the names of the stages before a proposal; figures includes the progress.
func stages() words.Table[fit.Stage] {
	return words.Table[fit.Stage]{
		fit.Reading: "Reading files for the index…", fit.Ranking: "Ranking the files for the question…",
		fit.Counting: "Counting the cost of each view…", fit.Choosing: "Choosing what to show of each file…",
	}
}

func figures() words.Table[fit.Stage] {
	return words.Table[fit.Stage]{
		fit.Reading:  "Reading files for the index: {{.Done}} of {{.Total}}",
		fit.Counting: "Counting the cost of each view: {{.Done}} of {{.Total}} files",
		fit.Ranking:  "", fit.Choosing: "",
	}
}

// same returns the message that there is nothing to apply.
func (v *View) same() string {
	if v.fit().Degrading() {
		return words.Say("It fits: within a smaller budget, files are shown less")
	}
	return words.Say("The dossier is as proposed")
}

// caption shows the result below the list.
func (v *View) caption() {
	f := v.fit()
	come, gone, changed := f.Counts()
	some := come + gone + changed
	total := project.Cost{Count: f.Total()}
	parts := words.CountIfAny("{{.N}} added", come)
	parts = append(parts, words.CountIfAny("{{.N}} changed", changed)...)
	parts = append(parts, words.CountIfAny("{{.N}} removed", gone)...)
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
	v.apply.SetText(words.Say("Apply"))
	if gone > 0 && gone == some {
		v.apply.SetText(words.Count("Remove {{.N}} files", gone))
	}
	switch {
	case f.Busy():
		v.apply.DisableFor(v.working())
	case some > 0:
		v.apply.Enable()
	default:
		v.apply.DisableFor(words.Say("No row is ticked, or the dossier is as proposed"))
	}
	kit.Relayout(v.bar)
}
