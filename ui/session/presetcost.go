package session

import (
	"context"
	"encoding/json"
	"maps"
	"slices"

	"dossier/aggregate"
	"dossier/aggregate/watch"
	"dossier/models"
)

// presetCosts is what presets cost, counted only while somebody looks.
type presetCosts struct {
	shown bool
	known map[string]presetCost // by presetKey
}

// presetCost is what came of putting a preset together.
type presetCost struct {
	files  int
	tokens aggregate.Count // of o200k
	paths  map[string]bool // of the files that it names
	gone   []Missing       // what it names that is not there
	failed bool            // whether it could not be put together
	opened bool            // whether it names folders or patterns, so that new files belong to it
}

// ShowPresetCosts begins to count what presets cost, or stops.
func (s *Session) ShowPresetCosts(on bool) {
	s.presets.costs.shown = on
	if !on && s.project != nil {
		s.pricing.stop()
	}
	s.price()
}

// PresetCost returns what a preset adds to the document with the strategy of now: its
// files, screenshots and instruction. Both are pending until they are known.
func (s *Session) PresetCost(p models.Preset) (files int, cost Cost) {
	known, ok := s.presets.costs.known[s.presetKey(p)]
	if !ok || known.failed {
		return 0, Cost{Pending: true}
	}
	return known.files, Cost{Count: s.Cost(known.tokens)}
}

// PresetMissing lists what a preset names that is not there, as far as that is known: it
// is found out with what it costs.
func (s *Session) PresetMissing(p models.Preset) []Missing {
	return s.presets.costs.known[s.presetKey(p)].gone
}

// presetInput is what a preset puts together on its own, shown as a composition is.
func (p *Project) presetInput(preset models.Preset, as models.Composition) aggregate.Input {
	in := p.Input()
	in.History = nil
	in.Composition = preset.Apply(models.Composition{Strategy: as.Strategy, SummaryOnly: as.SummaryOnly})
	return in
}

// presetCost puts a preset together and counts it, with a builder of its own: that of
// the document does not wait for it, and what it reads is given back at once.
func (p *Project) presetCost(ctx context.Context, in aggregate.Input) (presetCost, error) {
	builder := p.newBuilder()
	doc, err := builder.Build(ctx, in, nil)
	if err == nil {
		doc, err = builder.Count(ctx, doc, nil)
	}
	if err != nil {
		return presetCost{failed: true, opened: true}, err
	}
	cost := costOfPreset(doc, in, p.base(in.FilesBase))
	cost.gone = missingIn(doc, in.Composition, p.shots(ctx, in, in.Composition))
	return cost, nil
}

// presetKey names all that a preset's cost depends on beside the disk.
func (s *Session) presetKey(p models.Preset) string {
	if s.project == nil {
		return ""
	}
	in := s.project.presetInput(p, s.comp)
	key, err := json.Marshal([]any{in.Composition, in.FilesBase, in.ScreenshotBase, in.MaxBytes, in.Languages})
	if err != nil {
		return p.Name // of a value that no file can hold
	}
	return string(key)
}

// price counts beside the window what the presets cost whose cost is not known, one
// after the other, while somebody looks.
func (s *Session) price() {
	if s.project == nil || !s.presets.costs.shown || s.pricing.busy {
		return
	}
	all := s.AllPresetRows() // with what is left of those that are gone
	wanted := map[string]bool{}
	at, key := -1, ""
	for i, p := range all {
		k := s.presetKey(p.Preset)
		if _, ok := s.presets.costs.known[k]; !ok && at < 0 {
			at, key = i, k
		}
		wanted[k] = true
	}
	if at < 0 {
		maps.DeleteFunc(s.presets.costs.known, func(k string, _ presetCost) bool { return !wanted[k] })
		return
	}
	project, in := s.project, s.project.presetInput(all[at].Preset, s.comp)
	s.pricing.start(func(ctx context.Context) func() {
		cost, _ := project.presetCost(ctx, in) // one that fails stays pending
		if ctx.Err() != nil {
			return nil
		}
		return func() {
			if s.presets.costs.known == nil {
				s.presets.costs.known = map[string]presetCost{}
			}
			s.presets.costs.known[key] = cost
			s.notify(PresetsChanged)
			s.price()
		}
	})
}

func costOfPreset(doc *aggregate.Document, in aggregate.Input, base aggregate.Base) presetCost {
	cost := presetCost{tokens: doc.Tokens, paths: map[string]bool{}}
	for _, item := range doc.Items {
		cost.paths[item.Path] = true
		if item.Err == nil {
			cost.files++
		}
	}
	for i, entry := range in.Composition.Files {
		if i < len(doc.Matches) {
			m := doc.Matches[i]
			cost.opened = cost.opened || len(m) != 1 || base.Path(entry.Path) != m[0]
		}
	}
	cost.opened = cost.opened || len(in.Composition.Screenshots) > 0
	return cost
}

// forgetCosts drops the costs that a change on disk may have changed, and the one that is
// being counted: what it has read may be old.
func (s *Session) forgetCosts(b watch.Batch) {
	s.pricing.stop()
	for key, cost := range s.presets.costs.known {
		hit := b.All || cost.opened && len(b.Folders) > 0 || slices.ContainsFunc(b.Files, func(p string) bool {
			if cost.paths[p] {
				return true
			}
			for known := range cost.paths { // one that is or was a folder stands for everything in it
				if _, below := cutFolder(known, p); below {
					return true
				}
			}
			return false
		})
		if hit {
			delete(s.presets.costs.known, key)
		}
	}
	s.price()
}
