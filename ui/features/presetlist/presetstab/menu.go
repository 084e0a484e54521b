package presetstab

import (
	"cmp"
	"strings"

	"dossier/aggregate/text"
	"dossier/models"
	"dossier/ui/kit"
	"dossier/ui/part"
	"dossier/ui/words"
)

// maxMenuName leaves space in a menu for details after a name.
const maxMenuName = 40

// Menu returns the menu for applying presets, of both scopes or of the one selected in it.
func (t *Tab) Menu() []kit.MenuItem {
	w := t.w
	list := w.Session().Presets()
	var items []kit.MenuItem
	head := models.Scope("")
	for _, row := range list.AllRows() {
		if row.DraftOnly || list.Scope() != "" && row.Scope != list.Scope() {
			continue
		}
		if row.Scope != head {
			head = row.Scope
			items = append(items, kit.MenuItem{Text: ScopeTip(head), Heading: true})
		}
		var words []string
		for _, mark := range marksOf(row, nil, "") {
			words = append(words, mark.Text)
		}
		if row.Number > 0 {
			words = append(words, kit.Keys("Ctrl+")+kit.Count(int64(row.Number)))
		}
		detail := strings.Join(words, " · ")
		items = append(items, kit.MenuItem{Text: kit.ShortenPath(text.Escape(row.Name), maxMenuName), Detail: detail, Checked: row.Applied, Action: func() { t.applyPreset(row) }})
	}
	if len(items) == 0 {
		reason := words.Say("Save the dossier as the first one")
		if list.Scope() != "" {
			reason = words.Say("none in this list; the other list may have some")
		}
		items = append(items, kit.MenuItem{Text: words.Say("No presets"), Reason: reason})
	}
	items = append(items, kit.MenuItem{Separator: true}, kit.MenuItem{Text: words.Say("List"), Heading: true})
	for _, scope := range []models.Scope{"", models.ProjectScope, models.Global} {
		items = append(items, kit.MenuItem{Text: scopeFilter(scope), Checked: list.Scope() == scope, Action: func() { list.SetScope(scope) }})
	}
	return append(items, kit.MenuItem{Separator: true},
		kit.MenuItem{Text: words.Say("Switch preset…"), Detail: w.KeysOf("switch-preset"), Action: t.SwitchDialog},
		kit.MenuItem{Text: words.Say("Save as a preset…"), Detail: w.KeysOf("save-preset"), Action: t.SaveDialog},
		kit.MenuItem{Text: words.Say("All presets"), Action: func() { w.ShowTab(part.Presets) }})
}

// scopeFilter returns the label of a scope filter.
func scopeFilter(scope models.Scope) string {
	return cmp.Or(scopeFilters().Say(scope), words.Say("Both"))
}

func scopeFilters() words.Table[models.Scope] {
	return words.Table[models.Scope]{models.ProjectScope: "The project's", models.Global: "Your own"}
}
