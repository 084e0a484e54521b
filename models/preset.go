package models

import (
	"cmp"
	"maps"
	"slices"
	"strings"
)

// Scope is where a preset is stored.
type Scope string

// Scopes. A project preset overrides a global one of the same name.
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
	Prompts     []string // names of stored prompts before the instruction
	// NotesExclude are the ids of excluded notes; nil leaves the current choice unchanged.
	NotesExclude []string
	Git          Git            // the sections of the repository
	Format       string         // of the document; empty leaves the current one unchanged
	Text         []TextOption   // of all files; nil leaves the current ones unchanged
	Question     Question       // the question that the files were selected for, if stored
	Extra        map[string]any // unknown keys, preserved
}

// presetField is a stored field of a preset. All except the name and the unknown keys are in
// presetFields.
type presetField struct {
	storedField[Preset]
	compare func(d *PresetDiff, old, new *Preset)
	copy    func(to *Preset, from *Composition) // nil if a composition does not have the field, or a preset takes it only on request
	apply   func(to *Composition, from *Preset) // nil if a composition does not have the field
}

// presetFields are the stored fields of a preset, in table order.
var presetFields = []presetField{
	{
		storedField: stored("description", nil, func(p *Preset) *string { return &p.Description }, str),
		compare: func(d *PresetDiff, old, new *Preset) {
			d.Description = compareTexts("description", old.Description, new.Description)
		},
	},
	ofPreset("files", func(p *Preset) *[]FileItem { return &p.Files }, func(c *Composition) *[]FileItem { return &c.Files }, fileItems, compareFiles),
	ofPreset("screenshots", func(p *Preset) *[]Screenshot { return &p.Screenshots }, func(c *Composition) *[]Screenshot { return &c.Screenshots }, presetShots,
		func(d *PresetDiff, old, new []Screenshot) { d.Screenshots = compareScreenshots(old, new) }),
	ofPreset("instruction", func(p *Preset) *string { return &p.Instruction }, func(c *Composition) *string { return &c.Instruction }, str,
		func(d *PresetDiff, old, new string) { d.Instruction = compareTexts("instruction", old, new) }),
	ofPreset("prompts", func(p *Preset) *[]string { return &p.Prompts }, func(c *Composition) *[]string { return &c.Prompts }, strs,
		func(d *PresetDiff, old, new []string) {
			d.Prompts = compareTexts("prompts", strings.Join(old, ", "), strings.Join(new, ", "))
		}),
	ofPreset("git", func(p *Preset) *Git { return &p.Git }, func(c *Composition) *Git { return &c.Git }, gitTable,
		func(d *PresetDiff, old, new Git) { d.Git = compareTexts("git", old.Summary(), new.Summary()) }),
	{
		storedField: stored(notesExclude, nil, func(p *Preset) *[]string { return &p.NotesExclude }, chosen),
		compare: func(d *PresetDiff, old, new *Preset) {
			d.Notes = compareChoices(notesExclude, old.NotesExclude, new.NotesExclude)
		},
		apply: func(to *Composition, from *Preset) {
			if from.NotesExclude != nil {
				to.NotesExclude = slices.Clone(from.NotesExclude)
			}
		},
	},
	{
		storedField: stored("format", nil, func(p *Preset) *string { return &p.Format }, word),
		compare:     func(d *PresetDiff, old, new *Preset) { d.Format = compareTexts("format", old.Format, new.Format) },
		apply: func(to *Composition, from *Preset) {
			if from.Format != "" {
				to.Format = from.Format
			}
		},
	},
	{
		storedField: stored("text", nil, func(p *Preset) *[]TextOption { return &p.Text }, presetText),
		compare:     func(d *PresetDiff, old, new *Preset) { d.Text = compareChoices("text", old.Text, new.Text) },
		apply: func(to *Composition, from *Preset) {
			if from.Text != nil {
				to.Text = slices.Clone(from.Text)
			}
		},
	},
	{
		storedField: stored("fit", nil, func(p *Preset) *Question { return &p.Question }, questionTable),
		compare:     func(*PresetDiff, *Preset, *Preset) {}, // it does not affect the document
	},
}

// notesExclude is the key of a preset's excluded notes.
const notesExclude = "notes_exclude"

