package models

import (
	"maps"
	"slices"
	"strings"
)

// Scope says where a preset is kept.
type Scope string

// The scopes of the seed. A project preset overrides a global one of its name.
const (
	Global       Scope = "global"
	ProjectScope Scope = "project"
)

// Preset is a named composition. Its name is the key of its table.
type Preset struct {
	Name        string
	Description string
	Files       []FileItem
	Screenshots []Screenshot
	Instruction string
	// NotesExclude are the ids of the notes that stay out of the document; nil says nothing of
	// notes, and leaves in and out what is.
	NotesExclude []string
	Asked        Asked          // what the files were fitted to, where that is kept
	Extra        map[string]any // unknown keys, kept
}

// ParsePreset reads a preset from a table that stood at key.
func ParsePreset(name, key string, v any) (Preset, error) {
	var found report
	p := parsePreset(name, key, v, &found)
	return p, found.err()
}

func parsePreset(name, key string, v any, found *report) Preset {
	f := newForm(key, v, found)
	p := Preset{
		Name:        name,
		Description: f.str("description", ""),
		Instruction: f.str("instruction", ""),
		Screenshots: f.screenshots("screenshots"),
	}
	if v, ok := f.table[notesExclude]; ok && v != nil {
		p.NotesExclude = append([]string{}, f.strings(notesExclude)...)
	}
	if strings.TrimSpace(name) == "" {
		f.fail("", "a preset must have a name")
	}
	for i, item := range f.list("files") {
		p.Files = append(p.Files, parseFileItem(ElementKey(f.key("files"), i), item, found))
	}
	p.Asked = parseAsked(f.sub(askedKey))
	p.Extra = f.rest()
	return p
}

// notesExclude is the key of the notes of a preset.
const notesExclude = "notes_exclude"

// Fields returns the stored form, without the name.
func (p Preset) Fields() Fields {
	var w writer
	w.addIf(p.Description != "", "description", p.Description)
	w.add("files", fileValues(p.Files))
	if p.Screenshots != nil {
		w.add("screenshots", screenshotValues(p.Screenshots))
	}
	w.addIf(p.Instruction != "", "instruction", p.Instruction)
	w.addStrings(notesExclude, p.NotesExclude)
	w.addIf(!p.Asked.IsZero(), askedKey, p.Asked.Fields())
	return w.rest(p.Extra)
}

// Clone returns a copy that shares nothing that can change.
func (p Preset) Clone() Preset {
	p.Files, p.Screenshots = CloneAll(p.Files), CloneAll(p.Screenshots)
	p.NotesExclude, p.Asked.Also = slices.Clone(p.NotesExclude), slices.Clone(p.Asked.Also)
	p.Extra, p.Asked.Extra = maps.Clone(p.Extra), maps.Clone(p.Asked.Extra)
	return p
}

// MarshalJSON writes the stored form with the name first.
func (p Preset) MarshalJSON() ([]byte, error) {
	return append(Fields{{"name", p.Name}}, p.Fields()...).MarshalJSON()
}

// UnmarshalJSON reads an object that has a name.
func (p *Preset) UnmarshalJSON(data []byte) error {
	name, table, err := namedFromJSON(data, "preset")
	if err != nil {
		return err
	}
	*p, err = ParsePreset(name, "preset", table)
	return err
}

// Apply returns c with the preset's files, screenshots and instruction, and its choice of
// notes where it has one. The rest of c, such as the strategy, belongs to the project and stays.
func (p Preset) Apply(c Composition) Composition {
	next := Composition{Files: p.Files, Screenshots: p.Screenshots}.Clone()
	c.Files, c.Screenshots, c.Instruction = next.Files, next.Screenshots, p.Instruction
	if p.NotesExclude != nil {
		c.NotesExclude = slices.Clone(p.NotesExclude)
	}
	return c
}

// ScopedPreset is a preset with where it is kept. Overrides reports that it hides a
// global preset of the same name.
type ScopedPreset struct {
	Preset
	Scope     Scope
	Overrides bool
}

// MergePresets lists what a person can choose from: the project's presets in their
// order, then the global ones that none of them hides.
func MergePresets(global, project []Preset) []ScopedPreset {
	named := func(list []Preset, name string) bool {
		return slices.ContainsFunc(list, func(p Preset) bool { return p.Name == name })
	}
	var out []ScopedPreset
	for _, p := range project {
		out = append(out, ScopedPreset{p, ProjectScope, named(global, p.Name)})
	}
	for _, p := range global {
		if !named(project, p.Name) {
			out = append(out, ScopedPreset{p, Global, false})
		}
	}
	return out
}
