package session

import (
	"context"
	"encoding/json"
	"maps"
	"slices"

	"dossier/aggregate/watch"
	"dossier/models"
	"dossier/ui/project"
	"dossier/ui/session/change"
)

// presetCosts is what presets cost, counted only while somebody looks.
type presetCosts struct {
	shown bool
	known map[string]project.PresetCost // by presetKey
}

// ShowPresetCosts begins to count what presets cost, or stops.
func (s *Session) ShowPresetCosts(on bool) {
	s.presets.costs.shown = on
	if !on && s.project != nil {
		s.pricing.Stop()
	}
	s.price()
}

// PresetCost returns what a preset adds to the document with the strategy of now: its
// files, screenshots and instruction. Both are pending until they are known.
func (s *Session) PresetCost(p models.Preset) (files int, cost project.Cost) {
	known, ok := s.presets.costs.known[s.presetKey(p)]
	if !ok || known.Failed {
		return 0, project.Cost{Pending: true}
	}
	return known.Files, project.Cost{Count: s.Cost(known.Tokens)}
}

// PresetMissing lists what a preset names that is not there, as far as that is known: it
// is found out with what it costs.
func (s *Session) PresetMissing(p models.Preset) []project.Missing {
	return s.presets.costs.known[s.presetKey(p)].Gone
}

// presetKey names all that a preset's cost depends on beside the disk.
func (s *Session) presetKey(p models.Preset) string {
	if s.project == nil {
		return ""
	}
	in := s.project.Presets().Input(p, s.comp)
	key, err := json.Marshal([]any{in.Composition, in.FilesBase, in.ScreenshotBase, in.MaxBytes, in.Languages})
	if err != nil {
		return p.Name // of a value that no file can hold
	}
	return string(key)
}

// price counts beside the window what the presets cost whose cost is not known, one
// after the other, while somebody looks.
func (s *Session) price() {
	if s.project == nil || !s.presets.costs.shown || s.pricing.Busy() {
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
		maps.DeleteFunc(s.presets.costs.known, func(k string, _ project.PresetCost) bool { return !wanted[k] })
		return
	}
	opened, in := s.project, s.project.Presets().Input(all[at].Preset, s.comp)
	s.pricing.Start(func(ctx context.Context) func() {
		cost, _ := opened.Presets().Count(ctx, in) // one that fails stays pending
		if ctx.Err() != nil {
			return nil
		}
		return func() {
			if s.presets.costs.known == nil {
				s.presets.costs.known = map[string]project.PresetCost{}
			}
			s.presets.costs.known[key] = cost
			s.notify(change.Presets)
			s.price()
		}
	})
}

// forgetCosts drops the costs that a change on disk may have changed, and the one that is
// being counted: what it has read may be old.
func (s *Session) forgetCosts(b watch.Batch) {
	s.pricing.Stop()
	for key, cost := range s.presets.costs.known {
		hit := b.All || cost.Opened && len(b.Folders) > 0 || slices.ContainsFunc(b.Files, func(p string) bool {
			if cost.Paths[p] {
				return true
			}
			for known := range cost.Paths { // one that is or was a folder stands for everything in it
				if _, below := project.CutFolder(known, p); below {
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
