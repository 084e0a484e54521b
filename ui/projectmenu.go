package ui

import (
	"dossier/aggregate/text"
	"dossier/ui/kit"
	"dossier/ui/session/projectfile"
	"dossier/ui/words"
)

// projectMenu returns the actions on the project as a whole.
func (t *toolbar) projectMenu() []kit.MenuItem {
	w := t.w
	items := []kit.MenuItem{
		w.menuItem("open-folder"),
		{Text: words.Say("Open the sample project"), Action: w.OpenSample},
	}
	if recents := t.recentItems(); len(recents) > 0 {
		items = append(items, kit.MenuItem{Separator: true}, kit.MenuItem{Text: words.Say("Recent projects"), Heading: true})
		items = append(items, recents...)
	}
	save := kit.MenuItem{Text: words.Say("Save to dossier.toml"), Note: words.Say("Saves the dossier in the project, for everyone who opens it"), Action: func() { w.session.ProjectFile().Save(projectfile.AskUser) }}
	if err := w.session.ProjectFile().ReadOnly(); err != nil {
		save.Reason = err.Error()
	} else if !w.session.ProjectFile().Modified() {
		save.Reason = words.Say("dossier.toml is up to date")
	}
	return append(items,
		kit.MenuItem{Separator: true},
		save,
		w.menuItem("rescan"),
		w.menuItem("excluded-files"),
		w.menuItem("add-folder"),
		kit.MenuItem{Separator: true},
		w.menuItem("settings"),
		w.menuItem("command-palette"),
		kit.MenuItem{Separator: true},
		w.menuItem("help"),
		w.menuItem("keyboard-shortcuts"),
		w.menuItem("whats-new"),
		w.menuItem("report-problem"),
	)
}

// maxRecents is the maximum number of recent projects in a menu.
const maxRecents = 9

func (t *toolbar) recentItems() []kit.MenuItem {
	w := t.w
	var items []kit.MenuItem
	for _, recent := range w.session.Projects().Recent() {
		if recent.Path == w.session.Dir() {
			continue
		}
		items = append(items, kit.MenuItem{Text: kit.ShortenPath(text.Escape(recent.Path), 60), Action: func() { w.Open(recent.Path) }})
		if len(items) == maxRecents {
			break
		}
	}
	return items
}

// recentMenu opens the menu of recent projects.
func (t *toolbar) recentMenu() {
	w := t.w
	at, size := t.project.Position(), t.project.Size()
	kit.ShowMenu(w.win.Canvas(), at, size, t.recentItems())
}
