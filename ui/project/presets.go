package project

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"

	"dossier/aggregate"
	"dossier/models"
	"dossier/presets"
)

// DraftOf is a draft as it is kept.
func DraftOf(of PresetRef, content models.Preset) presets.Draft {
	return presets.Draft{Scope: of.Scope, Of: of.Name, Content: content.Apply(models.Composition{})}
}

// PresetFiles returns the files that hold the project's presets and the person's own.
func (p *Project) PresetFiles() PresetFiles { return PresetFiles{p.file, p.library} }

// perform does something to the files of presets and takes in how they are then.
func (p *Project) perform(ctx context.Context, deed PresetPlan, err error) error {
	if err != nil {
		return err
	}
	next, _, err := deed.Run(ctx, p.PresetFiles())
	p.SetPresetFiles(next)
	return err
}

// SetPresetFiles takes in the files of presets after they were written.
func (p *Project) SetPresetFiles(f PresetFiles) {
	p.library = f.Library
	if p.file != f.project {
		p.SetFile(f.project)
	}
}

// ScopedPreset returns the preset of a scope, hidden or not. Without a scope it is the
// one that counts: the project's, if it has one of the name.
func (p *Project) ScopedPreset(scope models.Scope, name string) (models.ScopedPreset, error) {
	if scope == "" {
		return p.Preset(name)
	}
	ref := PresetRef{scope, name}
	preset, err := p.PresetFiles().mustFind(ref)
	if err != nil {
		return models.ScopedPreset{}, err
	}
	return models.ScopedPreset{Preset: preset, Scope: scope, Overrides: scope == models.ProjectScope && p.hides(name)}, nil
}

// hides reports whether the person has a preset of a name too.
func (p *Project) hides(name string) bool {
	_, ok := presets.FindPreset(p.library.Presets, name)
	return ok
}

// AllPresets lists the presets of both scopes, the project's first, hidden ones
// included.
func (p *Project) AllPresets() []models.ScopedPreset {
	var out []models.ScopedPreset
	for _, preset := range p.settings.Presets {
		out = append(out, models.ScopedPreset{Preset: preset, Scope: models.ProjectScope, Overrides: p.hides(preset.Name)})
	}
	for _, preset := range p.library.Presets {
		out = append(out, models.ScopedPreset{Preset: preset, Scope: models.Global})
	}
	return out
}

// Shadow returns how a project's preset differs from the person's own that it hides;
// false when it hides none.
func (p *Project) Shadow(name string) (models.PresetDiff, bool) {
	ours, ok := presets.FindPreset(p.settings.Presets, name)
	theirs, hidden := presets.FindPreset(p.library.Presets, name)
	if !ok || !hidden {
		return models.PresetDiff{}, false
	}
	return models.ComparePresets(theirs, ours), true
}

// PresetDifference returns what saving over a preset would change of it.
func (p *Project) PresetDifference(preset models.Preset) models.PresetDiff {
	return models.ComparePresets(preset, SavedOver(preset, p.settings.Composition(), preset.Name))
}

// PresetCost counts what a preset adds to the document with the strategy of the project:
// its files, screenshots and instruction. Files are those that are there.
func (p *Project) PresetCost(ctx context.Context, preset models.Preset) (files int, tokens aggregate.Count, err error) {
	cost, err := p.CountPreset(ctx, p.PresetInput(preset, p.settings.Composition()))
	return cost.Files, cost.Tokens, err
}

// ClashingPresets lists those of the presets offered whose names are taken in a scope by
// ones that say something else.
func (p *Project) ClashingPresets(scope models.Scope, offered []models.Preset) []string {
	var names []string
	presets.ImportPresets(p.PresetFiles().List(scope), offered, func(name string) presets.Clash {
		names = append(names, name)
		return presets.Skip
	})
	return names
}

// SavePreset saves what the project file puts together as a preset. One of the name is
// replaced only when replace is set, and keeps its description unless there is another.
func (p *Project) SavePreset(ctx context.Context, ref PresetRef, description *string, replace bool) error {
	if err := p.Understood(); err != nil {
		return err
	}
	files := p.PresetFiles()
	if !replace {
		if err := files.checkFree(ref); err != nil {
			return err
		}
	}
	was, _ := files.Find(ref)
	preset := SavedOver(was, p.settings.Composition(), ref.Name)
	if description != nil {
		preset.Description = *description
	}
	deed, err := files.Save(ref.Scope, preset)
	return p.perform(ctx, deed, err)
}

// SavedOver returns a composition as a preset that takes the place of was: what a person
// wrote beside it stays.
func SavedOver(was models.Preset, c models.Composition, name string) models.Preset {
	p := models.PresetOf(c, name)
	p.Description, p.Extra = was.Description, was.Extra
	return p
}

