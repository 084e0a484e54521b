package project

import (
	"context"

	"dossier/aggregate"
	"dossier/models"
)

// Check builds a composition and lists what it names that is not there, with the places
// where that may stand now.
func (p *Project) Check(ctx context.Context, c models.Composition) ([]Missing, error) {
	in := p.Input()
	in.Composition = c
	missing, err := p.missing(ctx, in)
	if err != nil {
		return nil, err
	}
	if _, err := p.Tree(ctx); err != nil {
		return nil, err
	}
	m := Memory{Marks: p.store.Marks(p.Dir)}
	if rows, err := p.Snapshots().List(); err == nil && NewestSnapshot(rows, nil) >= 0 {
		if sent, err := p.Snapshots().Load(rows[NewestSnapshot(rows, nil)].ID); err == nil {
			m.Sent = sent.Document
		}
	}
	return p.FindPlaces(ctx, missing, c, in, m)
}

// Missing builds a composition and lists what it names that is not there, without looking
// for where that may stand now.
func (p *Project) Missing(ctx context.Context, c models.Composition) ([]Missing, error) {
	in := p.Input()
	in.Composition = c
	return p.missing(ctx, in)
}

// missing builds a document and lists what its composition names that is not there.
func (p *Project) missing(ctx context.Context, in aggregate.Input) ([]Missing, error) {
	doc, err := p.Builder.Build(ctx, in, nil)
	if err != nil {
		return nil, err
	}
	return MissingIn(doc, in.Composition, p.shots(ctx, in, in.Composition)), nil
}

// shots are the screenshots of a composition.
func (p *Project) shots(ctx context.Context, in aggregate.Input, c models.Composition) []aggregate.Shot {
	return p.resolver(ctx, p.Kept().base(in.ScreenshotBase)).Shots(c.Screenshots).List
}

// AcceptCertain writes, for all that has a certain place, that place into the project
// file, or into a preset when one is named. It returns what is missing still.
func (p *Project) AcceptCertain(ctx context.Context, ref PresetRef) (accepted, left []Missing, err error) {
	c := p.Input().Composition
	preset := models.Preset{}
	if ref.Name != "" {
		if preset, err = p.Presets().Files().mustFind(ref); err != nil {
			return nil, nil, err
		}
		c = preset.Apply(c)
	}
	list, err := p.Check(ctx, c)
	if err != nil {
		return nil, nil, err
	}
	for _, one := range list {
		if one.Certain() {
			accepted = append(accepted, one)
		} else {
			left = append(left, one)
		}
	}
	if len(accepted) == 0 {
		return nil, left, nil
	}
	e := NewEdit(c, p.Kept().FilesBase(), p.rowsOf(ctx, c.Files))
	e.Mend(p.Kept().ScreenshotBase(), func(m *Mending) { m.AcceptAll(accepted, Missing.Certain) })
	if ref.Name != "" {
		_, _, err = p.Presets().Change(ctx, func(f PresetFiles) (PresetPlan, error) {
			return f.Save(ref.Scope, SavedOver(preset, e.Composition, ref.Name))
		})
		return accepted, left, err
	}
	c = e.Composition
	return accepted, left, p.save(ctx, func(file *models.Project) { file.Items, file.Screenshots = c.Files, c.Screenshots })
}

// rowsOf are the files that entries name.
func (p *Project) rowsOf(ctx context.Context, entries []models.FileItem) aggregate.Rows {
	return p.resolver(ctx, p.Kept().FilesBase()).Rows(entries)
}
