package project

import (
	"context"

	"dossier/aggregate"
	"dossier/models"
)

// PresetCost is the result of building a preset.
type PresetCost struct {
	Files  int
	Tokens aggregate.Count
	Paths  map[string]bool // of its files
	Failed bool            // it could not be built
	Opened bool            // it contains folders or patterns, so that it can include new files
	// Sourced is set if it also depends on sources that Paths does not contain: the repository, the issue
	// tracker, or files of smart contexts.
	Sourced bool
}

// Input returns the input for building only a preset, with the view options of a composition.
func (s Presets) Input(preset models.Preset, as models.Composition) aggregate.Input {
	in := s.p.Input()
	in.History = nil
	in.Composition = preset.Apply(as.ViewOptions())
	return in
}

// Count builds the document of a preset and counts it; see [Project.countedDocument].
func (s Presets) Count(ctx context.Context, in aggregate.Input) (PresetCost, *aggregate.Document, error) {
	doc, err := s.p.countedDocument(ctx, in)
	if err != nil {
		return PresetCost{Failed: true, Opened: true}, nil, err
	}
	return costOfPreset(doc, in, s.p.StoredState().Base(in.FilesBase)), doc, nil
}

// countedDocument builds and counts a document with a separate builder, so that the session's
// document does not wait for it, and its data is freed with the document.
func (p *Project) countedDocument(ctx context.Context, in aggregate.Input) (*aggregate.Document, error) {
	builder := p.newBuilder()
	doc, err := builder.Build(ctx, in, nil)
	if err != nil {
		return nil, err
	}
	return builder.Count(ctx, doc, nil)
}

func costOfPreset(doc *aggregate.Document, in aggregate.Input, base aggregate.Base) PresetCost {
	cost := PresetCost{Files: doc.Files(), Tokens: doc.Tokens, Paths: map[string]bool{}}
	for _, item := range doc.Items {
		cost.Paths[item.Path] = true
	}
	for i, entry := range in.Composition.Files {
		if i < len(doc.Matches) {
			m := doc.Matches[i]
			cost.Opened = cost.Opened || len(m) != 1 || base.Path(entry.Path) != m[0]
		}
	}
	cost.Opened = cost.Opened || len(in.Composition.Screenshots) > 0
	_, linked := doc.Section(aggregate.LinkedSection)
	cost.Sourced = linked || in.Composition.Git.Range != "" || in.Composition.Git.Log > 0 || in.Composition.ExecutionMode == models.Beads
	return cost
}
