package models

import (
	"cmp"
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
	Git          Git            // the sections of the repository
	Format       string         // of the document; empty says nothing of it, and leaves the one that is
	Asked        Asked          // what the files were fitted to, where that is kept
	Extra        map[string]any // unknown keys, kept
}

// presetField is a stored field of a preset. All but the name and the unknown keys are in
// presetFields.
type presetField struct {
	storedField[Preset]
	compare func(d *PresetDiff, was, now *Preset)
	take    func(to *Preset, from *Composition) // nil: a composition does not have it, or a preset only where the user says so
	apply   func(to *Composition, from *Preset) // nil: a composition does not have it
}

// presetFields are the stored fields of a preset, in the order of its table.
var presetFields = []presetField{
	{
		storedField: stored("description", nil, func(p *Preset) *string { return &p.Description }, str),
		compare: func(d *PresetDiff, was, now *Preset) {
			d.Description = compareTexts("description", was.Description, now.Description)
		},
	},
	ofPreset("files", func(p *Preset) *[]FileItem { return &p.Files }, func(c *Composition) *[]FileItem { return &c.Files }, fileItems, compareFiles),
	ofPreset("screenshots", func(p *Preset) *[]Screenshot { return &p.Screenshots }, func(c *Composition) *[]Screenshot { return &c.Screenshots }, presetShots,
		func(d *PresetDiff, was, now []Screenshot) { d.Screenshots = compareScreenshots(was, now) }),
	ofPreset("instruction", func(p *Preset) *string { return &p.Instruction }, func(c *Composition) *string { return &c.Instruction }, str,
		func(d *PresetDiff, was, now string) { d.Instruction = compareTexts("instruction", was, now) }),
	ofPreset("git", func(p *Preset) *Git { return &p.Git }, func(c *Composition) *Git { return &c.Git }, gitTable,
		func(d *PresetDiff, was, now Git) { d.Git = compareTexts("git", was.Summary(), now.Summary()) }),
	{
		storedField: stored(notesExclude, nil, func(p *Preset) *[]string { return &p.NotesExclude }, chosen),
		compare:     func(d *PresetDiff, was, now *Preset) { d.Notes = compareNotes(was.NotesExclude, now.NotesExclude) },
		apply: func(to *Composition, from *Preset) {
			if from.NotesExclude != nil {
				to.NotesExclude = slices.Clone(from.NotesExclude)
			}
		},
	},
	{
		storedField: stored("format", nil, func(p *Preset) *string { return &p.Format }, word),
		compare:     func(d *PresetDiff, was, now *Preset) { d.Format = compareTexts("format", was.Format, now.Format) },
		apply: func(to *Composition, from *Preset) {
			if from.Format != "" {
				to.Format = from.Format
			}
		},
	},
	{
		storedField: stored("fit", nil, func(p *Preset) *Asked { return &p.Asked }, askedTable),
		compare:     func(*PresetDiff, *Preset, *Preset) {}, // it is not part of what the preset puts into a document
	},
}

// notesExclude is the key of the notes of a preset.
const notesExclude = "notes_exclude"

// ofPreset declares a field that every preset takes from the composition that it is made of.
func ofPreset[V any](key string, field func(*Preset) *V, of func(*Composition) *V, c codec[V], compare func(d *PresetDiff, was, now V)) presetField {
	clone := c.clone
	if clone == nil {
		clone = func(v V) V { return v }
	}
	return presetField{
		storedField: stored(key, nil, field, c),
		compare:     func(d *PresetDiff, was, now *Preset) { compare(d, *field(was), *field(now)) },
		take:        func(to *Preset, from *Composition) { *field(to) = clone(*of(from)) },
		apply:       func(to *Composition, from *Preset) { *of(to) = clone(*field(from)) },
	}
}

// The codecs of what the tables of presets have in their own form.
var (
	presetShots = codec[[]Screenshot]{ // an empty list stays one
		parse: shots.parse, clone: shots.clone,
		record: func(list []Screenshot) any { return unless(list == nil, any(screenshotValues(list))) },
	}
	chosen = codec[[]string]{ // an empty list is a choice, none says nothing
		parse: func(f form, key string, _ usage) []string {
			if _, ok := f.take(key); !ok {
				return nil
			}
			return append([]string{}, f.strings(key)...)
		},
		record: func(list []string) any { return unless(list == nil, any(anyList(list))) },
		clone:  slices.Clone[[]string],
	}
	askedTable = codec[Asked]{
		parse:  func(f form, key string, _ usage) Asked { return parseAsked(f.sub(key)) },
		record: func(a Asked) any { return unless(a.IsZero(), any(a.Fields())) },
		clone: func(a Asked) Asked {
			a.Also, a.Extra = slices.Clone(a.Also), maps.Clone(a.Extra)
			return a
		},
	}
)

// ParsePreset reads a preset from a table that stood at key.
func ParsePreset(name, key string, v any) (Preset, error) {
	var found report
	p := parsePreset(name, key, v, &found)
	return p, found.err()
}

func parsePreset(name, key string, v any, found *report) Preset {
	f := newForm(key, v, found)
	p := Preset{Name: name}
	for _, field := range presetFields {
		field.parse(&p, f, field.key, ofProject)
	}
	if strings.TrimSpace(name) == "" {
		f.fail("", "a preset must have a name")
	}
	p.Extra = f.rest()
	return p
}

// Fields returns the stored form, without the name.
func (p Preset) Fields() Fields {
	var w writer
	for _, field := range presetFields {
		if v := field.record(&p); v != nil {
			w.add(field.key, v)
		}
	}
	return w.rest(p.Extra)
}

// Clone returns a copy that shares nothing that can change.
func (p Preset) Clone() Preset {
	next := p
	for _, field := range presetFields {
		field.clone(&next, &p)
	}
	next.Extra = maps.Clone(p.Extra)
	return next
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

// Apply returns c with the preset's files, screenshots, instruction and git sections, and its choice of
// notes where it has one. The rest of c, such as the strategy, belongs to the project and stays.
func (p Preset) Apply(c Composition) Composition {
	for _, field := range presetFields {
		if field.apply != nil {
			field.apply(&c, &p)
		}
	}
	return c
}

// PresetOf returns a composition as a preset without a description. It is the inverse of
// [Preset.Apply]: the rest of the composition belongs to the project.
func PresetOf(c Composition, name string) Preset {
	p := Preset{Name: name}
	for _, field := range presetFields {
		if field.take != nil {
			field.take(&p, &c)
		}
	}
	return p
}

// ContentOf is [PresetOf] for a preset that takes the place of p: it says which notes are left
// out, and which format the document has, if p does.
func (p Preset) ContentOf(c Composition, name string) Preset {
	return PresetOf(c, name).WithNotes(p.NotesExclude != nil, c).WithFormat(p.Format != "", c)
}

// WithFormat returns p with the format of a composition, or without one.
func (p Preset) WithFormat(on bool, c Composition) Preset {
	p.Format = ""
	if on {
		p.Format = cmp.Or(c.Format, Markdown)
	}
	return p
}

// WithNotes returns p with the choice of notes of a composition, or without one.
func (p Preset) WithNotes(on bool, c Composition) Preset {
	p.NotesExclude = nil
	if on {
		p.NotesExclude = append([]string{}, c.NotesExclude...)
	}
	return p
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
