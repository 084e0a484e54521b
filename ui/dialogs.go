package ui

import (
	"fmt"
	"strconv"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/dialog"
	"fyne.io/fyne/v2/layout"

	"dossier/ui/kit"
	"dossier/ui/session"
)

// openDialog asks for a folder: by its path, or with the system's own chooser.
func (w *Window) openDialog() {
	path := kit.NewEntry(say("Path of a folder"), nil)
	if dir := w.session.Dir(); dir != "" {
		path.SetText(dir)
	}
	problem := complaint()
	var d *dialog.CustomDialog
	open := func(dir string) {
		if err := session.CheckFolder(dir); err != nil {
			problem.SetText(err.Error())
			return
		}
		d.Hide()
		w.Open(dir)
	}
	path.OnSubmitted = open
	browse := kit.NewButton(say("Browse…"), func() {
		d.Hide()
		chooser := dialog.NewFolderOpen(func(uri fyne.ListableURI, err error) {
			if err == nil && uri != nil {
				w.Open(uri.Path())
			}
		}, w.win)
		chooser.Resize(dialogSize(w.win.Canvas().Size(), 900, 620))
		chooser.Show()
	})
	hint := muted(say("A folder can also be dropped on the window, or named on the command line."))
	d = dialog.NewCustomWithoutButtons(say("Open a folder"), container.NewVBox(path, problem, hint), w.win)
	d.SetButtons([]fyne.CanvasObject{
		kit.NewButton(say("Cancel"), func() { d.Hide() }),
		browse,
		kit.NewPrimaryButton(say("Open"), func() { open(path.Text) }),
	})
	path.OnEscape = d.Hide
	d.Resize(dialogSize(w.win.Canvas().Size(), 620, 180))
	d.Show()
	w.focus(path)
}

func dialogSize(canvas fyne.Size, width, height float32) fyne.Size {
	return fyne.NewSize(min(width, canvas.Width-4*kit.Group), min(height, canvas.Height-4*kit.Group))
}

// confirmFiles asks before a folder brings more files than the settings allow
// without a question.
func (w *Window) confirmFiles(dir string, n int, then func()) {
	name := dir
	if dir == "." {
		name = w.session.Name()
	}
	text := sayWith("{{.Dir}} has {{.N}} files. Add all of them?", map[string]any{"Dir": name, "N": kit.Count(int64(n))})
	d := dialog.NewCustomWithoutButtons(say("Many files"), paragraph(text), w.win)
	d.SetButtons([]fyne.CanvasObject{
		kit.NewButton(say("Cancel"), d.Hide),
		kit.NewPrimaryButton(sayCount("Add {{.N}} files", n), func() { d.Hide(); then() }),
	})
	d.Show()
}

// allow asks for leave to read a path that leads out of the project, and keeps it.
func (w *Window) allow(path string) {
	target, err := w.session.OutsideTarget(path)
	if err != nil {
		w.overlay.Toast(err.Error(), "", nil)
		return
	}
	body := container.NewVBox(
		kit.NewLabel(say("This path leads out of the project:"), kit.Body),
		paragraph(target),
		kit.NewLabel(say("Allow Dossier to read it, for you and this project only?"), kit.Body),
	)
	d := dialog.NewCustomWithoutButtons(say("Outside the project"), body, w.win)
	d.SetButtons([]fyne.CanvasObject{
		kit.NewPrimaryButton(say("Leave it out"), d.Hide),
		kit.NewButton(say("Allow this path"), func() { d.Hide(); w.session.Allow(target) }),
	})
	d.Show()
}

// save writes dossier.toml. When it changed on disk meanwhile, the person decides.
func (w *Window) save() {
	w.session.Save(session.Ask)
}

// conflict asks what to do about a file that changed on disk since it was read.
func (w *Window) conflict(err error) {
	d := dialog.NewCustomWithoutButtons(say("Changed on disk"), paragraph(err.Error()), w.win)
	d.SetButtons([]fyne.CanvasObject{
		kit.NewButton(say("Cancel"), d.Hide),
		kit.NewButton(say("Take theirs"), func() { d.Hide(); w.session.Save(session.Theirs) }),
		kit.NewPrimaryButton(say("Keep mine"), func() { d.Hide(); w.session.Save(session.Mine) }),
	})
	d.Show()
}

// shortcutsDialog lists what the keyboard does.
func (w *Window) shortcutsDialog() {
	var left, right []fyne.CanvasObject
	group := ""
	all := append(commands(), rowCommands()...)
	for i, c := range all {
		column := &left
		if i >= (len(all)+1)/2 {
			column = &right
		}
		if c.group != group {
			group = c.group
			*column = append(*column, kit.NewLabel(say(group), kit.Heading))
		}
		*column = append(*column, container.NewBorder(nil, nil, nil, kit.NewLabel(c.shortcut(), kit.Number), kit.NewLabel(say(c.name), kit.Body)))
	}
	body := container.NewVScroll(container.NewGridWithColumns(2,
		container.NewVBox(left...), container.NewPadded(container.NewVBox(right...))))
	d := dialog.NewCustom(say("Keyboard shortcuts"), say("Close"), body, w.win)
	d.Resize(dialogSize(w.win.Canvas().Size(), 860, 620))
	d.Show()
}

