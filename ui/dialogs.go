package ui

import (
	"strconv"
	"strings"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/dialog"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/layout"

	"dossier/aggregate/text"
	"dossier/presets"
	"dossier/ui/kit"
	"dossier/ui/session"
)

// answer is a button of a dialog. The dialog closes unless run says that it stays.
type answer struct {
	text    string
	primary bool // Enter chooses it
	run     func() (stay bool)
	// then is called once the dialog is gone: what it opens, such as a chooser, would
	// otherwise be closed together with the dialog below it. Nil does nothing.
	then func()
}

// closes is an answer that only closes the dialog.
func closes(text string) answer { return answer{text: text} }

// does is an answer that closes the dialog and then does something.
func does(text string, then func()) answer { return answer{text: text, then: then} }

// ask shows a dialog. Escape closes it, Enter chooses the primary answer, wherever in it
// the keyboard is. A dialog with a field begins in the first one, with its text selected:
// what is typed takes its place. Any other begins at the first thing of the body that
// takes the keyboard, or at the primary answer. A size of 0 is that of the body.
func (w *Window) ask(title string, body fyne.CanvasObject, size fyne.Size, answers ...answer) {
	open := &openDialog{}
	buttons := make([]fyne.CanvasObject, len(answers))
	var begin fyne.Focusable
	for i, a := range answers {
		choose := func() {
			if a.run != nil && a.run() {
				return
			}
			open.close()
			if a.then != nil {
				a.then()
			}
		}
		button := kit.NewButton(a.text, choose)
		if a.primary {
			button, open.confirm = kit.NewPrimaryButton(a.text, choose), choose
		}
		if buttons[i] = button; a.primary || begin == nil {
			begin = button
		}
	}
	open.controls = append([]fyne.CanvasObject{body}, buttons...)
	d := kit.NewDialog(w.overlay, w.win.Canvas(), title, body, buttons)
	canvas := w.win.Canvas().Size()
	if least := d.MinSize(); least.Width > canvas.Width-2*kit.Group || least.Height > canvas.Height-2*kit.Group {
		d = kit.NewDialog(w.overlay, w.win.Canvas(), title, container.NewScroll(body), buttons)
	}
	before := w.dialog
	open.close, d.OnClosed = d.Hide, func() { w.dialog = before }
	if size.Width > 0 {
		d.Resize(fyne.NewSize(min(size.Width, canvas.Width-4*kit.Group), min(size.Height, canvas.Height-4*kit.Group)))
	}
	w.dialog = open
	d.Show()
	if field := w.firstIn(body, isField); field != nil {
		w.focus(field)
		selectAll(field)
		return
	}
	if o := w.firstIn(body, isControl); o != nil {
		begin = o
	}
	w.focus(begin)
}

// firstIn returns the first thing in a part of the window that takes the keyboard and is
// wanted, as one reads, or nil.
func (w *Window) firstIn(part fyne.CanvasObject, wanted func(fyne.Focusable) bool) fyne.Focusable {
	var first fyne.Focusable
	var at fyne.Position
	visitFocusable(part, func(f fyne.Focusable) {
		if pos, _ := w.area(f.(fyne.CanvasObject)); wanted(f) && (first == nil || pos.Y < at.Y || pos.Y == at.Y && pos.X < at.X) {
			first, at = f, pos
		}
	})
	return first
}

// visitFocusable visits what takes the keyboard in a part of the window.
func visitFocusable(o fyne.CanvasObject, visit func(fyne.Focusable)) {
	if !o.Visible() {
		return
	}
	if f, ok := o.(fyne.Focusable); ok {
		visit(f)
	}
	var within []fyne.CanvasObject
	switch o := o.(type) {
	case *fyne.Container:
		within = o.Objects
	case *container.Scroll:
		within = []fyne.CanvasObject{o.Content}
	case *kit.Surface:
		within = []fyne.CanvasObject{o.Content()}
	case *kit.EditorBox:
		within = []fyne.CanvasObject{o.Editor}
	}
	for _, child := range within {
		visitFocusable(child, visit)
	}
}

// isField reports whether a text is typed into a widget.
func isField(o fyne.Focusable) bool {
	switch o.(type) {
	case *kit.Entry, *kit.Suggest, *kit.TextBox, *kit.Editor:
		return !disabled(o)
	}
	return false
}

// isControl reports whether the keyboard does something in a widget. A label takes it only
// to show its tip.
func isControl(o fyne.Focusable) bool {
	_, label := o.(*kit.Label)
	return !label && !disabled(o)
}

func disabled(o fyne.Focusable) bool {
	d, ok := o.(fyne.Disableable)
	return ok && d.Disabled()
}

