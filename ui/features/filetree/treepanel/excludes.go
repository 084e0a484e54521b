package treepanel

import (
	"dossier/aggregate/text"
	"dossier/ui/features/excludelist"
	"dossier/ui/kit"
	"dossier/ui/project/excludes"
	"dossier/ui/words"
)

// excludeItems returns the menu rows that exclude the selected rows from the project, or include
// row i again if an ignore pattern hides it.
func (p *Panel) excludeItems(i int) []kit.MenuItem {
	part, row := excludelist.Of(p.w.Session()), p.row(i)
	reason := ""
	if err := part.ReadOnly(); err != nil {
		reason = words.Sentence(err)
	}
	if hidden, ok := part.Hidden(row.Path); ok {
		name := text.Escape(hidden.Path)
		if hidden.Folder {
			name += "/"
		}
		include := words.Say("Include again")
		if hidden.Path != row.Path {
			include = words.With("Include {{.Folder}} again", map[string]any{"Folder": kit.ShortenPath(name, menuPath)})
		}
		return []kit.MenuItem{
			{Separator: true},
			{Text: include, Note: row.Note, Reason: reason, Action: func() { part.Include(hidden) }},
			{Text: words.Say("Excluded files…"), Action: func() { p.w.OpenExcludes("") }},
		}
	}
	if row.Missing || row.Ignored {
		return nil // the reason is not a pattern
	}
	var targets []excludelist.Target
	for _, at := range p.list.Targets(i) {
		if one := p.row(at); !one.Missing && !one.Ignored {
			targets = append(targets, excludelist.Target{Path: one.Path, Folder: one.Dir})
		}
	}
	items := []kit.MenuItem{{Separator: true}, {Text: words.Say("Exclude from project"), Reason: reason, Action: func() { part.Exclude(targets...) }}}
	for _, pattern := range excludes.Proposals(row.Path, row.Dir) {
		items = append(items, kit.MenuItem{
			Text:   words.With("Exclude {{.Pattern}}…", map[string]any{"Pattern": kit.ShortenPath(excludes.Shown(pattern), menuPath)}),
			Reason: reason, Action: func() { p.w.OpenExcludes(pattern) },
		})
	}
	return items
}

// menuPath is the maximum length of a path in a menu.
const menuPath = 40
