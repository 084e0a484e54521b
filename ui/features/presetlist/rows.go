package presetlist

import (
	"slices"
	"strings"

	"dossier/models"
	"dossier/ui/project"
)

// Row is a preset as the manager lists it.
type Row struct {
	models.ScopedPreset
	Number    int  // number of the key that applies it, 1 to 9; 0 for none
	Hidden    bool // hidden by a project's preset of the same name
	Applied   bool
	Modified  bool // whether it is applied and the composition differs from it
	Draft     bool // whether it has an unsaved draft
	DraftOnly bool // whether only its draft remains
}

// Ref identifies the row's preset.
func (r Row) Ref() project.PresetRef { return refOf(r.ScopedPreset) }

func refOf(one models.ScopedPreset) project.PresetRef {
	return project.PresetRef{Scope: one.Scope, Name: one.Name}
}

// Rows returns the presets of both scopes that match the filter, the project's first; then the
// remains of deleted presets.
func (p *Part) Rows() []Row {
	return slices.DeleteFunc(p.AllRows(), func(r Row) bool { return !r.Matches(p.filter) })
}

// AllRows is like Rows without the filter.
func (p *Part) AllRows() []Row {
	if p.host.Project() == nil {
		return nil
	}
	var out []Row
	number := 0
	for _, one := range p.host.Project().Presets().All() {
		row := Row{ScopedPreset: one, Hidden: one.Scope == models.Global && p.Hidden(one.Name)}
		if !row.Hidden && number < 9 {
			number++
			row.Number = number
		}
		_, row.Draft = p.state.draft(row.Ref())
		row.Applied = row.Ref() == p.state.Applied
		row.Modified = row.Applied && p.differsFrom(one.Preset)
		out = append(out, row)
	}
	for _, d := range p.state.Drafts {
		if _, there := p.files().Find(d.Of); !there || d.Of.Name == "" {
			row := Row{ScopedPreset: models.ScopedPreset{Preset: d.Content, Scope: d.Of.Scope}, Draft: true, DraftOnly: true}
			row.Name = d.Of.Name
			out = append(out, row)
		}
	}
	return out
}

// Switchable returns the presets that can be applied, in numeric order: the project's presets, then
// the global ones that none of them hides.
func (p *Part) Switchable() []Row {
	return slices.DeleteFunc(p.AllRows(), func(r Row) bool { return r.Hidden || r.DraftOnly })
}

// Matches reports whether a preset contains each word of a text: in its name, its description or its paths.
func (r Row) Matches(text string) bool { return matches(r.Preset, text) }

// matches reports whether a preset contains each word of filter: in its name, its description or
// its paths.
func matches(preset models.Preset, filter string) bool {
	words := strings.Fields(strings.ToLower(filter))
	if len(words) == 0 {
		return true
	}
	var b strings.Builder
	b.WriteString(preset.Name + "\n" + preset.Description)
	for _, item := range preset.Files {
		b.WriteString("\n" + item.Path)
	}
	all := strings.ToLower(b.String())
	return !slices.ContainsFunc(words, func(w string) bool { return !strings.Contains(all, w) })
}

// Filter returns the text that the manager filters by.
func (p *Part) Filter() string { return p.filter }

// SetFilter lists only presets that contain every word of text.
func (p *Part) SetFilter(text string) {
	p.filter = text
	p.host.Changed()
}
