package session

import (
	"context"
	"errors"
	"fmt"

	"dossier/aggregate/text"
	"dossier/models"
	"dossier/presets"
)

// PresetRef names a preset: each scope has names of its own.
type PresetRef struct {
	Scope models.Scope
	Name  string
}

// Shown is the preset's name as it may stand in a message.
func (r PresetRef) Shown() string { return text.Escape(r.Name) }

// presetFiles are the files that hold presets, as they were loaded. It is a value: what
// changes them returns the next ones.
type presetFiles struct {
	project *presets.ProjectFile
	library *presets.Library
}

func (f presetFiles) list(scope models.Scope) []models.Preset {
	if scope == models.Global {
		return f.library.Presets
	}
	return f.project.Project.Presets
}

func (f presetFiles) find(ref PresetRef) (models.Preset, bool) {
	return presets.FindPreset(f.list(ref.Scope), ref.Name)
}

// path names the file of a scope, for messages.
func (f presetFiles) path(scope models.Scope) string {
	if scope == models.Global {
		return f.library.Path()
	}
	return f.project.Path()
}

// readOnly says why the presets of a scope cannot be changed; nil when they can.
func (f presetFiles) readOnly(scope models.Scope) error {
	if scope == models.Global {
		return f.library.ReadOnly()
	}
	return f.project.ReadOnly()
}

// presetDeed is something done to the files of presets: a change of one file after the
// other.
type presetDeed []presetChange

// presetChange changes the presets of one scope: it gives one another name, or sets
// some and deletes others.
type presetChange struct {
	scope    models.Scope
	from, to string          // a new name; both are empty otherwise
	set      []models.Preset // each in the place of the one of its name, or at the end
	drop     []string
	// before is what held a single preset that is set because it was deleted: it comes
	// back to its place, with its comments.
	before presetFiles
}

// do makes the changes, and returns what takes them back. With an error the changes
// before the one that failed are made and are what back takes back; the files are those
// on the disk.
func (d presetDeed) do(ctx context.Context, f presetFiles) (next presetFiles, back presetDeed, err error) {
	for _, c := range d {
		inverse := c.inverse(f)
		if f, err = c.do(ctx, f); err != nil {
			return f, back, err
		}
		back = append(presetDeed{inverse}, back...)
	}
	return f, back, nil
}

// inverse returns what takes the change back, when f is how it was before.
func (c presetChange) inverse(f presetFiles) presetChange {
	if c.from != "" {
		return presetChange{scope: c.scope, from: c.to, to: c.from}
	}
	back := presetChange{scope: c.scope}
	for _, p := range c.set {
		if was, ok := f.find(PresetRef{c.scope, p.Name}); ok {
			back.set = append(back.set, was)
		} else {
			back.drop = append(back.drop, p.Name)
		}
	}
	for _, name := range c.drop {
		if was, ok := f.find(PresetRef{c.scope, name}); ok {
			back.set = append(back.set, was)
		}
	}
	if len(c.drop) == 1 && len(c.set) == 0 {
		back.before = f
	}
	return back
}

func (c presetChange) do(ctx context.Context, f presetFiles) (presetFiles, error) {
	edit := func(list []models.Preset) []models.Preset {
		for _, p := range c.set {
			list = presets.SetPreset(list, p)
		}
		for _, name := range c.drop {
			list = presets.DeletePreset(list, name)
		}
		return list
	}
	back := len(c.set) == 1 && c.before.project != nil
	var err error
	switch {
	case c.scope == models.Global && c.from != "":
		f.library, err = f.library.RenamePreset(ctx, c.from, c.to)
	case c.scope == models.Global && back:
		f.library, err = f.library.RestorePreset(ctx, c.before.library, c.set[0].Name)
	case c.scope == models.Global:
		f.library, err = f.library.Save(ctx, func(all *presets.Contents) { all.Presets = edit(all.Presets) })
	case c.from != "":
		f.project, err = f.project.RenamePreset(ctx, c.from, c.to)
	case back:
		f.project, err = f.project.RestorePreset(ctx, c.before.project, c.set[0].Name)
	default:
		f.project, err = f.project.Save(ctx, func(p *models.Project) { p.Presets = edit(p.Presets) })
	}
	return f, err
}

