// Package rootsdialog implements the window's controls for the additional folders of a project: the
// dialog that adds one, and its menu rows.
package rootsdialog

import (
	"path/filepath"
	"strings"

	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/layout"

	"dossier/models"
	"dossier/ui/dialog"
	"dossier/ui/features/roots"
	"dossier/ui/kit"
	"dossier/ui/part"
	"dossier/ui/project"
	"dossier/ui/words"
)

// Open asks for a folder and its label, and adds it.
func Open(w part.Window) {
	list := roots.Of(w.Session())
	label := w.Dialogs().Entry("")
	label.SetPlaceHolder(words.Say("From the folder’s name"))
	form := container.New(layout.NewFormLayout(), kit.NewLabel(words.Say("Label"), kit.Body), label)
	w.Dialogs().PromptPath(dialog.PathQuestion{
		Title: words.Say("Add a folder"), Placeholder: words.Say("Path of a folder"), Accept: words.Say("Add"),
		Hint: words.Say("Its files are part of the tree, and are named by the label: lib:/src/a.go. They are only read. The folder is saved in dossier.toml, and allowed for you and this project."),
		Help: "docs/guide/roots.md",
		What: dialog.Folder, Purpose: "further folders", Start: filepath.Dir(w.Session().Dir()), Above: form,
		Submit: func(dir string) error {
			named := strings.TrimSpace(label.Text)
			if err := list.Check(named, dir); err != nil {
				return err
			}
			list.Add(named, dir, func(label string) { w.RevealInTree(models.RootFolder(label)) })
			return nil
		},
	})
}

// Items returns the menu rows for the folder of a root, by its path in the tree; none for other
// paths.
func Items(w part.Window, path string) []kit.MenuItem {
	label, rest, ok := models.SplitRoot(path)
	if !ok || rest != "." {
		return nil
	}
	list := roots.Of(w.Session())
	root, ok := list.Find(label)
	if !ok {
		return nil
	}
	var items []kit.MenuItem
	if root.Err == nil {
		items = append(items, kit.MenuItem{Separator: true})
	}
	switch root.State() {
	case project.RootNeedsPermission:
		items = append(items, kit.MenuItem{Text: words.Say("Allow reading this folder"), Action: func() { w.Allow(root.PermissionPath()) }})
	case project.RootMissing, project.RootRefused:
		items = append(items, kit.MenuItem{Text: words.Say("Scan the folder again"), Note: words.Sentence(root.Err), Action: func() { w.Session().Tree().ScanAgain() }})
	}
	reason := ""
	if err := list.ReadOnly(); err != nil {
		reason = words.Sentence(err)
	}
	return append(items, kit.MenuItem{Text: words.Say("Remove this folder from the project"), Reason: reason, Action: func() { list.Remove(label) }})
}

// Badge returns the badge in the row of a root; empty if the root is read.
func Badge(list *roots.Part, path string) string {
	label, _, _ := models.SplitRoot(path)
	root, ok := list.Find(label)
	if !ok {
		return ""
	}
	switch root.State() {
	case project.RootNeedsPermission:
		return words.Say("needs permission")
	case project.RootMissing:
		return words.Say("missing")
	case project.RootRefused:
		return words.Say("not used")
	}
	return ""
}