// selectAll selects the text of a field.
func selectAll(field fyne.Focusable) {
	switch f := field.(type) {
	case *kit.Editor:
		f.Select(0, len(f.Text()))
	case fyne.Shortcutable:
		f.TypedShortcut(&fyne.ShortcutSelectAll{})
	}
}

// openDialog is the dialog in front, for the keys that it shares with all others.
type openDialog struct {
	close, confirm func()              // confirm is nil where nothing is primary
	controls       []fyne.CanvasObject // the body and the buttons; none of the toolkit's chooser
	// key takes the keys that the dialog has a use of its own for; nil: none.
	key func(fyne.KeyName) bool
}

// dialogKey gives a key to the dialog in front, and reports whether there is one: while
// there is, no other command of the window runs.
func (w *Window) dialogKey(name fyne.KeyName) bool {
	if w.dialog == nil {
		return false
	}
	switch {
	case w.dialog.key != nil && w.dialog.key(name):
	case name == fyne.KeyEscape:
		w.dialog.close()
	case (name == fyne.KeyReturn || name == fyne.KeyEnter) && w.dialog.confirm != nil:
		w.dialog.confirm()
	}
	return true
}

// entry returns an entry for a dialog: Escape and Enter are the dialog's.
func (w *Window) entry(text string) *kit.Entry {
	e := kit.NewEntry("", nil)
	e.SetText(text)
	e.Closes = true
	e.OnEscape = func() { w.dialogKey(fyne.KeyEscape) }
	e.OnSubmitted = func(string) { w.dialogKey(fyne.KeyReturn) }
	e.OnShortcut = w.dialogShortcut
	return e
}

// dialogShortcut takes the shortcuts that work in a field of a dialog: those that change
// how the window is drawn, and Ctrl+Enter, which confirms from a field of several lines too.
func (w *Window) dialogShortcut(s fyne.Shortcut) bool {
	c, ok := s.(*desktop.CustomShortcut)
	switch {
	case !ok:
		return false
	case c.Modifier == ctrl && (c.KeyName == fyne.KeyReturn || c.KeyName == fyne.KeyEnter):
		return w.dialogKey(c.KeyName)
	}
	return w.drawingKey(c.KeyName, c.Modifier)
}

// openDialog asks for a folder: by its path, among those that were opened before, or with
// the toolkit's chooser.
func (w *Window) openDialog() {
	path := w.pathField(w.session.Dir(), say("A folder can also be dropped on the window, or named on the command line."), session.PathKind{Folders: true})
	path.PlaceHolder = say("Path of a folder")
	problem := complaint()
	open := func() bool {
		dir := session.ExpandHome(strings.TrimSpace(path.Text))
		if err := session.CheckFolder(dir); err != nil {
			problem.SetText(err.Error())
			return true
		}
		w.Open(dir)
		return false
	}
	var before []presets.Recent
	path.Proposed = func(typed string) []kit.Suggestion {
		problem.SetText("")
		var list []kit.Suggestion
		for _, recent := range before {
			if typed == w.session.Dir() || strings.Contains(strings.ToLower(recent.Path), strings.ToLower(typed)) {
				list = append(list, kit.Suggestion{Text: recent.Path, Label: text.Escape(session.HomeShort(recent.Path)), Detail: recent.Opened.Local().Format(time.DateOnly), Choose: func() {
					w.dialog.close()
					w.Open(recent.Path)
				}})
			}
		}
		return list
	}
	w.ask(say("Open a folder"), path.body(nil, problem), fyne.NewSize(620, 340),
		closes(say("Cancel")), does(say("Browse…"), w.browse), answer{text: say("Open"), primary: true, run: open})
	asked := w.dialog
	w.session.OpenedBefore(func(list []presets.Recent) {
		if before = list; w.dialog == asked && len(path.Offered()) == 0 {
			path.typed(path.Text)
		}
	})
}

// browse asks for a folder with the toolkit's chooser.
func (w *Window) browse() {
	w.showChooser(dialog.NewFolderOpen(func(uri fyne.ListableURI, err error) {
		if err == nil && uri != nil {
			w.Open(uri.Path())
		}
	}, w.win))
}

// showChooser shows the toolkit's chooser at a size that can be used. Escape closes it.
func (w *Window) showChooser(chooser *dialog.FileDialog) {
	before := w.dialog
	w.dialog = &openDialog{close: chooser.Hide}
	chooser.SetOnClosed(func() { w.dialog = before })
	size := w.win.Canvas().Size()
	chooser.Resize(fyne.NewSize(min(900, size.Width-4*kit.Group), min(620, size.Height-4*kit.Group)))
	w.overlay.HideTip()
	chooser.Show()
}