// ErrPresetExists is a preset that was not written because there is one of its name.
var ErrPresetExists = errors.New("there is one of that name already")

// checkFree reports that a preset's name is taken.
func (f presetFiles) checkFree(ref PresetRef) error {
	if _, taken := f.find(ref); taken {
		return fmt.Errorf("the preset %s was not written to %s: %w", ref.Shown(), f.path(ref.Scope), ErrPresetExists)
	}
	return nil
}

// mustFind returns a preset, or the error that it is not there.
func (f presetFiles) mustFind(ref PresetRef) (models.Preset, error) {
	p, ok := f.find(ref)
	if !ok {
		return p, &presets.NoPresetError{Path: f.path(ref.Scope), Name: ref.Name}
	}
	return p, nil
}

// save puts a preset in the place of the one of its name, or at the end.
func (f presetFiles) save(scope models.Scope, p models.Preset) (presetDeed, error) {
	if _, there := f.find(PresetRef{scope, p.Name}); !there {
		if err := presets.CheckPresetName(p.Name); err != nil {
			return nil, err
		}
	}
	return presetDeed{{scope: scope, set: []models.Preset{p}}}, nil
}

func (f presetFiles) rename(ref PresetRef, to string) (presetDeed, error) {
	if _, err := f.mustFind(ref); err != nil {
		return nil, err
	}
	if err := presets.CheckPresetName(to); err != nil {
		return nil, err
	}
	if _, taken := f.find(PresetRef{ref.Scope, to}); taken && to != ref.Name {
		return nil, &presets.NameTakenError{Path: f.path(ref.Scope), Name: to}
	}
	return presetDeed{{scope: ref.Scope, from: ref.Name, to: to}}, nil
}

func (f presetFiles) describe(ref PresetRef, description string) (presetDeed, error) {
	p, err := f.mustFind(ref)
	if err != nil {
		return nil, err
	}
	p.Description = description
	return presetDeed{{scope: ref.Scope, set: []models.Preset{p}}}, nil
}

func (f presetFiles) delete(ref PresetRef) (presetDeed, error) {
	if _, err := f.mustFind(ref); err != nil {
		return nil, err
	}
	return presetDeed{{scope: ref.Scope, drop: []string{ref.Name}}}, nil
}

// copyTo copies a preset to a scope by a name. One that is there is replaced only when
// replace is set; the error is [ErrPresetExists] otherwise.
func (f presetFiles) copyTo(ref, to PresetRef, replace bool) (presetDeed, error) {
	p, err := f.mustFind(ref)
	if err != nil {
		return nil, err
	}
	if !replace || ref == to {
		if err := f.checkFree(to); err != nil {
			return nil, err
		}
	}
	p.Name = to.Name
	return f.save(to.Scope, p)
}

// move moves a preset to a scope by a name. It is there before it is deleted here, so
// that none is lost.
func (f presetFiles) move(ref, to PresetRef, replace bool) (presetDeed, error) {
	if err := f.readOnly(ref.Scope); err != nil {
		return nil, err
	}
	if ref.Scope == to.Scope && !replace {
		return f.rename(ref, to.Name)
	}
	deed, err := f.copyTo(ref, to, replace)
	if err != nil {
		return nil, err
	}
	return append(deed, presetChange{scope: ref.Scope, drop: []string{ref.Name}}), nil
}

// take imports presets into a scope.
func (f presetFiles) take(scope models.Scope, offered []models.Preset, clash func(string) presets.Clash) (presetDeed, []presets.Taken) {
	list, report := presets.ImportPresets(f.list(scope), offered, clash)
	change := presetChange{scope: scope}
	for _, t := range report {
		if p, ok := presets.FindPreset(list, t.As); ok && t.As != "" {
			change.set = append(change.set, p)
		}
	}
	if change.set == nil {
		return nil, report
	}
	return presetDeed{change}, report
}
