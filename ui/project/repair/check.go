package repair

import (
	"context"

	"dossier/aggregate"
	"dossier/models"
	"dossier/ui/project"
)

// Check builds a composition and returns its missing files, with candidates for each.
func Check(ctx context.Context, p *project.Project, c models.Composition) ([]Item, error) {
	in := p.Input()
	in.Composition = c
	list, err := build(ctx, p, in)
	if err != nil {
		return nil, err
	}
	if _, err := p.Tree(ctx); err != nil {
		return nil, err
	}
	m := Memory{Marks: p.FileIDs()}
	if rows, err := p.Snapshots().List(); err == nil && project.NewestSnapshot(rows, nil) >= 0 {
		if sent, err := p.Snapshots().Load(rows[project.NewestSnapshot(rows, nil)].ID); err == nil {
			m.Sent = sent.Document
		}
	}
	return FindPlaces(ctx, p, list, c, in, m)
}

// List builds a composition and returns its missing files, without searching for candidates.
func List(ctx context.Context, p *project.Project, c models.Composition) ([]Item, error) {
	in := p.Input()
	in.Composition = c
	return build(ctx, p, in)
}

// build builds a document and returns the missing files of its composition.
func build(ctx context.Context, p *project.Project, in aggregate.Input) ([]Item, error) {
	doc, err := p.Builder.Build(ctx, in, nil)
	if err != nil {
		return nil, err
	}
	return Of(ctx, p, doc, in), nil
}

// Of returns the missing files of a document that was built from in.
func Of(ctx context.Context, p *project.Project, doc *aggregate.Document, in aggregate.Input) []Item {
	shots := p.Resolver(ctx, p.StoredState().Base(in.ScreenshotBase)).Shots(in.Composition.Screenshots)
	return In(doc, in.Composition, shots.List)
}

// AcceptCertain replaces, in the project file or in a preset if one is given, each missing file
// that has a certain candidate. It returns the replaced ones and those that are still missing.
func AcceptCertain(ctx context.Context, p *project.Project, ref project.PresetRef) (accepted, left []Item, err error) {
	c := p.Input().Composition
	preset := models.Preset{}
	if ref.Name != "" {
		if preset, err = p.Presets().Files().MustFind(ref); err != nil {
			return nil, nil, err
		}
		c = preset.Apply(c)
	}
	list, err := Check(ctx, p, c)
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
	e := project.NewEdit(c, p.StoredState().FilesBase(), p.Resolver(ctx, p.StoredState().FilesBase()).Rows(c.Files))
	Rewrite(e, p.StoredState().ScreenshotBase(), func(m *Rewriter) { m.AcceptAll(accepted, Item.Certain) })
	if ref.Name != "" {
		_, _, err = p.Presets().Change(ctx, func(f project.PresetFiles) (project.PresetPlan, error) {
			return f.Save(ref.Scope, project.SavedOver(preset, e.Composition, ref.Name))
		})
		return accepted, left, err
	}
	_, err = p.SaveComposition(ctx, p.File(), e.Composition, false)
	return accepted, left, err
}
