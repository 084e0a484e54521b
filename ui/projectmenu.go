package ui

import (
	"cmp"
	"slices"
	"strings"

	"dossier/aggregate/text"
	"dossier/models"
	"dossier/ui/kit"
	"dossier/ui/session/projectfile"
	"dossier/ui/words"
)

// projectMenu is what can be done with the project as a whole.
func (t *toolbar) projectMenu() []kit.MenuItem {
	w := t.w
	item := func(name string) kit.MenuItem {
		all := commands()
		i := slices.IndexFunc(all, func(c command) bool { return c.name == name })
		return kit.MenuItem{Text: words.Say(name), Detail: all[i].shortcut(), Action: func() { all[i].run(w) }}
	}
	items := []kit.MenuItem{
		item("Open a folder"),
		{Text: words.Say("Open the sample project"), Action: w.OpenSample},
	}
	if recents := t.recentItems(); len(recents) > 0 {
		items = append(items, kit.MenuItem{Separator: true}, kit.MenuItem{Text: words.Say("Recent projects"), Heading: true})
		items = append(items, recents...)
	}
	save := kit.MenuItem{Text: words.Say("Save to dossier.toml"), Note: words.Say("What is put together becomes the project's own, for everybody who opens it"), Action: func() { w.session.ProjectFile().Save(projectfile.Ask) }}
	if err := w.session.ProjectFile().ReadOnly(); err != nil {
		save.Reason = err.Error()
	} else if !w.session.ProjectFile().Modified() {
		save.Reason = words.Say("dossier.toml holds what you see")
	}
	return append(items,
		kit.MenuItem{Separator: true},
		save,
		item("Scan the folder again"),
		kit.MenuItem{Separator: true},
		item("Settings"),
		item("Keyboard shortcuts"),
	)
}

// maxRecents keeps menus short.
const maxRecents = 9

func (t *toolbar) recentItems() []kit.MenuItem {
	w := t.w
	var items []kit.MenuItem
	for _, recent := range w.session.Recents() {
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

// recentMenu offers the projects that were open before.
func (t *toolbar) recentMenu() {
	w := t.w
	items := t.recentItems()
	if len(items) == 0 {
		w.overlay.Toast(words.Say("No other project was opened yet"), "", nil)
		return
	}
	at, size := t.project.Position(), t.project.Size()
	kit.ShowMenu(w.win.Canvas(), at, size, items)
}

// maxMenuName leaves room in a menu for what is said beside a name.
const maxMenuName = 40

// presetMenu applies a preset, of both scopes or of the one that is chosen here.
func (t *presetsTab) presetMenu() []kit.MenuItem {
	w := t.w
	part := w.session.Presets()
	var items []kit.MenuItem
	head := models.Scope("")
	for _, row := range part.AllRows() {
		if row.Gone || part.Scope() != "" && row.Scope != part.Scope() {
			continue
		}
		if row.Scope != head {
			head = row.Scope
			items = append(items, kit.MenuItem{Text: scopeTip(head), Heading: true})
		}
		var words []string
		for _, mark := range presetMarks(row, nil) {
			words = append(words, mark.Text)
		}
		if row.Number > 0 {
			words = append(words, "Ctrl+"+kit.Count(int64(row.Number)))
		}
		detail := strings.Join(words, " · ")
		items = append(items, kit.MenuItem{Text: kit.ShortenPath(text.Escape(row.Name), maxMenuName), Detail: detail, Checked: row.Applied, Action: func() { t.applyPreset(row) }})
	}
	if len(items) == 0 {
		reason := words.Say("Save what is put together as the first one")
		if part.Scope() != "" {
			reason = words.Say("none of this scope; there may be some of the other")
		}
		items = append(items, kit.MenuItem{Text: words.Say("No presets"), Reason: reason})
	}
	items = append(items, kit.MenuItem{Separator: true}, kit.MenuItem{Text: words.Say("List"), Heading: true})
	for _, scope := range []models.Scope{"", models.ProjectScope, models.Global} {
		items = append(items, kit.MenuItem{Text: scopeFilter(scope), Checked: part.Scope() == scope, Action: func() { part.SetScope(scope) }})
	}
	return append(items, kit.MenuItem{Separator: true},
		kit.MenuItem{Text: words.Say("Switch preset…"), Detail: shortcutOf("Switch preset"), Action: t.switchPresetDialog},
		kit.MenuItem{Text: words.Say("Save as a preset…"), Detail: shortcutOf("Save as a preset"), Action: t.savePresetDialog},
		kit.MenuItem{Text: words.Say("All presets"), Action: func() { w.showTab(presetsID) }})
}

// scopeFilter says whose presets are listed.
func scopeFilter(scope models.Scope) string {
	return cmp.Or(scopeFilters().Say(scope), words.Say("Both"))
}

func scopeFilters() words.Table[models.Scope] {
	return words.Table[models.Scope]{models.ProjectScope: "Those of the project", models.Global: "Your own"}
}