// ApplyPreset makes a preset what the project file puts together. What it replaces and no
// preset holds is kept as a draft first, which the next window takes in; kept says whether.
func (p *Project) ApplyPreset(ctx context.Context, preset models.Preset) (kept bool, err error) {
	if was := models.PresetOf(p.settings.Composition(), ""); p.onlyHere(was, preset) {
		if err := p.store.AddDraft(ctx, p.Dir, DraftOf(PresetRef{}, was)); err != nil {
			return false, fmt.Errorf("nothing was applied: what dossier.toml puts together is in no preset and could not be kept as a draft (dossier presets save NAME keeps it): %w", err)
		}
		kept = true
	}
	next, err := p.file.Save(ctx, func(file *models.Project) {
		presets.SetComposition(file, preset.Apply(file.Composition()))
	})
	p.SetFile(next)
	return kept, err
}

// onlyHere reports whether something that was put together is lost when a preset takes its
// place.
func (p *Project) onlyHere(was, next models.Preset) bool {
	if len(was.Files)+len(was.Screenshots) == 0 && was.Instruction == "" || models.ComparePresets(was, next).SameContent() {
		return false
	}
	return !slices.ContainsFunc(p.AllPresets(), func(kept models.ScopedPreset) bool {
		return models.ComparePresets(was, kept.Preset).SameContent()
	})
}

// ErrNoDraft is that nothing was kept of what the command line replaced.
var ErrNoDraft = errors.New("there is no draft: presets apply has replaced nothing since a window was open here, which lists the drafts before among the presets")

// ApplyDraft makes what [Project.ApplyPreset] replaced last what the project file puts
// together again. What it replaces is kept as a draft where no preset holds it.
func (p *Project) ApplyDraft(ctx context.Context) (preset models.Preset, kept bool, err error) {
	list := p.store.Drafts(p.Dir)
	if len(list) == 0 {
		return preset, false, ErrNoDraft
	}
	preset = models.PresetOf(list[0].Content, "")
	if kept, err = p.ApplyPreset(ctx, preset); err == nil {
		err = p.store.DropDrafts(ctx, p.Dir, list[0])
	}
	return preset, kept, err
}

// RenamePreset gives a preset another name; in its file it stays where it is.
func (p *Project) RenamePreset(ctx context.Context, ref PresetRef, to string) error {
	deed, err := p.PresetFiles().Rename(ref, to)
	return p.perform(ctx, deed, err)
}

// DescribePreset says in words what a preset is for.
func (p *Project) DescribePreset(ctx context.Context, ref PresetRef, description string) error {
	deed, err := p.PresetFiles().Describe(ref, description)
	return p.perform(ctx, deed, err)
}

// DeletePreset deletes a preset.
func (p *Project) DeletePreset(ctx context.Context, ref PresetRef) error {
	deed, err := p.PresetFiles().Delete(ref)
	return p.perform(ctx, deed, err)
}

// CopyPreset copies a preset to a scope and a name. One that is there is replaced only
// when replace is set; the error is [ErrPresetExists] otherwise.
func (p *Project) CopyPreset(ctx context.Context, ref, to PresetRef, replace bool) error {
	deed, err := p.PresetFiles().CopyTo(ref, to, replace)
	return p.perform(ctx, deed, err)
}

// MovePreset does so and deletes the one that was copied.
func (p *Project) MovePreset(ctx context.Context, ref, to PresetRef, replace bool) error {
	deed, err := p.PresetFiles().Move(ref, to, replace)
	return p.perform(ctx, deed, err)
}

// ReadPresets reads the presets of a file; the name - is a stream.
func ReadPresets(name string, stream io.Reader) (presets.Offer, error) {
	if name == "-" {
		return presets.ParsePresets("standard input", stream)
	}
	return presets.ReadPresets(name)
}

// ImportPresets takes presets into a scope and reports what became of each.
func (p *Project) ImportPresets(ctx context.Context, scope models.Scope, offered []models.Preset, clash presets.Clash) ([]presets.Taken, error) {
	deed, report := p.PresetFiles().Take(scope, offered, func(string) presets.Clash { return clash })
	return report, p.perform(ctx, deed, nil)
}

// ExportPresets returns presets as a file that [ReadPresets] reads. All of them need
// names of their own.
func ExportPresets(list []models.ScopedPreset) ([]byte, error) {
	var plain []models.Preset
	for _, one := range list {
		if slices.ContainsFunc(plain, func(p models.Preset) bool { return p.Name == one.Name }) {
			return nil, fmt.Errorf("two presets are called %q: export them one by one, or those of one scope", one.Name)
		}
		plain = append(plain, one.Preset)
	}
	return presets.ExportPresets(plain)
}
