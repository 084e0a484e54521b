package ui

import (
	"errors"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/layout"

	"dossier/presets"
	"dossier/ui/dialog"
	"dossier/ui/kit"
	"dossier/ui/language"
	"dossier/ui/project"
	"dossier/ui/words"
)

// openDialog asks for a folder: by its path, among recent ones, or with the toolkit's chooser.
func (t *toolbar) openDialog() {
	w := t.w
	w.dialogs.PromptPath(dialog.PathQuestion{
		Title: words.Say("Open a folder"), Placeholder: words.Say("Path of a folder"), Accept: words.Say("Open"),
		Hint: words.Say("A folder can also be dropped on the window, or named on the command line."),
		Help: "docs/guide/start.md#open-a-folder",
		What: dialog.Folder, Start: w.session.Projects().Start(),
		Recent: func(then func([]dialog.Recent)) {
			w.session.Projects().OtherRecent(func(before []presets.Recent) {
				var list []dialog.Recent
				for _, one := range before {
					list = append(list, dialog.Recent{Path: one.Path, Detail: language.Date(one.Opened)})
				}
				then(list)
			})
		},
		Submit: func(dir string) error {
			if err := project.CheckFolder(dir); err != nil {
				return err
			}
			w.Open(dir)
			return nil
		},
	})
}

// allow asks the user for permission to read an external path, and stores it.
func (w *Window) allow(target string) {
	text := words.With("This path leads out of the project, to {{.Target}}. Allow Dossier to read it, for you and this project only?", map[string]any{"Target": project.Shown(target)})
	w.dialogs.ShowText(words.Say("Outside the project"), text,
		dialog.Closes(words.Say("Do not allow")).AsPrimary(), dialog.Does(words.Say("Allow this path"), func() { w.session.Access().Allow(target) })).Help = permissionsHelp
}

// confirmOutput asks whether dossiers may be written to the folder that the project file names.
func (w *Window) confirmOutput(err *project.OutputError) {
	text := words.With("The project file sets the output folder {{.Target}}, which is outside the project or in a folder that other programs act on. Allow Dossier to write there, for yourself and this project only?", map[string]any{"Target": project.Shown(err.Target)})
	w.dialogs.ShowText(words.Say("Where dossiers go"), text,
		dialog.Closes(words.Say("Do not write")).AsPrimary(), dialog.Does(words.Say("Allow and write"), func() { w.session.Snapshots().AllowOutput(err.Target) })).Help = permissionsHelp
}

// writeToDialog asks for the file to write the document to.
func (w *Window) writeToDialog() {
	asked := ""
	w.dialogs.PromptPath(dialog.PathQuestion{
		Title: words.Say("Write the dossier to a file"), Accept: words.Say("Write"),
		Help: "docs/guide/start.md#tick-choose-copy",
		What: dialog.NewFile, Purpose: "written dossiers", Start: filepath.Dir(w.session.Dir()), Name: w.session.Snapshots().ProposedName(),
		Submit: func(file string) error {
			if _, err := os.Lstat(file); err == nil && asked != file {
				asked = file
				return errors.New(words.Say("A file with this name exists. Write again to replace it."))
			}
			w.session.Snapshots().WriteTo(file, asked == file)
			return nil
		},
	})
}

// save saves unsaved work to its target: the applied preset or the project. If that has changed on
// disk in the meantime, the user decides.
func (w *Window) save() {
	if nothingToSave(w) != "" {
		return
	}
	if preset, ok := w.session.Presets().Diverged(); ok {
		w.presets.DivergedDialog(preset)
		return
	}
	w.session.Presets().SaveUnsaved()
}

// customModelDialog sets the context window and factor of a model that is not listed.
func (b *statusBar) customModelDialog() {
	w := b.w
	s := w.session
	settings := s.Settings().All()
	window := w.dialogs.Entry(strconv.Itoa(max(settings.CustomWindow, 1)))
	factor := w.dialogs.Entry(strconv.FormatFloat(settings.CustomFactor, 'g', -1, 64))
	problem := kit.NewComplaint()
	dialog.ClearOnEdit(problem, &window.Entry, &factor.Entry)
	form := container.New(layout.NewFormLayout(),
		kit.NewLabel(words.Say("Context window in tokens"), kit.Body), window,
		kit.NewLabel(words.Say("Tokens per o200k token"), kit.Body), factor,
	)
	use := func() bool {
		n, err := dialog.Positive(window.Text)
		f, ferr := strconv.ParseFloat(strings.ReplaceAll(strings.TrimSpace(factor.Text), ",", "."), 64)
		switch {
		case err != nil:
			problem.SetText(words.Sentence(err))
			return true
		case ferr != nil || !(f > 0 && f < 100):
			problem.SetText(words.With("{{.Text}} is not a factor between 0 and 100", map[string]any{"Text": factor.Text}))
			return true
		}
		s.Settings().SetCustomModel(int(n), f)
		return false
	}
	w.dialogs.Show(words.Say("Custom model"), container.NewVBox(form, problem), fyne.NewSize(420, 200),
		dialog.Closes(words.Say("Cancel")), dialog.Answer{Text: words.Say("Use"), Primary: true, Run: use}).Help = "docs/guide/format.md#see-what-it-costs"
}