// ofPreset declares a field that every preset takes from its composition.
func ofPreset[V any](key string, field func(*Preset) *V, of func(*Composition) *V, c codec[V], compare func(d *PresetDiff, old, new V)) presetField {
	clone := c.clone
	if clone == nil {
		clone = func(v V) V { return v }
	}
	return presetField{
		storedField: stored(key, nil, field, c),
		compare:     func(d *PresetDiff, old, new *Preset) { compare(d, *field(old), *field(new)) },
		copy:        func(to *Preset, from *Composition) { *field(to) = clone(*of(from)) },
		apply:       func(to *Composition, from *Preset) { *of(to) = clone(*field(from)) },
	}
}

// Codecs of fields with a special form in presets.
var (
	presetShots = codec[[]Screenshot]{ // an empty list is preserved
		parse: shots.parse, clone: shots.clone,
		record: func(list []Screenshot) any { return unless(list == nil, any(screenshotValues(list))) },
	}
	chosen = codec[[]string]{ // an empty list is a choice, nil is not
		parse: func(f form, key string, _ usage) []string {
			if _, ok := f.take(key); !ok {
				return nil
			}
			return append([]string{}, f.strings(key)...)
		},
		record: func(list []string) any { return unless(list == nil, any(anyList(list))) },
		clone:  slices.Clone[[]string],
	}
	presetText = codec[[]TextOption]{ // an empty list is a choice, nil is not
		parse:  textOptions.parse,
		record: func(list []TextOption) any { return unless(list == nil, any(anyList(TextOptionNames(list)))) },
		clone:  textOptions.clone,
	}
	questionTable = codec[Question]{
		parse:  func(f form, key string, _ usage) Question { return parseQuestion(f.sub(key)) },
		record: func(a Question) any { return unless(a.IsZero(), any(a.Fields())) },
		clone: func(a Question) Question {
			a.Also, a.Extra = slices.Clone(a.Also), maps.Clone(a.Extra)
			return a
		},
	}
)

// ParsePreset parses a preset from the table at key.
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

// Fields returns the stored form without the name.
func (p Preset) Fields() Fields {
	var w writer
	for _, field := range presetFields {
		if v := field.record(&p); v != nil {
			w.add(field.key, v)
		}
	}
	return w.rest(p.Extra)
}

// Clone returns a deep copy.
func (p Preset) Clone() Preset {
	next := p
	for _, field := range presetFields {
		field.clone(&next, &p)
	}
	next.Extra = maps.Clone(p.Extra)
	return next
}

// MarshalJSON encodes the stored form with the name first.
func (p Preset) MarshalJSON() ([]byte, error) {
	return append(Fields{{"name", p.Name}}, p.Fields()...).MarshalJSON()
}

// UnmarshalJSON decodes an object with a name.
func (p *Preset) UnmarshalJSON(data []byte) error {
	name, table, err := namedFromJSON(data, "preset")
	if err != nil {
		return err
	}
	*p, err = ParsePreset(name, "preset", table)
	return err
}

// Apply returns c with the preset's files, screenshots, instruction, prompts and git sections, and its choice
// of notes, format and text options if it has one. The rest of c, such as the strategy, belongs to the project and
// is unchanged.
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
		if field.copy != nil {
			field.copy(&p, &c)
		}
	}
	return p
}

// ContentOf is [PresetOf] for a preset that replaces p: it includes the excluded notes, the format
// and the text options if p does.
func (p Preset) ContentOf(c Composition, name string) Preset {
	return PresetOf(c, name).WithNotes(p.NotesExclude != nil, c).WithFormat(p.HasFormat(), c)
}

// HasFormat reports whether the preset determines the format or the text options.
func (p Preset) HasFormat() bool { return p.Format != "" || p.Text != nil }

// WithFormat returns p with the format and the text options of a composition, or without both.
func (p Preset) WithFormat(on bool, c Composition) Preset {
	p.Format, p.Text = "", nil
	if on {
		p.Format, p.Text = cmp.Or(c.Format, Markdown), append([]TextOption{}, c.Text...)
	}
	return p
}

// WithNotes returns p with a composition's choice of notes, or without one.
func (p Preset) WithNotes(on bool, c Composition) Preset {
	p.NotesExclude = nil
	if on {
		p.NotesExclude = append([]string{}, c.NotesExclude...)
	}
	return p
}

// ScopedPreset is a preset and where it is stored. Overrides is set if it hides a global preset
// of the same name.
type ScopedPreset struct {
	Preset
	Scope     Scope
	Overrides bool
}

// MergePresets returns the available presets: the project's in order, then the global ones that
// are not hidden.
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