// rowCommands are the keys of rows, for the list of shortcuts only.
func rowCommands() []command {
	return []command{
		{name: "Tick or untick", group: "In the tree", key: "Space"},
		{name: "Fold, unfold, or go to the folder", group: "In the tree", key: "Left, Right"},
		{name: "Jump to a name", group: "In lists", key: "typing"},
		{name: "Select several", group: "In lists", key: "Shift+Up, Shift+Down"},
		{name: "Open the menu of a row", group: "In lists", key: "Menu"},
		{name: "Move up or down", group: "In the context", key: "Alt+Up, Alt+Down"},
		{name: "Show in the preview", group: "In the context", key: "Enter"},
		{name: "Remove", group: "In the context", key: "Delete"},
	}
}

// settingsDialog changes what holds for every project.
func (w *Window) settingsDialog() {
	s := w.session
	settings := s.Settings()
	themes := []string{"auto", "light", "dark"}
	words := []string{say("As the system"), say("Light"), say("Dark")}
	theme := kit.NewChoice(words, nil)
	for i, name := range themes {
		if name == settings.Theme {
			theme.Choose(i)
		}
	}
	limit := kit.NewEntry("", nil)
	limit.SetText(strconv.FormatInt(settings.MaxBytes>>10, 10))
	confirm := kit.NewEntry("", nil)
	confirm.SetText(strconv.Itoa(settings.ConfirmFolderFiles))
	junk := kit.NewTextBox("", 12, nil)
	junk.TextStyle.Monospace = true
	junk.SetText(s.JunkText())
	problem := complaint()
	if err := s.SettingsError(); err != nil {
		problem.SetText(err.Error())
	}
	form := container.New(layout.NewFormLayout(),
		kit.NewLabel(say("Appearance"), kit.Body), theme,
		kit.NewLabel(say("Size limit of a file, KiB"), kit.Body), limit,
		kit.NewLabel(say("Ask before a folder adds more files than"), kit.Body), confirm,
	)
	body := container.NewBorder(form, problem, nil, nil, container.NewBorder(
		muted(say("Left out of the tree by default (gitignore lines; tracked files are never hidden by them)")), nil, nil, nil, junk))
	var d *dialog.CustomDialog
	apply := func() {
		kib, err := positive(limit.Text)
		if err != nil {
			problem.SetText(sayWith("Size limit: {{.Problem}}", map[string]any{"Problem": err.Error()}))
			return
		}
		files, err := positive(confirm.Text)
		if err != nil {
			problem.SetText(sayWith("Files of a folder: {{.Problem}}", map[string]any{"Problem": err.Error()}))
			return
		}
		settings.Theme = themes[theme.Chosen()]
		settings.MaxBytes, settings.ConfirmFolderFiles = kib<<10, int(files)
		if err := s.SetSettings(settings, junk.Text); err != nil {
			problem.SetText(err.Error())
			return
		}
		d.Hide()
	}
	d = dialog.NewCustomWithoutButtons(say("Settings"), body, w.win)
	d.SetButtons([]fyne.CanvasObject{
		kit.NewButton(say("Default list"), func() { junk.SetText(session.DefaultJunk()) }),
		kit.NewButton(say("Cancel"), func() { d.Hide() }),
		kit.NewPrimaryButton(say("Save"), apply),
	})
	d.Resize(dialogSize(w.win.Canvas().Size(), 720, 560))
	d.Show()
}

// maxSetting keeps numbers of the settings where a size in bytes still fits.
const maxSetting = 1 << 30

func positive(text string) (int64, error) {
	n, err := strconv.ParseInt(strings.TrimSpace(text), 10, 64)
	if err != nil || n < 1 || n > maxSetting {
		return 0, fmt.Errorf("%q is no whole number from 1 to %d", text, maxSetting)
	}
	return n, nil
}

// customModelDialog sets the window and factor of a model that is not listed.
func (w *Window) customModelDialog() {
	s := w.session
	settings := s.Settings()
	window := kit.NewEntry("", nil)
	window.SetText(strconv.Itoa(max(settings.CustomWindow, 1)))
	factor := kit.NewEntry("", nil)
	factor.SetText(strconv.FormatFloat(settings.CustomFactor, 'g', -1, 64))
	problem := complaint()
	form := container.New(layout.NewFormLayout(),
		kit.NewLabel(say("Window in tokens"), kit.Body), window,
		kit.NewLabel(say("Tokens for one of o200k"), kit.Body), factor,
	)
	d := dialog.NewCustomWithoutButtons(say("Custom model"), container.NewVBox(form, problem), w.win)
	apply := func() {
		n, err := positive(window.Text)
		f, ferr := strconv.ParseFloat(strings.TrimSpace(factor.Text), 64)
		switch {
		case err != nil:
			problem.SetText(err.Error())
		case ferr != nil || !(f > 0 && f < 100):
			problem.SetText(sayWith("{{.Text}} is no factor between 0 and 100", map[string]any{"Text": factor.Text}))
		default:
			s.SetCustomModel(int(n), f)
			d.Hide()
		}
	}
	d.SetButtons([]fyne.CanvasObject{
		kit.NewButton(say("Cancel"), d.Hide),
		kit.NewPrimaryButton(say("Use"), apply),
	})
	d.Resize(dialogSize(w.win.Canvas().Size(), 420, 180))
	d.Show()
}

// explain says why a path is or is not in the tree.
func (w *Window) explain(path string) {
	w.session.Explain(path, func(e session.Explanation) {
		body := container.NewVBox(paragraph(e.String()))
		d := dialog.NewCustom(say("Why is it there, or not?"), say("Close"), body, w.win)
		d.Show()
	})
}