// confirmFiles asks before a folder brings more files than the settings allow without
// a question. It says about how many tokens they are.
func (w *Window) confirmFiles(dir string, paths []string, then func()) {
	if dir == "." {
		dir = w.session.Name()
	}
	n, cost := len(paths), w.session.Tree().CostOf(paths)
	text := sayWith("{{.Dir}} has {{.N}} files. Add all of them?", map[string]any{"Dir": dir, "N": kit.Count(int64(n))})
	if !cost.Pending {
		text = sayWith("{{.Dir}} has {{.N}} files, about {{.Tokens}} tokens in full: {{.Share}} of the window of {{.Model}}. Add all of them?", map[string]any{
			"Dir": dir, "N": kit.Count(int64(n)), "Tokens": kit.Short(int64(cost.N)),
			"Share": percent(float64(cost.N) / float64(max(1, w.session.Model().Window))), "Model": w.session.Model().Name,
		})
	}
	add := does(sayCount("Add {{.N}} files", n), then)
	add.primary = true
	w.ask(say("Many files"), paragraph(text), fyne.NewSize(420, 140), closes(say("Cancel")), add)
}

// allow asks for leave to read a path that leads out of the project, and keeps it.
func (w *Window) allow(path string) {
	target, err := w.session.OutsideTarget(path)
	if err != nil {
		w.tell(session.Problem(err))
		return
	}
	w.allowTarget(target)
}

// askOutput asks whether dossiers may go where the project file says.
func (w *Window) askOutput(err *session.OutputError) {
	text := sayWith("This project's file says that dossiers go to {{.Target}}, which lies outside the project or in a folder that other programs act on. Allow Dossier to write there, for you and this project only?", map[string]any{"Target": session.Shown(err.Target)})
	leave := closes(say("Do not write"))
	leave.primary = true
	w.ask(say("Where dossiers go"), paragraph(text), fyne.NewSize(520, 200),
		leave, does(say("Allow and write"), func() { w.session.AllowOutput(err.Target) }))
}

// save puts what is unsaved where it belongs: into the preset that is applied, or into the
// project. When that changed on disk meanwhile, the person decides.
func (w *Window) save() {
	if t := w.session.SaveTarget(); !t.Unsaved || t.Err != nil {
		w.overlay.Toast(saveReason(t), "", nil)
		return
	}
	w.session.SaveUnsaved()
}

// conflict asks what to do about a file that changed on disk since it was read.
func (w *Window) conflict(err error) {
	mine := does(say("Keep mine"), func() { w.session.Save(session.Mine) })
	mine.primary = true
	w.ask(say("Changed on disk"), paragraph(err.Error()), fyne.NewSize(520, 180),
		closes(say("Cancel")), does(say("Take theirs"), func() { w.session.Save(session.Theirs) }), mine)
}

// shortcutsWidth is how wide the list of shortcuts is; a narrower window has it in one column.
const shortcutsWidth = 860

// shortcutsDialog lists what the keyboard does.
func (w *Window) shortcutsDialog() {
	var left, right []fyne.CanvasObject
	group := ""
	all := append(commands(), rowCommands()...)
	column := &left
	rows := map[string]int{}
	for _, c := range all {
		rows[c.group]++
	}
	for i, c := range all {
		if c.group != group {
			group = c.group
			if i+rows[group] > len(all)/2 {
				column = &right
			}
			*column = append(*column, kit.NewLabel(say(group), kit.Strong))
		}
		*column = append(*column, container.NewBorder(nil, nil, nil, kit.NewLabel(c.shortcut(), kit.Number), kit.NewLabel(say(c.name), kit.Body)))
	}
	lists := container.NewVBox(append(left, right...)...)
	if w.win.Canvas().Size().Width >= shortcutsWidth {
		gap := kit.NewSurface(container.NewVBox(right...), kit.ColorRaised, 0, kit.Group, 0)
		lists = container.NewGridWithColumns(2, container.NewVBox(left...), gap)
	}
	body := container.NewVScroll(kit.NewSurface(lists, kit.ColorRaised, 0, kit.Inset, 0))
	done := closes(say("Close"))
	done.primary = true
	w.ask(say("Keyboard shortcuts"), body, fyne.NewSize(shortcutsWidth, 760), done)
	w.dialog.key = func(name fyne.KeyName) bool { return scrollKey(body, name) }
}

