package project

import (
	"context"
	"errors"
	"fmt"

	"dossier/aggregate/text"
	"dossier/models"
	"dossier/presets"
)

// PresetRef identifies a preset by its scope and its name.
type PresetRef struct {
	Scope models.Scope
	Name  string
}

// Shown returns the preset's name in a form for messages.
func (r PresetRef) Shown() string { return text.Escape(r.Name) }

// PresetFiles are the loaded files that contain presets. It is an immutable value: changes return a new one.
type PresetFiles struct {
	project *presets.ProjectFile
	Library *presets.Library
}

// List returns the presets of a scope.
func (f PresetFiles) List(scope models.Scope) []models.Preset {
	if scope == models.Global {
		return f.Library.Presets
	}
	return f.project.Project.Presets
}

// Find returns a preset; false if it does not exist.
func (f PresetFiles) Find(ref PresetRef) (models.Preset, bool) {
	return presets.FindPreset(f.List(ref.Scope), ref.Name)
}

// Path returns the file of a scope, for messages.
func (f PresetFiles) Path(scope models.Scope) string {
	if scope == models.Global {
		return f.Library.Path()
	}
	return f.project.Path()
}

// ReadOnly returns why the presets of a scope cannot be changed; nil if they can.
func (f PresetFiles) ReadOnly(scope models.Scope) error {
	if scope == models.Global {
		return f.Library.ReadOnly()
	}
	return f.project.ReadOnly()
}

// PresetPlan is a sequence of changes of the files that contain presets.
type PresetPlan []presetChange

// presetChange changes the presets of one scope: it renames one, or sets some and deletes others.
type presetChange struct {
	Scope    models.Scope
	From, To string          // for a renaming; both are empty otherwise
	set      []models.Preset // each replaces the one with its name, or is appended
	drop     []string
	// previous is the previous file, if a single preset was deleted, for restoring its position and comments.
	previous PresetFiles
}

// Run applies the changes, and returns the plan that reverts them. On error, the changes before
// the failed one are applied, and back reverts those; the files are those on the disk.
func (d PresetPlan) Run(ctx context.Context, f PresetFiles) (next PresetFiles, back PresetPlan, err error) {
	for _, c := range d {
		inverse := c.inverse(f)
		if f, err = c.do(ctx, f); err != nil {
			return f, back, err
		}
		back = append(PresetPlan{inverse}, back...)
	}
	return f, back, nil
}

// inverse returns the plan that reverts the change; f is the state before it.
func (c presetChange) inverse(f PresetFiles) presetChange {
	if c.From != "" {
		return presetChange{Scope: c.Scope, From: c.To, To: c.From}
	}
	back := presetChange{Scope: c.Scope}
	for _, p := range c.set {
		if old, ok := f.Find(PresetRef{c.Scope, p.Name}); ok {
			back.set = append(back.set, old)
		} else {
			back.drop = append(back.drop, p.Name)
		}
	}
	for _, name := range c.drop {
		if old, ok := f.Find(PresetRef{c.Scope, name}); ok {
			back.set = append(back.set, old)
		}
	}
	if len(c.drop) == 1 && len(c.set) == 0 {
		back.previous = f
	}
	return back
}

func (c presetChange) do(ctx context.Context, f PresetFiles) (PresetFiles, error) {
	edit := func(list []models.Preset) []models.Preset {
		for _, p := range c.set {
			list = presets.SetPreset(list, p)
		}
		for _, name := range c.drop {
			list = presets.DeletePreset(list, name)
		}
		return list
	}
	back := len(c.set) == 1 && c.previous.project != nil
	var err error
	switch {
	case c.Scope == models.Global && c.From != "":
		f.Library, err = f.Library.RenamePreset(ctx, c.From, c.To)
	case c.Scope == models.Global && back:
		f.Library, err = f.Library.RestorePreset(ctx, c.previous.Library, c.set[0].Name)
	case c.Scope == models.Global:
		f.Library, err = f.Library.Save(ctx, func(all *presets.Contents) { all.Presets = edit(all.Presets) })
	case c.From != "":
		f.project, err = f.project.RenamePreset(ctx, c.From, c.To)
	case back:
		f.project, err = f.project.RestorePreset(ctx, c.previous.project, c.set[0].Name)
	default:
		f.project, err = f.project.Save(ctx, func(p *models.Project) { p.Presets = edit(p.Presets) })
	}
	return f, err
}

