package fitview

import (
	"fmt"
	"slices"
	"strings"

	"dossier/aggregate/text"
	"dossier/ui/dialog"
	"dossier/ui/kit"
	"dossier/ui/project/fit"
	"dossier/ui/words"
)

// maxLanguages is the maximum number of languages in the menu, the most frequent ones.
const maxLanguages = 12

// filterWhat describes each condition of the filter in a few words.
func (v *View) filterWhat() []string {
	f := v.fit().Filter()
	var parts []string
	if f.NoTests {
		parts = append(parts, words.Say("no tests"))
	}
	if f.Under != "" {
		parts = append(parts, text.Escape(f.Under)+"/")
	}
	for _, id := range f.Languages {
		parts = append(parts, text.LanguageName(id))
	}
	return parts
}

// filterText returns the label of the filter button: the first condition and the number of
// others, so that the row keeps its width. The tooltip lists all.
func (v *View) filterText() string {
	parts := v.filterWhat()
	if parts == nil {
		return words.Say("Filter|noun")
	}
	what := kit.ShortenPath(parts[0], 12)
	if more := len(parts) - 1; more > 0 {
		what += fmt.Sprintf(" +%d", more)
	}
	return words.With("Filter: {{.What}}", map[string]any{"What": what})
}

// filterTip describes which files may be proposed.
func (v *View) filterTip() string {
	return strings.Join(append([]string{words.Say("Which files may be proposed")}, v.filterWhat()...), "\n")
}

// filterItems returns the menu of the filter.
func (v *View) filterItems() []kit.MenuItem {
	f := v.fit().Filter()
	set := func(change func(*fit.Filter)) func() {
		return func() {
			next := v.fit().Filter()
			next.Languages = slices.Clone(next.Languages)
			change(&next)
			v.fit().SetFilter(next)
		}
	}
	clear := kit.MenuItem{Text: words.Say("No filter"), Action: set(func(f *fit.Filter) { *f = fit.Filter{} })}
	if f.IsZero() {
		clear.Reason = words.Say("All files may be proposed")
	}
	items := []kit.MenuItem{
		{Text: words.Say("No tests"), Checked: f.NoTests, Action: set(func(f *fit.Filter) { f.NoTests = !f.NoTests })},
		{Text: words.Say("Only a folder…"), Detail: text.Escape(f.Under), Checked: f.Under != "", Action: v.promptFolder},
		clear,
		{Separator: true},
		{Text: words.Say("Only these languages"), Heading: true},
	}
	for _, id := range v.languages() {
		items = append(items, kit.MenuItem{Text: text.LanguageName(id), Checked: slices.Contains(f.Languages, id), Action: set(func(f *fit.Filter) {
			if at := slices.Index(f.Languages, id); at >= 0 {
				f.Languages = slices.Delete(f.Languages, at, at+1)
				return
			}
			f.Languages = append(f.Languages, id)
		})})
	}
	return items
}

// languages returns the languages in the filter and in the project's files, most frequent first.
func (v *View) languages() []string {
	list := v.fit().Languages()
	list = list[:min(len(list), maxLanguages)]
	for _, id := range v.fit().Filter().Languages {
		if !slices.Contains(list, id) {
			list = append(list, id)
		}
	}
	return list
}

func (v *View) promptFolder() {
	v.w.Dialogs().PromptPath(dialog.PathQuestion{
		Title: words.Say("Propose files of one folder"), Placeholder: words.Say("folder"), Accept: words.Say("Filter"),
		What: dialog.Folder, Base: v.w.Session().Dir(), Submit: func(path string) error {
			next := v.fit().Filter()
			next.Under = strings.Trim(strings.TrimPrefix(path, "./"), "/")
			v.fit().SetFilter(next)
			return nil
		},
	})
}