// scrollKey scrolls by a key, as in a list, and reports whether it is one for that.
func scrollKey(s *container.Scroll, name fyne.KeyName) bool {
	page := s.Size().Height - kit.RowHeight
	by := map[fyne.KeyName]float32{
		fyne.KeyUp: -kit.RowHeight, fyne.KeyDown: kit.RowHeight, fyne.KeyPageUp: -page, fyne.KeyPageDown: page,
		fyne.KeyHome: -s.Content.Size().Height, fyne.KeyEnd: s.Content.Size().Height,
	}[name]
	if by == 0 {
		return false
	}
	s.ScrollToOffset(s.Offset.AddXY(0, by))
	return true
}

// rowCommands are the keys of rows, for the list of shortcuts only.
func rowCommands() []command {
	return append([]command{
		{name: "Tick or untick", group: "In the tree", key: "Space"},
		{name: "Fold, unfold, or go to the folder", group: "In the tree", key: "Left, Right"},
		{name: "Jump to a name", group: "In lists", key: "typing"},
		{name: "Select several", group: "In lists", key: "Shift+Up, Shift+Down"},
		{name: "Open the menu of a row", group: "In lists", key: "Menu, Shift+F10"},
		{name: "Move up or down", group: "In the context", key: "Alt+Up, Alt+Down"},
		{name: "Show in the preview", group: "In the context", key: "Enter"},
		{name: "Remove", group: "In the context", key: "Delete"},
		{name: "Apply a preset by its number", group: "Presets", key: "Ctrl+1 … Ctrl+9"},
		{name: "Apply", group: "Presets", key: "Enter"},
		{name: "Rename", group: "Presets", key: "F2"},
		{name: "Duplicate", group: "Presets", key: "Ctrl+D"},
		{name: "Delete", group: "Presets", key: "Delete"},
		{name: "In the dossier or out of it", group: "In the beads", key: "Space"},
		{name: "Show in full, follow a link", group: "In the beads", key: "Enter"},
		{name: "Show in the preview", group: "In the beads", key: "Ctrl+Enter"},
		{name: "Filter", group: "In the beads", key: "/"},
		{name: "Back to the bead before", group: "In the beads", key: "Alt+Left"},
		{name: "Write in the entry", group: "In the discussion", key: "Enter"},
		{name: "Done writing", group: "In the discussion", key: "Ctrl+Enter, Escape"},
		{name: "Split at the cursor", group: "In the discussion", key: "Ctrl+Shift+Enter"},
		{name: "In the dossier, or not", group: "In the discussion", key: "Space"},
		{name: "Choose the role", group: "In the discussion", key: "F2"},
		{name: "Merge with the next", group: "In the discussion", key: "Ctrl+J"},
		{name: "Duplicate", group: "In the discussion", key: "Ctrl+D"},
		{name: "Unfold, fold", group: "In the discussion", key: "Right, Left"},
		{name: "Move left or right", group: "In the screenshots", key: "Alt+Left, Alt+Right"},
		{name: "Large view", group: "In the screenshots", key: "Enter"},
		{name: "Caption", group: "In the screenshots", key: "F2"},
	}, sliceCommands()...)
}

// customModelDialog sets the window and factor of a model that is not listed.
func (w *Window) customModelDialog() {
	s := w.session
	settings := s.Settings()
	window := w.entry(strconv.Itoa(max(settings.CustomWindow, 1)))
	factor := w.entry(strconv.FormatFloat(settings.CustomFactor, 'g', -1, 64))
	problem := complaint()
	form := container.New(layout.NewFormLayout(),
		kit.NewLabel(say("Window in tokens"), kit.Body), window,
		kit.NewLabel(say("Tokens for one of o200k"), kit.Body), factor,
	)
	use := func() bool {
		n, err := positive(window.Text)
		f, ferr := strconv.ParseFloat(strings.TrimSpace(factor.Text), 64)
		switch {
		case err != nil:
			problem.SetText(err.Error())
			return true
		case ferr != nil || !(f > 0 && f < 100):
			problem.SetText(sayWith("{{.Text}} is no factor between 0 and 100", map[string]any{"Text": factor.Text}))
			return true
		}
		s.SetCustomModel(int(n), f)
		return false
	}
	w.ask(say("Custom model"), container.NewVBox(form, problem), fyne.NewSize(420, 200),
		closes(say("Cancel")), answer{text: say("Use"), primary: true, run: use})
}

// explain says why a path is or is not in the tree.
func (w *Window) explain(path string) {
	w.session.Explain(path, func(e session.Explanation) {
		done := closes(say("Close"))
		done.primary = true
		w.ask(say("Why is it there, or not?"), paragraph(e.String()), fyne.NewSize(520, 160), done)
	})
}