// ErrPresetExists reports a preset that was not written because its name is taken.
var ErrPresetExists = errors.New("a preset of that name already exists")

// checkFree returns an error if a preset's name is taken.
func (f PresetFiles) checkFree(ref PresetRef) error {
	if _, taken := f.Find(ref); taken {
		return fmt.Errorf("the preset %s was not written to %s: %w", ref.Shown(), f.Path(ref.Scope), ErrPresetExists)
	}
	return nil
}

// MustFind returns a preset, or a [*presets.NoPresetError].
func (f PresetFiles) MustFind(ref PresetRef) (models.Preset, error) {
	p, ok := f.Find(ref)
	if !ok {
		return p, &presets.NoPresetError{Path: f.Path(ref.Scope), Name: ref.Name}
	}
	return p, nil
}

// Save replaces the preset with the same name, or appends one.
func (f PresetFiles) Save(scope models.Scope, p models.Preset) (PresetPlan, error) {
	if _, there := f.Find(PresetRef{scope, p.Name}); !there {
		if err := presets.CheckPresetName(p.Name); err != nil {
			return nil, err
		}
	}
	return PresetPlan{{Scope: scope, set: []models.Preset{p}}}, nil
}

// Rename renames a preset, which keeps its position in the file.
func (f PresetFiles) Rename(ref PresetRef, to string) (PresetPlan, error) {
	if _, err := f.MustFind(ref); err != nil {
		return nil, err
	}
	if err := presets.CheckPresetName(to); err != nil {
		return nil, err
	}
	if _, taken := f.Find(PresetRef{ref.Scope, to}); taken && to != ref.Name {
		return nil, &presets.NameTakenError{Path: f.Path(ref.Scope), Name: to}
	}
	return PresetPlan{{Scope: ref.Scope, From: ref.Name, To: to}}, nil
}

// Alter changes a preset and no others.
func (f PresetFiles) Alter(ref PresetRef, change func(models.Preset) models.Preset) (PresetPlan, error) {
	p, err := f.MustFind(ref)
	if err != nil {
		return nil, err
	}
	return PresetPlan{{Scope: ref.Scope, set: []models.Preset{change(p)}}}, nil
}

// Delete deletes a preset.
func (f PresetFiles) Delete(ref PresetRef) (PresetPlan, error) {
	if _, err := f.MustFind(ref); err != nil {
		return nil, err
	}
	return PresetPlan{{Scope: ref.Scope, drop: []string{ref.Name}}}, nil
}

// CopyTo copies a preset to another reference. An existing preset is only replaced if replace
// is set; otherwise the error is [ErrPresetExists].
func (f PresetFiles) CopyTo(ref, to PresetRef, replace bool) (PresetPlan, error) {
	p, err := f.MustFind(ref)
	if err != nil {
		return nil, err
	}
	if !replace || ref == to {
		if err := f.checkFree(to); err != nil {
			return nil, err
		}
	}
	p.Name = to.Name
	return f.Save(to.Scope, p)
}

// Move moves a preset to another reference. It is created there before it is deleted here, so
// that it cannot be lost.
func (f PresetFiles) Move(ref, to PresetRef, replace bool) (PresetPlan, error) {
	if err := f.ReadOnly(ref.Scope); err != nil {
		return nil, err
	}
	if ref.Scope == to.Scope && !replace {
		return f.Rename(ref, to.Name)
	}
	plan, err := f.CopyTo(ref, to, replace)
	if err != nil {
		return nil, err
	}
	return append(plan, presetChange{Scope: ref.Scope, drop: []string{ref.Name}}), nil
}

// Import imports presets into a scope.
func (f PresetFiles) Import(scope models.Scope, offered []models.Preset, clash func(string) presets.Clash) (PresetPlan, []presets.ImportResult) {
	list, report := presets.ImportPresets(f.List(scope), offered, clash)
	change := presetChange{Scope: scope}
	for _, t := range report {
		if p, ok := presets.FindPreset(list, t.As); ok && t.As != "" {
			change.set = append(change.set, p)
		}
	}
	if change.set == nil {
		return nil, report
	}
	return PresetPlan{change}, report
}
